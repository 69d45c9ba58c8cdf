"""Measures all sides in one run and prints tables. `README.md` says what they mean."""

import argparse
from pathlib import Path

import bounded
import families
import graphs
import instances
import networks
import paper
from sides import BACK_ENDS, UNRELIABLE, Aspmc, Diagram, Elimination, ProbLog, Randlog, install_problog


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="less of everything, to try it out")
    parser.add_argument("--families", nargs="*", help="only the families, or those named so")
    parser.add_argument("--curves", nargs="*", help="the same, but every size: by default the families of `bounded.py`")
    parser.add_argument("--seconds", type=int, default=30, help="the limit for families, of CPU")
    parser.add_argument("--networks", type=Path, help="only the Bayesian networks (.bif) in this directory")
    parser.add_argument("--sides", nargs="+", help="only these sides, for families and networks, such as randlog or aspmc")
    parser.add_argument("--randlog", help="this executable instead of a new build")
    parser.add_argument("--before", help="an executable of an earlier version, as one more side for families and networks")
    parser.add_argument("--paper", type=int, help="only this many instances of the paper's design, with `--seconds` each")
    parser.add_argument("--rounds", type=int, default=1, help="how often ProbLog takes its turn")
    options = parser.parse_args()
    quick = options.quick
    programs = install_problog()
    back_ends = [ProbLog(programs, back_end) for back_end in BACK_ENDS]
    if options.paper is not None:
        paper.report(Randlog(options.randlog), programs, options.paper, options.seconds)
        return
    if any(only is not None for only in (options.families, options.curves, options.networks)):
        unreliable = [ProbLog(programs, back_end, is_reliable=False) for back_end in UNRELIABLE]
        others = [*back_ends, *unreliable, Aspmc(programs), Elimination()]
        if options.before:
            # An earlier version may be wrong where this one is right.
            others.insert(0, Randlog(options.before, "randlog before", is_reliable=False))
        chosen = [side for side in others if not options.sides or side.name in options.sides]
        if not options.sides or "randlog" in options.sides:
            chosen.insert(0, Randlog(options.randlog))
        if options.networks is not None:
            networks.report(chosen, sorted(options.networks.glob("*.bif")), options.seconds)
            return
        if options.curves is not None:
            all_families = [*families.FAMILIES, *bounded.FAMILIES]
            named = [f for f in all_families if f.name in options.curves] or bounded.FAMILIES
            families.report_curves(chosen, named, options.seconds)
            return
        named = [f for f in families.FAMILIES if not options.families or f.name in options.families]
        families.report(chosen, named, options.seconds)
        return
    randlog = Randlog(options.randlog)
    chosen = instances.INSTANCES[1:2] if quick else instances.INSTANCES
    instances.report(randlog, back_ends, chosen, options.rounds)
    instances.report_irrelevance(randlog, chosen, rounds=5 if quick else 51)
    sizes = range(14, 22, 4) if quick else range(14, 200, 4)
    graphs.report([randlog, Diagram(programs)], sizes, count=3, limit=5 if quick else 60)
    families.report([randlog, *back_ends, Aspmc(programs)], families.FAMILIES, 3 if quick else options.seconds)


if __name__ == "__main__":
    main()

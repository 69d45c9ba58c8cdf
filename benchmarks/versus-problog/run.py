"""Measures all sides in one run and prints tables. `README.md` says what they mean."""

import argparse

import graphs
import instances
from sides import BACK_ENDS, Diagram, ProbLog, Randlog, install_problog


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="less of everything, to try it out")
    parser.add_argument("--rounds", type=int, default=1, help="how often ProbLog takes its turn")
    options = parser.parse_args()
    quick = options.quick
    programs = install_problog()
    randlog = Randlog()
    back_ends = [ProbLog(programs, back_end) for back_end in BACK_ENDS]
    chosen = instances.INSTANCES[1:2] if quick else instances.INSTANCES
    instances.report(randlog, back_ends, chosen, options.rounds)
    instances.report_irrelevance(randlog, chosen, rounds=5 if quick else 51)
    sizes = range(14, 22, 4) if quick else range(14, 200, 4)
    graphs.report([randlog, Diagram(programs)], sizes, count=3, limit=5 if quick else 60)


if __name__ == "__main__":
    main()

"""Does a new executable of randlog still say what an old one said? Compares both on thousands of inputs, byte by byte.

    cargo build --release
    python3 benchmarks/versus-before/run.py OLD target/release/randlog

OLD is an executable of the version before, kept from `cargo build --release` on that commit. There are four parts (`--only`):

specs        random specs through `sample` (all methods and formats), `enumerate`, `count`, `check` and `instance`
programs     random programs of the flat and the wide language through `infer` (both algorithms), `check` and `describe`
experiments  both experiments on a small grid: records without times
fuzz         `fuzz` on three engines with a fault (`mutant.py`): all files of all findings

Standard output and exit codes must be equal. What goes to standard error, and how large things were on the way to an answer, is
compared too, but only reported: it is for people. `INTENDED` lists what is not compared at all, with the reason. The exit code is
1 if something differs. The table has a line for each kind of command; below are the first differences, as commands to paste.
The column `done` tells how many ended with exit code 0 in the old version: a comparison of refusals alone would show little.

With `--instructions`, nothing is compared: valgrind counts the instructions of a few commands instead, which a busy machine
does not change, and prints the ratio new / old. It takes a few minutes.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import programs
import specs

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
METHODS = ["auto", "exact", "rejection", "search"]
FORMATS = ["problog", "prolog", "prolog-tabled", "asp", "datalog"]
FAULTS = ["dropped", "recursion", "anonymous"]
# What is not compared: (reason, pattern, replacement).
INTENDED = [
    ("times differ from run to run", r'"(\w+_us)":\d+', r'"\1":0'),
    ("times differ from run to run", r"\b\d+ per second", "N per second"),
]
# What `check` and `describe` say since keys of a spec can rule out what does nothing.
NEW_ROWS = re.compile(r"^  (clean|redundant|underivable|unused|asked|depth|events|width|probability) .*\n", re.M)
NEW_FIELDS = {"check": ["asked", "idle"], "describe": ["asked", "idle"]}
# `describe` holds the clauses of each head fixed since it can state them, so that the space it describes is a smaller one.
OF_SPACE = {"describe": ["averages", "found", "spec", "notes"]}
# Messages for people hold times in other forms, too.
TIME = re.compile(r"\b\d+(\.\d+)?(ns|µs|ms|s|min)\b")
# What is only reported: how an answer was found.
ASIDE = re.compile(r'"(sizes|relevance)":\{[^{}]*\}')


@dataclass
class Row:
    """What became of the comparisons of one kind."""

    compared: int = 0
    done: int = 0
    differ: int = 0
    asides: int = 0
    first: list = field(default_factory=list)

    def add(self, old, new, command):
        self.compared += 1
        self.done += old.code == 0
        if (old.code, old.data) != (new.code, new.data):
            self.differ += 1
            self.first.append(command)
        elif old.aside != new.aside:
            self.asides += 1


class Outcome:
    """What a command printed, without what is not compared."""

    def __init__(self, code, stdout, stderr):
        self.code = code
        self.data = plain(ASIDE.sub(r'"\1":{}', stdout))
        self.aside = TIME.sub("TIME", stderr) + "".join(found[0] for found in ASIDE.finditer(stdout))


def plain(text):
    text = "".join(known_fields(line) for line in NEW_ROWS.sub("", text).splitlines(keepends=True))
    for _, pattern, replacement in INTENDED:
        text = re.sub(pattern, replacement, text)
    return text


def known_fields(line):
    """A line of JSON without the fields that only the new version has, and with the averages of the given programs alone."""
    if not line.startswith("{"):
        return line
    try:
        value = json.loads(line)
    except ValueError:
        return line
    command = value.get("command")
    dropped = NEW_FIELDS.get(command, []) + OF_SPACE.get(command, [])
    kept = {key: inner for key, inner in value.items() if key not in dropped}
    if command == "describe" and value.get("averages"):
        given = value["averages"]["given"].items()
        kept["given"] = {key: inner for key, inner in given if key != "clauses" and not key.startswith("head.")}
    return json.dumps(kept) if dropped else line


class Comparison:
    def __init__(self, options, work):
        self.options = options
        self.work = work
        self.files = work / "files"
        self.files.mkdir()
        self.sides = {}
        self.rows = defaultdict(Row)
        # Both are called `randlog`, as usage messages name the executable.
        for label in ["old", "new"]:
            (work / label).mkdir()
            self.sides[label] = work / label / "randlog"
            self.sides[label].symlink_to(Path(getattr(options, label)).resolve())

    def run(self, label, arguments, cwd=None, limit=120):
        try:
            ended = subprocess.run([self.sides[label], *arguments], cwd=cwd or self.files, capture_output=True, timeout=limit)
        except subprocess.TimeoutExpired:
            return Outcome(None, "", f"no end within {limit} s")
        return Outcome(ended.returncode, ended.stdout.decode(errors="replace"), ended.stderr.decode(errors="replace"))

    def old(self, *arguments):
        return self.run("old", arguments)

    def both(self, kind, arguments):
        return kind, arguments, self.run("old", arguments), self.run("new", arguments)

    def compare(self, cases):
        """Run cases (kind, arguments) with both sides, several at a time."""
        with ThreadPoolExecutor(self.options.jobs) as pool:
            for kind, arguments, old, new in pool.map(lambda case: self.both(*case), cases):
                self.rows[kind].add(old, new, self.to_paste(arguments))

    def compare_files(self, kind, arguments, files, at_once=20):
        """Many files per process; where something differs, a process for each of them tells where."""
        groups = [files[i : i + at_once] for i in range(0, len(files), at_once)]
        with ThreadPoolExecutor(self.options.jobs) as pool:
            results = pool.map(lambda group: self.both(kind, [*arguments, *group]), groups)
            differing = []
            for group, (_, _, old, new) in zip(groups, results):
                if (old.code, old.data, old.aside) == (new.code, new.data, new.aside):
                    self.rows[kind].compared += len(group)
                    failed = len(group) if "json" not in arguments else old.data.count('"error":{')
                    self.rows[kind].done += len(group) - (failed if old.code else 0)
                else:
                    differing += group
        self.compare((kind, [*arguments, file]) for file in differing)

    def to_paste(self, arguments):
        words = " ".join(quoted(word) for word in arguments)
        return f"cd {self.files}; diff <({self.sides['old']} {words}) <({self.sides['new']} {words})"


def quoted(word):
    return word if re.fullmatch(r"[\w./=:,%-]+", word) else "'" + word.replace("'", "'\\''") + "'"


def draw_specs(comparison, draw, count):
    """So many specs that the old version accepts, and where none of its methods takes long."""
    names = []
    (comparison.files / "specs").mkdir()
    while len(names) < count:
        name = f"specs/{len(names):04}.toml"
        (comparison.files / name).write_text(specs.spec(draw))
        started = time.monotonic()
        accepted = comparison.old("enumerate", name, "--limit", "1", "--timeout", "1").code == 0
        if not accepted:
            comparison.compare([("refused specs", ["enumerate", name, "--limit", "1"])])
            continue
        for method in METHODS[1:]:
            comparison.old("sample", name, "--method", method, "--seed", "1", "--count", "2", "--timeout", "1")
        if time.monotonic() - started < 1:
            names.append(name)
    return names


def asked_first(spec):
    """A query about the first predicate of a spec."""
    name, arity = re.search(r'"(\w+)/(\d+)"', spec.read_text()).groups()
    return name + ["", "(X)", "(X, Y)"][int(arity)]


def of_spec(comparison, number, name):
    """The commands that a spec goes through."""
    seed = ["--seed", str(number), "--threads", "1"]
    for method in METHODS:
        for form in FORMATS:
            certain = ["--probabilities", "1"] if form != "problog" and number % 8 else []
            yield "sample", ["sample", name, "--count", "3", "--method", method, "--format", form, *certain, *seed]
    yield "sample", ["sample", name, "--count", "5", "--spread", ["clauses", "nodes", "clauses,nodes"][number % 3], *seed]
    yield "sample --distinct", ["sample", name, "--count", "4", "--distinct", *seed]
    yield "sample --query", ["sample", name, "--index", "7", "--query", asked_first(comparison.files / name), *seed]
    for form in FORMATS:
        certain = ["--probabilities", "1"] if form != "problog" else []
        yield "enumerate", ["enumerate", name, "--limit", "20", "--format", form, *certain]
    yield "enumerate", ["enumerate", name, "--limit", "20", "--max-nodes", "2", "--cycles", "any"]
    yield "count", ["count", name]
    yield "count", ["count", name, "--format", "json"]
    yield "count", ["count", name, "--estimate=50"]
    total = comparison.old("count", name).data.strip()
    if total.isdigit() and int(total) < 2000:
        yield "count --method search", ["count", name, "--method", "search"]
    yield "count --explain", ["count", name, "--explain"]
    yield "count --explain", ["count", name, "--explain", "--format", "json"]
    sampled = name.replace(".toml", ".pl")
    comparison.old("sample", name, "--count", "5", "--output", sampled, *seed)
    yield "check --spec", ["check", sampled]
    yield "check --spec", ["check", sampled, "--format", "json"]
    yield "check --spec", ["check", sampled, "--spec", f"specs/{max(0, number - 1):04}.toml", "--max-clauses", "3"]
    small = ["instance", name, "--count", "2", "--domain", "4", "--facts", "6", *seed]
    for method in METHODS:
        yield "instance", [*small, "--method", method]
    yield "instance", [*small, "--safe=false", "--facts-by", "predicates"]
    yield "instance", [*small, "--query", "derived", "--probabilistic", "100%"]
    yield "instance", ["instance", name, "--domain", "12", "--facts", "40", "--fact-probabilities", "0.2,1/3", *seed]
    for form in FORMATS[1:]:
        yield "instance", [*small, "--probabilistic", "0%", "--probabilities", "1", "--format", form]


def compare_specs(comparison, names):
    comparison.compare(case for number, name in enumerate(names) for case in of_spec(comparison, number, name))


def draw_programs(comparison, draw, names, count):
    """Programs from all sources, each in a file of its own: instances, samples, those of `fuzz`, the repository's, made-up and mutated ones."""
    texts = [text for text in programs.of_repository(ROOT)]
    (comparison.files / "drawn").mkdir()
    keep = f"worker:keep={sys.executable} -S {HERE / 'keep.py'} {comparison.files / 'drawn'}"
    drawn = str(count // 4)
    comparison.old("fuzz", "--engines", keep, "--programs", drawn, "--threads", "1", "--oracles", "reference", "--output", "keep")
    texts += [path.read_text() for path in sorted((comparison.files / "drawn").iterdir())]
    for number in range(count // 4):
        name = names[number % len(names)]
        policy = draw.choice(["unlisted", "derived"])
        where = f"drawn/instance-{number:05}.pl"
        size = ["--domain", str(draw.choice([3, 5])), "--facts", str(draw.choice([4, 8, 12]))]
        rules = ["--safe=false"] if draw.random() < 0.2 else []
        if draw.random() < 0.25:
            comparison.old("sample", name, "--seed", str(number), "--query", asked_first(comparison.files / name), "--output", where)
        else:
            comparison.old("instance", name, "--seed", str(number), "--query", policy, *size, *rules, "--output", where)
        if (comparison.files / where).exists():
            texts.append((comparison.files / where).read_text())
    texts += [programs.made_up(draw) for _ in range(count // 8)]
    texts += [programs.mutated(draw, draw.choice(texts)) for _ in range(count - len(texts))]
    (comparison.files / "programs").mkdir()
    files = [f"programs/{number:05}.pl" for number in range(count)]
    for name, text in zip(files, texts):
        (comparison.files / name).write_text(text)
    return files


def settled(comparison, files, arguments):
    """Those that the old version has done with, one way or the other, within a second."""

    def of_group(group):
        said = comparison.old("infer", "--format", "json", "--timeout", "1", "--memory", "200MiB", *arguments, *group)
        lines = [json.loads(line) for line in said.data.splitlines()]
        # If the process runs out of memory, it names no file, and the files after that one have no line.
        done = {line.get("file") for line in lines if line.get("error", {}).get("kind") not in ["timeout", "memory"]}
        return [file for file in group if file in done]

    groups = [files[i : i + 20] for i in range(0, len(files), 20)]
    with ThreadPoolExecutor(comparison.options.jobs) as pool:
        return [file for group in pool.map(of_group, groups) for file in group]


def compare_programs(comparison, files):
    quick = settled(comparison, files, [])
    few_worlds = settled(comparison, quick, ["--engine", "worlds"])
    print(f"  {len(quick)} of {len(files)} programs are settled within a second, {len(few_worlds)} by all worlds", file=sys.stderr)
    limit = ["--timeout", "30"]
    comparison.compare_files("infer", ["infer", *limit], quick)
    comparison.compare_files("infer --format json", ["infer", "--format", "json", *limit], quick)
    comparison.compare_files("infer --fractions", ["infer", "--fractions", "--format", "json", *limit], quick)
    comparison.compare_files("infer --engine worlds", ["infer", "--engine", "worlds", "--format", "json", *limit], few_worlds)
    comparison.compare_files("infer --query", ["infer", "--query", "p(X)", "--format", "json", *limit], quick[::4])
    comparison.compare_files("infer --evidence", ["infer", "--evidence", "\\+ p(a)", "--format", "json", *limit], quick[1::4])
    comparison.compare_files("check", ["check", "--format", "json"], files)
    comparison.compare_files("check --language prolog", ["check", "--language", "prolog", "--format", "json"], files)
    comparison.compare(("describe", ["describe", "--format", "json", "--timeout", "60", file]) for file in quick[::25])


def compare_experiments(comparison):
    grids = {
        "scaling": "--predicates 1,2,4 --variables 1,2 --constants 1,2 --nodes 2,4 --clauses 1,2 --arity 1,2 --repeats 1",
        "inference": "--predicates 2,3 --variables 2 --nodes 2,4 --arity 1,2 --domain 4 --facts 6,9 --probabilistic 50 --repeats 1 --engines exact,worlds",
    }
    for name, grid in grids.items():
        for design in [[]] if name == "scaling" else [["--design", "safe"], ["--design", "paper"]]:
            arguments = ["experiment", name, "records", *grid.split(), *design, "--threads", "1"]
            sides = {label: records(comparison, label, arguments) for label in ["old", "new"]}
            for at in range(max(len(lines) for lines in sides.values())):
                old, new = (Outcome(0, *(lines[at : at + 1] or ["no record"]), "") for lines in sides.values())
                comparison.rows[f"experiment {name}"].add(old, new, comparison.to_paste(arguments))


def records(comparison, label, arguments):
    """The records of an experiment, in order, without times, sizes of memory, machine and limits of the machine."""
    cwd = comparison.work / label
    shutil.rmtree(cwd / "records", ignore_errors=True)
    comparison.run(label, arguments, cwd)
    path = cwd / "records" / "records.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    return sorted(json.dumps(timeless(line), sort_keys=True) for line in lines)


def timeless(value):
    if isinstance(value, dict):
        of_machine = ["machine", "started", "peak_bytes", "memory_limit"]
        return {key: timeless(inner) for key, inner in value.items() if not key.endswith("_us") and key not in of_machine}
    return [timeless(inner) for inner in value] if isinstance(value, list) else value


def compare_fuzz(comparison):
    def of_side(task):
        label, fault = task
        engine = f"worker:{fault}={sys.executable} -S {HERE / 'mutant.py'} {fault} {comparison.sides['old']}"
        arguments = ["fuzz", "--engines", engine, "--programs", str(comparison.options.fuzzed), "--seed", "24", "--threads", "1"]
        arguments += ["--timeout", "30", "--patience", "600", "--output", fault]
        return fault, arguments, comparison.run(label, arguments, comparison.work / label, limit=1200)

    tasks = [(label, fault) for fault in FAULTS for label in ["old", "new"]]
    with ThreadPoolExecutor(comparison.options.jobs) as pool:
        ended = list(pool.map(of_side, tasks))
    for (fault, arguments, old), (_, _, new) in zip(ended[::2], ended[1::2]):
        comparison.rows["fuzz"].add(old, new, comparison.to_paste(arguments))
        directories = [comparison.work / label / fault for label in ["old", "new"]]
        found = {file.relative_to(place) for place in directories for file in place.rglob("*") if file.is_file()}
        for name in sorted(found):
            sides = [place / name for place in directories]
            old, new = (Outcome(0, side.read_text() if side.exists() else "no such file", "") for side in sides)
            kind = "fuzz, findings" if len(name.parts) > 1 else f"fuzz, {name}"
            comparison.rows[kind].add(old, new, f"diff {sides[0]} {sides[1]}")


def print_table(rows):
    print(f"{'kind':<28}{'compared':>9}{'done':>8}{'equal':>8}{'differ':>8}   stderr or sizes differ")
    for kind, row in rows.items():
        print(f"{kind:<28}{row.compared:>9}{row.done:>8}{row.compared - row.differ:>8}{row.differ:>8}   {row.asides or ''}")
    for kind, row in rows.items():
        if row.first:
            print(f"\n{kind}: {row.differ} differ, among them")
            print("\n".join(f"  {command}" for command in row.first[:3]))


def count_instructions(comparison):
    """Commands of each kind under valgrind, in one thread each."""
    spec = comparison.files / "family.toml"
    spec.write_text((ROOT / "examples" / "family.toml").read_text())
    closed = ["--predicates", "p/1,q/2,r/1", "--variables", "2", "--constants", "2", "--max-nodes", "4", "--max-clauses", "5"]
    hard = ["--predicates", "p/4,q/3,r/2,s/1,t/4,u/2,v/1,w/3", "--variables", "8", "--constants", "4", "--max-nodes", "8", "--max-clauses", "16"]
    hard += ["--independent", "p:q,r:s"]
    for seed in ["2", "6"]:
        large = ["--seed", seed, "--domain", "400", "--facts", "100000", "--query", "derived", "--output", f"large-{seed}.pl"]
        comparison.old("instance", *closed, *large)
    (comparison.files / "wide.pl").write_text(
        "0.5::edge(X, Y) :- between(1, 11, X), Y is X + 1.\n0.3::edge(X, Y) :- between(1, 10, X), Y is X + 2.\n"
        "path(X, X, [X]).\npath(X, Y, [X | P]) :- edge(X, Z), path(Z, Y, P), \\+ member(X, P).\nlong(N) :- path(1, 12, P), length(P, N).\nquery(long(N)).\n"
    )
    clauses = [f"0.{number}::p{number} :- \\+ q{number}, p{number + 1}.\nq{number}." for number in range(1, 9)]
    (comparison.files / "faulty.pl").write_text("\n".join([*clauses, "0.4::p9.", "p3 :- p9, \\+ p3x(_), p3.", "p3x(a) :- fail.", "query(p3)."]) + "\n")
    mutant = f"worker:mutant={sys.executable} -S {HERE / 'mutant.py'} recursion {comparison.sides['old']}"
    commands = {
        "enumeration": ["enumerate", *closed, "--limit", "20000"],
        "sampling, exact": ["sample", *closed, "--method", "exact", "--count", "2000", "--seed", "1", "--threads", "1"],
        "sampling, search": ["sample", str(spec), "--method", "search", "--count", "300", "--seed", "1", "--threads", "1"],
        # What a run of the scaling experiment does. The experiment itself looks for the vDSO to measure time, which valgrind hides.
        "search, as in scaling": ["sample", *hard, "--method", "search", "--count", "40", "--seed", "1", "--threads", "1"],
        "inference, 100,000 facts": ["infer", "large-2.pl", "large-6.pl", "--timeout", "1000"],
        "inference, wide": ["infer", "wide.pl"],
        "reduction": ["reduce", "faulty.pl", "--engine", mutant, "--threads", "1"],
    }
    print(f"{'what':<28}{'old':>16}{'new':>16}{'new / old':>12}")
    for name, arguments in commands.items():
        tasks = [(label, arguments) for label in ["old", "new"]]
        with ThreadPoolExecutor(comparison.options.jobs) as pool:
            old, new = pool.map(lambda task: instructions(comparison, *task), tasks)
        print(f"{name:<28}{old:>16,}{new:>16,}{new / old:>12.4f}", flush=True)


def instructions(comparison, label, arguments):
    # Callgrind counts the same, and takes longer.
    tool = ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    command = ["valgrind", *tool, comparison.sides[label], *arguments]
    ended = subprocess.run(command, cwd=comparison.files, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
    counted = re.search(r"I +refs: +([\d,]+)", ended.stderr)
    if ended.returncode != 0 or not counted:
        sys.exit(f"{' '.join(map(str, command))} ended with {ended.returncode}:\n{ended.stderr}")
    return int(counted[1].replace(",", ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", metavar="OLD", help="the executable of the version before")
    parser.add_argument("new", metavar="NEW", help="the executable to compare with it")
    parser.add_argument("--specs", type=int, default=400, help="how many random specs")
    parser.add_argument("--programs", type=int, default=5000, help="how many programs")
    parser.add_argument("--fuzzed", type=int, default=2000, help="how many programs `fuzz` asks each faulty engine about")
    parser.add_argument("--only", nargs="+", choices=["specs", "programs", "experiments", "fuzz"], help="only these parts")
    parser.add_argument("--seed", type=int, default=24, help="what fixes all that is random here")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many processes at once")
    parser.add_argument("--instructions", action="store_true", help="count instructions instead")
    options = parser.parse_args()
    work = Path(tempfile.mkdtemp(prefix="versus-before-"))
    comparison = Comparison(options, work)
    if options.instructions:
        count_instructions(comparison)
        shutil.rmtree(work)
        return
    draw = random.Random(options.seed)
    chosen = options.only or ["specs", "programs", "experiments", "fuzz"]
    started = time.monotonic()

    def part(name, compare):
        if name in chosen:
            compare()
            print(f"  {name}: done after {time.monotonic() - started:.0f} s", file=sys.stderr)

    # Programs are drawn from specs, so these are needed for both.
    names = draw_specs(comparison, draw, options.specs) if {"specs", "programs"} & set(chosen) else []
    part("specs", lambda: compare_specs(comparison, names))
    part("programs", lambda: compare_programs(comparison, draw_programs(comparison, draw, names, options.programs)))
    part("experiments", lambda: compare_experiments(comparison))
    part("fuzz", lambda: compare_fuzz(comparison))
    print_table(comparison.rows)
    if any(row.differ for row in comparison.rows.values()):
        print(f"\nAll files are in {work}")
        sys.exit(1)
    shutil.rmtree(work)


if __name__ == "__main__":
    main()

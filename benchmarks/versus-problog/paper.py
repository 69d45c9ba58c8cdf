"""Random instances of the paper's design: does `exact` answer all that ProbLog's `sdd` answers, with the same numbers?"""

import json
import subprocess
from collections import Counter

from sides import TARGET
from tables import row, table

# Relative or absolute: ProbLog computes with floating-point numbers.
TOLERANCE = 1e-6


def report(randlog, programs, count, seconds):
    """Draws instances, has both answer, and lists what `exact` does not answer, with reasons."""
    directory = TARGET / f"paper-{count}"
    options = ["--design", "paper", "--sample", count, "--repeats", 1, "--facts", 1000, "--domain", 100]
    engines = ["--engines", "exact,sdd", "--timeout", seconds, "--environment", programs.parent]
    command = [randlog.binary, "experiment", "inference", directory, *options, *engines]
    resume = ["--resume"] if (directory / "records.jsonl").exists() else []
    subprocess.run([str(part) for part in [*command, *resume]], check=True)
    records = [json.loads(line) for line in (directory / "records.jsonl").open()]
    summarise([record for record in records if "runs" in record])


def summarise(records):
    pairs = [(record, by_engine(record, "exact"), by_engine(record, "sdd")) for record in records]
    pairs = [(record, ours, theirs) for record, ours, theirs in pairs if ours and theirs]
    counts = Counter((outcome(ours), outcome(theirs)) for _, ours, theirs in pairs)
    print(f"\n### {len(pairs)} instances of the paper's design\n")
    table(["exact", "sdd", "instances"])
    for (ours, theirs), number in counts.most_common():
        row([ours, theirs, number])
    both = [p for p in pairs if answered(p[1]) and answered(p[2])]
    different = [p for p in both if not same(p[1], p[2])]
    missed = [p for p in pairs if not answered(p[1]) and answered(p[2])]
    print(f"\nBoth answer {len(both)}, of which {len(different)} differently.")
    print(f"`exact` does not answer {len(missed)} that `sdd` answers.\n")
    unanswered = [p for p in pairs if not answered(p[1])]
    listed("different", different)
    listed("answered by `sdd` alone", missed)
    listed("not answered by `exact`", [p for p in unanswered if p not in missed])


def listed(title, pairs):
    if not pairs:
        return
    print(f"\n{title}:\n")
    table(["instance", "query", "exact", "sdd"])
    for record, ours, theirs in pairs:
        row([record["id"], f"`{record['query']}`", reason(ours), reason(theirs)])


def by_engine(record, name):
    return next((run for run in record["runs"] if run["engine"] == name), None)


def answered(run):
    return run["outcome"] == "answered"


def same(ours, theirs):
    return all(abs(ours[end] - theirs[end]) <= TOLERANCE for end in ("low", "high"))


def outcome(run):
    return run.get("kind") or run["outcome"]


def reason(run):
    if answered(run):
        return run["low"]
    words = " ".join(run.get("words", "").split()).replace("|", "\\|")
    return f"{outcome(run)}: {words[:160]}" if words else outcome(run)

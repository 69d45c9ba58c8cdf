"""What the way through Python costs. Both sides take turns in one run; the ratio is what counts.

    target/python/bin/python python/measure.py samples RANDLOG    # RANDLOG: the command line, built like the package
    target/python/bin/python python/measure.py problog            # needs ProbLog in the same environment
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import randlog

SMALL = randlog.Spec(
    predicates=["p/1", "q/2"], variables=2, constants=["a"], max_nodes=3, max_clauses=3, probabilities=[0.5, 1], safe=True
)


def timed(work):
    started = time.perf_counter()
    result = work()
    return time.perf_counter() - started, result


def samples(command, count=100_000, turns=5):
    """Programs of a small spec as strings, on one thread."""
    with tempfile.TemporaryDirectory() as directory:
        spec, out = Path(directory, "spec.toml"), Path(directory, "out.pl")
        spec.write_text(str(SMALL))
        words = [command, "sample", spec, "--seed", "7", "--count", str(count), "--threads", "1", "--output", out]

        def by_command():
            out.unlink(missing_ok=True)
            subprocess.run(words, check=True, capture_output=True)

        def by_python():
            return [str(program) for program in SMALL.sample(seed=7, threads=1)[:count]]

        best = [1e9, 1e9]
        for _ in range(turns):
            for side, work in enumerate((by_command, by_python)):
                best[side] = min(best[side], timed(work)[0])
        written = out.read_text().split("\n% program ")[1:]
        assert [text.split("\n", 1)[1].strip() for text in written] == by_python()
    command_rate, python_rate = (count / seconds for seconds in best)
    print(f"command line {command_rate:,.0f}/s, Python {python_rate:,.0f}/s: {python_rate / command_rate:.2f} times")


def problog(count=10_000, every=20):
    """Answers of small instances: all by randlog, some by ProbLog, which would take too long for all."""
    from problog import get_evaluatable
    from problog.program import PrologString

    programs = randlog.instances(SMALL, seed=3, facts=6, domain=3, query="derived")[:count]
    seconds, answers = timed(lambda: randlog.infer_many(programs))
    one_thread, _ = timed(lambda: randlog.infer_many(programs, threads=1))

    def ask(program):
        return get_evaluatable().create_from(PrologString(program.to_text())).evaluate()

    some = range(0, count, every)
    other_seconds, others = timed(lambda: [ask(programs[index]) for index in some])
    for index, other in zip(some, others):
        (value,), (theirs,) = answers[index].values(), other.values()
        assert abs(value - theirs) < 1e-9, programs[index]
    ours, theirs = seconds / count, other_seconds / len(some)
    print(
        f"randlog {1e6 * ours:.0f} µs each ({1e6 * one_thread / count:.0f} on one thread), ProbLog {1e6 * theirs:.0f} µs: "
        f"{theirs / ours:.0f} times ({theirs * count / one_thread:.0f} on one thread), {len(others)} answers equal"
    )


if __name__ == "__main__":
    {"samples": samples, "problog": problog}[sys.argv[1]](*sys.argv[2:])

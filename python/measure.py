"""What the package must show. Where two sides are compared, they take turns in one run, and the ratio counts.

    target/python/bin/python python/measure.py samples RANDLOG    # RANDLOG: the command line, built like the package
    target/python/bin/python python/measure.py problog            # needs ProbLog in the same environment
    target/python/bin/python python/measure.py imports
    target/python/bin/python python/measure.py interrupts
    target/python/bin/python python/measure.py gym                # needs reasoning_gym

Build the package for this by `cargo build --release` and copy `target/release/lib_randlog.so` to
`python/randlog/_randlog.abi3.so`. `python/test --wheel` builds a wheel, tells its size, and tries it.
"""

import itertools
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from fractions import Fraction
from pathlib import Path

import randlog

SMALL = randlog.Spec(
    predicates=["p/1", "q/2"], variables=2, constants=["a"], max_nodes=3, max_clauses=3, probabilities=[0.5, 1], safe=True
)


def timed(work):
    started = time.perf_counter()
    result = work()
    return time.perf_counter() - started, result


def processor(whose):
    used = resource.getrusage(whose)
    return used.ru_utime + used.ru_stime


def samples(command, count=100_000, turns=5):
    """Programs of a small spec as strings, drawn on one thread: by the time of the processor, all threads together, and by
    the clock."""
    count = int(count)
    with tempfile.TemporaryDirectory() as directory:
        spec, out = Path(directory, "spec.toml"), Path(directory, "out.pl")
        spec.write_text(str(SMALL))
        words = [command, "sample", spec, "--seed", "7", "--count", str(count), "--threads", "1"]
        words += ["--method", "exact", "--output", out]

        def by_command():
            out.unlink(missing_ok=True)
            subprocess.run(words, check=True, capture_output=True)

        def by_python():
            drawn = SMALL.sample(seed=7, method="exact", threads=1)
            return [str(program) for program in itertools.islice(drawn, count)]

        sides = ((by_command, resource.RUSAGE_CHILDREN), (by_python, resource.RUSAGE_SELF))
        best = {"processor": [float("inf")] * 2, "clock": [float("inf")] * 2}
        for _ in range(turns):
            for side, (work, whose) in enumerate(sides):
                before = processor(whose)
                wall, _ = timed(work)
                best["processor"][side] = min(best["processor"][side], processor(whose) - before)
                best["clock"][side] = min(best["clock"][side], wall)
        written = out.read_text().split("\n% program ")[1:]
        assert [text.split("\n", 1)[1].strip() for text in written] == by_python()
    for by, (theirs, ours) in best.items():
        rates = f"command line {count / theirs:,.0f}/s, Python {count / ours:,.0f}/s"
        print(f"{count} programs, the same, by the {by}: {rates}: {theirs / ours:.2f} times")


class Late(Exception):
    """ProbLog was not done in time."""


def problog(count=10_000, limit=60):
    """Answers of small instances, all by both; what takes ProbLog longer than the limit counts as the limit."""
    from problog import get_evaluatable
    from problog.program import PrologString

    def ask(program):
        return get_evaluatable().create_from(PrologString(program.to_text())).evaluate()

    def give_up(*_):
        raise Late

    count, limit = int(count), int(limit)
    signal.signal(signal.SIGALRM, give_up)
    programs = randlog.instances(SMALL, seed=3, facts=6, domain=3, query="derived")[:count]
    ask(programs[0])
    every, answers = timed(lambda: randlog.infer_many(programs))
    one_thread, _ = timed(lambda: randlog.infer_many(programs, threads=1))
    theirs, ratios, late, wrong, undecided = [], [], 0, 0, 0
    for program, answer in zip(programs, answers):
        alone, _ = timed(lambda: randlog.infer(program))
        started = time.perf_counter()
        signal.alarm(limit)
        try:
            (said,) = ask(program).values()
            signal.alarm(0)
            (value,) = answer.values()
            if abs(value - said) >= 1e-9:
                # ProbLog 2.3.0 has faults. Whoever walks through all worlds tells who is wrong.
                try:
                    (right,) = randlog.infer(program, engine="worlds").values()
                    assert abs(value - right) < 1e-9, program
                    wrong += 1
                except randlog.InferenceError:
                    undecided += 1
        except Late:
            late += 1
        finally:
            signal.alarm(0)
        theirs.append(time.perf_counter() - started)
        ratios.append(theirs[-1] / alone)
    print(f"{count} programs; {count - late - wrong - undecided} answers equal")
    print(f"    {late} programs on which ProbLog took longer than {limit} s, {wrong} on which it is wrong, by all worlds")
    print(f"    {undecided} on which it says something else, with too many worlds to tell who is wrong")
    print(f"in total: randlog {every:.2f} s ({one_thread:.2f} s on one thread), ProbLog {sum(theirs):.1f} s")
    print(f"    {sum(theirs) / every:,.0f} times as fast ({sum(theirs) / one_thread:,.0f} on one thread)")
    median = statistics.median(theirs)
    print(f"in the median: ProbLog {1e6 * median:,.0f} µs, randlog {1e6 * every / count:.0f} µs on average in `infer_many`")
    print(f"    {median * count / every:,.0f} times as fast ({median * count / one_thread:,.0f} on one thread)")
    print(f"    one `infer` at a time: {statistics.median(ratios):,.0f} times as fast on the median program")


def imports(turns=20):
    """How long `import randlog` takes in a fresh process."""
    script = "import time; started = time.perf_counter(); import randlog; print(time.perf_counter() - started)"
    run = [sys.executable, "-c", script]
    times = [float(subprocess.run(run, check=True, capture_output=True).stdout) for _ in range(int(turns))]
    print(f"imported in {1000 * statistics.median(times):.0f} ms in the median, {1000 * max(times):.0f} ms at most")


def interrupts(turns=5):
    """How long Ctrl-C takes to be heard while Rust works, and how much work is done in the second after it."""
    large = randlog.Spec(predicates=["p/2", "q/2", "r/2"], variables=3, constants=3, max_nodes=6, max_clauses=8)
    names = [f"p{arity}/{arity}" for arity in range(11)]
    manifold = randlog.Spec(predicates=names, variables=2, max_nodes=8, max_clauses=30)
    edges = " ".join(f"0.5::e({a}, {b})." for a in range(20) for b in range(20) if a != b)
    hard = edges + " p(X, Y) :- e(X, Y). p(X, Y) :- p(X, Z), e(Z, Y). query(p(0, 13))."
    for name, work in {
        "count by search": lambda: large.count(method="search"),
        "count": lambda: manifold.count(memory=2**60),
        "enumerate": lambda: sum(1 for _ in large.enumerate()),
        "slice": lambda: large.sample(seed=1)[: 10**12],
        "infer": lambda: randlog.infer(hard),
        "infer_many": lambda: randlog.infer_many([hard] * 4),
        "compare": lambda: randlog.compare([hard] * 4, ["exact"], timeout=1000),
    }.items():
        longest = most = 0.0
        for _ in range(int(turns)):
            sent = []

            def press():
                time.sleep(0.5)
                sent.append(time.perf_counter())
                os.kill(os.getpid(), signal.SIGINT)

            threading.Thread(target=press).start()
            try:
                work()
            except KeyboardInterrupt:
                longest = max(longest, time.perf_counter() - sent[0])
            time.sleep(0.1)
            before = time.process_time()
            time.sleep(1)
            most = max(most, time.process_time() - before)
        print(f"{name}: heard within {1000 * longest:.0f} ms; {1000 * most:.0f} ms of work in a second after that")


def levels():
    """A configuration for each level of the curriculum."""
    from reasoning_gym.factory import create_curriculum

    import randlog.gym

    curriculum = create_curriculum(randlog.gym.NAME)
    configs = [curriculum.generate_configuration()]
    while curriculum.increment_global_level():
        configs.append(curriculum.generate_configuration())
    return configs


def questions(size, chance):
    """Questions over the whole curriculum, so many of each level and split: with labels that the other engine gives, too,
    and none of them in two splits. They are about chances, or about yes and no."""
    seen = {}
    for config, split in itertools.product(levels(), randlog.dataset.SPLITS):
        config.probabilistic, config.split, config.seed, config.size = chance, split, 1, size
        data = randlog.gym.LogicProgramsDataset(config)
        for item in data:
            told = item["metadata"]
            program = randlog.Program.parse(told["program"])
            (answer,) = randlog.infer(program, exact=True, engine="worlds").values()
            assert answer == Fraction(told["probability"])
            assert item["answer"] == (str(answer) if chance else "yes" if answer else "no")
            assert data.score_answer(item["answer"], item) == 1.0
            assert seen.setdefault(item["question"], split) == split, "an item twice across splits"
            assert told["irrelevant_rules"] >= config.irrelevant
            yield item


def gym(items=1000):
    """How labels are distributed over the curriculum."""
    size = -(-int(items) // (2 * len(levels()) * len(randlog.dataset.SPLITS)))
    for chance in (True, False):
        seconds, drawn = timed(lambda: list(questions(size, chance)))
        print(f"{len(drawn)} items about {'chances' if chance else 'yes and no'}, drawn and checked in {seconds:.1f} s:")
        counts = Counter(item["answer"] for item in drawn)
        print("   ", ", ".join(f"{label}: {count}" for label, count in counts.most_common()))


if __name__ == "__main__":
    tasks = {"samples": samples, "problog": problog, "imports": imports, "interrupts": interrupts, "gym": gym}
    tasks[sys.argv[1]](*sys.argv[2:])

"""What the way through Python costs. Both sides take turns in one run; the ratio is what counts.

    target/python/bin/python python/measure.py samples RANDLOG    # RANDLOG: the command line, built like the package
    target/python/bin/python python/measure.py problog            # needs ProbLog in the same environment
    target/python/bin/python python/measure.py interrupts
    target/python/bin/python python/measure.py gym                # needs reasoning_gym
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
    """Programs of a small spec as strings, drawn on one thread: by the time of the processor, all threads together."""
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
        best = [float("inf")] * 2
        for _ in range(turns):
            for side, (work, whose) in enumerate(sides):
                before = processor(whose)
                work()
                best[side] = min(best[side], processor(whose) - before)
        written = out.read_text().split("\n% program ")[1:]
        assert [text.split("\n", 1)[1].strip() for text in written] == by_python()
    command_rate, python_rate = (count / seconds for seconds in best)
    print(f"command line {command_rate:,.0f}/s, Python {python_rate:,.0f}/s: {python_rate / command_rate:.2f} times")


def problog(count=10_000, every=100):
    """Answers of small instances: all by randlog, some by ProbLog, which would take too long for all."""
    from problog import get_evaluatable
    from problog.program import PrologString

    count, every = int(count), int(every)
    programs = randlog.instances(SMALL, seed=3, facts=6, domain=3, query="derived")[:count]
    seconds, answers = timed(lambda: randlog.infer_many(programs))
    one_thread, _ = timed(lambda: randlog.infer_many(programs, threads=1))

    def ask(program):
        return get_evaluatable().create_from(PrologString(program.to_text())).evaluate()

    some = range(0, count, every)
    times = []
    for index in some:
        took, other = timed(lambda: ask(programs[index]))
        times.append(took)
        (value,), (said,) = answers[index].values(), other.values()
        assert abs(value - said) < 1e-9, programs[index]
    # A few programs take ProbLog minutes: the median says more than the mean.
    ours, theirs = seconds / count, statistics.median(times)
    print(
        f"randlog {1e6 * ours:.0f} µs each ({1e6 * one_thread / count:.0f} on one thread), ProbLog {1e6 * theirs:.0f} µs in the median: "
        f"{theirs / ours:.0f} times ({theirs * count / one_thread:.0f} on one thread), {len(times)} answers equal"
    )


def interrupts(turns=5):
    """How long Ctrl-C takes to be heard while Rust works."""
    large = randlog.Spec(predicates=["p/2", "q/2", "r/2"], variables=3, constants=3, max_nodes=6, max_clauses=8)
    edges = " ".join(f"0.5::e({a}, {b})." for a in range(20) for b in range(20) if a != b)
    hard = edges + " p(X, Y) :- e(X, Y). p(X, Y) :- p(X, Z), e(Z, Y). query(p(0, 13))."
    for name, work in {
        "count": lambda: large.count(method="search", timeout=1),
        "slice": lambda: large.sample(seed=1)[: 10**9],
        "infer": lambda: randlog.infer(hard, timeout=1),
    }.items():
        longest = 0.0
        for _ in range(turns):
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
        print(f"{name}: heard within {1000 * longest:.0f} ms")


def gym(items=1000):
    """Questions over the whole curriculum, in all splits: labels checked by the other engine, and told."""
    from collections import Counter

    from reasoning_gym.factory import create_curriculum

    import randlog.gym

    curriculum, configs = create_curriculum(randlog.gym.NAME), []
    configs.append(curriculum.generate_configuration())
    while curriculum.increment_global_level():
        configs.append(curriculum.generate_configuration())
    kinds = [(config, chance, split) for config in configs for chance in (True, False) for split in randlog.dataset.SPLITS]
    seen, labels = {}, {True: Counter(), False: Counter()}
    seconds = 0.0
    for config, chance, split in kinds:
        config.probabilistic, config.split, config.seed, config.size = chance, split, 1, -(-items // len(kinds))
        data = randlog.gym.LogicProgramsDataset(config)
        took, drawn = timed(lambda: list(data))
        seconds += took
        for item in drawn:
            program = randlog.Program.parse(item["metadata"]["program"])
            (answer,) = randlog.infer(program, exact=True, engine="worlds").values()
            assert item["answer"] == (str(answer) if chance else "yes" if answer else "no")
            assert seen.setdefault(item["question"], split) == split
            labels[chance][item["answer"]] += 1
    total = sum(map(len, labels.values()))
    print(f"{sum(sum(counts.values()) for counts in labels.values())} items in {seconds:.1f} s, {total} different labels")
    for counts in labels.values():
        print(", ".join(f"{label}: {count}" for label, count in counts.most_common(12)), "…" if len(counts) > 12 else "")


if __name__ == "__main__":
    {"samples": samples, "problog": problog, "interrupts": interrupts, "gym": gym}[sys.argv[1]](*sys.argv[2:])

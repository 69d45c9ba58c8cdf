"""Generated instances with 100,000 facts: parse to answer, and what irrelevant clauses cost."""

import re
import subprocess
from statistics import median

from sides import HERE, TARGET, check_agreement
from tables import faster, megabytes, row, seconds, table

FACTS = 100_000
# Domain and seed, chosen so that rules are about `goal` and randlog finds all its instances within
# seconds; `README.md` tells of the others.
INSTANCES = [(200, 3), (100, 6), (400, 3)]
# Seconds for an answer.
LIMIT = 60


def draw(randlog, rules, domain, seed, path):
    """An instance as `randlog instance` draws it."""
    options = ["--domain", domain, "--facts", FACTS, "--facts-by", "predicates", "--seed", seed]
    spread = ["--spread", "nodes"] if rules == "rules.toml" else []
    command = [randlog.binary, "instance", HERE / rules, *options, *spread, "--output", path]
    path.unlink(missing_ok=True)
    subprocess.run([str(part) for part in command], check=True, stderr=subprocess.DEVNULL)
    return path.read_text()


def make(randlog, domain, seed):
    """An instance that asks for a `goal` which takes many ground clauses to answer."""
    path = TARGET / f"{domain}-{seed}.pl"
    text = re.sub(r"^query\(.*\n", "", draw(randlog, "rules.toml", domain, seed, path), flags=re.M)
    goals = randlog.solve(path, LIMIT, "--query", "goal(_)").answers
    uncertain = [goal for goal, probability in goals.items() if 0.01 < probability < 0.99]

    def ground_clauses(goal):
        sizes = randlog.solve(path, LIMIT, "--query", goal).details["sizes"]
        return sizes["ground_clauses"]

    query = max(uncertain[:20], key=ground_clauses)
    path.write_text(f"{text}query({query}).\n")
    return path, query


def report(randlog, back_ends, instances, rounds):
    """Parse to answer, all sides in turn."""
    print(f"\n### {FACTS:,} facts: parse to answer\n")
    columns = ["domain", "seed", "query", "probability", "side", "CPU, s", "wall, s", "MB"]
    table([*columns, "randlog faster, CPU", "wall"])
    for domain, seed in instances:
        path, query = make(randlog, domain, seed)
        replies = {side.name: [] for side in [randlog, *back_ends]}
        for _ in range(rounds):
            for side in back_ends:
                replies[randlog.name].append(randlog.solve(path, LIMIT))
                # Who has failed once is not asked again.
                if all(reply.answers for reply in replies[side.name]):
                    replies[side.name].append(side.solve(path, LIMIT))
        check_agreement([reply for all in replies.values() for reply in all])
        ours = replies[randlog.name]
        [probability] = ours[0].answers.values()
        for name, theirs in replies.items():
            common = [domain, seed, f"`{query}`", f"{probability:.6f}", name]
            if theirs[-1].answers is None:
                row([*common, failure(theirs[-1]), "–", "–", "–", "–"])
                continue
            cpu, wall = cost(theirs)
            our_cpu, our_wall = cost(ours)
            memory = max(reply.run.memory for reply in theirs)
            times = [seconds(cpu), seconds(wall), megabytes(memory)]
            row([*common, *times, faster(cpu / our_cpu), faster(wall / our_wall)])


def failure(reply):
    return f"> {LIMIT}" if reply.run.code is None else "failed"


def cost(replies):
    """Seconds of the processor and by the wall."""
    runs = [reply.run for reply in replies]
    return median(run.cpu for run in runs), median(run.wall for run in runs)


def report_irrelevance(randlog, instances, rounds):
    """The time after parsing, with and without clauses that the query cannot reach."""
    print(f"\n### {FACTS:,} further facts and ten rules that the query cannot reach\n")
    columns = ["domain", "seed", "after parsing, ms", "with them", "more"]
    table([*columns, "instructions after parsing, million", "with them", "more"])
    for domain, seed in instances:
        small, _ = make(randlog, domain, seed)
        elsewhere = draw(randlog, "elsewhere.toml", domain, seed, TARGET / "elsewhere.pl")
        assert elsewhere.count(":-") == 10
        large = TARGET / f"{domain}-{seed}-larger.pl"
        # Without its header, which would begin a second program.
        large.write_text(small.read_text() + re.sub(r"^(query\(|%).*\n", "", elsewhere, flags=re.M))
        times = {small: [], large: []}
        for _ in range(rounds):
            replies = [randlog.solve(path, LIMIT) for path in times]
            check_agreement(replies)
            for path, reply in zip(times, replies):
                times[path].append(after_parsing(reply))
        cells = [domain, seed]
        cells += compared(*(median(times[path]) for path in times), digits=1)
        counts = [instructions(randlog, path) for path in times]
        cells += compared(*counts, digits=2) if all(counts) else ["–"] * 3
        row(cells)


def after_parsing(reply):
    """Milliseconds."""
    phases = reply.details["phases"]
    return sum(time for phase, time in phases.items() if phase != "parse_us") / 1000


def compared(before, after, digits):
    more = (after / before - 1) * 100
    return [f"{before:.{digits}f}", f"{after:.{digits}f}", f"{more:+.1f} %"]


def instructions(randlog, path):
    """Millions of them after parsing; nothing without valgrind. The first thread does nothing but parse and print."""
    output = TARGET / "callgrind.out"
    for old in TARGET.glob("callgrind.out*"):
        old.unlink()
    callgrind = ["valgrind", "--tool=callgrind", "--separate-threads=yes"]
    command = [*callgrind, f"--callgrind-out-file={output}", randlog.binary, "infer", path]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (FileNotFoundError, subprocess.CalledProcessError):
        return None
    threads = sorted(TARGET.glob("callgrind.out-*"))[1:]
    totals = [re.search(r"^(?:totals|summary): (\d+)", thread.read_text(), re.M) for thread in threads]
    return sum(int(total[1]) for total in totals) / 1e6

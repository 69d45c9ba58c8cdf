"""Reachability in random cyclic graphs that grow until no side can answer."""

import random
from statistics import median

from sides import TARGET, check_agreement
from tables import row, seconds, table

RULES = "path(X, Y) :- edge(X, Y).\npath(X, Y) :- edge(X, Z), path(Z, Y).\n"


def graph(nodes, seed):
    """The edges of a graph, three times as many as nodes, each with a probability in tenths."""
    dice = random.Random(f"{nodes}/{seed}")
    pairs = [(a, b) for a in range(nodes) for b in range(nodes) if a != b]
    return [(a, b, dice.randint(1, 9) / 10) for a, b in dice.sample(pairs, 3 * nodes)]


def reaches(edges, goal):
    """Is there a way from the first node?"""
    found, new = {0}, {0}
    while new:
        new = {b for a, b, _ in edges if a in new} - found
        found |= new
    return goal in found


def programs(nodes, count):
    """Programs that ask for a way from the first node to the last, where there is one."""
    seed = 0
    while count:
        seed += 1
        edges = graph(nodes, seed)
        if reaches(edges, nodes - 1):
            count -= 1
            facts = "".join(f"{p}::edge({a}, {b}).\n" for a, b, p in edges)
            path = TARGET / f"graph-{nodes}-{seed}.pl"
            path.write_text(f"{facts}{RULES}query(path(0, {nodes - 1})).\n")
            yield seed, path


def report(sides, sizes, count, limit):
    """Each side goes on until it fails on most graphs of a size."""
    print(f"\n### Reachability in cyclic graphs: n nodes, 3n edges, {limit} s each\n")
    columns = ["n", "side", "answered", "CPU, s, by graph", "median", "diagram nodes, by graph"]
    table(columns)
    alive = list(sides)
    for nodes in sizes:
        replies = {side.name: [] for side in alive}
        for _, path in programs(nodes, count):
            for side in alive:
                failed = sum(reply.answers is None for reply in replies[side.name])
                if 2 * failed <= count:
                    replies[side.name].append(side.solve(path, limit))
            check_agreement([said[-1] for said in replies.values() if len(said)])
        for name, said in replies.items():
            row([nodes, name, *summary(said, count, limit)])
        alive = [side for side in alive if 2 * answered(replies[side.name]) > count]
        if not alive:
            break


def answered(replies):
    return sum(reply.answers is not None for reply in replies)


def summary(replies, count, limit):
    times = [reply.run.cpu if reply.answers else float("inf") for reply in replies]
    # Graphs that were not tried any more, after most had failed.
    times += [float("inf")] * (count - len(replies))
    shown = [f"{seconds(t)}" if t < limit else failure(r, limit) for t, r in zip(times, replies)]
    middle = median(times)
    middle = seconds(middle) if middle < float("inf") else "–"
    tried = f"{answered(replies)} of {len(replies)}"
    return [tried, ", ".join(shown), middle, ", ".join(map(nodes, replies))]


def failure(reply, limit):
    return f"> {limit}" if reply.run.code is None else "failed"


def nodes(reply):
    if reply.answers is None:
        return "–"
    return str(reply.details.get("nodes") or reply.details["sizes"]["diagram_nodes"])

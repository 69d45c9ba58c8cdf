"""Families of programs that grow, and the largest that each side answers in time."""

import json
import os
import random
import sys
from dataclasses import dataclass
from itertools import product
from math import log
from typing import Callable

from sides import TARGET, agree, check_agreement
from tables import row, seconds, table

PATHS = "path(X, Y) :- edge(X, Y). path(X, Y) :- edge(X, Z), path(Z, Y)."
BOTH_WAYS = "edge(X, Y) :- fact(X, Y). edge(X, Y) :- fact(Y, X)."


@dataclass
class Family:
    """A program for each size. `fixed_width` if only its length grows."""

    name: str
    program: Callable[[int], str]
    sizes: list[int]
    fixed_width: bool = False
    # For networks: the factors of each size, what is observed, and the variable asked for.
    factors: Callable | None = None


def tenths(dice):
    return f"0.{dice.randint(1, 9)}"


def edges(pairs, name, seed=1):
    dice = random.Random(seed)
    return " ".join(f"{tenths(dice)}::{name}({a}, {b})." for a, b in pairs)


def bayesian(window):
    """Variables with three parents each, among the ones just before."""

    def program(size):
        dice = random.Random(size)
        lines = []
        for node in range(size):
            near = range(max(0, node - window), node)
            parents = dice.sample(near, min(3, len(near)))
            for case in range(2 ** len(parents)):
                signs = ["" if case >> i & 1 else "\\+ " for i in range(len(parents))]
                body = ", ".join(f"{s}x({p})" for s, p in zip(signs, parents))
                lines.append(f"{dice.randint(5, 95) / 100}::x({node})" + (f" :- {body}." if body else "."))
        return "\n".join(lines) + f"\nquery(x({size - 1}))."

    return program


def grid(directed):
    def program(size):
        near = [((i, j), (i + a, j + b)) for i in range(size) for j in range(size) for a, b in ((1, 0), (0, 1))]
        inside = [(p, q) for p, q in near if max(q) < size]
        number = lambda place: place[0] * size + place[1]
        pairs = [(number(p), number(q)) for p, q in inside]
        facts = edges(pairs, "edge") if directed else f"{edges(pairs, 'fact')} {BOTH_WAYS}"
        return f"{facts} {PATHS} query(path(0, {size * size - 1}))."

    return program


def layers(width):
    def program(size):
        rows = [[1 + width * row + i for i in range(width)] for row in range(size)]
        last = 1 + width * size
        rows = [[0], *rows, [last]]
        pairs = [(a, b) for row, below in zip(rows, rows[1:]) for a in row for b in below]
        return f"{edges(pairs, 'edge')} {PATHS} query(path(0, {last}))."

    return program


def cyclic(size):
    dice = random.Random(size)
    pairs = set()
    while len(pairs) < 3 * size:
        pairs.add(tuple(dice.sample(range(size), 2)))
    return f"{edges(sorted(pairs), 'edge')} {PATHS} query(path(0, {size - 1}))."


def smokers(size):
    dice = random.Random(size)
    pairs = set()
    while len(pairs) < 2 * size:
        pairs.add(tuple(dice.sample(range(size), 2)))
    friends = " ".join(f"friend({a}, {b})." for a, b in sorted(pairs))
    persons = " ".join(f"person({i})." for i in range(size))
    return f"""0.3::stress(X) :- person(X). 0.2::influences(X, Y) :- friend(Y, X).
        smokes(X) :- stress(X). smokes(X) :- friend(X, Y), influences(Y, X), smokes(Y).
        0.4::asthma(X) :- smokes(X). {persons} {friends}
        evidence(smokes(1)). query(asthma(0))."""


def noisy_or(size):
    dice = random.Random(size)
    causes = size // 2
    lines = [f"{tenths(dice)}::cause({i})." for i in range(causes)]
    for effect in range(size):
        for cause in dice.sample(range(causes), min(4, causes)):
            lines.append(f"{tenths(dice)}::effect({effect}) :- cause({cause}).")
    seen = " ".join(f"evidence(effect({i}))." for i in range(0, size, 2))
    return "\n".join(lines) + f" {seen} query(cause(0))."


def ladder(size):
    rungs = [(2 * i, 2 * i + 1) for i in range(size)]
    rails = [(i, i + 2) for i in range(2 * size - 2)]
    dice = random.Random(1)
    facts = " ".join(f"0.9{dice.randint(1, 9)}::fact({a}, {b})." for a, b in rungs + rails)
    return f"{facts} {BOTH_WAYS} {PATHS} query(path(0, {2 * size - 1}))."


def two_way(size):
    pairs = [(i, i + 1) for i in range(size)] + [(i + 1, i) for i in range(size)]
    facts = " ".join(f"0.9999::edge({a}, {b})." for a, b in pairs)
    return f"{facts} reached(0). reached(Y) :- reached(X), edge(X, Y). query(reached({size}))."


def chain(size):
    links = " ".join(f"0.99999::p({i + 1}) :- p({i})." for i in range(size))
    return f"0.5::p(0). {links} query(p({size}))."


def chain_with_evidence(size):
    links = " ".join(f"0.9::p({i + 1}) :- p({i}). 0.2::p({i + 1}) :- \\+ p({i})." for i in range(size))
    return f"0.5::p(0). {links} evidence(p({size})). query(p(0))."


def hidden_markov(size):
    lines = ["0.5::s(0)."]
    for i in range(size):
        lines.append(f"0.9::s({i + 1}) :- s({i}). 0.1::s({i + 1}) :- \\+ s({i}).")
        lines.append(f"0.8::o({i}) :- s({i}). 0.3::o({i}) :- \\+ s({i}).")
        lines.append(f"evidence(o({i}), {'true' if i % 3 else 'false'}).")
    return "\n".join(lines) + f" query(s({size}))."


def alternatives(size):
    heads = "; ".join(f"{0.5 / size:.12f}::a({i})" for i in range(size))
    facts = " ".join(f"0.5::b({i})." for i in range(size))
    return f"{heads}. {facts} q :- a(X), b(X). query(q)."


LONG = [10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000]
FAMILIES = [
    Family("Bayesian network, 3 parents of 5", bayesian(5), [25, 50, 100, *LONG[3:]], True),
    Family("3 parents of 10", bayesian(10), [20, 30, 40, 50, 75, 100, *LONG[3:8]], True),
    Family("3 parents of 15", bayesian(15), [20, 30, 40, 50, 75, 100, *LONG[3:7]], True),
    Family("directed grid n×n", grid(True), list(range(4, 25))),
    Family("undirected grid n×n", grid(False), list(range(3, 16))),
    Family("layers of 6", layers(6), [4, 6, 8, 9, 10, 12, 15, 20, 40, *LONG[2:7]], True),
    Family("cyclic graph", cyclic, list(range(10, 60, 2))),
    Family("smokers", smokers, list(range(5, 80, 3))),
    Family("noisy or", noisy_or, list(range(20, 130, 10))),
    Family("ladder", ladder, LONG[:8], True),
    Family("two-way chain", two_way, LONG, True),
    Family("chain", chain, [*LONG, 300_000, 1_000_000], True),
    Family("chain with evidence", chain_with_evidence, LONG, True),
    Family("hidden Markov model", hidden_markov, LONG, True),
    Family("annotated disjunction", alternatives, LONG, True),
]


def write_factors(family, size, file):
    """The network as tables, beside the program."""
    beside = file.with_suffix(".json")
    beside.unlink(missing_ok=True)
    if family.factors is None:
        return
    parts, seen, query = family.factors(size)
    tables = []
    for scope, chance in parts:
        cases = product(*([int(seen[one])] if one in seen else [0, 1] for one in scope))
        kept = [place for place, one in enumerate(scope) if one not in seen]
        table = [([case[place] for place in kept], chance(*case)) for case in cases]
        tables.append(([scope[place] for place in kept], table))
    beside.write_text(json.dumps({"factors": tables, "query": query, "atom": f"x({query})"}))


def largest(family, sides, limit):
    """Per side: the sizes that it answers, with CPU seconds, up to the first that it does not."""
    found = {side.name: [] for side in sides}
    running = list(sides)
    file = TARGET / f"family-{os.getpid()}.pl"
    for size in family.sizes:
        if not running:
            break
        file.write_text(family.program(size))
        write_factors(family, size, file)
        replies = {side.name: side.solve(file, 10 * limit, cpu=limit) for side in running}
        reliable = [replies[side.name] for side in running if side.is_reliable]
        check_agreement(reliable)
        right = next((reply.answers for reply in reliable if reply.answers is not None), None)
        for side in list(running):
            reply = replies[side.name]
            if reply.answers is not None and right is not None and not agree(right, reply.answers):
                print(f"{side.name} is wrong: {family.name}, size {size}", file=sys.stderr)
                running.remove(side)
            elif reply.answers is not None and reply.run.cpu <= limit:
                found[side.name].append((size, reply.run.cpu))
            else:
                running.remove(side)
    return found


def exponent(runs):
    """How time grows with size: the slope between logarithms, over the larger half, start-up left out."""
    start = runs[0][1] if runs else 0.0
    points = [(log(n), log(t - start)) for n, t in runs if t > 3 * start + 0.01]
    if len(points) < 2:
        return None
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    above = sum((x - mean_x) * (y - mean_y) for x, y in points)
    return above / sum((x - mean_x) ** 2 for x, _ in points)


def report(sides, families, limit):
    print(f"\nLargest size within {limit} s of CPU\n")
    table(["", *(side.name for side in sides), "growth of randlog"])
    for family in families:
        found = largest(family, sides, limit)
        cells = [f"{runs[-1][0]:,}" if runs else "none" for runs in found.values()]
        slope = exponent(found.get("randlog", [])) if family.fixed_width else None
        row([family.name, *cells, f"{slope:.2f}" if slope is not None else ""])


def report_curves(sides, families, limit):
    """Each size that a side answers, with its CPU seconds."""
    print(f"\nCPU seconds by size, up to {limit}\n")
    table(["", "side", "size: CPU, s", "growth"])
    for family in families:
        for name, runs in largest(family, sides, limit).items():
            slope = exponent(runs)
            points = ", ".join(f"{size:,}: {seconds(time)}" for size, time in runs)
            row([family.name, name, points or "–", f"{slope:.2f}" if slope is not None else ""])

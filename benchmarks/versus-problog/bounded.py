"""Families whose answers cost little for a known reason: bounded treewidth, observations, joins, sums."""

import random

from families import Family, tenths


def k_tree(size, width, dice):
    """Each vertex after the first ones is joined to a clique of `width` earlier ones: a random k-tree, of that treewidth."""
    first = list(range(min(width, size)))
    joined = [(vertex, first[:vertex]) for vertex in first]
    cliques = [first]
    for vertex in range(width, size):
        clique = dice.choice(cliques)
        joined.append((vertex, clique))
        cliques += [[vertex if other == left else other for other in clique] for left in clique]
        cliques.append(clique)
    return joined


def leaves(joined):
    inside = {parent for _, parents in joined for parent in parents}
    return [vertex for vertex, _ in joined if vertex not in inside]


def noisy_or_factors(size, width):
    """Per vertex: its parents, the chance that it holds by itself, and that each parent makes it hold; and what is observed."""
    dice = random.Random(size)
    joined = k_tree(size, width, dice)
    network = [(v, parents, dice.randint(1, 9), [dice.randint(1, 9) for _ in parents]) for v, parents in joined]
    seen = {v: dice.random() < 0.5 for v in leaves(joined) if v and dice.random() < 0.5}
    return network, seen


def noisy_or_tree(width):
    def program(size):
        network, seen = noisy_or_factors(size, width)
        lines = []
        for vertex, parents, own, links in network:
            lines.append(f"0.{own}::x({vertex}).")
            lines += [f"0.{link}::x({vertex}) :- x({parent})." for parent, link in zip(parents, links)]
        lines += [f"evidence(x({vertex}), {str(value).lower()})." for vertex, value in seen.items()]
        return "\n".join(lines) + "\nquery(x(0))."

    def factors(size):
        network, seen = noisy_or_factors(size, width)

        def table(own, links):
            def chance(head, *parents):
                fails = (10 - own) / 10
                for link, parent in zip(links, parents):
                    fails *= (10 - link) / 10 if parent else 1
                return 1 - fails if head else fails

            return chance

        return [((v, *parents), table(own, links)) for v, parents, own, links in network], seen, 0

    return program, factors


def pairwise(width):
    """Each edge of a k-tree is a factor over two coins."""

    def numbers(size):
        dice = random.Random(size)
        pairs = [(v, other) for v, near in k_tree(size, width, dice) for other in near]
        return [(pair, [dice.randint(1, 9) for _ in range(4)]) for pair in pairs]

    def program(size):
        lines = [f"0.5::x({vertex})." for vertex in range(size)]
        for (a, b), cases in numbers(size):
            for case, chance in enumerate(cases):
                signs = ["" if case & 1 else "\\+ ", "" if case & 2 else "\\+ "]
                lines.append(f"0.{chance}::f({a}, {b}) :- {signs[0]}x({a}), {signs[1]}x({b}).")
            lines.append(f"evidence(f({a}, {b})).")
        return "\n".join(lines) + "\nquery(x(0))."

    def factors(size):
        def table(cases):
            return lambda a, b: cases[a + 2 * b] / 10

        return [(pair, table(cases)) for pair, cases in numbers(size)], {}, 0

    return program, factors


def binary_tree(size):
    """The states of inner vertices, from those of all leaves."""
    dice = random.Random(size)
    lines = ["0.5::x(1)."]
    for vertex in range(2, size + 1):
        up = vertex // 2
        lines.append(f"{tenths(dice)}::x({vertex}) :- x({up}). {tenths(dice)}::x({vertex}) :- \\+ x({up}).")
        if 2 * vertex > size:
            lines.append(f"evidence(x({vertex}), {dice.choice(['true', 'false'])}).")
    return "\n".join(lines) + "\nquery(x(1))."


def binary_tree_factors(size):
    dice = random.Random(size)
    parts, seen = [((1,), lambda _: 0.5)], {}

    def table(yes, no):
        return lambda head, up: [1 - (yes if up else no), yes if up else no][head]

    for vertex in range(2, size + 1):
        parts.append(((vertex, vertex // 2), table(float(tenths(dice)), float(tenths(dice)))))
        if 2 * vertex > size:
            seen[vertex] = dice.choice(["true", "false"]) == "true"
    return parts, seen, 1


def colouring(observed):
    """Three vertices of a graph are open; the colours of the others are observed, or facts."""

    def program(size):
        dice = random.Random(size)
        colour = [dice.randrange(3) for _ in range(size)]
        pairs = set()
        while len(pairs) < 2 * size:
            a, b = sorted(dice.sample(range(size), 2))
            if colour[a] != colour[b]:
                pairs.add((a, b))
        lines = [f"edge({a}, {b})." for a, b in sorted(pairs)]
        for vertex in range(size):
            if vertex < 3 or observed:
                lines.append("; ".join(f"1/3::c({vertex}, {shade})" for shade in range(3)) + ".")
            if vertex >= 3:
                known = f"c({vertex}, {colour[vertex]})"
                lines.append(f"evidence({known})." if observed else f"{known}.")
        lines.append("conflict :- edge(X, Y), c(X, C), c(Y, C). evidence(\\+ conflict). query(c(0, 0)).")
        return "\n".join(lines)

    return program


def sudoku(open_cells):
    """A grid of 9×9 cells, of which so many are not observed."""
    dice = random.Random(1)
    value = lambda row, column: (3 * (row % 3) + row // 3 + column) % 9
    cells = [(row, column) for row in range(9) for column in range(9)]
    hidden = set(dice.sample(cells, open_cells))
    lines = []
    for row, column in cells:
        lines.append("; ".join(f"1/9::c({row}, {column}, {n})" for n in range(9)) + ".")
        if (row, column) not in hidden:
            lines.append(f"evidence(c({row}, {column}, {value(row, column)})).")
    block = lambda cell: (cell[0] // 3, cell[1] // 3)
    for place, one in enumerate(cells):
        for other in cells[:place]:
            if one[0] == other[0] or one[1] == other[1] or block(one) == block(other):
                lines.append(f"near({one[0]}, {one[1]}, {other[0]}, {other[1]}).")
    row, column = min(hidden)
    lines.append("bad :- near(A, B, C, D), c(A, B, N), c(C, D, N). evidence(\\+ bad).")
    return "\n".join(lines) + f"\nquery(c({row}, {column}, _))."


def flips(size):
    return f"0.01::flip(I) :- between(1, {size}, I). r :- between(1, {size}, I), flip(I). query(r)."


def triangles(acyclic):
    """A plain question about facts: is there a triangle? Some nodes have many edges."""

    def program(size):
        dice = random.Random(size)
        nodes = max(40, size // 10)
        pairs = set()
        while len(pairs) < size:
            a, b = int(nodes * dice.random() ** 3), int(nodes * dice.random() ** 3)
            if a != b:
                pairs.add((min(a, b), max(a, b)) if acyclic else (a, b))
        facts = "\n".join(f"e({a}, {b})." for a, b in sorted(pairs))
        return f"{facts}\ntri :- e(X, Y), e(Y, Z), e(Z, X). query(tri)."

    return program


def closure(size):
    dice = random.Random(size)
    pairs = set()
    while len(pairs) < 3 * size:
        pairs.add(tuple(dice.sample(range(size), 2)))
    facts = "\n".join(f"e({a}, {b})." for a, b in sorted(pairs))
    return f"{facts}\np(X, Y) :- e(X, Y). p(X, Y) :- e(X, Z), p(Z, Y). query(p(_, _))."


def dice_sum(size):
    faces = "; ".join(f"1/6::d(N, {face})" for face in range(1, 7))
    counts = " ".join(f"die({number}, {number - 1})." for number in range(1, size + 1))
    return f"""{counts} {faces} :- die(N, _). sum(0, 0).
        sum(N, S) :- die(N, M), sum(M, T), d(N, F), S is T + F. query(sum({size}, {7 * size // 2}))."""


def network(name, sizes, parts):
    program, factors = parts
    return Family(name, program, sizes, True, factors)


SIZES = [30, 100, 300, 1000, 3000, 10_000]
FAMILIES = [
    network("noisy or on a 3-tree", SIZES, noisy_or_tree(3)),
    network("noisy or on a 4-tree", SIZES, noisy_or_tree(4)),
    network("factors on a 3-tree", SIZES, pairwise(3)),
    network("factors on a 6-tree", SIZES[:5], pairwise(6)),
    network("binary tree", [2**depth - 1 for depth in range(6, 19, 2)], (binary_tree, binary_tree_factors)),
    Family("colouring, 3 vertices open", colouring(True), [20, 40, 80, 160, 320, 1000, 3000], True),
    Family("the same with facts", colouring(False), [20, 40, 80, 160, 320, 1000, 3000], True),
    Family("sudoku, n cells open", sudoku, [5, 10, 15, 20, 25, 30, 35, 40, 45, 50]),
    Family("flips", flips, [1000, 3000, 10_000, 30_000, 100_000], True),
    Family("triangles", triangles(False), [1000, 10_000, 100_000, 1_000_000], True),
    Family("triangles that are not there", triangles(True), [1000, 10_000, 100_000, 1_000_000], True),
    Family("closure", closure, [100, 200, 500, 1000, 2000]),
    Family("sum of dice", dice_sum, [5, 10, 20, 40, 80, 160], True),
]

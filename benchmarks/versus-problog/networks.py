"""Real Bayesian networks, from files in the interchange format BIF, as programs."""

import re
from decimal import Decimal

from sides import TARGET, check_agreement
from tables import row, seconds, table

VARIABLE = re.compile(r"variable\s+(\S+)\s*\{\s*type\s+discrete\s*\[\s*\d+\s*\]\s*\{([^}]*)\}")
TABLE = re.compile(r"probability\s*\(\s*([^|)]*?)\s*(?:\|\s*([^)]*?)\s*)?\)\s*\{(.*?)\n\s*\}", re.S)


def words(text):
    return [word for word in re.split(r"[,\s]+", text) if word]


def clause(values, name, numbers, body):
    """An annotated disjunction; what rounding made too much is taken off the largest."""
    heads = [(Decimal(number), value) for value, number in enumerate(numbers)]
    heads = [(number, value) for number, value in heads if number > 0]
    excess = sum(number for number, _ in heads) - 1
    if excess > 0:
        largest = max(range(len(heads)), key=lambda place: heads[place][0])
        heads[largest] = (heads[largest][0] - excess, heads[largest][1])
    written = "; ".join(f"{number:f}::{name}({value})" for number, value in heads)
    return f"{written} :- {body}." if body else f"{written}."


def program(text):
    """Every variable is a predicate of the numbers of its values. Asked for: the last without children, its first value."""
    values = {name: words(inside) for name, inside in VARIABLE.findall(text)}
    names = {variable: f"v{number}" for number, variable in enumerate(values)}
    lines, parents = [], set()
    for variable, above, inside in TABLE.findall(text):
        conditions = words(above)
        parents.update(conditions)
        for case, numbers in re.findall(r"(table|\([^)]*\))\s*([^;]*);", inside):
            known = zip(conditions, [] if case == "table" else words(case[1:-1]))
            body = [f"{names[other]}({values[other].index(value)})" for other, value in known]
            lines.append(clause(values, names[variable], words(numbers), ", ".join(body)))
    last = [variable for variable in values if variable not in parents][-1]
    return "\n".join(lines) + f"\nquery({names[last]}(0)).\n"


def report(sides, files, limit):
    print(f"\nReal networks: seconds of CPU, of {limit}\n")
    table(["", *(side.name for side in sides)])
    for path in files:
        file = TARGET / f"{path.stem}.pl"
        file.write_text(program(path.read_text()))
        replies = [side.solve(file, 10 * limit, cpu=limit) for side in sides]
        check_agreement([r for side, r in zip(sides, replies) if side.is_reliable])
        answered = lambda reply: reply.answers is not None and reply.run.cpu <= limit
        row([path.stem, *(seconds(r.run.cpu) if answered(r) else f"> {limit}" for r in replies)])

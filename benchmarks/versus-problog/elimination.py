"""Plain variable elimination, as a floor for networks whose factors are known: reads factors in JSON, prints a probability.

Factors are tables over binary variables. Variables go one after the other, always one with the fewest neighbours.
"""

import json
import sys
from itertools import product


def neighbours(factors):
    near = {}
    for scope, _ in factors:
        for one in scope:
            near.setdefault(one, set()).update(other for other in scope if other != one)
    return near


def order(near, last):
    """By the fewest neighbours; buckets by degree keep it linear."""
    buckets = [set() for _ in range(max(map(len, near.values()), default=0) + 1)]
    for one in near:
        buckets[len(near[one])].add(one)
    buckets[len(near[last])].discard(last)
    found = []
    while len(found) < len(near) - 1:
        one = next(bucket for bucket in buckets if bucket).pop()
        found.append(one)
        around = near.pop(one)
        near[one] = set()
        for other in around:
            if other != last:
                buckets[len(near[other])].discard(other)
            near[other] |= around - {other}
            near[other].discard(one)
            if other != last:
                while len(buckets) <= len(near[other]):
                    buckets.append(set())
                buckets[len(near[other])].add(other)
    return found


def multiply(factors):
    scope = sorted({one for own, _ in factors for one in own})
    place = {one: i for i, one in enumerate(scope)}
    parts = [([place[one] for one in own], table) for own, table in factors]
    result = {}
    for values in product((0, 1), repeat=len(scope)):
        weight = 1.0
        for places, table in parts:
            weight *= table.get(tuple(values[i] for i in places), 0.0)
        if weight:
            result[values] = weight
    return scope, result


def probability(factors, query):
    near = neighbours(factors)
    of = {}
    for number, (scope, _) in enumerate(factors):
        for one in scope:
            of.setdefault(one, set()).add(number)
    for one in order(near, query):
        numbers = of.pop(one)
        scope, table = multiply([factors[number] for number in numbers])
        for number in numbers:
            for other in factors[number][0]:
                if other != one:
                    of[other].discard(number)
        where = scope.index(one)
        message = {}
        for values, weight in table.items():
            rest = values[:where] + values[where + 1 :]
            message[rest] = message.get(rest, 0.0) + weight
        largest = max(message.values())
        message = {values: weight / largest for values, weight in message.items()}
        scope = [other for other in scope if other != one]
        for other in scope:
            of[other].add(len(factors))
        factors.append((scope, message))
    scope, table = multiply([factors[number] for number in of[query]])
    return table.get((1,), 0.0) / sum(table.values())


def main():
    said = json.load(open(sys.argv[1]))
    factors = [(scope, {tuple(values): weight for values, weight in table}) for scope, table in said["factors"]]
    print(json.dumps({said["atom"]: probability(factors, said["query"])}))


if __name__ == "__main__":
    main()

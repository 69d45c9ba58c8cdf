"""A typed program of a user, for mypy: it must pass as strictly as can be, and the lines marked must not."""

from __future__ import annotations

from fractions import Fraction
from typing import Optional

import randlog
from randlog import And, Atom, Clause, Dataset, Not, Program, Spec


def size(spec: Spec) -> int:
    return spec.count()


def negated(clause: Clause) -> list[str]:
    body = clause.body
    if isinstance(body, And):
        return [str(part.formula) for part in body.formulas if isinstance(part, Not)]
    return []


def best(program: Program) -> tuple[Atom, float]:
    answers = randlog.infer(program)
    return max(answers.items(), key=lambda pair: float(pair[1]))


def mine(program: Program) -> dict[Atom, float]:
    return {query: 0.5 for query in program.queries}


def shortest(program: Program) -> str:
    reduced = randlog.reduce(program, mine, threads=1)
    return reduced.program if reduced.complete else ""


def faults(seed: int) -> list[str]:
    found: list[randlog.Finding] = list(randlog.fuzz(["sdd", mine], seconds=1, seed=seed))
    return [finding.report for finding in found if finding.kind == "wrong-answer"]


def nodes(program: Program) -> Optional[float]:
    told = randlog.describe([program, str(program)])
    return told.averages["given"]["nodes"]


def main() -> None:
    spec = Spec(predicates=["p/1", "q/2"], variables=2, constants=["a"], max_nodes=3, max_clauses=3, safe=True)
    print(size(spec), spec.explain()["nodes"])
    program: Program = spec.sample(seed=7)[17]
    print([negated(clause) for clause in program.clauses], program in spec)
    asked = randlog.instance(spec, facts=10, domain=3, query="derived", seed=3)
    print(best(asked))
    share: Fraction = Dataset(spec, seed=1, facts=4, domain=3)[0].answer
    print(share, [record["engine"] for record in randlog.compare([asked], engines=["exact", mine])])


def wrong() -> None:
    Spec(predicates=["p/1"], max_nodes="3", max_clauses=1)  # type: ignore[arg-type]
    Spec(predicates=["p/1"], max_node=3)  # type: ignore[call-arg]
    Program(3)  # type: ignore[arg-type]
    size("p")  # type: ignore[arg-type]


if __name__ == "__main__":
    main()

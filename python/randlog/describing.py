"""What given programs are like, and whether listing and counting agree."""

from __future__ import annotations

from typing import Any, Iterable, NamedTuple, Optional, Union

from . import _randlog
from ._arguments import MOST, choice, natural, seconds
from ._arguments import threads as thread_count
from .inference import ProgramLike, programs_given
from .progress import told
from .sampling import collect
from .spec import Spec

__all__ = ["Description", "describe", "Disagreement", "Verification", "verify"]


class Description(NamedTuple):
    """What programs are like."""

    #: How many they are.
    programs: int
    #: How many ground facts they have, how many of these are probabilistic, and of how many predicates and constants.
    facts: dict[str, int]
    #: What could not be kept, in words.
    notes: list[str]
    #: The smallest spec that holds them. (`Spec.like` is the same with their averages.)
    spec: Spec
    #: Averages by name: of the `given` programs, of `uniform` ones of the same space, and of those that the `search` finds.
    averages: dict[str, dict[str, Optional[float]]]
    #: How the averages of the others were found, or why there are none.
    found: dict[str, str]


def describe(
    programs: Union[ProgramLike, Iterable[ProgramLike]],
    *,
    facts: str = "data",
    draws: int = 1000,
    timeout: float = 4,
) -> Description:
    """What programs are like, beside `draws` random ones of the same size. Their ground facts are `data`, and those of a
    predicate count as one clause; or they are `clauses` like all others. What is not known in time is left out.

    >>> import randlog
    >>> told = randlog.describe("path(X, Y) :- edge(X, Y). path(X, Y) :- edge(X, Z), path(Z, Y). edge(a, b). edge(b, c).")
    >>> told.spec.predicates, told.facts["count"]
    (['path/2', 'edge/2'], 2)
    >>> round(told.averages["given"]["nodes"], 2), round(told.averages["uniform"]["nodes"], 2)
    (2.0, 2.79)
    """
    told = _randlog.describe(
        programs_given(programs),
        choice("facts", facts, ("data", "clauses")) == "data",
        natural("draws", draws),
        seconds(timeout),
    )
    return Description(**{**told, "spec": Spec._of(told["spec"])})


class Disagreement(NamedTuple):
    """A space of which two ways of counting disagree."""

    spec: Spec
    #: What is counted: mostly `"programs"`.
    what: str
    #: How many there are by the search's list.
    listed: int
    #: How many there are by closed forms, or by definition.
    counted: int


class Verification(NamedTuple):
    """What came of listing and counting spaces."""

    #: How many spaces.
    scenarios: int
    #: How many programs were listed.
    programs: int
    #: The spaces on which the two disagree: none, as far as is known.
    disagreements: list[Disagreement]


def verify(
    limit: Optional[int] = None,
    *,
    extended: int = 0,
    seed: int = 1,
    threads: Optional[int] = None,
    progress: bool = False,
) -> Verification:
    """Check that listing spaces by search and counting them by closed forms give the same numbers: the first `limit` of
    the 1,032 scenarios of the paper, and so many random small specs with all keys (`extended`).

    >>> import randlog
    >>> randlog.verify(20)
    Verification(scenarios=20, programs=438, disagreements=[])
    """
    paper = MOST if limit is None else natural("limit", limit)
    extended = natural("extended", extended, 10**6)
    verifying = _randlog.Verifying(paper, extended, natural("seed", seed), thread_count(threads))
    compared: list[Any] = collect(told(verifying, None, progress), verifying)
    differing = [(spec, numbers) for spec, _, numbers in compared if numbers]
    return Verification(
        len(compared),
        sum(listed for _, listed, _ in compared),
        [Disagreement(Spec._of(spec), *numbers) for spec, numbers in differing],
    )

"""Data sets of questions with exact answers, in splits that share nothing."""

from __future__ import annotations

import itertools
import operator
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, NamedTuple, Optional, Union

from ._arguments import choice, endless, natural, positive
from .errors import RangeError, SettingError, SpaceError
from .inference import infer, instances, several_programs
from .program import Program
from .sampling import Samples, collect
from .spec import Spec
from .syntax import Atom, Clause

if TYPE_CHECKING:
    from fractions import Fraction

__all__ = ["Dataset", "Item", "SPLITS"]

#: Which share of all programs belongs to which split, unless told otherwise.
SPLITS: Mapping[str, float] = {"train": 0.8, "validation": 0.1, "test": 0.1}

#: How many programs are drawn for an item, until one belongs to the split.
ATTEMPTS = 1000


class Item(NamedTuple):
    """A question about a program, and its answer."""

    #: Its place in the data set.
    number: int
    #: Rules, facts and the query.
    program: Program
    query: Atom
    #: The exact probability of the query.
    answer: Fraction
    #: Rules without which the answer would be another one: enough of them, and none too many.
    needed: tuple[Clause, ...]
    #: Clauses that the query does not depend on.
    irrelevant: tuple[Clause, ...]


class Dataset:
    """Questions about random programs: item *i* depends on the source, the seed, the split and *i* alone.

    The source is a spec, and then the data set has no end unless it is given a `size`; or it is a list of programs with
    a query each. Further arguments are settings of instances.

    No two splits have anything in common: which split a program belongs to is decided by its rules alone, up to their
    order and the names of variables; and items of different splits are drawn at different indices.

    >>> import randlog
    >>> spec = randlog.Spec(predicates=["p/1", "q/2"], variables=2, max_nodes=3, max_clauses=3, safe=True)
    >>> train = randlog.Dataset(spec, seed=1, split="train", facts=4, domain=3, size=100)
    >>> item = train[17]
    >>> 0 < item.answer < 1
    True
    """

    def __init__(
        self,
        source: Union[Spec, Iterable[Program]],
        seed: int = 0,
        split: str = "train",
        *,
        splits: Mapping[str, float] = SPLITS,
        size: Optional[int] = None,
        **settings: Any,
    ) -> None:
        self.split = choice("split", split, map(str, splits))
        self._number, self._low, self._high = _share(splits, split)
        self._count = len(splits)
        self.seed = natural("seed", seed)
        self._size = None if size is None else natural("size", size)
        self._samples: Optional[Samples] = None
        self._programs: list[Program] = []
        if isinstance(source, Spec):
            self._samples = instances(source, seed, **{"query": "derived", "threads": 1, **settings})
        else:
            if settings:
                raise TypeError(f"a list of programs takes no `{next(iter(settings))}`")
            self._programs = [program for program in several_programs(source) if self.holds(program)][: self._size]
            self._size = len(self._programs)

    def holds(self, program: Program) -> bool:
        """Whether a program belongs to this split."""
        from hashlib import blake2b

        if not isinstance(program, Program):
            raise TypeError(f"expected a Program, not {type(program).__name__}")
        rules = program._program.canonical_rules().encode()
        place = int.from_bytes(blake2b(rules, digest_size=8).digest(), "big") / 2**64
        return self._low <= place < self._high

    def __len__(self) -> int:
        if self._size is None:
            raise TypeError("this data set has no end: give it a `size`")
        return self._size

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return collect(map(self._item, self._slice(index)))
        number = operator.index(index)
        if self._size is not None:
            if not -self._size <= number < self._size:
                raise RangeError(f"there are {self._size} items")
            number %= self._size
        if number < 0:
            raise RangeError("this data set has no end: there is no last item to count from")
        return self._item(number)

    def _slice(self, index: slice) -> range:
        if self._size is not None:
            return range(self._size)[index]
        start, stop, step = endless(index, "item")
        if stop is None:
            raise RangeError("this data set has no end: a slice of it needs one")
        return range(start, stop, step)

    def __iter__(self) -> Iterator[Item]:
        numbers = itertools.count() if self._size is None else range(self._size)
        return map(self._item, numbers)

    def _item(self, index: int) -> Item:
        return question(self._program(index), index)

    def _program(self, index: int) -> Program:
        program: Program
        if self._samples is None:
            return self._programs[index]
        first = index * ATTEMPTS * self._count + self._number
        candidates = self._samples[first :: self._count].ahead(2)
        for program in itertools.islice(candidates, ATTEMPTS):
            if self.holds(program):
                return program
        words = f"none of {ATTEMPTS} programs belongs to the split `{self.split}`"
        raise SpaceError(words, help="the spec may have too few programs for so many splits")

    def __repr__(self) -> str:
        size = "without end" if self._size is None else f"of {self._size} items"
        return f"<Dataset {size}, split {self.split}, seed {self.seed}>"


def _share(splits: Mapping[str, float], split: str) -> tuple[int, float, float]:
    """The number of a split, and where its share of all programs starts and ends."""
    shares = [positive("the share of a split", share, "each split a positive number") for share in splits.values()]
    total = sum(shares)
    low = 0.0
    for number, (name, share) in enumerate(zip(splits, shares)):
        if name == split:
            return number, low / total, (low + share) / total
        low += share
    raise AssertionError("the split is among the splits")


def question(program: Program, index: int = 0) -> Item:
    """The question that a program asks, with its answer and what that rests on."""
    queries = program.queries
    answers = infer(program, exact=True) if len(queries) == 1 else {}
    if len(answers) != 1 or queries[0] not in answers:
        raise SettingError("the program does not ask for one ground atom", help="give it one query, without variables")
    query, answer = queries[0], answers[queries[0]]
    clauses, irrelevant = program.clauses, program._program.irrelevant()
    needed = _needed(program, answer, irrelevant)
    return Item(
        index,
        program,
        query,
        answer,
        tuple(clauses[position] for position in needed),
        tuple(clauses[position] for position in irrelevant),
    )


def _needed(program: Program, answer: Fraction, irrelevant: list[int]) -> list[int]:
    """Rules that give the same answer together, and of which none can be left out."""
    others = set(irrelevant)
    rules = [
        position
        for position, clause in enumerate(program.clauses)
        if not clause.is_fact and position not in others
    ]
    without: list[int] = []
    for rule in rules:
        changed = Program._of(program._program.disabled([*without, rule]))
        if infer(changed, exact=True).get(program.queries[0]) == answer:
            without.append(rule)
    return [rule for rule in rules if rule not in without]

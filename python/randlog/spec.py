"""Specs: which programs are wanted."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterable, Iterator, NamedTuple, Optional, Union

from . import _randlog
from ._arguments import choice, natural, seconds, string
from .program import Program
from .sampling import Samples
from .syntax import Atom

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._types import SpecKeys

__all__ = ["Spec", "Violation", "Estimate"]

#: As much memory as closed forms may use unless told otherwise, in bytes.
MEMORY = 2 << 30


class Violation(NamedTuple):
    """A rule that a program breaks."""

    #: What is wrong.
    message: str
    #: The position of the clause, counted from zero, if it is about one.
    clause: Optional[int]


class Estimate(NamedTuple):
    """About how many programs there are."""

    #: The likeliest number.
    likeliest: int
    #: It is not below this,
    low: int
    #: nor above this, with a probability of 95 %.
    high: int


class Spec:
    """Which programs are wanted. Those that meet a spec are its space, which can be counted, listed and drawn from.

    >>> from randlog import Spec
    >>> spec = Spec(predicates=["p/1", "q/2"], variables=2, constants=["a"], max_nodes=3, max_clauses=3, safe=True)
    >>> spec.count()
    58123675
    >>> print(spec.sample(seed=7)[0])
    p(X) :- p(Y), q(a, X).
    q(a, X) :- p(a), q(X, a).
    q(a, a) :- p(X) ; q(X, a).
    """

    __slots__ = ("_spec", "__weakref__")
    _spec: _randlog.Spec

    def __init__(self, **keys: Unpack[SpecKeys]) -> None:
        self._spec = _randlog.Spec.of_keys(keys)

    @classmethod
    def _of(cls, spec: _randlog.Spec) -> Spec:
        self = cls.__new__(cls)
        self._spec = spec
        return self

    @classmethod
    def from_toml(cls, path: Union[str, os.PathLike[str]]) -> Spec:
        """Read a TOML file, or a program that carries its spec in its header."""
        with open(path, "rb") as file:
            return cls._of(_randlog.Spec.read(os.fspath(path), file.read()))

    @classmethod
    def parse(cls, text: str, *, name: str = "the spec") -> Spec:
        """Read the text of a TOML file; `name` is what errors call it."""
        return cls._of(_randlog.Spec.read(string("`name`", name), string("the text of a spec", text).encode()))

    @classmethod
    def like(
        cls,
        programs: Union[Program, str, Iterable[Union[Program, str]]],
        *,
        facts: str = "data",
        loose: bool = False,
    ) -> Spec:
        """The smallest spec that holds the rules of some programs, with their averages: what is drawn from it is like
        them. Their ground facts are `data`, and left out; or `clauses` like all others. Every head has as many clauses as in
        the programs; if `loose`, on average only."""
        from .inference import programs_given

        are_data = choice("facts", facts, ("data", "clauses")) == "data"
        return cls._of(_randlog.Spec.like(programs_given(programs), are_data, bool(loose)))

    def replace(self, **keys: Unpack[SpecKeys]) -> Spec:
        """The same spec with other values for some keys."""
        return Spec._of(self._spec.replace(keys))

    @property
    def predicates(self) -> list[str]:
        """The predicates, as `name/arity`."""
        return self._spec.predicates()

    def __str__(self) -> str:
        return self._spec.toml().rstrip("\n")

    def __repr__(self) -> str:
        keys = ", ".join(f"{key}={value}" for key, value in self._spec.short())
        return f"<Spec {keys}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Spec):
            return NotImplemented
        return self._spec.equals(other._spec)

    def __hash__(self) -> int:
        return hash(self._spec.toml())

    def __reduce__(self) -> tuple[Any, ...]:
        return (Spec.parse, (self._spec.toml(),))

    def __copy__(self) -> Spec:
        return self

    def __deepcopy__(self, memo: object) -> Spec:
        return self

    def count(self, *, method: str = "exact", memory: int = MEMORY, timeout: Optional[float] = None) -> int:
        """How many programs there are: by closed forms, or by listing them all (`method="search"`)."""
        by_search = choice("method", method, ("exact", "search")) == "search"
        return self._spec.count(by_search, natural("memory", memory), seconds(timeout))

    def estimate(
        self, draws: int = 100_000, *, memory: int = MEMORY, timeout: Optional[float] = None
    ) -> Estimate:
        """About how many programs there are, where closed forms do not reach."""
        return Estimate(*self._spec.estimate(natural("draws", draws), natural("memory", memory), seconds(timeout)))

    def explain(
        self, *, exact: bool = False, memory: int = MEMORY, timeout: Optional[float] = None
    ) -> dict[str, Any]:
        """What the programs are like on average, and which share of them meets further rules; as fractions, if they
        are to be exact. Empty if there are no programs."""
        return self._spec.averages(bool(exact), natural("memory", memory), seconds(timeout)) or {}

    def enumerate(self, *, timeout: Optional[float] = None) -> Iterator[Program]:
        """Every program, once, in a fixed order, each clause with the first of the probabilities."""
        return map(Program._of, _randlog.Listing(self._spec, seconds(timeout)))

    def sample(
        self,
        seed: Optional[int] = None,
        *,
        method: str = "auto",
        spread: Union[str, Iterable[str]] = (),
        memory: int = MEMORY,
        threads: Optional[int] = None,
        timeout: Optional[float] = None,
        distinct: bool = False,
        queries: Union[str, Atom, Iterable[Union[str, Atom]]] = (),
    ) -> Samples:
        """Random programs, as a sequence without end. Program *i* depends on the spec, the seed and *i* alone. If they
        are to be `distinct`, those that came before are left out, and the sequence ends with the space. Every program
        asks the `queries`.

        >>> tiny = Spec(predicates=["p/1"], variables=1, max_nodes=4, max_clauses=1, cycles="any")
        >>> len(tiny.sample(seed=1, distinct=True)[:100])
        15
        """
        return Samples.prepare(self, seed, method, spread, None, memory, threads, timeout, distinct, queries)

    def __contains__(self, program: object) -> bool:
        return isinstance(program, Program) and self._spec.holds(program._program)

    def check(self, program: Program) -> list[Violation]:
        """Every rule that a program breaks; none if it belongs to the space."""
        if not isinstance(program, Program):
            raise TypeError(f"expected a Program, not {type(program).__name__}")
        found = self._spec.violations(program._program)
        return [Violation(words, None if clause is None else clause - 1) for words, clause in found]

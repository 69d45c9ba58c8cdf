"""Types, above all of keyword arguments. Type checkers read this; what is accepted is decided by the tables of the Rust
side, and a test compares the two."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Dict, Iterable, Mapping, Optional, Protocol, Sequence, Tuple, TypedDict, Union

#: A number. What a float shows is what is meant: `0.1` is one tenth.
NumberLike = Union[int, float, str, Fraction, Decimal]

#: A number, or numbers from one to another: a text such as `2..5` or `3..`, a range, or both ends, of which one may be `None`.
RangeLike = Union[int, float, str, range, Tuple[Optional[float], Optional[float]]]

#: Numbers by row, by row and predicate, or by row, head and predicate.
TableLike = Dict[str, Union[NumberLike, Dict[str, Union[NumberLike, Dict[str, NumberLike]]]]]


class Stream(Protocol):
    """Work of the Rust side that goes on beside what is done here."""

    def stop(self) -> None:
        """End it."""


class SpecKeys(TypedDict, total=False):
    """The keys of a spec; `docs/spec.md` describes each."""

    preset: str
    predicates: Iterable[str]
    data: Iterable[str]
    variables: Union[int, Iterable[str]]
    constants: Union[int, Iterable[str]]
    max_nodes: int
    max_clauses: Union[int, str]
    min_clauses: int
    clauses: Dict[str, int]
    probabilities: Union[Iterable[NumberLike], Mapping[str, Iterable[NumberLike]]]
    cycles: str
    bodies: str
    empty_bodies: bool
    safe: bool
    connected: bool
    repeated_variables: bool
    redundant: bool
    derivable: bool
    goals: Iterable[str]
    uses: Mapping[str, Iterable[str]]
    independent: Iterable[Sequence[str]]
    required: Optional[Dict[str, Sequence[str]]]
    weights: TableLike
    averages: TableLike


class InstanceSettings(TypedDict, total=False):
    """What facts and queries are to be like; `randlog instance --help` describes each."""

    domain: int
    facts: int
    facts_by: str
    probabilistic: Union[float, str]
    fact_probabilities: Iterable[NumberLike]
    depth: RangeLike
    events: RangeLike
    width: RangeLike
    probability: RangeLike
    balance: Union[str, Iterable[str]]
    query: str
    format: str

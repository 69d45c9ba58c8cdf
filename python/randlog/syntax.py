"""What programs are made of: small immutable objects that can be compared, hashed, and taken apart by `match`.

>>> from randlog import Atom, And, Clause, Not
>>> clause = Clause("win", And(Atom("heads", ["X"]), Not(Atom("lost"))))
>>> print(clause)
win :- heads(X), \\+ lost.
>>> clause.head.name, len(clause.body.formulas)
('win', 2)
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Iterable, Union, cast

from . import _randlog
from ._arguments import string
from .errors import SettingError

if TYPE_CHECKING:
    from decimal import Decimal
    from fractions import Fraction

__all__ = [
    "Variable",
    "Constant",
    "Number",
    "Text",
    "Compound",
    "List",
    "Atom",
    "Truth",
    "Not",
    "And",
    "Or",
    "Head",
    "Clause",
    "Evidence",
]


class Part:
    """A part of a program. Its fields are those of `__match_args__`, and cannot be changed."""

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()

    def _set(self, *values: object) -> None:
        for field, value in zip(self.__match_args__, values):
            object.__setattr__(self, field, value)

    def _fields(self) -> tuple[object, ...]:
        return tuple(getattr(self, field) for field in self.__match_args__)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._fields()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._fields()))})"

    def __str__(self) -> str:
        return _randlog.text(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), self._fields())

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: object) -> Any:
        return self

    def replace(self, **changes: object) -> Any:
        """The same part with other values for some fields."""
        fields = dict(zip(self.__match_args__, self._fields()))
        return type(self)(**{**fields, **changes})

    #: For `copy.replace`.
    __replace__ = replace


class Variable(Part):
    """A variable, `X`. Every `_` is a variable of its own."""

    __slots__ = __match_args__ = ("name",)
    name: str

    def __init__(self, name: str) -> None:
        self._set(string("the name of a variable", name))


class Constant(Part):
    """A constant, `a` or `'two words'`, by its name without quotes."""

    __slots__ = __match_args__ = ("name",)
    name: str

    def __init__(self, name: str) -> None:
        self._set(string("the name of a constant", name))


class Number(Part):
    """A number as a constant, as it is written: `1` and `1.0` are two constants."""

    __slots__ = __match_args__ = ("text",)
    text: str

    def __init__(self, text: Union[str, int, float]) -> None:
        if isinstance(text, str):
            self._set(string("a number", text))
        elif isinstance(text, float):
            # Of other libraries, too: the digits alone.
            self._set(float.__repr__(text))
        elif hasattr(type(text), "__index__") and not isinstance(text, bool):
            number = operator.index(text)
            if not -(2**63) <= number < 2**63:
                raise SettingError("this number does not fit into 64 bits", help="give a smaller number")
            self._set(int.__repr__(number))
        else:
            raise TypeError(f"a number is an int, a float or a text, not {type(text).__name__}")

    @property
    def value(self) -> Union[int, float]:
        """The number as Python has it."""
        try:
            return int(self.text)
        except ValueError:
            return float(self.text)


class Text(Part):
    """A text in double quotes. It is no constant: `"a"` and `a` differ."""

    __slots__ = __match_args__ = ("value",)
    value: str

    def __init__(self, value: str) -> None:
        self._set(string("a text", value))


class Compound(Part):
    """A function symbol applied to terms. Programs have none, but answers may."""

    __slots__ = __match_args__ = ("name", "args")
    name: str
    args: tuple[Term, ...]

    def __init__(self, name: str, args: Iterable[TermLike]) -> None:
        self._set(string("the name of a function symbol", name), _terms(args))


class List(Part):
    """A list of terms, and what follows them: `[]`, unless it is open."""

    __slots__ = __match_args__ = ("items", "tail")
    items: tuple[Term, ...]
    tail: Term

    def __init__(self, items: Iterable[TermLike], tail: TermLike = Constant("[]")) -> None:
        self._set(_terms(items), term(tail))


Term = Union[Variable, Constant, Number, Text, Compound, List]
TermLike = Union[Term, str, int, float]


def term(value: TermLike) -> Term:
    """A term, from what is short for one: `"X"` is a variable, `"a"` a constant, `3` a number."""
    if isinstance(value, (Variable, Constant, Number, Text, Compound, List)):
        return value
    if isinstance(value, str):
        first = value[:1]
        return Variable(value) if first == "_" or first.isupper() else Constant(value)
    return Number(value)


def _terms(values: Iterable[TermLike]) -> tuple[Term, ...]:
    if isinstance(values, str):
        raise TypeError(f"arguments are a list, such as [{values!r}], not a string")
    return tuple(map(term, values))


class Atom(Part):
    """A predicate applied to terms: `Atom("p", ["X", "a", 3])` is `p(X, a, 3)`."""

    __slots__ = __match_args__ = ("name", "args")
    name: str
    args: tuple[Term, ...]

    def __init__(self, name: str, args: Iterable[TermLike] = ()) -> None:
        self._set(string("the name of a predicate", name), _terms(args))

    @classmethod
    def parse(cls, text: str) -> Atom:
        """Read an atom.

        >>> Atom.parse("p(X, a)")
        Atom('p', (Variable('X'), Constant('a')))
        """
        return _randlog.read_atom(string("the text of an atom", text))

    @property
    def predicate(self) -> str:
        """Name and arity, `p/2`."""
        return f"{self.name}/{len(self.args)}"


class Truth(Part):
    """`true`: the body of a fact."""

    __slots__ = ()


class Not(Part):
    """The negation of a formula."""

    __slots__ = __match_args__ = ("formula",)
    formula: Formula

    def __init__(self, formula: FormulaLike) -> None:
        self._set(_formula(formula))


class _Several(Part):
    __slots__ = __match_args__ = ("formulas",)
    formulas: tuple[Formula, ...]

    def __init__(self, *formulas: Union[FormulaLike, Iterable[FormulaLike]]) -> None:
        given: Iterable[Any] = formulas
        if len(formulas) == 1 and not isinstance(formulas[0], (Part, str)):
            given = cast(Any, formulas[0])
        children = tuple(map(_formula, given))
        if len(children) < 2:
            raise TypeError(f"{type(self).__name__} joins two formulas or more, not {len(children)}")
        self._set(children)


class And(_Several):
    """The conjunction of two formulas or more, given one by one or as a list."""

    __slots__ = ()


class Or(_Several):
    """The disjunction of two formulas or more, given one by one or as a list."""

    __slots__ = ()


Formula = Union[Atom, Truth, Not, And, Or]
FormulaLike = Union[Formula, str]


def _formula(value: Any) -> Formula:
    if isinstance(value, str):
        return Atom.parse(value)
    if isinstance(value, (Atom, Truth, Not, And, Or)):
        return value
    raise TypeError(f"expected a formula, not {type(value).__name__}")


class Head(Part):
    """One alternative of the head of a clause: an atom, and how likely it is, given the body."""

    __slots__ = __match_args__ = ("atom", "probability")
    atom: Atom
    probability: Fraction

    def __init__(
        self, atom: Union[Atom, str], probability: Union[int, float, str, Fraction, Decimal] = 1
    ) -> None:
        self._set(_atom(atom), _probability(probability))


def _atom(value: object) -> Atom:
    if isinstance(value, str):
        return Atom.parse(value)
    if isinstance(value, Atom):
        return value
    raise TypeError(f"expected an Atom, not {type(value).__name__}")


def _probability(value: Any) -> Fraction:
    from decimal import Decimal
    from fractions import Fraction

    if isinstance(value, float):
        # What is shown is what is meant: 0.1 is one tenth.
        value = float.__repr__(value)
    if isinstance(value, (str, Decimal)):
        return _randlog.read_probability(string("a probability", str(value)))
    if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
        raise TypeError(f"a probability is a number or a text, not {type(value).__name__}")
    number = Fraction(value)
    if not 0 < number <= 1:
        help = 'a probability is greater than 0 and at most 1: `0.25`, `1`, or "1/3" as a string'
        shown = f"`{value}`" if abs(number) < 2**64 else "a number far above 1"
        raise SettingError(f"not a probability: {shown}", help=help)
    return number


class Clause(Part):
    """A clause: its heads, nearly always one, and its body.

    >>> from randlog import Atom, Clause, Head
    >>> print(Clause(Head("p(X)", 0.3), "q(X)"))
    0.3::p(X) :- q(X).
    >>> print(Clause([Head("red", "1/3"), Head("blue", "2/3")]))
    1/3::red; 2/3::blue.
    """

    __slots__ = __match_args__ = ("heads", "body")
    heads: tuple[Head, ...]
    body: Formula

    def __init__(
        self,
        heads: Union[Head, Atom, str, Iterable[Union[Head, Atom, str]]],
        body: FormulaLike = Truth(),
    ) -> None:
        if isinstance(heads, (Head, Atom, str)):
            heads = (heads,)
        all_heads = tuple(head if isinstance(head, Head) else Head(head) for head in heads)
        if not all_heads:
            raise TypeError("a clause has one head at least")
        self._set(all_heads, _formula(body))

    @classmethod
    def parse(cls, text: str) -> Clause:
        """Read one clause.

        >>> Clause.parse("0.5::p(X) :- q(X).").probability
        Fraction(1, 2)
        """
        program = _randlog.Program.parse(string("the text of a clause", text), "the clause", "problog")
        clauses = program.clauses()
        if len(clauses) != 1 or program.queries() or program.evidence() or program.directives():
            raise SettingError(f"`{text}` is not one clause", help="write one clause, such as `p :- q.`")
        return clauses[0]

    @property
    def head(self) -> Atom:
        """The atom of the head, if there is one head."""
        (head,) = self.heads
        return head.atom

    @property
    def probability(self) -> Fraction:
        """The probability of the head, if there is one head."""
        (head,) = self.heads
        return head.probability

    @property
    def is_fact(self) -> bool:
        """Whether the body is empty."""
        return isinstance(self.body, Truth)


class Evidence(Part):
    """An observation: an atom that is known to be true, or known to be false."""

    __slots__ = __match_args__ = ("atom", "value")
    atom: Atom
    value: bool

    def __init__(self, atom: Union[Atom, str], value: bool = True) -> None:
        if not isinstance(value, bool):
            raise TypeError(f"evidence is True or False, not {type(value).__name__}")
        self._set(_atom(atom), value)

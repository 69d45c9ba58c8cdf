"""Instances, and the probabilities of their queries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterable, Mapping, NamedTuple, Optional, Tuple, Union

from . import _randlog
from ._arguments import choice, few, natural, seconds, string
from ._arguments import threads as thread_count
from .errors import RandlogError, SettingError
from .program import Program
from .progress import told
from .sampling import Samples, collect
from .spec import MEMORY, Spec
from .syntax import Atom, Evidence

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._types import InstanceSettings

__all__ = ["Answers", "Derivative", "gradients", "infer", "infer_many", "instance", "instances"]

#: What can be asked: a program, or a text in all of ProbLog's language that `docs/language.md` lists.
ProgramLike = Union[Program, str]
QueryLike = Union[Atom, str]
EvidenceLike = Union[Evidence, Atom, str]


class Answers(Dict[Atom, Any]):
    """Atoms with their probabilities. An atom may also be looked up by its text: `answers["p(a)"]`."""

    def __missing__(self, key: object) -> Any:
        atom = _atom(key)
        if isinstance(key, str) and atom in self:
            return self[atom]
        raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        return super().__contains__(_atom(key))

    def get(self, key: Any, default: Any = None) -> Any:
        """The probability of an atom, or something else if it was not asked for."""
        return super().get(_atom(key), default)


def _atom(key: object) -> Any:
    """The atom of a text; whatever else is given is itself."""
    return Atom.parse(key) if isinstance(key, str) else key


def instances(
    spec: Spec,
    seed: Optional[int] = None,
    *,
    method: str = "auto",
    spread: Union[str, Iterable[str]] = (),
    memory: int = MEMORY,
    threads: Optional[int] = None,
    timeout: Optional[float] = None,
    **settings: Unpack[InstanceSettings],
) -> Samples:
    """Random instances for inference engines, as a sequence without end: rules that meet the spec, facts, and a query."""
    if not isinstance(spec, Spec):
        raise TypeError(f"expected a Spec, not {type(spec).__name__}")
    words = [(name, _setting(name, value)) for name, value in settings.items() if value is not None]
    return Samples.prepare(spec, seed, method, spread, words, memory, threads, timeout)


def instance(
    spec: Spec, *, seed: Optional[int] = None, index: int = 0, **settings: Any
) -> Program:
    """One instance: of those of a seed, the one at an index.

    >>> import randlog
    >>> spec = randlog.Spec(predicates=["p/1", "q/2"], variables=2, max_nodes=3, max_clauses=3, safe=True)
    >>> program = randlog.instance(spec, facts=5, domain=3, query="derived", seed=3)
    >>> len(program), len(program.queries)
    (8, 1)
    """
    return instances(spec, seed, **settings)[index]


def _setting(name: str, value: Any, is_element: bool = False) -> str:
    """A setting as the command line has it."""
    if name in ("depth", "events", "width", "probability") and isinstance(value, (range, tuple)):
        return _interval(name, value)
    if isinstance(value, str):
        return string(f"`{name}`", value)
    if isinstance(value, float):
        return float.__repr__(value)
    if hasattr(type(value), "__index__") and not isinstance(value, bool):
        return str(natural(name, value))
    if type(value).__name__ in ("Fraction", "Decimal"):
        return str(value)
    if isinstance(value, Iterable) and not is_element and not isinstance(value, (bytes, Mapping)):
        return ",".join(_setting(name, element, is_element=True) for element in few(name, value))
    raise TypeError(f"`{name}` cannot be of the type {type(value).__name__}")


def _interval(name: str, value: Union[range, Tuple[Any, ...]]) -> str:
    """Two ends, of which one may be open."""
    if isinstance(value, range):
        if value.step != 1 or not value:
            raise ValueError(f"`{name}` is a range of neighbouring numbers, not {value}")
        value = (value.start, value.stop - 1)
    if len(value) != 2:
        raise ValueError(f"`{name}` has two ends, not {len(value)}")
    return "..".join("" if end is None else _setting(name, end, is_element=True) for end in value)


def infer(
    program: ProgramLike,
    queries: Union[QueryLike, Iterable[QueryLike], None] = None,
    evidence: Union[EvidenceLike, Iterable[EvidenceLike], Mapping[QueryLike, bool], None] = None,
    *,
    exact: bool = False,
    engine: str = "exact",
    memory: int = 4 << 30,
    timeout: Optional[float] = None,
    errors: str = "raise",
) -> Answers:
    """The probabilities of queries, given evidence: of the program's own queries, unless others are given, and given
    the program's own evidence, too. Floats with a relative error below 1e-12, or fractions if `exact`.

    The first query without an answer raises its exception; with `errors="return"`, the exceptions of such queries stand
    in place of their probabilities, unless no query has an answer.

    >>> import randlog
    >>> coins = "0.4::heads(first). 0.5::heads(second). win :- heads(_)."
    >>> randlog.infer(coins, "win")["win"]
    0.7
    >>> randlog.infer(coins, "win", {"heads(second)": False}, exact=True)["win"]
    Fraction(2, 5)
    """
    each = choice("errors", errors, ("raise", "return")) == "return"
    (answers,) = _answering([given(program)], queries, evidence, exact, engine, memory, timeout, 1, each)
    found: Answers = _raised(_shaped(answers))
    return found


class Derivative(NamedTuple):
    """How fast the probability of an answer grows with the probability of a head, which all its instances share."""

    #: The head with its probability, as the program states it.
    head: str
    #: The line of its clause, if it is known.
    line: Optional[int]
    #: The derivative.
    value: Any


def gradients(
    program: ProgramLike,
    queries: Union[QueryLike, Iterable[QueryLike], None] = None,
    evidence: Union[EvidenceLike, Iterable[EvidenceLike], Mapping[QueryLike, bool], None] = None,
    *,
    exact: bool = False,
    memory: int = 4 << 30,
    timeout: Optional[float] = None,
) -> Answers:
    """The answers of `infer`, each with a list of its derivatives by the probabilities that it depends on.

    >>> import randlog
    >>> coins = "0.4::heads(first). 0.5::heads(second). win :- heads(_)."
    >>> randlog.gradients(coins, "win")["win"][0]
    Derivative(head='0.4::heads(first)', line=1, value=0.5)
    """
    asked = [given(program)]
    (answers,) = _answering(asked, queries, evidence, exact, "exact", memory, timeout, 1, False, gradient=True)
    found: Answers = _raised(_shaped(answers))
    return Answers((atom, [Derivative(*one) for one in gradient]) for atom, gradient in found.items())


def infer_many(
    programs: Union[ProgramLike, Iterable[ProgramLike]],
    queries: Union[QueryLike, Iterable[QueryLike], None] = None,
    evidence: Union[EvidenceLike, Iterable[EvidenceLike], Mapping[QueryLike, bool], None] = None,
    *,
    exact: bool = False,
    engine: str = "exact",
    memory: int = 4 << 30,
    timeout: Optional[float] = None,
    threads: Optional[int] = None,
    errors: str = "raise",
    progress: bool = False,
) -> list[Any]:
    """What `infer` says about each program, in order, on all cores.

    The first program without an answer raises its exception; with `errors="return"`, exceptions stand in the list, or in
    the answers of a program that has others.
    """
    each = choice("errors", errors, ("raise", "return")) == "return"
    asked = programs_given(programs)
    answering = _answering(asked, queries, evidence, exact, engine, memory, timeout, threads, each)
    answered = map(_shaped, told(answering, len(asked), progress))
    return collect(answered if each else map(_raised, answered), answering)


def _raised(answers: Any) -> Any:
    if isinstance(answers, RandlogError):
        raise answers
    return answers


def _shaped(answers: Any) -> Any:
    return answers if isinstance(answers, Exception) else Answers(answers)


def _answering(
    programs: list[Union[_randlog.Program, str]],
    queries: Any,
    evidence: Any,
    exact: bool,
    engine: str,
    memory: int,
    timeout: Optional[float],
    threads: Optional[int],
    each: bool,
    gradient: bool = False,
) -> _randlog.Answering:
    return _randlog.Answering(
        programs,
        [_query(query) for query in few("queries", _several(queries))],
        _evidence(evidence),
        bool(exact),
        string("`engine`", engine),
        natural("memory", memory),
        seconds(timeout),
        thread_count(threads),
        each,
        gradient,
    )


def given(program: ProgramLike) -> Union[_randlog.Program, str]:
    """A program as the Rust side takes it."""
    if isinstance(program, Program):
        return program._program
    if isinstance(program, str):
        return string("a program", program)
    raise TypeError(f"expected a Program or a text, not {type(program).__name__}")


def several_programs(programs: Any) -> Iterable[Any]:
    """One or several programs, but not all of a sequence without end."""
    if isinstance(programs, Samples):
        raise SettingError("a sequence without end is no list", help="give a slice of it, such as `samples[:100]`")
    return (programs,) if isinstance(programs, (Program, str)) else programs


def programs_given(programs: Union[ProgramLike, Iterable[ProgramLike]]) -> list[Union[_randlog.Program, str]]:
    """One or several programs as the Rust side takes them."""
    return [given(program) for program in several_programs(programs)]


def given_text(program: ProgramLike) -> str:
    """The same as a text."""
    known = given(program)
    return known if isinstance(known, str) else known.text("problog")


def _several(value: Any) -> Iterable[Any]:
    if value is None:
        return ()
    return (value,) if isinstance(value, (str, Atom, Evidence)) else value


def _query(query: object) -> str:
    if isinstance(query, Atom):
        return str(query)
    return string("a query", query)


def _evidence(evidence: Any) -> list[str]:
    if isinstance(evidence, Mapping):
        evidence = [Evidence(atom, holds) for atom, holds in evidence.items()]
    return [
        ("" if one.value else "\\+ ") + str(one.atom) if isinstance(one, Evidence) else _query(one)
        for one in few("evidence", _several(evidence))
    ]

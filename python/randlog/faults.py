"""Faults of engines: looked for among random programs, and reduced to the few lines that show them."""

from __future__ import annotations

from typing import Any, Callable, Iterable, Iterator, NamedTuple, Optional, Union

from . import _randlog
from ._arguments import few, natural, seconds, string
from ._arguments import seconds as length
from ._arguments import threads as thread_count
from .comparing import EngineLike, Path, chosen, directory
from .errors import Interrupted, SettingError
from .inference import ProgramLike, given_text
from .spec import Spec

__all__ = ["Finding", "Reduction", "fuzz", "reduce"]


class Reduction(NamedTuple):
    """A program that was reduced."""

    #: What is left of it.
    program: str
    #: How many lines that has: clauses, evidence, queries and directives.
    lines: int
    #: How many it had before.
    lines_before: int
    #: How often the engine or the judge was asked.
    calls: int
    #: Whether nothing more could go, or the reduction was interrupted.
    complete: bool
    #: How the engine fails on it: `wrong-answer`, or the kind of its failure. None if a judge was asked.
    kind: Optional[str]
    #: What is right, and what the engine says. None if it was interrupted, too.
    expected: Optional[str]
    answered: Optional[str]
    #: The name of a known fault that this is.
    fault: Optional[str]


def reduce(
    program: ProgramLike,
    engine: Optional[EngineLike] = None,
    *,
    judge: Optional[Callable[[str], object]] = None,
    timeout: float = 10,
    memory: int = 4 << 30,
    threads: Optional[int] = None,
    trust: bool = False,
    no_wall: bool = False,
    environment: Optional[Path] = None,
) -> Reduction:
    """The few lines of a program that matter. Either an engine (a name, or a function as in `compare`) is wrong about it,
    and stays wrong in the same way; or a judge, a function of the text, says whether a program is still interesting.

    On Ctrl-C, the exception is an `Interrupted` whose `done` is the best so far. `threads` is how many programs are
    judged at the same time: one per core, unless functions are asked. `trust` and `no_wall` are those of `compare`.

    >>> import randlog
    >>> def careless(program):
    ...     return {query: 1.0 for query in program.queries}
    >>> program = "0.4::rain. 0.3::sun. wet :- rain, \\\\+ roof. wet :- hose. roof :- fail. hose :- fail. query(wet)."
    >>> reduced = randlog.reduce(program, careless)
    >>> print(reduced.program, end="")
    p :- p.
    query(p).
    >>> reduced.kind, reduced.expected, reduced.answered
    ('wrong-answer', 'p: 0', 'p: 1')
    >>> print(randlog.reduce(program, judge=lambda text: "hose" in text).program, end="")
    hose.
    """
    if (engine is None) == (judge is None):
        raise TypeError("give either an `engine` or a `judge`")
    if judge is not None and not callable(judge):
        raise TypeError(f"a judge is a function, not {type(judge).__name__}")
    names, functions = chosen(None if engine is None else [engine])
    threads = 1 if threads is None and (judge or functions) else thread_count(threads)
    reducing = _randlog.Reducing(
        given_text(program),
        names[0] if names else None,
        functions[0] if functions else None,
        judge,
        natural("memory", memory),
        seconds(timeout),
        threads,
        bool(trust),
        bool(no_wall),
        directory(environment),
    )
    try:
        return _reduction(reducing)
    except KeyboardInterrupt:
        raise Interrupted(_reduction(reducing)) from None


def _reduction(reducing: _randlog.Reducing) -> Reduction:
    """What became of it. Who is interrupted before there is anything has nothing to keep."""
    result = reducing.result()
    if result is None:
        raise KeyboardInterrupt
    return Reduction(**result)


class Finding(NamedTuple):
    """A fault of an engine."""

    #: A few lines that show it.
    program: str
    engine: str
    #: `wrong-answer`, or the kind of the engine's failure.
    kind: str
    #: Who says so: `reference`, `engines`, or a relation between answers of the engine itself.
    oracle: str
    #: What is right, and what the engine says.
    expected: str
    answered: str
    #: Other engines that show the same.
    also: list[str]
    #: The random program that it was found by, and its number.
    original: str
    number: int
    #: All that an engine's maintainer needs, in Markdown.
    report: str


def fuzz(
    engines: Optional[Iterable[EngineLike]] = None,
    *,
    seconds: Optional[float] = None,
    programs: Optional[int] = None,
    seed: int = 0,
    first: int = 0,
    oracles: Iterable[str] = ("reference", "engines", "alone"),
    without: Iterable[str] = (),
    spec: Optional[Spec] = None,
    timeout: float = 2,
    memory: int = 4 << 30,
    patience: float = 60,
    threads: Optional[int] = None,
    known: bool = True,
    no_wall: bool = False,
    environment: Optional[Path] = None,
) -> Iterator[Finding]:
    """Look for faults of engines among random programs; each distinct one is a `Finding`, as soon as it is found.

    It goes on for so many `seconds`, for so many `programs`, or until you stop asking for findings. Engines are names, or functions as
    in `compare`; without any, all that are installed. Program *i* of a seed is always the same; `first` is where to start.
    An engine has a `timeout` for each program, the reduction of a finding has `patience`. Known faults of engines are left
    out if they are `known`. Engines run behind a wall, as in `compare`, unless there is `no_wall`. `docs/faults.md` explains `oracles`, the features that programs can be `without`, and the rest.

    >>> import randlog
    >>> def careless(program):
    ...     "Takes every negation for true."
    ...     return randlog.infer(str(program).replace("\\\\+ ", "true ; "))
    >>> finding = next(randlog.fuzz([careless], seed=1, programs=100, threads=1))
    >>> finding.engine, finding.kind
    ('careless', 'wrong-answer')
    """
    if spec is not None and not isinstance(spec, Spec):
        raise TypeError(f"expected a Spec, not {type(spec).__name__}")
    names, functions = chosen(engines)
    if names is not None and not names and not functions:
        raise SettingError("no engine is asked", help="name some, such as ['sdd'], or leave `engines` out for all")
    found = _randlog.Fuzzing(
        names,
        functions,
        natural("seed", seed),
        natural("first", first),
        None if programs is None else natural("programs", programs),
        length(seconds, "seconds"),
        _words("oracles", oracles),
        _words("without", without),
        None if spec is None else spec._spec,
        natural("memory", memory),
        length(timeout),
        length(patience, "patience"),
        thread_count(threads),
        bool(known),
        bool(no_wall),
        directory(environment),
    )
    return map(_finding, found)


def _finding(found: dict[str, Any]) -> Finding:
    return Finding(**found)


def _words(name: str, words: Union[str, Iterable[str]]) -> list[str]:
    several = [words] if isinstance(words, str) else few(name, words)
    return [string(f"`{name}`", word) for word in several]

"""Inference engines, and whether they agree."""

from __future__ import annotations

import os
from typing import Any, Callable, Iterable, Iterator, Mapping, NamedTuple, Optional, Union

from . import _randlog
from ._arguments import few, natural, seconds, string
from .inference import ProgramLike, given_text, several_programs
from .program import Program
from .progress import told
from .sampling import collect
from .syntax import Atom

__all__ = ["Engine", "engines", "install_engines", "compare", "NoAnswer"]

#: What an engine of your own returns: atoms, or their texts, with probabilities, or with lower and upper bounds.
Said = Mapping[Any, Any]
EngineLike = Union[str, Callable[[Any], Said]]
Path = Union[str, "os.PathLike[str]"]


class Engine(NamedTuple):
    """An engine that is known by name."""

    name: str
    description: str
    #: Its version, if it is installed.
    version: Optional[str]


class NoAnswer(Exception):
    """For engines of your own to raise: `kind` is one of those that `docs/engines.md` lists, such as `timeout`,
    `non-ground` or `rejected`."""

    def __init__(self, kind: str, words: str = "") -> None:
        super().__init__(f"{kind}: {words}")
        self.kind = kind
        self.words = words


def engines(environment: Optional[Path] = None) -> list[Engine]:
    """All engines that are known by name, installed or not."""
    return [Engine(*engine) for engine in _randlog.engines(directory(environment))]


def install_engines(environment: Optional[Path] = None) -> None:
    """Install the engines from Python, into a virtual environment of their own. It takes a minute or two."""
    _randlog.install_engines(directory(environment))


def compare(
    programs: Union[ProgramLike, Iterable[ProgramLike]],
    engines: Optional[Iterable[EngineLike]] = None,
    *,
    timeout: float = 60,
    memory: int = 4 << 30,
    threads: int = 1,
    fresh: bool = False,
    trust: bool = False,
    no_wall: bool = False,
    environment: Optional[Path] = None,
    progress: bool = False,
) -> list[dict[str, Any]]:
    """Run engines on programs, and compare what they say. A record for each answer of each engine, or for its failure;
    `pandas.DataFrame(records)` makes a table of them.

    An engine is a name (`engines()` lists them; default: all that are installed), a command of your own
    (`"mine=./my-engine"`), or a function, which gets a program and returns a mapping from atoms to probabilities.

    A program that loads other files or code is refused, unless you `trust` it. On Linux, engines run behind a wall: they read only
    their program and their installation, write only to a scratch directory, and have no network. `no_wall` runs them without it,
    and so does `trust`; `docs/engines.md` says more. Functions are called in this process, where there is no wall.

    >>> import randlog
    >>> def optimist(program):
    ...     return {query: 1.0 for query in program.queries}
    >>> coin = randlog.Program.parse("0.4::heads. query(heads).")
    >>> for record in randlog.compare(coin, engines=["exact", optimist]):
    ...     print(record["engine"], record["atom"], record["low"], record["disputed"])
    exact heads 0.4 False
    optimist heads 1.0 True
    """
    pairs = [(given_text(program), program) for program in several_programs(programs)]
    names, functions = chosen(engines)
    comparing = _randlog.Comparing(
        pairs,
        names,
        functions,
        natural("memory", memory),
        seconds(timeout),
        natural("threads", threads),
        bool(fresh),
        bool(trust),
        bool(no_wall),
        directory(environment),
    )
    return collect(_flat(told(comparing, len(pairs), progress)), comparing)


def chosen(engines: Optional[Iterable[EngineLike]]) -> tuple[Optional[list[str]], list[tuple[str, Any]]]:
    """The names and the functions among engines; no names at all stand for those that are installed."""
    if engines is None:
        return None, []
    if isinstance(engines, str):
        raise TypeError("`engines` is a list, such as ['exact', 'sdd'], not a string")
    names: list[str] = []
    functions: list[tuple[str, Any]] = []
    for engine in few("engines", engines):
        if isinstance(engine, str):
            names.append(string("an engine", engine))
        elif callable(engine):
            functions.append((_name(engine), _asked(engine)))
        else:
            raise TypeError(f"an engine is a name or a function, not {type(engine).__name__}")
    return names, functions


def _flat(lists: Iterable[list[dict[str, Any]]]) -> Iterator[dict[str, Any]]:
    for records in lists:
        yield from records


def _name(function: Any) -> str:
    return str(getattr(function, "__name__", type(function).__name__))


def directory(path: Optional[Path]) -> Optional[str]:
    return None if path is None else string("`environment`", os.fspath(path))


def _asked(function: Callable[[Any], Said]) -> Callable[[Any], Any]:
    """The function, with whatever it says in one form: answers, and a failure or none."""

    def ask(program: Any) -> tuple[list[tuple[str, float, float]], Optional[tuple[str, str]]]:
        if isinstance(program, _randlog.Program):
            program = Program._of(program)
        try:
            return [_answer(atom, said) for atom, said in function(program).items()], None
        except NoAnswer as error:
            return [], (error.kind, error.words)
        except NotImplementedError as error:
            return [], ("rejected", str(error))
        except TimeoutError as error:
            return [], ("timeout", str(error))
        except MemoryError as error:
            return [], ("memory", str(error))
        except Exception as error:
            return [], ("crash", f"{type(error).__name__}: {error}")

    return ask


def _answer(atom: Union[Atom, str], said: Any) -> tuple[str, float, float]:
    low, high = said if isinstance(said, tuple) else (said, said)
    return str(atom), float(low), float(high)

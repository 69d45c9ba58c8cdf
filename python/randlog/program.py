"""Programs."""

from __future__ import annotations

import os
from typing import Any, Iterable, Mapping, Optional, Union

from . import _randlog
from ._arguments import string
from .errors import SettingError
from .syntax import Atom, Clause, Evidence

__all__ = ["Program"]


class Program:
    """A logic program: clauses, and what is observed and asked.

    Programs are equal if they differ only in the order of statements and the names of variables.

    >>> from randlog import Program
    >>> program = Program.parse("0.4::p(X) :- q(X), \\\\+ r. q(a). r. query(p(a)).")
    >>> print(program)
    0.4::p(X) :- q(X), \\+ r.
    q(a).
    r.
    query(p(a)).
    >>> program == Program.parse("r. q(a). 0.4::p(Y) :- q(Y), \\\\+ r. query(p(a)).")
    True
    """

    __slots__ = ("_program", "__weakref__")
    _program: _randlog.Program

    def __init__(
        self,
        clauses: Iterable[Union[Clause, str]] = (),
        *,
        evidence: Iterable[Union[Evidence, Atom, str]] = (),
        queries: Iterable[Union[Atom, str]] = (),
        directives: Iterable[str] = (),
    ) -> None:
        self._program = _randlog.Program.build(
            [_clause(clause) for clause in _each("clauses", clauses)],
            [one if isinstance(one, Evidence) else Evidence(one) for one in _each("evidence", evidence)],
            [Atom.parse(one) if isinstance(one, str) else one for one in _each("queries", queries)],
            [string("a directive", one) for one in _each("directives", directives)],
        )

    @classmethod
    def _of(cls, program: _randlog.Program) -> Program:
        self = cls.__new__(cls)
        self._program = program
        return self

    @classmethod
    def parse(cls, text: str, *, language: str = "problog", name: str = "the program") -> Program:
        """Read a text in ProbLog or Prolog; `name` is what errors call it."""
        return cls._of(
            _randlog.Program.parse(
                string("the text of a program", text), string("`name`", name), string("`language`", language)
            )
        )

    @classmethod
    def from_file(cls, path: Union[str, os.PathLike[str]], *, language: str = "problog") -> Program:
        """Read a file that holds one program."""
        programs = cls.all_from_file(path, language=language)
        if len(programs) != 1:
            words = f"`{os.fspath(path)}` holds {len(programs)} programs"
            raise SettingError(words, help="read them by `Program.all_from_file`")
        return programs[0]

    @classmethod
    def all_from_file(cls, path: Union[str, os.PathLike[str]], *, language: str = "problog") -> list[Program]:
        """Read a file of several programs, such as `randlog sample` writes; any other file is one program."""
        with open(path, encoding="utf-8") as file:
            sections = _randlog.sections(file.read())
        return [cls.parse(text, language=language, name=os.fspath(path)) for text in sections]

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses, in order."""
        return self._program.clauses()

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """What is observed."""
        return self._program.evidence()

    @property
    def queries(self) -> tuple[Atom, ...]:
        """What is asked."""
        return self._program.queries()

    @property
    def directives(self) -> tuple[str, ...]:
        """Directives as they are written, without `:-` and full stop."""
        return tuple(self._program.directives())

    def replace(self, **parts: Any) -> Program:
        """The same program with other clauses, evidence, queries or directives."""
        own = {name: getattr(self, name) for name in ("clauses", "evidence", "queries", "directives")}
        return type(self)(**{**own, **parts})

    @property
    def canonical(self) -> str:
        """A text that equal programs share, and others do not."""
        return self._program.canonical()

    def __len__(self) -> int:
        return self._program.size()

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Program):
            return NotImplemented
        return self._program.equals(other._program)

    def __hash__(self) -> int:
        return self._program.hash()

    def __str__(self) -> str:
        return self._program.text("problog").rstrip("\n")

    def __repr__(self) -> str:
        return f"Program.parse({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Program.parse, (self.to_text(),))

    def __copy__(self) -> Program:
        return self

    def __deepcopy__(self, memo: object) -> Program:
        return self

    # What can be read off a program.

    def edges(self) -> list[tuple[str, str, bool]]:
        """The dependency graph: an edge from each predicate of a body to that of its head, and whether it is negative."""
        return self._program.graph()[1]

    @property
    def predicates(self) -> list[str]:
        """All predicates as `name/arity`, in the order of their first occurrence."""
        return self._program.graph()[0]

    def dependency_graph(self) -> Any:
        """The dependency graph as a `networkx.DiGraph` with the attribute `negative` on edges; or the list of
        `edges`, if networkx is not installed."""
        try:
            import networkx
        except ImportError:
            return self.edges()
        predicates, edges = self._program.graph()
        graph = networkx.DiGraph()
        graph.add_nodes_from(predicates)
        graph.add_edges_from((start, end, {"negative": negative}) for start, end, negative in edges)
        return graph

    def strata(self) -> Optional[list[list[str]]]:
        """The predicates of each stratum from below; `None` if there is a cycle through a negation."""
        return self._program.strata()[0]

    def negative_cycle(self) -> Optional[str]:
        """A cycle through a negation, in words, if there is one."""
        return self._program.strata()[1]

    def cycle(self) -> Optional[str]:
        """Any cycle among predicates, in words, if there is one."""
        return self._program.cycle()

    def unsafe(self) -> Mapping[int, str]:
        """The positions of the clauses that are not safe from left to right, and why."""
        return dict(self._program.unsafe_clauses())

    @property
    def is_safe(self) -> bool:
        """Whether every clause is safe from left to right."""
        return not self._program.unsafe_clauses()

    def irrelevant(self) -> tuple[Clause, ...]:
        """The clauses that queries and evidence do not depend on."""
        clauses = self.clauses
        return tuple(clauses[position] for position in self._program.irrelevant())

    def measures(self) -> dict[str, int]:
        """How many clauses, facts, nodes, atoms, negations and so on there are."""
        return self._program.measures()

    # Other languages.

    def to_text(self, language: str = "problog") -> str:
        """The text in a language: `problog`, `prolog`, `prolog-tabled`, `asp` or `datalog`."""
        return self._program.text(string("`language`", language))

    def to_prolog(self, *, tabled: bool = False) -> str:
        """The program for Prolog, with all predicates tabled if that is asked for."""
        return self.to_text("prolog-tabled" if tabled else "prolog")

    def to_asp(self) -> str:
        """A program of the same meaning for clingo."""
        return self.to_text("asp")

    def to_datalog(self) -> str:
        """A program of the same meaning for Soufflé."""
        return self.to_text("datalog")

    def to_problog(self) -> Any:
        """The program as ProbLog has it, a `problog.program.PrologString`."""
        try:
            from problog.program import PrologString
        except ImportError:
            reason = "ProbLog is not installed: `pip install problog` (`str(program)` is the text)"
            raise ImportError(reason) from None
        return PrologString(self.to_text())

    # In a notebook.

    def _repr_svg_(self) -> str:
        from .picture import graph

        return graph(self)

    def _repr_html_(self) -> str:
        from .picture import page

        return page(self)


def _clause(value: object) -> Clause:
    if isinstance(value, Clause):
        return value
    if isinstance(value, str):
        return Clause.parse(value)
    raise TypeError(f"expected a Clause, not {type(value).__name__}")


def _each(what: str, values: Iterable[Any]) -> Iterable[Any]:
    if isinstance(values, (str, bytes)):
        raise TypeError(f"{what} are a list, not {type(values).__name__}")
    return values

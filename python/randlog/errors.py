"""Everything that can go wrong, with the place and a remedy.

Whatever `randlog` refuses is a `RandlogError`, in the same words as on the command line:

>>> import randlog
>>> randlog.Spec(predicates=["p/1"], max_node=3)
Traceback (most recent call last):
    ...
randlog.errors.SpecError: unknown key `max_node`
  at Spec(max_node)
  help: did you mean `max_nodes`?
"""

from __future__ import annotations

from typing import Any, Optional

__all__ = [
    "RandlogError",
    "SpecError",
    "SettingError",
    "RangeError",
    "ParseError",
    "LanguageError",
    "SpaceError",
    "EmptySpaceError",
    "OutOfTime",
    "InferenceError",
    "EngineError",
    "FaultError",
    "Interrupted",
]


class RandlogError(Exception):
    """What went wrong (`message`), where (`place`), and what would be right (`help`)."""

    def __init__(
        self,
        message: str,
        *,
        help: Optional[str] = None,
        place: Optional[str] = None,
        excerpt: Optional[tuple[str, int, int]] = None,
        kind: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        #: The name of the text, line and column: `spec.toml:2:1`; or the path of an argument: `Spec(predicates[1])`.
        self.place = place
        #: The line, where in it the offending part starts, and how long that is.
        self.excerpt = excerpt
        #: A short name, for errors that come in kinds.
        self.kind = kind

    def __str__(self) -> str:
        lines = [self.message]
        if self.place is not None:
            lines.append(f"  at {self.place}")
        if self.excerpt is not None:
            lines += _pointed(*self.excerpt)
        if self.help is not None:
            lines.append(f"  help: {self.help}")
        return "\n".join(lines)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuilt, (type(self), self.message, self.__dict__.copy()))


def _pointed(line: str, column: int, width: int) -> list[str]:
    """A line, or as much of it as can be looked at, and what points at a part of it."""
    around = 50
    start = max(0, column - around)
    shown = line[start : column + width + around]
    width = min(width, max(1, len(shown) - (column - start)), 2 * around)
    before = "…" if start else ""
    after = "…" if start + len(shown) < len(line) else ""
    return [f"    {before}{shown}{after}", "    " + " " * (len(before) + column - start) + "^" * width]


def _rebuilt(cls: type[RandlogError], message: str, state: dict[str, Any]) -> RandlogError:
    error = cls(message)
    error.__dict__.update(state)
    return error


class SpecError(RandlogError, ValueError):
    """A spec that no program can be asked for by."""


class SettingError(RandlogError, ValueError):
    """An argument that has no such value."""


class RangeError(RandlogError, IndexError):
    """A place that a sequence does not have."""


class ParseError(RandlogError, ValueError):
    """A text that is not a program."""


class LanguageError(RandlogError, ValueError):
    """A program that a language cannot express."""


class SpaceError(RandlogError):
    """A space that cannot be counted or drawn from in the way asked for."""


class EmptySpaceError(SpaceError):
    """A space without programs."""


class OutOfTime(RandlogError, TimeoutError):
    """The time limit has passed first. `done` holds what was done by then."""

    done: Any = None


class InferenceError(RandlogError):
    """A program whose queries have no answer; `kind` says in one word why."""


class EngineError(RandlogError):
    """An engine that is not there, or a program that it must not see."""


class FaultError(RandlogError):
    """A program that shows no fault, so that there is nothing to keep when it is reduced."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, while much was done at once. `done` holds what was done by then, so that nothing is lost."""

    def __init__(self, done: Any) -> None:
        many = f"{len(done)} are done, and" if isinstance(done, list) else "what was done is"
        super().__init__(f"interrupted; {many} kept in `done`")
        self.done = done

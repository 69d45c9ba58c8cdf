"""Arguments that many functions take: of the right type, and in range."""

from __future__ import annotations

import operator
from typing import Any, Iterable, Iterator, Optional

from .errors import RangeError, SettingError

#: The largest number of 64 bits.
MOST = 2**64 - 1


def natural(name: str, value: Any, most: int = MOST) -> int:
    """A whole number from 0 to `most`."""
    if isinstance(value, bool) or not hasattr(type(value), "__index__"):
        raise TypeError(f"`{name}` is a whole number, not {type(value).__name__}")
    number: int = value.__index__()
    if not 0 <= number <= most:
        raise SettingError(f"`{name}` is out of range", help=f"give a number from 0 to {most}")
    return number


def threads(value: Any) -> Optional[int]:
    """A number of threads, or one per core."""
    return None if value is None else natural("threads", value)


def seconds(value: Any, name: str = "timeout") -> Optional[float]:
    """A time limit, or none."""
    return None if value is None else positive(f"`{name}`", value, "a number of seconds above 0, such as 60 or 0.5")


def positive(what: str, value: Any, remedy: str) -> float:
    """A number above 0."""
    if isinstance(value, (str, bool)) or not hasattr(type(value), "__float__"):
        raise TypeError(f"{what} is a number, not {type(value).__name__}")
    try:
        number = float(value)
    except (OverflowError, ValueError):
        raise SettingError(f"{what} is out of range", help=f"give {remedy}") from None
    if not number > 0:
        raise SettingError(f"{what} cannot be {number}", help=f"give {remedy}")
    return number


def endless(index: slice, what: str) -> tuple[int, Optional[int], int]:
    """Start, end and step of a slice of a sequence without end, each of whose elements is `what`. A slice backwards to the
    first element ends at -1."""
    start, stop, step = (None if part is None else operator.index(part) for part in (index.start, index.stop, index.step))
    step = 1 if step is None else step
    if step == 0:
        raise RangeError("a slice cannot stand still", help="give a step other than 0")
    if any(part is not None and part < 0 for part in (start, stop)):
        raise RangeError(f"a sequence without end has no last {what} to count from")
    if start is None and step < 0:
        raise RangeError(f"a sequence without end has no last {what} to start from")
    return start or 0, -1 if stop is None and step < 0 else stop, step


def choice(name: str, value: Any, words: Iterable[str]) -> str:
    """One of these words."""
    words = list(words)
    if string(f"`{name}`", value) not in words:
        quoted = "`, `".join(words)
        raise SettingError(f"`{name}` cannot be `{value}`", help=f"give one of `{quoted}`")
    return str(value)


def few(name: str, values: Iterable[Any]) -> Iterator[Any]:
    """The elements, unless there are more than can be meant: an iterable need not end."""
    for number, value in enumerate(values):
        if number == 20_000:
            raise SettingError(f"`{name}` lists too many elements", help="make the list shorter")
        yield value


def string(what: str, value: Any) -> str:
    """A text that can be written down."""
    if not isinstance(value, str):
        raise TypeError(f"{what} is a string, not {type(value).__name__}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise SettingError(f"{what} is not text", help="it holds half of a character: a surrogate") from None
    return value

"""Arguments that many functions take: of the right type, and in range."""

from __future__ import annotations

from typing import Any, Optional

from .errors import SettingError

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


def seconds(value: Any) -> Optional[float]:
    """A time limit, or none."""
    if value is None:
        return None
    if isinstance(value, (str, bool)) or not hasattr(type(value), "__float__"):
        raise TypeError(f"`timeout` is a number of seconds, not {type(value).__name__}")
    try:
        return float(value)
    except (OverflowError, ValueError):
        raise SettingError("`timeout` is out of range", help="give a number of seconds") from None


def string(what: str, value: Any) -> str:
    """A text that can be written down."""
    if not isinstance(value, str):
        raise TypeError(f"{what} is a string, not {type(value).__name__}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise SettingError(f"{what} is not text", help="it holds half of a character: a surrogate") from None
    return value

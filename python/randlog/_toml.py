"""Keyword arguments as the lines of a spec file, so that one reader knows all rules and all words."""

from __future__ import annotations

from typing import Any, Iterable, Mapping

from ._arguments import few
from .errors import SpecError

#: No number of a spec has more bits.
_BITS = 1024


def lines(keys: Mapping[str, Any]) -> str:
    """A line for each key; what is `None` is left out."""
    try:
        given = ((key, value) for key, value in keys.items() if value is not None)
        return "".join(f"{_key(key)} = {_value(key, value)}\n" for key, value in given)
    except RecursionError:
        raise SpecError("a value is nested too deeply", help="look for a list that holds itself") from None


def _key(name: object) -> str:
    if not isinstance(name, str):
        raise TypeError(f"a key is a string, not {type(name).__name__}")
    bare = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if bare else _quoted(name)


def _value(key: str, value: Any) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        # Of other libraries, too: the digits alone.
        return float.__repr__(value)
    if isinstance(value, Mapping):
        pairs = (f"{_key(name)} = {_value(key, number)}" for name, number in value.items())
        return f"{{ {', '.join(pairs)} }}"
    if type(value).__name__ in ("Fraction", "Decimal") or hasattr(type(value), "predicate"):
        return _quoted(str(value))
    if isinstance(value, Iterable) and not isinstance(value, (bytes, bytearray)):
        return f"[{', '.join(_value(key, element) for element in few(key, value))}]"
    if hasattr(type(value), "__index__"):
        return _integer(key, value.__index__())
    raise TypeError(f"`{key}` cannot be of the type {type(value).__name__}")


def _integer(key: str, value: int) -> str:
    if value.bit_length() > _BITS:
        raise SpecError(f"`{key}` cannot be a number of {value.bit_length()} bits", help="give a smaller number")
    return str(value)


def _quoted(text: str) -> str:
    def escaped(character: str) -> str:
        if character in '"\\':
            return "\\" + character
        if character.isprintable():
            return character
        if "\ud800" <= character <= "\udfff":
            return "\N{REPLACEMENT CHARACTER}"
        return f"\\U{ord(character):08X}"

    return f'"{"".join(map(escaped, text))}"'

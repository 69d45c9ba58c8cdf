"""Progress bars, if they are asked for."""

from __future__ import annotations

from typing import Any, Iterable, Iterator, Optional, TypeVar

T = TypeVar("T")


def told(things: Iterable[T], total: Optional[int], progress: bool) -> Iterator[T]:
    """The same things, with a bar of `tqdm` if that is wanted."""
    if not progress:
        return iter(things)
    try:
        from tqdm.auto import tqdm
    except ImportError:
        raise ImportError("`progress=True` needs tqdm: `pip install tqdm`") from None
    bar: Any = tqdm(things, total=total)
    return iter(bar)

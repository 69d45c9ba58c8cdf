"""Random programs and instances as sequences without end."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Optional, Union, overload

from . import _randlog
from ._arguments import endless, few, natural, seconds, string
from ._arguments import threads as thread_count
from .errors import Interrupted, OutOfTime, RangeError
from .program import Program
from .syntax import Atom

if TYPE_CHECKING:
    from ._types import Stream
    from .spec import Spec

__all__ = ["Samples"]

#: The largest index of a program, as on the command line.
LARGEST = 2**64 - 2


class Samples:
    """Random programs by index, without end: `samples[17]`, `samples[10:20]`, `for program in samples`.

    A slice that ends is a list, drawn on all cores; one that does not is again a sequence without end. If programs are
    `distinct`, the sequence ends with the space.
    """

    __slots__ = ("_drawing", "seed", "distinct", "_first", "_step", "_threads", "_timeout")

    def __init__(
        self,
        drawing: _randlog.Drawing,
        seed: int,
        distinct: bool,
        first: int,
        step: int,
        threads: Optional[int],
        timeout: Optional[float],
    ) -> None:
        self._drawing = drawing
        #: The seed, also if it was not given.
        self.seed = seed
        #: Whether no program comes twice.
        self.distinct = distinct
        self._first = first
        self._step = step
        self._threads = threads
        self._timeout = timeout

    @classmethod
    def prepare(
        cls,
        spec: Spec,
        seed: Optional[int],
        method: str,
        spread: Union[str, Iterable[str]],
        settings: Optional[list[tuple[str, str]]],
        memory: int,
        threads: Optional[int],
        timeout: Optional[float],
        distinct: bool = False,
        queries: Union[str, Atom, Iterable[Union[str, Atom]]] = (),
    ) -> Samples:
        """Set up what drawing needs."""
        if seed is None:
            import random

            seed = random.SystemRandom().getrandbits(32)
        seed = natural("seed", seed)
        sizes = [spread] if isinstance(spread, str) else few("spread", spread)
        spread = ",".join(string("`spread`", size) for size in sizes)
        method, memory = string("`method`", method), natural("memory", memory)
        threads, timeout = thread_count(threads), seconds(timeout)
        asked = [queries] if isinstance(queries, (str, Atom)) else few("queries", queries)
        atoms = [string("a query", str(query) if isinstance(query, Atom) else query) for query in asked]
        drawing = _randlog.Drawing(spec._spec, seed, method, spread, settings, bool(distinct), atoms, memory)
        return cls(drawing, seed, bool(distinct), 0, 1, threads, timeout)

    @property
    def method(self) -> str:
        """How programs are drawn: `exact`, `rejection`, `search` or `heads`."""
        return self._drawing.method()

    @property
    def why_by_search(self) -> Optional[str]:
        """Why programs come from the search, and are not equally likely, though nobody asked for that."""
        return self._drawing.why_by_search()

    @property
    def spec(self) -> Spec:
        """The spec that programs are drawn from: with weights in place of averages."""
        from .spec import Spec

        return Spec._of(self._drawing.spec())

    def command(self, first: int = 0, count: int = 1) -> str:
        """The command that draws these programs on the command line."""
        return self._drawing.command(*self._range(first, count))

    def to_text(self, first: int = 0, count: int = 1) -> str:
        """Programs as the command line writes them, with the header that says how they are made again."""
        return self._drawing.file(*self._range(first, count))

    def _range(self, first: int, count: int) -> tuple[int, int]:
        first = natural("first", first, LARGEST)
        if self.distinct and first > 0:
            raise RangeError("different programs are counted from the first", help="give `first=0`")
        return first, natural("count", count, LARGEST - first + 1)

    def _drawn(self, first: int, step: int, count: int, ahead: int = 1024) -> _randlog.Drawn:
        # A step from one program to none may be longer than any number that is passed on.
        step = step if count > 1 else 1
        return self._drawing.draw(first, step, count, ahead, self._threads, self._timeout)

    def _index(self, number: int) -> int:
        if number < 0:
            raise RangeError("a sequence without end has no last program to count from")
        index = self._first + number * self._step
        if index > LARGEST:
            raise RangeError("the largest index is 2^64 - 2")
        return index

    @overload
    def __getitem__(self, index: int) -> Program: ...

    @overload
    def __getitem__(self, index: slice) -> Any: ...

    def __getitem__(self, index: Union[int, slice]) -> Any:
        if isinstance(index, slice):
            return self._slice(index)
        for program in self._drawn(self._index(operator.index(index)), 1, 1):
            return Program._of(program)
        raise RangeError("the space has fewer different programs")

    def _slice(self, index: slice) -> Any:
        start, stop, step = endless(index, "program")
        if stop is None:
            first, step = self._index(start), self._step * step
            return Samples(self._drawing, self.seed, self.distinct, first, step, self._threads, self._timeout)
        numbers = range(start, stop, step)
        if not numbers:
            return []
        low, high = sorted((self._index(numbers[0]), self._index(numbers[-1])))
        step = self._step * abs(step)
        drawn = self._drawn(low, step, (high - low) // step + 1)
        programs = collect(map(Program._of, drawn), drawn)
        return programs if numbers.step > 0 else programs[::-1]

    def __iter__(self) -> Iterator[Program]:
        return self.ahead(64)

    def ahead(self, most: int) -> Iterator[Program]:
        """All programs, of which so many at most are drawn before they are asked for."""
        count = (LARGEST - self._first) // self._step + 1
        return map(Program._of, self._drawn(self._first, self._step, count, natural("most", most)))

    def __repr__(self) -> str:
        return f"<Samples by {self.method}, seed {self.seed}>"


def collect(things: Iterable[Any], work: Optional[Stream] = None) -> list[Any]:
    """All of them. Whatever stops this keeps what was there by then, and stops the work that makes them."""
    done: list[Any] = []
    try:
        done.extend(things)
    except KeyboardInterrupt:
        raise Interrupted(done) from None
    except OutOfTime as error:
        error.done = done
        raise
    finally:
        if work is not None:
            work.stop()
    return done

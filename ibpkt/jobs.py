"""Batches worked on by several processes, with the results in the order of the packets.

One process reads; the others decode and make text.  So what needs all packets in order stays with the reader, and
what a batch must know of the one before goes through `Turns`.
"""

from __future__ import annotations

import collections
import itertools
import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from ibpkt.batch import Batch
from ibpkt.frames import Frames

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")


class Mark:
    """What stands between batches and goes through as it is: the beginning or the end of a file."""


#: batches given to a worker before the first of its results is taken: what it finds when it has done one
AHEAD = 2


class Turns(Protocol):
    """A number that goes from batch to batch, in their order: the time of the last packet chosen, say."""

    def take(self, mine: int | None) -> int | None:
        """Give the number of this batch to the next one (None: what came from before), and get that from before.

        It waits until all batches before have given theirs, so it should be called early.
        """


class Local:
    """Turns in one process."""

    def __init__(self) -> None:
        self._number: int | None = None

    def take(self, mine: int | None) -> int | None:
        """See `Turns`."""
        before, self._number = self._number, self._number if mine is None else mine
        return before


class _Shared:
    """Turns across processes.

    Args:
        context: of multiprocessing.
        number: what the first batch gets.

    Attributes:
        index: the place of the batch that this process works on.
    """

    def __init__(self, context: Any, number: int | None) -> None:
        self._changed = context.Condition()
        self._turn = context.Value("q", 0, lock=False)
        self._number = context.Value("q", number or 0, lock=False)
        self._known = context.Value("b", number is not None, lock=False)
        self.index = 0

    def take(self, mine: int | None) -> int | None:
        """See `Turns`."""
        with self._changed:
            self._changed.wait_for(lambda: self._turn.value >= self.index)
            before = self._number.value if self._known.value else None
            if mine is not None:
                self._number.value, self._known.value = mine, 1
            self._turn.value = self.index + 1
            self._changed.notify_all()
        return before

    def skip(self) -> None:
        """Let the next batch go on where this one did not take its turn."""
        if self._turn.value <= self.index:
            self.take(None)


class Work(Generic[T]):
    """What is done with each batch, here or in other processes.

    Args:
        do: gets a batch and its `Turns`.
        jobs: processes that do it; 1 does everything in this one.
        pack: makes of a result one that can be pickled; not called for what is done here.
    """

    def __init__(self, do: Callable[[Batch, Turns], T], jobs: int = 1, pack: Callable[[T], T] | None = None) -> None:
        self._do = do
        self._jobs = jobs if hasattr(os, "fork") else 1
        self._pack = pack

    def results(self, items: Iterable[Batch | Mark]) -> Iterator[T | Mark]:
        """The results, one a batch, and in their places the items that are no batches, as they are.

        The first batch is worked on here: small captures start no process.
        """
        rest = iter(items)
        local = Local()
        done = 0
        for item in rest:
            if not isinstance(item, Batch):
                yield item
            elif done and self._jobs > 1:
                yield from self._spread(itertools.chain([item], rest), local.take(None))
            else:
                yield self._do(item, local)
                done += 1
            del item  # its buffer is used again for the next

    def _spread(self, items: Iterator[Batch | Mark], number: int | None) -> Iterator[T | Mark]:
        import multiprocessing  # late: most commands need none of it
        from concurrent.futures import ProcessPoolExecutor

        context = multiprocessing.get_context("fork")
        pool = ProcessPoolExecutor(self._jobs, context, _begin, (self._do, self._pack, _Shared(context, number)))
        waiting: collections.deque[Future[T] | Mark] = collections.deque()
        index = 0
        try:
            for item in items:
                if isinstance(item, Batch):
                    waiting.append(pool.submit(_run, index, item.frames))
                    index += 1
                else:
                    waiting.append(item)
                del item
                while len(waiting) >= self._jobs * AHEAD:
                    first = waiting.popleft()
                    yield first if isinstance(first, Mark) else first.result()
            for first in waiting:
                yield first if isinstance(first, Mark) else first.result()
        finally:
            pool.shutdown(cancel_futures=True)


_do: Callable[[Batch, Turns], Any]
_pack: Callable[[Any], Any] | None
_turns: _Shared


def _begin(do: Callable[[Batch, Turns], Any], pack: Callable[[Any], Any] | None, turns: _Shared) -> None:
    """Make this process a worker: interrupts are its parent's business, and it ends when that has gone."""
    import multiprocessing
    import signal
    import threading

    global _do, _pack, _turns
    _do, _pack, _turns = do, pack, turns
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    from multiprocessing.connection import wait

    wait([sentinel])
    os._exit(1)


def _run(index: int, frames: Frames) -> Any:
    _turns.index = index
    try:
        result = _do(Batch(frames), _turns)
        return result if _pack is None else _pack(result)
    finally:
        _turns.skip()

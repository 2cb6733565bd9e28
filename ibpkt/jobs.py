"""Batches worked on by several processes, with the results in the order of the packets.

One process reads; the others decode and make text.  So what needs all packets in order stays with the reader, and
what a batch must know of the one before goes through `Turns`.
"""

from __future__ import annotations

import collections
import itertools
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any, Generic, Protocol, TypeVar

from ibpkt.batch import Batch
from ibpkt.frames import Frames

T = TypeVar("T")

#: batches given to a worker before the first of its results is taken: what it finds when it has done one
AHEAD = 2


class Turns(Protocol):
    """A number that goes from batch to batch, in their order: the time of the last packet chosen, say."""

    def take(self, mine: int | None) -> int | None:
        """Give the number of this batch to the next one (None: what came from before), and get that from before.

        It waits until all batches before have given theirs, so it should be called early.
        """


class _Local:
    """Turns in one process."""

    def __init__(self) -> None:
        self._number: int | None = None

    def take(self, mine: int | None) -> int | None:
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
        do: gets a batch and its `Turns`; what it returns must pickle.  An iterator becomes a list.
        jobs: processes that do it; 1 does everything in this one.
    """

    def __init__(self, do: Callable[[Batch, Turns], T], jobs: int = 1) -> None:
        self._do = do
        self._jobs = jobs if hasattr(os, "fork") else 1

    def results(self, batches: Iterable[Batch]) -> Iterator[T]:
        """The results, one a batch.

        The first batch is done here: small captures start no process.
        """
        first = iter(batches)
        local = _Local()
        if self._jobs == 1:
            for batch in first:
                yield self._do(batch, local)
                del batch
            return
        for batch in itertools.islice(first, 1):
            yield self._do(batch, local)
            del batch
        second = next(first, None)
        if second is not None:
            yield from self._spread(itertools.chain([second], first), local)

    def _spread(self, batches: Iterator[Batch], local: _Local) -> Iterator[T]:
        context = multiprocessing.get_context("fork")
        shared = _Shared(context, local.take(None))
        pool = ProcessPoolExecutor(self._jobs, context, _begin, (self._do, shared))
        waiting: collections.deque[Future[T]] = collections.deque()
        try:
            for index, batch in enumerate(batches):
                waiting.append(pool.submit(_run, index, batch.frames))
                del batch  # its buffer stays as long as the submission needs it
                if len(waiting) >= self._jobs * AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


_do: Callable[[Batch, Turns], Any]
_turns: _Shared


def _begin(do: Callable[[Batch, Turns], Any], turns: _Shared) -> None:
    """Make this process a worker: interrupts are its parent's business, and it ends when that has gone."""
    global _do, _turns
    _do, _turns = do, turns
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    multiprocessing.connection.wait([sentinel])
    os._exit(1)


def _run(index: int, frames: Frames) -> Any:
    _turns.index = index
    try:
        result = _do(Batch(frames), _turns)
        return list(result) if isinstance(result, Iterator) else result
    finally:
        _turns.skip()

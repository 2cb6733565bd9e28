"""Batches worked on by several processes, with the results in the order of the packets.

One process reads; the others decode and make text.  So what needs all packets in order stays with the reader, and
what a batch must know of the one before goes through `SequenceToken`.
"""

from __future__ import annotations

import collections
import itertools
import mmap
import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from ibpkt.batch import Batch, Frames

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")


class Mark:
    """What stands between batches and goes through as it is: the beginning or the end of a file."""


#: batches given to a worker before the first of its results is taken: what it finds when it has done one
AHEAD = 2
#: bytes of packets that a slot of shared memory takes; twice what the reader gives at once
SLOT = 32 << 20


class SequenceToken(Protocol):
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
        """See `SequenceToken`."""
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
        """See `SequenceToken`."""
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


class _Order:
    """Lets processes deliver one after the other."""

    def __init__(self, context: Any) -> None:
        self._changed = context.Condition()
        self._place = context.Value("q", 0, lock=False)

    def wait(self, place: int) -> bool:
        """Wait until all before have delivered; whether one may deliver at all."""
        with self._changed:
            self._changed.wait_for(lambda: self._place.value >= place)
            return bool(self._place.value == place)

    def advance(self, place: int) -> None:
        """Let the next one deliver."""
        with self._changed:
            self._place.value = max(self._place.value, place + 1)
            self._changed.notify_all()

    def end(self) -> None:
        """Nobody takes deliveries any more."""
        self.advance(1 << 60)


class _Slots:
    """Memory that all processes see: what has been read is copied there once, and not sent through a pipe."""

    def __init__(self, count: int) -> None:
        self._memory = [mmap.mmap(-1, SLOT) for _ in range(count)]
        self._free = list(range(count))

    def put(self, frames: Frames) -> tuple[int | None, Frames]:
        """Copy the packets' bytes into a slot; its number, and the packets without them.  No slot: they stay."""
        size = frames.data.nbytes
        if size > SLOT or not self._free:
            return None, frames
        number = self._free.pop()
        np.copyto(np.frombuffer(self._memory[number], np.uint8, size), frames.data)
        return number, frames.with_data(frames.data[:0])

    def take(self, number: int | None, size: int, frames: Frames) -> Frames:
        """The packets with their bytes, in the process that works on them."""
        return frames if number is None else frames.with_data(np.frombuffer(self._memory[number], np.uint8, size))

    def free(self, number: int | None) -> None:
        """The packets are done."""
        if number is not None:
            self._free.append(number)


class Delivery(NamedTuple, Generic[T]):
    """How results get out where they are made.

    Attributes:
        prepare: whatever can be done before it is a result's turn.
        deliver: called in the order of the packets; gives what is left of the result, which must pickle.
    """

    prepare: Callable[[T], T]
    deliver: Callable[[T], T]


class Work(Generic[T]):
    """What is done with each batch, here or in other processes.

    Args:
        do: gets a batch and its `SequenceToken`.
        jobs: processes that do it; 1 does everything in this one.
        pack: makes of a result one that can be pickled; not called for what is done here.
        delivery: asked once, before there are other processes.  What it gives is used in place of ``pack``, so that
            text need not travel before it is written; None where that cannot be.
    """

    def __init__(
        self,
        do: Callable[[Batch, SequenceToken], T],
        jobs: int = 1,
        pack: Callable[[T], T] | None = None,
        delivery: Callable[[], Delivery[T] | None] | None = None,
    ) -> None:
        self._do = do
        self._jobs = jobs if hasattr(os, "fork") else 1
        self._pack = pack
        self._delivery = delivery

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
        delivery = self._delivery() if self._delivery else None
        slots, order = _Slots(self._jobs * AHEAD), _Order(context)
        worker = _Worker(self._do, self._pack, delivery, _Shared(context, number), order, slots)
        pool = ProcessPoolExecutor(self._jobs, context, _begin, (worker,))
        waiting: collections.deque[tuple[int, int | None, Future[T] | Mark]] = collections.deque()
        batches = 0

        def result() -> Iterator[T | Mark]:
            place, slot, first = waiting.popleft()
            if isinstance(first, Mark):
                yield first
                order.advance(place)
            else:
                done = first.result()
                slots.free(slot)
                yield done

        try:
            for place, item in enumerate(items):
                slot = None
                if isinstance(item, Batch):
                    size = item.frames.data.nbytes
                    slot, frames = slots.put(item.frames)
                    waiting.append((place, slot, pool.submit(_run, batches, place, slot, size, frames)))
                    batches += 1
                    del frames
                else:
                    waiting.append((place, None, item))
                del item
                while len(waiting) >= self._jobs * AHEAD:
                    yield from result()
            while waiting:
                yield from result()
        finally:
            order.end()
            pool.shutdown(cancel_futures=True)


class _Worker(NamedTuple):
    """What a worker process knows.

    Attributes:
        do: what to do with a batch.
        pack: makes its result fit to be sent.
        delivery: how the result gets out in place of that.
        turns: those of its batches.
        order: of deliveries.
        slots: where the bytes of packets lie.
    """

    do: Callable[[Batch, SequenceToken], Any]
    pack: Callable[[Any], Any] | None
    delivery: Delivery[Any] | None
    turns: _Shared
    order: _Order
    slots: _Slots

    def run(self, index: int, place: int, batch: Batch) -> Any:
        """Work on a batch; ``index`` is its place among batches, ``place`` that among all items."""
        self.turns.index = index
        try:
            result = self.do(batch, self.turns)
            if self.delivery is None:
                return result if self.pack is None else self.pack(result)
            result = self.delivery.prepare(result)
            self.turns.skip()  # a later batch may be waiting for it
            return self.delivery.deliver(result) if self.order.wait(place) else None
        finally:
            self.turns.skip()
            if self.delivery is not None:
                self.order.wait(place)
                self.order.advance(place)


_worker: _Worker


def _begin(worker: _Worker) -> None:
    """Make this process a worker: interrupts are its parent's business, and it ends when that has gone."""
    import multiprocessing
    import signal
    import threading

    global _worker
    _worker = worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    from multiprocessing.connection import wait

    wait([sentinel])
    os._exit(1)


def _run(index: int, place: int, slot: int | None, size: int, frames: Frames) -> Any:
    return _worker.run(index, place, Batch(_worker.slots.take(slot, size, frames)))

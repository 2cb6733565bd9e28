"""Worker processes: batches are worked on in parallel, and the results come in the order of the packets.

One process reads; the others decode and render.  What needs all packets in order stays with the reader, and what a
batch must know of the one before goes through a `SequenceToken`.
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

#: batches that a worker has been given before the first of its results is taken, so that it never runs dry
AHEAD = 2
#: bytes of packets that a slot of shared memory takes; twice what the reader gives at once
SLOT = 32 << 20


class Mark:
    """Something between batches that passes through unchanged: the start or the end of a file."""


class SequenceToken(Protocol):
    """A number that is handed from batch to batch in their order, such as the time of the last packet selected."""

    def take(self, mine: int | None) -> int | None:
        """Hand the number of this batch to the next one, and get that of the one before.

        It waits until all batches before have handed on theirs, so call it early.

        Args:
            mine: the number; None hands on the one from before.
        """


class LocalToken:
    """A sequence token within one process."""

    def __init__(self) -> None:
        self._number: int | None = None

    def take(self, mine: int | None) -> int | None:
        """See `SequenceToken`."""
        before, self._number = self._number, self._number if mine is None else mine
        return before


class _Turnstile:
    """Lets processes through one at a time, in the order of their numbers.

    A semaphore for each number that may be under way.  There is no lock that a process could hold when it is killed,
    and letting another one through never waits.

    Args:
        context: of multiprocessing.
        most: numbers under way at a time, at most.
    """

    def __init__(self, context: Any, most: int) -> None:
        self._turns = [context.Semaphore(int(number == 0)) for number in range(most)]
        self._is_open = context.Value("b", 0, lock=False)
        self._mine = self._done = -1  # in each process: the number whose turn it has had, and that it has let go

    def wait(self, number: int) -> bool:
        """Wait until it is this number's turn; False where its turn is over already, or nobody wants the results."""
        if number <= self._done or self._is_open.value:
            return False
        if number != self._mine:
            self._turns[number % len(self._turns)].acquire()
            self._mine = number
        return not self._is_open.value

    def advance(self, number: int) -> None:
        """This number, whose turn it is, is done: let the next one through."""
        if number > self._done:
            self._done = number
            self._turns[(number + 1) % len(self._turns)].release()

    def open(self) -> None:
        """Let everything through: the results are no longer wanted."""
        self._is_open.value = 1
        for turn in self._turns:
            turn.release()


class _SharedToken:
    """A sequence token across processes.

    Args:
        context: of multiprocessing.
        number: what the first batch gets.
        most: batches under way at a time, at most.

    Attributes:
        index: the number of the batch that this process works on.
    """

    def __init__(self, context: Any, number: int | None, most: int) -> None:
        self._turnstile = _Turnstile(context, most)
        self._number = context.Value("q", number or 0, lock=False)
        self._known = context.Value("b", number is not None, lock=False)
        self.index = 0

    def take(self, mine: int | None) -> int | None:
        """See `SequenceToken`."""
        self._turnstile.wait(self.index)
        before = self._number.value if self._known.value else None
        if mine is not None:
            self._number.value, self._known.value = mine, 1
        self._turnstile.advance(self.index)
        return before

    def skip(self) -> None:
        """Let the next batch go on, where this one has not taken the token."""
        if self._turnstile.wait(self.index):
            self._turnstile.advance(self.index)

    def open(self) -> None:
        """Let all batches go on: the results are no longer wanted."""
        self._turnstile.open()


class _Slots:
    """Shared memory: packets that were read are copied there once, instead of through a pipe."""

    def __init__(self, count: int) -> None:
        self._memory = [mmap.mmap(-1, SLOT) for _ in range(count)]
        self._free = list(range(count))

    def put(self, frames: Frames) -> tuple[int | None, Frames]:
        """Copy the packets' bytes into a slot: its number, and the packets without bytes.  No slot: they keep them."""
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
    """How workers write results themselves, so that text need not travel through the process that reads.

    Attributes:
        prepare: what can be done before it is the result's turn.
        deliver: called in the order of the packets; returns what is left of the result, which must pickle.
    """

    prepare: Callable[[T], T]
    deliver: Callable[[T], T]


class Workers(Generic[T]):
    """Work that is done on each batch, here or in other processes.

    Args:
        work: gets a batch and its `SequenceToken`.
        jobs: processes that do it; 1 does everything in this one.
        pack: makes a result that can be pickled; not called for what is done in this process.
        delivery: called once, before other processes start; what it returns is used instead of ``pack``, unless it
            is None.
    """

    def __init__(
        self,
        work: Callable[[Batch, SequenceToken], T],
        jobs: int = 1,
        pack: Callable[[T], T] | None = None,
        delivery: Callable[[], Delivery[T] | None] | None = None,
    ) -> None:
        self._work = work
        self._jobs = jobs if hasattr(os, "fork") else 1
        self._pack = pack
        self._delivery = delivery

    def results(self, items: Iterable[Batch | Mark]) -> Iterator[T | Mark]:
        """A result for each batch; marks stay as they are, in their places.

        The first batch is worked on here: small captures start no process.

        Raises:
            ResourceError: a process was killed, or cannot be started.
        """
        rest = iter(items)
        token = LocalToken()
        done = 0
        for item in rest:
            if not isinstance(item, Batch):
                yield item
            elif done and self._jobs > 1:
                yield from self._in_parallel(itertools.chain([item], rest), token.take(None))
            else:
                yield self._work(item, token)
                done += 1
            del item  # its buffer is used again for the next

    def _in_parallel(self, items: Iterator[Batch | Mark], number: int | None) -> Iterator[T | Mark]:
        import multiprocessing  # late: most commands do without

        from ibpkt.io.worker_pool import WorkerPool

        context = multiprocessing.get_context("fork")
        most = self._jobs * AHEAD
        delivery = self._delivery() if self._delivery else None
        slots, order, token = _Slots(most), _Turnstile(context, most), _SharedToken(context, number, most)
        worker = _Worker(self._work, self._pack, delivery, token, order, slots)
        pool = WorkerPool(self._jobs, context, _start, (worker,))
        waiting: collections.deque[tuple[int, int | None, Future[T] | Mark]] = collections.deque()

        def results(keep: int) -> Iterator[T | Mark]:
            """The results of what waits, in order, until only ``keep`` items wait."""
            while len(waiting) > keep:
                place, slot, item = waiting.popleft()
                if isinstance(item, Mark):
                    yield item
                    if delivery is not None:
                        order.wait(place)  # everything before is done, so this does not wait
                        order.advance(place)
                else:
                    result = pool.result(item)
                    slots.free(slot)
                    yield result

        batches = 0
        try:
            for place, item in enumerate(items):
                if isinstance(item, Batch):
                    size = item.frames.data.nbytes
                    slot, frames = slots.put(item.frames)
                    waiting.append((place, slot, pool.submit(_run, batches, place, slot, size, frames)))
                    batches += 1
                    del frames
                else:
                    waiting.append((place, None, item))
                del item
                yield from results(most - 1)
            yield from results(0)
        finally:
            order.open()
            token.open()
            pool.close()


class _Worker(NamedTuple):
    """What a worker process knows: what `Workers` was given, and what all processes share."""

    work: Callable[[Batch, SequenceToken], Any]
    pack: Callable[[Any], Any] | None
    delivery: Delivery[Any] | None
    token: _SharedToken
    order: _Turnstile
    slots: _Slots

    def run(self, index: int, place: int, batch: Batch) -> Any:
        """Work on a batch; ``index`` is its number among batches, ``place`` that among all items."""
        self.token.index = index
        try:
            result = self.work(batch, self.token)
            if self.delivery is None:
                return result if self.pack is None else self.pack(result)
            result = self.delivery.prepare(result)
            self.token.skip()  # a later batch may be waiting for it
            return self.delivery.deliver(result) if self.order.wait(place) else None
        finally:
            self.token.skip()
            if self.delivery is not None:
                self.order.wait(place)
                self.order.advance(place)


_worker: _Worker


def _start(worker: _Worker) -> None:
    """Make this process one that works on batches."""
    global _worker
    _worker = worker
    start_worker()


def start_worker() -> None:
    """Make this process a worker: its parent handles interrupts, and it ends when its parent does."""
    import multiprocessing
    import signal
    import threading

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

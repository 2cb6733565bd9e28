"""What a command does with the batches of its files: one after the other, filtered, by one process or several."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from ibpkt.batch import Batch
from ibpkt.cli.common import Files, let_through, processes, with_progress
from ibpkt.errors import escape_text
from ibpkt.io.source import Capture
from ibpkt.io.workers import Delivery, Mark, SequenceToken, Work

if TYPE_CHECKING:
    from ibpkt.filter import Filter

T = TypeVar("T")


class Begin(Mark):
    """A file begins."""

    def __init__(self, name: str) -> None:
        self.name = name


class FileEnd(Mark):
    """A file has been read.

    Attributes:
        capture: what was read.
    """

    def __init__(self, capture: Capture) -> None:
        self.capture = capture


class Done(NamedTuple, Generic[T]):
    """What came of a batch.

    Attributes:
        begins: it has the first packet of its file.
        absent: fields that the filter asks for and none of its packets has.
        result: None where the filter let nothing through.
    """

    begins: bool
    absent: tuple[str, ...]
    result: T | None


class Job(NamedTuple, Generic[T]):
    """What is to be done.

    Attributes:
        do: what is done with the packets of a batch that the filter lets through.
        wanted: the filter, None for all.
        jobs: how many processes, 0 for as many as there are cores.
        pack: makes of a result one that can be pickled; None where it can.
        delivery: how results get out where they are made, see `ibpkt.io.workers.Work`; None for nothing of that kind.
        max_packets: packets of a batch, at most.
        max_bytes: bytes of a batch, about.
        limit: packets of a file, at most.
        before: called with the name of a file before it is read.
    """

    do: Callable[[Batch], T]
    wanted: Filter | None
    jobs: int = 1
    pack: Callable[[T], T] | None = None
    delivery: Callable[[], Delivery[T] | None] | None = None
    max_packets: int | None = None
    max_bytes: int | None = None
    limit: int | None = None
    before: Callable[[str], None] | None = None

    def results(self, inputs: Files, *, to_file: bool = False) -> Iterator[Done[T] | Begin | FileEnd]:
        """What came of each batch, in order, between the beginnings and ends of files.

        Args:
            inputs: the files.
            to_file: nothing goes to standard output.
        """
        work = Work(
            self._one,
            processes(self.jobs, inputs.names),
            None if self.pack is None else _on_result(self.pack),
            None if self.delivery is None else self._delivery,
        )
        for each in work.results(self._items(inputs, to_file)):
            if isinstance(each, Done) and self.wanted is not None:
                inputs.lack(each.absent)
            yield each  # type: ignore[misc]  # marks are those of _items

    def _items(self, inputs: Files, to_file: bool) -> Iterator[Batch | Mark]:
        for number, (name, capture) in enumerate(inputs, 1):
            if self.before is not None:
                self.before(name)
            yield Begin(name)
            batches = capture.batches(self.max_packets, max_bytes=self.max_bytes, limit=self.limit)
            label = f"{escape_text(name)} ({number} of {len(inputs.names)})" if len(inputs.names) > 1 else ""
            yield from with_progress(batches, capture, to_file=to_file, label=label)
            yield FileEnd(capture)

    def _one(self, batch: Batch, turns: SequenceToken) -> Done[T]:
        absent = () if self.wanted is None else self.wanted.absent(batch)
        part = let_through(batch, self.wanted, turns)
        return Done(batch.frames.first == 1, absent, None if part is None else self.do(part))

    def _delivery(self) -> Delivery[Done[T]] | None:
        assert self.delivery is not None
        delivery = self.delivery()
        return None if delivery is None else Delivery(_on_result(delivery.prepare), _on_result(delivery.deliver))


def _on_result(function: Callable[[T], T]) -> Callable[[Done[T]], Done[T]]:
    """The same function on what came of a batch."""

    def on_result(done: Done[T]) -> Done[T]:
        return done if done.result is None else done._replace(result=function(done.result))

    return on_result

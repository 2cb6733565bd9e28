"""The loop of a command: for each batch of each file, filter it, work on it, and yield the result."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Generic, NamedTuple, TypeVar

from ibpkt.batch import Batch
from ibpkt.cli.files import Files, select
from ibpkt.io.source import Capture
from ibpkt.io.workers import Delivery, Mark, SequenceToken, Workers

T = TypeVar("T")


class FileStart(Mark):
    """A file starts."""

    def __init__(self, name: str) -> None:
        self.name = name


class FileEnd(Mark):
    """A file has been read.

    Attributes:
        capture: what was read.
    """

    def __init__(self, capture: Capture) -> None:
        self.capture = capture


class BatchResult(NamedTuple, Generic[T]):
    """What came of a batch.

    Attributes:
        first: the batch has the first packet of its file.
        absent: fields that the filter asks for and none of the packets has.
        value: the result; None where the filter let nothing through.
    """

    first: bool
    absent: tuple[str, ...]
    value: T | None

    def map(self, function: Callable[[T], T]) -> BatchResult[T]:
        """The same with a function applied to the value, where there is one."""
        return self if self.value is None else self._replace(value=function(self.value))


def run(
    inputs: Files,
    work: Callable[[Batch], T],
    jobs: int = 1,
    *,
    limits: Mapping[str, int | None] | None = None,
    pack: Callable[[T], T] | None = None,
    delivery: Callable[[], Delivery[T] | None] | None = None,
) -> Iterator[FileStart | BatchResult[T] | FileEnd]:
    """Work on the packets that the filter lets through, batch by batch.

    Args:
        inputs: the files.
        work: what is done with a batch.
        jobs: processes that do it; 0 for one per core.
        limits: of batches and files, as `Capture.batches` takes them.
        pack: makes a result picklable; None where results are.
        delivery: how workers write results themselves, see `ibpkt.io.workers.Workers`.

    Yields:
        What came of each batch, in order, between the starts and ends of files.
    """

    def one(batch: Batch, token: SequenceToken) -> BatchResult[T]:
        absent = () if inputs.filter is None else inputs.filter.absent(batch)
        part = select(batch, inputs.filter, token)
        return BatchResult(batch.frames.first == 1, absent, None if part is None else work(part))

    def items() -> Iterator[Batch | Mark]:
        for capture in inputs:
            yield FileStart(capture.name)
            yield from inputs.read(capture, **(limits or {}))
            yield FileEnd(capture)

    def delivered() -> Delivery[BatchResult[T]] | None:
        way = None if delivery is None else delivery()
        if way is None:
            return None
        return Delivery(lambda result: result.map(way.prepare), lambda result: result.map(way.deliver))

    def packed(result: BatchResult[T]) -> BatchResult[T]:
        return result if pack is None else result.map(pack)

    workers = 1 if inputs.growing else processes(jobs, inputs.names)
    for item in Workers(one, workers, packed, delivered).results(items()):
        if isinstance(item, BatchResult) and inputs.filter is not None:
            inputs.note_absent(item.absent)
        yield item  # type: ignore[misc]  # marks are those of items


def processes(jobs: int, names: tuple[str, ...]) -> int:
    """How many processes to use.

    One if a file is a pipe, whose packets are shown as they arrive, and where the system copies no process (Windows).
    """
    if not hasattr(os, "fork"):
        return 1
    if any(name == "-" or (os.path.exists(name) and not os.path.isfile(name)) for name in names):
        return 1
    if jobs:
        return jobs
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

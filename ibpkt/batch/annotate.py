"""Annotation: what is known of a packet because of others becomes headers that follow its own.

An annotator reads a capture batch by batch, in order, and gives annotations of its packets.  What is known only later
(in which packet a request will be answered) is there when the capture is read twice: `first_pass` finds it.  The
annotators themselves stand where they compute: in `ibpkt.management.annotators` and `ibpkt.analysis.annotators`.
"""

from __future__ import annotations

import array
import functools
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Protocol

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.batch.annotations import Annotation, attach
from ibpkt.batch.batch import Batch
from ibpkt.schema import Header


class LaterFacts:
    """What is known of packets only behind them: for each header a number a packet, by the packet's number.

    Attributes:
        ends: packets behind which a transfer does not go on, though it has not come to its end.
    """

    def __init__(self) -> None:
        self.ends: set[int] = set()
        self._found: dict[Header, tuple[array.array[int], array.array[int]]] = {}

    def add(self, header: Header, frame: int, value: int) -> None:
        """The header's one field has this value in that packet."""
        frames, values = self._found.setdefault(header, _columns())
        frames.append(frame)
        values.append(value)

    def extend(self, header: Header, frames: Ints, values: Ints) -> None:
        """The header's one field has these values in these packets."""
        for numbers, column in zip(self._found.setdefault(header, _columns()), (frames, values), strict=True):
            numbers.frombytes(column.astype(np.int64).tobytes())

    def annotations(self, batch: Batch) -> Iterator[Annotation]:
        """What is to be said of the packets of a batch."""
        numbers = batch.frames.number_of
        for header, (frames, values) in self._sorted.items():
            first, last = np.searchsorted(frames, (numbers[0], numbers[-1] + 1)) if len(numbers) else (0, 0)
            if first < last:
                rows = np.searchsorted(numbers, frames[first:last])
                yield Annotation(header, rows, {header.fields[0].name: values[first:last]})

    @functools.cached_property
    def _sorted(self) -> dict[Header, tuple[Ints, Ints]]:
        """Both columns in the order of the packets; what was said first of a packet counts."""
        found = {}
        for header, columns in self._found.items():
            frames, values = (np.frombuffer(column, np.int64) for column in columns)
            once, places = np.unique(frames, return_index=True)
            found[header] = once, values[places]
        return found


def _columns() -> tuple[array.array[int], array.array[int]]:
    return array.array("q"), array.array("q")


class Annotator(Protocol):
    """What looks at all packets of a capture, in order."""

    @property
    def given_up(self) -> int:
        """What it has given up unfinished, since there was too much that was open at once."""

    def track(self, batch: Batch) -> Iterable[Annotation]:
        """Take a batch; gives what is to be said of its packets."""

    def finish(self) -> None:
        """There are no more packets."""


class AnnotatorFactory(Protocol):
    """What makes an annotator: its class."""

    @property
    def headers(self) -> Collection[Header]:
        """Those that packets may have because of it."""

    def __call__(self, later: LaterFacts | None, known: LaterFacts | None) -> Annotator:
        """An annotator that puts what is known of earlier packets into ``later``, and knows what was found before."""


def rows_of(batch: Batch, frames: list[int]) -> Ints:
    """The places of packets in a batch, by their numbers."""
    return np.searchsorted(batch.frames.number_of, np.array(frames, np.int64))


def annotated(
    batches: Iterable[Batch], annotators: Sequence[Annotator], later: LaterFacts | None = None
) -> Iterator[Batch]:
    """The batches of a capture, with annotations.

    Args:
        batches: all of a capture, in order, before any filter.
        annotators: what looks at them.
        later: what `first_pass` has found in the same capture, None for nothing.
    """
    for batch in batches:
        annotations = [annotation for annotator in annotators for annotation in annotator.track(batch)]
        if later is not None:
            annotations += later.annotations(batch)
        extended = attach(batch, annotations)
        del batch
        yield extended
        del extended


def first_pass(batches: Iterable[Batch], annotators: Iterable[AnnotatorFactory]) -> LaterFacts:
    """What is known only when all of a capture has been read; for `annotated`, when it is read again.

    It takes 16 bytes a packet of which there is something to say.
    """
    later = LaterFacts()
    running = [make(later, None) for make in annotators]
    for batch in batches:
        for annotator in running:
            for _ in annotator.track(batch):
                pass
    for annotator in running:
        annotator.finish()
    return later

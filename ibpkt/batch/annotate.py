"""Annotators: facts about a packet that come from other packets become headers that follow its own.

An annotator reads a capture batch by batch, in order, and returns annotations of its packets.  Facts known only later
(which packet answers a request) need a second reading: `first_pass` collects them in the first.  The annotators
themselves live in the rooms that compute the facts: `ibpkt.management.annotators` and `ibpkt.analysis.annotators`.
"""

from __future__ import annotations

import array
import functools
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import ClassVar, Protocol

import numpy as np

from ibpkt.arrays import Bools, Ints
from ibpkt.batch.annotations import Annotation, attach
from ibpkt.batch.batch import Batch
from ibpkt.schema import Header


class LaterFacts:
    """Facts about packets that are known only after them: for each header one number, by the packet's number.

    Attributes:
        ends: numbers of packets after which a transfer does not continue, although it is incomplete.
    """

    def __init__(self) -> None:
        self.ends: set[int] = set()
        self._found: dict[Header, tuple[array.array[int], array.array[int]]] = {}

    def add(self, header: Header, frame: int, value: int) -> None:
        """Note the value of the header's one field in a packet."""
        frames, values = self._found.setdefault(header, _columns())
        frames.append(frame)
        values.append(value)

    def extend(self, header: Header, frames: Ints, values: Ints) -> None:
        """Note the values of the header's one field in several packets."""
        for numbers, column in zip(self._found.setdefault(header, _columns()), (frames, values), strict=True):
            numbers.frombytes(column.astype(np.int64).tobytes())

    def among(self, header: Header, frames: Ints) -> Bools:
        """Which of some packets have a noted value of the header's field, shape (n,)."""
        known: Bools = np.isin(frames, self._sorted[header][0]) if header in self._sorted else frames < 0
        return known

    def annotations(self, batch: Batch) -> Iterator[Annotation]:
        """The annotations of the packets of a batch."""
        numbers = batch.frames.number_of
        for header, (frames, values) in self._sorted.items():
            first, last = np.searchsorted(frames, (numbers[0], numbers[-1] + 1)) if len(numbers) else (0, 0)
            if first < last:
                rows = np.searchsorted(numbers, frames[first:last])
                yield Annotation(header, rows, {header.fields[0].name: values[first:last]})

    @functools.cached_property
    def _sorted(self) -> dict[Header, tuple[Ints, Ints]]:
        """Both columns in the order of the packets; the first value noted for a packet counts."""
        found = {}
        for header, columns in self._found.items():
            frames, values = (np.frombuffer(column, np.int64) for column in columns)
            once, places = np.unique(frames, return_index=True)
            found[header] = once, values[places]
        return found


def _columns() -> tuple[array.array[int], array.array[int]]:
    return array.array("q"), array.array("q")


class Annotator(Protocol):
    """Reads all packets of a capture, in order, and annotates them.

    Attributes:
        decides_late: what it says of packets may be decided at the end of the capture.
    """

    decides_late: ClassVar[bool]

    @property
    def given_up(self) -> int:
        """How many unfinished exchanges it dropped because too many were open at once."""

    def track(self, batch: Batch) -> Iterable[Annotation]:
        """Read a batch and return the annotations of its packets."""

    def finish(self, later: LaterFacts | None = None) -> None:
        """Handle the end of the capture.

        Args:
            later: gets the facts about earlier packets that only the end decides, if they were not wanted until now.
        """


class AnnotatorFactory(Protocol):
    """Makes an annotator: usually its class."""

    @property
    def headers(self) -> Collection[Header]:
        """The annotation headers that it may attach."""

    def __call__(self, later: LaterFacts | None, known: LaterFacts | None) -> Annotator:
        """An annotator that adds facts on earlier packets to ``later`` and uses those ``known`` from a first pass."""


def rows_of(batch: Batch, frames: list[int]) -> Ints:
    """The places of packets in a batch, by their numbers."""
    return np.searchsorted(batch.frames.number_of, np.array(frames, np.int64))


def annotated(
    batches: Iterable[Batch], annotators: Sequence[Annotator], later: LaterFacts | None = None, *, ahead: bool = False
) -> Iterator[Batch]:
    """The batches of a capture, with annotations.

    Args:
        batches: all of a capture, in order, before any filter.
        annotators: those to run.
        later: what `first_pass` collected from the same capture, None for nothing.
        ahead: read one batch ahead, so that the last one has what the end of the capture decides about its packets: a
            file that is one batch needs no first pass.
    """
    if later is None and ahead and any(annotator.decides_late for annotator in annotators):
        yield from _annotated_to_the_end(iter(batches), annotators)
        return
    for batch in batches:
        annotations = [annotation for annotator in annotators for annotation in annotator.track(batch)]
        if later is not None:
            annotations += later.annotations(batch)
        extended = attach(batch, annotations)
        del batch
        yield extended
        del extended


def _annotated_to_the_end(batches: Iterator[Batch], annotators: Sequence[Annotator]) -> Iterator[Batch]:
    batch = next(batches, None)
    while batch is not None:
        annotations = [annotation for annotator in annotators for annotation in annotator.track(batch)]
        following = next(batches, None)
        if following is None:
            annotations = _completed(batch, annotations, annotators)
        extended = attach(batch, annotations)
        batch = following
        del following
        yield extended
        del extended


def _completed(batch: Batch, annotations: list[Annotation], annotators: Sequence[Annotator]) -> list[Annotation]:
    """The annotations of the last batch, and what the end of the capture decides about its packets."""
    later = LaterFacts()
    for annotator in annotators:
        annotator.finish(later)
    last = list(later.annotations(batch))
    decided = {annotation.header: annotation.rows for annotation in last}
    for annotation in annotations:
        if annotation.header in decided:
            kept = np.flatnonzero(~np.isin(annotation.rows, decided[annotation.header]))
            values = {name: np.asarray(column)[kept] for name, column in annotation.values.items()}
            contents = [annotation.contents[place] for place in kept.tolist()] if annotation.contents else ()
            annotation = annotation._replace(rows=annotation.rows[kept], values=values, contents=contents)
        last.append(annotation)
    return last


def first_pass(batches: Iterable[Batch], annotators: Iterable[AnnotatorFactory]) -> LaterFacts:
    """The facts that are known only once all of a capture has been read; for `annotated`, when it is read again.

    It takes 16 bytes for every packet that has one.
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

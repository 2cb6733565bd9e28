"""Several captures as one: by time, or one after the other.

Merging repeatedly takes the earliest of the packets that come first in their captures, as mergecap does; of equal
times, that of the capture named first.  So the packets of one capture keep their order, whatever their times.
It holds one batch per capture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ibpkt.arguments import checked
from ibpkt.batch import AnnotationBlock, Batch
from ibpkt.capture.records import Interface
from ibpkt.edit.buffer import COLUMNS, joined
from ibpkt.io.source import Capture


class _Queue:
    """The packets of one capture that have not been taken.

    Args:
        interfaces: those of all captures, to which it adds its own as they come.

    Attributes:
        place: its place among the captures.
        batch: the batch at hand, None at the end.
        at: the first row that has not been taken.
        keys: the latest time so far, a row: the times by which the packets are merged.
    """

    def __init__(self, place: int, capture: Capture, interfaces: list[Interface]) -> None:
        self.place = place
        self.batch: Batch | None = None
        self.at = 0
        self.keys: NDArray[np.int64] = np.zeros(0, np.int64)
        self._capture = capture
        self._batches = capture.batches()
        self._interfaces = interfaces
        self._numbers: dict[int, int] = {}  # of its interfaces among those of all captures
        self._latest = int(np.iinfo(np.int64).min)
        self.fill()

    def fill(self) -> None:
        """Go on to the next batch once this one has been taken."""
        while self.batch is None or self.at >= len(self.batch):
            self.batch, self.at = None, 0
            self.batch = next(self._batches, None)
            if self.batch is None:
                return
            frames = self.batch.frames
            interfaces = frames.interface
            frames.interface = interfaces.copy()
            for number in np.unique(interfaces).tolist():
                same = interfaces == number
                link = int(frames.link[np.argmax(same)])
                frames.interface[same] = self._number(number, link)
            self.keys = np.maximum(np.maximum.accumulate(frames.time), self._latest)
            self._latest = int(self.keys[-1])

    def _number(self, number: int, link: int) -> int:
        if number not in self._numbers:
            own = self._capture.reader.interfaces
            self._numbers[number] = len(self._interfaces)
            self._interfaces.append(own[number] if number < len(own) else Interface(link))
        return self._numbers[number]

    def until(self, key: int, place: int) -> int:
        """The row at which to stop: what lies before it comes not later than the last one of ``place``."""
        side = "right" if self.place <= place else "left"
        return self.at + int(np.searchsorted(self.keys[self.at :], key, side))  # type: ignore[call-overload]


class Merged:
    """Several captures as one.

    Args:
        captures: what to read, each once.
        append: one after the other instead of by time.

    Attributes:
        interfaces: those of all captures, in the order in which they come; the list grows.
    """

    @checked
    def __init__(self, captures: Sequence[Capture], *, append: bool = False) -> None:
        self.captures = captures
        self.append = append
        self.interfaces: list[Interface] = []

    def batches(self) -> Iterator[Batch]:
        """The packets, numbered through from 1."""
        count, begin, previous = 0, None, None
        for batch in self._one_by_one() if self.append else self._by_time():
            frames = batch.frames
            frames.first = count + 1
            begin = int(frames.time[0]) if begin is None else begin
            frames.first_time, frames.previous_time = begin, begin if previous is None else previous
            count += len(frames)
            previous = int(frames.time[-1])
            yield batch
            del batch, frames

    def _one_by_one(self) -> Iterator[Batch]:
        for place, capture in enumerate(self.captures):
            queue = _Queue(place, capture, self.interfaces)
            while queue.batch is not None:
                queue.at = len(queue.batch)
                yield queue.batch
                queue.fill()

    def _by_time(self) -> Iterator[Batch]:
        queues = [_Queue(place, capture, self.interfaces) for place, capture in enumerate(self.captures)]
        while waiting := [queue for queue in queues if queue.batch is not None]:
            key, place = min((int(queue.keys[-1]), queue.place) for queue in waiting)
            parts: list[tuple[Batch, int, int]] = []
            keys: list[NDArray[np.int64]] = []
            for queue in waiting:
                end = queue.until(key, place)
                if end > queue.at and queue.batch is not None:
                    parts.append((queue.batch, queue.at, end))
                    keys.append(queue.keys[queue.at : end])
                    queue.at = end
            batch = joined(parts)
            if len(parts) > 1:
                _sort(batch, np.argsort(np.concatenate(keys), kind="stable"))
            del parts
            yield batch
            del batch
            for queue in waiting:
                queue.fill()


def _sort(batch: Batch, order: NDArray[np.int64]) -> None:
    """Put the packets of a batch into another order."""
    frames = batch.frames
    for name in COLUMNS:
        setattr(frames, name, getattr(frames, name)[order])
    places = np.empty(len(order), np.int64)
    places[order] = np.arange(len(order))
    annotations = frames.annotations
    if annotations is not None:
        rows = places[annotations.rows]
        by = np.argsort(rows)
        frames.annotations = AnnotationBlock(
            rows[by], annotations.start[by], annotations.size[by], annotations.link[by], annotations.partial[by]
        )
    if frames.comments:
        frames.comments = {int(places[row]): texts for row, texts in frames.comments.items()}

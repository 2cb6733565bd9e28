"""Many captures read as one, merged by the times of their packets as they are read.

Captures that do not overlap in time, as rotated files do not, are open one after the other, and their bytes are not
copied.  Of captures that overlap each has a share of the memory that one capture would have.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import TracebackType
from typing import Protocol, Self

import numpy as np

from ibpkt.arguments import checked
from ibpkt.arrays import Bools
from ibpkt.capture.interleave import MergedRecords, Stretch, interleave
from ibpkt.capture.join_source import JoinSource, Source, identity
from ibpkt.capture.merger import Merger
from ibpkt.capture.reader import first_chunks
from ibpkt.capture.records import Interface, Records
from ibpkt.capture.window import BufferPool
from ibpkt.errors import CaptureError, escape_text


class CopyDetector(Protocol):
    """Finds the packets that several captures have.

    Attributes:
        window: nanoseconds between the copies of a packet, at most.
    """

    window: int

    def find(self, merged: MergedRecords) -> Bools:
        """Which packets are copies of earlier ones from another capture."""

    def remarks(self, names: Sequence[str]) -> list[str]:
        """What is to be said of the captures, in sentences; ``names`` are theirs, by place."""


class JoinedReader:
    """Captures that are read as one; made by `join_captures`.  Use it in a ``with``, or `close` it.

    Attributes:
        files: the names of the captures, in the order in which they begin; those without packets come last.
        repeated: the names of captures that were named more than once; they are read once.
        copies: packets that were left out, since another capture has them too.
    """

    format: str = "joined"
    compression: str | None = None

    def __init__(
        self, sources: Iterable[JoinSource], repeated: Iterable[str], detector: Callable[[], CopyDetector] | None
    ) -> None:
        self._sources = sorted(sources, key=_beginning)
        self.files: tuple[str, ...] = tuple(source.name for source in self._sources)
        self.repeated: tuple[str, ...] = tuple(repeated)
        self.copies: int = 0
        self._merger = Merger([source for source in self._sources if source.first_time is not None])
        self._make_detector = detector
        self._detector = None if detector is None else detector()
        self._examined: int | None = None  # time of the last packet that was compared with those of other captures
        self._pool = BufferPool()
        self._count = 0
        self._finished = False
        self._rest: Iterator[Records] = self._chunks()  # one for all calls of `records`, which may stop anywhere

    @property
    def name(self) -> str:
        """For messages: the first file, and how many more there are."""
        if len(self.files) < 2:
            return "".join(self.files)
        more = len(self.files) - 1
        return f"{self.files[0]} and {more} more file{'s' if more > 1 else ''}"

    @property
    def damage(self) -> CaptureError | None:
        """Why the first capture that was not read to its end was not; None where all were."""
        return next(iter(self.damages), None)

    @property
    def damages(self) -> list[CaptureError]:
        """Why captures were not read to their end or not wholly, as far as they have been read."""
        return [
            *self._merger.damages,
            *(source.damage for source in self._sources if source.first_time is None and source.damage is not None),
        ]

    @property
    def dropped(self) -> int | None:
        """Packets that the capturing systems dropped, as the captures say that say it; None where none does."""
        return self._merger.dropped

    @property
    def interfaces(self) -> list[Interface]:
        """The interfaces described so far; what two captures describe alike is one interface."""
        return self._merger.interfaces.interfaces

    @property
    def comments(self) -> list[str]:
        """The comments of the captures that have been read to their end (pcapng)."""
        return self._merger.comments

    @property
    def position(self) -> int:
        """Bytes consumed of all files."""
        return self._merger.position + sum(one.size or 0 for one in self._sources if one.first_time is None)

    @property
    def size(self) -> int | None:
        """Bytes of all files, None where one of them is a pipe."""
        total = 0
        for source in self._sources:
            if source.size is None:
                return None
            total += source.size
        return total

    def reopened(self) -> JoinedReader:
        """The same captures from their beginning; raises CaptureError, and CallerError where one is no file."""
        return join_captures([source.reopened() for source in self._sources], detector=self._make_detector)

    def remarks(self) -> list[str]:
        """What was peculiar about the captures, in sentences, once they have been read."""
        sentences = [f"{escape_text(name)} is named more than once, and read once" for name in self.repeated]
        sentences += self._merger.clock.remarks()
        if not self._finished:  # the figures would be those of the chunks that happen to have been read
            return sentences
        if self.copies:
            packets = "1 packet is" if self.copies == 1 else f"{self.copies} packets are"
            sentences.append(f"{packets} in more than one file, and counted once")
        if self._detector is not None:
            sentences += self._detector.remarks(self.files)
        return sentences

    @checked
    def records(self, *, max_bytes: int = 16 << 20, max_records: int = 32768) -> Iterator[Records]:
        """The records in the order of their times, from where the last call stopped.

        Args:
            max_bytes: about the most bytes of a chunk.
            max_records: the most records of a chunk; the first one has up to 256, as that of a file has.

        A record's ``offset`` is the one in its file; ``first`` counts through all files.  Nothing is raised: see
        `damages`.
        """
        self._merger.max_bytes, self._merger.max_records = max_bytes, max(max_records, 1)
        for chunk in self._rest:
            yield chunk
            del chunk

    def _chunks(self) -> Iterator[Records]:
        for merged in self._gathered():
            kept = self._without_copies(merged)
            del merged
            begin = 0
            while begin < len(kept):
                most = first_chunks(self._count, self._merger.max_records)
                chunk = kept if not begin and len(kept) <= most else kept.at(slice(begin, begin + most))
                begin += len(chunk)
                chunk.first = self._count + 1
                self._count += len(chunk)
                yield chunk
                del chunk
            del kept
        self._finished = True

    def _gathered(self) -> Iterator[MergedRecords]:
        """Records in order; those of small files together, so that nobody works on a few packets at a time."""
        held: list[Stretch] = []
        size = count = 0
        for step in self._merger.steps():
            held += step
            size += sum(len(one.records.data) for one in step)
            count += sum(len(one.times) for one in step)
            del step
            if self._merger.live or 2 * size >= self._merger.max_bytes or 2 * count >= self._merger.max_records:
                merged = interleave(held, self._pool)
                held.clear()
                size = count = 0
                yield merged
                del merged
        if held:
            yield interleave(held, self._pool)

    def _without_copies(self, merged: MergedRecords) -> Records:
        if self._detector is None or not self._may_have_copies(merged, self._detector.window):
            return merged.records
        self._examined = int(merged.times[-1])
        copies = self._detector.find(merged._replace(read_until=self._merger.read_until))
        found = int(copies.sum())
        self.copies += found
        return merged.records.at(np.flatnonzero(~copies)) if found else merged.records

    def _may_have_copies(self, merged: MergedRecords, window: int) -> bool:
        """Whether a packet of another capture is, or may come, near one of these."""
        near_last = self._examined is not None and int(merged.times[0]) - self._examined <= window
        several = bool((merged.places != merged.places[0]).any())
        return several or near_last or self._merger.meets_another(int(merged.times[-1]) + window)

    def close(self) -> None:
        """Close all files that are open; a file object that was given stays open."""
        self._rest = iter(())
        self._merger.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _beginning(source: JoinSource) -> tuple[bool, int, str]:
    return source.first_time is None, source.first_time or 0, source.name


@checked
def join_captures(
    sources: Iterable[Source],
    *,
    detector: Callable[[], CopyDetector] | None = None,
    refused: Callable[[CaptureError], None] | None = None,
) -> JoinedReader:
    """Open captures to be read as one, whatever their formats and link types, and in whatever order they are given.

    Args:
        sources: paths, ``-`` for standard input, or binary file objects.
        detector: makes what finds the packets that several captures have; they are left out but once.
        refused: called for each capture that cannot be opened, which is then left out.

    Raises:
        CaptureError: a capture cannot be opened, and there is no ``refused``.
    """
    opened: list[JoinSource] = []
    repeated: dict[str, None] = {}
    known: set[object] = set()
    try:
        for source in sources:
            key = identity(source)
            if key in known:
                repeated[os.fspath(source) if isinstance(source, str | os.PathLike) else "a file object"] = None
                continue
            known.add(key)
            try:
                opened.append(JoinSource(source))
            except CaptureError as error:
                if refused is None:
                    raise
                refused(error)
    except BaseException:
        for one in opened:
            one.close()
        raise
    return JoinedReader(opened, repeated, detector)

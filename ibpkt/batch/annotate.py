"""What is said of a packet because of others: trackers look at a capture batch by batch, and give annexes.

A tracker runs where a field of its headers is asked for (`Capture.follow`).  What is known only later (in which packet
a request will be answered) is there when the capture is read twice: `look` finds it.
"""

from __future__ import annotations

import array
import functools
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from ibpkt.batch.annotations import Note, attach
from ibpkt.batch.batch import Batch
from ibpkt.protocols.analysis_facts import ANSWERED, FACTS
from ibpkt.protocols.annotation_headers import (
    MADAnswer,
    MADRepeat,
    MADRequest,
    RMPPData,
    RMPPSegment,
    RMPPTable,
    RMPPTableIn,
)
from ibpkt.protocols.mad.sa import RECORDS
from ibpkt.schema import Header

if TYPE_CHECKING:
    from ibpkt.batch.frames import Ints
    from ibpkt.management.transfers import Transfer


class Later:
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

    def notes(self, batch: Batch) -> Iterator[Note]:
        """What is to be said of the packets of a batch."""
        numbers = batch.frames.number_of
        for header, (frames, values) in self._sorted.items():
            first, last = np.searchsorted(frames, (numbers[0], numbers[-1] + 1)) if len(numbers) else (0, 0)
            if first < last:
                rows = np.searchsorted(numbers, frames[first:last])
                yield Note(header, rows, {header.fields[0].name: values[first:last]})

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


class Tracker(Protocol):
    """What looks at all packets of a capture, in order."""

    @property
    def given_up(self) -> int:
        """What it has given up unfinished, since there was too much that was open at once."""

    def track(self, batch: Batch) -> Iterable[Note]:
        """Take a batch; gives what is to be said of its packets."""

    def finish(self) -> None:
        """There are no more packets."""


class MakeTracker(Protocol):
    """What makes a tracker: its class."""

    @property
    def headers(self) -> Collection[Header]:
        """Those that packets may have because of it."""

    def __call__(self, later: Later | None, known: Later | None) -> Tracker:
        """A tracker that puts what is known of earlier packets into ``later``, and knows what was found before."""


def _rows(batch: Batch, frames: list[int]) -> Ints:
    """The places of packets in a batch, by their numbers."""
    return np.searchsorted(batch.frames.number_of, np.array(frames, np.int64))


class Partners:
    """Requests and answers of management datagrams (`ibpkt.management.transactions`).

    Args:
        later: takes what is known of earlier packets, where anybody wants it.
        known: what was found before; not needed here.
    """

    headers = (MADAnswer, MADRequest, MADRepeat)

    def __init__(self, later: Later | None = None, known: Later | None = None) -> None:
        from ibpkt.management.transactions import RESPONSE, Transactions  # late, as all that only some need

        self._later = later
        self._response = RESPONSE
        self._transactions = Transactions()

    @property
    def given_up(self) -> int:
        """See `Tracker`."""
        return self._transactions.given_up

    def track(self, batch: Batch) -> Iterator[Note]:
        """Take a batch."""
        from ibpkt.management.transactions import datagrams

        answers: list[tuple[int, int, int]] = []
        repeats: list[tuple[int, int]] = []
        for datagram in datagrams(batch):
            first, _ = self._transactions.take(datagram)
            if first is None:
                continue
            if datagram.method & self._response:
                answers.append((datagram.frame, first.frame, max(datagram.time - first.time, 0)))
                if self._later is not None:
                    self._later.add(MADRequest, first.frame, datagram.frame)
            else:
                repeats.append((datagram.frame, first.frame))
        if answers:
            frames, requests, times = map(list, zip(*answers, strict=True))
            yield Note(MADAnswer, _rows(batch, frames), {"response_to": requests, "response_time": times})
        if repeats:
            frames, requests = map(list, zip(*repeats, strict=True))
            yield Note(MADRepeat, _rows(batch, frames), {"repeat_of": requests})

    def finish(self) -> None:
        """There are no more packets."""


class Tables:
    """Transfers of RMPP (`ibpkt.management.transfers`): what they carried stands where they end.

    Args:
        later: takes what is known of earlier packets, where anybody wants it.
        known: what was found before, None for nothing.
    """

    headers = (RMPPSegment, RMPPTableIn, RMPPTable, RMPPData, *RECORDS.values())

    def __init__(self, later: Later | None = None, known: Later | None = None) -> None:
        from ibpkt.management.transfers import Transfers

        self._later = later
        self._transfers = Transfers(ends=known.ends if known else ())

    @property
    def given_up(self) -> int:
        """See `Tracker`."""
        return self._transfers.given_up

    def track(self, batch: Batch) -> Iterator[Note]:
        """Take a batch."""
        from ibpkt.management.transfers import OUTCOME, contents, segments

        firsts: list[tuple[int, int]] = []
        tables = []
        for segment in segments(batch):
            first, ended = self._transfers.take(segment)
            if first is not None:
                firsts.append((segment.frame, first))
            for transfer in ended:
                self._ended(transfer)
                if transfer.last == segment.frame:
                    tables.append(transfer)
        if firsts:
            frames, first_frames = map(list, zip(*firsts, strict=True))
            yield Note(RMPPSegment, _rows(batch, frames), {"first_segment_in": first_frames})
        if tables:
            values = {
                "length": [len(each.data) for each in tables],
                "segments": [len(each.frames) for each in tables],
                "missing": [each.missing for each in tables],
                "outcome": [OUTCOME[each.outcome] for each in tables],
                "announced": [each.announced for each in tables],
            }
            for name in ("mgmtclass", "attributeid", "attributeoffset"):
                values[name] = [getattr(each, name) for each in tables]
            yield Note(RMPPTable, _rows(batch, [each.last for each in tables]), values, [*map(contents, tables)])

    def finish(self) -> None:
        """There are no more packets."""
        for transfer in self._transfers.finish():
            self._ended(transfer)

    def _ended(self, transfer: Transfer) -> None:
        if self._later is None:
            return
        for frame in transfer.frames:
            if frame != transfer.last:
                self._later.add(RMPPTableIn, frame, transfer.last)
        if transfer.outcome == "unfinished":
            self._later.ends.add(transfer.last)


class Sequences:
    """Queue pairs (`ibpkt.analysis.flow.analyser`): flow and message of each packet, and what is unusual about it.

    Args:
        later: takes what is known of earlier packets, where anybody wants it.
        known: what was found before; not needed here.
    """

    headers = (*FACTS.values(), ANSWERED)

    def __init__(self, later: Later | None = None, known: Later | None = None) -> None:
        from ibpkt.analysis.flow.analyser import Analyser

        self._later = later
        self._analyser = Analyser(messages=False)

    @property
    def given_up(self) -> int:
        """See `Tracker`."""
        return self._analyser.given_up

    def track(self, batch: Batch) -> Iterator[Note]:
        """Take a batch."""
        facts = self._analyser.add(batch).packets
        for name, header in FACTS.items():
            values = facts.get(name)
            rows = np.zeros(0, np.int64) if values is None else np.flatnonzero(values)
            if values is not None and len(rows):
                yield Note(header, rows, {header.fields[0].name: values[rows]})
                if name == "answers" and self._later is not None:
                    self._later.extend(ANSWERED, values[rows], batch.frames.number_of[rows])

    def finish(self) -> None:
        """There are no more packets."""


#: all trackers
TRACKERS: tuple[MakeTracker, ...] = (Sequences, Partners, Tables)
#: fields that bring those whose work is done in passing
USUAL = (MADAnswer.fields[0].filter, RMPPTable.fields[0].filter)


def needed_by(names: Iterable[str] | None) -> tuple[MakeTracker, ...]:
    """The trackers without which some display-filter fields would be missing; all of them for None.

    Raises:
        CallerError: no such field.
    """
    if names is None:
        return TRACKERS
    from ibpkt.batch.fields import field_named

    wanted = {getattr(leaf, "header", None) for name in names for leaf in field_named(name).leaves}
    return tuple(each for each in TRACKERS if not wanted.isdisjoint(each.headers))


def tracked(batches: Iterable[Batch], trackers: Sequence[Tracker], later: Later | None = None) -> Iterator[Batch]:
    """The batches of a capture, with annexes.

    Args:
        batches: all of a capture, in order, before any filter.
        trackers: what looks at them.
        later: what `look` has found in the same capture, None for nothing.
    """
    for batch in batches:
        notes = [note for tracker in trackers for note in tracker.track(batch)]
        if later is not None:
            notes += later.notes(batch)
        noted = attach(batch, notes)
        del batch
        yield noted
        del noted


def look(batches: Iterable[Batch], trackers: Iterable[MakeTracker]) -> Later:
    """What is known only when all of a capture has been read; for `tracked`, when it is read again.

    It takes 16 bytes a packet of which there is something to say.
    """
    later = Later()
    running = [make(later, None) for make in trackers]
    for batch in batches:
        for tracker in running:
            for _ in tracker.track(batch):
                pass
    for tracker in running:
        tracker.finish()
    return later

"""Packets of halves as columns of their own, which outlive their batch: what runs are cut of."""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Sequence

import numpy as np

from ibpkt.analysis.columns.transport import HAS_AETH
from ibpkt.analysis.runs.read_spans import LearnedEnds
from ibpkt.analysis.runs.recent_columns import is_one_of
from ibpkt.analysis.runs.sequence_columns import LINE, SequenceColumns
from ibpkt.arrays import Array, Bools, Ints, in_order, repeated, rows_where, run_starts

#: packets of past batches that are kept
HISTORY = 4096


@dataclasses.dataclass
class HalfPackets:
    """Packets by half, those of a half in the order of the capture; shape (n,).

    Attributes:
        half: the halves.
        frame, time: numbers, and nanoseconds since the epoch.
        opcode: operation codes; syndrome and msn: of AETH, 0 and -1 without one, or where it is cut; the syndrome of
            requests is 1 where they ask for no ACK (the AckReq bit).
        is_request, reads, psn, end, sent, acked, acked_time, again, believed, negative: see `SequenceColumns`.
        late: of requests, 1 for those that were sent before one that came before them, 0 for others, -1 for unknown.
        skipped: packets that their sender sent just before that are not in the capture; -1 for unknown.
        number: their places in the order of sending; -1 for unknown.
        missing: answers before which a response is missing.
        odd: packets that are not as in a clean half.
    """

    half: Ints
    frame: Ints
    time: Ints
    opcode: Array
    syndrome: Array
    msn: Array
    is_request: Bools
    reads: Bools
    psn: Ints
    end: Ints
    sent: Ints
    acked: Ints
    acked_time: Ints
    again: Bools
    believed: Bools
    negative: Bools
    late: Array
    skipped: Array
    number: Ints
    missing: Bools
    odd: Bools

    def __len__(self) -> int:
        return len(self.half)

    @classmethod
    def of(
        cls,
        sequence: SequenceColumns,
        places: Ints,
        late: Ints,
        skipped: Ints,
        number: Ints,
        missing: Bools,
        odd: Bools,
    ) -> HalfPackets:
        """Some packets of a batch.

        Args:
            sequence: the packets of the batch.
            places: the places of those that are meant, ascending.
            late, skipped, number, missing, odd: of all packets of the sequence.
        """
        columns, rows = sequence.columns, sequence.rows[places]
        opcode = sequence.opcode[places]
        is_request = sequence.is_request[places]
        aeth = HAS_AETH[opcode].astype(np.bool_) & ~columns.stopped[rows]
        return cls(
            sequence.half[places], columns.frame[rows], columns.time[rows], opcode,
            np.where(aeth, columns.syndrome[rows], is_request & (columns.ackreq[rows] == 0)).astype(np.uint8),
            np.where(aeth, columns.msn[rows].astype(np.int32), -1), is_request,
            sequence.reads[places], sequence.psn[places], sequence.end[places], sequence.sent[places],
            sequence.acked[places], sequence.acked_time(places), sequence.again[places], sequence.believed[places],
            sequence.negative[places], late[places].astype(np.int8), skipped[places].astype(np.int32), number[places],
            missing[places], odd[places],
        )  # fmt: skip

    def select(self, chosen: Bools | Ints) -> HalfPackets:
        """Some of the packets; these themselves where all are chosen."""
        if chosen.dtype == np.bool_:
            if chosen.all():
                return self
            chosen = rows_where(chosen)
        return HalfPackets(*(getattr(self, name).take(chosen) for name in _NAMES))

    @staticmethod
    def joined(parts: Sequence[HalfPackets]) -> HalfPackets:
        """The packets of several parts, those of a half in the order of the parts."""
        if len(parts) == 1:
            return parts[0]
        order = in_order(np.concatenate([part.half for part in parts]))
        return HalfPackets(*(np.concatenate([getattr(part, name) for part in parts]).take(order) for name in _NAMES))


_NAMES = tuple(field.name for field in dataclasses.fields(HalfPackets))


def parts_with(parts: Sequence[HalfPackets], halves: Ints) -> list[tuple[int, Ints]]:
    """Which of many parts have packets of some halves: the number of each, and the places of the packets in it."""
    if not len(halves) or not parts:
        return []
    ends = np.cumsum([len(part.half) for part in parts])
    found = rows_where(is_one_of(np.concatenate([part.half for part in parts]), halves))
    number = np.searchsorted(ends, found, "right")
    starts = run_starts(number)
    return [
        (part, places - (int(ends[part - 1]) if part else 0))
        for part, places in zip(number[starts].tolist(), np.split(found, starts[1:]), strict=bool(len(starts)))
    ]


def without(part: HalfPackets, places: Ints) -> HalfPackets:
    """The packets of a part but for some."""
    left = np.ones(len(part), np.bool_)
    left[places] = False
    return part.select(left)


def relearn(part: HalfPackets, learned: LearnedEnds) -> None:
    """READs of some packets take more PSNs than was known."""
    if not len(learned.halves):
        return
    line = part.half * LINE
    own, end = _looked_up(learned.halves * LINE + learned.psn, line + part.psn, learned.end)
    part.end = np.where(own & part.is_request, end, part.end)
    own, end = _looked_up(learned.halves * LINE + learned.before, line + part.sent, learned.end)
    part.sent = np.where(own, end, part.sent)


def _looked_up(keys: Ints, wanted: Ints, values: Ints) -> tuple[Bools, Ints]:
    """Which keys are among others, ascending, and the value of the last such one for each."""
    at = np.maximum(np.searchsorted(keys, wanted, "right") - 1, 0)
    return keys[at] == wanted, values[at]


class RecentPackets:
    """The last packets of halves that are clean, in case that one of them stops being so."""

    def __init__(self) -> None:
        self._parts: deque[HalfPackets] = deque()
        self._count = 0

    def add(self, sequence: SequenceColumns, clean: Bools) -> None:
        """Keep the last packets of a batch.

        Args:
            sequence: the packets of the batch.
            clean: those of clean halves, shape (n,).
        """
        rows = sequence.rows
        places = rows_where(clean & (rows >= len(sequence.columns) - HISTORY))
        unknown, no = repeated(-1, len(sequence)), repeated(False, len(sequence))
        part = HalfPackets.of(sequence, places, unknown, unknown, unknown, no, no)
        self._parts.append(part)
        self._count += len(part)
        while self._count - len(self._parts[0]) >= HISTORY:
            self._count -= len(self._parts.popleft())

    def of(self, halves: Ints) -> list[HalfPackets]:
        """The packets of some halves, by batch."""
        return [self._parts[number].select(places) for number, places in parts_with(self._parts, halves)]

    def take(self, halves: Ints) -> list[HalfPackets]:
        """Take out the packets of some halves."""
        taken = self.of(halves)
        if taken:
            self.forget(halves)
        return taken

    def put(self, packets: HalfPackets) -> None:
        """Keep packets that were taken out."""
        if len(packets):
            self._parts.append(packets)
            self._count += len(packets)

    def learn(self, learned: LearnedEnds) -> None:
        """READs take more PSNs than was known."""
        for number, _ in parts_with(self._parts, learned.halves):
            relearn(self._parts[number], learned)

    def move(self, half: int, to: int) -> None:
        """A half gets another number."""
        for number, places in parts_with(self._parts, np.array([half])):
            halves = self._parts[number].half.copy()
            halves[places] = to
            self._parts[number] = dataclasses.replace(self._parts[number], half=halves)

    def forget(self, halves: Ints) -> None:
        """Halves are over: their numbers may be given to others."""
        for number, places in parts_with(self._parts, halves):
            self._parts[number] = without(self._parts[number], places)
            self._count -= len(places)

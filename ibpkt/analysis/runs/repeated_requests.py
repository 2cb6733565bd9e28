"""Requests that are sent again: whether they still are what they were.

A repetition is the same packet as the first one, but for its A bit and what the path changes.  It is compared with the
first copy of the same PSN.  A READ that is asked again from its middle on has a PSN, an address and a length of its
own: it is compared with the READ that has that PSN inside, whose rest it asks for, or less.

Source: IBA 1, 9.7.4.1.1, 9.7.4.1.2 and 9.7.5.1.4.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.transport import INVALIDATES, OPERATION_OF, SERVICE_OF, SERVICES
from ibpkt.analysis.recovery.kinds import RETRANSMISSION_DIFFERS
from ibpkt.analysis.results.finding import Finding, Subject
from ibpkt.analysis.runs.sequence_columns import LINE, READ, SequenceColumns
from ibpkt.analysis.streams.flow_columns import FlowColumns
from ibpkt.arrays import Array, Bools, Ints, rows_where, running_maximum
from ibpkt.protocols import PSN_MASK, opcode_name

#: packets before a repetition among which the first copy is looked for
WINDOW = 1 << 17
#: columns of fewer packets are put together with those that follow
_FEW = 1 << 12
_UC = SERVICES.index("UC")


class _Field(NamedTuple):
    """What must not change: its name, the column, and how a value of it is shown."""

    name: str
    column: str
    show: Callable[[int], object]


#: the first one that differs is named
FIELDS = (
    _Field("operation", "opcode", opcode_name),
    _Field("length", "dmalen", int),
    _Field("address", "va", hex),
    _Field("R_Key", "r_key", hex),
    _Field("payload size", "size", int),
    _Field("immediate data", "immediate", hex),
    _Field("operand", "swap", hex),
    _Field("compared value", "compare", hex),
    _Field("shared receive queue", "srq", hex),
)
#: columns that are kept of requests, as repetitions are compared with them
COMPARED = (*(field.column for field in FIELDS), "stopped", "frame")


class _Requests:
    """Requests of one batch, or of some small ones, as they came.

    Args:
        half, psn: of each, shape (n,).
        rows: where each stands in the columns, shape (n,).
        columns: those of `COMPARED`.
        chosen: which of the n are requests; None for all.
    """

    def __init__(
        self, half: Ints, psn: Ints, rows: Ints, columns: dict[str, Array], chosen: Bools | None = None
    ) -> None:
        self.half, self.psn, self.rows, self.columns = half, psn, rows, columns
        self._chosen = chosen

    @functools.cached_property
    def _sorted(self) -> tuple[Ints, Ints]:
        places = np.arange(len(self.half)) if self._chosen is None else rows_where(self._chosen)
        keys = self.half[places] * LINE + self.psn[places]
        if (keys[1:] < keys[:-1]).any():
            order = np.argsort(keys, kind="stable")
            keys, places = keys[order], places[order]
        return keys, self.rows[places]

    def find(self, keys: Ints, first: Ints, behind: Ints) -> Ints:
        """The row of the first request with each key whose packet lies in a range, -1 for none.

        Args:
            keys: shape (k,).
            first: the number of the first packet of each range, and `behind` that of the packet behind it.
        """
        own, rows = self._sorted
        if not len(own):
            return np.full(len(keys), -1)
        frames = self.columns["frame"]
        at = np.searchsorted(own, keys)
        early = np.arange(len(keys))
        while len(early):  # copies of one key that are too old
            safe = np.minimum(at[early], len(own) - 1)
            early = early[(own[safe] == keys[early]) & (at[early] < len(own)) & (frames[rows[safe]] < first[early])]
            at[early] += 1
        safe = np.minimum(at, len(own) - 1)
        there = (own[safe] == keys) & (at < len(own)) & (frames[rows[safe]] < behind)
        return np.where(there, rows[safe], -1)

    def find_last(self, keys: Ints, first: Ints, behind: Ints) -> Ints:
        """As `find`, the last of them."""
        own, rows = self._sorted
        if not len(own):
            return np.full(len(keys), -1)
        frames = self.columns["frame"]
        at = np.searchsorted(own, keys, "right") - 1
        late = np.arange(len(keys))
        while len(late):  # copies of one key that come later
            safe = np.maximum(at[late], 0)
            late = late[(own[safe] == keys[late]) & (at[late] >= 0) & (frames[rows[safe]] >= behind[late])]
            at[late] -= 1
        safe = np.maximum(at, 0)
        there = (own[safe] == keys) & (at >= 0) & (frames[rows[safe]] >= first)
        return np.where(there, rows[safe], -1)

    def find_below(self, keys: Ints, first: Ints, behind: Ints) -> tuple[Ints, Ints]:
        """The requests with the highest keys below some keys, of packets in a range: keys and rows, -1 for none."""
        own, rows = self._sorted
        if not len(own):
            return np.full(len(keys), -1), np.full(len(keys), -1)
        frames = self.columns["frame"]
        at = np.searchsorted(own, keys) - 1
        line = keys // LINE * LINE  # of the half, whose packets are looked for by number as well
        wrong = np.arange(len(keys))
        while len(wrong):
            safe = np.maximum(at[wrong], 0)
            # nothing up to there is both of this half and as new
            at[wrong[self._newest[safe] < (line + first)[wrong]]] = -1
            frame = frames[rows[safe]]
            wrong = wrong[(at[wrong] >= 0) & ((frame < first[wrong]) | (frame >= behind[wrong]))]
            at[wrong] -= 1
        safe = np.maximum(at, 0)
        there = (at >= 0) & (own[safe] >= line)
        return np.where(there, own[safe], -1), np.where(there, rows[safe], -1)

    @functools.cached_property
    def _newest(self) -> Ints:
        """The highest number of a packet of each half so far, by key and on one line."""
        own, rows = self._sorted
        return running_maximum(own // LINE * LINE + self.columns["frame"][rows])

    def alone(self) -> _Requests:
        """The requests without all else, by columns of their own."""
        places = np.arange(len(self.half)) if self._chosen is None else rows_where(self._chosen)
        rows = self.rows[places]
        columns = {name: column[rows] for name, column in self.columns.items()}
        return _Requests(self.half[places], self.psn[places], np.arange(len(rows)), columns)

    def and_then(self, later: _Requests) -> _Requests:
        """Two that have columns of their own as one."""
        columns = {name: np.concatenate((column, later.columns[name])) for name, column in self.columns.items()}
        half, psn = np.concatenate((self.half, later.half)), np.concatenate((self.psn, later.psn))
        return _Requests(half, psn, np.arange(len(half)), columns)


class RepeatedRequests:
    """Compares requests that are sent again with their first copies.

    As long as none is, the columns of batches are kept as they are, which copies nothing.
    """

    def __init__(self) -> None:
        self._pieces: list[tuple[int, int, _Requests]] = []  # the last packet, how many, and the requests
        self._since: Ints = np.zeros(0, np.int64)  # by half, the packet before which the number was another half's
        self._last = 0

    def add(self, sequence: SequenceColumns, flows: FlowColumns, pmtu: Ints) -> list[Finding]:
        """Take the packets of a batch, copies made by the network left out.

        Args:
            sequence: the packets.
            flows: the flows.
            pmtu: the path MTU in bytes by which the READs of each half are measured, by half; 0 where it is not known.

        Returns:
            A finding for each repetition that differs, by half.
        """
        if not len(sequence):
            return []
        self._keep(sequence)
        reliable = SERVICE_OF[sequence.opcode] != _UC
        again = rows_where(sequence.again & reliable) if sequence.again.any() else ()
        if not len(again):
            return []
        columns, rows = sequence.columns, sequence.rows[again]
        keys = sequence.half[again] * LINE + sequence.psn[again]
        found: list[Finding] = []
        values = {field.column: getattr(columns, field.column)[rows] for field in FIELDS}
        before, original = self._first_copies(keys, sequence.half[again], columns.frame[rows])
        inner = rows_where((original < 0) & (OPERATION_OF[sequence.opcode[again]] == READ))
        if len(inner):
            units = pmtu[sequence.half[again[inner]]]
            of = sequence.half[again[inner]]
            self._rests(keys[inner], of, columns.frame[rows[inner]], units, inner, before, original)
            shorter = inner[values["dmalen"][inner] < before["dmalen"][inner]]
            before["dmalen"][shorter] = values["dmalen"][shorter]  # it may ask for less
        known = (original > 0) & ~columns.stopped[rows]
        differs = np.zeros(len(again), np.bool_)
        for field in FIELDS:
            differs |= values[field.column] != before[field.column]
        differing = rows_where(known & differs)
        own, sides = flows.then(sequence.half[again[differing]], columns.frame[rows[differing]])
        invalidates = INVALIDATES[values["opcode"]] != 0
        for at, flow, side in zip(differing.tolist(), own.tolist(), sides.tolist(), strict=True):
            field = next(each for each in FIELDS if values[each.column][at] != before[each.column][at])
            facts = {
                "psn": int(sequence.psn[again[at]]) & PSN_MASK,
                "field": "invalidated R_Key" if field.column == "immediate" and invalidates[at] else field.name,
                "now": field.show(int(values[field.column][at])),
                "before": field.show(int(before[field.column][at])),
            }
            frame, time = int(columns.frame[rows[at]]), int(columns.time[rows[at]])
            because, subject = (int(original[at]), frame), Subject(side, until=time)
            found.append(Finding(RETRANSMISSION_DIFFERS, frame, time, flow, facts, 1, because, subject))
        return found

    def answered(self, sequence: SequenceColumns) -> tuple[Ints, Ints]:
        """Which packets are answered; to be asked behind `add`.

        Args:
            sequence: the packets of the batch.

        Returns:
            Places of answers in the sequence, and the packet with the same PSN that was sent last before each of them,
            shape (k,) both.  Responses in the middle of a READ have none.
        """
        tells = rows_where(~sequence.is_request)
        frame = sequence.columns.frame[sequence.rows[tells]]
        found = self.last_before(sequence.half[tells], sequence.psn[tells], frame)
        known = found > 0
        return tells[known], found[known]

    def last_before(self, half: Ints, psn: Ints, frame: Ints) -> Ints:
        """The packets with requests of some PSNs that were sent last before some packets, 0 for none.

        Args:
            half, psn: of the requests, shape (n,).
            frame: the packets, shape (n,).
        """
        found = np.zeros(len(half), np.int64)
        if not len(half):
            return found
        keys = half * LINE + psn
        first = self._oldest(half, frame)
        open_ = np.arange(len(half))
        for _, _, piece in reversed(self._pieces):
            row = piece.find_last(keys[open_], first[open_], frame[open_])
            there = row >= 0
            found[open_[there]] = piece.columns["frame"][row[there]]
            open_ = open_[~there]
            if not len(open_):
                break
        return found

    def join(self, halves: Ints, to: Ints) -> None:
        """Halves get other numbers.

        Args:
            halves: shape (k,).
            to: their new numbers, shape (k,).
        """
        if not len(halves):
            return
        for _, _, piece in self._pieces:
            number = np.arange(max(int(piece.half.max(initial=0)), int(halves.max())) + 1)
            number[halves] = to
            piece.half = number[piece.half]
            for name in ("_sorted", "_newest"):
                piece.__dict__.pop(name, None)
        self._reserve(int(max(halves.max(), to.max())) + 1)
        self._since[to] = np.maximum(self._since[to], self._since[halves])

    def forget(self, halves: Ints) -> None:
        """Halves that have ended: their numbers may be given to others."""
        if len(halves):
            self._reserve(int(halves.max()) + 1)
            self._since[halves] = self._last + 1

    def _oldest(self, half: Ints, frame: Ints) -> Ints:
        """The first packet that counts for each of some packets of halves."""
        self._reserve(int(half.max()) + 1)
        return np.maximum(frame - WINDOW, self._since[half])

    def _reserve(self, halves: int) -> None:
        if len(self._since) < halves:
            more = max(halves, 2 * len(self._since)) - len(self._since)
            self._since = np.concatenate((self._since, np.zeros(more, np.int64)))

    def _keep(self, sequence: SequenceColumns) -> None:
        columns = sequence.columns
        kept = {name: getattr(columns, name) for name in COMPARED}
        fresh = _Requests(sequence.half, sequence.psn, sequence.rows, kept, sequence.is_request)
        count = len(columns)
        self._last = max(self._last, int(columns.frame[-1]))
        if count < _FEW:
            fresh = fresh.alone()
            # those of about one size become one, so that a packet is copied a few times and not with every batch
            while self._pieces and self._pieces[-1][1] < min(2 * count, _FEW - count):
                _, before, earlier = self._pieces.pop()
                count, fresh = before + count, earlier.and_then(fresh)
        self._pieces.append((self._last, count, fresh))
        while self._pieces[0][0] < self._last - WINDOW:
            del self._pieces[0]

    def _first_copies(self, keys: Ints, half: Ints, frame: Ints) -> tuple[dict[str, Array], Ints]:
        """What the first copies of requests were, and their packets; 0 where headers of them are cut, -1 for none.

        Args:
            keys: of the requests.
            half: the half of each.
            frame: its packet.
        """
        first = self._oldest(half, frame)
        original = np.full(len(keys), -1, np.int64)
        before: dict[str, Array] = {}
        open_ = np.arange(len(keys))
        for _, _, piece in self._pieces:
            row = piece.find(keys[open_], first[open_], frame[open_])
            there = row >= 0
            where, row = open_[there], row[there]
            for field in FIELDS:
                column = piece.columns[field.column]
                values = before.setdefault(field.column, np.zeros(len(keys), column.dtype))
                values[where] = column[row]
            # where headers are cut, nothing is known to differ
            original[where] = np.where(piece.columns["stopped"][row], 0, piece.columns["frame"][row])
            open_ = open_[~there]
            if not len(open_):
                break
        return before, original

    def _rests(
        self, keys: Ints, half: Ints, frame: Ints, pmtu: Ints, places: Ints, before: dict[str, Array], original: Ints
    ) -> None:
        """What READs that begin inside others should be: the rests of those.

        Args:
            keys, half, frame: of the READs, shape (k,); see `_first_copies`.
            pmtu: the path MTU of each.
            places: where each stands in `before` and `original`, which are written to.
            before, original: what `_first_copies` has returned.
        """
        first = self._oldest(half, frame)
        nearest = np.full(len(keys), -1, np.int64)
        whole = {name: np.zeros(len(keys), column.dtype) for name, column in before.items()}
        of = np.zeros(len(keys), np.int64)
        for _, _, piece in self._pieces:
            key, row = piece.find_below(keys, first, frame)
            nearer = rows_where(key > nearest)
            row = row[nearer]
            nearest[nearer] = key[nearer]
            for name, column in whole.items():
                column[nearer] = piece.columns[name][row]
            of[nearer] = np.where(piece.columns["stopped"][row], 0, piece.columns["frame"][row])
        passed = (keys - nearest) * pmtu
        inside = (nearest >= 0) & (pmtu > 0) & (OPERATION_OF[whole["opcode"]] == READ) & (passed < whole["dmalen"])
        whole["va"] = whole["va"] + passed.astype(whole["va"].dtype)
        whole["dmalen"] = (whole["dmalen"] - np.where(inside, passed, 0)).astype(whole["dmalen"].dtype)
        for name, column in whole.items():
            before[name][places[inside]] = column[inside]
        original[places[inside]] = of[inside]

"""Copies of packets that the network or the capture made, not their sender.

A copy has what the original has: stream, PSN, operation, M bit, and the identification of its IPv4 header, where that
changes from packet to packet; a packet that is sent again has another.  Without identifications only the very next
packet of a stream is taken for a copy, if it comes too soon to have been asked for, and is no ACK: responders repeat
those.  Nor is it one if its request came twice: responders answer copies of READs and atomics, too.  Nor if a NAK had
asked for it: one of the two may be the answer, and the other a late original.  Nor behind an RNR NAK; nor is a READ
behind a response that lacks packets.

What comes soon with a lower hop limit, and is the same otherwise, a router has sent on: the capture has both its sides.
Where every packet of both directions of a flow comes twice, nobody but the capture got the copies: that is a mirror.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from ibpkt.analysis.columns.directions import DirectionState
from ibpkt.analysis.columns.transport import ENDS, HAS_AETH, KIND_OF, OPERATION_OF, REQUEST, RESPONSE
from ibpkt.analysis.runs.recent_columns import RecentColumns, count_before, is_one_of, renumbered
from ibpkt.arrays import (
    Array,
    Bools,
    Ints,
    changes,
    distinct,
    in_order,
    numbered,
    order_within,
    repeated,
    rows_where,
    run_lengths,
)
from ibpkt.protocols import HALF_OF_PSNS, NAK, OPERATIONS, PSN_MASK, RNR_NAK, VALUE_BITS

#: packets of a stream, and nanoseconds, among which a packet's original is looked for
WINDOW, LATEST = 256, 1_000_000_000
#: packets of earlier batches that are kept
HISTORY = 4096
#: nanoseconds within which a copy that the network made follows
SOON = 30_000
#: streams that are watched; beyond that, those idle longest are forgotten
MOST = 16384
#: how many packets of each direction must come twice for a mirror, and which share of them
ENOUGH, NEARLY_ALL = 1, 0.95
#: copies of a direction from which on the copy of one packet may still come, and that of another one may be lost
FEW, SOME = 2, 4
#: the same of services without acknowledgements: there may be packets of one direction alone
ENOUGH_OF_ONE = 8
_ACK, _READ = OPERATIONS.index("ACK"), OPERATIONS.index("READ")
_PSN_BITS = PSN_MASK.bit_length()
#: more than there are packets in a capture
_MOST_FRAMES = 1 << 40

#: columns that are kept of packets: the stream first
_COLUMNS = ("stream", "psn", "opcode", "ident", "length", "time", "frame", "syndrome", "migreq", "hop_limit")


class CopiedPackets(Protocol):
    """Columns of packets, as `Transport` has them; see there."""

    @property
    def psn(self) -> Array:
        """PSNs."""

    @property
    def opcode(self) -> Array:
        """Operation codes."""

    @property
    def ident(self) -> Ints:
        """IPv4 identifications."""

    @property
    def length(self) -> Ints:
        """Bytes on the wire."""

    @property
    def time(self) -> Ints:
        """Nanoseconds."""

    @property
    def frame(self) -> Ints:
        """Numbers of packets."""

    @property
    def syndrome(self) -> Array:
        """Of AETH, where there is one."""

    @property
    def migreq(self) -> Array:
        """M bits."""

    @property
    def hop_limit(self) -> Array:
        """Hop limits, 0 where there are none."""


class CopyColumns(NamedTuple):
    """Which packets of a batch are copies.

    Attributes:
        copy_of: the number of the packet that each repeats, the nearest one before it, 0 for none, shape (n,).
        mirrored: packets of flows of which the capture has everything twice, up to them or up to the last packet of the
            batch, shape (n,).
    """

    copy_of: Ints
    mirrored: Bools


class NetworkCopies:
    """Finds copies, batch by batch, in those streams that are asked for.

    It costs next to nothing as long as none is.
    """

    def __init__(self) -> None:
        none = np.zeros(0, np.int64)
        self._watched: Ints = none  # streams, ascending
        self._used: Ints = none  # when the last packet of each came
        self._clock = 0
        self._tail: list[Ints] = [none] * len(_COLUMNS)  # the last packets of these
        self._recent = RecentColumns(len(_COLUMNS), HISTORY)
        self._mirrors = _Mirrors()

    def add(
        self,
        packets: CopiedPackets,
        streams: Ints,
        directions: Ints,
        wanted: Bools,
        counted: Bools | None = None,
        latency: Ints | None = None,
    ) -> CopyColumns:
        """Take the next batch.

        Args:
            packets: those with BTH, in the order of the capture.
            streams: the number of each one's stream: what one end sends to a queue pair in one role, requests or
                responses; the same in all batches, shape (n,).  Those of requests are even, and that of the responses
                to them is one more.
            directions: twice the number of each one's flow, plus 0 or 1 for the end that has sent it, shape (n,).
            wanted: packets whose streams are looked at, from now on, shape (n,).
            counted: packets whose identification is known to be that of a counter (see `SendingOrder`), shape (n,).
            latency: nanoseconds that an answer to a packet takes in its flow, -1 for unknown, shape (n,).

        Returns:
            What is found in streams that are looked at; of the packets of others nothing is said.
        """
        count = len(streams)
        columns = (streams, *(getattr(packets, name) for name in _COLUMNS[1:]))
        if not len(self._watched) and not wanted.any():
            self._recent.add(*columns)
            return CopyColumns(repeated(0, count), repeated(False, count))
        asked = streams[wanted]
        different = distinct(asked)
        fresh = different[~is_one_of(different, self._watched)]
        watched = distinct(self._watched, fresh)
        rows = rows_where(is_one_of(streams, watched))
        recent = self._recent.of(fresh)
        before = [np.concatenate(pair) for pair in zip(self._tail, recent, strict=True)]
        self._recent.add(*columns)
        old = len(before[0])
        every = [
            np.concatenate((known, column[rows].astype(np.int64)))
            for known, column in zip(before, columns, strict=True)
        ]
        sure = np.zeros(old + len(rows), np.bool_)
        limit = np.full(old + len(rows), -1, np.int64)
        if counted is not None:
            sure[old:] = counted[rows]
        if latency is not None:
            limit[old:] = latency[rows]
        some = _StreamPackets(every, old, sure, limit)
        twice, told = (some.to_rows(of)[old:] for of in some.copies())
        copy_of, mirrored = np.zeros(count, np.int64), np.zeros(count, np.bool_)
        # what came before a stream was looked at counts, too: it came once
        earlier = recent[0]
        if len(earlier):
            known, first = np.unique(streams[rows], return_index=True)
            earlier = directions[rows][first][np.searchsorted(known, earlier)]
        twice[~wanted[rows]] = 0
        both = np.concatenate((earlier, directions[rows]))
        again = np.concatenate((np.zeros(len(earlier), np.bool_), twice > 0))
        mirrored[rows] = self._mirrors.add(both, again)[len(earlier) :]
        copy_of[rows] = np.where(mirrored[rows] | told, twice, 0)
        self._keep(watched, streams[rows], some)
        return CopyColumns(copy_of, mirrored)

    def renumber(self, old: Ints, new: Ints) -> None:
        """Streams get other numbers, which no others have.

        Args:
            old: their numbers, ascending.
            new: those that they get; -1 for streams that are over.
        """
        self._recent.renumber(0, old, new)
        watched = renumbered(self._watched, old, new)
        order = np.argsort(watched, kind="stable")
        order = order[watched[order] >= 0]
        self._watched, self._used = watched[order], self._used[order]
        stream = renumbered(self._tail[0], old, new)
        self._tail = [column[stream >= 0] for column in (stream, *self._tail[1:])]

    def _keep(self, watched: Ints, streams: Ints, some: _StreamPackets) -> None:
        """Keep the last packets of streams that are watched."""
        self._clock += 1
        used = np.zeros(len(watched), np.int64)
        used[np.searchsorted(watched, self._watched)] = self._used
        used[np.searchsorted(watched, distinct(streams))] = self._clock
        self._watched, self._used, self._tail = watched, used, some.last()
        if len(watched) > MOST:
            kept = np.sort(np.argsort(used, kind="stable")[-MOST:])
            self._watched, self._used = watched[kept], used[kept]
            rows = np.isin(self._tail[0], self._watched)
            self._tail = [column[rows] for column in self._tail]


class _StreamPackets:
    """Packets by stream, those of one in the order of the capture.

    Args:
        columns: those of `_COLUMNS`, in the order of the capture.
        old: how many of the first packets are of earlier batches.
        sure: packets whose identification is that of a counter.
        latency: nanoseconds that answers take, -1 for unknown.

    Attributes:
        opcode: operation codes, shape (n,), as all columns by stream.
    """

    def __init__(self, columns: list[Ints], old: int, sure: Bools, latency: Ints) -> None:
        self._old = old
        _, numbers = numbered(columns[0])
        self._order = in_order(numbers)
        self._columns = [column.take(self._order) for column in columns]
        self._number, self._psn, self.opcode, self._ident, self._length = self._columns[:5]
        self._time, self._frame, self._syndrome, self._migreq, self._hop_limit = self._columns[5:]
        self._sure, self._latency = sure[self._order], latency[self._order]
        begins = changes(self._number)
        starts = rows_where(begins)
        self._sizes = run_lengths(starts, len(begins))
        self._first = np.repeat(starts, self._sizes)
        self._follows = ~begins
        self._stream = numbers[self._order]

    def to_rows(self, values: Array) -> Array:
        """A column by stream in the order of the capture."""
        result = np.empty_like(values)
        result[self._order] = values
        return result

    def last(self) -> list[Ints]:
        """The columns of the last `WINDOW` packets of each stream."""
        left = np.repeat(rows_where(~self._follows) + self._sizes, self._sizes) - np.arange(len(self._first))
        rows = rows_where(left <= WINDOW)
        return [column.take(rows) for column in self._columns]

    def copies(self) -> tuple[Ints, Bools]:
        """The number of the packet that each repeats, 0 for none; and which are copies even if no port is mirrored.

        Nothing is said of packets of earlier batches.
        """
        if self._sure[self._order >= self._old].all():  # as where senders count
            return self.identical(), np.ones(len(self._order), np.bool_)
        varies = self.varies()
        twice = np.where(varies, self.identical(), self.very_next())
        routed = np.where(varies, 0, self.routed())
        if not (twice[~varies] > 0).any() and not routed.any():  # as nearly always
            return twice, varies
        asked = self.asked_for_twice() | self.asked_by_nak() | self.asked_by_answer((twice > 0) & ~varies)
        told = varies | (routed > 0) | (OPERATION_OF[self.opcode] != _ACK) & ~asked
        return np.where(routed > 0, routed, twice), told

    def varies(self) -> Bools:
        """Where identifications tell packets apart: packets one after the other have different ones."""
        other = self._follows & (_differs(self._psn) | _differs(self.opcode))
        changed = other & _differs(self._ident)
        total, varying = (count_before(which, self._first, WINDOW) for which in (other, changed))
        varies: Bools = self._sure | (4 * varying > 3 * total)
        return varies

    def identical(self) -> Ints:
        """The number of the nearest packet before each with the same identification, 0 for none."""
        key = self._migreq << 48 | self._psn << 24 | self.opcode << 16 | self._ident
        order = order_within(self._stream, key)
        before, after = order[:-1], order[1:]
        same = (key[before] == key[after]) & (self._stream[before] == self._stream[after])
        same &= (after - before <= WINDOW) & (np.abs(self._time[after] - self._time[before]) <= LATEST)
        found = np.zeros(len(key), np.int64)
        found[after[same]] = self._frame[before[same]]
        return found

    def routed(self) -> Ints:
        """The number of the packet before each that a router has sent on as this one, 0 for none.

        It is the same but for the hop limit, which is lower, and comes soon: the capture has both sides of the router.
        """
        found = np.zeros(len(self._psn), np.int64)
        if not (self._follows & (self._hop_limit < np.roll(self._hop_limit, 1))).any():
            return found
        order = order_within(self._stream, self._migreq << 48 | self._psn << 24 | self.opcode << 16 | self._length)
        before, after = order[:-1], order[1:]
        wait = self._time[after] - self._time[before]
        same = (self._stream[before] == self._stream[after]) & (wait >= 0) & (wait <= SOON)
        for column in (self._migreq, self._psn, self.opcode, self._length, self._syndrome):
            same &= column[before] == column[after]
        same &= (self._hop_limit[after] < self._hop_limit[before]) & (after - before <= WINDOW)
        found[after[same]] = self._frame[before[same]]
        return found

    def very_next(self) -> Ints:
        """The number of the packet just before each in its stream, if that is the same and it follows too soon."""
        wait = np.diff(self._time, prepend=self._time[:1])
        same = self._follows & (wait >= 0) & (wait <= SOON) & ((self._latency < 0) | (2 * wait < self._latency))
        for column in (self._psn, self.opcode, self._length, self._migreq, self._syndrome):
            same &= ~_differs(column)
        return np.where(same, np.roll(self._frame, 1), 0)

    def asked_by_nak(self) -> Bools:
        """Requests that come for the first or second time since a NAK has asked for them, which is the latest one."""
        answers = np.zeros(len(self._psn), np.bool_)
        naks = rows_where(HAS_AETH[self.opcode].astype(np.bool_) & (self._syndrome == NAK << VALUE_BITS))
        asks = rows_where(KIND_OF[self.opcode] == REQUEST)
        if not len(naks) or not len(asks):
            return answers
        # the latest NAK before each request: both by stream, then by frame, as single numbers
        lines = distinct(self._number[naks])
        at = np.minimum(np.searchsorted(lines, self._number[asks] | 1), len(lines) - 1)
        known = np.searchsorted(lines, self._number[naks]) * _MOST_FRAMES + self._frame[naks]
        latest = naks[np.maximum(np.searchsorted(known, at * _MOST_FRAMES + self._frame[asks]) - 1, 0)]
        asked = (self._number[latest] == self._number[asks] | 1) & (self._frame[latest] < self._frame[asks])
        asked &= self._psn[latest] == self._psn[asks]
        asks, latest = asks[asked], latest[asked]
        first = changes(latest)  # those behind one NAK are of its PSN, and stand as they came
        answers[asks[first]] = True
        # a responder asks once: where its NAK comes twice, it has a copy, and so may have what it asks for
        before, after = naks[:-1], naks[1:]
        copied = np.zeros(len(self._psn), np.bool_)
        copied[after] = (self._number[after] == self._number[before]) & (self._psn[after] == self._psn[before])
        answers[asks[1:][first[:-1] & ~copied[latest[1:]]]] = True
        return answers

    def asked_by_answer(self, copied: Bools) -> Bools:
        """Requests that come again behind an answer to the same one just before them, which has asked for them.

        That is an RNR NAK, whose timer may be as short as 10 microseconds, or a response that lacks packets.

        Args:
            copied: what else would be copies of the very packet before; others are not looked at.
        """
        asked = np.zeros(len(self._psn), np.bool_)
        again = rows_where(copied & (self._number & 1 == 0))
        if not len(again):
            return asked
        # packets stand by stream, and by frame
        line = self._number * _MOST_FRAMES + self._frame
        begin, end = (
            np.searchsorted(line, (self._number[again] | 1) * _MOST_FRAMES + self._frame[rows])
            for rows in (again - 1, again)
        )
        between = end > begin
        for row, low, high in zip(*(column[between].tolist() for column in (again, begin, end)), strict=True):
            ahead = self._psn[low:high] - self._psn[row] & PSN_MASK
            own = low + rows_where(ahead < HALF_OF_PSNS)
            rnr = HAS_AETH[self.opcode[own]].astype(np.bool_) & (self._syndrome[own] >> VALUE_BITS == RNR_NAK)
            is_read = OPERATION_OF[self.opcode[row]] == _READ
            asked[row] = rnr.any() or (is_read and self._lacks(int(self._psn[row]), own))
        return asked

    def _lacks(self, psn: int, answers: Ints) -> bool:
        """Whether a response is not whole; none at all may still come."""
        responses = answers[OPERATION_OF[self.opcode[answers]] == _READ]
        if not len(responses):
            return False
        there = distinct(self._psn[responses] - psn & PSN_MASK)
        return not ENDS[self.opcode[responses]].any() or int(there[-1]) >= len(there)

    def asked_for_twice(self) -> Bools:
        """Responses whose request, that with their PSN, has come twice before them."""
        twice = np.zeros(len(self._psn), np.bool_)
        kind = KIND_OF[self.opcode]
        places = rows_where(kind == RESPONSE)
        asks = rows_where(kind == REQUEST)
        if not len(places) or not len(asks):
            return twice
        # requests by stream and PSN, then by frame, as single numbers
        key, frame = (self._number | 1) << _PSN_BITS | self._psn, self._frame
        keys = distinct(key[asks])
        at = np.searchsorted(keys, key)
        ordered = np.sort(at[asks] * _MOST_FRAMES + frame[asks])
        at = at[places]
        begin, end = (np.searchsorted(ordered, at * _MOST_FRAMES + until) for until in (0, frame[places]))
        there = keys[np.minimum(at, len(keys) - 1)] == key[places]
        twice[places] = there & (end - begin >= 2)
        return twice


def _differs(values: Ints) -> Bools:
    """Which rows differ from the row before; the first does not."""
    differs = np.zeros(len(values), np.bool_)
    np.not_equal(values[1:], values[:-1], out=differs[1:])
    return differs


def come_twice(packets: Ints, doubled: Ints, enough: int = ENOUGH) -> Bools:
    """Whether nearly all that one side has sent is in the capture twice.

    The copy of the last packet may still come; that of one more may be lost between the two taps.

    Args:
        packets: of each, shape (n,).
        doubled: those of them that repeat another.
        enough: so many must do so.
    """
    once = (doubled >= FEW).astype(np.int64) + (doubled >= SOME)
    nearly_all: Bools = (doubled >= enough) & (2 * doubled >= NEARLY_ALL * (packets - once))
    return nearly_all


class _Mirrors:
    """How many packets of each direction of a flow come twice."""

    def __init__(self) -> None:
        self._directions = DirectionState(packets=0, twice=0)

    def add(self, directions: Ints, twice: Bools) -> Bools:
        """Count the packets of a batch.

        Args:
            directions: of the packets; 0 and 1 where the flow is not known.
            twice: those that repeat another.

        Returns:
            Those of flows of which everything has come twice until then, or until now, shape (n,).  Of the first
            packets of a flow less is known if the batch ends soon behind them; otherwise it is no border.
        """
        flows, place = numbered(directions >> 1)
        order = in_order(place)
        place, side = place[order], directions[order] & 1
        begins = changes(place)
        everything = flows[place] > 0
        state = self._directions
        for one in (0, 1):
            counts = []
            for name, which in (("packets", side == one), ("twice", (side == one) & twice[order])):
                sums = np.cumsum(which)
                before = (sums - which)[begins]
                counts.append(state.get(name, 2 * flows + one)[place] + sums - before[place])
            everything &= come_twice(*counts)
        keys, at = numbered(directions)
        places = state.places(keys)
        state["packets"][places] += np.bincount(at, minlength=len(keys))
        state["twice"][places] += np.bincount(at[twice], minlength=len(keys))
        now = flows > 0
        for one in (0, 1):
            now &= come_twice(state.get("packets", 2 * flows + one), state.get("twice", 2 * flows + one))
        mirrored = np.empty(len(directions), np.bool_)
        mirrored[order] = everything | now[place]
        return mirrored

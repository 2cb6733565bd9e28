"""Answers that take much longer than the answers of the same connection usually do.

A response time goes from the request that asks for an answer (the A bit, a READ, an atomic) to the first packet of the
answer with its PSN; if the responder has answered something else in between, from that answer on: meanwhile it was not
idle.  A repeated request counts from its last sending, so that losses do not look like slow answers.

Said is only that the answer was late at the tap: whether the responder was slow, or the way behind the tap, a capture
at the responder decides.

Source: IBA 1, 9.7.5.1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.transport import BEGINS, KIND_OF, OPERATION_OF, REQUEST, RESPONSE, Transport
from ibpkt.arrays import Bools, Ints
from ibpkt.protocols import ACK, AETH, VALUE_BITS, by_operation

#: halves of flows that are watched: those with smaller numbers
MOST_HALVES = 1 << 15
#: places for requests that wait for their answers; one that gets the place of another drives it out
SLOTS = 1 << 16
#: long response times that wait for the end, when their median is known
MOST_KEPT = 1 << 16
#: answers that a median needs
MIN_ANSWERS = 16
#: times the median from which on an answer is slow, if it takes as many nanoseconds at least
FACTOR, LEAST = 16, 1_000_000
#: bins of response times: two an octave, the first one up to 2^10 ns
_BINS, _FIRST_BIN = 64, 20
_PSN_BITS = 24
_MIX = np.uint64(0x9E3779B97F4A7C15)
#: by operation code: requests that are answered whether or not they ask for it
_ANSWERED = by_operation(lambda opcode: opcode.access in ("read", "atomic"), np.bool_)[OPERATION_OF]
_IS_REQUEST = KIND_OF == REQUEST
_ANSWERS = (KIND_OF == RESPONSE) & BEGINS


class SlowAnswer(NamedTuple):
    """An answer that took long.  Times are nanoseconds since the epoch.

    Attributes:
        flow, side: the number of the flow, and the end that asked.
        psn: of the request.
        asked_frame, frame: the request, or the answer before, and the answer.
        asked, answered: their times.
        median: nanoseconds that answers usually take there.
        asker, responder: addresses.
    """

    flow: int
    side: int
    psn: int
    asked_frame: int
    frame: int
    asked: int
    answered: int
    median: int
    asker: str
    responder: str

    @property
    def span(self) -> int:
        """Nanoseconds that it took."""
        return self.answered - self.asked


class _Long(NamedTuple):
    """Long response times, columns of shape (n,); see `SlowAnswer`."""

    half: Ints
    psn: Ints
    asked_frame: Ints
    frame: Ints
    asked: Ints
    answered: Ints
    asker: Ints
    responder: Ints


class ResponseTimes:
    """Response times of all halves; what they are does not depend on where batches end."""

    def __init__(self) -> None:
        self._keys: Ints = np.full(SLOTS, -1, np.int64)
        self._times: Ints = np.zeros(SLOTS, np.int64)
        self._frames: Ints = np.zeros(SLOTS, np.int64)
        self._counts: Ints = np.zeros((0, _BINS), np.int64)
        self._last: Ints = np.zeros((0, 2), np.int64)  # time and packet of the last answer, by half
        self._long: list[_Long] = []
        self._texts: dict[int, str] = {}  # addresses of these

    def add(self, columns: Transport, flows: Ints, requesters: Ints) -> None:
        """Take the packets of a batch that have a BTH.

        Args:
            columns: the packets.
            flows: the number of each one's flow, 0 for none.
            requesters: see `Analyser.requesters`.
        """
        opcode = columns.opcode
        asks = _IS_REQUEST[opcode] & (_ANSWERED[opcode] | (columns.ackreq != 0))
        rows = np.flatnonzero((asks | _ANSWERS[opcode]) & (flows > 0) & (requesters >= 0) & (flows < MOST_HALVES // 2))
        if not len(rows):
            return
        halves = flows[rows] * 2 + requesters[rows]
        keys = halves << _PSN_BITS | columns.psn[rows].astype(np.int64)
        asks = asks[rows]
        times, frames = columns.time[rows], columns.frame[rows]
        found, time, frame = self._asked(keys, times, frames, asks)
        positive = columns.field(AETH, "syndrome")[rows[found]] >> VALUE_BITS == ACK
        positive &= times[found] > time
        found, time, frame = found[positive], time[positive], frame[positive]
        self._grow(int(halves.max()) + 1)
        answers = np.flatnonzero(~asks)
        span = times[found] - time
        late = np.flatnonzero(span > LEAST)
        since, behind = self._before(halves[answers], times[answers], frames[answers], len(late) > 0)
        self._learn(halves[found], span)
        if len(late):
            found, time, frame = found[late], time[late], frame[late]
            own = np.searchsorted(answers, found)
            since, behind = since[own], behind[own]
            late = times[found] - since > LEAST
            if late.any():
                later = since > time
                time, frame = np.where(later, since, time), np.where(later, behind, frame)
                found = found[late]
                self._keep(columns, rows[found], halves[found], time[late], frame[late])

    def _asked(self, keys: Ints, time: Ints, frame: Ints, asks: Bools) -> tuple[Ints, Ints, Ints]:
        """The answers of which the request with their key is known, ascending, its time and its packet."""
        slots = ((keys.astype(np.uint64) * _MIX) >> np.uint64(48)).astype(np.uint16)
        order = np.argsort(slots, kind="stable")  # of 16 bits: a radix sort
        slots, own = slots[order], np.arange(len(order))
        begins = np.flatnonzero(np.append(True, np.diff(slots)))
        begin = np.repeat(begins, np.diff(np.append(begins, len(order))))
        last = np.maximum.accumulate(np.where(asks[order], own, -1))
        here = last >= begin  # otherwise an earlier batch has it, if any
        at = order[np.maximum(last, 0)]
        known = np.where(here, keys[at], self._keys[slots]) == keys[order]
        found = np.flatnonzero(known & ~asks[order])
        found = found[np.argsort(order[found])]
        since = np.where(here[found], time[at[found]], self._times[slots[found]])
        asked = np.where(here[found], frame[at[found]], self._frames[slots[found]])
        ends = np.append(begins[1:], len(order)) - 1
        ends = ends[here[ends]]
        written, by = slots[ends], at[ends]
        self._keys[written], self._times[written], self._frames[written] = keys[by], time[by], frame[by]
        return order[found], since, asked

    def _grow(self, halves: int) -> None:
        """Make room for halves."""
        if halves <= len(self._counts):
            return
        room = min(MOST_HALVES, 2 * halves)
        counts, last = np.zeros((room, _BINS), np.int64), np.zeros((room, 2), np.int64)
        counts[: len(self._counts)], last[: len(self._last)] = self._counts, self._last
        self._counts, self._last = counts, last

    def _before(self, halves: Ints, time: Ints, frame: Ints, wanted: bool) -> tuple[Ints, Ints]:
        """Time and packet of the answer before each answer of the same half, 0 for none; nothing if not wanted."""
        order = np.argsort(halves.astype(np.uint16), kind="stable")
        own = halves[order]
        since, behind = np.empty(len(own), np.int64), np.empty(len(own), np.int64)
        begins = np.flatnonzero(np.append(True, np.diff(own))) if len(own) else order
        earlier = np.append(0, order[:-1]) if len(own) else order
        for result, values, kept in ((since, time, 0), (behind, frame, 1)) if wanted else ():
            before = values[earlier]
            before[begins] = self._last[own[begins], kept]
            result[order] = before
        ends = np.append(begins[1:], len(own)) - 1 if len(own) else order
        self._last[own[ends], 0], self._last[own[ends], 1] = time[order[ends]], frame[order[ends]]
        return since, behind

    def _learn(self, halves: Ints, span: Ints) -> None:
        span = np.maximum(span, 1)  # clocks may go back
        bins = np.clip(np.floor(2 * np.log2(span)).astype(np.int64) - _FIRST_BIN, 0, _BINS - 1)
        np.add.at(self._counts.reshape(-1), halves * _BINS + bins, 1)  # much faster than with two indexes

    def _keep(self, columns: Transport, rows: Ints, halves: Ints, asked: Ints, asked_frame: Ints) -> None:
        lists = (columns.psn, columns.frame, columns.time, columns.destination, columns.source)
        psn, frame, time, asker, responder = (column[rows].astype(np.int64) for column in lists)
        for number in {*np.unique(asker).tolist(), *np.unique(responder).tolist()} - self._texts.keys():
            self._texts[number] = columns.addresses.text(number)
        self._long.append(_Long(halves, psn, asked_frame, frame, asked, time, asker, responder))
        if sum(len(each.half) for each in self._long) > MOST_KEPT:
            self._long = [self._slower(FACTOR // 2)]

    def _slower(self, factor: int) -> _Long:
        """Those that took so many times the median at least."""
        every = _Long(*(np.concatenate(column) for column in zip(*self._long, strict=True)))
        halves, which = np.unique(every.half, return_inverse=True)
        medians = np.array([self._median(half) for half in halves.tolist()], np.int64)
        slow = (medians > 0)[which] & (every.answered - every.asked > factor * medians[which])
        return _Long(*(column[slow] for column in every))

    def _median(self, half: int) -> int:
        """The median in nanoseconds, within 20 %; 0 where too few answers are known."""
        reached = np.cumsum(self._counts[half])
        if reached[-1] < MIN_ANSWERS:
            return 0
        place = int(np.searchsorted(reached, (reached[-1] + 1) // 2))
        return round(2 ** ((place + _FIRST_BIN + 0.5) / 2))

    def slow(self) -> list[SlowAnswer]:
        """The answers that took long, in the order in which they came."""
        if not self._long:
            return []
        found = self._slower(FACTOR)
        medians = {half: self._median(half) for half in np.unique(found.half).tolist()}
        rows: list[tuple[int, ...]] = sorted(
            zip(*(column.tolist() for column in found), strict=True), key=lambda row: row[3]
        )
        return [
            SlowAnswer(
                half // 2,
                half % 2,
                psn,
                asked_frame,
                frame,
                asked,
                answered,
                medians[half],
                self._texts[asker],
                self._texts[responder],
            )
            for half, psn, asked_frame, frame, asked, answered, asker, responder in rows
        ]

    def usual(self, flow: int, side: int) -> int:
        """Nanoseconds that an answer to an end usually takes; 0 where too few are known."""
        half = 2 * flow + side
        return self._median(half) if half < len(self._counts) else 0

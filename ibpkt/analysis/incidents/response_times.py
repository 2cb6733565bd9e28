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
from ibpkt.arrays import Array, Bools, Ints, distinct
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
#: what packets do, by opcode: requests that are answered, requests that are if they ask for it, and what begins answers
_ASKS, _MAY_ASK, _ANSWERS = 1, 2, 3
_ROLES = np.where(
    KIND_OF == REQUEST, np.where(_ANSWERED, _ASKS, _MAY_ASK), np.where((KIND_OF == RESPONSE) & BEGINS, _ANSWERS, 0)
).astype(np.uint8)


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
        self._counts: Array = np.zeros((0, _BINS), np.uint32)
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
        role = _ROLES[columns.opcode]
        asks = (role == _ASKS) | (role == _MAY_ASK) & (columns.ackreq != 0)
        rows = np.flatnonzero(
            (asks | (role == _ANSWERS)) & (flows > 0) & (requesters >= 0) & (flows < MOST_HALVES // 2)
        )
        if not len(rows):
            return
        halves = flows[rows] * 2 + requesters[rows]
        keys = halves << _PSN_BITS | columns.psn[rows].astype(np.int64)
        asks = asks[rows]
        times, frames = columns.time[rows], columns.frame[rows]
        found, time, frame = self._asked(keys, times, frames, asks)
        positive = columns.field(AETH, "syndrome")[rows[found]] >> VALUE_BITS == ACK
        span = times[found] - time
        positive &= span > 0
        self._grow(int(halves.max()) + 1)
        late = np.flatnonzero(positive & (span > LEAST))
        answers = np.flatnonzero(~asks)
        if len(late):
            late = late[np.argsort(found[late])]
            since, behind = self._before(halves[answers], times[answers], frames[answers])
        # of several answers of a half the last one is written
        self._last[halves[answers]] = np.stack((times[answers], frames[answers]), axis=1)
        self._learn(halves[found[positive]], span[positive])
        if len(late):
            found, time, frame = found[late], time[late], frame[late]
            own = np.searchsorted(answers, found)
            since, behind = since[own], behind[own]
            busy = times[found] - since <= LEAST
            if not busy.all():
                later = since > time
                time, frame = np.where(later, since, time), np.where(later, behind, frame)
                found = found[~busy]
                self._keep(columns, rows[found], halves[found], time[~busy], frame[~busy])

    def _asked(self, keys: Ints, time: Ints, frame: Ints, asks: Bools) -> tuple[Ints, Ints, Ints]:
        """The answers of which the request with their key is known, in any order, its time and its packet."""
        slots = ((keys.astype(np.uint64) * _MIX) >> np.uint64(48)).astype(np.uint16)
        order = np.argsort(slots, kind="stable")  # of 16 bits: a radix sort
        slots, asking = slots[order], asks[order]
        tells, own = np.flatnonzero(~asking), np.flatnonzero(asking)
        slot, at = slots[tells], order[tells]
        since, asked = self._times[slot], self._frames[slot]
        known = self._keys[slot] == keys[at]  # of an earlier batch
        if len(own):
            last = np.cumsum(asking)[tells] - 1  # the last request before each answer
            of = own[last]
            here = np.flatnonzero((last >= 0) & (slots[of] == slot))
            of = order[of[here]]
            known[here] = keys[of] == keys[at[here]]
            since[here], asked[here] = time[of], frame[of]
            written = slots[own]
            ends = np.flatnonzero(np.append(written[1:] != written[:-1], True))
            written, by = written[ends], order[own[ends]]
            self._keys[written], self._times[written], self._frames[written] = keys[by], time[by], frame[by]
        return at[known], since[known], asked[known]

    def _grow(self, halves: int) -> None:
        """Make room for halves."""
        if halves <= len(self._counts):
            return
        room = min(MOST_HALVES, 2 * halves)
        counts, last = np.zeros((room, _BINS), np.uint32), np.zeros((room, 2), np.int64)
        counts[: len(self._counts)], last[: len(self._last)] = self._counts, self._last
        self._counts, self._last = counts, last

    def _before(self, halves: Ints, time: Ints, frame: Ints) -> tuple[Ints, Ints]:
        """Time and packet of the answer before each answer of the same half, 0 for none."""
        order = np.argsort(halves.astype(np.uint16), kind="stable")
        own, earlier = halves[order], np.append(0, order[:-1])
        begins = np.flatnonzero(np.append(True, own[1:] != own[:-1]))
        since, behind = np.empty(len(own), np.int64), np.empty(len(own), np.int64)
        for result, values, kept in ((since, time, 0), (behind, frame, 1)):
            before = values[earlier]
            before[begins] = self._last[own[begins], kept]
            result[order] = before
        return since, behind

    def _learn(self, halves: Ints, span: Ints) -> None:
        span = np.maximum(span, 1)  # clocks may go back
        bins = np.clip(np.floor(2 * np.log2(span)).astype(np.int64) - _FIRST_BIN, 0, _BINS - 1)
        # much faster than with two indexes, or with a number of another type
        np.add.at(self._counts.reshape(-1), halves * _BINS + bins, np.uint32(1))

    def _keep(self, columns: Transport, rows: Ints, halves: Ints, asked: Ints, asked_frame: Ints) -> None:
        lists = (columns.psn, columns.frame, columns.time, columns.destination, columns.source)
        psn, frame, time, asker, responder = (column[rows].astype(np.int64) for column in lists)
        for number in set(distinct(asker, responder).tolist()) - self._texts.keys():
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
        medians = {half: self._median(half) for half in distinct(found.half).tolist()}
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

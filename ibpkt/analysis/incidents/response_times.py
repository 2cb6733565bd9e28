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
from ibpkt.arrays import HASH_FACTOR, Array, Bools, Ints, distinct
from ibpkt.protocols import ACK, VALUE_BITS, by_operation

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
        # by half, for all at once: what is not written to takes no memory
        self._counts: Array = np.zeros((MOST_HALVES, _BINS), np.uint32)
        self._last_times: Ints = np.zeros(MOST_HALVES, np.int64)  # of the last answer
        self._last_frames: Ints = np.zeros(MOST_HALVES, np.int64)
        self._long: list[_Long] = []
        self._texts: dict[int, str] = {}  # addresses of these

    def add(self, columns: Transport, flows: Ints, requesters: Ints) -> None:
        """Take the packets of a batch that have a BTH.

        Args:
            columns: the packets.
            flows: the number of each one's flow, 0 for none.
            requesters: see `Analyser.requesters`.
        """
        role = _ROLES.take(columns.opcode)
        asks = (role == _ASKS) | (role == _MAY_ASK) & (columns.ackreq != 0)
        rows = np.flatnonzero(
            (asks | (role == _ANSWERS)) & (flows > 0) & (requesters >= 0) & (flows < MOST_HALVES // 2)
        )
        if not len(rows):
            return
        asks, halves = asks.take(rows), (flows * 2 + requesters).take(rows)
        keys = halves << _PSN_BITS | columns.psn.take(rows).astype(np.int64)
        times, frames = columns.time.take(rows), columns.frame.take(rows)
        slots = ((keys.astype(np.uint64) * HASH_FACTOR) >> np.uint64(48)).astype(np.uint16)
        order = np.argsort(slots, kind="stable")  # of 16 bits: a radix sort
        found, time, asked = self._asked(keys, times, asks, slots, order)
        span = times.take(found) - time
        answer = rows.take(found)
        accepts = (columns.syndrome.take(answer) >> VALUE_BITS == ACK) & ~columns.stopped.take(answer)
        positive = np.flatnonzero(accepts & (span > 0))
        span = span.take(positive)
        self._learn(halves.take(found.take(positive)), span)
        answers = np.flatnonzero(~asks)
        late = positive[span > LEAST]
        if len(late):
            late = late[np.argsort(found[late])]
            found, time, asked = found[late], time[late], asked[late]
            frame = np.where(asked >= 0, frames.take(asked, mode="clip"), self._frames.take(~asked, mode="clip"))
            since, behind = self._before(halves[answers], times[answers], frames[answers])
            place = np.searchsorted(answers, found)
            since, behind = since[place], behind[place]
            busy = times[found] - since <= LEAST
            if not busy.all():
                later = since > time
                time, frame = np.where(later, since, time), np.where(later, behind, frame)
                found = found[~busy]
                self._keep(columns, rows[found], halves[found], time[~busy], frame[~busy])
        # of several answers of a half, or requests in a slot, the last one is written
        own = halves.take(answers)
        self._last_times[own], self._last_frames[own] = times.take(answers), frames.take(answers)
        by = order[asks.take(order)]
        written = slots.take(by).astype(np.int64)
        self._keys[written], self._times[written], self._frames[written] = (
            keys.take(by),
            times.take(by),
            frames.take(by),
        )

    def _asked(self, keys: Ints, times: Ints, asks: Bools, slots: Array, order: Ints) -> tuple[Ints, Ints, Ints]:
        """The answers of which the request with their key is known, in any order.

        Args:
            keys, times: of requests and answers.
            asks: which are requests.
            slots: the place of each in the table of requests that wait.
            order: their places in the order of these.

        Returns:
            The places of these answers, the times of their requests, and the places of those; for one of an earlier
            batch the inverse of its slot.
        """
        slots, asking = slots.take(order), asks.take(order)
        tells, own = np.flatnonzero(~asking), np.flatnonzero(asking)
        slot, at = slots.take(tells), order.take(tells)
        here = np.zeros(len(at), np.bool_)
        if len(own):
            last = np.cumsum(asking).take(tells) - 1  # the last request before each answer
            of = own.take(last, mode="wrap")
            here = (last >= 0) & (slots.take(of) == slot)
            asked = order.take(of)
            time = times.take(asked)
            known = here & (keys.take(asked) == keys.take(at))
        else:
            time, asked, known = np.zeros(len(at), np.int64), np.zeros(len(at), np.int64), here
        earlier = np.flatnonzero(~here)
        if len(earlier):
            place = slot[earlier].astype(np.int64)
            known[earlier] = self._keys[place] == keys[at[earlier]]
            time[earlier], asked[earlier] = self._times[place], ~place
        if known.all():
            return at, time, asked
        return at[known], time[known], asked[known]

    def _before(self, halves: Ints, time: Ints, frame: Ints) -> tuple[Ints, Ints]:
        """Time and packet of the answer before each answer of the same half, 0 for none."""
        order = np.argsort(halves.astype(np.uint16), kind="stable")
        own, earlier = halves[order], np.append(0, order[:-1])
        begins = np.flatnonzero(np.append(True, own[1:] != own[:-1]))
        since, behind = np.empty(len(own), np.int64), np.empty(len(own), np.int64)
        for result, values, kept in ((since, time, self._last_times), (behind, frame, self._last_frames)):
            before = values[earlier]
            before[begins] = kept[own[begins]]
            result[order] = before
        return since, behind

    def _learn(self, halves: Ints, span: Ints) -> None:
        bins = np.clip((2 * np.log2(span)).astype(np.int64) - _FIRST_BIN, 0, _BINS - 1)
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

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
#: requests that wait for their answers: more of them drive out others
SLOTS_BITS = 17
#: response times of a batch from which medians are learned, and slow ones that are looked at
MOST_LEARNED, MOST_SLOW = 2048, 64
#: slow answers that are kept
MOST_KEPT = 65536
#: answers that a median needs
MIN_ANSWERS = 16
#: times the median from which on an answer is slow, if it takes as many nanoseconds at least
FACTOR, LEAST = 16, 1_000_000
#: bins of response times: two an octave, the first one up to 2^10 ns
_BINS, _FIRST_BIN = 64, 20
_HALF_BITS = 16
_PSN_BITS = 24
_MIX = np.uint64(0x9E3779B97F4A7C15)
#: by operation code: requests that are answered whether or not they ask for it
_ANSWERED = by_operation(lambda opcode: opcode.access in ("read", "atomic"), np.bool_)[OPERATION_OF]
_IS_REQUEST = KIND_OF == REQUEST
_ANSWERS = (KIND_OF == RESPONSE) & BEGINS
_UNKNOWN = np.iinfo(np.int64).max


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


class ResponseTimes:
    """Response times of all halves, batch by batch.

    Attributes:
        slow: answers that took long, in the order in which they came.
    """

    def __init__(self) -> None:
        self.slow: list[SlowAnswer] = []
        self._keys: Ints = np.full(1 << SLOTS_BITS, -1, np.int64)
        self._times: Ints = np.zeros(1 << SLOTS_BITS, np.int64)
        self._frames: Ints = np.zeros(1 << SLOTS_BITS, np.int64)
        self._counts: Ints = np.zeros((0, _BINS), np.int64)
        self._limits: Ints = np.zeros(0, np.int64)

    def add(self, columns: Transport, flows: Ints, requesters: Ints) -> None:
        """Take the packets of a batch that have a BTH.

        Args:
            columns: the packets.
            flows: the number of each one's flow, 0 for none.
            requesters: see `Analyser.requesters`.
        """
        opcode = columns.opcode
        known = (flows > 0) & (requesters >= 0)
        asks = np.flatnonzero(known & _IS_REQUEST[opcode] & (_ANSWERED[opcode] | (columns.ackreq != 0)))
        answers = np.flatnonzero(known & _ANSWERS[opcode])
        if not len(asks) and not len(answers):
            return
        halves = flows * 2 + np.maximum(requesters, 0)
        psn = columns.psn
        if len(asks):
            keys = halves[asks] << _PSN_BITS | psn[asks].astype(np.int64)
            slots = _slots(keys)
            self._keys[slots], self._times[slots], self._frames[slots] = keys, columns.time[asks], columns.frame[asks]
        if len(answers):
            keys = halves[answers] << _PSN_BITS | psn[answers].astype(np.int64)
            slots = _slots(keys)
            span = columns.time[answers] - self._times[slots]
            positive = columns.field(AETH, "syndrome")[answers] >> VALUE_BITS == ACK
            found = (self._keys[slots] == keys) & (span > 0) & positive & (halves[answers] < MOST_HALVES)
            found &= self._frames[slots] < columns.frame[answers]
            if found.any():
                self._take(columns, halves, answers[found], span[found], self._frames[slots[found]])

    def _take(self, columns: Transport, halves: Ints, rows: Ints, span: Ints, asked: Ints) -> None:
        """Answers, and how long they took."""
        own = halves[rows]
        some = slice(None, None, -(-len(rows) // MOST_LEARNED))
        self._learn(own[some], span[some])
        late = np.flatnonzero(span > self._limits[own])
        for at in late[np.argsort(-span[late], kind="stable")[:MOST_SLOW]].tolist():
            self._look_at(columns, halves, int(rows[at]), int(span[at]), int(asked[at]))

    def _learn(self, halves: Ints, span: Ints) -> None:
        most = int(halves.max()) + 1
        if most > len(self._counts):
            most = min(MOST_HALVES, 2 * most)
            counts = np.zeros((most, _BINS), np.int64)
            counts[: len(self._counts)] = self._counts
            limits = np.full(most, _UNKNOWN, np.int64)
            limits[: len(self._limits)] = self._limits
            self._counts, self._limits = counts, limits
        bins = np.clip(np.floor(2 * np.log2(span)).astype(np.int64) - _FIRST_BIN, 0, _BINS - 1)
        np.add.at(self._counts, (halves, bins), 1)
        touched = np.flatnonzero(np.bincount(halves, minlength=1))
        enough = touched[self._counts[touched].sum(axis=1) >= MIN_ANSWERS]
        for half in enough.tolist():
            self._limits[half] = max(FACTOR * self._median(half), LEAST)

    def _median(self, half: int) -> int:
        """The median in nanoseconds, within 20 %."""
        reached = np.cumsum(self._counts[half])
        place = int(np.searchsorted(reached, (reached[-1] + 1) // 2))
        return round(2 ** ((place + _FIRST_BIN + 0.5) / 2))

    def _look_at(self, columns: Transport, halves: Ints, row: int, span: int, asked: int) -> None:
        """An answer was late: unless another one of the half came shortly before it, it was slow."""
        half, time, answered = int(halves[row]), columns.time, int(columns.time[row])
        first = int(np.searchsorted(columns.frame, asked, "right"))
        between: Bools = (halves[first:row] == half) & (KIND_OF[columns.opcode[first:row]] == RESPONSE)
        since = answered - span
        if between.any():
            last = first + int(np.flatnonzero(between)[-1])
            since, asked = max(since, int(time[last])), int(columns.frame[last])
        if answered - since > self._limits[half] and len(self.slow) < MOST_KEPT:
            text = columns.addresses.text
            self.slow.append(
                SlowAnswer(
                    half // 2, half % 2, int(columns.psn[row]), asked, int(columns.frame[row]), since, answered,
                    self._median(half), text(int(columns.destination[row])), text(int(columns.source[row])),
                )
            )  # fmt: skip

    def usual(self, flow: int, side: int) -> int:
        """Nanoseconds that an answer to an end usually takes; 0 where too few are known."""
        half = 2 * flow + side
        if half >= len(self._counts) or self._counts[half].sum() < MIN_ANSWERS:
            return 0
        return self._median(half)


def _slots(keys: Ints) -> Ints:
    """Where the keys of requests stand."""
    return ((keys.astype(np.uint64) * _MIX) >> np.uint64(64 - SLOTS_BITS)).astype(np.int64)

"""How long answers take: from the packet with a PSN to the answer that acknowledges it first."""

from __future__ import annotations

import bisect
from collections import deque
from dataclasses import replace

import numpy as np

from ibpkt.analysis.recovery.flow_timers import MAX_LATENCIES, FlowTimers
from ibpkt.analysis.runs.half_packets import HalfPackets
from ibpkt.analysis.runs.held_packets import NEVER, WINDOW
from ibpkt.analysis.runs.sequence_columns import LINE
from ibpkt.arrays import Bools, Ints, changes, group_ends

#: parts in which requests wait, before they are joined
MOST_PARTS = 64


class HalfLatencies:
    """Latencies of one half, in the order of the answers.

    Args:
        frames: of the answers.
        spans: nanoseconds.

    Attributes:
        next: the packet of the first answer whose latency was not handed on; `NEVER` for none.
    """

    def __init__(self, frames: list[int], spans: list[int]) -> None:
        self._frames, self._spans = frames, spans
        self._at = 0
        self.next = frames[0] if frames else NEVER

    def feed(self, timers: FlowTimers, before: int) -> None:
        """Hand on the latencies of answers before a packet: the least, and the last ones."""
        if self.next >= before:
            return
        start, frames = self._at, self._frames
        self._at = end = bisect.bisect_left(frames, before, start)
        self.next = frames[end] if end < len(frames) else NEVER
        if end - start > MAX_LATENCIES:
            timers.latency(min(self._spans[start:end]))
        for span in self._spans[max(start, end - MAX_LATENCIES) : end]:
            timers.latency(span)


class AnswerLatencies:
    """Latencies of the answers that no repetition delays, of all halves that are not clean."""

    def __init__(self) -> None:
        self._waiting: deque[HalfPackets] = deque()  # requests that have no answer

    def add(self, packets: HalfPackets) -> dict[int, HalfLatencies]:
        """Take packets of some halves, behind those of before; by half, the latencies of the answers among them."""
        if not len(packets):
            return {}
        halves = packets.half[changes(packets.half)]
        own = [part.select(np.isin(part.half, halves)) for part in self._waiting]
        others = [part.select(~np.isin(part.half, halves)) for part in self._waiting]
        packets = HalfPackets.joined([*(part for part in own if len(part)), packets])
        found, answered = latencies(packets)
        left = packets.select(np.flatnonzero(packets.is_request & ~packets.again & ~answered))
        lasts = group_ends(packets.half)
        # what answers acknowledge, or is too old
        acked = np.maximum(packets.acked[lasts], np.where(packets.believed[lasts], packets.end[lasts], 0))
        at = np.searchsorted(packets.half[lasts], left.half)
        left = left.select((left.end > acked[at]) & (packets.frame[lasts][at] - left.frame <= WINDOW))
        self._waiting = deque(part for part in (*others, left) if len(part))
        if len(self._waiting) > MOST_PARTS:
            self._waiting = deque([HalfPackets.joined(list(self._waiting))])
        return found

    def move(self, half: int, to: int) -> None:
        """A half gets another number."""
        for at, part in enumerate(self._waiting):
            halves = np.where(part.half == half, to, part.half)
            self._waiting[at] = replace(part, half=halves).select(np.argsort(halves, kind="stable"))

    def forget(self, halves: Ints) -> None:
        """Halves are over: their numbers may be given to others."""
        left = (part.select(~np.isin(part.half, halves)) for part in self._waiting)
        self._waiting = deque(part for part in left if len(part))


def latencies(packets: HalfPackets) -> tuple[dict[int, HalfLatencies], Bools]:
    """By half, the latencies of answers that no repetition delays; and which requests have no use any more."""
    over = np.zeros(len(packets), np.bool_)
    asks = np.flatnonzero(packets.is_request & ~packets.again)
    tells = np.flatnonzero(packets.believed & ~packets.negative & (packets.end > packets.acked))
    # new requests of a half ascend, so that all keys do
    keys = packets.half[asks] * LINE + packets.psn[asks]
    again = np.cumsum(packets.again)
    lasts = group_ends(packets.half)
    at_end = again[lasts][np.searchsorted(packets.half[lasts], packets.half[asks])] if len(asks) else again[:0]
    over[asks[again[asks] < at_end]] = True
    if not len(asks) or not len(tells):
        return {}, over
    wanted = packets.half[tells] * LINE + packets.end[tells] - 1
    at = np.searchsorted(keys, wanted, "right") - 1
    inside = at >= 0
    at = np.maximum(at, 0)
    inside &= (packets.half[asks[at]] == packets.half[tells]) & (packets.end[asks[at]] >= packets.end[tells])
    # a responder that keeps what comes early answers that late, when what it lacked has been sent again
    inside &= (again[asks[at]] == again[tells]) & (packets.frame[tells] - packets.frame[asks[at]] <= WINDOW)
    span = packets.time[tells] - packets.time[asks[at]]
    inside &= span > 0
    half, frame, span = packets.half[tells[inside]], packets.frame[tells[inside]], span[inside]
    starts = np.flatnonzero(changes(half))
    bounds = [*starts.tolist(), len(half)]
    frames, spans = frame.tolist(), span.tolist()
    return {
        number: HalfLatencies(frames[low:high], spans[low:high])
        for number, low, high in zip(half[starts].tolist(), bounds[:-1], bounds[1:], strict=True)
    }, over

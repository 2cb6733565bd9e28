"""How long answers take: from the packet with a PSN to the answer that acknowledges it first."""

from __future__ import annotations

import bisect
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ibpkt.analysis.runs.half_packets import HalfPackets
from ibpkt.analysis.runs.held_packets import NEVER, WINDOW
from ibpkt.analysis.runs.sequence_columns import LINE
from ibpkt.arrays import Bools, Ints, among, changes, group_ends, places_in, rows_where

if TYPE_CHECKING:
    from ibpkt.analysis.recovery.flow_timers import FlowTimers

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
        timers.answered(self._spans[start:end])


class AnswerLatencies:
    """Latencies of the answers that no repetition delays, of all halves that are not clean."""

    def __init__(self) -> None:
        self._waiting: deque[HalfPackets] = deque()  # requests that have no answer

    def add(self, packets: HalfPackets) -> dict[int, HalfLatencies]:
        """Take packets of some halves, behind those of before; by half, the latencies of the answers among them."""
        if not len(packets):
            return {}
        halves = packets.half[changes(packets.half)]
        ours = [among(part.half, halves) for part in self._waiting]
        own = [part.select(chosen) for part, chosen in zip(self._waiting, ours, strict=True)]
        others = [part.select(~chosen) for part, chosen in zip(self._waiting, ours, strict=True)]
        before = HalfPackets.joined([part for part in own if len(part)]) if any(map(len, own)) else None
        found, *repeated = latencies(packets, before)
        lasts = group_ends(packets.half)
        # what answers acknowledge, or is too old
        acked = np.maximum(packets.acked[lasts], np.where(packets.believed[lasts], packets.end[lasts], 0))
        parts = []
        for part, over in zip((before, packets), repeated, strict=True):
            if part is None:
                continue
            places = rows_where(part.is_request & ~part.again & ~over)
            at = places_in(packets.half[lasts], part.half[places])
            waits = (part.end[places] > acked[at]) & (packets.frame[lasts][at] - part.frame[places] <= WINDOW)
            parts.append(part.select(places[waits]))
        left = HalfPackets.joined(parts)
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


def latencies(packets: HalfPackets, before: HalfPackets | None = None) -> tuple[dict[int, HalfLatencies], Bools, Bools]:
    """By half, the latencies of answers that no repetition delays.

    Args:
        packets: of some halves, by half.
        before: new requests of these halves that wait for an answer, which came before them; None for none.

    Returns:
        The latencies, and which packets of ``before`` and ``packets`` are requests that have no use any more.
    """
    over = np.zeros(len(packets), np.bool_)
    asks = rows_where(packets.is_request & ~packets.again)
    tells = rows_where(packets.believed & ~packets.negative & (packets.end > packets.acked))
    repetitions = np.cumsum(packets.again)  # up to each packet
    lasts = group_ends(packets.half)
    halves, at_end = packets.half[lasts], repetitions[lasts]
    at_first = np.append(0, at_end[:-1])
    # new requests of a half ascend, so that all keys do
    keys = packets.half[asks] * LINE + packets.psn[asks]
    end, frame, time, count = packets.end[asks], packets.frame[asks], packets.time[asks], repetitions[asks]
    over[asks[count < at_end[places_in(halves, packets.half[asks])]]] = True
    over_before = np.zeros(0, np.bool_)
    if before is not None:
        of = np.searchsorted(halves, before.half)
        over_before = at_first[of] < at_end[of]
        keys = np.concatenate((before.half * LINE + before.psn, keys))
        order = np.argsort(keys, kind="stable")
        keys = keys[order]
        end, frame, time, count = (
            np.concatenate(pair)[order]
            for pair in ((before.end, end), (before.frame, frame), (before.time, time), (at_first[of], count))
        )
    if not len(keys) or not len(tells):
        return {}, over_before, over
    half, acked = packets.half[tells], packets.end[tells]
    at = places_in(keys, half * LINE + acked - 1, "right") - 1
    inside = at >= 0
    at = np.maximum(at, 0)
    inside &= (keys[at] // LINE == half) & (end[at] >= acked)
    # a responder that keeps what comes early answers that late, when what it lacked has been sent again
    inside &= (count[at] == repetitions[tells]) & (packets.frame[tells] - frame[at] <= WINDOW)
    span = packets.time[tells] - time[at]
    inside &= span > 0
    half, frames, spans = half[inside], packets.frame[tells[inside]].tolist(), span[inside].tolist()
    starts = rows_where(changes(half))
    bounds = [*starts.tolist(), len(half)]
    found = {
        number: HalfLatencies(frames[low:high], spans[low:high])
        for number, low, high in zip(half[starts].tolist(), bounds[:-1], bounds[1:], strict=True)
    }
    return found, over_before, over

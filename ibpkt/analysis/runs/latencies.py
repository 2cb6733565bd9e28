"""How long answers take: from the packet with a PSN to the answer that acknowledges it first."""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.recovery.flow_timers import MAX_LATENCIES, FlowTimers
from ibpkt.analysis.runs.half_packets import HalfPackets
from ibpkt.analysis.runs.sequence_columns import LINE
from ibpkt.arrays import changes


class HalfLatencies:
    """Latencies of one half, in the order of the answers.

    Args:
        frames: of the answers.
        spans: nanoseconds.
    """

    def __init__(self, frames: list[int], spans: list[int]) -> None:
        self._frames, self._spans = frames, spans
        self._at = 0

    def feed(self, timers: FlowTimers, before: int) -> None:
        """Hand on the latencies of answers before a packet: the least, and the last ones."""
        start, frames = self._at, self._frames
        end = start
        while end < len(frames) and frames[end] < before:
            end += 1
        if end == start:
            return
        self._at = end
        if end - start > MAX_LATENCIES:
            timers.latency(min(self._spans[start:end]))
        for span in self._spans[max(start, end - MAX_LATENCIES) : end]:
            timers.latency(span)


def latencies(packets: HalfPackets) -> dict[int, HalfLatencies]:
    """By half, the latencies of answers to requests among the packets that were sent once so far."""
    asks = np.flatnonzero(packets.is_request & ~packets.again)
    tells = np.flatnonzero(packets.believed & ~packets.negative & (packets.end > packets.acked))
    if not len(asks) or not len(tells):
        return {}
    repeated = np.zeros(len(packets), np.bool_)
    again = np.flatnonzero(packets.again)
    # new requests of a half ascend, so that all keys do
    keys = packets.half[asks] * LINE + packets.psn[asks]
    if len(again):
        at = np.searchsorted(keys, packets.half[again] * LINE + packets.psn[again], "right") - 1
        repeated[asks[at[at >= 0]]] = True
    wanted = packets.half[tells] * LINE + packets.end[tells] - 1
    at = np.searchsorted(keys, wanted, "right") - 1
    inside = at >= 0
    at = np.maximum(at, 0)
    inside &= (packets.half[asks[at]] == packets.half[tells]) & (packets.end[asks[at]] >= packets.end[tells])
    inside &= ~repeated[asks[at]]
    span = packets.time[tells] - packets.time[asks[at]]
    inside &= span > 0
    half, frame, span = packets.half[tells[inside]], packets.frame[tells[inside]], span[inside]
    starts = np.flatnonzero(changes(half))
    bounds = [*starts.tolist(), len(half)]
    frames, spans = frame.tolist(), span.tolist()
    return {
        number: HalfLatencies(frames[low:high], spans[low:high])
        for number, low, high in zip(half[starts].tolist(), bounds[:-1], bounds[1:], strict=True)
    }

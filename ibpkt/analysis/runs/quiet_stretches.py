"""Where a half that is not clean has its peace: requests and answers between two troubles.

What is sent when all trouble is over, and acknowledged before the next one, needs no look: all of it is one run,
whatever READs are in it.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.runs.half_packets import HalfPackets
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.sequence_columns import LINE
from ibpkt.arrays import Bools, Ints, changes


def quiet(packets: HalfPackets, table: HalfTable) -> Bools:
    """Packets of quiet stretches, shape (n,).

    Args:
        packets: all packets of some halves.
        table: has the PSN up to which trouble was seen, in ``trouble_end``; it is updated.
    """
    if not len(packets):
        return np.zeros(0, np.bool_)
    heads = changes(packets.half)
    segment = np.cumsum(heads) - 1
    halves = packets.half[heads]
    sent = np.maximum(packets.sent, np.where(packets.is_request, packets.end, 0))
    troubled = _running(np.where(packets.odd, sent, 0), table["trouble_end"][halves], segment, heads)
    lasts = np.append(np.flatnonzero(heads)[1:], len(heads)) - 1
    table["trouble_end"][halves] = troubled[lasts]
    settled = _next_acked(packets, segment, lasts)
    high = np.where(packets.is_request, packets.end, packets.psn + 1)
    calm: Bools = ~packets.odd & (packets.psn >= troubled) & (high <= settled)
    return calm


def _running(values: Ints, at_first: Ints, segment: Ints, heads: Bools) -> Ints:
    """The largest value of the half up to each packet."""
    line = segment * LINE
    highest = values + line
    highest[heads] = np.maximum(highest[heads], at_first + line[heads])
    largest: Ints = np.maximum.accumulate(highest) - line
    return largest


def _next_acked(packets: HalfPackets, segment: Ints, lasts: Ints) -> Ints:
    """What was acknowledged before the next odd packet of the half; behind the last one, at the end."""
    at_end = np.maximum(packets.acked[lasts], np.where(packets.believed, packets.end, 0)[lasts])
    count = len(packets)
    following = np.where(packets.odd, np.arange(count), count)
    following = np.minimum.accumulate(following[::-1])[::-1]
    inside = following <= lasts[segment]
    return np.where(inside, packets.acked[np.minimum(following, count - 1)], at_end[segment])

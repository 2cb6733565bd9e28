"""Where a half that is not clean has its peace: requests and answers between two troubles.

What is sent when all trouble is over, and acknowledged before the next one, needs no look: all of it is one run,
whatever READs are in it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.analysis.runs.half_packets import HalfPackets
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.held_packets import window_of
from ibpkt.analysis.runs.sequence_columns import LINE
from ibpkt.arrays import Bools, Ints, changes, group_ends, rows_where


class QuietStretches(NamedTuple):
    """What is known of some packets; shape (n,).

    Attributes:
        calm: packets of quiet stretches.
        undecided: those that may turn out to be.
        troubled: the PSN up to which trouble was seen, behind each packet.
    """

    calm: Bools
    undecided: Bools
    troubled: Ints

    def settle(self, packets: HalfPackets, ready: Bools, table: HalfTable) -> None:
        """Keep where the trouble of each half ends, as far as its packets go to the parts."""
        places = rows_where(ready)
        lasts = places[group_ends(packets.half[places])]
        table["trouble_end"][packets.half[lasts]] = self.troubled[lasts]


def quiet(packets: HalfPackets, table: HalfTable, window: int = -1) -> QuietStretches:
    """Find quiet stretches.

    Args:
        packets: all packets of some halves that have not gone to the parts.
        table: has the PSN up to which trouble was seen before them, in ``trouble_end``.
        window: where the capture stands (`window_of`): what lies before is not undecided any more.
    """
    if not len(packets):
        no = np.zeros(0, np.bool_)
        return QuietStretches(no, no, np.zeros(0, np.int64))
    heads = changes(packets.half)
    segment = np.cumsum(heads) - 1
    halves = packets.half[heads]
    sent = np.maximum(packets.sent, np.where(packets.is_request, packets.end, 0))
    troubled = _running(np.where(packets.odd, sent, 0), table["trouble_end"][halves], segment, heads)
    of = window_of(packets.frame)
    heads = heads.copy()
    heads[1:] |= of[1:] != of[:-1]
    segment = np.cumsum(heads) - 1
    lasts = np.append(rows_where(heads)[1:], len(heads)) - 1
    settled, is_open = _next_acked(packets, segment, lasts)
    high = np.where(packets.is_request, packets.end, packets.psn + 1)
    may = ~packets.odd & (packets.psn >= troubled)
    may &= ~packets.is_request | (packets.psn >= packets.acked)  # what an answer came before is sent again
    calm: Bools = may & (high <= settled)
    return QuietStretches(calm, may & ~calm & is_open & (of == window), troubled)


def _running(values: Ints, at_first: Ints, segment: Ints, heads: Bools) -> Ints:
    """The largest value of the half up to each packet."""
    line = segment * LINE
    highest = values + line
    highest[heads] = np.maximum(highest[heads], at_first + line[heads])
    largest: Ints = np.maximum.accumulate(highest) - line
    return largest


def _next_acked(packets: HalfPackets, segment: Ints, lasts: Ints) -> tuple[Ints, Bools]:
    """What was acknowledged before the next odd packet; behind the last one, at the end, and which these are."""
    at_end = np.maximum(packets.acked[lasts], np.where(packets.believed, packets.end, 0)[lasts])
    count = len(packets)
    following = np.where(packets.odd, np.arange(count), count)
    following = np.minimum.accumulate(following[::-1])[::-1]
    inside = following <= lasts[segment]
    return np.where(inside, packets.acked[np.minimum(following, count - 1)], at_end[segment]), ~inside

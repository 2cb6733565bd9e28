"""Where a half that is not clean has its peace: requests and answers between two troubles.

What is sent when all trouble is over, and acknowledged before the next one, needs no look: all of it is one run,
whatever READs are in it.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.sequence_columns import LINE, SequenceColumns
from ibpkt.arrays import Bools, Ints, changes


def quiet(sequence: SequenceColumns, odd: Bools, table: HalfTable) -> Bools:
    """Packets of quiet stretches, shape (n,).

    Args:
        sequence: the packets of a batch.
        odd: those that are not as in a clean half (see `trouble`).
        table: has the PSN up to which trouble was seen, in ``trouble_end``; it is updated.
    """
    heads = changes(sequence.half)
    segment = np.cumsum(heads) - 1
    sent = np.maximum(sequence.sent, np.where(sequence.is_request, sequence.end, 0))
    troubled = _running(np.where(odd, sent, 0), table["trouble_end"][sequence.halves], segment, heads)
    lasts = np.append(np.flatnonzero(heads)[1:], len(heads)) - 1
    table["trouble_end"][sequence.halves] = troubled[lasts]
    settled = _next_acked(sequence, odd, segment, lasts)
    low = sequence.psn
    high = np.where(sequence.is_request, sequence.end, sequence.psn + 1)
    calm: Bools = ~odd & (low >= troubled) & (high <= settled)
    return calm


def _running(values: Ints, at_first: Ints, segment: Ints, heads: Bools) -> Ints:
    """The largest value of the half up to each packet."""
    line = segment * LINE
    highest = values + line
    highest[heads] = np.maximum(highest[heads], at_first + line[heads])
    return np.maximum.accumulate(highest) - line


def _next_acked(sequence: SequenceColumns, odd: Bools, segment: Ints, lasts: Ints) -> Ints:
    """What was acknowledged before the next odd packet of the half; behind the last one, at the end of the batch."""
    at_end = sequence.at_end(np.where(sequence.believed, sequence.end, 0), sequence.acked)
    count = len(odd)
    following = np.where(odd, np.arange(count), count)
    following = np.minimum.accumulate(following[::-1])[::-1]
    inside = following <= lasts[segment]
    return np.where(inside, sequence.acked[np.minimum(following, count - 1)], at_end[segment])

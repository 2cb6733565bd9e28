"""Halves of which the capture has too little to follow them: that is said once, and no longer of every gap.

Each request with a gap before it counts one, and each in sequence makes up for some of them: what a tap misses now and
then never adds up, a sample of the packets does soon.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.results.finding import Finding, FindingTypes
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.sequence_columns import SequenceColumns
from ibpkt.analysis.streams.flow_columns import FlowColumns
from ibpkt.arrays import changes, rows_where

NOT_FOLLOWED = FindingTypes("sequence").note(
    "not-followed",
    "Nearly every recent request has a gap before it: the gaps of this flow are only counted from here on",
    "The capture holds only a sample of the packets, most were dropped, or the packets are no conversation.",
)
#: requests with gaps before them after which gaps are no longer told, and how many of them one request in sequence
#: makes up for
MOST_GAPS, CREDIT = 256, 4


def tell_unfollowed(sequence: SequenceColumns, halves: HalfTable, flows: FlowColumns) -> list[Finding]:
    """Count the gaps of a batch.

    Args:
        sequence: the batch; `halves` are as they were before it.
        halves: keeps the count of each half, and the packet from which on its gaps are not told.
        flows: the flows.

    Returns:
        A finding for each half that has too many by now.
    """
    asks = rows_where(sequence.is_request)
    if not len(asks):
        return []
    half = sequence.half[asks]
    first = changes(half)
    unsized = np.zeros(len(asks), np.bool_)  # how long the READ before is, is not known
    unsized[1:] = sequence.unsized[asks[:-1]] != 0
    unsized[first] = halves["read_length"][half[first]] != 0
    fresh = ~sequence.again[asks]
    gaps = fresh & (sequence.psn[asks] > sequence.sent[asks]) & ~unsized
    gaps[first] &= halves["asked"][half[first]]
    if not gaps.any() and not halves["gap_score"][half[first]].any():
        return []
    step = np.where(gaps, 1, np.where(fresh & ~unsized, -CREDIT, 0))
    segment = np.cumsum(first) - 1
    begin = rows_where(first)
    total = np.cumsum(step)
    before = halves["gap_score"][half[begin]] - (total[begin] - step[begin])
    total += before[segment]
    # the count never falls below 0; a half's lowest point must not count for the next
    apart = segment * (2 * CREDIT * (len(asks) + MOST_GAPS))
    lowest = np.minimum.accumulate(total - apart) + apart
    score = total - np.minimum(lowest, 0)
    last = np.append(begin[1:], len(asks)) - 1
    halves["gap_score"][half[last]] = np.minimum(score[last], MOST_GAPS)
    over = rows_where((score >= MOST_GAPS) & (halves["unfollowed"][half] == 0))
    over = over[changes(half[over])]
    columns, rows = sequence.columns, sequence.rows[asks[over]]
    halves["unfollowed"][half[over]] = columns.frame[rows]
    lists = (columns.frame[rows], columns.time[rows], flows.then(half[over], columns.frame[rows])[0])
    return [
        Finding(NOT_FOLLOWED, frame, time, flow, {})
        for frame, time, flow in zip(*(column.tolist() for column in lists), strict=True)
    ]

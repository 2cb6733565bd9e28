"""How many PSNs READs take that came before the path MTU was known, or whose length the capture has cut off.

Source: IBA 1, 9.7.3.1 (a READ takes as many PSNs as its response has packets).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.transport import KIND_OF, REQUEST, Transport
from ibpkt.analysis.runs.half_table import CUT, HalfTable
from ibpkt.analysis.runs.sequence_columns import shown_spans
from ibpkt.arrays import Ints, changes, rows_where


class LearnedEnds(NamedTuple):
    """READs that end further on than was known.

    Attributes:
        halves: their halves, ascending, shape (k,).
        psn: unwrapped, ascending among those of a half.
        before: the PSNs behind them so far.
        end: the PSNs behind them now.
    """

    halves: Ints
    psn: Ints
    before: Ints
    end: Ints


#: what says nothing new of any READ
NOTHING_LEARNED = LearnedEnds(*[np.zeros(0, np.int64)] * 4)


def learn_spans(table: HalfTable, pmtu: Ints) -> LearnedEnds:
    """Write the ends of such READs to the table.

    Args:
        table: the halves.
        pmtu: the path MTU in bytes, by half; 0 where it is not known.
    """
    count = min(table.capacity, len(pmtu))
    halves = rows_where((table["read_length"][:count] > 0) & (pmtu[:count] > 0))
    if not len(halves):
        return NOTHING_LEARNED
    psn, before = table["psn"][halves], table["end"][halves]
    end = np.maximum(before, psn + -(-table["read_length"][halves] // np.maximum(pmtu[halves], 1)))
    _write(table, halves, end)
    table["read_length"][halves] = 0
    return LearnedEnds(halves, psn, before, end)


def learn_cut_reads(table: HalfTable, columns: Transport, rows: Ints, half: Ints) -> LearnedEnds:
    """Write to the table what a batch shows of READs before it whose length the capture has cut off.

    Args:
        table: the halves before the batch.
        columns: the packets of the batch that have a BTH.
        rows: those of reliable halves, those of a half in the order of the capture, shape (n,).
        half: the half of each, shape (n,).
    """
    own = rows_where(table["read_length"][half] == CUT)
    if not len(own):
        return NOTHING_LEARNED
    own = own[np.argsort(half[own], kind="stable")]
    of, opcode = half[own], columns.opcode[rows[own]]
    heads = changes(of)
    segment, begins = np.cumsum(heads) - 1, rows_where(heads)
    halves = of[begins]
    asks = np.cumsum(KIND_OF[opcode] == REQUEST)
    # up to the next request of the half, and with it
    asked_before = asks - (KIND_OF[opcode] == REQUEST)
    chosen = rows_where(asked_before == asked_before[begins][segment])
    spans = np.zeros(len(halves), np.int64)
    distance = columns.psn[rows[own[chosen]]].astype(np.int64) - table["psn"][of[chosen]]
    np.maximum.at(spans, segment[chosen], shown_spans(opcode[chosen], distance))
    psn, before = table["psn"][halves], table["end"][halves]
    more = psn + spans > before
    halves, psn, before, end = halves[more], psn[more], before[more], (psn + spans)[more]
    _write(table, halves, end)
    return LearnedEnds(halves, psn, before, end)


def _write(table: HalfTable, halves: Ints, end: Ints) -> None:
    table["end"][halves] = end
    table["sent"][halves] = np.maximum(table["sent"][halves], end)

"""How many PSNs READs take that came before the path MTU was known: learned when it is.

Source: IBA 1, 9.7.3.1 (a READ takes as many PSNs as its response has packets).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.arrays import Ints


class LearnedEnds(NamedTuple):
    """Last requests of halves, READs, that end further on than was known.

    Attributes:
        halves: the halves, ascending, shape (k,).
        psn: of the READs, unwrapped.
        before: the PSNs behind them so far.
        end: the PSNs behind them now.
    """

    halves: Ints
    psn: Ints
    before: Ints
    end: Ints


def learn_spans(table: HalfTable, pmtu: Ints) -> LearnedEnds:
    """Write the ends of such READs to the table.

    Args:
        table: the halves.
        pmtu: the path MTU in bytes, by half; 0 where it is not known.
    """
    count = min(table.capacity, len(pmtu))
    halves = np.flatnonzero((table["read_length"][:count] > 0) & (pmtu[:count] > 0))
    psn, before = table["psn"][halves], table["end"][halves]
    end = np.maximum(before, psn + -(-table["read_length"][halves] // np.maximum(pmtu[halves], 1)))
    table["end"][halves] = end
    table["sent"][halves] = np.maximum(table["sent"][halves], end)
    table["read_length"][halves] = 0
    return LearnedEnds(halves, psn, before, end)

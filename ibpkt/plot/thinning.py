"""Points of a picture that stand for many: the lowest and the highest of each column."""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.plot.chart import Floats


def extremes(columns: Ints, values: Ints | Floats) -> tuple[Ints, Ints]:
    """Which points are the lowest and the highest of their column.

    Args:
        columns: the column of each point, shape (n,).
        values: shape (n,).

    Returns:
        The places of the lowest points and of the highest, one each for every column that has points, by column.
    """
    if not len(columns):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    order = np.lexsort((values, columns))
    ordered = columns[order]
    begins = np.flatnonzero(np.diff(ordered, prepend=ordered[0] - 1))
    ends = np.append(begins[1:], len(ordered)) - 1
    return order[begins], order[ends]


def column_of(times: Ints, low: int, high: int, columns: int) -> Ints:
    """The column of each time between two others, of so many of the same width."""
    width = max(1, -(-(high - low + 1) // columns))
    return np.clip((times - low) // width, 0, columns - 1)

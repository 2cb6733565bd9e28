"""The columns of the last packets, kept as they are: what is asked for later has been there already."""

from __future__ import annotations

from collections import deque

import numpy as np

from ibpkt.arrays import Array, Bools, Ints, numbered


class RecentColumns:
    """Columns of the last packets, whole batches of them; to keep them copies nothing.

    Args:
        count: number of columns.
        packets: how many packets are kept, at least.
    """

    def __init__(self, count: int, packets: int) -> None:
        self._count = count
        self._packets = packets
        self._pieces: deque[tuple[Array, ...]] = deque()
        self._kept = 0

    def __len__(self) -> int:
        return self._kept

    def add(self, *columns: Array) -> None:
        """Add the columns of a batch, each of shape (n,)."""
        piece = tuple(column[-self._packets :] for column in columns)
        self._pieces.append(piece)
        self._kept += len(piece[0])
        while self._kept - len(self._pieces[0][0]) >= self._packets:
            self._kept -= len(self._pieces.popleft()[0])

    def of(self, values: Ints) -> list[Ints]:
        """The columns of the packets whose first column is one of some values."""
        parts = [(np.zeros(0, np.int64),) * self._count]
        if len(values):
            for piece in self._pieces:
                rows = is_one_of(piece[0], values)
                parts.append(tuple(column[rows].astype(np.int64) for column in piece))
        return [np.concatenate(column) for column in zip(*parts, strict=True)]

    def renumber(self, column: int, old: Ints, new: Ints) -> None:
        """Values of a column are others from now on, see `renumbered`."""
        self._pieces = deque(
            (*piece[:column], renumbered(piece[column], old, new), *piece[column + 1 :]) for piece in self._pieces
        )


def renumbered(values: Ints, old: Ints, new: Ints) -> Ints:
    """Values, where some of them, ``old``, ascending, have become others."""
    if not len(old):
        return values
    at = np.minimum(np.searchsorted(old, values), len(old) - 1)
    return np.where(old[at] == values, new[at], values)


def is_one_of(values: Ints, some: Ints) -> Bools:
    """Which values are among a few others."""
    if len(some) > 16:
        different, places = numbered(values)
        return np.isin(different, some)[places]
    found = np.zeros(len(values), np.bool_)
    for one in some.tolist():
        found |= values == one
    return found


def count_before(which: Bools, first: Ints, window: int) -> Ints:
    """How many rows are chosen among the last ``window`` up to each, and behind the first row of its group.

    Args:
        which: the chosen rows, shape (n,).
        first: by row the first row of its group, shape (n,).
        window: rows.
    """
    at = np.arange(len(which))
    sums = np.zeros(len(which) + 1, np.int64)
    np.cumsum(which, out=sums[1:])
    counted: Ints = sums[1:] - sums[np.maximum(first, at - window) + 1]
    return counted

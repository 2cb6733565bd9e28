"""Rows of named columns that wait, those of a half together: what is touched is taken out, what is left put back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from ibpkt.arrays import Array, Ints, changes, offsets, rows_where, run_lengths

#: rows for which there is room at first
_ROOM = 1 << 10


class RowsByHalf:
    """A table of rows that each belong to a half.

    The rows of a half stand together, since they are taken out and put back together.  So a batch costs as much as the
    rows of the halves that it touches, however many others wait.

    Attributes:
        columns: by name, arrays of the table's capacity; what `start` and `count` do not name is free.
        start: by half, where its rows begin.
        count: by half, how many it has.
    """

    def __init__(self, names: Iterable[str]) -> None:
        """An empty table.

        Args:
            names: of its columns of 64-bit integers; ``half`` is one of them.
        """
        self.columns: dict[str, Ints] = {name: np.zeros(0, np.int64) for name in names}
        self.start: Ints = np.zeros(0, np.int64)
        self.count: Ints = np.zeros(0, np.int64)
        self._used = self._alive = 0

    def __len__(self) -> int:
        return self._alive

    def reserve(self, halves: int) -> None:
        """Make room for the numbers of so many halves."""
        if halves > len(self.start):
            more = max(halves, len(self.start) + (len(self.start) >> 3), 64) - len(self.start)
            self.start = np.concatenate((self.start, np.zeros(more, np.int64)))
            self.count = np.concatenate((self.count, np.zeros(more, np.int64)))

    def take(self, halves: Ints) -> dict[str, Ints]:
        """Take out the rows of some halves.

        Args:
            halves: ascending, every one once.

        Returns:
            The columns, by half; the rows of a half in the order in which they were put.
        """
        rows = self._places(halves)
        if not len(rows):
            return {name: np.zeros(0, np.int64) for name in self.columns}
        self.count[halves] = 0
        self._alive -= len(rows)
        return {name: column[rows] for name, column in self.columns.items()}

    def put(self, rows: Mapping[str, Ints]) -> None:
        """Add rows.

        Args:
            rows: all columns, by half; no other rows of these halves are in the table.
        """
        half = rows["half"]
        if not len(half):
            return
        self._make_room(len(half))
        begins = rows_where(changes(half))
        self.start[half[begins]] = self._used + begins
        self.count[half[begins]] = run_lengths(begins, len(half))
        for name, column in self.columns.items():
            column[self._used : self._used + len(half)] = rows[name]
        self._used += len(half)
        self._alive += len(half)

    def oldest(self, rows: int) -> Ints:
        """The halves, ascending, that were put longest ago and have at least so many rows together."""
        halves = rows_where(self.count)
        halves = halves[np.argsort(self.start[halves])]
        enough = int(np.searchsorted(np.cumsum(self.count[halves]), rows)) + 1
        return np.sort(halves[:enough])

    def _places(self, halves: Ints) -> Ints:
        count = self.count[halves]
        return np.repeat(self.start[halves] - offsets(count), count) + np.arange(int(count.sum()))

    def _make_room(self, more: int) -> None:
        capacity = len(self.columns["half"])
        if self._used + more <= capacity:
            return
        needed = self._alive + more
        halves = rows_where(self.count)
        halves = halves[np.argsort(self.start[halves])]
        rows = self._places(halves)
        room = capacity if 2 * needed <= capacity else max(needed + needed // 2, _ROOM)
        for name, column in self.columns.items():
            kept: Array = np.zeros(room, np.int64)
            kept[: len(rows)] = column[rows]
            self.columns[name] = kept
        self.start[halves] = offsets(self.count[halves])
        self._used = len(rows)

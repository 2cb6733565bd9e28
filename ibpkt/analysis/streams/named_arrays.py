"""Tables whose columns are arrays that grow together."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import DTypeLike

from ibpkt.arrays import Array, Ints

#: rows of an empty table
MIN_ROWS = 64


class NamedArrays:
    """Columns of one length by name.

    Args:
        columns: by name the type of a column, and its value for a new row.

    Attributes:
        capacity: rows that there is room for.
    """

    def __init__(self, columns: dict[str, tuple[DTypeLike, int]]) -> None:
        self.capacity: int = MIN_ROWS
        self._initial = {name: fill for name, (_, fill) in columns.items()}
        self._arrays: dict[str, Array] = {
            name: np.full(self.capacity, fill, dtype) for name, (dtype, fill) in columns.items()
        }

    def __getitem__(self, name: str) -> Array:
        """A column with room to spare; it may be written to until the table grows."""
        return self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __contains__(self, name: str) -> bool:
        return name in self._arrays

    def add_column(self, name: str, dtype: DTypeLike, fill: int = 0) -> Array:
        """A further column, with the same value in all rows."""
        self._initial[name] = fill
        self._arrays[name] = np.full(self.capacity, fill, dtype)
        return self._arrays[name]

    def reserve(self, count: int) -> None:
        """Make room for so many rows."""
        if count <= self.capacity:
            return
        self.capacity = max(count, self.capacity + (self.capacity >> 2))
        for name, values in self._arrays.items():
            grown = np.full(self.capacity, self._initial[name], values.dtype)
            grown[: len(values)] = values
            self._arrays[name] = grown

    def reset(self, rows: Ints) -> None:
        """Give rows the values of new ones."""
        if len(rows):
            for name, values in self._arrays.items():
                values[rows] = self._initial[name]

    def copy_rows(self, source: Ints, target: Ints) -> None:
        """Copy rows onto others."""
        if len(target):
            for values in self._arrays.values():
                values[target] = values[source]

    def taken(self, rows: Ints) -> dict[str, Array]:
        """The values of rows, by name."""
        return {name: values[rows] for name, values in self._arrays.items()}

"""A column of integers in as few bytes as they need: the smallest, and what each is above it."""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Array, Ints

#: types of what is above the smallest, and where each ends
_TYPES = tuple((np.dtype(kind), int(np.iinfo(kind).max)) for kind in (np.uint8, np.uint16, np.uint32))


class PackedColumn:
    """Integers of 64 bits.  Equal ones take no memory, ones near each other 1, 2 or 4 bytes each.

    Args:
        values: shape (n,).
    """

    __slots__ = ("_above", "_base")

    def __init__(self, values: Array) -> None:
        self._base: int = int(values.min()) if len(values) else 0
        span = int(values.max()) - self._base if len(values) else 0
        self._above: Array | None = None
        if span:
            kind = next((kind for kind, most in _TYPES if span <= most), np.dtype(np.int64))
            fits = span <= np.iinfo(np.int64).max
            self._above = (values - self._base).astype(kind) if fits else values.astype(np.int64)
            self._base = self._base if fits else 0

    @property
    def nbytes(self) -> int:
        """Bytes of the numbers."""
        return 0 if self._above is None else self._above.nbytes

    def at(self, rows: Ints) -> Ints:
        """Some of the integers, shape of ``rows``."""
        if self._above is None:
            return np.full(len(rows), self._base, np.int64)
        values: Ints = self._above[rows].astype(np.int64)
        return values + self._base

    def all(self, count: int) -> Ints:
        """All of them, shape (count,)."""
        if self._above is None:
            return np.full(count, self._base, np.int64)
        values: Ints = self._above.astype(np.int64)
        return values + self._base

"""Columns of the values that a filter compares.

Numbers, IPv4 addresses and times are arrays of integers; strings are arrays of objects; bytes and longer addresses are
a `ByteColumn`: places in a buffer, so that slices and lengths copy nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from ibpkt.arrays import Array, Bools, Octets, byte_strings, cumulative, gather, objects
from ibpkt.batch import is_constant
from ibpkt.schema.value_types import Memo

#: integers within these bounds are computed in 64 bits, all others as Python's integers
INT64_MIN, INT64_MAX = -(1 << 63), (1 << 63) - 1


class ByteColumn:
    """Byte strings in a buffer, one a row.

    Attributes:
        data: the buffer, uint8.
        starts: indexes of their first bytes, shape (n,).
        ends: indexes after their last bytes; a row without bytes has no value.
    """

    __slots__ = ("data", "ends", "starts")

    def __init__(self, data: Octets, starts: Array, ends: Array) -> None:
        self.data: Octets = data
        self.starts: Array = starts
        self.ends: Array = ends

    @classmethod
    def from_strings(cls, pieces: Iterable[bytes]) -> ByteColumn:
        """Byte strings copied into one new buffer."""
        items = list(pieces)
        bounds = cumulative(np.fromiter(map(len, items), np.int64, len(items)))
        return cls(np.frombuffer(b"".join(items), np.uint8), bounds[:-1], bounds[1:])

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def lengths(self) -> Array:
        """Their lengths, shape (n,)."""
        lengths: Array = np.maximum(self.ends - self.starts, 0)
        return lengths

    @property
    def nonempty(self) -> Bools:
        """Which rows have bytes at all, shape (n,)."""
        nonempty: Bools = self.starts < self.ends
        return nonempty

    def items(self) -> list[bytes]:
        """The byte strings themselves."""
        return byte_strings(self.data, self.starts, self.ends)

    def part(self, start: int, end: int | None) -> ByteColumn:
        """The bytes from one offset to another, negative ones counted from the end; empty where one lies outside.

        Args:
            start: the offset of the first byte.
            end: the offset after the last byte; None for all that follow.
        """
        begins = (self.starts if start >= 0 else self.ends) + start
        ends = self.ends if end is None else (self.starts if end >= 0 else self.ends) + end
        outside = (begins < self.starts) | (ends > self.ends)
        return ByteColumn(self.data, begins, np.where(outside, begins, ends))

    def equals(self, wanted: bytes, mask: bytes | None = None) -> Bools:
        """Which rows equal a byte string, or equal it under a mask of the same length."""
        result: Bools = self.ends - self.starts == len(wanted)
        rows = np.flatnonzero(result)
        if not wanted:
            result[:] = False
        if not len(rows) or not wanted:
            return result
        block = gather(self.data, self.starts[rows], len(wanted))
        if mask is not None:
            block &= np.frombuffer(mask, np.uint8)
        result[rows] = (block == np.frombuffer(wanted, np.uint8)).all(axis=1)
        return result

    def masked(self, mask: bytes) -> ByteColumn:
        """The rows that are as long as the mask, ANDed with it; the others become empty."""
        size = len(mask)
        rows = np.flatnonzero(self.ends - self.starts == size)
        starts = np.zeros(len(self), np.int64)
        ends = np.zeros(len(self), np.int64)
        block = gather(self.data, self.starts[rows], size) & np.frombuffer(mask, np.uint8)
        starts[rows] = np.arange(len(rows)) * size
        ends[rows] = starts[rows] + size
        return ByteColumn(block.reshape(-1), starts, ends)

    def nonzero(self) -> Bools:
        """Which rows have a byte that is not 0."""
        return np.array([any(item) for item in self.items()], np.bool_)

    def contains(self, wanted: bytes) -> Bools:
        """Which rows contain a byte string."""
        result: Bools = self.ends - self.starts >= max(1, len(wanted))
        if not wanted:
            return result
        rows = np.flatnonzero(result)
        result[:] = False
        if not len(rows):
            return result
        rows = rows[np.argsort(self.starts[rows], kind="stable")]
        starts, ends = self.starts[rows].tolist(), self.ends[rows].tolist()
        base = starts[0]
        data = self.data[base : max(ends)].tobytes()
        # rows do not overlap, so one search runs over all of them, and after a hit goes on with the next row
        place = data.find(wanted)
        while place >= 0:
            index = bisect_right(starts, place + base) - 1
            if place + base + len(wanted) <= ends[index]:
                result[rows[index]] = True
            if index + 1 == len(starts):
                break
            place = data.find(wanted, starts[index + 1] - base)
        return result

    def test(self, test: Callable[[bytes], bool]) -> Bools:
        """Which rows pass a test of one byte string; empty ones do not."""
        view = self.data.data
        places = zip(self.starts.tolist(), self.ends.tolist(), strict=True)
        return np.fromiter((start < end and test(view[start:end].tobytes()) for start, end in places), bool, len(self))


class ValueColumn(NamedTuple):
    """The values of an operand in the packets of a shape.

    Attributes:
        values: an array of shape (n,), or a `ByteColumn`.
        present: which packets have a value; None for all.
    """

    values: Any
    present: Bools | None

    def has_value(self) -> Bools:
        """Which packets have a value, shape (n,)."""
        count = len(self.values)
        present = np.ones(count, np.bool_) if self.present is None else self.present
        return present & self.values.nonempty if isinstance(self.values, ByteColumn) else present


def both_present(left: Bools | None, right: Bools | None) -> Bools | None:
    """Where both masks hold; None stands for everywhere."""
    if left is None or right is None:
        return right if left is None else left
    return left & right


def map_distinct(values: Array, function: Callable[[Any], Any], dtype: Any) -> Array:
    """A function of every object of a column, called once for each distinct one; None becomes 0."""
    if is_constant(values):
        return np.broadcast_to(np.array([_cached(function)[values[0]]], dtype), len(values))
    results = _cached(function)
    items = [results[item] for item in values.tolist()]
    return objects(items) if dtype is object else np.array(items, dtype)


def _cached(function: Callable[[Any], Any]) -> Memo:
    return Memo(lambda item: 0 if item is None else function(item))


def exact(values: Array, low: int, high: int) -> Array:
    """Integers in a type that holds every number from ``low`` to ``high``."""
    if low >= INT64_MIN and high <= INT64_MAX:
        return values.astype(np.int64)
    return values.astype(object)

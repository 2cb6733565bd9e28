"""Counting packets and bytes by keys of any number of columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibpkt.batch import Batch
from ibpkt.shape import Shape

Array = NDArray[Any]
Mask = NDArray[np.bool_]

#: different keys that are kept apart; an attack may bring more, which are counted together
MOST = 1_000_000


def shapes_of(batch: Batch, rows: Mask | None) -> list[tuple[Shape, NDArray[np.int64]]]:
    """The shapes of a batch, each with the places in it that are asked for."""
    chosen = []
    for shape in batch.shapes:
        places = np.arange(len(shape)) if rows is None else np.flatnonzero(rows[shape.rows])
        if len(places):
            chosen.append((shape, places))
    return chosen


def distinct(columns: Sequence[Array]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The different rows of some columns.

    Args:
        columns: numbers of shape (n,), or bytes of shape (n, size).

    Returns:
        A place where each different row stands, and for each row the number of the one that it equals, shape (n,).
    """
    codes: NDArray[np.int64] | None = None
    first = np.zeros(1, np.int64)
    for column in _numbers(columns):
        if column.strides[0] == 0 and codes is not None:
            continue  # the same in every row
        _, here = np.unique(column, return_inverse=True)
        here = here.astype(np.int64)
        mixed = here if codes is None else codes * (int(here.max()) + 1) + here
        _, first, codes = np.unique(mixed, return_index=True, return_inverse=True)
    assert codes is not None
    return first.astype(np.int64), codes.astype(np.int64)


def _numbers(columns: Sequence[Array]) -> list[Array]:
    """The columns as numbers of up to 64 bits: bytes are taken eight at a time."""
    numbers: list[Array] = []
    for column in columns:
        if column.ndim == 1:
            numbers.append(column)
            continue
        count, size = column.shape
        wide = np.zeros((count, -(-size // 8) * 8), np.uint8)
        wide[:, :size] = column
        numbers += list(np.ascontiguousarray(wide.view(np.uint64).T))
    return numbers


class Tally:
    """Sums by key.

    Attributes:
        sums: a list of sums by key.
        others: the sums of all keys that came after `MOST` different ones.
    """

    def __init__(self, width: int) -> None:
        self.width = width
        self.sums: dict[Any, list[int]] = {}
        self.others = [0] * width

    def add(self, keys: Sequence[Any], numbers: NDArray[np.int64], values: Sequence[Array | int]) -> None:
        """Add to the sums.

        Args:
            keys: different keys.
            numbers: for each row the place of its key, shape (n,).
            values: what to add: a column, or the same number for every row.
        """
        totals = []
        for value in values:
            if isinstance(value, int):
                totals.append((np.bincount(numbers, minlength=len(keys)) * value).tolist())
            else:
                # exact: a float would lose bytes above 2**53, which no batch holds
                totals.append(np.bincount(numbers, value.astype(np.float64), len(keys)).astype(np.int64).tolist())
        for key, *items in zip(keys, *totals, strict=True):
            sums = self.sums.get(key)
            if sums is None:
                sums = self.others
                if len(self.sums) < MOST:
                    sums = self.sums[key] = [0] * self.width
            for index, item in enumerate(items):
                sums[index] += item

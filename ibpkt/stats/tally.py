"""Sums by key, for as many keys as there are, in arrays."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np

from ibpkt.arrays import Array, Ints, Words, run_starts
from ibpkt.batch import Batch

#: different keys that are kept apart, within 150 MiB in all; an attack may bring more, which are counted together
MOST = 100_000
#: rows that wait before they are merged into the sums
ENOUGH = 65536

Row = dict[str, Any]


class Statistic(Protocol):
    """What every kind of statistic offers."""

    KEY: str

    @property
    def columns(self) -> tuple[str, ...]:
        """The names under which rows have their values, in their order."""

    def add(self, batch: Batch) -> None:
        """Count the packets of a batch."""

    def rows(self) -> list[Row]:
        """The result: flat rows."""

    def shown(self) -> list[Row]:
        """The result as a table for people shows it."""


class Sums(NamedTuple):
    """Sums by key.

    Attributes:
        keys: a key a row, the most significant word first, shape (n, words).
        sums: shape (n, width).
        spans: the lowest and the highest time in ns, shape (n, 2).
    """

    keys: Words
    sums: Ints
    spans: Ints

    def at(self, rows: Array) -> Sums:
        """Some of the rows, by number or by mask."""
        return Sums(self.keys[rows], self.sums[rows], self.spans[rows])


class Tally:
    """Adds up by key.

    The first `MOST` keys are kept apart, and all others are counted together, so that every sum is exact.  The memory
    is that of the arrays over the keys that are kept, and as much again while they are merged.

    Args:
        words: words of a key, of 64 bits.
        width: sums by key.

    Attributes:
        others: the sums over all keys that are not kept apart, shape (width,).
    """

    def __init__(self, words: int, width: int) -> None:
        self.others = np.zeros(width, np.int64)
        self._known = Sums(np.zeros((0, words), np.uint64), np.zeros((0, width), np.int64), np.zeros((0, 2), np.int64))
        self._waiting: list[Sums] = []
        self._count = 0

    def add(self, keys: Words, sums: Ints, times: Ints) -> None:
        """Add a row for each packet: its key, shape (n, words); its numbers, (n, width); its time in ns, (n,)."""
        part, _ = _merged(Sums(keys, sums, np.stack((times, times), axis=1)))
        self._waiting.append(part)
        self._count += len(part.keys)
        if self._count > max(ENOUGH, len(self._known.keys) // 2):
            self._merge()

    def _merge(self) -> None:
        if not self._waiting:
            return
        merged, first = _merged(_joined([self._known, *self._waiting]))
        self._waiting, self._count = [], 0
        if len(first) > MOST:  # those that came first stay
            kept = np.zeros(len(first), np.bool_)
            kept[np.argpartition(first, MOST - 1)[:MOST]] = True
            self.others += merged.sums[~kept].sum(axis=0)
            merged = merged.at(kept)
        self._known = merged

    def known(self) -> Sums:
        """The keys that are kept apart, in their order."""
        self._merge()
        return self._known


def _joined(parts: list[Sums]) -> Sums:
    return Sums(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _merged(part: Sums) -> tuple[Sums, Ints]:
    """A row for each different key, in their order, and where each key came first."""
    if not len(part.keys):
        return part, np.zeros(0, np.int64)
    order = _order(part.keys)
    keys = part.keys[order]
    begins = run_starts(keys)
    lows, highs = part.spans[order].T
    spans = np.stack((np.minimum.reduceat(lows, begins), np.maximum.reduceat(highs, begins)), axis=1)
    sums = np.add.reduceat(part.sums[order], begins, axis=0)
    return Sums(keys[begins], sums, spans), np.minimum.reduceat(order, begins)


def _order(keys: Words) -> Ints:
    """What sorts the keys.  Words that leave bits unused share a word: sorting by one is much faster."""
    packed: list[Words] = []
    used = 64
    for word in keys.T:
        low, high = word.min(), word.max()
        bits = int(high - low).bit_length()
        if not bits:
            continue
        if used + bits <= 64:
            packed[-1] = packed[-1] << np.uint64(bits) | word - low
            used += bits
        else:
            packed.append(word - low)
            used = bits
    if len(packed) == 1:
        return np.argsort(packed[0])
    return np.lexsort(packed[::-1]) if packed else np.arange(len(keys))


def words(column: Array) -> list[Words]:
    """A column as words that sort as it does.

    Args:
        column: numbers of shape (n,), or bytes of shape (n, size).
    """
    if column.ndim == 1:
        return [column.astype(np.uint64)]
    count, size = column.shape
    wide = np.zeros((count, -(-size // 8) * 8), np.uint8)
    wide[:, wide.shape[1] - size :] = column
    return list(wide.view(">u8").astype(np.uint64).T)


def raw(values: list[int], size: int) -> bytes:
    """Bytes of a column, out of their `words`."""
    return b"".join(value.to_bytes(8, "big") for value in values)[-size:]

"""Sums by key, in arrays: memory for millions of packets and many keys stays bounded."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Array, Ints, Words, run_starts

#: keys that are counted separately, within 150 MiB in all; an attack may bring more, which are counted together
MAX_KEYS = 100_000
#: rows that are collected before they are merged into the sums
MERGE_AT = 65536


class Sums(NamedTuple):
    """Sums by key.

    Attributes:
        keys: the keys, most significant word first, shape (n, words).
        sums: shape (n, width).
        spans: the earliest and the latest time in ns, shape (n, 2).
    """

    keys: Words
    sums: Ints
    spans: Ints

    def at(self, rows: Array) -> Sums:
        """Some of the rows, by index or by mask."""
        return Sums(self.keys[rows], self.sums[rows], self.spans[rows])


class Tally:
    """Sums by key.

    The first `MAX_KEYS` keys are counted separately and all others together, so that every sum is exact.  It takes the
    memory of the arrays over the separate keys, and as much again while they are merged.

    Args:
        words: 64-bit words of a key.
        width: sums of a key.

    Attributes:
        others: the sums over all keys that are not counted separately, shape (width,).
    """

    def __init__(self, words: int, width: int) -> None:
        self.others: Ints = np.zeros(width, np.int64)
        self._merged = Sums(np.zeros((0, words), np.uint64), np.zeros((0, width), np.int64), np.zeros((0, 2), np.int64))
        self._pending: list[Sums] = []
        self._count = 0

    def add(self, keys: Words, sums: Ints, times: Ints) -> None:
        """Count packets, see `sums_of`."""
        self.add_sums(sums_of(keys, sums, times))

    def add_sums(self, part: Sums) -> None:
        """Count packets of which the sums are known, from `sums_of`."""
        self._pending.append(part)
        self._count += len(part.keys)
        if self._count > max(MERGE_AT, len(self._merged.keys) // 2):
            self._merge()

    def _merge(self) -> None:
        if not self._pending:
            return
        merged, first = _sum_by_key(_joined([self._merged, *self._pending]))
        self._pending, self._count = [], 0
        if len(first) > MAX_KEYS:  # the keys that came first stay
            kept = np.zeros(len(first), np.bool_)
            kept[np.argpartition(first, MAX_KEYS - 1)[:MAX_KEYS]] = True
            self.others += merged.sums[~kept].sum(axis=0)
            merged = merged.at(kept)
        self._merged = merged

    @property
    def is_full(self) -> bool:
        """No further key is counted separately."""
        self._merge()
        return len(self._merged.keys) >= MAX_KEYS

    def sums(self) -> Sums:
        """The sums of the keys that are counted separately, sorted by key."""
        self._merge()
        return self._merged


def sums_of(keys: Words, sums: Ints, times: Ints) -> Sums:
    """The sums of some packets by key.

    Args:
        keys: of the packets, shape (n, words).
        sums: their numbers, shape (n, width).
        times: in ns, shape (n,).
    """
    return _sum_by_key(Sums(keys, sums, np.stack((times, times), axis=1)))[0]


def _joined(parts: list[Sums]) -> Sums:
    return Sums(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _sum_by_key(part: Sums) -> tuple[Sums, Ints]:
    """A row for each distinct key, sorted, and the index at which the key came first."""
    if not len(part.keys):
        return part, np.zeros(0, np.int64)
    order = _order(part.keys)
    keys = part.keys[order]
    starts = run_starts(keys)
    lows, highs = part.spans[order].T
    spans = np.stack((np.minimum.reduceat(lows, starts), np.maximum.reduceat(highs, starts)), axis=1)
    sums = np.add.reduceat(part.sums[order], starts, axis=0)
    return Sums(keys[starts], sums, spans), np.minimum.reduceat(order, starts)


def _order(keys: Words) -> Ints:
    """The indexes that sort the keys.  Words are packed into as few as possible: sorting by one is much faster."""
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
    """A column as 64-bit words that sort as it does.

    Args:
        column: numbers of shape (n,), or bytes of shape (n, size).
    """
    if column.ndim == 1:
        return [column.astype(np.uint64)]
    count, size = column.shape
    wide = np.zeros((count, -(-size // 8) * 8), np.uint8)
    wide[:, wide.shape[1] - size :] = column
    return list(wide.view(">u8").astype(np.uint64).T)


def from_words(values: list[int], size: int) -> bytes:
    """A value of a column of bytes, from its `words`."""
    return b"".join(value.to_bytes(8, "big") for value in values)[-size:]

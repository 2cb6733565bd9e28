"""The packets of a batch by half and role: the requests of an end, then the answers to them."""

from __future__ import annotations

import functools

import numpy as np

from ibpkt.analysis.columns.transport import Transport
from ibpkt.arrays import Array, Ints, run_starts

#: as many keys are sorted by comparison
_FEW = 32
#: what a sort by the bytes of a key takes at once
_DIGIT = 16


def small_order(keys: Ints) -> Ints:
    """The rows so that keys ascend, equal ones in their order; keys are not negative and have few bits.

    They are sorted by their bytes, 16 bits at a time, which is several times as fast as by comparison.
    """
    if len(keys) < _FEW:
        return np.argsort(keys, kind="stable")
    order = np.argsort(keys.astype(np.uint16), kind="stable")
    rest = int(keys.max()) >> _DIGIT
    shift = _DIGIT
    while rest:
        order = order[np.argsort((keys[order] >> shift).astype(np.uint16), kind="stable")]
        rest >>= _DIGIT
        shift += _DIGIT
    return order


class HalfOrder:
    """Packets of halves, sorted.

    Args:
        columns: a batch.
        rows: packets that belong to halves, ascending, shape (m,).
        keys: of each, twice its half, plus 1 for an answer, shape (m,).

    Attributes:
        order: the packets, by key and, of one key, in the order of the capture, shape (m,).
        keys: the key of each group, ascending, shape (g,).
        starts: where each group begins in ``order``.
        stops: where it ends.
    """

    def __init__(self, columns: Transport, rows: Ints, keys: Ints) -> None:
        by_key = small_order(keys)
        self.order: Ints = rows[by_key]
        ordered = keys[by_key]
        self.starts: Ints = run_starts(ordered)
        self.stops: Ints = np.append(self.starts[1:], len(ordered))
        self.keys: Ints = ordered[self.starts]
        self._columns = columns

    def __len__(self) -> int:
        return len(self.order)

    def bounds(self, key: int) -> tuple[int, int]:
        """Where the group of a key begins and ends in ``order``."""
        at = int(np.searchsorted(self.keys, key))
        if at == len(self.keys) or self.keys[at] != key:
            return 0, 0
        return int(self.starts[at]), int(self.stops[at])

    @functools.cached_property
    def psn(self) -> Ints:
        """In this order, shape (m,)."""
        return self._columns.psn[self.order].astype(np.int64)

    @functools.cached_property
    def group(self) -> Ints:
        """The group of each packet, in this order, shape (m,)."""
        return np.repeat(np.arange(len(self.keys)), self.counts)

    @functools.cached_property
    def counts(self) -> Ints:
        """Packets of each group."""
        return self.stops - self.starts

    def sums(self, column: Array) -> Ints:
        """The sum of a column for each group.

        Args:
            column: of all packets of the batch, shape (n,).
        """
        if not len(self.order):
            return np.zeros(0, np.int64)
        total: Ints = np.add.reduceat(column[self.order].astype(np.int64), self.starts)
        return total

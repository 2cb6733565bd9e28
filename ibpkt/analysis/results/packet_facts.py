"""Facts of the packets of a batch, by name: what a later stage says of a packet is joined to its line."""

from __future__ import annotations

from typing import Any

import numpy as np

from ibpkt.arrays import Ints


class PacketFacts:
    """Columns of facts, made when the first packet has one.

    Args:
        count: packets of the batch that have a BTH.
        wanted: names of the facts that are wanted; None for all.

    Attributes:
        columns: by name, arrays of shape (count,), 0 where a packet has no such fact.
    """

    def __init__(self, count: int, wanted: frozenset[str] | None = None) -> None:
        self.columns: dict[str, Ints] = {}
        self._count, self._wanted = count, wanted

    def wants(self, name: str) -> bool:
        """Whether a fact is wanted."""
        return self._wanted is None or name in self._wanted

    def set(self, name: str, rows: Any, values: Any = 1) -> None:
        """Some packets have a fact; the last value counts."""
        if self.wants(name):
            self._column(name)[rows] = values

    def add(self, name: str, row: int, count: int) -> None:
        """Add to a number of one packet."""
        if self.wants(name):
            self._column(name)[row] += count

    def _column(self, name: str) -> Ints:
        if name not in self.columns:
            self.columns[name] = np.zeros(self._count, np.int64)
        return self.columns[name]

"""Facts of the packets of a batch, by name: what a later stage says of a packet is joined to its line."""

from __future__ import annotations

from typing import Any

import numpy as np

from ibpkt.arrays import Ints


class PacketFacts:
    """Columns of facts, made when the first packet has one.

    Args:
        frames: numbers of the batch's packets that have a BTH, ascending, shape (n,).
        wanted: names of the facts that are wanted; None for all.

    Attributes:
        columns: by name, arrays of shape (n,), 0 where a packet has no such fact.
        later: facts of packets of earlier batches: name, numbers of the packets, values of the same shape.  Where a
            packet has had the fact before, the last value counts.
    """

    def __init__(self, frames: Ints, wanted: frozenset[str] | None = None) -> None:
        self.columns: dict[str, Ints] = {}
        self.later: list[tuple[str, Ints, Ints]] = []
        self._frames, self._wanted = frames, wanted

    def wants(self, name: str) -> bool:
        """Whether a fact is wanted."""
        return self._wanted is None or name in self._wanted

    def set(self, name: str, rows: Any, values: Any = 1) -> None:
        """Some packets have a fact; the last value counts."""
        if self.wants(name):
            self._column(name)[rows] = values

    def add(self, name: str, frames: Ints, values: Any = 1) -> None:
        """Likewise, of packets by their numbers: those of this batch, and of earlier ones."""
        if not self.wants(name) or not len(frames):
            return
        values = np.broadcast_to(np.asarray(values, np.int64), frames.shape)
        rows = np.searchsorted(self._frames, frames)
        here = rows < len(self._frames)
        here[here] = self._frames[rows[here]] == frames[here]
        if here.any():
            self.set(name, rows[here], values[here])
        if not here.all():
            self.later.append((name, frames[~here], values[~here]))

    def of(self, frames: Ints) -> dict[str, Ints]:
        """The facts of packets with these numbers, ascending; those of others go to `later`.

        Packets without facts may be among them.
        """
        at = np.searchsorted(frames, self._frames)
        here = at < len(frames)
        here[here] = frames[at[here]] == self._frames[here]
        found = {}
        for name, values in self.columns.items():
            found[name] = np.zeros(len(frames), np.int64)
            found[name][at[here]] = values[here]
            earlier = np.flatnonzero(~here & (values != 0))
            if len(earlier):
                self.later.append((name, self._frames[earlier], values[earlier]))
        return found

    def _column(self, name: str) -> Ints:
        if name not in self.columns:
            self.columns[name] = np.zeros(len(self._frames), np.int64)
        return self.columns[name]

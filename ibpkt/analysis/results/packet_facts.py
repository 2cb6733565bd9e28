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

    """

    def __init__(self, frames: Ints, wanted: frozenset[str] | None = None) -> None:
        self._columns: dict[str, Ints] = {}
        self._later: list[tuple[str, Ints, Ints]] = []
        self._frames, self._wanted = frames, wanted
        self._waiting: dict[str, tuple[list[int], list[int]]] = {}  # packets and values, by name

    @property
    def columns(self) -> dict[str, Ints]:
        """By name, arrays of shape (n,), 0 where a packet has no such fact."""
        self._set_waiting()
        return self._columns

    @property
    def later(self) -> list[tuple[str, Ints, Ints]]:
        """Facts of packets of earlier batches: name, numbers of the packets, values of the same shape.

        Where a packet has had the fact before, the last value counts.
        """
        self._set_waiting()
        return self._later

    def wants(self, name: str) -> bool:
        """Whether a fact is wanted."""
        return self._wanted is None or name in self._wanted

    def set(self, name: str, rows: Any, values: Any = 1) -> None:
        """Some packets have a fact; the last value counts."""
        if self.wants(name) and (isinstance(rows, slice) or len(rows)):
            self._set_waiting()
            self._column(name)[rows] = values

    def note(self, name: str, frames: list[int], value: int = 1) -> None:
        """Likewise, of packets by their numbers, a few at a time; they are set together."""
        if self.wants(name):
            packets, values = self._waiting.setdefault(name, ([], []))
            packets += frames
            values += [value] * len(frames)

    def _set_waiting(self) -> None:
        waiting, self._waiting = self._waiting, {}
        for name, (packets, values) in waiting.items():
            self.add(name, np.array(packets, np.int64), values)

    def add(self, name: str, frames: Ints, values: Any = 1) -> None:
        """Likewise, of packets by their numbers: those of this batch, and of earlier ones."""
        if not self.wants(name) or not len(frames):
            return
        self._set_waiting()
        values = np.broadcast_to(np.asarray(values, np.int64), frames.shape)
        rows = np.searchsorted(self._frames, frames)
        here = rows < len(self._frames)
        here[here] = self._frames[rows[here]] == frames[here]
        if here.any():
            self.set(name, rows[here], values[here])
        if not here.all():
            self._later.append((name, frames[~here], values[~here]))

    def beside(self, frames: Ints) -> PacketFacts:
        """Facts of other packets of the same capture, as many as are wanted of these."""
        return PacketFacts(frames, self._wanted)

    def take(self, others: PacketFacts) -> None:
        """The facts of other packets, some of which may be these."""
        for name, values in others.columns.items():
            rows = np.flatnonzero(values)
            self.add(name, others._frames[rows], values[rows])
        self._later += others.later

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
        if name not in self._columns:
            self._columns[name] = np.zeros(len(self._frames), np.int64)
        return self._columns[name]

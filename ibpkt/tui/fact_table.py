"""What the analysis says of single packets: flow, message, repetition, findings, as packed columns of all packets."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Bools, Ints
from ibpkt.tui.packed_column import PackedColumn


class PacketFact(NamedTuple):
    """The facts of one packet; 0 where it has none.

    Attributes:
        flow: number of the flow.
        message: number of the message.
        side: which end asked, 1 or 2.
        again: why it is sent again.
        severity: how severe the worst finding is.
        answers: how many packets before it the one is that it answers.
    """

    flow: int = 0
    message: int = 0
    side: int = 0
    again: int = 0
    severity: int = 0
    answers: int = 0


#: the facts that are kept
NAMES = PacketFact._fields


class FactTable:
    """The facts of the packets that have been analysed so far.

    Attributes:
        count: how many there are.
    """

    def __init__(self) -> None:
        self.count: int = 0
        self._lock = threading.Lock()
        self._parts: list[dict[str, PackedColumn]] = []
        self._firsts: list[int] = []
        self._sizes: list[int] = []

    @property
    def nbytes(self) -> int:
        """Bytes that the columns take."""
        return sum(column.nbytes for part in self._parts for column in part.values())

    def add(self, columns: Mapping[str, Ints]) -> None:
        """Take the next packets.

        Args:
            columns: facts by name, shape (n,) each.
        """
        size = len(columns["flow"])
        if not size:
            return
        with self._lock:
            self._parts.append({name: PackedColumn(columns[name]) for name in NAMES})
            self._firsts.append(self.count)
            self._sizes.append(size)
            self.count += size

    def correct(self, name: str, rows: Ints, values: Ints, *, larger: bool = False) -> None:
        """Replace a fact of packets that came before.

        Args:
            name: of the fact.
            rows: the packets, from 0.
            values: what holds of them, likewise.
            larger: only where it is larger than what they have.
        """
        inside = (rows >= 0) & (rows < self.count)
        rows, values = rows[inside], values[inside]
        owners = np.searchsorted(np.array(self._firsts), rows, "right") - 1
        for owner in np.unique(owners).tolist():
            chosen = owners == owner
            places = rows[chosen] - self._firsts[owner]
            column = self._parts[owner][name].all(self._sizes[owner])
            if larger:
                np.maximum.at(column, places, values[chosen])
            else:
                column[places] = values[chosen]
            with self._lock:
                self._parts[owner][name] = PackedColumn(column)

    def at(self, row: int) -> PacketFact:
        """The facts of a packet; none where it has not been analysed yet."""
        if not 0 <= row < self.count:
            return PacketFact()
        owner = int(np.searchsorted(np.array(self._firsts), row, "right")) - 1
        place = np.array([row - self._firsts[owner]])
        with self._lock:
            return PacketFact(*(int(self._parts[owner][name].at(place)[0]) for name in NAMES))

    def rows_of(self, flows: tuple[int, ...], message: tuple[int, int] | None = None) -> Ints:
        """The packets of flows, or of one message of theirs with those that answer it, ascending.

        Args:
            flows: numbers.
            message: which end asked for it (1 or 2), and its number; None for all.
        """

        known = list(zip(list(self._parts), self._firsts, self._sizes, strict=False))
        rows = [first + np.flatnonzero(_wanted(part, size, flows, message)) for part, first, size in known]
        found = np.concatenate(rows) if rows else np.zeros(0, np.int64)
        if message is None or not len(found):
            return found
        answers = [found]
        for part, first, size in known:
            if first + size > found[0]:
                back = part["answers"].all(size)
                places = np.flatnonzero(back)
                answers.append(first + places[np.isin(first + places - back[places], found)])
        return np.unique(np.concatenate(answers))

    def next_finding(self, row: int, step: int, least: int) -> int | None:
        """The next packet that shows something.

        Args:
            row: where to begin; it does not count itself.
            step: 1 for later ones, -1 for earlier ones.
            least: the least severity that counts.

        Returns:
            Its place; None where there is none.
        """
        if not self._parts:
            return None
        owner = int(np.searchsorted(np.array(self._firsts), row, "right")) - 1
        order = range(max(owner, 0), len(self._parts)) if step > 0 else range(owner, -1, -1)
        for place in order:
            size = self._sizes[place]
            rows = self._firsts[place] + np.flatnonzero(self._parts[place]["severity"].all(size) >= least)
            rows = rows[rows > row] if step > 0 else rows[rows < row]
            if len(rows):
                return int(rows[0] if step > 0 else rows[-1])
        return None


def _wanted(
    part: Mapping[str, PackedColumn], size: int, flows: tuple[int, ...], message: tuple[int, int] | None
) -> Bools:
    """Which packets of a part are of these flows, or of this message."""
    found: Bools = np.isin(part["flow"].all(size), flows)
    if message is not None and found.any():
        found &= (part["side"].all(size) == message[0]) & (part["message"].all(size) == message[1])
    return found

"""The packets that carry the payload of messages, kept until these end."""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.reassembly.packets import LINE
from ibpkt.analysis.reassembly.rows_by_half import RowsByHalf
from ibpkt.arrays import Ints, distinct

COLUMNS = ("half", "number", "frame")


class PayloadFrames:
    """Packets by half and number of the message."""

    def __init__(self) -> None:
        self._rows = RowsByHalf(COLUMNS)

    def __len__(self) -> int:
        return len(self._rows)

    def reserve(self, halves: int) -> None:
        """Make room for the numbers of so many halves."""
        self._rows.reserve(halves)

    def move(self, half: int, to: int) -> None:
        """A half gets another number, which no other half has."""
        rows = self._rows.take(np.array([half]))
        self._rows.put({**rows, "half": np.full(len(rows["half"]), to)})

    def add(self, half: Ints, number: Ints, frame: Ints) -> None:
        """Packets of messages, those of a message in the order of PSNs; shape (n,)."""
        old = self._rows.take(distinct(half))
        fresh = {"half": half, "number": number, "frame": frame}
        rows = {name: np.concatenate((old[name], fresh[name])) for name in COLUMNS}
        order = np.lexsort((rows["number"], rows["half"]))
        self._rows.put({name: column[order] for name, column in rows.items()})

    def take(self, half: Ints, number: Ints) -> list[Ints]:
        """The packets of messages, which have ended, in the order of PSNs.

        Args:
            half: the half of each message, shape (m,).
            number: its number.
        """
        rows = self._rows.take(distinct(half))
        key, wanted = rows["half"] * LINE + rows["number"], half * LINE + number
        left = ~np.isin(key, wanted)
        self._rows.put({name: column[left] for name, column in rows.items()})
        low, high = np.searchsorted(key, wanted, side="left"), np.searchsorted(key, wanted, side="right")
        return [rows["frame"][first:end] for first, end in zip(low.tolist(), high.tolist(), strict=True)]

"""The packets that carry the payload of messages, kept until these end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

import numpy as np

from ibpkt.analysis.reassembly.packets import LINE
from ibpkt.analysis.reassembly.rows_by_half import RowsByHalf
from ibpkt.arrays import Bools, Ints, distinct

COLUMNS = ("half", "number", "frame")


class PacketLists(Sequence[Ints]):
    """The packets of each of some messages, in the order of PSNs.

    Args:
        packets: those of all messages.
        first: where those of each begin, shape (m,).
        end: where they end, shape (m,).
    """

    def __init__(self, packets: Ints, first: Ints, end: Ints) -> None:
        self._packets, self._first, self._end = packets, first, end

    def __len__(self) -> int:
        return len(self._first)

    @overload
    def __getitem__(self, place: int) -> Ints: ...
    @overload
    def __getitem__(self, place: slice) -> PacketLists: ...
    def __getitem__(self, place: int | slice) -> Ints | PacketLists:
        if isinstance(place, slice):
            return PacketLists(self._packets, self._first[place], self._end[place])
        return self._packets[self._first[place] : self._end[place]]

    @classmethod
    def joined(cls, parts: Sequence[PacketLists]) -> PacketLists:
        """Those of several parts, one behind the other."""
        begins = [0, *np.cumsum([len(part._packets) for part in parts]).tolist()]
        packets = np.concatenate([part._packets for part in parts])
        first, end = (
            np.concatenate([getattr(part, name) + begin for part, begin in zip(parts, begins, strict=False)])
            for name in ("_first", "_end")
        )
        return cls(packets, first, end)

    def of(self, places: Ints | Bools) -> PacketLists:
        """Those of some of the messages."""
        return PacketLists(self._packets, self._first[places], self._end[places])


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
        order = np.argsort(rows["half"] * LINE + rows["number"], kind="stable")  # quick where little is out of order
        self._rows.put({name: column[order] for name, column in rows.items()})

    def take(self, half: Ints, number: Ints) -> PacketLists:
        """The packets of messages, which have ended.

        Args:
            half: the half of each message, shape (m,).
            number: its number.
        """
        rows = self._rows.take(distinct(half))
        key, wanted = rows["half"] * LINE + rows["number"], half * LINE + number
        low, high = np.searchsorted(key, wanted, side="left"), np.searchsorted(key, wanted, side="right")
        taken = np.zeros(len(key) + 1, np.int64)
        some = low < high
        taken[low[some]] += 1  # a message ends once
        taken[high[some]] -= 1
        left = np.cumsum(taken[:-1]) == 0
        self._rows.put({name: column[left] for name, column in rows.items()})
        return PacketLists(rows["frame"], low, high)

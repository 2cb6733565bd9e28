"""Packets of halves that are not clean, as long as their runs may go on: a batch is no border.

Runs go to `recovery` when they are over.  What is held back depends on the packets alone, so that neither runs nor what
follows from them depend on batches.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import numpy as np

from ibpkt.analysis.runs.half_packets import HalfPackets, parts_with, relearn, without
from ibpkt.analysis.runs.read_spans import LearnedEnds
from ibpkt.arrays import Ints, changes, distinct, rows_where

#: packets of the capture between two borders, at which everything is handed on that came before
WINDOW = 1 << 14
#: columns by which the first packets of halves are found
_FIRST = ("half", "frame")
#: behind every packet
NEVER = 1 << 62


def window_of(frame: Ints) -> Ints:
    """Between which borders packets lie, by their numbers."""
    return frame // WINDOW


class HeldPackets:
    """What is held back of each half."""

    def __init__(self) -> None:
        self._parts: deque[HalfPackets] = deque()
        self._window = 0

    def is_due(self, frame: int) -> bool:
        """Whether a border has been passed."""
        return bool(self._parts) and frame // WINDOW > self._window

    def take(self, halves: Ints, frame: int) -> list[HalfPackets]:
        """Take out what may be complete now.

        Args:
            halves: those with packets in this batch, or that are over.
            frame: the last packet of the batch; behind a border, all halves are due.
        """
        window = frame // WINDOW
        every, self._window = window > self._window, window
        if every:
            parts = list(self._parts)
            self._parts.clear()
            return parts
        return self.take_all(halves)

    def take_all(self, halves: Ints) -> list[HalfPackets]:
        """Take out the packets of some halves."""
        if not len(halves) or not self._parts:
            return []
        due = parts_with(self._parts, halves)
        taken = [self._parts[number].select(places) for number, places in due]
        for number, places in reversed(due):
            if len(places) == len(self._parts[number]):
                del self._parts[number]
            else:
                self._parts[number] = without(self._parts[number], places)
        return taken

    def hold(self, packets: HalfPackets) -> None:
        """Hold packets back; those of a half all at once."""
        if len(packets):
            self._parts.append(packets)
        if len(self._parts) > 64:
            joined = HalfPackets.joined(list(self._parts))
            self._parts.clear()
            self._parts.append(joined)

    def first_again(self, halves: Ints) -> Ints:
        """The first request that is held of each half and may have been sent again, `NEVER` for none.

        What was damaged when it came first is no more than odd.
        """
        first = np.full(len(halves), NEVER, np.int64)
        if not len(halves) or not self._parts:
            return first
        places = rows_where(np.concatenate([part.again | (part.odd & part.is_request) for part in self._parts]))
        if len(places):
            half, frame = (np.concatenate([getattr(part, name) for part in self._parts])[places] for name in _FIRST)
            at = np.minimum(np.searchsorted(halves, half), len(halves) - 1)
            own = halves[at] == half
            np.minimum.at(first, at[own], frame[own])
        return first

    def first_frames(self, halves: Ints) -> Ints:
        """The first packet that is held of each half, `NEVER` for none."""
        first = np.full(len(halves), NEVER, np.int64)
        if not len(halves) or not self._parts:
            return first
        half, frame = (np.concatenate([getattr(part, name) for part in self._parts]) for name in _FIRST)
        heads = rows_where(changes(half))
        half, frame = half[heads], frame[heads]
        at = np.minimum(np.searchsorted(halves, half), len(halves) - 1)
        own = halves[at] == half
        first[at[own]] = frame[own]
        return first

    def halves(self) -> Ints:
        """Halves of which packets are held."""
        return distinct(np.zeros(0, np.int64), *(part.half for part in self._parts))

    def learn(self, learned: LearnedEnds) -> None:
        """READs take more PSNs than was known."""
        for part in self._parts:
            relearn(part, learned)

    def move(self, half: int, to: int) -> None:
        """A half gets another number."""
        for at, part in enumerate(self._parts):
            if (part.half == half).any():
                halves = np.where(part.half == half, to, part.half)
                self._parts[at] = replace(part, half=halves).select(np.argsort(halves, kind="stable"))

    def forget(self, halves: Ints) -> None:
        """Halves are over: their numbers may be given to others."""
        self._parts = deque(
            left for left in (part.select(~np.isin(part.half, halves)) for part in self._parts) if len(left)
        )

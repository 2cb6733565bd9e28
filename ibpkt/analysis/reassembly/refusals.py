"""NAKs that end a connection.

Source: IBA 1, 9.7.5.2 and 9.9.3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.reassembly.answering import need_response
from ibpkt.analysis.reassembly.message_rows import COMPLETED, FLUSHED, REFUSED, UNDECIDED, Rows
from ibpkt.analysis.reassembly.packets import LINE, Answers, Pieces
from ibpkt.arrays import Ints, running_maximum

#: NAKs of a half that count: the first ends the connection, and who sends more may send any number
MOST_OF_HALF = 8


class Refusal(NamedTuple):
    """A NAK of a half.

    Attributes:
        half: the half.
        psn: the request that is refused, unwrapped.
        code: why.
        frame: the NAK.
        time: its time, in nanoseconds since the epoch.
    """

    half: int
    psn: int
    code: int
    frame: int
    time: int

    def apply(self, rows: Rows) -> bool:
        """End the messages that had begun; returns whether the refused one is among them."""
        undecided = (rows["half"] == self.half) & (rows["first_frame"] < self.frame) & (rows["outcome"] == UNDECIDED)
        earlier = (rows["end"] > 0) & (rows["end"] <= self.psn)
        refused = undecided & ~earlier & (rows["first"] <= self.psn)
        rows["end_known"][undecided & (rows["whole"] == 0)] = 0  # packets of it may have come behind the NAK
        rows["whole"][undecided & earlier & need_response(rows["operation"])] = 0
        rows["outcome"][undecided & earlier] = COMPLETED
        rows["outcome"][undecided & ~earlier] = FLUSHED
        rows["outcome"][refused] = REFUSED
        rows["nak"][refused], rows["responded"][refused] = self.code, self.time
        rows["done_frame"][undecided], rows["done_time"][undecided] = self.frame, self.time
        return bool(refused.any())


class Refusals:
    """The NAKs of all halves: a message that began before one is ended by it, also if its packets are given late.

    A NAK ends what it finds at its place in the capture, so a batch is taken in parts, each with the NAKs behind it.
    """

    def __init__(self) -> None:
        self._due: list[Refusal] = []
        self._by_half: dict[int, list[Refusal]] = {}

    def add(self, refusal: Refusal) -> None:
        """A NAK of the next batch."""
        self._due.append(refusal)

    def take(self, pieces: Pieces, answers: Answers) -> list[tuple[Ints, Ints, list[Refusal]]]:
        """How a batch is taken apart: places of requests and of answers, and the NAKs behind them; nothing for no NAK.

        Args:
            pieces: requests, by half and PSN.
            answers: answers.
        """
        due, self._due = sorted(self._due, key=lambda each: each.frame), []
        parts: list[list[Refusal]] = [[]]
        count = Counter({half: len(known) for half, known in self._by_half.items()})
        rank: Counter[int] = Counter()
        for refusal in due:
            half = refusal.half
            if count[half] == MOST_OF_HALF:
                continue  # a part costs as much as a batch
            parts[rank[half]].append(refusal)
            count[half] += 1
            rank[half] += 1
            if rank[half] == len(parts):
                parts.append([])
        if len(parts) == 1:
            return []
        places = np.sort([refusal.half * LINE + refusal.frame for part in parts for refusal in part])
        behind, told = _before(places, pieces.half, pieces.frame), _before(places, answers.half, answers.frame)
        behind = running_maximum(pieces.half * LINE + behind) % LINE  # those behind a hole wait for what fills it
        return [(np.flatnonzero(behind == at), np.flatnonzero(told == at), part) for at, part in enumerate(parts)]

    def apply(self, rows: Rows, refusals: Iterable[Refusal]) -> list[int]:
        """End the messages that had begun before NAKs, these or earlier ones; returns halves with one that is refused.

        Args:
            rows: messages.
            refusals: NAKs behind all packets so far.
        """
        for refusal in refusals:
            self._by_half.setdefault(refusal.half, []).append(refusal)
        if not self._by_half:
            return []
        halves = self._by_half.keys() & {*rows["half"][rows["outcome"] == UNDECIDED].tolist()}
        # each ends what those before it have not
        return [half for half in halves if sum(refusal.apply(rows) for refusal in self._by_half[half])]

    def move(self, half: int, to: int) -> None:
        """A half gets another number."""
        if half in self._by_half:
            self._by_half[to] = [refusal._replace(half=to) for refusal in self._by_half.pop(half)]

    def forget(self, halves: Ints) -> None:
        """Halves are over: their numbers may be given to others."""
        for half in self._by_half.keys() & {*halves.tolist()} if self._by_half else ():
            del self._by_half[half]


def _before(places: Ints, half: Ints, frame: Ints) -> Ints:
    """How many NAKs, given by their places on the line of halves, come before packets of their halves."""
    line = half * LINE
    return places.searchsorted(line + frame) - places.searchsorted(line)

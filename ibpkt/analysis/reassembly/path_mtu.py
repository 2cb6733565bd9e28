"""The path MTU of connections: as packets show it, or the smallest that they allow.

Source: IBA 1, 9.7.3.1 and 9.7.4.1.6.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Array, Bools, Ints, rows_where
from ibpkt.protocols import PMTUS, by_opcode

_SIZES = np.array(PMTUS, np.int64)
#: packets that carry exactly the path MTU
FULL = by_opcode(lambda opcode: opcode.payload and opcode.position in ("first", "middle"), np.bool_)
#: packets that carry no more than that
PART = by_opcode(lambda opcode: opcode.payload and opcode.position not in ("first", "middle"), np.bool_)


class KnownPathMTUs(NamedTuple):
    """Path MTUs by half in bytes, 0 where they are not known.

    Attributes:
        sure: which packets show.
        reads: by which READs are measured: those, or the smallest possible ones where that makes no difference, or what
            was guessed (see `waiting_reads`).
    """

    sure: Ints
    reads: Ints


class PathMTUs:
    """Evidence of path MTUs, by flow; both directions of a flow have one.

    What First and Middle packets carry decides by the number of packets, so that one odd packet changes nothing.

    Attributes:
        guesses: by flow, path MTUs that were guessed: the rest is measured by them until packets show another; -1 where
            not even a guess was possible, 0 where none was needed.
    """

    def __init__(self) -> None:
        self.guesses: Ints = np.zeros(0, np.int64)
        self._least: Ints = np.zeros(0, np.int64)  # what other packets carry
        self._shown: Array = np.zeros((0, len(PMTUS)), np.int32)  # packets of each size
        # verdicts, and the flows of which more is known since
        self._surely: Ints = np.zeros(0, np.int64)
        self._for_reads: Ints = np.zeros(0, np.int64)
        self._changed: Bools = np.zeros(0, np.bool_)
        self._is_due = False  # whether there are such flows

    def reserve(self, flows: int) -> None:
        """Make room for the numbers of so many flows."""
        more = flows - len(self._least)
        if more > 0:
            more = max(more, len(self._least) >> 3, 64)
            self.guesses = np.concatenate((self.guesses, np.zeros(more, np.int64)))
            self._least = np.concatenate((self._least, np.zeros(more, np.int64)))
            self._shown = np.concatenate((self._shown, np.zeros((more, len(PMTUS)), np.int32)))
            self.think_over()

    def forget(self, flows: Ints) -> None:
        """Empty what is known, since the numbers go to others."""
        self._changed[flows] = self._is_due = True
        self.guesses[flows] = self._least[flows] = 0
        self._shown[flows] = 0

    def join(self, kept: Ints, dissolved: Ints) -> None:
        """Flows of one direction each have become the other direction of others."""
        if not len(kept):
            return
        self.reserve(int(np.max((kept, dissolved), initial=-1)) + 1)
        self._changed[kept] = self._is_due = True
        self._least[kept] = np.maximum(self._least[kept], self._least[dissolved])
        self._shown[kept] += self._shown[dissolved]
        self.guesses[kept] = np.where(self.guesses[kept] != 0, self.guesses[kept], self.guesses[dissolved])
        self.forget(dissolved)

    def guess(self, flow: int, pmtu: int) -> None:
        """It is guessed, see `guesses`."""
        self.reserve(flow + 1)
        self._changed[flow] = self._is_due = True
        self.guesses[flow] = pmtu

    def add_sizes(self, flow: Ints, opcode: Array, size: Ints, whole: Bools) -> None:
        """What packets carry, requests and responses.

        Args:
            flow: the flow of each.
            opcode: operation codes.
            size: bytes of payload.
            whole: whether no header is cut.
        """
        if not len(flow):
            return
        self.reserve(int(flow.max()) + 1)
        self._changed[flow] = self._is_due = True
        full = rows_where(FULL[opcode] & whole)
        place = np.minimum(np.searchsorted(_SIZES, size[full]), len(_SIZES) - 1)
        exact = _SIZES[place] == size[full]
        shown = (flow[full] * len(_SIZES) + place)[exact]
        np.add.at(self._shown.reshape(-1), shown, np.int32(1))  # one index is many times as fast as two
        part = rows_where(size > self._least[flow])  # few, but where a flow begins
        part = part[PART[opcode[part]] & whole[part] & (size[part] <= _SIZES[-1])]
        np.maximum.at(self._least, flow[part], size[part])

    # -- verdicts -----------------------------------------------------------------------------------------------------

    @property
    def sure(self) -> Ints:
        """By flow, the path MTU that packets show; 0 where they show none."""
        self._decide()
        return self._surely

    @staticmethod
    def _sure(shown: Array) -> Ints:
        return np.where(shown.any(axis=1), _SIZES[shown.argmax(axis=1)], 0)

    def _smallest(self, flows: Ints) -> Ints:
        # no packet is noted that carries more than the largest, but a state from a file may say anything
        smallest: Ints = _SIZES[np.minimum(np.searchsorted(_SIZES, self._least[flows]), len(_SIZES) - 1)]
        return smallest

    def of(self, flows: Ints) -> tuple[Ints, Ints]:
        """The path MTUs of some flows as in `sure`, and the least that they can be, as other packets show."""
        self.reserve(int(flows.max(initial=-1)) + 1)
        return self._sure(self._shown[flows]), self._smallest(flows)

    @property
    def for_reads(self) -> Ints:
        """By flow, the path MTU by which READs are measured: that of `sure`, or what was guessed (0 for unknown).

        Otherwise it is the smallest that holds the largest packet.
        """
        self._decide()
        return self._for_reads

    def think_over(self) -> None:
        """All verdicts are due again."""
        count = len(self._least)
        self._surely, self._for_reads = np.zeros((2, count), np.int64)
        self._changed, self._is_due = np.ones(count, np.bool_), True

    def _decide(self) -> None:
        """The verdicts on flows of which more is known than when they were asked for last."""
        if not self._is_due:
            return
        flows = rows_where(self._changed)
        self._changed[flows] = self._is_due = False
        sure = self._sure(self._shown[flows])
        guess = self.guesses[flows]
        least = self._smallest(flows)
        self._surely[flows] = sure
        self._for_reads[flows] = np.where(sure > 0, sure, np.where(guess != 0, np.maximum(guess, 0), least))

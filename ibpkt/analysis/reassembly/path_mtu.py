"""The path MTU of connections: as agreed, as packets show it, or as the PSNs that READs take suggest.

Source: IBA 1, 9.7.3.1 and 9.7.4.1.6.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.transport import OPERATION_OF
from ibpkt.analysis.reassembly.fragments import READ
from ibpkt.arrays import Array, Bools, Ints, changes
from ibpkt.protocols import PMTUS, PSN_MASK, by_opcode

_SIZES = np.array(PMTUS, np.int64)
#: packets that carry exactly the path MTU
_FULL = by_opcode(lambda opcode: opcode.payload and opcode.position in ("first", "middle"), np.bool_)
#: packets that carry no more than that
_PART = by_opcode(lambda opcode: opcode.payload and opcode.position not in ("first", "middle"), np.bool_)


class KnownPathMTUs(NamedTuple):
    """Path MTUs by half in bytes, 0 where they are not known.

    Attributes:
        likely: what requests and READs so far suggest.
        sure: which were agreed on, or shown by packets.  Where it is not, the next request shows what a READ takes.
        settled: by which READs of earlier batches are measured now.
    """

    likely: Ints
    sure: Bools
    settled: Ints


class PathMTUs:
    """Evidence of path MTUs, by flow; both directions of a flow have one.

    What First and Middle packets carry decides by the number of packets, so that one odd packet changes nothing.
    Otherwise READs vote: the request behind a READ stands where that ends under the right path MTU.
    """

    def __init__(self) -> None:
        self._agreed: Ints = np.zeros(0, np.int64)
        self._least: Ints = np.zeros(0, np.int64)  # what other packets carry
        self._shown: Array = np.zeros((0, len(PMTUS)), np.int32)  # packets of each size
        self._votes: Array = np.zeros((0, len(PMTUS)), np.int32)
        self._read: Ints = np.full((2, 0), -1)  # by half, the PSN and the length of the last request if it is a READ
        # verdicts, and the flows of which more is known since
        self._surely: Ints = np.zeros(0, np.int64)
        self._likely: Ints = np.zeros(0, np.int64)
        self._changed: Bools = np.zeros(0, np.bool_)

    def reserve(self, flows: int, halves: int) -> None:
        """Make room for the numbers of so many flows and halves."""
        more = flows - len(self._agreed)
        if more > 0:
            more = max(more, len(self._agreed) >> 3, 64)
            self._agreed = np.concatenate((self._agreed, np.zeros(more, np.int64)))
            self._least = np.concatenate((self._least, np.zeros(more, np.int64)))
            empty: Array = np.zeros((more, len(PMTUS)), np.int32)
            self._shown, self._votes = np.concatenate((self._shown, empty)), np.concatenate((self._votes, empty))
            self.think_over()
        more = halves - self._read.shape[1]
        if more > 0:
            more = max(more, self._read.shape[1] >> 3, 64)
            self._read = np.concatenate((self._read, np.full((2, more), -1)), axis=1)

    def forget(self, flows: Ints, halves: Ints) -> None:
        """Empty what is known, since the numbers go to others."""
        self._changed[flows] = True
        self._agreed[flows] = self._least[flows] = 0
        self._shown[flows] = self._votes[flows] = 0
        self._read[:, halves] = -1

    def join(self, kept: Ints, dissolved: Ints) -> None:
        """Flows of one direction each have become the other direction of others."""
        self.reserve(int(np.max((kept, dissolved), initial=-1)) + 1, 2 * int(np.max((kept, dissolved), initial=-1)) + 2)
        self._changed[kept] = True
        self._agreed[kept] = np.maximum(self._agreed[kept], self._agreed[dissolved])
        self._least[kept] = np.maximum(self._least[kept], self._least[dissolved])
        self._shown[kept] += self._shown[dissolved]
        self._votes[kept] += self._votes[dissolved]
        for half, to in ((2 * dissolved, 2 * kept + 1), (2 * dissolved + 1, 2 * kept)):
            unknown = self._read[0, to] < 0
            self._read[:, to[unknown]] = self._read[:, half[unknown]]
        self.forget(dissolved, np.concatenate((2 * dissolved, 2 * dissolved + 1)))

    def agree(self, flow: int, pmtu: int) -> None:
        """Connection management has agreed on it."""
        self.reserve(flow + 1, 0)
        self._changed[flow] = True
        self._agreed[flow] = pmtu

    def waits_for(self, halves: Ints) -> bool:
        """Whether the last request of one of some halves is a READ, so that the next one votes."""
        known = halves[halves < self._read.shape[1]]
        return bool((self._read[0, known] >= 0).any())

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
        self.reserve(int(flow.max()) + 1, 0)
        self._changed[flow] = True
        full = np.flatnonzero(_FULL[opcode] & whole)
        place = np.minimum(np.searchsorted(_SIZES, size[full]), len(_SIZES) - 1)
        exact = _SIZES[place] == size[full]
        shown = (flow[full] * len(_SIZES) + place)[exact]
        np.add.at(self._shown.reshape(-1), shown, np.int32(1))  # one index is many times as fast as two
        part = np.flatnonzero(size > self._least[flow])  # few, but where a flow begins
        part = part[_PART[opcode[part]] & whole[part] & (size[part] <= _SIZES[-1])]
        np.maximum.at(self._least, flow[part], size[part])

    def vote(self, half: Ints, psn: Ints, opcode: Array, dmalen: Ints, whole: Bools) -> None:
        """Take requests: READs, those behind them, and the first and the last of each half; others change nothing.

        Args:
            half: their halves, those of a half in the order of the capture.
            psn: PSNs, unwrapped or not.
            opcode: operation codes.
            dmalen: bytes of messages.
            whole: whether no header is cut.
        """
        if not len(half):
            return
        self.reserve(int(half[-1] >> 1) + 1, int(half[-1]) + 1)
        reads = (OPERATION_OF[opcode] == READ) & whole
        heads = np.flatnonzero(changes(half))
        before, length = np.empty((2, len(half)), np.int64)
        before[1:], length[1:] = np.where(reads, psn, -1)[:-1], dmalen[:-1]
        before[heads], length[heads] = self._read[:, half[heads]]
        lasts = np.append(heads[1:], len(half)) - 1
        self._read[:, half[lasts]] = np.where(reads[lasts], (psn[lasts], dmalen[lasts]), -1)
        voting = np.flatnonzero((before >= 0) & (length > 0))
        if not len(voting):
            return
        flow = half[voting] >> 1
        self._changed[flow] = True
        step = (psn[voting] - before[voting]) & PSN_MASK
        for place, pmtu in enumerate(PMTUS):
            fits = step == np.maximum(1, -(-length[voting] // pmtu))
            np.add.at(self._votes.reshape(-1), flow[fits] * len(PMTUS) + place, np.int32(1))

    # -- verdicts -----------------------------------------------------------------------------------------------------

    @property
    def sure(self) -> Ints:
        """By flow, the path MTU that was agreed on, or that packets show; 0 where it is not known."""
        self._decide()
        return self._surely

    @staticmethod
    def _sure(agreed: Ints, shown: Array) -> Ints:
        return np.where(agreed > 0, agreed, np.where(shown.any(axis=1), _SIZES[shown.argmax(axis=1)], 0))

    def of(self, flows: Ints) -> tuple[Ints, Ints]:
        """The path MTUs of some flows as in `sure`, and the least that they can be, as other packets show."""
        self.reserve(int(flows.max(initial=-1)) + 1, 0)
        least = np.minimum(np.searchsorted(_SIZES, self._least[flows]), len(_SIZES) - 1)
        return self._sure(self._agreed[flows], self._shown[flows]), _SIZES[least]

    @property
    def likely(self) -> Ints:
        """By flow, the path MTU to count the PSNs of READs with: that of `sure`, or the one with most votes.

        Of several with as many votes it is the smallest that holds the largest packet: they agree on all READs so far.
        """
        self._decide()
        return self._likely

    def think_over(self) -> None:
        """All verdicts are due again."""
        count = len(self._agreed)
        self._surely, self._likely = np.zeros((2, count), np.int64)
        self._changed = np.ones(count, np.bool_)

    def _decide(self) -> None:
        """The verdicts on flows of which more is known than when they were asked for last."""
        flows = np.flatnonzero(self._changed)
        if not len(flows):
            return
        self._changed[flows] = False
        sure = self._sure(self._agreed[flows], self._shown[flows])
        possible: Bools = self._least[flows, np.newaxis] <= _SIZES
        votes = np.where(possible, self._votes[flows], 0)
        voted = np.where(votes.any(axis=1), _SIZES[votes.argmax(axis=1)], 0)
        self._surely[flows], self._likely[flows] = sure, np.where(sure > 0, sure, voted)

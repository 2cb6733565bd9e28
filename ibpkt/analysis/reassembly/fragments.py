"""Cutting request packets into fragments: the packets of one message in one batch, and what is wrong with their order.

Source: IBA 1, 9.7.4.1 and 9.8.2.2.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ibpkt.analysis.columns.transport import BEGINS, OPERATION_OF, POSITION_OF, POSITIONS, WRITE
from ibpkt.analysis.reassembly.half_states import HalfStates
from ibpkt.analysis.reassembly.kinds import MESSAGE_ORDER, PAYLOAD_SIZE, MessageFault
from ibpkt.analysis.reassembly.packets import Pieces
from ibpkt.analysis.results.finding import FindingType
from ibpkt.arrays import Bools, Ints, changes, group_ends, rows_where, run_lengths
from ibpkt.protocols import OPCODES, OPERATIONS, PMTUS, by_opcode

READ = OPERATIONS.index("READ")
#: the operation whose message goes on behind such a packet, 0 if it ends there
GOES_ON = by_opcode(
    lambda opcode: OPERATIONS.index(opcode.operation) if opcode.position in ("first", "middle") else 0, np.int64
)
#: by size: it is a path MTU
_IS_PMTU = np.isin(np.arange(PMTUS[-1] + 2), PMTUS)


class Fragments:
    """Fragments of messages; arrays have the shape (m,), but those of packets.

    Attributes:
        pieces: the packets.
        first: the place of the first packet of each fragment among them, and `last`, of its last.
        half: the half of each.
        fresh: it begins a message; otherwise it goes on with the one that was open before the batch.
        headless: it begins one whose first packet did not come.
        missing: PSNs that are missing inside it.
        missing_before: PSNs that are missing before it.
        cut_short: of packets, it begins a message although another was open; `follows_gap`, PSNs are missing before it.
        number: of packets, the number of the message.
        due: of packets, where it began a WRITE, the PSN behind that as its length says; 0 if not known.
    """

    def __init__(self, pieces: Pieces, states: HalfStates, pmtu: Ints) -> None:
        """Cut.

        Args:
            pieces: packets, by half and PSN, every PSN once.
            states: of the halves; they are not changed.
            pmtu: the path MTU by half; 0 where it is not known.
        """
        self.pieces = pieces
        self._states, self._pmtu = states, pmtu
        half, psn = pieces.half, pieces.psn
        operation = OPERATION_OF[pieces.opcode]
        self._heads: Bools = changes(half)
        heads = rows_where(self._heads)
        of = half[heads]
        before = np.empty(len(psn), np.int64)
        before[1:] = pieces.end[:-1]
        known = states["begun"][of] > 0
        before[heads] = np.where(known, states["next"][of], -1)
        self.follows_gap: Bools = psn > before
        self._open = np.empty(len(psn), np.int64)
        self._open[1:] = GOES_ON[pieces.opcode[:-1]]
        self._open[heads] = states["operation"][of]
        starts: Bools = BEGINS[pieces.opcode] | (self._open != operation)
        if self.follows_gap.any():
            starts = self._split_writes(starts, operation)
        self.cut_short: Bools = starts & (self._open != 0)
        self.first: Ints = rows_where(starts | self._heads)
        self.last: Ints = np.append(self.first[1:], len(psn)) - 1
        self.half: Ints = half[self.first]
        self.fresh: Bools = starts[self.first]
        self.headless: Bools = self.fresh & ~BEGINS[pieces.opcode[self.first]]
        self._count_missing(before)
        self._count_messages(starts, heads)
        # what was seen of a half before its first packet is not known
        self.unknown_start: Bools = self.fresh & (before[self.first] < 0)

    def __len__(self) -> int:
        return len(self.first)

    def _count_missing(self, before: Ints) -> None:
        self.missing_before: Ints
        self.missing: Ints
        if not self.follows_gap.any():  # as nearly always
            self.missing_before = self.missing = np.zeros(len(self.first), np.int64)
            return
        missing = np.where(self.follows_gap & (before >= 0), self.pieces.psn - before, 0)
        self.missing_before = missing[self.first]
        sums = np.add.reduceat(missing, self.first)
        self.missing = np.where(self.fresh, sums - self.missing_before, sums)

    def _count_messages(self, starts: Bools, heads: Ints) -> None:
        counts: Ints = np.cumsum(starts)
        sizes: Ints = run_lengths(heads, len(starts))
        base: Ints = self._states["number"][self.pieces.half[heads]] - (counts - starts)[heads]
        self.number: Ints = counts + np.repeat(base, sizes)

    def due(self, places: Ints) -> Ints:
        """The PSN behind the WRITE that each of some packets begins, as its length says; 0 if that is not known."""
        pieces = self.pieces
        pmtu = self._pmtu[pieces.half[places]]
        whole = (pieces.whole[places] > 0) & BEGINS[pieces.opcode[places]]
        known = whole & (OPERATION_OF[pieces.opcode[places]] == WRITE) & (pmtu > 0)
        packets = np.maximum(1, -(-pieces.dmalen[places] // np.maximum(pmtu, 1)))
        return np.where(known, pieces.psn[places] + packets, 0)

    def _split_writes(self, starts: Bools, operation: Ints) -> Bools:
        """What comes behind a gap, and behind the end of the WRITE before it, belongs to another message."""
        doubtful = rows_where(self.follows_gap & ~starts & (operation == WRITE))
        if not len(doubtful):
            return starts
        begins = rows_where(starts | self._heads)
        begin = begins[np.searchsorted(begins, doubtful, side="right") - 1]
        due = np.where(starts[begin], self.due(begin), self._states["due"][self.pieces.half[begin]])
        beyond = (due > 0) & (self.pieces.psn[doubtful] >= due)
        doubtful, begin = doubtful[beyond], begin[beyond]
        starts = starts.copy()
        starts[doubtful[changes(begin)]] = True
        return starts

    # -- faults -------------------------------------------------------------------------------------------------------

    def faults(self) -> Iterator[MessageFault]:
        """Packets that are out of order, or have a size that others of their path do not allow."""
        yield from self._order()
        yield from self._sizes()

    def _order(self) -> Iterator[MessageFault]:
        pieces = self.pieces
        fresh = self.first[self.fresh]
        wrong = ~self.follows_gap[fresh] & (self.cut_short[fresh] | ~BEGINS[pieces.opcode[fresh]])
        begins = np.append(self.first, len(pieces.half))
        for place in fresh[wrong].tolist():
            wanted = "the start of a message"
            if self.cut_short[place]:
                at = int(np.searchsorted(begins, place)) - 1
                same = at >= 0 and not self._heads[place]
                frame = pieces.frame[self.first[at]] if same else 0
                if not same or not self.fresh[at]:
                    frame = self._states["frame"][pieces.half[place]]
                wanted = f"the rest of the {OPERATIONS[self._open[place]]} that began in packet {int(frame)}"
            yield self._fault(MESSAGE_ORDER, place, 1, operation=OPCODES[int(pieces.opcode[place])].name, wanted=wanted)

    def _sizes(self) -> Iterator[MessageFault]:
        pieces = self.pieces
        pmtu = self._pmtu[pieces.half]
        goes_on = GOES_ON[pieces.opcode] != 0
        # what no path MTU allows is a matter of rules about single packets
        wrong = goes_on & _IS_PMTU[np.minimum(pieces.size, PMTUS[-1] + 1)] & (pieces.size != pmtu)
        wrong |= ~goes_on & (pieces.size > pmtu) & (pieces.size <= PMTUS[-1])
        wrong &= (pmtu > 0) & (pieces.whole > 0) & (OPERATION_OF[pieces.opcode] != READ)
        if not wrong.any():
            return
        places = rows_where(wrong)
        alike = (np.diff(places) == 1) & (np.diff(pieces.half[places]) == 0) & (np.diff(pieces.size[places]) == 0)
        alike &= np.diff(POSITION_OF[pieces.opcode[places]].astype(np.int64)) == 0
        begins = rows_where(np.append(True, ~alike))
        for begin, count in zip(begins.tolist(), np.diff(np.append(begins, len(places))).tolist(), strict=True):
            place = int(places[begin])
            yield self._fault(
                PAYLOAD_SIZE,
                place,
                count,
                count=count,
                position=POSITIONS[POSITION_OF[pieces.opcode[place]]],
                size=int(pieces.size[place]),
                pmtu=int(pmtu[place]),
            )

    def _fault(self, kind: FindingType, place: int, packets: int, **facts: object) -> MessageFault:
        pieces = self.pieces
        return MessageFault(
            kind, int(pieces.half[place]), int(pieces.frame[place]), int(pieces.time[place]), packets, facts
        )

    # -- the end of the batch -----------------------------------------------------------------------------------------

    def update(self, states: HalfStates) -> None:
        """Write where the halves stand now."""
        pieces = self.pieces
        lasts = group_ends(pieces.half)
        halves = pieces.half[lasts]
        states["begun"][halves] = 1
        states["next"][halves] = np.maximum(states["next"][halves], pieces.end[lasts])
        states["number"][halves] = self.number[lasts]
        states["operation"][halves] = GOES_ON[pieces.opcode[lasts]]
        fragment = np.searchsorted(self.first, lasts, side="right") - 1
        fresh = self.fresh[fragment]
        places = self.first[fragment[fresh]]
        states["frame"][halves[fresh]] = pieces.frame[places]
        states["due"][halves[fresh]] = self.due(places)

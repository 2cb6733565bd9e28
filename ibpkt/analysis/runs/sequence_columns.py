"""Columns of the packets of reliable halves: unwrapped PSNs, and what was sent and acknowledged before each packet.

PSN numbers are unwrapped to 64 bits: those of requests from packet to packet, those of answers to the number nearest to
what was sent before them.  What was sent, and what was acknowledged, are running maxima over each half.

Source: IBA 1, 9.7.1 to 9.7.5.
"""

from __future__ import annotations

import functools

import numpy as np

from ibpkt.analysis.columns.transport import KIND_OF, KINDS, OPERATION_OF, REQUEST, Transport
from ibpkt.analysis.runs.half_table import CUT, NO_REQUEST, PSN_ORIGIN, HalfTable
from ibpkt.arrays import Array, Bools, Ints, changes, group_ends, in_order, places_in, rows_where, running_maximum
from ibpkt.protocols import ACK, AETH, HALF_OF_PSNS, OPERATIONS, PSN_MASK, VALUE_BITS, by_opcode

#: room for the PSNs of one half when the halves of a batch are put on one line
LINE_BITS = 40
LINE = 1 << LINE_BITS
BELOW_LINE = LINE - 1

#: packets at the start of a connection that the capture may miss
MOST_MISSED = 1 << 16

READ, ACKNOWLEDGE = OPERATIONS.index("READ"), OPERATIONS.index("ACK")
#: requests; those of them that a response of their own answers, and not an ACK; and answers that may be NAKs
_ASKS = by_opcode(lambda opcode: opcode.kind == KINDS[REQUEST], np.bool_)
_READS = by_opcode(lambda opcode: opcode.kind == KINDS[REQUEST] and opcode.answer not in ("", "ACK"), np.bool_)
_MAY_REFUSE = by_opcode(lambda opcode: opcode.kind != KINDS[REQUEST] and AETH in opcode.headers, np.bool_)


def unwrapped(psn: Ints, near: Ints) -> Ints:
    """The numbers modulo 2^24 that are nearest to others."""
    return near + ((psn - near + HALF_OF_PSNS) & PSN_MASK) - HALF_OF_PSNS


def shown_spans(opcode: Array, distance: Ints) -> Ints:
    """How many PSNs a READ takes at least, by what comes behind it: its responses, and the request that follows.

    Args:
        opcode: of packets behind READs, up to the next request of the half and with it.
        distance: from the PSN of the READ to theirs, modulo 2^24.
    """
    distance = distance & PSN_MASK
    asks = KIND_OF[opcode] == REQUEST
    spans = np.where(asks, distance, np.where(OPERATION_OF[opcode] == READ, distance + 1, 0))
    return np.where(distance < HALF_OF_PSNS, spans, 0)


class SequenceColumns:
    """Packets of a batch, half by half, those of a half in the order of the capture; arrays have the shape (n,).

    Attributes:
        rows: their places among the batch's packets that have a BTH.
        half: the halves that they belong to.
        starts: where each half begins, shape (k,), and `halves`, which they are.
        is_request: requests; all others are answers.
        opcode: their operation codes.
        psn: unwrapped.
        end: of requests the PSN behind them; of answers the PSN up to which they prove that all was received.
        cut: ACKs or NAKs, the capture has cut off which.
        again: requests whose PSN lies below what was sent before.
        sent: the PSN behind all requests of the half before the packet.
        acked: the PSN up to which the answers before the packet prove that requests were received; 0 for none.
        early: answers before the first request of their half in the capture.
        believed: answers that may be true: they acknowledge what was sent; early ones, as far as anybody knows.
        negative: NAKs of all kinds.
        reads: requests that responses answer.
        unsized: bytes of READs of which it is not known how many PSNs they take, `CUT` where the capture has cut off
            how many bytes they read, 0 for all other packets.
    """

    def __init__(
        self, columns: Transport, rows: Ints, half: Ints, table: HalfTable, pmtu: Ints, declared: Ints | None = None
    ) -> None:
        """Unwrap the PSNs of the packets, and look up what went before; the table is not changed.

        Args:
            columns: the packets of the batch that have a BTH.
            rows: those of reliable halves that reach the transport, ascending, shape (n,).
            half: the half of each, shape (n,).
            table: the halves so far.
            pmtu: the path MTU in bytes by which the READs of each half are measured, by half; 0 where it is not known.
            declared: the first PSN of each half as connection management named it, by half; -1 where it did not.
        """
        if len(half) and (half[1:] < half[:-1]).any():
            order = in_order(half)
            rows, half = rows[order], half[order]
        self.columns, self.rows, self.half = columns, rows, half
        begins = changes(half)
        self.starts: Ints = rows_where(begins)
        self.halves: Ints = half[self.starts]
        self._segment: Ints = np.cumsum(begins) - 1
        self.opcode: Array = columns.opcode[rows]
        self.is_request: Bools = _ASKS[self.opcode]
        self.reads: Bools = _READS[self.opcode]
        self.negative: Bools = self._refusing()
        self.cut: Bools = (OPERATION_OF[self.opcode] == ACKNOWLEDGE) & columns.stopped[rows]
        raw = columns.psn[rows].astype(np.int64)
        asks = rows_where(self.is_request)
        self.early: Bools = self._before_requests(asks, table)
        self._origin(raw, asks, table, declared)
        self.psn: Ints = np.zeros(len(rows), np.int64)
        self.end: Ints = np.zeros(len(rows), np.int64)
        self.unsized: Ints = np.zeros(len(rows), np.int64)
        self.psn[asks] = self._unwrapped_requests(raw[asks], asks, table)
        self.end[asks] = self.psn[asks] + self._spans(asks, pmtu)
        if (self.unsized == CUT).any():
            self._lengthen_cut_reads(raw)
        self.sent: Ints = self._before(asks, self.end[asks], self._sent_at_first)
        self.sent[self.early] = self._sent_early[self._segment[self.early]]
        tells = rows_where(~self.is_request)
        self.psn[tells] = unwrapped(raw[tells], self.sent[tells])
        self.end[tells] = self.psn[tells] + self._accepts(tells)
        self.believed: Bools = ~self.is_request & ((self.end <= self.sent) | self.early)
        self.again: Bools = self.is_request & (self.psn < self.sent)
        told = rows_where(self.believed)
        self.acked: Ints = self._before(told, self.end[told], table["acked"][self.halves])
        self._acked_time_before: Ints = table["acked_time"][self.halves]
        self._sent_again_before: Ints = table["sent_again"][self.halves]

    def __len__(self) -> int:
        return len(self.rows)

    def halves_of(self, chosen: Bools) -> Ints:
        """The halves of some packets, ascending, each once."""
        half = self.half[chosen]
        return half[changes(half)]

    def first_of(self, half: Ints) -> Ints:
        """The first PSNs of halves in this batch, as far as it shows them, unwrapped."""
        return self._first[np.searchsorted(self.halves, half)]

    def first_at(self, places: Ints) -> Ints:
        """The same for the halves of some packets."""
        return self._first[self._segment[places]]

    @functools.cached_property
    def moves(self) -> Bools:
        """Answers that acknowledge more than those before them."""
        moves: Bools = self.believed & (self.end > self.acked)
        return moves

    @functools.cached_property
    def sent_again(self) -> Ints:
        """The PSN behind all requests that were sent again before each packet; 0 for none."""
        again = rows_where(self.again)
        if not (len(again) or self._sent_again_before.any()):
            return np.zeros(len(self), np.int64)
        return self._before(again, self.end[again], self._sent_again_before)

    @functools.cached_property
    def _movers(self) -> Ints:
        return rows_where(self.moves)

    def acked_time(self, places: Ints) -> Ints:
        """When the last answer before some packets came that moved `acked`, in nanoseconds since the epoch.

        Args:
            places: of the packets, ascending.
        """
        before, segment = self._acked_time_before[self._segment[places]], self._segment[places]
        if not len(self._movers):
            return before
        mover = self._movers[np.maximum(places_in(self._movers, places) - 1, 0)]
        inside = (mover >= self.starts[segment]) & (mover < places)
        return np.where(inside, self.columns.time[self.rows[mover]], before)

    def _refusing(self) -> Bools:
        """NAKs of all kinds."""
        chosen: Bools = _MAY_REFUSE[self.opcode] & (self.columns.syndrome[self.rows] >> VALUE_BITS != ACK)
        return chosen

    def _accepts(self, places: Ints) -> Bools:
        """Which answers prove that their own PSN was received, and not only those below it."""
        chosen: Bools = ~(self.negative[places] | self.cut[places])
        return chosen

    @property
    def repeats(self) -> Bools:
        """Answers to what was acknowledged before: they tell nothing new, even if they are ACKs."""
        chosen: Bools = ~self.is_request & (self.psn + ~self.negative <= self.acked)
        return chosen

    def _before_requests(self, asks: Ints, table: HalfTable) -> Bools:
        """The answers of halves of which no request was seen yet."""
        first = np.where(table["asked"][self.halves], -1, len(self.rows))  # the place of each half's first request
        np.minimum.at(first, self._segment[asks], asks)
        chosen: Bools = np.arange(len(self.rows)) < first[self._segment]
        return chosen

    def _origin(self, raw: Ints, asks: Ints, table: HalfTable, declared: Ints | None) -> None:
        """Where the PSNs of each half stand before its packets in this batch.

        A half begins with its first request.  The answers before, to requests that are not in the capture, only say
        near which number that is.
        """
        begun, asked = table["begun"][self.halves], table["asked"][self.halves]
        seen = raw[self.starts] + PSN_ORIGIN
        self._sent_early: Ints = np.where(begun, table["sent"][self.halves], seen)
        near = np.where(begun, table["acked"][self.halves], 0)
        early = rows_where(self.early)
        of = self._segment[early]
        ends = unwrapped(raw[early], self._sent_early[of]) + self._accepts(early)
        np.maximum.at(near, of, ends)
        near = np.where(near > 0, near, self._sent_early)
        of = self._segment[asks]
        heads = changes(of)
        begins = near.copy()
        begins[of[heads]] = unwrapped(raw[asks[heads]], near[of[heads]])
        self._last: Ints = np.where(asked, table["psn"][self.halves], begins)
        first, is_known = begins.copy(), asked.copy()
        is_known[of[heads]] = True
        if declared is not None:
            named = unwrapped(declared[self.halves], first)
            chosen = (declared[self.halves] >= 0) & (np.abs(named - first) <= MOST_MISSED)
            first = np.where(chosen, named, first)
            is_known |= chosen
        self._sent_at_first: Ints = np.where(asked, table["sent"][self.halves], first)
        self._first: Ints = np.where(asked, table["first"][self.halves], np.where(is_known, first, NO_REQUEST))

    def _unwrapped_requests(self, raw: Ints, asks: Ints, table: HalfTable) -> Ints:
        of = self._segment[asks]
        if not len(of):
            return raw
        heads = rows_where(changes(of))
        steps = np.empty(len(raw), np.int64)
        steps[1:] = raw[1:] - raw[:-1]
        last = self._last[of[heads]]
        steps[heads] = raw[heads] - last
        steps += HALF_OF_PSNS
        steps &= PSN_MASK
        steps -= HALF_OF_PSNS
        steps[heads] += last
        if len(heads) > 1:  # each half starts over
            steps[heads[1:]] -= np.diff(np.cumsum(steps)[heads[1:] - 1], prepend=0)
        return np.cumsum(steps)

    def _spans(self, asks: Ints, pmtu: Ints) -> Ints:
        spans = np.ones(len(asks), np.int64)
        reads = rows_where(OPERATION_OF[self.opcode[asks]] == READ)
        if len(reads):
            places = asks[reads]
            size = self.columns.dmalen[self.rows[places]].astype(np.int64)
            unit = pmtu[self.half[places]]
            sized = unit > 0
            self.unsized[places] = np.where(sized, 0, size)
            self.unsized[places[self.columns.stopped[self.rows[places]]]] = CUT
            spans[reads] = np.where(sized, np.maximum(1, -(-size // np.maximum(unit, 1))), 1)
        return spans

    def _lengthen_cut_reads(self, raw: Ints) -> None:
        """READs whose length the capture has cut off take as many PSNs as what follows shows."""
        last = np.full(len(self), -1, np.int64)  # the last request before each packet
        last[1:] = np.where(self.is_request[:-1], np.arange(len(self) - 1), -1)
        np.maximum.accumulate(last, out=last)
        last[last < self.starts[self._segment]] = -1
        chosen = rows_where((last >= 0) & (self.unsized[last] == CUT))
        of = last[chosen]
        spans = shown_spans(self.opcode[chosen], raw[chosen] - raw[of])
        np.maximum.at(self.end, of, self.psn[of] + spans)

    def _before(self, places: Ints, values: Ints, at_first: Ints) -> Ints:
        """The largest value of the half before each packet, and before the batch.

        Args:
            places: of the packets that have a value, ascending.
            values: theirs.
            at_first: of each half, before the batch.
        """
        line = np.arange(len(self.starts)) * LINE
        floor = np.maximum(at_first, 0) + line
        segment = self._segment[places]
        # what comes before all packets of a half stands below every value of it, and above those of the halves before
        reached = np.empty(len(places) + 1, np.int64)
        reached[0] = -1
        reached[1:] = running_maximum(np.maximum(values + line[segment], floor[segment]))
        counted = np.zeros(len(self) + 1, np.int64)
        counted[places + 1] = 1
        highest: Ints = reached[np.cumsum(counted)[:-1]]
        np.maximum(highest, floor[self._segment], out=highest)
        highest -= line[self._segment]
        return highest

    # -- the end of the batch -----------------------------------------------------------------------------------------

    def at_end(self, values: Ints, before: Ints) -> Ints:
        """The largest of the values up to the end of each half in this batch, shape (k,)."""
        lasts = np.append(self.starts[1:], len(self)) - 1
        highest: Ints = np.maximum(values[lasts], before[lasts])
        return highest

    def update(self, table: HalfTable) -> None:
        """Write where the halves stand now."""
        halves = self.halves
        if not len(halves):
            return
        table["first"][halves] = self._first
        asks = rows_where(self.is_request)
        of = self._segment[asks]
        if len(of):
            lasts = group_ends(of)
            places, asking = asks[lasts], halves[of[lasts]]
            table["psn"][asking] = self.psn[places]
            table["end"][asking] = self.end[places]
            table["read_length"][asking] = self.unsized[places]
            table["frame"][asking] = self.columns.frame[self.rows[places]]
            table["time"][asking] = self.columns.time[self.rows[places]]
            table["asked"][asking] = True
            demands = asks[self.reads[asks] | (self.columns.ackreq[self.rows[asks]] != 0)]
            if len(demands):
                of = rows_where(changes(self.half[demands]))
                asking, highest = self.half[demands[of]], np.maximum.reduceat(self.end[demands], of)
                table["awaits"][asking] = np.maximum(table["awaits"][asking], highest)
        table["sent"][halves] = self.at_end(np.where(self.is_request, self.end, 0), self.sent)
        after = self.at_end(np.where(self.believed, self.end, 0), self.acked)
        moves = self._movers
        if len(moves):
            of = self._segment[moves]
            lasts = group_ends(of)
            table["acked_time"][halves[of[lasts]]] = self.columns.time[self.rows[moves[lasts]]]
        table["acked"][halves] = after
        if self.again.any():
            table["sent_again"][halves] = self.at_end(np.where(self.again, self.end, 0), self.sent_again)
        table["begun"][halves] = True

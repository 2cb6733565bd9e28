"""Bulk processing of clean exchanges: what `request_tracker` and `response_tracker` do packet by packet, on columns.

An exchange is the requests of one end and their answers; `bulk_scheduler` selects packets of it that seem clean.
It is clean as far as its requests follow each other, their messages are well formed, and answers are positive, new and
complete.  Then there are no findings, and only sums and open messages have to be updated.  From the
first packet on that is not clean, everything is left to the trackers, which are the reference; a test keeps both
equal.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import (
    BEGINS,
    ENDS,
    HAS_AETH,
    KIND_OF,
    OPERATION_OF,
    POSITION_OF,
    REQUEST,
    WRITE,
    Transport,
)
from ibpkt.analysis.flow.bulk_update import apply_clean
from ibpkt.analysis.flow.flow_state import FlowState
from ibpkt.analysis.flow.reassembly import ACK, ANSWERED, LAST, MAX_PENDING, READ, RESPONSE_TO
from ibpkt.analysis.flow.sequence import COPY_WINDOW, HALF, Results, unwrap
from ibpkt.arrays import Array, Bools, Ints
from ibpkt.protocols import ACK as POSITIVE, OPERATIONS, PSN_MASK, VALUE_BITS, by_opcode

#: the highest answer and its MSN if there is none: any MSN is a jump from it
NO_ANSWER = (1 << 62, 0)
#: distance between the PSNs of exchanges, which are put on one line
EXCHANGE_DISTANCE = 1 << 36

_NEEDS = by_opcode(lambda opcode: opcode.answer not in ("", "ACK"), np.bool_)
_GOES_ON = by_opcode(lambda opcode: opcode.position in ("first", "middle"), np.bool_)


def can_bulk(flow_state: FlowState, side: int) -> bool:
    """Whether the exchange of one side has no pending gaps, retransmissions or unknowns, only messages."""
    if side not in flow_state.requests:
        return False
    requests, answers = flow_state.requests[side], flow_state.answers[side]
    clean = (
        requests.top is not None
        and requests.next_in_order == requests.top
        and not requests.lost_start
        and not requests.ended_by_nak
    )
    clean = clean and not requests.untracked and requests.maybe_new_connection is None
    if (
        not clean
        or requests.next_retransmission >= 0
        or requests.resend_from >= 0
        or requests.length_unknown is not None
        or requests.gaps
    ):
        return False
    message = requests.open
    if message is not None and (message.size is None or not message.whole):
        return False
    if requests.silent:
        return not requests.pending or requests.open is requests.pending[0]
    if requests.epsn != requests.top or len(requests.pending) > MAX_PENDING // 2:
        return False
    if answers.top > requests.una or any(end > requests.una for _, end in answers.repeated_responses):
        return False
    highest = answers.highest_ack
    return highest is None or highest[0] < requests.una + 1


def advance_in_bulk(
    columns: Transport,
    rows: Ints,
    exchange: Ints,
    exchanges: list[tuple[FlowState, int]],
    bad: Bools | None,
    results: Results,
) -> Bools:
    """Process exchanges as far as they are clean.

    Args:
        columns: the packets of a batch.
        rows: those of the exchanges, one exchange after the other, each in the order of the capture, shape (m,).
        exchange: the place of each packet's exchange, shape (m,).
        exchanges: flows, and the sides that ask.
        bad: packets with a wrong ICRC, where that is known.
        results: takes facts and messages.

    Returns:
        Which of the rows are done, shape (m,).
    """
    exchange_columns = ExchangeColumns(columns, rows, exchange, exchanges, bad)
    clean = exchange_columns.clean()
    if clean.any():
        apply_clean(exchange_columns, results)
    return clean


class ExchangeColumns:
    """What all exchanges have in a batch; for the arguments see `advance_in_bulk`."""

    columns: Transport
    rows: Ints
    exchange: Ints
    exchanges: list[tuple[FlowState, int]]
    due_start: Ints
    due_span: Ints
    due_size: Ints
    due_kind: Ints
    pmtu: Ints
    least: Ints
    top: Ints
    una: Ints
    base: Ints
    request_places: Ints
    response_places: Ints
    opcode: Array
    of: Ints
    size: Ints
    dmalen: Ints
    operation: Array
    span: Ints
    response_of: Ints
    response_opcode: Array
    response_size: Ints
    due_before: Ints

    def __init__(
        self, columns: Transport, rows: Ints, exchange: Ints, exchanges: list[tuple[FlowState, int]], bad: Bools | None
    ) -> None:
        self.columns, self.rows, self.exchange, self.exchanges = columns, rows, exchange, exchanges
        self.bad = bad
        trackers = [flow_state.requests[side] for flow_state, side in exchanges]
        self.trackers = trackers
        self.pmtu = np.array([tracker.flow.pmtu or 0 for tracker in trackers], np.int64)
        self.least = np.array([tracker.flow.pmtu_least for tracker in trackers], np.int64)
        self.top = np.array([tracker.top for tracker in trackers], np.int64)
        self.una = np.array([tracker.una for tracker in trackers], np.int64)
        self.base = np.arange(len(trackers), dtype=np.int64) * EXCHANGE_DISTANCE - self.una + (EXCHANGE_DISTANCE >> 1)
        opcode = columns.opcode[rows]
        is_request = KIND_OF[opcode] == REQUEST
        self.request_places = np.flatnonzero(is_request)  # places in rows
        self.response_places = np.flatnonzero(~is_request)
        # requests
        self.opcode = opcode[self.request_places]
        self.of = exchange[self.request_places]
        ask_rows = rows[self.request_places]
        self.size = columns.size[ask_rows]
        self.dmalen = columns.dmalen[ask_rows].astype(np.int64)
        self.operation = OPERATION_OF[self.opcode]
        pmtu = self.pmtu[self.of]
        self.span = np.ones(len(ask_rows), np.int64)
        long = (self.operation == READ) & (self.dmalen > self.least[self.of])
        self.span[long] = -(-self.dmalen[long] // np.maximum(pmtu[long], 1))
        self.psn: Ints = _unwrap(columns.psn[ask_rows].astype(np.int64), self.top[self.of])
        # answers
        tell_rows = rows[self.response_places]
        self.response_of = exchange[self.response_places]
        self.response_opcode = opcode[self.response_places]
        self.response_size = columns.size[tell_rows]
        self.response_psn: Ints = _unwrap(columns.psn[tell_rows].astype(np.int64), self.una[self.response_of])

    # -- judging ----------------------------------------------------------------------------------------------------

    def clean(self) -> Bools:
        """Which packets are clean, like all before them in their exchange; the others are dropped from the columns."""
        wrong = self.columns.stopped[self.rows]
        if self.bad is not None:
            wrong |= self.bad[self.rows]
        wrong |= self._exceeds_pending()[self.exchange]
        self._judge_requests(wrong)
        self._drop(self._from_first_wrong(wrong))
        wrong[:] = False
        self._judge_answers(wrong)
        self._drop(self._from_first_wrong(wrong))
        self._drop(self._after_other_exchange(self._remaining()))
        return self._remaining()

    def _remaining(self) -> Bools:
        """Which packets have not been dropped."""
        remaining = np.zeros(len(self.rows), np.bool_)
        remaining[self.request_places] = True
        remaining[self.response_places] = True
        return remaining

    def _after_other_exchange(self, remaining: Bools) -> Bools:
        """Packets after the first unclean one of the flow's other exchange: the flow may end there."""
        flows = [flow_state.flow.number for flow_state, _ in self.exchanges]
        if len(set(flows)) == len(flows) or remaining.all():
            return np.zeros(len(remaining), np.bool_)
        _, flow = np.unique(flows, return_inverse=True)
        first = np.full(len(flows), np.iinfo(np.int64).max)
        of = flow[self.exchange]
        np.minimum.at(first, of[~remaining], self.rows[~remaining])
        beyond: Bools = self.rows >= first[of]
        return beyond

    def _exceeds_pending(self) -> Bools:
        """Which exchanges have answers and might exceed the limit of pending messages."""
        requests = np.bincount(self.of, minlength=len(self.trackers))
        responses = np.bincount(self.response_of, minlength=len(self.trackers))
        room = np.array([tracker.max_pending - len(tracker.pending) for tracker in self.trackers], np.int64)
        many: Bools = (requests > room) & (responses > 0)
        return many

    def _from_first_wrong(self, wrong: Bools) -> Bools:
        """Packets that are wrong, and all after them in their exchange."""
        places = np.flatnonzero(wrong)
        first = np.full(len(self.exchanges), len(wrong), np.int64)
        exchanges, at = np.unique(self.exchange[places], return_index=True)
        first[exchanges] = places[at]
        dropped: Bools = np.arange(len(wrong)) >= first[self.exchange]
        return dropped

    def _drop(self, dropped: Bools) -> None:
        """Remove some packets from the columns."""
        if not dropped.any():
            return
        requests, tells = ~dropped[self.request_places], ~dropped[self.response_places]
        for name in ("request_places", "of", "opcode", "size", "dmalen", "operation", "span", "psn"):
            setattr(self, name, getattr(self, name)[requests])
        for name in ("response_places", "response_of", "response_opcode", "response_size", "response_psn"):
            setattr(self, name, getattr(self, name)[tells])

    def _judge_requests(self, dropped: Bools) -> None:
        of, opcode, size, operation = self.of, self.opcode, self.size, self.operation
        if not len(of):
            return
        is_first = np.ones(len(of), np.bool_)  # the first of its exchange
        is_first[1:] = of[1:] != of[:-1]
        follows = np.empty(len(of), np.int64)
        follows[1:] = self.psn[:-1] + self.span[:-1]
        follows[is_first] = self.top[of[is_first]]
        wrong = self.psn != follows
        # messages
        opens = [tracker.open for tracker in self.trackers]
        inside_now = np.array([0 if message is None else OPERATIONS.index(message.kind) for message in opens], np.uint8)
        inside = np.empty(len(of), np.uint8)
        inside[1:] = np.where(_GOES_ON[opcode[:-1]], operation[:-1], 0)
        inside[is_first] = inside_now[of[is_first]]
        begins, ends, goes_on = BEGINS[opcode], ENDS[opcode], _GOES_ON[opcode]
        wrong |= np.where(begins, inside != 0, inside != operation)
        pmtu = self.pmtu[of]
        reads = operation == READ
        wrong |= goes_on & (size != pmtu)
        wrong |= ends & ~reads & (pmtu > 0) & (size > pmtu)
        wrong |= (POSITION_OF[opcode] == LAST) & ((size == 0) | (pmtu == 0))
        wrong |= (pmtu == 0) & (np.where(reads, self.dmalen, size) > self.least[of])
        # the length that a WRITE names
        total = np.cumsum(size)
        before = np.concatenate(([0], total[:-1]))
        first = np.maximum.accumulate(np.where(begins | is_first, np.arange(len(of)), 0))
        carried = total - before[first]
        declared = self.dmalen[first]
        began_earlier = ~begins[first]  # it began before this batch
        if began_earlier.any():
            sizes = np.array([0 if message is None else message.size or 0 for message in opens], np.int64)
            declared_lengths = np.array([tracker.declared_length for tracker in self.trackers], np.int64)
            carried[began_earlier] += sizes[of[began_earlier]]
            declared = np.where(began_earlier, declared_lengths[of], declared)
        wrong |= ends & (operation == WRITE) & (carried != declared)
        dropped[self.request_places[wrong]] = True

    def _judge_answers(self, dropped: Bools) -> None:
        of, psn, opcode = self.response_of, self.response_psn, self.response_opcode
        if not len(of):
            return
        columns, rows = self.columns, self.rows[self.response_places]
        is_first = np.ones(len(of), np.bool_)
        is_first[1:] = of[1:] != of[:-1]
        before = np.empty(len(of), np.int64)
        before[1:] = psn[:-1]
        before[is_first] = self.una[of[is_first]] - 1
        aeth = HAS_AETH[opcode] != 0
        wrong = psn <= before
        wrong |= aeth & (columns.syndrome[rows] >> VALUE_BITS != POSITIVE)
        # the top at the time of each answer: that of the last request before it in its exchange
        asked = np.searchsorted(self.request_places, self.response_places) - 1
        has_request = (asked >= 0) & (self.of[asked] == of) if len(self.of) else np.zeros(len(of), np.bool_)
        top = self.top[of]
        if has_request.any():
            top = np.where(has_request, (self.psn + self.span)[asked], top)
        wrong |= (psn >= top) | (psn < top - COPY_WINDOW)
        # responses of their own that are due
        self._list_due_responses()
        base = self.base[of]
        now, after = self._count_due(base + psn), self._count_due(base + psn + 1)
        since = self._count_due(base + before + 1)
        data = OPERATION_OF[opcode] != ACK
        wrong |= np.where(data, (now != since) | (after == now), after != since)
        which = np.maximum(np.searchsorted(self.due_start, base + psn, side="right") - 1, 0)
        if data.any():
            if not len(self.due_start):
                wrong |= data
            else:
                pmtu = self.pmtu[of]
                kind = self.due_kind[which]
                done = (base + psn - self.due_start[which]) * pmtu
                expect = np.where(kind == READ, np.minimum(pmtu, self.due_size[which] - done), 0)
                single = (kind == READ) & (self.due_span[which] == 1)
                expect = np.where(single, self.due_size[which], expect)
                wrong |= data & ((RESPONSE_TO[kind] != OPERATION_OF[opcode]) | (self.response_size != expect))
                wrong |= data & (pmtu == 0) & (self.response_size > self.least[of])
                wrong |= data & (pmtu == 0) & _GOES_ON[opcode]
        # MSNs advance, and by no more than PSNs do: see `queue_pair_reuse.msn_jumps`
        counted = np.flatnonzero(aeth)
        if len(counted):
            msn, number, counted_of = columns.msn[rows[counted]].astype(np.int64), psn[counted], of[counted]
            heads = np.flatnonzero(np.append(True, counted_of[1:] != counted_of[:-1]))
            last, last_number = np.append(0, msn[:-1]), np.append(0, number[:-1])
            known = [flow_state.answers[side].highest_ack or NO_ANSWER for flow_state, side in self.exchanges]
            last_number[heads], last[heads] = np.array(known, np.int64)[counted_of[heads]].T
            wrong[counted[((msn - last) & PSN_MASK) > number - last_number]] = True
        silent = np.array([tracker.silent for tracker in self.trackers], np.bool_)
        dropped[self.response_places[wrong | silent[of]]] = True

    def _list_due_responses(self) -> None:
        """Requests with responses of their own, on one PSN line: pending ones, and those of this batch."""
        starts: list[int] = []
        spans: list[int] = []
        sizes: list[int] = []
        kinds: list[int] = []
        for place, tracker in enumerate(self.trackers):
            base = int(self.base[place])
            near = tracker.top or 0
            for message in tracker.pending:
                operation = OPERATIONS.index(message.kind)
                if operation in ANSWERED and message.last_psn is not None:
                    first = unwrap(message.first_psn, near)
                    starts.append(base + first)
                    spans.append(((message.last_psn - message.first_psn) & PSN_MASK) + 1)
                    sizes.append(message.size or 0)
                    kinds.append(operation)
        needs = _NEEDS[self.opcode]
        at = np.concatenate((np.array(starts, np.int64), (self.base[self.of] + self.psn)[needs]))
        span = np.concatenate((np.array(spans, np.int64), self.span[needs]))
        size = np.concatenate((np.array(sizes, np.int64), self.dmalen[needs]))
        kind = np.concatenate((np.array(kinds, np.int64), self.operation[needs].astype(np.int64)))
        order = np.argsort(at, kind="stable")
        self.due_start, self.due_span, self.due_size, self.due_kind = at[order], span[order], size[order], kind[order]
        self.due_before = np.concatenate(([0], np.cumsum(self.due_span)))

    def _count_due(self, at: Ints) -> Ints:
        """How many PSNs below each place on the line need responses of their own."""
        if not len(self.due_start):
            return np.zeros(len(at), np.int64)
        which = np.searchsorted(self.due_start, at, side="left") - 1
        inside = np.minimum(at - self.due_start[which], self.due_span[which])
        counted: Ints = np.where(which < 0, 0, self.due_before[which] + inside)
        return counted


def _unwrap(psn: Ints, near: Ints) -> Ints:
    """The numbers without wrapping that are nearest to others."""
    unwrapped: Ints = near + ((psn - near + HALF) & PSN_MASK) - HALF
    return unwrapped

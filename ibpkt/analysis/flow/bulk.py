"""Clean stretches of flows in bulk: what `requests` and `answers` do packet by packet, done for all of them at once.

A stretch is what an exchange (the requests of one end, and their answers) has of packets that seem clean (see `turns`).
It is clean as far as its requests follow each other, their messages are well formed, and answers are positive, new and
complete.  Then there is nothing to find, and only sums and the messages under way have to be brought forward.  From the
first packet on that is not clean, all is left to the state machines, which define what is right; a test holds both
equal.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibpkt.analysis.columns.transport import (
    ATOMIC,
    BEGINS,
    ENDS,
    HAS_AETH,
    KIND_OF,
    OPERATION_OF,
    OPERATIONS,
    POSITION_OF,
    REQUEST,
    WRITE,
    Transport,
)
from ibpkt.analysis.flow.bulk_update import apply_clean
from ibpkt.analysis.flow.flow_state import FlowState
from ibpkt.analysis.flow.reassembly import ACK, ANSWERED, FIRST, LAST, MAX_PENDING, MIDDLE, READ
from ibpkt.analysis.flow.sequence import COPY_WINDOW, HALF, PSN_MASK, Results, unwrap
from ibpkt.protocols import ACK as POSITIVE
from ibpkt.protocols import VALUE_BITS

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Array = NDArray[Any]

#: the highest answer and its count, where there is none: any other jumps
NO_ANSWER = (1 << 62, 0)
#: sequence numbers between one exchange and the next, where all are put on one line
EXCHANGE_DISTANCE = 1 << 36

_NEEDS = np.isin(OPERATION_OF, sorted(ANSWERED)) & (KIND_OF == REQUEST)
_GOES_ON = np.isin(POSITION_OF, (FIRST, MIDDLE))
#: which operation answers which
_ANSWER_OF = np.zeros(len(OPERATIONS), np.int64)
for _name in ("READ", "FLUSH", "ATOMIC WRITE"):
    _ANSWER_OF[OPERATIONS.index(_name)] = READ
_ANSWER_OF[ATOMIC] = ATOMIC


def can_bulk(live: FlowState, side: int) -> bool:
    """Whether nothing is pending in the exchange of one side but its messages."""
    if side not in live.requests:
        return False
    requests, answers = live.requests[side], live.answers[side]
    calm = requests.top is not None and requests.asm == requests.top and not requests.lost_start and not requests.dead
    calm = calm and not requests.untracked and requests.maybe_new_connection is None
    if (
        not calm
        or requests.next_retransmission >= 0
        or requests.resend_from >= 0
        or requests.length_unknown is not None
        or requests.holes
    ):
        return False
    message = requests.open
    if message is not None and (message.size is None or not message.whole):
        return False
    if requests.silent:
        return not requests.pending or requests.open is requests.pending[0]
    if requests.epsn != requests.top or len(requests.pending) > MAX_PENDING // 2:
        return False
    if answers.top > requests.una or any(behind > requests.una for _, behind in answers.repeats):
        return False
    highest = answers.highest
    return highest is None or highest[0] < requests.una + 1


def advance_in_bulk(
    columns: Transport,
    rows: Ints,
    exchange: Ints,
    exchanges: list[tuple[FlowState, int]],
    bad: Bools | None,
    results: Results,
) -> Bools:
    """Bring calm exchanges forward as far as they are clean.

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
    stretch = ExchangeColumns(columns, rows, exchange, exchanges, bad)
    clean = stretch.clean()
    if clean.any():
        apply_clean(stretch, results)
    return clean


class ExchangeColumns:
    """What all exchanges have in a batch.

    Args:
        columns: the packets of the batch.
        rows: those of the exchanges, one exchange after the other, each in the order of the capture, shape (n,).
        exchange: the place of each packet's exchange, shape (n,).
        exchanges: flows, and the sides that request.
        bad: packets with a wrong ICRC, where that is known.
    """

    def __init__(
        self, columns: Transport, rows: Ints, exchange: Ints, exchanges: list[tuple[FlowState, int]], bad: Bools | None
    ) -> None:
        self.columns, self.rows, self.exchange, self.exchanges = columns, rows, exchange, exchanges
        self.bad = bad
        machines = [live.requests[side] for live, side in exchanges]
        self.machines = machines
        self.pmtu = np.array([machine.flow.pmtu or 0 for machine in machines], np.int64)
        self.least = np.array([machine.flow.pmtu_least for machine in machines], np.int64)
        self.top = np.array([machine.top for machine in machines], np.int64)
        self.una = np.array([machine.una for machine in machines], np.int64)
        self.base = np.arange(len(machines), dtype=np.int64) * EXCHANGE_DISTANCE - self.una + (EXCHANGE_DISTANCE >> 1)
        opcode = columns.opcode[rows]
        is_request = KIND_OF[opcode] == REQUEST
        self.asks = np.flatnonzero(is_request)  # places in rows
        self.tells = np.flatnonzero(~is_request)
        # requests
        self.opcode = opcode[self.asks]
        self.of = exchange[self.asks]
        ask_rows = rows[self.asks]
        self.size = columns.size[ask_rows]
        self.dmalen = columns.dmalen[ask_rows].astype(np.int64)
        self.operation = OPERATION_OF[self.opcode]
        pmtu = self.pmtu[self.of]
        self.span = np.ones(len(ask_rows), np.int64)
        long = (self.operation == READ) & (self.dmalen > self.least[self.of])
        self.span[long] = -(-self.dmalen[long] // np.maximum(pmtu[long], 1))
        self.psn = _unwrap(columns.psn[ask_rows].astype(np.int64), self.top[self.of])
        # answers
        tell_rows = rows[self.tells]
        self.told_of = exchange[self.tells]
        self.told_opcode = opcode[self.tells]
        self.told_size = columns.size[tell_rows]
        self.told_psn = _unwrap(columns.psn[tell_rows].astype(np.int64), self.una[self.told_of])

    # -- judging ----------------------------------------------------------------------------------------------------

    def clean(self) -> Bools:
        """Which packets are clean, and all before them in their exchange; the others are forgotten here."""
        wrong = self.columns.stopped[self.rows]
        if self.bad is not None:
            wrong |= self.bad[self.rows]
        wrong |= self._too_many()[self.exchange]
        self._judge_requests(wrong)
        self._forget(self._behind(wrong))
        wrong[:] = False
        self._judge_answers(wrong)
        self._forget(self._behind(wrong))
        self._forget(self._beyond(self._left()))
        return self._left()

    def _left(self) -> Bools:
        """Which packets have not been forgotten."""
        left = np.zeros(len(self.rows), np.bool_)
        left[self.asks] = True
        left[self.tells] = True
        return left

    def _beyond(self, left: Bools) -> Bools:
        """Packets behind the first of the same flow's other exchange that is not clean: the flow may end there."""
        flows = [live.flow.number for live, _ in self.exchanges]
        if len(set(flows)) == len(flows) or left.all():
            return np.zeros(len(left), np.bool_)
        _, flow = np.unique(flows, return_inverse=True)
        first = np.full(len(flows), np.iinfo(np.int64).max)
        of = flow[self.exchange]
        np.minimum.at(first, of[~left], self.rows[~left])
        beyond: Bools = self.rows >= first[of]
        return beyond

    def _too_many(self) -> Bools:
        """Which exchanges may have more messages that wait than are remembered, and answers."""
        asked = np.bincount(self.of, minlength=len(self.machines))
        told = np.bincount(self.told_of, minlength=len(self.machines))
        room = np.array([machine.most_pending - len(machine.pending) for machine in self.machines], np.int64)
        many: Bools = (asked > room) & (told > 0)
        return many

    def _behind(self, wrong: Bools) -> Bools:
        """Packets that are wrong, and all behind them in their exchange."""
        places = np.flatnonzero(wrong)
        first = np.full(len(self.exchanges), len(wrong), np.int64)
        exchanges, at = np.unique(self.exchange[places], return_index=True)
        first[exchanges] = places[at]
        behind: Bools = np.arange(len(wrong)) >= first[self.exchange]
        return behind

    def _forget(self, gone: Bools) -> None:
        """Leave some of the packets to others."""
        if not gone.any():
            return
        asks, tells = ~gone[self.asks], ~gone[self.tells]
        for name in ("asks", "of", "opcode", "size", "dmalen", "operation", "span", "psn"):
            setattr(self, name, getattr(self, name)[asks])
        for name in ("tells", "told_of", "told_opcode", "told_size", "told_psn"):
            setattr(self, name, getattr(self, name)[tells])

    def _judge_requests(self, gone: Bools) -> None:
        of, opcode, size, operation = self.of, self.opcode, self.size, self.operation
        if not len(of):
            return
        fresh = np.ones(len(of), np.bool_)  # the first of its exchange
        fresh[1:] = of[1:] != of[:-1]
        follows = np.empty(len(of), np.int64)
        follows[1:] = self.psn[:-1] + self.span[:-1]
        follows[fresh] = self.top[of[fresh]]
        wrong = self.psn != follows
        # messages
        opens = [machine.open for machine in self.machines]
        inside_now = np.array([0 if each is None else OPERATIONS.index(each.kind) for each in opens], np.uint8)
        inside = np.empty(len(of), np.uint8)
        inside[1:] = np.where(_GOES_ON[opcode[:-1]], operation[:-1], 0)
        inside[fresh] = inside_now[of[fresh]]
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
        first = np.maximum.accumulate(np.where(begins | fresh, np.arange(len(of)), 0))
        carried = total - before[first]
        said = self.dmalen[first]
        late = ~begins[first]  # it began before this batch
        if late.any():
            sizes = np.array([0 if each is None else each.size or 0 for each in opens], np.int64)
            saids = np.array([machine.declared_length for machine in self.machines], np.int64)
            carried[late] += sizes[of[late]]
            said = np.where(late, saids[of], said)
        wrong |= ends & (operation == WRITE) & (carried != said)
        gone[self.asks[wrong]] = True

    def _judge_answers(self, gone: Bools) -> None:
        of, psn, opcode = self.told_of, self.told_psn, self.told_opcode
        if not len(of):
            return
        columns, rows = self.columns, self.rows[self.tells]
        fresh = np.ones(len(of), np.bool_)
        fresh[1:] = of[1:] != of[:-1]
        before = np.empty(len(of), np.int64)
        before[1:] = psn[:-1]
        before[fresh] = self.una[of[fresh]] - 1
        aeth = HAS_AETH[opcode] != 0
        wrong = psn <= before
        wrong |= aeth & (columns.syndrome[rows] >> VALUE_BITS != POSITIVE)
        # the top at the time of each answer: that of the last request before it in its exchange
        asked = np.searchsorted(self.asks, self.tells) - 1
        there = (asked >= 0) & (self.of[asked] == of) if len(self.of) else np.zeros(len(of), np.bool_)
        top = self.top[of]
        if there.any():
            top = np.where(there, (self.psn + self.span)[asked], top)
        wrong |= (psn >= top) | (psn < top - COPY_WINDOW)
        # responses of their own that are due
        self._due()
        base = self.base[of]
        now, after = self._count(base + psn), self._count(base + psn + 1)
        since = self._count(base + before + 1)
        data = OPERATION_OF[opcode] != ACK
        wrong |= np.where(data, (now != since) | (after == now), after != since)
        which = np.maximum(np.searchsorted(self.due_at, base + psn, side="right") - 1, 0)
        if data.any():
            if not len(self.due_at):
                wrong |= data
            else:
                pmtu = self.pmtu[of]
                kind = self.due_kind[which]
                done = (base + psn - self.due_at[which]) * pmtu
                expect = np.where(kind == READ, np.minimum(pmtu, self.due_size[which] - done), 0)
                single = (kind == READ) & (self.due_span[which] == 1)
                expect = np.where(single, self.due_size[which], expect)
                wrong |= data & ((_ANSWER_OF[kind] != OPERATION_OF[opcode]) | (self.told_size != expect))
                wrong |= data & (pmtu == 0) & (self.told_size > self.least[of])
                wrong |= data & (pmtu == 0) & _GOES_ON[opcode]
        # message sequence numbers go on, and by no more than there are numbers: see `reuse.jumps`
        counted = np.flatnonzero(aeth)
        if len(counted):
            msn, number, mine = columns.msn[rows[counted]].astype(np.int64), psn[counted], of[counted]
            heads = np.flatnonzero(np.append(True, mine[1:] != mine[:-1]))
            last, last_number = np.append(0, msn[:-1]), np.append(0, number[:-1])
            known = [live.answers[side].highest or NO_ANSWER for live, side in self.exchanges]
            last_number[heads], last[heads] = np.array(known, np.int64)[mine[heads]].T
            wrong[counted[((msn - last) & PSN_MASK) > number - last_number]] = True
        silent = np.array([machine.silent for machine in self.machines], np.bool_)
        gone[self.tells[wrong | silent[of]]] = True

    def _due(self) -> None:
        """Requests that an acknowledgement does not answer, on one line: those that wait, and those of this batch."""
        starts: list[int] = []
        spans: list[int] = []
        sizes: list[int] = []
        kinds: list[int] = []
        for place, machine in enumerate(self.machines):
            base = int(self.base[place])
            near = machine.top or 0
            for message in machine.pending:
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
        self.due_at, self.due_span, self.due_size, self.due_kind = at[order], span[order], size[order], kind[order]
        self.due_before = np.concatenate(([0], np.cumsum(self.due_span)))

    def _count(self, at: Ints) -> Ints:
        """How many numbers below each place on the line must have responses of their own."""
        if not len(self.due_at):
            return np.zeros(len(at), np.int64)
        which = np.searchsorted(self.due_at, at, side="left") - 1
        inside = np.minimum(at - self.due_at[which], self.due_span[which])
        counted: Ints = np.where(which < 0, 0, self.due_before[which] + inside)
        return counted


def _unwrap(psn: Ints, near: Ints) -> Ints:
    """The numbers without wrapping that are nearest to others."""
    unwrapped: Ints = near + ((psn - near + HALF) & PSN_MASK) - HALF
    return unwrapped

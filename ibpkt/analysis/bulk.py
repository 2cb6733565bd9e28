"""Clean stretches of flows in bulk: what `requests` and `answers` do packet by packet, done for all of them at once.

A stretch is what an exchange (the requests of one end, and their answers) has in a batch.  It is clean if its requests
follow each other, their messages are well formed, and answers are positive, new and complete.  Then there is nothing to
find, and only sums and the messages under way have to be brought forward.  What is not clean is left to the state
machines, which define what is right; a test holds both equal.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibpkt.analysis.answers import RECENT
from ibpkt.analysis.live import REQUEST, RESPONSE, Live
from ibpkt.analysis.messages import Message
from ibpkt.analysis.packets import (
    HAS_AETH,
    HAS_IMMEDIATE,
    HAS_RETH,
    KIND_OF,
    OPERATION_OF,
    OPERATIONS,
    POSITION_OF,
    Transport,
)
from ibpkt.analysis.requests import (
    ACK,
    ANSWERED,
    ATOMIC_SIZE,
    CARRYING,
    EARLY,
    FIRST,
    LAST,
    MIDDLE,
    ONLY,
    PMTUS,
    READ,
    Requests,
)
from ibpkt.analysis.sequence import HALF, MASK, MEMORY, Desk
from ibpkt.protocols.extended import RETH, AtomicETH
from ibpkt.protocols.opcodes import OPCODES

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Array = NDArray[Any]

#: packets of an exchange in a batch below which the state machines are as fast
FEW = 8
#: sequence numbers between one exchange and the next, where all are put on one line
APART = 1 << 36

ATOMIC, WRITE = OPERATIONS.index("ATOMIC"), OPERATIONS.index("WRITE")
_NEEDS = np.isin(OPERATION_OF, sorted(ANSWERED)) & (KIND_OF == REQUEST)
_BEGINS = np.isin(POSITION_OF, (FIRST, ONLY))
_ENDS = np.isin(POSITION_OF, (LAST, ONLY))
_GOES_ON = np.isin(POSITION_OF, (FIRST, MIDDLE))
_HAS_REMOTE = np.array(
    [code in OPCODES and not {RETH, AtomicETH}.isdisjoint(OPCODES[code].headers) for code in range(256)]
)
#: which operation answers which
_ANSWER_OF = np.zeros(len(OPERATIONS), np.int64)
for _name in ("READ", "FLUSH", "ATOMIC WRITE"):
    _ANSWER_OF[OPERATIONS.index(_name)] = READ
_ANSWER_OF[ATOMIC] = ATOMIC


def is_calm(live: Live, side: int) -> bool:
    """Whether nothing is pending in the exchange of one side but its messages."""
    requests, answers = live.requests[side], live.answers[side]
    calm = requests.top is not None and requests.asm == requests.top and not requests.torn and not requests.dead
    if not calm or requests.again >= 0 or requests.asked >= 0 or requests.elastic is not None or requests.holes:
        return False
    if requests.silent:
        return not requests.pending or requests.open is requests.pending[0]
    if requests.epsn != requests.top or answers.repeats or answers.echoes or len(requests.pending) > EARLY // 2:
        return False
    message = requests.open
    if message is not None and (message.size is None or not message.whole):
        return False
    highest = answers.highest
    return highest is None or highest[0] < requests.una + 1


def advance(
    columns: Transport, streams: Ints, known: list[tuple[Live, int] | None], bad: Bools | None, desk: Desk
) -> Bools:
    """Bring clean exchanges forward.

    Args:
        columns: the packets of a batch.
        streams: for each the place of its stream in ``known``, shape (n,).
        known: flows, and the sides that send.
        bad: packets with a wrong ICRC, where that is known.
        desk: takes facts and messages.

    Returns:
        Which packets are done.
    """
    done = np.zeros(len(columns), np.bool_)
    exchanges: list[tuple[Live, int]] = []
    places: dict[tuple[int, int], int] = {}
    table = np.full((len(known), 2), -1, np.int64)  # by stream, for requests and for answers
    for stream, found in enumerate(known):
        if found is None:
            continue
        live, side = found
        for column, owner in enumerate((side, 1 - side)):
            if not (live.joined or live.requests[owner].silent) or not is_calm(live, owner):
                continue
            key = (live.flow.number, owner)
            if key not in places:
                places[key] = len(exchanges)
                exchanges.append((live, owner))
            table[stream, column] = places[key]
    if not exchanges:
        return done
    kind = columns.kind
    exchange = np.where(kind == REQUEST, table[streams, 0], np.where(kind == RESPONSE, table[streams, 1], -1))
    counts = np.bincount(exchange[exchange >= 0], minlength=len(exchanges))
    exchange = np.where((exchange >= 0) & (counts[exchange] >= FEW), exchange, -1)
    chosen = np.flatnonzero(exchange >= 0)
    if not len(chosen):
        return done
    order = chosen[np.argsort(exchange[chosen], kind="stable")]
    stretch = _Stretches(columns, order, exchange[order], exchanges, bad)
    clean = stretch.clean()
    if not clean.any():
        return done
    stretch.commit(clean, desk)
    done[order] = clean[stretch.exchange]
    return done


class _Stretches:
    """What all exchanges have in a batch.

    Args:
        columns: the packets of the batch.
        rows: those of the exchanges, one exchange after the other, each in the order of the capture, shape (n,).
        exchange: the place of each packet's exchange, shape (n,).
        exchanges: flows, and the sides that request.
        bad: packets with a wrong ICRC, where that is known.
    """

    def __init__(
        self, columns: Transport, rows: Ints, exchange: Ints, exchanges: list[tuple[Live, int]], bad: Bools | None
    ) -> None:
        self.columns, self.rows, self.exchange, self.exchanges = columns, rows, exchange, exchanges
        self.bad = bad
        machines = [live.requests[side] for live, side in exchanges]
        self.machines = machines
        self.pmtu = np.array([machine.flow.pmtu or 0 for machine in machines], np.int64)
        self.top = np.array([machine.top for machine in machines], np.int64)
        self.una = np.array([machine.una for machine in machines], np.int64)
        self.base = np.arange(len(machines), dtype=np.int64) * APART - self.una + (APART >> 1)
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
        long = (self.operation == READ) & (self.dmalen > PMTUS[0])
        self.span[long] = -(-self.dmalen[long] // np.maximum(pmtu[long], 1))
        self.psn = _unwrap(columns.psn[ask_rows].astype(np.int64), self.top[self.of])
        self.begin = np.searchsorted(self.of, np.arange(len(machines)))  # of each exchange's requests
        self.end = np.searchsorted(self.of, np.arange(len(machines)), side="right")
        # answers
        tell_rows = rows[self.tells]
        self.told_of = exchange[self.tells]
        self.told_opcode = opcode[self.tells]
        self.told_size = columns.size[tell_rows]
        self.told_psn = _unwrap(columns.psn[tell_rows].astype(np.int64), self.una[self.told_of])
        self.told_begin = np.searchsorted(self.told_of, np.arange(len(machines)))
        self.told_end = np.searchsorted(self.told_of, np.arange(len(machines)), side="right")

    # -- judging ----------------------------------------------------------------------------------------------------

    def clean(self) -> Bools:
        """Which exchanges are clean."""
        good = np.ones(len(self.exchanges), np.bool_)
        if self.bad is not None:
            good[self.exchange[self.bad[self.rows]]] = False
        self._judge_requests(good)
        self._judge_answers(good)
        return good

    def _judge_requests(self, good: Bools) -> None:
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
        begins, ends, goes_on = _BEGINS[opcode], _ENDS[opcode], _GOES_ON[opcode]
        wrong |= np.where(begins, inside != 0, inside != operation)
        pmtu = self.pmtu[of]
        reads = operation == READ
        wrong |= goes_on & (size != pmtu)
        wrong |= ends & ~reads & (pmtu > 0) & (size > pmtu)
        wrong |= (POSITION_OF[opcode] == LAST) & ((size == 0) | (pmtu == 0))
        wrong |= reads & (pmtu == 0) & (self.dmalen > PMTUS[0])
        # the length that a WRITE names
        total = np.cumsum(size)
        before = np.concatenate(([0], total[:-1]))
        first = np.maximum.accumulate(np.where(begins | fresh, np.arange(len(of)), 0))
        carried = total - before[first]
        said = self.dmalen[first]
        late = ~begins[first]  # it began before this batch
        if late.any():
            sizes = np.array([0 if each is None else each.size or 0 for each in opens], np.int64)
            saids = np.array([machine.said for machine in self.machines], np.int64)
            carried[late] += sizes[of[late]]
            said = np.where(late, saids[of], said)
        self.first, self.carried = first, carried
        wrong |= ends & (operation == WRITE) & (carried != said)
        good[of[wrong]] = False

    def _judge_answers(self, good: Bools) -> None:
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
        wrong |= aeth & (columns.syndrome[rows] >> 5 != 0)
        # the top at the time of each answer: that of the last request before it in its exchange
        asked = np.searchsorted(self.asks, self.tells) - 1
        there = (asked >= 0) & (self.of[asked] == of) if len(self.of) else np.zeros(len(of), np.bool_)
        top = self.top[of]
        if there.any():
            top = np.where(there, (self.psn + self.span)[asked], top)
        wrong |= (psn >= top) | (psn < top - MEMORY)
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
                good[of[data]] = False
            else:
                pmtu = self.pmtu[of]
                kind = self.due_kind[which]
                done = (base + psn - self.due_at[which]) * pmtu
                expect = np.where(kind == READ, np.minimum(pmtu, self.due_size[which] - done), 0)
                single = (kind == READ) & (self.due_span[which] == 1)
                expect = np.where(single, self.due_size[which], expect)
                wrong |= data & ((_ANSWER_OF[kind] != OPERATION_OF[opcode]) | (self.told_size != expect))
                wrong |= data & (pmtu == 0) & np.isin(POSITION_OF[opcode], (FIRST, MIDDLE))
        self.which, self.data = which, data
        # message sequence numbers do not go back
        counted = np.flatnonzero(aeth)
        if len(counted):
            msn = columns.msn[rows[counted]].astype(np.int64)
            mine = of[counted]
            new = np.ones(len(mine), np.bool_)
            new[1:] = mine[1:] != mine[:-1]
            last = np.empty(len(mine), np.int64)
            last[1:] = msn[:-1]
            highest = [live.answers[side].highest for live, side in self.exchanges]
            heads = np.flatnonzero(new)
            last[heads] = [
                msn[at] if (known := highest[of_]) is None else known[1]
                for at, of_ in zip(heads.tolist(), mine[heads].tolist(), strict=True)
            ]
            good[mine[((msn - last) & MASK) >= HALF]] = False
        good[of[wrong]] = False
        silent = np.array([machine.silent for machine in self.machines], np.bool_)
        good[of[silent[of]]] = False

    def _due(self) -> None:
        """Requests that an acknowledgement does not answer, on one line: those that wait, and those of this batch."""
        starts: list[int] = []
        spans: list[int] = []
        sizes: list[int] = []
        kinds: list[int] = []
        for place, machine in enumerate(self.machines):
            base = int(self.base[place])
            una = machine.una
            for message in machine.pending:
                operation = OPERATIONS.index(message.kind)
                if operation in ANSWERED and message.last_psn is not None:
                    first = una + ((message.first_psn - una + HALF) & MASK) - HALF
                    starts.append(base + first)
                    spans.append(((message.last_psn - message.first_psn) & MASK) + 1)
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

    # -- bringing forward -------------------------------------------------------------------------------------------

    def commit(self, clean: Bools, desk: Desk) -> None:
        """Bring the clean exchanges forward."""
        columns = self.columns
        lengths = columns.length[self.rows]
        marked = (columns.ce | (columns.fecn != 0))[self.rows]
        bytes_ask = np.concatenate(([0], np.cumsum(lengths[self.asks])))
        bytes_tell = np.concatenate(([0], np.cumsum(lengths[self.tells])))
        marks_ask = np.concatenate(([0], np.cumsum(marked[self.asks])))
        marks_tell = np.concatenate(([0], np.cumsum(marked[self.tells])))
        load_ask = np.concatenate(([0], np.cumsum(self.size)))
        load_tell = np.concatenate(([0], np.cumsum(self.told_size)))
        numbers = np.array([live.flow.number for live, _ in self.exchanges], np.int64)
        flows = desk.column("flow")
        kept = clean[self.exchange]
        flows[self.rows[kept]] = numbers[self.exchange[kept]]
        for place in np.flatnonzero(clean).tolist():
            live, side = self.exchanges[place]
            a, b = int(self.begin[place]), int(self.end[place])
            c, d = int(self.told_begin[place]), int(self.told_end[place])
            if a == b and c == d:
                continue
            mine, other = live.flow.sides[side], live.flow.sides[1 - side]
            for end, low, high, sums in (
                (mine, a, b, (bytes_ask, marks_ask, load_ask)),
                (other, c, d, (bytes_tell, marks_tell, load_tell)),
            ):
                end.packets += high - low
                end.bytes += int(sums[0][high] - sums[0][low])
                end.marked += int(sums[1][high] - sums[1][low])
                end.payload += int(sums[2][high] - sums[2][low])
            mine.requests += b - a
            mine.fresh += int(load_ask[b] - load_ask[a])
            other.answers += d - c
            other.fresh += int(load_tell[d] - load_tell[c])
            _Exchange(self, place, slice(a, b), slice(c, d)).bring(desk)


class _Exchange:
    """A clean exchange, and what it has in a batch."""

    def __init__(self, stretch: _Stretches, place: int, asks: slice, tells: slice) -> None:
        self.stretch = stretch
        self.live, self.side = stretch.exchanges[place]
        self.machine: Requests = stretch.machines[place]
        self.place = place
        self.asks, self.tells = asks, tells
        self.ask_rows = stretch.rows[stretch.asks[asks]]
        self.tell_rows = stretch.rows[stretch.tells[tells]]

    def bring(self, desk: Desk) -> None:
        """Bring it forward."""
        flow, columns, machine = self.live.flow, self.stretch.columns, self.machine
        rows = (self.ask_rows, self.tell_rows)
        times = [int(columns.time[each].max()) for each in rows if len(each)]
        flow.last = max(flow.last, *times)
        self.live.touched = max(self.live.touched, *(int(columns.frame[each[-1]]) for each in rows if len(each)))
        fresh = self._messages(desk)
        if len(self.ask_rows):
            psn = self.stretch.psn[self.asks]
            top = int(psn[-1] + self.stretch.span[self.asks][-1])
            machine.top = machine.asm = top
            if not machine.silent:
                machine.epsn = top
            machine.suspect = -1
            machine.mine.last_psn = (top - 1) & MASK
            machine.active = int(columns.time[self.ask_rows[-1]])
            machine.copies.add_many(
                psn, columns.frame[self.ask_rows], columns.time[self.ask_rows], columns.ident[self.ask_rows]
            )
        self._answered(desk, fresh)

    # -- messages ---------------------------------------------------------------------------------------------------

    def _messages(self, desk: Desk) -> _Table:
        """All messages under way or begun, those that wait first."""
        stretch, machine, columns = self.stretch, self.machine, self.stretch.columns
        opcode, psn, span = stretch.opcode[self.asks], stretch.psn[self.asks], stretch.span[self.asks]
        begins, ends = np.flatnonzero(_BEGINS[opcode]), np.flatnonzero(_ENDS[opcode])
        waiting = list(machine.pending)
        tail_open = machine.open
        frames, times = columns.frame[self.ask_rows], columns.time[self.ask_rows]
        # the message that was open goes on
        numbers = machine.count + np.cumsum(_BEGINS[opcode])
        desk.column("message")[self.ask_rows] = numbers
        if tail_open is not None and len(opcode):
            stop = int(begins[0]) if len(begins) else len(opcode)
            if stop:
                self._extend(desk, tail_open, slice(0, stop), opcode, frames, times, psn)
                if len(ends) and ends[0] < stop:
                    machine.open = None
                    ends = ends[1:]
        machine.count += len(begins)
        una = machine.una
        first = [una + ((each.first_psn - una + HALF) & MASK) - HALF for each in waiting]
        last = [
            1 << 62 if each.last_psn is None else una + ((each.last_psn - una + HALF) & MASK) - HALF for each in waiting
        ]
        closes = np.full(len(begins), 1 << 62, np.int64)
        closes[: len(ends)] = (psn + span - 1)[ends]
        table = _Table(
            waiting,
            np.concatenate((np.array(first, np.int64), psn[begins])),
            np.concatenate((np.array(last, np.int64), closes)),
            begins,
            ends,
        )
        return table

    def _extend(
        self, desk: Desk, message: Message, part: slice, opcode: Array, frames: Ints, times: Ints, psn: Ints
    ) -> None:
        """More packets of a message that was open."""
        size = self.stretch.size[self.asks][part]
        message.packets += len(size)
        assert message.size is not None
        message.size += int(size.sum())
        message.last_frame, message.end = int(frames[part][-1]), int(times[part][-1])
        if desk.payload:
            message.frames += frames[part].tolist()
        at = part.stop - 1
        if _ENDS[opcode[at]]:
            message.last_psn = int(psn[at]) & MASK
            if HAS_IMMEDIATE[opcode[at]]:
                message.immediate = int(self.stretch.columns.immediate[self.ask_rows[at]])

    def _make(self, desk: Desk, table: _Table, which: Ints, number: int) -> list[Message]:
        """Objects for messages that began in this batch, by their places among those.

        Args:
            desk: says whether frames are wanted.
            table: the messages.
            which: their places, ascending.
            number: that of the first message that began in this batch.
        """
        if not len(which):
            return []
        stretch, columns, flow = self.stretch, self.stretch.columns, self.live.flow
        asks = self.ask_rows
        begins = table.begins[which]
        whole = which < len(table.ends)
        stops = np.where(whole, np.append(table.ends, len(asks) - 1)[np.minimum(which, len(table.ends))], len(asks) - 1)
        opcode, final = stretch.opcode[self.asks][begins], stretch.opcode[self.asks][stops]
        operation = OPERATION_OF[opcode].tolist()
        loads = stretch.size[self.asks]
        total = np.concatenate(([0], np.cumsum(loads)))
        carried = total[stops + 1] - total[begins]
        psn = stretch.psn[self.asks]
        span = stretch.span[self.asks]
        rows = asks[begins]
        remote = _HAS_REMOTE[opcode]
        lists = zip(
            which.tolist(), operation, (psn[begins] & MASK).tolist(), columns.frame[rows].tolist(),
            columns.time[rows].tolist(), ((psn + span - 1)[stops] & MASK).tolist(), columns.frame[asks[stops]].tolist(),
            columns.time[asks[stops]].tolist(), whole.tolist(), carried.tolist(), stretch.dmalen[self.asks][begins].tolist(),
            (stops - begins + 1).tolist(), remote.tolist(), columns.va[rows].tolist(), columns.r_key[rows].tolist(),
            (HAS_IMMEDIATE[final] * whole).tolist(), columns.immediate[asks[stops]].tolist(), begins.tolist(), stops.tolist(),
            strict=True,
        )  # fmt: skip
        frames = columns.frame[asks] if desk.payload else None
        made: list[Message] = []
        for (
            place, kind, first, frame, time, last, last_frame, end, ends, load, dmalen, packets, has_remote, va, r_key,
            has_immediate, immediate, low, high,
        ) in lists:  # fmt: skip
            name = OPERATIONS[kind]
            made.append(
                Message(
                    flow.number, self.side, number + place, name, flow.service, first, frame, time,
                    last_psn=last if ends else None, last_frame=last_frame, end=end,
                    size=load if name in CARRYING else ATOMIC_SIZE if name == "ATOMIC" else dmalen,
                    packets=0 if kind == READ else packets,
                    address=va if has_remote else None, r_key=r_key if has_remote else None,
                    immediate=immediate if has_immediate else None,
                )
            )  # fmt: skip
            if frames is not None and kind != READ:
                made[-1].frames = frames[low : high + 1].tolist()
        return made

    # -- answers ----------------------------------------------------------------------------------------------------

    def _answered(self, desk: Desk, table: _Table) -> None:
        stretch, machine, columns = self.stretch, self.machine, self.stretch.columns
        answers = self.live.answers[self.side]
        told = stretch.told_psn[self.tells]
        rows = self.tell_rows
        old = len(table.waiting)
        number = machine.count - len(table.begins) + 1
        if machine.silent:
            over = int(len(table.first) - (1 if stretch_open(table) else 0))
            completed = np.arange(over)
            responded = np.full(len(table.first), -1)
        else:
            responded = np.searchsorted(told, table.first)
            completed_at = np.searchsorted(told, table.last)
            over = int(np.searchsorted(-(completed_at < len(told)).astype(np.int8), 0))
            completed = completed_at[:over]
        self._count(desk, table, over, number)
        needed = np.arange(0 if desk.wants_messages else max(0, over - old), len(table.begins))
        # messages are objects where somebody wants them, and where they go on beyond this batch
        made = self._make(desk, table, needed, number)
        messages: list[Message | None] = [*table.waiting, *([None] * (len(table.begins) - len(made))), *made]
        times, frames = columns.time[rows], columns.frame[rows]
        for place, message in enumerate(messages):
            if message is None:
                continue
            if not machine.silent:
                if message.responded is None and responded[place] < len(told):
                    message.responded = int(times[responded[place]])
                if place < over:
                    message.outcome = "completed"
                    message.completed = int(times[completed[place]])
                    message.closed = int(frames[completed[place]])
            elif place < over:
                message.outcome = "sent"
                message.closed = message.last_frame or 0
            if place < over and desk.wants_messages:
                desk.messages.append(message)
        left = messages[over:]
        machine.pending.clear()
        machine.pending.extend(message for message in left if message is not None)
        if len(table.begins):
            machine.open = left[-1] if left and left[-1] is not None and left[-1].last_psn is None else None
            writes = np.flatnonzero(HAS_RETH[stretch.opcode[self.asks]] & (stretch.operation[self.asks] == WRITE))
            if len(writes):
                machine.said = int(stretch.dmalen[self.asks][writes[-1]])
        elif machine.open is not None and machine.open.last_psn is not None:
            machine.open = None
        if machine.silent:
            machine.una = machine.asm
        if len(told):
            self._tells(desk, table, told, rows, messages, number - old)
            machine.una = int(told[-1]) + 1
            answers.seen = True

    def _count(self, desk: Desk, table: _Table, over: int, number: int) -> None:
        """Count the messages that have ended."""
        mine, stretch = self.machine.mine, self.stretch
        old = len(table.waiting)
        for message in table.waiting[:over]:
            mine.messages[message.kind] = mine.messages.get(message.kind, 0) + 1
            mine.completed += message.size or 0
        fresh = over - old
        if fresh <= 0:
            return
        begins, ends = table.begins[:fresh], table.ends[:fresh]
        operation = stretch.operation[self.asks][begins]
        for kind, count in enumerate(np.bincount(operation, minlength=len(OPERATIONS)).tolist()):
            if count:
                name = OPERATIONS[kind]
                mine.messages[name] = mine.messages.get(name, 0) + count
        total = np.concatenate(([0], np.cumsum(stretch.size[self.asks])))
        carrying = np.isin(operation, [OPERATIONS.index(name) for name in CARRYING])
        sizes = np.where(carrying, total[ends + 1] - total[begins], stretch.dmalen[self.asks][begins])
        sizes[operation == ATOMIC] = ATOMIC_SIZE
        mine.completed += int(sizes.sum())

    def _tells(
        self, desk: Desk, table: _Table, told: Ints, rows: Ints, messages: list[Message | None], number: int,
    ) -> None:  # fmt: skip
        """What the answers leave behind: copies, counts, facts, and the response that goes on."""
        stretch, columns = self.stretch, self.stretch.columns
        answers = self.live.answers[self.side]
        opcode = stretch.told_opcode[self.tells]
        data = stretch.data[self.tells]
        size = stretch.told_size[self.tells]
        at = np.flatnonzero(data)
        if len(at):
            answers.copies.add_many(told[at], columns.frame[rows[at]], columns.time[rows[at]], columns.ident[rows[at]])
            answers.top = max(answers.top, int(told[at[-1]]) + 1)
        plain = np.flatnonzero(~data)[-RECENT:]
        some = rows[plain]
        answers.told.extend(
            zip(
                told[plain].tolist(), columns.syndrome[some].tolist(), columns.msn[some].tolist(),
                columns.ident[some].tolist(), strict=True,
            )
        )  # fmt: skip
        counted = np.flatnonzero(HAS_AETH[opcode])
        if len(counted):
            answers.highest = int(told[counted[-1]]), int(columns.msn[rows[counted[-1]]])
        # facts: the message of each, and the packet that it answers
        owner = np.searchsorted(table.first, told, side="right") - 1
        numbers = desk.column("message")
        complete = np.searchsorted(table.last, told, side="right") - 1  # the last message that is over by then
        before = np.concatenate(([-1], complete[:-1]))
        numbers[rows] = np.where(data, owner + number, np.where(complete > before, complete + number, 0))
        self._names(desk, table, told, rows, data, owner)
        # the READ whose response goes on
        reads = np.flatnonzero(data & (OPERATION_OF[opcode] == READ))
        if len(reads):
            final = owner[reads[-1]]
            these = reads[owner[reads] == final]
            begun = told[these[0]] == table.first[final]
            if begun:
                answers.carried, answers.exact = 0, True
            answers.carried += int(size[these].sum())
            for place in np.unique(owner[reads]).tolist():
                message = messages[place]
                if message is not None and message.kind == "READ":
                    mine = reads[owner[reads] == place]
                    message.packets += len(mine)
                    if desk.payload:
                        message.frames += columns.frame[rows[mine]].tolist()
        elif len(at):
            answers.carried, answers.exact = 0, True

    def _names(self, desk: Desk, table: _Table, told: Ints, rows: Ints, data: Bools, owner: Ints) -> None:
        """The number of the packet that each answer answers."""
        stretch, columns, machine = self.stretch, self.stretch.columns, self.machine
        psn = stretch.psn[self.asks]
        frames = columns.frame[self.ask_rows]
        firsts = np.array([message.first_frame for message in table.waiting], np.int64)
        firsts = np.concatenate((firsts, frames[table.begins]))
        names = np.zeros(len(told), np.int64)
        names[data] = firsts[owner[data]]
        if len(psn):
            where = np.minimum(np.searchsorted(psn, told), len(psn) - 1)
            here = ~data & (psn[where] == told)
            names[here] = frames[where[here]]
        else:
            here = np.zeros(len(told), np.bool_)
        for place in np.flatnonzero(~data & ~here).tolist():
            copy = machine.copies.find(int(told[place]), int(told[place]))
            if copy is not None:
                names[place] = copy.frame
        desk.column("answers")[rows] = names


class _Table(NamedTuple):
    """The messages of an exchange in a batch: those that wait, and those that begin.

    Attributes:
        waiting: those that wait.
        first, last: the sequence numbers of all.
        begins, ends: the places of the packets that begin and end those that begin here.
    """

    waiting: list[Message]
    first: Ints
    last: Ints
    begins: Ints
    ends: Ints


def stretch_open(table: _Table) -> bool:
    """Whether the last message is not at its end."""
    return bool(len(table.last)) and int(table.last[-1]) == 1 << 62


def _unwrap(psn: Ints, near: Ints) -> Ints:
    """The numbers without wrapping that are nearest to others."""
    unwrapped: Ints = near + ((psn - near + HALF) & MASK) - HALF
    return unwrapped

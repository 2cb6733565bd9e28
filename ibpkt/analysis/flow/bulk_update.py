"""Bringing clean exchanges forward: their messages, sums and state, for all of them at once.

All sequence numbers lie on one line (`ExchangeColumns.base`), so that one search serves all exchanges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ibpkt.analysis.columns.transport import (
    ATOMIC,
    BEGINS,
    ENDS,
    HAS_AETH,
    HAS_IMMEDIATE,
    HAS_REMOTE,
    INVALIDATES,
    OPERATION_OF,
    OPERATIONS,
    WRITE,
)
from ibpkt.analysis.flow.reassembly import ACK, ANSWERED, CARRYING, READ
from ibpkt.analysis.flow.request_tracker import GAP_CREDIT
from ibpkt.analysis.flow.response_tracker import RECENT_ACKS
from ibpkt.analysis.flow.sequence import PSN_MASK, Results, request_signature, unwrap
from ibpkt.analysis.results.message import Message
from ibpkt.protocols import ATOMIC_SIZE

if TYPE_CHECKING:
    from ibpkt.analysis.flow.bulk import ExchangeColumns

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Array = NDArray[Any]

#: how far behind the beginning of an exchange a message lies whose end is not known
NO_END = 1 << 35

_HAS_WORD = HAS_IMMEDIATE | INVALIDATES
_CARRYING = np.isin(np.arange(len(OPERATIONS)), [OPERATIONS.index(name) for name in CARRYING])
_ANSWERED = np.isin(np.arange(len(OPERATIONS)), list(ANSWERED))


def apply_clean(stretches: ExchangeColumns, results: Results) -> None:
    """Bring exchanges forward.

    Args:
        stretches: what exchanges have in a batch; all of it is clean.
        results: takes facts and messages.
    """
    _BulkUpdate(stretches, results).bring()


class _BulkUpdate:
    """The packets of clean exchanges: requests (``ask``) and answers (``tell``), exchange by exchange."""

    def __init__(self, stretches: ExchangeColumns, results: Results) -> None:
        self.all, self.results, self.columns = stretches, results, stretches.columns
        self.machines = stretches.machines
        self.of, self.opcode, self.psn = stretches.of, stretches.opcode, stretches.psn
        self.span, self.size, self.dmalen = stretches.span, stretches.size, stretches.dmalen
        self.operation = stretches.operation
        self.ask_rows = stretches.rows[stretches.asks]
        self.told_of, self.told_opcode = stretches.told_of, stretches.told_opcode
        self.told_psn, self.told_size = stretches.told_psn, stretches.told_size
        self.tell_rows = stretches.rows[stretches.tells]
        self.data = OPERATION_OF[self.told_opcode] != ACK
        base = stretches.base
        self.at, self.told_at = base[self.of] + self.psn, base[self.told_of] + self.told_psn
        self.frames, self.times = self.columns.frame[self.ask_rows], self.columns.time[self.ask_rows]
        self.told_frames, self.told_times = self.columns.frame[self.tell_rows], self.columns.time[self.tell_rows]
        places = np.arange(len(self.machines) + 1)
        self.begin, self.told_begin = np.searchsorted(self.of, places), np.searchsorted(self.told_of, places)
        self.chosen = [
            place
            for place in range(len(self.machines))
            if self.begin[place] < self.begin[place + 1] or self.told_begin[place] < self.told_begin[place + 1]
        ]

    def bring(self) -> None:
        """Do it."""
        self._continue()
        self._table()
        self._facts()
        self._count()
        self._messages()
        self._state()

    # -- messages ---------------------------------------------------------------------------------------------------

    def _continue(self) -> None:
        """Messages that were open go on."""
        begins, ends = BEGINS[self.opcode], ENDS[self.opcode]
        for place in self.chosen:
            message = self.machines[place].open
            low, high = int(self.begin[place]), int(self.begin[place + 1])
            if message is None or low == high:
                continue
            starts = np.flatnonzero(begins[low:high])
            stop = low + int(starts[0]) if len(starts) else high
            if stop == low:
                continue
            assert message.size is not None
            message.packets += stop - low
            message.size += int(self.size[low:stop].sum())
            message.last_frame, message.end = int(self.frames[stop - 1]), int(self.times[stop - 1])
            if self.results.payload:
                message.frames += self.frames[low:stop].tolist()
            if ends[stop - 1]:
                message.last_psn = int(self.psn[stop - 1]) & PSN_MASK
                if HAS_IMMEDIATE[self.opcode[stop - 1]]:
                    message.immediate = int(self.columns.immediate[self.ask_rows[stop - 1]])
                elif INVALIDATES[self.opcode[stop - 1]]:
                    message.invalidated = int(self.columns.immediate[self.ask_rows[stop - 1]])
                self.machines[place].open = None

    def _table(self) -> None:
        """All messages: those that wait, and those that begin; by exchange, in the order of their numbers."""
        base = self.all.base
        waiting: list[Message] = []
        of: list[int] = []
        first: list[int] = []
        last: list[int] = []
        for place in self.chosen:
            machine, line = self.machines[place], int(base[place])
            near = machine.top or 0
            for message in machine.pending:
                waiting.append(message)
                of.append(place)
                first.append(line + unwrap(message.first_psn, near))
                last.append(
                    line + machine.una + NO_END if message.last_psn is None else line + unwrap(message.last_psn, near)
                )
        begins, ends = np.flatnonzero(BEGINS[self.opcode]), np.flatnonzero(ENDS[self.opcode])
        end = np.searchsorted(ends, begins)
        there = end < len(ends)
        stops = (
            np.where(there, ends[np.minimum(end, len(ends) - 1)], 0) if len(ends) else np.zeros(len(begins), np.int64)
        )
        there &= self.of[stops] == self.of[begins] if len(begins) else there
        stops = np.where(there, stops, self.begin[self.of[begins] + 1] - 1)
        una = np.array([machine.una for machine in self.machines], np.int64)
        finish = np.where(there, (self.at + self.span - 1)[stops], (base + una + NO_END)[self.of[begins]])
        self.begins, self.stops, self.whole = begins, stops, there
        old = len(waiting)
        order = np.argsort(np.concatenate((np.array(first, np.int64), self.at[begins])), kind="stable")
        self.first = np.concatenate((np.array(first, np.int64), self.at[begins]))[order]
        self.last = np.concatenate((np.array(last, np.int64), finish))[order]
        self.owner_of = np.concatenate((np.array(of, np.int64), self.of[begins]))[order]
        self.begun = order - old  # the place among those that begin here; below 0 for those that wait
        self.waiting = waiting
        self.table_begin = np.searchsorted(self.owner_of, np.arange(len(self.machines) + 1))
        counts = np.array([machine.count - len(machine.pending) for machine in self.machines], np.int64)
        self.number = counts[self.owner_of] + 1 + np.arange(len(order)) - self.table_begin[self.owner_of]
        # which answers complete them
        self.responded = np.searchsorted(self.told_at, self.first)
        self.completed = np.searchsorted(self.told_at, self.last)
        self.over = self.completed < self.told_begin[self.owner_of + 1]
        silent = np.array([machine.silent for machine in self.machines], np.bool_)
        self.silent = silent[self.owner_of]
        self.over |= self.silent & (self.last < (base + una + NO_END)[self.owner_of])

    def _count(self) -> None:
        """Count the messages that have ended."""
        ended = np.flatnonzero(self.over & (self.begun >= 0))
        begun = self.begun[ended]
        kind = self.operation[self.begins[begun]].astype(np.int64)
        of = self.owner_of[ended]
        total = np.concatenate(([0], np.cumsum(self.size)))
        carried = total[self.stops + 1] - total[self.begins]
        self.load = np.where(_CARRYING[self.operation[self.begins]], carried, self.dmalen[self.begins])
        self.load[self.operation[self.begins] == ATOMIC] = ATOMIC_SIZE
        width = len(OPERATIONS)
        counts = np.bincount(of * width + kind, minlength=len(self.machines) * width).reshape(-1, width)
        sums = np.bincount(of, weights=self.load[begun], minlength=len(self.machines))
        for place in self.chosen:
            mine = self.machines[place].mine
            for which in np.flatnonzero(counts[place]).tolist():
                name = OPERATIONS[which]
                mine.messages[name] = mine.messages.get(name, 0) + int(counts[place, which])
            mine.completed += int(sums[place])
        for entry in np.flatnonzero(self.over & (self.begun < 0)).tolist():
            message = self._waits(entry)
            mine = self.machines[int(self.owner_of[entry])].mine
            mine.messages[message.kind] = mine.messages.get(message.kind, 0) + 1
            mine.completed += message.size or 0

    def _waits(self, entry: int) -> Message:
        return self.waiting[int(self.begun[entry]) + len(self.waiting)]

    def _messages(self) -> None:
        """Messages are objects where somebody wants them, and where they go on beyond this batch."""
        results = self.results
        wanted = np.flatnonzero((self.begun >= 0) & (results.wants_messages | ~self.over))
        objects: dict[int, Message] = dict(zip(wanted.tolist(), self._make(wanted), strict=True))
        for entry in np.flatnonzero(self.begun < 0).tolist():
            objects[entry] = self._waits(entry)
        entries = np.array(sorted(objects), np.int64)
        ends = self.told_begin[self.owner_of[entries] + 1]
        responded, completed = self.responded[entries], self.completed[entries]
        responses = np.bincount(self.owner[self.data], minlength=len(self.first))[entries]
        facts = zip(
            entries.tolist(), self.over[entries].tolist(), self.silent[entries].tolist(), responded.tolist(),
            completed.tolist(), (responded < ends).tolist(), responses.tolist(), strict=True,
        )  # fmt: skip
        times, frames = self.told_times.tolist(), self.told_frames.tolist()
        left: dict[int, list[Message]] = {place: [] for place in self.chosen}
        of = self.owner_of.tolist()
        for entry, over, silent, response, completion, has_response, packets in facts:
            message = objects[entry]
            if has_response and not silent and message.responded is None:
                message.responded = times[response]
            if packets and message.kind == "READ":
                message.packets += packets
                if results.payload:
                    high = int(np.searchsorted(self.told_at, self.last[entry], side="right"))
                    message.frames += frames[response : min(high, int(self.told_begin[of[entry] + 1]))]
            if not over:
                left[of[entry]].append(message)
                continue
            if silent:
                message.outcome, message.closed = "sent", message.last_frame or 0
            else:
                message.outcome, message.completed, message.closed = "completed", times[completion], frames[completion]
            if results.wants_messages:
                results.messages.append(message)
        for place, messages in left.items():
            machine = self.machines[place]
            more = len(messages) - machine.most_pending  # as nobody answers
            for place_, message in enumerate(messages[: max(more, 0)]):
                message.closed = messages[place_ + machine.most_pending].first_frame
                machine.mine.messages[message.kind] = machine.mine.messages.get(message.kind, 0) + 1
                if results.wants_messages:
                    results.messages.append(message)
            del messages[: max(more, 0)]
            machine.pending.clear()
            machine.pending.extend(messages)
            machine.open = messages[-1] if messages and messages[-1].last_psn is None else None

    def _make(self, entries: Ints) -> list[Message]:
        """Objects for messages that begin in this batch."""
        begun = self.begun[entries]
        begins, stops, whole = self.begins[begun], self.stops[begun], self.whole[begun]
        columns, rows = self.columns, self.ask_rows[begins]
        opcode, final = self.opcode[begins], self.opcode[stops]
        last_rows = self.ask_rows[stops]
        lists = zip(
            self.owner_of[entries].tolist(), self.number[entries].tolist(), self.operation[begins].tolist(),
            (self.psn[begins] & PSN_MASK).tolist(), self.frames[begins].tolist(), self.times[begins].tolist(),
            ((self.psn + self.span - 1)[stops] & PSN_MASK).tolist(), self.frames[stops].tolist(),
            self.times[stops].tolist(), whole.tolist(), self.load[begun].tolist(), (stops - begins + 1).tolist(),
            HAS_REMOTE[opcode].tolist(),
            columns.va[rows].tolist(), columns.r_key[rows].tolist(), (HAS_IMMEDIATE[final] * whole).tolist(),
            (INVALIDATES[final] * whole).tolist(),
            columns.immediate[last_rows].tolist() if _HAS_WORD[final].any() else [0] * len(rows), begins.tolist(),
            strict=True,
        )  # fmt: skip
        exchanges = [(live.flow.number, side, live.flow.service) for live, side in self.all.exchanges]
        made: list[Message] = []
        for (
            of, number, kind, first, frame, time, last, last_frame, end, ends, size, packets, remote, va, r_key,
            has_immediate, invalidates, word, low,
        ) in lists:  # fmt: skip
            flow, side, service = exchanges[of]
            message = Message(
                flow, side, number, OPERATIONS[kind], service, first, frame, time, last if ends else None, last_frame,
                end, size, 0 if kind == READ else packets, va if remote else None, r_key if remote else None,
                word if has_immediate else None,
            )  # fmt: skip
            if invalidates:
                message.invalidated = word
            if self.results.payload and kind != READ:
                message.frames = self.frames[low : low + packets].tolist()
            made.append(message)
        return made

    # -- facts ------------------------------------------------------------------------------------------------------

    def _facts(self) -> None:
        """What filters and tables tell of each packet."""
        results = self.results
        flow = np.array([live.flow.number for live, _ in self.all.exchanges], np.int64)
        flows, messages = results.column("flow"), results.column("message")
        flows[self.ask_rows], flows[self.tell_rows] = flow[self.of], flow[self.told_of]
        moves = np.array([live.flow.moves for live, _ in self.all.exchanges], np.int64)
        if moves.any():
            moved = results.column("moved")
            moved[self.ask_rows], moved[self.tell_rows] = moves[self.of], moves[self.told_of]
        if len(self.at):
            messages[self.ask_rows] = self.number[np.searchsorted(self.first, self.at, side="right") - 1]
        self.owner = np.zeros(0, np.int64)
        if not len(self.told_at):
            return
        if not len(self.first):  # acknowledgements of nothing cannot be clean
            self.owner = np.zeros(len(self.told_at), np.int64)
            return
        self.owner = np.searchsorted(self.first, self.told_at, side="right") - 1
        complete = np.searchsorted(self.last, self.told_at, side="right") - 1
        before = np.concatenate(([-1], complete[:-1]))
        heads = np.unique(self.told_begin[:-1][self.told_begin[:-1] < self.told_begin[1:]])
        before[heads] = self.table_begin[self.told_of[heads]] - 1
        done = np.where(complete > before, self.number[complete], 0)
        messages[self.tell_rows] = np.where(self.data, self.number[self.owner], done)
        if results.wants("answers"):
            self._answers(results.column("answers"))

    def _answers(self, answers: Ints) -> None:
        """Which packet each answer answers."""
        begun = self.begun
        named = np.zeros(len(begun), np.int64)
        named[begun >= 0] = self.frames[self.begins[begun[begun >= 0]]]
        old = np.flatnonzero(begun < 0)
        named[old] = [self._waits(entry).first_frame for entry in old.tolist()]
        names = np.where(self.data, named[self.owner], 0)
        here = np.zeros(len(names), np.bool_)
        if len(self.at):
            where = np.minimum(np.searchsorted(self.at, self.told_at), len(self.at) - 1)
            here = ~self.data & (self.at[where] == self.told_at)
            names[here] = self.frames[where[here]]
        for place in np.flatnonzero(~self.data & ~here).tolist():
            psn = int(self.told_psn[place])
            copy = self.machines[int(self.told_of[place])].copies.find(psn, psn)
            names[place] = 0 if copy is None else copy.frame
        answers[self.tell_rows] = names

    # -- state ------------------------------------------------------------------------------------------------------

    def _state(self) -> None:
        """Sums of the flows, and where their machines stand."""
        columns = self.columns
        ask, tell = (
            [_sums(values) for values in (columns.length[rows], columns.ce[rows] | (columns.fecn[rows] != 0), size)]
            for rows, size in ((self.ask_rows, self.size), (self.tell_rows, self.told_size))
        )
        ident = columns.ident[self.ask_rows], columns.ident[self.tell_rows]
        looks = request_signature(self.opcode.astype(np.int64), self.size, self.dmalen)
        told_looks = request_signature(self.told_opcode.astype(np.int64), self.told_size, 0)
        responses = np.flatnonzero(self.data)
        plain = np.flatnonzero(~self.data)
        counted = np.flatnonzero(HAS_AETH[self.told_opcode])
        wants = np.flatnonzero((columns.ackreq[self.ask_rows] != 0) | _ANSWERED[self.operation])
        writes = np.flatnonzero(BEGINS[self.opcode] & (self.operation == WRITE))
        spaces = [
            np.searchsorted(of, np.arange(len(self.machines) + 1)).tolist()
            for of in (
                self.told_of[responses],
                self.told_of[plain],
                self.told_of[counted],
                self.of[writes],
                self.of[wants],
            )
        ]
        syndrome, msn = columns.syndrome[self.tell_rows], columns.msn[self.tell_rows]
        for place in self.chosen:
            live, side = self.all.exchanges[place]
            machine, answers, flow = self.machines[place], live.answers[side], live.flow
            low, high = int(self.begin[place]), int(self.begin[place + 1])
            a, b = int(self.told_begin[place]), int(self.told_begin[place + 1])
            for end, c, d, sums in ((flow.sides[side], low, high, ask), (flow.sides[1 - side], a, b, tell)):
                end.packets += d - c
                end.bytes += int(sums[0][d] - sums[0][c])
                end.marked += int(sums[1][d] - sums[1][c])
                end.payload += int(sums[2][d] - sums[2][c])
                end.fresh += int(sums[2][d] - sums[2][c])
            flow.sides[side].requests += high - low
            flow.sides[1 - side].answers += b - a
            if low < high:
                top = int(self.psn[high - 1] + self.span[high - 1])
                machine.top = machine.asm = top
                if machine.silent:
                    machine.una = top
                else:
                    machine.epsn = top
                    if spaces[4][place] < spaces[4][place + 1]:
                        machine.wants = int(self.psn[wants[spaces[4][place + 1] - 1]])
                machine.suspect, machine.stray = -1, None
                machine.migreq = int(columns.migreq[self.ask_rows[high - 1]])
                machine.idents = (*machine.idents, *ident[0][max(low, high - 2) : high].tolist())[-2:]
                machine.broken = max(0, machine.broken - GAP_CREDIT * (high - low))
                machine.mine.last_psn = (top - 1) & PSN_MASK
                machine.active = int(self.times[high - 1])
                part = slice(low, high)
                machine.copies.add_many(
                    self.psn[part], self.frames[part], self.times[part], ident[0][part], looks[part]
                )
                machine.count = int(self.number[self.table_begin[place + 1] - 1])
                flow.last = max(flow.last, int(self.times[part].max()))
                live.touched = max(live.touched, int(self.frames[high - 1]))
                if spaces[3][place] < spaces[3][place + 1]:
                    machine.declared_length = int(self.dmalen[writes[spaces[3][place + 1] - 1]])
            if a == b:
                continue
            answers.seen, answers.stray = True, None
            machine.una = int(self.told_psn[b - 1]) + 1
            flow.last = max(flow.last, int(self.told_times[a:b].max()))
            live.touched = max(live.touched, int(self.told_frames[b - 1]))
            some = plain[spaces[1][place] : spaces[1][place + 1]][-RECENT_ACKS:]
            answers.told.extend(
                zip(
                    self.told_psn[some].tolist(), syndrome[some].tolist(), msn[some].tolist(), ident[1][some].tolist(),
                    strict=True,
                )
            )  # fmt: skip
            if spaces[2][place] < spaces[2][place + 1]:
                at = counted[spaces[2][place + 1] - 1]
                answers.highest = int(self.told_psn[at]), int(msn[at])
            some = responses[spaces[0][place] : spaces[0][place + 1]]
            if len(some):
                answers.copies.add_many(
                    self.told_psn[some], self.told_frames[some], self.told_times[some], ident[1][some], told_looks[some]
                )
                answers.top = max(answers.top, int(self.told_psn[some[-1]]) + 1)
                these = some[self.owner[some] == self.owner[some[-1]]]
                if self.told_at[these[0]] == self.first[self.owner[these[0]]]:
                    answers.carried, answers.exact = 0, True
                answers.carried += int(self.told_size[these].sum())


def _sums(values: Array) -> Ints:
    """Sums up to each place."""
    return np.concatenate(([0], np.cumsum(values)))

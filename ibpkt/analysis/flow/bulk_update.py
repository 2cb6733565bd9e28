"""Update of clean exchanges in bulk: messages, sums and tracker state, for all exchanges at once.

All sequence numbers lie on one line (`ExchangeColumns.base`), so that one search serves all exchanges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ibpkt.analysis.columns.transport import (
    ATOMIC,
    BEGINS,
    ENDS,
    HAS_AETH,
    HAS_IMMEDIATE,
    HAS_REMOTE,
    INVALIDATES,
    OPERATION_OF,
    WRITE,
)
from ibpkt.analysis.flow.reassembly import ACK, CARRYING, READ, RESPONSE_TO
from ibpkt.analysis.flow.request_tracker import GAP_CREDIT
from ibpkt.analysis.flow.response_tracker import RECENT_ACKS
from ibpkt.analysis.flow.sequence import Results, request_signature, unwrap
from ibpkt.analysis.results.message import Message
from ibpkt.arrays import Ints, cumulative
from ibpkt.protocols import ATOMIC_SIZE, OPERATIONS, PSN_MASK, by_operation, tabulated

if TYPE_CHECKING:
    from ibpkt.analysis.flow.bulk import ExchangeColumns


#: PSN distance that stands for the unknown end of a message
NO_END = 1 << 35

_HAS_WORD = tabulated(lambda: HAS_IMMEDIATE | INVALIDATES)
_CARRYING = by_operation(lambda opcode: opcode.operation in CARRYING, np.bool_)
_ANSWERED = tabulated(lambda: RESPONSE_TO != 0)


def apply_clean(exchange_columns: ExchangeColumns, results: Results) -> None:
    """Update messages, sums and state for exchanges that are entirely clean.

    Args:
        exchange_columns: the packets of exchanges in a batch; all of them are clean.
        results: takes facts and messages.
    """
    _BulkUpdate(exchange_columns, results).apply()


class _BulkUpdate:
    """The packets of clean exchanges: requests and responses, exchange by exchange."""

    def __init__(self, exchange_columns: ExchangeColumns, results: Results) -> None:
        self.exchange_columns, self.results, self.columns = exchange_columns, results, exchange_columns.columns
        self.trackers = exchange_columns.trackers
        self.of, self.opcode, self.psn = exchange_columns.of, exchange_columns.opcode, exchange_columns.psn
        self.span, self.size, self.dmalen = exchange_columns.span, exchange_columns.size, exchange_columns.dmalen
        self.operation = exchange_columns.operation
        self.request_rows = exchange_columns.rows[exchange_columns.request_places]
        self.response_of, self.response_opcode = exchange_columns.response_of, exchange_columns.response_opcode
        self.response_psn, self.response_size = exchange_columns.response_psn, exchange_columns.response_size
        self.response_rows = exchange_columns.rows[exchange_columns.response_places]
        self.data = OPERATION_OF[self.response_opcode] != ACK
        base = exchange_columns.base
        self.request_at, self.response_at = base[self.of] + self.psn, base[self.response_of] + self.response_psn
        self.frames, self.times = self.columns.frame[self.request_rows], self.columns.time[self.request_rows]
        self.response_frames, self.response_times = (
            self.columns.frame[self.response_rows],
            self.columns.time[self.response_rows],
        )
        places = np.arange(len(self.trackers) + 1)
        self.begin, self.response_begin = np.searchsorted(self.of, places), np.searchsorted(self.response_of, places)
        self.active_exchanges = [
            place
            for place in range(len(self.trackers))
            if self.begin[place] < self.begin[place + 1] or self.response_begin[place] < self.response_begin[place + 1]
        ]

    def apply(self) -> None:
        """Run all steps."""
        self._extend_open_messages()
        self._list_messages()
        self._set_facts()
        self._count_messages()
        self._finish_messages()
        self._update_trackers()

    # -- messages ---------------------------------------------------------------------------------------------------

    def _extend_open_messages(self) -> None:
        """Add packets to messages that were open."""
        begins, ends = BEGINS[self.opcode], ENDS[self.opcode]
        for place in self.active_exchanges:
            message = self.trackers[place].open
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
                    message.immediate = int(self.columns.immediate[self.request_rows[stop - 1]])
                elif INVALIDATES[self.opcode[stop - 1]]:
                    message.invalidated = int(self.columns.immediate[self.request_rows[stop - 1]])
                self.trackers[place].open = None

    def _list_messages(self) -> None:
        """List all messages, pending and new, by exchange in the order of their PSNs."""
        base = self.exchange_columns.base
        waiting: list[Message] = []
        of: list[int] = []
        first: list[int] = []
        last: list[int] = []
        for place in self.active_exchanges:
            tracker, line = self.trackers[place], int(base[place])
            near = tracker.top or 0
            for message in tracker.pending:
                waiting.append(message)
                of.append(place)
                first.append(line + unwrap(message.first_psn, near))
                last.append(
                    line + tracker.una + NO_END if message.last_psn is None else line + unwrap(message.last_psn, near)
                )
        begins, ends = np.flatnonzero(BEGINS[self.opcode]), np.flatnonzero(ENDS[self.opcode])
        end = np.searchsorted(ends, begins)
        has_end = end < len(ends)
        stops = (
            np.where(has_end, ends[np.minimum(end, len(ends) - 1)], 0) if len(ends) else np.zeros(len(begins), np.int64)
        )
        has_end &= self.of[stops] == self.of[begins] if len(begins) else has_end
        stops = np.where(has_end, stops, self.begin[self.of[begins] + 1] - 1)
        una = np.array([tracker.una for tracker in self.trackers], np.int64)
        finish = np.where(has_end, (self.request_at + self.span - 1)[stops], (base + una + NO_END)[self.of[begins]])
        self.begins, self.stops, self.whole = begins, stops, has_end
        old = len(waiting)
        order = np.argsort(np.concatenate((np.array(first, np.int64), self.request_at[begins])), kind="stable")
        self.first = np.concatenate((np.array(first, np.int64), self.request_at[begins]))[order]
        self.last = np.concatenate((np.array(last, np.int64), finish))[order]
        self.owner_of = np.concatenate((np.array(of, np.int64), self.of[begins]))[order]
        self.new_index = order - old  # the place among those that begin here; below 0 for those that wait
        self.waiting = waiting
        self.table_begin = np.searchsorted(self.owner_of, np.arange(len(self.trackers) + 1))
        counts = np.array([tracker.count - len(tracker.pending) for tracker in self.trackers], np.int64)
        self.number = counts[self.owner_of] + 1 + np.arange(len(order)) - self.table_begin[self.owner_of]
        # which answers complete them
        self.responded = np.searchsorted(self.response_at, self.first)
        self.completed = np.searchsorted(self.response_at, self.last)
        self.ended = self.completed < self.response_begin[self.owner_of + 1]
        silent = np.array([tracker.silent for tracker in self.trackers], np.bool_)
        self.silent = silent[self.owner_of]
        self.ended |= self.silent & (self.last < (base + una + NO_END)[self.owner_of])

    def _count_messages(self) -> None:
        """Count the messages that have ended."""
        ended = np.flatnonzero(self.ended & (self.new_index >= 0))
        begun = self.new_index[ended]
        kind = self.operation[self.begins[begun]].astype(np.int64)
        of = self.owner_of[ended]
        total = np.concatenate(([0], np.cumsum(self.size)))
        carried = total[self.stops + 1] - total[self.begins]
        self.load = np.where(_CARRYING[self.operation[self.begins]], carried, self.dmalen[self.begins])
        self.load[self.operation[self.begins] == ATOMIC] = ATOMIC_SIZE
        width = len(OPERATIONS)
        counts = np.bincount(of * width + kind, minlength=len(self.trackers) * width).reshape(-1, width)
        sums = np.bincount(of, weights=self.load[begun], minlength=len(self.trackers))
        for place in self.active_exchanges:
            stats = self.trackers[place].stats
            for which in np.flatnonzero(counts[place]).tolist():
                name = OPERATIONS[which]
                stats.messages[name] = stats.messages.get(name, 0) + int(counts[place, which])
            stats.completed += int(sums[place])
        for entry in np.flatnonzero(self.ended & (self.new_index < 0)).tolist():
            message = self._pending_message(entry)
            stats = self.trackers[int(self.owner_of[entry])].stats
            stats.messages[message.kind] = stats.messages.get(message.kind, 0) + 1
            stats.completed += message.size or 0

    def _pending_message(self, entry: int) -> Message:
        return self.waiting[int(self.new_index[entry]) + len(self.waiting)]

    def _finish_messages(self) -> None:
        """Make message objects if they are wanted, or if they continue beyond this batch."""
        results = self.results
        wanted = np.flatnonzero((self.new_index >= 0) & (results.wants_messages | ~self.ended))
        objects: dict[int, Message] = dict(zip(wanted.tolist(), self._new_messages(wanted), strict=True))
        for entry in np.flatnonzero(self.new_index < 0).tolist():
            objects[entry] = self._pending_message(entry)
        entries = np.array(sorted(objects), np.int64)
        ends = self.response_begin[self.owner_of[entries] + 1]
        responded, completed = self.responded[entries], self.completed[entries]
        responses = np.bincount(self.owner[self.data], minlength=len(self.first))[entries]
        facts = zip(
            entries.tolist(), self.ended[entries].tolist(), self.silent[entries].tolist(), responded.tolist(),
            completed.tolist(), (responded < ends).tolist(), responses.tolist(), strict=True,
        )  # fmt: skip
        times, frames = self.response_times.tolist(), self.response_frames.tolist()
        pending: dict[int, list[Message]] = {place: [] for place in self.active_exchanges}
        of = self.owner_of.tolist()
        for entry, over, silent, response, completion, has_response, packets in facts:
            message = objects[entry]
            if has_response and not silent and message.responded is None:
                message.responded = times[response]
            if packets and message.kind == "READ":
                message.packets += packets
                if results.payload:
                    high = int(np.searchsorted(self.response_at, self.last[entry], side="right"))
                    message.frames += frames[response : min(high, int(self.response_begin[of[entry] + 1]))]
            if not over:
                pending[of[entry]].append(message)
                continue
            if silent:
                message.outcome, message.closed = "sent", message.last_frame or 0
            else:
                message.outcome, message.completed, message.closed = "completed", times[completion], frames[completion]
            if results.wants_messages:
                results.messages.append(message)
        for place, messages in pending.items():
            tracker = self.trackers[place]
            more = len(messages) - tracker.max_pending  # since no answers come
            for place_, message in enumerate(messages[: max(more, 0)]):
                message.closed = messages[place_ + tracker.max_pending].first_frame
                tracker.stats.messages[message.kind] = tracker.stats.messages.get(message.kind, 0) + 1
                if results.wants_messages:
                    results.messages.append(message)
            del messages[: max(more, 0)]
            tracker.pending.clear()
            tracker.pending.extend(messages)
            tracker.open = messages[-1] if messages and messages[-1].last_psn is None else None

    def _new_messages(self, entries: Ints) -> list[Message]:
        """Objects for messages that begin in this batch."""
        begun = self.new_index[entries]
        begins, stops, whole = self.begins[begun], self.stops[begun], self.whole[begun]
        columns, rows = self.columns, self.request_rows[begins]
        opcode, final = self.opcode[begins], self.opcode[stops]
        last_rows = self.request_rows[stops]
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
        exchanges = [
            (flow_state.flow.number, side, flow_state.flow.service)
            for flow_state, side in self.exchange_columns.exchanges
        ]
        messages: list[Message] = []
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
            messages.append(message)
        return messages

    # -- facts ------------------------------------------------------------------------------------------------------

    def _set_facts(self) -> None:
        """Set the facts of each packet."""
        results = self.results
        flow = np.array([flow_state.flow.number for flow_state, _ in self.exchange_columns.exchanges], np.int64)
        flows, messages = results.column("flow"), results.column("message")
        flows[self.request_rows], flows[self.response_rows] = flow[self.of], flow[self.response_of]
        moves = np.array([flow_state.flow.moves for flow_state, _ in self.exchange_columns.exchanges], np.int64)
        if moves.any():
            moved = results.column("moved")
            moved[self.request_rows], moved[self.response_rows] = moves[self.of], moves[self.response_of]
        if len(self.request_at):
            messages[self.request_rows] = self.number[np.searchsorted(self.first, self.request_at, side="right") - 1]
        self.owner = np.zeros(0, np.int64)
        if not len(self.response_at):
            return
        if not len(self.first):  # acknowledgements of nothing cannot be clean
            self.owner = np.zeros(len(self.response_at), np.int64)
            return
        self.owner = np.searchsorted(self.first, self.response_at, side="right") - 1
        complete = np.searchsorted(self.last, self.response_at, side="right") - 1
        before = np.concatenate(([-1], complete[:-1]))
        heads = np.unique(self.response_begin[:-1][self.response_begin[:-1] < self.response_begin[1:]])
        before[heads] = self.table_begin[self.response_of[heads]] - 1
        done = np.where(complete > before, self.number[complete], 0)
        messages[self.response_rows] = np.where(self.data, self.number[self.owner], done)
        if results.wants("answers"):
            self._set_response_to(results.column("answers"))

    def _set_response_to(self, answers: Ints) -> None:
        """Which packet each answer answers."""
        begun = self.new_index
        named = np.zeros(len(begun), np.int64)
        named[begun >= 0] = self.frames[self.begins[begun[begun >= 0]]]
        old = np.flatnonzero(begun < 0)
        named[old] = [self._pending_message(entry).first_frame for entry in old.tolist()]
        names = np.where(self.data, named[self.owner], 0)
        here = np.zeros(len(names), np.bool_)
        if len(self.request_at):
            where = np.minimum(np.searchsorted(self.request_at, self.response_at), len(self.request_at) - 1)
            here = ~self.data & (self.request_at[where] == self.response_at)
            names[here] = self.frames[where[here]]
        for place in np.flatnonzero(~self.data & ~here).tolist():
            psn = int(self.response_psn[place])
            copy = self.trackers[int(self.response_of[place])].copies.find(psn, psn)
            names[place] = 0 if copy is None else copy.frame
        answers[self.response_rows] = names

    # -- state ------------------------------------------------------------------------------------------------------

    def _update_trackers(self) -> None:
        """Update the sums of the flows and the state of their trackers."""
        columns = self.columns
        ask, tell = (
            [
                cumulative(values)
                for values in (columns.length[rows], columns.ce[rows] | (columns.fecn[rows] != 0), size)
            ]
            for rows, size in ((self.request_rows, self.size), (self.response_rows, self.response_size))
        )
        ident = columns.ident[self.request_rows], columns.ident[self.response_rows]
        request_signatures = request_signature(self.opcode.astype(np.int64), self.size, self.dmalen)
        response_signatures = request_signature(self.response_opcode.astype(np.int64), self.response_size, 0)
        responses = np.flatnonzero(self.data)
        plain = np.flatnonzero(~self.data)
        counted = np.flatnonzero(HAS_AETH[self.response_opcode])
        wants = np.flatnonzero((columns.ackreq[self.request_rows] != 0) | _ANSWERED[self.operation])
        writes = np.flatnonzero(BEGINS[self.opcode] & (self.operation == WRITE))
        spaces = [
            np.searchsorted(of, np.arange(len(self.trackers) + 1)).tolist()
            for of in (
                self.response_of[responses],
                self.response_of[plain],
                self.response_of[counted],
                self.of[writes],
                self.of[wants],
            )
        ]
        syndrome, msn = columns.syndrome[self.response_rows], columns.msn[self.response_rows]
        for place in self.active_exchanges:
            flow_state, side = self.exchange_columns.exchanges[place]
            tracker, answers, flow = self.trackers[place], flow_state.answers[side], flow_state.flow
            low, high = int(self.begin[place]), int(self.begin[place + 1])
            a, b = int(self.response_begin[place]), int(self.response_begin[place + 1])
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
                tracker.top = tracker.next_in_order = top
                if tracker.silent:
                    tracker.una = top
                else:
                    tracker.epsn = top
                    if spaces[4][place] < spaces[4][place + 1]:
                        tracker.last_ack_due = int(self.psn[wants[spaces[4][place + 1] - 1]])
                tracker.stray_end, tracker.stray = -1, None
                tracker.migreq = int(columns.migreq[self.request_rows[high - 1]])
                tracker.last_idents = (*tracker.last_idents, *ident[0][max(low, high - 2) : high].tolist())[-2:]
                tracker.gap_score = max(0, tracker.gap_score - GAP_CREDIT * (high - low))
                tracker.stats.last_psn = (top - 1) & PSN_MASK
                tracker.last_sent = int(self.times[high - 1])
                part = slice(low, high)
                tracker.copies.add_many(
                    self.psn[part], self.frames[part], self.times[part], ident[0][part], request_signatures[part]
                )
                tracker.count = int(self.number[self.table_begin[place + 1] - 1])
                flow.last = max(flow.last, int(self.times[part].max()))
                flow_state.last_frame_seen = max(flow_state.last_frame_seen, int(self.frames[high - 1]))
                if spaces[3][place] < spaces[3][place + 1]:
                    tracker.declared_length = int(self.dmalen[writes[spaces[3][place + 1] - 1]])
            if a == b:
                continue
            answers.any_response, answers.stray = True, None
            tracker.una = int(self.response_psn[b - 1]) + 1
            flow.last = max(flow.last, int(self.response_times[a:b].max()))
            flow_state.last_frame_seen = max(flow_state.last_frame_seen, int(self.response_frames[b - 1]))
            some = plain[spaces[1][place] : spaces[1][place + 1]][-RECENT_ACKS:]
            answers.recent_acks.extend(
                zip(
                    self.response_psn[some].tolist(), syndrome[some].tolist(),
                    msn[some].tolist(), ident[1][some].tolist(),
                    strict=True,
                )
            )  # fmt: skip
            if spaces[2][place] < spaces[2][place + 1]:
                at = counted[spaces[2][place + 1] - 1]
                answers.highest_ack = int(self.response_psn[at]), int(msn[at])
            some = responses[spaces[0][place] : spaces[0][place + 1]]
            if len(some):
                answers.copies.add_many(
                    self.response_psn[some],
                    self.response_frames[some],
                    self.response_times[some],
                    ident[1][some],
                    response_signatures[some],
                )
                answers.top = max(answers.top, int(self.response_psn[some[-1]]) + 1)
                these = some[self.owner[some] == self.owner[some[-1]]]
                if self.response_at[these[0]] == self.first[self.owner[these[0]]]:
                    answers.response_bytes, answers.response_aligned = 0, True
                answers.response_bytes += int(self.response_size[these].sum())

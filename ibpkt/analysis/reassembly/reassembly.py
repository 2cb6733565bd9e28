"""Messages of all halves: what begins, what goes on, what ends.

Messages that wait are rows of one table (`RowsByHalf`); a batch touches those of the halves that have packets in it.
The messages of a half end in their order, as their work completions do (IBA 1, 10.8.5).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.transport import OPERATION_OF
from ibpkt.analysis.reassembly.answering import Answering, need_response, too_short
from ibpkt.analysis.reassembly.fragments import READ, Fragments
from ibpkt.analysis.reassembly.half_states import HalfStates
from ibpkt.analysis.reassembly.kinds import MessageFault
from ibpkt.analysis.reassembly.message_columns import MessageColumns
from ibpkt.analysis.reassembly.message_faults import incomplete_messages, wrong_lengths
from ibpkt.analysis.reassembly.message_rows import (
    COLUMNS,
    COMPLETED,
    FLUSHED,
    REFUSED,
    UC,
    UNANSWERED,
    UNDECIDED,
    UNDER_WAY,
    UNKNOWN,
    Rows,
    cut_short,
    end_unreliable,
    extend,
    joined,
    may_span,
    new_rows,
    row_of_open,
    spans,
    with_spans,
)
from ibpkt.analysis.reassembly.packets import LINE, Answers, Pieces
from ibpkt.analysis.reassembly.payload_frames import PayloadFrames
from ibpkt.analysis.reassembly.refusals import Refusal, Refusals
from ibpkt.analysis.reassembly.repetitions import Repetitions
from ibpkt.analysis.reassembly.rows_by_half import RowsByHalf
from ibpkt.analysis.reassembly.waiting_limits import WaitingLimits
from ibpkt.analysis.results.message_table import NONE
from ibpkt.arrays import (
    Bools,
    Ints,
    among,
    changes,
    distinct,
    group_ends,
    in_order,
    rows_where,
    run_lengths,
    running_maximum,
)


class _HalfFacts(NamedTuple):
    """What is known of the halves of a batch, see `MessageReassembly.add`."""

    pmtu: Ints
    reads: Ints
    unsettled: tuple[Ints, Ints] | None
    wanted: Bools | None


class MessageReassembly:
    """The messages of all halves.

    Attributes:
        states: where each half stands.
        waiting: messages that have begun and not ended.
        faults: what was wrong with messages since the last call of `take_faults`.
        frames: packets with the payload of messages that wait; None where nobody wants them.
        numbers: of the packets given to the last `add`, the numbers of their messages, 0 for none.
        answered: of the answers given to it, the numbers of the messages whose response they are part of, or that they
            complete; 0 for none.
        response_to: of the answers given to it, the first packet of the message whose response they are part of; 0 for
            ACKs.
        taken: which of the answers given to it are responses that the requester took, in their order.
    """

    def __init__(self, frames: bool = False) -> None:
        """Start.

        Args:
            frames: keep the numbers of the packets that carry the payload of each message.
        """
        self.states: HalfStates = HalfStates()
        self.waiting: RowsByHalf = RowsByHalf(COLUMNS)
        self.faults: list[MessageFault] = []
        self.numbers: Ints = np.zeros(0, np.int64)
        self.answered: Ints = np.zeros(0, np.int64)
        self.response_to: Ints = np.zeros(0, np.int64)
        self.taken: Bools = np.zeros(0, np.bool_)
        self._repetitions = Repetitions()
        self._refusals = Refusals()
        self._limits = WaitingLimits(self.states)
        self.frames: PayloadFrames | None = PayloadFrames() if frames else None

    @property
    def given_up(self) -> int:
        """Messages that were given up, since too many waited."""
        return self._limits.given_up

    # -- what is told beside packets ----------------------------------------------------------------------------------

    def reserve(self, halves: int) -> None:
        """Make room for the numbers of so many halves; every number must lie below it when it is used first."""
        self.states.reserve(halves)
        self.waiting.reserve(halves)
        if self.frames is not None:
            self.frames.reserve(halves)

    def begin(self, half: int, psn: int) -> None:
        """Connection management names the first PSN of a half: what is missing from there on is lost."""
        self.reserve(half + 1)
        self.states["begun"][half] = 1
        self.states["next"][half] = psn

    def retransmitted(self, half: int, first: int, end: int, count: int, frame: int, known: int = 0) -> None:
        """Requests were sent again; to be told before the `add` or `count` of the batch.

        Args:
            half: the half.
            first: their first PSN.
            end: the PSN behind the last.
            count: how many packets.
            frame: the first of them.
            known: messages that had ended before this packet are told without them.
        """
        self._repetitions.again(half, first, end, count, frame, known)

    def rnr(self, half: int, psn: int, frame: int) -> None:
        """An RNR NAK for a request; to be told before the `add` of the batch."""
        self._repetitions.refused(half, psn, frame)

    def refuse(self, half: int, psn: int, code: int, frame: int, time: int) -> None:
        """A NAK ends the connection; to be told before the `add` of its batch, which gives out what ends with it.

        The message with that PSN is ``refused``, those behind it are ``flushed``, those before it completed.  Messages
        that begin later wait for `close`.  Packets of the refused message that come behind the NAK are not counted.

        Args:
            half: the half.
            psn: the request that is refused, unwrapped.
            code: why.
            frame: the NAK.
            time: its time, in nanoseconds since the epoch.
        """
        self._refusals.add(Refusal(half, psn, code, frame, time))

    def move(self, half: int, to: int) -> None:
        """A half gets another number; of the half that has it only answers were seen."""
        self.reserve(max(half, to) + 1)
        self.states["heard"][half] |= self.states["heard"][to]
        for column in self.states.columns.values():
            column[to], column[half] = column[half], 0
        self._repetitions.move(half, to)
        self._refusals.move(half, to)
        rows = self.waiting.take(np.array([half]))
        self.waiting.put({**rows, "half": np.full(len(rows["half"]), to)})
        if self.frames is not None:
            self.frames.move(half, to)

    def hear(self, half: int, to: int) -> None:
        """Of a half only answers were seen, and they are those of another."""
        self.reserve(max(half, to) + 1)
        self.states["heard"][to] |= self.states["heard"][half]

    def take_faults(self) -> list[MessageFault]:
        """What was wrong with messages, in the order of packets."""
        faults, self.faults = self.faults, []
        return sorted(faults, key=lambda fault: fault.frame)

    # -- batches ------------------------------------------------------------------------------------------------------

    def add(
        self,
        pieces: Pieces,
        answers: Answers,
        pmtu: Ints,
        damaged: Bools | None = None,
        unsettled: tuple[Ints, Ints] | None = None,
        reads: Ints | None = None,
        wanted: Bools | None = None,
    ) -> MessageColumns:
        """Take the packets of a batch.

        Args:
            pieces: requests.
            answers: answers.
            pmtu: the path MTU by half in bytes, 0 where it is not known; longer than the largest number of a half.
            damaged: which requests have a payload that nobody may rely on; None for none.
            unsettled: halves whose retransmissions are not all decided yet, ascending, and for each a packet:
                messages that end behind it wait; None for none.
            reads: the path MTU by half by which READs are measured, 0 for unknown; None for ``pmtu``.
            wanted: by half, whether anybody wants to know the packets of its messages; None for all.

        Returns:
            The messages that have ended.
        """
        self.reserve(len(pmtu))
        known = _HalfFacts(pmtu, pmtu if reads is None else reads, unsettled, wanted)
        parts = self._refusals.take(pieces, answers)
        if not parts:
            return self._add(pieces, answers, damaged, known)
        numbers = np.zeros(len(pieces.half), np.int64)
        answered, response_to = np.zeros((2, len(answers.half)), np.int64)
        taken = np.zeros(len(answers.half), np.bool_)
        ended: list[MessageColumns] = []
        for own, told, refusals in parts:
            some = Pieces(*(column[own] for column in pieces)), Answers(*(column[told] for column in answers))
            harmed = None if damaged is None else damaged[own]
            ended.append(self._add(*some, harmed, known, refusals))
            numbers[own], answered[told], response_to[told] = self.numbers, self.answered, self.response_to
            taken[told] = self.taken
        self.numbers, self.answered, self.response_to, self.taken = numbers, answered, response_to, taken
        return MessageColumns.joined(ended)

    def _add(
        self,
        pieces: Pieces,
        answers: Answers,
        damaged: Bools | None,
        known: _HalfFacts,
        refusals: Sequence[Refusal] = (),
    ) -> MessageColumns:
        """Take packets, see `add`, and NAKs that come behind all of them."""
        pmtu, reads, unsettled, wanted = known
        refused = np.array([refusal.half for refusal in refusals], np.int64)
        touched = [pieces.half[changes(pieces.half)], answers.half[changes(answers.half)]]
        if unsettled is not None:
            touched.append(unsettled[0])
        old = self.waiting.take(distinct(*touched, self._repetitions.halves(), refused))
        self._learn_spans(old, reads)
        kept = None
        used = self._first_copies(pieces)
        if not used.all():
            kept = rows_where(used)
        some = pieces if kept is None else Pieces(*(column[kept] for column in pieces))
        some = with_spans(some, reads)
        self._learn_from_next(old, some)
        fragments = Fragments(some, self.states, pmtu)
        self.faults += fragments.faults()
        rows, order = self._assemble(old, fragments, pmtu, reads)
        if len(fragments):
            fragments.update(self.states)
        self._answered_before(rows)
        self.numbers = numbers_of(pieces, kept, fragments, rows, order)
        late = self._limits.late_unheard(rows, order, answers)
        given_up, order = order[late], order[~late]
        answering = Answering(rows, order, answers)
        self.faults += answering.match()
        self._note(answers, answering, rows)
        if self.frames is not None:
            sound = used if damaged is None else used & ~damaged
            self._keep_frames(self.frames, wanted, pieces, sound, answers, answering, rows)
        self.states["refused"][self._refusals.apply(rows, refusals)] = 1
        self._repetitions.count(rows, order, self.states["next"])  # what comes behind the end of a message is not its
        return self._end(rows, order, given_up, unsettled)

    def _first_copies(self, pieces: Pieces) -> Bools:
        """The packets that begin or continue messages.

        What begins at a PSN that was used already is a READ that is asked again in its middle.
        """
        half = pieces.half
        if not len(half):
            return np.zeros(0, np.bool_)
        heads = changes(half)
        line = half * LINE
        used = np.empty(len(half), np.int64)
        used[1:] = (line + pieces.end)[:-1]
        used[heads] = line[heads] + self.states["next"][half[heads]]
        first: Bools = line + pieces.psn >= running_maximum(used)
        return first

    def _learn_spans(self, old: Rows, pmtu: Ints) -> None:
        """The path MTU has become known: READs take as many PSNs as it says."""
        unsure = rows_where(old["span_unknown"])
        unsure = unsure[(pmtu[old["half"][unsure]] > 0) & (old["declared"][unsure] > 0)]
        if not len(unsure):
            return
        half = old["half"][unsure]
        old["end"][unsure] = old["first"][unsure] + spans(old["declared"][unsure], pmtu[half])
        old["span_unknown"][unsure] = 0
        np.maximum.at(self.states["next"], half, old["end"][unsure])

    def _learn_from_next(self, old: Rows, pieces: Pieces) -> None:
        """The first request of a half in this batch shows how many PSNs the READ before it takes."""
        if not old["span_unknown"].any():
            return
        heads = rows_where(changes(pieces.half))
        row = np.searchsorted(old["half"], pieces.half[heads], side="right") - 1
        heads, row = heads[row >= 0], row[row >= 0]
        there = (old["half"][row] == pieces.half[heads]) & (old["span_unknown"][row] > 0)
        heads, row = heads[there], row[there]
        fits = may_span(old["declared"][row], pieces.psn[heads] - old["first"][row])
        heads, row = heads[fits], row[fits]
        old["end"][row] = self.states["next"][pieces.half[heads]] = pieces.psn[heads]

    def _assemble(self, old: Rows, fragments: Fragments, pmtu: Ints, reads: Ints) -> tuple[Rows, Ints]:
        if not len(fragments):
            rows = {name: column.copy() for name, column in old.items()}
            return rows, np.arange(len(rows["half"]))
        rows = joined(old, new_rows(fragments, reads), int(fragments.fresh.sum()))
        order = in_order(rows["half"])  # those that waited before the new ones
        waited = row_of_open(old, fragments.half)
        of = np.where(fragments.fresh, len(old["half"]) + np.cumsum(fragments.fresh) - 1, waited)
        extend(rows, fragments, of)
        undecided = rows["outcome"] == UNDECIDED
        cut_short(rows, fragments, of, waited, pmtu)
        end_unreliable(rows)
        self.faults += wrong_lengths(rows, of[of >= 0])
        self.faults += incomplete_messages(rows, undecided)
        return rows, order

    def _answered_before(self, rows: Rows) -> None:
        """Requests that are given only now, and were answered in an earlier batch."""
        acked = self.states["acked"][rows["half"]]
        over = rows_where((acked > rows["first"]) & (rows["outcome"] == UNDECIDED))
        if not len(over):
            return
        half = rows["half"][over]
        frame, time = self.states["acked_frame"][half], self.states["acked_time"][half]
        own = need_response(rows["operation"][over])
        first = ~own & (rows["responded"][over] == NONE)
        rows["responded"][over[first]] = time[first]
        behind = own & (acked[over] > rows["end"][over]) & (rows["proof_frame"][over] == 0)
        rows["proof_frame"][over[behind]], rows["proof_time"][over[behind]] = frame[behind], time[behind]
        done = ~own & (rows["sent"][over] > 0) & (acked[over] >= rows["end"][over])
        rows["outcome"][over[done]] = COMPLETED
        rows["done_frame"][over[done]], rows["done_time"][over[done]] = frame[done], time[done]

    def _note(self, answers: Answers, answering: Answering, rows: Rows) -> None:
        """Which messages the answers are for, and where the halves stand behind them."""
        self.answered, self.response_to = np.zeros((2, len(answers.half)), np.int64)
        self.taken = np.zeros(len(answers.half), np.bool_)
        if not len(answers.half):
            return
        self.answered[answering.completing] = rows["number"][answering.completed]
        there = answering.owner >= 0
        responses, owner = answering.responses[there], answering.owner[there]
        self.answered[responses], self.response_to[responses] = rows["number"][owner], rows["first_frame"][owner]
        for places, _ in answering.taken:
            self.taken[places] = True
        states, heads = self.states, changes(answers.half)
        states["heard"][answers.half[heads]] = 1
        before = np.empty(len(answers.half), np.int64)
        before[1:] = answers.acked[:-1]
        before[heads] = states["acked"][answers.half[heads]]
        moves = rows_where(answers.acked > before)
        half = answers.half[moves]
        lasts = moves[group_ends(half)]
        half = answers.half[lasts]
        states["acked"][half] = answers.acked[lasts]
        states["acked_frame"][half], states["acked_time"][half] = answers.frame[lasts], answers.time[lasts]

    # -- ends ---------------------------------------------------------------------------------------------------------

    def _end(self, rows: Rows, order: Ints, given_up: Ints, unsettled: tuple[Ints, Ints] | None) -> MessageColumns:
        """Give out the messages that have ended, and keep the others."""
        half = rows["half"][order]
        waits = rows["outcome"][order] == UNDECIDED
        if unsettled is not None and len(unsettled[0]):
            halves, frame = unsettled
            at = np.minimum(np.searchsorted(halves, half), len(halves) - 1)
            waits |= (halves[at] == half) & (rows["done_frame"][order] > frame[at])
        ended = ~behind_any(waits, half)
        chosen, left = order[ended], order[~ended]
        end_in_order(rows, chosen)
        late = self._limits.late(rows, left)
        if late.any() or len(given_up):
            chosen, left = np.concatenate((given_up, chosen, left[late])), left[~late]
        if len(left):
            self.waiting.put({name: column[left] for name, column in rows.items()})
        frame = rows["done_frame"][chosen]
        if (frame[1:] < frame[:-1]).any():
            chosen = chosen[np.argsort(frame, kind="stable")]
        idle = self._limits.take_idle(self.waiting)
        if idle is None:
            return self._columns(rows, chosen)
        both = {name: np.concatenate((rows[name][chosen], idle[name])) for name in COLUMNS}
        return self._columns(both, np.arange(len(both["half"])))

    def _columns(self, rows: Rows, chosen: Ints) -> MessageColumns:
        complete_earlier(rows, chosen)
        if self.frames is None:
            return MessageColumns(rows, chosen)
        return MessageColumns(rows, chosen, self.frames.take(rows["half"][chosen], rows["number"][chosen]))

    def _keep_frames(
        self,
        frames: PayloadFrames,
        wanted: Bools | None,
        pieces: Pieces,
        sound: Bools,
        answers: Answers,
        answering: Answering,
        rows: Rows,
    ) -> None:
        """Requests carry payload, but for READs: their responses do."""
        carries = sound & (OPERATION_OF[pieces.opcode] != READ)
        if wanted is not None:
            carries &= wanted[pieces.half]
        asked = rows_where(carries)
        known = among(pieces.half[asked] * LINE + self.numbers[asked], np.sort(rows["half"] * LINE + rows["number"]))
        asked = asked[known]
        parts = [(pieces.half[asked], self.numbers[asked], pieces.frame[asked])]
        for at, row in answering.taken:
            told = rows["operation"][row] == READ
            if wanted is not None:
                told &= wanted[answers.half[at]]
            at, row = at[told], row[told]
            parts.append((answers.half[at], rows["number"][row], answers.frame[at]))
        frames.add(*(np.concatenate(column) for column in zip(*parts, strict=True)))

    def close(
        self, half: Ints, fate: Ints, psn: Ints | None = None, frame: int = 0, pmtu: Ints | None = None
    ) -> MessageColumns:
        """Some halves have ended, or the capture has.

        Args:
            half: the halves, ascending, shape (n,).
            fate: index in `OUTCOMES`, what becomes of messages that are not completed.  Behind one that is
                ``unanswered`` or ``refused`` the others are flushed.  ``under way`` of a half without any answer means
                ``unknown``.
            psn: the PSN below which every request was completed; where responses to it are not in the capture, a later
                answer proves that.  None for what was acknowledged.
            frame: the packet that shows it, 0 for the end of the capture.
            pmtu: the path MTU by half in bytes, 0 where it is not known; None for nothing new.

        Returns:
            All messages of these halves that had not ended.
        """
        self.reserve(int(half[-1]) + 1 if len(half) else 0)
        rows = self.waiting.take(half)
        if pmtu is not None:
            self._learn_spans(rows, pmtu)
        self._repetitions.close(rows, np.arange(len(rows["half"])), half)
        of = np.searchsorted(half, rows["half"])
        completed = (self.states["acked"][half] if psn is None else psn)[of]
        self.faults += too_short(rows, np.arange(len(of)))
        undecided = rows["outcome"] == UNDECIDED
        seen = undecided & (rows["proof_frame"] > 0) & (rows["end"] > 0) & (rows["end"] <= completed)
        if psn is None:  # unless the requester has asked for the response again, and has got no answer since
            seen &= rows["again_frame"] < self.states["acked_frame"][rows["half"]]
        rows["whole"][seen] = 0
        rows["outcome"][seen] = COMPLETED
        rows["done_frame"][seen], rows["done_time"][seen] = rows["proof_frame"][seen], rows["proof_time"][seen]
        undecided &= ~seen
        # it was answered, and came no more: whether that was an ACK, the capture has cut off
        unclear = (fate[of] == UNDER_WAY) & (rows["maybe_time"] > 0) & (rows["retransmissions"] == 0)
        silent = (fate[of] == UNDER_WAY) & (self.states["heard"][rows["half"]] == 0) & (rows["service"] != UC)
        rows["outcome"][undecided] = np.where(silent | unclear, UNKNOWN, fate[of])[undecided]
        left = rows_where(undecided)
        later = left[~changes(rows["half"][left])]
        rows["outcome"][later[np.isin(fate[of[later]], (UNANSWERED, REFUSED))]] = FLUSHED
        behind = left[(fate[of[left]] == REFUSED) & (self.states["refused"][rows["half"][left]] > 0)]
        rows["outcome"][behind] = FLUSHED
        rows["done_frame"][undecided] = frame
        return self._columns(rows, np.arange(len(of)))

    def forget(self, halves: Ints) -> None:
        """Halves that are closed: their numbers may be given to others."""
        self.states.forget(halves)
        self._refusals.forget(halves)


def numbers_of(pieces: Pieces, kept: Ints | None, fragments: Fragments, rows: Rows, order: Ints) -> Ints:
    """The number of each packet's message, 0 for none.

    Args:
        pieces: all packets.
        kept: those of which the fragments are; None for all.
        fragments: the fragments.
        rows: messages.
        order: their order by half and PSN.
    """
    if kept is None:
        return fragments.number
    numbers = np.zeros(len(pieces.half), np.int64)
    if len(order):
        line = (rows["half"] * LINE + rows["first"])[order]
        place = np.searchsorted(line, pieces.half * LINE + pieces.psn, side="right") - 1
        row = order[np.maximum(place, 0)]
        inside = (place >= 0) & (rows["half"][row] == pieces.half)
        inside &= (pieces.psn < rows["end"][row]) | (rows["end_known"][row] == 0)
        numbers[inside] = rows["number"][row[inside]]
    numbers[kept] = fragments.number
    return numbers


def behind_any(marked: Bools, half: Ints) -> Bools:
    """Rows that are marked, and those behind them in their half; rows are by half."""
    if not marked.any():
        return marked
    count = np.cumsum(marked)
    starts = rows_where(changes(half))
    before: Ints = (count - marked)[starts]
    behind: Bools = count > np.repeat(before, run_lengths(starts, len(half)))
    return behind


def complete_earlier(rows: Rows, chosen: Ints) -> None:
    """What was completed, and never sent again, the first answer completed that may have been its ACK.

    When the ACK of what was sent again came, the capture does not show: it has cut off which of the answers it was.
    """
    shown = chosen[(rows["maybe_time"][chosen] > 0) & (rows["outcome"][chosen] == COMPLETED)]
    time = np.where(rows["retransmissions"][shown] == 0, rows["maybe_time"][shown], NONE)
    rows["done_time"][shown] = np.minimum(time, rows["done_time"][shown])
    single = shown[rows["end"][shown] == rows["first"][shown] + 1]
    rows["responded"][single] = rows["done_time"][single]


def end_in_order(rows: Rows, chosen: Ints) -> None:
    """Messages of a half end in their order: none before the one before it."""
    key = rows["half"][chosen] * LINE + rows["done_frame"][chosen]
    if not (key[1:] < key[:-1]).any():
        return
    highest = np.maximum.accumulate(key)
    later = rows_where(key < highest)
    source = np.maximum.accumulate(np.where(key == highest, np.arange(len(key)), 0))
    rows["done_frame"][chosen[later]] = rows["done_frame"][chosen[source[later]]]
    rows["done_time"][chosen[later]] = rows["done_time"][chosen[source[later]]]

"""Which answers complete which messages.

An ACK answers a request once what it acknowledges reaches its end.  READs and atomics have responses of their own:
their requester takes them in the order of PSNs and drops those behind a missing one.  FLUSH and ATOMIC WRITE have
responses, too, but any later answer completes them as well.

Source: IBA 1, 9.7.5.1 and 10.8.5.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ibpkt.analysis.columns.transport import ATOMIC, ENDS, KIND_OF, OPERATION_OF, RESPONSE
from ibpkt.analysis.reassembly.fragments import READ
from ibpkt.analysis.reassembly.kinds import MORE, RESPONSE_LENGTH, RESPONSE_WITHOUT_REQUEST, MessageFault
from ibpkt.analysis.reassembly.message_rows import COMPLETED, INCOMPLETE, UNDECIDED, Rows
from ibpkt.analysis.reassembly.packets import LINE, Answers
from ibpkt.analysis.results.message_table import NONE
from ibpkt.arrays import Bools, Ints, changes, cumulative, group_ends, offsets, places_in, rows_where
from ibpkt.protocols import OPERATIONS, PSN_MASK, by_operation

ACK = OPERATIONS.index("ACK")
#: requests that responses of their own answer
HAVE_RESPONSES = by_operation(lambda opcode: opcode.answer not in ("", "ACK"), np.bool_)
#: messages that begin behind a READ whose response is not complete, although it was answered: after so many the
#: requester has it, and the capture has not
MAX_BEHIND_A_GAP = 64
#: the number of a packet that never comes
NEVER = np.iinfo(np.int64).max


def need_response(operation: Ints) -> Bools:
    """Operations that only responses of their own complete."""
    chosen: Bools = (operation == READ) | (operation == ATOMIC)
    return chosen


class Answering:
    """Messages of some halves, and the answers of a batch to them.

    Attributes:
        responses: places of the answers that are responses of READs and atomics (or FLUSH, ATOMIC WRITE).
        owner: of each of them the row that it answers, -1 for none.
        taken: places of the responses that the requester took, and the row of each.
        completing: places of answers that complete a message of which they are no response, and `completed`, its row.
    """

    def __init__(self, rows: Rows, order: Ints, answers: Answers) -> None:
        """Match.

        Args:
            rows: messages; their columns are written to.
            order: the rows by half and PSN.
            answers: by half, in the order of the capture.
        """
        self._rows, self._order, self._answers = rows, order, answers
        self._half, self._operation = rows["half"][order], rows["operation"][order]
        self._first = self._half * LINE + rows["first"][order]
        # what has not ended yet, in order with the others
        self._end = self._half * LINE + np.maximum(rows["end"][order], rows["first"][order])
        self._acked = answers.half * LINE + answers.acked
        self.responses: Ints = rows_where((KIND_OF[answers.opcode] == RESPONSE) & (OPERATION_OF[answers.opcode] != ACK))
        self._own = need_response(self._operation)
        self._learn_spans()
        # the PSN behind the response, as far as it is known
        self._bound = np.where(rows["span_unknown"] > 0, rows["first"] + PSN_MASK, rows["end"])
        self._find_owners()
        self.completing = self.completed = np.zeros(0, np.int64)
        self.taken: list[tuple[Ints, Ints]] = []

    def match(self) -> list[MessageFault]:
        """Complete what is answered; returns what is wrong with responses."""
        faults: list[MessageFault] = []
        if len(self._answers.half) and len(self._order):
            completed = self._acknowledge()
            self._acknowledge_maybe()
            faults += self._without_request(completed)
        settled = self._settled()
        if len(self._answers.half) and len(self._order):
            faults += self._respond(settled)
        unseen = rows_where((settled < NEVER) & (self._rows["outcome"][self._order] == UNDECIDED))
        self._rows["settled_frame"][self._order[unseen]] = settled[unseen]
        return faults + self.complete_unseen(self._order[unseen])

    def _learn_spans(self) -> None:
        """The last packet of a response shows how many PSNs its READ takes, where nothing else did."""
        rows, answers = self._rows, self._answers
        if not rows["span_unknown"].any():
            return
        last = self.responses[ENDS[answers.opcode[self.responses]]]
        place = np.searchsorted(self._first, answers.half[last] * LINE + answers.psn[last], side="right") - 1
        last, place = last[place >= 0], place[place >= 0]
        there = (self._half[place] == answers.half[last]) & (rows["span_unknown"][self._order[place]] > 0)
        last, row = last[there], self._order[place[there]]
        rows["end"][row] = answers.psn[last] + 1
        rows["span_unknown"][row] = 0
        self._end = self._half * LINE + np.maximum(rows["end"][self._order], rows["first"][self._order])

    def _find_owners(self) -> None:
        answers = self._answers
        if not len(self.responses) or not len(self._order):
            self.owner: Ints = np.full(len(self.responses), -1)
            return
        at = answers.half[self.responses] * LINE + answers.psn[self.responses]
        place = places_in(self._first, at, "right") - 1
        safe = np.maximum(place, 0)
        inside = (place >= 0) & (self._half[safe] == answers.half[self.responses])
        bound = self._bound[self._order[safe]]
        inside &= (answers.psn[self.responses] < bound) | (bound == 0)
        self._place = np.where(inside, place, -1)
        self.owner = np.where(inside, self._order[safe], -1)

    # -- what ACKs say ------------------------------------------------------------------------------------------------

    def _reached(self, line: Ints, half: Ints) -> tuple[Ints, Bools]:
        """The first answer to each of some halves that acknowledges up to a PSN, and whether there is one."""
        place = places_in(self._acked, line)
        safe = np.minimum(place, len(self._acked) - 1)
        there: Bools = (place < len(self._acked)) & (self._answers.half[safe] == half)
        return safe, there

    def _acknowledge(self) -> Ints:
        """Messages that ACKs complete; returns the completing answer of each row in order, or one behind the last."""
        rows, answers, order = self._rows, self._answers, self._order
        begun, there = self._reached(self._first + 1, self._half)
        there &= ~self._own & (rows["responded"][order] == NONE)
        rows["responded"][order[there]] = answers.time[begun[there]]
        place, there = self._reached(self._end, self._half)
        there &= rows["sent"][order] > 0
        undecided = rows["outcome"][order] == UNDECIDED
        completed = np.where(undecided, np.where(there, place, len(answers.half)), -1)
        there &= ~self._own & undecided
        self.completing, self.completed = place[there], order[there]
        self._done(self.completed, answers.frame[place[there]], answers.time[place[there]])
        return completed

    def _acknowledge_maybe(self) -> None:
        """Messages that answers complete if they are ACKs: the capture has cut off whether they are."""
        rows, answers, order = self._rows, self._answers, self._order
        cut = rows_where((OPERATION_OF[answers.opcode] == ACK) & (answers.whole == 0))
        asks = rows_where(~self._own & (rows["sent"][order] > 0) & (rows["maybe_time"][order] == 0))
        if not len(cut) or not len(asks):
            return
        half, behind = answers.half[cut], answers.psn[cut] + 1
        row = order[asks]
        place = places_in(half * LINE + answers.frame[cut], rows["half"][row] * LINE + rows["last_frame"][row], "right")
        place = np.maximum(place, places_in(np.maximum.accumulate(half * LINE + behind), self._end[asks]))
        while len(row):
            there = place < len(cut)
            there[there] = half[place[there]] == rows["half"][row[there]]
            row, place = row[there], place[there]
            reached = behind[place] >= rows["end"][row]
            rows["maybe_time"][row[reached]] = answers.time[cut[place[reached]]]
            row, place = row[~reached], place[~reached] + 1  # it has been overtaken by another one

    def _done(self, rows: Ints, frame: Ints, time: Ints) -> None:
        self._rows["outcome"][rows] = COMPLETED
        self._rows["done_frame"][rows] = frame
        self._rows["done_time"][rows] = time

    def _without_request(self, completed: Ints) -> Iterator[MessageFault]:
        """Responses to requests that ACKs answer."""
        if not (self.owner >= 0).any():
            return
        answers = self._answers
        there = self.owner >= 0
        place = self._place[there]
        wrong = ~HAVE_RESPONSES[self._operation[place]] & (self.responses[there] <= completed[place])
        for at in self.responses[there][wrong].tolist():
            yield MessageFault(
                RESPONSE_WITHOUT_REQUEST,
                int(answers.half[at]),
                int(answers.frame[at]),
                int(answers.time[at]),
                1,
                {"psn": int(answers.psn[at]) & PSN_MASK},
            )

    # -- responses of READs and atomics -------------------------------------------------------------------------------

    def _respond(self, settled: Ints) -> list[MessageFault]:
        """Take the responses that came before `_settled` says that nobody waits for them."""
        rows, answers = self._rows, self._answers
        chosen = rows_where(self.owner >= 0)
        if len(chosen):
            place = self._place[chosen]
            # what a NAK has ended, and waits only to be told, takes no response any more
            chosen = chosen[self._own[place] & (rows["outcome"][self._order[place]] == UNDECIDED)]
            chosen = chosen[answers.frame[self.responses[chosen]] <= settled[self._place[chosen]]]
        if not len(chosen):
            return []
        place = self._place[chosen]
        if (place[1:] < place[:-1]).any():
            by_row = np.argsort(place, kind="stable")
            chosen, place = chosen[by_row], place[by_row]
        at, row = self.responses[chosen], self._order[place]
        starts = rows_where(changes(row))
        group = row[starts]
        undecided = rows["outcome"][group] == UNDECIDED
        fresh = rows["responded"][group] == NONE
        rows["responded"][group[fresh]] = answers.time[at[starts[fresh]]]
        counts = np.diff(np.append(starts, len(row)))
        rank = np.arange(len(row)) - np.repeat(starts, counts)
        in_order = answers.psn[at] == rows["next_response"][row] + rank
        clean = np.logical_and.reduceat(in_order, starts)
        ends = starts + counts
        sums = np.add.reduceat(answers.size[at], starts)
        intact = np.minimum.reduceat(answers.whole[at], starts)
        which = rows_where(clean)
        in_clean = np.repeat(clean, counts)
        self.taken.append((at[in_clean], row[in_clean]))
        self._take(group[which], counts[which], sums[which], intact[which])
        last = at[ends[which] - 1]
        self._end_early(group[which], last)
        is_done = rows["next_response"][group[which]] >= self._bound[group[which]]
        done = which[is_done]
        self._done(group[done], answers.frame[last[is_done]], answers.time[last[is_done]])
        if not clean.all():
            self._take_in_order(row[~in_clean], at[~in_clean])
        return self._lengths(group[undecided])

    def _take(self, row: Ints, packets: Ints, size: Ints, whole: Ints) -> None:
        rows = self._rows
        rows["next_response"][row] += packets
        rows["packets"][row] += np.where(rows["operation"][row] == READ, packets, 0)
        rows["response_bytes"][row] += size
        rows["response_whole"][row] &= whole

    def _end_early(self, row: Ints, last: Ints) -> None:
        """Note packets that say that they are the last of a response; those of a complete one are not used."""
        rows, answers = self._rows, self._answers
        ends = ENDS[answers.opcode[last]] != 0
        rows["early_frame"][row] = np.where(ends, answers.frame[last], 0)
        rows["early_time"][row] = np.where(ends, answers.time[last], 0)

    def _take_in_order(self, row: Ints, at: Ints) -> None:
        """Responses some of which are missing or come again: those that continue what was taken are taken.

        Args:
            row: of each response, those of a row together.
            at: its place among the answers.
        """
        rows, answers = self._rows, self._answers
        psn = answers.psn[at]
        starts = rows_where(np.append(True, (np.diff(psn) != 1) | (np.diff(row) != 0)))
        stops = np.append(starts[1:], len(at))
        lists = (row[starts], psn[starts], starts, stops, rows["next_response"][row[starts]], self._bound[row[starts]])
        taken: list[tuple[int, int, int]] = []
        done: list[tuple[int, int]] = []
        current, following = -1, 0
        for one, first, start, stop, wanted, bound in zip(*(column.tolist() for column in lists), strict=True):
            if one != current:
                current, following = one, wanted
            behind = first + stop - start
            if first <= following < behind:
                taken.append((one, start + following - first, stop))
                following = behind
                if following >= bound:
                    done.append((one, stop - 1))
        if not taken:
            return
        which, low, high = np.array(taken).T
        size, cut = cumulative(answers.size[at]), cumulative(answers.whole[at] == 0)
        packets = high - low
        np.add.at(rows["next_response"], which, packets)
        np.add.at(rows["packets"], which, np.where(rows["operation"][which] == READ, packets, 0))
        np.add.at(rows["response_bytes"], which, size[high] - size[low])
        rows["response_whole"][which[cut[high] > cut[low]]] = 0
        places = np.repeat(low - offsets(packets), packets) + np.arange(int(packets.sum()))
        self.taken.append((at[places], np.repeat(which, packets)))
        lasts = group_ends(which)
        self._end_early(which[lasts], at[high[lasts] - 1])
        if done:
            which, last = np.array(done).T
            self._done(which, answers.frame[at[last]], answers.time[at[last]])

    def _lengths(self, group: Ints) -> list[MessageFault]:
        """Responses that have another length than the READ asked for, or go on behind that."""
        rows = self._rows
        sure = (rows["outcome"][group] == COMPLETED) & is_whole_read(rows, group)
        goes_on = (rows["early_frame"][group] == 0) & (rows["span_unknown"][group] == 0)
        wrong = group[sure & (goes_on | (rows["response_bytes"][group] != rows["declared"][group]))]
        rows["outcome"][wrong] = INCOMPLETE
        return [length_fault(rows, row, "done") for row in wrong.tolist()]

    # -- responses that the capture lacks -----------------------------------------------------------------------------

    def _settled(self) -> Ints:
        """The packet from which on a response that was not complete must have come unseen, `NEVER` where there is none.

        It was answered what came behind it, and the requester began many messages since, instead of asking again.
        """
        rows, order, answers = self._rows, self._order, self._answers
        settled = np.full(len(order), NEVER)
        if not self._own.any():
            return settled
        if len(answers.half):
            waits = rows_where(self._own & (rows["proof_frame"][order] == 0))
            place, there = self._reached(self._end[waits] + 1, self._half[waits])
            proven, place = order[waits[there]], place[there]
            rows["proof_frame"][proven] = answers.frame[place]
            rows["proof_time"][proven] = answers.time[place]
        behind = rows_where(self._own[:-MAX_BEHIND_A_GAP] & (rows["proof_frame"][order[:-MAX_BEHIND_A_GAP]] > 0))
        behind = behind[self._half[behind] == self._half[behind + MAX_BEHIND_A_GAP]]
        begun = rows["first_frame"][order[behind + MAX_BEHIND_A_GAP]]
        settled[behind] = np.maximum(rows["proof_frame"][order[behind]], begun)
        return settled

    def complete_unseen(self, row: Ints) -> list[MessageFault]:
        """The response of some READs came, but is not in the capture, or was too short."""
        rows = self._rows
        faults = too_short(rows, row)
        row = row[rows["outcome"][row] == UNDECIDED]
        rows["whole"][row] = 0
        self._done(row, rows["proof_frame"][row], rows["proof_time"][row])
        return faults


def too_short(rows: Rows, chosen: Ints) -> list[MessageFault]:
    """End READs whose response said that it was complete before all of it had come.

    What is asked again is asked in parts, and each of them has a last response.

    Args:
        rows: messages.
        chosen: those of which nothing more comes.
    """
    ended = (rows["early_frame"][chosen] > 0) & (rows["outcome"][chosen] == UNDECIDED) & is_whole_read(rows, chosen)
    ended &= (rows["retransmissions"][chosen] == 0) & (rows["response_bytes"][chosen] < rows["declared"][chosen])
    short = chosen[ended]
    rows["outcome"][short] = INCOMPLETE
    rows["done_frame"][short], rows["done_time"][short] = rows["early_frame"][short], rows["early_time"][short]
    return [length_fault(rows, row, "early") for row in short.tolist()]


def is_whole_read(rows: Rows, chosen: Ints) -> Bools:
    """READs of which all headers, and all of the response so far, are in the capture."""
    reads: Bools = rows["operation"][chosen] == READ
    reads &= (rows["response_whole"][chosen] > 0) & (rows["whole"][chosen] > 0)
    return reads


def length_fault(rows: Rows, row: int, ended: str) -> MessageFault:
    """What is said of a response; ``ended``: which columns name the packet that ended it."""
    facts: dict[str, int | str] = {"said": int(rows["declared"][row]), "carried": int(rows["response_bytes"][row])}
    if not rows["early_frame"][row]:
        facts["more"] = MORE
    frame, time = int(rows[f"{ended}_frame"][row]), int(rows[f"{ended}_time"][row])
    return MessageFault(RESPONSE_LENGTH, int(rows["half"][row]), frame, time, 1, facts)

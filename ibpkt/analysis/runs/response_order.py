"""READ and atomic responses in the order in which they were asked for: what is missing, and what comes again.

The responses that a half has asked for are numbered from 0 on, over all of its READs and atomics.  A response must have
the number behind the one before; an ACK that is not one of them comes when all of those before it have.

Source: IBA 1, 9.7.5.1.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import ENDS, OPERATION_OF
from ibpkt.analysis.recovery.verdict import Verdict
from ibpkt.analysis.runs.half_table import CUT, HalfTable
from ibpkt.analysis.runs.implied_naks import CountedAnswers, ImpliedNaks
from ibpkt.analysis.runs.read_spans import NOTHING_LEARNED, LearnedEnds
from ibpkt.analysis.runs.run_columns import ACKNOWLEDGE
from ibpkt.analysis.runs.sequence_columns import BELOW_LINE, LINE, LINE_BITS, SequenceColumns
from ibpkt.arrays import Bools, Ints, changes, group_ends, places_in, rows_where, run_lengths

#: READs and atomics that are kept, of all halves together; beyond it the oldest are forgotten
MOST = 1 << 19


class ResponseOrder:
    """What READs and atomics of all halves have asked for, and how far the responses have come.

    Attributes:
        given_up: requests that were forgotten, since too many were unanswered.
        implied: what answers say of responses that are missing.
        verdicts: what they said in the last batch, with the halves.
    """

    def __init__(self) -> None:
        self.given_up = 0
        self.implied = ImpliedNaks()
        self.verdicts: list[tuple[int, Verdict]] = []
        none = np.zeros(0, np.int64)
        # by half and PSN: key of the first PSN, the PSN behind, responses asked for before it
        self._keys, self._ends, self._before = none, none, none
        self._unsized = none  # bytes of READs of which it is not known how many PSNs they take; or `CUT`

    def add(self, sequence: SequenceColumns, table: HalfTable) -> tuple[Bools, Bools]:
        """Look at the packets of a batch.

        Returns:
            Answers before which a response is missing, and responses that came before or that nobody asked for, shape
            (n,) both.
        """
        missing, again = np.zeros(len(sequence), np.bool_), np.zeros(len(sequence), np.bool_)
        self.verdicts = []
        if not (len(self._keys) or self.implied or sequence.reads.any() or _is_answering(sequence, table)):
            return missing, again
        has_asked = _has_asked(sequence, table)
        self._ask(sequence, table)
        self._ask_for_lost(sequence, table)
        if len(self._keys) or self.implied or _is_answering(sequence, table):
            self._follow(sequence, table, missing, again)
            # of a half that the tap has seen no READ of, the READs may have come before the capture
            again &= has_asked
            self._forget(table)
        return missing, again

    def move(self, half: int, to: int) -> None:
        """A half gets another number."""
        low, end = np.searchsorted(self._keys, (half * LINE, (half + 1) * LINE))
        if low < end:
            self._keys[low:end] += (to - half) * LINE
            self._keep(np.argsort(self._keys, kind="stable"))
        self.implied.move(half, to)

    def come(self, half: int, psn: Ints, table: HalfTable) -> None:
        """Responses of a half have come before it was known whose they are.

        Args:
            half: the half.
            psn: their PSNs, unwrapped.
            table: the halves.
        """
        asked, inside, _ = self._asked_up_to(np.full(len(psn), half), psn)
        seen = int(table["seen_responses"][half])
        table["seen_responses"][half] = max(seen, int((asked[inside] + 1).max(initial=0)))

    def learn(self, table: HalfTable, pmtu: Ints) -> LearnedEnds:
        """The path MTU of some halves has become known: READs take as many PSNs as it says.

        Args:
            table: the halves.
            pmtu: in bytes, by half; 0 where it is not known.

        Returns:
            Where these READs end now: not only the last requests of halves.
        """
        due = rows_where(self._unsized > 0)
        if not len(due):
            return NOTHING_LEARNED
        due = due[pmtu[self._keys[due] >> LINE_BITS] > 0]
        half, psn, before = self._keys[due] >> LINE_BITS, self._keys[due] & BELOW_LINE, self._ends[due]
        end = np.maximum(before, psn + -(-self._unsized[due] // np.maximum(pmtu[half], 1)))
        self._unsized[due] = 0
        if len(due):
            self._lengthen(due, end, table)
        return LearnedEnds(half, psn, before, end)

    def lengthen(self, table: HalfTable, learned: LearnedEnds) -> None:
        """READs take more PSNs than was known: what came behind them shows it."""
        if len(self._keys) and len(learned.halves):
            keys = learned.halves * LINE + learned.psn
            at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
            found = self._keys[at] == keys
            self._lengthen(at[found], learned.end[found], table)

    def _lengthen(self, due: Ints, end: Ints, table: HalfTable) -> None:
        half = self._keys >> LINE_BITS
        more = np.zeros(len(half), np.int64)
        more[due] = np.maximum(end - self._ends[due], 0)
        self._ends += more
        heads = rows_where(changes(half))
        total = np.cumsum(more)
        at_head = (total - more)[heads]
        self._before += total - more - np.repeat(at_head, run_lengths(heads, len(half)))
        np.add.at(table["asked_responses"], half[due], more[due])

    def forget(self, halves: Ints) -> None:
        """Halves are over: their numbers may be given to others."""
        self.implied.forget(halves)
        self._keep(~np.isin(self._keys >> LINE_BITS, halves))

    def _ask(self, sequence: SequenceColumns, table: HalfTable) -> None:
        asks = rows_where(sequence.reads & ~sequence.again)
        if not len(asks):
            return
        half = sequence.half[asks]
        size = sequence.end[asks] - sequence.psn[asks]
        heads = rows_where(changes(half))
        total = np.cumsum(size)
        at_head = (total - size)[heads]
        counts = run_lengths(heads, len(half))
        before = total - size - np.repeat(at_head, counts) + table["asked_responses"][half]
        lasts = np.append(heads[1:], len(half)) - 1
        table["asked_responses"][half[lasts]] = before[lasts] + size[lasts]
        keys = np.concatenate((self._keys, half * LINE + sequence.psn[asks]))
        order = np.argsort(keys, kind="stable")
        self._keys = keys[order]
        self._ends = np.concatenate((self._ends, sequence.end[asks]))[order]
        self._before = np.concatenate((self._before, before))[order]
        self._unsized = np.concatenate((self._unsized, sequence.unsized[asks]))[order]

    def _ask_for_lost(self, sequence: SequenceColumns, table: HalfTable) -> None:
        """READs and atomics that the capture has only when they are sent again."""
        asks = rows_where(sequence.reads & sequence.again & (sequence.psn >= sequence.acked))
        for place in asks[~self._asked_up_to(sequence.half[asks], sequence.psn[asks])[1]].tolist():
            half, psn, end = int(sequence.half[place]), int(sequence.psn[place]), int(sequence.end[place])
            at = int(np.searchsorted(self._keys, half * LINE + psn))
            last = int(np.searchsorted(self._keys, (half + 1) * LINE))
            low = at > 0 and self._keys[at - 1] >> LINE_BITS == half
            if low and self._ends[at - 1] > psn:
                continue  # it came twice
            if at < last:
                end = min(end, int(self._keys[at]) & BELOW_LINE)
                before = int(self._before[at])
            else:
                before = int(table["asked_responses"][half])
            if end <= psn or before < table["seen_responses"][half]:
                continue  # it was executed, and the tap has missed that
            self._before[at:last] += end - psn
            table["asked_responses"][half] += end - psn
            self._keys, self._ends, self._before, self._unsized = (
                np.concatenate((column[:at], np.array((value,), np.int64), column[at:]))  # faster than `insert`
                for column, value in (
                    (self._keys, half * LINE + psn), (self._ends, end), (self._before, before),
                    (self._unsized, sequence.unsized[place]),
                )
            )  # fmt: skip

    def _psn_of(self, half: int, response: int) -> int:
        """The PSN of a response."""
        low, high = self._keys.searchsorted((half * LINE, (half + 1) * LINE)).tolist()
        at = max(low, low + int(self._before[low:high].searchsorted(response, "right")) - 1)
        return (int(self._keys[at]) & BELOW_LINE) + response - int(self._before[at])

    def _asked_up_to(self, half: Ints, psn: Ints) -> tuple[Ints, Bools, Ints]:
        """What was asked for around a PSN.

        Returns:
            Responses below it, -1 for unknown; whether it is one that was asked for; and those of the same READ
            from there on.
        """
        if not len(self._keys):
            return np.full(len(half), -1, np.int64), np.zeros(len(half), np.bool_), np.zeros(len(half), np.int64)
        at = places_in(self._keys, half * LINE + psn, "right") - 1
        any_below = at >= 0
        at = np.maximum(at, 0)
        known = any_below & (self._keys[at] >> LINE_BITS == half)
        first, end = self._keys[at] & BELOW_LINE, self._ends[at]
        asked = np.where(known, self._before[at] + np.minimum(psn, end) - first, -1)
        return asked, known & (psn < end), end - psn

    def _follow(self, sequence: SequenceColumns, table: HalfTable, missing: Bools, again: Bools) -> None:
        tells = rows_where(~sequence.is_request & sequence.believed)
        if not len(tells):
            nothing = CountedAnswers(tells, tells, tells > 0, tells, tells)
            self.verdicts = self.implied.add(sequence, nothing, self._psn_of)
            return
        half = sequence.half[tells]
        negative = sequence.negative[tells]
        asked, inside, left = self._asked_up_to(half, sequence.psn[tells])
        plain = negative | (OPERATION_OF[sequence.opcode[tells]] == ACKNOWLEDGE)
        # an ACK of a READ is a repeated one: the last response has been sent
        asked = asked + (plain & inside & ~negative)
        # a response brings the numbers up to its own, an ACK needs all of those before it
        reached = np.where(plain | ~inside, 0, asked + 1)
        seen = _before(half, reached, table["seen_responses"])
        missing[tells] = (asked > seen) & ~negative
        again[tells] = ~plain & (~inside | (asked < seen))
        early = np.where(inside & ~plain & (left > 1) & (ENDS[sequence.opcode[tells]] != 0), asked + 1, 0)
        any_early = early.any() or table["ended_early"][half].any()
        ended_early = _before(half, early, table["ended_early"]) if any_early else early
        answers = CountedAnswers(tells, asked, inside & ~plain, seen, ended_early)
        self.verdicts = self.implied.add(sequence, answers, self._psn_of)
        lasts = group_ends(half)
        table["ended_early"][half[lasts]] = np.maximum(ended_early[lasts], early[lasts])
        table["seen_responses"][half[lasts]] = np.maximum(seen[lasts], reached[lasts])

    def _forget(self, table: HalfTable) -> None:
        half = self._keys >> LINE_BITS
        seen = self.implied.lacked(half, table["seen_responses"][half])
        due = self._before + self._ends - (self._keys & BELOW_LINE) > seen
        if (self._unsized == CUT).any():  # more responses may come
            due |= (self._unsized == CUT) & changes(half[::-1])[::-1]
        over = int(due.sum()) - MOST
        if over > 0:
            self.given_up += over
            due[rows_where(due)[:over]] = False
        if not due.all():
            self._keep(due)

    def _keep(self, chosen: Bools | Ints) -> None:
        self._keys, self._ends, self._before, self._unsized = (
            column[chosen] for column in (self._keys, self._ends, self._before, self._unsized)
        )


def _has_asked(sequence: SequenceColumns, table: HalfTable) -> Bools:
    """Packets before which their half has asked for responses, shape (n,)."""
    asks = sequence.reads & ~sequence.again
    count = np.cumsum(asks)
    before: Ints = count - asks  # in all halves so far
    at_start = np.repeat(before[sequence.starts], run_lengths(sequence.starts, len(sequence)))
    chosen: Bools = (table["asked_responses"][sequence.half] > 0) | (before > at_start)
    return chosen


def _is_answering(sequence: SequenceColumns, table: HalfTable) -> bool:
    """Whether there are answers of halves that have asked for responses, though all of those have come."""
    asked = table["asked_responses"][sequence.half] > 0
    return bool((asked & ~sequence.is_request).any())


def _before(half: Ints, values: Ints, at_first: Ints) -> Ints:
    """The largest value of the half before each row."""
    heads = changes(half)
    segment = np.cumsum(heads) - 1
    line = segment * LINE
    highest = np.empty(len(values), np.int64)
    highest[1:] = values[:-1] + line[1:]
    highest[heads] = at_first[half[heads]] + line[heads]
    np.maximum.accumulate(highest, out=highest)
    highest -= line
    return highest

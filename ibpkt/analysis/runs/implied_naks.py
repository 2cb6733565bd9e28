"""Answers that the requester drops, since the response to an earlier READ or atomic is missing.

The requester takes responses in their order only.  The first answer behind one that is missing is an implied NAK; what
else comes until the missing one does, it drops, and asks for again.  A requester that keeps what comes early asks for
nothing: an implied NAK is told when the READ is sent again, or when its response has not come at the end.

Source: IBA 1, 9.7.5.1.3.
"""

from __future__ import annotations

import bisect
import dataclasses
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.recovery.kinds import IMPLIED_NAK
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.verdict import Verdict
from ibpkt.analysis.runs.sequence_columns import SequenceColumns
from ibpkt.arrays import Bools, Ints, among, cumulative, distinct, rows_where
from ibpkt.protocols import PSN_MASK

#: new requests after an implied NAK from which on the requester has gone on: it has what the tap has missed
MOST_NEW = 64
#: packets that are looked at together, one by one, as long as a requester lacks a response
AT_ONCE = 64
#: implied NAKs of a half that are kept until the READ is sent again
MAX_PENDING = 64


class CountedAnswers(NamedTuple):
    """Answers to halves that have asked for responses, in the order of a sequence; shape (n,).

    Attributes:
        places: their places in the sequence.
        asked: responses that were asked for before their PSN; -1 for unknown.
        is_response: they are among what was asked for.
        seen: responses that have come before, at least the last of them.
        ended_early: those up to the last that ended its READ before all of it had come.
    """

    places: Ints
    asked: Ints
    is_response: Bools
    seen: Ints
    ended_early: Ints


@dataclasses.dataclass(slots=True)
class LackingRequester:
    """A requester that lacks a response; responses are counted over all READs and atomics.

    Attributes:
        next: the response that it lacks.
        top: the one behind the last that it was sent.
        asked: the response that the last implied NAK asked for.
        fresh: new requests since then.
    """

    next: int
    top: int
    asked: int = -1
    fresh: int = 0


class ImpliedNak(NamedTuple):
    """An answer that asks for a response.

    Attributes:
        psn, missing: its PSN, and that of the response.
        response: the ordinal number of that.
        frame, time, sent, acked: of the answer, as in `Run`.
        plain: it is an ACK.
        came: the response has come, before or since.
        short: the one before said that it was the last of its READ: that response is too short, and none is missing.
    """

    psn: int
    missing: int
    response: int
    frame: int
    time: int
    sent: int
    acked: int
    plain: bool
    came: bool = False
    short: bool = False

    def verdict(self) -> Verdict:
        """What is said of it."""
        kind = RunKind.ADVANCING_ACK if self.plain else RunKind.RESPONSES
        end, frame, time = self.psn + 1, self.frame, self.time
        run = Run(kind, self.psn, end, 1, frame, frame, time, time, self.sent, self.acked)
        facts = {"psn": self.psn & PSN_MASK, "missing": self.missing & PSN_MASK}
        return Verdict(IMPLIED_NAK, run, 1, facts, (frame,), self.psn, end)


class ImpliedNaks:
    """The requesters that lack a response, and the implied NAKs of which it is not known if they ask again."""

    def __init__(self) -> None:
        self._lacking: dict[int, LackingRequester] = {}
        self._pending: dict[int, list[ImpliedNak]] = {}

    def __bool__(self) -> bool:
        return bool(self._lacking or self._pending)

    @property
    def halves(self) -> set[int]:
        """Halves of which anything is open."""
        return {*self._lacking, *self._pending}

    def add(
        self, sequence: SequenceColumns, answers: CountedAnswers, psn_of: Callable[[int, int], int]
    ) -> list[tuple[int, Verdict]]:
        """Take the packets of a batch.

        Args:
            sequence: the packets.
            answers: those of them that are answers.
            psn_of: the PSN of a response, by half and ordinal number.

        Returns:
            Halves, and what is said of answers to them.
        """
        half = sequence.half[answers.places]
        late = distinct(half[answers.asked > answers.seen])
        halves = distinct(late, np.array([*self._lacking, *self._pending], np.int64))
        if not len(halves):
            return []
        chosen = rows_where(among(half, halves))
        asks_again = sequence.is_request & sequence.again & sequence.reads
        requests = rows_where(asks_again & among(sequence.half, halves))
        places = np.concatenate((answers.places[chosen], requests))
        at = np.concatenate((chosen, np.full(len(requests), -1, np.int64)))
        order = np.argsort(places)
        places, at = places[order], at[order]
        new = cumulative(sequence.is_request & ~sequence.again)
        found: list[tuple[int, Verdict]] = []
        starts, ends = (np.searchsorted(sequence.half, halves, side) for side in ("left", "right"))
        bounds = (np.searchsorted(places, borders).tolist() for borders in (starts, ends))
        counts = (new[borders].tolist() for borders in (starts, ends))
        asked, is_response, seen, ended = (
            np.where(at >= 0, column[at], 0) if len(column) else np.zeros(len(at), np.int64)
            for column in (answers.asked, answers.is_response, answers.seen, answers.ended_early)
        )
        # as long as a requester lacks nothing, only these change that
        tells = rows_where((at < 0) | (asked > seen)).tolist()
        columns = places, new[places], at, asked, is_response, seen, ended
        for own, low, high, count, last in zip(halves.tolist(), *bounds, *counts, strict=True):
            base = limit = row = low if own in self._lacking else _next(tells, low, high)
            while row < high:
                if row >= limit:  # most of what follows is skipped
                    base, limit = row, min(row + AT_ONCE, high)
                    here, now, which, *counted = (column[base:limit].tolist() for column in columns)
                    wanted, _, came, _ = counted
                at_row = row - base
                self._go_on(own, now[at_row] - count)
                count, place = now[at_row], here[at_row]
                if which[at_row] < 0:
                    found += [(own, nak.verdict()) for nak in self._request(sequence, own, place)]
                elif own in self._lacking or wanted[at_row] > came[at_row]:
                    self._answer(sequence, own, place, [column[at_row] for column in counted], psn_of)
                row = row + 1 if own in self._lacking else _next(tells, row + 1, high)
            self._go_on(own, last - count)
        return found

    def _go_on(self, half: int, requests: int) -> None:
        """New requests are sent."""
        if requests and half in self._lacking:
            self._lacking[half].fresh += requests

    def _request(self, sequence: SequenceColumns, half: int, place: int) -> list[ImpliedNak]:
        """A READ or atomic that is sent again: the implied NAKs that it answers."""
        pending = self._pending.get(half)
        if not pending:
            return []
        first, end = int(sequence.psn[place]), int(sequence.end[place])
        # one that was overtaken only may have come by then: what overtook it was dropped, and is asked for
        told = [nak for nak in pending if first <= nak.missing < end or (nak.came and first == nak.psn)]
        if told:
            self._put(half, [nak for nak in pending if nak not in told])
        return told

    def _answer(
        self, sequence: SequenceColumns, half: int, place: int, counted: list[int], psn_of: Callable[[int, int], int]
    ) -> None:
        """An answer; ``counted``: what `CountedAnswers` says of it."""
        asked, is_response, seen, ended_early = counted
        lacking = self._lacking.get(half)
        begins = lacking is None
        if lacking is None:
            lacking = self._lacking[half] = LackingRequester(seen, seen)
        if lacking.fresh > MOST_NEW and asked > lacking.next:
            lacking.next, lacking.fresh = asked, 0
        if is_response:
            lacking.top = max(lacking.top, asked + 1)
        if is_response and asked == lacking.next:
            self._came(half, lacking)
        elif asked > lacking.next and lacking.asked != lacking.next:
            lacking.asked, lacking.fresh = lacking.next, 0
            columns, row = sequence.columns, int(sequence.rows[place])
            nak = ImpliedNak(
                int(sequence.psn[place]), psn_of(half, lacking.next), lacking.next, int(columns.frame[row]),
                int(columns.time[row]), int(sequence.sent[place]), int(sequence.acked[place]), not is_response,
                not begins, 0 < ended_early == lacking.next,
            )  # fmt: skip
            self._put(half, [*self._pending.get(half, ()), nak][-MAX_PENDING:])

    def _came(self, half: int, lacking: LackingRequester) -> None:
        """The response came that was lacked."""
        pending = self._pending.get(half)
        if pending:
            self._put(half, [nak._replace(came=nak.came or nak.response == lacking.next) for nak in pending])
        lacking.next += 1
        lacking.fresh = 0
        if lacking.next >= lacking.top:
            del self._lacking[half]

    def _put(self, half: int, pending: list[ImpliedNak]) -> None:
        if pending:
            self._pending[half] = pending
        else:
            self._pending.pop(half, None)

    def lacked(self, half: Ints, seen: Ints) -> Ints:
        """The responses that requesters still wait for.

        Args:
            half: halves, ascending.
            seen: responses that have come to them, at least.
        """
        waiting = seen.copy()
        for own, lacking in self._lacking.items():
            of = slice(*np.searchsorted(half, (own, own + 1)).tolist())
            waiting[of] = np.minimum(waiting[of], lacking.next)
        return waiting

    def finish(self, half: int) -> list[Verdict]:
        """A half is over: what has not come was lost, but for the end of a response that was too short."""
        self._lacking.pop(half, None)
        return [nak.verdict() for nak in self._pending.pop(half, []) if not (nak.came or nak.short)]

    def move(self, half: int, to: int) -> None:
        """A half gets another number."""
        if half in self._lacking:
            self._lacking[to] = self._lacking.pop(half)
        if half in self._pending:
            self._pending[to] = self._pending.pop(half)

    def forget(self, halves: Ints) -> None:
        """Halves are over."""
        for half in halves.tolist() if self else ():
            self._lacking.pop(half, None)
            self._pending.pop(half, None)


def _next(rows: list[int], low: int, high: int) -> int:
    """The first of some rows from one on; another one for none."""
    at = bisect.bisect_left(rows, low)
    return min(rows[at], high) if at < len(rows) else high

"""Holes that are filled while the order of sending is not known: was the filling overtaken, or sent again?

Where IPv4 Identifications show the order of sending, nothing comes here.
"""

from __future__ import annotations

import dataclasses
import enum
from typing import NamedTuple

from ibpkt.analysis.recovery.flow_timers import FlowTimers
from ibpkt.analysis.recovery.holes import Filling
from ibpkt.analysis.recovery.recovery_run import Recovery, recovery_from_ints, recovery_to_ints
from ibpkt.analysis.recovery.repetition_reason import Reason
from ibpkt.analysis.recovery.run import Run
from ibpkt.analysis.recovery.run_state import State, run_from_ints, run_to_ints, table
from ibpkt.analysis.runs.copies import SOON

MAX_UNDECIDED = 64


class FillingKind(enum.IntEnum):
    """What a filling turns out to be."""

    LATE = 0  # the originals, overtaken
    SENT_AGAIN = 1  # the originals were lost before the tap, and here they come again
    UNDECIDED = 2  # either


class FilledPart(NamedTuple):
    """A part of a hole that a filling fills.

    Attributes:
        first, end: the PSNs that come.
        frame: the number of the packet behind the hole.
        arrived: an answer had proved before that the part arrived (1), or not (0).
        packets: how many they are; a READ is one, whatever PSNs it takes.
    """

    first: int
    end: int
    frame: int
    arrived: int
    packets: int

    @classmethod
    def of(cls, filling: Filling) -> FilledPart:
        """What a run puts into a hole."""
        hole = filling.hole
        return cls(filling.first, filling.end, hole.behind.frame, int(hole.acked_time > 0), filling.packets)


@dataclasses.dataclass(slots=True)
class UndecidedFilling:
    """A run that fills nothing but holes.

    Attributes:
        run: its first packets; a batch may have cut it.
        packets, end: of all of it.
        parts: the parts of holes that it fills.
        hole_end: the end of the last of these holes.
        nak: the NAK that had asked for a PSN of the hole.
        recovery: the recovery that this is the beginning of, if it was sent again; or the one under way that it may
            belong to.
        reason: why it was sent again, if it was.
        by_timer: nobody asked for it, but the timer may have expired.
    """

    run: Run
    packets: int
    end: int
    parts: list[FilledPart]
    hole_end: int
    reason: Reason
    nak: Run | None = None
    recovery: Recovery | None = None
    by_timer: bool = False

    def extend(self, run: Run, parts: list[FilledPart], hole_end: int) -> None:
        """The run goes on behind a cut."""
        self.packets, self.end, self.hole_end = self.packets + run.packets, run.end, hole_end
        self.parts += parts

    def with_timer(self, following: Run | None, *, final: bool) -> FillingKind | None:
        """What requests show that follow, or the end: a requester whose timer has expired goes on behind the hole."""
        if following is not None and following.first == self.end and following.again:
            return FillingKind.SENT_AGAIN
        return FillingKind.UNDECIDED if final or following is not None else None

    @property
    def is_answer(self) -> bool:
        """It begins at the PSN that a NAK asked for."""
        return self.nak is not None and self.run.first == self.nak.first


class LateOrLost:
    """Fillings of which a later packet shows what they are, or nothing does.

    Attributes:
        open: these, the latest last.
        given_up: fillings that were closed as undecided, since there were too many.
    """

    def __init__(self, timers: FlowTimers) -> None:
        self._timers = timers
        self.open: list[UndecidedFilling] = []
        self.given_up = 0

    def __len__(self) -> int:
        return len(self.open)

    @property
    def latest(self) -> UndecidedFilling | None:
        """The latest filling."""
        return self.open[-1] if self.open else None

    def add(self, filling: UndecidedFilling) -> list[UndecidedFilling]:
        """Keep a filling; returns one that is closed as undecided, if there are too many."""
        self.open.append(filling)
        if len(self.open) <= MAX_UNDECIDED:
            return []
        self.given_up += 1
        return [self.open.pop(0)]

    def drop(self, filling: UndecidedFilling) -> None:
        """A filling is decided by what follows it."""
        self.open.remove(filling)

    def asked_once_came_twice(self, again: Run, second_nak: bool) -> list[UndecidedFilling]:
        """What a repetition shows: a NAK asked once, but the packets come twice, so what came first were the originals.

        Args:
            again: the repetition, which begins where a NAK asked it to.
            second_nak: a NAK for this PSN came behind the filling, so each may be the answer to one.
        """
        answers = [
            filling
            for filling in self.open
            if filling.nak is not None
            and filling.nak.first == again.first
            and again.time - filling.nak.time < self._timers.reaction_limit()
        ]
        if not answers or second_nak:
            return []
        numbers = {filling.recovery.number for filling in answers if filling.recovery is not None}
        # what seemed to belong to the recovery that these would have begun was not asked for either
        late = [
            filling
            for filling in self.open
            if filling in answers or (filling.recovery is not None and filling.recovery.number in numbers)
        ]
        for filling in late:
            self.open.remove(filling)
        return late

    def may_be_copied(self, filling: UndecidedFilling, again: Run) -> bool:
        """Whether a filling may be the answer to the NAK after all, and the repetition begin with a copy of it.

        A copy follows at once, with nothing between.  But a filling that comes sooner than any answer of this requester
        is no answer.
        """
        nak, wait = filling.nak, again.time - filling.run.time
        if nak is None or not filling.is_answer or filling.packets > 1 or wait > SOON:
            return False
        median = self._timers.median_latency
        is_too_soon = filling.run.time - nak.time < self._timers.fastest_reaction
        return not is_too_soon and (not median or 2 * wait < median)

    def settle(
        self,
        time: int,
        sees_answers: bool,
        goes_back: bool,
        following: Run | None = None,
        *,
        final: bool = False,
        all_acked: bool = False,
    ) -> list[tuple[UndecidedFilling, FillingKind]]:
        """What time decides, and what follows.

        Args:
            time: now.
            sees_answers: the tap sees the answers of this half.
            goes_back: this requester goes back and sends all again from the missing PSN on.
            following: the requests that come now.
            final: nothing follows.
            all_acked: all that was sent is acknowledged, so nothing is left that a NAK could make the requester repeat.
        """
        decided = []
        for filling in list(self.open):
            if filling.by_timer:
                kind = filling.with_timer(following, final=final)
            else:
                kind = self._kind(filling, time, sees_answers, goes_back, final, all_acked)
            if kind is not None:
                self.open.remove(filling)
                decided.append((filling, kind))
        return decided

    def _kind(
        self, filling: UndecidedFilling, time: int, sees_answers: bool, goes_back: bool, final: bool, all_acked: bool
    ) -> FillingKind | None:
        if filling.nak is None and filling.recovery is None:
            # nobody asked, and it is too early for a timer; that is sure if a NAK would have been seen
            if sees_answers:
                return FillingKind.LATE
            return FillingKind.UNDECIDED if final else None
        asked = filling.run.time if filling.nak is None else filling.nak.time
        if time - asked < self._timers.reaction_limit() and not all_acked:
            return FillingKind.UNDECIDED if final else None
        if filling.nak is None or not filling.is_answer:
            return FillingKind.UNDECIDED
        too_soon = filling.run.time - filling.nak.time < self._timers.fastest_reaction
        if too_soon or (goes_back and filling.end == filling.hole_end):
            return FillingKind.UNDECIDED  # likely late, and the NAK was lost behind the tap
        return FillingKind.SENT_AGAIN  # every NAK is answered, and nothing else is its answer

    def state(self) -> State:
        """All fillings."""
        return {
            "fillings": [
                (filling.packets, filling.end, filling.hole_end, int(filling.by_timer)) for filling in self.open
            ],
            "runs": [run_to_ints(filling.run) for filling in self.open],
            "parts": [tuple(value for part in filling.parts for value in part) for filling in self.open],
            "reasons": [filling.reason.to_ints() for filling in self.open],
            "naks": [run_to_ints(filling.nak) for filling in self.open],
            "recoveries": [recovery_to_ints(filling.recovery) for filling in self.open],
        }

    def restore(self, state: State, under_way: Recovery | None) -> None:
        """Go on from a state, with the recovery under way."""
        self.open = []
        tables = [table(state, name) for name in ("fillings", "runs", "parts", "reasons", "naks", "recoveries")]
        for (packets, end, hole_end, by_timer), run, parts, reason, nak, recovery in zip(*tables, strict=True):
            first = run_from_ints(run)
            assert first is not None
            size = len(FilledPart._fields)
            rows = [FilledPart(*parts[at : at + size]) for at in range(0, len(parts), size)]
            filling = UndecidedFilling(first, packets, end, rows, hole_end, Reason.from_ints(reason))
            filling.nak, filling.recovery = run_from_ints(nak), recovery_from_ints(recovery)
            filling.by_timer = bool(by_timer)
            if under_way is not None and filling.recovery is not None and filling.recovery.number == under_way.number:
                filling.recovery = under_way
            self.open.append(filling)

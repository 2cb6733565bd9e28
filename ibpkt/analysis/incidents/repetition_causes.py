"""Why requests were sent again: a rule for each thing that can ask for it.

A rule says no more than the findings do.  What a tap cannot know (whether a request or its answer was lost) stays
undecided: the place is then between the two hosts.

Source: IBA 1, 9.7.5 and 9.7.6.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence

from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.case import Case
from ibpkt.analysis.incidents.explanation import Dropped, Event, Explanation, Spot, Story, untold
from ibpkt.analysis.incidents.half_events import HalfEvents, PSNSpan, Repetition, span_of
from ibpkt.analysis.incidents.lost_requests import LostRequests, having, meeting
from ibpkt.analysis.incidents.place import Reach
from ibpkt.analysis.recovery import kinds
from ibpkt.analysis.recovery.recovery_run import Cause
from ibpkt.analysis.results.finding import Finding, duration

_frame = operator.attrgetter("frame")
#: the part of the way that a loss was on, as findings call it
REACHES = {
    kinds.BEFORE_TAP: Reach.BEFORE, kinds.BEHIND_TAP: Reach.BEHIND, kinds.BEHIND_TAP_OR_LATER: Reach.BETWEEN,
    "": Reach.WAY,
}  # fmt: skip
#: what may have happened to a try that the responder has not taken
LOST_OR_DROPPED = "lost or dropped"


class RepetitionCauses:
    """Explains the repetitions of one half, as long as nothing more becomes known of it.

    Args:
        side: the end that asks.
        half: what findings say of the half.
        dropped: packets of the flow that their receiver drops.
        marked: switches have marked packets of the flow.
    """

    def __init__(self, side: int, half: HalfEvents, dropped: Sequence[Dropped], marked: bool) -> None:
        self._side, self._half, self._marked = side, half, marked
        self._dropped = [each for each in dropped if each.side in (side, -1)]
        self._dropped.sort(key=_frame)
        self._lost_requests, self._untaken = LostRequests(half.lost), LostRequests(half.untaken)

    def explain(self, repetition: Repetition, before: int) -> Explanation:
        """What explains a repetition.

        Args:
            repetition: the repetition.
            before: the first packet of the one before; 0 for none.
        """
        return _RULES.get(repetition.why, RepetitionCauses._unasked)(self, repetition, before)

    def missing(self, psn: int, frame: int, since: int) -> Explanation:
        """Why a responder misses a PSN: it was damaged, overtaken, or lost; or it was dropped behind one that was.

        Args:
            psn: what it asks for.
            frame, since: the packet that shows it, and its time in nanoseconds since the epoch.
        """
        for expected in self._chain(psn, frame):
            for dropped in reversed(self._dropped):
                if dropped.psn == expected and dropped.frame < frame and not dropped.answers:
                    return self._dropping(dropped, frame, since, (), untold)
            late = having(self._half.late, expected, answers=False)
            if late is not None:
                spot, told = self._come_late(expected, late.frame)
                return Explanation(spot, frame, since, (), told)
            lost = self._lost_requests.having(expected, frame)
            untaken = self._untaken.having(expected, frame)
            if untaken is not None and (lost is None or lost.frame < untaken.frame < frame):
                return Explanation(
                    self._spot(cases.LOST, Reach.BEHIND), frame, since, (), _told(untaken, LOST_OR_DROPPED)
                )
            if lost is not None:
                return Explanation(self._spot(cases.LOST, REACHES[lost.where]), frame, since, (), _told(lost))
        return Explanation(self._spot(cases.LOST, Reach.WAY), frame, since)

    # -- rules --------------------------------------------------------------------------------------------------------

    def _not_ready(self, repetition: Repetition, before: int) -> Explanation:
        psns, half = repetition.psns, self._half
        time, psn, delay = half.rnrs.pop(repetition.asked, (psns.time, psns.first, 0))
        events = [Event(kinds.RNR_NAK_RECEIVED, repetition.asked or psns.frame, time)]
        # what came behind the refused request is asked for once more
        train = [frame for frame, nak in half.naks.items() if nak[1] == psn and repetition.asked <= frame < psns.frame]
        events += [Event(kinds.NAK_SEQUENCE, frame, half.naks.pop(frame)[0]) for frame in train]

        def story() -> tuple[str, ...]:
            return (
                f"no receive request for PSN {psn} (packet {repetition.asked}): retry after {duration(delay)}",
                f"sent again {duration(psns.time - time)} later ({psns.frame})",
            )

        frame = repetition.asked or psns.frame
        return Explanation(self._spot(cases.NOT_READY, Reach.RECEIVER), frame, time, tuple(events), story)

    def _asked_for(self, repetition: Repetition, before: int) -> Explanation:
        half, first_frame = self._half, repetition.frame
        asked = half.naks.pop(repetition.asked, None)
        time, psn = asked or (repetition.time, repetition.first)
        events = (Event(kinds.NAK_SEQUENCE, repetition.asked, time),) if asked else ()
        frame, since = repetition.asked or first_frame, time
        early = half.stops.get(psn)
        if early is not None and early[0].time < since:
            frame, since = early[0].frame, early[0].time

        def again() -> tuple[str, ...]:
            return f"asked for by a NAK ({repetition.asked})", f"sent again ({first_frame})"

        dropped = self._dropped_between(before, repetition.asked or first_frame, answers=False)
        if dropped is not None:
            return self._dropping(dropped, frame, since, events, again)
        spot, frame, since, _, missed = self.missing(psn, frame, since)
        return Explanation(spot, frame, since, events, lambda: (*(missed() or _absent(psn)), *again()))

    def _response_missing(self, repetition: Repetition, before: int) -> Explanation:
        psns, half = repetition.psns, self._half
        shown = next((number for number, (_, psn) in half.implied.items() if psns.has(psn)), 0)
        frame, since = (shown, half.implied.pop(shown)[0]) if shown else (psns.frame, psns.time)
        events = (Event(kinds.IMPLIED_NAK, shown, since),) if shown else ()

        def again() -> tuple[str, ...]:
            return (f"asked for again ({psns.frame})",)

        dropped = self._dropped_between(before, psns.frame, answers=True)
        if dropped is not None:
            return self._dropping(dropped, frame, since, events, again)
        late = meeting(half.late, psns, answers=True)
        if late is None and repetition.answered and not shown:
            # all responses passed the tap; what overtook others just before explains what the requester misses
            late = next((span for span in half.late if before < span.frame <= psns.frame), None)
        if late is not None:
            what, number = "a response" if late.answers else "a request", late.frame
            spot = self._spot(half.late_case(number), Reach.WAY, answers=late.answers)
            happened = "is overtaken" if spot.case is cases.OVERTAKEN else "is reordered, or lost and sent again"
            return Explanation(
                spot, frame, since, events, lambda: (f"{what} {happened} (packet {number})", *again())
            )  # fmt: skip
        # the tap has seen the hole, or else the responses, which the requester misses all the same
        seen = shown or any(psns.has(psn) for psn in half.gaps)
        reach = Reach.BEHIND if repetition.answered and not seen else Reach.BEFORE
        where = "behind" if reach is Reach.BEHIND else "before"
        return Explanation(
            self._spot(cases.LOST, reach, answers=True), frame, since, events,
            lambda: (f"the response to PSN {psns.first} is lost {where} the tap", *again()),
        )  # fmt: skip

    def _timed_out(self, repetition: Repetition, before: int) -> Explanation:
        psns, half = repetition.psns, self._half
        frame, since = repetition.asked or psns.frame, psns.time - repetition.waited
        events: tuple[Event, ...] = (Event(kinds.TIMEOUT, psns.frame, psns.time),)

        def again() -> str:
            return f"sent again after {duration(repetition.waited)} ({psns.frame})"

        def story() -> tuple[str, ...]:
            return f"PSN {psns.first} is not answered", again()

        if psns.frame in half.needless:
            events = (*events, Event(kinds.SPURIOUS_TIMEOUT, psns.frame, psns.time))
            return Explanation(self._spot(cases.TIMER_SHORT, Reach.RECEIVER), frame, since, events, story)
        for dropped in self._dropped:
            if dropped.is_within(since, psns.time):
                return self._dropping(dropped, frame, since, events, story)
        last = self._dropped_between(before, psns.frame, answers=False)
        if last is not None:  # the capture shows no repetition that its NAK asked for
            return self._dropping(last, frame, since, events, story)
        unheeded = self._unheeded(psns)
        if unheeded:
            time, psn = half.naks.pop(unheeded)
            spot, frame, since, _, missed = self.missing(psn, min(frame, unheeded), min(since, time))
            asked = f"asked for by a NAK ({unheeded}), after which the capture shows no repetition"
            events = (*events, Event(kinds.NAK_SEQUENCE, unheeded, time))
            return Explanation(spot, frame, since, events, lambda: (*(missed() or _absent(psn)), asked, again()))
        executed = half.repeated.get(psns.frame)
        if self._marked and executed is not None and executed.packets >= psns.packets:
            # nothing of it was lost: the answer was late, and packets of this flow wait in a long queue
            return Explanation(self._spot(cases.MARKED, Reach.BEFORE), frame, since, events, story)
        spot, before_it = self._lost(repetition)
        if spot.case is cases.LOST:
            spot = self._spot(cases.LOST_UNNOTICED, spot.reach, spot.answers)
        return Explanation(
            spot, frame, since, events, story if before_it is None else lambda: (*before_it(), *story())
        )  # fmt: skip

    def _unasked(self, repetition: Repetition, before: int) -> Explanation:
        psns = repetition.psns

        def story() -> tuple[str, ...]:
            return (f"PSN {psns.first} is sent again ({psns.frame}), the capture does not show why",)

        dropped = self._dropped_between(before, psns.frame, answers=False)
        if dropped is not None:
            return self._dropping(dropped, psns.frame, psns.time, (), story)
        span = self._since_tried(self._lost_requests, psns)
        if span is not None:
            spot, told = self._spot(cases.LOST, REACHES[span.where]), _told(span)
            return Explanation(spot, psns.frame, psns.time, (), lambda: (*told(), *story()))
        # it may have been executed before, but of the answer to that nothing is known
        return Explanation(self._spot(cases.SENT_AGAIN, Reach.BETWEEN), psns.frame, psns.time, (), story)

    def _lost(self, repetition: Repetition) -> tuple[Spot, Story | None]:
        """Where the requests of a repetition or their answers were lost, and what shows it, where it has a packet."""
        psns, half = repetition.psns, self._half
        span = self._since_tried(self._lost_requests, psns)
        if span is not None:
            arrived = half.arrival(span)
            if arrived:
                return self._come_late(span.first, arrived)
            half.led_to[span.frame] = cases.LOST_UNNOTICED
            return self._spot(cases.LOST, REACHES[span.where]), _told(span)
        if meeting(half.lost, psns, answers=True) is not None or any(psns.has(psn) for psn in half.gaps):
            return self._spot(cases.LOST, Reach.BEFORE, answers=True), None
        untaken = self._since_tried(self._untaken, psns)
        if psns.frame in half.repeated and psns.frame not in half.undecided and untaken is None:
            reach = Reach.BEHIND if repetition.answered else Reach.BEFORE
            return self._spot(cases.LOST, reach, answers=True), None
        if psns.frame not in half.repeated and untaken is not None:
            return self._spot(cases.LOST, Reach.BEHIND), _told(untaken, LOST_OR_DROPPED)
        return self._spot(cases.LOST, Reach.BETWEEN), None

    # -- parts of them ------------------------------------------------------------------------------------------------

    def _since_tried(self, requests: LostRequests, psns: PSNSpan) -> PSNSpan | None:
        """The first of some requests that was lost since the first PSN of a repetition was tried before."""
        since = max((each.frame for each in self._half.tries if each.has(psns.first)), default=0)
        return requests.meeting(psns, since, psns.frame + psns.packets + 1)

    def _come_late(self, psn: int, frame: int) -> tuple[Spot, Story]:
        """A PSN that comes late in a packet, and what happened to it."""
        case = self._half.late_case(frame)
        if case is cases.OVERTAKEN:
            text = f"PSN {psn} is overtaken and arrives late (packet {frame})"
        else:
            text = f"PSN {psn} is reordered, or lost and sent again (packet {frame})"
        return self._spot(case, Reach.WAY), lambda: (text,)

    def _spot(self, case: Case, reach: Reach, answers: bool = False) -> Spot:
        return Spot(case, reach, self._side, answers)

    def _unheeded(self, psns: PSNSpan) -> int:
        """The last NAK before a repetition that asks for its first PSN, and that no repetition has answered."""
        asking = (frame for frame, (_, psn) in self._half.naks.items() if frame < psns.frame and psn == psns.first)
        return max(asking, default=0)

    def _dropped_between(self, after: int, frame: int, answers: bool) -> Dropped | None:
        """The last packet between two others that its receiver dropped."""
        for each in reversed(self._dropped):
            if each.frame <= after:
                break
            if each.frame < frame and each.answers == answers:
                return each
        return None

    def _dropping(
        self, dropped: Dropped, frame: int, since: int, events: tuple[Event, ...], story: Story
    ) -> Explanation:
        reach = Reach.BEFORE if dropped.case is cases.DAMAGED else Reach.WAY
        spot = Spot(dropped.case, reach, self._side, dropped.answers)
        if dropped.time < since:
            frame, since = dropped.frame, dropped.time
        first = f"packet {dropped.frame} is dropped by its receiver"
        return Explanation(spot, frame, since, events, lambda: (first, *story()))

    def _chain(self, psn: int, frame: int) -> Iterable[int]:
        """A PSN, and those that the responder lacked when it dropped that before a packet, the last one first."""
        yield psn
        dropped = {expected: _last_early(psn, early, frame) for expected, early in self._half.stops.items()}
        dropped.pop(psn, None)
        yield from sorted(filter(dropped.get, dropped), key=lambda expected: -dropped[expected])


#: by the reason that the packets themselves give
_RULES: dict[int, Callable[[RepetitionCauses, Repetition, int], Explanation]] = {
    int(Cause.RNR_NAK): RepetitionCauses._not_ready,
    int(Cause.NAK): RepetitionCauses._asked_for,
    int(Cause.RESPONSE): RepetitionCauses._response_missing,
    int(Cause.TIMEOUT): RepetitionCauses._timed_out,
}


def _last_early(psn: int, early: Iterable[Finding], frame: int) -> int:
    """The last packet, before another, with a finding that is about a PSN, among others; 0 for none."""
    return max((each.frame for each in early if each.frame < frame and span_of(each).has(psn)), default=0)


def _told(lost: PSNSpan, how: str = "lost") -> Story:
    """A loss, in words; what is lost before the tap has no number."""

    def story() -> tuple[str, ...]:
        number = f" (packet {lost.frame})" if REACHES[lost.where] is Reach.BEHIND else ""
        return (f"PSN {lost.first} is {how}{' ' * bool(lost.where)}{lost.where}{number}",)

    return story


def _absent(psn: int) -> tuple[str, ...]:
    """A PSN of which no more is known, in words."""
    return (f"PSN {psn} does not arrive",)

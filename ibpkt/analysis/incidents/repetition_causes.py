"""Why requests were sent again: a rule for each thing that can ask for it.

A rule says no more than the findings do.  What a tap cannot know (whether a request or its answer was lost) stays
undecided: the place is then between the two hosts.

Source: IBA 1, 9.7.5 and 9.7.6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.case import Case
from ibpkt.analysis.incidents.explanation import Dropped, Event, Explanation, Spot
from ibpkt.analysis.incidents.half_events import MOST_FRAMES, HalfEvents, PSNSpan, Repetition
from ibpkt.analysis.incidents.place import Reach
from ibpkt.analysis.recovery import kinds
from ibpkt.analysis.recovery.recovery_run import Cause
from ibpkt.analysis.results.finding import Finding, duration
from ibpkt.protocols import PSN_MASK

#: the part of the way that a loss was on, as findings call it
REACHES = {"before the tap": Reach.BEFORE, "behind the tap": Reach.BEHIND, "": Reach.WAY}


class RepetitionCauses:
    """Explains the repetitions of one half.

    Args:
        side: the end that asks.
        half: what findings say of the half.
        dropped: packets of the flow that their receiver drops.
        marked: switches have marked packets of the flow.
    """

    def __init__(self, side: int, half: HalfEvents, dropped: Sequence[Dropped], marked: bool) -> None:
        self._side, self._half, self._marked = side, half, marked
        self._dropped = sorted(each for each in dropped if each.side in (side, -1)) if dropped else ()

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
        for expected in self._chain(psn):
            for dropped in reversed(self._dropped):
                if dropped.psn == expected and dropped.frame < frame and not dropped.answers:
                    return self._dropping(dropped, frame, since, (), ())
            late = _having(self._half.late, expected, answers=False)
            if late is not None:
                story = (f"PSN {expected} is overtaken and arrives late (packet {late.frame})",)
                return Explanation(self._spot(cases.OVERTAKEN, Reach.WAY), frame, since, (), story)
            lost = _having(self._half.lost, expected, answers=False)
            if lost is not None:
                return Explanation(self._spot(cases.LOST, REACHES[lost.where]), frame, since, (), (_told(lost),))
        return Explanation(self._spot(cases.LOST, Reach.WAY), frame, since)

    # -- rules --------------------------------------------------------------------------------------------------------

    def _not_ready(self, repetition: Repetition, before: int) -> Explanation:
        psns, half = repetition.psns, self._half
        time, psn, delay = half.rnrs.pop(repetition.asked, (psns.time, psns.first, 0))
        events = [Event(kinds.RNR_NAK_RECEIVED, repetition.asked or psns.frame, time)]
        # what came behind the refused request is asked for once more
        train = [frame for frame, nak in half.naks.items() if nak[1] == psn and repetition.asked <= frame < psns.frame]
        events += [Event(kinds.NAK_SEQUENCE, frame, half.naks.pop(frame)[0]) for frame in train]
        story = (
            f"no receive request for PSN {psn} (packet {repetition.asked}): retry after {duration(delay)}",
            f"sent again {duration(psns.time - time)} later ({psns.frame})",
        )
        frame = repetition.asked or psns.frame
        return Explanation(self._spot(cases.NOT_READY, Reach.RECEIVER), frame, time, tuple(events), story)

    def _asked_for(self, repetition: Repetition, before: int) -> Explanation:
        psns, half = repetition.psns, self._half
        asked = half.naks.pop(repetition.asked, None)
        time, psn = asked or (psns.time, psns.first)
        events = (Event(kinds.NAK_SEQUENCE, repetition.asked, time),) if asked else ()
        frame, since = repetition.asked or psns.frame, time
        for stop in half.stops.get(psn, ())[:1]:
            if stop.time < since:
                frame, since = stop.frame, stop.time
        story = (f"asked for by a NAK ({repetition.asked})", f"sent again ({psns.frame})")
        dropped = self._dropped_between(before, repetition.asked or psns.frame, answers=False)
        if dropped is not None:
            return self._dropping(dropped, frame, since, events, story)
        found = self.missing(psn, frame, since)
        return found._replace(events=events, story=(*(found.story or (f"PSN {psn} does not arrive",)), *story))

    def _response_missing(self, repetition: Repetition, before: int) -> Explanation:
        psns, half = repetition.psns, self._half
        shown = next((number for number, (_, psn) in half.implied.items() if psns.has(psn)), 0)
        frame, since = (shown, half.implied.pop(shown)[0]) if shown else (psns.frame, psns.time)
        events = (Event(kinds.IMPLIED_NAK, shown, since),) if shown else ()
        again = (f"asked for again ({psns.frame})",)
        dropped = self._dropped_between(before, psns.frame, answers=True)
        if dropped is not None:
            return self._dropping(dropped, frame, since, events, again)
        late = _meeting(half.late, psns, answers=True)
        if late is None and repetition.answered and not shown:
            # all responses passed the tap; what overtook others just before explains what the requester misses
            late = next((span for span in half.late if before < span.frame <= psns.frame), None)
        if late is not None:
            what = "a response" if late.answers else "a request"
            story = (f"{what} is overtaken (packet {late.frame})", *again)
            spot = self._spot(cases.OVERTAKEN, Reach.WAY, answers=late.answers)
            return Explanation(spot, frame, since, events, story)
        # the tap has seen the hole, or else the responses, which the requester misses all the same
        seen = shown or any(psns.has(psn) for psn in half.gaps)
        reach = Reach.BEHIND if repetition.answered and not seen else Reach.BEFORE
        where = "behind" if reach is Reach.BEHIND else "before"
        story = (f"the response to PSN {psns.first} is lost {where} the tap", *again)
        return Explanation(self._spot(cases.LOST, reach, answers=True), frame, since, events, story)

    def _timed_out(self, repetition: Repetition, before: int) -> Explanation:
        psns, half = repetition.psns, self._half
        frame, since = repetition.asked or psns.frame, psns.time - repetition.waited
        events: tuple[Event, ...] = (Event(kinds.TIMEOUT, psns.frame, psns.time),)
        story = (f"PSN {psns.first} is not answered", f"sent again after {duration(repetition.waited)} ({psns.frame})")
        if psns.frame in half.needless:
            events = (*events, Event(kinds.SPURIOUS_TIMEOUT, psns.frame, psns.time))
            return Explanation(self._spot(cases.TIMER_SHORT, Reach.RECEIVER), frame, since, events, story)
        for dropped in self._dropped:
            if dropped.is_within(since, psns.time):
                return self._dropping(dropped, frame, since, events, story)
        last = self._dropped_between(before, psns.frame, answers=False)
        if last is not None:  # its NAK came, and was not heeded
            return self._dropping(last, frame, since, events, story)
        unheeded = self._unheeded(psns)
        if unheeded:
            time, psn = half.naks.pop(unheeded)
            asked = self.missing(psn, min(frame, unheeded), min(since, time))
            events = (*events, Event(kinds.NAK_SEQUENCE, unheeded, time))
            missed = asked.story or (f"PSN {psn} does not arrive",)
            told = (*missed, f"asked for by a NAK ({unheeded}), which is not heeded", story[-1])
            return asked._replace(events=events, story=told)
        executed = half.repeated.get(psns.frame)
        if self._marked and executed is not None and executed.packets >= psns.packets:
            # nothing of it was lost: the answer was late, and packets of this flow wait in a long queue
            return Explanation(self._spot(cases.MARKED, Reach.BEFORE), frame, since, events, story)
        spot = self._spot(cases.LOST, Reach.BETWEEN)
        found = self._lost(repetition, Explanation(spot, frame, since, events, story))
        if found.spot.case is not cases.LOST:
            return found
        return found._replace(spot=found.spot._replace(case=cases.LOST_UNNOTICED))

    def _unasked(self, repetition: Repetition, before: int) -> Explanation:
        psns = repetition.psns
        story = (f"PSN {psns.first} is sent again ({psns.frame}), the capture does not show why",)
        dropped = self._dropped_between(before, psns.frame, answers=False)
        if dropped is not None:
            return self._dropping(dropped, psns.frame, psns.time, (), story)
        span = _meeting(self._half.lost, psns, answers=False, before=psns.frame + psns.packets + 1)
        if span is not None:
            spot = self._spot(cases.LOST, REACHES[span.where])
            return Explanation(spot, psns.frame, psns.time, (), (_told(span), *story))
        # it may have been executed before, but of the answer to that nothing is known
        return Explanation(self._spot(cases.SENT_AGAIN, Reach.BETWEEN), psns.frame, psns.time, (), story)

    def _lost(self, repetition: Repetition, found: Explanation) -> Explanation:
        """Where the requests or their answers were lost."""
        psns, half = repetition.psns, self._half
        span = _meeting(half.lost, psns, answers=False, before=psns.frame + psns.packets + 1)
        if span is not None:
            arrived = half.arrival(span)
            if arrived:
                story = (f"PSN {span.first} is overtaken and arrives late (packet {arrived})", *found.story)
                return found._replace(spot=self._spot(cases.OVERTAKEN, Reach.WAY), story=story)
            half.led_to[span.frame] = cases.LOST_UNNOTICED
            spot = self._spot(cases.LOST, REACHES[span.where])
            return found._replace(spot=spot, story=(_told(span), *found.story))
        if _meeting(half.lost, psns, answers=True) is not None or any(psns.has(psn) for psn in half.gaps):
            return found._replace(spot=self._spot(cases.LOST, Reach.BEFORE, answers=True))
        if psns.frame in half.repeated and psns.frame not in half.undecided:
            reach = Reach.BEHIND if repetition.answered else Reach.BEFORE
            return found._replace(spot=self._spot(cases.LOST, reach, answers=True))
        return found

    # -- parts of them ------------------------------------------------------------------------------------------------

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
        self, dropped: Dropped, frame: int, since: int, events: tuple[Event, ...], story: tuple[str, ...]
    ) -> Explanation:
        reach = Reach.BEFORE if dropped.case is cases.DAMAGED else Reach.WAY
        first = f"packet {dropped.frame} is dropped by its receiver"
        spot = Spot(dropped.case, reach, self._side, dropped.answers)
        if dropped.time < since:
            frame, since = dropped.frame, dropped.time
        return Explanation(spot, frame, since, events, (first, *story))

    def _chain(self, psn: int) -> Iterable[int]:
        """A PSN, and the one that the responder had waited for when it dropped that."""
        yield psn
        for expected, early in self._half.stops.items():
            if expected != psn and any(_covers(finding, psn) for finding in early):
                yield expected


#: by the reason that the packets themselves give
_RULES: dict[int, Callable[[RepetitionCauses, Repetition, int], Explanation]] = {
    int(Cause.RNR_NAK): RepetitionCauses._not_ready,
    int(Cause.NAK): RepetitionCauses._asked_for,
    int(Cause.RESPONSE): RepetitionCauses._response_missing,
    int(Cause.TIMEOUT): RepetitionCauses._timed_out,
}


def _having(spans: Iterable[PSNSpan], psn: int, answers: bool) -> PSNSpan | None:
    """The first span that has a PSN."""
    for span in spans:
        first = span.first
        if (psn - first) & PSN_MASK <= (span.last - first) & PSN_MASK and span.answers == answers:
            return span
    return None


def _covers(finding: Finding, psn: int) -> bool:
    """Whether a PSN is among those that a finding is about."""
    facts = finding.facts
    first: int = facts["psn"]
    last: int = facts.get("last", first)
    return (psn - first) & PSN_MASK <= (last - first) & PSN_MASK


def _meeting(spans: Iterable[PSNSpan], psns: PSNSpan, answers: bool, before: int = MOST_FRAMES) -> PSNSpan | None:
    """The first span, of a packet before another, that has one of some PSNs."""
    first, last = psns.first, psns.last
    count = (last - first) & PSN_MASK
    for span in spans:
        own = span.first
        if ((first - own) & PSN_MASK <= (span.last - own) & PSN_MASK or (own - first) & PSN_MASK <= count) and (
            span.answers == answers and span.frame < before
        ):
            return span
    return None


def _told(lost: PSNSpan) -> str:
    """A loss, in words; what is lost before the tap has no number."""
    number = f" (packet {lost.frame})" if REACHES[lost.where] is Reach.BEHIND else ""
    return f"PSN {lost.first} is lost{' ' * bool(lost.where)}{lost.where}{number}"

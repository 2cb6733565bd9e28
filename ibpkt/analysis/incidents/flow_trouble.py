"""What is wrong with one flow: its findings, put together by what explains them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.case import Case
from ibpkt.analysis.incidents.case_tally import ACK_TIMERS, CaseTally
from ibpkt.analysis.incidents.explained_recovery import ExplainedRecovery
from ibpkt.analysis.incidents.explanation import Dropped, Event, Spot, untold
from ibpkt.analysis.incidents.finding_routes import ONLY_NOTED, ROUTES
from ibpkt.analysis.incidents.half_events import (
    MOST_FRAMES,
    NOTES,
    HalfEvents,
    PSNSpan,
    Repetition,
    Unexplained,
    span_of,
)
from ibpkt.analysis.incidents.kind_cases import OF_ANSWERS, meaning_of
from ibpkt.analysis.incidents.lost_requests import having
from ibpkt.analysis.incidents.packet_sizes import LargerPacket
from ibpkt.analysis.incidents.place import Reach
from ibpkt.analysis.incidents.repetition_causes import REACHES, RepetitionCauses
from ibpkt.analysis.reassembly import kinds as message_kinds
from ibpkt.analysis.recovery import kinds
from ibpkt.analysis.recovery.flow_timers import LONGEST_USUAL_TIMEOUT, MAX_TIMER_FACTOR
from ibpkt.analysis.recovery.recovery_run import Cause
from ibpkt.analysis.recovery.run import MOST_PAUSE
from ibpkt.analysis.results.finding import Finding, duration
from ibpkt.analysis.results.flow import Flow
from ibpkt.protocols import NAK_CODES, PSN_MASK
from ibpkt.schema import number_of

#: repetitions that wait for what explains them: of so many, all but the last ones are explained, at once
MOST_WAITING, LAST_WAITING = 64, 32
#: findings of a flow that wait until they are noted
MOST_FINDINGS = 64
#: stalls of a half that are kept
MOST_STALLS = 4096
#: packets that their receiver drops, which are kept
MOST_DROPPED = 1024
#: nanoseconds after which a requester has asked again for a response that it misses: its longest usual ACK timer
LATEST_REPETITION = MAX_TIMER_FACTOR * LONGEST_USUAL_TIMEOUT
#: tries before the size of a packet counts as the reason, or silence although no wait must be a timer's
MIN_TRIES = 3
#: what ends the wait before a repetition
_UNTIL = {
    int(Cause.NAK): "NAKs",
    int(Cause.RNR_NAK): "RNR timers",
    int(Cause.RESPONSE): "later responses",
    int(Cause.TIMEOUT): ACK_TIMERS,
}
_UNKNOWN = int(Cause.UNKNOWN)
#: cases of packets that come late
_LATE = frozenset({cases.OVERTAKEN, cases.OVERTAKEN_OR_LOST})
#: what NAKs that end a connection mean, by their codes
_REFUSALS = {
    number_of(NAK_CODES, "Invalid Request"): cases.OPERATION_REFUSED,
    number_of(NAK_CODES, "Remote Access Error"): cases.KEY_REFUSED,
    number_of(NAK_CODES, "Remote Operational Error"): cases.RESPONDER_FAULT,
}


#: see `FlowTrouble.finish`
Oversized = Callable[[int, int, int], tuple[LargerPacket, bool] | None]


def _is_never_oversized(side: int, psn: int, since: int) -> None:
    """Nothing is known of sizes."""


class FlowTrouble:
    """The findings of one flow.

    Args:
        selects: only some findings are wanted: `add` says which.

    Attributes:
        tallies: what was counted so far, by case and place.
        marked: packets that switches marked.
        moves: its migrations: the packet, the queue pair that this goes to, and the addresses before it.
        stalls: by half, from when to when its requests waited for something, in nanoseconds since the epoch.
    """

    __slots__ = (
        "_broken",
        "_dropped",
        "_halves",
        "_last",
        "_noted",
        "_oversized",
        "_released",
        "_released_frame",
        "_room",
        "_stories",
        "_waiting",
        "_wanted",
        "marked",
        "moves",
        "stalls",
        "tallies",
    )  # fmt: skip

    def __init__(self, selects: bool = False) -> None:
        self.tallies: dict[Spot, CaseTally] = {}
        self.marked = 0
        self.moves: list[tuple[int, int, str]] = []
        self.stalls: tuple[list[tuple[int, int]], ...] = ([], [])
        # findings of a half by the names of their kinds, until they are noted together: faster, and for most flows less
        self._noted: tuple[dict[str, list[Finding]], ...] = {}, {}
        self._room = [MOST_WAITING, MOST_WAITING]  # more repetitions of each half that may wait
        self._waiting = 0
        self._halves: list[HalfEvents | None] = [None, None]  # most flows have trouble in one of them
        self._dropped: list[Dropped] = []
        self._broken = False  # somebody broke a rule
        self._stories: dict[int, tuple[str, ...]] = {}  # by packet
        self._last: list[ExplainedRecovery | None] = [None, None]  # by half
        self._wanted: set[int] | None = set() if selects else None
        self._released = self._released_frame = 0
        self._oversized: Oversized = _is_never_oversized

    def add(self, finding: Finding, wanted: bool = True, story: tuple[str, ...] = ()) -> None:
        """A finding of this flow.

        Args:
            finding: the finding.
            wanted: it is selected: incidents are told if any of their findings is.
            story: what led to it, event by event.
        """
        if story and len(self._stories) < MOST_DROPPED:
            self._stories[finding.frame] = story
        if wanted and self._wanted is not None:
            self._wanted.add(finding.frame)
        kind, _, _, _, _, _, _, subject = finding
        name = kind.name
        route = ROUTES.get(name)
        if route is not None:
            is_noted, counted, of_half, only_context = route
            if subject is not None:
                side = subject.side
                if is_noted:
                    self._noted[side].setdefault(name, []).append(finding)
                    self._note(side)
                if counted is not None:
                    _see(self._tally(Spot(counted, Reach.WAY, side, subject.answers)), finding)
                if of_half:
                    return
            if only_context:
                return
        meaning = meaning_of(kind)
        if meaning is None:
            return
        side, answers = (-1, False) if subject is None else (subject.side, subject.answers or name in OF_ANSWERS)
        case, reach = meaning
        self._broken |= case is cases.RULE_BROKEN
        if case is cases.MIGRATED and len(self.moves) < MOST_DROPPED:
            self.moves.append((finding.frame, finding.facts["destqp"], finding.facts["before"]))
        if case is cases.OTHER_PARTITION:
            until = finding.facts.get("until", 0)  # of a run of packets
            self.drop(Dropped(finding.frame, finding.time, case, side, answers, until))
        tally = self._tally(Spot(case, reach, side, answers))
        tally.see(name, finding.kind.severity, finding.frame, finding.time, finding.packets)
        if case is cases.RULE_BROKEN and finding.frame < tally.detail_frame:
            tally.say(finding.frame, str(finding))

    def add_all(self, findings: Sequence[Finding], told: Callable[[Finding], tuple[str, ...]]) -> None:
        """Findings of this flow, all of them wanted.

        Args:
            findings: the findings.
            told: gives what led to a refusal, event by event.
        """
        noted, room = self._noted, self._room
        for finding in findings:
            kind, _, _, _, _, _, _, subject = finding
            name = kind.name
            if subject is None or name not in ONLY_NOTED:
                self.add(finding, story=told(finding) if kind is kinds.NAK_REFUSED else ())
                continue
            side = subject.side
            alike = noted[side].get(name)
            if alike is None:
                noted[side][name] = [finding]
            else:
                alike.append(finding)
            if kind is kinds.RETRANSMISSION:
                room[side] -= 1
                if room[side] < 0:
                    self._note(side)
        self._waiting += len(findings)
        if self._waiting > MOST_FINDINGS:
            self._note(0)
            self._note(1)
            self._waiting = 0

    def drop(self, dropped: Dropped) -> None:
        """A packet that its receiver drops."""
        self._dropped.append(dropped)
        if len(self._dropped) > MOST_DROPPED:
            del self._dropped[0]

    def note_rule_broken(self) -> None:
        """Somebody broke a rule."""
        self._broken = True

    def finish(self, flow: Flow | None, oversized: Oversized = _is_never_oversized) -> dict[Spot, CaseTally]:
        """All that was wrong, by case and place.

        Args:
            flow: the flow, where it is known.
            oversized: the packet of an end with a PSN, if all that arrived before was smaller, and whether the
                other end was heard since a time.
        """
        self._oversized = oversized
        if flow is not None:
            self._released, self._released_frame = flow.released, flow.released_frame
        last = 0 if flow is None else flow.last
        for side in 0, 1:
            self._note(side)
            half = self._halves[side]
            if half is None:
                continue
            self._note_ends(side, half, last)
            self._explain(side, half, 0)
            if half.losses:
                self._count_losses(side, half, MOST_FRAMES)
            self._take_rest(side, half, Unexplained(half.naks, half.rnrs, half.implied, half.undecided), last)
            if half.incomplete:
                self._take_incomplete(side, half)
        return self.tallies

    # -- parts --------------------------------------------------------------------------------------------------------

    def _note(self, side: int) -> None:
        """Note what is found of a half, and explain some of it where too many repetitions wait."""
        noted = self._noted[side]
        if not noted:
            return
        half = self._halves[side]
        if half is None:
            half = self._halves[side] = HalfEvents()
        for name, findings in noted.items():
            NOTES[name](half, findings)
        noted.clear()
        if len(half.repetitions) > MOST_WAITING:
            self._settle(side, half)
        self._room[side] = MOST_WAITING - len(half.repetitions)

    def _tally(self, spot: Spot) -> CaseTally:
        tally = self.tallies.get(spot)
        if tally is None:
            tally = self.tallies[spot] = CaseTally(self._wanted)
        return tally

    def _settle(self, side: int, half: HalfEvents) -> None:
        """Explain the first repetitions of a half, and forget what is before the rest."""
        first = half.repetitions[0]
        self._explain(side, half, LAST_WAITING)
        known = first.asked or first.frame
        self._count_losses(side, half, known)
        self._take_rest(side, half, half.prune(known), half.repetitions[0].time)

    # -- repetitions --------------------------------------------------------------------------------------------------

    def _explain(self, side: int, half: HalfEvents, left: int) -> None:
        """Explain the repetitions of a half, but for so many."""
        count = len(half.repetitions) - left
        if count <= 0:
            return
        name, severity = kinds.RETRANSMISSION.name, kinds.RETRANSMISSION.severity
        causes = RepetitionCauses(side, half, self._dropped, self.marked > 0)
        explained, half.repetitions = half.repetitions[:count], half.repetitions[count:]
        repeated, undecided, timeouts, last = half.repeated, half.undecided, half.timeouts, self._last[side]
        stalls = self.stalls[side]
        parts: defaultdict[CaseTally, list[Repetition]] = defaultdict(list)
        for repetition in explained:
            why, psn, end, frame, time, packets, until, _, _, _, recovery = repetition
            if half.implied:
                half.ask_again(repetition.psns)
            if (
                last is not None
                and (0 < recovery == last.recovery or (why == _UNKNOWN and time <= last.until + MOST_PAUSE))
                and frame not in timeouts
            ):  # a part of the recovery before: it says so, or came without a pause and for no reason
                first, tally = last.first, last.tally
                parts[tally].append(repetition)
                if until > last.until:
                    last.until = until
                if (end - first) & PSN_MASK > (last.last - first) & PSN_MASK:
                    last.last = end
            else:
                spot, shown, shown_time, events, story = causes.explain(repetition, 0 if last is None else last.frame)
                if last is not None and spot.case is cases.LOST and _asks_once_more(repetition, last):
                    spot, story = last.spot, untold
                tally = self._tally(spot)
                for kind, event_frame, event_time, count in events:
                    tally.see(kind.name, kind.severity, event_frame, event_time, count)
                since = shown_time if last is None else max(shown_time, last.time)  # no time counts twice
                if len(stalls) < MOST_STALLS:
                    stalls.append((since, until))
                tally.stand_still(time - since, story() if tally.lacks(time - since) else (), _UNTIL.get(why, ""))
                tally.span(shown, shown_time)
                last = self._last[side] = ExplainedRecovery(recovery, frame, time, until, psn, end, spot, tally)
                half.tries.append(last)
                tally.see(name, severity, frame, time, packets, until)
            if frame in repeated:
                _see(tally, repeated.pop(frame))
            if frame in undecided:
                _see(tally, undecided.pop(frame))
        for tally, some in parts.items():
            _, _, _, frames, times, counts, ends, _, _, _, _ = zip(*some, strict=True)
            tally.see_all(name, severity, frames, times, sum(counts), max(ends))

    def _count_losses(self, side: int, half: HalfEvents, before: int) -> None:
        """Count the losses before a packet: those that have arrived late were only overtaken."""
        name, severity = kinds.LOST.name, kinds.LOST.severity
        counted, losses, arrived, led_to = 0, half.losses, half.arrived, half.led_to
        alike: dict[tuple[Case, str, bool], list[PSNSpan]] = {}  # there are few such, and many losses
        for span in losses:
            _, _, frame, _, _, answers, where = span
            if frame >= before:
                break
            counted += 1
            late = half.arrival(span) if arrived else 0
            case = half.late_case(late) if late else led_to.get(frame, cases.LOST)
            spans = alike.get((case, where, answers))
            if spans is None:
                spans = alike[case, where, answers] = []
            spans.append(span)
        del losses[:counted]
        for (case, where, answers), spans in alike.items():
            reach = Reach.WAY if case in _LATE else REACHES[where]
            tally = self._tally(Spot(case, reach, side, answers))
            _, _, frames, times, packets, _, _ = zip(*spans, strict=True)
            tally.see_all(name, severity, frames, times, sum(packets))

    def _take_rest(self, side: int, half: HalfEvents, rest: Unexplained, until: int) -> None:
        """What no repetition followed, although the flow has gone on until a time."""
        if not any(rest):
            return
        causes = RepetitionCauses(side, half, self._dropped, self.marked > 0)
        for frame, (time, psn) in rest.naks.items():
            found = causes.missing(psn, frame, time)
            _see(self._tally(found.spot), Event(kinds.NAK_SEQUENCE, frame, time))
        for frame, (time, _, delay) in rest.rnrs.items():
            tally = self._tally(Spot(cases.NOT_READY, Reach.RECEIVER, side))
            _see(tally, Event(kinds.RNR_NAK_RECEIVED, frame, time))
            tally.stand_still(delay, (), _UNTIL[Cause.RNR_NAK])
        for frame, (time, psn) in rest.implied.items():
            if frame in half.asked_again or having(half.lost, psn, answers=True) is not None:
                tally = self._tally(Spot(cases.LOST, Reach.BEFORE, side, True))
            elif until - time < LATEST_REPETITION:  # the requester may still ask for it
                tally = self._tally(Spot(cases.RESPONSES_MISSING, Reach.BEFORE, side, True))
            else:
                tally = self._tally(Spot(cases.NOT_CAPTURED, Reach.TAP, side, True))
                story = f"the response to PSN {psn} is not in the capture ({frame})", "it is never asked for again"
                tally.stand_still(0, story)
            _see(tally, Event(kinds.IMPLIED_NAK, frame, time))
        for finding in rest.undecided.values():
            last, reach = self._last[side], REACHES[finding.facts["where"]]
            spot = last.spot if last is not None and reach is Reach.BETWEEN else Spot(cases.LOST, reach, side)
            _see(self._tally(spot), finding)

    def _take_incomplete(self, side: int, half: HalfEvents) -> None:
        """Messages of UC lack packets where one is lost or overtaken."""
        case = half.late_case(half.late[-1].frame) if half.late and not half.lost else cases.LOST
        reach = REACHES[half.lost[-1].where] if half.lost else Reach.WAY
        for frame, time in half.incomplete:
            _see(self._tally(Spot(case, reach, side)), Event(message_kinds.MESSAGE_INCOMPLETE, frame, time))

    # -- ends ---------------------------------------------------------------------------------------------------------

    def _note_ends(self, side: int, half: HalfEvents, last: int) -> None:
        """How requests of an end came to nothing."""
        for finding in half.ends:
            if finding.kind is kinds.NAK_REFUSED:
                spot = self._refusal(finding, side)
                tally = self._tally(spot)
                _see(tally, finding)
                if spot.case is not cases.RULE_BROKEN:
                    tally.detail = tally.detail or f" ({finding.facts['name']})"
                before = self._stories.get(finding.frame, ())
                self._end(tally, finding.time, (*before, _lower(f"{finding} (packet {finding.frame})")))
                continue
            if finding.kind is kinds.RNR_RETRIES_EXHAUSTED:
                tally = self._tally(Spot(cases.NOT_READY, Reach.RECEIVER, side))
                _see(tally, finding)
                self._end(tally, finding.time, (_lower(f"{finding} (packet {finding.frame})"),))
                continue
            self._give_up(side, half, finding.facts["psn"], finding.time, finding)
        final = half.repetitions[-1] if half.repetitions else None
        if final is not None and not half.ends and last <= final.until:  # a packet behind the last try may answer it
            psn = final.first
            tries = [each for each in half.repetitions if _is_try(each, psn)]
            timers = sum(each.why == Cause.TIMEOUT for each in tries)
            # where answers take long no single wait must be a timer's, but what else repeats one PSN in silence?
            if _is_try(final, psn) and (timers > 1 or len(tries) >= MIN_TRIES):
                self._give_up(side, half, psn, final.until, None)
        for span in half.unread:
            self._unread(side, half, span)

    def _end(self, tally: CaseTally, since: int, story: tuple[str, ...]) -> None:
        """The flow stands still until its connection is closed, or for good."""
        if self._released > since:
            after = duration(self._released - since)
            story = (*story, f"{after} later the connection is closed ({self._released_frame})")
            tally.span(self._released_frame, self._released)
        tally.die(since, story, self._released)

    def _refusal(self, finding: Finding, side: int) -> Spot:
        """What a NAK that ends a connection means."""
        if self._broken:
            return Spot(cases.RULE_BROKEN, Reach.SENDER, side)
        for spot in self.tallies:
            if spot.case is cases.KEY_INVALIDATED:
                return spot
        return Spot(_REFUSALS.get(finding.facts["code"], cases.RULE_BROKEN), Reach.WAY, side)

    def _give_up(self, side: int, half: HalfEvents, psn: int, time: int, finding: Finding | None) -> None:
        """The requester repeated a PSN until the end, and nothing came back."""
        tries = [each for each in half.repetitions if _is_try(each, psn)]
        begun = min(tries, key=lambda each: each.time - each.waited, default=None)
        since = begun.time - begun.waited if begun is not None else time
        dropped = next(
            (each for each in self._dropped if each.is_within(since, time) and each.side in (side, -1)), None
        )
        if dropped is not None:
            if finding is not None:  # the receiver drops what it is sent
                _see(self._tally(Spot(dropped.case, Reach.WAY, side, dropped.answers)), finding)
            return
        larger, answers = self._oversized(side, psn, since) or (None, False)
        # the other end is alive if it asks for this PSN, or answers something else (three tries: see MIN_TRIES)
        answers |= any(each.why == Cause.NAK and each.first == psn for each in half.repetitions)
        answers |= any(asked == psn for _, asked in half.naks.values())
        if larger is not None and len(tries) >= MIN_TRIES and answers:
            tally = self._tally(Spot(cases.TOO_LARGE, Reach.BEHIND, side))
            tally.detail = f"{larger.size:,} bytes"
        else:
            tally = self._tally(Spot(cases.GONE, Reach.RECEIVER, side))
        for each in tries:
            half.repetitions.remove(each)
            if each.why == Cause.TIMEOUT:
                _see(tally, Event(kinds.TIMEOUT, each.frame, each.time))
            _see(tally, Event(kinds.RETRANSMISSION, each.frame, each.time, each.packets))
            for events in (half.repeated, half.undecided):
                events.pop(each.frame, None)
        if finding is not None:
            _see(tally, finding)
        if begun is not None:
            tally.span(begun.asked or begun.frame, since)
        times = len(tries)
        story: tuple[str, ...]
        story = (
            f"PSN {psn} is not answered",
            f"sent again {times} {'time' if times == 1 else 'times'} without an answer"
            if times
            else "never sent again",
        )
        if larger is not None:
            what = f"its frame has {larger.size:,} bytes, all that were answered before had {larger.before:,} at most"
            decides = "" if answers else "; an MTU on the way may be too small: a ping of that size decides"
            story = (*story, what + decides)
        self._end(tally, since, story)

    def _unread(self, side: int, half: HalfEvents, span: PSNSpan) -> None:
        """Messages that nobody acknowledged, although nobody gave up."""
        event = Event(kinds.UNANSWERED, span.frame, span.time, span.packets)
        behind = [psn for psn, early in half.stops.items() if any(span_of(each).has(span.first) for each in early)]
        asking = max((frame for frame, (_, psn) in half.naks.items() if psn == span.first), default=0)
        if asking:
            tally, missed = self._tally_missing(side, half, cases.LOST_AND_LEFT, span.first, asking, span.time)
            time, _ = half.naks.pop(asking)
            _see(tally, Event(kinds.NAK_SEQUENCE, asking, time))
            story = (*missed, f"asked for by a NAK ({asking}), after which the capture shows no repetition")
        elif behind:
            tally, missed = self._tally_missing(side, half, cases.LOST_FOR_GOOD, behind[0], span.frame, span.time)
            story = (*missed, f"PSN {span.first} is dropped meanwhile ({span.frame}) and never sent again")
        else:
            tally = self._tally(Spot(cases.GONE, Reach.RECEIVER, side))
            story = (f"PSN {span.first} ({span.frame}) is never answered",)
        _see(tally, event)
        self._end(tally, span.time, story)

    def _tally_missing(
        self, side: int, half: HalfEvents, case: Case, psn: int, frame: int, time: int
    ) -> tuple[CaseTally, tuple[str, ...]]:
        """What the responder misses for good: what is counted of the case, if that PSN was lost, and what happened."""
        found = RepetitionCauses(side, half, self._dropped, False).missing(psn, frame, time)
        spot = found.spot
        if spot.case is cases.LOST:
            spot = spot._replace(case=case)
            half.led_to |= {each.frame: case for each in half.lost if each.has(psn)}
        return self._tally(spot), found.story()


def _asks_once_more(repetition: Repetition, before: ExplainedRecovery) -> bool:
    """Whether a repetition asks again for responses that the recovery before asked for, and that had passed the tap.

    A responder acknowledges repeated WRITEs and SENDs with the last PSN that it has executed, at once: that passes the
    responses to the READs between them, and the requester takes these for missing (IBA 1, 9.7.5.1.1 and 9.7.5.2.4).
    """
    return repetition.why == Cause.RESPONSE and repetition.answered and before.has(repetition.first)


def _is_try(repetition: Repetition, psn: int) -> bool:
    """Whether a repetition is a try of a PSN for which nothing has asked: after a timeout, as far as that shows."""
    return repetition.first == psn and repetition.why in (Cause.TIMEOUT, Cause.UNKNOWN)


def _lower(sentence: str) -> str:
    """A sentence as it stands inside another."""
    return sentence[:1].lower() + sentence[1:]


def _see(tally: CaseTally, seen: Event | Finding) -> None:
    tally.see(seen.kind.name, seen.kind.severity, seen.frame, seen.time, seen.packets)

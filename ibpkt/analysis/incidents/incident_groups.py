"""Cases of many flows put together by place, and made into incidents."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ibpkt.analysis.incidents.case import Case
from ibpkt.analysis.incidents.case_tally import ACK_TIMERS, CaseTally
from ibpkt.analysis.incidents.incident import MOST_FLOWS, THE_END, Incident
from ibpkt.analysis.incidents.place import IncidentPlace, Reach
from ibpkt.analysis.recovery import kinds
from ibpkt.analysis.results.finding import Severity, about, duration
from ibpkt.analysis.results.flow import Flow

#: the share of the payload from which on a title has it
TOLD_SHARE = 0.01
#: flows of an incident whose ends are named
NAMED = 3
#: times the usual response time from which on an ACK timeout is too long
MUCH_LONGER = 4
#: places that are told apart; what comes beyond that is told together
MOST_PLACES = 4096


class _Group:
    """One case at one place."""

    def __init__(self) -> None:
        self.tally = CaseTally()
        self.flows: set[int] = set()
        self.known: dict[int, Flow] = {}  # some of them
        self.resent = self.payload = 0
        self.has_responses = False  # among what was sent again

    @property
    def share(self) -> float:
        """Of the payload, what was sent again."""
        return self.resent / self.payload if self.payload else 0.0

    def join(self, other: _Group) -> None:
        self.tally.join(other.tally)
        self.flows |= other.flows
        self.known |= other.known
        self.resent += other.resent
        self.has_responses |= other.has_responses
        self.payload = max(self.payload, other.payload)


class CaptureSpan:
    """From when to when a capture goes.

    Attributes:
        start, end: nanoseconds since the epoch.
        flows: how many flows it has.
    """

    def __init__(self) -> None:
        self.start: int | None = None
        self.end = 0
        self.flows = 0

    def see(self, first: int, last: int) -> None:
        """Some packets are from and to these times."""
        if self.start is None:
            self.start = first
        self.end = max(self.end, last)

    @property
    def seconds(self) -> float:
        """How long it is."""
        return 0.0 if self.start is None else (self.end - self.start) / 1e9

    def since(self, time: int) -> str:
        """A time as seconds since the first packet: to the microsecond in a capture of less than one."""
        digits = 3 if self.seconds >= 1 else 6
        return f"{(time - (self.start or 0)) / 1e9:.{digits}f} s"


class IncidentGroups:
    """What went wrong in a capture, by case and place."""

    def __init__(self) -> None:
        self._groups: dict[tuple[Case, IncidentPlace], _Group] = {}

    def has(self, case: Case) -> bool:
        """Whether there is such a case anywhere."""
        return any(key[0] is case and group.tally.evidence for key, group in self._groups.items())

    def tells(self, case: Case, place: IncidentPlace) -> bool:
        """Whether there is such a case at a place."""
        return (case, place) in self._groups

    def towards(self, case: Case, target: str) -> list[CaseTally]:
        """What is counted of a case towards a host."""
        return [group.tally for (each, place), group in self._groups.items() if each is case and place.target == target]

    def at(self, case: Case, place: IncidentPlace) -> CaseTally:
        """What is counted of a case at a place."""
        return self._group(case, place).tally

    def concern(self, case: Case, place: IncidentPlace, flows: Iterable[int]) -> None:
        """It concerns these flows."""
        group = self._group(case, place)
        if len(group.flows) < MOST_FLOWS:
            group.flows.update(flow for flow in flows if flow)

    def observe(
        self, case: Case, place: IncidentPlace, severity: Severity, frame: int, time: int, flows: list[int]
    ) -> None:
        """Something that no finding tells of: it shows from a packet on.

        Args:
            case, place: what, and where.
            severity: how bad it is.
            frame, time: of the packet, in nanoseconds since the epoch.
            flows: those that it concerns.
        """
        tally = self.at(case, place)
        tally.observed += len(flows)
        tally.severity = max(tally.severity, severity)
        tally.selected = True
        tally.span(frame, time)
        self.concern(case, place, flows)

    def join(
        self, case: Case, place: IncidentPlace, tally: CaseTally, flow: Flow | None, resent: int = 0,
        has_responses: bool = False,
    ) -> None:  # fmt: skip
        """A flow has such trouble.

        Args:
            case, place: what, and where.
            tally: what was counted of it.
            flow: the flow, where it is known.
            resent: bytes of payload that it sent again for that.
            has_responses: some of them are in responses.
        """
        group = self._group(case, place)
        group.tally.join(tally)
        group.resent += resent
        group.has_responses |= has_responses
        if flow is not None:
            group.payload += sum(side.payload for side in flow.sides)
            if len(group.flows) < MOST_FLOWS:
                group.flows.add(flow.number)
            if len(group.known) < NAMED:
                group.known[flow.number] = flow

    def incidents(self, span: CaptureSpan, flow_of: Callable[[int], Flow | None]) -> list[Incident]:
        """All of them, those that cost most first.

        Args:
            span: the capture.
            flow_of: flows by their numbers; None for those that are not known any more.
        """
        self._settle()
        found = [
            self._incident(case, place, group, span, flow_of)
            for (case, place), group in self._groups.items()
            if (group.tally.evidence or group.tally.observed) and group.tally.selected
        ]
        return sorted(found, key=lambda incident: incident.rank)

    # -- groups -------------------------------------------------------------------------------------------------------

    def _group(self, case: Case, place: IncidentPlace) -> _Group:
        group = self._groups.get((case, place))
        if group is None:
            if len(self._groups) >= MOST_PLACES:
                place = IncidentPlace(place.reach, "many hosts", "many hosts")
            group = self._groups.setdefault((case, place), _Group())
        return group

    def _settle(self) -> None:
        """What leaves its place open belongs to what does not, if the hosts are the same; the largest of it."""
        for key in [key for key in self._groups if key[0].part_of]:
            same = [name for name in self._groups if name[0].name == key[0].part_of and name[1].hosts == key[1].hosts]
            if same:
                largest = max(same, key=lambda name: self._groups[name].tally.cost)
                self._groups[largest].join(self._groups.pop(key))
        for reach, open_to in (
            (Reach.BETWEEN, (Reach.BEFORE, Reach.BEHIND, Reach.WAY)),
            (Reach.WAY, (Reach.BEFORE, Reach.BEHIND)),
        ):
            for key in [key for key in self._groups if key[1].reach is reach]:
                case, place = key
                others = [
                    (other.tally.cost, sum(other.tally.evidence.values()), number, name)
                    for number, (name, other) in enumerate(self._groups.items())
                    if name[0].name in (case.name, case.placed_by) and name[1].reach in open_to
                    and _may_be(place, name[1])
                ]  # fmt: skip
                if others:
                    group = self._groups.pop(key)
                    self._group(case, max(others)[3][1]).join(group)

    def _incident(
        self, case: Case, place: IncidentPlace, group: _Group, span: CaptureSpan, flow_of: Callable[[int], Flow | None]
    ) -> Incident:
        tally = group.tally
        cost = tally.cost_at(span.end) + (tally.end - tally.start if case.is_span else 0)
        facts: dict[str, Any] = {
            "place": place.phrase, "source": place.source or "?", "target": place.target or "?",
            "detail": tally.detail, "again": _again(tally), "share": _share(group), "least": _least(tally),
        }  # fmt: skip
        evidence = tally.evidence or {"": tally.observed}
        title = case.titled(evidence, facts)
        flows = tuple(sorted(group.flows))
        known = [found for flow in flows[:NAMED] if (found := group.known.get(flow) or flow_of(flow)) is not None]
        lead = case.titled(evidence, {**facts, "detail": ""}).rstrip(": ")
        if cost and flows:
            lead = f"{_which(flows, span.flows)} stood still for {duration(cost)}"
        since = f"since {span.since(tally.start)}, packet {tally.first_frame}"
        return Incident(
            cause=case.cause,
            severity=tally.severity if case.severity is None else case.severity,
            where=str(place),
            flows=flows,
            names=tuple(map(named, known)),
            carries=next((flow.carries for flow in known if flow.carries), ""),
            all_flows=span.flows,
            first_frame=tally.first_frame,
            last_frame=tally.last_frame,
            start=tally.start,
            end=max(tally.end, tally.start),
            packets=sum(tally.evidence.values()),
            cost=cost,
            waits=_waits(tally, span.end),
            resent=group.resent,
            share=group.share,
            evidence=dict(sorted(tally.evidence.items(), key=lambda each: (-each[1], each[0]))),
            title=title,
            verdict=f"{lead}: {case.placed(facts)}; {since}",
            story=tally.story,
            advice=case.advised(place.reach, facts) + (_about_timers(tally, cost) if case.cause in _TIMED else ""),
            place=place,
        )


def named(flow: Flow) -> str:
    """A flow with its ends."""
    first, second = (f"{side.address or '?'} QP {'?' if side.qpn is None else f'{side.qpn:#x}'}" for side in flow.sides)
    return f"{first} > {second}"


def _waits(tally: CaseTally, now: int) -> dict[str, tuple[int, int]]:
    """How often and how long flows stood still, by what ended it; the longest comes first."""
    waits = dict(tally.waits)
    if (span := tally.dead * now - tally.dead_since) > 0:
        waits[THE_END] = tally.dead, span
    return dict(sorted(waits.items(), key=lambda each: (-each[1][1], each[0])))


#: causes that a shorter timer makes cheaper; where answers were only late, it would make more of it
_TIMED = frozenset({"loss", "corruption"})


def _about_timers(tally: CaseTally, cost: int) -> str:
    """What to do besides where timers cost most of the time."""
    times, span = tally.waits.get(ACK_TIMERS, (0, 0))
    if not times or 2 * span < cost:
        return ""
    mean = span // times
    if tally.usual and mean >= MUCH_LONGER * tally.usual:
        return f" Answers usually take {about(tally.usual)}, the timer {duration(mean)}: lower the ACK timeout."
    return f" Only timers noticed it: a shorter ACK timeout than {duration(mean)} would cost less."


def _least(tally: CaseTally) -> str:
    """Tries that may have been lost are not counted among the lost packets."""
    return "at least " if kinds.REQUEST_OR_ANSWER_LOST.name in tally.evidence else ""


def _again(tally: CaseTally) -> str:
    count = tally.evidence.get("retransmission", 0)
    return f", {count:,} sent again" if count else ""


def _share(group: _Group) -> str:
    if group.share < TOLD_SHARE:
        return ""
    return f", {group.share:.0%} of {'payload with responses' if group.has_responses else 'the payload'}"


def _which(flows: tuple[int, ...], of: int) -> str:
    if len(flows) == 1:
        return f"flow {flows[0]}"
    return f"{len(flows)} of {of} flows"


def _may_be(place: IncidentPlace, other: IncidentPlace) -> bool:
    """Whether something at a place that is left open may be at another."""
    if place.reach is Reach.BETWEEN:
        return place.hosts == other.hosts
    return (place.source, place.target) == (other.source, other.target)

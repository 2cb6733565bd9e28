"""What ``ibpkt fabric`` prints: one screen, and the members that JSON has."""

from __future__ import annotations

import collections
import functools
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from ibpkt.cli.typed_line import shell_line
from ibpkt.errors import escape_text
from ibpkt.fabric.against import FabricChange
from ibpkt.fabric.members import subnet_members
from ibpkt.fabric.model import (
    SEVERITIES,
    Fabric,
    FabricEvent,
    FabricManager,
    FabricProblem,
    FabricSubnet,
    FabricSubscription,
    ManagerState,
    NodeKind,
)
from ibpkt.fabric.paths import FabricPath
from ibpkt.fabric.qos import Turns, arbitrations, lane_maps
from ibpkt.fabric.routing import Routing, check_routing
from ibpkt.fabric.routing_problems import routing_problems
from ibpkt.fabric.topology.subnet_topology import SubnetTopology, recognise
from ibpkt.output.quantities import SENTENCE, count_text, labelled, span_text
from ibpkt.output.table_fit import wrapped

#: events and problems that the screen lists
_SHOWN = 12
#: remarks on what is no problem yet
_NOTES = 3
#: names of services that the screen lists
_SERVICES = 5
#: columns of the times of events
_TIMES = 12
#: events that others tell as well, or of which there are many
_MINOR = ("trap", "report", "resweep", "multicast-join", "multicast-leave", "service-registered", "service-removed")


class _Judged:
    """A subnet with what its links and tables amount to."""

    def __init__(self, subnet: FabricSubnet) -> None:
        self.subnet = subnet

    @functools.cached_property
    def topology(self) -> SubnetTopology:
        return recognise(self.subnet)

    @functools.cached_property
    def routing(self) -> Routing:
        return check_routing(self.subnet)

    @functools.cached_property
    def problems(self) -> list[FabricProblem]:
        """What is wrong with its nodes, links and managers, and with its routes."""
        found = [*self.subnet.problems, *routing_problems(self.routing)]
        return sorted(found, key=lambda problem: SEVERITIES.index(problem.severity))

    def members(self) -> dict[str, Any]:
        """All of it for programs."""
        found = subnet_members(self.subnet, self.problems)
        return {**found, "topology": self.topology.members(), "routing": self.routing.members()}


class FabricScreen:
    """The screen of one capture, or of many that are read as one.

    Args:
        fabric: what it tells.
        name: the capture's.
        files: the names of its files.
        all_events: list every event and problem.
    """

    def __init__(self, fabric: Fabric, name: str, files: Sequence[str], *, all_events: bool = False) -> None:
        self._fabric = fabric
        self._name = name
        self._files = files
        self._most = None if all_events else _SHOWN
        self._judged = [_Judged(subnet) for subnet in fabric.subnets]

    def members(self, paths: list[FabricPath] | None, changes: list[FabricChange] | None) -> dict[str, Any]:
        """The same for programs."""
        found: dict[str, Any] = {"subnets": [each.members() for each in self._judged], "notes": self._fabric.notes}
        if paths is not None:
            found["paths"] = [[hop.members() for hop in path.hops] for path in paths]
            found["broken"] = [path.broken or None for path in paths]
        if changes is not None:
            found["changes"] = [change._asdict() for change in changes]
        return found

    def text(self, width: int, paths: list[FabricPath] | None, changes: list[FabricChange] | None) -> str:
        """The screen."""
        if paths is not None:
            return "".join(self._path_text(path) for path in paths)
        parts = [wrapped(escape_text(f"{self._name}: {self._title()}"), min(width, SENTENCE))]
        if changes is not None:
            lines = [change.sentence for change in changes] or ["nothing is different"]
            parts.append("\n" + _labelled("changes", self._first(lines), width))
        for number, each in enumerate(self._judged, 1):
            heading = f"\nSubnet {number}:\n" if len(self._judged) > 1 else ""
            parts.append(heading + "\n" + "".join(self._sections(each, width)))
        if self._fabric.notes:
            parts.append("\n" + _labelled("missing", self._fabric.notes, width))
        parts.append(self._next())
        return "".join(parts)

    # -- a subnet -----------------------------------------------------------------------------------------------

    def _title(self) -> str:
        subnets = self._fabric.subnets
        if not subnets:
            return "no fabric shows in it"
        serious = [problem for each in self._judged for problem in each.problems if problem.severity != "note"]
        what = f"{len(subnets)} subnets" if len(subnets) > 1 else f"{count_text(len(subnets[0].nodes), 'node')}"
        if not serious:
            past = _outages([event for subnet in subnets for event in subnet.events])
            return f"{past}; all is well now" if past else f"{what}; all is well"
        return f"{what}; {count_text(len(serious), 'problem')}: {serious[0].sentence}"

    def _sections(self, each: _Judged, width: int) -> Iterator[str]:
        subnet = each.subnet
        kinds = collections.Counter(node.kind for node in subnet.nodes.values())
        yield _labelled("nodes", [", ".join(_count(kinds[kind], kind) for kind in NodeKind if kinds[kind])], width)
        yield _labelled("topology", [each.topology.sentence], width)
        yield _labelled("links", _links(subnet), width)
        managers = [_manager(manager, subnet) for manager in subnet.managers]
        yield _labelled("manager" if len(managers) < 2 else "managers", managers or ["none that a packet shows"], width)
        yield _labelled("routing", _routing(each.routing), width)
        if subnet.groups:
            yield _labelled("multicast", [count_text(len(subnet.groups), "group")], width)
        if subnet.services:
            yield _labelled("services", [", ".join(service.name for service in subnet.services[:_SERVICES])], width)
        if subnet.subscriptions:
            yield _labelled(
                "reports", self._first([_subscription(each, subnet) for each in subnet.subscriptions]), width
            )
        qos = _qos(subnet)
        if qos:
            yield _labelled("QoS", qos, width)
        if len(subnet.partitions) > 1:
            yield _labelled("P_Keys", [", ".join(f"0x{key:04x}" for key in sorted(subnet.partitions))], width)
        listed = [problem for problem in each.problems if problem.severity != "note" or self._most is None]
        problems = [_problem(problem) for problem in listed]
        if problems:
            yield _labelled("problems", self._first(problems), width)
        notes = [problem.sentence for problem in each.problems if problem.severity == "note"]
        if notes and self._most is not None:
            more = [f"and {len(notes) - _NOTES} more: --events"] if len(notes) > _NOTES else []
            yield _labelled("also", [*notes[:_NOTES], *more], width)
        if subnet.notes:
            yield _labelled("missing", subnet.notes, width)
        yield from self._events(subnet, width)

    def _events(self, subnet: FabricSubnet, width: int) -> Iterator[str]:
        events = subnet.events
        if self._most is not None:
            told = {frame for event in events if event.what not in _MINOR for frame in event.frames}
            first = next((event for event in events if event.what == "master"), None)
            events = [event for event in events if _matters(event, told) and event is not first]
        if not events:
            return
        yield "\n"
        begin = subnet.start
        for event in events[: self._most]:
            when = f"{(event.time - begin) / 1e9:.3f} s"
            room = max(30, min(width, SENTENCE) - _TIMES)
            sentence = escape_text(event.sentence)
            lines = textwrap.wrap(f"{sentence} ({_packets(event.frames or (event.frame,))})", room)
            yield f"  {when:<{_TIMES - 2}}{lines[0]}\n" + "".join(f"{'':{_TIMES}}{line}\n" for line in lines[1:])
        if self._most is not None and len(events) > self._most:
            yield f"  and {len(events) - self._most} more: --events\n"

    def _first(self, lines: list[str]) -> list[str]:
        if self._most is None or len(lines) <= self._most:
            return lines
        return [*lines[: self._most], f"and {len(lines) - self._most} more: --events"]

    # -- paths and what follows ---------------------------------------------------------------------------------

    def _path_text(self, path: FabricPath) -> str:
        count = max(len(path.hops) - 1, 0)
        head = f"LID {path.source} to LID {path.destination}: {count_text(count, 'hop')}"
        lines = [head if not path.broken else f"{head}, then it ends: {path.broken}"]
        widest = max((len(hop.node.title) for hop in path.hops), default=0)
        for hop in path.hops:
            ingress = "" if hop.in_port is None else f"in {hop.in_port}"
            egress = "" if hop.out_port is None else f"out {hop.out_port}"
            lines.append(f"  {hop.node.title:<{widest}}  {ingress:<7}{egress}".rstrip())
        return "".join(escape_text(line) + "\n" for line in lines)

    def _next(self) -> str:
        ends = [node for subnet in self._fabric.subnets[:1] for node, _ in subnet.end_ports()]
        ends = [node for node in ends if node.kind is not NodeKind.SWITCH]
        lines = []
        if len(ends) > 1:
            one, other = ends[0].title, ends[-1].title
            lines.append((shell_line(["ibpkt", "fabric", "--path", one, other, *self._files]), "hop by hop"))
        if ends:
            line = ["ibpkt", "plot", "topology", "-o", "fabric.svg"]
            lines.append((shell_line([*line, *(["--join"] if len(self._files) > 1 else []), *self._files]), "drawn"))
        if self._fabric.datagrams:
            lines.append((shell_line(["ibpkt", "stats", "mad", *self._files]), "operations and answers"))
        if not lines:
            return ""
        return "\nNext:\n" + "".join(f"  {escape_text(line)}\n" for line, _ in lines)


def _labelled(label: str, lines: Sequence[str], width: int) -> str:
    """Names in sentences come out of packets: what would begin a line of its own is escaped before lines are broken."""
    return labelled(label, [escape_text(line) for line in lines], width)


def _outages(events: Sequence[FabricEvent]) -> str:
    """How many links were down, and how long; empty for none."""
    since: dict[str, int] = {}
    spans: list[int] = []
    downs = 0
    for event in events:
        if event.what == "link-down":
            downs += 1
            since[event.subject] = event.time
        elif event.what == "link-up" and event.subject in since:
            spans.append(event.time - since.pop(event.subject))
    if not downs:
        return ""
    if len(spans) < downs:
        return f"{count_text(downs, 'link')} went down and came back"
    if downs == 1:
        return f"1 link was down for {span_text(spans[0])}"
    links = len({event.subject for event in events if event.what == "link-down"})
    which = f"{links} links were down" if links == downs else f"{count_text(links, 'link')} down {downs:,} times"
    return f"{which}, for {span_text(sum(spans))} together"


def _count(number: int, kind: NodeKind) -> str:
    many = "es" if kind is NodeKind.SWITCH else "s"
    return f"{number:,} {kind}{'' if number == 1 else many}"


def _links(subnet: FabricSubnet) -> list[str]:
    rates = collections.Counter(
        f"{link.lanes}x {link.speed} ({link.gbps:,.4g} Gbit/s)" if link.gbps is not None else "of unknown rate"
        for link in subnet.links
    )
    if len(rates) == 1:
        return [f"{len(subnet.links):,}, {'all ' if len(subnet.links) > 1 else ''}{next(iter(rates))}"]
    each = ", ".join(f"{count:,} {rate}" for rate, count in rates.most_common())
    return [f"{len(subnet.links):,}: {each}" if rates else "none"]


def _manager(manager: FabricManager, subnet: FabricSubnet) -> str:
    lid = f"LID {manager.lid}" if manager.lid else ""
    priority = f"priority {manager.priority}" if manager.priority is not None else ""
    known = ", ".join(filter(None, (lid, priority)))
    spans = [span for span in manager.states if span.state is not ManagerState.DISCOVERING]
    told = ", ".join(
        f"{span.state}{'' if at == 0 and len(spans) == 1 else f' from {(span.start - subnet.start) / 1e9:.1f} s'}"
        for at, span in enumerate(spans)
    )
    return f"{manager.title}{f' ({known})' if known else ''}: {told or 'discovering'}"


def _subscription(subscription: FabricSubscription, subnet: FabricSubnet) -> str:
    node = subnet.nodes.get(subscription.guid)
    who = node.title if node is not None else f"LID {subscription.lid}"
    verb = "is subscribed" if subscription.start is None else "subscribed"
    parts = [f"{who} {verb} to {subscription.what}"]
    if subscription.start is not None:
        parts.append(f" at {(subscription.start - subnet.start) / 1e9:.1f} s")
    if subscription.end is not None:
        parts.append(f", until {(subscription.end - subnet.start) / 1e9:.1f} s")
    parts.append(f": {count_text(subscription.reports, 'report')}")
    if subscription.unconfirmed:
        parts.append(f", {subscription.unconfirmed:,} not confirmed")
    return "".join(parts)


def _qos(subnet: FabricSubnet) -> list[str]:
    """Tables that share links between virtual lanes: the commonest, and how many others there are."""
    maps, shares, found = lane_maps(subnet), arbitrations(subnet), []
    if maps and (len(maps) > 1 or any(vl != sl % len(set(maps[0].vls)) for sl, vl in enumerate(maps[0].vls))):
        more = f", and {count_text(len(maps) - 1, 'other table')}" if len(maps) > 1 else ""
        found.append(f"VLs of SL 0 to 15: {' '.join(map(str, maps[0].vls))}{more}")
    if shares:
        high, low = (_turns(turns) for turns in shares[0][:2])
        more = f"; and {count_text(len(shares) - 1, 'other table')}" if len(shares) > 1 else ""
        found.append(f"weights: high priority {high}; low priority {low}{more}")
    return found


def _turns(turns: Turns) -> str:
    """Lanes with their weights: ``VL0 64, VL1-3 4``."""
    groups: list[list[int]] = []
    for vl, weight in turns:
        if weight and groups and groups[-1][1] == vl - 1 and groups[-1][2] == weight:
            groups[-1][1] = vl
        elif weight:
            groups.append([vl, vl, weight])
    return (
        ", ".join(f"VL{first}{f'-{last}' if last > first else ''} {weight}" for first, last, weight in groups) or "none"
    )


def _routing(routing: Routing) -> list[str]:
    if not routing.pairs:
        return ["not known: too few forwarding tables are in the capture"]
    reached = f"{routing.pairs - routing.unreachable:,} of {routing.pairs:,} routes between adapters arrive"
    loops = count_text(len(routing.loops), "loop") if routing.loops else "no loops"
    verdict = {True: "no deadlock", False: "can deadlock", None: "deadlock not known"}[routing.deadlock_free]
    lanes = f" ({routing.lanes} virtual lanes)" if routing.lanes > 1 and routing.deadlock_free else ""
    why = routing.notes if routing.deadlock_free is None else ()
    return [f"{reached}; {loops}, {verdict}{lanes}", *why]


def _problem(problem: FabricProblem) -> str:
    where = f" ({_packets(problem.frames or (problem.frame,))})" if problem.frame else ""
    return f"{problem.severity}: {problem.sentence}{where}"


def _packets(frames: Sequence[int]) -> str:
    shown = ", ".join(map(str, frames[:2]))
    more = f" and {len(frames) - 2} more" if len(frames) > 2 else ""
    return f"packet{'' if len(frames) == 1 else 's'} {shown}{more}"


def _matters(event: FabricEvent, told: set[int]) -> bool:
    """Whether the screen shows an event: one that no other tells as well."""
    return event.what not in _MINOR or (event.what == "trap" and not told & set(event.frames))

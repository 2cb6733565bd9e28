"""How ``ibpkt expert`` writes incidents: the verdict, what it cost, what shows it, what to do."""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from ibpkt.analysis.incidents import Incident
from ibpkt.analysis.incidents.clean_sentence import clean_sentence, counted
from ibpkt.analysis.incidents.incident import told as told_story
from ibpkt.analysis.incidents.incident_groups import CaptureSpan
from ibpkt.analysis.results.finding import Severity, duration
from ibpkt.analysis.results.totals import Totals
from ibpkt.commands.command_effects import CommandEffect, queue_words
from ibpkt.errors import escape_text
from ibpkt.output.names import NameTable
from ibpkt.output.quantities import span_text

#: lines before what to type next
LINES = 24
#: sentences are no longer, however wide the terminal
WIDEST = 100
#: flows that are listed by their numbers
MOST_NUMBERS = 6
_INDENT = 11
_NO_BREAK = "\N{NO-BREAK SPACE}"
#: between a number and its unit, or what it numbers
_GLUED = re.compile(
    r"(?<=\d) (?=(?:n|µ|m)?s\b|[kMG]?B\b|flows?\b)|(?<=\bQP) (?=\d)|(?<=\bPSN) (?=\d)|(?<=\bflow) (?=\d)"
    r"|(?<=\bpacket) (?=\d)|(?<=\bpackets) (?=\d)"
)
#: between two sentences; addresses have points, too
_BETWEEN = re.compile(r"(?<=\.) (?=[A-Z])")


class Asked(NamedTuple):
    """What was asked for.

    Attributes:
        options: as they are typed; empty for all that there is.
        matched: packets that were asked for.
        hidden: incidents that were not asked for.
    """

    options: str = ""
    matched: int = 0
    hidden: int = 0


class Told(NamedTuple):
    """What is told of a capture.

    Attributes:
        name: of the file.
        packets: how many it has.
        foreign: those of them that are no RDMA.
        incidents: what costs most comes first.
        findings: how many they are made of.
        totals: flows and messages.
        span: from when to when it goes.
        width: columns of the terminal.
        names: of addresses and queue pairs.
        asked: what was asked for.
        effects: what each incident did to storage commands; none where that is not known.
        is_kept: the packets can be read again, so that there is something to type next.
    """

    name: str
    packets: int
    foreign: int
    incidents: Sequence[Incident]
    findings: int
    totals: Totals
    span: CaptureSpan
    width: int
    names: NameTable
    asked: Asked
    effects: Sequence[CommandEffect] = ()
    is_kept: bool = True

    def effect(self, number: int) -> CommandEffect:
        """What an incident did to commands, by its number from 1."""
        return self.effects[number - 1] if self.effects else _NONE

    def plain(self, text: str) -> str:
        """A text with names for addresses, and without unprintable characters."""
        return escape_text(self.names.in_sentence(text))

    @property
    def columns(self) -> int:
        """Columns of a sentence."""
        return min(self.width, WIDEST)


_NONE = CommandEffect({}, None, is_direct=False)


def incidents_text(told: Told) -> str:
    """All incidents of a capture on one screen, and what to type next."""
    name = escape_text(told.name)
    if not told.incidents:
        return _wrapped(f"{name}: {_fine(told)}", told.columns)
    # notes may cost more than what is wrong, and come first then
    worst = _worst(told)
    verdict = _verdict(worst, told) if worst else f"{_fine(told)}; {counted(len(told.incidents), 'note')}"
    lines = [*_wrapped(f"{name}: {told.plain(verdict)}", told.columns).splitlines(), ""]
    left = len(told.incidents)
    for number, incident in enumerate(told.incidents, 1):
        more = _lines(number, incident, told, whole=number == 1, before=told.incidents[: number - 1])
        room = LINES - len(lines) - (2 if left > 1 else 1)
        if number > 1 and len(more) > room:
            break
        lines += [*more, ""]
        left -= 1
    if left:
        lines += [*_heads(told, left, LINES - len(lines) - 1), ""]
    count = len(told.incidents)
    if told.asked.hidden:
        made_of = f"{count:,} of {counted(count + told.asked.hidden, 'incident')}"
    else:
        made_of = f"{counted(count, 'incident')} from {counted(told.findings, 'finding')}"
    lines.append(f"{made_of} in {counted(told.packets, 'packet')}.")
    if not told.is_kept:
        return "\n".join(lines) + "\n"
    lines[-1] += " Next:"
    rest = f"{escape_text(told.asked.options)} {shlex.quote(name)}".lstrip()
    shown = told.incidents[max(worst, 1) - 1]
    if shown.flows:
        lines.append(f"  ibpkt plot sequence --flow {shown.flows[0]} {shlex.quote(name)}")
    lines += [f"  ibpkt expert --incident {min(2, count)} {rest}", f"  ibpkt expert --findings {rest}"]
    return "\n".join(lines) + "\n"


def _worst(told: Told) -> int:
    """The number of the incident that the verdict is about; 0 where all are notes."""
    return next((at for at, each in enumerate(told.incidents, 1) if each.severity >= Severity.WARNING), 0)


def _verdict(number: int, told: Told) -> str:
    """The sentence of an incident: what a program felt of it, if that is known, before what it was."""
    incident, (_, stall, is_direct) = told.incidents[number - 1], told.effect(number)
    if stall is None or not is_direct:
        return incident.verdict
    # the cause and its place stand between what stood still and since when
    placed = incident.verdict.partition(": ")[2].rpartition("; since ")[0]
    since = f"since {told.span.since(stall.start)}, packet {stall.frame}"
    return f"no {stall.kind} ended for {span_text(stall.span)}: {placed}; {since}"


def _heads(told: Told, left: int, room: int) -> list[str]:
    """The last incidents in a line each, as many as there is room for."""
    first = len(told.incidents) - left + 1
    heads = [_head(number, told.incidents[number - 1], told) for number in range(first, first + left)]
    if left <= room:
        return heads
    shown = max(0, room - 1)
    return [*heads[:shown], f"… and {left - shown} more, which cost less"]


def incident_text(number: int, told: Told) -> str:
    """All about one incident, by its number from 1."""
    incident = told.incidents[number - 1]
    lines = _wrapped(f"{escape_text(told.name)}: {told.plain(_verdict(number, told))}", told.columns).splitlines()
    lines += ["", *_lines(number, incident, told, whole=True)]
    shows = ", ".join(f"{packets:,} {kind}" for kind, packets in incident.evidence.items())
    lines += _labelled("shown by", shows, told)
    if incident.flows:
        option = " ".join(f"--flow {flow}" for flow in incident.flows[:5])
        lines += ["", "Next:", f"  ibpkt expert --findings {option} {shlex.quote(escape_text(told.name))}"]
    return "\n".join(lines) + "\n"


def _lines(number: int, incident: Incident, told: Told, whole: bool, before: Sequence[Incident] = ()) -> list[str]:
    """One incident.

    Args:
        number: from 1.
        incident: the incident.
        told: what is told of the capture.
        whole: all about it.
        before: those that stand above it, whose advice need not be said again.
    """
    lines = [_head(number, incident, told)]
    where = told.plain(incident.where)
    if incident.flows:
        where += f"; {_numbers(number, incident, told)}"
    lines += _labelled("where", where, told)
    if whole:
        if incident.names:
            lines += _labelled("flows", _flows(incident, told), told)
        lines += _labelled("when", _when(incident, told), told)
        if incident.waits:
            lines += _labelled("cost", "; ".join(incident.costs), told)
        stall = told.effect(number).stall
        if stall is not None and not (told.effect(number).is_direct and number == _worst(told)):
            since = f"since {told.span.since(stall.start)} (packet {stall.frame})"
            lines += _labelled("commands", f"no {stall.kind} ended for {span_text(stall.span)}, {since}", told)
        if incident.resent:
            share = f", {incident.share:.1%} of the payload"
            lines += _labelled("again", f"{_bytes(incident.resent)} {incident.again}{share}", told)
        if incident.story:
            lines += _labelled("because", told.plain(told_story(incident.story)), told)
    lines += _labelled("do", told.plain(_advice(incident, before)), told)
    return lines


def _head(number: int, incident: Incident, told: Told) -> str:
    """The line that an incident begins with."""
    cost = duration(incident.cost) if incident.cost else ""
    title = told.plain(incident.title[:1].upper() + incident.title[1:])
    return _cut(f"{number} {incident.severity!s:<8}{cost:>8}  {title}", told.width)


def _when(incident: Incident, told: Told) -> str:
    start, end = told.span.since(incident.start), told.span.since(incident.end)
    if incident.first_frame == incident.last_frame:
        return f"{start}, packet {incident.first_frame}"
    times = start if start == end else f"{start} to {end}"
    return f"{times}, packets {incident.first_frame} to {incident.last_frame}"


def _advice(incident: Incident, before: Sequence[Incident]) -> str:
    """What to do besides what is to be done for others at the same place."""
    for number, other in enumerate(before, 1):
        if (other.cause, other.where) == (incident.cause, incident.where):
            said, own = _sentences(other.advice), _sentences(incident.advice)
            rest = [sentence for sentence in own if sentence not in said]
            if len(rest) < len(own):
                return " ".join([f"Same place as {number}.", *rest])
    return incident.advice


def _sentences(text: str) -> list[str]:
    return _BETWEEN.split(text)


def _numbers(number: int, incident: Incident, told: Told) -> str:
    """The flows of an incident by their numbers, and the queues that they are."""
    flows, queues = incident.flows, told.effect(number).queues
    if len(flows) > MOST_NUMBERS:
        return f"{len(flows):,} of {incident.all_flows:,} flows"
    text = f"flow{'s' if len(flows) > 1 else ''} {', '.join(map(str, flows))}"
    if len(flows) < incident.all_flows and len(flows) > 1:
        text += f" of {incident.all_flows:,}"
    named = list(dict.fromkeys(queues[flow] for flow in flows if flow in queues))
    if named:
        return f"{text}, {_queues(named)}"
    inner = re.search(r"\((.+)\)", incident.carries)  # TCP port 4420 (NVMe over Fabrics)
    carries = inner[1] if inner else incident.carries
    return f"{text} ({escape_text(carries)})" if carries else text


def _queues(named: list[tuple[str, str]]) -> str:
    """Queues of one protocol, or of several: "NVMe queue 2"."""
    protocols = dict.fromkeys(protocol for protocol, _ in named)
    queues = [queue for _, queue in named if queue]
    if len(protocols) > 1 or not queues:
        return ", ".join(protocols)
    if len(queues) > 1:
        return f"{named[0][0]} queues {', '.join(queues)}"
    return queue_words(named[0][0], queues[0])


def _flows(incident: Incident, told: Told) -> str:
    """The ends of the first flows of an incident."""
    return f"{', '.join(map(told.plain, incident.names))}{' …' if len(incident.flows) > len(incident.names) else ''}"


def _fine(told: Told) -> str:
    """The sentence for a capture in which nothing went wrong: what was checked."""
    if found := unmatched(told.asked, told.totals):
        return found
    if told.asked.hidden:
        of = (
            "the only incident does not match"
            if told.asked.hidden == 1
            else f"none of {told.asked.hidden:,} incidents matches"
        )
        return f"{of} {told.asked.options}"
    if told.asked.matched < told.packets:
        which = f"the {told.asked.matched:,} of {counted(told.packets, 'packet')} that {told.asked.options} selects"
        return f"nothing went wrong in {which}"
    if told.packets and told.foreign == told.packets:
        # what they are, and whether they look like RoCE on another port, is said on standard error
        return f"no RDMA in {counted(told.packets, 'packet')}"
    return clean_sentence(told.packets, told.foreign, told.totals)


def unmatched(asked: Asked, totals: Totals) -> str:
    """What is said where no packet is of those that were asked for: nothing follows from that; empty otherwise."""
    if not asked.options or asked.matched:
        return ""
    flows = f"; the capture has {counted(totals.flows, 'flow')}" if totals.flows else ""
    return f"no packet matches {asked.options}{flows}"


def _bytes(count: int) -> str:
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= size:
            return f"{count / size:.3g} {unit}"
    return f"{count} B"


def _labelled(label: str, text: str, told: Told) -> list[str]:
    body = _lines_of(text, told.columns - _INDENT) or [""]
    return [f"  {label:<{_INDENT - 2}}{body[0]}", *(" " * _INDENT + line for line in body[1:])]


def _wrapped(text: str, width: int) -> str:
    return "\n".join(_lines_of(text, width)) + "\n"


def _lines_of(text: str, width: int) -> list[str]:
    """Text in lines; no line ends between a number and what it is of."""
    glued = _GLUED.sub(_NO_BREAK, text)
    lines = textwrap.wrap(glued, width, break_long_words=False, break_on_hyphens=False)
    return [line.replace(_NO_BREAK, " ") for line in lines]


def _cut(line: str, width: int) -> str:
    return line if len(line) <= width else line[: width - 1] + "…"

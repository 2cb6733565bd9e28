"""How ``ibpkt expert`` writes incidents: the verdict, what it cost, what shows it, what to do."""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from ibpkt.analysis.incidents import Incident
from ibpkt.analysis.incidents.clean_sentence import clean_sentence
from ibpkt.analysis.incidents.incident import told as told_story
from ibpkt.analysis.incidents.incident_groups import CaptureSpan
from ibpkt.analysis.results.finding import Severity, duration
from ibpkt.analysis.results.totals import Totals
from ibpkt.errors import escape_text

#: lines before what to type next
LINES = 24
#: sentences are no longer, however wide the terminal
WIDEST = 100
#: how messages end that came to nothing, in the order in which they are told
_FAILURES = ("refused", "unanswered", "incomplete", "flushed")
_INDENT = 11
#: between two sentences; addresses have points, too
_BETWEEN = re.compile(r"(?<=\.) (?=[A-Z])")


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
    """

    name: str
    packets: int
    foreign: int
    incidents: Sequence[Incident]
    findings: int
    totals: Totals
    span: CaptureSpan
    width: int

    @property
    def columns(self) -> int:
        """Columns of a sentence."""
        return min(self.width, WIDEST)


def incidents_text(told: Told) -> str:
    """All incidents of a capture on one screen, and what to type next."""
    name = escape_text(told.name)
    if not told.incidents:
        return _wrapped(f"{name}: {clean_sentence(told.packets, told.foreign, told.totals)}", told.columns)
    # notes may cost more than what is wrong, and come first then
    first = next((each for each in told.incidents if each.severity >= Severity.WARNING), None)
    verdict = clean_sentence(told.packets, told.foreign, told.totals) if first is None else first.verdict
    lines = [*_wrapped(f"{name}: {escape_text(verdict)}", told.columns).splitlines(), ""]
    left = len(told.incidents)
    for number, incident in enumerate(told.incidents, 1):
        more = _lines(number, incident, told, whole=number == 1, before=told.incidents[: number - 1])
        room = LINES - len(lines) - (2 if left > 1 else 1)
        if number > 1 and len(more) > room:
            break
        lines += [*more, ""]
        left -= 1
    if left:
        lines += [f"… and {left} more, which cost less", ""]
    count = len(told.incidents)
    made_of = f"{_count(told.findings, 'finding')} in {_count(told.packets, 'packet')}"
    lines.append(f"{_count(count, 'incident')} from {made_of}. Next:")
    file = shlex.quote(name)
    lines += [f"  ibpkt expert --incident {min(2, count)} {file}", f"  ibpkt expert --findings {file}"]
    return "\n".join(lines) + "\n"


def incident_text(number: int, told: Told) -> str:
    """All about one incident, by its number from 1."""
    incident = told.incidents[number - 1]
    lines = _wrapped(f"{escape_text(told.name)}: {escape_text(incident.verdict)}", told.columns).splitlines()
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
    cost = duration(incident.cost) if incident.cost else ""
    head = f"{number} {incident.severity!s:<8}{cost:>8}  "
    title = escape_text(incident.title[:1].upper() + incident.title[1:])
    lines = [_cut(head + title, told.width)]
    lines += _labelled("where", incident.where, told)
    if whole:
        if incident.flows:
            lines += _labelled("flows", _flows(incident), told)
        when = f"{told.span.since(incident.start)} to {told.span.since(incident.end)}"
        lines += _labelled("when", f"{when}, packets {incident.first_frame} to {incident.last_frame}", told)
        if incident.waits:
            lines += _labelled("cost", _waits(incident), told)
        if incident.resent:
            share = f", {incident.share:.1%} of the payload"
            lines += _labelled("again", f"{_bytes(incident.resent)} sent again{share}", told)
        if incident.story:
            lines += _labelled("because", escape_text(told_story(incident.story)), told)
    lines += _labelled("do", escape_text(_advice(incident, before)), told)
    return lines


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


def _flows(incident: Incident) -> str:
    count = len(incident.flows)
    which = f"flow {incident.flows[0]}" if count == 1 else f"{count:,} of {incident.all_flows:,} flows"
    names = ", ".join(map(escape_text, incident.names))
    return f"{which}: {names}{' …' if count > len(incident.names) else ''}" if names else which


def _waits(incident: Incident) -> str:
    """How long flows stood still, by what ended it."""
    parts = [
        f"{duration(span)} until {until if until == 'the end' else f'{count:,} {until[:-1] if count == 1 else until}'}"
        for until, (count, span) in incident.waits.items()
    ]
    return ", ".join(parts)


def _count(count: int, word: str) -> str:
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"


def _bytes(count: int) -> str:
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= size:
            return f"{count / size:.3g} {unit}"
    return f"{count} B"


def _labelled(label: str, text: str, told: Told) -> list[str]:
    body = textwrap.wrap(text, told.columns - _INDENT, break_long_words=False, break_on_hyphens=False) or [""]
    return [f"  {label:<{_INDENT - 2}}{body[0]}", *(" " * _INDENT + line for line in body[1:])]


def _wrapped(text: str, width: int) -> str:
    return "\n".join(textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)) + "\n"


def _cut(line: str, width: int) -> str:
    return line if len(line) <= width else line[: width - 1] + "…"

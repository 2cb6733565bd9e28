"""What is said of incidents: a line each, and all about one of them."""

from __future__ import annotations

import re
import textwrap
from typing import NamedTuple

from ibpkt.analysis.incidents import Incident
from ibpkt.analysis.incidents.incident_groups import CaptureSpan
from ibpkt.analysis.results.finding import duration

#: columns of labels
LABEL = 10
#: sentences are no longer, however wide the terminal
WIDEST = 100
#: a packet that a sentence names
_NAMED = re.compile(r"\(packets? (\d+)|\((\d+)\)")


class IncidentLine(NamedTuple):
    """A line about an incident.

    Attributes:
        label: what it is about; "" where it goes on.
        text: what it says.
        row: the packet that it names, from 0; None where it names none.
    """

    label: str
    text: str
    row: int | None


def incident_bar(incident: Incident, span: CaptureSpan, width: int) -> str:
    """Where in the capture an incident is: a bar in so many columns."""
    start = span.start or 0
    whole = max(1, span.end - start)
    first = min(width - 1, max(0, (incident.start - start) * width // whole))
    last = min(width - 1, max(first, (incident.end - start) * width // whole))
    return " " * first + "█" * (last - first + 1) + " " * (width - last - 1)


def incident_title(incident: Incident) -> str:
    """What it is, as a title."""
    return incident.title[:1].upper() + incident.title[1:]


def cost_text(incident: Incident) -> str:
    """For how long flows stood still; "" where they did not."""
    return duration(incident.cost) if incident.cost else ""


def incident_lines(incident: Incident, span: CaptureSpan, width: int) -> list[IncidentLine]:
    """All about one incident.

    Args:
        incident: it.
        span: from when to when the capture goes.
        width: columns of the screen.
    """
    flows = ", ".join(map(str, incident.flows[:6])) + (" …" if len(incident.flows) > 6 else "")
    where = incident.where + (f"; flow{'s' if len(incident.flows) > 1 else ''} {flows}" if incident.flows else "")
    first, last = incident.first_frame, incident.last_frame
    times = [span.since(incident.start), span.since(incident.end)]
    when = f"{times[0]}, packet {first}" if first == last else f"{times[0]} to {times[1]}, packets {first} to {last}"
    said = [("where", where, first), ("when", when, first)]
    for label, event in zip(["because", *[""] * len(incident.story)], incident.story, strict=False):
        named = _NAMED.search(event)
        said.append((label, event[:1].upper() + event[1:], int(named[1] or named[2]) if named else 0))
    said.append(("do", incident.advice, 0))
    shows = ", ".join(f"{packets:,} {kind}" for kind, packets in incident.evidence.items())
    said.append(("shown by", shows, 0))
    room = max(20, min(width, WIDEST) - LABEL - 3)
    lines = []
    for label, text, frame in said:
        for at, part in enumerate(textwrap.wrap(text, room, break_long_words=True, break_on_hyphens=False)):
            lines.append(IncidentLine("" if at else label, part, frame - 1 if frame else None))
    return lines

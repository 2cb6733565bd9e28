"""Incidents as rows of plain values, for JSON and tables."""

from __future__ import annotations

from typing import Any

from ibpkt.analysis.incidents.incident import CAUSES, Incident
from ibpkt.analysis.results.tables import ResultColumn, microseconds, row

INCIDENTS = (
    ResultColumn("cause", "text", ", ".join(f"`{cause}`" for cause in CAUSES), lambda i: i.cause),
    ResultColumn("severity", "text", "of the worst that it led to", lambda i: str(i.severity)),
    ResultColumn("where", "text", "the place, as precisely as the capture shows it", lambda i: i.where),
    ResultColumn("flows", "object", "numbers of the flows that it concerns, a list", lambda i: list(i.flows)),
    ResultColumn("first_frame", "integer", "first packet that shows it", lambda i: i.first_frame),
    ResultColumn("last_frame", "integer", "last packet that shows it", lambda i: i.last_frame),
    ResultColumn("start", "time", "time of the first", lambda i: i.start),
    ResultColumn("end", "time", "time of the last", lambda i: i.end),
    ResultColumn("packets", "integer", "packets that its findings concern", lambda i: i.packets),
    ResultColumn("cost_us", "number", "µs for which flows stood still", lambda i: microseconds(i.cost)),
    ResultColumn("evidence", "object", "kinds of findings that show it, a list", lambda i: list(i.evidence)),
    ResultColumn("sentence", "text", "what happened, where, what it cost", lambda i: i.sentence),
    ResultColumn("advice", "text", "what to do", lambda i: i.advice),
)


def incident_row(incident: Incident) -> dict[str, Any]:
    """An incident as values by name; times as seconds in texts that keep nanoseconds."""
    return row(INCIDENTS, incident)

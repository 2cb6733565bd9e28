"""Incidents as rows of plain values, for JSON."""

from __future__ import annotations

from typing import Any

from ibpkt.analysis.incidents.incident import Incident
from ibpkt.schema.value_types import seconds


def incident_row(incident: Incident) -> dict[str, Any]:
    """An incident as values by name; times as seconds in texts that keep nanoseconds."""
    return {
        "cause": incident.cause,
        "severity": str(incident.severity),
        "where": incident.where,
        "flows": list(incident.flows),
        "first_frame": incident.first_frame,
        "last_frame": incident.last_frame,
        "start": seconds(incident.start),
        "end": seconds(incident.end),
        "packets": incident.packets,
        "cost_us": incident.cost / 1000,
        "evidence": list(incident.evidence),
        "sentence": incident.sentence,
        "advice": incident.advice,
    }

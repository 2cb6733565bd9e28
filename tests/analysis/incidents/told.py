"""The incidents of a capture."""

from __future__ import annotations

import io
from pathlib import Path

import ibpkt
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.checks.finding_filter import FindingFilter
from ibpkt.analysis.incidents import Incident, Incidents
from ibpkt.analysis.results.finding import Severity


def incidents(
    source: Path | bytes, batch: int | None = None, limit: int | None = None, **selection: object
) -> list[Incident]:
    """All of them, what costs most first.

    Args:
        source: the file, or its bytes.
        batch: how many packets the analysis gets at a time at most.
        limit: how many packets it gets in all at most.
        selection: see `FindingFilter`.
    """
    expert = Expert()
    wanted = FindingFilter(**selection) if selection else None
    told = Incidents(expert, wanted)
    with ibpkt.open(io.BytesIO(source) if isinstance(source, bytes) else source) as capture:
        for packets in capture.batches(batch, limit=limit):
            if wanted is not None:
                wanted.look(packets)
            told.add(expert.add(packets), packets)
            del packets
    told.add_last(expert.finish())
    found = told.finish()
    if wanted is not None:
        wanted.close()
    return found


def serious(source: Path | bytes, **options: object) -> list[Incident]:
    """Those of severity warning or error."""
    return [incident for incident in incidents(source, **options) if incident.severity >= Severity.WARNING]  # type: ignore[arg-type]

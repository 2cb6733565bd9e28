"""Incidents: findings put together by their cause, with the place, the cost, and what to do."""

from __future__ import annotations

from ibpkt.analysis.incidents.incident import CAUSES as CAUSES, Incident as Incident
from ibpkt.analysis.incidents.incidents import Incidents as Incidents

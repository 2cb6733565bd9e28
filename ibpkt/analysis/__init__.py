"""State over time: queue pairs, their packets' order, messages, congestion, and what is wrong with them."""

from __future__ import annotations

from ibpkt.analysis.arrow_tables import (
    findings_columns,
    findings_table,
    flows_columns,
    flows_table,
    messages_columns,
    messages_table,
)

# These functions bear the names of modules.  They are imported here and now, since a module that is imported later
# would take the name for itself.
from ibpkt.analysis.whole_capture import findings, flows, messages

__all__ = [
    "findings",
    "findings_columns",
    "findings_table",
    "flows",
    "flows_columns",
    "flows_table",
    "messages",
    "messages_columns",
    "messages_table",
]

"""State over time: queue pairs, their packets' order, messages, congestion, and what is wrong with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ibpkt.conveniences import exports

if TYPE_CHECKING:
    from ibpkt.analysis.arrow_tables import (
        findings_columns as findings_columns,
        findings_table as findings_table,
        flows_columns as flows_columns,
        flows_table as flows_table,
        messages_columns as messages_columns,
        messages_table as messages_table,
    )
    from ibpkt.analysis.whole_capture import findings as findings, flows as flows, messages as messages

_HOMES = dict.fromkeys(("findings", "flows", "messages"), "whole_capture") | {
    f"{what}_{form}": "arrow_tables" for what in ("findings", "flows", "messages") for form in ("columns", "table")
}
__all__ = list(_HOMES)

if not TYPE_CHECKING:  # a misspelt name is an error
    __getattr__ = exports(__name__, _HOMES)

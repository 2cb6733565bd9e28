"""State over time: queue pairs, their packets' order, messages, congestion, and what is wrong with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ibpkt.conveniences import exports

if TYPE_CHECKING:
    from ibpkt.analysis.arrow_tables import findings_columns as findings_columns
    from ibpkt.analysis.arrow_tables import findings_table as findings_table
    from ibpkt.analysis.arrow_tables import flows_columns as flows_columns
    from ibpkt.analysis.arrow_tables import flows_table as flows_table
    from ibpkt.analysis.arrow_tables import messages_columns as messages_columns
    from ibpkt.analysis.arrow_tables import messages_table as messages_table
    from ibpkt.analysis.whole_capture import findings as findings
    from ibpkt.analysis.whole_capture import flows as flows
    from ibpkt.analysis.whole_capture import messages as messages

_HOMES = dict.fromkeys(("findings", "flows", "messages"), "whole_capture") | {
    f"{what}_{form}": "arrow_tables" for what in ("findings", "flows", "messages") for form in ("columns", "table")
}
__all__ = list(_HOMES)
__getattr__ = exports(__name__, _HOMES)

"""Results as tables for other programs: flows, messages, findings, incidents, commands, fabrics, in Parquet and Arrow.

import ibpkt
import polars as pl

ibpkt.scan_flows("captures/*.pcap").filter(pl.col("packets") > 100).select("file", "a", "b", "packets").collect()
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ibpkt.conveniences import exports

if TYPE_CHECKING:
    from ibpkt.tables.result_tables import TABLES as TABLES, ResultTable as ResultTable
    from ibpkt.tables.scans import (
        scan_findings as scan_findings,
        scan_flows as scan_flows,
        scan_messages as scan_messages,
    )
    from ibpkt.tables.table_directory import TableDirectory as TableDirectory

_MODULES = {
    "ResultTable": "result_tables",
    "scan_findings": "scans",
    "scan_flows": "scans",
    "scan_messages": "scans",
    "TableDirectory": "table_directory",
    "TABLES": "result_tables",
}

__all__ = list(_MODULES)

if not TYPE_CHECKING:  # a misspelt name is an error
    __getattr__ = exports(__name__, _MODULES)

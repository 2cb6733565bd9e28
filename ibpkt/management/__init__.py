"""Management datagrams: made by their operations, and related to each other as transactions, transfers, connections."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ibpkt.conveniences import exports

if TYPE_CHECKING:
    from ibpkt.management.alternates import AlternatePath as AlternatePath
    from ibpkt.management.answers import answer as answer
    from ibpkt.management.cm_connections import (
        Connection as Connection,
        ConnectionEnd as ConnectionEnd,
        Connections as Connections,
        connections as connections,
    )
    from ibpkt.management.datagrams import Datagram as Datagram, MADMethod as MADMethod, mad as mad
    from ibpkt.management.operation_types import *  # noqa: F403  # SubnGet and its like
    from ibpkt.management.rmpp_segments import segments as segments
    from ibpkt.management.transactions import Transaction as Transaction, Transactions as Transactions
    from ibpkt.management.transfers import Transfer as Transfer, Transfers as Transfers

#: operations of management classes, as `ibpkt.management.datagrams` makes them of the declarations
_OPERATIONS = (
    "BMGet",
    "BMGetResp",
    "BMSend",
    "BMSet",
    "BMTrap",
    "BMTrapRepress",
    "CCGet",
    "CCGetResp",
    "CCSet",
    "CCTrap",
    "CCTrapRepress",
    "ComGet",
    "ComGetResp",
    "ComSend",
    "ComSet",
    "DevGet",
    "DevGetResp",
    "DevSet",
    "DevTrap",
    "DevTrapRepress",
    "PerfGet",
    "PerfGetResp",
    "PerfSet",
    "SubnAdmDelete",
    "SubnAdmDeleteResp",
    "SubnAdmGet",
    "SubnAdmGetMulti",
    "SubnAdmGetMultiResp",
    "SubnAdmGetResp",
    "SubnAdmGetTable",
    "SubnAdmGetTableResp",
    "SubnAdmGetTraceTable",
    "SubnAdmReport",
    "SubnAdmReportResp",
    "SubnAdmSet",
    "SubnGet",
    "SubnGetResp",
    "SubnSet",
    "SubnTrap",
    "SubnTrapRepress",
)
_MODULES = {
    "AlternatePath": "alternates",
    "Connection": "cm_connections",
    "ConnectionEnd": "cm_connections",
    "Connections": "cm_connections",
    "Datagram": "datagrams",
    "MADMethod": "datagrams",
    "Transaction": "transactions",
    "Transactions": "transactions",
    "Transfer": "transfers",
    "Transfers": "transfers",
    "answer": "answers",
    "connections": "cm_connections",
    "mad": "datagrams",
    "segments": "rmpp_segments",
    **dict.fromkeys(_OPERATIONS, "datagrams"),
}

if not TYPE_CHECKING:  # a misspelt name is an error
    __all__ = list(_MODULES)
    __getattr__ = exports(__name__, _MODULES)

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
    from ibpkt.management.datagrams import (
        BMGet as BMGet,
        BMGetResp as BMGetResp,
        BMSend as BMSend,
        BMSet as BMSet,
        BMTrap as BMTrap,
        BMTrapRepress as BMTrapRepress,
        CCGet as CCGet,
        CCGetResp as CCGetResp,
        CCSet as CCSet,
        CCTrap as CCTrap,
        CCTrapRepress as CCTrapRepress,
        ComGet as ComGet,
        ComGetResp as ComGetResp,
        ComSend as ComSend,
        ComSet as ComSet,
        Datagram as Datagram,
        DevGet as DevGet,
        DevGetResp as DevGetResp,
        DevSet as DevSet,
        DevTrap as DevTrap,
        DevTrapRepress as DevTrapRepress,
        MADMethod as MADMethod,
        PerfGet as PerfGet,
        PerfGetResp as PerfGetResp,
        PerfSet as PerfSet,
        SubnAdmDelete as SubnAdmDelete,
        SubnAdmDeleteResp as SubnAdmDeleteResp,
        SubnAdmGet as SubnAdmGet,
        SubnAdmGetMulti as SubnAdmGetMulti,
        SubnAdmGetMultiResp as SubnAdmGetMultiResp,
        SubnAdmGetResp as SubnAdmGetResp,
        SubnAdmGetTable as SubnAdmGetTable,
        SubnAdmGetTableResp as SubnAdmGetTableResp,
        SubnAdmGetTraceTable as SubnAdmGetTraceTable,
        SubnAdmReport as SubnAdmReport,
        SubnAdmReportResp as SubnAdmReportResp,
        SubnAdmSet as SubnAdmSet,
        SubnGet as SubnGet,
        SubnGetResp as SubnGetResp,
        SubnSet as SubnSet,
        SubnTrap as SubnTrap,
        SubnTrapRepress as SubnTrapRepress,
        mad as mad,
    )
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
__all__ = list(_MODULES)

if not TYPE_CHECKING:  # a misspelt name is an error
    __getattr__ = exports(__name__, _MODULES)

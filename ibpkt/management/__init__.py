"""Relates management datagrams to each other: transactions, RMPP transfers, CM connections."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ibpkt.conveniences import exports

if TYPE_CHECKING:
    from ibpkt.management.alternates import AlternatePath as AlternatePath
    from ibpkt.management.cm_connections import Connection as Connection
    from ibpkt.management.cm_connections import ConnectionEnd as ConnectionEnd
    from ibpkt.management.cm_connections import Connections as Connections
    from ibpkt.management.cm_connections import connections as connections
    from ibpkt.management.transactions import Transaction as Transaction
    from ibpkt.management.transactions import Transactions as Transactions
    from ibpkt.management.transfers import Transfer as Transfer
    from ibpkt.management.transfers import Transfers as Transfers

_MODULES = {
    "AlternatePath": "alternates",
    "Connection": "cm_connections",
    "ConnectionEnd": "cm_connections",
    "Connections": "cm_connections",
    "Transaction": "transactions",
    "Transactions": "transactions",
    "Transfer": "transfers",
    "Transfers": "transfers",
    "connections": "cm_connections",
}
__all__ = list(_MODULES)
__getattr__ = exports(__name__, _MODULES)

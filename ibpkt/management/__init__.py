"""Relates management datagrams to each other: transactions, RMPP transfers, CM connections."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ibpkt.conveniences import exports

if TYPE_CHECKING:
    from ibpkt.management.alternates import AlternatePath as AlternatePath
    from ibpkt.management.cm_connections import (
        Connection as Connection,
        ConnectionEnd as ConnectionEnd,
        Connections as Connections,
        connections as connections,
    )
    from ibpkt.management.transactions import Transaction as Transaction, Transactions as Transactions
    from ibpkt.management.transfers import Transfer as Transfer, Transfers as Transfers

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

if not TYPE_CHECKING:  # a misspelt name is an error
    __getattr__ = exports(__name__, _MODULES)

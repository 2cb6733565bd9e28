"""Relates management datagrams to each other: transactions, RMPP transfers, CM connections."""

from __future__ import annotations

from ibpkt.management.alternates import AlternatePath
from ibpkt.management.connections import Connection, ConnectionEnd, Connections, connections
from ibpkt.management.transactions import Transaction, Transactions
from ibpkt.management.transfers import Transfer, Transfers

__all__ = [
    "AlternatePath",
    "Connection",
    "ConnectionEnd",
    "Connections",
    "Transaction",
    "Transactions",
    "Transfer",
    "Transfers",
    "connections",
]

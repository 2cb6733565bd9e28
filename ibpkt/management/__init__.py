"""Management datagrams that belong together: requests with their answers, connections as one object each."""

from __future__ import annotations

from ibpkt.management.alternates import AlternatePath
from ibpkt.management.connections import Connection, Connections, End, connections
from ibpkt.management.transactions import Transaction, Transactions

__all__ = ["AlternatePath", "Connection", "Connections", "End", "Transaction", "Transactions", "connections"]

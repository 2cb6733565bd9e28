"""Management datagrams that belong together: exchanges of connection management as one object each."""

from __future__ import annotations

from ibpkt.management.connections import Connection, Connections, End, connections

__all__ = ["Connection", "Connections", "End", "connections"]

"""The connections of a capture by their ends: what connection management says of a flow."""

from __future__ import annotations

from collections import OrderedDict

from ibpkt.analysis.results.flow import Flow
from ibpkt.batch import Batch
from ibpkt.management import Connection, Connections
from ibpkt.protocols.mad.service import IP_CM
from ibpkt.schema import Header

Ends = frozenset[tuple[str, int]]
#: connections that are remembered
LIMIT = 1 << 16


class EstablishedConnections:
    """Collects connections that were accepted.

    A queue pair number may be used again, so all connections between two queue pairs are kept, with their times.
    """

    def __init__(self) -> None:
        #: what private data of the last batch hold: packet, number of `CONTENTS`, bytes
        self.private: list[tuple[int, int, bytes]] = []
        self._connections = Connections()
        self._connections.on_reply = self._accepted
        self._found: OrderedDict[Ends, list[Connection]] = OrderedDict()

    @property
    def any(self) -> bool:
        """Whether there were any."""
        return bool(self._found)

    def add(self, batch: Batch) -> list[Ends]:
        """Take a batch; returns the ends of the connections that are released in it."""
        self.private.clear()
        ended = list(self._connections.add(batch))
        for connection in ended:
            if connection.outcome == "rejected":
                self._note_private(connection, "REJ")
        return [ends for connection in ended if connection.outcome == "closed" and (ends := self._closed(connection))]

    def _closed(self, connection: Connection) -> Ends | None:
        """A connection is over: flows of which nothing is known yet learn it later; returns its ends."""
        ends = _ends(connection)
        known = self._found.get(ends, []) if ends is not None else []
        known[:] = [connection if each.requested == connection.requested else each for each in known]
        return ends

    def _accepted(self, connection: Connection) -> None:
        self._note_private(connection, "REP")
        ends = _ends(connection)
        if ends is None:
            return
        self._found.setdefault(ends, []).append(connection)
        if len(self._found) > LIMIT:
            self._found.popitem(last=False)

    def _note_private(self, connection: Connection, answer: str) -> None:
        """The request of a connection that carries a known protocol, and its answer, have private data of that one."""
        from ibpkt.commands.known import PROTOCOLS  # late: most captures show no connection

        by_ip = " by IP" if (connection.service_id or 0) >> 24 == IP_CM else ""
        for protocol in PROTOCOLS.values():
            if not protocol.serves(connection) and not protocol.proves(connection):
                continue
            for frame, end, message in (
                (connection.frames[0], connection.active, "REQ"),
                (connection.frames[-1], connection.passive, answer),
            ):
                kind = protocol.private.get(message + by_ip) or protocol.private.get(message)
                if kind is None or end.private is None:
                    continue
                if len(end.private) >= kind.header.size and _begins(kind.header, end.private):
                    self.private.append((frame, kind.contents, end.private))
            return

    def of(self, flow: Flow) -> tuple[Connection, int] | None:
        """The connection that a flow is, and the side of its active end; None where the capture does not show it."""
        ends = [(side.address, side.qpn) for side in flow.sides if side.qpn is not None]
        known = self._found.get(frozenset(ends), ()) if len(ends) == 2 else ()
        earlier = [connection for connection in known if connection.requested <= flow.first]
        if not earlier:
            return None
        active = earlier[-1].active
        return earlier[-1], ends.index((active.address, active.qpn))  # type: ignore[arg-type]


def _begins(header: Header, private: bytes) -> bool:
    """Whether private data begin with the number with which this header always begins, if it has one."""
    magic = header.fields[0]
    return not magic.default or header.read(private)[magic.name] == magic.default


def _ends(connection: Connection) -> Ends | None:
    active, passive = connection.active, connection.passive
    if active.qpn is None or passive.qpn is None:
        return None
    return frozenset(((active.address, active.qpn), (passive.address, passive.qpn)))

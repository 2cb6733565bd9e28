"""NFS over RDMA, and the other programs of ONC RPC: how they are recognised.

Source: RFC 8166; RFC 8267, 4; RFC 8797.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ibpkt.analysis.results.message import Message
from ibpkt.commands.recognition import MOST_HEAD, CarriedProtocol, PrivateData, Sent
from ibpkt.commands.rpc_heads import FIXED, could_be
from ibpkt.management import Connection
from ibpkt.protocols.mad.service import NFS_PORTS, ip_service_id
from ibpkt.protocols.upper.rpc_contents import PRIVATE
from ibpkt.protocols.upper.rpc_over_rdma import MAGIC, VERSION, RPCRDMAPrivate

if TYPE_CHECKING:
    from ibpkt.commands.rpc_rule import RPCRule

_SERVICES = frozenset(ip_service_id("TCP", port) for port in NFS_PORTS)


class NFSProtocol:
    """ONC RPC on RDMA."""

    name = "nfs"
    title = "NFS"
    head = MOST_HEAD
    needed = 1
    private: Mapping[str, PrivateData] = {message: PrivateData(PRIVATE, RPCRDMAPrivate) for message in ("REQ", "REP")}

    def serves(self, connection: Connection) -> bool:
        """Port 20049."""
        return connection.service_id in _SERVICES

    def proves(self, connection: Connection) -> bool:
        """A magic number of 32 bits, and the version."""
        for end in (connection.active, connection.passive):
            if end.private is not None and len(end.private) >= RPCRDMAPrivate.size:
                values = RPCRDMAPrivate.read(end.private)
                if values["magic"] == MAGIC and values["version"] == VERSION:
                    return True
        return False

    def is_command(self, message: Message, head: bytes) -> bool:
        """A call has more than 80 bits that are the same in all: one suffices."""
        if message.size is None or message.size < FIXED or not could_be(head):
            return False
        from ibpkt.commands.rpc_messages import is_call  # late, as below: NFS has more headers than all others

        return is_call(head)

    def pairs(self, sent: Sequence[Sent], initiator: int) -> int:
        """Calls with the reply that has their XID, after them."""
        waiting: set[bytes] = set()
        found = 0
        for each in sent:
            xid = each.head[:4]
            if each.message.side == initiator:
                if self.is_command(each.message, each.head):
                    waiting.add(xid)
            elif xid in waiting and _is_reply(each.head):
                waiting.discard(xid)
                found += 1
        return found

    def rule(self, flow: int, verdict: CarriedProtocol, connection: Connection | None) -> RPCRule:
        """The rule of a connection."""
        from ibpkt.commands.rpc_rule import RPCRule

        return RPCRule(flow)


def _is_reply(head: bytes) -> bool:
    if not could_be(head):
        return False
    from ibpkt.commands.rpc_messages import is_reply

    return is_reply(head)

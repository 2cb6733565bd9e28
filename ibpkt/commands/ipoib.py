"""Connections of IPoIB: how they are recognised.  They carry packets, so that there are no commands.

Source: RFC 4755, 3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ibpkt.analysis.results.message import Message
from ibpkt.commands.command import Command
from ibpkt.commands.recognition import CarriedProtocol, PrivateData, Sent
from ibpkt.management import Connection
from ibpkt.protocols import ETHERTYPES
from ibpkt.protocols.encapsulation.capture_link import IPoIB
from ibpkt.protocols.upper.ipoib import IPOIB_NUMBERS, SERVICE, IPoIBConnection
from ibpkt.schema import number_of

#: the encapsulation headers that exist
_HEADERS = frozenset(IPoIB.write({"type": number_of(ETHERTYPES, name)}) for name in ("IPv4", "IPv6", "ARP", "RARP"))


class IPoIBRule:
    """Takes the messages of a connection, none of which is a command."""

    name = queue = ""
    unmatched = 0

    def expect(self, sent: Sequence[Sent]) -> None:
        """See `CommandRule`."""

    def take(self, message: Message, head: bytes) -> Sequence[Command]:
        """See `CommandRule`."""
        return ()

    def finish(self, *, over: bool) -> Sequence[Command]:
        """See `CommandRule`."""
        return ()


class IPoIBProtocol:
    """IP over InfiniBand in connected mode."""

    name = "ipoib"
    title = "IPoIB"
    head = IPoIB.size
    needed = 1
    private: Mapping[str, PrivateData] = {
        message: PrivateData(IPOIB_NUMBERS[header], header)
        for message, header in (("REQ", IPoIBConnection), ("REP", IPoIBConnection))
    }

    def serves(self, connection: Connection) -> bool:
        """The service ID is 0x10000000 and the QPN of the datagrams of the target."""
        service = connection.service_id
        return service is not None and service >> 24 == SERVICE << 32

    def proves(self, connection: Connection) -> bool:
        """The private data of REQ name a queue pair and an MTU that exists, and nothing else."""
        private = connection.active.private
        if not self.serves(connection) or private is None or len(private) < IPoIBConnection.size:
            return False
        values = IPoIBConnection.read(private)
        return bool(values["qpn"] > 1 and IPoIB.size < values["mtu"] <= 1 << 16)

    def is_command(self, message: Message, head: bytes) -> bool:
        """Whether it begins with the encapsulation header."""
        return head[: IPoIB.size] in _HEADERS

    def pairs(self, sent: Sequence[Sent], initiator: int) -> int:
        """None: packets say what they are, whatever connection they are on (`ibpkt.commands.ipoib_packets`)."""
        return 0

    def rule(self, flow: int, verdict: CarriedProtocol, connection: Connection | None) -> IPoIBRule:
        """The rule of a connection."""
        return IPoIBRule()

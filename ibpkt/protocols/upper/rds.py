"""RDS: Reliable Datagram Sockets over RDMA; a header of 48 bytes before each fragment of a message.

Wireshark does not know them over RDMA; the names of fields are of ibpkt.

Source: Linux, net/rds (protocol 3.1), confirmed by a recording.
"""

from __future__ import annotations

from typing import Any

from ibpkt.protocols.rules import Capacity, Rule, follow
from ibpkt.protocols.upper.words import unused, upper_header
from ibpkt.schema import IPV4, IPV6, Field, Header, binary, flag, hexa, reserved, uint

_SOURCE = "Linux, net/rds"
#: bytes of a map of ports
MAP = 8192
#: RDMA-CM ports: of IPv6 and of what is newer; of IPv4
PORTS = (16385, 18634)
VERSIONS = (3, 4)
EXTENSIONS = {
    0: "none", 1: "version", 2: "RDMA", 3: "RDMA destination", 5: "number of paths", 6: "generation number",
}  # fmt: skip


def _header(name: str, title: str, *members: Field, **facts: Any) -> Header:
    return upper_header(
        name, title, "rds", *members, group="rds", **{"protocol": "RDS", "source": f"{_SOURCE}/rds.h", **facts}
    )


def _connection(name: str, title: str, *addresses: Field) -> Header:
    return _header(
        name,
        title,
        *addresses,
        uint("major", 8, "Protocol Major", default=3, filter=".protocol_major"),
        uint("minor", 8, "Protocol Minor", default=1, filter=".protocol_minor"),
        hexa("minor_mask", 16, "Protocol Minor Mask", doc="a bit for each minor that the sender knows"),
        uint("tos", 8, "Type of Service"),
        unused("reserved", 3),
        uint("ack_seq", 64, "Acknowledged Sequence Number"),
        uint("initial_credit", 32, "Initial Credit", doc="0: no flow control by credits"),
        unused("reserved2", 4),
        summary="RDS {major}.{minor} credit={initial_credit}",
        source=f"{_SOURCE}/ib.h; by constructed examples",
    )


RDSConnection: Header = _connection(
    "RDSConnection",
    "RDS Connection of IPv4",
    uint("saddr", 32, "Source Address", IPV4),
    uint("daddr", 32, "Destination Address", IPV4),
)
RDSConnection6: Header = _connection(
    "RDSConnection6",
    "RDS Connection of IPv6",
    binary("saddr", 16, "Source Address", IPV6, filter=".saddr6"),
    binary("daddr", 16, "Destination Address", IPV6, filter=".daddr6"),
)

RDSHeader: Header = _header(
    "RDSHeader",
    "RDS Header",
    uint("sequence", 64, "Sequence Number", doc="of the message in its connection; 0 of what is not acknowledged"),
    uint("ack", 64, "Acknowledgement", doc="the last sequence number that has come"),
    uint("len", 32, "Length", unit="bytes", doc="of the message, of which this may be a fragment"),
    uint("sport", 16, "Source Port"),
    uint("dport", 16, "Destination Port"),
    reserved("flags_reserved", 5),
    flag("retransmitted", "Retransmitted", filter=".flags.retransmitted"),
    flag("ack_required", "ACK Required", filter=".flags.ack_required"),
    flag("cong_bitmap", "Congestion Map", filter=".flags.cong_bitmap", doc="8192 bytes, a bit for each port"),
    uint("credit", 8, "Credit", doc="that the sender grants besides"),
    unused("padding", 4),
    hexa("csum", 16, "Checksum", doc="Internet checksum of the header; 0: none"),
    summary="Seq={sequence} Ack={ack} {sport} → {dport} Len={len}",
    source=f"{_SOURCE}/rds.h; extension headers of 16 bytes follow",
)


def _extension(name: str, kind: int, *members: Field) -> Header:
    return _header(
        name,
        f"RDS Extension: {EXTENSIONS[kind]}",
        uint("ext", 8, "Extension", enum=EXTENSIONS, default=kind, filter=".ext.type"),
        *members,
        summary=EXTENSIONS[kind],
        source=f"{_SOURCE}/rds.h; by constructed examples",
    )


RDSVersion: Header = _extension("RDSVersion", 1, hexa("version", 32, "Version", filter=".ext.version"))
RDSUsed: Header = _extension("RDSUsed", 2, hexa("rkey", 32, "R_Key", filter=".ext.rkey"))
RDSDestination: Header = _extension(
    "RDSDestination",
    3,
    hexa("rkey", 32, "R_Key", filter=".ext.rkey"),
    uint("rdma_offset", 32, "Offset", unit="bytes", filter=".ext.offset"),
)
RDSPaths: Header = _extension("RDSPaths", 5, uint("paths", 16, "Number of Paths", filter=".ext.npaths"))
RDSGeneration: Header = _extension("RDSGeneration", 6, uint("generation", 32, "Generation", filter=".ext.gen_num"))

EXTENSION_HEADERS = {1: RDSVersion, 2: RDSUsed, 3: RDSDestination, 5: RDSPaths, 6: RDSGeneration}
#: bytes of all extension headers
EXTENSION_ROOM = 16
SIZE = RDSHeader.size + EXTENSION_ROOM

_NEXT = (follow(8, EXTENSION_HEADERS, room=Capacity(RDSHeader)), follow(0, {0: ()}))
RDS_RULES: dict[Header, tuple[Rule, ...]] = {RDSHeader: _NEXT, **dict.fromkeys(EXTENSION_HEADERS.values(), _NEXT)}

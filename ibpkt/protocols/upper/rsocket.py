"""rsockets: streams of bytes by RDMA WRITEs, whose immediate data say what each is.

Wireshark does not know them; the names of fields are of ibpkt.

Source: rsocket.c of rdma-core (version 1 of the protocol), confirmed by recordings.
"""

from __future__ import annotations

from typing import Any

from ibpkt.protocols.upper.words import little, little_hexa, unused, upper_header
from ibpkt.schema import IPV4, IPV6, Field, Header, binary, flag, hexa, reserved, uint

_SOURCE = "rdma-core, librdmacm/rsocket.c"
VERSION = 1
#: entries of the list in which the other end announces its buffers
ENTRIES = 2
DATA, UPDATE, MAPPING, CONTROL = 0, 4, 6, 7
OPERATIONS = {DATA: "Data", UPDATE: "Buffer and credits", MAPPING: "Mapped buffer", CONTROL: "Control"}
CONTROLS = {0: "Disconnect", 1: "Keepalive", 2: "Shutdown"}


def _header(name: str, title: str, *members: Field, **facts: Any) -> Header:
    return upper_header(
        name, title, "rsocket", *members, group="rsocket",
        **{"protocol": "rsocket", "source": _SOURCE, **facts},
    )  # fmt: skip


RSocketConnection: Header = _header(
    "RSocketConnection",
    "rsocket Connection",
    uint("version", 8, "Version", default=VERSION),
    reserved("flags_reserved", 6),
    flag("iomap", "Mapped Buffers", doc="the other end may announce memory for direct writes"),
    flag("net", "Big Endian", doc="byte order of what the sender writes into lists of buffers"),
    uint("credits", 16, "Credits", doc="messages that the other end may send at first"),
    unused("reserved", 3),
    uint("target_iomap_size", 8, "Target List of Mapped Buffers"),
    hexa("target_sgl_address", 64, "Target List Address", doc="where the other end writes what its buffers are"),
    hexa("target_sgl_key", 32, "Target List Key"),
    uint("target_sgl_length", 32, "Target List Length", default=ENTRIES, doc="entries of 16 bytes"),
    hexa("buffer_address", 64, "Buffer Address"),
    hexa("buffer_key", 32, "Buffer Key"),
    uint("buffer_length", 32, "Buffer Length", unit="bytes"),
    summary="credits={credits} buffer={buffer_length}",
)

#: immediate data; what a WRITE carries follows
RSocketImmediate: Header = _header(
    "RSocketImmediate",
    "rsocket Message",
    uint("operation", 3, "Operation", enum=OPERATIONS),
    uint("value", 29, "Value", doc="data: bytes; buffer: all credits so far; control: 0, 1 or 2 (`CONTROLS`)"),
    summary="{operation} {value}",
)


RSocketBuffer: Header = _header(
    "RSocketBuffer",
    "rsocket Buffer",
    little_hexa("address", 64, "Address", filter=".sge.address"),
    little_hexa("key", 32, "Key", filter=".sge.key"),
    little("length", 32, "Length", unit="bytes", filter=".sge.length"),
    summary="VA={address} R_Key={key} {length} bytes",
    source=f"{_SOURCE}; where the receiver is little endian",
)

RSocketBufferBig: Header = _header(
    "RSocketBufferBig",
    "rsocket Buffer, Big Endian",
    hexa("address", 64, "Address", filter=".sge.address"),
    hexa("key", 32, "Key", filter=".sge.key"),
    uint("length", 32, "Length", unit="bytes", filter=".sge.length"),
    summary="VA={address} R_Key={key} {length} bytes",
    source=f"{_SOURCE}; where the receiver is big endian",
)


def _datagram(name: str, version: int, size: int, *address: Field) -> Header:
    return _header(
        name,
        f"rsocket Datagram of IPv{version}",
        uint("version", 8, "Version", default=version, filter=".datagram.version"),
        uint("length", 8, "Length", default=size, unit="bytes", filter=".datagram.length"),
        uint("port", 16, "Source Port", filter=".datagram.port"),
        *address,
        summary="from {address} port {port}",
        source=f"{_SOURCE}; before the data of datagrams, by constructed examples",
    )


RSocketDatagram: Header = _datagram(
    "RSocketDatagram", 4, 8, uint("address", 32, "Source Address", IPV4, filter=".datagram.address")
)
RSocketDatagram6: Header = _datagram(
    "RSocketDatagram6",
    6,
    24,
    hexa("flow", 32, "Flow Information", filter=".datagram.flow"),
    binary("address", 16, "Source Address", IPV6, filter=".datagram.address6"),
)

#: in plain UDP: how datagram sockets find each other's queue pairs
RSocketResolver: Header = _header(
    "RSocketResolver",
    "rsocket Resolver",
    hexa("tag", 32, "Tag", default=0x55555555, filter=".resolver.tag"),
    uint("version", 8, "Version", default=4, filter=".resolver.version"),
    uint("operation", 8, "Operation", enum=OPERATIONS, filter=".resolver.operation"),
    uint("length", 8, "Length", default=16, unit="bytes", filter=".resolver.length"),
    reserved("reserved", 8),
    hexa("qpn", 24, "QPN", filter=".resolver.qpn"),
    reserved("reserved2", 8),
    uint("address", 32, "Address", IPV4, filter=".resolver.address"),
    summary="QPN={qpn} {address}",
    source=f"{_SOURCE}; IPv4, by constructed examples",
)

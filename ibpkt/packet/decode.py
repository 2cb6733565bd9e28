"""Decoding of one packet: bytes -> `Packet`; ``bytes(packet)`` is the way back."""

from __future__ import annotations

from ibpkt.errors import PacketError
from ibpkt.packet.dissect import dissect
from ibpkt.packet.packet import Packet
from ibpkt.protocols import ROCE_PORT, link_type
from ibpkt.schema import Header


def decode(
    data: bytes | bytearray | memoryview,
    link: int | str | Header = "infiniband",
    *,
    wirelen: int | None = None,
    strict: bool = False,
    roce_port: int = ROCE_PORT,
    time: int | None = None,
    number: int | None = None,
) -> Packet:
    """Decode one packet.

    Args:
        data: the bytes that were captured, from the first byte of the link type's header.
        link: the link type: a LINKTYPE_ number or a name of `ibpkt.protocols.LINKS` ("ethernet", "infiniband", …);
            or the declaration of the first header.
        wirelen: the packet's length on the wire in bytes, if the capture has cut it; None for the length of ``data``.
        strict: raise if decoding stops early.
        roce_port: the UDP destination port of RoCEv2.
        time: kept on the packet: nanoseconds since the epoch.
        number: kept on the packet.

    Raises:
        CallerError: no such link type.
        PacketError: with ``strict``, instead of setting `Packet.stop`.
    """
    packet = Packet()
    packet.data = bytes(data)
    packet.link = link if isinstance(link, Header) else link_type(link)
    packet.time, packet.number, packet.roce_port = time, number, roce_port
    packet.comments = packet.annotations = ()
    packet.wirelen = max(len(packet.data), wirelen or 0)
    dissect(packet)
    if strict and packet.stop:
        stop = packet.stop
        raise PacketError(
            str(stop), reason=stop.reason, layer=stop.layer, offset=stop.offset, needed=stop.needed, had=stop.had
        )
    return packet

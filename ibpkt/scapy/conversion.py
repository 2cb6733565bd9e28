"""A packet of ibpkt as one of scapy."""

from __future__ import annotations

from scapy.config import conf
from scapy.packet import Packet as ScapyPacket, Raw, raw

from ibpkt.arguments import checked
from ibpkt.packet import Packet
from ibpkt.scapy import LAYERS, install


@checked
def to_scapy(packet: Packet) -> ScapyPacket:
    """A packet as scapy's, with the same bytes and time.

    Where scapy has a layer for the link type (Ether, CookedLinux, IP), that is the first one, and scapy's IP and UDP
    carry BTH: `ibpkt.scapy.install` is called for it.  Otherwise the layers are those of `ibpkt.scapy`.  As with all
    packets that scapy has dissected, lengths and CRCs are given: ``del scapy_packet[ICRC].crc`` has one computed again.
    ``.command()`` of the result is its text.  A packet that is cut within its first header is Raw.

    Raises:
        ImportError: scapy is not installed.
    """
    install(packet.roce_port)
    link = packet.link
    layer = conf.l2types.num2layer.get(link) if isinstance(link, int) else None
    if layer is None or not packet.layers:
        layer = LAYERS[packet.layers[0].header] if packet.layers else Raw
    converted = _dissected(layer, packet.data)
    if packet.time is not None:
        converted.time = packet.time / 1_000_000_000
    converted.wirelen = packet.wirelen
    return converted


def _dissected(layer: type[ScapyPacket], data: bytes) -> ScapyPacket:
    """The layers of a packet; Raw where scapy cannot read it, or would build other bytes."""
    try:
        packet = layer(data)
        return packet if raw(packet) == data else Raw(data)
    except Exception:  # scapy's layers raise anything
        return Raw(data)

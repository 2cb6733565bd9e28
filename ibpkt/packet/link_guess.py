"""The link type of bytes of which nobody says where they come from, such as a hex dump in a mail."""

from __future__ import annotations

from ibpkt.errors import CallerError
from ibpkt.packet.decode import decode
from ibpkt.packet.packet import Packet
from ibpkt.packet.verify import is_good
from ibpkt.protocols import LINKS, ROCE_PORT

#: headers from which on bytes are not read so by chance, though no CRC confirms it: of a packet that was read to its
#: end, and of another
_ENOUGH, _ENOUGH_OF_A_PART = 2, 3


def decode_unlabelled(data: bytes, *, roce_port: int = ROCE_PORT) -> Packet:
    """Decode bytes by the link type that fits them, where `ibpkt.decode` would take the best of few in any case.

    Raises:
        CallerError: no link type fits.
    """
    packet = decode_if_fitting(data, roce_port=roce_port)
    if packet is None:
        raise CallerError(f"the bytes do not say their link type (link), which is one of {', '.join(LINKS)}")
    return packet


def decode_if_fitting(data: bytes, *, roce_port: int = ROCE_PORT) -> Packet | None:
    """Bytes by the link type that fits them; None where none does.

    A CRC that is right decides; else they must be read to their end, and no length may contradict another.
    """
    guessed = decode(data, roce_port=roce_port)
    readings = [decode(data, guessed.link, roce_port=roce_port)]
    readings += [decode(data, link, roce_port=roce_port) for link in LINKS.values() if link != guessed.link]
    for packet in readings:
        if any(is_good(packet, which) for which in packet.crc_places):
            return packet
    return next((packet for packet in readings if _fits(packet)), None)


def _fits(packet: Packet) -> bool:
    """Whether bytes are hardly read so by chance; what capture tools put in front of a packet is not counted."""
    fixed = ((layer, field) for layer in packet.layers for field in layer.header.fixed)
    if packet.disagreements or any(layer.raw[field.name] != field.default for layer, field in fixed):
        return False
    headers = {layer.header for layer in packet.layers if layer.header.role != "capture"}
    return len(headers) >= (_ENOUGH if packet.stop is None else _ENOUGH_OF_A_PART)

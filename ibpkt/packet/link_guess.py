"""The link type of bytes of which nobody says where they come from, such as a hex dump in a mail."""

from __future__ import annotations

from ibpkt.errors import CallerError
from ibpkt.packet.decode import decode
from ibpkt.packet.packet import Packet
from ibpkt.protocols import LINKS, ROCE_PORT

#: headers from which on bytes are not read so by chance, though no CRC confirms it
_ENOUGH = 3


def decode_unlabelled(data: bytes, *, roce_port: int = ROCE_PORT) -> Packet:
    """Decode bytes by the link type that fits them best.

    A CRC that is right decides; else they must be read to their end, and no length may contradict another.

    Raises:
        CallerError: no link type fits.
    """
    packets = [decode(data, link, roce_port=roce_port) for link in LINKS.values()]
    best = max(packets, key=_fit)
    confirmed, complete, consistent, headers = _fit(best)
    if confirmed or (consistent and headers >= (2 if complete else _ENOUGH)):
        return best
    raise CallerError(f"the bytes do not say their link type; give link=, one of {', '.join(LINKS)}")


def _fit(packet: Packet) -> tuple[bool, bool, bool, int]:
    """How well a packet was read: a right CRC, to its end, without contradictions, and how many headers.

    What capture tools put in front of a packet fits nearly any bytes, and is not counted.
    """
    confirmed = any(check for check in (packet.icrc, packet.vcrc, packet.lpcrc))
    consistent = not packet.disagreements and not any(
        layer.raw[field.name] != field.default for layer in packet.layers for field in layer.header.fixed
    )
    headers = {layer.header for layer in packet.layers if layer.header.role != "capture"}
    return confirmed, packet.stop is None, consistent, len(headers)

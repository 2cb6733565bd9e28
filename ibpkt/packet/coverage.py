"""What the ICRC of a packet covers: where it begins, and which bits it reads as ones.

Fields that switches and routers may change are declared ``variant`` and read as ones (IBA 1, 7.8.1; for RoCE annexes
A16 and A17).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ibpkt.packet import crc
from ibpkt.protocols import BTH, ICRC, Chain

if TYPE_CHECKING:
    from ibpkt.packet.packet import Packet


def coverage(headers: Chain) -> tuple[int, int] | None:
    """Where the ICRC of a packet with these headers begins.

    Returns:
        The index of the first header that it covers and the CRC to start from, or None where there is no ICRC.
    """
    if BTH not in headers:
        return None
    last = headers.index(BTH)
    for index in range(last - 1, -1, -1):
        if headers[index].icrc:
            return index, crc.ONES if headers[index].icrc == "ones" else 0
    return None


def icrc_input(packet: Packet, variant: bool = True) -> tuple[bytes, int] | None:
    """The bytes over which the ICRC of a packet is computed, and the CRC to start from; None where it has none.

    Args:
        packet: any packet.
        variant: replace what the ICRC does not cover by ones; False gives the bytes as they are.
    """
    cover = coverage(tuple(layer.header for layer in packet.layers))
    at = packet._bounds.crcs.get(ICRC)
    if cover is None or at is None:
        return None
    index, seed = cover
    start = packet.layers[index].offset
    body = bytearray(packet.data[start:at])
    if variant:
        for layer in packet.layers[index:]:
            for place, bits in enumerate(layer.header.variant_mask(), layer.offset - start):
                if bits:
                    body[place] |= bits
            if layer.header is BTH:
                break
    return bytes(body), seed

"""What the CRCs of a packet cover, read from the declarations.

The ICRC begins at the innermost network header; fields that switches and routers may change are declared ``variant``
and read as ones, and eight bytes of ones stand for the LRH of a RoCE packet (IBA 1, 7.8.1; for RoCE annexes A16 and
A17).  VCRC and LPCRC cover every byte before them (IBA 1, 7.8.2 and 7.9.4).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ibpkt.arguments import checked
from ibpkt.protocols import BTH, CLOSED_BY, ICRC, LRH, Chain
from ibpkt.schema import Header

if TYPE_CHECKING:
    from ibpkt.packet.packet import Packet


class HeaderAt(NamedTuple):
    """A header and the byte of the packet at which it starts."""

    header: Header
    offset: int


def coverage(headers: Chain) -> tuple[int, bytes] | None:
    """Where the ICRC of a packet with these headers begins.

    Returns:
        The index of the first header that it covers, and the bytes that it reads before that header (those that stand
        for an LRH); None where there is no ICRC.
    """
    if BTH not in headers:
        return None
    last = headers.index(BTH)
    for index in range(last - 1, -1, -1):
        if headers[index].icrc:
            return index, b"\xff" * LRH.size if headers[index].icrc == "ones" else b""
    return None


def invariant(
    data: bytes, headers: Sequence[HeaderAt], end: int, *, variant: bool = True
) -> tuple[bytes, bytes, int] | None:
    """The bytes over which an ICRC is computed; None where the headers have none.

    Args:
        data: the packet.
        headers: its headers, outermost first.
        end: where the ICRC starts.
        variant: read the variant fields as ones; False gives the bytes as they are.

    Returns:
        The bytes that stand for an LRH (empty where there is one), the bytes of the packet, and where these begin.
    """
    cover = coverage(tuple(header for header, _ in headers))
    if cover is None:
        return None
    index, before = cover
    start = headers[index].offset
    body = bytearray(data[start:end])
    if variant:
        for header, offset in headers[index:]:
            for place, bits in enumerate(header.variant_mask(), offset - start):
                if bits:
                    body[place] |= bits
            if header is BTH:
                break
    return before, bytes(body), start


def covered(data: bytes, headers: Sequence[HeaderAt], which: Header, end: int) -> bytes | None:
    """All that a CRC is computed over, as a CRC function takes it; None where the packet does not hold it.

    Args:
        data: the packet.
        headers: its headers, outermost first.
        which: ICRC, VCRC or LPCRC.
        end: where it starts.
    """
    if which is ICRC:
        masked = invariant(data, headers, end)
        return None if masked is None else masked[0] + masked[1]
    first = next((offset for header, offset in headers if CLOSED_BY.get(header) is which), None)
    return None if first is None else data[first:end]


def headers_of(packet: Packet) -> list[HeaderAt]:
    """The headers of a packet and where they start."""
    return [HeaderAt(layer.header, layer.offset) for layer in packet.layers]


@checked
def icrc_input(packet: Packet, variant: bool = True) -> tuple[bytes, bytes] | None:
    """The bytes over which the ICRC of a packet is computed; None where it has none.

    Args:
        packet: any packet.
        variant: read the variant fields as ones; False gives the bytes as they are.

    Returns:
        The bytes that stand for an LRH (empty where there is one), and the bytes of the packet.
    """
    at = packet.crc_places.get(ICRC)
    found = None if at is None else invariant(packet.data, headers_of(packet), at, variant=variant)
    return None if found is None else found[:2]

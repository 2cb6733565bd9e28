"""Checksums of one packet that need not be there (UDP), asked from those of many packets."""

from __future__ import annotations

from collections.abc import Mapping

from ibpkt.batch import Batch
from ibpkt.batch.checksums import checksum_at
from ibpkt.craft.checksums import right_sums
from ibpkt.packet import Packet
from ibpkt.schema import Header


def right_before(packet: Packet, summed: Mapping[int, int]) -> list[int]:
    """The places of headers whose checksums were right.

    Args:
        packet: the packet before it was changed.
        summed: the places in the new packet, each with the place in this one.
    """
    if not isinstance(packet.link, int):
        return []
    right = right_sums(Batch.of([packet.data], packet.link, roce_port=packet.roce_port))
    return [place for place, origin in summed.items() if origin in right and bool(right[origin].all())]


def sum_at(packet: Packet, place: int, header: Header) -> int | None:
    """The right checksum of the header at a place; None where decoding finds another header there, or it is cut."""
    if not isinstance(packet.link, int):
        return None
    (shape,) = Batch.of([packet.data], packet.link, roce_port=packet.roce_port).shapes
    sums = checksum_at(shape, place) if shape.headers[place : place + 1] == (header,) else None
    return None if sums is None or not sums.computable.all() else int(sums.computed[0])

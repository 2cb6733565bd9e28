"""Verification of the CRCs of one packet; `ibpkt.batch.verify` verifies those of many.

Source: IBA 1, 7.8 and annexes A16, A17.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ibpkt.packet import crc, diagnosis
from ibpkt.packet.coverage import icrc_input
from ibpkt.packet.crc import Check, Status
from ibpkt.protocols import CLOSED_BY, ICRC
from ibpkt.schema import Header

if TYPE_CHECKING:
    from ibpkt.packet.packet import Packet


def verify(packet: Packet, which: Header) -> Check:
    """The verdict on one CRC of a packet."""
    at = packet._bounds.crcs.get(which)
    if at is None:
        return Check(packet._bounds.missing.get(which, Status.ABSENT))
    stored = packet.data[at : at + which.size]
    if which is ICRC:
        given = icrc_input(packet)
        if given is None:  # decoding began at BTH: what the ICRC covers is not here
            return Check(Status.ABSENT, stored)
        body, seed = given
        computed = crc.icrc_bytes(crc.crc32(body, seed))
    else:
        first = next(layer for layer in packet.layers if CLOSED_BY.get(layer.header) is which)
        computed = crc.vcrc_bytes(crc.crc16()(packet.data[first.offset : at]))
    if stored == computed:
        return Check(Status.GOOD, stored, computed)
    if not any(stored):
        return Check(Status.ZERO, stored, computed)
    return Check(Status.BAD, stored, computed, diagnosis.cause(packet, which, stored))

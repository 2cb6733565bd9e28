"""Verification of the CRCs of one packet; `ibpkt.batch.verify` verifies those of many.

Source: IBA 1, 7.8 and annexes A16, A17.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ibpkt.packet import diagnosis
from ibpkt.packet.coverage import covered, headers_of
from ibpkt.packet.crc import Check, Status, crc_bytes, crc_function, verdict
from ibpkt.schema import Header

if TYPE_CHECKING:
    from ibpkt.packet.packet import Packet


def is_good(packet: Packet, which: Header) -> bool:
    """Whether a CRC that the capture holds is right; it asks for no cause, which takes long."""
    at = packet.crc_places[which]
    body = covered(packet.data, headers_of(packet), which, at)
    stored = packet.data[at : at + which.size]
    return body is not None and crc_bytes(which, crc_function(which)(body)) == stored


def verify(packet: Packet, which: Header) -> Check:
    """The verdict on one CRC of a packet."""
    at = packet.crc_places.get(which)
    if at is None:
        return Check(packet._bounds.missing.get(which, Status.ABSENT))
    stored = packet.data[at : at + which.size]
    body = covered(packet.data, headers_of(packet), which, at)
    if body is None:  # decoding began at BTH: what the ICRC covers is not here
        return Check(Status.ABSENT, stored)
    computed = crc_bytes(which, crc_function(which)(body))
    status = verdict(stored, computed)
    return Check(status, stored, computed, diagnosis.cause(packet, which, stored) if status is Status.BAD else "")

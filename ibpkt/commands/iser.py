"""iSER: how it is recognised.

Source: RFC 7145, 9.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from ibpkt.analysis.results.message import Message
from ibpkt.commands.iser_pdu import ISERPDU, is_control
from ibpkt.commands.iser_rule import ISERRule
from ibpkt.commands.recognition import REMEMBERED, CarriedProtocol, PrivateData, Sent
from ibpkt.management import Connection
from ibpkt.protocols.mad.service import PORTS, ip_service_id
from ibpkt.protocols.upper.iscsi_names import NO_TAG
from ibpkt.protocols.upper.iser import ISERAccept, ISERRequest
from ibpkt.protocols.upper.scsi_contents import SCSI_NUMBERS

_SERVICES = frozenset(ip_service_id("TCP", port) for port, name in PORTS.items() if name == "iSER")


class ISERProtocol:
    """iSCSI Extensions for RDMA."""

    name = "iser"
    title = "iSER"
    #: the parameters of a login fit, and sense data
    head = 1024
    #: the lengths of a PDU and of its message are equal, and about 60 of its bits are fixed: one pair is enough
    needed = 1
    private: Mapping[str, PrivateData] = {
        message: PrivateData(SCSI_NUMBERS[header], header)
        for message, header in (("REQ", ISERRequest), ("REP", ISERAccept))
    }

    def serves(self, connection: Connection) -> bool:
        """Port 3260."""
        return connection.service_id in _SERVICES

    def proves(self, connection: Connection) -> bool:
        """Never: four bytes, most of them zero, prove nothing."""
        return False

    def is_command(self, message: Message, head: bytes) -> bool:
        """A PDU of an initiator, as long as its lengths tell."""
        pdu = _pdu(message, head)
        return pdu is not None and not pdu.from_target

    def pairs(self, sent: Sequence[Sent], initiator: int) -> int:
        """PDUs of the initiator with the response that has their tag, after them."""
        waiting: set[int] = set()
        found = 0
        for each in sent:
            pdu = _pdu(each.message, each.head)
            if pdu is None or pdu.tag == NO_TAG or pdu.from_target != (each.message.side != initiator):
                continue
            if not pdu.from_target:
                waiting.add(pdu.tag)
            elif pdu.tag in waiting:
                waiting.discard(pdu.tag)
                found += 1
        return found

    def rule(self, flow: int, verdict: CarriedProtocol, connection: Connection | None) -> ISERRule:
        """The rule of a connection."""
        return ISERRule(flow, verdict.initiator)


def _pdu(message: Message, head: bytes) -> ISERPDU | None:
    """The PDU that a message is, if its lengths agree."""
    return _pdu_of(message.size, head) if is_control(head) else None


@functools.lru_cache(REMEMBERED)
def _pdu_of(size: int | None, head: bytes) -> ISERPDU | None:
    pdu = ISERPDU(head)
    return pdu if pdu.size == size else None

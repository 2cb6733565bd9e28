"""SRP: how it is recognised.

Source: SCSI RDMA Protocol (SRP), T10/1415-D revision 16a, 6 and annex B.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from ibpkt.analysis.results.message import Message
from ibpkt.commands.recognition import REMEMBERED, CarriedProtocol, PrivateData, Sent
from ibpkt.commands.srp_rule import SRPRule
from ibpkt.commands.srp_unit import SRPUnit, is_set, is_unit
from ibpkt.management import Connection
from ibpkt.protocols.mad.service import IP_CM
from ibpkt.protocols.upper.scsi_contents import SCSI_NUMBERS
from ibpkt.protocols.upper.srp import (
    SRPCommand,
    SRPLogin,
    SRPLoginIP,
    SRPLoginReject,
    SRPLoginResponse,
    SRPResponse,
    SRPTaskManagement,
)
from ibpkt.protocols.upper.srp_names import REQUEST_FLAGS
from ibpkt.schema import Header

#: bytes of the shortest command, which a target must accept, and more than any target accepts
_LEAST, _MOST = SRPCommand.size + 16, 1 << 20
#: bits of buffer formats that exist
_FORMATS = 0x6


class SRPProtocol:
    """SCSI RDMA Protocol."""

    name = "srp"
    title = "SRP"
    #: a command with a full table of descriptors is longer; then the rest of its memory is not known
    head = 1024
    #: more than 80 bits of a command are fixed, its length is told by its fields, and its tag must come back
    needed = 2
    private: Mapping[str, PrivateData] = {
        message: PrivateData(SCSI_NUMBERS[header], header)
        for message, header in (
            ("REQ", SRPLogin), ("REQ by IP", SRPLoginIP), ("REP", SRPLoginResponse), ("REJ", SRPLoginReject),
        )
    }  # fmt: skip

    def serves(self, connection: Connection) -> bool:
        """Targets have services of their own."""
        return False

    def proves(self, connection: Connection) -> bool:
        """The private data are a login: a type, formats, a length, two ports, and zeros."""
        return _login(connection) is not None

    def is_command(self, message: Message, head: bytes) -> bool:
        """An SRP_CMD or SRP_TSK_MGMT, as long as it tells."""
        unit = _unit(message, head)
        return unit is not None and (unit.header is SRPCommand or unit.header is SRPTaskManagement)

    def pairs(self, sent: Sequence[Sent], initiator: int) -> int:
        """SRP_CMDs of the initiator with the SRP_RSP that has their tag, after them."""
        waiting: set[int] = set()
        found = 0
        for each in sent:
            unit = _unit(each.message, each.head)
            if unit is None or unit.from_target != (each.message.side != initiator):
                continue
            if unit.header is SRPCommand:
                waiting.add(unit.tag)
            elif unit.header is SRPResponse and unit.tag in waiting:
                waiting.discard(unit.tag)
                found += 1
        return found

    def rule(self, flow: int, verdict: CarriedProtocol, connection: Connection | None) -> SRPRule:
        """The rule of a channel."""
        rule = SRPRule(flow, verdict.initiator)
        login = None if connection is None else _login(connection)
        if login is not None:
            rule.name = login
        return rule


def _unit(message: Message, head: bytes) -> SRPUnit | None:
    """The information unit that a message is, if its lengths agree."""
    return _unit_of(message.size, head) if message.size is not None and is_unit(head) else None


@functools.lru_cache(REMEMBERED)
def _unit_of(size: int, head: bytes) -> SRPUnit | None:
    unit = SRPUnit(head)
    return unit if unit.fits(size) else None


def _login(connection: Connection) -> str | None:
    """The target port that a connection's private data log in to; None if they are no login."""
    by_ip = connection.service_id is not None and connection.service_id >> 24 == IP_CM
    header: Header = SRPLoginIP if by_ip else SRPLogin
    private = connection.active.private
    if private is None or len(private) < header.size:
        return None
    values = header.read(private)
    plausible = (
        values["type"] == header.leaf("type").default  # type: ignore[attr-defined]  # it is a field
        and values["formats"]
        and not values["formats"] & ~_FORMATS
        and values["flags"] in REQUEST_FLAGS
        and _LEAST <= values["req_it_iu_len"] <= _MOST
        and any(values["initiator_port"])
        and any(values["target_port"])
        and not any(is_set(values[field.name]) for field in header.wire if field.reserved)
        and not any(private[header.size :])
    )
    return _port(values["target_port"]) if plausible else None


def _port(identifier: bytes) -> str:
    """Identifier extension and GUID of a target port."""
    return f"0x{identifier[:8].hex()}:0x{identifier[8:].hex()}"

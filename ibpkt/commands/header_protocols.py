"""LNet, SMB Direct, SDP, UCX and libfabric: how they are recognised; their messages have headers, and no commands here.

All but the base header of RxD is known by constructed examples only.

Source: Lustre, o2iblnd-idl.h; [MS-SMBD] 2.2; IBA 1, A4; UCX, ud_def.h; libfabric, ofi_proto.h and rxd_proto.h.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from ibpkt.analysis.results.message import Message
from ibpkt.commands.byte_places import byte_of, bytes_of
from ibpkt.commands.header_rule import HeaderProtocol
from ibpkt.commands.recognition import REMEMBERED, PrivateData, Sent
from ibpkt.management import Connection
from ibpkt.protocols.mad.service import ip_service_id
from ibpkt.protocols.upper.constructed_contents import CONSTRUCTED_CONTENTS, CONSTRUCTED_NUMBERS
from ibpkt.protocols.upper.libfabric import (
    CTS,
    OPERATIONS,
    RTS,
    RXD_TYPES,
    RXD_VERSION,
    RXM_CONTROL,
    RXM_OPERATION,
    RXM_TYPES,
    RxD,
    RxM,
)
from ibpkt.protocols.upper.lnet import LNET, LNET_BIG, PORT as LNET_PORT, TYPES as LNET_TYPES
from ibpkt.protocols.upper.sdp import MESSAGES, SDP, SPACE, SDPHello
from ibpkt.protocols.upper.smb_direct import (
    DATA_AT,
    LEAST_FRAGMENTED,
    LEAST_SIZE,
    PORT as SMB_PORT,
    SMB2_MAGIC,
    VERSION,
    SMBDCredits,
    SMBDData,
    SMBDNegotiateRequest,
    SMBDNegotiateResponse,
)
from ibpkt.protocols.upper.ucx import ANYONE, CONTROL_BIT, CONTROLS, UCXControl, UCXDatagram, UCXMessage
from ibpkt.schema import number_of

_LNET_ORDERS = tuple(
    (form.message.write({})[:4], form.message, CONSTRUCTED_NUMBERS[form.message]) for form in (LNET, LNET_BIG)
)
_RESERVED = bytes_of(SMBDCredits, "reserved")
_RXM = tuple(byte_of(RxM, name) for name in ("version", "type", "op_version", "op"))
_CONTROL = slice(UCXDatagram.size, UCXDatagram.size + byte_of(UCXControl, "qpn"))
_CONNREQ = number_of(LNET_TYPES, "CONNREQ")


class LNetProtocol(HeaderProtocol):
    """LNet of Lustre."""

    name = "lnet"
    title = "LNet"
    head = LNET.message.size
    private: Mapping[str, PrivateData] = {
        message: PrivateData(CONSTRUCTED_NUMBERS[header], header)
        for message, header in (("REQ", LNET.message), ("REP", LNET.message), ("REJ", LNET.reject))
    }

    def serves(self, connection: Connection) -> bool:
        """Port 987."""
        return connection.service_id == ip_service_id("TCP", LNET_PORT)

    def proves(self, connection: Connection) -> bool:
        """The private data are a request of a connection, in either byte order."""
        private = connection.active.private or b""
        found = _lnet(private)
        return found is not None and found[1] == _CONNREQ

    def contents_of(self, message: Message, head: bytes) -> int:
        """A message has the magic, a type that exists, and the length that it says."""
        found = _lnet(head)
        return found[0] if found is not None and found[2] == message.size else 0


def _lnet(head: bytes) -> tuple[int, int, int] | None:
    """Number of contents, type and length of a message; None if it is none."""
    for magic, header, contents in _LNET_ORDERS:
        if head[:4] == magic and len(head) >= header.size:
            values = header.read(head)
            return (contents, values["type"], values["nob"]) if values["type"] in LNET_TYPES else None
    return None


class SMBDirectProtocol(HeaderProtocol):
    """SMB Direct."""

    name = "smb_direct"
    title = "SMB Direct"
    head = SMBDNegotiateResponse.size

    def serves(self, connection: Connection) -> bool:
        """Port 445."""
        return connection.service_id == ip_service_id("TCP", SMB_PORT)

    def contents_of(self, message: Message, head: bytes) -> int:
        """A negotiation with versions and sizes that exist, or data where the header says."""
        size = message.size
        if size is None or len(head) < min(size, self.head) or size < SMBDCredits.size:
            return 0
        if size == SMBDNegotiateRequest.size and _negotiates(head):
            return CONSTRUCTED_NUMBERS[SMBDNegotiateRequest]
        if size == SMBDNegotiateResponse.size and _answers(head):
            return CONSTRUCTED_NUMBERS[SMBDNegotiateResponse]
        if any(head[_RESERVED]):
            return 0
        values = SMBDCredits.read(head)
        if values["flags_reserved"] or values["flags_reserved2"]:
            return 0
        at, length = values["data_offset"], values["data_length"]
        if at == length == 0 and not values["remaining_length"]:
            return CONSTRUCTED_NUMBERS[SMBDCredits]
        return CONSTRUCTED_NUMBERS[SMBDData] if at == DATA_AT and length and at + length == size else 0

    def is_command(self, message: Message, head: bytes) -> bool:
        """A request to negotiate, which comes first."""
        return self.contents_of(message, head) == CONSTRUCTED_NUMBERS[SMBDNegotiateRequest]

    def pairs(self, sent: Sequence[Sent], initiator: int) -> int:
        """Negotiations with their answers, and data that begin as SMB2 does."""
        asked = found = 0
        for each in sent:
            contents = self.contents_of(each.message, each.head)
            mine = each.message.side == initiator
            if mine and contents == CONSTRUCTED_NUMBERS[SMBDNegotiateRequest]:
                asked = 1
            elif not mine and contents == CONSTRUCTED_NUMBERS[SMBDNegotiateResponse]:
                found += asked
            elif mine and contents == CONSTRUCTED_NUMBERS[SMBDData]:
                found += int.from_bytes(each.head[DATA_AT : DATA_AT + 4], "big") == SMB2_MAGIC
        return found


def _negotiates(head: bytes) -> bool:
    values = SMBDNegotiateRequest.read(head)
    return bool(
        values["min_version"] == values["max_version"] == VERSION
        and not values["reserved"]
        and values["credits_requested"]
        and min(values["preferred_send_size"], values["max_receive_size"]) >= LEAST_SIZE
        and values["max_fragmented_size"] >= LEAST_FRAGMENTED
    )


def _answers(head: bytes) -> bool:
    values = SMBDNegotiateResponse.read(head)
    return bool(
        values["min_version"] == values["max_version"] == values["negotiated_version"] == VERSION
        and not values["reserved"]
    )


class SDPProtocol(HeaderProtocol):
    """Sockets Direct Protocol."""

    name = "sdp"
    title = "SDP"
    head = SDP.size
    private: Mapping[str, PrivateData] = {
        message: PrivateData(
            next(number for number, (_, headers) in CONSTRUCTED_CONTENTS.items() if headers == chain), chain[0]
        )
        for message, chain in (("REQ", (SDP, SDPHello)), ("REP", (SDP,)))
    }

    def serves(self, connection: Connection) -> bool:
        """The service ID is 0x00010000 and the port."""
        return connection.service_id is not None and connection.service_id >> 16 == SPACE

    def proves(self, connection: Connection) -> bool:
        """The private data are a Hello of a version that exists."""
        private = connection.active.private
        if not self.serves(connection) or private is None or len(private) < SDP.size + SDPHello.size:
            return False
        hello = SDPHello.read(private[SDP.size :])
        return private[0] == number_of(MESSAGES, "Hello") and hello["majv"] == 2 and hello["ipv"] in (4, 6)

    def contents_of(self, message: Message, head: bytes) -> int:
        """A message has a kind that exists, and the length that it says."""
        if len(head) < SDP.size:
            return 0
        values = SDP.read(head)
        right = values["mid"] in MESSAGES and not values["flags_reserved"] and values["len"] == message.size
        return CONSTRUCTED_NUMBERS[SDP] if right else 0

    def pairs(self, sent: Sequence[Sent], initiator: int) -> int:
        """None: kind and length of a message prove nothing without the connection."""
        return 0


class UCXProtocol(HeaderProtocol):
    """UCX: datagrams by how connections are requested in them; other messages where the caller says so."""

    name = "ucx"
    title = "UCX"
    head = UCXDatagram.size + UCXControl.size

    def contents_of(self, message: Message, head: bytes) -> int:
        """A datagram, or a message of a connection."""
        if message.service == "UD":
            return CONSTRUCTED_NUMBERS[UCXDatagram] if len(head) >= UCXDatagram.size else 0
        return CONSTRUCTED_NUMBERS[UCXMessage] if head else 0

    def pairs(self, sent: Sequence[Sent], initiator: int) -> int:
        """Requests of connections with their answers."""
        asked = found = 0
        for each in sent if _are_datagrams(sent) else ():
            control = _control(each.head)
            if control == number_of(CONTROLS, "CREQ") and each.message.side == initiator:
                asked = 1
            elif control == number_of(CONTROLS, "CREP") and each.message.side != initiator:
                found += asked
        return found


def _are_datagrams(sent: Sequence[Sent]) -> bool:
    """Whether SENDs of a flow, which are of one service, are of UD."""
    return bool(sent) and sent[0].message.service == "UD"


@functools.lru_cache(REMEMBERED)
def _control(head: bytes) -> int:
    """What a datagram controls; 0 if it is no message that controls."""
    if len(head) < _CONTROL.stop:
        return 0
    values = UCXDatagram.read(head)
    if values["am"] or values["kind"] != CONTROL_BIT:
        return 0
    control, *unused = head[_CONTROL]
    asks = control == number_of(CONTROLS, "CREQ")
    if asks and (values["endpoint"] != ANYONE or values["psn"] != 1 or any(unused)):
        return 0
    return control if control in CONTROLS else 0


class RxMProtocol(HeaderProtocol):
    """RxM of libfabric."""

    name = "rxm"
    title = "RxM"
    head = RxM.size
    needed = 3

    def contents_of(self, message: Message, head: bytes) -> int:
        """A message has two versions, a type and an operation that exist."""
        if len(head) < RxM.size:
            return 0
        version, kind, op_version, op = (head[place] for place in _RXM)
        right = version == RXM_CONTROL and op_version == RXM_OPERATION and kind in RXM_TYPES and op in OPERATIONS
        return CONSTRUCTED_NUMBERS[RxM] if right else 0


class RxDProtocol(HeaderProtocol):
    """RxD of libfabric."""

    name = "rxd"
    title = "RxD"
    head = RxD.size + 16
    #: bytes of RTS and of CTS, and where both have the sender's number of the peer
    _SIZES, _PEER = {RTS: 88, CTS: 32}, slice(16, 24)

    def contents_of(self, message: Message, head: bytes) -> int:
        """A datagram has the version and a type that exists."""
        right = message.service == "UD" and len(head) >= RxD.size and head[0] == RXD_VERSION and head[1] in RXD_TYPES
        return CONSTRUCTED_NUMBERS[RxD] if right else 0

    def pairs(self, sent: Sequence[Sent], initiator: int) -> int:
        """An RTS, and the CTS that repeats its number."""
        asked: set[bytes] = set()
        found = 0
        for each in sent if _are_datagrams(sent) else ():
            if not self.contents_of(each.message, each.head) or each.message.size != self._SIZES.get(each.head[1]):
                continue
            peer = each.head[self._PEER]
            if each.head[1] == RTS and each.message.side == initiator:
                asked.add(peer)
            elif each.head[1] == CTS and each.message.side != initiator:
                found += peer in asked
        return found

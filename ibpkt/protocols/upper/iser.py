"""iSER: the 28 bytes before an iSCSI PDU, which name memory of the initiator, and the private data of connections.

Source: RFC 7145, 9; InfiniBand Annex A12 (iSER).
"""

from __future__ import annotations

from ibpkt.protocols.upper.iscsi import PDUS
from ibpkt.protocols.upper.iscsi_names import IMMEDIATE, ISER_OPCODES
from ibpkt.protocols.upper.words import unused, upper_header
from ibpkt.schema import Field, Header, flag, hexa, number_of, reserved, uint

_RFC = "RFC 7145"


def _opcode(name: str) -> Field:
    number = number_of(ISER_OPCODES, name)
    return hexa("opcode", 4, "Opcode", enum=ISER_OPCODES, filter=".flags.opcode", default=number)


ISER: Header = upper_header(
    "ISER",
    "iSCSI Extensions for RDMA",
    "iser",
    _opcode("iSCSI Control-Type PDU"),
    flag("wsv", "Write STag Valid", filter=".flags.wsv", doc="the target reads memory of the initiator"),
    flag("rsv", "Read STag Valid", filter=".flags.rsv", doc="the target writes memory of the initiator"),
    reserved("rsvd", 26),
    hexa("write_stag", 32, "Write STag", doc="an R_Key"),
    hexa("write_base_offset", 64, "Write Base Offset"),
    hexa("read_stag", 32, "Read STag", doc="an R_Key"),
    hexa("read_base_offset", 64, "Read Base Offset"),
    protocol="iSER",
    group="iser",
    source=f"{_RFC}, 9.2, with base offsets",
)


def _versions(second: str, label: str) -> tuple[Field, Field]:
    return uint("max_version", 4, "Maximum Version"), uint(second, 4, label)


ISERHello: Header = upper_header(
    "ISERHello",
    "iSER Hello",
    "iser",
    _opcode("Hello"),
    reserved("rsvd", 4),
    *_versions("min_version", "Minimum Version"),
    uint("ird", 16, "iSER-IRD", doc="READs that the initiator serves at once"),
    unused("rsvd2", 24),
    summary="{opcode} IRD={ird}",
    protocol="iSER",
    group="iser",
    source=f"{_RFC}, 9.3; not sent over InfiniBand by Linux",
)

ISERHelloReply: Header = upper_header(
    "ISERHelloReply",
    "iSER HelloReply",
    "iser",
    _opcode("HelloReply"),
    reserved("rsvd", 3),
    flag("reject", "Reject", filter=".flags.rej"),
    *_versions("version", "Current Version"),
    uint("ord", 16, "iSER-ORD", doc="READs that the target has under way at once"),
    unused("rsvd2", 24),
    summary="{opcode} ORD={ord}",
    protocol="iSER",
    group="iser",
    source=f"{_RFC}, 9.4",
)

ISERRequest: Header = upper_header(
    "ISERRequest",
    "iSER Private Data of a REQ",
    "iser.cm.req",
    flag("no_zbva", "Zero Based Virtual Addresses not Supported"),
    flag("no_invalidate", "SEND with Invalidate not Supported"),
    reserved("rsvd", 30),
    group="iser",
    source="IBA 1, A12",
)

ISERAccept: Header = upper_header(
    "ISERAccept",
    "iSER Private Data of a REP",
    "iser.cm.rep",
    flag("no_zbva", "Zero Based Virtual Addresses not Used"),
    flag("no_invalidate", "SEND with Invalidate not Used"),
    reserved("rsvd", 30),
    group="iser",
    source="IBA 1, A12",
)

#: what follows the header, by the first byte
PDU_BY_FIRST_BYTE: dict[int, Header] = {
    first: header
    for header in PDUS
    for opcode in (header.fields[2].default,)
    if isinstance(opcode, int)
    for first in (opcode, opcode | IMMEDIATE)
}

"""Messages that carry SCSI: which headers they begin with, and what follows these.

Numbers of contents from 40 on are theirs.
"""

from __future__ import annotations

from ibpkt.protocols.rules import Capacity, Chain, Rule, follow
from ibpkt.protocols.upper.iscsi import PDUS, ISCSICommand, ISCSIResponse, ISCSISense
from ibpkt.protocols.upper.iser import ISER, PDU_BY_FIRST_BYTE, ISERAccept, ISERHello, ISERHelloReply, ISERRequest
from ibpkt.protocols.upper.scsi_cdb import CDB_BY_OPCODE, SCSICommand
from ibpkt.protocols.upper.scsi_names import CHECK_CONDITION
from ibpkt.protocols.upper.scsi_sense import SENSE_BY_CODE
from ibpkt.protocols.upper.srp import (
    UNIT_BY_TYPE,
    SRPCommand,
    SRPDirect,
    SRPEventRequest,
    SRPImmediate,
    SRPIndirect,
    SRPLogin,
    SRPLoginIP,
    SRPLoginReject,
    SRPLoginResponse,
    SRPResponse,
    SRPResponseData,
)
from ibpkt.protocols.upper.srp_names import FORMATS
from ibpkt.protocols.upper.words import by_first_header
from ibpkt.schema import Header, number_of

#: name and first headers, by number
SCSI_CONTENTS: dict[int, tuple[str, Chain]] = {
    40: ("iSCSI PDU over iSER", (ISER,)),
    41: ("iSER Hello", (ISERHello,)),
    42: ("iSER HelloReply", (ISERHelloReply,)),
    43: ("iSER connection requested", (ISERRequest,)),
    44: ("iSER connection accepted", (ISERAccept,)),
    50: ("SRP connection requested", (SRPLogin,)),
    51: ("SRP connection requested by IP address", (SRPLoginIP,)),
    52: ("SRP connection accepted", (SRPLoginResponse,)),
    53: ("SRP connection refused", (SRPLoginReject,)),
    **{54 + place: (unit.title, (unit,)) for place, unit in enumerate(UNIT_BY_TYPE.values())},
}
#: numbers by first header
SCSI_NUMBERS: dict[Header, int] = by_first_header(SCSI_CONTENTS)

_PAYLOAD = follow(0, {0: ()})
#: most descriptors of a table in a command that are shown
_DESCRIPTORS = 64
_NONE, _DIRECT, _INDIRECT, _IMMEDIATE = (
    number_of(FORMATS, name) for name in ("No Data", "Direct", "Indirect", "Immediate")
)
#: descriptors after the command descriptor block of an SRP command, Data-Out before Data-In
_BUFFERS = follow(
    tuple(map(SRPCommand.leaf, ("out_format", "in_format", "add_cdb_words"))),
    {
        (_DIRECT, _NONE, 0): SRPDirect,
        (_NONE, _DIRECT, 0): SRPDirect,
        (_DIRECT, _DIRECT, 0): (SRPDirect, SRPDirect),
        (_INDIRECT, _NONE, 0): SRPIndirect,
        (_NONE, _INDIRECT, 0): SRPIndirect,
        (_IMMEDIATE, _NONE, 0): SRPImmediate,
    },
    room=Capacity(SRPCommand),
)


def _table(count: str, other: str) -> Rule:
    """The descriptors of a table that are in the command itself.

    Args:
        count: the field that counts them.
        other: the format of the other direction, which has no data.
    """
    descriptors = {number: (SRPDirect,) * number for number in range(1, _DESCRIPTORS + 1)}
    without = (SRPCommand.leaf(other), _NONE)
    return follow(SRPCommand.leaf(count), descriptors, require=without, room=Capacity(SRPCommand))


SCSI_RULES: dict[Header, tuple[Rule, ...]] = {
    ISER: (follow(8, PDU_BY_FIRST_BYTE, room=Capacity(ISER)), _PAYLOAD),
    **dict.fromkeys(PDUS, (_PAYLOAD,)),
    ISCSICommand: (follow(8, CDB_BY_OPCODE, otherwise=SCSICommand, room=Capacity(ISCSICommand)), _PAYLOAD),
    ISCSIResponse: (
        follow(ISCSIResponse.leaf("status"), {CHECK_CONDITION: ISCSISense}, room=Capacity(ISCSIResponse)),
        _PAYLOAD,
    ),
    ISCSISense: (follow(8, SENSE_BY_CODE, room=Capacity(ISCSISense)), _PAYLOAD),
    SRPCommand: (follow(8, CDB_BY_OPCODE, otherwise=SCSICommand, room=Capacity(SRPCommand)), _PAYLOAD),
    **dict.fromkeys((SCSICommand, *CDB_BY_OPCODE.values()), (_BUFFERS, _PAYLOAD)),
    SRPIndirect: (_table("out_count", "in_format"), _table("in_count", "out_format"), _PAYLOAD),
    SRPResponse: (
        follow(SRPResponse.leaf("rspvalid"), {1: SRPResponseData}, room=Capacity(SRPResponse)),
        follow(8, SENSE_BY_CODE, require=(SRPResponse.leaf("snsvalid"), 1), room=Capacity(SRPResponse)),
        _PAYLOAD,
    ),
    SRPEventRequest: (follow(8, SENSE_BY_CODE, room=Capacity(SRPEventRequest)), _PAYLOAD),
}

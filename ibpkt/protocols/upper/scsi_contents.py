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
from ibpkt.schema import Header

#: name and first headers, by number
SCSI_CONTENTS: dict[int, tuple[str, Chain]] = {
    40: ("iSCSI PDU over iSER", (ISER,)),
    41: ("iSER Hello", (ISERHello,)),
    42: ("iSER HelloReply", (ISERHelloReply,)),
    43: ("iSER connection requested", (ISERRequest,)),
    44: ("iSER connection accepted", (ISERAccept,)),
}

_PAYLOAD = follow(0, {0: ()})

SCSI_RULES: dict[Header, tuple[Rule, ...]] = {
    ISER: (follow(8, PDU_BY_FIRST_BYTE, room=Capacity(ISER)), _PAYLOAD),
    **dict.fromkeys(PDUS, (_PAYLOAD,)),
    ISCSICommand: (follow(8, CDB_BY_OPCODE, otherwise=SCSICommand, room=Capacity(ISCSICommand)), _PAYLOAD),
    ISCSIResponse: (
        follow(ISCSIResponse.leaf("status"), {CHECK_CONDITION: ISCSISense}, room=Capacity(ISCSIResponse)),
        _PAYLOAD,
    ),
    ISCSISense: (follow(8, SENSE_BY_CODE, room=Capacity(ISCSISense)), _PAYLOAD),
}

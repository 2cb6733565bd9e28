"""What SCSI commands and their answers say, read by the declarations' places."""

from __future__ import annotations

from typing import NamedTuple

from ibpkt.protocols.upper.scsi_cdb import CDB_BY_OPCODE, SCSIBlocks6, SCSICommand, SCSIInquiry
from ibpkt.protocols.upper.scsi_names import GOOD, MAINTENANCE_ACTIONS, OPCODES, SERVICE_ACTIONS, STATUSES, VPD_PAGES
from ibpkt.protocols.upper.scsi_sense import SENSE_BY_CODE, sense_words, status_words
from ibpkt.schema import number_of

_MET = number_of(STATUSES, "CONDITION MET")
#: operations whose service action says what they do
_ACTIONS = {
    number_of(OPCODES, "SERVICE ACTION IN(16)"): SERVICE_ACTIONS,
    number_of(OPCODES, "MAINTENANCE IN"): MAINTENANCE_ACTIONS,
}
#: blocks of READ(6) and WRITE(6) whose length is 0
_MOST_BLOCKS6 = 256
#: bytes of a command descriptor block
CDB = SCSICommand.size


class SCSIWords(NamedTuple):
    """A SCSI command in words.

    Attributes:
        kind: its name.
        detail: blocks, or a page.
    """

    kind: str
    detail: str


def scsi_words(block: bytes) -> SCSIWords:
    """A command descriptor block of 16 bytes in words; fewer bytes are filled up with zeros."""
    block = block[:CDB].ljust(CDB, b"\0")
    opcode = block[0]
    kind = OPCODES.get(opcode, f"Opcode 0x{opcode:02x}")
    header = CDB_BY_OPCODE.get(opcode)
    if header is None:
        return SCSIWords(kind, "")
    values = header.read(block)
    if opcode in _ACTIONS:
        action = values["service_action"]
        return SCSIWords(_ACTIONS[opcode].get(action, f"{kind} action 0x{action:02x}"), "")
    if "blocks" in values:
        blocks = values["blocks"] or (_MOST_BLOCKS6 if header is SCSIBlocks6 else 0)
        return SCSIWords(kind, f"LBA {values['lba']} blocks {blocks}")
    if header is SCSIInquiry:
        page = values["page_code"]
        named = VPD_PAGES.get(page)
        return SCSIWords(kind, f"VPD page 0x{page:02x}" + (f" {named}" if named else "") if values["evpd"] else "")
    if "page_code" in values:
        return SCSIWords(kind, f"page 0x{values['page_code']:02x}")
    return SCSIWords(kind, "")


def answer_words(status: int, sense: bytes) -> str:
    """A SCSI status in words, with what sense data add to it.

    Args:
        status: of the response.
        sense: the sense data, as far as the capture has them.
    """
    header = SENSE_BY_CODE.get(sense[0]) if sense else None
    if header is None or len(sense) <= header.leaf("key").bit // 8:
        return status_words(status)
    values = header.read(sense.ljust(header.size, b"\0"))  # a target may end them anywhere behind the key
    return status_words(status, sense_words(values["key"], values["asc"], values["ascq"]))


def succeeded(status: int) -> bool:
    """Whether a SCSI status says that the command did what it should."""
    return status in (GOOD, _MET)

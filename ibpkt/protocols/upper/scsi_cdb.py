"""SCSI commands: the 16 bytes of a command descriptor block, as iSCSI and SRP carry it.

Blocks that are shorter are filled up with zeros.

Source: SCSI Primary Commands 4 (SPC-4), 6; SCSI Block Commands 3 (SBC-3), 5.
"""

from __future__ import annotations

from typing import Any

from ibpkt.protocols.upper.scsi_names import MAINTENANCE_ACTIONS, OPCODES, PAGE_CONTROLS, SERVICE_ACTIONS, VPD_PAGES
from ibpkt.protocols.upper.words import unused, upper_header
from ibpkt.schema import Derived, Field, Header, binary, flag, hexa, number_of, reserved, uint

_SPC = "SPC-4"
_SBC = "SBC-3"
_SIZE = 16
_DISKS = "scsi_sbc"


def _control() -> Field:
    return hexa("control", 8, "Control", filter="scsi.cdb.control")


def _cdb(name: str, title: str, *members: Field | Derived, prefix: str = "scsi", source: str, **facts: Any) -> Header:
    """A command descriptor block: operation code, its own fields, zeros."""
    opcode = hexa("opcode", 8, "Operation Code", enum=OPCODES, filter=f"{_DISKS}.opcode", also=("scsi.spc.opcode",))
    left = _SIZE * 8 - 8 - sum(member.width for member in members)
    padding = (unused("padding", left // 8),) if left else ()
    return upper_header(
        name, title, prefix, opcode, *members, *padding, protocol="SCSI", group="scsi", source=source,
        **{"summary": "{opcode}", **facts},
    )  # fmt: skip


SCSICommand: Header = _cdb("SCSICommand", "SCSI Command", binary("rest", 15, "Other Bytes"), source=f"{_SPC}, 4.3")

SCSITestUnitReady: Header = _cdb(
    "SCSITestUnitReady", "TEST UNIT READY", unused("rsvd", 4), _control(), source=f"{_SPC}, 6.47"
)

SCSIInquiry: Header = _cdb(
    "SCSIInquiry",
    "INQUIRY",
    reserved("rsvd", 7),
    flag("evpd", "Enable Vital Product Data", filter=".inquiry.evpd"),
    hexa("page_code", 8, "Page Code", enum=VPD_PAGES, filter=".inquiry.evpd.pagecode", doc="where EVPD is set"),
    uint("alloclen", 16, "Allocation Length", unit="bytes", filter=".cdb.alloclen16"),
    _control(),
    source=f"{_SPC}, 6.6",
)

SCSIModeSense6: Header = _cdb(
    "SCSIModeSense6",
    "MODE SENSE(6)",
    hexa("flags", 8, "Flags", filter=".mode.flags", doc="0x08: no block descriptors"),
    uint("pc", 2, "Page Control", enum=PAGE_CONTROLS, filter=".mode.pc"),
    hexa("page_code", 6, "Page Code", filter=".mode.sbc.pagecode", also=("scsi.mode.spc.pagecode",)),
    hexa("subpage_code", 8, "Subpage Code", filter=".mode.spc.subpagecode"),
    uint("alloclen", 8, "Allocation Length", unit="bytes", filter=".cdb.alloclen"),
    _control(),
    source=f"{_SPC}, 6.11",
)

SCSIModeSense10: Header = _cdb(
    "SCSIModeSense10",
    "MODE SENSE(10)",
    hexa("flags", 8, "Flags", filter=".mode.flags", doc="0x08: no block descriptors; 0x10: long LBAs"),
    uint("pc", 2, "Page Control", enum=PAGE_CONTROLS, filter=".mode.pc"),
    hexa("page_code", 6, "Page Code", filter=".mode.sbc.pagecode", also=("scsi.mode.spc.pagecode",)),
    hexa("subpage_code", 8, "Subpage Code", filter=".mode.spc.subpagecode"),
    unused("rsvd", 3),
    uint("alloclen", 16, "Allocation Length", unit="bytes", filter=".cdb.alloclen16"),
    _control(),
    source=f"{_SPC}, 6.12",
)

SCSIRequestSense: Header = _cdb(
    "SCSIRequestSense",
    "REQUEST SENSE",
    hexa("flags", 8, "Flags", filter=".cdb.request_sense.flags", doc="0x01: descriptor format"),
    unused("rsvd", 2),
    uint("alloclen", 8, "Allocation Length", unit="bytes", filter=".cdb.alloclen"),
    _control(),
    source=f"{_SPC}, 6.39",
)

SCSIReportLUNs: Header = _cdb(
    "SCSIReportLUNs",
    "REPORT LUNS",
    unused("rsvd", 1),
    hexa("select_report", 8, "Select Report", filter=".spc.select_report"),
    unused("rsvd2", 3),
    uint("alloclen", 32, "Allocation Length", unit="bytes", filter=".cdb.alloclen32"),
    unused("rsvd3", 1),
    _control(),
    source=f"{_SPC}, 6.33",
)

SCSIMaintenanceIn: Header = _cdb(
    "SCSIMaintenanceIn",
    "MAINTENANCE IN",
    reserved("rsvd", 3),
    hexa("service_action", 5, "Service Action", enum=MAINTENANCE_ACTIONS, filter=".mpi.service_action"),
    binary("parameters", 4, "Parameters", filter=".mpi.parameters"),
    uint("alloclen", 32, "Allocation Length", unit="bytes", filter=".cdb.alloclen32"),
    unused("rsvd2", 1),
    _control(),
    summary="{service_action}",
    source=f"{_SPC}, 6.35",
)

SCSIServiceActionIn16: Header = _cdb(
    "SCSIServiceActionIn16",
    "SERVICE ACTION IN(16)",
    reserved("rsvd", 3),
    hexa("service_action", 5, "Service Action", enum=SERVICE_ACTIONS, filter=f"{_DISKS}.sa"),
    uint("lba", 64, "Logical Block Address", filter=f"{_DISKS}.lba64_add"),
    uint("alloclen", 32, "Allocation Length", unit="bytes", filter=f"{_DISKS}.alloclen32"),
    unused("rsvd2", 1),
    _control(),
    summary="{service_action}",
    source=f"{_SBC}, 5.16",
)

SCSIReadCapacity10: Header = _cdb(
    "SCSIReadCapacity10", "READ CAPACITY(10)", unused("rsvd", 8), _control(), source=f"{_SBC}, 5.15"
)

SCSIUnmap: Header = _cdb(
    "SCSIUnmap",
    "UNMAP",
    reserved("rsvd", 7),
    flag("anchor", "Anchor", filter=f"{_DISKS}.unmap.anchor"),
    unused("rsvd2", 4),
    reserved("rsvd3", 3),
    hexa("group_number", 5, "Group Number", filter=f"{_DISKS}.group"),
    uint("paramlen", 16, "Parameter List Length", unit="bytes", filter="scsi.cdb.paramlen16", doc="8 + 16 a range"),
    _control(),
    source=f"{_SBC}, 5.28",
)


def _protection(word: str) -> tuple[Field, ...]:
    """The byte of flags that READs and WRITEs have."""
    return (
        uint("protect", 3, word, filter=f"{_DISKS}.{word.lower()}"),
        flag("dpo", "Disable Page Out", filter=f"{_DISKS}.dpo"),
        flag("fua", "Force Unit Access", filter=f"{_DISKS}.fua"),
        reserved("rsvd", 1),
        flag("fua_nv", "Force Unit Access, Nonvolatile Cache", filter=f"{_DISKS}.fua_nv"),
        reserved("rsvd2", 1),
    )


def _flags() -> tuple[Field, ...]:
    return (hexa("flags", 8, "Flags", filter=f"{_DISKS}.flags"),)


def _group() -> tuple[Field, ...]:
    return (reserved("rsvd3", 3), hexa("group_number", 5, "Group Number", filter=f"{_DISKS}.group"))


def _blocks6(name: str, title: str) -> Header:
    return _cdb(
        name,
        title,
        reserved("rsvd", 3),
        uint("lba", 21, "Logical Block Address", filter=f"{_DISKS}.rdwr6.lba"),
        uint("blocks", 8, "Transfer Length", unit="blocks", filter=f"{_DISKS}.rdwr6.xferlen", doc="0: 256"),
        _control(),
        summary="{opcode} LBA={lba} blocks={blocks}",
        source=f"{_SBC}, 5.9 and 5.30",
    )


def _blocks10(name: str, title: str, flags: tuple[Field, ...]) -> Header:
    return _cdb(
        name,
        title,
        *flags,
        uint("lba", 32, "Logical Block Address", filter=f"{_DISKS}.rdwr10.lba"),
        *_group(),
        uint("blocks", 16, "Transfer Length", unit="blocks", filter=f"{_DISKS}.rdwr10.xferlen"),
        _control(),
        summary="{opcode} LBA={lba} blocks={blocks}",
        source=f"{_SBC}, 5.10 and 5.31",
    )


def _blocks12(name: str, title: str, flags: tuple[Field, ...]) -> Header:
    return _cdb(
        name,
        title,
        *flags,
        uint("lba", 32, "Logical Block Address", filter=f"{_DISKS}.rdwr10.lba"),
        uint("blocks", 32, "Transfer Length", unit="blocks", filter=f"{_DISKS}.rdwr12.xferlen"),
        *_group(),
        _control(),
        summary="{opcode} LBA={lba} blocks={blocks}",
        source=f"{_SBC}, 5.11 and 5.32",
    )


def _blocks16(name: str, title: str, flags: tuple[Field, ...]) -> Header:
    return _cdb(
        name,
        title,
        *flags,
        uint("lba", 64, "Logical Block Address", filter=f"{_DISKS}.rdwr16.lba"),
        uint("blocks", 32, "Transfer Length", unit="blocks", filter=f"{_DISKS}.rdwr12.xferlen"),
        *_group(),
        _control(),
        summary="{opcode} LBA={lba} blocks={blocks}",
        source=f"{_SBC}, 5.12 and 5.33",
    )


SCSIBlocks6: Header = _blocks6("SCSIBlocks6", "READ(6), WRITE(6)")
SCSIRead10: Header = _blocks10("SCSIRead10", "READ(10)", _protection("RDPROTECT"))
SCSIWrite10: Header = _blocks10("SCSIWrite10", "WRITE(10)", _protection("WRPROTECT"))
SCSIBlocks10: Header = _blocks10("SCSIBlocks10", "Block Command of 10 Bytes", _flags())
SCSIRead12: Header = _blocks12("SCSIRead12", "READ(12)", _protection("RDPROTECT"))
SCSIWrite12: Header = _blocks12("SCSIWrite12", "WRITE(12)", _protection("WRPROTECT"))
SCSIBlocks12: Header = _blocks12("SCSIBlocks12", "Block Command of 12 Bytes", _flags())
SCSIRead16: Header = _blocks16("SCSIRead16", "READ(16)", _protection("RDPROTECT"))
SCSIWrite16: Header = _blocks16("SCSIWrite16", "WRITE(16)", _protection("WRPROTECT"))
SCSIBlocks16: Header = _blocks16("SCSIBlocks16", "Block Command of 16 Bytes", _flags())

#: the header of a block, by the name of its operation; `SCSICommand` for all others
_BY_NAME = {
    SCSITestUnitReady: ("TEST UNIT READY",),
    SCSIInquiry: ("INQUIRY",),
    SCSIModeSense6: ("MODE SENSE(6)",),
    SCSIModeSense10: ("MODE SENSE(10)",),
    SCSIRequestSense: ("REQUEST SENSE",),
    SCSIReportLUNs: ("REPORT LUNS",),
    SCSIMaintenanceIn: ("MAINTENANCE IN",),
    SCSIServiceActionIn16: ("SERVICE ACTION IN(16)",),
    SCSIReadCapacity10: ("READ CAPACITY(10)",),
    SCSIUnmap: ("UNMAP",),
    SCSIBlocks6: ("READ(6)", "WRITE(6)"),
    SCSIRead10: ("READ(10)",),
    SCSIWrite10: ("WRITE(10)",),
    SCSIBlocks10: (
        "WRITE AND VERIFY(10)", "VERIFY(10)", "PRE-FETCH(10)", "SYNCHRONIZE CACHE(10)", "WRITE SAME(10)",
    ),
    SCSIRead12: ("READ(12)",),
    SCSIWrite12: ("WRITE(12)",),
    SCSIBlocks12: ("WRITE AND VERIFY(12)", "VERIFY(12)"),
    SCSIRead16: ("READ(16)",),
    SCSIWrite16: ("WRITE(16)",),
    SCSIBlocks16: (
        "ORWRITE(16)", "WRITE AND VERIFY(16)", "VERIFY(16)", "PRE-FETCH(16)", "SYNCHRONIZE CACHE(16)",
        "WRITE SAME(16)",
    ),
}  # fmt: skip

#: the same by operation code: what follows where the first byte is the code
CDB_BY_OPCODE: dict[int, Header] = {
    number_of(OPCODES, name): header for header, names in _BY_NAME.items() for name in names
}

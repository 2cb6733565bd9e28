"""Submission queue entries: the 64 bytes that begin a command capsule.

Their first 40 bytes (what, where, which memory) are one header, the command dwords 10 to 15 another, by opcode.  Fields
within a dword are declared in the order of their bytes, which is low byte first; what crosses a byte is derived.

Source: NVM Express Base 2.0, 3.3.3.1 and 5; NVM Command Set 1.0, 3.2.
"""

from __future__ import annotations

from collections.abc import Mapping

from ibpkt.protocols.upper.nvme_names import (
    ACQUIRE_ACTIONS,
    ADMIN_OPCODES,
    FEATURE_SELECTIONS,
    FEATURES,
    FUSED,
    IDENTIFY,
    IO_OPCODES,
    LOG_PAGES,
    PSDT,
    REGISTER_ACTIONS,
    RELEASE_ACTIONS,
    RESERVATION_TYPES,
    SGL_SUBTYPES,
    SGL_TYPES,
)
from ibpkt.protocols.upper.words import little, little_hexa, unused, upper_header
from ibpkt.schema import DEC, HEX, Derived, Field, Header, flag, hexa, number_of, reserved, uint

_BASE = "NVM Express Base 2.0"
_NVM = "NVM Command Set 1.0"
_CMD = "nvme.cmd"
#: the type of a descriptor that names memory by a key
KEYED = number_of(SGL_TYPES, "Keyed Data Block")
#: type and subtype of a descriptor of data in the capsule
IN_CAPSULE = (number_of(SGL_TYPES, "Data Block"), number_of(SGL_SUBTYPES, "Offset"))
#: the subtype by which the host asks for a key to be invalidated
INVALIDATE = number_of(SGL_SUBTYPES, "Invalidate Key")


def _length(low: int, rest: int, kind: int) -> int:
    """The length has 24 bits beside a key, else 32."""
    return low if kind == KEYED else low | (rest & 0xFF) << 24


def _key(rest: int, kind: int) -> int | None:
    return rest if kind == KEYED else None


def sgl() -> tuple[Field | Derived, ...]:
    """The fields of a SGL descriptor."""
    return (
        little_hexa("sgl_address", 64, "SGL Address", filter=f"{_CMD}.sgl1.addr", doc="in the host; in the capsule"),
        little("sgl_low", 24, "SGL Length, Low Bytes", filter=f"{_CMD}.sgl1.length_low"),
        little_hexa("sgl_rest", 32, "SGL Key or High Length", filter=f"{_CMD}.sgl1.key_or_length_high"),
        hexa("sgl_type", 4, "SGL Type", enum=SGL_TYPES, filter=f"{_CMD}.sgl.type"),
        hexa("sgl_subtype", 4, "SGL Subtype", enum=SGL_SUBTYPES, filter=f"{_CMD}.sgl.subtype"),
    )


def sgl_values() -> tuple[Derived, ...]:
    """What follows from a SGL descriptor: length and key lie across each other."""
    return (
        Derived(
            "sgl_length",
            "SGL Length",
            ("sgl_low", "sgl_rest", "sgl_type"),
            _length,
            DEC,
            filter=f"{_CMD}.sgl1.len",
            unit="bytes",
            doc="of the data that the command moves",
        ),
        Derived(
            "sgl_key",
            "SGL Key",
            ("sgl_rest", "sgl_type"),
            _key,
            HEX,
            digits=8,
            filter=f"{_CMD}.sgl1.key",
            doc="the R_Key by which the controller reads or writes the data",
        ),
    )


def _entry(name: str, title: str, opcodes: Mapping[int, str] | None) -> Header:
    return upper_header(
        name,
        title,
        _CMD,
        hexa("opc", 8, "Opcode", enum=opcodes),
        uint("psdt", 2, "PRP or SGL", enum=PSDT, default=1),
        reserved("rsvd", 4),
        uint("fuse", 2, "Fused Operation", enum=FUSED, filter=".fuse_op"),
        little_hexa("cid", 16, "Command Identifier", doc="names the command on its queue until it is completed"),
        little_hexa("nsid", 32, "Namespace Identifier", doc="0xffffffff: all"),
        little_hexa("cdw2", 32, "Command Dword 2"),
        little_hexa("cdw3", 32, "Command Dword 3"),
        little_hexa("mptr", 64, "Metadata Pointer"),
        *sgl(),
        *sgl_values(),
        summary="{opc} CID={cid} NSID={nsid}",
        protocol="NVMe",
        group="nvme",
        source=f"{_BASE}, 3.3.3.1",
    )


NVMeAdminCommand: Header = _entry("NVMeAdminCommand", "NVMe Admin Command", ADMIN_OPCODES)
NVMeIOCommand: Header = _entry("NVMeIOCommand", "NVMe I/O Command", IO_OPCODES)
#: of a queue that nothing in the capture tells: opcodes mean one thing on the admin queue and another on I/O queues
NVMeCommand: Header = _entry("NVMeCommand", "NVMe Command of an Unknown Queue", None)


def _lba() -> tuple[Field, Field]:
    return (
        little("slba", 64, "Starting LBA"),
        little("nlb", 16, "Number of Logical Blocks", doc="one less than there are"),
    )


def _dwords(name: str, title: str, *members: Field | Derived, filter: str, summary: str = "", source: str) -> Header:
    """Command dwords 10 to 15."""
    return upper_header(name, title, filter, *members, summary=summary, group="nvme", source=source)


NVMeReadWrite: Header = _dwords(
    "NVMeReadWrite",
    "Read, Write, Compare",
    *_lba(),
    hexa("dtype", 4, "Directive Type", doc="of a Write"),
    reserved("rsvd2", 4),
    flag("lr", "Limited Retry"),
    flag("fua", "Force Unit Access"),
    hexa("prinfo", 4, "Protection Information", doc="PRACT, then checks of guard, application tag, reference tag"),
    reserved("rsvd3", 1),
    flag("stc", "Storage Tag Check"),
    flag("dsm_incompressible", "Incompressible", filter=".dsm.incompressible"),
    flag("dsm_seq_req", "Sequential Request", filter=".dsm.seq_req"),
    uint("dsm_access_lat", 2, "Access Latency", filter=".dsm.access_lat"),
    uint("dsm_access_freq", 4, "Access Frequency", filter=".dsm.access_freq"),
    reserved("rsvd4", 8),
    little_hexa("dspec", 16, "Directive Specific"),
    little_hexa("eilbrt", 32, "Expected Initial Logical Block Reference Tag"),
    little_hexa("elbat", 16, "Expected Logical Block Application Tag"),
    little_hexa("elbatm", 16, "Expected Logical Block Application Tag Mask"),
    filter=_CMD,
    summary="LBA={slba} NLB={nlb}",
    source=f"{_NVM}, 3.2.4 and 3.2.6",
)

NVMeWriteZeroes: Header = _dwords(
    "NVMeWriteZeroes",
    "Write Zeroes, Verify, Write Uncorrectable",
    *_lba(),
    reserved("rsvd2", 8),
    flag("lr", "Limited Retry"),
    flag("fua", "Force Unit Access"),
    hexa("prinfo", 4, "Protection Information"),
    flag("deac", "Deallocate", doc="Write Zeroes only"),
    flag("stc", "Storage Tag Check"),
    little_hexa("cdw13", 32, "Command Dword 13", filter=".dword13"),
    little_hexa("cdw14", 32, "Command Dword 14", filter=".dword14"),
    little_hexa("cdw15", 32, "Command Dword 15", filter=".dword15"),
    filter=_CMD,
    summary="LBA={slba} NLB={nlb}",
    source=f"{_NVM}, 3.2.8",
)

NVMeDatasetManagement: Header = _dwords(
    "NVMeDatasetManagement",
    "Dataset Management",
    uint("nr", 8, "Number of Ranges", doc="one less than there are"),
    unused("rsvd1", 3),
    reserved("rsvd2", 5),
    flag("ad", "Deallocate", doc="trim: the blocks are not needed any more"),
    flag("idw", "Integral Dataset for Write"),
    flag("idr", "Integral Dataset for Read"),
    unused("rsvd3", 19),
    filter=f"{_CMD}.dsm",
    summary="ranges={nr}",
    source=f"{_NVM}, 3.2.3",
)

NVMeReservationRegister: Header = _dwords(
    "NVMeReservationRegister",
    "Reservation Register",
    reserved("rsvd1", 4),
    flag("iekey", "Ignore Existing Key"),
    uint("rrega", 3, "Action", enum=REGISTER_ACTIONS),
    unused("rsvd2", 2),
    uint("cptpl", 2, "Change Persist Through Power Loss"),
    reserved("rsvd3", 6),
    unused("rsvd4", 20),
    filter=f"{_CMD}.resv_register",
    summary="{rrega}",
    source=f"{_BASE}, 7.3",
)

NVMeReservationAcquire: Header = _dwords(
    "NVMeReservationAcquire",
    "Reservation Acquire",
    reserved("rsvd1", 4),
    flag("iekey", "Ignore Existing Key"),
    uint("racqa", 3, "Action", enum=ACQUIRE_ACTIONS),
    uint("rtype", 8, "Reservation Type", enum=RESERVATION_TYPES),
    unused("rsvd2", 22),
    filter=f"{_CMD}.resv_acquire",
    summary="{racqa}",
    source=f"{_BASE}, 7.2",
)

NVMeReservationRelease: Header = _dwords(
    "NVMeReservationRelease",
    "Reservation Release",
    reserved("rsvd1", 4),
    flag("iekey", "Ignore Existing Key"),
    uint("rrela", 3, "Action", enum=RELEASE_ACTIONS),
    uint("rtype", 8, "Reservation Type", enum=RESERVATION_TYPES),
    unused("rsvd2", 22),
    filter=f"{_CMD}.resv_release",
    summary="{rrela}",
    source=f"{_BASE}, 7.4",
)

NVMeReservationReport: Header = _dwords(
    "NVMeReservationReport",
    "Reservation Report",
    little("numd", 32, "Number of Dwords", doc="one less than there are"),
    reserved("rsvd1", 7),
    flag("eds", "Extended Data Structure"),
    unused("rsvd2", 19),
    filter=f"{_CMD}.resv_report",
    source=f"{_BASE}, 7.5",
)

NVMeIdentify: Header = _dwords(
    "NVMeIdentify",
    "Identify",
    hexa("cns", 8, "Structure", enum=IDENTIFY, filter=".dword10.cns"),
    reserved("rsvd1", 8, filter=".dword10.rsvd"),
    little("cntid", 16, "Controller Identifier", filter=".dword10.cntid"),
    little("nvmsetid", 16, "NVM Set Identifier", filter=".dwrod11.nvmesetid", doc="or what else the structure takes"),
    reserved("rsvd2", 8, filter=".dword11.rsvd"),
    hexa("csi", 8, "Command Set Identifier", filter=".dword11.csi"),
    little_hexa("cdw12", 32, "Command Dword 12", filter=".dword12"),
    little_hexa("cdw13", 32, "Command Dword 13", filter=".dword13"),
    reserved("rsvd3", 1, filter=".dword14.rsvd1"),
    uint("uuid_index", 7, "UUID Index", filter=".dword14.uuid_index"),
    unused("rsvd4", 3, filter=".dword14.rsvd"),
    little_hexa("cdw15", 32, "Command Dword 15", filter=".dword15"),
    filter=f"{_CMD}.identify",
    summary="{cns}",
    source=f"{_BASE}, 5.17",
)


def _log_dwords(low: int, high: int) -> int:
    return high << 16 | low


def _log_bytes(low: int, high: int) -> int:
    return (_log_dwords(low, high) + 1) * 4


NVMeGetLogPage: Header = _dwords(
    "NVMeGetLogPage",
    "Get Log Page",
    hexa("lid", 8, "Log Page Identifier", enum=LOG_PAGES, filter=".dword10.id"),
    flag("rae", "Retain Asynchronous Event", filter=".dword10.rae"),
    hexa("lsp", 7, "Log Specific Parameter", filter=".dword10.lsp"),
    little("numdl", 16, "Number of Dwords, Lower", filter=".dword10.numdl"),
    little("numdu", 16, "Number of Dwords, Upper", filter=".dword11.numdu"),
    little("lsi", 16, "Log Specific Identifier", filter=".dword11.lsi"),
    little("lpo", 64, "Log Page Offset", unit="bytes"),
    flag("ot", "Offset Type", filter=".dword14.ot"),
    uint("uuid_index", 7, "UUID Index", filter=".dword14.uuid_index"),
    unused("rsvd", 2, filter=".dword14.rsvd"),
    hexa("csi", 8, "Command Set Identifier", filter=".dword14.csi"),
    little_hexa("cdw15", 32, "Command Dword 15", filter=".dword15"),
    Derived(
        "numd", "Number of Dwords", ("numdl", "numdu"), _log_dwords, DEC, filter=".numd", doc="one less than asked for"
    ),
    Derived("length", "Length", ("numdl", "numdu"), _log_bytes, DEC, filter=".length", unit="bytes", doc="asked for"),
    filter=f"{_CMD}.get_logpage",
    summary="{lid}",
    source=f"{_BASE}, 5.16",
)

NVMeSetFeatures: Header = _dwords(
    "NVMeSetFeatures",
    "Set Features",
    hexa("fid", 8, "Feature", enum=FEATURES, filter=".dword10.fid"),
    unused("rsvd1", 2, filter=".dword10.rsvd"),
    flag("sv", "Save", filter=".dword10.sv"),
    reserved("rsvd2", 7, filter=".dword10.rsvd1"),
    little_hexa("cdw11", 32, "Feature Value", filter=".dword11"),
    little_hexa("cdw12", 32, "Command Dword 12", filter=".dword12"),
    little_hexa("cdw13", 32, "Command Dword 13", filter=".dword13"),
    little_hexa("cdw14", 32, "Command Dword 14", filter=".dword14"),
    little_hexa("cdw15", 32, "Command Dword 15", filter=".dword15"),
    filter=f"{_CMD}.set_features",
    summary="{fid}",
    source=f"{_BASE}, 5.27",
)

NVMeGetFeatures: Header = _dwords(
    "NVMeGetFeatures",
    "Get Features",
    hexa("fid", 8, "Feature", enum=FEATURES, filter=".dword10.fid"),
    reserved("rsvd1", 5, filter=".dword10.rsvd1"),
    uint("sel", 3, "Select", enum=FEATURE_SELECTIONS, filter="nvme.cmd.set_features.dword10.sel"),
    unused("rsvd2", 2, filter=".dword10.rsvd"),
    little_hexa("cdw11", 32, "Command Dword 11", filter=".dword11"),
    little_hexa("cdw12", 32, "Command Dword 12", filter=".dword12"),
    little_hexa("cdw13", 32, "Command Dword 13", filter=".dword13"),
    little_hexa("cdw14", 32, "Command Dword 14", filter=".dword14"),
    little_hexa("cdw15", 32, "Command Dword 15", filter=".dword15"),
    filter=f"{_CMD}.get_features",
    summary="{fid}",
    source=f"{_BASE}, 5.15",
)

NVMeAbort: Header = _dwords(
    "NVMeAbort",
    "Abort",
    little("sqid", 16, "Submission Queue Identifier"),
    little_hexa("cid", 16, "Command Identifier", doc="of the command to abort"),
    unused("rsvd", 20),
    filter=f"{_CMD}.abort",
    summary="SQ={sqid} CID={cid}",
    source=f"{_BASE}, 5.1",
)

#: of all other commands
NVMeDwords: Header = _dwords(
    "NVMeDwords",
    "Command Dwords",
    *(little_hexa(f"cdw{number}", 32, f"Command Dword {number}", filter=f".dword{number}") for number in range(10, 16)),
    filter=_CMD,
    source=f"{_BASE}, 3.3.3.1",
)

#: what follows the first 40 bytes on the admin queue
ADMIN_DWORDS: dict[int | str | tuple[int, ...], Header | tuple[Header, ...]] = {
    "Identify": NVMeIdentify,
    "Get Log Page": NVMeGetLogPage,
    "Set Features": NVMeSetFeatures,
    "Get Features": NVMeGetFeatures,
    "Abort": NVMeAbort,
}
#: the same on I/O queues
IO_DWORDS: dict[int | str | tuple[int, ...], Header | tuple[Header, ...]] = {
    "Write": NVMeReadWrite,
    "Read": NVMeReadWrite,
    "Compare": NVMeReadWrite,
    "Write Zeroes": NVMeWriteZeroes,
    "Verify": NVMeWriteZeroes,
    "Write Uncorrectable": NVMeWriteZeroes,
    "Dataset Management": NVMeDatasetManagement,
    "Reservation Register": NVMeReservationRegister,
    "Reservation Acquire": NVMeReservationAcquire,
    "Reservation Release": NVMeReservationRelease,
    "Reservation Report": NVMeReservationReport,
}

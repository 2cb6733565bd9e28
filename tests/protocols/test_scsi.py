"""The headers of iSER, iSCSI, SCSI and SRP against examples, recorded and constructed."""

import csv
import json

import pytest

from ibpkt.protocols import header_named
from ibpkt.protocols.upper.iscsi import BHS, PDUS
from ibpkt.protocols.upper.iscsi_text import pairs_in_words
from ibpkt.protocols.upper.scsi_cdb import CDB_BY_OPCODE
from ibpkt.protocols.upper.scsi_sense import sense_words, status_words
from tests.protocols.test_nvme import EXAMPLES, read

_BHS = {
    "Immediate": "immediate", "Opcode": "opcode", "Total AHS Length": "totalahslength",
    "Data Segment Length": "datasegmentlength", "LUN": "lun", "Initiator Task Tag": "initiatortasktag",
    "Target Transfer Tag": "targettransfertag", "CmdSN": "cmdsn", "ExpStatSN": "expstatsn", "StatSN": "statsn",
    "ExpCmdSN": "expcmdsn", "MaxCmdSN": "maxcmdsn", "DataSN": "datasn", "ExpDataSN": "expdatasn", "R2TSN": "r2tsn",
    "RefCmdSN": "refcmdsn", "Final": "final", "F final": "final", "Flags": "flags", "Response": "response",
    "Status": "status", "Reason": "reason", "CID": "cid", "Buffer Offset": "buffer_offset",
    "Desired Data Length": "desireddatalength", "Residual Count": "residual", "Time2Wait": "time2wait",
    "Time2Retain": "time2retain", "R read": "read", "W write": "write", "Task Attributes": "attr",
    "Expected Data Transfer Length": "expected_length", "O overflow": "overflow", "U underflow": "underflow",
    "o bidi overflow": "bidi_overflow", "u bidi underflow": "bidi_underflow", "SNACK Tag": "snack_tag",
    "Bidirectional Read Residual Count": "bidi_residual", "T transit": "transit", "C continue": "more", "CSG": "csg",
    "NSG": "nsg", "Version-max": "versionmax", "Version-min": "versionmin", "Version-active": "versionactive",
    "ISID": "isid", "TSIH": "tsih", "Status class and detail": "status", "Function": "function",
    "Referenced Task Tag": "referencedtasktag", "A acknowledge": "acknowledge", "S status": "has_status",
    "Async Event": "event", "Async Vendor Code": "vendor", "Parameter1": "parameter1", "Parameter2": "parameter2",
    "Parameter3": "parameter3", "0xFFFFFFFF": "initiatortasktag", "DataSN/R2TSN": "datasn", "Type": "type",
    "BegRun": "begrun", "RunLength": "runlength",
}  # fmt: skip
_BLOCKS = {
    "Opcode": "opcode", "LBA": "lba", "Transfer Length": "blocks", "Control": "control", "Group Number": "group_number",
    "Flags": "flags", "RDPROTECT/WRPROTECT": "protect", "DPO": "dpo", "FUA": "fua", "Allocation Length": "alloclen",
    "Parameter List Length": "paramlen", "EVPD": "evpd", "Page Code": "page_code", "Select Report": "select_report",
    "Service Action": "service_action", "PC": "pc", "Subpage Code": "subpage_code", "Response Code": "response_code",
    "Sense Key": "key", "ASC": "asc", "ASCQ": "ascq", "Information": "info", "Additional Sense Length": "addlen",
    "Valid": "valid", "Command Specific Information": "specific",
}  # fmt: skip
_ISER = {
    "Opcode": "opcode", "WSV": "wsv", "RSV": "rsv", "Write STag": "write_stag",
    "Write Base Offset": "write_base_offset", "Read STag": "read_stag", "Read Base Offset": "read_base_offset",
    "MaxVer": "max_version", "MinVer": "min_version", "CurVer": "version", "iSER-IRD": "ird", "iSER-ORD": "ord",
    "Reject": "reject", "ZBVA not supported": "no_zbva", "Send with Invalidate not supported": "no_invalidate",
    "ZBVA not used": "no_zbva", "Send with Invalidate not used": "no_invalidate",
}  # fmt: skip
#: structures of the examples, and what is not a field of its own: lists, bits that flags hold, longer names
STRUCTURES = {
    "iSER/control header": "ISER",
    "iSER/Hello": "ISERHello",
    "iSER/HelloReply": "ISERHelloReply",
    "iSER/CM REQ private data": "ISERRequest",
    "iSER/CM REP private data": "ISERAccept",
    "SCSI/Sense data, fixed format (70h/71h)": "SCSISenseFixed",
    "SCSI/Sense data, descriptor format (72h/73h)": "SCSISenseDescriptor",
    "SRP/LOGIN_REQ": "SRPLogin",
    "SRP/LOGIN_REQ over RDMA-CM": "SRPLoginIP",
    "SRP/LOGIN_RSP": "SRPLoginResponse",
    "SRP/LOGIN_REJ": "SRPLoginReject",
    "SRP/I_LOGOUT": "SRPInitiatorLogout",
    "SRP/T_LOGOUT": "SRPTargetLogout",
    "SRP/TSK_MGMT": "SRPTaskManagement",
    "SRP/CMD": "SRPCommand",
    "SRP/RSP": "SRPResponse",
    "SRP/CRED_REQ": "SRPCreditRequest",
    "SRP/CRED_RSP / AER_RSP": "SRPCreditResponse",
    "SRP/AER_REQ": "SRPEventRequest",
    "SRP/direct data buffer descriptor": "SRPDirect",
    "SRP/indirect data buffer descriptor": "SRPIndirect",
    "SRP/immediate data buffer descriptor": "SRPImmediate",
}
_SRP = {
    "Type": "type", "Tag": "tag", "SOL_NOT": "sol_not", "Reason": "reason", "LUN": "lun",
    "Requested I-to-T IU Length": "req_it_iu_len", "Maximum I-to-T IU Length": "max_it_iu_len",
    "Maximum T-to-I IU Length": "max_ti_iu_len", "Required Buffer Formats": "formats",
    "Supported Buffer Formats": "formats", "Request Flags": "flags", "Response Flags": "flags",
    "Immediate Data Offset": "imm_data_offset", "Initiator Port Identifier": "initiator_port",
    "Target Port Identifier": "target_port", "Task Management Function": "function",
    "Tag of Task to be Managed": "task_tag", "Data-out Buffer Descriptor Format": "out_format",
    "Data-in Buffer Descriptor Format": "in_format", "Data-out Descriptor Count": "out_count",
    "Data-in Descriptor Count": "in_count", "Task Attribute": "task_attr", "Virtual Address": "address",
    "Memory Handle": "key", "Length": "length", "Table Virtual Address": "table_address",
    "Table Memory Handle": "table_key", "Table Length": "table_length", "Total Length": "total_length",
    "DIUNDER": "diunder", "DIOVER": "diover", "DOUNDER": "dounder", "DOOVER": "doover", "SNSVALID": "snsvalid",
    "RSPVALID": "rspvalid", "SCSI Status": "status", "Data-out Residual Count": "out_residual",
    "Data-in Residual Count": "in_residual", "Sense Data Length": "sense_length",
    "Response Data Length": "response_length",
}  # fmt: skip


def header_of(row, data):
    kind, _, name = row["structure"].partition("/")
    if row["structure"] in STRUCTURES:
        return header_named(STRUCTURES[row["structure"]])
    if kind == "iSCSI":
        return next(pdu for pdu in PDUS if pdu.leaf("opcode").default == data[0] & 0x3F)
    assert name.startswith("CDB ")
    return CDB_BY_OPCODE[data[0]]


def examples():
    if not EXAMPLES.is_file():
        return []
    with EXAMPLES.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [row for row in rows if row["structure"].startswith(("iSER/", "iSCSI/", "SCSI/", "SRP/"))]


@pytest.mark.skipif(not EXAMPLES.is_file(), reason="needs the examples in ../shared")
def test_there_are_examples():
    assert len({row["structure"] for row in examples()}) == 49


@pytest.mark.parametrize("row", examples(), ids=lambda row: f"{row['structure']} {row['hex'][:16]}")
def test_example(row):
    data = bytes.fromhex(row["hex"])
    header = header_of(row, data)
    if header.tail:
        header_values = {**header.read(data), "text": b""}
        found = {leaf.name: header.leaf_value(leaf, header_values, {}) for leaf in header.leaves}
    else:
        found = read(header, data)
    names = {"iSCSI": _BHS, "iSER": _ISER, "SCSI": _BLOCKS, "SRP": _SRP}[row["structure"].partition("/")[0]]
    expected = json.loads(row["expected_json"])
    checked = 0
    for label, value in expected.items():
        name = names.get(label)
        if name not in found or (name == "flags" and header.name.startswith("SCSIModeSense")):
            continue
        if isinstance(value, str):
            value = int(value[:4], 16) & 0x3FFF if name == "lun" else bytes.fromhex(value)
        assert found[name] == value, label
        checked += 1
    assert checked >= min(3, len(expected))


def test_every_pdu_has_48_bytes():
    assert {pdu.size for pdu in PDUS if pdu.name != "ISCSICommand"} == {BHS}
    assert {header.size for header in CDB_BY_OPCODE.values()} == {16}


def test_words():
    assert sense_words(5, 0x25, 0) == "ILLEGAL REQUEST, LOGICAL UNIT NOT SUPPORTED"
    assert sense_words(2, 0, 0) == "NOT READY"
    assert sense_words(12, 0xFE, 1) == "sense key 12, ASC 0xfe ASCQ 0x01"
    assert status_words(0x28) == "TASK SET FULL"
    assert status_words(0x7E) == "status 0x7e"
    assert pairs_in_words(b"CHAP_A=5\0CHAP_R=0x12\0Broken\0a=b=c\0\0") == "CHAP_A=5,CHAP_R=***,Broken=,a=b=c"
    assert pairs_in_words(b"") is None

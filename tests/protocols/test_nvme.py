"""The headers of NVMe over Fabrics against examples, recorded and constructed."""

import csv
import json

import pytest

from ibpkt.protocols import header_named
from ibpkt.protocols.upper.contents import CONTENTS, upper_headers
from ibpkt.protocols.upper.nvme_status import status_value, status_words
from tests.support.shared import SHARED

EXAMPLES = SHARED / "spec" / "06-ulp-vectors.tsv"
#: structures of the examples: the header, where it begins in the structure, and what its fields are called there
STRUCTURES = {
    "NVMe-oF/CM REQ private data": ("NVMeRequest", 0, {
        "Record Format": "recfmt", "Queue ID": "qid", "Host RQ Size": "hrqsize", "Host SQ Size": "hsqsize",
        "Controller ID": "cntlid"}),
    "NVMe-oF/CM REP private data": ("NVMeAccept", 0, {"Record Format": "recfmt", "Controller RQ Size": "crqsize"}),
    "NVMe-oF/CM REJ private data": ("NVMeReject", 0, {"Record Format": "recfmt", "Status": "status"}),
    "NVMe-oF/Fabrics SQE: Connect": ("NVMeConnect", 40, {
        "Record Format": "recfmt", "Queue ID": "qid", "SQ Size": "sqsize", "Individual I/O Queue Deletion": "dioq",
        "Disable SQ Flow Control": "dfc", "Priority Class": "pc", "Keep Alive Timeout": "kato"}),
    "NVMe-oF/Fabrics SQE: Property Get": ("NVMePropertyGet", 40, {"Attribute: size": "size_code", "Offset": "ofst"}),
    "NVMe-oF/Fabrics SQE: Property Set": ("NVMePropertySet", 40, {
        "Attribute: size": "size_code", "Offset": "ofst", "Value": "value"}),
    "NVMe-oF/Fabrics SQE: Authentication Send / Receive": ("NVMeAuthentication", 40, {
        "SP Specific 0": "spsp0", "SP Specific 1": "spsp1", "Security Protocol": "secp",
        "Transfer / Allocation Length": "al"}),
    "NVMe-oF/Fabrics SQE: Disconnect": ("NVMeFabrics", 0, {
        "Opcode": "opc", "Flags": "flags", "Command Identifier": "cid", "Fabrics Command Type": "fctype"}),
    "NVMe-oF/CQE of Connect": ("NVMeConnectCompletion", 0, {
        "Controller ID": "cntlid", "Authentication Required": "authreq", "SQ Head Pointer": "sqhd",
        "Command Identifier": "cid", "Status": "status"}),
    "NVMe-oF/CQE of Property Get": ("NVMePropertyCompletion", 0, {
        "Value": "value", "SQ Head Pointer": "sqhd", "Command Identifier": "cid", "Status": "status"}),
    "NVMe/CQE": ("NVMeCompletion", 0, {
        "DW0 command specific": "dword0", "DW1": "dword1", "SQ Head Pointer": "sqhd",
        "SQ Identifier (reserved on fabrics)": "sqid", "Command Identifier": "cid", "Do Not Retry": "dnr", "More": "m",
        "Command Retry Delay": "crd", "Status Code Type": "sct", "Status Code": "sc"}),
    "NVMe/SQE (common command)": ("NVMeIOCommand", 0, {
        "Opcode": "opc", "PSDT": "psdt", "Fused Operation": "fuse", "Command Identifier": "cid",
        "Namespace Identifier": "nsid", "CDW2": "cdw2", "CDW3": "cdw3", "Metadata Pointer": "mptr"}),
    "NVMe/SQE: Read/Write/Compare": ("NVMeReadWrite", 40, {
        "Starting LBA": "slba", "Number of Logical Blocks": "nlb", "Limited Retry": "lr", "Force Unit Access": "fua",
        "Protection Information Field": "prinfo", "Storage Tag Check": "stc", "Directive Type": "dtype",
        "Directive Specific": "dspec", "Expected Initial Logical Block Reference Tag": "eilbrt"}),
    "NVMe/SQE: Write Zeroes / Verify CDW10-15": ("NVMeWriteZeroes", 0, {
        "Starting LBA": "slba", "Number of Logical Blocks": "nlb", "Deallocate": "deac", "Limited Retry": "lr"}),
    "NVMe/SQE: Dataset Management CDW10-11": ("NVMeDatasetManagement", 0, {
        "Number of Ranges": "nr", "Attribute Deallocate": "ad", "Attribute Integral Dataset for Write": "idw",
        "Attribute Integral Dataset for Read": "idr"}),
    "NVMe/DSM range": ("NVMeRange", 0, {
        "Context Attributes": "cattr", "Length in Logical Blocks": "nlb", "Starting LBA": "slba"}),
    "NVMe/SQE: Reservation Register CDW10": ("NVMeReservationRegister", 0, {
        "Change Persist Through Power Loss": "cptpl", "Ignore Existing Key": "iekey",
        "Reservation Register Action": "rrega"}),
    "NVMe/SQE: Reservation Acquire CDW10": ("NVMeReservationAcquire", 0, {
        "Reservation Type": "rtype", "Ignore Existing Key": "iekey", "Reservation Acquire Action": "racqa"}),
    "NVMe/SQE: Reservation Release CDW10": ("NVMeReservationRelease", 0, {
        "Reservation Type": "rtype", "Ignore Existing Key": "iekey", "Reservation Release Action": "rrela"}),
    "NVMe/SQE: Reservation Report CDW10-11": ("NVMeReservationReport", 0, {
        "Number of Dwords": "numd", "Extended Data Structure": "eds"}),
    "NVMe/SQE: Identify CDW10-11,14": ("NVMeIdentify", 0, {
        "Controller Identifier": "cntid", "CNS": "cns", "Command Set Identifier": "csi", "UUID Index": "uuid_index"}),
    "NVMe/SQE: Get Log Page CDW10-14": ("NVMeGetLogPage", 0, {
        "NUMDL": "numdl", "Retain Asynchronous Event": "rae", "Log Specific Field": "lsp",
        "Log Page Identifier": "lid", "Log Specific Identifier": "lsi", "NUMDU": "numdu", "Log Page Offset": "lpo"}),
    "NVMe/SQE: Set Features CDW10-11": ("NVMeSetFeatures", 0, {
        "Save": "sv", "Feature Identifier": "fid", "Feature Specific CDW11": "cdw11"}),
    "NVMe/SQE: Get Features CDW10": ("NVMeGetFeatures", 0, {"Select": "sel", "Feature Identifier": "fid"}),
    "NVMe/SQE: Abort CDW10": ("NVMeAbort", 0, {
        "Submission Queue Identifier": "sqid", "Command Identifier to abort": "cid"}),
    "NVMe/AER completion DW0": ("NVMeEventCompletion", 0, {
        "Asynchronous Event Type": "aet", "Asynchronous Event Information": "aei", "Log Page Identifier": "lid"}),
    "NVMe/SGL descriptor: keyed data block": ("NVMeIOCommand", -24, {
        "Address": "sgl_address", "Length": "sgl_length", "Key": "sgl_key", "SGL Type": "sgl_type",
        "SGL Sub Type": "sgl_subtype"}),
    "NVMe/SGL descriptor: data block / segment": ("NVMeIOCommand", -24, {
        "Address or Offset": "sgl_address", "Length": "sgl_length", "SGL Type": "sgl_type",
        "SGL Sub Type": "sgl_subtype"}),
}  # fmt: skip


def examples():
    if not EXAMPLES.is_file():
        return []
    with EXAMPLES.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [row for row in rows if row["structure"] in STRUCTURES]


def read(header, data):
    """Values of all leaves, of a header that may be cut: the rest is zero."""
    fields = header.parse(data.ljust(header.size, b"\0")[: header.size])
    return {leaf.name: header.leaf_value(leaf, fields, {}) for leaf in header.leaves}


@pytest.mark.skipif(not EXAMPLES.is_file(), reason="needs the examples in ../shared")
def test_every_structure_has_examples():
    assert {row["structure"] for row in examples()} == STRUCTURES.keys()


@pytest.mark.parametrize("row", examples(), ids=lambda row: row["hex"][:24])
def test_example(row):
    name, start, names = STRUCTURES[row["structure"]]
    data = bytes.fromhex(row["hex"])
    found = read(header_named(name), bytes(-start) + data if start < 0 else data[start:])
    expected = json.loads(row["expected_json"])
    assert {label: found[field] for label, field in names.items()} == {label: expected[label] for label in names}


@pytest.mark.parametrize(
    "header", [header for header in upper_headers() if header.group.startswith("nvme")], ids=lambda header: header.name
)
def test_bytes_come_back(header):
    data = bytes(number * 7 % 251 for number in range(header.size))
    if header.tail:  # its length must agree with what is there
        tail = b"tail"
        length = (header.size + len(tail) - header.tail.add) // header.tail.scale
        data = header.write({**header.read(data), header.tail.field: length, header.tail.name: tail})
    assert header.build(header.parse(data)) == data


def test_sizes():
    """An entry is 64 bytes: 40 and 24; completions are 16."""
    sizes = {header.name: header.size for header in upper_headers()}
    for contents in CONTENTS.values():
        if "command" in contents.name and "completion" not in contents.name:
            assert {sizes[header.name] for header in contents.headers} == {40}
        if "completion" in contents.name or "event" in contents.name:
            assert {sizes[header.name] for header in contents.headers} == {16}


@pytest.mark.parametrize(("field", "fabrics", "words"), [
    (0, False, "Success"), (0x6102, False, "Capacity Exceeded"), (0x4004, False, "Invalid Field in Command"),
    (0x0304, True, "Connect Invalid Parameters"), (0x0304, False, "Attempted Write to Read Only Range"),
    (0x06E2, False, "Command Aborted By Host"), (0x0FFE, False, "Vendor Specific 0xff"),
])  # fmt: skip
def test_status_in_words(field, fabrics, words):
    assert status_words(field, fabrics=fabrics) == words
    assert (status_value(field) == 0) == (words == "Success")

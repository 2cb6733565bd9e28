"""The headers of RPC-over-RDMA, ONC RPC and NFS against examples, recorded and constructed."""

import csv
import json

import pytest
from hypothesis import given, settings, strategies as st

from ibpkt.packet import dissect_message
from ibpkt.protocols import header_named
from ibpkt.protocols.upper.contents import CONTENTS, inner_headers, upper_headers
from ibpkt.protocols.upper.nfs4 import ARGUMENTS, RESULTS
from ibpkt.protocols.upper.nfs_contents import NFS_CONTENTS, REPLIES
from ibpkt.protocols.upper.nfs_names import OPERATIONS
from ibpkt.protocols.upper.rpc_contents import MESSAGE, PRIVATE
from tests.support.shared import SHARED

EXAMPLES = SHARED / "spec" / "06-ulp-vectors.tsv"
#: structures of the examples: the header, and what its fields are called there
STRUCTURES = {
    "RPC-over-RDMA/CM private data (RFC 8797)": ("RPCRDMAPrivate", {
        "Magic": "magic", "Version": "version", "Remote Invalidation supported": "invalidates", "Send Size": "send",
        "Receive Size": "receive"}),
    "RPC-over-RDMA/v1 fixed header": ("RPCRDMA", {
        "XID": "xid", "Version": "version", "Credits": "credits", "Procedure": "msg_type"}),
    "RPC-over-RDMA/segment": ("RPCRDMAWriteSegment", {"Handle": "handle", "Length": "length", "Offset": "address"}),
    "RPC-over-RDMA/read list entry": ("RPCRDMARead", {
        "Item present": "present", "Position": "position", "Handle": "handle", "Length": "length",
        "Offset": "address"}),
    "RPC-over-RDMA/RDMA_ERROR body": ("RPCRDMAError", {"Error Code": "errcode"}),
    "RPC-over-RDMA/RDMA_MSGP extra words": ("RPCRDMAPadding", {"Align": "align", "Threshold": "threshold"}),
    "ONC RPC/call header": ("RPCMessage", {
        "XID": "xid", "Message Type": "msgtyp", "RPC Version": "rpcvers", "Program": "program",
        "Program Version": "programversion", "Procedure": "procedure", "Credential Flavor": "flavor",
        "Credential Length": "length"}),
    "ONC RPC/reply header": ("RPCMessage", {
        "XID": "xid", "Message Type": "msgtyp", "Reply State": "replystat",
        "Verifier Flavor / Reject State": "flavor", "Verifier Length": "length",
        "Accept State (verifier length 0)": "state_accept"}),
    "ONC RPC/AUTH_SYS credential body": ("RPCUnixCredential", {
        "Stamp": "stamp", "Machine Name Length": "machinename_length"}),
    "ONC RPC/RPCSEC_GSS credential body": ("RPCGSSCredential", {
        "GSS Version": "version", "GSS Procedure": "procedure", "Sequence Number": "seqnum", "Service": "service",
        "Context Length": "context_length"}),
    "NFSv4/COMPOUND arguments": ("NFS4Compound", {
        "Tag Length": "tag_length", "Minor Version": "minorversion", "Number of Operations": "operations",
        "First Opcode": "opcode"}),
    "NFSv4/COMPOUND result": ("NFS4Results", {
        "Status": "status", "Tag Length": "tag_length", "Number of Results": "operations", "First Opcode": "opcode"}),
    "NFSv4/SEQUENCE arguments": ("NFS4Sequence", {
        "Session ID": "session", "Sequence ID": "seqid", "Slot ID": "slot", "Highest Slot ID": "highest_slot",
        "Cache This": "cachethis"}),
    "NFSv4/SEQUENCE result": ("NFS4SequenceResult", {
        "Session ID": "session", "Sequence ID": "seqid", "Slot ID": "slot", "Highest Slot ID": "highest_slot",
        "Target Highest Slot ID": "target_slot", "Status Flags": "status_flags"}),
    "NFSv4/READ arguments": ("NFS4Read", {
        "State Sequence": "stateid_seqid", "State Other": "stateid_other", "Offset": "offset4", "Count": "count"}),
    "NFSv4/WRITE arguments": ("NFS4Write", {
        "State Sequence": "stateid_seqid", "State Other": "stateid_other", "Offset": "offset4", "Stable": "stable"}),
}  # fmt: skip
#: those whose bodies stand behind flavor and length
CREDENTIALS = ("RPCUnixCredential", "RPCGSSCredential")


def examples():
    if not EXAMPLES.is_file():
        return []
    with EXAMPLES.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [row for row in rows if row["structure"] in STRUCTURES]


@pytest.mark.skipif(not EXAMPLES.is_file(), reason="needs the examples in ../shared")
def test_every_structure_has_examples():
    assert {row["structure"] for row in examples()} == STRUCTURES.keys()


@pytest.mark.parametrize("row", examples(), ids=lambda row: row["structure"])
def test_example(row):
    """Behind the first header its rules are followed, as far as the example goes."""
    name, names = STRUCTURES[row["structure"]]
    data = bytes.fromhex(row["hex"])
    if name in CREDENTIALS:
        data = bytes(8) + data
    found = {}
    for layer in layers_of(header_named(name), data):
        found = {**layer.raw, **found}
    expected = json.loads(row["expected_json"])
    for label, field in names.items():
        value = found[field]
        assert (value.hex() if isinstance(value, bytes) else value) == expected[label], label


def layers_of(header, data):
    """The layers of a structure that begins with a header."""
    from ibpkt.packet.dissect import _PacketWalker
    from ibpkt.packet.layers import Bounds
    from ibpkt.protocols import annotation_graph

    walker = _PacketWalker(data, annotation_graph(), Bounds(len(data), len(data)))
    walker.walk(header)
    return walker.layers


# -- structures -------------------------------------------------------------------------------------------------------

HEADERS = [header for header in (*upper_headers(), *inner_headers()) if header.group in ("rpcordma", "rpc", "nfs")]


@pytest.mark.parametrize("header", HEADERS, ids=lambda header: header.name)
@given(data=st.data())
@settings(max_examples=4, deadline=None)
def test_bytes_come_back(header, data):
    """Every bit of a structure survives, of lengths that are told, with what fills them up."""
    values = header.read(data.draw(st.binary(min_size=header.size, max_size=header.size)))
    if header.tail:
        values[header.tail.field] = data.draw(st.integers(0, 9))
        size = header.length(values) - header.size
        assert size % 4 == 0
        assert 0 <= size - values[header.tail.field] * header.tail.scale < 4
        values[header.tail.name] = data.draw(st.binary(min_size=size, max_size=size))
    raw = header.write(values)
    assert raw == header.build(values)
    assert header.build(header.parse(raw)) == raw
    assert header.length(header.read(raw)) == len(raw)


def test_every_operation_is_declared():
    """But for those that servers only refuse."""
    known = {OPERATIONS[number] for number in ARGUMENTS}
    bare = {"GETFH", "LOOKUPP", "PUTPUBFH", "PUTROOTFH", "READLINK", "RESTOREFH", "SAVEFH"}
    assert OPERATIONS.keys() - ARGUMENTS.keys() == {
        number for number, name in OPERATIONS.items() if name in bare | {"ILLEGAL", "WANT_DELEGATION"}
    }
    assert not known & bare
    assert RESULTS.keys() <= OPERATIONS.keys()


def test_names_of_headers_are_unique():
    names = [header.name for header in (*upper_headers(), *inner_headers())]
    assert len(names) == len(set(names))


def test_replies_are_known_by_their_calls():
    assert {number for numbers in REPLIES.values() for number in numbers} <= NFS_CONTENTS.keys()
    assert all(len({*numbers}) == 3 for numbers in REPLIES.values())


# -- messages ---------------------------------------------------------------------------------------------------------


def word(*numbers):
    return b"".join(number.to_bytes(4) for number in numbers)


def call(*body, lists=(0, 0, 0), program=100003, version=4, procedure=1):
    """A call of RPC with a short credential."""
    rpc = (7, 0, 2, program, version, procedure, 0, 0, 0, 0)
    return word(7, 1, 32, 0, *lists, *rpc, *body)


def names_in(data, contents=MESSAGE):
    layers, stop = dissect_message(data, contents)
    return [layer.name for layer in layers], stop


def operations(data):
    numbers = [layer.raw["opcode"] for layer in dissect_message(data, MESSAGE)[0] if layer.name == "NFS4Operation"]
    return [OPERATIONS.get(number, number) for number in numbers]


def test_a_compound():
    names, stop = names_in(call(0, 1, 2, 24, 10))
    assert names[:2] == ["RPCRDMA", "RPCRDMAReadEnd"]
    assert names[-3:] == ["NFS4Operations", "NFS4Operation", "NFS4Operation"]
    assert stop is None


def test_a_compound_has_as_many_operations_as_it_says():
    """Bytes behind the last are no operations."""
    assert operations(call(0, 1, 1, 24, 10)) == ["PUTROOTFH"]


def test_a_compound_that_says_more():
    data = call(0, 1, 0xFFFFFFFF, 24, 10)
    assert operations(data) == ["PUTROOTFH", "GETFH"]
    assert dissect_message(data, MESSAGE)[1] is not None


def test_an_operation_that_nobody_knows_ends_the_list():
    data = call(0, 1, 3, 24, 99, 10)
    assert operations(data) == ["PUTROOTFH", 99]
    assert dissect_message(data, MESSAGE)[1].reason == "unknown"


def test_a_string_of_4_gib():
    layers, stop = dissect_message(call(0, 1, 1, 15, 0xFFFFFFFF, 0x61626364), MESSAGE)
    assert layers[-1].name == "NFS4Lookup"
    assert layers[-1].raw["file_name"] == b"abcd"
    assert stop.reason == "malformed"


def test_chunk_lists_that_never_end():
    segments = (1, 4, 5, 6, 0, 8) * 100
    layers, stop = dissect_message(word(7, 1, 32, 0, *segments), MESSAGE)
    assert {layer.name for layer in layers} == {"RPCRDMA", "RPCRDMARead"}
    assert len(layers) == 101
    assert stop is not None
    names, stop = names_in(word(7, 1, 32, 0, 0, 1, 0xFFFFFFFF, 4, 5, 6, 7))
    assert names[-2:] == ["RPCRDMAWrite", "RPCRDMAWriteSegment"]
    assert stop.reason == "malformed"


def test_two_write_chunks_and_a_reply_chunk():
    """As many segments as each chunk says, none where it says none."""
    lists = (0, 1, 2, 1, 10, 0, 11, 2, 20, 0, 21, 1, 0, 0, 1, 1, 3, 30, 0, 31)
    layers, stop = dissect_message(call(0, 1, 1, 24, lists=lists), MESSAGE)
    assert stop is None
    assert [layer.raw["handle"] for layer in layers if "handle" in layer.raw] == [1, 2, 3]
    assert layers[-1].raw["opcode"] == 24


def test_data_in_a_read_chunk():
    """The operation behind them follows their length at once."""
    state = (1, 0, 0, 0)
    inline = call(0, 1, 2, 38, *state, 0, 0, 2, 5, 0x61616161, 0x61000000, 10)
    apart = call(0, 1, 2, 38, *state, 0, 0, 2, 5, 10, lists=(1, 160, 9, 5, 0, 16, 0, 0, 0))
    assert operations(inline) == operations(apart) == ["WRITE", "GETFH"]


def test_wrapped_arguments_are_not_read():
    """Of RPCSEC_GSS with integrity or privacy; with neither they are."""
    for service, found in ((1, ["PUTROOTFH"]), (2, []), (3, [])):
        credential = (6, 24, 1, 0, 5, service, 4, 0x01020304)
        data = word(7, 1, 32, 0, 0, 0, 0, 7, 0, 2, 100003, 4, 1, *credential, 0, 0, 0, 1, 1, 24)
        assert operations(data) == found


def test_version_2_is_not_read_on():
    names, stop = names_in(word(7, 2, 32, 0, 0, 0, 0, 0))
    assert names == ["RPCRDMA"]
    assert stop.reason == "unknown"


def test_errors():
    assert names_in(word(7, 1, 32, 4, 2))[0] == ["RPCRDMA", "RPCRDMAError"]
    assert names_in(word(7, 1, 32, 4, 1, 1, 1))[0] == ["RPCRDMA", "RPCRDMAError", "RPCRDMAVersions"]


@given(st.binary(max_size=300), st.sampled_from(sorted(NFS_CONTENTS)))
@settings(max_examples=200, deadline=None)
def test_any_bytes(data, contents):
    """Whatever comes, layers lie one behind the other within it."""
    layers, _ = dissect_message(data, contents)
    at = 0
    for layer in layers:
        assert layer.offset == at
        at += layer.size
    assert at <= len(data)


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_a_damaged_compound(data):
    """A word of a compound is replaced: it may be cut short, and never longer than it says."""
    good = call(0, 1, 5, 22, 4, 1, 18, 0, 1, 0, 2, 3, 4, 5, 0, 0, 1, 0x61000000, 10, 3, 63, 9, 1, 24)
    place = data.draw(st.integers(16, len(good) // 4 - 1)) * 4
    damaged = good[:place] + data.draw(st.binary(min_size=4, max_size=4)) + good[place + 4 :]
    layers, _ = dissect_message(damaged, MESSAGE)
    told = [layer.raw["operations"] for layer in layers if layer.name == "NFS4Operations"]
    found = sum(layer.name == "NFS4Operation" for layer in layers)
    assert not told or found <= told[0]


def test_private_data_have_a_size():
    assert CONTENTS[PRIVATE].headers[0].size == 8
    assert header_named("RPCRDMAPrivate").read(bytes.fromhex("f6ab0e1801010303"))["magic"] == 0xF6AB0E18

"""The places of fields against sheets 02-headers and 05-mad-fields."""

from __future__ import annotations

from collections import defaultdict

import pytest

from ibpkt.protocols import header_named, headers
from ibpkt.schema import Header, Leaf
from tests.sheets import sheet

#: the sheet's headers that are not declared, and why
NOT_DECLARED = {
    "AtomicWritePayload": "the eight bytes are payload, which the application reads",
    "BTH-DC-extension": "no public layout",
    "DCCETH": "no public layout",
    "EoIB": "an upper-layer protocol, later",
}
#: ours for the sheet's
HEADERS = {"CNPPayload": "CNP"}
FIELDS = {
    "Resv6a": "reserved6a",
    "Resv7": "reserved7",
    ("RWH", "EtherType"): "etype",
    ("IPoIB", "Type"): "type",
    ("IETH", "R_Key"): "r_key",
}


def fields_of(header: Header) -> dict[int, list[Leaf]]:
    found: dict[int, list[Leaf]] = defaultdict(list)
    for leaf in header.leaves:
        if leaf.width:
            for index in range(leaf.count):
                found[leaf.bit + index * leaf.stride].append(leaf)
    return found


ROWS = [row for row in sheet("02-headers.tsv") if row["header"] not in NOT_DECLARED]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['header']}.{row['field']}")
def test_header(row):
    if (row["header"], row["field"]) == ("FlowControl", "LPCRC"):
        lpcrc = header_named("LPCRC")
        assert (header_named("FlowControl").size, lpcrc.size) == (4, 2)
        assert lpcrc.leaves[0].filter == "infiniband_link.lpcrc"
        return
    header = header_named(HEADERS.get(row["header"], row["header"]))
    bit, width = int(row["bit_offset"]), int(row["bit_width"])
    name = FIELDS.get((row["header"], row["field"])) or FIELDS.get(row["field"]) or row["field"].lower()
    leaf = next(leaf for leaf in header.wire if leaf.bit == bit)
    assert (leaf.name, leaf.width) == (name, width)
    assert leaf.reserved == (name.startswith("reserved"))


def test_nothing_more():
    """Our headers have no field that the sheet does not have."""
    counted = defaultdict(int)
    for row in ROWS:
        counted[HEADERS.get(row["header"], row["header"])] += row["field"] != "LPCRC"
    for name, count in counted.items():
        assert len(header_named(name).fields) == count, name


def test_what_is_left_out_is_not_declared():
    names = {header.name for header in headers()}
    assert not names & set(NOT_DECLARED)


# -- management -----------------------------------------------------------------------------------------------------

#: sheet's (class, attribute) -> our headers, one behind the other, and the bit at which they begin in the sheet
STACKED = {
    ("MAD", "CommonHeader"): ("MAD",),
    ("MAD", "RMPPHeader(at_byte_24)"): ("RMPP",),
    ("SMP", "LIDRouted"): ("MAD", "SMP", "SMPData", "SMPRest"),
    ("SMP", "DirectedRoute"): ("MAD", "SMPDirected", "SMPData", "DirectedPaths"),
    ("SA", "MAD"): ("MAD", "RMPP", "SA"),
    ("SubnMgt", "PortInfo"): ("PortInfo",),
    ("SubnMgt", "NodeDescription"): ("NodeDescription",),
    ("SubnMgt", "LinearForwardingTable"): ("LinearForwardingTable",),
    ("SubnAdm", "PathRecord"): ("PathRecord",),
}
MAD_ROWS = [row for row in sheet("05-mad-fields.tsv") if (row["class"], row["attribute"]) in STACKED]


@pytest.mark.parametrize("row", MAD_ROWS, ids=lambda row: f"{row['attribute']}.{row['field']}@{row['bit_offset']}")
def test_mad(row):
    bit, width = int(row["bit_offset"]), int(row["bit_width"])
    for name in STACKED[row["class"], row["attribute"]]:
        header = header_named(name)
        if bit < header.size * 8:
            break
        bit -= header.size * 8
    else:
        assert row["field"] == "SubnetAdminData"
        return
    leaf = (fields_of(header)[bit] or [None])[0]
    field = row["field"]
    if field == "R":
        assert (header.leaf("response").bit, header.leaf("response").width) == (bit, 1)
    elif field == "Method":
        assert (header.leaf("method").bit, header.leaf("method").width) == (bit - 1, 8)
    elif row["attribute"] == "DirectedRoute" and field in ("D", "Status", "HopPointer", "HopCount"):
        directed = header_named("SMPDirected").leaf(field.lower())
        word = {"D": (0, 1), "Status": (1, 15), "HopPointer": (0, 8), "HopCount": (8, 8)}[field]
        for value in (0, 0xFFFF, 0x8001, 0x1234):
            assert directed.compute(value) == value >> (16 - sum(word)) & ((1 << word[1]) - 1)
    elif field in ("InitialPath", "ReturnPath"):
        assert (leaf.name, leaf.width * leaf.count) == (field.lower(), width)
    elif row["attribute"] == "LinearForwardingTable":
        assert (leaf.name, leaf.width) == ("port", width)
        assert (bit - leaf.bit) // leaf.stride == int(field.removeprefix("Port"))
    elif field == "Reserved":
        assert leaf.reserved
        assert leaf.width == width
    else:
        assert (leaf.name, leaf.width) == (field.lower(), width)


def test_a_smp_has_256_bytes():
    for names in (("MAD", "SMP", "SMPData", "SMPRest"), ("MAD", "SMPDirected", "SMPData", "DirectedPaths")):
        assert sum(header_named(name).size for name in names) == 256
    for name in ("PortInfo", "LinearForwardingTable", "NodeDescription"):
        assert header_named(name).size == 64
    assert header_named("PathRecord").size == 64
    assert sum(header_named(name).size for name in ("MAD", "RMPP", "SA")) == 56

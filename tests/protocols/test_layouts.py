"""The places of fields against tests/protocols/data/headers.tsv and mad-fields.tsv."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from ibpkt.protocols import header_named, headers
from ibpkt.protocols.mad.notice import CLASS_TRAP_DATA, TRAP_DATA
from ibpkt.protocols.mad.sa import ATTRIBUTES as SA_ATTRIBUTES, RECORDS, component_names, components
from ibpkt.protocols.mad.subn import ATTRIBUTES
from ibpkt.schema import Header, Leaf
from tests.support.sweep import every
from tests.support.tables import table

#: the table's headers that are not declared, and why
NOT_DECLARED = {
    "AtomicWritePayload": "the eight bytes are payload, which the application reads",
    "BTH-DC-extension": "no public layout",
    "DCCETH": "no public layout",
    "EoIB": "an upper-layer protocol, later",
}
#: ours for the table's
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


ROWS = [row for row in table("headers.tsv") if row["header"] not in NOT_DECLARED]


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
    """Our headers have no field that the table does not have."""
    counted = defaultdict(int)
    for row in ROWS:
        counted[HEADERS.get(row["header"], row["header"])] += row["field"] != "LPCRC"
    for name, count in counted.items():
        assert len(header_named(name).fields) == count, name


def test_what_is_left_out_is_not_declared():
    names = {header.name for header in headers()}
    assert not names & set(NOT_DECLARED)


# -- management -----------------------------------------------------------------------------------------------------

#: table's (class, attribute) -> our headers, one behind the other; where none is named, the attribute's own
STACKED = {
    ("MAD", "CommonHeader"): ("MAD",),
    ("MAD", "RMPPHeader(at_byte_24)"): ("RMPP",),
    ("SMP", "LIDRouted"): ("MAD", "SMP", "SMPData", "SMPRest"),
    ("SMP", "DirectedRoute"): ("MAD", "SMPDirected", "SMPData", "DirectedPaths"),
    ("SA", "MAD"): ("MAD", "RMPP", "SA"),
    ("SubnAdm", "MultiPathRecord"): ("MultiPathRecord", "MultiPathGID"),
    ("Common", "Notice(SMP_64B)"): ("Notice", "NoticeData"),
    ("Common", "Notice(GMP_80B)"): ("Notice", "NoticeData", "NoticeIssuer"),
    ("NoticeDataDetails", "Trap64-67"): ("TrapGID",),
    ("NoticeDataDetails", "Trap68"): ("TrapUnPath",),
    ("NoticeDataDetails", "Trap69"): ("TrapRePath",),
    ("NoticeDataDetails", "Trap128"): ("TrapLinkState",),
    ("NoticeDataDetails", "Trap129-131"): ("TrapLinkErrors",),
    ("NoticeDataDetails", "Trap144"): ("TrapLocalChanges",),
    ("NoticeDataDetails", "Trap145"): ("TrapSystemImage",),
    ("NoticeDataDetails", "Trap256"): ("TrapM_Key",),
    ("NoticeDataDetails", "Trap257-258"): ("TrapKey",),
    ("NoticeDataDetails", "Trap259"): ("TrapSwitchP_Key",),
    ("NoticeDataDetails", "TrapBKey-259(BM)"): ("TrapB_Key",),
    ("NoticeDataDetails", "TrapCCKey-0(CC)"): ("TrapCC_Key",),
}
#: the table's classes of which every row is held against a declaration
CLASSES = ("MAD", "SMP", "SA", "SubnMgt", "SubnAdm", "Common", "NoticeDataDetails")
#: attributes whose layout the table calls unconfirmed: their bytes are shown
UNCONFIRMED = {("SubnAdm", "LinkSpeedWidthPairsTableRecord")}
#: how a field of the table is called here, where not by its name in small letters
NAMED = {
    "TrapNumber/DeviceID": "trapnumberdeviceid",
    "ProducerType/VendorID": "producertypevendorid",
    "Speed2.5": "speedtwofive",
    "Speed5": "speedfive",
    "Speed10": "speedten",
    "NodeDescription": "nodestring",
    "Reserved/GIDScope": "gidscope",
    "SDGID1": "sdgid",
    "ServiceData8.1-16": "servicedata8",
    "ServiceData16.1-8": "servicedata16",
    "ServiceData32.1-4": "servicedata32",
    "ServiceData64.1-2": "servicedata64",
    "MKEY": "m_key",
    "PKEY": "p_key",
    "BKEY": "b_key",
}
#: likewise for the fields of rows, which the table numbers
ROWS_NAMED = {
    r"P_Key(\d+)\.Membership": "membershiptype",
    r"P_Key(\d+)\.Base": "p_keybase",
    r"SL(\d*[02468])toVL": "sltovlhighbits",
    r"SL(\d*[13579])toVL": "sltovllowbits",
    r"VL(\d+)": "vl",
    r"Weight(\d+)": "weight",
    r"Res(\d+)": "reserved",
    r"LID(\d+)": "entrylid",
    r"Valid(\d+)": "valid",
    r"LMC(\d+)": "lmc",
    r"Port(\d+)": "port",
    r"PortMask(\d+)": "portmask",
    r"GUID(\d+)": "guid",
}
#: traps of other classes, which are in the graph when their class is
OF_CLASSES = {header.name: header for header in CLASS_TRAP_DATA.values()}
MAD_ROWS = [
    row
    for row in table("mad-fields.tsv")
    if row["class"] in CLASSES and (row["class"], row["attribute"]) not in UNCONFIRMED
]


def stacked(row: dict[str, str]) -> tuple[Header, ...]:
    names = STACKED.get((row["class"], row["attribute"]), (row["attribute"],))
    return tuple(OF_CLASSES.get(name) or header_named(name) for name in names)


@every("row", MAD_ROWS, lambda row: f"{row['attribute']}.{row['field']}@{row['bit_offset']}")
def test_mad(row):
    bit, width = int(row["bit_offset"]), int(row["bit_width"])
    for header in stacked(row):
        if bit < header.size * 8:
            break
        bit -= header.size * 8
    else:
        assert row["field"] == "SubnetAdminData"
        return
    found = fields_of(header)[bit]
    field = row["field"].rpartition(".")[2] if row["attribute"].endswith("Record") else row["field"]
    field = row["field"] if row["field"] in NAMED else field
    in_rows = next((name for pattern, name in ROWS_NAMED.items() if re.fullmatch(pattern, field)), None)
    if field == "R":
        assert (header.leaf("response").bit, header.leaf("response").width) == (bit, 1)
    elif field == "Method":
        assert (header.leaf("method").bit, header.leaf("method").width) == (bit - 1, 8)
    elif row["attribute"] == "DirectedRoute" and field in ("D", "Status", "HopPointer", "HopCount"):
        directed = header_named("SMPDirected").leaf(field.lower())
        word = {"D": (0, 1), "Status": (1, 15), "HopPointer": (0, 8), "HopCount": (8, 8)}[field]
        for value in (0, 0xFFFF, 0x8001, 0x1234):
            assert directed.compute(value) == value >> (16 - sum(word)) & ((1 << word[1]) - 1)
    elif in_rows:
        leaf = header.leaf(in_rows)
        number = int(next(filter(None, (re.fullmatch(pattern, field) for pattern in ROWS_NAMED)))[1])
        per_row = 2 if in_rows.startswith("sltovl") else 1
        assert leaf.width == width
        assert leaf.bit + number // per_row * leaf.stride == bit
    elif field.endswith("Table"):  # one that stands in a record
        whole = next(each for each in header.fields if each.bit == bit)
        assert (len(whole.rows) > 0, whole.width) == (True, width)
    elif field in ("Reserved", "Padding"):
        assert found[0].reserved
        assert found[0].width == width
    else:
        name = NAMED.get(field, field.lower())
        leaf = next(leaf for leaf in found if leaf.name == name)
        assert leaf.width * leaf.count == width


def test_nothing_more_in_management():
    """No declared attribute has a field that the table does not have, but for what fills it up."""
    covered: dict[Header, set[int]] = defaultdict(set)
    for row in MAD_ROWS:
        bit = int(row["bit_offset"])
        for header in stacked(row):
            if 0 <= bit < header.size * 8:
                covered[header].update(range(bit, min(bit + int(row["bit_width"]), header.size * 8)))
            bit -= header.size * 8
    for header, bits in covered.items():
        for field in header.fields:
            there = bits.issuperset(range(field.bit, field.bit + field.width))
            assert there or (field.name == "padding" and field is header.fields[-1]), (header, field.name)


def test_every_management_header_is_in_the_table():
    of_the_table = {header for row in MAD_ROWS for header in stacked(row)}
    declared = {*ATTRIBUTES.values(), *SA_ATTRIBUTES.values(), *TRAP_DATA.values(), *CLASS_TRAP_DATA.values()}
    assert declared <= of_the_table
    assert not {header.name for header in headers()} & {attribute for _, attribute in UNCONFIRMED}


def test_sizes():
    for names in (("MAD", "SMP", "SMPData", "SMPRest"), ("MAD", "SMPDirected", "SMPData", "DirectedPaths")):
        assert sum(header_named(name).size for name in names) == 256
    assert {header.size for header in ATTRIBUTES.values()} == {64}
    assert {header_named("Notice").size + header.size for header in TRAP_DATA.values()} == {64}
    assert sum(header_named(name).size for name in ("MAD", "RMPP", "SA")) == 56
    assert all(header.size % 8 == 0 for header in RECORDS.values())


@pytest.mark.parametrize(
    ("attribute", "bits"),
    [
        (
            "PathRecord",
            {0: "ServiceID (high half)", 2: "DGID", 4: "DLID", 6: "RawTraffic", 8: "FlowLabel", 21: "PacketLifeTime"},
        ),
        (
            "MCMemberRecord",
            {0: "MGID", 3: "MLID", 7: "P_Key", 11: "PacketLifeTime", 12: "SL", 16: "JoinState", 17: "ProxyJoin"},
        ),
        # as OpenSM's SA reads them (its IB_PIR_COMPMASK, IB_NR_COMPMASK and so on)
        (
            "PortInfoRecord",
            {
                0: "EndportLID",
                10: "LocalPortNum",
                15: "PortState",
                20: "LMC",
                34: "OperationalVLs",
                42: "GUIDCap",
                43: "ClientReregister",
                45: "SubnetTimeOut",
                47: "RespTimeValue",
                48: "LocalPhyErrors",
                49: "OverrunErrors",
                50: "MaxCreditHint",
                52: "LinkRoundTripLatency",
                53: "CapabilityMask2",
                54: "LinkSpeedExtActive",
                55: "LinkSpeedExtSupported",
                57: "LinkSpeedExtEnabled",
                58: "bit 58",
            },
        ),
        ("NodeRecord", {0: "LID", 4: "NodeType", 8: "PortGUID", 14: "NodeString", 15: "bit 15"}),
        ("ServiceRecord", {0: "ServiceID", 6: "ServiceName", 22: "ServiceData8 15", 36: "ServiceData64 1"}),
        ("InformInfoRecord", {0: "SubscriberGID", 3: "GID", 10: "TrapNumber/DeviceID", 15: "ProducerType/VendorID"}),
        ("MultiPathRecord", {0: "RawTraffic", 16: "ServiceID8MSB", 19: "SGIDCount", 21: "ServiceID56LSB"}),
        ("LinkRecord", {0: "FromLID", 3: "ToLID"}),
        ("GUIDInfoRecord", {1: "BlockNum", 4: "GUID 0", 11: "GUID 7"}),
    ],
)
def test_components(attribute, bits):
    """The bits of IBA 1, 13.4.7."""
    number = next(number for number, header in SA_ATTRIBUTES.items() if header.name == attribute)
    for bit, name in bits.items():
        assert components(1 << bit, number) == name
    assert components(1 << 63 | 1 << 3, 0x11) == f"{component_names(0x11)[3]}, bit 63"
    assert components(0, number) == ""
    assert components(5, 0x7777) == "bit 0, bit 2"

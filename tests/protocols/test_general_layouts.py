"""The places of the fields of general services (every class but SubnMgt and SubnAdm) against tests/data."""

from __future__ import annotations

import itertools

import pytest

from ibpkt.protocols import header_named
from ibpkt.protocols.mad.cm import MESSAGES
from ibpkt.protocols.mad.perf import PERF_ATTRIBUTES
from ibpkt.schema import Field, Header
from tests.support.tables import table

#: the bytes of a general datagram
SIZE = 256
#: table's (class, attribute) -> our headers, one behind the other
STACKED: dict[tuple[str, str], tuple[str, ...]] = {
    ("GMP", "Generic(CM)"): ("MAD", "Application"),
    ("PerfMgt", "MAD"): ("MAD", "PerfMgt", "PerfData"),
    ("DevMgt", "MAD"): ("MAD", "DevMgt", "DevData"),
    ("BM", "MAD"): ("MAD", "BM", "BMData"),
    ("CC", "MAD"): ("MAD", "CC", "CCLogData", "CCData"),
    ("SNMP", "MAD"): ("MAD", "SNMP"),
    ("VendorRange1", "MAD(0x09-0x0F)"): ("MAD", "Vendor"),
    ("VendorRange2", "MAD(0x30-0x4F)"): ("MAD", "RMPP", "VendorOUI"),
    **{("PerfMgt", header.name): (header.name,) for header in PERF_ATTRIBUTES.values()},
    ("CongestionControl", "CongestionInfo"): ("CongestionInfo",),
    ("CongestionControl", "CongestionKeyInfo"): ("CongestionKeyInfo",),
    ("CongestionControl", "CongestionLog(Switch)"): ("CongestionLog", "CongestionLogSwitch"),
    ("CongestionControl", "CongestionLog(CA)"): ("CongestionLog", "CongestionLogCA"),
    ("CongestionControl", "SwitchCongestionSetting"): ("SwitchCongestionSetting",),
    ("CongestionControl", "CACongestionSetting"): ("CACongestionSetting",),
    ("CongestionControl", "CongestionControlTable"): ("CongestionControlTable",),
    ("CongestionControl", "TimeStamp"): ("TimeStamp",),
    ("DevMgt", "IOUnitInfo"): ("IOUnitInfo",),
    ("DevMgt", "IOControllerProfile"): ("IOControllerProfile",),
    ("DevMgt", "ServiceEntries"): ("ServiceEntries",),
    **{("CM", header.name): (header.name,) for header in MESSAGES.values()},
    ("CM", "REQ"): ("REQ", "REQPrivate"),
    ("CM", "SIDR_REQ"): ("SIDR_REQ", "SIDRPrivate"),
    ("CM-private", "RDMA_IP_CM(REQ,SIDR_REQ)"): ("IPCM", "IPCM6"),
}
#: table's layouts of one row -> our header and its rows
ROWS = {
    ("CongestionControl", "CongestionLogEvent(Switch)"): ("CongestionLogSwitch", "events"),
    ("CongestionControl", "CongestionLogEvent(CA)"): ("CongestionLogCA", "events"),
    ("CongestionControl", "SwitchPortCongestionSettingElement"): ("SwitchPortCongestionSetting", "ports"),
    ("CongestionControl", "CACongestionEntry"): ("CACongestionSetting", "levels"),
    ("CongestionControl", "CongestionControlTableEntry"): ("CongestionControlTable", "entries"),
}
CLASSES = {name for name, _ in (*STACKED, *ROWS)}
TABLE = [row for row in table("mad-fields.tsv") if row["class"] in CLASSES]
#: the table's field -> our label, without what is no letter or digit
LABELS = {
    "r": "response",
    "mgmtclass": "managementclass",
    "controllerlist": "slots",
    "localcommid": "localcommunicationid",
    "remotecommid": "remotecommunicationid",
    "primaryreserved": "reserved",
    "alternatereserved": "reserved",
}


def plain(name: str) -> str:
    return "".join(char for char in name.lower() if char.isalnum())


def wire(headers: tuple[Header, ...]) -> list[tuple[int, int, set[str], bool]]:
    """Every stretch of bits that has a name: where it is, its width, its names, whether it is reserved."""
    found = []
    start = 0
    for header in headers:
        for field in header.fields:
            if not field.rows:
                names = {plain(field.label), plain(field.name)}
                found.append((start + field.bit, field.width, names, field.reserved))
                found += [
                    (start + part.bit, part.width, {plain(part.label)}, False) for part in field.parts if part.width > 0
                ]
                continue
            first = field.rows[0]
            labels = {plain(field.label), *({"entries"} if len(field.rows) > 1 or field.name == "entries" else ())}
            if len(field.rows) == 1:
                labels.add(plain(first.label))
            found.append((start + field.bit, field.width, labels, False))
            for number, inner in itertools.product(range(first.count), field.rows):
                labels = {plain(inner.label) + str(number), plain(inner.label) + str(number + 1)}
                at = start + inner.bit + number * inner.stride
                found.append((at, inner.width, labels, inner.reserved))
        start += header.size * 8
    return found


def is_held(row: dict[str, str], places: list[tuple[int, int, set[str], bool]]) -> bool:
    bit, width, name = int(row["bit_offset"]), int(row["bit_width"]), plain(row["field"])
    if row["field"] == "Method":  # seven bits below the bit R; ours has all eight
        bit, width = bit - 1, 8
    name = LABELS.get(name, name)
    # a number at the end counts from 0 (lanes) or from 1 (service entries)
    here = [(names, unused) for at, size, names, unused in places if (at, size) == (bit, width)]
    if "reserved" in name:
        return any(unused for _, unused in here)
    return any(name in names and not unused for names, unused in here)


@pytest.mark.parametrize("key", STACKED, ids="/".join)
def test_layout(key):
    rows = [row for row in TABLE if (row["class"], row["attribute"]) == key]
    assert rows
    places = wire(tuple(map(header_named, STACKED[key])))
    assert [row for row in rows if not is_held(row, places)] == []


@pytest.mark.parametrize("key", ROWS, ids="/".join)
def test_layout_of_a_row(key):
    rows = [row for row in TABLE if (row["class"], row["attribute"]) == key]
    assert rows
    header, name = header_named(ROWS[key][0]), ROWS[key][1]
    table: Field = next(field for field in header.fields if field.name == name)
    places = [(each.bit - table.bit, each.width, {plain(each.label)}, each.reserved) for each in table.rows]
    assert [row for row in rows if not is_held(row, places)] == []
    assert sum(each.width for each in table.rows) == sum(int(row["bit_width"]) for row in rows)


def test_nothing_is_left_out():
    assert {(row["class"], row["attribute"]) for row in TABLE} == {*STACKED, *ROWS}


def test_nothing_more():
    """Our headers have no bits that the table does not have."""
    for key, names in STACKED.items():
        last = max(
            int(row["bit_offset"]) + int(row["bit_width"]) for row in TABLE if (row["class"], row["attribute"]) == key
        )
        assert sum(header_named(name).size for name in names) * 8 == last, key


def test_sizes_of_datagrams():
    behind = SIZE - header_named("MAD").size
    for header in MESSAGES.values():
        private = {"REQ": "REQPrivate", "SIDR_REQ": "SIDRPrivate"}.get(header.name)
        assert header.size + (header_named(private).size if private else 0) == behind, header
    for message, consumer in (("REQ", "IPCMPrivate"), ("SIDR_REQ", "SIDRIPCMPrivate")):
        for addresses in ("IPCM4", "IPCM6"):
            assert sum(header_named(name).size for name in (message, "IPCM", addresses, consumer)) == behind

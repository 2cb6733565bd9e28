"""Display-filter fields: what can be asked for, and the columns that come."""

from __future__ import annotations

import csv

import numpy as np
import pytest

from ibpkt import decode
from ibpkt.batch import Batch
from ibpkt.batch.fields import PACKET_LEAVES, HeaderBytes, PacketLeaf, concatenate, field_named, fields, layers
from ibpkt.errors import CallerError
from ibpkt.protocols import headers
from tests.support.shared import SHARED, needs
from tests.support.stacks import CARRIERS, batch_of, carrier, stack

WIRESHARK = SHARED / "peers" / "wireshark-fields.tsv"

#: Wireshark's names below declared headers that have no field here, and why
LEFT_OUT = {
    "infiniband.rawdata": "not declared yet",
    "infiniband.reserved": "not declared yet",
    "infiniband.vendor": "the payload of operations of manufacturers",
    "infiniband.mad.data": "the payload, or the headers of a class",
    "infiniband.rmpp.transferreddata": "the payload",
    "infiniband.rmpp.extendederrordata": "the payload of an RMPP ABORT",
    "infiniband.sa.subnetadmindata": "the record, which has its own fields, or the payload",
    "infiniband.p_keytable.p_keytableblock": "two bytes of a table's rows, which its two fields show",
    "infiniband.linkrecord.servicedata": "four tables, which have names of their own under infiniband.servicerecord",
    # two of them are names of headers here, the others have no layout that is confirmed
    **dict.fromkeys(
        [
            f"infiniband_sdp.{header}"
            for header in ("bsdh", "crbah", "crbh", "hah", "hh", "mch", "rrch", "rwch", "sinkah", "srcah", "suspch")
        ],
        "the title of a header in Wireshark's tree",
    ),
    "infiniband_sdp.Data": "the payload",
    "infiniband.sa.drdlid": "not a field of the SA header: Wireshark declares it and never fills it in",
}


def wireshark_names() -> list[dict[str, str]]:
    if not WIRESHARK.exists():
        return []
    with WIRESHARK.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@needs(WIRESHARK)
def test_names_of_wireshark_exist():
    """Filters that people have keep working: every field of a header that is declared here has Wireshark's name."""
    known = fields()
    filters = {header.filter for header in headers()}
    names = {row["abbrev"] for row in wireshark_names()}
    below = {name for name in names if name.rpartition(".")[0] in filters or name.rpartition(".")[0] in known}
    assert len(below) > 150
    assert sorted(name for name in below if name not in known and name not in LEFT_OUT) == []
    assert sorted(name for name in LEFT_OUT if name in known or name not in names) == []


@needs(WIRESHARK)
def test_headers_have_wireshark_names():
    names = {row["abbrev"] for row in wireshark_names()}
    wanted = {header.filter for header in headers()} & names
    assert sorted(wanted - set(fields())) == []


def test_every_leaf_has_its_field():
    known = fields()
    for header in headers():
        for leaf in header.leaves:
            for name in (leaf.filter, *leaf.also):
                assert name in known, name
                if header.name not in ("ICRC", "VCRC", "LPCRC"):
                    assert leaf in known[name].leaves


def test_leaves_that_share_a_name_are_alike():
    """One name is one kind of value, else its column would mix them."""
    for field in fields().values():
        assert len({leaf.kind.binary for leaf in field.leaves}) == 1, field.name
        assert len({leaf.width for leaf in field.leaves if leaf.wide}) <= 1, field.name


def test_virtual_fields_are_described():
    assert len({leaf.name for leaf in PACKET_LEAVES}) == len(PACKET_LEAVES)
    for leaf in PACKET_LEAVES:
        assert leaf.label
        assert leaf.filter == leaf.name


def test_names_that_do_not_exist():
    with pytest.raises(
        CallerError, match=r"no field 'infiniband\.bth\.psm'; did you mean infiniband\.bth\.psn"
    ) as caught:
        field_named("infiniband.bth.psm")
    assert caught.value.suggestions[0] == "infiniband.bth.psn"


def mixed() -> tuple[Batch, list]:
    """Packets that have different fields, some of them cut."""
    packets = [carrier(name, opcode) for name in CARRIERS for opcode in (0x04, 0x0A, 0x11, 0x64, 0x81)]
    packets += [
        stack("ethernet", "Ethernet/IPv4/UDP/VXLAN/Ethernet/IPv6/UDP/BTH").built(),
        stack("erf", "ERF/ERFExtension/FlowControl").built(),
        stack("erf", "ERF/LRH/BTH/DETH/MAD/SMP/LinearForwardingTable/SMPRest", bth={"opcode": 0x64, "destqp": 0}).built(
            b""
        ),
        stack("infiniband", "LRH/RWH").built(),
    ]
    pieces = [packet.data[: len(packet.data) - number % 3 * 9] for number, packet in enumerate(packets)]
    links, wires = [packet.link for packet in packets], [len(packet.data) for packet in packets]
    decoded = [decode(piece, link, wirelen=wire) for piece, link, wire in zip(pieces, links, wires, strict=True)]
    return batch_of(pieces, links, wires), decoded


def test_columns_of_every_field():
    """The innermost occurrence of each field, or nothing where a packet lacks it."""
    batch, packets = mixed()
    for name, field in fields().items():
        column = field.column(batch)
        assert len(column) == len(batch)
        mask = np.ma.getmaskarray(column)
        for row, packet in enumerate(packets):
            leaves = [leaf for leaf in field.leaves if not isinstance(leaf, PacketLeaf | HeaderBytes)]
            if len(leaves) < len(field.leaves):
                break
            wanted = None
            for layer in packet.layers:
                for leaf in leaves:
                    if leaf.header is layer.header and layer.raw_value(leaf.name) is not None:
                        wanted = layer.raw_value(leaf.name)
            if wanted is None:
                assert mask[row].all(), (name, row)
                continue
            assert not mask[row].any(), (name, row)
            found = column[row]
            if isinstance(found, np.ndarray):
                found = found.data.tobytes() if isinstance(wanted, bytes) else tuple(found.tolist())
            if isinstance(wanted, tuple) and len(leaves) == 1:
                assert np.array_equal(
                    np.asarray(found), np.array([list(w) if isinstance(w, bytes) else w for w in wanted])
                )
            else:
                assert found == wanted, (name, row)


def test_headers_as_columns():
    """A header's value is its bytes; a protocol's those of its headers that follow each other, of several the last."""
    batch, packets = mixed()
    known = {name: field for name, field in fields().items() if isinstance(field.leaf, HeaderBytes)}
    assert {"ip", "gre", "erspan", "vlan", "infiniband.bth", "infiniband.mad"} <= known.keys()
    for name, field in known.items():
        wanted = []
        for packet in packets:
            runs: list[list] = []
            for index, layer in enumerate(packet.layers):
                if "." in name and layer.header is not field.leaf.header:
                    continue
                if layer.header.filter == name:
                    before = packet.layers[index - 1].header if index else None
                    alone = "." in name or before is None or before.filter != name or layer.header is runs[-1][0].header
                    runs += [[]] if alone else []
                    runs[-1].append(layer)
            wanted.append(b"".join(map(bytes, runs[-1])) if runs else None)
        assert field.column(batch).tolist() == wanted, name


def test_frame_and_infiniband_as_columns():
    batch, packets = mixed()
    erf = [sum(layer.size for layer in packet if layer.name.startswith("ERF")) for packet in packets]
    frames = [packet.data[size:] or None for packet, size in zip(packets, erf, strict=True)]
    assert field_named("frame").column(batch).tolist() == frames
    for packet, found in zip(packets, field_named("infiniband").column(batch).tolist(), strict=True):
        first = next((layer for layer in packet if layer.header.group == "infiniband"), None)
        end = len(packet.data) - len(packet.trailer)
        assert found == (None if first is None else packet.data[first.offset : end])


def test_layers_of_a_chain():
    draft = stack("ethernet", "Ethernet/VLAN/VLAN/IPv4/UDP/VXLAN/Ethernet/IPv4/GRE/GREKey/IPv4/UDP/BTH")
    names = [header for header, _ in draft.steps]
    assert layers(tuple(names)) == (1, 1, 2, 1, 1, 1, 2, 2, 1, 1, 3, 2, 1)


def test_dates():
    column = field_named("frame.time")
    text = column.leaf.text
    assert text(1_767_225_600_000_000_001) == "Jan  1, 2026 00:00:00.000000001 UTC"
    assert text(-1) == "Dec 31, 1969 23:59:59.999999999 UTC"
    assert text((1 << 63) - 1) == "Apr 11, 2262 23:47:16.854775807 UTC"


def test_virtual_columns():
    batch, packets = mixed()

    def column(name: str) -> list:
        return field_named(name).column(batch).tolist()

    assert column("frame.number") == list(range(1, len(packets) + 1))
    # an ERF record has a time of its own, which is 0 here
    times = [0 if "ERF" in packet else 1000 * row for row, packet in enumerate(packets)]
    assert column("frame.time_relative") == column("frame.time_epoch") == times
    assert column("frame.time_delta") == [b - a for a, b in zip([0, *times], times, strict=False)]
    assert column("frame.protocols") == [":".join(layer.header.key for layer in packet) for packet in packets]
    for name in ("icrc", "vcrc"):
        wanted = [getattr(packet, name).status for packet in packets]
        found = column(f"infiniband.{name}.status")
        assert all(
            left == right or (left is None and right == "absent") for left, right in zip(found, wanted, strict=True)
        )
    infiniband = [any(layer.header.group == "infiniband" for layer in packet) for packet in packets]
    payloads = [packet.payload or None for packet in packets]
    assert column("infiniband.payload") == [p if ib else None for p, ib in zip(payloads, infiniband, strict=True)]
    assert column("frame.payload") == [None if ib else p for p, ib in zip(payloads, infiniband, strict=True)]
    assert column("infiniband.pad") == [packet.pad or None for packet in packets]
    assert column("frame.trailer") == [packet.trailer or None for packet in packets]
    stops = [packet.stop for packet in packets]
    assert column("frame.stop") == [
        f"{stop.reason}: {stop.layer}" if stop and stop.reason != "unknown" else None for stop in stops
    ]
    erf = [sum(layer.size for layer in packet if layer.name.startswith("ERF")) for packet in packets]
    assert column("frame.len") == [packet.wirelen - more for packet, more in zip(packets, erf, strict=True)]
    assert column("frame.cap_len") == [len(packet) - more for packet, more in zip(packets, erf, strict=True)]


def test_stored_and_computed():
    good = carrier("RoCEv2 IPv4")
    batch = batch_of(
        [good.data, good.with_icrc(b"\1\2\3\4"), good.with_icrc(bytes(4)), good.data[:-1]], 1, [len(good.data)] * 4
    )
    right = int.from_bytes(good.data[-4:], "big")
    assert field_named("infiniband.invariant.crc").column(batch).tolist() == [right, 0x01020304, 0, None]
    assert field_named("infiniband.icrc.computed").column(batch).tolist() == [None, right, right, None]
    assert field_named("infiniband.icrc.status").column(batch).tolist() == ["good", "bad", "zero", "cut"]


def test_disagreements_as_a_column():
    packet = carrier("RoCEv2 IPv4", udp={"length": 20})
    batch = batch_of([carrier("RoCEv2 IPv4").data, packet.data], 1)
    found = field_named("frame.disagreement").column(batch).tolist()
    assert found[0] is None
    assert found[1] == "; ".join(map(str, decode(packet.data, 1).disagreements))


def test_concatenate():
    """The first batch may lack a field altogether; that does not decide what its column is."""
    field = field_named("infiniband.grh.sgid")
    parts = [
        field.column(batch_of([carrier("local").data] * 3, 247)),
        field.column(batch_of([carrier("RoCEv1").data], 1)),
        field.column(batch_of([], 1)),
    ]
    whole = concatenate(parts)
    assert whole.shape == (4, 16)
    assert np.ma.getmaskarray(whole)[:3].all()
    assert whole[3].tolist() == list(range(16))
    assert len(concatenate([])) == 0
    verdict = field_named("infiniband.aeth.verdict")
    texts = [verdict.column(batch_of([carrier("local", opcode).data], 247)) for opcode in (0x04, 0x11)]
    assert concatenate(texts).tolist() == [None, "ACK credits=0"]

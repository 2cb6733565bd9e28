"""PDML and ek hold what the fields hold, whatever stands in the packets; XML and JSON parsers read them."""

from __future__ import annotations

import functools
import json
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, strategies as st

import ibpkt
from ibpkt.batch import Batch
from ibpkt.batch.fields import fields
from ibpkt.output.ek import BulkLines
from ibpkt.output.field_lines import FieldLines, Options
from ibpkt.output.pdml import PdmlPackets, xml_text
from ibpkt.protocols import LINKS
from tests.support.first_packets import first_of_shapes
from tests.support.shared import OWN, captures

BETWEEN = "\x1f"
NAMES = sorted(fields())


def rendered(renderer, *batches):
    body = [piece for batch in batches for piece in renderer.render(batch)]
    return b"".join([renderer.header(), *body, renderer.footer()])


def expected(batch, names):
    """For each packet its fields as ``-T fields`` prints them, those that it lacks left out."""
    lines = rendered(FieldLines(names, Options(separator=BETWEEN)), batch).decode().split("\n")[:-1]
    rows = [dict(zip(names, line.split(BETWEEN), strict=True)) for line in lines]
    return [{name: value for name, value in row.items() if value} for row in rows]


def of_pdml(packet):
    """The fields of a packet element."""
    found = {}
    for element in packet.iter("field"):
        name = element.get("name")
        if name in fields():
            value = plain(name, element.get("show"))
            found[name] = f"{found[name]},{value}" if name in found else value
    return found


def plain(name, value):
    """A value without the colons that bytes have in PDML and ek."""
    return value.replace(":", "") if fields()[name].leaf.kind.name == "bytes" else value


def check(batch):
    document = ElementTree.fromstring(rendered(PdmlPackets(), batch))
    packets = document.findall("packet")
    lines = rendered(BulkLines(), batch).decode().split("\n")[:-1]
    assert len(packets) == len(batch)
    assert len(lines) == 2 * len(batch)
    found = [of_pdml(packet) for packet in packets]
    seen = {name for each in found for name in each}
    for marked_up, index, line, row in zip(found, lines[::2], lines[1::2], expected(batch, sorted(seen)), strict=True):
        assert {name: value for name, value in marked_up.items() if value} == row
        json.loads(index)
        layers = json.loads(line, object_pairs_hook=unique)["layers"]
        told = {}
        for layer, parts in layers.items():
            for part in parts if isinstance(parts, list) else [parts]:
                for key, value in part.items():
                    assert key.startswith(f"{layer}_")
                    told.setdefault(key.removeprefix(f"{layer}_"), []).extend(
                        value if isinstance(value, list) else [value]
                    )
        for name, text in row.items():
            if name != "frame.time":  # an ISO text there
                values = flat(told[name.replace(".", "_")])
                assert ",".join(plain(name, shown(value)) for value in values if value != "") == text, name


def flat(value):
    """The values of a member: a field that comes several times has a list, and of rows a list of lists."""
    return [inner for each in value for inner in flat(each)] if isinstance(value, list) else [value]


def unique(pairs):
    assert len(dict(pairs)) == len(pairs)
    return dict(pairs)


def shown(value):
    return str(int(value)) if isinstance(value, bool) else value


@pytest.mark.sweep
@pytest.mark.parametrize("path", captures(), ids=lambda path: path.name)
def test_captures(path):
    with ibpkt.open(path) as capture:
        for batch in first_of_shapes(capture.batches(250)):
            check(batch)


@functools.cache
def samples():
    found = []
    for name in ("ib_small.pcap", "mix_all_ops.pcap", "udaddy.pcap", "ipv6_write_bw.pcap"):
        with ibpkt.open(OWN / name) as capture:
            batch = next(capture.batches(300))
            found += [(batch[row].data, batch[row].link) for row in range(0, len(batch), 7)]
    return found


@given(st.data())
def test_packets_with_anything_in_them(data):
    packet, link = data.draw(st.sampled_from(samples()))
    changed = bytearray(packet)
    for _ in range(data.draw(st.integers(0, 6))):
        changed[data.draw(st.integers(0, len(changed) - 1))] = data.draw(st.integers(0, 255))
    end = data.draw(st.one_of(st.just(len(changed)), st.integers(1, len(changed))))
    check(Batch.of([bytes(changed[:end]), packet], link))


def described(text):
    """A NodeDescription of that text."""
    with ibpkt.open(OWN / "ib_small.pcap") as capture:
        packet = next(packet for packet in capture if "NodeDescription" in [layer.name for layer in packet])
    data = bytearray(packet.data)
    layer = next(layer for layer in packet if layer.name == "NodeDescription")
    data[layer.offset : layer.offset + 64] = text.ljust(64, b"\0")
    return Batch.of([bytes(data)], LINKS["infiniband"])


@given(st.binary(max_size=64))
@example(b"<b>&\"'</b>]]>")
@example(bytes(range(32)))
@example(b"\xff\xfe\xc3\xa4\xed\xa0\x80")
def test_text_of_packets(text):
    check(described(text))


@given(st.text(st.characters(exclude_categories=())))
@example("\x00\x0b\ud800\ufffe\uffff\U0010ffff<>&\"'\r\n\t")
def test_every_text_is_legal_xml(text):
    escaped = xml_text(text)
    read = ElementTree.fromstring(f'<a b="{escaped}"/>'.encode()).get("b")
    if text.isprintable():
        assert read == text


def test_comments_are_escaped(tmp_path):
    with ibpkt.create(tmp_path / "a.pcapng", link="ethernet") as sink:
        sink.write(bytes(60), comment="<\x1b[31m&\"'>\n")
    with ibpkt.open(tmp_path / "a.pcapng") as capture:
        batch = next(capture.batches())
        assert (
            ElementTree.fromstring(rendered(PdmlPackets(), batch)).find(".//field[@name='frame.comment']") is not None
        )
        check(batch)


def test_a_tunnel_has_each_layer_twice_in_pdml_and_a_list_in_ek():
    draft = ["ethernet", "ipv4", "udp", "vxlan", "ethernet", "ipv4", "udp", "bth"]
    outer, inner = (bytes.fromhex("020000000002 020000000001 0800"),) * 2
    bth = bytes.fromhex("0400ffff00000011 00000005") + bytes(4)
    packet = inner + ip(udp(4791, bth))
    packet = outer + ip(udp(4789, bytes.fromhex("0800000000000100") + packet))
    batch = Batch.of([packet], LINKS["ethernet"])
    check(batch)
    assert [header.key for header in batch.shapes[0].headers] == draft
    protos = [each.get("name") for each in ElementTree.fromstring(rendered(PdmlPackets(), batch)).iter("proto")]
    assert protos == ["geninfo", "frame", "eth", "ip", "udp", "vxlan", "eth", "ip", "udp", "infiniband"]
    layers = json.loads(rendered(BulkLines(), batch).splitlines()[1])["layers"]
    assert [part["udp_udp_dstport"] for part in layers["udp"]] == ["4789", "4791"]


def udp(port, body):
    return bytes([0xC0, 0]) + port.to_bytes(2, "big") + (8 + len(body)).to_bytes(2, "big") + bytes(2) + body


def ip(body):
    head = bytes.fromhex("4500") + (20 + len(body)).to_bytes(2, "big") + bytes.fromhex("00004000 4011 0000")
    return head + bytes([10, 0, 0, 1, 10, 0, 0, 2]) + body


def test_chosen_fields():
    batch = described(b"a<b")
    name = "infiniband.nodedescription.nodestring"
    found = ElementTree.fromstring(rendered(PdmlPackets([name, "infiniband.reth.va"]), batch))
    assert [(each.get("name"), each.get("value")) for each in found.findall("packet/field")] == [(name, "a<b")]
    document = json.loads(rendered(BulkLines([name, "infiniband.reth.va"]), batch).splitlines()[1])
    assert document["layers"] == {"infiniband_nodedescription_nodestring": ["a<b"]}
    nothing = json.loads(rendered(BulkLines(["infiniband.reth.va"]), batch).splitlines()[1])
    assert nothing["layers"] == {}


def test_without_crc_there_are_no_verdicts():
    batch = described(b"x")
    for renderer in (PdmlPackets, BulkLines):
        with_, without = rendered(renderer(), batch), rendered(renderer(crc=False), batch)
        assert b"icrc" in with_
        assert b"icrc.status" not in without.replace(b"_", b".")

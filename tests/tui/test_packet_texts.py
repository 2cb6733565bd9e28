"""Lines, trees and bytes of packets say what `ibpkt decode` says."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given, strategies as st

import ibpkt
from ibpkt.batch.fields import field_named
from ibpkt.output.tree import packet_tree
from ibpkt.tui.background_pace import BackgroundPace
from ibpkt.tui.byte_rows import byte_rows, bytes_across
from ibpkt.tui.capture_bytes import CaptureBytes
from ibpkt.tui.field_tree import node_at, tree_nodes
from ibpkt.tui.packet_index import PacketIndex
from ibpkt.tui.packet_lines import KEPT, PacketLines
from tests.support.command import run
from tests.support.shared import OWN

SOME = ("corrupt_write.pcap", "ib_small.pcap", "derived_snap64.pcap", "rping_ipv6.pcap", "derived_comments.pcapng")


def indexed(name):
    index = PacketIndex(CaptureBytes(str(OWN / name), name))
    index.read(BackgroundPace())
    return index


@pytest.mark.parametrize("name", SOME)
def test_lines_are_those_of_decode(name):
    wanted = run("decode", "-c", "250", OWN / name).lines
    index = indexed(name)
    found = PacketLines(index).of(range(min(250, index.count)))
    assert len(found) == len(wanted)
    for line, text in zip(found, wanted, strict=True):
        said = f"{line.row + 1} {line.time / 1e9:.6f} {line.source} → {line.destination} {line.protocol} {line.length}"
        said += f" {line.info} {line.wrong}"
        assert said.split() == text.split()


def test_lines_are_remembered_and_forgotten():
    lines = PacketLines(indexed("corrupt_write.pcap"))
    first = lines.of([3, 1, 3])
    assert [line.row for line in first] == [3, 1, 3]
    assert lines.of([1])[0] is first[1]
    lines.of(range(1288))
    lines.of([1])
    assert len(lines._lines) <= KEPT


def test_a_line_without_crcs_verifies_none():
    index = indexed("corrupt_write.pcap")
    assert PacketLines(index).of([173])[0].wrong.startswith("[ICRC bad: 0x4254d017, should be 0x06799e97]")
    assert "ICRC" not in PacketLines(index, verify=False).of([173])[0].wrong


def in_words(text):
    """A line of a tree without what only one of the two shows: bits, how much of a payload, brackets of verdicts."""
    return re.sub(r"^[.x ]+= ", "", text.strip())


@pytest.mark.costly
@pytest.mark.parametrize("name", SOME)
def test_trees_are_those_of_decode(name):
    index = indexed(name)
    for row in range(0, min(index.count, 200), 7):
        batch = index.batch([row])
        wanted = [in_words(line) for line in packet_tree(batch[0]).splitlines()[1:]]
        found = [in_words(node.text) for node in tree_nodes(batch)]
        fields = [text for text in found if ": " in text and not text.startswith(("[", "Payload", "Trailer"))]
        assert fields
        for text in fields:
            assert any(line.endswith(text) or line.startswith(text[:200]) for line in wanted), (row, text)
        titles = [line for line in wanted if re.search(r"\(\w+\), \d+ bytes$", line)]
        assert len(titles) <= len([node for node in tree_nodes(batch) if node.depth == 0])


@pytest.mark.parametrize("name", SOME)
def test_fields_stand_where_the_tree_says(name):
    """Whole bytes of a field, read as a number, are its raw value as a column has it."""
    index = indexed(name)
    checked = 0
    for row in range(0, min(index.count, 120), 5):
        batch = index.batch([row])
        packet = batch[0]
        layers = iter(packet.layers)
        layer = None
        for node in tree_nodes(batch):
            if node.depth == 0:
                layer = next(layers, None)
            elif node.depth == 1 and layer is not None and node.end > node.start:
                leaf = next((leaf for leaf in layer.header.fields if leaf.filter == node.field), None)
                raw = None if leaf is None else layer.raw.get(leaf.name)
                if isinstance(raw, int) and leaf.width % 8 == leaf.bit % 8 == 0 and leaf.count == 1:
                    assert int.from_bytes(packet.data[node.start : node.end], "big") == raw, node
                    checked += 1
    assert checked > 20


def test_every_field_of_the_tree_can_be_filtered():
    for name in SOME:
        for node in tree_nodes(indexed(name).batch([40])):
            if node.field:
                assert field_named(node.field).name


def test_the_node_of_a_byte_is_the_narrowest():
    nodes = tree_nodes(indexed("corrupt_write.pcap").batch([173]))
    assert nodes[node_at(nodes, 43)].start == 43
    assert nodes[node_at(nodes, 51)].text.startswith("Packet Sequence Number")
    assert nodes[node_at(nodes, 60)].text.startswith("Payload")
    assert node_at(nodes, 5000) is None


@pytest.mark.parametrize("across", [4, 8, 16])
def test_rows_of_bytes_are_the_packet(across):
    packet = indexed("ib_small.pcap").batch([3])[0]
    rows = byte_rows(packet, across)
    assert b"".join(row.data for row in rows) == packet.data
    assert all(len(row.data) <= across for row in rows)
    assert [row.name for row in rows if row.name][:2] == ["LRH", "BTH"]
    assert [*(row.start for row in rows), len(packet.data)] == [0, *itertools.accumulate(len(row.data) for row in rows)]


@given(st.integers(0, 400))
def test_rows_fit_the_screen(columns):
    across = bytes_across(columns)
    assert across % 4 == 0
    assert across == 4 or 15 + 4 * across <= columns


@pytest.mark.parametrize("column", range(80))
def test_the_byte_below_the_pointer(column):
    """The column of the screen leads to the byte whose digits or character stand there."""
    packet = ibpkt.decode(bytes(range(14)) + bytes(range(65, 95)), "ethernet")
    row = byte_rows(packet, 16)[-1]
    text = f"{row.start:04x} " + "".join(f" {byte:02x}" for byte in row.data)
    text = text.ljust(5 + 3 * 16 + 1) + row.data.decode("latin-1")
    byte = row.at_column(column, 16)
    if byte is not None:
        assert text[column : column + 1].strip() == "" or byte - row.start < len(row.data)
        if column >= 6 + 3 * 16:
            assert text[column] == chr(packet.data[byte])
        elif text[column] != " ":
            assert text[column] in f"{packet.data[byte]:02x}"

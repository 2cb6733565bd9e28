"""Damaged, forged, cut and shuffled management datagrams: told or skipped, never a traceback, never a wrong link."""

from __future__ import annotations

import random
import tracemalloc

import pytest

import ibpkt
from ibpkt.cli.fabric_text import FabricScreen
from ibpkt.fabric.reader import FabricReader, read_fabric
from ibpkt.protocols.mad.classes import ATTRIBUTES
from tests.fabric.batches import batches_of
from tests.support.shared import OWN


@pytest.fixture(scope="module")
def packets() -> list[bytes]:
    with ibpkt.open(OWN / "ib_small.pcap") as capture:
        return [packet.data for packet in capture]


def fabric_of(packets):
    reader = FabricReader()
    for batch in batches_of(packets, 500):
        reader.add(batch)
    fabric = reader.fabric()
    screen = FabricScreen(fabric, "forged.pcap", ("forged.pcap",), all_events=True)
    assert screen.text(80, None, None)
    screen.members(None, None)
    return fabric


def links(fabric):
    return {
        ((link.a.guid, link.a_port), (link.b.guid, link.b_port)) for subnet in fabric.subnets for link in subnet.links
    }


def test_the_undamaged_capture(packets):
    assert [len(subnet.nodes) for subnet in fabric_of(packets).subnets] == [4]


@pytest.mark.parametrize("seed", range(12))
def test_random_bytes(packets, seed):
    """Any bytes behind the headers that say that it is a management datagram."""
    numbers = random.Random(seed)
    damaged = []
    for data in packets:
        raw = bytearray(data)
        for _ in range(numbers.choice((0, 1, 3, 20))):
            if len(raw) > 40:
                raw[numbers.randrange(28, len(raw))] = numbers.randrange(256)
        damaged.append(bytes(raw))
    fabric_of(damaged)


@pytest.mark.parametrize("size", [8, 28, 60, 64, 92, 110, 140, 156, 200, 250, 283])
def test_cut_packets(packets, size):
    """What is cut says less, and nothing else."""
    assert links(fabric_of([data[:size] for data in packets])) <= links(fabric_of(packets))


@pytest.mark.parametrize("seed", range(4))
def test_lost_packets(packets, seed):
    numbers = random.Random(seed)
    kept = [data for data in packets if numbers.random() < 0.6]
    assert links(fabric_of(kept)) <= links(fabric_of(packets))


@pytest.mark.parametrize("seed", range(4))
def test_any_order(packets, seed):
    shuffled = list(packets)
    random.Random(seed).shuffle(shuffled)
    fabric_of(shuffled)


def test_hop_counts_beyond_the_path(packets):
    """The hop count is in the byte after the hop pointer; tables of subnet administration still tell the links."""
    forged = []
    for data in packets:
        raw = bytearray(data)
        if len(raw) > 36 and raw[29] == 0x81:
            raw[35] = 200
        forged.append(bytes(raw))
    fabric = fabric_of(forged)
    assert links(fabric) == links(fabric_of(packets))
    assert any("or are too long" in note for note in fabric.notes)


@pytest.mark.parametrize(
    "attribute", ["GUIDInfo", "P_KeyTable", "LinearForwardingTable", "MulticastForwardingTable", "VLArbitrationTable"]
)
def test_blocks_of_tables_beyond_any_table(packets, attribute):
    """The highest attribute modifier there is: the blocks before it take no memory, and nothing else changes."""
    numbers = {name: number for number, name in ATTRIBUTES[0x01].items()}
    forged = []
    for data in packets:
        raw = bytearray(data)
        answer = len(raw) > 60 and raw[29] in (0x01, 0x81) and raw[31] & 0x80
        if answer and int.from_bytes(raw[44:46], "big") == numbers[attribute]:
            raw[48:52] = bytes([0x7F, 0xFF, 0xFF, 0xFF])
        forged.append(bytes(raw))
    assert forged != packets
    tracemalloc.start()
    found = fabric_of(forged)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert links(found) == links(fabric_of(packets))
    assert peak < 60 << 20


def test_nothing_at_all():
    assert fabric_of([]).subnets == []
    assert fabric_of([bytes(300)] * 3).subnets == []


def test_two_nodes_with_one_guid_are_told(packets):
    """A third adapter that has the GUID of the second: the walk finds one port at two places."""
    fabric = fabric_of(packets)
    by_name = {node.name: node.guid for node in fabric.subnets[0].nodes.values()}
    one, other = (by_name[name].to_bytes(8, "big") for name in ("hostB", "hostC"))
    forged = [data.replace(other, one) for data in packets]
    told = [problem for subnet in fabric_of(forged).subnets for problem in subnet.problems]
    (problem,) = [each for each in told if each.kind == "duplicate-guid"]
    assert problem.severity == "error"
    assert len(problem.frames) >= 2


def test_names_with_control_characters_are_escaped(packets):
    forged = [data.replace(b"hostB\0\0\0", b"h\x1b[31mB\n") for data in packets]
    fabric = read_fabric(batches_of(forged))
    text = FabricScreen(fabric, "x.pcap", ("x.pcap",), all_events=True).text(80, None, None)
    assert "\x1b" not in text
    assert any("\x1b" in node.name for subnet in fabric.subnets for node in subnet.nodes.values())

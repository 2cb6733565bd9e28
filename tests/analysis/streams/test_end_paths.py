"""What flows say of their path, against what the bytes of their packets say."""

from __future__ import annotations

import io
import itertools
import struct

import numpy as np
import pytest

import ibpkt
from ibpkt.analysis import flows
from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.columns.path_facts import PATH_NAMES
from ibpkt.analysis.streams.end_paths import MOST, EndPaths
from ibpkt.analysis.streams.named_arrays import NamedArrays
from tests.support.command import pcap
from tests.support.pieces import records_of
from tests.support.shared import capture


def said_by_bytes(packets):
    """Sender and path facts of packets of RoCEv2 over IPv4 on Ethernet, tagged or not."""
    for packet in packets:
        at = 12
        facts = {}
        while struct.unpack_from(">H", packet, at)[0] == 0x8100:
            tag = struct.unpack_from(">H", packet, at + 2)[0]
            facts |= {"vlan": tag & 0xFFF, "pcp": tag >> 13}
            at += 4
        if struct.unpack_from(">H", packet, at)[0] != 0x0800 or packet[at + 2 + 9] != 17:
            continue
        ip = at + 2
        port, destination = struct.unpack_from(">HH", packet, ip + 20)
        if destination != 4791:
            continue
        facts |= {"ecn": packet[ip + 1] & 3, "dscp": packet[ip + 1] >> 2, "udp_srcport": port}
        facts["p_key"] = struct.unpack_from(">H", packet, ip + 28 + 2)[0]
        yield ".".join(map(str, packet[ip + 12 : ip + 16])), packet[ip + 28], facts


@pytest.mark.parametrize("name", ["vlan_write.pcap", "tclass_dscp26_ect0.pcap", "ecn_marked_netem.pcap"])
def test_recorded(name):
    expected = {}
    for sender, opcode, facts in said_by_bytes(record.data for record in records_of(capture(name))):
        assert opcode < 0x60 or opcode == 0x81, "one connection"
        for fact, value in facts.items():
            values = expected.setdefault(sender, {}).setdefault(fact, [])
            if value not in values:
                values.append(value)
    with ibpkt.open(capture(name)) as opened:
        (flow,) = flows(opened)
    assert {side.address: side.path for side in flow.sides} == expected
    assert all(list(side.path) == [name for name in PATH_NAMES if name in side.path] for side in flow.sides)


@pytest.mark.family("batches")
@pytest.mark.parametrize("name", ["ecn_marked_netem.pcap", "nvmeof.pcap", "ib_small.pcap", "ipv6_write_bw.pcap"])
@pytest.mark.parametrize("size", [7, 50])
def test_batches_make_no_difference(name, size):
    def paths(size):
        analyser, found = Analyser(messages=False, paths=True), []
        with ibpkt.open(capture(name)) as opened:
            for batch in opened.batches(size):
                found += analyser.add(batch).flows
                del batch
        found += analyser.finish().flows
        return {flow.number: [side.path for side in flow.sides] for flow in found}

    whole = paths(None)
    assert whole
    assert any(side for sides in whole.values() for side in sides)
    assert paths(size) == whole


def packet(**values):
    ip = {name: value for name, value in values.items() if name in ("dscp", "ecn", "src", "dst")}
    udp = {"srcport": values.get("srcport", 50000)}
    bth = {"opcode": 4, "destqp": values.get("destqp", 5), "psn": values.get("psn", 0)}
    return ibpkt.build("Ethernet", ibpkt.draft("IPv4", **ip), ibpkt.draft("UDP", **udp), ibpkt.draft("BTH", **bth))


def paths_of(packets, link=1):
    with ibpkt.open(io.BytesIO(pcap((each.data for each in packets), link=link))) as opened:
        return [[side.path for side in flow.sides] for flow in flows(opened)]


def test_of_many_values_the_first_ones():
    ports = range(1100, 1000, -1)
    ((a, b),) = paths_of([packet(srcport=port, psn=psn) for psn, port in enumerate(ports)])
    assert (a["udp_srcport"], b) == (list(ports)[:MOST], {})


def test_between_an_address_and_itself():
    """The ends of a flow whose two addresses are the same say their own."""
    request = {"src": "10.0.0.1", "dst": "10.0.0.1"}
    out = [packet(**request, destqp=5, psn=psn, srcport=1, dscp=1) for psn in range(4)]
    answers = [
        ibpkt.build(
            "Ethernet", ibpkt.draft("IPv4", **request, dscp=2), ibpkt.draft("UDP", srcport=2),
            ibpkt.draft("BTH", opcode=17, destqp=6, psn=psn), ibpkt.draft("AETH", msn=psn + 1),
        )
        for psn in range(4)
    ]  # fmt: skip
    found = paths_of(itertools.chain(*zip(out, answers, strict=True)))
    assert [[side.get("dscp") for side in sides] for sides in found] == [[[1], [2]]]


def test_a_damaged_packet_says_nothing():
    good, bad = packet(psn=1), packet(psn=2, srcport=7)
    data = bytearray(bad.data)
    data[-1] ^= 1
    found = paths_of([good, ibpkt.decode(bytes(data))])
    assert [sides[0]["udp_srcport"] for sides in found] == [[50000]]


def test_gids_and_the_labels_of_grh():
    native = ibpkt.build(
        "LRH", ibpkt.draft("GRH", sgid="fe80::1", flowlabel=5), ibpkt.draft("BTH", opcode=4, p_key=0x8001)
    )
    ((a, _),) = paths_of([native], link=247)
    assert (a["gid"], a["flow_label"], a["sl"], a["p_key"]) == (["fe80::1"], [5], [0], [0x8001])
    assert "vlan" not in a


def test_ends_that_move_and_are_used_again():
    ends = NamedArrays({"address": (np.int64, 0)})
    paths = EndPaths(ends)
    paths.add(np.array([4, 4, 6]), {"ecn": np.array([2, 3, 1]), "vlan": np.array([-1, -1, -1])})
    assert (paths.of(4, None), paths.of(6, None), paths.of(5, None)) == ({"ecn": [2, 3]}, {"ecn": [1]}, {})
    ends.copy_rows(np.array([4]), np.array([9]))
    paths.move(np.array([4]), np.array([9]))
    assert paths.of(9, None) == {"ecn": [2, 3]}
    ends.reset(np.array([4, 9]))
    paths.forget(np.array([4, 9]))
    assert (paths.of(4, None), paths.of(9, None), paths.further) == ({}, {}, {})

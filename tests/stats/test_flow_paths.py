"""What `FlowPaths` keeps of flows."""

from __future__ import annotations

import io

import numpy as np

import ibpkt
from ibpkt.stats.flow_paths import MOST, PATH_FACTS, FlowPaths
from tests.support.command import pcap


def batches(packets, size=None):
    with ibpkt.open(io.BytesIO(pcap(packet.data for packet in packets))) as capture:
        yield from capture.batches(size)


def packet(**values):
    ip = {name: value for name, value in values.items() if name in ("dscp", "ecn")}
    udp = {"srcport": values.get("srcport", 50000)}
    return ibpkt.build(
        "Ethernet", ibpkt.draft("IPv4", **ip), ibpkt.draft("UDP", **udp), ibpkt.draft("BTH", destqp=5), payload=b"x"
    )


def facts_of(packets, flows, senders, size=None):
    paths, at = FlowPaths(), 0
    for batch in batches(packets, size):
        rows = slice(at, at + len(batch))
        paths.add(batch, np.array(flows[rows], np.int64), np.array(senders[rows], np.int64))
        at += len(batch)
    return paths


def test_values_in_the_order_in_which_they_come():
    packets = [packet(dscp=26, srcport=port) for port in (3, 1, 2, 1, 3)]
    for size in (None, 1, 2):
        paths = facts_of(packets, [7] * 5, [1] * 5, size)
        found = paths.facts(7, 0, 1)
        assert list(found) == [fact.name for fact in PATH_FACTS]
        assert (found["udp_srcport"], found["dscp"], found["vlan"]) == ([3, 1, 2], [26], [])
        assert found["p_key"] == [0xFFFF]


def test_flows_and_senders_apart():
    packets = [packet(ecn=2), packet(ecn=3), packet(ecn=1), packet(ecn=0)]
    paths = facts_of(packets, [1, 1, 2, 0], [1, 2, 1, 1])
    assert [paths.facts(*key)["ecn"] for key in ((1, 0, 1), (1, 0, 2), (2, 0, 1), (3, 0, 1))] == [[2], [3], [1], []]
    assert paths.facts(1, 2, 1)["ecn"] == [2, 1]
    assert len(paths) == 2
    paths.drop(1, 0)
    assert len(paths) == 1
    assert paths.facts(1, 0, 1)["ecn"] == []


def test_of_many_values_the_first_ones():
    packets = [packet(srcport=port) for port in range(100, 0, -1)]
    assert facts_of(packets, [1] * 100, [1] * 100).facts(1, 0, 1)["udp_srcport"] == list(range(100, 100 - MOST, -1))


def test_gids_and_the_labels_of_grh():
    native = ibpkt.build(
        "LRH", ibpkt.draft("GRH", sgid="fe80::1", flowlabel=5), ibpkt.draft("BTH", p_key=0x8001), payload=b"x"
    )
    (batch,) = ibpkt.open(io.BytesIO(pcap([native.data], link=247))).batches()
    paths = FlowPaths()
    paths.add(batch, np.array([1]), np.array([9]))
    found = paths.facts(1, 0, 9)
    assert (found["gid"], found["flow_label"], found["sl"], found["p_key"]) == (["fe80::1"], [5], [0], [0x8001])

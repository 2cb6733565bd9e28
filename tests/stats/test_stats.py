"""Every statistic equals what a plain loop over decoded packets counts, on every capture."""

from __future__ import annotations

import collections
import random

import numpy as np
import pytest

import ibpkt
from ibpkt.errors import CallerError
from ibpkt.stats import endpoints, tally
from ibpkt.stats.endpoints import KINDS, Conversations, Endpoints
from ibpkt.stats.intervals import Intervals
from ibpkt.stats.opcodes import Opcodes
from ibpkt.stats.protocols import Protocols

from ..shared import captures

FILES = captures()


@pytest.fixture(scope="module", params=FILES, ids=lambda path: path.name)
def capture(request):
    """The packets of a capture, and which of them a filter would choose."""
    chooser = random.Random(request.param.name)
    with ibpkt.open(request.param) as source:
        packets = [packet for batch in source.batches() for packet in batch]
        return request.param, packets, np.array([chooser.random() < 0.5 for _ in packets], np.bool_)


def counted(statistic, path, chosen=None, size=50):
    """The statistic of a capture, in small batches; the first packets of a mask are those of the first batch."""
    with ibpkt.open(path) as source:
        for batch in source.batches(size):
            first = batch.frames.first - 1
            statistic.add(batch, None if chosen is None else chosen[first : first + len(batch)])
    return statistic.rows()


def picked(packets, chosen):
    return [packet for packet, take in zip(packets, chosen, strict=True) if take]


def lengths(packet):
    """The packet's length on the wire without ERF headers, as frame.len has it."""
    return packet.wirelen - sum(layer.size for layer in packet.layers if layer.header.group == "erf")


def test_opcodes(capture):
    path, packets, chosen = capture
    expected: dict = collections.defaultdict(lambda: [0, 0])
    for packet in picked(packets, chosen):
        if "BTH" in packet:
            count = expected[packet.all("BTH")[-1].opcode]
            count[0] += 1
            count[1] += lengths(packet)
    rows = counted(Opcodes(), path, chosen)
    assert {row["opcode"]: [row["packets"], row["bytes"]] for row in rows} == expected
    assert [row["opcode"] for row in rows] == sorted(expected)


def test_protocols(capture):
    path, packets, chosen = capture
    expected: dict = collections.defaultdict(lambda: [0, 0])
    expected[""] = [0, 0]
    for packet in picked(packets, chosen):
        keys = [layer.header.key for layer in packet]
        for depth in range(len(keys) + 1):
            count = expected[":".join(keys[:depth])]
            count[0] += 1
            count[1] += lengths(packet)
    rows = counted(Protocols(), path, chosen)
    assert {row["protocols"]: [row["packets"], row["bytes"]] for row in rows} == expected
    seen = set()
    for row in rows:  # a header comes behind the one that carries it
        assert not row["protocols"] or row["protocols"].rpartition(":")[0] in seen
        seen.add(row["protocols"])


def addresses(packet, by):
    """Source and destination as texts."""
    for layer in reversed(packet.layers):
        if layer.header.address and (not KINDS[by] or layer.header in KINDS[by]):
            prefix, *names = layer.header.address
            texts = [prefix + layer.header.leaf(name).text(layer.raw[name]) for name in names]
            if by == "qp":
                if "BTH" not in packet:
                    return None
                bth = packet.all("BTH")[-1]
                texts[1] += " QP " + bth.header.leaf("destqp").text(bth.raw["destqp"])
            return texts
    return None


@pytest.mark.parametrize("by", KINDS)
def test_endpoints_and_conversations(capture, by):
    path, packets, chosen = capture
    ends: dict = collections.defaultdict(lambda: [0, 0, 0, 0])
    pairs: dict = {}
    for packet in picked(packets, chosen):
        found = addresses(packet, by)
        if found is None:
            continue
        source, destination = found
        size = lengths(packet)
        ends[source][0] += 1
        ends[source][1] += size
        ends[destination][2] += 1
        ends[destination][3] += size
        a, b = sorted(found)
        pair = pairs.setdefault((a, b), [0, 0, 0, 0, [], []])
        direction = 0 if source == a else 2
        pair[direction] += 1
        pair[direction + 1] += size
        pair[4].append(packet.time)
    rows = counted(Endpoints(by), path, chosen)
    assert {
        row["address"]: [row["sent_packets"], row["sent_bytes"], row["received_packets"], row["received_bytes"]]
        for row in rows
    } == ends
    assert [row["bytes"] for row in rows] == sorted((row["bytes"] for row in rows), reverse=True)
    rows = counted(Conversations(by), path, chosen)
    assert {(row["a"], row["b"]) for row in rows} == set(pairs)
    for row in rows:
        there, there_bytes, back, back_bytes, times, _ = pairs[row["a"], row["b"]]
        assert (row["packets_a_to_b"], row["bytes_a_to_b"]) == (there, there_bytes)
        assert (row["packets_b_to_a"], row["bytes_b_to_a"]) == (back, back_bytes)
        assert (row["packets"], row["bytes"]) == (there + back, there_bytes + back_bytes)
        assert (row["first"], row["last"]) == (endpoints.seconds(min(times)), endpoints.seconds(max(times)))


MEASURES = ("packets", "bytes", "count(infiniband.reth.dmalen)", "sum(infiniband.reth.dmalen)",
            "min(infiniband.bth.psn)", "max(infiniband.bth.psn)", "avg(infiniband.reth.va)")  # fmt: skip


def test_intervals(capture):
    path, packets, chosen = capture
    if not packets:
        assert counted(Intervals(), path) == []
        return
    halves = {"even": lambda batch: batch.frames.number_of % 2 == 0, "all": lambda batch: batch.frames.number_of > 0}
    rows = counted(Intervals(0.01, MEASURES, list(halves.items())), path, chosen)
    start = packets[0].time
    expected: dict = collections.defaultdict(list)
    for packet in picked(packets, chosen):
        expected[(packet.time - start) // 10_000_000].append(packet)
    seen = {row["start"]: row for row in rows}
    assert sum(row["all: packets"] for row in rows) == chosen.sum()
    for number, inside in expected.items():
        row = seen[endpoints.seconds(number * 10_000_000)]
        for name in halves:
            taken = [packet for packet in inside if name == "all" or packet.number % 2 == 0]
            psns = [packet.all("BTH")[-1].psn for packet in taken if "BTH" in packet]
            reths = [packet.all("RETH")[-1] for packet in taken if "RETH" in packet]
            dmalens = [reth.dmalen for reth in reths]
            vas = [layer.va for packet in taken for layer in packet if layer.header.key in ("reth", "atomiceth")]
            assert row[f"{name}: packets"] == len(taken)
            assert row[f"{name}: bytes"] == sum(map(lengths, taken))
            assert row[f"{name}: count(infiniband.reth.dmalen)"] == len(dmalens)
            assert row[f"{name}: sum(infiniband.reth.dmalen)"] == sum(dmalens)
            assert row[f"{name}: min(infiniband.bth.psn)"] == min(psns, default=None)
            assert row[f"{name}: max(infiniband.bth.psn)"] == max(psns, default=None)
            assert row[f"{name}: avg(infiniband.reth.va)"] == (sum(vas) / len(vas) if vas else None)


def test_many_more_addresses_than_are_kept_are_counted_together(monkeypatch):
    monkeypatch.setattr(tally, "MOST", 3)
    statistic = tally.Tally(2)
    statistic.add(list(range(10)), np.arange(10), (1, np.arange(10) * 100))
    statistic.add([0], np.zeros(2, np.int64), (1, np.array([1, 2])))
    assert statistic.sums == {0: [3, 3], 1: [1, 100], 2: [1, 200]}
    assert statistic.others == [7, sum(range(3, 10)) * 100]


@pytest.mark.parametrize(
    ("measures", "sentence"),
    [
        (("sun(infiniband.reth.dmalen)",), "did you mean sum"),
        (("sum(infiniband.reth.dmaln)",), "infiniband.reth.dmalen"),
        (("sum(eth.src)",), "is no number"),
        (("sum(infiniband.icrc.status)",), "is no number"),
        (("bites",), "did you mean bytes"),
    ],
)
def test_measures_that_do_not_exist(measures, sentence):
    with pytest.raises(CallerError, match=sentence.replace("(", r"\(")):
        Intervals(1, measures)


@pytest.mark.parametrize("interval", [0, -1, float("nan"), float("inf")])
def test_intervals_are_above_zero(interval):
    with pytest.raises(CallerError, match="above zero"):
        Intervals(interval)


def test_kinds_that_do_not_exist():
    with pytest.raises(CallerError, match="did you mean gid"):
        Endpoints("gids")

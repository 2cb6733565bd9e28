"""Counters that were read: by how much they rose, which packets show it, and what is said of them."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ibpkt.fabric.counter_problems import _risen, _standing
from ibpkt.fabric.counter_reads import CounterReads, CounterSeries, error_counters
from ibpkt.fabric.sources import FabricPackets, Sources
from ibpkt.protocols.mad.perf import PortCounters, PortCountersExtended
from tests.fabric.batches import batches_of
from tests.fabric.sweep import Sweep
from tests.fabric.test_counters_and_keys import MANAGER_LID, SUBNET, SWITCH, SWITCH_LID, routed


def series(*values, name="LinkDownedCounter", most=255, step=10**9):
    count = len(values)
    times = np.arange(count, dtype=np.int64) * step
    return CounterSeries(name, most, np.array(values, np.int64), times, np.arange(11, 11 + count))


@pytest.mark.parametrize(
    ("values", "rise", "proof"),
    [
        ((5,), 0, set()), ((0, 0), 0, set()), ((5, 5, 5), 0, set()), ((1, 4), 3, {11, 12}), ((1, 1, 4, 4), 3, {12, 13}),
        ((7, 10, 2, 4), 7, {11, 12, 13, 14}), ((7, 0, 0), 0, {11, 12}), ((0, 1, 0, 1), 2, {11, 12, 13, 14}),
    ],
)  # fmt: skip
def test_the_rise_of_a_counter(values, rise, proof):
    """What it shows after it was set to 0 counts from there."""
    found = series(*values, step=250_000_000)
    assert (found.rise, found.proof, found.seconds) == (rise, proof, 0.25 * (len(values) - 1))


def said(problems):
    return [(each.kind, each.severity, each.subject, each.sentence, each.frame, each.frames) for each in problems]


def test_counters_that_rose_and_that_stand():
    every = {
        "A": series(1, 3, 4, name="A"), "B": series(2, 2, 2, name="B"), "C": series(250, 250, 255, name="C"),
        "D": series(9, 9, name="D"),
    }  # fmt: skip
    words = (
        "cable: in 2.0 s these counters rose: A by 3 to 4, 1.5 a second; C by 5 to 255, its highest value, 2.5 a second"
    )
    assert said(_risen(every, "cable", "moved", "warning")) == [("moved", "warning", "cable", words, 13, (11, 12, 13))]
    assert said(_standing(every, "port", "cable", "counted")) == [
        ("counted", "note", "cable", "port has counted B 2, D 9", 13, (13,))
    ]
    assert said(_risen({"B": every["B"]}, "cable", "moved", "warning")) == []
    assert said(_standing({"A": every["A"]}, "port", "cable", "counted")) == []


def test_reads_at_one_time_have_no_rate():
    words = "cable: in 0.0 s these counters rose: A by 1 to 2"
    assert said(_risen({"A": series(1, 2, name="A", step=0)}, "cable", "moved", "error"))[0][3] == words


def test_a_counter_that_fell_shows_the_highest_value():
    assert said(_standing({"A": series(7, 0, name="A")}, "port", "cable", "counted"))[0][3] == "port has counted A 7"


def test_which_counters_are_of_errors():
    """Not those of traffic: data, packets, and what waited to be sent (IBA 1, 16.1.3.5)."""
    plain = error_counters(PortCounters)
    assert {"symbolerrorcounter", "linkdownedcounter", "portrcverrors", "portxmitdiscards", "vl15dropped"} <= set(plain)
    for header in (PortCounters, PortCountersExtended):
        names = error_counters(header)
        labels = {field.label for field in header.fields if field.name in names}
        assert not [label for label in labels if label.endswith(("Data", "Pkts", "Wait"))]
        rest = {field.label for field in header.fields} - labels
        assert not [label for label in rest if "Error" in label or "Discards" in label or "Dropped" in label]


@pytest.mark.parametrize(("lid", "known"), [(SWITCH_LID, True), (999, False)])
def test_reads_of_nodes_that_no_packet_names(lid, known):
    """They are kept of nobody."""
    packets = FabricPackets()
    answer = routed(lid, MANAGER_LID, "Perf", "GetResp", "PortCounters", tid=5, portselect=1, symbolerrorcounter=5)
    for batch in batches_of([*Sweep(SUBNET).packets(), answer]):
        packets.add(batch)
    reads = CounterReads(Sources(packets))
    assert list(reads.errors) == [(SWITCH.guid, 1)] * known
    assert reads.violations == {}


@pytest.mark.parametrize(("fields", "read"), [({}, True), ({"status": 0x1C}, False), ({"portselect": 255}, False)])
def test_answers_that_are_no_reads(fields, read):
    """Those with an error, and the sum of all ports."""
    packets = FabricPackets()
    fields = {"tid": 5, "portselect": 1, "symbolerrorcounter": 5, **fields}
    answer = routed(SWITCH_LID, MANAGER_LID, "Perf", "GetResp", "PortCounters", **fields)
    for batch in batches_of([*Sweep(SUBNET).packets(), answer]):
        packets.add(batch)
    assert list(CounterReads(Sources(packets)).errors) == [(SWITCH.guid, 1)] * read


@pytest.mark.parametrize("seed", range(5))
def test_reads_of_many_ports_in_any_order(seed):
    """Of each port that has counted anything all that was read, in the order of the packets; nothing of the others."""
    draw, name = random.Random(seed), "SymbolErrorCounter"
    lids = {node.guid: node.ports[0].lid for node in SUBNET.switches[:3]}
    ports = [(guid, port) for guid in lids for port in (1, 2, 3)]
    silent = set(draw.sample(ports, 3))
    before = list(Sweep(SUBNET).packets())
    answers, told = [], {}
    for _ in range(40):
        guid, port = end = draw.choice(ports)
        value = 0 if end in silent else draw.randrange(200)
        told.setdefault(end, []).append((value, len(before) + len(answers) + 1))
        fields = {"tid": 0x100 + len(answers), "portselect": port, "symbolerrorcounter": value}
        answers.append(routed(lids[guid], MANAGER_LID, "Perf", "GetResp", "PortCounters", **fields))
    packets = FabricPackets()
    for batch in batches_of([*before, *answers]):
        packets.add(batch)
    found = {
        end: list(zip(each[name].values.tolist(), each[name].frames.tolist(), strict=True))
        for end, each in CounterReads(Sources(packets)).errors.items()
    }
    assert found == {end: reads for end, reads in told.items() if any(value for value, _frame in reads)}

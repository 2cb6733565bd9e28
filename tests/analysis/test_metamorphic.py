"""What is found does not depend on how packets are batched, carried, or mixed with those of others."""

from __future__ import annotations

import pytest

import ibpkt
from ibpkt import traffic
from ibpkt.analysis.checks import path_changes
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.results.finding import FindingType
from ibpkt.batch import Batch
from tests.support.analysis_runs import OPERATIONS, cut, keep, plain, run, sent_by
from tests.support.shared import captures

#: findings of headers in front of BTH, which carriers have or have not
OF_THE_CARRIER = [kind for kind in vars(path_changes).values() if isinstance(kind, FindingType)]
#: findings that compare rates around a notification
MANY = {"loss": 0.01, "duplicate": 0.01, "reorder": 0.01, "rnr": 0.01, "corrupt": 0.005, "access_error": 0.002}


#: seeds and sizes of batches
SIZES = [7, 64, 1, 300, 5]
SEEDS = [(seed, SIZES[seed % len(SIZES)]) for seed in (*range(20, 30), 100, 101, 102)]


#: seeds and sizes that once showed something
SHOWN = [
    (230, 7),  # a flow that ends while its other exchange is calm
    (118, 64),  # a response that came too early comes again where all else is calm
    (220, 7),  # a NAK came before it was known which two directions are one flow, and it was lost
    (330, 7),  # and where its half had no other trouble by then, runs were cut there
    (340, 7),  # what a copy shows was reported with the run behind it, or by itself
    (127, 1),  # a READ whose length shows only behind the next request
    (11, 64),  # what answers had acknowledged until then was forgotten
    (105, 7),
    (108, 300),
]
SHOWN_BY_THE_EXPERT = [
    (47, 7),  # rates around a notification were those of a batch
    (7, 7),  # a notification was given up since another flow had older packets
    (7, 64),  # packets that wait were not numbered with the others of their sender
    (0, 1),  # and what is damaged among them counted as sound
    (2, 7),  # packets without payload counted as data
]
#: scenes that have shown something are as long as they were then; of others so many batches are enough
OF_OTHERS = 150


def _packets(size, most):
    """How long a scene is: a batch takes milliseconds, however small."""
    return min(500 if size == 1 else 1500, most * size)


def _scene(seed=0, **options):
    arguments = {
        "packets": 1500, "operations": OPERATIONS, "sizes": (0, 5000), "conversations": 2, "both_ways": True,
        "faults": traffic.Faults(**MANY), "truth": None, **options,
    }  # fmt: skip
    return traffic.Traffic(seed, **arguments)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("seed", "size", "most"),
    [
        *((seed, size, 500) for seed, size in SHOWN),
        *(pytest.param(*each, OF_OTHERS, marks=pytest.mark.slow) for each in SEEDS),
    ],
)
def test_batches_of_any_size(seed, size, most):
    scene = list(_scene(seed, packets=_packets(size, most)).batches())
    assert plain(run(cut(scene, size))) == plain(run(scene))


def _expert(batches, but=()):
    """The findings of the expert but for some kinds, in the order of packets, and of names among those of one."""
    expert, found = Expert(), []
    for batch in batches:
        found += expert.findings(batch)
    found += expert.finish()
    return sorted(
        (each.frame, each.kind.name, each.time, each.flow, str(each)) for each in found if each.kind not in but
    )


@pytest.mark.sweep
@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "size", "most"),
    [
        *((seed, size, 500) for seed, size in SHOWN_BY_THE_EXPERT),
        *((seed + 180, size, OF_OTHERS) for seed, size in SEEDS[: len(SIZES)]),
    ],
)
def test_batches_of_any_size_for_the_expert(seed, size, most):
    faults = traffic.Faults(**MANY, ce=0.01)
    scene = list(_scene(seed, faults=faults, packets=_packets(size, most)).batches())
    assert _expert(cut(scene, size)) == _expert(scene)


@pytest.mark.sweep
@pytest.mark.parametrize("path", captures(), ids=lambda path: path.name)
def test_batches_of_recorded_captures(path):
    def batches(size):
        with ibpkt.open(path) as source:
            yield from source.batches(max_packets=size)

    assert _expert(batches(137)) == _expert(batches(50_000))


@pytest.mark.parametrize("carrier", ["rocev2-vlan", "vxlan", "erspan3", "gre", "sll", "erf-rocev2", "raw"])
def test_carriers_change_nothing_for_the_expert(carrier):
    faults = traffic.Faults(**{**MANY, "corrupt": 0.0})
    first, other = (
        _expert(_scene(3, carrier=name, faults=faults).batches(), OF_THE_CARRIER) for name in ("rocev2", carrier)
    )
    assert first == other


def test_other_flows_between_change_nothing_for_the_expert():
    """What is found of one pair of hosts is found among others, too, but for the numbers of flows."""

    def scene():
        return _scene(4, pairs=2, conversations=4).batches()

    whole = run(scene())
    host = whole.flows[0].sides[0].address, whole.flows[0].sides[1].address
    mine = [flow for flow in whole.flows if {side.address for side in flow.sides} == set(host)]
    numbers = {number for flow in mine for number in (flow.number, flow.also)}
    part = _expert(keep(scene(), lambda batch: sent_by(batch, *host)))
    among = [each for each in _expert(scene()) if each[3] in numbers]
    strip = [[each[:3] + each[4:] for each in found if each[3]] for found in (part, among)]
    assert strip[0] == strip[1]
    assert strip[0]


def _facts(result, but=()):
    return {name: values for name, values in result.facts.items() if name not in but}


@pytest.mark.parametrize("carrier", ["rocev2-vlan", "vxlan", "erspan3", "gre", "sll", "erf-rocev2", "raw"])
def test_carriers_that_tell_as_much(carrier):
    """Those of the same inner header; corruption is left out, since its place depends on the carrier."""
    faults = traffic.Faults(**{**MANY, "corrupt": 0.0})
    first, other = (run(_scene(3, carrier=name, faults=faults).batches()) for name in ("rocev2", carrier))
    assert [finding[:1] + finding[1:] for finding in first.findings] == list(other.findings)
    assert first.messages == other.messages
    assert _facts(first) == _facts(other)


def test_flows_do_not_touch_each_other():
    """Those of two scenes among each other give what each gives alone, but for the numbers of flows and frames."""

    def batches():
        first = list(_scene(1, conversations=1, pairs=1).batches())
        second = list(_scene(2, conversations=1, pairs=1, start=1_700_000_000_000_000_250).batches())
        packets = [(packet.time, packet.data, packet.link) for batch in (*first, *second) for packet in batch]
        packets.sort(key=lambda packet: packet[0])
        mixed = Batch.of([data for _, data, _ in packets], packets[0][2])
        for row, (time, _, _) in enumerate(packets):
            mixed.frames.time[row] = time
        yield mixed

    def shape(result):
        return sorted(
            (message.kind, message.first_psn, message.size or 0, message.outcome) for message in result.messages
        )

    alone = [run(_scene(seed, conversations=1, start=start).batches())
             for seed, start in ((1, 1_700_000_000_000_000_000), (2, 1_700_000_000_000_000_250))]  # fmt: skip
    together = run(batches())
    assert together.kinds == alone[0].kinds + alone[1].kinds
    assert shape(together) == sorted(shape(alone[0]) + shape(alone[1]))


def test_other_packets_between_change_nothing():
    """The capture of one pair of hosts is what a filter leaves of the capture of several."""
    whole = run(_scene(4, pairs=2, conversations=4).batches())
    host = whole.flows[0].sides[0].address, whole.flows[0].sides[1].address

    part = run(keep(_scene(4, pairs=2, conversations=4).batches(), lambda batch: sent_by(batch, *host)))
    numbers = {flow.number for flow in whole.flows if {side.address for side in flow.sides} == set(host)}
    numbers |= {flow.also for flow in whole.flows if flow.number in numbers}
    expected = [(finding.kind.name, finding.frame) for finding in whole.findings if finding.flow in numbers]
    assert [(finding.kind.name, finding.frame) for finding in part.findings] == expected
    assert len(part.flows) == sum(flow.number in numbers for flow in whole.flows)

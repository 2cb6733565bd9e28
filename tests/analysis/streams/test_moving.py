"""A queue pair that goes on at other addresses is the same flow."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from ibpkt.analysis.streams.migration import PATHS
from tests.analysis.streams.assignment import assign, told
from tests.support.exchanges import A, B, ask, batches, read, tell

C, D = ("10.1.0.1", A[1]), ("10.1.0.2", B[1])
SIZES = pytest.mark.parametrize("size", [None, 1, 3, 9])


def _exchange(m=1, psn=4):
    before = [packet for number in range(4) for packet in (ask(number), tell(number, number + 1))]
    after = [
        packet
        for number in range(4)
        for packet in (
            ask(psn + number, source=C, target=D, m=m),
            tell(psn + number, 5 + number, source=D, target=C, m=m),
        )
    ]
    return [*before, *after]


@SIZES
def test_the_flow_goes_on(size):
    result = assign(batches(_exchange(), size))
    (flow,) = result.flows
    assert flow.moves == 1
    assert [side.address for side in flow.sides] == [C[0], D[0]]
    assert flow.packets == 16
    assert set(result.numbers.values()) <= {flow.number, flow.also}
    assert list(result.moved.values()) == [0] * 8 + [1] * 8
    (finding,) = result.findings
    assert (finding.frame, finding.kind.name, finding.flow) == (9, "migration", 1)
    assert (
        str(finding)
        == "QP 0x000022 moved from 10.0.0.1 → 10.0.0.2 to 10.1.0.1 → 10.1.0.2; its M bit changed from 0 to 1"
    )


@pytest.mark.parametrize("options", [{"m": 0}, {"psn": 5000}])
def test_other_queue_pairs_with_the_same_number(options):
    """The M bit as before, or another sequence: it may be anybody."""
    result = assign(batches(_exchange(**options)))
    assert len(result.flows) == 2
    assert all(flow.moves == 0 for flow in result.flows)


@SIZES
def test_a_flow_that_moves_behind_a_read(size):
    """The next PSN depends on the path MTU, which nothing tells."""
    packets = [read(0, 4000, m=0), ask(4, source=C, target=D, m=1)]
    assert [flow.moves for flow in assign(batches(packets, size)).flows] == [1]


@SIZES
def test_a_flow_whose_other_direction_comes_after_it_has_moved(size):
    """It is sought between the new addresses, and so it is where both directions have requests of their own."""
    moved, back = ("10.0.0.3", A[1]), ("10.0.0.2", 0x22)
    packets = [
        ask(100, m=0),
        ask(101, source=moved, target=B, m=1),
        ask(500, source=back, target=("10.0.0.3", 0x33)),
        tell(500, 1, source=moved, target=back),  # the answer to that comes on the first flow
        tell(101, 2, source=back, target=("10.0.0.3", 0x33)),
    ]
    (flow,) = assign(batches(packets, size)).flows
    assert (flow.how, flow.packets, flow.moves) == ("acknowledgements", 5, 1)


@SIZES
def test_to_and_fro(size):
    packets = [ask(0, m=0), ask(1, source=C, target=D, m=1), ask(2, m=0), ask(3, source=C, target=D, m=1)]
    (flow,) = assign(batches(packets, size)).flows
    assert (flow.packets, flow.moves) == (4, 1)


@SIZES
@pytest.mark.parametrize("target", [D, B], ids=["other addresses", "one host in both"])
def test_two_flows_at_once_stay_two(size, target):
    packets = [
        packet
        for psn in range(12)
        for packet in (ask(psn, m=0), ask(psn, source=("10.0.0.3", 0x11), target=target, m=1))
    ]
    result = assign(batches(packets, size))
    assert [(flow.packets, flow.moves) for flow in result.flows] == [(12, 0), (12, 0)]


@SIZES
def test_where_several_fit_nothing_is_decided(size):
    """Two flows to queue pairs of that number might go on there."""
    packets = [ask(psn, source=(host, 1), m=0) for psn in range(4) for host in ("10.0.0.1", "10.0.0.3")]
    packets += [ask(4, source=C, target=D, m=1), *(ask(4, source=(host, 1), m=0) for host in ("10.0.0.1", "10.0.0.3"))]
    result = assign(batches(packets, size))
    assert result.findings == []
    assert [(flow.packets, flow.moves) for flow in result.flows] == [(5, 0), (5, 0), (1, 0)]


@SIZES
@pytest.mark.parametrize(("waited", "moves"), [(50_000_000, 1), (10_000, 0)])
def test_what_is_sent_again_at_another_port(waited, moves, size):
    """Two requests were lost on the path that broke; the requester noticed that when its timer ran out."""
    packets = [ask(0, m=0), tell(0, 1), ask(1, m=0), ask(2, m=0)]
    packets += [ask(1, target=D, m=1), ask(2, target=D, m=1), tell(2, 3, source=D)]
    times = [0, 1000, 2000, 3000, *(3000 + waited + 1000 * at for at in range(3))]
    result = assign(batches(packets, size, times=times))
    assert result.flows[0].moves == moves
    assert len(result.flows) == 2 - moves


@pytest.mark.parametrize("size", [1, 50, 200])
def test_a_flow_that_moves_on_and_on_takes_no_more_room(size):
    """Each packet comes from other addresses; the last ones are known again."""
    packets = [ask(psn, source=(f"10.{psn >> 8}.{psn & 0xFF}.1", 1), m=psn & 1) for psn in range(150)]
    result = assign(batches([*packets, ask(150, source=("10.0.148.1", 1), m=0)], size))
    (flow,) = result.flows
    assert (flow.moves, flow.packets) == (149, 151)
    streams = result.table._streams
    assert (streams.columns["flow"][: streams.count] >= 0).sum() == PATHS


@pytest.mark.family("batches")
@settings(deadline=None, max_examples=25)
@given(st.integers(0, 1 << 30), st.sampled_from([1, 7, 64]))
def test_moves_do_not_depend_on_batches(seed, size):
    """Flows of a few hosts to the same queue pairs, with near numbers, that go on elsewhere, or only seem to."""
    random, time = Random(seed), 0
    hosts = [f"10.0.0.{number}" for number in range(1, 6)]
    flows = [[*random.sample(hosts, 2), random.randint(0, 3), random.randint(0, 1)] for _ in range(4)]
    packets, times = [], []
    for _ in range(150):
        flow = random.choice(flows)
        if random.random() < 0.05:
            flow[:2], flow[3] = random.sample(hosts, 2), flow[3] ^ 1
        packets.append(ask(flow[2], source=(flow[0], 1), target=(flow[1], 0x22), m=flow[3]))
        flow[2] = max(0, flow[2] + (1 if random.random() < 0.95 else random.choice([0, 2, -1])))
        time += random.choice([1000, 1000, 200_000])
        times.append(time)
    assert told(assign(batches(packets, size, times=times))) == told(assign(batches(packets, times=times)))

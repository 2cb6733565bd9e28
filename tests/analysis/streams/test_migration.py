"""A queue pair that goes on at other addresses is the same flow."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import example, given, settings, strategies as st

import ibpkt
from tests.support import command as cli
from tests.support.analysis_runs import run
from tests.support.exchanges import A, B, ask, batches, names, tell

C, D = ("10.1.0.1", A[1]), ("10.1.0.2", B[1])


def _exchange(m=1, psn=4, back=None):
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


@pytest.mark.parametrize("size", [None, 1, 3, 9])
def test_the_flow_goes_on(size):
    result = run(batches(_exchange(), size))
    (flow,) = result.flows
    assert flow.moves == 1
    assert [side.address for side in flow.sides] == [C[0], D[0]]
    assert flow.packets == 16
    assert [message.outcome for message in result.messages] == ["completed"] * 8
    assert set(result.facts["flow"].values()) <= {flow.number, flow.also}


@pytest.mark.parametrize("size", [None, 1, 3])
def test_the_expert_tells_it_once(size):
    assert names(_exchange(), size) == [(9, "migration")]


@pytest.mark.parametrize("size", [None, 1])
@pytest.mark.parametrize("others", [1, 2, 3])
@pytest.mark.parametrize("before", [True, False])
def test_among_others_to_queue_pairs_of_the_same_numbers(others, before, size):
    """Their PSNs are far away: wherever their streams stand, they are not the one that moves."""
    hosts = [(f"10.2.{number}.1", f"10.2.{number}.2") for number in range(others)]
    far = [
        ask(0x100000 * (number + 1), source=(source, A[1]), target=(target, B[1]))
        for number, (source, target) in enumerate(hosts)
    ]
    exchange = _exchange()
    packets = [*far, *exchange] if before else [*exchange[:8], *far, *exchange[8:]]
    flows = run(batches(packets, size)).flows
    assert sorted(flow.moves for flow in flows) == [0] * others + [1]
    (moved,) = [flow for flow in flows if flow.moves]
    assert [side.address for side in moved.sides] == [C[0], D[0]]
    assert moved.packets == 16


@pytest.mark.parametrize("options", [{"m": 0}, {"psn": 5000}])
def test_other_queue_pairs_with_the_same_number(options):
    """The M bit as before, or another sequence: it may be anybody."""
    result = run(batches(_exchange(**options)))
    assert len(result.flows) == 2
    assert all(flow.moves == 0 for flow in result.flows)


@pytest.mark.parametrize("size", [None, 1])
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
    result = run(batches(packets, size))
    (flow,) = result.flows
    assert (flow.how, flow.packets, flow.moves) == ("acknowledgements", 5, 1)
    assert [message.outcome for message in result.messages] == ["completed"] * 3


def _twins(target=D):
    """Two flows to queue pairs of one number, with near sequence numbers and different M bits, at the same time."""
    return [
        packet
        for psn in range(12)
        for packet in (ask(psn, m=0), ask(psn, source=("10.0.0.3", 0x11), target=target, m=1))
    ]


@pytest.mark.parametrize("size", [None, 1])
@pytest.mark.parametrize("target", [D, B], ids=["other addresses", "one host in both"])
def test_two_flows_at_once_stay_two(size, target):
    packets = _twins(target)
    assert names(packets, size) == []
    assert [(flow.packets, flow.moves) for flow in run(batches(packets, size)).flows] == [(12, 0), (12, 0)]


@pytest.mark.parametrize("size", [None, 1])
def test_where_several_fit_nothing_is_decided(size):
    """Two flows to queue pairs of that number might go on there."""
    packets = [ask(psn, source=(host, 1), m=0) for psn in range(4) for host in ("10.0.0.1", "10.0.0.3")]
    packets += [ask(4, source=C, target=D, m=1), *(ask(4, source=(host, 1), m=0) for host in ("10.0.0.1", "10.0.0.3"))]
    result = run(batches(packets, size))
    assert result.findings == []
    assert [(flow.packets, flow.moves) for flow in result.flows] == [(5, 0), (5, 0), (1, 0)]


@pytest.mark.parametrize(("waited", "moves"), [(50_000_000, 1), (10_000, 0)])
def test_what_is_sent_again_at_another_port(waited, moves):
    """Two requests were lost on the path that broke; the requester noticed that when its timer ran out."""
    packets = [ask(0, m=0), tell(0, 1), ask(1, m=0), ask(2, m=0)]
    packets += [ask(1, target=D, m=1), ask(2, target=D, m=1), tell(2, 3, source=D)]
    times = [0, 1000, 2000, 3000, *(3000 + waited + 1000 * at for at in range(3))]
    result = run(batches(packets, times=times))
    assert result.flows[0].moves == moves
    assert len(result.flows) == 2 - moves


SEQUENCE_ERROR, INVALID_REQUEST, RNR_NAK = 0x60, 0x61, 0x2E


@pytest.mark.parametrize("size", [None, 1, 4])
@pytest.mark.parametrize(
    ("what", "syndrome", "waited", "psn", "moves"),
    [
        ("the timer ran out", None, 50_000_000, 1, 1),
        ("it did not wait for the timer", None, 10_000, 1, 0),
        ("the timer would make it begin with the first that was not acknowledged", None, 50_000_000, 2, 0),
        ("it was acknowledged", None, 50_000_000, 0, 0),
        ("the NAK asked for it", SEQUENCE_ERROR, 10_000, 1, 1),
        ("the RNR NAK asked for it", RNR_NAK, 10_000, 1, 1),
        ("the NAK did not ask for it", SEQUENCE_ERROR, 10_000, 2, 0),
        ("the connection is broken", INVALID_REQUEST, 10_000, 1, 0),
        ("new requests go on", SEQUENCE_ERROR, 10_000, 3, 1),
    ],
)
def test_what_is_sent_again_between_other_ports(what, syndrome, waited, psn, moves, size):
    """Both addresses are others: only the PSN that the requester has to begin with shows that it is the same flow."""
    packets = [ask(0, m=0), tell(0, 1), ask(1, m=0), ask(2, m=0)]
    packets += [] if syndrome is None else [tell(1, 1, syndrome=syndrome)]
    packets += [ask(psn, source=C, target=D, m=1), tell(psn, 2, source=D, target=C)]
    since = 1000 * (len(packets) - 3)
    times = [*range(0, since + 1, 1000), since + waited, since + waited + 1000]
    flows = run(batches(packets, size, times=times)).flows
    assert [flow.moves for flow in flows] == ([1] if moves else [0, 0]), what


@pytest.mark.parametrize("size", [None, 1, 4])
@pytest.mark.parametrize("second", [False, True], ids=["the first side", "the second side"])
@pytest.mark.parametrize(("psn", "moves"), [(0, 0), (1, 1), (2, 1)])
def test_what_was_answered_is_not_sent_again_elsewhere(psn, moves, second, size):
    """The first PSN was acknowledged, so whoever sends that at other addresses is another one."""
    one, two, elsewhere = (B, A, C[:1]) if second else (A, B, D[:1])
    packets = [ask(100 + at, source=A, target=B, m=0) for at in range(2)] + [tell(101, 2, source=B, target=A)]
    if second:
        packets += [ask(0, source=B, target=A, m=0), tell(0, 1, source=A, target=B), ask(1, source=B, target=A, m=0)]
    else:
        packets = [ask(0, m=0), tell(0, 1), ask(1, m=0)]
    packets.append(ask(psn, source=one, target=(*elsewhere, two[1]), m=1))
    times = [*range(0, 1000 * (len(packets) - 1), 1000), 100_000_000]
    flows = run(batches(packets, size, times=times)).flows
    assert [flow.moves for flow in flows] == ([1] if moves else [0, 0])


def test_it_stands_in_what_is_told_of_the_flow(tmp_path):
    path = tmp_path / "moved.pcap"
    with ibpkt.create(path, link="ethernet") as sink:
        for batch in batches(_exchange()):
            sink.write_batch(batch)
    (flow,) = json.loads(cli.run("flows", "--format", "json", path).out)["flows"]
    assert (flow["moves"], flow["a"], flow["b"]) == (1, C[0], D[0])
    assert "    moves: 1" in cli.run("flows", "-V", path).lines
    assert "moves" not in cli.run("flows", "-V", "captures/rc_write.pcap").out


@pytest.mark.family("batches")
@settings(deadline=None, max_examples=8)
@given(st.integers(0, 1 << 30), st.sampled_from([1, 7, 64]))
@example(5, 1)  # a flow goes to and fro between more paths than were known again
@example(25, 7)  # copies go on in the next batch
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
    assert names(packets, size, times=times) == names(packets, times=times)

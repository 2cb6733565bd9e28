"""Queue pairs that are used again by another connection, told by connection management or by PSNs and MSNs."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings, strategies as st

import ibpkt
from ibpkt import traffic
from tests.analysis.streams.assignment import assign, told
from tests.support.analysis_runs import OPERATIONS, UC_OPERATIONS, cut, keep, sent_by
from tests.support.exchanges import ask, batches, read, tell
from tests.support.shared import CAPTURES, needs

COUNT = 40
FIRST = 1000
FAR = {"far ahead": 3_000_000, "far behind": 12_000_000}
NEAR = {"ahead": FIRST + 500, "further ahead": FIRST + 6000, "behind": 900, "where it began": FIRST}
SIZES = pytest.mark.parametrize("size", [None, 1, 7])


def _connection(psn, pending=0, size=8, together=1):
    """SENDs of one packet; of some at a time only the last is acknowledged, of the last some none."""
    packets = []
    for begin in range(0, COUNT, together):
        packets += [ask(psn + number, size=size) for number in range(begin, begin + together)]
        behind = begin + together
        if behind <= COUNT - pending:
            packets.append(tell(psn + behind - 1, behind))
    return packets


def _ended(result):
    return [flow.ended for flow in result.flows]


@SIZES
@pytest.mark.parametrize("together", [1, 4])
@pytest.mark.parametrize("where", FAR)
def test_psns_far_away(where, together, size):
    """Where nothing was under way, the first request of the new connection begins a flow, however batches are cut."""
    packets = [*_connection(FIRST, together=together), *_connection(FAR[where], together=together)]
    result = assign(batches(packets, size))
    assert _ended(result) == ["reused", ""]
    assert [flow.packets for flow in result.flows] == [len(packets) // 2] * 2
    assert [flow.sides[0].first_psn for flow in result.flows] == [FIRST, FAR[where]]
    assert {flow.how for flow in result.flows} == {"acknowledgements"}


@SIZES
@pytest.mark.parametrize("together", [1, 4])
@pytest.mark.parametrize("where", FAR)
def test_psns_far_away_while_requests_are_under_way(where, together, size):
    """One request far away is not believed; the second tells, and the first is its own where they are in one batch."""
    packets = [*_connection(FIRST, 4, together=together), *_connection(FAR[where], together=together)]
    result = assign(batches(packets, size))
    assert _ended(result) == ["reused", ""]
    old, new = result.flows
    assert new.sides[0].requests in (COUNT, *((COUNT - 1,) if size else ()))
    assert old.sides[0].requests + new.sides[0].requests == 2 * COUNT
    if size is None:
        assert (old.sides[0].requests, new.sides[0].first_psn) == (COUNT, FAR[where])


@pytest.mark.sweep
@SIZES
@pytest.mark.parametrize("together", [1, 4])
@pytest.mark.parametrize("where", NEAR)
def test_psns_nearby(where, together, size):
    """The second answer that counts messages anew tells it."""
    packets = [*_connection(FIRST, together=together), *_connection(NEAR[where], together=together)]
    result = assign(batches(packets, size))
    assert _ended(result) == ["reused", ""]
    assert sum(flow.packets for flow in result.flows) == len(packets)
    if size is None:
        assert [flow.packets for flow in result.flows] == [len(packets) // 2] * 2
    else:
        assert result.flows[1].packets >= len(packets) // 2 - 3 * together - 3 - size


@pytest.mark.parametrize("where", FAR)
def test_answers_alone_tell_it(where):
    """The tap sees no request of the new connection."""
    packets = [*_connection(FIRST), *(tell(FAR[where] + number, number + 1) for number in range(COUNT))]
    for size in (None, 1):
        result = assign(batches(packets, size))
        assert _ended(result) == ["reused", ""]
        assert result.flows[1].sides[0].answers >= COUNT - 1


@SIZES
def test_single_damaged_packets_end_nothing(size):
    """Each says another number; what follows goes on."""
    packets = _connection(FIRST, pending=4)
    packets += [ask(3_000_000), ask(9_000_000), tell(6_000_000, 3)]
    packets += [
        each for number in range(COUNT, 2 * COUNT) for each in (ask(FIRST + number), tell(FIRST + number, number + 1))
    ]
    result = assign(batches(packets, size))
    assert _ended(result) == [""]
    assert result.flows[0].packets == len(packets)


@SIZES
@pytest.mark.parametrize("low", [1, 3, 690])
def test_one_low_msn_ends_nothing(low, size):
    """The PSNs go on, so it is no new connection; also where two such come, or requests had jumped."""
    counts = [700, low, 702, 703, 704]
    packets = [each for at, msn in enumerate(counts) for each in (ask(40 + at), tell(40 + at, msn))]
    assert _ended(assign(batches(packets, size))) == [""]
    packets = [ask(40), tell(40, 700), ask(60), tell(60, low), ask(61), tell(61, 702), ask(62), tell(62, 703)]
    assert _ended(assign(batches(packets, size))) == [""]


@SIZES
def test_a_long_read_is_no_jump(size):
    """Its responses have hundreds of thousands of PSNs."""
    packets = [ask(5), tell(5, 1), read(6, 1 << 28), *(tell(6 + 65_536 * at, 2, opcode=14, size=4096) for at in (0, 1))]
    packets += [ask(6 + 65_536), tell(6 + 65_536, 3), ask(7 + 65_536), tell(7 + 65_536, 4)]
    assert _ended(assign(batches(packets, size))) == [""]
    packets = [ask(5), tell(5, 1), read(6, 1 << 30), ask(6 + (1 << 18)), ask(7 + (1 << 18)), tell(7 + (1 << 18), 4)]
    assert _ended(assign(batches(packets, size))) == [""]


@SIZES
def test_going_back_far_is_no_new_connection(size):
    """What was acknowledged late comes again, and is answered by the newest count."""
    packets = [ask(number) for number in range(60)] + [tell(59, 60)]
    packets += [ask(number) for number in range(20, 60)] + [tell(59, 60)] * 3 + [ask(60), tell(60, 61)]
    assert _ended(assign(batches(packets, size))) == [""]


@pytest.mark.costly
@SIZES
def test_used_three_times(size):
    packets = [*_connection(FIRST), *_connection(3_000_000), *_connection(12_000_000)]
    result = assign(batches(packets, size))
    assert _ended(result) == ["reused", "reused", ""]
    assert [flow.packets for flow in result.flows] == [2 * COUNT] * 3
    assert [flow.number for flow in result.flows] == [1, 3, 5]


@needs(CAPTURES / "scenes")
@SIZES
def test_connection_management_ends_it(size):
    """The same queue pairs connect again, with a PSN that is 2000 lower."""
    with ibpkt.open(CAPTURES / "scenes" / "reused_with_cm.pcap") as source:
        every = list(source.batches())
    result = assign(cut(every, size or 1000))
    flows = [flow for flow in result.flows if flow.service == "RC"]
    assert [(flow.how, flow.ended) for flow in flows] == [("cm", "reused"), ("cm", "")]
    assert {flow.sure for flow in flows} == {1.0}
    assert flows[0].sides[0].first_psn != flows[1].sides[0].first_psn
    assert len({flow.packets for flow in flows}) == 1


@needs(CAPTURES / "scenes")
@SIZES
def test_what_comes_before_a_connection_is_not_its(size):
    """The capture begins with the last answer of the connection that the queue pairs had before."""
    with ibpkt.open(CAPTURES / "scenes" / "reused_with_cm.pcap") as source:
        every = list(source.batches())
    begin = -(-int(every[-1].frames.number_of[-1]) // 3)
    result = assign(cut(keep(every, lambda batch: batch.frames.number_of > begin), size or 1000))
    flows = [flow for flow in result.flows if flow.service == "RC"]
    assert [(flow.how, flow.ended) for flow in flows] == [("", "reused"), ("cm", "")]
    assert flows[0].packets == 1


@settings(deadline=None, max_examples=15)
@given(seed=st.integers(0, 1000))
@example(seed=18)  # the rest of a response was asked for again after a NAK that the requester did not get
@example(seed=262)  # a READ whose length was damaged, so that all that follows seemed far away
def test_one_connection_with_every_fault_is_not_taken_for_two(seed):
    faults = traffic.Faults(loss=0.01, duplicate=0.01, reorder=0.01, rnr=0.01, corrupt=0.005, access_error=0.002)
    scene = traffic.Traffic(
        seed, packets=1500, operations=OPERATIONS, sizes=(0, 5000), conversations=2, both_ways=True, faults=faults
    )
    assert "reused" not in _ended(assign(scene.batches()))


def _two(seed, first, second, **options):
    """Two conversations of the same queue pairs, one behind the other, without ICRCs."""
    numbers, packets = None, []
    for number, (psn, start) in enumerate(((first, 0), (second, 100))):
        scene = traffic.Traffic(
            seed + number * 1000, messages=60, first_psn=psn, start=1_700_000_000_000_000_000 + start * 10**9,
            truth=None, **options,
        )  # fmt: skip
        some = [packet for batch in scene.batches() for packet in batch]
        queues = {packet.data[30:34]: packet.data[47:50] for packet in some}
        numbers = numbers or queues
        packets += [
            (packet.time, packet.data[:47] + numbers[packet.data[30:34]] + packet.data[50:-4] + bytes(4))
            for packet in some
        ]
    return packets


@pytest.mark.costly
@settings(deadline=None, max_examples=25)
@given(
    seed=st.integers(0, 500), first=st.integers(0, 0xFFFFFF), second=st.integers(0, 0xFFFFFF),
    size=st.sampled_from([1, 50, 5000]), both=st.booleans(), service=st.sampled_from(["RC", "RC", "UC"]),
    side=st.sampled_from(["", "", "10.0.0.1", "10.0.0.2"]),
)  # fmt: skip
@example(seed=1, first=0xFFFFF0, second=5_000_000, size=50, both=True, service="UC", side="")
def test_two_conversations_with_any_first_psns(seed, first, second, size, both, service, side):
    operations = OPERATIONS if service == "RC" else UC_OPERATIONS
    packets = _two(seed, first, second, operations=operations, sizes=(0, 5000), service=service, both_ways=both)
    every = list(batches([_Raw(data) for _, data in packets], times=[time for time, _ in packets]))
    if side:
        every = list(keep(every, lambda batch: sent_by(batch, side)))
    result = assign(cut(every, size))
    apart = min((first - second) & 0xFFFFFF, (second - first) & 0xFFFFFF)
    own = [flow for flow in result.flows if flow.service == service]
    if apart > 1 << 17 and not side and service == "RC":
        assert len(own) == 2
        assert own[0].ended == "reused"
    assert len(own) <= 6
    if size == 5000:
        assert told(result) == told(assign(every))


class _Raw:
    """Bytes as a packet that was built."""

    link = 1

    def __init__(self, data):
        self.data = data


@SIZES
@pytest.mark.parametrize(("answered", "aside"), [(8, 1), (10, 0)])
@pytest.mark.parametrize("missing", [64, 65, 400])
def test_psns_far_away_where_the_tap_has_missed_requests_behind_the_first(missing, answered, aside, size):
    """Where requests were under way the first one tells nothing by itself, but the two that follow it do."""
    packets = [ask(FIRST + at) for at in range(10)] + [tell(FIRST + at, at + 1) for at in range(answered)]
    packets += [ask(FAR["far ahead"] + at) for at in (0, *range(missing, missing + 20))]
    aside *= missing > 64
    flows = assign(batches(packets, size)).flows
    assert [flow.packets for flow in flows] == [10 + answered + aside, 21 - aside]
    assert [flow.ended for flow in flows] == ["reused", ""]


@SIZES
def test_answers_far_away_of_which_one_comes_twice(size):
    """The tap has missed the requests of the other connection."""
    packets = [ask(FIRST + at) for at in range(10)] + [tell(FIRST + at, at + 1) for at in range(8)]
    packets += [tell(FAR["far ahead"] + at, at + 1) for at in (0, 0, 1, 2, 3)]
    flows = assign(batches(packets, size)).flows
    assert [(flow.ended, flow.packets) for flow in flows] == [("reused", 19), ("", 4)]

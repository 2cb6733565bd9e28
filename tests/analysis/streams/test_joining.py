"""Which directions are one flow: by answers, by datagrams' queue pairs, by addresses, by connection management."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

from ibpkt import draft, traffic
from ibpkt.batch import Batch
from tests.analysis.streams.assignment import assign, told
from tests.support.analysis_runs import OPERATIONS, UC_OPERATIONS, cut, keep, run, sent_by
from tests.support.exchanges import SEND_MIDDLE, WRITE_ONLY, A, B, _frame, ask, batches, read, tell

SIZES = pytest.mark.parametrize("size", [None, 1, 2, 3, 7])
UC_SEND, UD_SEND, XRC_SEND, CNP = 0x24, 0x64, 0xA4, 0x81


def _flow(number, psn, hosts=("10.0.0.1", "10.0.0.2")):
    """The arguments of requests and answers of a connection between two hosts, and its first PSN."""
    ends = (hosts[0], 0x100 + number), (hosts[1], 0x200 + number)
    return {"source": ends[0], "target": ends[1]}, {"source": ends[1], "target": ends[0]}, psn


def _asked(flow, number):
    return ask(flow[2] + number, **flow[0])


def _told(flow, number, msn=None):
    return tell(flow[2] + number, number + 1 if msn is None else msn, **flow[1])


def _by_queue(result, target):
    """The flow to a queue pair."""
    (flow,) = [flow for flow in result.flows if target in (flow.sides[0].qpn, flow.sides[1].qpn)]
    return flow


@SIZES
def test_a_connection_that_ended_before_the_answer_that_would_have_joined_it(size):
    """Its first PSN was damaged, it seems; the answer is to requests of the next one, whose direction it joins."""
    flow = _flow(1, 500)
    other = _flow(1, 7000)[1], _flow(1, 7000)[0], 7000
    far = [ask(500 + (1 << 18), **flow[0])]
    packets = [*far, *(_asked(flow, number) for number in range(4)), _asked(other, 0), _told(flow, 3), _told(other, 0)]
    first, second = sorted(run(batches(packets, size)).flows, key=lambda flow: flow.number)
    assert (first.ended, first.also, first.packets) == ("reused", 0, 1)
    assert (second.ended, second.number, second.also, second.packets) == ("", 2, 3, 7)


@SIZES
def test_an_answer_joins(size):
    result = assign(batches([ask(7), tell(7, 1), ask(8), tell(8, 2)], size))
    (flow,) = result.flows
    assert (flow.number, flow.also, flow.how, flow.packets) == (1, 2, "acknowledgements", 4)
    assert [(side.address, side.qpn, side.packets) for side in flow.sides] == [(*A, 2), (*B, 2)]
    assert flow.sure > 0.999
    assert list(result.numbers.values()) == [1, 1, 1, 1]
    assert list(result.sides.values()) == [0, 1, 0, 1]


@SIZES
def test_an_answer_before_the_request_that_has_its_psn_is_no_vote(size):
    result = assign(batches([tell(7, 1), ask(7), ask(8)], size))
    assert [(flow.how, flow.packets) for flow in result.flows] == [("", 1), ("", 2)]


@SIZES
def test_the_number_of_a_direction_until_it_is_joined(size):
    """The first answer is of a request that the tap has missed."""
    result = assign(batches([ask(7), tell(6, 1), tell(7, 2), ask(8)], size))
    (flow,) = result.flows
    assert (flow.number, flow.also, flow.packets) == (1, 2, 4)
    assert list(result.numbers.values()) == [1, 2, 1, 1]


@SIZES
def test_what_is_told_of_a_direction_until_it_is_joined(size):
    """A finding has the flow number of its packet, whatever the batch size."""
    back = {"source": B, "target": A}
    one, other = (draft("RETH", va=va, r_key=1, dmalen=8) for va in (0x1000, 0x2000))
    packets = [ask(7), ask(900, WRITE_ONLY, one, **back), ask(900, WRITE_ONLY, other, **back)]
    packets += [ask(901, SEND_MIDDLE, size=1024, **back), tell(7, 1), ask(900, WRITE_ONLY, other, **back)]
    result = run(batches(packets, size, gap=67_000_000))
    kinds = {"retransmission-differs", "message-order"}
    told = [(each.frame, each.flow, each.subject.side) for each in result.findings if each.kind.name in kinds]
    assert sorted(told) == [(3, 2, 0), (4, 2, 0), (6, 1, 1)]
    assert result.facts["flow"] == {1: 1, 2: 2, 3: 2, 4: 2, 5: 1, 6: 1}


@SIZES
def test_a_tie_stays_open_until_an_answer_decides(size):
    """Two connections with the same PSNs under way; the fourth answer can only be of the first."""
    one, other = _flow(1, 500), _flow(2, 500)
    packets = [_asked(one, 0), _asked(other, 0), _told(other, 0), _told(one, 0)]
    open_ones = assign(batches(packets, size))
    assert [flow.how for flow in open_ones.flows] == [""] * 4
    packets += [_asked(one, 1), _asked(one, 2), _told(one, 2), _told(other, 0, 2)]
    result = assign(batches(packets, size))
    assert [(flow.how, flow.packets) for flow in result.flows] == [("acknowledgements", 5), ("acknowledgements", 3)]
    for target, source in ((0x201, 0x101), (0x202, 0x102)):
        assert {side.qpn for side in _by_queue(result, target).sides} == {target, source}


@SIZES
def test_who_is_left_alone_is_joined(size):
    """An answer fits two flows; then one of them is joined by another answer, and the other is its."""
    first, second = _flow(1, 100), _flow(2, 103)
    packets = [_asked(first, number) for number in range(4)] + [_asked(second, number) for number in range(4)]
    packets += [_told(first, 3), _told(second, 3)]  # 103: both, 106: the second
    result = assign(batches(packets, size))
    assert [flow.how for flow in result.flows] == ["acknowledgements"] * 2
    assert [[side.qpn for side in flow.sides] for flow in result.flows] == [[0x101, 0x201], [0x102, 0x202]]
    assert {flow.also for flow in result.flows} == {3, 4}


@SIZES
def test_an_answer_that_waits_is_to_no_later_flow(size):
    """While it is open whose request it answers, another flow begins at its PSN."""
    first, second, later = _flow(1, 5), _flow(2, 4), _flow(3, 5)
    packets = [_asked(second, 0), _asked(second, 1), _asked(first, 0), _asked(second, 2), _told(first, 0)]
    packets += [_asked(later, 0), _told(second, 2)]
    result = run(batches(packets, size))
    assert {flow.number: flow.how for flow in result.flows} == {1: "acknowledgements", 2: "acknowledgements", 4: ""}
    completed = [(message.flow, message.first_frame) for message in result.messages if message.outcome == "completed"]
    assert sorted(completed) == [(1, 1), (1, 2), (1, 4), (2, 3)]


@SIZES
def test_answers_to_what_came_before_the_capture_use_up_no_votes(size):
    flow = _flow(1, 1000)
    packets = [_told(flow, number) for number in range(100)]
    packets += [_asked(flow, 100), _told(flow, 100)]
    result = assign(batches(packets, size))
    assert [flow.how for flow in result.flows] == ["acknowledgements"]
    assert result.flows[0].packets == len(packets)


@SIZES
def test_an_answer_that_counts_fewer_messages_than_a_flow_has_sent_is_not_to_it(size):
    """The PSN is one of both flows: the seventh of the first, and the second of the second, as the MSN says."""
    first, second = _flow(1, 100), _flow(2, 105)
    packets = [_asked(first, number) for number in range(8)] + [_asked(second, number) for number in range(8)]
    result = assign(batches([*packets, _told(second, 1)], size))
    assert {side.qpn for flow in result.flows if flow.how for side in flow.sides} == {0x102, 0x202}


@SIZES
def test_an_answer_of_another_kind_than_the_request(size):
    """Two flows with the same PSNs: one reads, the other sends."""
    first, second = _flow(1, 100), _flow(2, 100)
    packets = [read(100, **first[0]), _asked(second, 0), tell(100, 1, opcode=16, size=64, **first[1])]
    result = assign(batches(packets, size))
    assert {side.qpn for flow in result.flows if flow.how for side in flow.sides} == {0x101, 0x201}


@SIZES
def test_connections_with_the_same_first_psn_whose_first_requests_the_capture_has_missed(size):
    """The first answers to both fit the only request that is known; which they are to, the later ones tell."""
    first, second = _flow(1, 100), _flow(2, 100)
    packets = [ask(900, **first[1]), _asked(first, 4), _told(second, 4), _told(first, 4)]
    assert {flow.how for flow in run(batches(packets, size)).flows} == {""}
    packets += [_asked(second, 9), *(_asked(first, number) for number in (5, 6))]
    packets += [_told(second, 9), _told(first, 5), _told(first, 6)]
    packets += [_asked(second, number) for number in (10, 11)] + [_told(second, number) for number in (10, 11)]
    joined = run(batches(packets, size)).flows
    assert {frozenset(side.qpn for side in flow.sides) for flow in joined} == {
        frozenset({0x101, 0x201}), frozenset({0x102, 0x202})
    }  # fmt: skip


@SIZES
def test_one_answer_is_not_enough_where_messages_were_missed(size):
    """Three are; at the end of the capture those that there are, if there is no other flow that they may be of."""
    flow, other = _flow(1, 500), _flow(2, 7000)
    packets = [_asked(other, 0)] + [_asked(flow, number) for number in (3, 4, 5)]
    packets += [_told(flow, number) for number in (3, 4, 5)]
    result = run(batches(packets, size))
    assert [each.how for each in result.flows] == ["", "acknowledgements"]
    assert result.facts["flow"] == {1: 1, 2: 2, 3: 2, 4: 2, 5: 3, 6: 3, 7: 2}
    result = run(batches(packets[:5], size))
    assert [each.how for each in result.flows] == ["", "acknowledgements"]


@SIZES
def test_what_two_flows_may_answer_joins_neither(size):
    """The capture misses all requests of one; both count four messages more than there are."""
    first, second = _flow(1, 100), _flow(2, 100)
    packets = [ask(900, **first[1]), *(_asked(first, number) for number in (4, 5, 6))]
    packets += [_told(flow, number) for number in (4, 5, 6) for flow in (second, first)]
    assert {flow.how for flow in run(batches(packets, size)).flows} == {""}


@SIZES
def test_answers_may_be_to_what_a_capture_has_missed(size):
    """The second's first answers fit the requests of the first, but it had sent such before the capture, too."""
    first, second = _flow(1, 100), _flow(2, 100)
    packets = [_asked(first, number) for number in (4, 5, 6)] + [_asked(second, 9)]
    packets += [_told(second, number) for number in (4, 5, 6)]
    assert {flow.how for flow in run(batches(packets, size)).flows} == {""}
    packets += [_asked(second, 10), _asked(second, 11)] + [_told(second, number) for number in (9, 10, 11)]
    (joined,) = [flow for flow in run(batches(packets, size)).flows if flow.how]
    assert {side.qpn for side in joined.sides} == {0x102, 0x202}


@SIZES
def test_messages_that_are_sent_again_count_once(size):
    """One answer is enough, as its MSN says that all messages were seen."""
    flow, other = _flow(1, 500), _flow(2, 501)
    packets = [ask(900, **other[1]), *[_asked(flow, 0)] * 3, _asked(flow, 1), _told(flow, 1), _told(other, 0, 9)]
    joined = [flow for flow in assign(batches(packets, size)).flows if flow.how]
    assert [{side.qpn for side in flow.sides} for flow in joined] == [{0x101, 0x201}]


@SIZES
def test_a_flow_is_joined_once(size):
    """The answer to its request comes from another queue pair than the one whose requests it has answered."""
    packets = [ask(7), ask(900, source=B, target=A), tell(7, 1), tell(900, 1, source=A, target=(B[0], 0x99))]
    flows = assign(batches(packets, size)).flows
    assert [(flow.how, flow.packets) for flow in flows] == [("acknowledgements", 3), ("", 1)]


@SIZES
def test_answers_are_to_requests_of_their_service(size):
    """The first PSNs of two connections are the same, one of which is extended."""
    extended = _frame(A, (B[0], 0x99), 7, XRC_SEND, draft("XRCETH", xrcsrq=5), payload=bytes(8))
    flows = assign(batches([extended, ask(7), tell(7, 1)], size)).flows
    assert [(flow.service, flow.how, flow.packets) for flow in flows] == [("XRC", "", 1), ("RC", "acknowledgements", 2)]


@SIZES
def test_no_flow_answers_itself(size):
    """Both ends of a connection within a host begin at the same PSN."""
    own = ("10.0.0.1", 0x11), ("10.0.0.1", 0x22)
    packets = [ask(7, source=own[0], target=own[1]), ask(7, source=own[1], target=own[0])]
    packets += [tell(7, 1, source=own[1], target=own[0])]
    (flow,) = assign(batches(packets, size)).flows
    assert (flow.how, flow.packets) == ("acknowledgements", 3)


@SIZES
def test_the_other_direction_may_decide_first(size):
    """The first answer of one end fits nothing, its second one comes before the first one of the other end."""
    packets = [ask(7), ask(900, source=B, target=A), tell(6, 1), tell(7, 2), tell(900, 1, source=A, target=B), ask(8)]
    assert run(batches(packets, size)).facts["flow"] == {1: 1, 2: 2, 3: 2, 4: 1, 5: 1, 6: 1}


@SIZES
def test_both_ends_ask(size):
    packets = [ask(7), ask(900, source=B, target=A), tell(900, 1, source=A, target=B), tell(7, 1)]
    result = assign(batches(packets, size))
    (flow,) = result.flows
    assert [(side.requests, side.answers) for side in flow.sides] == [(1, 1), (1, 1)]


@SIZES
def test_a_read_uses_many_psns(size):
    """The first responses are missing: a later one has a PSN that only the READ has used."""
    result = assign(batches([read(7, 20_000), tell(10, 1, opcode=14, size=4096)], size))
    assert [flow.how for flow in result.flows] == ["acknowledgements"]


@SIZES
def test_a_packet_to_itself(size):
    own = ("10.0.0.1", 0x11), ("10.0.0.1", 0x22)
    packets = [ask(7, source=own[0], target=own[1]), tell(7, 1, source=own[1], target=own[0])]
    packets += [ask(900, source=own[1], target=own[0]), tell(900, 1, source=own[0], target=own[1])]
    result = assign(batches(packets, size))
    (flow,) = result.flows
    assert [(side.qpn, side.requests, side.answers) for side in flow.sides] == [(0x11, 1, 1), (0x22, 1, 1)]
    assert list(result.sides.values()) == [0, 1, 1, 0]


def _datagram(source, target, psn=0):
    return _frame(source, target, psn, UD_SEND, draft("DETH", srcqp=source[1]), payload=bytes(8))


@SIZES
def test_datagrams_name_both_queue_pairs(size):
    group = ("239.0.0.1", 0xFFFFFF)
    packets = [_datagram(A, B), _datagram(A, group), _datagram(B, A), _datagram(A, ("10.0.0.2", 0x23))]
    result = assign(batches(packets, size))
    assert [(flow.how, flow.packets, flow.sides[1].qpn) for flow in result.flows] == [
        ("datagrams", 2, 0x22), ("", 1, 0xFFFFFF), ("", 1, 0x23),
    ]  # fmt: skip
    assert list(result.numbers.values()) == [1, 2, 1, 3]
    assert {flow.service for flow in result.flows} == {"UD"}


@SIZES
def test_unacknowledged_directions_are_joined_if_they_are_alone(size):
    packets = [_frame(A, B, psn, UC_SEND, payload=bytes(8)) for psn in range(3)]
    packets += [_frame(B, A, psn, UC_SEND, payload=bytes(8)) for psn in range(900, 902)]
    (flow,) = assign(batches(packets, size)).flows
    assert (flow.how, flow.service, flow.packets, flow.sure, flow.also) == ("addresses", "UC", 5, 0.8, 2)
    packets.append(_frame(A, ("10.0.0.2", 0x99), 0, UC_SEND, payload=bytes(8)))
    assert [flow.how for flow in assign(batches(packets, size)).flows] == ["", "", ""]


@SIZES
def test_notifications_are_counted_and_belong_to_no_half(size):
    packets = [ask(7), tell(7, 1), _frame(B, A, 0, CNP, payload=bytes(16))]
    result = assign(batches(packets, size))
    (flow,) = result.flows
    assert (flow.sides[1].cnps, flow.sides[1].packets, flow.sides[1].answers) == (1, 2, 1)
    assert result.batches[-1].half[-1] == -1
    assert result.batches[-1].row[-1] >= 0


@SIZES
def test_damaged_packets_make_no_flow(size):
    """One of a known flow is counted there; one of a stream of its own is a stray, also if that begins later."""
    other = "10.0.0.2", 0x77
    (packets,) = batches([ask(7), ask(8), ask(9, target=other), ask(3, target=other)])
    data = [bytearray(packet.data) for packet in packets]
    for row in (1, 2):
        data[row][-1] ^= 1
    batch = Batch.of([bytes(each) for each in data], 1)
    result = assign(cut([batch], size or 4))
    assert list(result.numbers.values()) == [1, 1, 0, 2]
    assert [(flow.packets, flow.sides[0].corrupt, flow.sides[0].requests) for flow in result.flows] == [
        (2, 1, 1), (1, 0, 1),
    ]  # fmt: skip
    assert [flow.bytes for flow in result.flows] == [len(data[0]) + len(data[1]), len(data[3])]  # as of the packets
    assert result.strays == 1
    assert result.table.strays == 1


@SIZES
def test_a_damaged_datagram_before_the_first_one_that_goes_back(size):
    packets = [_datagram(A, B), _datagram(B, A), _datagram(B, A)]
    data = [bytearray(packet.data) for packet in packets]
    data[1][-1] ^= 1
    data[1][-2] ^= 1
    result = assign(cut([Batch.of([bytes(each) for each in data], 1)], size or 3))
    assert list(result.numbers.values()) == [1, 0, 1]


def test_refusals_by_code():
    packets = [ask(7), tell(7, 0, syndrome=0x60), tell(7, 0, syndrome=0x2E), tell(7, 0, syndrome=0x2E)]
    packets += [ask(8), tell(8, 1, syndrome=0x62)]
    (flow,) = assign(batches(packets)).flows
    assert (flow.sides[1].naks, flow.sides[1].rnrs, flow.ended) == ({0: 1, 2: 1}, 2, "refused")


def test_counts_of_verdicts():
    """By the end that sent the packets; a kind of message is one, too."""
    result = assign(batches([ask(7), tell(7, 1)]))
    table = result.table
    half = int(result.batches[0].half[0])
    table.add_count("retransmitted", np.array([half, half, half ^ 1]), np.array([2, 3, 4]))
    table.add_count("WRITE", np.array([half]))
    (flow,) = table.to_flows(result.batches[0].row[:1])
    assert [side.retransmitted for side in flow.sides] == [5, 4]
    assert [side.messages for side in flow.sides] == [{"WRITE": 1}, {}]
    assert table.count("lost").sum() == 0


def _scene(seed, **options):
    arguments = {
        "packets": 400, "operations": OPERATIONS, "sizes": (0, 3000), "conversations": 6, "both_ways": True, "pairs": 2,
        "truth": None, **options,
    }  # fmt: skip
    return traffic.Traffic(seed, **arguments)


@pytest.mark.family("batches")
@settings(deadline=None, max_examples=15)
@given(
    seed=st.integers(0, 10_000),
    size=st.sampled_from([1, 2, 3, 7, 50, 133]),
    first=st.sampled_from([None, 0, 0xFFFFFA]),
    service=st.sampled_from(["RC", "UC"]),
    faulty=st.booleans(),
    side=st.sampled_from(["", "", "10.0.0.1"]),
)
@example(seed=0, size=1, first=0, service="RC", faulty=False, side="")
@example(seed=10_000, size=1, first=None, service="RC", faulty=False, side="")  # nobody answers the last pair any more
@example(seed=80, size=1, first=None, service="RC", faulty=True, side="")
@example(seed=564, size=1, first=0, service="RC", faulty=True, side="")  # packet 293 fits one flow, until 294 comes
def test_any_cut_into_batches_gives_the_same_flows(seed, size, first, service, faulty, side):
    faults = traffic.Faults(loss=0.02, duplicate=0.01, reorder=0.02, rnr=0.01, corrupt=0.01, ce=0.02)
    scene = _scene(
        seed, first_psn=first, service=service, operations=OPERATIONS if service == "RC" else UC_OPERATIONS,
        faults=faults if faulty else None,
    )  # fmt: skip
    every = list(scene.batches())
    if side:
        every = list(keep(every, lambda batch: sent_by(batch, side)))
    assert told(assign(cut(every, size))) == told(assign(every))
    if not faulty and first is None and service == "RC" and not side:
        heard = [flow for flow in assign(every).flows if any(side.answers for side in flow.sides)]
        assert {flow.how for flow in heard} == {"acknowledgements"}


@pytest.mark.family("batches")
@settings(deadline=None, max_examples=30)
@given(st.data())
def test_any_cut_of_flows_that_could_be_each_other(data):
    """Connections between two hosts with near PSNs, of which some packets are missing."""
    flows = [_flow(number, data.draw(st.integers(0, 6))) for number in range(data.draw(st.integers(2, 5)))]
    asked, packets = [0] * len(flows), []
    for _ in range(data.draw(st.integers(1, 40))):
        at = data.draw(st.integers(0, len(flows) - 1))
        if data.draw(st.booleans()):
            packets.append(_asked(flows[at], asked[at]))
            asked[at] += 1
        elif asked[at]:
            packets.append(_told(flows[at], data.draw(st.integers(0, asked[at] - 1))))
    if packets:
        size = data.draw(st.integers(1, 12))
        whole = assign(batches(packets))
        assert told(assign(batches(packets, size))) == told(whole)
        for flow in whole.flows:
            if flow.how:
                numbers = sorted(side.qpn for side in flow.sides)
                assert numbers[1] - numbers[0] == 0x100, "joined with another's answers"


@SIZES
@pytest.mark.parametrize("early", [70, 100])
def test_answers_before_all_requests_do_not_count(size, early):
    """However many of them there were, the first ones behind a request vote."""
    other = ("10.0.0.7", 0x77)
    packets = [ask(5, source=other, target=("10.0.0.8", 0x88)), *(tell(psn, 1) for psn in range(2000, 2000 + early))]
    packets += [ask(7), ask(8), tell(7, 1)]
    result = assign(batches(packets, size))
    assert sorted((flow.how, flow.packets) for flow in result.flows) == [("", 1), ("acknowledgements", early + 3)]

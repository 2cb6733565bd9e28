"""Requester and responder over a network that loses, copies, reorders and damages: everything arrives, and once."""

from __future__ import annotations

from collections import deque

import pytest
from hypothesis import given, settings, strategies as st

import ibpkt
from ibpkt import traffic
from ibpkt.craft.carriers import CARRIERS
from ibpkt.traffic.operations import OPERATIONS, has

PMTU = 256
SIZE = 4096
#: what a requester sends again before it gives up, unless it is told otherwise
RETRIES = 7
FATES = ("delivered", "lost", "twice", "overtaken", "damaged")


def damaged(packet):
    data = bytearray(packet.data)
    data[packet.bth.offset + 9] ^= 0x40
    return bytes(data)


def carry(requester, responder, packets, fates=(), now=0, deadline=1 << 62):
    """Carry packets until nothing is outstanding; returns all that were sent, in order."""
    sent = []
    fates = deque(fates)
    to_responder, to_requester = deque(packets), deque()
    while now < deadline:
        while to_responder or to_requester:
            lane = to_responder or to_requester
            packet = lane.popleft()
            sent.append(packet)
            fate = fates.popleft() if fates else "delivered"
            if fate == "lost":
                continue
            if fate == "overtaken" and lane:
                lane.insert(1, packet)
                continue
            for _ in range(2 if fate == "twice" else 1):
                frame = damaged(packet) if fate == "damaged" else packet
                if lane is to_responder:
                    to_requester += responder.receive(frame)
                else:
                    to_responder += requester.receive(frame, now)
        if not requester.outstanding or requester.next_timeout is None:
            break
        now = max(now, requester.next_timeout)
        to_responder += requester.tick(now)
    return sent


def pair(service="RC", carrier="rocev2", order="psn", first_psn=0xFFFFFE, responder=None, **options):
    link = CARRIERS[carrier].link
    receiving = traffic.Responder(
        service=service, pmtu=PMTU, order=order, first_psn=first_psn, link=link, **(responder or {})
    )
    region = receiving.memory.register(SIZE)
    sending = traffic.Requester(
        service=service, pmtu=PMTU, order=order, first_psn=first_psn, carrier=carrier, r_key=region.r_key,
        address=region.address, **options,
    )  # fmt: skip
    return sending, receiving, region


@st.composite
def requests(draw, address):
    """Requests of all kinds, each WRITE to bytes of its own, so that their order does not matter to the result."""
    drawn = []
    names = [name for name, operation in OPERATIONS.items() if has(operation, "RC") and not operation.invalidates]
    for place in range(draw(st.integers(1, 5))):
        operation = OPERATIONS[draw(st.sampled_from(names))]
        size = 8 if operation.size_fixed else draw(st.sampled_from((0, 1, 255, 256, 257, 700)))
        data = None if operation.reads else bytes([place + 1]) * size
        value = place if operation.draws else None
        drawn.append(traffic.Request(operation, size, data, value=value, address=address + place * 768))
    return drawn


@settings(max_examples=100)
@given(
    st.data(),
    # of eight that are lost or damaged one request may lose all, and then its retries are used up
    st.lists(st.sampled_from(FATES), max_size=12).filter(
        lambda fates: fates.count("lost") + fates.count("damaged") <= RETRIES
    ),
    st.sampled_from(("psn", "any")),
)
def test_everything_arrives_once(data, fates, order):
    requester, responder, region = pair(order=order)
    expected = bytearray(SIZE)
    added = {}
    drawn = data.draw(requests(region.address))
    for request in drawn:
        at = request.address - region.address
        if request.operation.name.startswith(("WRITE", "ATOMIC_WRITE")):
            expected[at : at + request.size] = request.data
        elif request.operation.name == "FETCH_ADD":
            expected[at : at + 8] = request.value.to_bytes(8, "little")
        elif request.operation.name == "CMP_SWAP":
            expected[at : at + 8] = request.value.to_bytes(8, "little")
            added[at] = request.compare
    carry(requester, responder, requester.post(*drawn), fates)
    assert [each.outcome for each in requester.completions] == ["success"] * len(drawn)
    assert [each.request for each in requester.completions] == drawn
    assert region.data == expected
    assert responder.msn == len(drawn)
    received = [request for request in drawn if request.operation.receives]
    assert [each.size for each in responder.completions] == [request.size for request in received]


@pytest.mark.parametrize("carrier", CARRIERS)
def test_every_carrier(carrier):
    requester, responder, _ = pair(carrier=carrier)
    sent = carry(requester, responder, requester.post(traffic.Write(b"hello"), traffic.Read(5)))
    assert requester.completions[1].data == b"hello"
    assert len(sent) == 3  # the response to the READ acknowledges the WRITE
    for packet in sent:
        assert packet.icrc.status == "good"
        assert packet.stop is None
        assert not packet.disagreements
    there, back = sent[0], sent[-1]
    for layer, answer in zip(there.layers, back.layers, strict=False):
        if layer.header.address:
            _, source, destination = layer.header.address
            assert layer.raw[source] == answer.raw[destination]
            assert layer.raw[destination] == answer.raw[source]


def test_extended_reliable_connection():
    """XRC: the same rules; requests name the shared receive queue, and credits are not counted."""
    requester, responder, _ = pair("XRC", xrc_srq=0x77, responder={"receives": 1})
    sent = carry(requester, responder, requester.post(traffic.Write(b"hello"), traffic.Read(5), traffic.Send(b"x")))
    assert [each.outcome for each in requester.completions] == ["success"] * 3
    requests = [packet for packet in sent if "XRCETH" in packet]
    assert len(requests) == 3
    assert {packet.xrceth.xrcsrq for packet in requests} == {0x77}
    assert {str(packet.aeth.verdict) for packet in sent if "AETH" in packet} == {"ACK credits=unlimited"}


def test_unreliable_connection_drops_a_message_with_a_gap():
    requester, responder, region = pair("UC")
    packets = requester.post(traffic.Send(b"a" * 600), traffic.Write(b"b" * 600), traffic.Send(b"c", imm=5))
    assert [each.outcome for each in requester.completions] == ["success"] * 3
    for at, packet in enumerate(packets):
        if at != 1:
            assert responder.receive(packet) == []
    assert [(each.data, each.immediate) for each in responder.completions] == [(b"c", bytes([0, 0, 0, 5]))]
    assert region.data[:600] == b"b" * 600
    assert responder.state == "RTR"


def test_unreliable_datagrams():
    requester, responder, _ = pair("UD", responder={"receives": 1, "q_key": 5}, q_key=5)
    (first, second) = requester.post(traffic.Send(b"one"), traffic.Send(b"two"))
    stranger = traffic.Requester(service="UD", pmtu=PMTU, q_key=6)
    assert responder.receive(stranger.post(traffic.Send(b"wrong key"))[0]) == []
    for packet in (first, second):
        assert responder.receive(packet) == []
    assert [(each.data, each.source_qpn) for each in responder.completions] == [(b"one", 0x12)]
    with pytest.raises(ibpkt.CallerError, match="256"):
        requester.post(traffic.Send(257))


def test_a_selective_requester_sends_the_lost_packet_alone():
    for order, count in (("psn", 5), ("any", 1)):
        requester, responder, _ = pair(order=order)
        packets = requester.post(traffic.Write(b"x" * 6 * PMTU))
        answers = [answer for packet in packets[:1] + packets[2:] for answer in responder.receive(packet)]
        (nak,) = answers
        assert str(nak.aeth.verdict) == "NAK PSN Sequence Error"
        again = requester.receive(nak)
        assert len(again) == count
        carry(requester, responder, again)
        assert requester.completions[0].outcome == "success"


def test_credits_are_counted():
    """The requester sends one message beyond the credits, which an RNR NAK answers, and waits."""
    requester, responder, _ = pair(count_credits=True, responder={"receives": 0})
    packets = requester.post(*[traffic.Send(b"x")] * 4)
    assert len(packets) == 1
    (rnr,) = responder.receive(packets[0])
    assert str(rnr.aeth.verdict) == "RNR NAK 0.64 ms"
    assert requester.receive(rnr) == []
    assert requester.next_timeout == 640_000
    responder.post_receive(count=4)
    sent = carry(requester, responder, requester.tick(640_000), now=640_000)
    assert [str(packet.aeth.verdict) for packet in sent if "AETH" in packet] == [
        f"ACK credits={count}" for count in (3, 2, 1, 0)
    ]
    assert [each.outcome for each in requester.completions] == ["success"] * 4


@pytest.mark.parametrize("damaged", range(RETRIES + 2))
def test_one_that_arrives_damaged_has_not_arrived(damaged):
    """As many as it may send again, and one more, in vain; one less is enough."""
    fates = ["damaged"] * damaged + ["lost"] * (RETRIES + 1 - damaged)
    for some, outcome in ((fates, "retry-exceeded"), (fates[1:], "success")):
        requester, responder, _ = pair()
        carry(requester, responder, requester.post(traffic.Send(b"x")), some)
        assert [each.outcome for each in requester.completions] == [outcome]


def test_it_gives_up():
    requester, _, _ = pair(retry_count=2)
    requester.post(traffic.Write(b"x"), traffic.Read(1))
    sent = 0
    while requester.next_timeout is not None and requester.state == "RTS":
        sent += len(requester.tick(requester.next_timeout))
    assert sent == 4
    assert [each.outcome for each in requester.completions] == ["retry-exceeded", "flushed"]
    assert requester.post(traffic.Send(b"too late")) == []
    assert requester.completions[-1].outcome == "flushed"


def test_rnr_retries():
    requester, responder, _ = pair(rnr_retry=1, responder={"receives": 0})
    carry(requester, responder, requester.post(traffic.Send(b"x")))
    assert requester.completions[0].outcome == "rnr-retry-exceeded"


def test_a_response_that_is_too_short():
    requester, responder, _ = pair()
    (packet,) = requester.post(traffic.Read(8))
    (response,) = responder.receive(packet)
    assert requester.receive(response.replace(payload=b"four")) == []
    assert requester.completions[0].outcome == "bad-response"
    assert requester.state == "ERR"


def test_an_answer_to_what_was_never_sent():
    requester, responder, _ = pair()
    (packet,) = requester.post(traffic.Write(8))
    (ack,) = responder.receive(packet)
    assert requester.receive(ack.replace(bth__psn=5)) == []
    assert requester.outstanding == 1
    requester.receive(ack)
    assert requester.outstanding == 0

"""The responder alone: what it refuses, drops and answers again; and the comparison with the answers of others."""

from __future__ import annotations

import subprocess
import sys

import pytest

import ibpkt
from ibpkt import traffic
from ibpkt.packet import decode
from ibpkt.strategies.forged_requests import DROPPED, REFUSED, RequestForger
from ibpkt.traffic.model.framing import PacketPath
from tests.support.shared import REPOSITORY

PMTU = 256

#: the NAK that each forged request must have
VERDICTS = {
    "NAK Remote Access Error": {
        "a WRITE with a wrong R_Key",
        "a READ with a wrong R_Key",
        "an atomic with a wrong R_Key",
        "a WRITE beyond the region",
        "a READ beyond the region",
        "a READ in front of the region",
        "a WRITE without the right",
        "an atomic without the right",
    }
}


@pytest.fixture
def ends():
    responder = traffic.Responder(pmtu=PMTU)
    region = responder.memory.register(1024)
    guarded = responder.memory.register(1024, access="read")
    requester = traffic.Requester(pmtu=PMTU, r_key=region.r_key, address=region.address)
    path = PacketPath.of_carrier("rocev2", (0x12, 0x11))
    return requester, responder, RequestForger(requester.queue_pair, path, region, guarded)


@pytest.mark.parametrize("what", DROPPED)
def test_what_is_dropped(ends, what):
    _, responder, forger = ends
    packet = forger.dropped(what, 0)
    assert responder.receive(packet) == []
    assert (responder.state, responder.expected_psn, responder.msn) == ("RTR", 0, 0)


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_refused(ends, what):
    requester, responder, forger = ends
    *before, last = forger.refused(what, 0)
    for packet in before:
        responder.receive(packet)
    (nak,) = responder.receive(last)
    access = what in VERDICTS["NAK Remote Access Error"]
    assert str(nak.aeth.verdict) == ("NAK Remote Access Error" if access else "NAK Invalid Request")
    assert nak.bth.psn == last.bth.psn
    assert responder.state == "ERR"
    assert responder.receive(requester.post(traffic.Send(b"x"))[0]) == []


def test_a_window_is_invalidated(ends):
    requester, responder, _ = ends
    window = responder.memory.register(b"window", window=True)
    (packet,) = requester.post(traffic.Send(b"bye", invalidate=window.r_key))
    (ack,) = responder.receive(packet)
    assert str(ack.aeth.verdict).startswith("ACK")
    assert responder.completions[0].invalidated == window.r_key
    requester.receive(ack)
    (packet,) = requester.post(traffic.Read(6, address=window.address), r_key=window.r_key)
    (nak,) = responder.receive(packet)
    assert str(nak.aeth.verdict) == "NAK Remote Access Error"
    requester.receive(nak)
    assert requester.completions[-1].outcome == "remote-access-error"


def test_an_atomic_is_executed_once_and_a_read_again(ends):
    requester, responder, _ = ends
    region = next(iter(responder.memory.regions.values()))
    add, read = requester.post(traffic.FetchAdd(5), traffic.Read(8))
    answers = [bytes(responder.receive(packet)[0]) for packet in (add, read, add)]
    assert answers[0][:-8] != answers[1][:-8]
    assert decode(answers[2], "ethernet").atomicacketh.origremdt == 0
    assert region.data[:8] == (5).to_bytes(8, "little")
    region.data[0] = 77
    (again,) = responder.receive(read)
    assert again.payload[0] == 77


def test_only_so_many_atomics_are_remembered():
    responder = traffic.Responder(responder_resources=2)
    region = responder.memory.register(64)
    requester = traffic.Requester(r_key=region.r_key, address=region.address)
    packets = requester.post(*[traffic.FetchAdd(1)] * 3)
    assert [len(responder.receive(packet)) for packet in packets] == [1, 1, 1]
    assert [len(responder.receive(packet)) for packet in packets] == [0, 1, 1]
    without = traffic.Responder(responder_resources=0, memory=responder.memory)
    (nak,) = without.receive(packets[0])
    assert str(nak.aeth.verdict) == "NAK Invalid Request"


def test_a_receive_request_that_is_too_small():
    responder = traffic.Responder(receives=0)
    responder.post_receive(4)
    responder.post_receive(4)
    requester = traffic.Requester()
    (packet,) = requester.post(traffic.Send(b"12345"))
    (nak,) = responder.receive(packet)
    assert str(nak.aeth.verdict) == "NAK Invalid Request"
    assert [each.outcome for each in responder.completions] == ["length-error", "flushed"]


def test_the_state_of_the_queue_pair():
    responder = traffic.Responder(receives=2)
    (packet,) = traffic.Requester().post(traffic.Send(b"x"))
    responder.state = "INIT"
    assert responder.receive(packet) == []
    responder.state = "ERR"
    assert [each.outcome for each in responder.completions] == ["flushed"] * 2
    with pytest.raises(ibpkt.CallerError, match="RTS"):
        responder.state = "RTZ"


@pytest.mark.parametrize("order", ["psn", "any"])
def test_what_comes_early(ends, order):
    requester, responder, _ = ends
    responder.order = order
    first, second, third = requester.post(traffic.Write(b"x" * 3 * PMTU))
    (nak,) = responder.receive(second)
    assert (nak.bth.psn, str(nak.aeth.verdict)) == (0, "NAK PSN Sequence Error")
    assert responder.receive(third) == []
    answers = responder.receive(first)
    assert responder.expected_psn == (3 if order == "any" else 1)
    assert [answer.bth.psn for answer in answers] == ([2] if order == "any" else [])


def test_partitions():
    responder = traffic.Responder(p_key=0x8001)
    for p_key, answers in ((0x8001, 1), (0x0001, 1), (0xFFFF, 0)):
        requester = traffic.Requester(p_key=p_key, first_psn=responder.expected_psn)
        (packet,) = requester.post(traffic.Send(b"x"))
        assert len(responder.receive(packet)) == answers
    assert traffic.Responder(p_key=1).receive(traffic.Requester(p_key=1).post(traffic.Send(b"x"))[0]) == []


# -- the comparison --------------------------------------------------------------------------------------------------


def compared(change, request=None, **options):
    """Check the answer of a second responder, changed."""
    adapter, model = traffic.Responder(), traffic.Responder()
    for responder in (adapter, model):
        responder.memory.register(64, r_key=5, address=64)
    requester = traffic.Requester(r_key=5, address=64)
    checker = traffic.AnswerChecker(model, **options)
    (packet,) = requester.post(request or traffic.Read(8))
    return checker.check(packet, [change(answer) for answer in adapter.receive(packet)])


def test_the_right_answer():
    assert len(compared(lambda answer: answer)) == 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda answer: answer.replace(bth__psn=1), "BTH.psn is 1, not 0"),
        (lambda answer: answer.replace(aeth__msn=2), "AETH.msn is 2, not 1"),
        (lambda answer: answer.replace(payload=b"wrong!!!"), "byte 0 of the payload differs"),
        (lambda answer: answer.replace(payload=bytes(5)), "5 bytes of payload, not 8"),
        (lambda answer: answer.replace(ipv4__dst="10.0.0.9"), "IPv4.dst"),
        (lambda answer: answer.replace(aeth__syndrome=0x62), "AETH.syndrome"),
        (lambda answer: answer.data[:-1] + b"?", "its ICRC is wrong"),
        (lambda answer: answer.data[:20], "malformed"),
    ],
)
def test_a_wrong_answer(change, sentence):
    with pytest.raises(traffic.WrongAnswer, match=sentence):
        compared(change)


def test_credits_are_the_adapters_own():
    assert compared(lambda answer: answer.replace(aeth__syndrome=0x05))


def test_acks_may_be_left_out_before_a_later_answer():
    model = traffic.Responder()
    checker = traffic.AnswerChecker(model, acks_may_wait=True)
    adapter = traffic.Responder()
    packets = traffic.Requester(coalesce=1).post(*[traffic.Send(b"x")] * 3)
    answers = [adapter.receive(packet)[0] for packet in packets]
    checker.check(packets[0], [])
    with pytest.raises(traffic.WrongAnswer, match="missing"):
        checker.check_settled()
    checker.check(packets[1], [answers[1]])
    checker.check_settled()
    with pytest.raises(traffic.WrongAnswer):  # an ACK of what was acknowledged before
        checker.check(packets[2], [answers[0]])


def test_an_ack_nobody_asked_for():
    first, second = traffic.Requester(coalesce=9).post(traffic.Send(b"x"), traffic.Send(b"y"))
    asking = traffic.Responder()
    (ack,) = asking.receive(first.replace(bth__a=1))
    checker = traffic.AnswerChecker(traffic.Responder())
    assert not first.bth.a
    assert checker.check(first, [ack])
    with pytest.raises(traffic.WrongAnswer, match="RC Acknowledge PSN=1"):
        checker.check(second, [ack])


# -- arguments -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: traffic.Responder(service="RCC"),
        lambda: traffic.Responder(pmtu=1000),
        lambda: traffic.Responder(qpn=1 << 24),
        lambda: traffic.Responder(qpn="1"),
        lambda: traffic.Responder(first_psn=-1),
        lambda: traffic.Responder(receives=-1),
        lambda: traffic.Responder(receives="many"),
        lambda: traffic.Responder(rnr_timer=32),
        lambda: traffic.Responder(order="sometimes"),
        lambda: traffic.Responder(access=["rread"]),
        lambda: traffic.Responder().receive("packet"),
        lambda: traffic.Responder().post_receive(-1),
        lambda: traffic.Memory("middle"),
        lambda: traffic.Memory().register(-1),
        lambda: traffic.Memory().register("text"),
        lambda: traffic.Memory().register(8, address=(1 << 64) - 4),
        lambda: traffic.Memory().register(8, r_key=1 << 32),
        lambda: traffic.Memory().register(8, access="wriet"),
        lambda: traffic.Requester(service="RD"),
        lambda: traffic.Requester(window=0),
        lambda: traffic.Requester(carrier="rocev3"),
        lambda: traffic.Requester(path=5),
        lambda: traffic.Requester().post(5),
        lambda: traffic.Requester().post(traffic.Send(5, rnr=1)),
        lambda: traffic.Requester().post(traffic.Write(5), r_key=-1),
        lambda: traffic.Requester().post(traffic.AtomicWrite(9)),
        lambda: traffic.Requester(service="UC").post(traffic.Read(5)),
        lambda: traffic.Requester().tick(-1),
        lambda: traffic.Requester().tick(1.5),
        lambda: traffic.Requester().receive(5),
        lambda: traffic.AnswerChecker(5),
        lambda: traffic.AnswerChecker(traffic.Responder()).check(5, []),
        lambda: traffic.AnswerChecker(traffic.Responder()).check(b"", [5]),
        lambda: traffic.Responder(memory=5),
        lambda: traffic.Responder(access=5),
        lambda: traffic.Requester(window="wide"),
        lambda: traffic.Requester(retry_count=8),
        lambda: traffic.Requester(carrier=5),
    ],
)
def test_wrong_arguments(wrong):
    with pytest.raises(ibpkt.CallerError):
        wrong()


def test_an_operation_that_is_registered():
    """It is known by what its row says: a WRITE of one packet, with a header of its own."""
    code = """
import tests.support.put_operation
from ibpkt import traffic
responder = traffic.Responder()
region = responder.memory.register(64)
requester = traffic.Requester(r_key=region.r_key, address=region.address)
put = traffic.Request(traffic.OPERATIONS["PUT"], 5, b"hello")
(packet,) = requester.post(put)
assert "PutETH" in packet
for answer in responder.receive(packet):
    requester.receive(answer)
assert bytes(region.data[:5]) == b"hello"
assert requester.completions[0].outcome == "success"
(packet,) = requester.post(put, r_key=5)
(nak,) = responder.receive(packet)
assert str(nak.aeth.verdict) == "NAK Remote Access Error"
"""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=REPOSITORY)

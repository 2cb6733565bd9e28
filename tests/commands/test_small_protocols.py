"""9P, RDS and SMC-R: borders of their messages that whole exchanges do not come to."""

from __future__ import annotations

import pytest

from ibpkt.commands.known import PROTOCOLS
from ibpkt.commands.recognition import CarriedProtocol, Sent
from tests.commands.test_messaging import (
    FakeConnection,
    llc,
    ninep,
    ninep_play,
    rds,
    rds_play,
    send,
    smc_play,
    smc_sent,
)


@pytest.mark.parametrize("name", ["9p", "smc", "rxm", "ucx", "smb_direct", "iser"])
def test_protocols_without_private_data_are_proved_by_none(name):
    assert PROTOCOLS[name].proves(FakeConnection(bytes(56))) is False


@pytest.mark.parametrize("name", ["lnet", "smb_direct", "sdp", "ucx", "rxm", "rxd", "ipoib"])
def test_protocols_without_commands(name):
    """No response lacks its command, and only SENDs are shown."""
    rule = PROTOCOLS[name].rule(1, CarriedProtocol(name, "told", None), None)
    message = send(0, 64, 1)
    message.kind = "WRITE"
    assert (rule.unmatched, rule.take(message, b"\1" * 64), getattr(rule, "shown", [])) == (0, (), [])


# -- 9P ---------------------------------------------------------------------------------------------------------------


def test_calls_are_even():
    """Tversion is 100 and Rversion 101, and so on for all types."""
    for kind in range(100, 128):
        known = PROTOCOLS["9p"].is_command(send(0, 7, 1), ninep(kind))
        assert known is (kind % 2 == 0), kind


def test_a_message_of_unknown_size_is_none():
    message = send(0, 7, 1)
    message.size = None
    assert not PROTOCOLS["9p"].is_command(message, ninep(100))
    assert not PROTOCOLS["9p"].is_command(send(0, 6, 1), b"\6\0\0\0\x64\0")


@pytest.mark.parametrize("client", [0, 1])
def test_the_client_is_the_first_that_calls(client):
    """What it answers to is none of its calls; an answer alone says nothing."""
    sent = [(1 - client, ninep(101)), (client, ninep(116, 1)), (client, ninep(117, 1)), (1 - client, ninep(117, 1))]
    ended, rule = ninep_play(*sent, initiator=None)
    assert rule.initiator == client
    assert [(each.kind, each.latency) for each in ended] == [("read", 2000)]


def test_only_a_flush_ends_another_call():
    """The two bytes of a tag may stand in any call."""
    ended, rule = ninep_play((0, ninep(116, 3)), (0, ninep(118, 4, b"\3\0")), (1, ninep(119, 4)))
    assert [each.kind for each in ended] == ["write"]
    assert [each.kind for each in rule.finish(over=False)] == ["read"]


# -- RDS --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("numbers", "found"), [((1, 2, 3), 3), ((2, 3), 1), ((0, 1), 1), ((0, 0), 0), ((5, 6, 6, 7), 2), ((5, 5), 0)]
)
def test_numbers_that_follow_each_other(numbers, found):
    """The first message of a connection has 1; acknowledgements have none."""
    sent = [Sent(send(0, 148, at), rds(number)[0]) for at, number in enumerate(numbers)]
    assert PROTOCOLS["rds"].pairs(sent, 0) == found


def test_the_port_is_the_name():
    told = CarriedProtocol("rds", "told", 0)
    assert PROTOCOLS["rds"].rule(1, told, FakeConnection(None, 0x0000000001064001)).name == "port 16385"
    assert PROTOCOLS["rds"].rule(1, told, FakeConnection(None, None)).name == "port 0"
    assert PROTOCOLS["rds"].rule(1, told, None).name == ""


def test_a_map_of_ports_in_fragments():
    """It is over with its last fragment, as nothing acknowledges it; one byte less, and it is not."""
    part = rds(0, size=4096, length=8192, cong_bitmap=1)
    ended, rule = rds_play((0, part), (0, part))
    assert [(each.kind, each.moved, each.outcome) for each in ended] == [("Congestion map", 8192, "open")]
    assert rule.finish(over=False) == []
    ended, rule = rds_play((0, part), (0, rds(0, size=4095, length=8192, cong_bitmap=1)))
    assert ended == []
    assert [each.moved for each in rule.finish(over=False)] == [8191]


def test_an_acknowledgement_at_the_same_time():
    """A clock may stand still; what was acknowledged before it was sent is another of that number."""
    for start, count in ((1000, 1), (1001, 0)):
        rule = PROTOCOLS["rds"].rule(1, CarriedProtocol("rds", "told", None), None)
        (head, size), (answer, _) = rds(5), rds(0, ack=5, size=0)
        rule.take(send(0, 48 + size, start), head)
        assert len(rule.take(send(1, 48, 1000), answer)) == count


# -- SMC-R ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("initiator", [0, 1])
def test_confirmations_of_either_end(initiator):
    ends = [bytes(15) + b"\1", bytes(15) + b"\2"]
    asked = llc("SMCConfirmLink", qpn=5, gid=ends[0], link=1)
    agreed = llc("SMCConfirmLink", qpn=6, gid=ends[1], link=1, response=1)
    sent = smc_sent((initiator, asked), (1 - initiator, agreed))
    assert PROTOCOLS["smc"].pairs(sent, initiator) == PROTOCOLS["smc"].needed
    assert PROTOCOLS["smc"].pairs(sent, 1 - initiator) == 0


@pytest.mark.parametrize(("numbers", "found"), [((0, 1), 1), ((0,), 0), ((1,), 0), ((65535, 0), 0), ((7, 8, 9), 2)])
def test_numbers_of_data_control(numbers, found):
    """The first message follows none, whatever its number."""
    assert PROTOCOLS["smc"].pairs(smc_sent(*[(0, llc("SMCCDC", seq=each, token=9)) for each in numbers]), 0) == found


def test_requests_of_both_ends_at_once():
    """Each end may ask what the other asks; types that differ by one are not mixed up either."""
    kinds = ("SMCConfirmLink", "SMCAddLink", "SMCTestLink", "SMCConfirmRKey")
    asked = [(side, llc(kind)) for kind in kinds for side in (0, 1)]
    answered = [(side, llc(kind, response=1)) for kind in kinds for side in (1, 0)]
    ended, rule = smc_play(*asked, *answered)
    assert [(each.side, each.latency) for each in ended] == [(side, 8000) for _ in kinds for side in (0, 1)]
    assert rule.finish(over=False) == []

"""Incidents do not depend on the size of batches; filters, flows and limits select them."""

from __future__ import annotations

import pytest

from ibpkt import filter as filters
from ibpkt.analysis.incidents.limits import MessageTimes, limits
from ibpkt.analysis.results.message import Message
from ibpkt.errors import CallerError
from tests.analysis.incidents.told import incidents
from tests.support.command import pcap
from tests.support.shared import capture
from tests.support.stacks import carrier

NAMES = (
    "corrupt_write.pcap", "loss_write_3pct.pcap.gz", "rnr_recover.pcap", "ecn_marked_netem.pcap", "cm_reject.pcap",
    "nak_remote_access_write_rkey.pcap", "retry_exceeded_link_down.pcap", "ud_loss_gap.pcap",
)  # fmt: skip


#: a batch takes milliseconds, however small: of a long capture the first packets are looked at
MOST_BATCHES = 250


@pytest.mark.sweep
@pytest.mark.parametrize("size", [1, 100])
@pytest.mark.parametrize("name", NAMES)
def test_batches_change_nothing(name, size):
    whole = incidents(capture(name), limit=size * MOST_BATCHES)
    assert whole
    assert incidents(capture(name), size, size * MOST_BATCHES) == whole


def test_batches_that_begin_with_an_answer():
    """The settings of a flow are those of its first packet with payload, wherever that is."""
    answer = carrier("RoCEv2 IPv4", 0x11, bth={"destqp": 7, "psn": 5}, aeth={"msn": 3})
    sends = [carrier("RoCEv2 IPv4", 0x04, b"data", bth={"destqp": 7, "psn": 100 + number}) for number in range(9)]
    file = pcap([packet.data for packet in (answer, *sends)])
    told = incidents(file)
    assert any(each.title == "nothing that 10.0.0.2 sends is in the capture" for each in told)
    assert [incidents(file, size) for size in (1, 2, 7)] == [told] * 3


def test_the_first_broken_rule_is_told():
    """Packets of different shapes break different rules."""
    first = carrier("RoCEv2 IPv4", 0x04, b"data", bth={"destqp": 7, "psn": 1, "tver": 3})
    second = carrier("RoCEv2 IPv4", 0x64, b"data", bth={"destqp": 7, "psn": 1, "tver": 2}, deth={"srcqp": 3})
    for packets in ((first, second), (second, first), (first, second, second, first)):
        file = pcap([packet.data for packet in packets])
        told = incidents(file)
        version = 3 if packets[0] is first else 2
        assert any(f"tver is {version}" in each.title + each.verdict for each in told)
        assert [incidents(file, size) for size in (1, 2)] == [told] * 2


def test_a_filter_selects_those_that_have_such_findings():
    path = capture("corrupt_write.pcap")
    assert [incident.cause for incident in incidents(path)] == ["corruption"]
    for condition, count in (("frame.number == 586", 1), ("frame.number in {62, 63}", 1), ("frame.number == 1", 0)):
        assert len(incidents(path, wanted=filters.compile(condition))) == count


def test_what_damaged_packets_say_is_damage():
    """Flipped bits in MAC addresses are no other way, and a flipped length is no rule that the sender breaks."""
    (only,) = incidents(capture("corrupt_write.pcap"))
    assert only.evidence["route-link"] == 4
    assert only.evidence["length-disagrees"] == 1


def test_a_flow_selects_what_it_adds():
    path = capture("corrupt_write.pcap")
    assert [incident.flows for incident in incidents(path, flows=(1,))] == [(1,)]
    assert incidents(path, flows=(77,)) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [("retransmitted=0.1%", 0.001), ("lost=0.5", 0.5), ("p99=2ms", 2e6), ("p50=7us", 7e3), ("stall=1.5s", 1.5e9)],
)
def test_limits_are_read(text, value):
    (limit,) = limits(text)
    assert limit.name == text.partition("=")[0]
    assert limit.most == pytest.approx(value)


@pytest.mark.parametrize("text", ["nothing=1%", "p99=2", "p99=2%", "retransmitted=2ms", "retransmitted", "lost=-1%"])
def test_limits_that_are_none(text):
    with pytest.raises(CallerError):
        limits(text)


def test_times_of_messages_are_kept_within_two_percent():
    times = MessageTimes()
    spans = [1_000 * number for number in range(1, 1001)]
    times.add([Message(1, 0, 1, "SEND", "RC", 0, 1, 5, completed=5 + span) for span in spans])
    for share in (0.5, 0.9, 0.99, 1.0):
        assert times.quantile(share) == pytest.approx(share * 1_000_000, rel=0.02)
    assert MessageTimes().quantile(0.99) == 0


def test_times_of_messages_between_the_ends_of_time():
    times = MessageTimes()
    times.add([Message(1, 0, 1, "SEND", "RC", 0, 1, -(2**63) + 1, completed=2**63 - 1)])
    assert times.quantile(1.0) == pytest.approx(2**64, rel=0.02)

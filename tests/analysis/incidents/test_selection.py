"""Incidents do not depend on the size of batches; filters, flows and limits select them."""

from __future__ import annotations

import dataclasses

import pytest

from ibpkt import filter as filters
from ibpkt.analysis.incidents.limits import MessageTimes, limits
from ibpkt.analysis.results.message import Message
from ibpkt.errors import CallerError
from tests.analysis.incidents.told import incidents
from tests.support.shared import capture

NAMES = (
    "corrupt_write.pcap", "loss_write_3pct.pcap.gz", "rnr_recover.pcap", "ecn_marked_netem.pcap", "cm_reject.pcap",
    "nak_remote_access_write_rkey.pcap", "retry_exceeded_link_down.pcap", "ud_loss_gap.pcap",
)  # fmt: skip


@pytest.mark.parametrize("size", [1, 7, 100])
@pytest.mark.parametrize("name", NAMES)
def test_batches_change_nothing(name, size):
    if size == 1 and name.startswith(("loss", "corrupt")):
        size = 2
    whole, cut = incidents(capture(name)), incidents(capture(name), size)
    # how findings that are told with the same packet follow one another may differ, and with it the order of evidence
    ordered = [dataclasses.replace(each, evidence=dict(sorted(each.evidence.items()))) for each in cut]
    assert ordered == [dataclasses.replace(each, evidence=dict(sorted(each.evidence.items()))) for each in whole]


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

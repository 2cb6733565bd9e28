"""Strategies for messages, conversations and captures: what they give is right, and everything is reached."""

from __future__ import annotations

import contextlib
import io

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis.errors import NoSuchExample

import ibpkt
from ibpkt import strategies
from ibpkt.capture.writer import FORMATS
from ibpkt.craft.carriers import CARRIERS
from ibpkt.traffic.conversation import SERVICES
from ibpkt.traffic.operations import OPERATIONS, has

QUIET = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
#: until something is found, which is not made smaller
UNTIL = settings(
    max_examples=12000,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@QUIET
@given(strategies.messages())
def test_a_message_is_whole_and_good(message):
    assert [record["outcome"] in ("success", "delivered") for record in message.truth.messages] == [True]
    assert message.truth.events == []
    for packet in message.packets:
        assert packet.stop is None
        assert packet.disagreements == ()
        assert packet.icrc.status == "good"


@QUIET
@given(strategies.conversations())
def test_a_packet_is_bad_only_where_the_network_damaged_it(conversation):
    damaged = {event["frame"] for event in conversation.truth.events if event["what"] == "corrupted"}
    bad = {packet.number for packet in conversation.packets if packet.icrc.status != "good"}
    assert bad <= damaged
    assert [packet.number for packet in conversation.packets] == list(range(1, len(conversation.packets) + 1))
    times = [packet.time for packet in conversation.packets]
    assert times == sorted(times)


@QUIET
@given(strategies.captures())
def test_a_capture_is_read_to_its_end(data):
    with ibpkt.open(io.BytesIO(data)) as capture:
        packets = list(capture)
        assert capture.damage is None
    assert all("BTH" in packet or packet.icrc.status != "good" for packet in packets)


@pytest.mark.family("strategies")
@pytest.mark.slow
def test_everything_is_reached():
    wanted = {*CARRIERS, *SERVICES, *(name for name, each in OPERATIONS.items() if any(has(each, s) for s in SERVICES))}

    def has_the_last(conversation):
        for record in conversation.truth.conversations:
            wanted.difference_update((record["service"], record["carrier"]))
        wanted.difference_update(record["operation"] for record in conversation.truth.messages)
        return not wanted

    with contextlib.suppress(NoSuchExample):
        spoken = strategies.conversations(faults=False, max_messages=2, max_size=300)
        find(spoken, has_the_last, settings=settings(UNTIL, max_examples=1500))
    assert wanted == set()


@pytest.mark.family("strategies")
@pytest.mark.slow
def test_what_goes_wrong_is_reached():
    wanted = {"lost", "lost-behind-tap", "corrupted", "duplicated", "ce", "timeout", "nak-sequence"}

    def has_the_last(conversation):
        wanted.difference_update([what for what in wanted if conversation.truth.count(what) > 0])
        return not wanted

    spoken = strategies.conversations("RC", "rocev2", max_messages=3, max_size=600)
    with contextlib.suppress(NoSuchExample):
        find(spoken, has_the_last, settings=UNTIL)
    assert wanted == set()


def test_examples_are_small():
    quiet = settings(database=None, deadline=None, suppress_health_check=list(HealthCheck))
    # the simplest conversation has two: what is true of it is not shrunk
    found = find(strategies.conversations(), lambda spoken: len(spoken.packets) >= 3, settings=quiet)
    assert len(found.packets) == 3
    assert repr(found).startswith("<Conversation of 3 packets on infiniband\n")


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMATS)
def test_a_format_may_be_chosen(form):
    data = find(strategies.captures(form), lambda data: True, settings=UNTIL)
    with ibpkt.open(io.BytesIO(data)) as capture:
        assert capture.reader.format.startswith(form.partition("-")[0])


@pytest.mark.parametrize(
    "strategy",
    [
        strategies.conversations("RCC"),
        strategies.conversations(carrier="rocev3"),
        strategies.messages("XRX"),
        strategies.captures("pcapp"),
    ],
    ids=["service", "carrier", "message", "format"],
)
def test_what_does_not_exist(strategy):
    with pytest.raises(ibpkt.CallerError):
        find(strategy, lambda drawn: True)

"""Packets sprayed over several routes, and ends that take them in any order."""

from __future__ import annotations

import io
from collections import Counter

import pytest

from ibpkt import traffic
from ibpkt.traffic import At, Faults, Read, Write
from tests.support.traffic_witness import Look, story
from tests.traffic.test_faults import CLEAN, TWO, events, scene


def ran(*arguments, **options):
    made = traffic.Traffic(*arguments, **options)
    return made, Look(made)


def test_what_comes_early_is_taken_and_the_timer_finds_the_loss():
    """No NAK: the timer sends everything again, of which only the lost packet is new."""
    made = scene(TWO, At("loss", 1), recovery="any-order")
    assert sorted(story(made)) == sorted([CLEAN[0], *CLEAN[2:], *CLEAN, "b Acknowledge 5", "b Acknowledge 5"])
    told = [(what, rest[-1]) for what, *rest in events(made.truth)]
    assert [psn for what, psn in told if what == "taken-early"] == [2, 3, 4, 5]
    assert [psn for what, psn in told if what == "retransmitted"] == [0, 1, 2, 3, 4, 5]
    assert [psn for what, psn in told if what == "duplicate-request"] == [0, 2, 3, 4, 5]
    kinds = Counter(what for what, _ in told)
    assert (kinds["lost"], kinds["timeout"], kinds["ghost-ack"], kinds["nak-sequence"]) == (1, 1, 1, 0)
    (first, _) = made.truth.messages
    assert first["outcome"] == "success"


def test_a_packet_that_came_early_is_a_duplicate_when_it_comes_again():
    """The repetition of the lost packet is lost, too: what came early waits, and is recognised each time."""
    made = scene(TWO, At("loss", 1), At("loss", 7), recovery="any-order")
    list(made.batches())
    counts = Counter(event["what"] for event in made.truth.events)
    assert (counts["timeout"], counts["taken-early"], counts["duplicate-request"]) == (2, 4, 10)
    assert [message["outcome"] for message in made.truth.messages] == ["success", "success"]


def test_responses_are_taken_in_any_order():
    """The second response overtakes the first: nothing is asked for again, and the READ ends with the first."""
    made = scene([Read(500)], At("reorder", 0, side="b"), recovery="any-order")
    assert [line.split()[1] for line in story(made)] == ["READ", "READ", "READ"]
    assert {what for what, *_ in events(made.truth)} == {"reordered"}
    assert [message["outcome"] for message in made.truth.messages] == ["success"]


def test_an_ack_may_overtake_the_response_before_it():
    made = scene([Read(100), Write(100)], At("reorder", 0, side="b"), recovery="any-order")
    list(made.batches())
    assert {event["what"] for event in made.truth.events} == {"reordered"}
    assert [message["outcome"] for message in made.truth.messages] == ["success", "success"]


@pytest.mark.sweep
@pytest.mark.parametrize("recovery", ["go-back-n", "selective", "any-order"])
@pytest.mark.parametrize("tap", [0.0, 1.0])
def test_routes_reorder_and_the_truth_says_so(recovery, tap):
    """Frames out of order at the tap are those that the truth names; the other direction is reordered behind it."""
    made, look = ran(3, messages=60, sizes=(0, 6000), routes=4, recovery=recovery, tap=tap, coalesce=1)
    look.check()
    near, far = ("a", "b") if tap else ("b", "a")
    told = {record["side"]: record for record in made.truth.totals}
    assert told[near]["reordered"] > 10
    assert told[near]["reordered-behind-tap"] == told[far]["reordered"] == 0
    assert told[far]["reordered-behind-tap"] > 10
    assert told[near]["lost"] == told[far]["lost"] == 0
    assert {message["outcome"] for message in made.truth.messages} == {"success"}


def test_order_at_the_tap_is_what_the_truth_says():
    """Without repetitions PSNs show the order of sending: overtaken are those with a higher one before them."""
    made, look = ran(5, messages=100, sizes=(0, 6000), routes=5, recovery="any-order", tap=1.0, first_psn=100)
    psns = [(frame.number, frame.psn) for frame in look.frames if frame.request]
    overtaken = {number for place, (number, psn) in enumerate(psns) if any(other > psn for _, other in psns[:place])}
    told = [event for event in made.truth.events if event["what"] == "reordered" and not event["behind_tap"]]
    assert overtaken == {event["frame"] for event in told}
    assert not made.truth.count("timeout")
    assert made.truth.counters[1]["duplicate_request"] == 0


def test_an_ack_for_every_packet():
    made = traffic.conversation([Write(1000)], pmtu=256, coalesce=0)
    assert [line for line in story(made) if line.startswith("b")] == [f"b Acknowledge {psn}" for psn in range(4)]


def test_totals_are_the_same_when_they_are_read_back():
    file = io.BytesIO()
    made = traffic.Traffic(1, packets=800, conversations=3, faults=Faults(loss=0.02, behind=0.5), routes=2)
    made.truth = traffic.TruthLines(file)
    list(made.batches())
    again = traffic.Traffic(1, packets=800, conversations=3, faults=Faults(loss=0.02, behind=0.5), routes=2)
    list(again.batches())
    file.seek(0)
    read = traffic.read(file)
    assert read.totals == again.truth.totals
    assert len(read.totals) == 6
    for what in ("lost", "lost-behind-tap", "timeout", "retransmitted"):
        assert sum(record[what] for record in read.totals) == read.count(what)
    assert read.count("lost-behind-tap") > 0


def test_one_route_changes_nothing():
    plain, same = (traffic.Traffic(7, packets=300, faults=Faults(loss=0.01), **more) for more in ({}, {"routes": 1}))
    assert [bytes(packet.data) for batch in plain.batches() for packet in batch] == [
        bytes(packet.data) for batch in same.batches() for packet in batch
    ]

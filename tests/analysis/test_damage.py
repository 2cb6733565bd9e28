"""Captures that do not show all: no verdict is wrong, and nothing raises."""

from __future__ import annotations

import copy
from collections import Counter

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

from ibpkt import draft, traffic
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.results.tables import MESSAGES, row
from ibpkt.analysis.verbs.latency import Latencies
from ibpkt.batch import Batch
from tests.support.analysis_runs import OPERATIONS, cut, keep, run, sent_by
from tests.support.exchanges import ask, batches, names, tell

#: findings that accuse somebody
ACCUSE = {
    "lost", "retransmission", "duplicate", "out-of-order", "message-order", "message-length", "payload-size", "timeout",
    "nak-sequence", "nak-refused", "rnr-nak", "duplicate-request", "unanswered", "msn", "response-length", "corrupt",
}  # fmt: skip


def _scene(seed=1, **options):
    arguments = {
        "packets": 3000, "operations": OPERATIONS, "sizes": (0, 5000), "conversations": 2, "both_ways": True,
        "truth": None, **options,
    }  # fmt: skip
    return traffic.Traffic(seed, **arguments)


@pytest.mark.parametrize("begin", [1, 2, 3, 50, 333, 1000])
@pytest.mark.parametrize("seed", range(3))
def test_captures_that_begin_in_the_middle(seed, begin):
    result = run(keep(_scene(seed).batches(), lambda batch: batch.frames.number_of > begin))
    assert result.findings == []
    assert set(result.outcomes) <= {"completed", "under way", "unknown"}


def test_one_direction_alone():
    """Nobody answers: whether messages arrived cannot be known, and nothing is missing but that."""
    for direction in ("10.0.0.1", "10.0.0.2"):
        result = run(keep(_scene().batches(), lambda batch, host=direction: sent_by(batch, host)))
        assert result.findings == []
        assert set(result.outcomes) == {"unknown"}
        assert all(flow.how == "" and flow.sure == 0.0 for flow in result.flows)


@pytest.mark.parametrize("share", [0.002, 0.02])
@pytest.mark.parametrize("seed", range(4))
def test_packets_that_the_tap_has_missed_are_not_lost(seed, share):
    """The receiver has them: nobody is accused of a loss."""
    random = np.random.default_rng(seed)
    scene = _scene(seed, operations={"WRITE": 1, "SEND": 1})
    result = run(keep(scene.batches(), lambda batch: random.random(len(batch)) >= share))
    assert not set(result.kinds) & ACCUSE
    assert result.kinds["capture-loss"] > 0
    assert set(result.outcomes) <= {"completed", "under way", "unknown"}


@pytest.mark.parametrize("seed", range(4))
def test_responses_that_the_tap_has_missed(seed):
    """A missing response looks like one that was lost, until the requester goes on without it."""
    random = np.random.default_rng(seed)
    scene = _scene(seed, operations={"READ": 1, "WRITE": 1, "FETCH_ADD": 1})
    result = run(keep(scene.batches(), lambda batch: random.random(len(batch)) >= 0.005))
    assert not set(result.kinds) & ACCUSE
    completed = result.outcomes["completed"]
    assert completed > len(result.messages) // 2


def _cut(batches, snap):
    """As if the capture had a snap length."""
    for batch in batches:
        frames = copy.copy(batch.frames)
        frames.captured = np.minimum(frames.captured, snap)
        yield Batch(frames)


@pytest.mark.parametrize("snap", [54, 60, 70])
def test_what_headers_carry_is_told_by_the_operation(snap):
    """The packets' lengths on the wire are known, and so is how long the headers are that were cut."""
    whole, part = run(_scene().batches()), run(_cut(_scene().batches(), snap))
    count = [sum(side.payload for flow in result.flows for side in flow.sides) for result in (whole, part)]
    assert count[0] == count[1]


@pytest.mark.parametrize("messages", [True, False])
@pytest.mark.parametrize("snap", [54, 60, 62, 64])
def test_datagrams_that_are_cut_in_their_headers(snap, messages):
    """Behind BTH stand Q_Key and sender, and immediate data: what is not there is not known."""
    names = [(0x64, 0x11, 0), (0x65, 0x12, 1), (0x64, 0x11, 1)]
    packets = [
        ask(psn, code, draft("DETH", srcqp=sender, q_key=1), *([draft("ImmDt", immdt=bytes(4))] if code & 1 else []))
        for code, sender, psn in names
    ]
    whole = run(batches(packets))
    part = run(_cut(batches(packets), snap), messages=messages)
    assert part.findings == []
    senders = [flow.sides[0].qpn for flow in part.flows]
    assert senders == ([None] if snap < 62 else [0x11, 0x12])
    assert sum(flow.sides[0].payload for flow in part.flows) == sum(flow.sides[0].payload for flow in whole.flows)
    torn = [snap < 62, True, snap < 62]
    assert sum(flow.sides[0].completed for flow in part.flows) == 8 * torn.count(False)
    if messages:
        told = [(each.size, each.whole, each.outcome, each.immediate) for each in part.messages]
        assert told == [(None, False, "unknown", None) if each else (8, True, "sent", None) for each in torn]


@pytest.mark.parametrize("snap", [40, 54, 58, 62, 70, 78, 100])
def test_packets_that_are_cut(snap):
    """From 62 bytes on (Ethernet, IPv4, UDP, BTH and AETH) all that matters is there, but for RETH."""
    result = run(_cut(_scene().batches(), snap))
    if snap >= 78:
        assert result.findings == []
        assert {key: value for key, value in result.outcomes.items() if key != "under way"} == {
            "completed": run(_scene().batches()).outcomes["completed"]
        }
    assert not set(result.kinds) & ACCUSE


def test_clocks_that_jump_back():
    def jump(batches):
        for batch in batches:
            batch.frames.time = batch.frames.time.copy()
            batch.frames.time[1000:2000] -= 10_000_000_000
            batch.frames.time[2000:] += 7
            yield batch

    result = run(jump(_scene().batches()))
    assert result.findings == []
    assert result.outcomes["completed"] == run(_scene().batches()).outcomes["completed"]


@pytest.mark.costly
@pytest.mark.parametrize("place", [300, 700, 1480])
@pytest.mark.parametrize("seed", range(2))
def test_clocks_that_jump_back_among_faults(seed, place):
    """What lies between two times of which the later is the smaller is not known: nobody waited so long."""
    faults = traffic.Faults(loss=0.02, rnr=0.02, duplicate=0.01, reorder=0.01, ce=0.02)
    scene = _scene(seed, packets=1500, faults=faults)
    (batch,) = [batch.select(np.ones(len(batch), np.bool_)) for batch in scene.batches()]
    before = Counter(each.kind.name for each in _expert(batch))
    batch.frames.time[place:] -= 10_000_000_000
    found = _expert(batch)
    for finding in found:
        spans = [finding.facts.get(name) for name in ("waited", "timer", "since_last", "after", "paused")]
        assert all(span is None or span >= 0 for span in spans), finding
        assert "-10 s" not in str(finding)
    after = Counter(each.kind.name for each in found)
    for kind in ("rnr-early", "timeout", "unanswered", "retries-exhausted", "credit-stall", "notification-ignored"):
        assert after[kind] <= before[kind]
    messages = run([batch]).messages
    assert all(each.latency is None or each.latency >= 0 for each in messages)
    latencies = Latencies()
    for message in messages:
        latencies.add(message)
    assert all(each.completion.least >= 0 and each.response.least >= 0 for each in latencies)
    assert sum(each.without for each in latencies) > sum(each.completed is None for each in messages)


def _expert(batch):
    expert = Expert()
    return [*expert.findings(batch), *expert.finish()]


def test_nobody_is_told_to_have_waited_less_than_nothing():
    packets = [ask(1), ask(2), tell(1, 1), tell(2, 1, syndrome=0x20 | 14), ask(2), tell(2, 2)]
    times = [0, 1000, 2000, 3000, -5_000_000_000, -4_999_990_000]
    assert names(packets, times=times) == [(4, "rnr-nak"), (5, "retransmission")]
    first, last = run(batches(packets, times=times)).messages
    assert (first.latency, first.response, last.latency, last.response) == (2000, 2000, None, None)
    assert row(MESSAGES, last)["completion_us"] is None
    assert row(MESSAGES, last)["response_us"] is None


def test_queue_pairs_that_are_used_again():
    """The same queue pairs with other first PSNs: the flow before is over, and nothing is missing."""
    first = traffic.Traffic(1, messages=40, first_psn=1000, truth=None)
    second = traffic.Traffic(1, messages=40, first_psn=9_000_000, start=1_700_000_100_000_000_000, truth=None)
    packets = [packet for scene in (first, second) for batch in scene.batches() for packet in batch]
    batch = Batch.of([packet.data for packet in packets], packets[0].link)
    batch.frames.time = np.array([packet.time for packet in packets], np.int64)
    result = run([batch])
    assert result.outcomes["completed"] == 80
    assert not set(result.kinds) & ACCUSE
    assert "reused" in {flow.ended for flow in result.flows}


#: what is counted of an end of a flow, whatever the verdicts are
COUNTED = (
    "address", "qpn", "first_psn", "packets", "bytes", "payload", "requests", "answers", "corrupt", "marked", "cnps",
    "naks", "rnrs",
)  # fmt: skip


def _belongs(result):
    """Which packet belongs to what, and what is counted of flows."""
    flows = [
        [getattr(flow, name) for name in ("number", "also", "service", "how", "ended")]
        + [getattr(side, name) for side in flow.sides for name in COUNTED]
        for flow in sorted(result.flows, key=lambda flow: flow.number)
    ]
    return flows, [result.facts.get(name) for name in ("flow", "corrupt", "stray")]


@pytest.mark.costly
@settings(deadline=None, max_examples=12)
@given(seed=st.integers(0, 50), chosen=st.integers(0, 1 << 30))
@example(seed=30, chosen=1000)  # a batch of strays alone
@example(seed=42, chosen=1401)  # an answer to each direction before it is known which two are one flow
def test_garbage_never_raises(seed, chosen):
    """Flipped bytes anywhere behind UDP, in packets that are dropped, doubled and mixed.

    Batches change nothing in what belongs to what.
    """
    faults = traffic.Faults(loss=0.02, duplicate=0.02, reorder=0.02, rnr=0.02)
    packets = [packet.data for batch in _scene(seed, packets=150, faults=faults).batches() for packet in batch]
    random = np.random.default_rng(chosen)
    damaged = []
    for place in random.integers(0, len(packets), 300).tolist():
        raw = bytearray(packets[place])
        for _ in range(random.integers(0, 3)):
            raw[random.integers(42, min(len(raw), 90))] = random.integers(0, 256)
        damaged.append(bytes(raw))
    every = [Batch.of(damaged, 1)]
    assert _belongs(run(cut(every, 150))) == _belongs(run(cut(every, 7)))

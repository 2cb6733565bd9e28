"""The depth over time is what counting at every instant gives."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt import traffic
from ibpkt.analysis.results.message import Message
from ibpkt.analysis.results.message_table import COLUMNS, NONE, OUTCOME_NAMES, MessageTable
from ibpkt.analysis.verbs.queue_depth import INTERVALS, KEPT, QueueDepth
from tests.support.analysis_runs import OPERATIONS, run


def _brute(messages, length):
    """Mean, most and beginnings by end of a flow and interval, by looking at every change."""
    groups = defaultdict(list)
    for message in messages:
        groups[message.flow, message.side].append((message.start, message.completed))
    result = {}
    for key, spans in groups.items():
        places = {place for start, end in spans for place in range(start // length, max(start, end - 1) // length + 1)}
        for place in places:
            low, high = place * length, (place + 1) * length
            busy = sum(max(0, min(end, high) - max(start, low)) for start, end in spans)
            moments = {low, *(start for start, _ in spans if low <= start < high)}
            # one that begins and ends at once is there for a moment
            most = max(sum(start <= at < end or start == at == end for start, end in spans) for at in moments)
            result[(*key, low)] = (busy / length, most, sum(low <= start < high for start, _ in spans))
    return result


def _found(depth):
    return {(each.flow, each.side, each.start): (each.mean, each.peak, each.begun) for each in depth}


@pytest.mark.sweep
@pytest.mark.parametrize("length", [777, 10_000, None])
@pytest.mark.parametrize("seed", range(4))
def test_it_is_what_counting_gives(length, seed):
    scene = traffic.Traffic(
        seed, conversations=2, messages=200, operations=OPERATIONS, both_ways=True, depth=6, sizes=(0, 9000),
        faults=traffic.Faults(loss=0.02),
    )  # fmt: skip
    messages = run(scene.batches()).messages
    depth = QueueDepth(length, 1 << 20) if length else QueueDepth()
    for message in messages:
        depth.add(message, 0)
    found, expected = _found(depth), _brute(messages, depth.length)
    assert found.keys() == expected.keys()
    for key, values in found.items():
        assert values == pytest.approx(expected[key])
    assert max(peak for _, peak, _ in found.values()) <= 6


@given(st.lists(st.tuples(st.integers(1, 400), st.integers(1, 3000)), min_size=1, max_size=60), st.integers(1, 6))
def test_intervals_that_become_longer_lose_nothing(steps, most):
    """Messages of one end, in the order of their beginnings and of their ends."""
    start = end = 0
    messages = []
    for gap, time in steps:
        start += gap
        end = max(end, start + time)
        messages.append(Message(1, 0, len(messages) + 1, "SEND", "RC", 0, 1, start, completed=end, outcome="completed"))
    depth = QueueDepth(None, most + 1)
    for message in messages:
        depth.add(message, 0)
    found, expected = _found(depth), _brute(messages, depth.length)
    assert found.keys() == expected.keys()
    for key, values in found.items():
        assert values == pytest.approx(expected[key])
    assert len(found) <= most + 1


_TIMES = st.one_of(st.integers(1, 5000), st.integers((1 << 63) - 5000, (1 << 63) - 1))


@st.composite
def _tables(draw):
    """Messages with all outcomes, whose answers may be missing or earlier than they are."""
    count = draw(st.integers(0, 12))
    columns = {name: np.zeros(count, np.int64) for name in COLUMNS}
    values = {
        "flow": st.integers(1, 3),
        "side": st.integers(0, 1),
        "start": _TIMES,
        "end": st.one_of(st.just(0), _TIMES),
        "outcome": st.integers(0, len(OUTCOME_NAMES) - 1),
        **dict.fromkeys(("completed", "responded"), st.one_of(st.just(NONE), _TIMES)),
        **dict.fromkeys(("size", "nak", "last_psn", "immediate", "invalidated"), st.just(NONE)),
    }
    for name, one in values.items():
        columns[name] = np.array(draw(st.lists(one, min_size=count, max_size=count)), np.int64)
    return MessageTable(columns)


@given(st.lists(_tables(), max_size=4), st.sampled_from([None, 1, 777, 1 << 61]), st.integers(1, 6), st.integers(1, 7))
def test_many_at_once_are_as_one_after_another(tables, length, limit, most):
    one, many = (QueueDepth(length, most, limit) for _ in range(2))
    for table in tables:
        for message in table:
            one.add(message, 5000)
        many.add_many(table, 5000)
    assert (list(many), list(many.total())) == (list(one), list(one.total()))
    assert (many.length, many.left_out) == (one.length, one.left_out)


def test_what_was_never_answered_is_outstanding_to_the_end():
    depth = QueueDepth(1000, 100)
    depth.add(Message(1, 0, 1, "SEND", "RC", 0, 1, 500, outcome="unanswered"), 2500)
    assert _found(depth) == {(1, 0, 0): (0.5, 1, 1), (1, 0, 1000): (1.0, 1, 0), (1, 0, 2000): (0.5, 1, 0)}


def test_ends_of_flows_beyond_the_limit_are_counted():
    depth = QueueDepth(limit=1)
    for flow in (1, 2, 3):
        depth.add(Message(flow, 0, 1, "SEND", "RC", 0, 1, 5, completed=9, outcome="completed"), 9)
    assert depth.left_out == 2
    assert {each.flow for each in depth} == {1}


def test_memory_does_not_grow_with_messages():
    depth = QueueDepth()
    for at in range(20_000):
        start = at * 100
        depth.add(Message(1, 0, at + 1, "SEND", "RC", 0, 1, start, completed=start + 450, outcome="completed"), start)
    (track,) = depth._tracks.values()
    assert len(track.starts) == len(track.counts) == len(track.ends) <= 2 * KEPT + 1
    assert len(track.bins) <= INTERVALS
    assert {each.peak for each in depth} == {5}
    assert sum(each.begun for each in depth) == 20_000


@pytest.mark.parametrize("length", [777, 10_000, None])
@pytest.mark.parametrize("limit", [1000, 1])
def test_all_ends_together(length, limit):
    scene = traffic.Traffic(5, conversations=2, messages=100, operations=OPERATIONS, both_ways=True, sizes=(0, 9000))
    messages = run(scene.batches()).messages
    depth = QueueDepth(length, 1 << 20, limit) if length else QueueDepth(limit=limit)
    for message in messages:
        depth.add(message, 0)
    expected = defaultdict(lambda: [0.0, 0])
    for (_, _, start), (mean, _, begun) in _brute(messages, depth.length).items():
        expected[start][0] += mean
        expected[start][1] += begun
    found = list(depth.total())
    assert {each.start for each in found} == set(expected)
    for each in found:
        assert (each.flow, each.side, each.peak) == (None, None, None)
        assert [each.mean, each.begun] == pytest.approx(expected[each.start])


def test_of_a_single_end_there_is_no_sum():
    depth = QueueDepth()
    depth.add(Message(1, 0, 1, "SEND", "RC", 0, 1, 5, completed=9, outcome="completed"), 9)
    assert list(depth.total()) == []


def test_a_long_message_takes_no_more_room_than_a_short_one():
    depth = QueueDepth(1, 1 << 40)
    for number in range(3):
        depth.add(Message(1, 0, number + 1, "SEND", "RC", 0, 1, number, outcome="unanswered"), 90_000)
    (track,) = depth._tracks.values()
    assert len(track.bins) == 4
    assert [(each.mean, each.peak) for each in depth] == [(1.0, 1), (2.0, 2), *[(3.0, 3)] * 89_998]


@given(
    st.lists(st.tuples(st.integers(0, 900), st.integers(0, 400), st.integers(1, 9)), min_size=1, max_size=60),
    st.integers(20, 60),
)
def test_intervals_of_all_ends_are_bounded(steps, room):
    """Those of all become longer when there would be too many, and lose nothing."""
    messages = []
    for number, (start, time, flow) in enumerate(sorted(steps)):
        messages.append(
            Message(flow, 0, number + 1, "SEND", "RC", 0, 1, start, completed=1000 + start + time, outcome="completed")
        )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ibpkt.analysis.verbs.queue_depth.ROOM", room)
        depth = QueueDepth(2, 1 << 40)
        for message in messages:
            depth.add(message, 0)
            held = [depth._all, *(track.bins for track in depth._tracks.values())]
            assert depth._count == sum(map(len, held)) <= room
        found, together = _found(depth), list(depth.total())
        assert len(found) + len(together) <= room
    expected = _brute(messages, depth.length)
    assert found.keys() == expected.keys()
    for key, (mean, _, begun) in found.items():
        assert (mean, begun) == pytest.approx((expected[key][0], expected[key][2]))
    assert depth.length > depth.asked

"""Percentiles are those that NumPy gives of all the spans, within the error that the module names."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt import traffic
from ibpkt.analysis.verbs.latency import ERROR, PERCENTILES, Histogram, Latencies, bounds, bucket
from tests.support.analysis_runs import OPERATIONS, run


@given(st.integers(0, 1 << 62))
def test_a_bucket_holds_its_values_and_is_narrow(value):
    low, behind = bounds(bucket(value))
    assert low <= value < behind
    assert (behind - 1 - low) / 2 <= ERROR * value


def test_buckets_follow_each_other():
    assert [bounds(place) for place in range(300)] == sorted(bounds(place) for place in range(300))
    assert all(bounds(place)[1] == bounds(place + 1)[0] for place in range(5000))


@given(st.lists(st.integers(0, 10**12), min_size=1, max_size=300), st.floats(0.01, 100))
def test_percentiles_are_those_of_numpy(spans, percent):
    percent = round(percent, 3)
    histogram = Histogram()
    for span in spans:
        histogram.add(span)
    exact = np.percentile(spans, percent, method="inverted_cdf")
    assert abs(histogram.percentile(percent) - exact) <= ERROR * exact
    assert (histogram.count, histogram.least, histogram.most) == (len(spans), min(spans), max(spans))
    assert histogram.mean == pytest.approx(np.mean(spans))
    steps = list(histogram.steps())
    assert sum(count for _, _, count in steps) == len(spans)
    for low, behind, count in steps:
        assert count == sum(low <= span < behind for span in spans)


_SPANS = st.one_of(
    st.integers(-5, 1 << 10), st.integers(0, 62).map(lambda power: (1 << power) - 1), st.integers(0, 1 << 62)
)


@given(st.lists(st.lists(_SPANS, max_size=20), max_size=3))
def test_many_at_once_are_as_one_after_another(parts):
    one, many = Histogram(), Histogram()
    for spans in parts:
        for span in spans:
            one.add(span)
        many.add_many(np.array(spans, np.int64))
    assert vars(many) == vars(one)


def test_nothing_has_no_percentiles():
    assert Histogram().percentile(50) == 0.0
    assert list(Histogram().steps()) == []


@pytest.mark.parametrize("faults", [{}, {"loss": 0.05, "behind": 1.0, "only": "requests"}])
def test_percentiles_of_traffic_are_those_of_its_truth(faults):
    """The tap is at the requester, and one message is under way: a message takes as long as its owner saw.

    Both ends of it lie there within the time that its first packet takes to leave.
    """
    scene = traffic.Traffic(
        3, faults=traffic.Faults(**faults), messages=1500, operations={"READ": 3, "FETCH_ADD": 1}, depth=1, tap=0.0,
        sizes=(1, 20000),
    )  # fmt: skip
    latencies = Latencies()
    for message in run(scene.batches()).messages:
        latencies.add(message)
    reads, atomics = (latency for kind in ("READ", "ATOMIC") for latency in latencies if latency.kind == kind)
    for latency, operation in ((reads, "READ"), (atomics, "FETCH_ADD")):
        true = [each["end"] - each["start"] for each in scene.truth.messages if each["operation"] == operation]
        assert latency.completion.count == len(true)
        for percent in PERCENTILES:
            exact = np.percentile(true, percent, method="inverted_cdf")
            assert latency.completion.percentile(percent) == pytest.approx(exact, rel=ERROR, abs=40)


def test_flows_and_kinds_are_told_apart_up_to_a_limit():
    scene = traffic.Traffic(1, conversations=5, messages=400, operations=OPERATIONS, both_ways=True)
    messages = run(scene.batches()).messages
    everything, few = Latencies(), Latencies(limit=7)
    for message in messages:
        everything.add(message)
        few.add(message)
    assert {(each.flow, each.side, each.kind) for each in everything} == {
        (message.flow, message.side, message.kind) for message in messages
    }
    assert sum(each.completion.count for each in everything) == 400
    assert sum(each.completion.count for each in few) == 400
    assert sum(each.flow is not None for each in few) == 7
    assert len(list(few)) <= 7 + 6


def test_datagrams_have_no_latency():
    latencies = Latencies()
    for message in run(traffic.Traffic(1, service="UD", messages=5, sizes=9).batches()).messages:
        latencies.add(message)
    assert list(latencies) == []

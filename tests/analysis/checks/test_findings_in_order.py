"""Findings are printed in the order of their packets, though some are decided later."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from hypothesis import given, strategies as st

from ibpkt.analysis.checks.findings_in_order import FindingsInOrder
from tests.support.command import run

SIZE = 10


@given(st.lists(st.tuples(st.integers(0, 5 * SIZE - 1), st.integers(0, 4)), max_size=40))
def test_what_is_decided_within_a_batch_comes_in_its_place(drawn):
    """A finding about a packet of batch n that is decided in batch n or the next."""
    batches = [[] for _ in range(7)]
    for frame, delay in drawn:
        batches[frame // SIZE + (delay == 4)].append(SimpleNamespace(frame=frame))
    order = FindingsInOrder()
    printed = []
    for number, batch in enumerate(batches[:-1]):
        now = order.add(sorted(batch, key=lambda each: each.frame), number * SIZE)
        assert all(each.frame < number * SIZE for each in now), "the next batch may say more of what is not older"
        printed += now
    printed += order.finish(batches[-1])
    assert [each.frame for each in printed] == sorted(frame for frame, _ in drawn)


def test_what_only_the_end_shows_of_packets_that_are_past_comes_last():
    order = FindingsInOrder()
    first, second, summary, late = (SimpleNamespace(frame=frame) for frame in (3, 14, 2, 17))
    assert order.add([first], 1) == []
    assert order.add([second], 11) == [first]
    assert order.finish([summary, late]) == [second, late, summary]


def test_nothing_is_held_where_somebody_waits():
    order = FindingsInOrder(at_once=True)
    assert order.add(["found"], 1) == ["found"]
    assert order.finish([]) == []


@pytest.mark.parametrize("name", ["loss_write_3pct.pcap.gz", "corrupt_write.pcap"])
def test_lines_of_a_capture(name):
    lines = run("expert", "--findings", "--severity", "chat", f"captures/{name}").lines
    frames = [int(match[1]) for line in lines if (match := re.match(r" *(\d+)  \w", line))]
    assert len(frames) > 5
    assert frames == sorted(frames)

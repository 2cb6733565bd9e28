"""Packets far from all others of their flow: a few are told, flow by flow."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from ibpkt.analysis.streams.flow_columns import FlowColumns
from ibpkt.analysis.streams.stray_packets import MOST_TOLD, tell_strays


def flows(count):
    table = FlowColumns()
    table.flows.reserve(count)
    table.flows["number"][:count] = np.arange(1, count + 1)
    return table


def batch(count, first=1):
    rows = np.arange(count)
    return SimpleNamespace(psn=(rows + 500).astype(np.uint32), frame=rows + first, time=1000 * rows)


def test_each_is_told_with_its_number_and_flow():
    found = tell_strays(batch(6), np.array([1, 4]), np.array([0, 1, 0, 0, 0, 0]), flows(2))
    assert [(each.frame, each.time, each.flow, each.facts) for each in found] == [
        (2, 1000, 2, {"psn": 501}), (5, 4000, 1, {"psn": 504})
    ]  # fmt: skip


def test_noise_is_told_once_and_other_flows_all_the_same():
    table = flows(2)
    noise = tell_strays(batch(50), np.arange(50), np.zeros(50, np.int64), table)
    assert [each.frame for each in noise] == list(range(1, MOST_TOLD + 1))
    further = tell_strays(batch(2, 51), np.arange(2), np.array([0, 1]), table)
    assert [(each.frame, each.flow) for each in further] == [(52, 2)]

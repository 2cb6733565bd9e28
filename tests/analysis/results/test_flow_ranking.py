"""The first flows in each order are those that sorting all of them gives."""

from __future__ import annotations

import pytest

import ibpkt
import ibpkt.analysis
from ibpkt.analysis.results.flow_ranking import ORDERS, FlowRanking
from tests.support.command import CAPTURES


@pytest.fixture(scope="module")
def flows():
    with ibpkt.open(CAPTURES / "ib_small.pcap") as capture:
        return list(ibpkt.analysis.flows(capture))


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("limit", [0, 1, 4, 1000])
def test_the_first_of_an_order(order, limit, flows):
    ranking = FlowRanking(order, limit)
    ranking.add(flows[:5])
    ranking.add(flows[5:])
    expected = sorted(flows, key=lambda flow: (-ORDERS[order](flow), flow.number))[: limit or None]
    assert [flow.number for flow in ranking] == [flow.number for flow in expected]
    assert ranking.left_out == len(flows) - len(expected)
    assert len(flows) > 5

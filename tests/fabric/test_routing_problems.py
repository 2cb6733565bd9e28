"""Problems of routes and of service levels, out of results made by hand."""

from __future__ import annotations

import types

import pytest

from ibpkt.fabric.qos import arbitrations, lane_maps, qos_members
from ibpkt.fabric.routing_problems import routing_problems
from tests.fabric.small_subnets import adapter, cable, subnet_of, switch


def thing(**fields):
    return types.SimpleNamespace(**fields)


def problems(*, failed=(), loops=(), cycle=(), free=True):
    host = adapter(1)
    host.port(1).lid, host.port(1).lmc = 8, 1
    routing = thing(
        failed=[thing(lid=lid, ports=ports) for lid, ports in failed],
        forwarding=thing(ends=[(host, host.port(1))]),
        loops=[thing(lid=lid, switches=[switch(guid) for guid in guids]) for lid, guids in loops],
        deadlock_free=free,
        cycle=[thing(switch=switch(guid), port=port) for guid, port in cycle],
    )
    return [(each.kind, each.severity, each.subject, each.sentence, each.frame) for each in routing_problems(routing)]


@pytest.mark.parametrize(("lid", "title"), [(8, "host1"), (9, "host1"), (10, "LID 10"), (7, "LID 7")])
def test_a_lid_that_is_not_reached(lid, title):
    assert problems(failed=[(lid, 1)]) == [
        ("unreachable", "error", title, f"1 route does not arrive at {title} (LID {lid})", 0)
    ]
    assert problems(failed=[(lid, 2), (lid, 3)]) == [
        ("unreachable", "error", title, f"5 routes do not arrive at {title} (LID {lid})", 0)
    ]


def test_a_loop():
    """It says more than that the LID is not reached; four switches are named."""
    words = "packets for LID 8 run in a circle: switch2, switch3, switch4, switch5"
    assert problems(failed=[(8, 2), (10, 1)], loops=[(8, (2, 3, 4, 5, 6))]) == [
        ("unreachable", "error", "LID 10", "1 route does not arrive at LID 10 (LID 10)", 0),
        ("routing-loop", "error", "LID 8", words, 0),
    ]


@pytest.mark.parametrize(("count", "more"), [(3, ""), (4, ""), (5, " and 1 more"), (9, " and 5 more")])
def test_a_deadlock(count, more):
    cycle = [(2 + at, 7) for at in range(count)]
    names = ", ".join(f"switch{2 + at} port 7" for at in range(min(count, 4)))
    words = f"routes can deadlock: {names}{more} wait for each other in a circle"
    assert problems(cycle=cycle, free=False) == [("deadlock", "warning", "routing", words, 0)]
    for free in (True, None):
        assert problems(cycle=cycle, free=free) == []


def test_quality_of_service():
    """The commonest first; of a switch only between ports with a cable."""
    host, other, leaf = adapter(1), adapter(2), switch(3)
    subnet = subnet_of(host, other, leaf)
    cable(subnet, host, 1, leaf, 1)
    cable(subnet, other, 1, leaf, 2)
    zero, one = (0,) * 16, (1,) * 16
    host.sl_to_vl = {(0, 0): zero}
    leaf.sl_to_vl = {(1, 2): one, (2, 1): one, (1, 3): zero, (3, 1): zero, (0, 1): zero}
    host.port(1).vl_high, host.port(1).vl_high_limit = ((1, 4),), 255
    for number in (1, 2):
        leaf.port(number).vl_low = ((0, 2), (1, 3))
    assert [(each.vls, each.places) for each in lane_maps(subnet)] == [(one, 2), (zero, 1)]
    assert [tuple(each) for each in arbitrations(subnet)] == [((), ((0, 2), (1, 3)), None, 2), (((1, 4),), (), 255, 1)]
    assert qos_members(subnet) == {
        "sl_to_vl": [{"vls": [1] * 16, "count": 2}, {"vls": [0] * 16, "count": 1}],
        "arbitration": [
            {"high": [], "low": [[0, 2], [1, 3]], "limit": None, "count": 2},
            {"high": [[1, 4]], "low": [], "limit": 255, "count": 1},
        ],
    }

"""Problems of routes, out of results made by hand."""

from __future__ import annotations

import types

import pytest

from ibpkt.fabric.routing_problems import routing_problems
from tests.fabric.small_subnets import adapter, switch


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

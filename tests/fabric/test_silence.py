"""Requests without an answer: which node is silent, as a route or a LID shows."""

from __future__ import annotations

import pytest

from ibpkt.protocols.mad.subn_nodes import NodeDescription
from tests.fabric.sweep import Template
from tests.fabric.test_counters_and_keys import HOST, HOST_LID, MANAGER_LID, SWITCH, fabric_of, problems_of, routed

_GET = Template(NodeDescription, "Get")
#: the route from the manager to its switch, which has no cable at the last one of its ports
TO_SWITCH, UNUSED = bytes([1]), 60


def by_route(*hops):
    return lambda number: _GET.packet(TO_SWITCH + bytes(hops), number)


def by_lid(number):
    return routed(MANAGER_LID, HOST_LID, "Subn", "Get", "NodeDescription", tid=number)


WHOM = {
    "a node": (by_route(), SWITCH.name, SWITCH.name),
    "a port without a node": (by_route(UNUSED), SWITCH.name, f"what is behind {SWITCH.name} port {UNUSED}"),
    "port 0": (by_route(0), SWITCH.name, f"what is behind {SWITCH.name} port 0"),
    "a LID": (by_lid, HOST.name, HOST.name),
}


@pytest.mark.parametrize(("request_to", "subject", "where"), WHOM.values(), ids=WHOM)
def test_who_does_not_answer(request_to, subject, where):
    subnet, before = fabric_of(*((second, request_to(0x900 + second)) for second in range(3)))
    (problem,) = problems_of(subnet, "no-answer")
    assert problem.sentence == f"3 requests to {where} had no answer (NodeDescription)"
    assert (problem.subject, problem.severity) == (subject, "warning")
    assert problem.frames == (before + 1, before + 2, before + 3)


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("request_to", [whom[0] for whom in WHOM.values()], ids=WHOM)
def test_one_request_without_an_answer_is_no_problem(request_to, count):
    """Two are."""
    subnet, _before = fabric_of(*((second, request_to(0x900 + second)) for second in range(count)))
    assert len(problems_of(subnet, "no-answer")) == count - 1


def test_a_route_that_nobody_has_walked_tells_nothing():
    subnet, _before = fabric_of(*((second, by_route(UNUSED, 1)(0x900 + second)) for second in range(3)))
    assert problems_of(subnet, "no-answer") == []

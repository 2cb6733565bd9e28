"""Requests without an answer: which node is silent, as a route or a LID shows."""

from __future__ import annotations

import types

import numpy as np
import pytest

from ibpkt.fabric.attribute_rows import Envelope, no_envelope
from ibpkt.fabric.silence import Silence
from ibpkt.protocols.mad.subn_nodes import NodeDescription, NodeInfo, SMInfo
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
    assert (problem.frame, problem.frames) == (before + 3, (before + 1, before + 2, before + 3))


def test_requests_by_a_route_and_by_a_lid_count_together():
    (lid,) = (port.lid for port in SWITCH.ports.values() if port.lid)
    asked = routed(MANAGER_LID, lid, "Subn", "Get", "NodeDescription", tid=0x901)
    subnet, before = fabric_of((0, by_route()(0x900)), (1, asked))
    (problem,) = problems_of(subnet, "no-answer")
    assert (problem.subject, problem.frames) == (SWITCH.name, (before + 1, before + 2))


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("request_to", [whom[0] for whom in WHOM.values()], ids=WHOM)
def test_one_request_without_an_answer_is_no_problem(request_to, count):
    """Two are."""
    subnet, _before = fabric_of(*((second, request_to(0x900 + second)) for second in range(count)))
    assert len(problems_of(subnet, "no-answer")) == count - 1


def test_a_route_that_nobody_has_walked_tells_nothing():
    subnet, _before = fabric_of(*((second, by_route(UNUSED, 1)(0x900 + second)) for second in range(3)))
    assert problems_of(subnet, "no-answer") == []


@pytest.mark.parametrize(
    ("requests", "unanswered", "lacks"),
    [(60, 50, False), (60, 51, True), (1019, 51, True), (1020, 51, False), (1100, 56, True), (1, 0, False)],
)
@pytest.mark.parametrize("silent", [NodeInfo, NodeDescription, SMInfo])
@pytest.mark.parametrize("others", [NodeInfo, NodeDescription, SMInfo])
def test_how_many_answers_a_capture_lacks(requests, unanswered, lacks, silent, others):
    """More than 50, and more than 5 % of all requests, whatever they ask for; polls of managers count, too."""

    def answered(header):
        return np.array(
            [False] * unanswered * (header is silent) + [True] * (requests - unanswered) * (header is others)
        )

    def asked(header):
        rows = np.zeros(len(answered(header)))
        return types.SimpleNamespace(envelope=Envelope(*(rows.astype(column.dtype) for column in no_envelope())))

    def pairs(header):
        return types.SimpleNamespace(answered=answered(header).astype(np.bool_))

    silence = Silence(types.SimpleNamespace(requests=asked, pairs=pairs, place_of=lambda route: None))
    assert (silence.requests, silence.unanswered, silence.lacks_answers) == (requests, unanswered, lacks)

"""What incidents did to commands: which queues they hit, and whether a stall is their own effect."""

from __future__ import annotations

import types

import pytest

from ibpkt.commands.command import Command
from ibpkt.commands.command_effects import CommandEffects, queue_words

CONNECTIONS = [types.SimpleNamespace(flow=flow, protocol="nvme", queue=str(flow)) for flow in (1, 2)]


def effect(cost, span, flows=(1,)):
    """Of an incident of some cost, while one command of a flow was under way for a span."""
    effects = CommandEffects(types.SimpleNamespace(connections=lambda: CONNECTIONS))
    effects.add([Command(1, 1, 0, "nvme", "Read", 1, "1", 7, 7, start=1000, end=1000 + span, size=512)])
    incident = types.SimpleNamespace(flows=frozenset(flows), start=1000, end=1000 + span, cost=cost)
    return effects.of(incident, 10**9)


@pytest.mark.parametrize(
    ("cost", "span", "stalled", "direct"),
    [
        (400, 100, True, True), (400, 99, False, False), (400, 400, True, True), (400, 1600, True, True),
        (400, 1601, True, False), (0, 100, False, False),
    ],
)  # fmt: skip
def test_a_stall_that_an_incident_explains(cost, span, stalled, direct):
    """It takes from a quarter of its cost to four times as long; longer, and something else waited, too."""
    found = effect(cost, span)
    assert (found.stall is not None, found.is_direct) == (stalled, direct)
    assert found.queues == {1: ("NVMe", "1")}
    if found.stall is not None:
        assert (found.stall.span, found.stall.frame) == (span, 7)


def test_which_queues_are_hit():
    assert effect(100, 100, (1, 2, 3)).queues == {1: ("NVMe", "1"), 2: ("NVMe", "2")}
    assert effect(100, 100, (2,)).stall is None
    assert effect(100, 100, (9,)) == ({}, None, False)


@pytest.mark.parametrize(("queue", "words"), [("", "NVMe"), ("2", "NVMe queue 2"), ("admin", "NVMe admin queue")])
def test_queues_in_words(queue, words):
    assert queue_words("NVMe", queue) == words

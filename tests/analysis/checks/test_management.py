"""Findings of management, in recorded captures and in parts of them."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import ibpkt
from ibpkt.analysis.checks.management import ManagementChecks
from ibpkt.management import cm
from ibpkt.management.transactions import datagrams
from tests.support.analysis_runs import keep
from tests.support.exchanges import ask, batches
from tests.support.shared import capture


def _found(name, wanted=None, later=0):
    """What is found in some packets of a capture, and so many nanoseconds after it."""
    watch, found = ManagementChecks(), []
    with ibpkt.open(capture(name)) as source:
        for batch in source.batches() if wanted is None else keep(source.batches(), wanted):
            found += watch.add(batch)
    if later:
        (late,) = batches([ask(0)], times=[int(batch.frames.time.max()) - 10**18 + later])
        found += watch.add(late)
    return [*found, *watch.finish()]


@pytest.mark.parametrize(
    ("name", "kinds", "says"),
    [
        ("cm_reject.pcap", {"cm-reject": 1}, "The connection to TCP port 7174 was rejected: Invalid Service ID"),
        pytest.param(
            "srp_login_reject.pcap", {"cm-reject": 1}, "The connection to TCP port 5555 was rejected: Consumer Reject"
        ),
        pytest.param("nvmeof_keepalive.pcap", {}, None),
        ("rping_ipv4.pcap", {}, None),
        # of the five that nobody answers two are sent once: the log of the recorder has them as "no answer"
        ("ib_small.pcap", {"mad-status": 34, "mad-unanswered": 5}, None),
    ],
)
def test_recorded(name, kinds, says):
    found = _found(name)
    assert Counter(finding.kind.name for finding in found) == kinds
    if says:
        assert str(found[0]) == says


def _but(*frames):
    return lambda batch: ~np.isin(batch.frames.number_of, frames)


#: attribute IDs of messages of connection management
REQ, DREP = 0x10, 0x16


def _messages(name, attribute):
    """The packets with a message of connection management."""
    with ibpkt.open(capture(name)) as source:
        return [each.frame for batch in source.batches() for each in datagrams(batch) if each.attributeid == attribute]


def test_a_release_that_nobody_answers():
    """Without its DREP, and with a packet long after it; without that packet it cannot be known."""
    name = "rping_ipv4.pcap"
    released = _messages(name, DREP)
    assert released
    assert _found(name, _but(*released)) == []
    assert [each.kind.name for each in _found(name, _but(*released), later=10**11)] == ["cm-unreleased"]


def test_a_request_that_nobody_answers():
    """Without what follows, and with a packet long after it; without that packet it cannot be known."""
    name = "cm_reject.pcap"
    (request,) = _messages(name, REQ)
    assert _found(name, lambda batch: batch.frames.number_of <= request) == []
    found = _found(name, lambda batch: batch.frames.number_of <= request, later=10**12)
    assert [(each.kind.name, each.facts["count"]) for each in found] == [("cm-timeout", 1)]


#: how long a request waits for its answer, as `connect` announces it: 4.096 µs · 2^20
PATIENCE = 4096 << 20


@pytest.mark.parametrize(
    ("tries", "mra", "later", "told"),
    [
        (1, False, PATIENCE, []),
        (1, False, PATIENCE + 1, [("cm-timeout", 1)]),
        (3, False, 1, [("cm-repeat", 3)]),  # the last one may be answered yet
        (3, False, PATIENCE + 1, [("cm-timeout", 3)]),
        (1, True, PATIENCE + 1, []),  # the other end has asked for more time
    ],
)
def test_a_request_that_nobody_has_answered_yet(tries, mra, later, told):
    """A host whose server is down sends sixteen of them, four seconds apart: a capture rarely has all."""
    request, delay, *_ = cm.connect(port=4420, mra=True)
    watch = ManagementChecks()
    (batch,) = batches([*[request] * tries, *([delay] if mra else [])], gap=PATIENCE + 1)
    found = [*watch.add(batch)]
    watch.advance(int(batch.frames.time[-1]) + later)
    found += watch.finish()
    assert [(each.kind.name, each.facts["count"]) for each in found] == told


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ((0, 1, 2), []),
        ((0, 0, 1, 2), [(2, "The connection request")]),
        ((0, 1, 1, 2), [(3, "The reply to the connection request")]),
        ((0, 0, 1, 1, 2), [(2, "The connection request")]),  # the reply came late, and is repeated with its request
        ((0, 1, 0, 1, 2), [(3, "The connection request")]),
    ],
    ids=["once", "request", "reply", "reply to each request", "request behind the reply"],
)
def test_messages_that_come_again(order, told):
    """Of REQ, REP and RTU, by their places, a second apart: the finding stands at the last repetition, at its time."""
    messages, watch = cm.connect(port=4420), ManagementChecks()
    (batch,) = batches([messages[place] for place in order], gap=10**9)
    found = [*watch.add(batch), *watch.finish()]
    to = "to TCP port 4420 (NVMe over Fabrics) was sent 2 times"
    assert [(each.frame, str(each)) for each in found] == [(frame, f"{what} {to}") for frame, what in told]
    assert [each.time for each in found] == [10**18 + (each.frame - 1) * 10**9 for each in found]

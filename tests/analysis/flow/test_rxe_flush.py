"""A FLUSH with the ICRC that Linux's rxe computes for it: bad by the specification, and taken by another rxe."""

from __future__ import annotations

import pytest

import ibpkt
import ibpkt.analysis
from tests.support.shared import CAPTURES, needs

RECORDED = CAPTURES / "recorded" / "flush"
pytestmark = needs(RECORDED)
NAMES = ["flush_matrix", "write_flush_awrite", "flush_persistent_mr"]


@pytest.mark.parametrize("name", NAMES)
def test_such_packets_have_arrived(name):
    """They are told as bad; nothing is missing because of them, and they are messages like any other."""
    path = RECORDED / f"{name}.pcap"
    with ibpkt.open(path) as capture:
        found = [finding.kind.name for finding in ibpkt.analysis.findings(capture)]
    assert set(found) == {"icrc-bad"}
    with ibpkt.open(path) as capture:
        flushes = [message for message in ibpkt.analysis.messages(capture) if message.kind == "FLUSH"]
    assert len(flushes) == found.count("icrc-bad") > 0
    assert {message.outcome for message in flushes} == {"completed"}

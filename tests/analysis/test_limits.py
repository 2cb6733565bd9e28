"""Credits, and READs and atomics under way."""

from __future__ import annotations

import pytest

from ibpkt.analysis.addresses import Addresses
from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.limits import Limits
from ibpkt.analysis.packets import transport
from tests.analysis.crafted import READ_ONLY, SEND_FIRST, SEND_LAST, WRITE_ONLY, ask, batches, names, read, said, tell

SIZES = [None, 1, 2, 3]


@pytest.mark.parametrize("size", SIZES)
def test_messages_beyond_the_credit(size):
    """Credit for 2 behind message 1: 2 and 3 may go, and a packet of 4."""
    packets = [ask(0), tell(0, 1, credits=2), ask(1), ask(2), ask(3), ask(4)]
    found = [each for each in said(packets, size) if each.kind.name == "credits-exceeded"]
    assert [(each.frame, each.facts) for each in found] == [(6, {"message": 5, "limit": 3})]


@pytest.mark.parametrize("size", SIZES)
def test_credit_that_comes_later_counts(size):
    packets = [ask(0), tell(0, 1, credits=1), ask(1), tell(0, 1, credits=3), ask(2), ask(3), tell(3, 4)]
    assert "credits-exceeded" not in dict(map(reversed, names(packets, size)))


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_counted_without_credits(size):
    assert names([ask(0), tell(0, 1), *(ask(psn) for psn in range(1, 9))], size) == []


def test_only_what_takes_a_receive_request_counts():
    writes = [ask(psn, WRITE_ONLY, _reth(), size=8) for psn in range(1, 9)]
    assert names([ask(0), tell(0, 1, credits=0), *writes]) == []


def _reth():
    from ibpkt import draft

    return draft("RETH", va=0, r_key=1, dmalen=8)


@pytest.mark.parametrize("size", SIZES)
def test_a_stall(size):
    """Message 2 goes as soon as there is credit, which came 5 ms after message 1."""
    packets = [ask(0), tell(0, 1, credits=1), ask(1), tell(1, 2, credits=0), tell(1, 2, credits=1), ask(2), tell(2, 3)]
    times = [0, 1000, 2000, 3000, 5_002_000, 5_003_000, 5_004_000]
    found = [each for each in said(packets, size, times=times) if each.kind.name == "credit-stall"]
    assert [(each.frame, each.facts) for each in found] == [(6, {"message": 3, "waited": 5_000_000})]


def test_a_pause_of_the_program_is_no_stall():
    packets = [ask(0), tell(0, 1, credits=1), ask(1), tell(1, 2, credits=1), ask(2), tell(2, 3)]
    assert names(packets, times=[0, 1000, 2000, 3000, 5_002_000, 5_003_000]) == []


def _depths(packets, depth, size=None):
    """What is told where the ends have agreed on a depth."""
    analyser, addresses = Analyser(), Addresses()
    limits = Limits(lambda flow, source: depth)
    for batch in batches(packets, size):
        facts = analyser.add(batch).packets
        columns = transport(batch, addresses)
        for hits in limits.add(columns, facts["flow"], facts):
            yield from hits.findings(batch.frames)


@pytest.mark.parametrize("size", SIZES)
def test_reads_beyond_the_depth(size):
    packets = [read(0), read(1), read(2), tell(0, 1, opcode=READ_ONLY, size=8), read(3), read(4)]
    assert [(each.frame, each.facts) for each in _depths(packets, 3, size)] == [(6, {"count": 4, "depth": 3})]
    assert [each.frame for each in _depths(packets, 2, size)] == [3, 5, 6]
    assert list(_depths(packets, None, size)) == []


def test_messages_of_several_packets_count_once():
    packets = [
        ask(0),
        tell(0, 1, credits=1),
        ask(1, SEND_FIRST, size=256, a=0),
        ask(2, SEND_LAST),
        tell(2, 2, credits=1),
    ]
    assert names(packets) == []

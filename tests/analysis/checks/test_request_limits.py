"""Credits, and READs and atomics under way."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt import draft, traffic
from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.checks.request_limits import RequestLimitChecks
from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import transport
from ibpkt.protocols import PSN_MASK
from tests.support.analysis_runs import steps_of
from tests.support.exchanges import (
    READ_ONLY,
    SEND_FIRST,
    SEND_LAST,
    SEND_MIDDLE,
    WRITE_ONLY,
    ask,
    batches,
    names,
    read,
    said,
    tell,
)

SIZES = [None, 1, 2, 3]


@pytest.mark.parametrize("size", SIZES)
def test_messages_beyond_the_credit(size):
    """Credit for 2 behind message 1: 2 and 3 may go, and a packet of 4."""
    packets = [ask(0), tell(0, 1, credits=2), ask(1), ask(2), ask(3), ask(4)]
    found = [each for each in said(packets, size) if each.kind.name == "credits-exceeded"]
    assert [(each.frame, each.facts) for each in found] == [(6, {"message": 5, "limit": 3})]


@pytest.mark.parametrize("size", SIZES)
def test_of_a_message_beyond_the_credit_a_single_packet_may_go(size):
    """Message 3 has none: its first packet may go, and its second may not until there is credit for it."""
    start = [ask(0), tell(0, 1, credits=1), ask(1), ask(2, SEND_FIRST, size=256, a=1)]
    rest = [ask(3, SEND_MIDDLE, size=256, a=0), ask(4, SEND_LAST)]
    found = [each for each in said([*start, *rest], size) if each.kind.name == "credits-exceeded"]
    assert [(each.frame, each.facts) for each in found] == [(5, {"message": 3, "limit": 2})]
    assert "credits-exceeded" not in dict(map(reversed, names([*start, tell(1, 2, credits=1), *rest], size)))
    far = [ask(0), tell(0, 1, credits=1), ask(1), ask(2), ask(3, SEND_FIRST, size=256), ask(4, SEND_LAST)]
    found = [each for each in said(far, size) if each.kind.name == "credits-exceeded"]
    assert [(each.frame, each.facts) for each in found] == [(5, {"message": 4, "limit": 2})]


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
    limits = RequestLimitChecks(lambda *sender: depth)
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


@given(
    st.lists(st.tuples(st.integers(1, 3), st.booleans(), st.integers(-2, 6)), max_size=80),
    st.integers(1, 80),
    st.integers(0, 4),
)
def test_depths_are_what_a_plain_loop_counts(events, size, depth):
    """Requesters that begin READs, with numbers that ascend more or less, and whose messages are completed in order."""
    begun, completed, expected, under_way = Counter(), Counter(), [], defaultdict(deque)
    keys, asks, numbers = [], [], []
    for row, (key, asked, step) in enumerate(events):
        number = max(1, begun[key] + step)
        highest = begun if asked else completed
        highest[key] = max(highest[key], number)
        number = number if asked else completed[key]
        keys.append(key)
        asks.append(asked)
        numbers.append(number)
        waiting = under_way[key]
        if not asked:
            while waiting and waiting[0] <= number:
                waiting.popleft()
            continue
        waiting.append(number)
        if key < 3 and len(waiting) > depth:
            expected.append((row, len(waiting)))
    limits = RequestLimitChecks(lambda flow, *sender: depth if flow < 3 else None)
    found = []
    for low in range(0, len(keys), size):
        key, asked, number = (np.array(each[low : low + size]) for each in (keys, asks, numbers))
        there = np.arange(len(key))
        packets = SimpleNamespace(rows=there, source=there, second=there, psn=there)
        limits._agree(packets, key, key, np.flatnonzero(asked))
        for hits in limits._depths(packets, key, asked, ~asked, number) if limits._agreed else ():
            facts = hits.facts(np.arange(len(hits)))
            assert set(facts["depth"]) == {depth}
            found += zip((hits.rows + low).tolist(), facts["count"], strict=True)
    assert found == expected


def test_messages_that_have_no_number_yet_follow_on():
    """They wait behind missing packets, or for the first answer."""
    limits = RequestLimitChecks(lambda *sender: 9)
    limits._agree(SimpleNamespace(source=np.zeros(2), second=np.zeros(2)), np.ones(2), np.array([4, 6]), np.arange(2))
    keys = np.array([4, 6, 4, 5, 4, 6])

    def numbered(keys, begins, messages, psn):
        packets = SimpleNamespace(psn=np.array(psn))
        return limits._numbered(packets, keys, np.array(begins), np.array(messages)).tolist()

    assert numbered(keys, [0, 1, 2, 3, 5], [0, 7, 0, 0, 0, 0], [1, 50, 2, 9, 0, 51]) == [1, 7, 2, 0, 0, 8]
    assert numbered(keys[:2], [0, 1], [3, 0], [3, 52]) == [3, 9]
    assert numbered(keys[:2], [0, 1], [5, 11], [PSN_MASK - 1, 54]) == [5, 11]
    assert numbered(keys[:3], [0, 1, 2], [0, 0, 0], [PSN_MASK, 55, 0]) == [6, 12, 7]
    # what begins behind no other message is sent again, also across the wrap, and is none
    assert numbered(keys[:3], [0, 1, 2], [0, 0, 0], [0, 54, PSN_MASK]) == [0, 0, 0]
    assert numbered(keys[:3], [0, 1, 2], [0, 0, 0], [1, 56, (1 << 23) + 1]) == [8, 13, 0]


def test_messages_of_several_packets_count_once():
    packets = [
        ask(0),
        tell(0, 1, credits=1),
        ask(1, SEND_FIRST, size=256, a=0),
        ask(2, SEND_LAST),
        tell(2, 2, credits=1),
    ]
    assert names(packets) == []


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("most", [900, 9000])
@pytest.mark.parametrize("credits", [1, 3, 8])
def test_requesters_that_heed_credits(seed, credits, most):
    """The generator's requesters heed them, and wait: nobody exceeds, and stalls are seen where receivers are slow."""
    scene = traffic.Traffic(
        seed, messages=150, operations={"SEND": 1}, sizes=(0, most), credits=credits, receive_time=200_000, truth=None
    )
    expert, kinds = Expert(), []
    for batch in scene.batches():
        kinds += [each.kind.name for each in expert.findings(batch)]
    assert "credits-exceeded" not in kinds
    # with a single credit the packet that may go beyond it is always under way, and gets an RNR NAK
    assert ("credit-stall" in kinds) == (credits > 1)


@pytest.mark.parametrize("seed", range(4))
def test_requesters_that_heed_the_depth(seed):
    def found(depth):
        scene = traffic.Traffic(
            seed, messages=200, operations={"READ": 3, "WRITE": 1, "FETCH_ADD": 1}, max_reads=4, truth=None
        )
        analyser, addresses = Analyser(), Addresses()
        limits = RequestLimitChecks(lambda *sender: depth)
        return [
            each
            for batch in scene.batches()
            for facts in [analyser.add(batch).packets]
            for columns in [transport(batch, addresses)]
            for hits in limits.add(columns, facts["flow"], facts)
            for each in hits.findings(batch.frames)
        ]

    assert found(4) == []
    assert {each.facts["count"] for each in found(3)} == {4}


def test_the_depth_of_each_end_where_both_have_one_address():
    analyser, host = Analyser(), "10.0.0.1"
    packets = [ask(0, source=(host, 1), target=(host, 2)), tell(0, 1, source=(host, 2), target=(host, 3))]
    (batch,) = batches(packets)
    found = analyser.add(batch)
    (flow,) = set(found.packets["flow"].tolist()[1:])
    row = analyser._streams.row_of(flow)
    for end, depth in ((2 * row, 4), (2 * row + 1, 9)):
        analyser._streams.columns.declare(end, depth=depth)
    (number,) = set(found.columns.source.tolist())
    assert [analyser.depth(flow, number, second) for second in (False, True)] == [4, 9]
    assert analyser.depth(flow, number + 1, True) is None


def test_a_read_costs_no_step_of_its_own():
    there = np.arange(1000)
    packets = SimpleNamespace(rows=there, source=there, second=there, psn=there)
    limits, ones = RequestLimitChecks(lambda *sender: 1), np.ones(1000, np.int64)

    def count():
        limits._agree(packets, ones, ones, there)
        numbers = limits._numbered(packets, ones, there, there + 1)
        return list(limits._depths(packets, ones, ones > 0, ones < 0, numbers))

    steps = steps_of(count)
    assert steps < 100

"""Where connections begin in flows that share a batch: as in each of them alone."""

from __future__ import annotations

import functools
import random

import numpy as np
import pytest

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import RESPONSE, transport
from ibpkt.analysis.streams.connection_reuse import ConnectionReuse
from ibpkt.analysis.streams.half_order import HalfOrder
from ibpkt.analysis.streams.stream_table import StreamTable
from tests.analysis.streams import test_connection_reuse as near, test_connection_starts as starts
from tests.analysis.streams.reused import FIRST, GAP, OneFlow, sends
from tests.analysis.streams.test_far_packets import ANSWERS, PATIENT, REQUESTS, UNDER_WAY
from tests.support.exchanges import A, ask, batches, tell

#: the last byte of A's address
LAST_OF_A = int(A[0].rpartition(".")[2])
#: where the tap sees one side alone: PSNs of its next request, and whether that leaves those before
ALONE = [case.values for case in starts.LEAVES]
#: packets before, packets of the batch, where connections begin, and what is set aside
DECIDED = [
    *((before, packets, begun, aside) for _, before, packets, begun, aside, _ in REQUESTS),
    *((UNDER_WAY, packets, begun, aside) for _, packets, begun, aside, _ in ANSWERS),
    *((near.DONE, packets, begun, []) for _, packets, begun in near.COUNTED),
    *(([*near.DONE, *near.OTHER], packets, begun, []) for _, packets, begun in near.COUNTED),
]
#: the same, and what waits
WAITING = [
    *((before, packets, begun, aside, waits) for _, before, packets, begun, aside, waits in PATIENT),
    *(([*near.DONE, *near.OTHER], packets, [], [], waits) for packets, waits in near.UNANSWERED.values()),
    *((starts.ALONE, [ask(psn)], [], [], {0} if leaves else set()) for psn, leaves in ALONE),
    *((near.DONE, packets, begun, [], set()) for _, packets, begun in near.COUNTED if begun),
]


@functools.cache
def of_flow(packet, number):
    """A packet between two hosts of another network."""
    source, target = (f"10.0.{number}.{packet.data[at]}" for at in (29, 33))
    return packet.replace(ipv4__src=source, ipv4__dst=target)


def reuse(cases, *, patient=False):
    """What shows in packets of several flows in one batch, and of each the row, and the packets of that batch."""
    before = [(at - len(case[0]), number) for number, case in enumerate(cases) for at in range(len(case[0]))]
    now = [(at, number) for number, case in enumerate(cases) for at in range(len(case[1]))]
    addresses, table, rows = Addresses(), None, {}
    streams = StreamTable(addresses)
    for which, order in enumerate((sorted(before), sorted(now))):
        packets = [of_flow(cases[number][which][at], number) for at, number in order]
        (batch,) = batches(packets, times=[at * GAP + number for at, number in order])
        batch.frames.first = 1 + which * len(before)
        columns = transport(batch, addresses)
        if table is None:
            assigned = streams.add(columns, patient=False)
            table = streams.columns
            rows = {number: int(row) for (_, number), row in zip(order, assigned.row, strict=True)}
    of = np.array([rows[number] for _, number in order])
    by_a = np.array([packet.data[29] == LAST_OF_A for packet in packets])
    # the sender of the first packet of a flow is its first side
    side_of_a = np.array([cases[number][0][0].data[29] != LAST_OF_A for _, number in order])
    side, answer = ~by_a ^ side_of_a, columns.kind == RESPONSE
    keys = 2 * (2 * of + (side ^ answer)) + answer
    found = ConnectionReuse(
        columns, HalfOrder(columns, np.arange(len(keys)), keys), table,
        frozenset() if patient else None,
    )  # fmt: skip
    return found, rows, {number: [at for at, each in enumerate(order) if each[1] == number] for number in rows}


def missed(case):
    """The same where the capture begins with an answer, so that its sender is the first side of the flow."""
    before, *others = case
    return [tell(FIRST - 1, 0), *before], *others


@pytest.mark.parametrize("seed", range(20))
def test_flows_that_share_a_batch(seed):
    source = random.Random(seed)
    cases = [missed(case) if source.random() < 0.5 else case for case in source.sample(DECIDED, 4)]
    found, rows, places = reuse(cases)
    for number, (_, _, begun, aside) in enumerate(cases):
        own = places[number]
        assert [own.index(row) for row in found.splits.get(rows[number], [])] == begun
        assert [own.index(row) for row in sorted(found.far.set_aside) if row in own] == aside
    assert found.splits.keys() <= set(rows.values())


@pytest.mark.parametrize("seed", range(20))
def test_flows_that_wait_beside_others(seed):
    """What waits in one is nothing to the others."""
    source = random.Random(seed)
    cases = source.sample(WAITING, 3)
    cases = [missed(case) if case[0] is not starts.ALONE and source.random() < 0.5 else case for case in cases]
    found, rows, places = reuse(cases, patient=True)
    for number, (_, _, begun, aside, waits) in enumerate(cases):
        own = places[number]
        assert [own.index(row) for row in found.splits.get(rows[number], [])] == begun
        assert [own.index(row) for row in sorted(found.far.set_aside) if row in own] == aside
        assert {own.index(row) for flow, row in found.undecided.items() if flow == rows[number]} == waits


#: how many messages a flow has counted in a batch before, how many more in this one, and whether a message that begins
#: where none is due waits then: it does behind 16 counted messages
COUNTS = [(16, 0, True), (15, 0, False), (5, 11, True), (5, 10, False), (15, 1, True), (1, 14, False), (30, 1, True)]


@pytest.mark.parametrize("seed", range(4))
def test_a_message_that_nothing_answers_yet_waits_for_what_its_own_flow_counts(seed):
    """Some flows have counted messages before this batch, some in it; either side may be the first one."""
    cases = random.Random(seed).sample(COUNTS, 4)
    stories = []
    for number, (before, more, _) in enumerate(cases):
        end = FIRST + before
        now = [each for at in range(more) for each in (ask(end + at), tell(end + at, before + at + 1))]
        stories.append(([*[tell(FIRST - 1, 0)] * (number & 1), *sends(before)], [*now, ask(end + 5000)]))
    found, rows, places = reuse(stories, patient=True)
    waits = {number: row for number in rows for flow, row in found.undecided.items() if flow == rows[number]}
    assert waits == {number: places[number][-1] for number, case in enumerate(cases) if case[2]}
    assert found.splits == {}


@pytest.mark.parametrize(("before", "more", "waits"), COUNTS)
def test_a_message_waits_behind_what_this_batch_counts(before, more, waits):
    flow, end = OneFlow(sends(before)), FIRST + before
    now = [each for at in range(more) for each in (ask(end + at), tell(end + at, before + at + 1))]
    assert flow.reuse([*now, ask(end + 5000)]).undecided == ({flow.row: len(now)} if waits else {})


@pytest.mark.parametrize("seed", range(6))
def test_flows_of_which_the_tap_sees_one_side_alone(seed):
    """What begins another connection in one of them does so in no other one."""
    cases = [(starts.ALONE, [ask(psn), *starts.ANEW], leaves) for psn, leaves in random.Random(seed).sample(ALONE, 4)]
    found, rows, places = reuse([case[:2] for case in cases])
    splits = {number: found.splits.get(row, []) for number, row in rows.items()}
    assert splits == {number: [places[number][0]] if case[2] else [] for number, case in enumerate(cases)}
    found, rows, places = reuse([(before, packets[:1]) for before, packets, _ in cases], patient=True)
    waits = {number: [row for flow, row in found.undecided.items() if flow == rows[number]] for number in rows}
    assert waits == {number: [places[number][0]] if case[2] else [] for number, case in enumerate(cases)}

"""Which packets wait for a later one, set against a loop over the flows and their packets."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import transport
from ibpkt.analysis.streams import waiting_packets
from ibpkt.analysis.streams.waiting_packets import WaitingPackets, may_wait
from tests.support.exchanges import ask, batches

SECOND = 1_000_000_000
FLOWS = 4


class Columns:
    def __init__(self, time):
        self.time = np.array(time, np.int64)

    def __len__(self):
        return len(self.time)


class Streams:
    """What is known of a batch: the flow of each packet, and what became of flows in it.

    Args:
        flow: of each packet, -1 for none.
        time: of each packet, in nanoseconds.
        over: flows that end in it.
        joins: flows that were joined, each with the one taken in and the packet that decided.
        moves: packets with which flows have moved, by flow.
    """

    def __init__(self, flow, time, over=(), joins=(), moves=()):
        self.flow, self.columns = np.array(flow), Columns(time)
        self.over = np.isin(np.arange(FLOWS), over)
        self._joins, self._moves = joins, dict(moves)

    def joined(self):
        return [each[0] for each in self._joins], [each[1] for each in self._joins]

    def decided(self):
        return [each[2] for each in self._joins]

    def has_moved(self, flow, row):
        return self._moves.get(flow, -1) >= row


def looked_for(batch, undecided, most_of_flow, most):
    """The packets that wait, and the flows that cannot."""
    refused = set()
    latest = batch.columns.time.max()
    for flow, first in undecided.items():
        decided = [row for kept, _, row in batch._joins if kept == flow]
        late = latest - batch.columns.time[first] > SECOND
        if late or batch.over[flow] or batch.has_moved(flow, first) or max(decided, default=-1) >= first:
            refused.add(flow)
    first_rows = {flow: first for flow, first in undecided.items() if flow not in refused}
    waits = [row for row, of in enumerate(batch.flow) if of in first_rows and row >= first_rows[of]]
    refused |= {flow for flow in undecided if sum(batch.flow[row] == flow for row in waits) > most_of_flow}
    if len(waits) > most:
        refused |= undecided.keys()
    return [row for row in waits if batch.flow[row] not in refused], refused


@pytest.mark.parametrize("seed", range(25))
def test_as_a_loop(seed, monkeypatch):
    source = random.Random(seed)
    monkeypatch.setattr(waiting_packets, "MOST_OF_FLOW", 4)
    monkeypatch.setattr(waiting_packets, "MOST", 7)
    flow = [source.randrange(-1, FLOWS) for _ in range(source.randint(4, 20))]
    step = source.choice((1, SECOND // 10))
    time = [10**18 + at * step for at in range(len(flow))]
    first = {of: source.choice([row for row, each in enumerate(flow) if each == of]) for of in {*flow} - {-1}}
    undecided = dict(source.sample(sorted(first.items()), source.randint(0, len(first))))
    over = source.sample(range(FLOWS), source.choice((0, 0, 1)))
    joins = [(of, 3 - of, source.randrange(len(flow))) for of in source.sample(range(FLOWS), source.choice((0, 1, 2)))]
    moves = {of: source.randrange(len(flow)) for of in source.sample(range(FLOWS), source.choice((0, 0, 1)))}
    batch = Streams(flow, time, over, joins, moves)
    rows, refused = may_wait(batch, undecided)
    assert (rows.tolist(), refused) == looked_for(batch, undecided, 4, 7)


@pytest.mark.parametrize(("late", "waits"), [(SECOND, True), (SECOND + 1, False)])
def test_nothing_waits_for_more_than_a_second(late, waits):
    batch = Streams([0, 0, 1], [10**18, 10**18 + 1, 10**18 + late])
    rows, refused = may_wait(batch, {0: 0})
    assert (rows.tolist(), refused) == (([0, 1], set()) if waits else ([], {0}))


@pytest.mark.parametrize(("first", "waits"), [(3, False), (4, False), (5, True)])
def test_what_was_joined_or_moved_behind_its_first_packet_is_decided(first, waits):
    for given in ({"joins": [(0, 2, 4)]}, {"moves": {0: 4}}):
        batch = Streams([0] * 7, [10**18] * 7, **given)
        rows, refused = may_wait(batch, {0: first})
        assert (rows.tolist(), refused) == ((list(range(first, 7)), set()) if waits else ([], {0}))


@pytest.mark.parametrize(("of_flow", "waits"), [(1024, True), (1025, False)])
def test_how_many_packets_of_a_flow_may_wait(of_flow, waits):
    rows, refused = may_wait(Streams([0] * of_flow, [10**18] * of_flow), {0: 0})
    assert (len(rows), refused) == ((of_flow, set()) if waits else (0, {0}))


@pytest.mark.parametrize("waiting", [[], [1], [0, 3], [0, 1, 2, 3]])
def test_what_waits_comes_before_the_next_batch(waiting):
    kept, addresses = WaitingPackets(verify=False), Addresses()
    one, other = (transport(batch, addresses) for batch in batches([ask(psn) for psn in range(6)], 4))
    left = kept.keep(one, np.array(waiting, np.int64))
    assert left.psn.tolist() == [psn for psn in range(4) if psn not in waiting]
    assert len(kept) == len(waiting)
    assert kept.before(other).psn.tolist() == [*waiting, 4, 5]
    assert len(kept) == 0
    assert kept.before(other) is other

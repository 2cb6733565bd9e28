"""READs that wait until it is known how many PSNs they take (IBA 1, 9.7.3.1: as many as their response has packets)."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import RESPONSE, transport
from ibpkt.analysis.runs import waiting_reads
from ibpkt.analysis.runs.waiting_reads import LONGEST, MOST_OF_FLOW, WaitingReads
from ibpkt.analysis.streams.assigned import FlowPackets
from tests.support.exchanges import READ_ONLY, SEND_FIRST, SEND_LAST, SEND_MIDDLE, A, B, ask, batches, read, tell

READ_FIRST, READ_MIDDLE, READ_LAST = 13, 14, 15
SIZES = [None, 1, 2, 3, 7]
#: nothing is measured by it
UNKNOWN = 0


class Flows:
    """One flow, or several one after the other, by what they send.

    Attributes:
        taken: the packets in the order in which they were taken, and the path MTU that READs had then.
        most: packets that waited at once.
    """

    def __init__(self, declared=-1):
        streams = SimpleNamespace(columns=SimpleNamespace(declared=lambda _: np.full(8, declared)))
        self.reads, self.taken, self.most = WaitingReads(streams), [], 0
        self._addresses = Addresses()

    def add(self, batch, row=0):
        columns = transport(batch, self._addresses)
        rows = np.arange(len(columns))
        side = (columns.destqp != B[1]).astype(np.int64)
        half = 2 * row + (side ^ (columns.kind == RESPONSE))
        order = np.argsort(half, kind="stable")
        packets = FlowPackets(columns, np.full(len(rows), row + 1), np.full(len(rows), row), side, half)
        self._take(self.reads.add(packets, rows[order], half[order]))

    def finish(self):
        self._take(self.reads.release(np.arange(4)))
        assert self.reads.held is None

    def _take(self, rounds):
        for packets, guesses in rounds:
            unit = self.reads.known(guesses).reads
            self.taken += zip(packets.columns.frame.tolist(), unit[packets.half].tolist(), strict=True)
        self.most = max(self.most, 0 if self.reads.held is None else len(self.reads.held))


def measured(packets, size=None, declared=-1, times=None):
    """By packet the path MTU with which it was taken; those of the flow in their order."""
    flows = Flows(declared)
    for batch in batches(packets, size, times=times):
        flows.add(batch)
    flows.finish()
    frames = [frame for frame, _ in flows.taken]
    assert frames == list(range(1, len(packets) + 1))
    return [unit for _, unit in flows.taken], flows


def first(psn, size):
    return tell(psn, 1, opcode=READ_FIRST, size=size)


def only(psn, size):
    return tell(psn, 1, opcode=READ_ONLY, size=size)


CASES = {
    "the response shows the path MTU": ([read(10, 3000), ask(13), ask(14), first(10, 1024), ask(15)], [1024] * 5),
    "a response of one packet shows that the READ takes one PSN": (
        [read(10, 3000), ask(11), only(10, 3000), ask(12)],
        [4096] * 4,
    ),
    "a message shows the path MTU, too": (
        [read(10, 3000), ask(12), ask(13, SEND_FIRST, size=2048), ask(14, SEND_LAST)],
        [2048] * 4,
    ),
    "what the other end sends shows it": (
        [read(10, 3000), ask(7, SEND_FIRST, size=512, source=B, target=A)],
        [512] * 2,
    ),
    "a request that overtakes another votes for nothing as long as a response can come": (
        [read(10, 3000), ask(12), ask(11), only(10, 3000)],
        [4096] * 4,
    ),
    "at the end, the next request decides": ([read(10, 3000), ask(12), ask(13)], [2048] * 3),
    "and if none comes, nothing": ([ask(9), read(10, 3000)], [256, UNKNOWN]),
    "or if it fits no path MTU": ([read(10, 3000), ask(19)], [UNKNOWN] * 2),
    "most of them count": ([read(10, 3000), ask(12), read(13, 3000), ask(16), read(17, 3000), ask(20)], [1024] * 6),
    "a path MTU that is smaller than a packet is none": ([ask(9, size=1500), read(10, 3000), ask(13)], [UNKNOWN] * 3),
    "a READ of what every path carries takes one PSN": ([read(10, 256), ask(11)], [256] * 2),
    "what was sent before shows that the READ takes one": ([ask(9, size=1000), read(10, 900), ask(11)], [1024] * 3),
    "a packet that two path MTUs have room for decides nothing": (
        [read(10, 5000), ask(7, size=1500, source=B, target=A), first(10, 4096), ask(12)],
        [4096] * 4,
    ),
    "of answers to others nothing follows": ([read(10, 3000), tell(9, 1), ask(12)], [2048] * 3),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("case", CASES)
def test_what_a_read_is_measured_by(case, size):
    packets, units = CASES[case]
    found, flows = measured(packets, size)
    reads = [at for at, packet in enumerate(packets) if "RETH" in packet]
    assert [found[at] for at in reads] == [units[at] for at in reads]
    assert flows.reads.given_up == 0


@pytest.mark.parametrize("size", [None, 1, 2])
@pytest.mark.parametrize("case", CASES)
def test_where_the_clock_goes_back_a_read_is_measured_by_the_same(case, size):
    """The simple way, for packets that wait for a short time, is not gone then."""
    packets, units = CASES[case]
    found, flows = measured(packets, size, times=[-at for at in range(len(packets))])
    reads = [at for at, packet in enumerate(packets) if "RETH" in packet]
    assert [found[at] for at in reads] == [units[at] for at in reads]
    assert flows.reads.given_up == 0


@pytest.mark.parametrize("size", SIZES)
def test_what_connection_management_has_agreed_on_needs_no_proof(size):
    found, flows = measured([read(10, 3000), ask(12), ask(11)], size, declared=2048)
    assert found == [2048] * 3
    assert flows.most == 0


def test_packets_wait_from_the_read_on_and_no_longer_than_needed():
    flows = Flows()
    packets = [ask(9), read(10, 3000), ask(13), tell(9, 1), first(10, 1024), ask(14)]
    waiting = []
    for batch in batches(packets, 1):
        flows.add(batch)
        waiting.append(0 if flows.reads.held is None else len(flows.reads.held))
    assert waiting == [0, 1, 2, 3, 0, 0]


def test_other_flows_do_not_wait():
    flows = Flows()
    for at, batch in enumerate(batches([read(10, 3000), ask(1), ask(2), first(10, 1024)], 1)):
        flows.add(batch, row=int(at in (1, 2)))
    assert [frame for frame, _ in flows.taken] == [2, 3, 1, 4]


@pytest.mark.costly
@pytest.mark.parametrize("size", [None, 1, 100])
def test_behind_many_packets_requests_decide(size):
    """Even where a later one shows another path MTU: only what is behind it is measured by that."""
    before = [read(0, 3000), *(ask(2 + at) for at in range(MOST_OF_FLOW)), read(2 + MOST_OF_FLOW, 3000)]
    packets = [*before, ask(MOST_OF_FLOW + 4), first(0, 1024), read(MOST_OF_FLOW + 5, 3000)]
    found, flows = measured(packets, size)
    assert found == [2048] * (len(before) + 1) + [1024] * 2
    assert flows.most <= (MOST_OF_FLOW + 1 if size else 0)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("late", "unit"), [(LONGEST, 1024), (LONGEST + 1, 2048)])
def test_behind_a_long_time_requests_decide(size, late, unit):
    packets = [read(10, 3000), ask(12), ask(13), first(10, 1024), read(14, 3000)]
    found, _ = measured(packets, size, times=[10**18 + each for each in (0, 5, late, late + 1, late + 2)])
    assert found[:3] == [unit] * 3
    assert found[3:] == [1024] * 2


@pytest.mark.parametrize("size", SIZES)
def test_as_long_as_no_request_decides_a_flow_may_be_silent(size):
    packets = [read(10, 3000), first(10, 1024), ask(13)]
    found, _ = measured(packets, size, times=[10**18, 10**18 + 10 * LONGEST, 10**18 + 11 * LONGEST])
    assert found == [1024] * 3


@pytest.mark.parametrize("size", SIZES)
def test_a_guess_is_for_all_that_follows(size):
    times = [10**18 + at * LONGEST for at in range(6)]
    packets = [read(10, 3000), ask(12), ask(13), read(14, 5000), ask(17), read(18, 900)]
    found, flows = measured(packets, size, times=times)
    assert found == [2048] * 6
    assert flows.reads.path_mtus.guesses[0] == 2048


@pytest.mark.parametrize("size", SIZES)
def test_flows_of_one_direction_that_become_one(size):
    """What waits gets the number of the flow that it is a direction of."""
    flows = Flows()
    for batch in batches([read(10, 3000), ask(12)], size):
        flows.add(batch, row=1)
    flows.reads.join(np.array([2]), np.array([1]))
    assert flows.reads.held.row.tolist() == [2, 2]
    assert flows.reads.held.side.tolist() == [1, 1]
    assert flows.reads.held.half.tolist() == [5, 5]


def test_too_many_wait_for_nothing(monkeypatch):
    monkeypatch.setattr(waiting_reads, "MOST", 3)
    flows = Flows()
    for at, batch in enumerate(batches([read(0, 3000), ask(2), read(0, 3000), ask(3)], 1)):
        flows.add(batch, row=at // 2)
        assert flows.reads.held is None or len(flows.reads.held) <= 3
    assert flows.reads.given_up == 2
    assert flows.reads.path_mtus.guesses[:2].tolist() == [2048, 1024]
    assert len(flows.taken) == 4


def test_middle_packets_show_it_and_odd_ones_do_not():
    found, _ = measured([read(10, 3000), ask(7, SEND_MIDDLE, size=1000, source=B, target=A), first(10, 1024)], 1)
    assert found == [1024] * 3


def test_the_last_times_that_a_capture_can_have():
    """Nanoseconds of 64 bits end in 2262: no sum with one goes beyond (found by `tests.fuzz.commands`)."""
    latest = np.iinfo(np.int64).max
    rows = SimpleNamespace(time=np.array([latest - 5, latest]))
    assert waiting_reads._limit(rows, 0, 2) == waiting_reads.NEVER

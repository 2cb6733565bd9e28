"""Requests that are sent again are what they were, or it is told."""

from __future__ import annotations

import copy

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from ibpkt import draft, traffic
from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import transport
from ibpkt.analysis.runs import repeated_requests
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.repeated_requests import RepeatedRequests
from ibpkt.analysis.runs.sequence_columns import SequenceColumns
from ibpkt.analysis.streams.flow_columns import FlowColumns
from ibpkt.batch import Batch
from tests.support.analysis_runs import OPERATIONS, cut, run
from tests.support.exchanges import READ, WRITE_ONLY, ask, batches, read, tell

ATOMIC_WRITE, FETCH_ADD, UC_WRITE_ONLY = 29, 20, 0x2A


def _reth(va=0x1000, r_key=1, dmalen=8):
    return draft("RETH", va=va, r_key=r_key, dmalen=dmalen)


def _write(psn, opcode=WRITE_ONLY, size=8, **reth):
    return ask(psn, opcode, _reth(**reth), size=size)


def _of_one(opcode, header, **fields):
    return ask(100, opcode, draft(header, **fields))


def _atomic(swapdt=5, cmpdt=6):
    return ask(100, FETCH_ADD - 1, draft("AtomicETH", va=0x1000, r_key=1, swapdt=swapdt, cmpdt=cmpdt))


def _kind(result, name="retransmission-differs"):
    return [finding for finding in result.findings if finding.kind.name == name]


@pytest.mark.parametrize(
    ("first", "again", "says"),
    [
        (_write(100), _write(100), None),
        (_write(100), _write(100, va=0), "address 0x0, not 0x1000"),
        (_write(100, va=1 << 63), _write(100, va=1 << 62), "address 0x4000000000000000, not 0x8000000000000000"),
        (_write(100), _write(100, r_key=0xABC), "R_Key 0xabc, not 0x1"),
        (_write(100), _write(100, dmalen=7), "length 7, not 8"),
        (_write(100), _write(100, size=4), "payload size 4, not 8"),
        (_write(100), _write(100, ATOMIC_WRITE), "operation RC ATOMIC WRITE, not RC RDMA WRITE Only"),
        (_of_one(0x17, "IETH", r_key=7), _of_one(0x17, "IETH", r_key=8), "invalidated R_Key 0x8, not 0x7"),
        (_of_one(5, "ImmDt", immdt=1 << 31), _of_one(5, "ImmDt", immdt=1), "immediate data 0x1, not 0x80000000"),
        (_atomic(), _atomic(), None),
        (_atomic(), _atomic(swapdt=1 << 63), "operand 0x8000000000000000, not 0x5"),
        (_atomic(), _atomic(cmpdt=1 << 62), "compared value 0x4000000000000000, not 0x6"),
        # the first field of the list is named
        (_write(100), _write(100, ATOMIC_WRITE, va=0, dmalen=7), "operation RC ATOMIC WRITE, not RC RDMA WRITE Only"),
        (_write(100), _write(100, va=0, r_key=2), "address 0x0, not 0x1000"),
        # all but the A bit, which a repetition may set
        (ask(100, a=0), ask(100, a=1), None),
        (ask(100), ask(100, size=9), "payload size 9, not 8"),
        (read(100, 8), read(100, 8), None),
        (read(100, 8), read(100, 4), "length 4, not 8"),
        # nothing is acknowledged on UC, and nothing sent again: this is another packet
        (_write(100, UC_WRITE_ONLY), _write(100, UC_WRITE_ONLY, va=0), None),
    ],
)
@pytest.mark.parametrize("size", [1, 5])
def test_fields(first, again, says, size):
    packets = [ask(99), first, tell(99, 1), again, tell(100, 2)]
    found = _kind(run(batches(packets, size, times=[0, 10, 20, 67_000_000, 67_010_000])))
    assert [str(each) for each in found] == ([] if says is None else [f"PSN 100 is sent again with {says} as before"])
    assert [(each.frame, each.packets, each.because, each.flow) for each in found] == [(4, 1, (2, 4), 1)] * len(found)


def test_every_repetition_is_compared_with_the_first_copy():
    packets = [_write(100), _write(100, va=0), _write(100), _write(100, va=0), _write(100, va=5)]
    found = _kind(run(batches(packets, 2, gap=67_000_000)))
    assert [(each.frame, each.because, each.facts["now"]) for each in found] == [
        (2, (1, 2), "0x0"), (4, (1, 4), "0x0"), (5, (1, 5), "0x5"),
    ]  # fmt: skip


@pytest.mark.parametrize("size", [None, 1, 4])
@pytest.mark.parametrize(
    ("rest", "says"),
    [
        ({}, None),
        ({"dmalen": 1024}, None),  # less than the rest
        ({"va": 0x1000}, "address 0x1000, not 0x1400"),
        ({"r_key": 2}, "R_Key 0x2, not 0x1"),
        ({"dmalen": 4 * 1024}, "length 4096, not 3072"),
        ({"va": 0x1000, "dmalen": 4 * 1024}, "length 4096, not 3072"),
    ],
)
def test_a_read_asked_again_in_its_middle(rest, says, size):
    """PSN, address and length move together; what has the same PSN is compared with the first one of that."""
    before = [ask(100, READ, _reth(dmalen=4 * 1024), size=0)]
    before += [tell(100, 1, opcode=13, size=1024), tell(103, 1, opcode=15, size=1024)]
    rest = ask(101, READ, _reth(**({"va": 0x1400, "dmalen": 3 * 1024} | rest)), size=0)
    found = _kind(run(batches([*before, rest, before[0], rest], size, gap=10**6)))
    told = [] if says is None else [f"PSN 101 is sent again with {says} as before"]
    assert [(str(each), each.because) for each in found] == [(text, (1, 4)) for text in told]


@pytest.mark.parametrize("size", [None, 1, 4])
@pytest.mark.parametrize(
    ("what", "again", "because"),
    [
        ("the rest of a rest", (102, 0x1800, 2), []),
        ("its address is that of the rest before", (102, 0x1400, 2), [(4, 5)]),
        ("the READ behind it", (104, 0x9000, 1), []),
        ("behind all that was sent", (105, 0, 1), []),
    ],
)
def test_the_nearest_read_that_has_the_psn_inside_counts(what, again, because, size):
    psn, va, packets = again
    exchange = [ask(100, READ, _reth(dmalen=4 * 1024), size=0), tell(100, 1, opcode=13, size=1024)]
    exchange += [ask(104, READ, _reth(va=0x9000, dmalen=1024), size=0)]
    exchange += [ask(101, READ, _reth(va=0x1400, dmalen=3 * 1024), size=0)]
    exchange += [ask(psn, READ, _reth(va=va, dmalen=packets * 1024), size=0)]
    assert [each.because for each in _kind(run(batches(exchange, size, gap=10**6)))] == because, what


def test_a_late_original_is_no_repetition():
    """What comes first at its PSN is the first copy, however late."""
    late = [ask(100), ask(102, size=9), ask(101, size=7), tell(102, 3)]
    assert not _kind(run(batches(late, gap=10**6)))


def test_headers_that_are_cut_are_not_compared():
    for snap, count in ((69, 0), (70, 1)):  # RETH ends with byte 70
        (whole,) = batches([_write(100), _write(100, va=0)], gap=67_000_000)
        frames = copy.copy(whole.frames)
        frames.captured = np.minimum(frames.captured, snap)
        assert len(_kind(run([Batch(frames)]))) == count


@pytest.mark.family("batches")
@settings(deadline=None, max_examples=10)
@given(seed=st.integers(0, 20), size=st.integers(20, 700))
def test_batches_of_any_size(seed, size):
    def told(cuts):
        return sorted((each.frame, each.because, str(each), each.flow) for each in _kind(run(cuts, verify=False)))

    assert told(cut(_altered(seed), size)) == told(_altered(seed)) != []


def _altered(seed):
    """Traffic in which every third packet that has a RETH asks for something else."""
    faults = traffic.Faults(loss=0.03, behind=0.5)
    scene = traffic.Traffic(
        seed, packets=600, operations="WRITE", sizes=(0, 5000), conversations=3, both_ways=True, faults=faults,
        truth=None,
    )  # fmt: skip
    for batch in scene.batches():
        columns = transport(batch, Addresses())
        rows = np.flatnonzero((columns.va != 0) & (columns.frame % 3 == 0))
        data = batch.frames.data.copy()
        data[columns.payload_at[rows] - 16] ^= 1  # the address is the first field of RETH
        frames = copy.copy(batch.frames)
        frames.data = data
        yield Batch(frames)


@pytest.mark.parametrize("recovery", ["go-back-n", "selective"])
@pytest.mark.parametrize("seed", range(3))
def test_nothing_differs_where_nothing_does(seed, recovery):
    faults = traffic.Faults(loss=0.03, behind=0.5, reorder=0.02, duplicate=0.02, rnr=0.01)
    scene = traffic.Traffic(
        seed, packets=1500, operations=OPERATIONS, sizes=(0, 9000), conversations=4, both_ways=True, faults=faults,
        recovery=recovery, truth=None,
    )  # fmt: skip
    result = run(scene.batches())
    assert len(_kind(result, "retransmission")) > 10
    assert not _kind(result)


# -- the class itself -------------------------------------------------------------------------------------------------


class _Table:
    """Requests of halves, a batch of them at a time; flows have numbers from 100 on."""

    def __init__(self):
        self.repeated, self.halves, self.addresses = RepeatedRequests(), HalfTable(), Addresses()
        self.halves.reserve(10)
        self.flows = FlowColumns()
        rows = self.flows.allocate(5)
        self.flows.flows["number"][rows] = 100 + rows
        self.frame = 0

    def add(self, *requests):
        """Halves, PSNs and addresses; returns halves, the packets that differ, and those that they differ from."""
        packets = [ask(psn, WRITE_ONLY, _reth(va=va)) for _, psn, va in requests]
        (batch,) = batches(packets)
        batch.frames.first = self.frame + 1
        self.frame += len(packets)
        columns = transport(batch, self.addresses)
        half = np.array([half for half, _, _ in requests])
        sequence = SequenceColumns(columns, np.arange(len(columns)), half, self.halves, np.zeros(10, np.int64))
        found = self.repeated.add(sequence, self.flows, np.zeros(10, np.int64))
        sequence.update(self.halves)
        return [(2 * (each.flow - 100) + each.subject.side, each.because) for each in found]


def test_halves_are_apart():
    table = _Table()
    assert table.add((1, 5, 10), (2, 5, 11), (1, 6, 10), (2, 6, 11)) == []
    assert table.add((1, 5, 10), (2, 5, 10), (1, 6, 10), (2, 6, 11)) == [(2, (2, 6))]


def test_a_number_of_another_half():
    table = _Table()
    table.add((1, 5, 10), (1, 6, 10))
    table.repeated.forget(np.array([1]))
    table.halves.forget(np.array([1]))
    assert table.add((1, 5, 11), (1, 6, 11), (1, 5, 11)) == []
    assert table.add((1, 5, 12)) == [(1, (3, 6))]


def test_a_half_gets_another_number():
    table = _Table()
    table.add((1, 5, 10), (1, 6, 10))
    table.repeated.join(np.array([1, 3]), np.array([4, 6]))
    for column in table.halves.columns.values():
        column[4] = column[1]
    assert table.add((4, 5, 12)) == [(4, (1, 3))]
    table.repeated.join(np.zeros(0, np.int64), np.zeros(0, np.int64))


@pytest.mark.parametrize("few", [0, 3, 1 << 12])
def test_what_is_too_old_is_forgotten(monkeypatch, few):
    """However small batches are put together, the first copy counts if it is not too far back."""
    monkeypatch.setattr(repeated_requests, "WINDOW", 4)
    monkeypatch.setattr(repeated_requests, "_FEW", few)
    table = _Table()
    assert table.add((1, 5, 10)) == []
    assert table.add((1, 5, 11)) == [(1, (1, 2))]
    assert table.add((2, 1, 1), (2, 2, 1)) == []
    assert table.add((1, 5, 11)) == [(1, (1, 5))]  # four packets behind it
    assert table.add((1, 5, 10)) == [(1, (2, 6))]  # the first is forgotten
    assert table.add((2, 3, 1), (2, 4, 1), (2, 5, 1), (2, 6, 1), (2, 7, 1), (2, 8, 1)) == []
    assert table.add((1, 5, 12)) == []
    assert len(table.repeated._pieces) <= 6


def test_nothing_is_kept_for_itself_where_nothing_is_sent_again(monkeypatch):
    """The columns of large batches are kept as they are."""
    monkeypatch.setattr(repeated_requests, "_FEW", 2)
    table = _Table()
    table.add((1, 5, 10), (1, 6, 10), (1, 7, 10))
    ((_, _, piece),) = table.repeated._pieces
    assert "_sorted" not in piece.__dict__
    table.add((1, 5, 10), (1, 8, 10))
    assert "_sorted" in piece.__dict__


def test_atomics():
    add, other = (draft("AtomicETH", va=va, r_key=1) for va in (0x1000, 0x2000))
    found = _kind(run(batches([ask(1, FETCH_ADD, add, size=0), ask(1, FETCH_ADD, other, size=0)], gap=67_000_000)))
    assert [each.facts["field"] for each in found] == ["address"]


# -- which packet is answered -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 3, 100])
def test_answers_tell_which_packet_they_answer(size):
    """The last sending of the PSN before the answer; responses of a READ, its request."""
    packets = [
        ask(98, 0, size=1024), ask(99, 2), ask(100), ask(101), tell(101, 2), tell(100, 1), ask(102), ask(102, ident=9),
        tell(102, 0, syndrome=0x60), tell(102, 3), ask(103), read(104, 2048), tell(104, 5, opcode=13, size=1024),
        tell(105, 5, opcode=15, size=1024),
    ]  # fmt: skip
    facts = run(batches(packets, size, gap=10**6)).facts
    assert facts["answers"] == {5: 4, 6: 3, 9: 8, 10: 8, 13: 12, 14: 12}
    assert "answers" not in run(batches(packets, size, gap=10**6), facts=frozenset({"flow"})).facts


@pytest.mark.parametrize("size", [1, 2])
def test_the_first_packet_of_a_capture_is_answered(size):
    assert run(batches([ask(100), tell(100, 1)], size, gap=10**6)).facts["answers"] == {2: 1}


@pytest.mark.family("batches")
@settings(deadline=None, max_examples=8)
@given(seed=st.integers(0, 20), size=st.integers(20, 700))
def test_answers_in_batches_of_any_size(seed, size):
    def told(cuts):
        return run(cuts).facts["answers"]

    def scene():
        faults = traffic.Faults(loss=0.02, behind=0.5)
        return traffic.Traffic(
            seed, packets=800, operations=OPERATIONS, sizes=(0, 5000), conversations=3, faults=faults, truth=None
        ).batches()

    assert told(cut(scene(), size)) == told(scene())

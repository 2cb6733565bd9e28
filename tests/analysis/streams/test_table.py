"""The table of flows: rows as today's analyser has them, connection management, bounds, and gaps of datagrams."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import ibpkt
from ibpkt import draft, traffic
from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import transport
from ibpkt.analysis.streams import stream_table
from ibpkt.analysis.streams.datagram_gaps import DatagramGaps
from ibpkt.analysis.streams.stream_table import StreamTable
from ibpkt.batch import Batch
from tests.analysis.streams.assignment import assign, told
from tests.support.analysis_runs import OPERATIONS, UC_OPERATIONS, cut, run
from tests.support.exchanges import A, B, _frame, ask, batches, tell
from tests.support.shared import CAPTURES, REPOSITORY, needs

UD_SEND = 0x64
FLOW_FIELDS = ("number", "also", "service", "first", "last", "how", "carries", "moves", "ended")
SIDE_FIELDS = (
    "address", "qpn", "first_psn", "packets", "bytes", "payload", "requests", "answers", "naks", "rnrs", "marked",
    "cnps", "depth", "corrupt",
)  # fmt: skip


def _rows(flows):
    return [
        [getattr(flow, name) for name in FLOW_FIELDS]
        + [getattr(side, name) for side in flow.sides for name in SIDE_FIELDS]
        for flow in sorted(flows, key=lambda flow: flow.number)
    ]


# -- as today's analyser has them ---------------------------------------------------------------------------------


@pytest.mark.parametrize("service", ["RC", "UC", "UD"])
@pytest.mark.parametrize("seed", range(3))
def test_rows_of_generated_traffic(service, seed):
    operations = {"RC": OPERATIONS, "UC": UC_OPERATIONS, "UD": {"SEND": 1}}[service]
    scene = traffic.Traffic(
        seed, packets=3000, operations=operations, sizes=(0, 800 if service == "UD" else 5000), conversations=20,
        pairs=4, both_ways=True, service=service, truth=None,
    )  # fmt: skip
    every = list(scene.batches())
    old, new = run(every), assign(every)
    assert _rows(new.flows) == _rows(old.flows)
    for mine, other in zip(new.flows, sorted(old.flows, key=lambda flow: flow.number), strict=True):
        assert mine.sure == pytest.approx(other.sure, abs=1e-3)
    assert {frame: number for frame, number in new.numbers.items() if number} == old.facts["flow"]


def _unseen():
    """Captures that nobody may look at yet."""
    lines = (REPOSITORY / "tests" / "analysis" / "first_sight.txt").read_text(encoding="utf-8").splitlines()
    return {line for line in lines if not line.startswith("#")}


#: where today's rows differ, and why
DIFFERENT = {
    "recorded/flush/flush_out_of_region": "the NAK answers a FLUSH whose ICRC the kernel computes wrongly",
    "recorded/flush/flush_post_send": "the same",
}


def _recordings():
    if not (CAPTURES / "recorded").exists():
        return []
    hidden = _unseen() | set(DIFFERENT)
    names = {str(path.relative_to(CAPTURES)).removesuffix(".pcap") for path in CAPTURES.glob("recorded/**/*.pcap")}
    return sorted(names - hidden)


@pytest.mark.sweep
@needs(CAPTURES / "recorded")
@pytest.mark.parametrize("name", _recordings())
def test_rows_of_recordings(name):
    with ibpkt.open(CAPTURES / f"{name}.pcap") as source:
        every = list(source.batches())
    new = assign(every)
    assert _rows(new.flows) == _rows(run(every).flows)
    assert told(assign(cut(every, 97))) == told(new)


# -- connection management ----------------------------------------------------------------------------------------


@needs(CAPTURES / "scenes")
def test_what_connection_management_says_of_halves():
    with ibpkt.open(CAPTURES / "scenes" / "reused_with_cm.pcap") as source:
        every = list(source.batches())
    result = assign(every)
    old = [flow for flow in run(every).flows if flow.how == "cm"]
    assert old
    columns = result.table.columns
    (row,) = np.flatnonzero(columns.flows["used"][: columns.size] & (columns.flows["service"][: columns.size] != 3) & (
        columns.declared("pmtu")[: 2 * columns.size : 2] > 0
    )).tolist()  # fmt: skip
    live = result.table.to_flows([row])[0]
    assert live.pmtu in {flow.pmtu for flow in old}
    half = 2 * row
    for name in ("ack_timeout", "retry_count", "rnr_retry_count", "depth", "declared_psn"):
        assert (columns.declared(name)[half : half + 2] >= 0).all(), name
    assert [columns.declared("declared_psn")[half + side] for side in (0, 1)] == [s.first_psn for s in live.sides]
    source = int(columns.ends["address"][half])
    assert result.table.depth(live.number, source, False) == live.sides[0].depth
    assert result.table.depth(live.number, 999, False) is None
    assert result.table.depth(10**6, source, False) is None


def test_nothing_is_declared_without_connection_management():
    result = assign(batches([ask(7), tell(7, 1)]))
    assert (result.table.columns.declared("ack_timeout")[:2] == -1).all()


def test_sides_of_packets_from_an_address_to_itself():
    own = ("10.0.0.1", 0x11), ("10.0.0.1", 0x22)
    packets = [ask(7, source=own[0], target=own[1]), tell(7, 1, source=own[1], target=own[0]), ask(7)]
    addresses = Addresses()
    table = StreamTable(addresses)
    (batch,) = batches(packets)
    columns = transport(batch, addresses)
    assigned = table.add(columns)
    assert table.sides(columns, assigned.flow).tolist() == [0, 1, 0]
    assert table.sides(columns, np.zeros(3, np.int64)).tolist() == [0, 0, 0]


@pytest.mark.parametrize("own", [True, False], ids=["one address", "two addresses"])
def test_how_many_reads_each_end_may_have_under_way(own):
    """Where both ends have one address the side tells which end is meant, else the address alone; -1 is for unknown."""
    table = StreamTable(Addresses())
    first, row = table.columns.allocate(2)
    ends = table.columns.ends
    ends["address"][2 * first : 2 * first + 2] = 5
    ends["address"][2 * row : 2 * row + 2] = (5, 5 if own else 6)
    table.columns.flows["number"][[first, row]] = 1, 2
    assert table.depth(2, 5, False) is None
    for end, depth in [(2 * first, 1), (2 * row, 16), (2 * row + 1, 4)]:
        table.columns.declare(end, depth=depth)
    assert table.depth(2, 5, False) == 16
    assert table.depth(2, 5, True) == (4 if own else 16)
    assert table.depth(2, 6, True) == (None if own else 4)
    assert table.depth(1, 5, False) == 1
    assert table.depth(1, 5, True) is None
    assert table.depth(3, 5, False) is None


# -- bounds -------------------------------------------------------------------------------------------------------


def _many(count):
    """A SEND each from so many queue pairs to as many others."""
    raw = np.frombuffer(ask(5).data, np.uint8)
    for low in range(0, count, 5000):
        block = np.tile(raw, (5000, 1))
        numbers = np.arange(low, low + 5000, dtype=np.uint32)
        block[:, 47:50] = numbers.astype(">u4").view(np.uint8).reshape(-1, 4)[:, 1:]
        block[:, 26:30] = (0x0A000000 + numbers // 7).astype(">u4").view(np.uint8).reshape(-1, 4)
        block[:, -4:] = 0  # no ICRC
        batch = Batch.of([row.tobytes() for row in block], 1)
        batch.frames.first = low + 1
        yield batch


def test_of_too_many_flows_those_idle_longest_are_given_up(monkeypatch):
    monkeypatch.setattr(stream_table, "ADDRESSES", 500)
    addresses = Addresses()
    table, flows = StreamTable(addresses, limit=1000), []
    for batch in _many(20_000):
        assigned = table.add(transport(batch, addresses))
        flows += table.to_flows(assigned.ended)
        assert len(table) <= 1000
        assert table.columns.size <= 7000
        assert table._streams.count <= 12_000
        assert len(addresses) < 2000
    assert table.given_up == len(flows) >= 19_000
    assert {flow.ended for flow in flows} == {"given up"}
    rest = table.to_flows(table.finish())
    assert sorted(flow.number for flow in [*flows, *rest]) == list(range(1, 20_001))
    assert {flow.ended for flow in rest} == {""}
    assert all(flow.packets == 1 for flow in rest)
    assert len({flow.sides[0].address for flow in rest}) == pytest.approx(len(rest) / 7, abs=2)


def test_a_flow_that_goes_on_is_not_given_up():
    packets = [ask(0)]
    for number in range(400):
        packets += [ask(5, target=("10.0.0.2", 0x1000 + number)), ask(number + 1)]
    result = assign(batches(packets, 40), limit=50)
    assert max(flow.packets for flow in result.flows) == 401
    assert len(result.flows) == 401


def test_rows_are_used_again():
    """Forty connections of the same queue pairs one behind the other."""
    packets = []
    for psn in range(0, 40 * 300_000, 300_000):
        packets += [each for at in range(3) for each in (ask(psn + at), tell(psn + at, at + 1))]
    result = assign(batches(packets, 6))
    assert [flow.packets for flow in result.flows] == [6] * 40
    assert result.table.columns.size <= 4
    assert [dataclasses.astuple(side)[4:9] for side in result.flows[39].sides] == [
        dataclasses.astuple(side)[4:9] for side in result.flows[0].sides
    ]


def test_an_empty_batch():
    (batch,) = batches([ask(7)])
    result = assign([batch.select(np.zeros(1, np.bool_)), batch])
    assert [flow.packets for flow in result.flows] == [1]


# -- datagrams ----------------------------------------------------------------------------------------------------


def _datagram(psn, sender=0x11, target=B):
    return _frame(A, target, psn, UD_SEND, draft("DETH", srcqp=sender), payload=bytes(8))


def _gaps(packets, size=None, **options):
    addresses, gaps, found = Addresses(), DatagramGaps(**options), {}
    for batch in batches(packets, size):
        columns = transport(batch, addresses)
        steps = gaps.add(columns, np.ones(len(columns), np.bool_))
        ahead = steps.ahead > 0
        found.update(zip(columns.frame[steps.rows[ahead]].tolist(), steps.ahead[ahead].tolist(), strict=True))
    return found


@pytest.mark.parametrize("size", [None, 1, 3])
def test_datagrams_are_numbered_by_their_queue_pair(size):
    """Whatever the destination; late ones move nothing, and what is far away begins anew."""
    psns = [5, 6, 9, 7, 10, 10, 5_000_000, 5_000_001, 5_000_004, 12, 14]
    packets = [_datagram(psn, target=B if at % 2 else ("10.0.0.3", 7)) for at, psn in enumerate(psns)]
    assert _gaps(packets, size) == {3: 2, 9: 2, 11: 1}
    assert _gaps([_datagram(psn, sender=1) for psn in psns], size) == {}
    assert _gaps([_datagram(0xFFFFFF), _datagram(1)], size) == {2: 1}


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.tuples(st.sampled_from([0x11, 0x12]), st.integers(0, 12) | st.integers(0, 0xFFFFFF)), max_size=30),
    st.integers(1, 9),
)
def test_gaps_packet_by_packet(sent, size):
    expected, found = {}, {}
    for frame, (sender, psn) in enumerate(sent, 1):
        due = expected.get(sender, psn)
        missing = (psn - due + (1 << 23)) % (1 << 24) - (1 << 23)
        if 0 < missing <= 1 << 16:
            found[frame] = missing
        if missing >= 0 or missing < -(1 << 16):
            expected[sender] = psn + 1
    packets = [_datagram(psn, sender) for sender, psn in sent]
    if packets:
        assert _gaps(packets) == _gaps(packets, size) == found


def test_of_too_many_senders_those_idle_longest_are_forgotten():
    packets = [each for at in range(60) for each in (_datagram(at, 0x10), _datagram(9, 0x100 + at))]
    packets += [_datagram(62, 0x10), _datagram(12, 0x100)]
    assert _gaps(packets, 10, limit=16) == {121: 2}


@pytest.mark.parametrize("beside", [0, 1])
@pytest.mark.parametrize("size", [None, 1, 3])
def test_which_side_asked(size, beside):
    """Of an answer the side that it answers."""
    other = {"source": B, "target": A}
    packets = [ask(5, source=("10.0.0.9", 9), target=("10.0.0.8", 8)) for _ in range(beside)]
    packets += [ask(10), tell(10, 1), ask(70, **other), tell(70, 1, source=A, target=B), ask(11), tell(11, 2)]
    addresses, asked = Addresses(), []
    table = StreamTable(addresses)
    for batch in batches(packets, size):
        columns = transport(batch, addresses)
        assigned = table.add(columns)
        found = table.requesters(columns).tolist()
        assert len(found) == len(columns)
        ends = table.columns.ends["address"][2 * assigned.row + np.array(found)]
        asked += ends.tolist()
    expected = ["10.0.0.9"] * beside + [A[0], A[0], B[0], B[0], A[0], A[0]]
    assert asked[beside:] == [addresses.number(address) for address in expected[beside:]]


def test_so_many_flows_are_remembered_as_the_page_says():
    assert f"{stream_table.LIMIT:,} flows are remembered at once" in (REPOSITORY / "docs" / "flows.md").read_text(
        "utf-8"
    )

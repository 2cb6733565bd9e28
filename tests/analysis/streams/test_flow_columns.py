"""Rows of flows and of their ends: new ones, rows that are used again, flows that become one and are parted."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import SERVICES
from ibpkt.analysis.streams.flow_columns import COUNTS, ENDINGS, METHODS, FlowColumns

UD = SERVICES.index("UD")
#: what is not known yet of a new end; all else is 0
UNKNOWN = (
    "qpn", "first_psn", "last_psn", "highest_psn", "answer_psn", "answer_msn", "migreq", "stray_psn", "stray_answer",
    "low_msn", "jump_psn", "refused_psn",
)  # fmt: skip


def rows(*numbers):
    return np.array(numbers, np.int64)


def of_ends(table, name, count=4):
    return table.count(name)[:count].tolist()


def test_of_a_new_flow_nothing_is_known():
    table = FlowColumns()
    (row,) = table.allocate(1).tolist()
    for name in table.flows:
        assert table.flows[name][row] == (name == "used"), name
        assert not table.flows[name][row + 1 :].any(), name
    for name in table.ends:
        assert set(table.ends[name].tolist()) == {-1 if name in UNKNOWN else 0}, name
    assert {*COUNTS, *UNKNOWN} < {*table.ends}


def test_rows_are_used_again():
    """Those of the flow that was over last are the first."""
    table = FlowColumns()
    assert table.allocate(5).tolist() == [0, 1, 2, 3, 4]
    table.carries[3], table.carries[4], table.recovery[3] = "SRP", "NVMe/RDMA", "selective repeat"
    table.flows["number"][:5], table.ends["qpn"][:10] = 7, np.arange(10)
    table.release(rows(1, 3))
    assert (len(table), table.size) == (3, 5)
    assert (table.carries, table.recovery) == ({4: "NVMe/RDMA"}, {})
    assert table.flows["number"][:5].tolist() == [7, 0, 7, 0, 7]
    assert table.flows["used"][:6].tolist() == [True, False, True, False, True, False]
    assert table.ends["qpn"][:10].tolist() == [0, 1, -1, -1, 4, 5, -1, -1, 8, 9]
    assert table.allocate(1).tolist() == [1]
    assert table.allocate(3).tolist() == [3, 5, 6]
    assert (len(table), table.size) == (7, 7)
    assert table.flows["used"][:8].tolist() == [True] * 7 + [False]
    table.release(rows(0, 2, 6))
    assert table.allocate(2).tolist() == [0, 2]
    assert table.allocate(0).tolist() == []
    assert (len(table), table.size) == (6, 7)


def test_there_is_room_for_both_ends_of_all():
    table = FlowColumns()
    assert table.allocate(1000).tolist() == [*range(1000)]
    assert table.ends.capacity >= 2000
    assert table.flows.capacity >= 1000


def two_directions():
    """Flow 2 was kept, 0 becomes its other direction."""
    table = FlowColumns()
    table.allocate(3)
    for name, values in {
        "number": (5, 6, 8), "first": (300, 0, 400), "last": (900, 0, 800), "first_frame": (3, 1, 4),
        "last_frame": (9, 2, 8), "moves": (1, 0, 2), "released": (0, 0, 7), "released_time": (0, 0, 70),
        "open": (True, True, True), "joined": (0, 0, 0),
    }.items():  # fmt: skip
        table.flows[name][:3] = values
    for name, values in {
        "address": (20, 10, 0, 0, 10, 20), "qpn": (-1, 0x22, -1, -1, -1, 0x11), "packets": (4, 0, 0, 0, 6, 1),
        "first_psn": (50, -1, -1, -1, 60, -1),
    }.items():  # fmt: skip
        table.ends[name][:6] = values
    return table


def test_two_directions_become_one_flow():
    """Each end's queue pair is what the other direction goes to."""
    table = two_directions()
    table.join(rows(2), rows(0), "acknowledgements", 0.5)
    flow = {name: table.flows[name][2] for name in table.flows}
    assert (flow["number"], flow["also"], flow["also_frame"], flow["how"]) == (
        8,
        5,
        3,
        METHODS.index("acknowledgements"),
    )
    assert (flow["sure"], flow["open"], flow["first"], flow["last"]) == (0.5, False, 300, 900)
    assert (flow["last_frame"], flow["released"], flow["released_time"], flow["moves"]) == (9, 7, 70, 2)
    assert flow["first_frame"] == 4
    assert table.ends["address"][4:6].tolist() == [10, 20]
    assert table.ends["qpn"][4:6].tolist() == [0x22, 0x11]
    assert table.ends["packets"][4:6].tolist() == [6, 4]
    assert table.ends["first_psn"][4:6].tolist() == [60, 50]


def test_further_values_of_paths_go_with_their_end():
    table = two_directions()
    table.paths.further[0] = {"dscp": [3]}
    table.join(rows(2), rows(0), "addresses", 1)
    assert table.paths.further == {5: {"dscp": [3]}}
    were = {"also": rows(0), "how": rows(0), "open": np.array([True])}
    table.part(rows(2), rows(0), were)
    assert table.paths.further == {0: {"dscp": [3]}}
    table.paths.further[5] = {"dscp": [4]}
    table.release(rows(2))
    assert table.paths.further == {0: {"dscp": [3]}}


def test_a_join_is_taken_back():
    table = two_directions()
    names = ("also", "also_frame", "how", "sure", "open", "first", "last", "last_frame", "moves")
    were = {name: table.flows[name][[2]].copy() for name in names}
    table.join(rows(2), rows(0), "acknowledgements", 0.5)
    table.flows["open"][0] = False
    table.part(rows(2), rows(0), were)
    assert {name: table.flows[name][2] for name in names} == {name: values[0] for name, values in were.items()}
    assert table.flows["open"][:3].tolist() == [True, True, True]
    assert table.ends["address"][4:6].tolist() == [10, 20]
    assert table.ends["qpn"][[0, 4, 5]].tolist() == [-1, -1, 0x11]  # 0x11 is what the kept direction goes to
    assert table.ends["packets"][4:6].tolist() == [6, 0]
    assert table.ends["first_psn"][4:6].tolist() == [60, -1]


def test_a_direction_has_its_own_number_until_it_is_joined():
    """From the packet on that shows it, it has that of the flow, and the other side."""
    table = FlowColumns()
    table.allocate(2)
    table.flows["number"][:2], table.flows["also"][:2], table.flows["joined"][:2] = (5, 7), (6, 0), (30, 0)
    halves, frames = rows(0, 1, 1, 1, 0, 2, 3), rows(29, 29, 30, 31, 31, 1, 1)
    numbers, sides = table.then(halves, frames)
    assert numbers.tolist() == [5, 6, 5, 5, 5, 7, 7]
    assert sides.tolist() == [0, 0, 1, 1, 0, 0, 1]


def test_counts():
    table = FlowColumns()
    table.allocate(2)
    assert of_ends(table, "rnrs") == [0, 0, 0, 0]
    table.add_count("rnrs", rows(1, 3, 1), 1)
    table.add_count("rnrs", rows(0, 1), rows(5, 6))
    assert of_ends(table, "rnrs") == [5, 8, 0, 1]
    table.add_count("cnps", rows(), 1)
    assert "cnps" not in table.ends
    table.add_naks(rows(0, 1, 0, 0), rows(0, 2, 2, 0))
    assert of_ends(table, "nak 0") == [2, 0, 0, 0]
    assert of_ends(table, "nak 2") == [1, 1, 0, 0]


def test_what_connection_management_says():
    table = FlowColumns()
    table.allocate(2)
    assert table.declared("pmtu")[:4].tolist() == [-1] * 4
    assert len(table.declared("pmtu")) == table.ends.capacity
    table.declare(2, pmtu=1024, depth=None)
    assert table.declared("pmtu")[:4].tolist() == [-1, -1, 1024, -1]
    assert "depth" not in table.ends


@pytest.fixture
def addresses(monkeypatch):
    monkeypatch.setattr(Addresses, "text", lambda self, number: f"address {number}")
    return Addresses()


def test_flows_as_objects(addresses):
    table = two_directions()
    table.join(rows(2), rows(0), "acknowledgements", 0.5)
    table.release(rows(0))
    table.ends["highest_psn"][4:6], table.ends["last_psn"][4:6] = (90, 80), (70, 71)
    table.declare(4, depth=16, pmtu=1024)
    table.add_naks(rows(5), rows(3))
    table.add_count("SEND", rows(4), 9)
    table.add_count("rnrs", rows(5), 2)
    table.carries[2], table.recovery[2] = "SRP", "selective repeat"
    other, flow = table.to_flows([1, 2], addresses)
    assert (flow.number, flow.also, flow.how, flow.sure, flow.first, flow.last) == (
        8,
        5,
        "acknowledgements",
        0.5,
        300,
        900,
    )
    assert (flow.pmtu, flow.carries, flow.recovery, flow.moves, flow.ended) == (1024, "SRP", "selective repeat", 2, "")
    assert (flow.released, flow.released_frame) == (70, 7)
    one, two = flow.sides
    assert (one.address, one.qpn, one.first_psn, one.last_psn, one.depth) == ("address 10", 0x22, 60, 90, 16)
    assert (two.address, two.qpn, two.first_psn, two.last_psn, two.depth) == ("address 20", 0x11, 50, 80, None)
    assert (one.packets, one.messages, one.naks, one.rnrs) == (6, {"SEND": 9}, {}, 0)
    assert (two.packets, two.messages, two.naks, two.rnrs) == (4, {}, {3: 1}, 2)
    assert (other.pmtu, other.carries, other.ended) == (None, "", "")
    assert [(side.qpn, side.first_psn, side.last_psn) for side in other.sides] == [(None, None, None)] * 2


def test_psns_and_queue_pairs_that_are_zero_are_known(addresses):
    table = FlowColumns()
    table.allocate(1)
    for name in ("qpn", "first_psn", "highest_psn"):
        table.ends[name][:2] = 0
    table.declare(0, depth=0, pmtu=0)
    (flow,) = table.to_flows([0], addresses)
    assert [(side.qpn, side.first_psn, side.last_psn) for side in flow.sides] == [(0, 0, 0)] * 2
    assert [side.depth for side in flow.sides] == [0, None]


def test_datagrams_have_no_highest_psn(addresses):
    """Their PSNs mean no order: the last one is the last one's."""
    table = FlowColumns()
    table.allocate(2)
    table.flows["service"][:2] = (UD, SERVICES.index("RC"))
    table.ends["highest_psn"][:4], table.ends["last_psn"][:4] = 90, 70
    assert [[side.last_psn for side in flow.sides] for flow in table.to_flows([0, 1], addresses)] == [
        [70] * 2,
        [90] * 2,
    ]


@pytest.mark.parametrize("end", [0, 1])
def test_a_flow_that_ended(addresses, end):
    """A refusal for good, also of PSN 0, ends it; a flow that ended otherwise has ended so."""
    table = FlowColumns()
    table.allocate(2)
    table.ends["refused_psn"][end] = 0
    assert [flow.ended for flow in table.to_flows([0, 1], addresses)] == ["refused", ""]
    table.flows["ended"][:2] = ENDINGS.index("reused")
    assert [flow.ended for flow in table.to_flows([0, 1], addresses)] == ["reused", "reused"]

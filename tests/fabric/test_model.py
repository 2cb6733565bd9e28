"""The model by itself: what nodes, links, counters and subnets say of their parts."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt.fabric.model import (
    NO_PATH,
    Fabric,
    FabricCounter,
    FabricLink,
    FabricManager,
    FabricNode,
    FabricPort,
    FabricSubnet,
    ManagerSpan,
    ManagerState,
    NodeKind,
    guid_text,
)
from tests.fabric.small_subnets import adapter, cable, switch


def test_names_of_what_has_none():
    assert guid_text(0x2C903) == "0x000000000002c903"
    assert (FabricNode(0x2C903).title, FabricNode(0x2C903, name="leaf").title) == ("0x000000000002c903", "leaf")
    node = FabricNode(1, name="host1")
    assert (FabricManager(7).title, FabricManager(7, node=node).title) == ("0x0000000000000007", "host1")


def test_what_no_packet_said_is_none_or_absent():
    def empty(thing, *given):
        fields = {name: getattr(thing, name) for name in thing.__dataclass_fields__ if name not in given}
        return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in fields.items()}

    nothing = (None, 0, "", (), {}, [], frozenset(), (0, 0))
    link = FabricLink(FabricNode(1), 2, FabricNode(3), 4)
    for thing, given in (
        (FabricPort(7), ("number",)), (FabricNode(1), ("guid", "kind")), (link, ("a", "a_port", "b", "b_port")),
        (FabricManager(9), ("guid",)), (FabricSubnet(), ()), (Fabric(), ()),
    ):  # fmt: skip
        assert all(any(value is each or value == each for each in nothing) for value in empty(thing, *given).values())
        assert not any(value is True or value == 1 for value in empty(thing, *given).values())
    assert FabricNode(1).kind is NodeKind.ADAPTER


def test_a_port_is_added_once():
    node = FabricNode(1)
    port = node.port(3)
    assert node.port(3) is port
    assert node.ports == {3: FabricPort(3)}


def test_egress():
    node = FabricNode(1, NodeKind.SWITCH, forwarding=np.array([9, 0, 4], np.uint8))
    assert [node.egress(lid) for lid in (-1, 0, 1, 2, 3)] == [NO_PATH, 9, 0, 4, NO_PATH]


@pytest.mark.parametrize(
    ("top", "rows"), [(None, [9, 0, 4]), (0, [9, 0, 4]), (1, [9, 0]), (2, [9, 0, 4]), (7, [9, 0, 4])]
)
def test_rows_above_the_top_forward_nothing(top, rows):
    node = switch(1, forwarding=np.array([9, 0, 4], np.uint8), linear_top=top)
    assert node.rows.tolist() == rows
    assert node.egress(2) == (4 if len(rows) > 2 else NO_PATH)


#: signalling rate by coding: IBA 2, "Width/speed"
@pytest.mark.parametrize(
    ("lanes", "speed", "gbps"),
    [
        (1, "SDR", 2),
        (4, "QDR", 32),
        (4, "FDR10", 40),
        (12, "EDR", 300),
        (2, "HDR", 100),
        (None, "EDR", None),
        (4, None, None),
    ],
)
def test_the_rate_of_a_port(lanes, speed, gbps):
    assert FabricPort(1, lanes=lanes, speed=speed).gbps == gbps


@pytest.mark.parametrize(
    ("lid", "lmc", "lids"),
    [(0, 0, []), (0, 2, []), (5, 0, [5]), (8, 2, [8, 9, 10, 11]), (9, 2, [8, 9, 10, 11]), (1, 1, [0, 1])],
)
def test_the_lids_of_a_port(lid, lmc, lids):
    assert list(FabricPort(1, lid=lid, lmc=lmc).lids) == lids


def link_of(one, other):
    """A link whose ends have some lanes, speed and state."""
    link = FabricLink(adapter(1), 1, switch(2), 5)
    for port, (lanes, speed, state) in zip(link.ends, (one, other), strict=True):
        port.lanes, port.speed, port.state = lanes, speed, state
    return link


@pytest.mark.parametrize(
    ("one", "other", "lanes", "speed", "gbps", "state"),
    [
        ((4, "EDR", "Active"), (4, "EDR", "Active"), 4, "EDR", 100, "Active"),
        ((1, "HDR", "Active"), (4, "QDR", "Armed"), 1, "QDR", 8, "Armed"),
        ((4, "QDR", "Init"), (1, "HDR", "Active"), 1, "QDR", 8, "Init"),
        ((4, "EDR", "Down"), (None, None, ""), 4, "EDR", 100, "Down"),
        ((None, None, ""), (4, "FDR10", "Active"), 4, "FDR10", 40, "Active"),
        ((None, "EDR", ""), (None, None, ""), None, "EDR", None, ""),
        ((4, None, ""), (None, None, ""), 4, None, None, ""),
    ],
)
def test_what_a_link_runs_at(one, other, lanes, speed, gbps, state):
    """The narrower and the slower end count; the end that is not active, too."""
    link = link_of(one, other)
    assert (link.lanes, link.speed, link.gbps, link.state) == (lanes, speed, gbps, state)
    assert link.title == "host1 port 1 to switch2 port 5"


def test_states_of_a_manager():
    manager = FabricManager(1, states=[ManagerSpan(ManagerState.STANDBY, 0, None, 1)])
    assert manager.was(ManagerState.STANDBY)
    assert not manager.was(ManagerState.MASTER)
    assert not FabricManager(1).was(ManagerState.STANDBY)


@pytest.mark.parametrize(("rise", "seconds", "rate"), [(6, 2.0, 3.0), (6, 0.5, 12.0), (6, 0.0, None), (0, 1.0, 0.0)])
def test_the_rate_of_a_counter(rise, seconds, rate):
    assert FabricCounter(1, 1, "SymbolErrorCounter", 9, 9, rise, seconds, (1, 2)).per_second == rate


def test_the_ends_of_a_subnet():
    """Port 0 of a switch has its LIDs, of other nodes each port; a base LID has 2**LMC LIDs behind it."""
    subnet = FabricSubnet()
    host, leaf = adapter(1), switch(2)
    subnet.nodes = {1: host, 2: leaf}
    leaf.port(0).lid = 3
    leaf.port(1).lid = 77  # an external port, which has none
    host.port(1).lid, host.port(1).lmc = 9, 2  # the base is what LMC leaves of it: 8
    host.port(2)
    link = cable(subnet, host, 1, leaf, 7)
    assert (subnet.switches, subnet.end_nodes) == ([leaf], [host])
    assert list(subnet.end_ports()) == [(host, host.port(1)), (leaf, leaf.port(0))]
    assert subnet.owners() == {3: (leaf, leaf.port(0)), **dict.fromkeys((8, 9, 10, 11), (host, host.port(1)))}
    assert subnet.peers() == {(1, 1): (leaf, 7), (2, 7): (host, 1)}
    assert link.ends == (host.port(1), leaf.port(7))


def test_of_two_owners_the_later_counts():
    subnet = FabricSubnet()
    for guid in (1, 2):
        subnet.nodes[guid] = adapter(guid)
        subnet.nodes[guid].port(1).lid = 5
    assert subnet.owners()[5][0].guid == 2

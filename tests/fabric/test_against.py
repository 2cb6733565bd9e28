"""Two fabrics compared, each difference by itself."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt.fabric.against import compare_fabrics
from ibpkt.fabric.model import NO_PATH, Fabric, FabricManager, ManagerSpan, ManagerState
from tests.fabric.small_subnets import adapter, cable, subnet_of, switch


def fabric(change=lambda subnet: None):
    """Two hosts at a leaf, one with LMC 1, and a spine; with a change."""
    one, other, leaf, spine = adapter(1), adapter(2), switch(3), switch(4)
    subnet = subnet_of(one, other, leaf, spine)
    for a, a_port, b, b_port in ((one, 1, leaf, 1), (other, 1, leaf, 2), (leaf, 8, spine, 8)):
        link = cable(subnet, a, a_port, b, b_port)
        for port in link.ends:
            port.lanes, port.speed = 4, "EDR"
    for node, number, lid in ((one, 1, 11), (other, 1, 12), (leaf, 0, 3), (spine, 0, 4)):
        node.port(number).lid = lid
    leaf.forwarding = np.full(128, NO_PATH, np.uint8)
    leaf.forwarding[[11, 12, 3, 4]] = 1, 2, 0, 8
    change(subnet)
    return Fabric([subnet])


def changes(change, before=lambda subnet: None):
    return [tuple(each) for each in compare_fabrics(fabric(before), fabric(change))]


def test_nothing_changed():
    assert changes(lambda subnet: None) == []


def test_nodes_that_come_and_go():
    def more(subnet):
        subnet.nodes[5], subnet.nodes[6] = adapter(5), switch(6)

    assert sorted(changes(more)) == [
        ("node-appeared", "host5", "host5, adapter, is new"),
        ("node-appeared", "switch6", "switch6, switch, is new"),
    ]
    assert sorted(changes(lambda subnet: None, more)) == [
        ("node-vanished", "host5", "host5, adapter, is not there any more"),
        ("node-vanished", "switch6", "switch6, switch, is not there any more"),
    ]


def test_links_that_come_and_go():
    def less(subnet):
        del subnet.links[2]

    title = "switch3 port 8 to switch4 port 8"
    assert changes(less) == [("link-vanished", title, f"{title} is not there any more")]
    assert changes(lambda subnet: None, less) == [("link-appeared", title, f"{title} is new")]


def test_a_cable_that_moves():
    """One change, not a link less and a link more."""

    def move(subnet):
        subnet.links[0].b_port = 5

    words = "the cable of host1 port 1 led to switch3 port 1 and now leads to switch3 port 5"
    assert changes(move) == [("cable-moved", "host1 port 1", words)]

    def swap(subnet):
        subnet.links[0].b_port, subnet.links[1].b_port = 2, 1

    words = "the cable of host1 port 1 led to switch3 port 1 and now leads to switch3 port 2"
    other = "the cable of host2 port 1 led to switch3 port 2 and now leads to switch3 port 1"
    assert changes(swap) == [("cable-moved", "host1 port 1", words), ("cable-moved", "host2 port 1", other)]


@pytest.mark.parametrize(
    ("lanes", "speed", "now"), [(1, "EDR", "1x EDR"), (4, "QDR", "4x QDR"), (None, "QDR", None), (4, None, None)]
)
def test_a_rate_that_changes(lanes, speed, now):
    """Where it is known in both."""

    def slower(subnet):
        for port in subnet.links[2].ends:
            port.lanes, port.speed = lanes, speed

    title = "switch3 port 8 to switch4 port 8"
    expected = [("rate-changed", title, f"{title} ran at 4x EDR and now runs at {now}")] if now else []
    assert changes(slower) == expected
    back = [("rate-changed", title, f"{title} ran at {now} and now runs at 4x EDR")] if now else []
    assert changes(lambda subnet: None, slower) == back


@pytest.mark.parametrize("name", ["leaf", ""])
def test_a_node_that_is_renamed(name):
    def rename(subnet):
        subnet.nodes[1].name = name

    assert changes(rename) == ([("node-renamed", "leaf", "host1 is now called leaf")] if name else [])
    assert changes(lambda subnet: None, rename) == (
        [("node-renamed", "host1", "leaf is now called host1")] if name else []
    )


@pytest.mark.parametrize(
    ("guid", "number", "lid", "lmc", "where", "words"),
    [
        (1, 1, 21, 0, "host1 port 1", "had LID 11 and now has LID 21"),
        (1, 1, 11, 2, "host1 port 1", "had LID 11 and now has LID 11 (LMC 2)"),
        (3, 0, 30, 0, "switch3", "had LID 3 and now has LID 30"),
        (1, 1, 0, 0, None, None),
        (1, 1, 11, 0, None, None),
    ],
)
def test_a_lid_that_changes(guid, number, lid, lmc, where, words):
    def change(subnet):
        port = subnet.nodes[guid].port(number)
        port.lid, port.lmc = lid, lmc

    assert changes(change) == ([("lid-changed", where, f"{where} {words}")] if where else [])


def test_a_port_of_which_one_side_says_nothing():
    def more(subnet):
        subnet.nodes[1].port(2).lid = 99

    assert changes(more) == changes(lambda subnet: None, more) == []


def test_routes_that_change():
    """Blocks that both have are compared, as far as both tables go."""

    def one(subnet):
        subnet.nodes[3].forwarding[12] = 8

    def both(subnet):
        subnet.nodes[3].forwarding[[11, 70]] = 8

    def short(subnet):
        both(subnet)
        subnet.nodes[3].forwarding = subnet.nodes[3].forwarding[:64]

    def unknown(subnet):
        both(subnet)
        subnet.nodes[3].unknown_blocks = frozenset({1})

    def none(subnet):
        subnet.nodes[3].forwarding = subnet.nodes[3].forwarding[:0]

    for change, count in ((one, "1 LID"), (both, "2 LIDs"), (short, "1 LID"), (unknown, "1 LID"), (none, "")):
        expected = [("routes-changed", "switch3", f"switch3 sends {count} to another port")] if count else []
        assert changes(change) == expected, change.__name__
        assert changes(lambda subnet: None, change) == expected, change.__name__


def test_another_master():
    def masters(*guids):
        def change(subnet):
            for guid in (1, 2):
                state = ManagerState.MASTER if guid in guids else ManagerState.STANDBY
                subnet.managers.append(FabricManager(guid, subnet.nodes[guid], states=[ManagerSpan(state, 0, None, 1)]))

        return change

    assert changes(masters(2), masters(1)) == [("master-changed", "host2", "host1 was master, host2 is now")]
    assert changes(masters(1, 2), masters(1)) == [
        ("master-changed", "host1 and host2", "host1 was master, host1 and host2 is now")
    ]
    for before, after in (((1,), (1,)), ((1,), ()), ((), (1,))):
        assert changes(masters(*after), masters(*before)) == []

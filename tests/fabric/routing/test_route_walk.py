"""Routes walked many at a time equal routes walked one by one, on random tables."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from ibpkt.fabric.model import NO_PATH, FabricSubnet
from ibpkt.fabric.routing import RouteEnd, check_routing
from ibpkt.fabric.routing.cycles import cyclic_part, shortest_cycle
from ibpkt.fabric.routing.forwarding import Forwarding
from ibpkt.fabric.routing.lanes import lane_dependencies
from ibpkt.fabric.routing.route_walk import walk_routes
from tests.fabric.generator import Drawn, TopologyKind, line, ring, torus_2d, two_levels
from tests.fabric.subnets import route_shortest, subnet_of_drawn


@st.composite
def subnets(draw):
    """Small subnets whose tables hold anything."""
    switches = draw(st.integers(1, 5))
    node = st.integers(0, switches - 1)
    cables = draw(st.lists(st.tuples(node, node).filter(lambda ends: ends[0] != ends[1]), max_size=8))
    adapters = draw(st.lists(st.integers(0, 2), min_size=switches, max_size=switches))
    subnet = subnet_of_drawn(Drawn(TopologyKind.IRREGULAR, (), switches, cables, adapters), lmc=draw(st.integers(0, 1)))
    size = 2 + max(subnet.owners())
    port = st.sampled_from([0, 1, 2, 3, 4, 9, NO_PATH])
    for switch in subnet.switches:
        rows = draw(st.one_of(st.just([]), st.lists(port, min_size=size, max_size=size)))
        switch.forwarding = np.array(rows, np.uint8)
    return subnet


def walk_one(subnet, peers, owners, leaf, lid):
    """How a route ends, and the channels that it takes."""
    channels = []
    switch = leaf
    for _hop in range(len(subnet.switches)):
        if not len(switch.forwarding):
            return RouteEnd.UNKNOWN, channels
        out = switch.egress(lid)
        if out == NO_PATH:
            return RouteEnd.NO_ROW, channels
        channels.append((switch.guid, out))
        if (switch.guid, out) not in peers:
            return RouteEnd.DEAD_END, channels
        switch = peers[switch.guid, out][0]
        if switch is owners[lid][0]:
            return RouteEnd.ARRIVES, channels
        if switch not in subnet.switches:
            return RouteEnd.WRONG_PORT, channels
    return RouteEnd.LOOP, channels


@given(subnets())
@settings(max_examples=150)
def test_walks(subnet):
    forwarding = Forwarding.of(subnet)
    found = walk_routes(forwarding)
    peers, owners = subnet.peers(), subnet.owners()
    counts = dict.fromkeys(RouteEnd, 0)
    uses: dict[tuple[int, int], int] = {}
    follows = set()
    for node, port in subnet.end_ports():
        if node in subnet.switches:
            continue
        leaf = peers[node.guid, port.number][0]
        for lid in owners:
            if owners[lid][0] in subnet.switches or owners[lid][1] is port:
                continue
            end, channels = walk_one(subnet, peers, owners, leaf, lid)
            counts[end] += 1
            for channel in channels:
                uses[channel] = uses.get(channel, 0) + 1
            follows |= set(itertools.pairwise(channels))
    assert found.counts == counts
    names = [switch.guid for switch in forwarding.switches]
    used = np.flatnonzero(found.uses).tolist()
    assert {(names[at // forwarding.width], at % forwarding.width): int(found.uses[at]) for at in used} == uses
    after = set()
    for at, port in zip(*np.nonzero(found.follows), strict=True):
        onward = (names[forwarding.next_node[at]], int(port))
        after.add(((names[at // forwarding.width], int(at % forwarding.width)), onward))
    assert after == follows


@given(subnets())
@settings(max_examples=60)
def test_routing_never_fails(subnet):
    members = check_routing(subnet).members()
    assert members["pairs"] >= members["reached"]


@given(st.data(), st.integers(1, 8))
def test_cycles(data, count):
    node = st.integers(0, count - 1)
    arrows = data.draw(st.lists(st.tuples(node, node)))
    tails, heads = np.array(arrows, np.int64).reshape(-1, 2).T
    kept_tails, kept_heads = cyclic_part(count, tails, heads)
    reach = np.zeros((count, count), np.bool_)
    reach[tails, heads] = True
    lengths = {}
    power = reach.copy()
    for length in range(1, count + 1):
        if power.diagonal().any():
            lengths.setdefault("least", length)
        power = (power.astype(int) @ reach.astype(int)) > 0
    assert bool(len(kept_tails)) is ("least" in lengths)
    cycle = shortest_cycle(kept_tails, kept_heads)
    assert len(cycle) == lengths.get("least", 0)
    for one, other in zip(cycle, [*cycle[1:], *cycle[:1]], strict=True):
        assert (one, other) in arrows


def routed(make, seed=1):
    subnet = subnet_of_drawn(make(random.Random(seed)))
    route_shortest(subnet)
    return subnet


def test_shortest_paths_in_a_tree_and_a_ring():
    found = check_routing(routed(two_levels))
    assert (found.unreachable, found.deadlock_free) == (0, True)
    assert found.use.balance >= 1
    found = check_routing(routed(ring))
    assert (found.unreachable, found.deadlock_free) == (0, False)
    assert len({channel.switch.guid for channel in found.cycle}) == len(found.cycle)


def test_a_loop_names_its_switches():
    subnet = routed(line)
    lid = next(port.lid for node, port in subnet.end_ports() if node.name == "host-0-0 HCA-1")
    peers = subnet.peers()
    switch = next(node for node in subnet.switches if node.name == "switch-2")
    onward = {peers[switch.guid, port][0].name: port for port in switch.ports if port}
    switch.forwarding[lid] = onward["switch-3"]
    found = check_routing(subnet)
    (loop,) = found.loops
    assert loop.lid == lid
    assert {node.name for node in loop.switches} == {"switch-2", "switch-3"}
    assert found.members()["loops"] == [{"lid": lid, "switches": [f"0x{node.guid:016x}" for node in loop.switches]}]
    assert found.routes[RouteEnd.LOOP] == len(subnet.switches) - 2


def test_tables_that_no_packet_told_make_nothing_unreachable():
    subnet = routed(two_levels)
    subnet.switches[0].forwarding = np.zeros(0, np.uint8)
    found = check_routing(subnet)
    assert found.unreachable == 0
    assert found.deadlock_free is None
    assert found.notes == (f"no packet has the forwarding tables of 1 of {len(subnet.switches)} switches",)


def test_an_sl_for_each_direction_frees_a_ring():
    """Dateline: routes that pass the first switch of a ring go on another lane, which has no circle either."""
    subnet = routed(ring)
    walked = {}
    peers, owners = subnet.peers(), subnet.owners()
    for node, port in subnet.end_ports():
        if node not in subnet.switches:
            for lid in owners:
                if owners[lid][0] not in subnet.switches and lid != port.lid:
                    _end, channels = walk_one(subnet, peers, owners, peers[node.guid, 1][0], lid)
                    passed = [subnet.nodes[guid].name for guid, _port in channels[1:-1]]
                    walked[port.lid, lid] = int("switch-0" in passed)
    assert check_routing(subnet).deadlock_free is False
    subnet.path_sl = walked
    found = check_routing(subnet)
    assert (found.deadlock_free, found.lanes) == (True, 2)
    for switch in subnet.switches:  # tables that put both on one lane take that away
        for entry in range(4):
            for egress in range(4):
                switch.sl_to_vl[entry, egress] = (3,) * 16
    found = check_routing(subnet)
    assert found.deadlock_free is False
    assert {channel.lane for channel in found.cycle} == {3}
    assert lane_dependencies(Forwarding.of(subnet), walked).dropped == 0
    subnet.switches[0].sl_to_vl = dict.fromkeys(subnet.switches[0].sl_to_vl, (15,) * 16)
    assert lane_dependencies(Forwarding.of(subnet), walked).dropped > 0


def test_no_switch():
    found = check_routing(FabricSubnet())
    assert (found.pairs, found.deadlock_free, found.use) == (0, True, None)


@pytest.mark.parametrize("make", [torus_2d])
def test_torus_has_a_circle_and_a_cause(make):
    found = check_routing(routed(make))
    assert found.deadlock_free is False
    assert all(found.causes)

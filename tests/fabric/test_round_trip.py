"""A graph becomes the packets of a sweep, and these the graph again."""

from __future__ import annotations

import random

import pytest

from ibpkt.fabric import read_fabric
from tests.fabric import generator
from tests.fabric.batches import batches_of
from tests.fabric.subnets import route_shortest, subnet_of_drawn
from tests.fabric.sweep import Sweep

KINDS = (
    "two_levels",
    "k_ary_tree",
    "torus_2d",
    "torus_3d",
    "hypercube",
    "hyperx_2d",
    "dragonfly",
    "ring",
    "plain_tree",
)


def parts(subnet):
    """What a sweep tells of a subnet."""
    links = {((link.a.guid, link.a_port), (link.b.guid, link.b_port)) for link in subnet.links}
    lids = {(node.guid, port.number): (port.lid, port.lmc) for node, port in subnet.end_ports()}
    rows = {
        (node.guid, lid, port)
        for node in subnet.switches
        for lid, port in enumerate(node.forwarding.tolist())
        if port != 255
    }
    return {guid: (node.name, node.kind) for guid, node in subnet.nodes.items()}, links, lids, rows


def drawn_subnet(kind, seed, *, lmc=0):
    drawn = getattr(generator, kind)(random.Random(seed))
    subnet = subnet_of_drawn(drawn, lmc=lmc)
    route_shortest(subnet)
    return subnet


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind(kind, seed):
    subnet = drawn_subnet(kind, seed, lmc=seed % 2)
    fabric = read_fabric(batches_of(Sweep(subnet).packets()))
    (found,) = fabric.subnets
    assert parts(found) == parts(subnet)
    assert {link.gbps for link in found.links} == {100.0}
    assert [problem.kind for problem in found.problems] in ([], ["no-standby"])


def interleaved(one, other, late):
    """Packets of two captures in turn, those of the second ``late`` packets after the first."""
    first = one[:late]
    rest = [part[at] for at in range(max(len(one), len(other))) for part in (one[late:], other) if at < len(part)]
    return [*first, *rest]


@pytest.mark.parametrize("seed", range(4))
def test_two_managers_that_count_alike(seed):
    """Two subnets with the same first TransactionID and the same LIDs, packet by packet in turn."""
    one, other = drawn_subnet("torus_2d", seed), _with_other_guids(drawn_subnet("two_levels", seed))
    packets = interleaved(list(Sweep(one).packets()), list(Sweep(other).packets()), 40)
    found = sorted(read_fabric(batches_of(packets)).subnets, key=lambda subnet: min(subnet.nodes))
    wanted = sorted([one, other], key=lambda subnet: min(subnet.nodes))
    assert [parts(each)[:2] for each in found] == [parts(each)[:2] for each in wanted]


@pytest.mark.parametrize("seed", range(4))
def test_two_managers_in_step(seed):
    """The same numbers for the same routes at the same time: what is not right is told."""
    one, other = drawn_subnet("torus_2d", seed), _with_other_guids(drawn_subnet("hyperx_2d", seed))
    fabric = read_fabric(batches_of(interleaved(list(Sweep(one).packets()), list(Sweep(other).packets()), 0)))
    true = parts(one)[1] | parts(other)[1]
    told = {problem.kind for subnet in fabric.subnets for problem in subnet.problems}
    assert all(parts(subnet)[1] <= true for subnet in fabric.subnets) or "duplicate-guid" in told


def _with_other_guids(subnet):
    """The same subnet with GUIDs of its own."""
    for node in subnet.nodes.values():
        node.guid ^= 1 << 60
        for port in node.ports.values():
            if port.guid:
                port.guid ^= 1 << 60
    subnet.nodes = {node.guid: node for node in subnet.nodes.values()}
    return subnet

"""LIDs that two ports have at one time, as walks show it, and those that only seem so."""

from __future__ import annotations

import copy

import pytest

from ibpkt.fabric import read_fabric
from ibpkt.fabric.link_problems import LinkProblems
from ibpkt.protocols.mad.subn_nodes import NodeInfo
from ibpkt.protocols.mad.subn_ports import PortInfo
from tests.fabric.batches import batches_of
from tests.fabric.sweep import Sweep, Template
from tests.fabric.test_counters_and_keys import (
    HOST,
    HOST_LID,
    MANAGER_LID,
    OTHER,
    SUBNET,
    SWITCH,
    SWITCH_LID,
    fabric_of,
    port_info,
    problems_of,
    routed,
)

TO_SWITCH = bytes([1])
(HOST_PORT,) = (port for (guid, port), (peer, _) in SUBNET.peers().items() if (guid, peer) == (SWITCH.guid, HOST))


def ports(*answers):
    """A walk that asks for nothing but PortInfo, behind a whole one: route, port, LID, in this order."""
    begin = next(Sweep(SUBNET, 0x7000).packets())  # the adapter of the manager names itself
    template = Template(PortInfo, "GetResp")
    walk = [
        template.packet(route, 0x7002 + number, modifier=port, localportnum=max(port, 1), portstate=4, lid=lid)
        for number, (route, port, lid) in enumerate(answers)
    ]
    return fabric_of(*((1, data) for data in (begin, *walk)))


def test_one_walk_finds_a_lid_twice():
    """And then the manager gives the switch another."""
    subnet, before = ports(
        (TO_SWITCH, 0, HOST_LID), (TO_SWITCH + bytes([HOST_PORT]), 1, HOST_LID), (TO_SWITCH, 0, SWITCH_LID)
    )
    (problem,) = problems_of(subnet, "duplicate-lid")
    assert problem.sentence == f"LID {HOST_LID} was that of {HOST.title} port 1 and {SWITCH.title} at one time"
    assert problem.frames == (before + 2, before + 3)


def test_what_lies_between_two_claims_of_one_walk():
    """That it finds a node does not make it another walk."""
    template = Template(NodeInfo, "GetResp")
    names = {"nodetype": 1, "numports": 1, "nodeguid": HOST.guid, "portguid": HOST.guid + 1, "localportnum": 1}
    claim = Template(PortInfo, "GetResp")
    here = TO_SWITCH + bytes([HOST_PORT])
    later = [
        next(Sweep(SUBNET, 0x7000).packets()),
        claim.packet(TO_SWITCH, 0x7002, localportnum=1, portstate=4, lid=HOST_LID),
        template.packet(here, 0x7003, **names),
        claim.packet(here, 0x7004, modifier=1, localportnum=1, portstate=4, lid=HOST_LID),
        claim.packet(TO_SWITCH, 0x7005, localportnum=1, portstate=4, lid=SWITCH_LID),  # the manager gives it another
    ]
    subnet, before = fabric_of(*((1, data) for data in later))
    (problem,) = problems_of(subnet, "duplicate-lid")
    assert problem.frames == (before + 2, before + 4)


@pytest.mark.parametrize(("lid", "shared"), [(0, False), (1, True), (2000, True)])
def test_ports_without_a_lid_share_none(lid, shared):
    subnet, _before = ports((TO_SWITCH, 0, lid), (TO_SWITCH + bytes([HOST_PORT]), 1, lid))
    assert bool(problems_of(subnet, "duplicate-lid")) is shared


def test_what_a_walk_found_first_of_each_port_counts():
    """Then the manager gave the switch the LID that the host had, and that another."""
    here = TO_SWITCH + bytes([HOST_PORT])
    subnet, _before = ports((TO_SWITCH, 0, SWITCH_LID), (here, 1, HOST_LID), (here, 1, 2000), (TO_SWITCH, 0, HOST_LID))
    assert problems_of(subnet, "duplicate-lid") == []


def test_what_walks_of_two_managers_found():
    """The other one walks when the LID has gone from one port to another."""
    names = Template(NodeInfo, "GetResp")
    fields = {"nodetype": 1, "numports": 1, "nodeguid": OTHER.guid, "portguid": OTHER.ports[1].guid, "localportnum": 1}
    claim = Template(PortInfo, "GetResp")
    here, client = TO_SWITCH + bytes([HOST_PORT]), 9 << 32
    later = [
        next(Sweep(SUBNET, 0x7000).packets()),
        claim.packet(here, 0x7002, modifier=1, localportnum=1, portstate=4, lid=2000),
        names.packet(b"", client | 1, **fields),
        claim.packet(b"\1", client | 2, localportnum=1, portstate=4, lid=2000),
        port_info(0x70),  # the host has its own again
    ]
    subnet, _before = fabric_of(*((1, data) for data in later))
    assert problems_of(subnet, "duplicate-lid") == []


@pytest.mark.parametrize(("count", "names"), [(1, None), (2, 2), (3, 3), (4, 3)])
def test_nodes_whose_ports_have_one_guid(count, names):
    """Three of them are named, and the packets that named each last."""
    template = Template(NodeInfo, "GetResp")
    walk = [
        (b"", 0x11, 0x12),
        (b"\1", 0x21, 0x21),
        *((b"\1" + bytes([2 + at]), 0x101 + at, 0x99) for at in range(count)),
    ]
    packets = [
        template.packet(
            route, 5 + at, nodetype=2 if at == 1 else 1, numports=9, nodeguid=guid, portguid=port, localportnum=1
        )
        for at, (route, guid, port) in enumerate(walk)
    ]
    (subnet,) = read_fabric(batches_of(packets)).subnets
    problems = [each for each in problems_of(subnet, "duplicate-guid") if each.sentence.startswith("ports")]
    if names is None:
        assert problems == []
        return
    (problem,) = problems
    titles = [f"0x{0x101 + at:016x}" for at in range(names)]
    assert problem.sentence == f"ports of {' and '.join(titles)} have the GUID 0x{0x99:016x}"
    assert (problem.subject, problem.frame) == (titles[0], 2 + count)
    assert problem.frames == tuple(range(3, 3 + count))


def test_others_share_it_in_another_walk():
    """Each pair had it at one time, and no three did; at last nobody shares it."""
    third = SUBNET.end_nodes[3]
    packets = []
    for number, pair in enumerate(((HOST, OTHER), (OTHER, third), (HOST, OTHER), ())):
        state = copy.deepcopy(SUBNET)
        for node in pair:
            state.nodes[node.guid].ports[1].lid = 900
        packets += Sweep(state, 0x1000 * (number + 1)).packets()
    (subnet,) = read_fabric(batches_of(packets)).subnets
    first, second = (
        " and ".join(f"{node.title} port 1" for node in sorted(pair, key=lambda node: node.guid))
        for pair in ((HOST, OTHER), (OTHER, third))
    )
    (problem,) = problems_of(subnet, "duplicate-lid")
    assert problem.sentence == f"LID 900 was that of {first} at one time, and that of {second} at another"
    assert len(problem.frames) > 2
    assert problem.frame == max(problem.frames)


def test_switches_have_no_lids_at_their_other_ports():
    """What PortInfo says there means nothing (IBA 1, 14.2.5.6)."""
    subnet, _before = ports(
        (TO_SWITCH, HOST_PORT, HOST_LID), (TO_SWITCH, 0, SWITCH_LID), (TO_SWITCH + bytes([HOST_PORT]), 1, HOST_LID)
    )
    assert problems_of(subnet, "duplicate-lid") == []


def test_a_lid_that_another_port_has_in_a_later_walk():
    """One manager walks before an adapter is there, another three times; at last that has the LID of a third one."""
    late = SUBNET.end_nodes[3]
    before, there = copy.deepcopy(SUBNET), copy.deepcopy(SUBNET)
    del before.nodes[late.guid]
    before.links = [link for link in before.links if late.guid not in (link.a.guid, link.b.guid)]
    there.nodes = {OTHER.guid: there.nodes[OTHER.guid], **there.nodes}  # who walks is the first one
    after = copy.deepcopy(there)
    after.nodes[HOST.guid].ports[1].lid, after.nodes[late.guid].ports[1].lid = 1000, HOST_LID
    packets = []
    for number, state in enumerate((before, there, there, after)):
        packets += Sweep(state, 0x1000 * (number + 1)).packets()
    (subnet,) = read_fabric(batches_of(packets)).subnets
    assert [subnet.nodes[node.guid].ports[1].lid for node in (HOST, late)] == [1000, HOST_LID]
    assert problems_of(subnet, "duplicate-lid") == []


@pytest.mark.parametrize("lmc", [0, 1, 3])
def test_lids_that_two_ports_have_at_the_end(lmc):
    base = 64
    subnet = copy.deepcopy(SUBNET)
    for node in subnet.end_nodes:
        node.ports[1].lid += 1000  # none is near the others
    for node in (HOST, OTHER):
        port = subnet.nodes[node.guid].ports[1]
        port.lid, port.lmc = base, lmc
    problems = [each for each in LinkProblems(subnet).problems() if each.kind == "duplicate-lid"]
    assert [each.subject for each in problems] == [f"LID {lid}" for lid in range(base, base + (1 << lmc))]
    assert problems[0].sentence == f"LID {base} is that of {HOST.title} port 1 and {OTHER.title} port 1"


def named(tid, **fields):
    """NodeInfo that the second adapter answers by its LID."""
    values = {
        "nodetype": "CA", "numports": HOST.num_ports, "nodeguid": HOST.guid, "systemimageguid": HOST.guid,
        "localportnum": 1, "portguid": HOST.ports[1].guid, **fields,
    }  # fmt: skip
    return routed(HOST_LID, MANAGER_LID, "Subn", "GetResp", "NodeInfo", tid=tid, **values)


@pytest.mark.parametrize(
    "other", [{"nodetype": "Switch"}, {"numports": HOST.num_ports + 1}, {"systemimageguid": 0x1234}, {}]
)
def test_answers_that_differ_in_what_a_node_is(other):
    """Type, ports and system; the packets that said each first."""
    subnet, before = fabric_of((0, named(0x90)), (0, named(0x91, **other)), (0, named(0x92)))
    problems = [each for each in problems_of(subnet, "duplicate-guid") if each.sentence.startswith("NodeInfo")]
    assert len(problems) == bool(other)
    if other:
        (problem,) = problems
        title = subnet.nodes[HOST.guid].title
        words = f"NodeInfo of {title} says different things: two nodes have GUID 0x{HOST.guid:016x}"
        assert (problem.sentence, problem.subject, problem.severity) == (words, title, "error")
        assert problem.frame == problem.frames[-1] == before + 2
        assert len(problem.frames) == 2
        assert problem.frames[0] <= before  # the sweep

"""Packets that contradict each other: a problem with the packets that say so, and never a wrong picture in silence."""

from __future__ import annotations

import pytest

import ibpkt
from ibpkt.fabric import read_fabric
from ibpkt.fabric.model import NodeKind
from ibpkt.management import mad
from tests.fabric.batches import batches_of
from tests.fabric.sweep import Sweep
from tests.fabric.test_counters_and_keys import (
    HOST,
    HOST_LID,
    MANAGER_LID,
    OTHER,
    PEER,
    PEER_PORT,
    SUBNET,
    SWITCH,
    SWITCH_LID,
    fabric_of,
    problems_of,
    routed,
)

LINK = f"{SWITCH.name} port 1 to {PEER.name} port {PEER_PORT}"
UP = {
    "portstate": "Active",
    "linkwidthactive": "4X",
    "linkspeedactive": "10.0 Gbps",
    "linkspeedextactive": "25.78125 Gbps",
}


def told(tid, lid, number, **fields):
    """PortInfo that a switch answers of one of its ports."""
    raw = ibpkt.build(*(ibpkt.draft(name) for name in ("LRH", "BTH", "DETH")), *mad("Subn", "GetResp", "PortInfo"))
    assert raw
    values = {
        "localportnum": number,
        "portstate": 4,
        "linkwidthactive": 2,
        "linkspeedactive": 4,
        "linkspeedextactive": 2,
    }
    values |= {"neighbormtu": 4, "mtucap": 5, "operationalvls": 4, "vlcap": 4, **fields}
    return routed(lid, MANAGER_LID, "Subn", "GetResp", "PortInfo", tid=tid, modifier=number, **values)


def both_ends(one=(), other=()):
    """PortInfo of both ends of a link, which differ in some fields."""
    peer = PEER.ports[0].lid
    return fabric_of((0, told(0x90, SWITCH_LID, 1, **dict(one))), (0, told(0x91, peer, PEER_PORT, **dict(other))))


def test_ends_that_agree():
    subnet, _before = both_ends()
    (problem,) = subnet.problems
    assert (problem.kind, problem.frame, problem.frames) == ("no-standby", 0, ())  # no packet shows that none came


@pytest.mark.parametrize(
    ("kind", "field", "value", "words"),
    [
        ("mtu-mismatch", "neighbormtu", 3, "has MTU 2048 at {a} and 1024 at {b}"),
        ("vl-mismatch", "operationalvls", 2, "has virtual lanes VL0-7 at {a} and VL0-1 at {b}"),
        ("width-mismatch", "linkwidthactive", 1, "has width 4 at {a} and 1 at {b}"),
        ("speed-mismatch", "linkspeedextactive", 4, "has lane speed EDR at {a} and HDR at {b}"),
    ],
)
def test_ends_that_disagree(kind, field, value, words):
    subnet, before = both_ends(other={field: value})
    (problem,) = problems_of(subnet, kind)
    assert problem.sentence == f"{LINK} {words.format(a=SWITCH.name, b=PEER.name)}"
    assert (problem.severity, problem.frames) == ("error", (before + 1, before + 2))


def test_an_end_that_is_down():
    subnet, _before = fabric_of((0, told(0x90, SWITCH_LID, 1, portstate=1)))
    assert problems_of(subnet, "link-down") == []  # who asked by LID may ask about any time
    assert [link.state for link in subnet.links if link.a is SWITCH and link.a_port == 1] in ([], ["Down"])


RATES = {
    (1, 0, 0): ("SDR", 2), (2, 0, 0): ("DDR", 4), (4, 0, 0): ("QDR", 8), (4, 1, 0): ("FDR", 13.636),
    (4, 2, 0): ("EDR", 25), (4, 4, 0): ("HDR", 50), (4, 8, 0): ("NDR", 100), (4, 0, 1): ("XDR", 200),
}  # fmt: skip


@pytest.mark.parametrize("speeds", RATES)
@pytest.mark.parametrize(("width", "lanes"), [(1, 1), (2, 4), (4, 8), (8, 12), (16, 2)])
def test_every_rate(speeds, width, lanes):
    names = ("linkspeedactive", "linkspeedextactive", "linkspeedextactive2")
    fields = {"linkwidthactive": width, **dict(zip(names, speeds, strict=True))}
    subnet, _before = both_ends(fields, fields)
    (link,) = [link for link in subnet.links if link.title == LINK]
    name, gbps = RATES[speeds]
    assert (link.lanes, link.speed, round(link.gbps, 2)) == (lanes, name, pytest.approx(gbps * lanes, abs=0.01))


def test_two_ports_with_one_lid():
    """The third adapter answers the walk with the LID of the second."""
    other, own = SUBNET.peers()[OTHER.guid, 1], OTHER.ports[1]
    lid, own.lid = own.lid, HOST_LID
    try:
        (subnet,) = read_fabric(batches_of(Sweep(SUBNET).packets())).subnets
    finally:
        own.lid = lid
    assert other[0].kind is NodeKind.SWITCH
    told_twice = problems_of(subnet, "duplicate-lid")
    assert {problem.subject for problem in told_twice} == {f"LID {HOST_LID}"}
    assert all(HOST.name in problem.sentence and OTHER.name in problem.sentence for problem in told_twice)
    assert all(problem.severity == "error" and len(problem.frames) == 2 for problem in told_twice)


def record(attribute, **fields):
    """A record that subnet administration answers."""
    return routed(MANAGER_LID, HOST_LID, "SubnAdm", "GetResp", attribute, tid=0x77, **fields)


def test_a_cable_that_is_told_otherwise():
    """The link record leads to another port than the walk had found."""
    wrong = {"fromlid": SWITCH_LID, "fromport": 1, "tolid": PEER.ports[0].lid, "toport": PEER_PORT + 1}
    right = {**wrong, "toport": PEER_PORT}
    assert problems_of(fabric_of((0, record("LinkRecord", **right)))[0], "links-differ") == []
    subnet, before = fabric_of((0, record("LinkRecord", **wrong)))
    problems = problems_of(subnet, "links-differ")
    assert f"{SWITCH.name} port 1 to {PEER.name} port {PEER_PORT + 1}" in problems[0].sentence
    assert f"where a walk had found {LINK}" in problems[0].sentence
    assert all(problem.frame == before + 1 for problem in problems)
    assert [link.title for link in subnet.links].count(LINK) == 1


def test_a_table_that_is_told_otherwise():
    """A block of a forwarding table of another sweep."""
    rows = SWITCH.forwarding[:64].tolist()
    right = record("LinearForwardingTableRecord", lid=SWITCH_LID, blocknum=0, port=rows + [255] * (64 - len(rows)))
    assert problems_of(fabric_of((0, right))[0], "tables-differ") == []
    changed = [rows[0], (rows[1] + 1) % 200, *rows[2:]]
    other = record("LinearForwardingTableRecord", lid=SWITCH_LID, blocknum=0, port=changed + [255] * (64 - len(rows)))
    subnet, before = fabric_of((0, other))
    (problem,) = problems_of(subnet, "tables-differ")
    words = f"subnet administration has a block of the forwarding table of {SWITCH.name} unlike the switch"
    assert (problem.sentence, problem.frame) == (words, before + 1)
    assert subnet.nodes[SWITCH.guid].forwarding[:64].tolist()[: len(rows)] == rows  # the switch's own word counts


def test_two_blocks_that_are_told_otherwise():
    """The last of all packets that show it stands for them."""
    rows = [7] * 64
    own = routed(SWITCH_LID, MANAGER_LID, "Subn", "GetResp", "LinearForwardingTable", tid=0x90, modifier=1, port=rows)
    told = [record("LinearForwardingTableRecord", lid=SWITCH_LID, blocknum=block, port=[8] * 64) for block in (0, 1)]
    subnet, before = fabric_of((0, own), *((1, data) for data in told))
    (problem,) = problems_of(subnet, "tables-differ")
    words = f"subnet administration has 2 blocks of the forwarding table of {SWITCH.name} unlike the switch"
    assert (problem.sentence, problem.frame) == (words, before + 3)
    assert problem.frames[1:] == (before + 1, before + 2, before + 3)


def test_an_older_table_contradicts_nothing():
    """What subnet administration told before the sweep may have changed since."""
    rows = [7] * 64
    named = [
        routed(
            SWITCH_LID, MANAGER_LID, "Subn", "GetResp", "NodeInfo", nodetype="Switch", numports=8, nodeguid=SWITCH.guid
        ),
        record("LinearForwardingTableRecord", lid=SWITCH_LID, blocknum=0, port=rows),
    ]
    (subnet,) = read_fabric(batches_of([*named, *Sweep(SUBNET).packets()])).subnets
    assert problems_of(subnet, "tables-differ") == []

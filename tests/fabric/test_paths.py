"""Paths hop by hop on a small fabric: two hosts on two leaves, one spine, a host with two ports."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt.errors import CallerError
from ibpkt.fabric import FabricPaths
from ibpkt.fabric.model import NO_PATH
from tests.fabric.small_subnets import adapter, cable, subnet_of, switch

#: egress ports by LID: hosts have 10, 11, 12 with LMC 1 (12 and 13), switches 1, 2, 3
TABLES = {
    101: {1: 0, 2: 3, 3: 3, 10: 1, 11: 3, 12: 2, 13: 2},
    102: {1: 3, 2: 0, 3: 3, 10: 3, 11: 1, 12: 3, 13: 3},
    103: {1: 1, 2: 2, 3: 0, 10: 1, 11: 2, 12: 1, 13: 1},
}


@pytest.fixture
def subnet():
    one, other, both = adapter(0x51000001), adapter(0x52000001), adapter(0x53000001)
    left, right, spine = switch(101), switch(102), switch(103)
    subnet = subnet_of(one, other, both, left, right, spine)
    one.name, other.name, both.name = "alpha HCA-1", "beta HCA-1", "Gamma HCA-1"
    for a, a_port, b, b_port in (
        (one, 1, left, 1), (other, 1, right, 1), (both, 1, left, 2), (both, 2, right, 2),
        (left, 3, spine, 1), (right, 3, spine, 2),
    ):  # fmt: skip
        cable(subnet, a, a_port, b, b_port)
    for node, lid, lmc in ((one, 10, 0), (other, 11, 0), (both, 12, 1)):
        node.port(1).lid, node.port(1).lmc, node.port(1).guid = lid, lmc, node.guid + 0xF
    both.port(2).guid = both.guid + 0x1F  # no LID
    for lid, node in enumerate((left, right, spine), 1):
        node.port(0).lid = lid
        node.forwarding = np.full(64, NO_PATH, np.uint8)
        for each, port in TABLES[node.guid].items():
            node.forwarding[each] = port
    return subnet


def told(path):
    return [(hop.node.name, hop.in_port, hop.out_port) for hop in path.hops], path.broken


LEFT, RIGHT, SPINE = "switch101", "switch102", "switch103"
WAYS = {
    ("10", "11"): [("alpha HCA-1", None, 1), (LEFT, 1, 3), (SPINE, 1, 2), (RIGHT, 3, 1), ("beta HCA-1", 1, None)],
    ("10", "12"): [("alpha HCA-1", None, 1), (LEFT, 1, 2), ("Gamma HCA-1", 1, None)],
    ("10", "13"): [("alpha HCA-1", None, 1), (LEFT, 1, 2), ("Gamma HCA-1", 1, None)],
    ("1", "11"): [(LEFT, None, 3), (SPINE, 1, 2), (RIGHT, 3, 1), ("beta HCA-1", 1, None)],
    ("11", "3"): [("beta HCA-1", None, 1), (RIGHT, 1, 3), (SPINE, 2, None)],
    ("10", "10"): [("alpha HCA-1", None, None)],
    ("3", "3"): [(SPINE, None, None)],
}


@pytest.mark.parametrize(("start", "lid"), [("10", 10), ("alpha", 10), ("3", 3), (SPINE, 3), (RIGHT, 2)])
def test_the_lid_at_which_a_path_begins(subnet, start, lid):
    (path,) = FabricPaths(subnet).between(start, "11")
    assert (path.source, path.destination) == (lid, 11)


@pytest.mark.parametrize(("ends", "hops"), WAYS.items())
def test_the_hops_of_a_path(subnet, ends, hops):
    (path,) = FabricPaths(subnet).between(*ends)
    assert told(path) == (hops, "")
    assert (path.source, path.destination) == tuple(map(int, ends))


@pytest.mark.parametrize(
    ("text", "lids"),
    [
        ("10", [10]), ("0xa", [10]), ("0xA", [10]), ("0x0000000051000001", [10]),
        ("0x51000010", [10]), ("51000010", [10]),
        ("alpha HCA-1", [10]), ("ALPHA hca-1", [10]), ("alpha", [10]), ("Gamma", [12, 13]), ("12", [12]), ("13", [13]),
        ("0x53000010", [12, 13]), ("switch103", [3]), ("0x00000067", [3]),
    ],
)  # fmt: skip
def test_names_of_an_end(subnet, text, lids):
    """A LID is that one, a port its LIDs, a node all of its ports."""
    assert [path.destination for path in FabricPaths(subnet).between("10", text)] == lids
    starts = FabricPaths(subnet).between(text, "11")
    assert {path.hops[0].node.port(0 if lids == [3] else 1).lid for path in starts} == {lids[0] if lids != [13] else 12}


def test_paths_from_each_port_of_a_node(subnet):
    """Only those that have a cable; a port without a LID is none that is reached."""
    assert [(path.source, path.hops[0].out_port) for path in FabricPaths(subnet).between("Gamma", "11")] == [
        (12, 1),
        (0, 2),
    ]
    assert [(path.source, path.hops[0].out_port) for path in FabricPaths(subnet).between("0x53000020", "11")] == [
        (0, 2)
    ]
    subnet.links = [link for link in subnet.links if link.a_port != 2]
    assert [path.source for path in FabricPaths(subnet).between("Gamma", "11")] == [12]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("99", "no node of the subnet has the LID, GUID or name '99'"),
        ("", "no node of the subnet has the LID, GUID or name ''"),
        ("delta", "no node of the subnet has the LID, GUID or name 'delta'"),
        ("0x51000099", "no node of the subnet has the LID, GUID or name '0x51000099'"),
        ("0x53000020", "no packet says which LID Gamma HCA-1 has"),
    ],
)
def test_ends_that_there_are_not(subnet, text, words):
    with pytest.raises(CallerError) as error:
        FabricPaths(subnet).between("10", text)
    assert str(error.value).startswith(words)
    if words.startswith("no node"):
        with pytest.raises(CallerError) as error:
            FabricPaths(subnet).between(text, "10")
        assert str(error.value).startswith(words)


def test_names_of_several_nodes(subnet):
    for number in range(4):
        node = subnet.nodes[200 + number] = adapter(200 + number)
        node.name = f"delta HCA-{number}"
    with pytest.raises(CallerError) as error:
        FabricPaths(subnet).between("10", "delta")
    known = ", ".join(f"0x{200 + number:016x}" for number in range(3))
    assert str(error.value) == f"4 nodes are called 'delta': say which by its GUID ({known})"
    subnet.nodes[201].name = "DELTA hca-0"  # a name as it is written goes before one in other letters
    subnet.nodes[200].port(1).lid = 20
    assert [path.destination for path in FabricPaths(subnet).between("10", "delta HCA-0")] == [20]


def broken(subnet, destination, source="10"):
    (path,) = (
        FabricPaths(subnet).between(source, str(destination))
        if destination in (11, 12)
        else [FabricPaths(subnet).walk(subnet.nodes[0x51000001], subnet.nodes[0x51000001].ports[1], destination)]
    )
    hops, words = told(path)
    return [name for name, *_ports in hops], hops[-1][2], words


def test_why_a_path_does_not_arrive(subnet):
    left, right, spine = (subnet.nodes[guid] for guid in (101, 102, 103))
    assert broken(subnet, 50) == (["alpha HCA-1", LEFT], None, f"{LEFT} has no row for LID 50")
    left.unknown_blocks = frozenset({0})
    assert broken(subnet, 50) == (["alpha HCA-1", LEFT], None, f"no packet has the row of {LEFT} for LID 50")
    left.unknown_blocks = frozenset({1})
    assert broken(subnet, 64)[2] == f"no packet has the row of {LEFT} for LID 64"
    assert broken(subnet, 63)[2] == f"{LEFT} has no row for LID 63"
    spine.forwarding[11] = 1
    assert broken(subnet, 11) == (
        ["alpha HCA-1", LEFT, SPINE, LEFT], None, f"the tables lead LID 11 in a circle by {LEFT}"
    )  # fmt: skip
    spine.forwarding[11] = 7
    assert broken(subnet, 11) == (
        ["alpha HCA-1", LEFT, SPINE], 7, f"{SPINE} sends LID 11 to port 7, where no cable is known"
    )  # fmt: skip
    spine.forwarding[11] = 0
    assert broken(subnet, 11) == (
        ["alpha HCA-1", LEFT, SPINE], 0, f"{SPINE} keeps LID 11, which it does not have"
    )  # fmt: skip
    spine.forwarding[11], right.forwarding[11] = 2, 2  # to the port of gamma
    names = ["alpha HCA-1", LEFT, SPINE, RIGHT, "Gamma HCA-1"]
    assert broken(subnet, 11) == (names, None, "LID 11 comes to Gamma HCA-1, which does not have it")
    left.forwarding[12] = 3
    spine.forwarding[12], right.forwarding[12] = 2, 2  # the other port of gamma, which does not have the LID
    assert broken(subnet, 12) == (names, None, "LID 12 comes to Gamma HCA-1, which does not have it")
    left.forwarding = left.forwarding[:0]
    assert broken(subnet, 11) == (["alpha HCA-1", LEFT], None, f"no packet has the table of {LEFT}")


def test_a_hop_for_json(subnet):
    (path,) = FabricPaths(subnet).between("10", "12")
    assert [hop.members() for hop in path.hops][1:] == [
        {"guid": "0x0000000000000065", "name": LEFT, "in_port": 1, "out_port": 2},
        {"guid": "0x0000000053000001", "name": "Gamma HCA-1", "in_port": 1, "out_port": None},
    ]

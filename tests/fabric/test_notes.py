"""What is said not to be known: each note with one thing and with several."""

from __future__ import annotations

import types

import numpy as np
import pytest

from ibpkt.fabric.model import FabricSubnet
from ibpkt.fabric.notes import capture_notes, subnet_notes
from ibpkt.fabric.record_tables import IncompleteTable
from tests.fabric.small_subnets import adapter, cable, subnet_of, switch


def notes(*, subnets=1, incomplete=(), **counts):
    number = dict.fromkeys(("cut", "mixed", "nameless", "unplaced", "ambiguous", "left_out", "unanswered"), 0)
    number |= {"datagrams": 9, "requests": 2000, **counts}
    packets = types.SimpleNamespace(
        columns=types.SimpleNamespace(datagrams=number["datagrams"], cut=number["cut"], mixed=number["mixed"]),
        tables=types.SimpleNamespace(incomplete=list(incomplete)),
        notices=types.SimpleNamespace(left_out=number["left_out"]),
    )
    sources = types.SimpleNamespace(
        nameless=number["nameless"], ambiguous=number["ambiguous"], unplaced=lambda: number["unplaced"]
    )
    silence = types.SimpleNamespace(
        requests=number["requests"], unanswered=number["unanswered"], lacks_answers=bool(number["unanswered"])
    )
    return capture_notes(packets, sources, silence, [FabricSubnet()] * subnets)


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ({"datagrams": 0, "cut": 1}, "no management datagrams are in the capture"),
        ({"subnets": 0}, "no packet names a node: a fabric shows by answers to SubnGet(NodeInfo), or by node records"),
        ({"cut": 1}, "1 management datagram cut before the attribute: what it said is not known"),
        ({"cut": 2}, "2 management datagrams cut before the attribute: what it said is not known"),
        ({"mixed": 1}, "1 route that begin or end at a LID, or are too long, left out"),
        ({"mixed": 1234}, "1,234 routes that begin or end at a LID, or are too long, left out"),
        ({"unanswered": 1500}, "1,500 of 2,000 requests of subnet management have no answer in the capture"),
        ({"nameless": 2}, "2 answers by routes of which the way is not known: nodes, but no links"),
        ({"unplaced": 1}, "1 answer of nodes that no packet names"),
        ({"ambiguous": 1}, "1 row left out, since two subnets of the capture use their LIDs"),
        ({"left_out": 3}, "3 notices more than are kept"),
    ],
)
def test_what_a_capture_does_not_tell(counts, words):
    assert notes(**counts) == [words]


def test_a_capture_that_tells_all():
    assert notes() == []


def test_at_most_five_incomplete_tables_are_named():
    tables = [IncompleteTable("NodeRecord", (1,), count) for count in range(7)]
    counts = ["0 records", "1 record", "2 records", "3 records", "4 records"]
    assert notes(incomplete=tables) == [
        f"a table of NodeRecord is not whole: {count} before the gap" for count in counts
    ]


def whole():
    """A host and two switches of which all is known; leaf port 7 has no cable and is down."""
    host, leaf, spine = adapter(1), switch(3), switch(4)
    subnet = subnet_of(host, leaf, spine)
    for a, a_port, b, b_port in ((host, 1, leaf, 1), (leaf, 8, spine, 8)):
        for port in cable(subnet, a, a_port, b, b_port).ends:
            port.state = "Active"
    for node in (leaf, spine):
        node.forwarding = np.zeros(64, np.uint8)
        node.port(0).state = "Active"
    leaf.port(7).state = "Down"
    leaf.port(6)
    return subnet


def test_a_subnet_of_which_all_is_known():
    assert subnet_notes(whole()) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("del leaf.forwarding", "1 of 2 switches without a forwarding table in the capture"),
        ("leaf.unknown_blocks", "1 block of forwarding tables not in the capture"),
        ("both.unknown_blocks", "3 blocks of forwarding tables not in the capture"),
        ("end.state", "1 of 4 ends of links without state and rate in the capture"),
        ("leaf.port7", "1 port of switches up, with a neighbour that no packet names"),
        ("leaf.ports", "2 ports of switches up, with a neighbour that no packet names"),
        ("name", "1 of 3 nodes without a description in the capture"),
    ],
)
def test_what_is_not_known_of_a_subnet(change, words):
    subnet = whole()
    host, leaf, spine = subnet.nodes.values()
    if change == "del leaf.forwarding":
        leaf.forwarding = leaf.forwarding[:0]
    elif change in ("leaf.unknown_blocks", "both.unknown_blocks"):
        leaf.unknown_blocks = frozenset({5})
        spine.unknown_blocks = frozenset({5, 6} if change.startswith("both") else ())
    elif change == "end.state":
        host.port(1).state = ""
    elif change == "leaf.port7":
        leaf.port(7).state = "Armed"
    elif change == "leaf.ports":
        leaf.port(7).state = leaf.port(5).state = "Initialize"
    else:
        host.name = ""
    assert subnet_notes(subnet) == [words]


def test_one_switch_and_one_node():
    only = switch(1)
    only.name = ""
    assert subnet_notes(subnet_of(only)) == [
        "1 of 1 switch without a forwarding table in the capture", "1 of 1 node without a description in the capture"
    ]  # fmt: skip

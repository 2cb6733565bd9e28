"""A topology in words and as JSON, with the names of the switches."""

from __future__ import annotations

import random

import pytest

from ibpkt.fabric.model import FabricSubnet
from ibpkt.fabric.topology import recognise
from ibpkt.fabric.topology.wording import ratio
from tests.fabric.generator import TopologyKind as Kind, dragonfly_plus, product, two_levels
from tests.fabric.subnets import subnet_of_drawn


def cut(subnet, *pairs):
    """Take away the cables between two switches each."""
    named = [{f"switch-{a}", f"switch-{b}"} for a, b in pairs]
    subnet.links = [link for link in subnet.links if {link.a.name, link.b.name} not in named]
    return subnet


def tree(leaves=12, spines=6, adapters=9):
    drawn = two_levels(random.Random(1), leaves, spines)
    drawn.adapters = [adapters] * leaves + [0] * spines
    return subnet_of_drawn(drawn)


def test_a_whole_tree():
    found = recognise(tree())
    assert found.sentence == "fat tree, 2 levels: 12 leaves, 6 spines, 108 adapters (3:2 blocking)"
    assert found.members() == {
        "kind": "fat-tree",
        "sure": 1.0,
        "dims": None,
        "levels": 2,
        "blocking": 1.5,
        "missing": [],
        "also": [],
        "names": ["fat-tree"],
        "k_ary": None,
        "sentence": found.sentence,
    }


def test_uplinks_of_one_leaf():
    subnet = cut(tree(), (7, 13), (7, 15))
    found = recognise(subnet)
    assert found.sentence.endswith("2 uplinks of switch-7 are missing (to switch-13, switch-15)")
    leaf = next(node for node in subnet.switches if node.name == "switch-7")
    (missing,) = found.members()["missing"]
    assert (missing["what"], missing["count"], missing["a"]) == ("links", 2, None)
    assert found.damage[0].ends == (found.switches.index(leaf),)
    assert found.topology.sure == pytest.approx(1 - 4 / 72, abs=1e-4)


def test_one_link_names_both_ends():
    subnet = cut(tree(), (3, 14))
    found = recognise(subnet)
    assert found.sentence.endswith("the link switch-14 to switch-3 is missing") or found.sentence.endswith(
        "the link switch-3 to switch-14 is missing"
    )
    guids = {f"0x{node.guid:016x}" for node in subnet.switches if node.name in ("switch-3", "switch-14")}
    (missing,) = found.members()["missing"]
    assert {missing["a"], missing["b"]} == guids


def test_a_switch_of_a_torus():
    drawn = product(Kind.TORUS, (6, 5), lambda at, size: {(at + 1) % size} - {at})
    subnet = subnet_of_drawn(drawn)
    gone = next(guid for guid, node in subnet.nodes.items() if node.name == "switch-12")
    hanging = [link for link in subnet.links if gone in (link.a.guid, link.b.guid)]
    for link in hanging:
        subnet.links.remove(link)
    del subnet.nodes[gone]
    found = recognise(subnet)
    assert "torus 6x5" in found.sentence
    assert "1 switch is missing, next to switch-7, switch-11, switch-13, switch-17" in found.sentence


def test_a_switch_without_links_is_left_out():
    subnet = tree()
    subnet.links = [link for link in subnet.links if "switch-17" not in (link.a.name, link.b.name)]
    found = recognise(subnet)
    assert "5 spines" in found.sentence
    assert found.sentence.endswith("1 switch without a link left out")


def test_pieces():
    subnet = tree(4, 2, 2)
    other = subnet_of_drawn(two_levels(random.Random(2), 3, 3))
    for guid, node in other.nodes.items():
        node.guid = guid + (1 << 20)
        subnet.nodes[node.guid] = node
    subnet.links += other.links
    found = recognise(subnet)
    assert found.members()["kind"] is None
    assert found.sentence.startswith("2 pieces without links between switches (2 x fat tree)")


def test_nothing_seen():
    found = recognise(FabricSubnet())
    assert found.sentence == "too little seen: 0 adapters, no switch"
    assert found.members()["kind"] is None


def test_many_damages_are_not_all_in_the_sentence():
    drawn = dragonfly_plus(random.Random(7))
    subnet = subnet_of_drawn(drawn)
    links = [link for link in subnet.links if link.a.name.startswith("switch") and link.b.name.startswith("switch")]
    for link in links[:: max(1, len(links) // 8)][:6]:
        subnet.links.remove(link)
    assert len(recognise(subnet).sentence) < 700


@pytest.mark.parametrize(
    ("value", "text"), [(1.5, "3:2"), (2.0, "2:1"), (0.75, "3:4"), (1.0, "1:1"), (1.2345, "1.23:1")]
)
def test_ratios(value, text):
    assert ratio(value) == text

"""The graphs of the recorded fabrics: kind, dimensions and damage equal their truth."""

from __future__ import annotations

import pytest

from ibpkt.fabric.topology import KindName, recognise
from tests.fabric.truth import FABRICS, recorded, subnet_of, truth, truth_names
from tests.support.shared import needs

#: fabrics that end without all their switches, by what is left
SMALLER = {"chg_switch_removed": {"spines": 2}}


@pytest.mark.parametrize("name", recorded())
def test_kind(name):
    told = truth(name)["topology"]
    found = recognise(subnet_of(truth(name)))
    members = found.members()
    assert told["kind"] in (members["kind"], *members["also"])
    names = [(str(name.kind), name.dims) for name in (KindName(found.kind, found.topology.dims), *found.topology.also)]
    if "dims" in told:
        assert (told["kind"], tuple(sorted(told["dims"], reverse=True))) in names
    if told["kind"] == "hypercube":
        assert names[0] == ("hypercube", (told["dimension"],))
    if told["kind"] in ("dragonfly", "dragonfly+"):
        sizes = ("routers_per_group",) if told["kind"] == "dragonfly" else ("leaves_per_group", "spines_per_group")
        assert found.topology.dims[:-1] == (told["groups"], *(told[size] for size in sizes))
    if told["kind"] == "fat-tree":
        check_tree(found, told | SMALLER.get(name, {}))
    if told["kind"] == "tree":
        assert members["levels"] == told["depth"]


def check_tree(found, told):
    assert found.members()["levels"] == told["levels"]
    if "leaves" in told:
        levels = found.topology.places[:, 0]
        assert [(levels == level).sum() for level in (0, 1)] == [told["leaves"], told["spines"]]
    if "k" in told:
        assert found.topology.k_ary == (told["k"], told["n"])


@pytest.mark.parametrize("name", recorded(lambda found: found["topology"].get("degraded")))
def test_damage(name):
    found = recognise(subnet_of(truth(name)))
    assert found.topology.sure < 1
    for fault in truth(name)["faults"]:
        if "missing_links" in fault:
            ends = [sorted(end.split(":")[0] for end in link) for link in fault["missing_links"]]
            guids = [f"{switch.guid:016x}" for switch in found.switches]
            lost = [sorted(guids[at] for at in pair) for pair in found.topology.lost_pairs.tolist()]
            assert sorted(lost) == sorted(ends)
        else:
            assert found.topology.lost_switches == 1
            assert "1 switch is missing" in found.sentence


@needs(FABRICS)
def test_truth_without_damage_is_exact():
    for name in truth_names():
        found = recognise(subnet_of(truth(name)))
        if not truth(name)["topology"].get("degraded") and found.kind != "irregular":
            assert found.topology.exact, name
            assert not found.damage, name

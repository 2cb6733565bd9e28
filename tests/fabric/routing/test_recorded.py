"""The tables of the recorded fabrics: who reaches whom, and deadlock by virtual lane, equal their truth."""

from __future__ import annotations

import pytest

from ibpkt.fabric.routing import RouteEnd, check_routing
from tests.fabric.truth import FABRICS, recorded, subnet_of, truth
from tests.support.shared import needs

ROUTED = recorded(lambda found: found.get("lfts"))
WORDS = {"ok": RouteEnd.ARRIVES, "no row": RouteEnd.NO_ROW, "wrong port": RouteEnd.WRONG_PORT}
#: its truth counts active ports alone, and some never became active
NOT_ALL_ACTIVE = "chg_packet_drops"


@pytest.mark.parametrize("name", ROUTED)
def test_routes(name):
    told, found = truth(name), check_routing(subnet_of(truth(name)))
    expected = {WORDS[word]: count for word, count in told["reachability"]["result"].items()}
    if name == NOT_ALL_ACTIVE:
        assert found.routes[RouteEnd.ARRIVES] == expected[RouteEnd.ARRIVES]
    else:
        assert {end: count for end, count in found.routes.items() if count} == expected
        assert found.pairs == told["reachability"]["pairs"]
    assert not found.loops


@pytest.mark.parametrize("name", ROUTED)
def test_deadlock(name):
    told, found = truth(name)["deadlock"], check_routing(subnet_of(truth(name)))
    assert found.deadlock_free is not told["cycle"]
    assert bool(found.cycle) is told["cycle"]
    assert bool(found.members()["cycle"]) is told["cycle"]
    if told["one_vl"]["ca_to_ca"]["cycle"] and not told["cycle"]:
        assert found.lanes > 1
        assert found.routes_with_sl > 0


@pytest.mark.parametrize("name", recorded(lambda found: found.get("lfts") and found["deadlock"]["cycle"]))
def test_the_circle_is_one(name):
    """Each channel leads to the switch of the next, some LID takes both, and none is shorter than the truth's."""
    subnet = subnet_of(truth(name))
    found = check_routing(subnet)
    peers = subnet.peers()
    for at, channel in enumerate(found.cycle):
        after = found.cycle[(at + 1) % len(found.cycle)]
        assert peers[channel.switch.guid, channel.port][0] is after.switch
        lid = found.causes[at]
        assert channel.switch.egress(lid) == channel.port
        assert after.switch.egress(lid) == after.port
    example = truth(name)["deadlock"]["one_vl"]["ca_to_ca"]["example_cycle"]
    assert len(found.cycle) <= len(example)


@needs(FABRICS)
def test_without_path_records_one_lane_is_assumed():
    subnet = subnet_of(truth("ring8_lash"))
    subnet.path_sl.clear()
    found = check_routing(subnet)
    assert found.deadlock_free is False
    assert "no path record gives an SL" in found.notes[0]


@needs(FABRICS)
def test_unreachable_pairs_name_where_they_end():
    found = check_routing(subnet_of(truth("bad_route_hole")))
    assert found.unreachable == 9
    said = found.members()["unreachable"]
    examples = truth("bad_route_hole")["reachability"]["examples_source_lid_destination_lid"]
    assert {(each["to"], each["why"]) for each in said} == {(lid, why) for _source, lid, why in examples}
    assert {each["from"] for each in said} <= {source for source, _lid, _why in examples}
    assert sum(each["ports"] for each in said) == len(examples)

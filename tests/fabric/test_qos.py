"""Quality of service: tables of virtual lanes, on subnets made by hand."""

from __future__ import annotations

from ibpkt.fabric.qos import arbitrations, lane_maps, qos_members
from tests.fabric.small_subnets import adapter, cable, subnet_of, switch


def test_quality_of_service():
    """The commonest first; of a switch only between ports with a cable."""
    host, other, leaf = adapter(1), adapter(2), switch(3)
    subnet = subnet_of(host, other, leaf)
    cable(subnet, host, 1, leaf, 1)
    cable(subnet, other, 1, leaf, 2)
    zero, one = (0,) * 16, (1,) * 16
    host.sl_to_vl = {(0, 0): zero}
    leaf.sl_to_vl = {(1, 2): one, (2, 1): one, (1, 3): zero, (3, 1): zero, (0, 1): zero}
    host.port(1).vl_high, host.port(1).vl_high_limit = ((1, 4),), 255
    for number in (1, 2):
        leaf.port(number).vl_low = ((0, 2), (1, 3))
    assert [(each.vls, each.places) for each in lane_maps(subnet)] == [(one, 2), (zero, 1)]
    assert [tuple(each) for each in arbitrations(subnet)] == [((), ((0, 2), (1, 3)), None, 2), (((1, 4),), (), 255, 1)]
    assert qos_members(subnet) == {
        "sl_to_vl": [{"vls": [1] * 16, "count": 2}, {"vls": [0] * 16, "count": 1}],
        "arbitration": [
            {"high": [], "low": [[0, 2], [1, 3]], "limit": None, "count": 2},
            {"high": [[1, 4]], "low": [], "limit": 255, "count": 1},
        ],
    }


def test_the_only_cable_of_a_switch_may_join_two_of_its_ports():
    leaf = switch(3)
    subnet = subnet_of(leaf)
    cable(subnet, leaf, 1, leaf, 2)
    leaf.sl_to_vl = {(1, 2): (7,) * 16, (1, 3): (8,) * 16}
    assert [tuple(each) for each in lane_maps(subnet)] == [((7,) * 16, 1)]

"""What a later PortInfo, or the attribute of a vendor, says of a port that a sweep has told."""

from __future__ import annotations

import pytest

from tests.fabric.test_counters_and_keys import HOST, HOST_LID, MANAGER_LID, SWITCH, SWITCH_LID, fabric_of, routed


def told(sender, attribute, port, **fields):
    return 0, routed(sender, MANAGER_LID, "Subn", "GetResp", attribute, tid=0x900 + port, modifier=port, **fields)


def of_lids(subnet):
    return [event.sentence for event in subnet.events if event.what == "lid-changed"]


def test_a_vendor_tells_of_fdr10():
    """Where PortInfo says no more than QDR."""
    active = {1: "FDR10", 0: "EDR"}
    for code, speed in active.items():
        subnet, _before = fabric_of(told(SWITCH_LID, "MlnxExtendedPortInfo", 1, linkspeedactive=code))
        assert subnet.nodes[SWITCH.guid].ports[1].speed == speed
        assert subnet.nodes[SWITCH.guid].ports[2].speed == "EDR"


def test_a_vendor_tells_no_speed_of_a_port_of_which_nothing_is_known():
    subnet, _before = fabric_of(told(SWITCH_LID, "MlnxExtendedPortInfo", 77, linkspeedactive=1))
    port = subnet.nodes[SWITCH.guid].ports.get(77)
    assert port is None or port.speed is None


@pytest.mark.parametrize(
    ("port", "lids", "change"),
    [(1, [50], (HOST_LID, 50)), (2, [50, 51], (50, 51)), (2, [50, 50], None), (2, [50], None)],
)
def test_a_port_whose_lid_changes(port, lids, change):
    """Each port by itself: two ports with a LID each are no change."""
    later = [told(HOST_LID, "PortInfo", port, localportnum=port, lid=lid, portstate=4) for lid in lids]
    subnet, _before = fabric_of(*later)
    said = [] if change is None else ["{} port {} had LID {} and now has {}".format(HOST.name, port, *change)]
    assert of_lids(subnet) == said


def test_a_lid_that_the_port_of_a_switch_tells_is_none():
    """Only port 0 of a switch has one; what its other ports say is not used (IBA 1, 14.2.5.6)."""
    later = [told(SWITCH_LID, "PortInfo", 1, localportnum=1, lid=lid, portstate=4) for lid in (901, 902)]
    subnet, _before = fabric_of(*later)
    assert not {901, 902} & subnet.owners().keys()
    assert of_lids(subnet) == []

"""Subnets as plain values: what no packet said is null."""

from __future__ import annotations

import pytest

from ibpkt.fabric.members import subnet_members
from ibpkt.fabric.model import FabricManager, FabricSubnet, ManagerSpan, ManagerState


@pytest.mark.parametrize(("lid", "priority"), [(7, 0), (7, 15), (0, None)])
def test_a_manager(lid, priority):
    spans = [
        ManagerSpan(ManagerState.STANDBY, 10**9, 2 * 10**9, 1),
        ManagerSpan(ManagerState.MASTER, 2 * 10**9, None, 5),
    ]
    subnet = FabricSubnet()
    subnet.managers = [FabricManager(0x2C9, lid=lid, priority=priority, states=spans)]
    assert subnet_members(subnet, [])["managers"] == [
        {
            "guid": "0x00000000000002c9",
            "lid": lid or None,
            "priority": priority,
            "states": [
                {"state": "standby", "from": "1.000000000", "to": "2.000000000"},
                {"state": "master", "from": "2.000000000", "to": None},
            ],
        }
    ]

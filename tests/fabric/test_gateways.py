"""Gateways: channel adapters by their NodeType, gateways by what their device management answers."""

from __future__ import annotations

import pytest

from tests.fabric.test_counters_and_keys import HOST, HOST_LID, MANAGER_LID, SWITCH_LID, fabric_of, routed

SRP = {"ioclass": 0xFF00, "iosubclass": 0x609E, "protocol": 0x0108}
#: the virtual Ethernet controllers of a gateway
ETHERNET = {"ioclass": 0x2000, "iosubclass": 0x066A, "protocol": 0}


def profile(slot, lid=HOST_LID, status=0, **fields):
    """A controller that a node offers: the request and its answer."""
    ends = {"modifier": slot, "tid": 0x30 + slot}
    yield 1, routed(MANAGER_LID, lid, "DevMgt", "Get", "IOControllerProfile", **ends)
    yield 1, routed(lid, MANAGER_LID, "DevMgt", "GetResp", "IOControllerProfile", status=status, **ends, **fields)


def kinds_after(*later):
    subnet, _ = fabric_of(*later)
    return subnet, str(subnet.nodes[HOST.guid].kind)


@pytest.mark.parametrize(
    ("later", "kind"),
    [
        ((), "adapter"),
        ([*profile(1, **ETHERNET)], "gateway"),
        ([*profile(1, **SRP)], "adapter"),
        ([*profile(1, **{**SRP, "ioclass": 0x0100})], "adapter"),
        ((*profile(1, **SRP), *profile(2, **ETHERNET)), "gateway"),
        ([*profile(1, status=0x000C, **ETHERNET)], "adapter"),
    ],
)
def test_gateways_by_class(later, kind):
    """A node whose controllers are not SRP targets alone leads to another network; an error says nothing."""
    assert kinds_after(*later)[1] == kind


def test_a_switch_that_offers_controllers_is_a_switch():
    subnet, _ = kinds_after(*profile(1, lid=SWITCH_LID, **ETHERNET))
    assert {str(node.kind) for node in subnet.nodes.values()} == {"switch", "adapter"}

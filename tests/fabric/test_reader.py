"""What a whole capture tells, where it is more than its parts: whose managers they are."""

from __future__ import annotations

from ibpkt.fabric import read_fabric
from tests.fabric.batches import batches_of
from tests.fabric.subnets import route_shortest
from tests.fabric.sweep import Sweep
from tests.fabric.test_counters_and_keys import MANAGER, MANAGER_LID, SUBNET, routed
from tests.fabric.test_notice_events import other as other  # a fixture


def test_managers_of_two_subnets(other):
    """Each has its own; one of which no packet names the node is nobody's."""
    route_shortest(other)
    unknown = routed(MANAGER_LID, 5, "SubnAdm", "GetResp", "SMInfoRecord", tid=9, guid=0x77, smstate=3, priority=6)
    packets = [*Sweep(SUBNET).packets(), *Sweep(other, 0x4000).packets(), unknown]
    managers = [[each.node for each in subnet.managers] for subnet in read_fabric(batches_of(packets)).subnets]
    assert sorted(node.guid for (node,) in managers) == sorted([MANAGER.guid, other.end_nodes[0].guid])

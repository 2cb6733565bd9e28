"""Which traps are reported: those of a subnet's nodes, and those of unknown senders if there is only one subnet."""

from __future__ import annotations

import random

import pytest

import ibpkt
from ibpkt.fabric import read_fabric
from ibpkt.management import SubnTrap
from tests.fabric import generator, subnets
from tests.fabric.batches import batches_of
from tests.fabric.subnets import subnet_of_drawn
from tests.fabric.sweep import Sweep
from tests.fabric.test_counters_and_keys import HOST, HOST_LID, MANAGER_LID, SUBNET

UNKNOWN_LID = 999


def trap(lid):
    head = [ibpkt.draft("LRH", slid=lid, dlid=MANAGER_LID), ibpkt.draft("BTH"), ibpkt.draft("DETH")]
    return ibpkt.build(*head, *SubnTrap(129, issuerlid=lid, tid=0x55, lidaddr=lid, portno=1)).data


@pytest.fixture
def other(monkeypatch):
    """A subnet with other GUIDs and LIDs."""
    for name in ("_SWITCH", "_ADAPTER"):
        monkeypatch.setattr(subnets, name, getattr(subnets, name) + (1 << 20))
    subnet = subnet_of_drawn(generator.two_levels(random.Random(2), 2, 2))
    for _node, port in subnet.end_ports():
        port.lid += 100
    return subnet


@pytest.mark.parametrize(("lid", "told"), [(HOST_LID, [1, 0]), (UNKNOWN_LID, [0, 0])])
def test_traps_where_there_are_two_subnets(lid, told, other):
    packets = [*Sweep(SUBNET).packets(), *Sweep(other, 0x4000).packets(), trap(lid)]
    found = sorted(read_fabric(batches_of(packets)).subnets, key=lambda subnet: HOST.guid not in subnet.nodes)
    assert [sum(event.what == "trap" for event in subnet.events) for subnet in found] == told


@pytest.mark.parametrize("lid", [HOST_LID, UNKNOWN_LID])
def test_traps_where_there_is_one_subnet(lid):
    (subnet,) = read_fabric(batches_of([*Sweep(SUBNET).packets(), trap(lid)])).subnets
    assert [event.what for event in subnet.events].count("trap") == 1

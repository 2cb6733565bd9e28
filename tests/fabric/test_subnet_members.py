"""A subnet as plain values: every key of each thing, with what is not known."""

from __future__ import annotations

from ibpkt.fabric.members import event_members, link_members, problem_members, subnet_members
from ibpkt.fabric.model import (
    FabricCounter,
    FabricEvent,
    FabricManager,
    FabricProblem,
    FabricService,
    FabricSubnet,
    FabricSubscription,
    ManagerSpan,
    ManagerState,
    MulticastGroup,
)
from tests.fabric.small_subnets import adapter, cable, subnet_of, switch

SECOND = 10**9
NOTHING = ("links", "managers", "events", "problems", "groups", "services", "subscriptions", "counters", "notes")


def members(subnet, name, problems=()):
    return subnet_members(subnet, problems)[name]


def test_a_subnet_of_nothing():
    found = subnet_members(FabricSubnet(), [])
    assert found == {
        "nodes": [],
        "lids": [],
        "qos": {"sl_to_vl": [], "arbitration": []},
        **{name: [] for name in NOTHING},
    }


def test_nodes_and_lids():
    host, leaf = adapter(1, num_ports=2), switch(2, num_ports=36)
    host.port(1).lid, host.port(1).lmc, host.port(1).guid = 8, 1, 0x15
    host.port(2).lid = 9
    leaf.port(0).lid = 3
    leaf.port(1)
    subnet = subnet_of(host, leaf)
    assert members(subnet, "nodes") == [
        {"guid": "0x0000000000000001", "kind": "adapter", "name": "host1", "ports": 2, "lids": [8, 9]},
        {"guid": "0x0000000000000002", "kind": "switch", "name": "switch2", "ports": 36, "lids": [3]},
    ]
    assert members(subnet, "lids") == [
        {"lid": 8, "lmc": 1, "guid": "0x0000000000000015", "port": 1},
        {"lid": 9, "lmc": 0, "guid": "0x0000000000000001", "port": 2},
        {"lid": 3, "lmc": 0, "guid": "0x0000000000000002", "port": 0},
    ]


def test_links():
    host, leaf = adapter(1), switch(2)
    subnet = subnet_of(host, leaf)
    link = cable(subnet, host, 1, leaf, 7)
    ends = {"a": "0x0000000000000001", "a_port": 1, "b": "0x0000000000000002", "b_port": 7}
    assert link_members(link) == {**ends, "width": None, "speed": None, "gbps": None, "state": None}
    for port in link.ends:
        port.lanes, port.speed, port.state = 4, "FDR", "Active"
    assert members(subnet, "links") == [{**ends, "width": "4x", "speed": "FDR", "gbps": 54.545, "state": "Active"}]


def test_managers():
    spans = [
        ManagerSpan(ManagerState.STANDBY, SECOND, 3 * SECOND, 4),
        ManagerSpan(ManagerState.MASTER, 3 * SECOND, None, 5),
    ]
    subnet = FabricSubnet(
        managers=[FabricManager(5, lid=0, priority=None, states=spans), FabricManager(6, lid=9, priority=0)]
    )
    assert members(subnet, "managers") == [
        {
            "guid": "0x0000000000000005",
            "lid": None,
            "priority": None,
            "states": [
                {"state": "standby", "from": "1.000000000", "to": "3.000000000"},
                {"state": "master", "from": "3.000000000", "to": None},
            ],
        },
        {"guid": "0x0000000000000006", "lid": 9, "priority": 0, "states": []},
    ]


def test_events_and_problems():
    event = FabricEvent(SECOND, 7, "trap", "host1", "host1 sends a trap", (7, 8))
    assert event_members(event) == {
        "time": "1.000000000", "frame": 7, "what": "trap", "subject": "host1", "sentence": "host1 sends a trap"
    }  # fmt: skip
    problem = FabricProblem("no-standby", "note", "host1", "no standby", 0)
    shown = {"kind": "no-standby", "severity": "note", "subject": "host1", "sentence": "no standby", "frame": None}
    assert problem_members(problem) == shown
    assert problem_members(problem._replace(frame=3, frames=(3,))) == {**shown, "frame": 3}
    subnet = FabricSubnet(events=[event], notes=["nothing"])
    assert members(subnet, "events") == [event_members(event)]
    assert members(subnet, "problems", [problem]) == [shown]
    assert members(subnet, "notes") == ["nothing"]


def test_groups_and_services():
    gid = bytes.fromhex("ff12401bffff00000000000000000001")
    subnet = FabricSubnet(
        groups=[MulticastGroup(gid, 0xC001, 0xFFFF, (1, 2), 5)],
        services=[FabricService(0x1001, gid, 0x8001, "storage", None, 6), FabricService(2, gid, 1, "", 60, 7)],
    )
    text = "ff12:401b:ffff:0000:0000:0000:0000:0001"
    assert members(subnet, "groups") == [
        {"mgid": text, "mlid": 0xC001, "p_key": 0xFFFF, "members": ["0x0000000000000001", "0x0000000000000002"]}
    ]
    assert members(subnet, "services") == [
        {"id": "0x0000000000001001", "name": "storage", "gid": text, "p_key": 0x8001, "lease": None},
        {"id": "0x0000000000000002", "name": "", "gid": text, "p_key": 1, "lease": 60},
    ]


def test_subscriptions_and_counters():
    subnet = FabricSubnet(
        subscriptions=[
            FabricSubscription(0, 5, "all traps", None, None, 2, 1, 9),
            FabricSubscription(3, 6, "trap 64", 0, SECOND, 0, 0, 8),
        ],
        counters=[
            FabricCounter(1, 2, "SymbolErrorCounter", 9, 10, 1, 3.0, (1, 2)),
            FabricCounter(1, 3, "LinkDownedCounter", 4, 4, 0, 0.0, (1,)),
        ],
    )
    assert members(subnet, "subscriptions") == [
        {"guid": None, "lid": 5, "what": "all traps", "from": None, "to": None, "reports": 2, "unconfirmed": 1},
        {
            "guid": "0x0000000000000003",
            "lid": 6,
            "what": "trap 64",
            "from": "0.000000000",
            "to": "1.000000000",
            "reports": 0,
            "unconfirmed": 0,
        },
    ]
    one = {"guid": "0x0000000000000001", "port": 2, "name": "SymbolErrorCounter", "value": 9, "highest": 10, "rise": 1}
    assert members(subnet, "counters") == [
        {**one, "per_second": 0.333333},
        {**one, "port": 3, "name": "LinkDownedCounter", "value": 4, "highest": 4, "rise": 0, "per_second": None},
    ]

"""Every recorded fabric: nodes, links, LIDs, tables, managers, events and problems equal what is true of it."""

from __future__ import annotations

import ipaddress

import pytest

from ibpkt.fabric.model import FabricSubnet
from ibpkt.fabric.paths import FabricPaths
from ibpkt.fabric.qos import arbitrations, lane_maps
from ibpkt.fabric.routing import check_routing
from ibpkt.fabric.topology import recognise
from tests.fabric.recorded_truth import (
    FOLDER,
    PAGE,
    captures,
    fabric_of,
    found_in,
    name_of,
    page,
    raw_truth,
    subnets_of,
    truths,
    wrong_states,
)
from tests.fabric.truth import subnet_of
from tests.support.shared import needs

pytestmark = needs(FOLDER)
PATHS = {name_of(path): path for path in captures()}
PARTIAL = [name for name in PATHS if name.startswith("part_")]
MERGED = [name for name in PATHS if name.startswith("merge_")]
#: 20 % of the datagrams of two ports never arrive, not even those that would tell what is missing
LOSSY = ["chg_packet_drops"]
WHOLE = [name for name in PATHS if name not in (*PARTIAL, *MERGED, *LOSSY)]
#: problems that were put into a fabric; all others have none
FAULTS = {
    "bad_route_hole": {"no-answer"},
    "bad_route_swapped": {"no-answer"},
    "star_1x_host": {"degraded-width"},
    "ft2_sdr_on_edr": {"degraded-speed"},
    "ring6_mixed_speed": {"degraded-speed", "slow-link"},
    "chg_error_counters": {"errors-counted"},
    "sm_perfmgr": {"errors-moved"},
    "chg_lid_conflict_no_sm": {"duplicate-lid"},
    "chg_switch_removed": {"node-lost"},
    "sm_split_brain": {"two-masters"},
}


def only_subnet(name) -> FabricSubnet:
    (subnet,) = fabric_of(PATHS[name]).subnets
    return subnet


def test_there_are_recordings():
    assert (len(WHOLE), len(PARTIAL), len(MERGED)) == (97, 10, 3)


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_session_is_what_was_there(name):
    """Nodes, links and rates, LIDs, tables, managers with their times, and no problem that was not put in."""
    subnet, (truth,) = only_subnet(name), truths(PATHS[name])
    found = found_in(subnet)
    assert found.names == truth.names
    assert found.links.keys() == truth.links.keys()
    rates = {ends: rate for ends, rate in truth.links.items() if rate}
    assert {ends: found.links[ends] for ends in rates} == rates
    assert found.lids == truth.lids
    assert found.rows == truth.rows
    assert wrong_states(truth, found) == []
    if truth.multicast is not None:
        assert found_in(subnet, multicast=True).multicast == truth.multicast
    kinds = {problem.kind for problem in subnet.problems}
    assert kinds - {"no-standby"} == FAULTS.get(name, set())
    check_paths(subnet, raw_truth(PATHS[name]))


def check_paths(subnet, raw):
    """What ibtracert printed in the session, switch by switch."""
    walker, switches = FabricPaths(subnet), {node.guid for node in subnet.switches}
    for source, destination, guids in raw["traced_paths"]["paths"] if raw["static"] else ():
        (way,) = walker.between(str(source), str(destination))
        assert way.broken == ""
        passed = [int(text, 16) for text in guids]
        assert [hop.node.guid for hop in way.hops if hop.node.guid in switches] == [
            guid for guid in passed if guid in switches
        ]


@pytest.mark.parametrize("name", MERGED)
def test_merged_captures_have_their_subnets_apart(name):
    path = PATHS[name]
    subnets = fabric_of(path).subnets
    assert len(subnets) == len(truths(path))
    for truth in truths(path):
        (found,) = [found_in(each) for each in subnets if each.nodes.keys() & truth.names.keys()]
        assert found.names == truth.names
        assert found.links.keys() == truth.links.keys()
        assert (found.lids, found.rows) == (truth.lids, truth.rows)
        assert wrong_states(truth, found) == []


@pytest.mark.parametrize("name", [*PARTIAL, *LOSSY])
def test_partial_captures_say_only_what_is_true(name):
    path = PATHS[name]
    (truth,) = truths(path)
    said = fabric_of(path).subnets
    assert len(said) <= 1
    for subnet in said:
        found = found_in(subnet)
        assert {guid: name for guid, name in found.names.items() if name}.items() <= truth.names.items()
        assert found.names.keys() <= truth.names.keys()
        assert found.links.keys() <= truth.links.keys()
        assert found.lids.items() <= truth.lids.items()
        if name != "part_chg_link_first_phase":  # its tables change after its end
            assert found.rows <= truth.rows


@pytest.mark.parametrize("name", PATHS)
def test_kind_and_deadlock_of_a_capture(name):
    """What the packets give is judged as the truth is; where packets are missing, rightly or not at all."""
    for told, subnet in subnets_of(PATHS[name]):
        if subnet is None:
            assert name in PARTIAL
            continue
        found, free = recognise(subnet).members(), check_routing(subnet).deadlock_free
        kinds = {found["kind"], *found["also"]}
        assert told["topology"]["kind"] in kinds or (name in PARTIAL and found["kind"] in ("irregular", None))
        if "deadlock" in told:  # two adapters back to back have no tables
            unknown = {None} if name in (*PARTIAL, *MERGED, *LOSSY) else set()
            assert free in {not told["deadlock"]["cycle"], *unknown}


@pytest.mark.parametrize("name", [*PARTIAL, *LOSSY])
def test_what_is_missing_is_not_unreachable(name):
    """A row that no packet has is no row that leads nowhere: what does not arrive does not in the truth either."""
    for told, subnet in subnets_of(PATHS[name]):
        if subnet is not None:
            lost = {route.lid for route in check_routing(subnet).failed}
            assert lost <= {route.lid for route in check_routing(subnet_of(told)).failed}
            assert not {each.kind for each in subnet.problems} & {"duplicate-guid", "duplicate-lid", "node-lost"}


def test_blocks_that_no_packet_has_are_named():
    subnet = only_subnet("part_torus5x3x3_10pc_loss")
    assert sum(len(switch.unknown_blocks) for switch in subnet.switches) == 3
    assert "3 blocks of forwarding tables not in the capture" in subnet.notes
    notes = check_routing(subnet).notes
    assert "no packet has 3 blocks of other forwarding tables" in notes
    (switch, *_) = (each for each in subnet.switches if each.unknown_blocks)
    (lid, *_) = (each for each in subnet.owners() if each // 64 in switch.unknown_blocks)
    broken = {path.broken for path in FabricPaths(subnet).between(switch.name, str(lid))}
    assert broken == {f"no packet has the row of {switch.name} for LID {lid}"}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("part_dragonfly_requests_only", "requests of subnet management have no answer"),
        ("part_torus5x5_every_second", "requests of subnet management have no answer"),
        ("part_hyperx3x4_snaplen128", "cut before the attribute"),
        ("part_mesh4x4_lft_sets_only", "no packet names a node"),
        ("part_ft2_6x3_perf_only", "no packet names a node"),
        ("part_ft2_4x4_second_half", "ends of links without state and rate in the capture"),
        ("part_random12_lid_routed_only", "without a forwarding table in the capture"),
        ("part_torus5x3x3_10pc_loss", "is not whole"),
        ("chg_packet_drops", "without a description in the capture"),
    ],
)
def test_what_is_missing_is_said(name, words):
    fabric = fabric_of(PATHS[name])
    notes = [*fabric.notes, *(note for subnet in fabric.subnets for note in subnet.notes)]
    assert any(words in note for note in notes), notes


def of(name, *what):
    """The events of some kinds in a recording, as their frames and sentences."""
    return [(event.frame, event.sentence) for event in only_subnet(name).events if event.what in what]


def test_a_link_goes_and_comes_back():
    assert of("chg_link_unplug_replug", "link-down", "link-up") == [
        (1546, "spine1 port 2 to leaf02 port 4 went down"),
        (2352, "spine1 port 2 to leaf02 port 4 came back"),
    ]


def test_a_leaf_appears():
    events = of("chg_leaf_added", "node-appeared", "link-up")
    assert [text for _, text in events if "appeared" in text] == [
        "leaf03 appeared", "node007 mlx5_0 appeared", "node008 mlx5_0 appeared", "node009 mlx5_0 appeared",
    ]  # fmt: skip
    assert sum("came up" in text for _, text in events) == 2


def test_a_switch_vanishes():
    assert [text for _, text in of("chg_switch_removed", "node-lost")] == ["spine2 is not reached any more"]
    assert len(of("chg_switch_removed", "link-down")) == 4


def test_a_switch_vanishes_and_comes_back():
    down, up = of("chg_switch_removed_back", "link-down"), of("chg_switch_removed_back", "link-up")
    assert len(down) == len(up) > 2
    assert of("chg_switch_removed_back", "node-lost") == []


def test_takeovers():
    assert [text for _, text in of("sm_three", "takeover")] == [
        "node005 mlx5_0 (priority 6) takes over from node001 mlx5_0: no answer to 4 polls; no master for 4.0 s",
        "node009 mlx5_0 (priority 2) takes over from node005 mlx5_0: no answer to 4 polls; no master for 4.1 s",
    ]
    assert [text for _, text in of("sm_handover", "takeover", "standby")] == [
        "node001 mlx5_0 (priority 3) hands over and becomes standby",
        "node006 mlx5_0 (priority 12) takes over from node001 mlx5_0, which handed over",
    ]
    assert [text for _, text in of("sm_restart", "takeover")] == [
        "node001 mlx5_0 began anew and is master again; no master for 1.9 s",
        "node001 mlx5_0 began anew and is master again; no master for 1.8 s",
    ]


def test_reports_to_a_subscriber():
    told = [text for _, text in of("trap_reports_64_67", "subscription", "report")]
    assert told == [
        "node009 mlx5_0 subscribes to all traps",
        "node009 mlx5_0 receives a report: link state changed",
        "node009 mlx5_0 receives a report: GID out of service (node005 mlx5_0)",
        "node009 mlx5_0 receives a report: link state changed",
        "node009 mlx5_0 receives a report: GID in service (node005 mlx5_0)",
        "node009 mlx5_0 receives a report: multicast group created (ff12:401b:ffff::102:307)",
        "node009 mlx5_0 receives a report: multicast group deleted (ff12:401b:ffff::102:307)",
    ]


def test_lids_that_change():
    assert [text for _, text in of("chg_baselid_trap144", "lid-changed")] == [
        "cn003 HCA-1 port 1 had LID 3 and now has 40",
        "cn003 HCA-1 port 1 had LID 40 and now has 3",
    ]


def test_error_counters():
    (problem,) = [each for each in only_subnet("sm_perfmgr").problems if each.kind == "errors-moved"]
    assert problem.sentence == (
        "leaf01 port 4 to spine1 port 1: in 9.0 s these counters rose: SymbolErrorCounter by 20 to 40, 2.21 a second"
    )
    (problem,) = [each for each in only_subnet("chg_error_counters").problems if each.kind == "errors-counted"]
    assert problem.sentence == (
        "leaf01 port 4 has counted SymbolErrorCounter 17, LinkDownedCounter 3, PortRcvErrors 5, PortXmitDiscards 250"
    )


def test_multicast_groups_and_their_members():
    path = PATHS["mc_ft2"]
    joined: dict[str, set[int]] = {}
    for entry in raw_truth(path)["multicast"]:
        if "status=0x0000" in entry["answer"]:
            joined.setdefault(entry["group"], set()).add(int(entry["port_guid"], 16))
    found = {str(ipaddress.IPv6Address(group.gid)): set(group.members) for group in only_subnet("mc_ft2").groups}
    assert found == {**joined, "ff12:401b:ffff::ffff:ffff": set()}  # nobody joined that of IPoIB


def test_partitions():
    path = PATHS["partitions"]
    nodes, found = only_subnet("partitions").nodes, only_subnet("partitions").partitions
    for key, members in raw_truth(path)["partitions"].items():
        if isinstance(members, dict):
            wanted = {(int(guid, 16), kind == "full") for guid, kind in members.items()}
            ports = {
                (node.ports[number].guid, full)
                for guid, number, full in found[int(key, 16)]
                if (node := nodes[guid]).kind != "switch"
            }
            assert ports >= wanted


@pytest.mark.parametrize("name", ["qos_ft2", "qos_star"])
def test_quality_of_service(name):
    """Weights of lanes, and lanes by service level, are those that the manager was configured with."""
    raw = raw_truth(PATHS[name])
    options = dict(line.split(" ", 1) for line in raw["qos_configuration"])
    (shares,) = arbitrations(only_subnet(name))
    for turns, option in ((shares.high, "qos_vlarb_high"), (shares.low, "qos_vlarb_low")):
        assert ",".join(f"{vl}:{weight}" for vl, weight in turns) == options[option]
    tables = {tuple(map(int, text.split(","))) for key, text in options.items() if key.endswith("sl2vl")}
    found = {each.vls for each in lane_maps(only_subnet(name))}
    assert found == {tuple(raw["sl"]["sl2vl"]["default"]), *(tuple(o["table"]) for o in raw["sl"]["sl2vl"]["others"])}
    assert found <= tables


def test_the_page_of_all_recordings_is_up_to_date():
    """``python -m tests.fabric.recorded_truth`` writes it."""
    assert PAGE.read_text(encoding="utf-8") == page()

"""``ibpkt fabric``: the screen, the same for programs, paths, two captures compared, and what is no fabric."""

from __future__ import annotations

import json
import os

import pytest

from tests.support.command import REPOSITORY, run
from tests.support.shared import CAPTURES, needs

FABRICS = CAPTURES / "recorded" / "fabrics"
SMALL = "captures/ib_small.pcap"
SUBNET_KEYS = (
    "nodes", "links", "lids", "managers", "events", "problems", "groups", "services", "subscriptions", "qos",
    "counters", "notes", "topology", "routing",
)  # fmt: skip


def members(*arguments):
    return json.loads(run("fabric", "--format", "json", *arguments).out)


def test_the_screen():
    assert (
        run("fabric", SMALL).out
        == """\
captures/ib_small.pcap: 4 nodes; 1 problem: 3 requests to what is behind sw1
  port 7 had no answer (NodeInfo)

  nodes     3 adapters, 1 switch
  topology  star: 1 switch, 3 adapters
  links     3, all 4x HDR (200 Gbit/s)
  manager   hostA (LID 2, priority 8): master
  routing   12 of 12 routes between adapters arrive; no loops, no deadlock
  multicast 3 groups
  services  osmt.srvc.1714636912.17220, osmt.srvc.1681692775.17220,
            osmt.srvc.846930885.17220, osmt.srvc.1804289383.17220
  QoS       weights: high priority VL0 4; low priority VL1-7 4
  P_Keys    0x0123, 0x7fff
  problems  warning: 3 requests to what is behind sw1 port 7 had no answer
            (NodeInfo) (packets 435, 436 and 1 more)
  also      no standby at the end: nobody takes over if hostA goes
            sw1 port 1 has counted SymbolErrorCounter 7
            sw1 port 7 has counted PortXmitDiscards 3

  7.003 s   hostC sends trap 144: local changes (CapabilityMask) (packet 979)

  missing   3 routes that begin or end at a LID, or are too long, left out
            1 answer of nodes that no packet names

Next:
  ibpkt fabric --path hostA hostC captures/ib_small.pcap
  ibpkt plot topology -o fabric.svg captures/ib_small.pcap
  ibpkt stats mad captures/ib_small.pcap
"""
    )


def test_programs_get_the_same():
    found = members(SMALL)
    assert tuple(found) == ("file", "subnets", "notes")
    (subnet,) = found["subnets"]
    assert tuple(subnet) == SUBNET_KEYS
    assert {node["name"]: node["kind"] for node in subnet["nodes"]} == {
        "sw1": "switch", "hostA": "adapter", "hostB": "adapter", "hostC": "adapter",
    }  # fmt: skip
    assert tuple(subnet["nodes"][0]) == ("guid", "kind", "name", "ports", "lids")
    assert all(len(node["guid"]) == 18 and node["guid"].startswith("0x") for node in subnet["nodes"])
    link = subnet["links"][0]
    assert tuple(link) == ("a", "a_port", "b", "b_port", "width", "speed", "gbps", "state")
    assert (link["width"], link["speed"], link["gbps"], link["state"]) == ("4x", "HDR", 200.0, "Active")
    assert tuple(subnet["lids"][0]) == ("lid", "lmc", "guid", "port")
    (manager,) = subnet["managers"]
    assert (manager["lid"], manager["priority"]) == (2, 8)
    assert [state["state"] for state in manager["states"]] == ["discovering", "master"]
    assert manager["states"][-1]["to"] is None
    assert tuple(subnet["events"][0]) == ("time", "frame", "what", "subject", "sentence")
    assert tuple(subnet["problems"][0]) == ("kind", "severity", "subject", "sentence", "frame")
    assert [tuple(service.values())[:2] for service in subnet["services"]] == [
        ("0x000000006633052c", "osmt.srvc.1714636912.17220"), ("0x00000000643c5523", "osmt.srvc.1681692775.17220"),
        ("0x00000000327ae081", "osmt.srvc.846930885.17220"), ("0x000000006b8b0223", "osmt.srvc.1804289383.17220"),
    ]  # fmt: skip
    assert tuple(subnet["services"][0]) == ("id", "name", "gid", "p_key", "lease")
    (shares,) = subnet["qos"]["arbitration"]
    assert (shares["high"], shares["low"][1], shares["limit"], shares["count"]) == ([[0, 4]], [1, 4], 0, 6)
    assert [tuple(counter.values())[1:] for counter in subnet["counters"]] == [
        (1, "SymbolErrorCounter", 0, 7, 0, 0.0), (7, "PortXmitDiscards", 3, 3, 0, None),
    ]  # fmt: skip
    assert subnet["topology"]["kind"] == "star"
    assert subnet["routing"]["deadlock_free"] is True


def test_a_path_by_lid_guid_and_name():
    screen = run("fabric", "--path", "hostA", "hostC", SMALL).out
    assert screen.splitlines()[0] == "LID 2 to LID 8: 2 hops"
    assert [line.split() for line in screen.splitlines()[1:4]] == [
        ["hostA", "out", "1"], ["sw1", "in", "1", "out", "3"], ["hostC", "in", "1"],
    ]  # fmt: skip
    ways = members("--path", "hostA", "hostC", SMALL)["paths"]
    assert ways[0][1]["name"] == "sw1"
    assert tuple(ways[0][0]) == ("guid", "name", "in_port", "out_port")
    guids = {node["name"]: node["guid"] for node in members(SMALL)["subnets"][0]["nodes"]}
    assert members("--path", guids["hostA"], guids["hostC"], SMALL)["paths"] == ways
    assert members("--path", "2", "8", SMALL)["paths"] == ways[:1]


def test_no_such_end():
    result = run("fabric", "--path", "hostA", "hostD", SMALL)
    assert result.code == 2
    assert "no node of the subnet has the LID, GUID or name 'hostD'" in result.err


def test_nothing_is_different_from_itself():
    assert members("--against", SMALL, SMALL)["changes"] == []
    assert "nothing is different" in run("fabric", "--against", SMALL, SMALL).out


def renamed(tmp_path, **names):
    """The small subnet, whose nodes have other names of the same length."""
    data = (REPOSITORY / SMALL).read_bytes()
    for old, new in names.items():
        assert len(new.encode()) == len(old)
        data = data.replace(old.encode(), new.encode())
    path = tmp_path / "renamed.pcap"
    path.write_bytes(data)
    return str(path)


@pytest.mark.parametrize("more", [(), ("--events",), ("--path", "2", "3")])
def test_a_name_begins_no_line(tmp_path, more):
    """Also where the whole verdict fits into a line, which is not broken then."""
    names = {"hostA": "x\u2028y", "hostC": "x\x85\x85", "sw1": "\nab", "osmt": "x\x0c\x85"}
    result = run("fabric", *more, renamed(tmp_path, **names))
    assert result.code == 0
    lines = result.out.split("\n")
    assert not any(char in line for line in lines for char in "\u2028\x85\x0c")
    assert any(r"x\u2028y" in line for line in lines)
    assert not any(line.startswith(("y", "ab")) for line in lines)
    if not more:
        assert sorted(line for line in lines[2:] if line and not line.startswith(" ")) == ["Next:"]


def test_no_fabric():
    assert "no management datagrams are in the capture" in run("fabric", "captures/rc_write.pcap").out
    assert members("captures/rc_write.pcap")["subnets"] == []


def test_nothing_comes_next_where_no_datagram_is():
    assert "Next" not in run("fabric", "captures/rc_write.pcap").out
    assert "Next" not in run("fabric", "captures/derived_empty.pcap").out
    assert run("fabric", "captures/nvmeof.pcap").out.endswith("Next:\n  ibpkt stats mad captures/nvmeof.pcap\n")


@needs(FABRICS)
def test_what_changed_between_two_captures():
    """The first phase has a link less, and with it other routes."""
    before, after = FABRICS / "part_chg_link_first_phase.pcap.gz", FABRICS / "chg_link_unplug_replug.pcap.gz"
    changes = members("--against", str(before), str(after))["changes"]
    assert [change["sentence"] for change in changes if change["what"] == "link-appeared"] == [
        "spine1 port 2 to leaf02 port 4 is new"
    ]
    assert {change["what"] for change in changes} == {"link-appeared", "routes-changed"}
    back = members("--against", str(after), str(before))["changes"]
    assert [change["what"] for change in back if change["what"].startswith("link")] == ["link-vanished"]


@needs(FABRICS)
@pytest.mark.parametrize("name", ["merge_ft2_ring_two_interfaces.pcapng.gz", "merge_star_ring_interleaved.pcap.gz"])
def test_two_subnets_stay_apart(name):
    if not (FABRICS / name).exists():
        name = name.removesuffix(".gz")
    screen = run("fabric", str(FABRICS / name)).out
    assert "2 subnets" in " ".join(screen.split())
    assert "Subnet 2:" in screen


@needs(FABRICS)
def test_joined_pieces_say_what_the_whole_says(tmp_path):
    whole = FABRICS / "chg_link_unplug_replug.pcap.gz"
    pieces = [str(tmp_path / name) for name in ("a.pcap", "b.pcap")]
    run("edit", str(whole), "-Y", "frame.number <= 1600", "-w", pieces[0])
    run("edit", str(whole), "-Y", "frame.number > 1600", "-w", pieces[1])
    joined, alone = members("--join", *reversed(pieces)), members(str(whole))
    assert joined["subnets"] == alone["subnets"]
    assert len(joined["files"]) == 2


def test_names_of_a_node_name_map(tmp_path):
    names = tmp_path / "node-name-map"
    names.write_text('0x0000000000200000 "leaf 1"\n0x0000000000100002 node7\n', encoding="utf-8")
    (subnet,) = members("--names", names, SMALL)["subnets"]
    assert [node["name"] for node in subnet["nodes"]] == ["hostA", "leaf 1", "node7", "hostC"]
    way = run("fabric", "--names", names, "--path", "node7", "hostC", SMALL).out
    assert "leaf 1" in way
    assert "sw1" not in way
    assert "hostB" not in run("fabric", "--names", names, "--events", SMALL).out


def test_the_packets_of_one_host():
    """What they say, and nothing else."""
    every, one = (members(*words, SMALL)["subnets"] for words in ((), ("--host", "LID 6")))
    assert one != every
    assert members("-Y", "infiniband.lrh.slid == 6 or infiniband.lrh.dlid == 6", SMALL)["subnets"] == one


def test_an_earlier_capture_that_is_not_there(tmp_path):
    """Against nothing everything would be new."""
    result = run("fabric", "--against", tmp_path / "none.pcap", SMALL)
    assert (result.code, result.out) == (3, "")
    assert "none.pcap" in result.err
    cut = tmp_path / "cut.pcap"
    cut.write_bytes((REPOSITORY / SMALL).read_bytes()[:-7])
    result = run("fabric", "--against", cut, SMALL)
    assert result.code == 3
    assert "nodes" in result.out


@needs(FABRICS)
@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("chg_link_unplug_replug", "1 link was down for 6.61 s; all is well now"),
        ("chg_switch_removed_back", "4 links were down, for 29.3 s together; all is well now"),
        ("bad_route_hole", "18 nodes; 2 problems: 9 routes do not arrive at node008 mlx5_0 (LID 2)"),
    ],
)
def test_the_verdict_has_a_number_and_a_place(name, verdict):
    """As the recordings' truths have it: the link of leaf02, the ports of a switch, the entries that were removed."""
    path = os.path.relpath(FABRICS / f"{name}.pcap.gz", REPOSITORY)  # a long name would not fit into a line
    title = run("fabric", path).out.partition("\n\n")[0]
    assert " ".join(title.split()) == f"{path}: {verdict}"

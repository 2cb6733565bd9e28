"""What ibnetdiscover, ibtracert, ibroute, saquery and others printed in recorded sessions is what a capture tells."""

from __future__ import annotations

import ipaddress
import re

import pytest

from ibpkt.fabric.counter_reads import error_counters
from ibpkt.fabric.exports import ibnetdiscover_text
from ibpkt.fabric.model import NO_PATH, NodeKind
from ibpkt.fabric.paths import FabricPaths
from ibpkt.protocols.mad.perf import PortCounters, PortCountersExtended
from tests.fabric.exports.test_ibsim import blocks
from tests.fabric.tool_text import FOLDER, outputs, records, subnet_until
from tests.support.shared import needs

SESSIONS = ("ib_small", "ib_fattree")
ALL = [(session, said) for session in SESSIONS for said in outputs(session)]
KINDS = {"Channel Adapter": NodeKind.ADAPTER, "Switch": NodeKind.SWITCH}


def sessions(pattern):
    """The outputs of commands, as parameters of a test."""
    found = [
        pytest.param(session, said, id=f"{session}-{said.command}")
        for session, said in ALL
        if re.fullmatch(pattern, said.command)
    ]
    return pytest.mark.parametrize(("session", "said"), found or [pytest.param("", None, marks=needs(FOLDER))])


def by_lid(subnet):
    return subnet.owners()


def switch_of(subnet, lid):
    node, _port = by_lid(subnet)[lid]
    assert node.kind is NodeKind.SWITCH
    return node


@needs(FOLDER)
def test_there_are_outputs():
    commands = [said.command.split()[0] for _session, said in ALL]
    assert {"ibnetdiscover", "ibtracert", "ibroute", "saquery", "smpquery", "dump_lfts", "dump_mfts"} <= {*commands}
    assert commands.count("saquery") > 30


@sessions("ibnetdiscover")
def test_ibnetdiscover(session, said):
    assert blocks(ibnetdiscover_text(subnet_until(session, said.until))) == blocks("\n".join(said.lines) + "\n")


@sessions(r"ibtracert \d+ \d+")
def test_ibtracert(session, said):
    """``[1] -> switch port {0x…}[2] lid 4-4 "Leaf1"``: the port out of a hop, and into the next."""
    subnet = subnet_until(session, said.until)
    source, destination = said.command.split()[1:]
    (path,) = FabricPaths(subnet).between(source, destination)
    assert path.broken == ""
    hops = [
        (int(out), kind, int(guid, 16), int(into), int(first), int(last), name)
        for out, kind, guid, into, first, last, name in re.findall(
            r'^\[(\d+)\] -> (switch|ca) port \{(0x\w+)\}\[(\d+)\] lid (\d+)-(\d+) "(.*)"$', "\n".join(said.lines), re.M
        )
    ]
    found = []
    for here, after in zip(path.hops, path.hops[1:], strict=False):
        switch = after.node.kind is NodeKind.SWITCH
        port = after.node.ports[0 if switch else after.in_port]
        last = port.lid + (1 << port.lmc) - 1
        kind = "switch" if switch else "ca"
        found.append((here.out_port, kind, port.guid, after.in_port, port.lid, last, after.node.name))
    assert found == hops
    assert len(hops) > 1


def rows_of(lines):
    """The rows of a forwarding table as ibroute prints it: port, kind, GUID and name of the destination by LID."""
    return {
        int(lid, 16): (int(port), KINDS[kind], int(guid, 16), name)
        for lid, port, kind, guid, name in re.findall(
            r"^(0x\w{4}) (\d{3}) : \((Channel Adapter|Switch) portguid (0x\w+): '(.*)'\)$", "\n".join(lines), re.M
        )
    }


def told_rows(subnet, switch):
    """The same of a table that a capture told; of several LIDs of one port the tools print the first."""
    owners, found = by_lid(subnet), {}
    for lid, out in enumerate(switch.forwarding.tolist()):
        if out != NO_PATH and lid == owners[lid][1].lid:
            node, port = owners[lid]
            found[lid] = (out, node.kind, port.guid, node.name)
    return found


@sessions(r"ibroute \d+")
def test_ibroute(session, said):
    subnet = subnet_until(session, said.until)
    rows = rows_of(said.lines)
    assert told_rows(subnet, switch_of(subnet, int(said.command.split()[1]))) == rows
    assert len(rows) > 3


@sessions("dump_lfts|dump_fts")
def test_dumped_tables(session, said):
    subnet = subnet_until(session, said.until)
    parts = re.split(r"^Unicast lids .* guid (0x\w+) .*$", "\n".join(said.lines), flags=re.M)[1:]
    tables = {int(guid, 16): rows_of(rows.splitlines()) for guid, rows in zip(parts[::2], parts[1::2], strict=True)}
    assert {switch.guid: told_rows(subnet, switch) for switch in subnet.switches} == tables


@sessions(r"dump_mfts|ibroute -M \d+")
def test_multicast_tables(session, said):
    """A line for each group, with an x under each of its ports; two columns a port."""
    subnet = subnet_until(session, said.until)
    parts = re.split(r"^Multicast mlids .* guid (0x\w+) .*$", "\n".join(said.lines), flags=re.M)[1:]
    assert parts
    for guid, text in zip(parts[::2], parts[1::2], strict=True):
        rows = {}
        for lid, marks in re.findall(r"^(0x\w{4}) {6}(.*)$", text, re.M):  # of port 0 at column 12
            rows[int(lid, 16)] = sum(1 << port for port, mark in enumerate(marks[::2]) if mark == "x")
        found = {lid: ports for lid, ports in subnet.nodes[int(guid, 16)].multicast.items() if ports}
        assert found == rows


@sessions("saquery NR")
def test_node_records(session, said):
    subnet = subnet_until(session, said.until)
    for each in records(said.lines):
        node, port = by_lid(subnet)[int(each["lid"])]
        numbers = [int(each[name], 16) for name in ("sys_guid", "device_id", "revision", "vendor_id")]
        assert (node.kind, node.num_ports, node.guid) == (
            KINDS[each["node_type"]], int(each["num_ports"]), int(each["node_guid"], 16),
        )  # fmt: skip
        assert [node.system_guid, node.device, node.revision, node.vendor] == numbers
        assert (port.guid, node.name) == (int(each["port_guid"], 16), each["NodeDescription"])
    assert len(list(records(said.lines))) >= len(subnet.nodes) - 1  # one is isolated for a while


RATES = {"2.5": "SDR", "5.0": "DDR", "10.0": "QDR", "14.0625": "FDR", "25.78125": "EDR", "53.125": "HDR"}


def check_port(port, each):
    """PortInfo as tools print it."""
    told = {re.sub(r"\W", "", name).lower(): value.partition("\n")[0] for name, value in each.items()}
    told = {name: None if value == "?(0)" else value for name, value in told.items()}  # switch port 0 has no link
    assert port.state == told["linkstate"]
    if port.state == "Down":  # OpenSM does not keep what else such a port said
        return
    assert port.physical_state == told["physlinkstate"]
    assert str(port.mtu_cap or None) == str(told["mtucap"])
    assert (port.vl_cap or None, port.vls or None) == (told["vlcap"], told["opervls"])
    if port.lid:  # ports of switches repeat the LID of port 0
        assert (port.lid, port.lmc) == (int(told["lid"]), int(told["lmc"]))
    assert port.master_lid == int(told["smlid"])
    assert port.vl_high_limit == int(told["vlhighlimit"])
    assert port.capabilities == int(told["capmask"], 16)
    if port.state == "Active":
        extended = told.get("linkspeedextactive") or ""
        speed = extended if extended.endswith("Gbps") else told["linkspeedactive"]
        assert f"{port.lanes}X" == told["linkwidthactive"]
        assert port.speed == RATES[speed.removesuffix(" Gbps")]
        assert str(port.mtu or None) == str(told["neighbormtu"])


@sessions("saquery PIR")
def test_port_info_records(session, said):
    subnet = subnet_until(session, said.until)
    count = 0
    for each in records(said.lines):
        node, _port = by_lid(subnet)[int(each["EndPortLid"])]
        check_port(node.ports[int(each["PortNum"])], each)
        count += 1
    assert count >= len(subnet.nodes) - 1 + sum(node.num_ports for node in subnet.switches)


@sessions(r"smpquery portinfo \d+ \d+")
def test_port_info(session, said):
    subnet = subnet_until(session, said.until)
    lid, number = map(int, said.command.split()[2:])
    (each,) = records(said.lines)
    check_port(by_lid(subnet)[lid][0].ports[number], each)


@sessions("saquery LR")
def test_link_records(session, said):
    subnet = subnet_until(session, said.until)
    lid_of = {node.guid: port.lid for node, port in subnet.end_ports()}
    found = {
        (lid_of[one.guid], one_port, lid_of[other.guid], other_port)
        for link in subnet.links
        for one, one_port, other, other_port in (
            (link.a, link.a_port, link.b, link.b_port),
            (link.b, link.b_port, link.a, link.a_port),
        )
    }
    names = ("FromLID", "FromPort", "ToLID", "ToPort")
    assert found == {tuple(int(each[name]) for name in names) for each in records(said.lines)}


@sessions("saquery PR|saquery -p .*")
def test_path_records(session, said):
    subnet = subnet_until(session, said.until)
    told = {(int(each["slid"]), int(each["dlid"])): int(each["sl"], 16) for each in records(said.lines)}
    assert told
    assert told.items() <= subnet.path_sl.items()


@sessions("saquery SMIR")
def test_manager_records(session, said):
    (manager,) = subnet_until(session, said.until).managers
    (each,) = records(said.lines)
    assert (manager.lid, manager.guid, manager.priority) == (
        int(each["LID"]), int(each["GUID"], 16), int(each["Priority"]),
    )  # fmt: skip
    assert manager.states[-1].state == {"3": "master"}[each["SMState"]]


@sessions("saquery SWIR")
def test_switch_records(session, said):
    subnet = subnet_until(session, said.until)
    told = {int(each["LID"]): int(each["LinearFDBTop"], 16) for each in records(said.lines)}
    assert told == {switch.ports[0].lid: switch.linear_top for switch in subnet.switches}


@sessions("saquery LFTR")
def test_forwarding_records(session, said):
    subnet = subnet_until(session, said.until)
    told = list(records(said.lines))
    for each in told:
        rows = [tuple(map(int, row)) for row in re.findall(r"^(\d+)\t(\d+)$", each["Block"], re.M)]
        switch = switch_of(subnet, int(each["LID"]))
        assert len(rows) == 64
        assert [switch.egress(lid) for lid, _port in rows] == [port for _lid, port in rows]
    assert {int(each["LID"]) for each in told} == {switch.ports[0].lid for switch in subnet.switches}


@sessions("saquery MFTR")
def test_multicast_records(session, said):
    subnet = subnet_until(session, said.until)
    for each in records(said.lines):
        switch = switch_of(subnet, int(each["LID"]))
        shift = 16 * int(each["Position"])
        for lid, mask in re.findall(r"^(0xc\w{3})\t(0x\w+)$", each["Block"], re.M):
            assert switch.multicast.get(int(lid, 16), 0) >> shift & 0xFFFF == int(mask, 16)


@sessions("saquery GIR")
def test_guid_records(session, said):
    subnet = subnet_until(session, said.until)
    tables = {}
    for each in records(said.lines):
        row = [int(each[f"GUID {at}"], 16) for at in range(8)]
        tables.setdefault(int(each["LID"]), {})[int(each["Block"])] = row
    for lid, parts in tables.items():
        table = [guid for at in sorted(parts) for guid in parts[at]]
        port = by_lid(subnet)[lid][1]
        assert [*port.guids, *[0] * (len(table) - len(port.guids))] == table
        assert port.guids[0] == port.guid
    assert tables


@sessions(r"smpquery guidinfo \d+")
def test_guid_info(session, said):
    port = by_lid(subnet_until(session, said.until))[int(said.command.split()[2])][1]
    guids = [int(guid, 16) for guid in re.findall(r"0x\w{16}", "\n".join(said.lines))]
    assert list(port.guids) == [guid for guid in guids if guid]


def weighted(lanes, weights, form):
    """The turns of a table of arbitration up to the last with a weight."""
    turns = [(int(lane, form), int(weight, form)) for lane, weight in zip(lanes, weights, strict=True)]
    while turns and not turns[-1][1]:
        turns.pop()
    return tuple(turns)


@sessions("saquery VLAR")
def test_arbitration_records(session, said):
    subnet = subnet_until(session, said.until)
    tables = {}
    for each in records(said.lines):
        lines = each["Block"].splitlines()
        assert len(lines) == 5
        lanes, weights = (
            [number for line in lines[first::2] for number in re.findall(r"(\d+)\|", line)] for first in (1, 2)
        )
        place = int(each["LID"]), int(each["Port"])
        tables.setdefault(place, {})[int(lines[0])] = lanes, weights
    for (lid, number), parts in tables.items():
        node, own = by_lid(subnet)[lid]
        port = node.ports[number] if node.kind is NodeKind.SWITCH else own
        for found, halves in ((port.vl_low, (1, 2)), (port.vl_high, (3, 4))):
            there = [half for half in halves if half in parts]
            whole = [[number for half in there for number in parts[half][at]] for at in (0, 1)]
            assert found == weighted(*whole, 10)
    assert tables


@sessions(r"smpquery vlarb \d+ \d+")
def test_arbitration(session, said):
    lid, number = map(int, said.command.split()[2:])
    port = by_lid(subnet_until(session, said.until))[lid][0].ports[number]
    rows = [re.findall(r"\|0x(\w+)", line) for line in said.lines if line.startswith(("VL ", "WEIGHT"))]
    assert (port.vl_low, port.vl_high) == (weighted(*rows[:2], 16), weighted(*rows[2:], 16))
    assert port.vl_high


@sessions("saquery SL2VL")
def test_lane_records(session, said):
    subnet = subnet_until(session, said.until)
    count = 0
    for each in records(said.lines):
        node, _port = by_lid(subnet)[int(each["LID"])]
        *_, vls = each["OutPort"].splitlines()
        pair = int(each["InPort"]), int(each["OutPort"].splitlines()[0])
        key = pair if node.kind is NodeKind.SWITCH else (0, 0)
        assert node.sl_to_vl[key] == tuple(map(int, re.findall(r"(\d+)\|", vls)))
        count += 1
    assert count > len(subnet.nodes)


@sessions(r"smpquery sl2vl \d+ \d+")
def test_lanes(session, said):
    node, _port = by_lid(subnet_until(session, said.until))[int(said.command.split()[2])]
    for ingress, egress, vls in re.findall(r"in +(\d+), out +(\d+): (.*)", "\n".join(said.lines)):
        assert node.sl_to_vl[int(ingress), int(egress)] == tuple(map(int, re.findall(r"(\d+)\|", vls)))


@sessions(r"saquery (--smkey 1 )?PKTR")
def test_partition_records(session, said):
    subnet = subnet_until(session, said.until)
    tables = {}
    for each in records(said.lines):
        first, *rest = each["Block"].splitlines()
        keys = [int(key, 16) for key in re.findall(r"0x\w{4}", "\n".join([*rest, each.get("PKey Table", "")]))]
        tables.setdefault((int(each["LID"]), int(each["Port"])), {})[int(first)] = keys
    assert len(tables) > 3
    for (lid, number), parts in tables.items():
        node, own = by_lid(subnet)[lid]
        port = node.ports[number] if node.kind is NodeKind.SWITCH else own
        assert list(port.p_keys) == [key for at in sorted(parts) for key in parts[at] if key & 0x7FFF]


@sessions(r"smpquery pkeys \d+ \d+")
def test_partition_keys(session, said):
    lid, number = map(int, said.command.split()[2:])
    port = by_lid(subnet_until(session, said.until))[lid][0].ports[number]
    keys = [int(key, 16) for key in re.findall(r"(0x\w{4})\b", "\n".join(said.lines))]
    assert list(port.p_keys) == [key for key in keys if key]


def gid_of(text):
    return ipaddress.IPv6Address(text).packed


@sessions("saquery (MCMR|-g)")
def test_multicast_groups(session, said):
    found = {(group.gid, group.mlid, group.p_key) for group in subnet_until(session, said.until).groups}
    told = {
        (gid_of(each["MGID"]), int(each.get("mlid") or each["Mlid"], 16), int(each["pkey"], 16))
        for each in records(said.lines)
    }
    assert told
    assert found == told


@sessions("saquery SR")
def test_service_records(session, said):
    found = {
        (service.service_id, service.gid, service.p_key, service.name)
        for service in subnet_until(session, said.until).services
    }
    told = {
        (int(each["ServiceID"], 16), gid_of(each["ServiceGID"]), int(each["ServiceP_Key"], 16), each["ServiceName"])
        for each in records(said.lines)
    }
    assert found == told


@sessions(r"perfquery (-x )?\d+ \d+")
def test_error_counters(session, said):
    subnet = subnet_until(session, said.until)
    lid, number = map(int, said.command.split()[-2:])
    guid = by_lid(subnet)[lid][0].guid
    (each,) = records(said.lines)
    names = error_counters(PortCountersExtended if "-x" in said.command else PortCounters)
    labels = {field.label for field in PortCounters.fields if field.name in names} & each.keys()
    found = {
        counter.name: counter.value for counter in subnet.counters if (counter.guid, counter.port) == (guid, number)
    }
    assert {name: found.get(name, 0) for name in labels} == {name: int(each[name]) for name in labels}


@sessions("iblinkinfo")
def test_rates_of_links(session, said):
    subnet = subnet_until(session, said.until)
    found = set()
    for lid, port, width, speed, other, other_port in re.findall(
        r"\s(\d+) +(\d+)\[ *\] ==\( (\d+)X +([\d.]+) Gbps +Active/ +LinkUp\)==> +(\d+) +(\d+)\[", "\n".join(said.lines)
    ):
        ends = sorted([(int(lid), int(port)), (int(other), int(other_port))])
        found.add((*ends, int(width), RATES[speed]))
    lid_of = {node.guid: port.lid for node, port in subnet.end_ports()}
    assert found == {
        (*sorted([(lid_of[link.a.guid], link.a_port), (lid_of[link.b.guid], link.b_port)]), link.lanes, link.speed)
        for link in subnet.links
    }


@sessions("ibhosts|ibswitches")
def test_nodes(session, said):
    subnet = subnet_until(session, said.until)
    nodes = subnet.switches if said.command == "ibswitches" else subnet.end_nodes
    told = re.findall(r'^\w+\t: (0x\w+) ports (\d+) "(.*?)"', "\n".join(said.lines), re.M)
    assert {(int(guid, 16), int(ports), name) for guid, ports, name in told} == {
        (node.guid, node.num_ports, node.name) for node in nodes
    }

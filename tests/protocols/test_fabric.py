"""What the management of two recorded fabrics carries, against what opensm's and infiniband-diags' tools printed of it.

The tables that the tools asked for span many RMPP segments, which are put together.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any

import pytest

import ibpkt
from ibpkt.packet import Packet
from ibpkt.protocols import header_named
from ibpkt.protocols.annotation_headers import RMPPTable
from ibpkt.protocols.mad.base import METHODS, RMPP_TYPES
from ibpkt.protocols.mad.sa import RECORDS
from ibpkt.schema import Header
from tests.support.shared import CAPTURES, capture

GET_TABLE_RESP = next(number for number, name in METHODS.items() if name == "GetTableResp")
DATA = next(number for number, name in RMPP_TYPES.items() if name == "DATA")
FABRICS = ("ib_small", "ib_fattree")

#: what saquery calls a record -> ours, and for each of its names our leaf
PRINTED = {
    "NodeRecord": (
        "NodeRecord",
        {
            "lid": "lid",
            "base_version": "baseversion",
            "class_version": "classversion",
            "num_ports": "numports",
            "sys_guid": "systemimageguid",
            "node_guid": "nodeguid",
            "port_guid": "portguid",
            "partition_cap": "partitioncap",
            "device_id": "deviceid",
            "revision": "revision",
            "port_num": "localportnum",
            "vendor_id": "vendorid",
            "NodeDescription": "nodestring",
        },
    ),
    "PortInfoRecord": (
        "PortInfoRecord",
        {
            "EndPortLid": "endportlid",
            "PortNum": "portnum",
            "Options": "options",
            "GidPrefix": "gidprefix",
            "Lid": "lid",
            "SMLid": "mastersmlid",
            "CapMask": "capabilitymask",
            "DiagCode": "diagcode",
            "MkeyLeasePeriod": "m_keyleaseperiod",
            "LocalPort": "localportnum",
            "LinkState": "portstate",
            "PhysLinkState": "portphysicalstate",
            "ProtectBits": "m_keyprotectbits",
            "LMC": "lmc",
            "NeighborMTU": "neighbormtu",
            "SMSL": "mastersmsl",
            "VLHighLimit": "vlhighlimit",
            "VLArbHighCap": "vlarbitrationhighcap",
            "VLArbLowCap": "vlarbitrationlowcap",
            "VLStallCount": "vlstallcount",
            "HoqLife": "hoqlife",
            "PartEnforceInb": "partitionenforcementinbound",
            "PartEnforceOutb": "partitionenforcementoutbound",
            "FilterRawInb": "filterrawinbound",
            "FilterRawOutb": "filterrawoutbound",
            "GuidCap": "guidcap",
            "ClientReregister": "clientreregister",
            "SubnetTimeout": "subnettimeout",
            "RespTimeVal": "resptimevalue",
            "LocalPhysErr": "localphyerrors",
            "OverrunErr": "overrunerrors",
            "CapabilityMask2": "capabilitymask2",
        },
    ),
    "LinkRecord": ("LinkRecord", {"FromLID": "fromlid", "FromPort": "fromport", "ToPort": "toport", "ToLID": "tolid"}),
    "PathRecord": (
        "PathRecord",
        {
            "service_id": "serviceid",
            "dgid": "dgid",
            "sgid": "sgid",
            "dlid": "dlid",
            "slid": "slid",
            "tclass": "tclass",
            "pkey": "p_key",
            "qos_class": "qosclass",
            "sl": "sl",
            "preference": "preference",
        },
    ),
    "MCMember Record": (
        "MCMemberRecord",
        {
            "MGID": "mgid",
            "PortGid": "portgid",
            "qkey": "q_key",
            "mlid": "mlid",
            "TClass": "tclass",
            "pkey": "p_key",
            "SL": "sl",
            "FlowLabel": "flowlabel",
            "HopLimit": "hoplimit",
            "Scope": "scope",
            "JoinState": "joinstate",
            "ProxyJoin": "proxyjoin",
        },
    ),
    "SMInfoRecord": (
        "SMInfoRecord",
        {
            "LID": "lid",
            "GUID": "guid",
            "SM_Key": "sm_key",
            "ActCount": "actcount",
            "Priority": "priority",
            "SMState": "smstate",
        },
    ),
    "SwitchInfoRecord": (
        "SwitchInfoRecord",
        {
            "LID": "lid",
            "LinearFDBCap": "linearfdbcap",
            "RandomFDBCap": "randomfdbcap",
            "MulticastFDBCap": "multicastfdbcap",
            "LinearFDBTop": "linearfdbtop",
            "DefaultPort": "defaultport",
            "LIDsPerPort": "lidsperport",
            "PartitionEnforcementCap": "partitionenforcementcap",
            "MulticastFDBTop": "multicastfdbtop",
        },
    ),
    "GUIDInfo Record": ("GUIDInfoRecord", {"LID": "lid", "Block": "blocknum"}),
}
QUERIES = {
    "NodeRecord": "NR",
    "PortInfoRecord": "PIR",
    "LinkRecord": "LR",
    "PathRecord": "PR",
    "MCMember Record": "MCMR",
    "SMInfoRecord": "SMIR",
    "SwitchInfoRecord": "SWIR",
    "GUIDInfo Record": "GIR",
}


@functools.cache
def printed(fabric: str) -> dict[str, str]:
    """What each command printed, the first time that it was run."""
    path = CAPTURES / "recorded" / f"{fabric}.truth.txt"
    if not path.exists():
        pytest.skip(f"{path.name} is not beside this repository")
    texts: dict[str, str] = {}
    for part in path.read_text(encoding="utf-8").split("\n### [")[1:]:
        head, _, text = part.partition("\n")
        texts.setdefault(head.partition("] ")[2], text.partition("\n### rc=")[0])
    return texts


@functools.cache
def packets(fabric: str) -> tuple[Packet, ...]:
    with ibpkt.open(capture(f"{fabric}.pcap")).follow() as source:
        return tuple(packet for packet in source if "MAD" in packet)


@functools.cache
def tables(fabric: str) -> dict[str, list[tuple[dict[str, Any], ...]]]:
    """The tables that SA answered with, by the name of their record: raw values of every record."""
    found: dict[str, list[tuple[dict[str, Any], ...]]] = {}
    for packet in packets(fabric):
        if "SA" not in packet or packet.mad.method != GET_TABLE_RESP or packet.rmpp.rmpptype != DATA:
            continue
        header = RECORDS.get(packet.mad.attributeid)
        single = packet.rmpp.first and packet.rmpp.last
        whole = any(layer.header is RMPPTable for layer in packet.annotations)
        if header is not None and (single or whole):
            layers = packet.annotations if whole else packet.layers
            found.setdefault(header.name, []).append(tuple(layer.raw for layer in layers if layer.header is header))
    return found


def dumps(text: str, what: str) -> Iterator[dict[str, str]]:
    """The records of saquery's output."""
    for part in text.split(f"{what} dump:\n")[1:]:
        pairs = (re.fullmatch(r"\s*([\w ]+?):?\.{2,}\s*(.*)", line) for line in part.splitlines())
        # a warning of the tool's may have got into a line
        yield {pair[1]: pair[2] for pair in pairs if pair and "ibwarn" not in pair[2]}


def equal(header: Header, name: str, raw: Any, text: str) -> bool:
    """Whether a raw value is what a tool printed: a number, or the name of one; ``?(0)`` is one without a name."""
    leaf = header.leaf(name)
    text = re.sub(r"\?\((\d+)\)", r"\1", text)
    if leaf.wide:
        return leaf.text(raw).rstrip() == text.strip()
    if re.fullmatch(r"(0x)?[0-9A-Fa-f]+", text) and (text[:2] == "0x" or text.isdecimal()):
        known = int(text, 16) if text[:2] == "0x" else int(text)
        return raw == known or leaf.enum.get(raw) == text
    return leaf.enum.get(raw, "").lower() == text.lower()


@pytest.mark.parametrize("fabric", FABRICS)
@pytest.mark.parametrize("what", PRINTED)
def test_records_are_what_saquery_printed(fabric, what):
    name, fields = PRINTED[what]
    header = header_named(name)
    wanted = list(dumps(printed(fabric)[f"saquery {QUERIES[what]}"], what))
    assert wanted
    assert set(fields) <= wanted[0].keys()
    assert sum(len(set(fields) - dump.keys()) for dump in wanted) < 5
    whole = [table for table in tables(fabric)[name] if len(table) == len(wanted)]
    matching = [
        table
        for table in whole
        if all(
            equal(header, leaf, record[leaf], dump[theirs])
            for record, dump in zip(table, wanted, strict=True)
            for theirs, leaf in fields.items()
            if theirs in dump
        )
    ]
    assert matching, (len(whole), wanted[0])


@pytest.mark.parametrize("fabric", FABRICS)
def test_forwarding_tables_of_sa(fabric):
    wanted = []
    for part in printed(fabric)["saquery LFTR"].split("LFT Record dump:\n")[1:]:
        lid, block = (int(re.search(rf"{name}\.+(\d+)", part)[1]) for name in ("LID", "Block"))
        rows = dict(tuple(map(int, row)) for row in re.findall(r"^\s*(\d+)\t(\d+)", part, re.MULTILINE))
        wanted.append((lid, block, rows))
    found = [
        [(each["lid"], each["blocknum"], dict(enumerate(each["port"], each["blocknum"] * 64))) for each in table]
        for table in tables(fabric)["LinearForwardingTableRecord"]
    ]
    assert wanted
    assert any(
        len(table) == len(wanted)
        and all(
            mine[:2] == theirs[:2] and theirs[2].items() <= mine[2].items()
            for mine, theirs in zip(table, wanted, strict=True)
        )
        for table in found
    )


@pytest.mark.parametrize("fabric", FABRICS)
def test_virtual_lanes_of_sa(fabric):
    compute = header_named("SLtoVLMappingTableRecord").leaf("vl").compute
    wanted = [
        (*map(int, numbers[:3]), " ".join(numbers[3].replace("|", " ").split()))
        for numbers in re.findall(
            r"LID\.+(\d+)\s+InPort\.+(\d+)\s+OutPort\.+(\d+)\s+SL:[^\n]*\n\s+VL:([^\n]*)",
            printed(fabric)["saquery SL2VL"],
        )
    ]
    found = [
        [
            (
                each["lid"],
                each["inputportnum"],
                each["outputportnum"],
                compute(each["sltovlhighbits"], each["sltovllowbits"]),
            )
            for each in table
        ]
        for table in tables(fabric)["SLtoVLMappingTableRecord"]
    ]
    assert wanted
    assert wanted in found
    lists = [
        (int(lid), int(port), int(block), tuple(int(number) for number in re.findall(r"(\d+)\|", rest)))
        for lid, port, block, rest in re.findall(
            r"LID\.+(\d+)\s+Port\.+(\d+)\s+Block\.+(\d+)\s+((?:\s*(?:VL|Weight)\s*:[^\n]*\n?)+)",
            printed(fabric)["saquery VLAR"],
        )
    ]
    arbitration = [
        [
            (
                each["lid"],
                each["outputportnum"],
                each["blocknum"],
                (*each["vl"][:16], *each["weight"][:16], *each["vl"][16:], *each["weight"][16:]),
            )
            for each in table
        ]
        for table in tables(fabric)["VLArbitrationTableRecord"]
    ]
    assert lists
    assert lists in arbitration


# -- subnet management ----------------------------------------------------------------------------------------------


def responses(fabric: str, attribute: str) -> Iterator[Packet]:
    """The good answers with an attribute."""
    for packet in packets(fabric):
        if attribute in packet and packet.mad.response and packet.mad.outcome == "OK" and "SA" not in packet:
            yield packet


def nodes(fabric: str) -> dict[int, tuple[int, int, str]]:
    """What ibnetdiscover printed: NodeGUID -> node type, ports, description."""
    found = {}
    text = printed(fabric)["ibnetdiscover"]
    for kind, ports, guid, name in re.findall(r'^(Switch|Ca)\t(\d+) "[SH]-(\w+)"\s*# "([^"]*)"', text, re.MULTILINE):
        found[int(guid, 16)] = ({"Ca": 1, "Switch": 2}[kind], int(ports), name)
    return found


@pytest.mark.parametrize("fabric", FABRICS)
def test_nodes(fabric):
    """Types, ports and GUIDs of all nodes, and their descriptions."""
    wanted = nodes(fabric)
    infos = {
        packet.nodeinfo.nodeguid: (packet.nodeinfo.nodetype, packet.nodeinfo.numports)
        for packet in responses(fabric, "NodeInfo")
    }
    assert infos == {guid: known[:2] for guid, known in wanted.items()}
    named = {packet.nodedescription.nodestring for packet in responses(fabric, "NodeDescription")}
    assert {known[2] for known in wanted.values()} <= named


@pytest.mark.parametrize("fabric", FABRICS)
def test_lids(fabric):
    """The LIDs that the subnet manager gave to the ports, by the GUIDs of the nodes at the same paths."""
    text = printed(fabric)["ibnetdiscover"]
    at: dict[str, int] = {}
    lids: dict[int, set[int]] = {}
    switches = {guid for guid, known in nodes(fabric).items() if known[0] == 2}
    for packet in packets(fabric):
        if "DirectedPaths" not in packet or not packet.mad.response:
            continue
        path = packet.directedpaths.outbound
        if "NodeInfo" in packet and packet.mad.outcome == "OK":
            at[path] = packet.nodeinfo.nodeguid
        if "PortInfo" in packet and packet.mad.method == 0x81 and path in at:
            port = packet.portinfo.port
            if (at[path] in switches) == (port == 0):
                lids.setdefault(at[path], set()).add(packet.portinfo.lid)
    printed_lids = {int(guid, 16): int(lid) for guid, lid in re.findall(
        r'^Switch\t\d+ "S-(\w+)"\s*# "[^"]*"[^\n]* lid (\d+)', text, re.MULTILINE)}  # fmt: skip
    assert printed_lids.keys() == switches
    for guid, lid in printed_lids.items():
        assert lid in lids[guid], hex(guid)


@pytest.mark.parametrize("fabric", FABRICS)
def test_one_node_asked_for(fabric):
    """`smpquery portinfo` of a LID and a port against the answer that it got."""
    query, text = next(
        (name, text)
        for name, text in printed(fabric).items()
        if re.fullmatch(r"smpquery portinfo \d+ 1", name) and "LinkState" in text
    )
    lid = int(query.split()[2])
    shown = dict(re.findall(r"^(\w+):\.*(.*)$", text, re.MULTILINE))
    header = header_named("PortInfo")
    names = PRINTED["PortInfoRecord"][1]
    fitting = [
        packet.portinfo
        for packet in responses(fabric, "PortInfo")
        if packet.lrh.slid & ~1 == lid & ~1 and packet.portinfo.port == 1
    ]
    assert fitting
    assert any(
        all(
            equal(header, names[name], layer.raw[names[name]], value)
            for name, value in shown.items()
            if name in names and names[name] in header.by_name
        )
        for layer in fitting
    )
    assert {
        "Lid",
        "SMLid",
        "CapMask",
        "LinkState",
        "PhysLinkState",
        "LMC",
        "NeighborMTU",
    } <= shown.keys() & names.keys()


def test_forwarding_tables_of_switches():
    """The last linear forwarding tables that the subnet manager wrote, against `dump_lfts`."""
    fabric = "ib_fattree"
    wanted = {}
    for guid, text in re.findall(
        r"guid 0x(\w+) \([^)]*\):\n(.*?)(?=Unicast|\Z)", printed(fabric)["dump_lfts"], re.DOTALL
    ):
        rows = re.findall(r"^0x(\w{4}) (\d{3}) :", text, re.MULTILINE)
        wanted[int(guid, 16)] = {int(lid, 16): int(port) for lid, port in rows}
    assert len(wanted) == 6
    at: dict[str, int] = {}
    found: dict[int, dict[int, int]] = {}
    for packet in packets(fabric):
        if "DirectedPaths" not in packet or packet.mad.method != 0x81:
            continue
        path = packet.directedpaths.outbound
        if "NodeInfo" in packet:
            at[path] = packet.nodeinfo.nodeguid
        if "LinearForwardingTable" in packet and path in at:
            table = packet.linearforwardingtable
            found.setdefault(at[path], {}).update(enumerate(table.port, table.firstlid))
    for guid, rows in wanted.items():
        assert rows.items() <= found[guid].items(), hex(guid)


def test_lanes_of_switches():
    """P_Keys, GUIDs, SL to VL and arbitration of a switch, as `smpquery` printed them."""
    fabric = "ib_small"
    text = printed(fabric)

    def answers(attribute: str) -> list[Any]:
        return [packet[attribute] for packet in responses(fabric, attribute) if packet.lrh.slid == 4]

    vls = {(int(i), int(o)): " ".join(row.replace("|", " ").split())
           for i, o, row in re.findall(r"in +(\d+), out +(\d+): ([^\n]*)", text["smpquery sl2vl 4 1"])}  # fmt: skip
    found = {(layer.inputport, layer.outputport): layer.vl for layer in answers("SLtoVLMappingTable")}
    assert vls
    assert vls.items() <= found.items()
    keys = [int(key, 16) for key in re.findall(r"0x(\w{4})", text["smpquery pkeys 4 1"])]
    shown = {}
    for layer in answers("P_KeyTable"):
        if layer.port == 1:
            pairs = zip(layer.membershiptype, layer.p_keybase, strict=True)
            shown.update(enumerate((full << 15 | base for full, base in pairs), layer.first))
    assert [shown[place] for place in range(len(keys))] == keys
    low, high = (
        [int(number, 16) for number in re.findall(r"\|0x(\w+)", line)]
        for line in re.findall(r"WEIGHT:([^\n]*)", text["smpquery vlarb 4 1"])
    )
    blocks = {layer.block: list(layer.weight[:8]) for layer in answers("VLArbitrationTable") if layer.port == 1}
    assert (blocks["Low Priority, Lower Half"], blocks["High Priority, Lower Half"]) == (low, high)
    guids = [int(guid, 16) for guid in re.findall(r"0x(\w{16})", text["smpquery guidinfo 4"])]
    assert any(list(layer.guid[:2]) == guids and layer.first == 0 for layer in answers("GUIDInfo"))

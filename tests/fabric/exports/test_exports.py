"""Exports read back: the graph is the same, and no node description breaks a form."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings, strategies as st

from ibpkt.errors import CallerError
from ibpkt.fabric.exports import (
    ExportFormat,
    dot_text,
    export_format,
    export_subnet,
    forwarding_dump,
    graphml_text,
    ibnetdiscover_ports,
    ibnetdiscover_text,
    multicast_dump,
    networkx_graph,
    rustworkx_graph,
)
from ibpkt.fabric.model import NO_PATH, FabricSubnet, NodeKind, guid_text
from tests.fabric.generator import Drawn, TopologyKind, torus_2d, two_levels
from tests.fabric.subnets import route_shortest, subnet_of_drawn

#: what a packet may call a node: anything in 64 bytes
NAMES = st.text(max_size=20) | st.sampled_from(
    [
        '"];}',
        "</desc><script>alert(1)</script>",
        "\\N",
        "a\nb",
        "]]>",
        "&amp;",
        "\x00\x1b[31m",
        "‮",
        '# [1] "H-0"[1]',
        "'",
    ]
)


@st.composite
def named_subnets(draw):
    switches = draw(st.integers(0, 4))
    node = st.integers(0, max(0, switches - 1))
    cables = (
        draw(st.lists(st.tuples(node, node).filter(lambda ends: ends[0] != ends[1]), max_size=6)) if switches else []
    )
    adapters = draw(st.lists(st.integers(0, 3), min_size=switches, max_size=switches))
    subnet = subnet_of_drawn(Drawn(TopologyKind.IRREGULAR, (), switches, cables, adapters), lmc=draw(st.integers(0, 2)))
    for each in subnet.nodes.values():
        each.name = draw(NAMES)
    return subnet


def links_of(subnet):
    return sorted((link.a.guid, link.a_port, link.b.guid, link.b_port) for link in subnet.links)


def read_ibnetdiscover(text):
    """Nodes by GUID (kind, ports, LID) and links, out of a topology file: what its grammar says, nothing else."""
    nodes, ends, lids = {}, {}, {}
    guid = None
    for line in text.splitlines():
        if not line or line.startswith("#") or re.fullmatch(r"(vendid|devid|sysimgguid)=0x[0-9a-f]+", line):
            continue
        if re.fullmatch(r"(switch|ca|rt)guid=0x[0-9a-f]+(\([0-9a-f]+\))?", line):
            continue
        head = re.fullmatch(r'(Switch|Ca|Rt)\t(\d+) "[SHR]-([0-9a-f]{16})"\t\t# "([^"]*)"( .*)?', line)
        if head:
            guid = int(head[3], 16)
            nodes[guid] = (head[1], int(head[2]))
            if head[5]:
                lids[guid, 0] = tuple(map(int, re.fullmatch(r" base port 0 lid (\d+) lmc (\d+)", head[5]).groups()))
            continue
        port = re.fullmatch(
            r'\[(\d+)\](?:\(([0-9a-f]+)\) )?\t"[SHR]-([0-9a-f]{16})"\[(\d+)\](?: ?\([0-9a-f]+\) )?\t\t'
            r'# (?:lid (\d+) lmc (\d+) )?"([^"]*)" lid (\d+) (\d+x[A-Z0-9]+)',
            line,
        )
        assert port, line
        ends[guid, int(port[1])] = (int(port[3], 16), int(port[4]))
        if port[5]:
            lids[guid, int(port[1])] = (int(port[5]), int(port[6]))
    links = sorted({(*min(one, other), *max(one, other)) for one, other in ends.items()})
    assert all(ends[other] == one for one, other in ends.items())
    return nodes, links, lids


@given(named_subnets())
def test_ibnetdiscover_is_read_back(subnet):
    nodes, links, lids = read_ibnetdiscover(ibnetdiscover_text(subnet))
    words = {NodeKind.SWITCH: "Switch", NodeKind.ADAPTER: "Ca"}
    assert nodes == {guid: (words[node.kind], max(node.num_ports, *node.ports)) for guid, node in subnet.nodes.items()}
    assert links == links_of(subnet)
    assert lids == {(node.guid, port.number): (port.lid, port.lmc) for node, port in subnet.end_ports()}


@given(named_subnets())
def test_a_line_for_each_port(subnet):
    lines = ibnetdiscover_ports(subnet).splitlines()
    assert len(lines) == sum(number > 0 for node in subnet.nodes.values() for number in node.ports)
    assert sum(" - " in line.split("(")[0] for line in lines) == 2 * len(subnet.links)


@given(named_subnets())
def test_graphml_is_read_back(subnet):
    graph = ET.fromstring(graphml_text(subnet))
    space = "{http://graphml.graphdrawing.org/xmlns}"
    found = {each.get("id"): {data.get("key"): data.text for data in each} for each in graph.iter(f"{space}node")}
    assert list(found) == [guid_text(guid) for guid in subnet.nodes]
    for guid, node in subnet.nodes.items():
        assert found[guid_text(guid)]["kind"] == str(node.kind)
    edges = []
    for each in graph.iter(f"{space}edge"):
        data = {item.get("key"): item.text for item in each}
        edges.append(
            (int(each.get("source"), 16), int(data["a_port"]), int(each.get("target"), 16), int(data["b_port"]))
        )
        assert (data["rate"], data["gbps"]) == ("4xEDR", "100.0")
    assert sorted(edges) == links_of(subnet)


@given(named_subnets())
def test_dot_is_read_back(subnet):
    text = dot_text(subnet)
    token = re.compile(r'"((?:[^"\\]|\\.)*)"')
    assert text.startswith("graph fabric {")
    assert text.endswith("\n}\n")
    assert all(char.isprintable() or char == "\n" for char in text)
    bare = token.sub("Q", text)
    assert bare.count("{") == bare.count("}") == 1
    assert len(re.findall(r"^  Q \[label=Q, shape=(?:box|ellipse)\];$", bare, re.M)) == len(subnet.nodes)
    edges = re.findall(
        r'^  "(0x\w+)" -- "(0x\w+)" \[taillabel="(\d+)", headlabel="(\d+)", label="4xEDR"\];$', text, re.M
    )
    assert sorted((int(a, 16), int(a_port), int(b, 16), int(b_port)) for a, b, a_port, b_port in edges) == links_of(
        subnet
    )


@given(named_subnets())
@settings(max_examples=30)
def test_networkx_is_the_same_graph(subnet):
    pytest.importorskip("networkx", reason="networkx (ibpkt[graph]) is not installed")
    graph = networkx_graph(subnet)
    assert {int(guid, 16): data["name"] for guid, data in graph.nodes(data=True)} == {
        guid: node.name for guid, node in subnet.nodes.items()
    }
    found = []
    for one, other, data in graph.edges(data=True):
        found.append(tuple(sorted(((int(one, 16), data["a_port"]), (int(other, 16), data["b_port"])))))
    assert len(found) == len(subnet.links)


@given(named_subnets())
@settings(max_examples=30)
def test_rustworkx_is_the_same_graph(subnet):
    pytest.importorskip("rustworkx", reason="rustworkx (ibpkt[graph]) is not installed")
    graph = rustworkx_graph(subnet)
    nodes = graph.nodes()
    assert [node["guid"] for node in nodes] == [guid_text(guid) for guid in subnet.nodes]
    edges = [
        (int(nodes[a]["guid"], 16), data["a_port"], int(nodes[b]["guid"], 16), data["b_port"])
        for a, b, data in graph.weighted_edge_list()
    ]
    assert sorted(edges) == links_of(subnet)


def test_a_missing_library_is_a_sentence(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "networkx", None)
    with pytest.raises(CallerError, match=r"networkx is not installed; ibpkt\[graph\] brings it"):
        networkx_graph(FabricSubnet())


def test_forwarding_tables_are_read_back():
    subnet = subnet_of_drawn(two_levels(random.Random(3)), lmc=1)
    route_shortest(subnet)
    found = {}
    for line in forwarding_dump(subnet).splitlines():
        if head := re.match(
            r"Unicast lids \[0x0-0x([0-9a-f]+)\] of switch Lid (\d+) guid 0x([0-9a-f]{16}) \((.*)\):$", line
        ):
            rows = found[int(head[3], 16)] = {}
        elif row := re.match(r"0x([0-9a-f]{4}) (\d{3}) : \((.*) portguid 0x([0-9a-f]{16}): '(.*)'\)$", line):
            rows[int(row[1], 16)] = int(row[2])
        elif total := re.match(r"(\d+) valid lids dumped $", line):
            assert int(total[1]) == len(rows)
    expected = {
        node.guid: {lid: int(port) for lid, port in enumerate(node.forwarding) if port != NO_PATH}
        for node in subnet.switches
    }
    assert found == expected


def test_multicast_tables():
    """As dump_fts prints them: a column a port, under its last digit, and a line of tens above ten ports."""
    subnet = subnet_of_drawn(two_levels(random.Random(3), 11, 2))
    few = next(node for node in subnet.switches if node.num_ports < 10)
    many = next(node for node in subnet.switches if node.num_ports == 11)
    few.multicast = {0xC000: 0b1010, 0xC001: 0}
    many.multicast = {0xC002: 1 << 11 | 1}
    tables = [part.splitlines()[1:] for part in multicast_dump(subnet).split("Multicast mlids ")[1:]]
    small, large = sorted(tables, key=lambda lines: len(lines[0]))
    columns = " ".join(str(port) for port in range(few.num_ports + 1))
    room = "  " * (few.num_ports - 3)
    assert small == [f"     Ports: {columns} ", " MLid", f"0xc000        x   x {room}", "1 valid mlids dumped "]
    assert large == [
        "            0                   1   ",
        "     Ports: 0 1 2 3 4 5 6 7 8 9 0 1 ",
        " MLid",
        "0xc002      x                     x ",
        "1 valid mlids dumped ",
    ]


@pytest.mark.parametrize("form", list(ExportFormat))
def test_every_form_of_nothing_and_of_a_torus(form):
    assert isinstance(export_subnet(FabricSubnet(), form), str)
    assert export_subnet(subnet_of_drawn(torus_2d(random.Random(1))), form) or form is ExportFormat.MFT


def test_forms_by_ending():
    assert export_format("a/b.SVG") is ExportFormat.SVG
    assert export_format("x.net") is ExportFormat.IBNETDISCOVER
    with pytest.raises(CallerError, match=r"'\.svq' names no form of export.*did you mean \.svg"):
        export_format("x.svq")
    with pytest.raises(CallerError, match=r"known are \.net, \.topo, .*\.gv, .* and \.svg"):
        export_format("x.foo")

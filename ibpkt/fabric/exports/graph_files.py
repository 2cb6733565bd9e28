"""Graph files for other programs: DOT (Graphviz) and GraphML."""

from __future__ import annotations

from collections.abc import Iterator

from ibpkt.arguments import checked
from ibpkt.errors import escape_text
from ibpkt.fabric.exports.text import is_switch, lid_of, rate_text
from ibpkt.fabric.model import FabricLink, FabricNode, FabricSubnet, guid_text
from ibpkt.output.svg import escape_markup

#: what a node and a link of GraphML have: name and type of each
_NODE_KEYS = {"name": "string", "kind": "string", "guid": "string", "lid": "int", "ports": "int"}
_LINK_KEYS = {"a_port": "int", "b_port": "int", "rate": "string", "gbps": "double", "state": "string"}


def node_values(node: FabricNode) -> dict[str, str | int]:
    """What exports say of a node: name, kind, GUID, the LID of its first port that has one, ports."""
    lids = (lid_of(node, number) for number in sorted(node.ports))
    return {
        "name": node.name,
        "kind": str(node.kind),
        "guid": guid_text(node.guid),
        "lid": next((lid for lid in lids if lid), 0),
        "ports": node.num_ports,
    }


def link_values(link: FabricLink) -> dict[str, str | int | float]:
    """What exports say of a link: the ports of both ends, rate and state; what is not known is absent."""
    found: dict[str, str | int | float] = {"a_port": link.a_port, "b_port": link.b_port}
    if rate_text(link):
        found["rate"] = rate_text(link)
    if link.gbps is not None:
        found["gbps"] = link.gbps
    if link.state:
        found["state"] = link.state
    return found


@checked
def dot_text(subnet: FabricSubnet) -> str:
    """An undirected graph for Graphviz: switches as boxes, a label of the two ports on each link."""
    return "".join(f"{line}\n" for line in _dot(subnet))


def _dot(subnet: FabricSubnet) -> Iterator[str]:
    yield "graph fabric {"
    yield '  node [fontname="Helvetica"];'
    for node in subnet.nodes.values():
        shape = "box" if is_switch(node) else "ellipse"
        yield f"  {_dot_quoted(guid_text(node.guid))} [label={_dot_quoted(node.title)}, shape={shape}];"
    for link in subnet.links:
        ends = f"{_dot_quoted(guid_text(link.a.guid))} -- {_dot_quoted(guid_text(link.b.guid))}"
        yield f'  {ends} [taillabel="{link.a_port}", headlabel="{link.b_port}", label={_dot_quoted(rate_text(link))}];'
    yield "}"


def _dot_quoted(text: str) -> str:
    r"""A quoted string of DOT, in which a backslash begins an escape (``\N`` is the node's name)."""
    escaped = escape_text(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


@checked
def graphml_text(subnet: FabricSubnet) -> str:
    """An undirected GraphML graph; the identifier of a node is its GUID."""
    return "".join(f"{line}\n" for line in _graphml(subnet))


def _graphml(subnet: FabricSubnet) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    for where, keys in (("node", _NODE_KEYS), ("edge", _LINK_KEYS)):
        for name, kind in keys.items():
            yield f'  <key id="{name}" for="{where}" attr.name="{name}" attr.type="{kind}"/>'
    yield '  <graph id="fabric" edgedefault="undirected">'
    for node in subnet.nodes.values():
        yield f'    <node id="{guid_text(node.guid)}">{_data(node_values(node))}</node>'
    for number, link in enumerate(subnet.links):
        ends = f'source="{guid_text(link.a.guid)}" target="{guid_text(link.b.guid)}"'
        yield f'    <edge id="e{number}" {ends}>{_data(link_values(link))}</edge>'
    yield "  </graph>"
    yield "</graphml>"


def _data(values: dict[str, str | int] | dict[str, str | int | float]) -> str:
    return "".join(f'<data key="{key}">{escape_markup(str(value))}</data>' for key, value in values.items())

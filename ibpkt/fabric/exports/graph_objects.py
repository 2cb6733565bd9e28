"""Graphs of networkx and rustworkx; the extra ``ibpkt[graph]`` installs both."""

from __future__ import annotations

import importlib
from functools import partial
from typing import TYPE_CHECKING, Any

from ibpkt.arguments import checked
from ibpkt.errors import CallerError, optional_package
from ibpkt.fabric.exports.graph_files import link_values, node_values
from ibpkt.fabric.model import FabricSubnet, guid_text

if TYPE_CHECKING:
    import networkx
    import rustworkx


@checked
def networkx_graph(subnet: FabricSubnet) -> networkx.MultiGraph[str]:
    """A `networkx.MultiGraph`: nodes are GUIDs as text, a link for each cable, with what is known of both as data.

    Raises:
        CallerError: networkx is not installed.
    """
    module = _imported("networkx")
    graph: networkx.MultiGraph[str] = module.MultiGraph()
    for node in subnet.nodes.values():
        graph.add_node(guid_text(node.guid), **node_values(node))
    for link in subnet.links:
        graph.add_edge(guid_text(link.a.guid), guid_text(link.b.guid), **link_values(link))
    return graph


@checked
def rustworkx_graph(subnet: FabricSubnet) -> rustworkx.PyGraph[dict[str, Any], dict[str, Any]]:
    """A `rustworkx.PyGraph` with the same data, in dictionaries.

    Raises:
        CallerError: rustworkx is not installed.
    """
    module = _imported("rustworkx")
    graph: rustworkx.PyGraph[dict[str, Any], dict[str, Any]] = module.PyGraph()
    nodes = list(subnet.nodes.values())
    numbers = dict(zip((node.guid for node in nodes), graph.add_nodes_from(map(node_values, nodes)), strict=True))
    graph.add_edges_from([(numbers[link.a.guid], numbers[link.b.guid], link_values(link)) for link in subnet.links])
    return graph


def _imported(name: str) -> Any:
    with optional_package(partial(CallerError, f"{name} is not installed; ibpkt[graph] brings it", name=name)):
        module = importlib.import_module(name)
    return module  # noqa: RET504  # inside the block mypy would miss a return behind it

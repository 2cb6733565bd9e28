"""Fabrics for other programs: ibnetdiscover, forwarding dumps, DOT, GraphML, SVG, graph objects."""

from __future__ import annotations

from ibpkt.fabric.exports.formats import ExportFormat, export_format, export_subnet
from ibpkt.fabric.exports.forwarding_dump import forwarding_dump, multicast_dump
from ibpkt.fabric.exports.graph_files import dot_text, graphml_text
from ibpkt.fabric.exports.graph_objects import networkx_graph, rustworkx_graph
from ibpkt.fabric.exports.ibnetdiscover import ibnetdiscover_ports, ibnetdiscover_text

__all__ = [
    "ExportFormat",
    "dot_text",
    "export_format",
    "export_subnet",
    "forwarding_dump",
    "graphml_text",
    "ibnetdiscover_ports",
    "ibnetdiscover_text",
    "multicast_dump",
    "networkx_graph",
    "rustworkx_graph",
]

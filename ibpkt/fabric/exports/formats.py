"""The forms in which a subnet is exported, by the names that the command line knows."""

from __future__ import annotations

import enum

from ibpkt.arguments import by_ending, checked
from ibpkt.fabric.exports.forwarding_dump import forwarding_dump, multicast_dump
from ibpkt.fabric.exports.graph_files import dot_text, graphml_text
from ibpkt.fabric.exports.ibnetdiscover import ibnetdiscover_ports, ibnetdiscover_text
from ibpkt.fabric.model import FabricSubnet
from ibpkt.fabric.picture import topology_svg


class ExportFormat(enum.StrEnum):
    """Forms of an exported subnet."""

    IBNETDISCOVER = "ibnetdiscover"
    PORTS = "ports"
    LFT = "lft"
    MFT = "mft"
    DOT = "dot"
    GRAPHML = "graphml"
    SVG = "svg"


_WRITERS = {
    ExportFormat.IBNETDISCOVER: ibnetdiscover_text,
    ExportFormat.PORTS: ibnetdiscover_ports,
    ExportFormat.LFT: forwarding_dump,
    ExportFormat.MFT: multicast_dump,
    ExportFormat.DOT: dot_text,
    ExportFormat.GRAPHML: graphml_text,
    ExportFormat.SVG: topology_svg,
}
#: the form that a file's ending names
_ENDINGS = {
    ".net": ExportFormat.IBNETDISCOVER,
    ".topo": ExportFormat.IBNETDISCOVER,
    ".ports": ExportFormat.PORTS,
    ".lft": ExportFormat.LFT,
    ".mft": ExportFormat.MFT,
    ".dot": ExportFormat.DOT,
    ".gv": ExportFormat.DOT,
    ".graphml": ExportFormat.GRAPHML,
    ".svg": ExportFormat.SVG,
}


@checked
def export_subnet(subnet: FabricSubnet, form: ExportFormat) -> str:
    """A subnet as text of a form."""
    return _WRITERS[form](subnet)


@checked
def export_format(path: str) -> ExportFormat:
    """The form that a file's ending names.

    Raises:
        CallerError: it names none.
    """
    return by_ending(path, _ENDINGS, "export")

"""ibpkt: codec and dissector for InfiniBand and RoCE packets.

>>> import ibpkt
>>> packet = ibpkt.decode(bytes.fromhex("7012375c000e17d20a202487ff87b1b3000dec2a01710a1c015d400238f27a05"
...                                     "0000000ebb884d85fd5cfba4728bc0690ed400009625b75a"), link="infiniband")
>>> packet.bth.destqp, packet.icrc.status
(8892851, <Status.GOOD: 'good'>)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ibpkt.conveniences import bind, exports

if TYPE_CHECKING:
    from ibpkt.craft.builder import build as build
    from ibpkt.craft.draft_types import draft as draft
    from ibpkt.craft.drafts import Draft as Draft
    from ibpkt.craft.hex_text import from_hexdump as from_hexdump, from_hexdumps as from_hexdumps
    from ibpkt.craft.ip_fragments import ip_fragment as ip_fragment
    from ibpkt.craft.segments import (
        ReassembledMessage as ReassembledMessage,
        fragment as fragment,
        reassemble as reassemble,
        segment as segment,
    )
    from ibpkt.errors import (
        CallerError as CallerError,
        CaptureError as CaptureError,
        IbpktError as IbpktError,
        PacketError as PacketError,
        ResourceError as ResourceError,
    )
    from ibpkt.io.sink import Sink as Sink, create as create
    from ibpkt.io.source import Capture as Capture, open as open, open_joined as open_joined
    from ibpkt.output.polars import scan_captures as scan_captures
    from ibpkt.packet import Layer as Layer, Packet as Packet, Stop as Stop, decode as decode
    from ibpkt.protocols import register as register, register_protocol as register_protocol
    from ibpkt.tables.scans import (
        scan_findings as scan_findings,
        scan_flows as scan_flows,
        scan_messages as scan_messages,
    )

__version__ = "0.1.0"

#: methods that upper layers add to classes of lower layers, and the function that each calls
CONVENIENCES = {
    "Batch": {"_repr_html_": "ibpkt.output.notebook:batch_html", "to_arrow": "ibpkt.output.arrow:batch_to_arrow"},
    "Capture": {
        "follow": "ibpkt.commands.annotators:follow",
        "plot": "ibpkt.plot.whole_capture:plot",
        "to_arrow": "ibpkt.output.arrow:table",
    },
    "Chart": {"_repr_html_": "ibpkt.plot.notebook:picture_html"},
    "Command": {"_repr_html_": "ibpkt.report.notebook:command_html"},
    "Draft": {"__repr__": "ibpkt.craft.python_code:draft_repr"},
    "DrawnPicture": {"_repr_html_": "ibpkt.plot.notebook:picture_html"},
    "Finding": {"_repr_html_": "ibpkt.report.notebook:finding_html"},
    "Flow": {"_repr_html_": "ibpkt.report.notebook:flow_html", "plot": "ibpkt.plot.whole_capture:plot_flow"},
    "Header": {"__call__": "ibpkt.craft.drafts:draft"},
    "Incident": {"_repr_html_": "ibpkt.report.notebook:incident_html"},
    "Layer": {"__repr__": "ibpkt.craft.python_code:layer_repr"},
    "MatrixChart": {"_repr_html_": "ibpkt.plot.notebook:picture_html"},
    "Message": {"_repr_html_": "ibpkt.report.notebook:message_html"},
    "Packet": {
        "__repr__": "ibpkt.craft.python_code:packet_repr",
        "__str__": "ibpkt.output.tree:packet_text",
        "decapsulate": "ibpkt.craft.tunnels:decapsulate",
        "encapsulate": "ibpkt.craft.tunnels:encapsulate",
        "hexdump": "ibpkt.output.hex_forms:hexdump",
        "_repr_html_": "ibpkt.output.notebook:packet_html",
        "insert": "ibpkt.craft.surgery:insert",
        "remove": "ibpkt.craft.surgery:remove",
        "replace": "ibpkt.craft.rebuild:replace",
        "template": "ibpkt.craft.fill_template:template",
        "to_c_array": "ibpkt.output.hex_forms:to_c_array",
        "to_python": "ibpkt.craft.python_code:to_python",
        "to_scapy": "ibpkt.scapy.conversion:to_scapy",
        "to_yaml": "ibpkt.craft.recipe_text:to_yaml",
    },
    "Shape": {"line_column": "ibpkt.output.summary:line_column"},
}
bind(CONVENIENCES)

#: the public names and their modules, which are imported on first use, so that commands start quickly
_MODULES = {
    "build": "craft.builder",
    "CallerError": "errors",
    "Capture": "io.source",
    "CaptureError": "errors",
    "create": "io.sink",
    "decode": "packet.decode",
    "Draft": "craft.drafts",
    "draft": "craft.drafts",
    "fragment": "craft.segments",
    "from_hexdump": "craft.hex_text",
    "from_hexdumps": "craft.hex_text",
    "IbpktError": "errors",
    "ip_fragment": "craft.ip_fragments",
    "Layer": "packet.layers",
    "open": "io.source",
    "open_joined": "io.source",
    "Packet": "packet.packet",
    "PacketError": "errors",
    "reassemble": "craft.segments",
    "ReassembledMessage": "craft.segments",
    "register": "protocols",
    "register_protocol": "protocols",
    "ResourceError": "errors",
    "scan_captures": "output.polars",
    "scan_findings": "tables.scans",
    "scan_flows": "tables.scans",
    "scan_messages": "tables.scans",
    "segment": "craft.segments",
    "Sink": "io.sink",
    "Stop": "packet.layers",
}

__all__ = list(_MODULES)

if not TYPE_CHECKING:  # a misspelt name is an error
    __getattr__ = exports(__name__, _MODULES)


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})

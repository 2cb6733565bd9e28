"""ibpkt: codec and dissector for InfiniBand and RoCE packets.

>>> import ibpkt
>>> packet = ibpkt.decode(bytes.fromhex("7012375c000e17d20a202487ff87b1b3000dec2a01710a1c015d400238f27a05"
...                                     "0000000ebb884d85fd5cfba4728bc0690ed400009625b75a"), link="infiniband")
>>> packet.bth.destqp, packet.icrc.status
(8892851, <Status.GOOD: 'good'>)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ibpkt.codec import decode
from ibpkt.craft.builder import build
from ibpkt.craft.drafts import Draft, draft
from ibpkt.errors import CallerError, CaptureError, IbpktError, PacketError
from ibpkt.packet import Layer, Packet, Stop
from ibpkt.sink import Sink, create
from ibpkt.source import Capture, open

if TYPE_CHECKING:
    from ibpkt.lazy import scan_captures

__version__ = "0.1.0"

__all__ = [
    "CallerError",
    "Capture",
    "CaptureError",
    "Draft",
    "IbpktError",
    "Layer",
    "Packet",
    "PacketError",
    "Sink",
    "Stop",
    "build",
    "create",
    "decode",
    "draft",
    "open",
    "scan_captures",
]


def __getattr__(name: str) -> Any:
    if name == "scan_captures":  # late: polars is an extra, and takes a while to import
        from ibpkt.lazy import scan_captures

        return scan_captures
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""ibpkt: codec and dissector for InfiniBand and RoCE packets."""

from __future__ import annotations

from ibpkt.errors import CallerError, CaptureError, IbpktError, PacketError
from ibpkt.packet import Layer, Packet, Stop, decode

__version__ = "0.1.0"

__all__ = ["CallerError", "CaptureError", "IbpktError", "Layer", "Packet", "PacketError", "Stop", "decode"]

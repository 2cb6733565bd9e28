"""One packet: decoding, CRC verification, diagnosis.  It knows declarations, neither files nor other packets."""

from __future__ import annotations

from ibpkt.packet.crc import STATUSES, Check, Status, crc_bytes, crc_function, crc_parameters
from ibpkt.packet.decode import decode
from ibpkt.packet.dissect import dissect_message
from ibpkt.packet.layers import Disagreement, Layer, Stop
from ibpkt.packet.packet import Packet

__all__ = [
    "STATUSES",
    "Check",
    "Disagreement",
    "Layer",
    "Packet",
    "Status",
    "Stop",
    "crc_bytes",
    "crc_function",
    "crc_parameters",
    "decode",
    "dissect_message",
]

"""Whole packets and their CRCs as constructs, for people who write their own with the construct library."""

from __future__ import annotations

from ibpkt.constructs.crc_field import CRCField
from ibpkt.constructs.packet_construct import InfiniBand, LinkPacket, PacketConstruct, RoCEv1, RoCEv2

__all__ = ["CRCField", "InfiniBand", "LinkPacket", "PacketConstruct", "RoCEv1", "RoCEv2"]

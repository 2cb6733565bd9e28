"""What ibpkt knows of packets, written for other programs: Wireshark (Lua) and Kaitai Struct.

Both are made from the declarations and the protocol graph as they are when they are asked for, so that headers that a
script or a plug-in has registered are in them.
"""

from __future__ import annotations

from ibpkt.output.dissectors.kaitai import kaitai_struct as kaitai_struct
from ibpkt.output.dissectors.lua import lua_dissector as lua_dissector

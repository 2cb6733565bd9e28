"""Baseboard management: a key, and data whose layout belongs to the baseboard."""

from __future__ import annotations

from ibpkt.schema import Header, binary, hexa, reserved

_SOURCE = "IBA 1, 16.2"

BM = Header(
    "BM",
    "Baseboard Management",
    "infiniband.bm",
    hexa("b_key", 64, "B_Key"),
    reserved("reserved", 256),
    role="management",
    source=_SOURCE,
)

BMData = Header(
    "BMData",
    "Baseboard Management Data",
    "infiniband.bm",
    binary("basebdmgtdata", 192, "BasebdMgtData"),
    role="management",
    source=_SOURCE,
)

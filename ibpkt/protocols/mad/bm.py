"""Baseboard management: a key, and data whose layout belongs to the baseboard."""

from __future__ import annotations

from ibpkt.protocols.mad.base import management_header
from ibpkt.schema import Header, binary, hexa, reserved

_SOURCE = "IBA 1, 16.2"

BM: Header = management_header(
    "BM", "Baseboard Management", "infiniband.bm", hexa("b_key", 64, "B_Key"), reserved("reserved", 256), source=_SOURCE
)

BMData: Header = management_header(
    "BMData",
    "Baseboard Management Data",
    "infiniband.bm",
    binary("basebdmgtdata", 192, "BasebdMgtData"),
    source=_SOURCE,
)

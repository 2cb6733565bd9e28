"""Which fields identify people, machines or networks, by their declarations: kind, name, width.

So a header that is declared tomorrow is anonymised tomorrow.
"""

from __future__ import annotations

import functools
import re

from ibpkt.schema import BYTES, IPV4, IPV6, MAC, TEXT, Field, Leaf

#: what can be replaced, and what that is
CATEGORIES = {
    "addresses": "MAC and IP addresses",
    "gids": "GIDs and their prefixes",
    "lids": "LIDs",
    "guids": "GUIDs",
    "keys": "P_Keys, Q_Keys, R_Keys, M_Keys, SM_Keys, GRE keys",
    "names": "texts, such as node descriptions",
    "payload": "payloads, immediate data, trailers, and whatever else is opaque",
}

#: GUIDs and LIDs by other names
_GUIDS = ("nodeid", "chassisid", "entryportid", "exitportid")
_LID = re.compile(r"\w*lid|\w*lidaddr[12]?|lidrange(begin|end)")
_ADDRESS = ("src", "dst", "sender", "daddr")
#: an R_Key is as wide, and no key is narrower than a P_Key
_KEY_WIDTHS = (16, 32, 64)


@functools.cache
def category(leaf: Leaf) -> str | None:
    """Which of `CATEGORIES` a leaf belongs to; None where it identifies nothing, or another leaf shows it."""
    if not isinstance(leaf, Field) or leaf is leaf.header.tail_leaf:
        return None
    if leaf.reserved:  # memory that was not cleared holds what it held before
        return "payload" if leaf.kind is BYTES else None
    name = leaf.name
    if leaf.kind in (MAC, IPV4):
        return "addresses"
    if leaf.kind is IPV6:
        return "gids" if leaf.header.group == "infiniband" and "gid" in name else "addresses"
    if leaf.kind is TEXT:
        return "names"
    if name == "gidprefix":
        return "gids"
    if name.endswith("guid") and leaf.width == 64:
        return "guids"
    if name in _GUIDS and leaf.width == 64:
        return "guids"
    if (_LID.fullmatch(name) or "lid" in name.split("_")) and leaf.width == 16:
        return "lids"
    if (name.endswith("key") and leaf.width in _KEY_WIDTHS) or name == "p_keybase":
        return "keys"
    if leaf.kind is BYTES:
        return "addresses" if name in _ADDRESS else "payload"
    return None

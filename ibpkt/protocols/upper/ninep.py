"""9P over RDMA: one message in each SEND.  Of a message its header is known; the rest is bytes.

Source: the 9P2000 manual, intro(5); Linux, net/9p.  Fields have the names that Wireshark gives them.
"""

from __future__ import annotations

from ibpkt.protocols.upper.words import little, little_hexa, upper_header
from ibpkt.schema import Header, number_of, uint

#: RDMA-CM port
PORT = 5640
_CALLS = {
    8: "statfs", 12: "lopen", 14: "lcreate", 16: "symlink", 18: "mknod", 20: "rename", 22: "readlink", 24: "getattr",
    26: "setattr", 30: "xattrwalk", 32: "xattrcreate", 40: "readdir", 50: "fsync", 52: "lock", 54: "getlock",
    70: "link", 72: "mkdir", 74: "renameat", 76: "unlinkat", 100: "version", 102: "auth", 104: "attach", 108: "flush",
    110: "walk", 112: "open", 114: "create", 116: "read", 118: "write", 120: "clunk", 122: "remove", 124: "stat",
    126: "wstat",
}  # fmt: skip
#: answers that say what went wrong, instead of the call's own
ERRORS = {7: "Rlerror", 107: "Rerror"}
#: a call has an even number, its answer the next one
TYPES = {
    6: "Tlerror",
    106: "Terror",
    **ERRORS,
    **{number: f"T{name}" for number, name in _CALLS.items()},
    **{number + 1: f"R{name}" for number, name in _CALLS.items()},
}
VERSION, FLUSH = number_of(TYPES, "Tversion"), number_of(TYPES, "Tflush")

NineP: Header = upper_header(
    "NineP",
    "9P Message",
    "9p",
    little("length", 32, "Message Length", unit="bytes", filter="9p.msglen", doc="of the whole message"),
    uint("type", 8, "Message Type", enum=TYPES, default=VERSION, filter="9p.msgtype"),
    little_hexa("tag", 16, "Tag", filter="9p.tag", doc="joins a call and its answer"),
    group="9p",
    protocol="9P",
    summary="{type} Tag={tag}",
    source="9P2000, intro(5); by constructed examples",
)

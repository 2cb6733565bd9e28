"""What the first words of a message tell at a glance: whether it can be one of RPC over RDMA.

Source: RFC 8166, 4.2.
"""

from __future__ import annotations

from ibpkt.protocols.upper.rpc_over_rdma import MESSAGE_TYPES, RPCRDMA, VERSION

#: bytes of the header that every message has
FIXED = RPCRDMA.size
_VERSION_AT, _TYPE_AT = (RPCRDMA.leaf(name).bit // 8 for name in ("version", "msg_type"))


def could_be(head: bytes) -> bool:
    """Whether the fixed words are those of a message."""
    return (
        len(head) >= FIXED
        and head[_VERSION_AT : _VERSION_AT + 4] == VERSION.to_bytes(4)
        and head[_TYPE_AT : _TYPE_AT + 3] == bytes(3)
        and head[_TYPE_AT + 3] in MESSAGE_TYPES
    )

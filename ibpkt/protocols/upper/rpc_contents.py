"""The messages of ONC RPC over RDMA by number, whatever their program; `nfs_contents` has the replies of NFS besides.

Numbers of contents from 100 on are theirs.
"""

from __future__ import annotations

from ibpkt.protocols.rules import Chain
from ibpkt.protocols.upper.rpc import RPCMessage
from ibpkt.protocols.upper.rpc_over_rdma import RPCRDMA, RPCRDMAPrivate

MESSAGE, PRIVATE, LONG_CALL, REPLY, LONG_REPLY = range(100, 105)

#: name and first headers, by number
RPC_CONTENTS: dict[int, tuple[str, Chain]] = {
    MESSAGE: ("RPC-over-RDMA message", (RPCRDMA,)),
    PRIVATE: ("RPC-over-RDMA connection", (RPCRDMAPrivate,)),
    LONG_CALL: ("RPC call in a read chunk", (RPCMessage,)),
    REPLY: ("RPC reply", (RPCRDMA,)),
    LONG_REPLY: ("RPC reply in a reply chunk", (RPCMessage,)),
}

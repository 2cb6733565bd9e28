"""The messages of NFS and of the other programs of ONC RPC over RDMA, by number.

A reply does not say what it answers: only the call tells its program and procedure, so each kind of reply is a kind of
message.  A message in a read chunk or a reply chunk has no header of RPC-over-RDMA before it.
"""

from __future__ import annotations

from ibpkt.protocols.rules import Chain, Rule
from ibpkt.protocols.upper import nfs3, nfs4, rpc
from ibpkt.protocols.upper.nfs4_compound import STRUCTURES, NFS4Compound, NFS4Results, NFS4ResultsApart
from ibpkt.protocols.upper.nfs_names import PROCEDURES3, PROCEDURES4
from ibpkt.protocols.upper.rpc import PROGRAMS, RPCMessage, message_rules
from ibpkt.protocols.upper.rpc_contents import RPC_CONTENTS
from ibpkt.protocols.upper.rpc_over_rdma import RPCRDMA, transport_rules
from ibpkt.schema import Header, number_of

NFS = number_of(PROGRAMS, "NFS")
_COMPOUND = number_of(PROCEDURES4, "COMPOUND")

_FIRST_RESULT = 110

#: by number: the name, the headers with which it begins, and what follows in it where the call was carried out
NFS_CONTENTS: dict[int, tuple[str, Chain, Chain]] = {number: (*row, ()) for number, row in RPC_CONTENTS.items()}
#: by program version and procedure: kinds of reply that have all in the message, lack their data, are in a reply chunk
REPLIES: dict[tuple[int, int], tuple[int, int, int]] = {}


def _number_replies() -> None:
    number = _FIRST_RESULT
    results: dict[tuple[int, int], tuple[str, Header, Header]] = {
        (nfs3.VERSION, procedure): (
            f"NFS version 3 {PROCEDURES3[procedure]} reply",
            header,
            nfs3.APART.get(procedure, header),
        )
        for procedure, header in nfs3.RESULTS.items()
    }
    results[nfs4.VERSION, _COMPOUND] = "NFS version 4 COMPOUND reply", NFS4Results, NFS4ResultsApart
    for called, (name, here, apart) in results.items():
        NFS_CONTENTS[number] = name, (RPCRDMA,), (here,)
        NFS_CONTENTS[number + 1] = f"{name} without its data", (RPCRDMA,), (apart,)
        NFS_CONTENTS[number + 2] = f"{name} in a reply chunk", (RPCMessage,), (here,)
        REPLIES[called] = number, number + 1, number + 2
        number += 3


_number_replies()


def nfs_items() -> tuple[Header, ...]:
    """The headers that stand in the middle of structures."""
    return (*rpc.STRUCTURES.items, *nfs3.STRUCTURES.items, *STRUCTURES.items)


def nfs_rules() -> dict[Header, tuple[Rule, ...]]:
    """What follows the headers of RPC-over-RDMA, RPC and NFS."""
    arguments: dict[tuple[int, int], Header | Chain] = {**nfs3.ARGUMENTS, (nfs4.VERSION, _COMPOUND): NFS4Compound}
    return {
        **transport_rules(RPCMessage),
        **message_rules({NFS: arguments}),
        **nfs3.version3_rules(),
        **nfs4.version4_rules(),
    }

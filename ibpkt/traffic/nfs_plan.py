"""NFS version 3 over RDMA: a call with its chunks, the data by READ or WRITE, a reply.

Source: RFC 8166, 3 and 4; RFC 1813, 3.3.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from ibpkt.craft.structures import structure
from ibpkt.protocols.upper.nfs3 import APART, ARGUMENTS, RESULTS, VERSION as NFS_VERSION
from ibpkt.protocols.upper.nfs_contents import NFS
from ibpkt.protocols.upper.nfs_names import PROCEDURES3, STATUS3
from ibpkt.protocols.upper.rpc import (
    CALL,
    REPLY,
    RPC_VERSION,
    RPCAccepted,
    RPCCall,
    RPCCredential,
    RPCMessage,
    RPCReply,
    RPCReplyVerifier,
    RPCVerifier,
)
from ibpkt.protocols.upper.rpc_over_rdma import (
    RPCRDMA,
    RPCRDMANoReply,
    RPCRDMARead,
    RPCRDMAReadEnd,
    RPCRDMAWrite,
    RPCRDMAWriteEnd,
    RPCRDMAWriteSegment,
)
from ibpkt.schema import number_of
from ibpkt.traffic.command_plan import CommandPlan, CommandQueue, PlannedCommand, plain_header
from ibpkt.traffic.workload import parse_operations

if TYPE_CHECKING:
    from ibpkt.traffic.conversation import Conversation

_FAILED = number_of(STATUS3, "NFS3ERR_IO")
_CREDITS = 128
_HANDLE = bytes(range(32))
#: procedures, and which way their data go: 1 to the server, 2 to the client
_WAYS = "READ=2,WRITE=1,GETATTR=0,ACCESS=0,COMMIT=0"


class NFSPlan(CommandPlan):
    """READ, WRITE, and procedures without data."""

    name = "nfs"
    usual = "READ=5,WRITE=3,GETATTR=2"
    _kinds_of: ClassVar[Mapping[str, int]] = {procedure: int(way) for procedure, way in parse_operations(_WAYS).items()}

    def kinds(self) -> Mapping[str, int]:
        """What a client asks most."""
        return self._kinds_of

    def identifier(self, number: int, queue: CommandQueue) -> int:
        """XIDs count on, as those of Linux do."""
        return 0x10000000 + number & 0xFFFFFFFF

    def request(self, command: PlannedCommand, conversation: Conversation) -> bytes:
        """A call; it lends memory for the data."""
        procedure = number_of(PROCEDURES3, command.kind)
        place = command.address & 0xFFFFF000
        called = {
            "xid": command.identifier, "msgtyp": CALL, "rpcvers": RPC_VERSION, "program": NFS,
            "programversion": NFS_VERSION, "procedure": procedure, "fh": _HANDLE, "offset3": place,
            "count": command.size, "data_length": command.size,
        }  # fmt: skip
        lent = RPCRDMARead if command.to_target else None
        arguments = structure(ARGUMENTS[NFS_VERSION, procedure], values=called, behind=lent)
        message = b"".join(plain_header(header, called) for header in (RPCMessage, RPCCall, RPCCredential, RPCVerifier))
        message += arguments
        return self._transport(command, command.size, len(message)) + message

    def response(self, command: PlannedCommand, conversation: Conversation) -> bytes:
        """A reply; its write chunk says how much was written."""
        procedure = number_of(PROCEDURES3, command.kind)
        moved = 0 if command.failed else command.size
        told = {
            "xid": command.identifier, "msgtyp": REPLY, "status": _FAILED if command.failed else 0, "count": moved,
            "data_length": moved,
        }  # fmt: skip
        results = APART.get(procedure, RESULTS[procedure])
        message = b"".join(
            plain_header(header, told) for header in (RPCMessage, RPCReply, RPCReplyVerifier, RPCAccepted)
        )
        return self._transport(command, moved, None) + message + structure(results, values=told)

    @staticmethod
    def _transport(command: PlannedCommand, size: int, position: int | None) -> bytes:
        """The header of RPC-over-RDMA and its chunk lists.

        Args:
            command: the command.
            size: bytes of its chunk.
            position: where data of a call belong in it; None for a reply.
        """
        lent = {
            "xid": command.identifier, "credits": _CREDITS, "handle": command.r_key, "length": size,
            "address": command.address, "present": 1, "count": 1, "position": position or 0,
        }  # fmt: skip
        reads = (RPCRDMARead,) if command.to_target and command.size and position is not None else ()
        writes = (RPCRDMAWrite, RPCRDMAWriteSegment) if command.size and not command.to_target else ()
        parts = [plain_header(RPCRDMA, lent)]
        parts += [plain_header(header, lent) for header in reads]
        parts.append(plain_header(RPCRDMAReadEnd, {}))
        parts += [plain_header(header, lent) for header in writes]
        return b"".join([*parts, plain_header(RPCRDMAWriteEnd, {}), plain_header(RPCRDMANoReply, {})])

    def status(self, command: PlannedCommand) -> str:
        """In the words of the specification."""
        return STATUS3[_FAILED if command.failed else 0]

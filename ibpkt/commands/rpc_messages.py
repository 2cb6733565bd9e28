"""What a message of RPC-over-RDMA says, read out of its declared headers."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ibpkt.packet import Layer, Stop, dissect_message
from ibpkt.protocols.upper.nfs4_compound import COUNTS, NFS4Operation, NFS4Result
from ibpkt.protocols.upper.nfs_names import OPERATIONS
from ibpkt.protocols.upper.rpc import (
    BODIES,
    REFUSALS,
    WRAPPED,
    RPCAccepted,
    RPCCall,
    RPCGSSCredential,
    RPCMessage,
    RPCReply,
)
from ibpkt.protocols.upper.rpc_contents import MESSAGE, REPLY
from ibpkt.protocols.upper.rpc_over_rdma import (
    ERRORS,
    LISTS_END,
    MESSAGE_TYPES,
    RPCRDMAError,
    RPCRDMARead,
    RPCRDMAReplySegment,
    RPCRDMAWriteSegment,
)
from ibpkt.schema import number_of

ELSEWHERE = number_of(MESSAGE_TYPES, "RDMA_NOMSG")
#: credits that anybody asks for, at most
_CREDITS = 1 << 14


class MemorySegment(NamedTuple):
    """Memory of the caller.

    Attributes:
        key: the R_Key.
        size: bytes.
        address: the virtual address.
        position: of a read chunk, where its data belong in the message; 0: they are the message.
    """

    key: int
    size: int
    address: int
    position: int = 0


@dataclasses.dataclass(slots=True)
class RPCReading:
    """What was read of a message.

    Attributes:
        xid: joins call and reply.
        kind: the type of RPC-over-RDMA message.
        credits: asked for, or granted.
        error: of an RDMA_ERROR.
        reads, writes, reply: chunks; `writes` has those of all write chunks.
        call: program, version and procedure.
        answered: whether it is a reply.
        refused: why the call was not carried out; "" if it was.
        operations: of a compound.
        statuses: of its results.
        told: how many operations the compound says that it has; None where it is none.
        whole: whether all bytes of the message were there to be read.
        wrapped: whether RPCSEC_GSS wraps arguments and results.
        values: the fields behind the RPC header, of each name the first.
        stop: why there are no more headers.
    """

    xid: int
    kind: int
    credits: int
    error: str = ""
    reads: list[MemorySegment] = dataclasses.field(default_factory=list)
    writes: list[MemorySegment] = dataclasses.field(default_factory=list)
    reply: list[MemorySegment] = dataclasses.field(default_factory=list)
    call: tuple[int, int, int] | None = None
    answered: bool = False
    refused: str = ""
    rpc: int | None = None
    operations: list[str] = dataclasses.field(default_factory=list)
    statuses: list[int] = dataclasses.field(default_factory=list)
    told: int | None = None
    whole: bool = True
    wrapped: bool = False
    lists: bool = False
    values: dict[str, Any] = dataclasses.field(default_factory=dict)
    stop: Stop | None = None

    @property
    def counts_more(self) -> bool:
        """Whether a compound ends before its last operation, as its count says."""
        if self.told is None or self.told <= len(self.operations) or self.stop is None:
            return False
        return self.stop.reason == "malformed" and self.stop.had == 0


def _segment(raw: Mapping[str, Any]) -> MemorySegment:
    return MemorySegment(raw["handle"], raw["length"], raw["address"], raw.get("position", 0))


def read_message(head: bytes, contents: int = MESSAGE) -> RPCReading | None:
    """Read the first bytes of a message; None where it is none.

    Args:
        head: they.
        contents: what it is, a number of `ibpkt.protocols.upper.contents.CONTENTS`.
    """
    layers, stop = dissect_message(head, contents)
    if not layers:
        return None
    first = layers[0].raw
    found = RPCReading(first["xid"], first.get("msg_type", ELSEWHERE), first.get("credits", 0))
    found.stop = stop
    inside = False
    for layer in layers:
        if inside:
            _inside(found, layer)
        else:
            _outside(found, layer)
            inside = layer.header in BODIES
    return found


def _outside(found: RPCReading, layer: Layer) -> None:
    """The header of RPC-over-RDMA, and that of RPC."""
    header, raw = layer.header, layer.raw
    if header is RPCRDMARead:
        found.reads.append(_segment(raw))
    elif header is RPCRDMAWriteSegment:
        found.writes.append(_segment(raw))
    elif header is RPCRDMAReplySegment:
        found.reply.append(_segment(raw))
    elif header in LISTS_END:
        found.lists = True
    elif header is RPCRDMAError:
        found.error = ERRORS.get(raw["errcode"], f"RDMA_ERROR {raw['errcode']}")
    elif header is RPCMessage:
        found.rpc = raw["xid"]
    elif header is RPCCall:
        found.call = raw["program"], raw["programversion"], raw["procedure"]
        found.values["rpcvers"] = raw["rpcvers"]
    elif header is RPCReply:
        found.answered = True
    elif header in REFUSALS:
        leaf = header.leaf(REFUSALS[header])
        state = raw[leaf.name]
        if state or header is not RPCAccepted:
            found.refused = leaf.enum.get(state, f"{leaf.label} {state}")


def _inside(found: RPCReading, layer: Layer) -> None:
    """Arguments, or results."""
    header, raw = layer.header, layer.raw
    if header in COUNTS:
        found.told = raw["operations"]
    elif header is RPCGSSCredential:
        found.wrapped = raw["service"] in WRAPPED
    elif header is NFS4Operation:
        found.operations.append(operation_name(raw["opcode"]))
    elif header is NFS4Result:
        found.operations.append(operation_name(raw["opcode"]))
        found.statuses.append(raw["status"])
    for name, value in raw.items():
        found.values.setdefault(name, value)


def operation_name(number: int) -> str:
    """The name of an operation of a compound."""
    return OPERATIONS.get(number, f"operation {number}")


def writes_bytes(reading: RPCReading) -> bool:
    """Whether a reply says that data were written into write chunks."""
    return any(segment.size for segment in reading.writes)


def is_call(head: bytes) -> bool:
    """Whether a message is a call of RPC: lists that end, and the call they announce.

    Args:
        head: its first bytes; they could be those of a message (see `could_be`).
    """
    found = read_message(head)
    return found is not None and _fits(found) and (found.call is not None or _is_long(found))


def is_reply(head: bytes) -> bool:
    """The same of a reply."""
    found = read_message(head, REPLY)
    if found is None or not _fits(found):
        return False
    return found.answered or bool(found.error) or (found.kind == ELSEWHERE and found.lists and bool(found.reply))


def _fits(found: RPCReading) -> bool:
    if not 0 < found.credits <= _CREDITS:
        return False
    return found.rpc is None or (found.rpc == found.xid and found.values.get("rpcvers", 2) == 2)


def _is_long(found: RPCReading) -> bool:
    """A call in a read chunk."""
    return found.kind == ELSEWHERE and found.lists and any(not segment.position for segment in found.reads)


def segments_named(segments: Sequence[MemorySegment], key: int, address: int) -> MemorySegment | None:
    """The segment that has an address."""
    for segment in segments:
        if segment.key == key and segment.address <= address < segment.address + max(segment.size, 1):
            return segment
    return None

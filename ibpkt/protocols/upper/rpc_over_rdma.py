"""RPC-over-RDMA, version 1: the header before each RPC message, with the lists of memory that moves its data.

Source: RFC 8166, 4; of the private data of connection management RFC 8797, 4.
"""

from __future__ import annotations

from ibpkt.protocols.rules import Rule, follow
from ibpkt.protocols.upper.words import upper_header
from ibpkt.protocols.upper.xdr import word
from ibpkt.schema import DEC, Derived, Field, Header, Leaf, flag, hexa, number_of, reserved, uint

_SOURCE = "RFC 8166"
_PREFIX = "rpcordma"

#: what kinds of messages there are
MESSAGE_TYPES = {0: "RDMA_MSG", 1: "RDMA_NOMSG", 2: "RDMA_MSGP", 3: "RDMA_DONE", 4: "RDMA_ERROR"}
ERRORS = {1: "ERR_VERS", 2: "ERR_CHUNK"}
#: the first word of the private data
MAGIC = 0xF6AB0E18
VERSION = 1


def _size(kilobytes: int) -> int:
    return (kilobytes + 1) * 1024


RPCRDMAPrivate: Header = upper_header(
    "RPCRDMAPrivate",
    "RPC-over-RDMA, Private Data",
    f"{_PREFIX}.cm",
    hexa("magic", 32, "Magic", default=MAGIC),
    uint("version", 8, "Version", default=1),
    reserved("rsvd", 7),
    flag("invalidates", "Remote Invalidation", doc="the peer may send SEND with Invalidate"),
    uint("send", 8, "Send Size", doc="of inline messages, in KiB, one less than it is"),
    uint("receive", 8, "Receive Size", doc="the same of messages that it receives"),
    Derived("send_size", "Inline Send Size", ("send",), _size, DEC, unit="bytes"),
    Derived("receive_size", "Inline Receive Size", ("receive",), _size, DEC, unit="bytes"),
    summary="Send={send_size} Receive={receive_size}",
    group="rpcordma-cm",
    source="RFC 8797, 4",
)

RPCRDMA: Header = upper_header(
    "RPCRDMA",
    "RPC over RDMA",
    _PREFIX,
    hexa("xid", 32, "XID", doc="joins a call and its reply"),
    uint("version", 32, "Version", default=VERSION),
    uint("credits", 32, "Flow Control", filter=".flow_control", doc="credits: a call asks for them, a reply grants"),
    uint("msg_type", 32, "Message Type", enum=MESSAGE_TYPES),
    summary="{msg_type} XID={xid} Credits={credits}",
    protocol="RPCoRDMA",
    group=_PREFIX,
    source=f"{_SOURCE}, 4.2",
)

RPCRDMAPadding: Header = upper_header(
    "RPCRDMAPadding",
    "RPC over RDMA, Padding",
    _PREFIX,
    word("align", "RDMA Align", filter=".rdma_align"),
    word("threshold", "RDMA Threshold", filter=".rdma_thresh"),
    group=_PREFIX,
    source="RFC 5666, 4.1",
)

RPCRDMAError: Header = upper_header(
    "RPCRDMAError",
    "RPC over RDMA, Error",
    _PREFIX,
    word("errcode", "Error Code", enum=ERRORS),
    summary="{errcode}",
    group=_PREFIX,
    source=f"{_SOURCE}, 4.5",
)

RPCRDMAVersions: Header = upper_header(
    "RPCRDMAVersions",
    "RPC over RDMA, Versions",
    _PREFIX,
    word("vers_low", "Version Low"),
    word("vers_high", "Version High"),
    group=_PREFIX,
    source=f"{_SOURCE}, 4.5.1",
)


def _segment() -> tuple[Field, Field, Field]:
    return (
        hexa("handle", 32, "RDMA Handle", filter=".rdma_handle", doc="the R_Key"),
        uint("length", 32, "RDMA Length", filter=".rdma_length", unit="bytes", doc="in a reply what was written"),
        hexa("address", 64, "RDMA Offset", filter=".rdma_offset", doc="the virtual address"),
    )


def _there() -> Field:
    return word("present", "Present", filter=".present", doc="1: an item follows", default=1)


def _count() -> Field:
    return word("count", "Write Chunk Segment Count", filter=".segment_count")


RPCRDMARead: Header = upper_header(
    "RPCRDMARead",
    "Read Chunk",
    _PREFIX,
    _there(),
    word("position", "Position in XDR", unit="bytes", doc="where the data belong in the message; 0: all of it"),
    *_segment(),
    summary="Read={length}",
    group=_PREFIX,
    source=f"{_SOURCE}, 3.4.5",
)


def _list_end(name: str, title: str) -> Header:
    return upper_header(
        name, title, _PREFIX, word("present", "Present", filter=".present"), group=_PREFIX, source=f"{_SOURCE}, 4.3"
    )


def _chunk(name: str, title: str) -> Header:
    return upper_header(name, title, _PREFIX, _there(), _count(), group=_PREFIX, source=f"{_SOURCE}, 3.4.6")


def _chunk_segment(name: str, title: str, shown: str) -> Header:
    return upper_header(
        name, title, _PREFIX, *_segment(), summary=f"{shown}={{length}}", group=_PREFIX, source=f"{_SOURCE}, 3.4.4"
    )


RPCRDMAReadEnd: Header = _list_end("RPCRDMAReadEnd", "End of the Read List")
RPCRDMAWrite: Header = _chunk("RPCRDMAWrite", "Write Chunk")
RPCRDMAWriteSegment: Header = _chunk_segment("RPCRDMAWriteSegment", "Write Chunk Segment", "Write")
RPCRDMAWriteEnd: Header = _list_end("RPCRDMAWriteEnd", "End of the Write List")
RPCRDMAReply: Header = _chunk("RPCRDMAReply", "Reply Chunk")
RPCRDMAReplySegment: Header = _chunk_segment("RPCRDMAReplySegment", "Reply Chunk Segment", "Reply")
RPCRDMANoReply: Header = _list_end("RPCRDMANoReply", "No Reply Chunk")

#: the last header of the lists: a reply chunk, whose segments follow, or none
LISTS_END = (RPCRDMAReply, RPCRDMANoReply)
_READS = (follow(32, {1: RPCRDMARead, 0: RPCRDMAReadEnd}),)
_WRITES = (follow(32, {1: RPCRDMAWrite, 0: RPCRDMAWriteEnd}),)
_REPLY = (follow(32, {1: RPCRDMAReply, 0: RPCRDMANoReply}),)
#: a reply chunk, and data after it; the message is elsewhere
_PAYLOAD = follow(0, {0: ()})


def _segments(chunk: Header, segment: Header, after: tuple[Rule, ...]) -> dict[Header, tuple[Rule, ...]]:
    """A segment as often as the chunk says."""
    told: Leaf = chunk.leaf("count")
    rules = (follow(0, {0: segment}, times=told), *after)
    return {chunk: rules, segment: rules}


def transport_rules(message: Header) -> dict[Header, tuple[Rule, ...]]:
    """What follows the headers of RPC-over-RDMA.

    Args:
        message: the first header of an RPC message.
    """
    inline = number_of(MESSAGE_TYPES, "RDMA_MSG"), number_of(MESSAGE_TYPES, "RDMA_MSGP")
    within = (follow(RPCRDMA.leaf("msg_type"), dict.fromkeys(inline, message)), _PAYLOAD)
    return {
        RPCRDMA: (
            follow(
                (RPCRDMA.leaf("version"), RPCRDMA.leaf("msg_type")),
                {
                    (VERSION, "RDMA_MSGP"): RPCRDMAPadding,
                    (VERSION, "RDMA_ERROR"): RPCRDMAError,
                    (VERSION, "RDMA_DONE"): (),
                },
            ),
            follow(32, {1: RPCRDMARead, 0: RPCRDMAReadEnd}, require=(RPCRDMA.leaf("version"), VERSION)),
        ),
        RPCRDMAPadding: _READS,
        RPCRDMAError: (follow(RPCRDMAError.leaf("errcode"), {"ERR_VERS": RPCRDMAVersions}), _PAYLOAD),
        RPCRDMARead: _READS,
        RPCRDMAReadEnd: _WRITES,
        **_segments(RPCRDMAWrite, RPCRDMAWriteSegment, _WRITES),
        RPCRDMAWriteEnd: _REPLY,
        **_segments(RPCRDMAReply, RPCRDMAReplySegment, within),
        RPCRDMANoReply: within,
    }

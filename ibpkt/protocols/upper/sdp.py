"""SDP: Sockets Direct Protocol, which nobody develops any more; its header, and the Hello of its connections.

Source: IBA 1, A4; by constructed examples only.  Fields have the names that Wireshark gives them.
"""

from __future__ import annotations

from ibpkt.protocols.rules import Rule, follow
from ibpkt.protocols.upper.words import unused, upper_header
from ibpkt.schema import IPV6, Header, binary, flag, hexa, reserved, uint

#: the space of its service IDs; the last two bytes are the port
SPACE = 1
MESSAGES = {
    0x00: "Hello", 0x01: "HelloAck", 0x02: "DisConn", 0x03: "AbortConn", 0x04: "SendSm", 0x05: "RdmaWrCompl",
    0x06: "RdmaRdCompl", 0x07: "ModeChange", 0x08: "SrcAvailCancel", 0x09: "SinkAvailCancel", 0x0A: "SinkCancelAck",
    0x0B: "ChRcvBuf", 0x0C: "ChRcvBufAck", 0x0D: "SuspComm", 0x0E: "SuspCommAck", 0xFD: "SinkAvail", 0xFE: "SrcAvail",
    0xFF: "Data",
}  # fmt: skip

SDP: Header = upper_header(
    "SDP",
    "SDP Base Header",
    "infiniband_sdp.bsdh",
    hexa("mid", 8, "Message", enum=MESSAGES),
    reserved("flags_reserved", 5),
    flag("reqpipe", "Request Pipe"),
    flag("oobpend", "Out of Band Data Pending"),
    flag("oobpres", "Out of Band Data Present"),
    uint("bufs", 16, "Buffers", doc="that are posted for receiving"),
    uint("len", 32, "Length", unit="bytes", doc="of the message, this header included"),
    uint("mseq", 32, "Message Sequence Number"),
    uint("mseqack", 32, "Acknowledged Sequence Number"),
    group="infiniband_sdp",
    protocol="SDP",
    summary="{mid} MSeq={mseq} Len={len}",
    source="IBA 1, A4.3; by constructed examples",
)

SDPHello: Header = upper_header(
    "SDPHello",
    "SDP Hello Header",
    "infiniband_sdp.hh",
    uint("majv", 4, "Major Version", default=2),
    uint("minv", 4, "Minor Version", default=2),
    uint("ipv", 4, "IP Version", default=4),
    hexa("cap", 4, "Capabilities", doc="1: invalidation, 2: extended maximum of advertisements"),
    unused("reserved", 1),
    uint("maxadverts", 8, "Maximum Advertisements"),
    uint("desremrcvsz", 32, "Desired Remote Receive Size", unit="bytes"),
    uint("localrcvsz", 32, "Local Receive Size", unit="bytes"),
    uint("localport", 16, "Local Port"),
    uint("extmaxadverts", 16, "Extended Maximum Advertisements"),
    binary("src_ip", 16, "Source IP Address", IPV6),
    binary("dst_ip", 16, "Destination IP Address", IPV6),
    unused("reserved2", 8),
    group="infiniband_sdp",
    summary="{src_ip} → {dst_ip}",
    source="IBA 1, A4.4; by constructed examples",
)

SDP_RULES: dict[Header, tuple[Rule, ...]] = dict.fromkeys((SDP, SDPHello), (follow(0, {0: ()}),))

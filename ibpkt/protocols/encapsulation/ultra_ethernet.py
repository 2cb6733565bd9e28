"""Ultra Ethernet Transport over UDP: the packet delivery sublayer.  What is above it is bytes.

Wireshark 4.0 does not know it; the names of fields are of ibpkt.

Source: Ultra Ethernet Specification 1.0, 3.5; by constructed examples only.
"""

from __future__ import annotations

from typing import Any

from ibpkt.schema import Derived, Field, Header, hexa, uint

#: UDP destination port
UET_PORT = 4793
TYPES = {
    1: "TSS (encrypted)", 2: "RUD_REQ", 3: "ROD_REQ", 4: "RUDI_REQ", 5: "RUDI_RESP", 6: "UUD_REQ", 7: "ACK",
    8: "ACK_CC", 9: "ACK_CCX", 10: "NACK", 11: "CONTROL", 12: "NACK_CCX", 13: "RUD_CC_REQ", 14: "ROD_CC_REQ",
}  # fmt: skip
NEXT = {
    0: "none", 1: "request, small", 2: "request, medium", 3: "request, standard", 4: "response",
    5: "response with data", 6: "response with data, small",
}  # fmt: skip
CODES = {
    1: "trimmed", 2: "trimmed at the last hop", 3: "ACK trimmed", 4: "no PDC", 5: "no CCC", 6: "no bitmap",
    7: "no packet buffer", 8: "no response of guaranteed delivery", 9: "no message state", 10: "no resource",
    11: "PSN out of the window", 13: "ROD out of order", 14: "invalid DPDCID", 15: "PDC header mismatch",
    16: "closing", 17: "closing in error", 18: "packet not received", 19: "guaranteed response unavailable",
    20: "ACK with data", 21: "invalid SYN", 22: "mode mismatch", 23: "new start PSN", 24: "received",
    25: "unexpected event", 26: "receiver inferred loss",
}  # fmt: skip
_SOURCE = "Ultra Ethernet Specification 1.0; by constructed examples"


def _header(name: str, title: str, *members: Field | Derived, **facts: Any) -> Header:
    for member in members:
        if not member.filter:
            member.filter = f"uet.{member.name}"
    return Header(name, title, "uet", *members, group="uet", source=_SOURCE, **facts)


def _bit(name: str, label: str, place: int) -> Derived:
    """A flag of the prologue, whose meaning is the type's."""
    return Derived(name, label, ("uet.flags",), lambda flags: flags >> place & 1)


UET: Header = _header(
    "UET",
    "Ultra Ethernet Transport",
    uint("type", 5, "Type", enum=TYPES),
    uint("next", 4, "Next Header", enum=NEXT, filter="uet.next_hdr", doc="of control packets: what they control"),
    hexa("flags", 7, "Flags"),
    protocol="UET",
    summary="{type}",
)


def _contexts() -> tuple[Field, Field]:
    return (
        hexa("spdcid", 16, "Source PDC ID"),
        hexa("dpdcid", 16, "Destination PDC ID", doc="with SYN: mode, and an offset of 12 bits"),
    )


UETRequest: Header = _header(
    "UETRequest",
    "UET Request",
    uint("clear_psn_offset", 16, "Clear PSN Offset", doc="signed"),
    uint("psn", 32, "PSN"),
    *_contexts(),
    _bit("retx", "Retransmission", 4),
    _bit("ackreq", "ACK Request", 3),
    _bit("syn", "SYN", 2),
    summary="PSN={psn}",
)

UETAck: Header = _header(
    "UETAck",
    "UET ACK",
    uint("ack_psn_offset", 16, "ACK PSN Offset", doc="signed; of a probe what it carried"),
    uint("cack_psn", 32, "Cumulative ACK PSN"),
    *_contexts(),
    _bit("marked", "ECN Marked", 5),
    _bit("ack_retx", "Retransmission", 4),
    _bit("probe", "Probe", 3),
    summary="CACK={cack_psn}",
)

UETNack: Header = _header(
    "UETNack",
    "UET NACK",
    uint("code", 8, "NACK Code", enum=CODES, filter="uet.nack_code"),
    uint("vendor_code", 8, "Vendor Code"),
    uint("nack_psn", 32, "NACK PSN", doc="or the ID of a packet"),
    *_contexts(),
    hexa("nack_payload", 32, "Payload"),
    summary="{code} PSN={nack_psn}",
)

#: by type; others are bytes
UET_BY_TYPE = {
    **dict.fromkeys(("RUD_REQ", "ROD_REQ", "RUD_CC_REQ", "ROD_CC_REQ"), UETRequest),
    **dict.fromkeys(("ACK", "ACK_CC", "ACK_CCX"), UETAck),
    **dict.fromkeys(("NACK", "NACK_CCX"), UETNack),
}

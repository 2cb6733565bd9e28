"""What management datagrams have in common: their header, RMPP, which follows it in some classes, and ClassPortInfo."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from ibpkt.protocols.mad.classes import (
    ATTRIBUTES,
    CLASSES as CLASSES,  # these are asked for here, with the header
    COMMON_ATTRIBUTES,
    METHODS as METHODS,
    class_of,
)
from ibpkt.schema import HEX, IPV6, WORDS, Derived, Field, Header, Part, binary, hexa, reserved

#: the declaration of a part of a management datagram
management_header: functools.partial[Header] = functools.partial(Header, role="management")


def attribute(name: str, *members: Field | Derived, source: str, summary: str = "") -> Header:
    """The declaration of an attribute that is called by its name alone, as Wireshark calls it."""
    return management_header(name, name, f"infiniband.{name.lower()}", *members, source=source, summary=summary)


#: the bit of a method that makes it an answer
RESPONSE = 0x80
#: the direction bit in the status of a directed-route packet, which is set on its way back
RETURNING = 0x8000
#: bits of a TransactionID that are its client's own, the lower ones; the others belong to the client's kernel
CLIENT_BITS = 32
CLIENT_HALF = (1 << CLIENT_BITS) - 1
#: bits 4 to 2 of a status
INVALID = {
    0: "No Invalid Fields",
    1: "Bad Base or Class Version",
    2: "Method Not Supported",
    3: "Method and Attribute Not Supported",
    7: "Invalid Attribute or Modifier Value",
}
#: the upper byte of a status, by class
CLASS_STATUS = {
    0x03: {
        1: "No Resources",
        2: "Invalid Request",
        3: "No Records",
        4: "Too Many Records",
        5: "Invalid GID",
        6: "Insufficient Components",
        7: "Denied",
        8: "Priority Suggested",
    }
}


def layouts(mgmtclass: int, *modules: Mapping[str, Any]) -> dict[int, Header]:
    """The attributes of a class that have a declared layout, by AttributeID.

    Args:
        mgmtclass: the class, whose `ATTRIBUTES` are numbered.
        *modules: the names of the modules that declare them; a header stands there under its own name.
    """
    declared = {name: value for module in modules for name, value in module.items() if isinstance(value, Header)}
    return {number: declared[name] for number, name in ATTRIBUTES[mgmtclass].items() if name in declared}


def attribute_name(mgmtclass: int, attributeid: int) -> str:
    """The name of an attribute in its class, its number where the class does not name it."""
    named = ATTRIBUTES.get(mgmtclass, {}).get(attributeid) or COMMON_ATTRIBUTES.get(attributeid)
    return named or f"Attribute 0x{attributeid:04x}"


def operation(mgmtclass: int, method: int, attributeid: int) -> str:
    """What a MAD does, as the specification writes it: ``SubnGet(NodeInfo)``."""
    prefix = class_of(mgmtclass).prefix or f"Class 0x{mgmtclass:02x} "
    return f"{prefix}{METHODS.get(method, f'Method 0x{method:02x}')}({attribute_name(mgmtclass, attributeid)})"


def outcome(mgmtclass: int, method: int, status: int) -> str | None:
    """What the status of a response says; None for a request, whose status says nothing."""
    if not method & RESPONSE:
        return None
    if mgmtclass == 0x81:
        status &= RETURNING - 1
    says = [name for bit, name in ((1, "Busy"), (2, "Redirection Required")) if status & bit]
    invalid, specific = status >> 2 & 7, status >> 8
    if invalid:
        says.append(INVALID.get(invalid, f"Invalid Field {invalid}"))
    if specific:
        says.append(CLASS_STATUS.get(mgmtclass, {}).get(specific, f"Class-Specific Status {specific}"))
    if status & 0xE0:
        says.append(f"Reserved Bits 0x{status & 0xE0:02x}")
    return ", ".join(says) or "OK"


#: bytes of a management datagram, without its BTH and DETH
MAD_SIZE = 256

MAD: Header = management_header(
    "MAD",
    "MAD Common Header",
    "infiniband.mad",
    hexa("baseversion", 8, "Base Version", default=1, constrained=True),
    hexa("mgmtclass", 8, "Management Class", enum=CLASSES),
    hexa("classversion", 8, "Class Version", default=1, constrained=True),
    hexa(
        "method",
        8,
        "Method",
        enum=METHODS,
        constrained=True,
        parts=(Part("response", "Response", 0, 1, filter=".method.response"),),
    ),
    hexa(
        "status",
        16,
        "Status",
        parts=(
            Part("invalid", "Invalid Field", 11, 3, filter=".status.invalid", enum=INVALID),
            Part("redirect", "Redirection Required", 14, 1, filter=".status.redirect"),
            Part("busy", "Busy", 15, 1, filter=".status.busy"),
        ),
    ),
    hexa("classspecific", 16, "Class Specific"),
    hexa("transactionid", 64, "Transaction ID"),
    hexa("attributeid", 16, "Attribute ID", constrained=True),
    reserved("reserved", 16),
    hexa("attributemodifier", 32, "Attribute Modifier"),
    Derived("operation", "Operation", ("mgmtclass", "method", "attributeid"), operation, WORDS),
    Derived(
        "outcome", "Outcome", ("mgmtclass", "method", "status"), outcome, WORDS, doc="what a response's status says"
    ),
    summary="{operation}",
    fills=MAD_SIZE,
    source="IBA 1, 13.4.2 and 13.4.3",
)

RMPP_TYPES = {0: "None", 1: "DATA", 2: "ACK", 3: "STOP", 4: "ABORT"}
RMPP_STATUS = {
    0: "OK",
    1: "Resources Exhausted",
    118: "Total Time Too Long",
    119: "Inconsistent Last and PayloadLength",
    120: "Inconsistent First and SegmentNumber",
    121: "Bad RMPPType",
    122: "NewWindowLast Too Small",
    123: "SegmentNumber Too Big",
    124: "Illegal Status",
    125: "Unsupported Version",
    126: "Too Many Retries",
    127: "Unspecified",
}

RMPP: Header = management_header(
    "RMPP",
    "Reliable Multi-Packet Transaction Protocol",
    "infiniband.rmpp",
    hexa("rmppversion", 8, "RMPP Version", constrained=True),
    hexa("rmpptype", 8, "RMPP Type", enum=RMPP_TYPES, constrained=True),
    hexa("rresptime", 5, "R Resp Time"),
    hexa(
        "rmppflags",
        3,
        "RMPP Flags",
        constrained=True,
        parts=(
            Part("last", "Last", 0, 1, filter=".rmppflags.last"),
            Part("first", "First", 1, 1, filter=".rmppflags.first"),
            Part("active", "Active", 2, 1, filter=".rmppflags.active"),
        ),
    ),
    hexa("rmppstatus", 8, "RMPP Status", enum=RMPP_STATUS),
    hexa(
        "data1",
        32,
        "RMPP Data 1",
        parts=(
            Part("segmentnumber", "Segment Number", 0, 32, HEX, filter=".segmentnumber", when=("rmpptype", 1)),
            Part("acknowledged", "Acknowledged Segment", 0, 32, HEX, filter=".segmentnumber", when=("rmpptype", 2)),
        ),
    ),
    hexa(
        "data2",
        32,
        "RMPP Data 2",
        parts=(
            Part("payloadlength", "Payload Length", 0, 32, HEX, filter=".payloadlength", when=("rmpptype", 1)),
            Part("newwindowlast", "New Window Last", 0, 32, HEX, filter=".newwindowlast", when=("rmpptype", 2)),
        ),
    ),
    source="IBA 1, 13.6.2",
)

ClassPortInfo: Header = attribute(
    "ClassPortInfo",
    hexa("baseversion", 8, "BaseVersion"),
    hexa("classversion", 8, "ClassVersion"),
    hexa("capabilitymask", 16, "CapabilityMask"),
    hexa("capabilitymask2", 27, "CapabilityMask2"),
    hexa("resptimevalue", 5, "RespTimeValue", doc="4.096 µs × 2^n"),
    binary("redirectgid", 16, "RedirectGID", IPV6),
    hexa("redirecttc", 8, "RedirectTC"),
    hexa("redirectsl", 4, "RedirectSL"),
    hexa("redirectfl", 20, "RedirectFL"),
    hexa("redirectlid", 16, "RedirectLID"),
    hexa("redirectp_key", 16, "RedirectP_Key", filter=".redirectpkey"),
    reserved("reserved", 8),
    hexa("redirectqp", 24, "RedirectQP"),
    hexa("redirectq_key", 32, "RedirectQ_Key", filter=".redirectqkey"),
    binary("trapgid", 16, "TrapGID", IPV6),
    hexa("traptc", 8, "TrapTC"),
    hexa("trapsl", 4, "TrapSL"),
    hexa("trapfl", 20, "TrapFL"),
    hexa("traplid", 16, "TrapLID"),
    hexa("trapp_key", 16, "TrapP_Key", filter=".trappkey"),
    hexa("traphl", 8, "TrapHL"),
    hexa("trapqp", 24, "TrapQP"),
    hexa("trapq_key", 32, "TrapQ_Key", filter=".trapqkey"),
    source="IBA 1, 13.4.8.1",
)

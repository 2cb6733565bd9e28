"""LNet over InfiniBand (o2iblnd), the network of Lustre: messages in the byte order of their senders.

Source: Lustre, lnet/klnds/o2iblnd/o2iblnd-idl.h and lnet-idl.h; by constructed examples only.  Fields have the names
that Wireshark gives them, where it has one.
"""

from __future__ import annotations

from typing import Any

from ibpkt.protocols.rules import Capacity, Chain, Rule, follow
from ibpkt.protocols.upper.words import little, little_hexa, unused, upper_header
from ibpkt.schema import BYTES, Field, Header, binary, hexa, number_of, uint

#: RDMA-CM port
PORT = 987
MAGIC = 0x0BE91B91
VERSIONS = {0x11: "1", 0x12: "2"}
TYPES = {
    0xC0: "CONNREQ", 0xC1: "CONNACK", 0xD0: "NOOP", 0xD1: "IMMEDIATE", 0xD2: "PUT_REQ", 0xD3: "PUT_NAK",
    0xD4: "PUT_ACK", 0xD5: "PUT_DONE", 0xD6: "GET_REQ", 0xD7: "GET_DONE",
}  # fmt: skip
REJECTS = {
    1: "connection race", 2: "no resources", 3: "fatal", 4: "other version", 5: "stale peer",
    6: "other number of fragments", 7: "other queue depth", 8: "invalid service ID", 9: "not ready yet",
}  # fmt: skip
MESSAGES = {0: "ACK", 1: "PUT", 2: "GET", 3: "REPLY", 4: "HELLO"}


def _header(name: str, title: str, *members: Field, **facts: Any) -> Header:
    return upper_header(
        name, title, "lnet", *members, group="lnet",
        **{"protocol": "LNet", "source": "Lustre, o2iblnd-idl.h; by constructed examples", **facts},
    )  # fmt: skip


#: what is in the messages of both byte orders
LNetHeader: Header = _header(
    "LNetHeader",
    "LNet Header",
    little_hexa("dest_nid", 64, "Destination NID", filter=".header.dest_nid"),
    little_hexa("src_nid", 64, "Source NID", filter=".header.src_nid"),
    little("dest_pid", 32, "Destination PID", doc="12345: Lustre"),
    little("src_pid", 32, "Source PID"),
    little("msg_type", 32, "Message Type", enum=MESSAGES),
    little("payload_length", 32, "Payload Length", unit="bytes"),
    binary("specific", 40, "Specific to the Type", BYTES, filter=".header.specific"),
    summary="{msg_type} {payload_length} bytes",
    source="Lustre, lnet-idl.h; by constructed examples",
)


class LNetForms:
    """The headers in one byte order.

    Args:
        suffix: of their names.
        words: of their titles.
        number: declares a number that people read in decimal.
        hexadecimal: declares one that they read in hexadecimal.
    """

    def __init__(self, suffix: str, words: str, number: Any, hexadecimal: Any) -> None:
        def named(name: str, title: str, *members: Field, **facts: Any) -> Header:
            return _header(f"{name}{suffix}", f"{title}{words}", *members, **facts)

        def version() -> Field:
            field: Field = hexadecimal("version", 16, "Version", enum=VERSIONS, default=0x12, filter="lnet.ib.version")
            return field

        def limits(where: str) -> tuple[Field, ...]:
            return (
                number("qdepth", 16, "Queue Depth", filter=f"{where}.qdepth"),
                number("max_frags", 16, "Maximum Fragments", filter=f"{where}.max_frags"),
                number("max_size", 32, "Maximum Message Size", unit="bytes", filter=f"{where}.max_size"),
            )

        def magic() -> Field:
            field: Field = hexadecimal("magic", 32, "Magic", default=MAGIC, filter="lnet.ib.magic")
            return field

        self.message: Header = named(
            "LNetMessage",
            "LNet Message",
            magic(),
            version(),
            hexa("type", 8, "Type", enum=TYPES, default=number_of(TYPES, "NOOP"), filter="lnet.ib.type"),
            uint("credits", 8, "Credits", filter="lnet.ib.credits", doc="that are returned"),
            number("nob", 32, "Number of Bytes", unit="bytes", filter="lnet.ib.nob", doc="of the message"),
            hexadecimal("csum", 32, "Checksum", filter="lnet.ib_csum", doc="0: none"),
            hexadecimal("srcnid", 64, "Source NID", filter=".ib.srcnid", doc="kind and number of the network; address"),
            hexadecimal("srcstamp", 64, "Source Stamp", filter="lnet.ib.srcstamp"),
            hexadecimal("dstnid", 64, "Destination NID", filter=".ib.dstnid"),
            hexadecimal("dststamp", 64, "Destination Stamp", filter="lnet.ib.dststamp"),
            summary="{type} credits={credits}",
        )
        self.connection: Header = named("LNetConnection", "LNet Connection", *limits("lnet.connparam"))
        self.cookie: Header = named(
            "LNetCookie", "LNet Cookie", hexadecimal("cookie", 64, "Cookie", filter="lnet.o2ib.cookie")
        )
        self.completion: Header = named(
            "LNetCompletion",
            "LNet Completion",
            hexadecimal("cookie", 64, "Cookie", filter="lnet.o2ib.cookie"),
            number("status", 32, "Status", filter="lnet.o2ib.status", doc="bytes; 2^32 less an error number of Linux"),
            summary="cookie={cookie} status={status}",
        )
        self.descriptor: Header = named(
            "LNetDescriptor",
            "LNet RDMA Descriptor",
            hexadecimal("rkey", 32, "R_Key", filter="lnet.rdma.key"),
            number("nfrags", 32, "Fragments", filter="lnet.rdma.nfrags", doc="of 12 bytes each follow"),
            summary="R_Key={rkey} {nfrags} fragments",
        )
        self.reject: Header = named(
            "LNetReject",
            "LNet Reject",
            magic(),
            version(),
            uint("why", 8, "Why", enum=REJECTS, filter=".reject.why"),
            unused("padding", 1, filter=".reject.padding"),
            hexadecimal("incarnation", 64, "Incarnation", filter=".reject.incarnation"),
            *limits(".reject"),
            summary="{why}",
        )

    def rules(self) -> dict[Header, tuple[Rule, ...]]:
        """What follows what."""
        bodies: dict[int | str | tuple[int, ...], Header | Chain] = {
            **dict.fromkeys(("CONNREQ", "CONNACK"), self.connection),
            **dict.fromkeys(("PUT_NAK", "PUT_DONE", "GET_DONE"), self.completion),
            "IMMEDIATE": LNetHeader,
            "PUT_REQ": (LNetHeader, self.cookie),
            "PUT_ACK": (self.cookie, self.cookie, self.descriptor),
            "GET_REQ": (LNetHeader, self.cookie, self.descriptor),
        }
        payload = follow(0, {0: ()})
        ends = (self.connection, self.cookie, self.completion, self.descriptor, self.reject, LNetHeader)
        return {
            self.message: (follow(self.message.leaf("type"), bodies, room=Capacity(self.message)), payload),
            **dict.fromkeys(ends, (payload,)),
        }


#: of little-endian senders, and of others
LNET = LNetForms("", "", little, little_hexa)
LNET_BIG = LNetForms("Big", ", Big Endian", uint, hexa)

"""SMC-R: link control and connection data control messages, which are SENDs of 44 bytes.

Source: RFC 7609, A.3 to A.5; Linux, net/smc.  Fields have the names that Wireshark gives them, where it has one.
"""

from __future__ import annotations

from typing import Any

from ibpkt.protocols.upper.words import unused, upper_header
from ibpkt.schema import BYTES, IPV6, MAC, Field, Header, binary, flag, hexa, reserved, uint

#: bytes of a message
SIZE = 44
CONFIRM_LINK, ADD_LINK, DELETE_LINK, TEST_LINK, CDC = 0x01, 0x02, 0x04, 0x07, 0xFE
TYPES = {
    CONFIRM_LINK: "Confirm Link", ADD_LINK: "Add Link", 0x03: "Add Link Continuation", DELETE_LINK: "Delete Link",
    0x06: "Confirm RKey", 0x08: "Confirm RKey Continuation", 0x09: "Delete RKey", TEST_LINK: "Test Link",
    0x21: "Confirm Link (v2)", 0x22: "Add Link (v2)", 0x24: "Delete Link (v2)", 0x25: "Request Add Link (v2)",
    0x26: "Confirm RKey (v2)", 0x27: "Test Link (v2)", 0x29: "Delete RKey (v2)", CDC: "CDC Message",
}  # fmt: skip
#: why a link was deleted
REASONS = {
    0x00010000: "Lost Path", 0x00020000: "Operator Initiated Termination",
    0x00030000: "Program Initiated Termination", 0x00040000: "Protocol Violation",
    0x00050000: "No Asymmetric Link Needed", 0x00100000: "No Link", 0x00200000: "No Link Group",
}  # fmt: skip
#: InfiniBand's codes of a path MTU
MTUS = {1: "256", 2: "512", 3: "1024", 4: "2048", 5: "4096"}


def header_of(name: str, title: str, *members: Field, source: str, **facts: Any) -> Header:
    """A message of SMC."""
    return upper_header(
        name, title, "smc", *members, group="smc", **{"protocol": "SMC-R", "source": source, **facts}
    )  # fmt: skip


def _flags(*names: tuple[str, str]) -> tuple[Field, ...]:
    """The byte of flags: what this type has behind the response bit."""
    return (
        flag("response", "Response", filter=".llc.response"),
        *(flag(name, label, filter=f".llc.{name}") for name, label in names),
        reserved("llc_reserved", 7 - len(names), filter=f".llc.reserved_{7 - len(names)}"),
    )


def _message(kind: int, name: str, flags: tuple[tuple[str, str], ...], *members: Field, source: str) -> Header:
    """A link control message of version 1.

    Args:
        kind: its type.
        name: as of a header.
        flags: those behind the response bit.
        *members: what follows the first four bytes.
        source: the section of RFC 7609.
    """
    return header_of(
        name,
        f"SMC-R {TYPES[kind]}",
        hexa("type", 8, "Type", enum=TYPES, default=kind, filter="smc.llc_msg"),
        uint("llc_length", 8, "Length", default=SIZE, unit="bytes", filter=".llc.length"),
        reserved("llc_reserved2", 4, filter=".llc.reserved_4"),
        uint("reject_reason", 4, "Reject Reason", filter="smc.add.link.response.reject_reason"),
        *_flags(*flags),
        *members,
        source=f"RFC 7609, {source}; by constructed examples",
        summary="{type} Response={response}",
    )


def _link(filter: str) -> Field:
    return uint("link", 8, "Link Number", filter=filter)


def _token(number: str, key: str = "", address: str = "") -> tuple[Field, Field]:
    """A key and an address of a receive buffer."""
    return (
        hexa(f"rkey{number}", 32, f"RMB Key {number}".rstrip(), filter=key or f".llc.rkey{number}"),
        hexa(f"address{number}", 64, f"RMB Address {number}".rstrip(), filter=address or f".llc.address{number}"),
    )


SMCConfirmLink: Header = _message(
    CONFIRM_LINK,
    "SMCConfirmLink",
    (),
    binary("mac", 6, "Sender MAC", MAC, filter="smc.confirm.link.sender.mac"),
    binary("gid", 16, "Sender GID", IPV6, filter="smc.sender.gid"),
    hexa("qpn", 24, "Sender QP Number", filter="smc.confirm.link.sender.qp.number"),
    _link("smc.confirm.link.number"),
    hexa("link_uid", 32, "Link User ID", filter="smc.confirm.link.sender.link.userid"),
    uint("max_links", 8, "Maximum Links", filter="smc.confirm.link.max.links"),
    unused("reserved", 9),
    source="A.3.1",
)

SMCAddLink: Header = _message(
    ADD_LINK,
    "SMCAddLink",
    (("rejected", "Rejected"),),
    binary("mac", 6, "Sender MAC", MAC, filter="smc.add.link.sender.mac"),
    unused("reserved", 2),
    binary("gid", 16, "Sender GID", IPV6, filter="smc.add.link.sender.gid"),
    hexa("qpn", 24, "Sender QP Number", filter="smc.add.link.sender.qp.number"),
    _link("smc.add.link.link.number"),
    reserved("reserved2", 4),
    uint("mtu", 4, "Path MTU", enum=MTUS, filter="smc.add.link.qp.mtu.value"),
    hexa("psn", 24, "Initial PSN", filter="smc.add.link.initial.psn"),
    unused("reserved3", 8),
    source="A.3.2",
)

#: bytes 8 on as Linux has them; Wireshark reads the first token at byte 6
SMCAddLinkContinuation: Header = _message(
    0x03,
    "SMCAddLinkContinuation",
    (),
    _link("smc.add.link.cont.link.number"),
    uint("tokens", 8, "Number of RKeys", filter="smc.add.link.cont.rkey.number"),
    unused("reserved", 2),
    hexa("old_rkey1", 32, "RMB Key 1 of the Link in Use", filter="smc.add.link.cont.rmb.RTok1.Rkey1"),
    *_token("1", "smc.add.link.cont.rmb.RTok1.Rkey2", "smc.add.link.cont.rmb.RTok1.virt"),
    hexa("old_rkey2", 32, "RMB Key 2 of the Link in Use", filter="smc.add.link.cont.rmb.RTok2.Rkey1"),
    *_token("2", "smc.add.link.cont.rmb.RTok2.Rkey2", "smc.add.link.cont.rmb.RTok2.virt"),
    unused("reserved2", 4),
    source="A.3.3",
)

SMCDeleteLink: Header = _message(
    DELETE_LINK,
    "SMCDeleteLink",
    (("all_links", "All Links"), ("orderly", "Orderly")),
    _link("smc.delete.link.number"),
    hexa("reason", 32, "Reason", enum=REASONS, filter="smc.delete.link.reason.code"),
    unused("reserved", 35),
    source="A.3.4",
)

SMCConfirmRKey: Header = _message(
    0x06,
    "SMCConfirmRKey",
    (("reserved_flag", "Reserved"), ("negative", "Negative Response"), ("retry", "Retry")),
    uint("tokens", 8, "Number of Further Links", filter="smc.confirm.rkey.number.qp"),
    *_token("", "smc.confirm.rkey.new.rkey", "smc.confirm.rkey.new.virt"),
    uint("link2", 8, "Link Number 2", filter="smc.confirm.rkey.link.number"),
    *_token("2"),
    uint("link3", 8, "Link Number 3", filter=".confirm.rkey.link3"),
    *_token("3"),
    unused("reserved", 1),
    source="A.3.5",
)

SMCTestLink: Header = _message(
    TEST_LINK,
    "SMCTestLink",
    (),
    binary("user_data", 16, "User Data", BYTES, filter=".test.link.user_data", doc="the response repeats it"),
    unused("reserved", 24),
    source="A.3.7",
)

SMCDeleteRKey: Header = _message(
    0x09,
    "SMCDeleteRKey",
    (("reserved_flag", "Reserved"), ("negative", "Negative Response")),
    uint("count", 8, "Number of RKeys", filter="smc.delete.rkey.count"),
    hexa("error_mask", 8, "Error Mask", filter="smc.delete.rkey.error.mask"),
    unused("reserved", 2),
    *(hexa(f"deleted{place}", 32, f"RKey {place}", filter="smc.delete.rkey.deleted") for place in range(1, 9)),
    unused("reserved2", 4),
    source="A.3.6",
)

#: of types whose bytes are not declared
SMCMessage: Header = header_of(
    "SMCMessage",
    "SMC-R Message",
    hexa("type", 8, "Type", enum=TYPES, filter="smc.llc_msg"),
    binary("undecoded", 43, "Undecoded", BYTES, filter=".llc.undecoded"),
    source="RFC 7609, A.3",
    summary="{type}",
)


def _cursor(name: str, whose: str, wrap: str, count: str) -> tuple[Field, Field]:
    return (
        uint(f"{name}_wrap", 16, f"{whose} Wrap", filter=wrap),
        uint(f"{name}_cursor", 32, f"{whose} Cursor", unit="bytes", filter=count),
    )


SMCCDC: Header = header_of(
    "SMCCDC",
    "SMC-R Connection Data Control",
    hexa("type", 8, "Type", enum=TYPES, default=CDC, filter="smc.llc_msg"),
    uint("llc_length", 8, "Length", default=SIZE, unit="bytes", filter=".llc.length"),
    uint("seq", 16, "Sequence Number", filter="smc.rmbe.ctrl.seqno"),
    hexa("token", 32, "Alert Token", filter="smc.rmbe.ctrl.alert.token", doc="which connection of the link group"),
    unused("reserved", 2),
    *_cursor("producer", "Producer", "smc.rmbe.ctrl.prod.wrap.seq", "smc.rmbe.ctrl.peer.prod.curs"),
    unused("reserved2", 2),
    *_cursor("consumer", "Consumer", ".rmbe.ctrl.cons.wrap", ".rmbe.ctrl.cons.curs"),
    flag("write_blocked", "Write Blocked", filter="smc.rmbe.ctrl.write.blocked"),
    flag("urgent_pending", "Urgent Data Pending", filter="smc.rmbe.ctrl.urgent.pending"),
    flag("urgent_present", "Urgent Data Present", filter="smc.rmbe.ctrl.urgent.present"),
    flag("update_requested", "Cursor Update Requested", filter="smc.rmbe.ctrl.cons.update.requested"),
    flag("failover", "Failover Validation", filter="smc.rmbe.ctrl.failover.validation"),
    reserved("flags_reserved", 3),
    flag("sending_done", "Sending Done", filter="smc.rmbe.ctrl.peer.sending.done"),
    flag("closed", "Connection Closed", filter="smc.rmbe.ctrl.peer.closed.conn"),
    flag("abnormal", "Abnormal Close", filter="smc.rmbe.ctrl.peer.abnormal.close"),
    reserved("flags_reserved2", 5),
    unused("reserved3", 18),
    source="RFC 7609, A.4; by constructed examples",
    summary="CDC token={token} producer={producer_cursor} consumer={consumer_cursor}",
)

#: by type; others are `SMCMessage`
LLC_BY_TYPE = {
    CONFIRM_LINK: SMCConfirmLink, ADD_LINK: SMCAddLink, 0x03: SMCAddLinkContinuation, DELETE_LINK: SMCDeleteLink,
    0x06: SMCConfirmRKey, TEST_LINK: SMCTestLink, 0x09: SMCDeleteRKey, CDC: SMCCDC,
}  # fmt: skip

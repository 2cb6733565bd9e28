"""SMC-R: how it is recognised, and its link control: requests, and the responses that have their type.

Data move by RDMA WRITEs; messages of connection data control, which say how far, are shown but no commands.

Source: RFC 7609, A.3 and A.4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ibpkt.analysis.results.message import Message
from ibpkt.commands.byte_places import byte_of
from ibpkt.commands.command import Command
from ibpkt.commands.open_commands import OpenCommand, join, new_command
from ibpkt.commands.recognition import CarriedProtocol, PrivateData, Sent
from ibpkt.commands.shown_messages import ShownMessage
from ibpkt.commands.tag_rule import Ending, TagRule
from ibpkt.management import Connection
from ibpkt.protocols.upper.messaging_contents import MESSAGING_NUMBERS
from ibpkt.protocols.upper.smc import (
    ADD_LINK,
    DELETE_LINK,
    LLC_BY_TYPE,
    REASONS,
    SIZE,
    SMCCDC,
    TYPES,
    SMCConfirmLink,
    SMCDeleteLink,
    SMCTestLink,
)
from ibpkt.schema import Header

_RESPONSE = 0x80
_TYPE, _LENGTH, _FLAGS = (byte_of(SMCTestLink, name) for name in ("type", "llc_length", "response"))


def header_at(message: Message, head: bytes) -> Header | None:
    """The header of a message of link control or connection data control of version 1; None if it is none."""
    if message.size != SIZE or len(head) < SIZE or head[_LENGTH] != SIZE:
        return None
    header = LLC_BY_TYPE.get(head[_TYPE])
    if header is None:
        return None
    values = header.read(head)
    unused = (values[field.name] for field in header.wire if field.reserved)
    return None if any(any(value) if isinstance(value, bytes) else value for value in unused) else header


class SMCRule(TagRule[None]):
    """Follows a link.

    Args:
        flow: the number of the flow.
        initiator: the side that began; both may send requests.
    """

    def take(self, message: Message, head: bytes) -> Sequence[Command]:
        """See `CommandRule`."""
        header = header_at(message, head) if message.kind == "SEND" else None
        if header is None:
            return ()
        self.shown.append(ShownMessage(message.first_frame, MESSAGING_NUMBERS[header]))
        if header is SMCCDC:
            return ()
        kind, response = head[_TYPE], head[_FLAGS] & _RESPONSE
        tag = kind << 1 | (message.side ^ bool(response))
        if response:
            return self.answer(tag, message, head)
        command = new_command(message, "smc", tag)
        command.identifier = kind
        command.kind = TYPES[kind]
        if kind == DELETE_LINK:
            reason = SMCDeleteLink.read(head)["reason"]
            command.detail = REASONS.get(reason, f"reason 0x{reason:08x}")
        join(command, message, "request", MESSAGING_NUMBERS[header])
        return self.begin(tag, OpenCommand(command, None))

    def ending(self, said: None, head: bytes) -> Ending:
        """Whether the other end agrees."""
        header = LLC_BY_TYPE[head[_TYPE]]
        values = header.read(head)
        refused = bool(values.get("negative") or (head[_TYPE] == ADD_LINK and values["rejected"]))
        return Ending("refused" if refused else "accepted", not refused, MESSAGING_NUMBERS[header])


class SMCProtocol:
    """Shared Memory Communications over RDMA."""

    name = "smc"
    title = "SMC-R"
    head = SIZE
    #: both ends confirm the link, or two messages of one connection have numbers that follow each other
    needed = 2
    private: Mapping[str, PrivateData] = {}

    def serves(self, connection: Connection) -> bool:
        """Connections are agreed upon over TCP."""
        return False

    def proves(self, connection: Connection) -> bool:
        """Likewise."""
        return False

    def is_command(self, message: Message, head: bytes) -> bool:
        """A message of version 1 with zeros where they must be."""
        return header_at(message, head) is not None

    def pairs(self, sent: Sequence[Sent], initiator: int) -> int:
        """Confirm Link of both sides counts two; else messages of a connection, numbered one after the other."""
        confirmed = {
            (each.message.side, bool(each.head[_FLAGS] & _RESPONSE)): SMCConfirmLink.read(each.head)
            for each in sent
            if header_at(each.message, each.head) is SMCConfirmLink
        }
        asked, answered = confirmed.get((initiator, False)), confirmed.get((1 - initiator, True))
        if asked is not None and answered is not None and asked["link"] == answered["link"]:
            ends = (asked, answered)
            if all(any(end["gid"]) and end["qpn"] for end in ends) and asked["gid"] != answered["gid"]:
                return 2
        found = 0
        last: dict[int, int] = {}
        for each in sent:
            if each.message.side != initiator or header_at(each.message, each.head) is not SMCCDC:
                continue
            values = SMCCDC.read(each.head)
            if values["token"]:
                found += last.get(values["token"], -2) + 1 == values["seq"]
                last[values["token"]] = values["seq"]
        return found

    def rule(self, flow: int, verdict: CarriedProtocol, connection: Connection | None) -> SMCRule:
        """The rule of a link."""
        return SMCRule(flow, verdict.initiator)

"""RDS: how it is recognised, and its messages, which the acknowledgement that covers them ends.

Source: Linux, net/rds.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from ibpkt.analysis.results.message import Message
from ibpkt.commands.byte_places import bytes_of
from ibpkt.commands.command import Command
from ibpkt.commands.open_commands import join, new_command
from ibpkt.commands.recognition import CarriedProtocol, PrivateData, Sent
from ibpkt.commands.shown_messages import ShownMessage
from ibpkt.management import Connection
from ibpkt.protocols.mad.service import ip_service_id
from ibpkt.protocols.upper.messaging_contents import MESSAGING_NUMBERS
from ibpkt.protocols.upper.rds import (
    EXTENSION_HEADERS,
    MAP,
    PORTS,
    SIZE,
    VERSIONS,
    RDSConnection,
    RDSConnection6,
    RDSHeader,
)

_ONES = 0xFFFF
_SERVICES = frozenset(ip_service_id("TCP", port) for port in PORTS)
_CONTENTS = MESSAGING_NUMBERS[RDSHeader]
_PADDING, _SEQUENCE = bytes_of(RDSHeader, "padding"), bytes_of(RDSHeader, "sequence")
_EXTENSIONS = frozenset((0, *EXTENSION_HEADERS))


def header_at(message: Message, head: bytes) -> dict[str, Any] | None:
    """The header with which a SEND begins; None if it is none, by its checksum, its zeros and its lengths."""
    if message.size is None or message.size < SIZE or len(head) < SIZE:
        return None
    if any(head[_PADDING]) or head[RDSHeader.size] not in _EXTENSIONS:
        return None
    values = RDSHeader.read(head)
    if values["flags_reserved"]:
        return None
    if message.size - SIZE > values["len"] or (values["cong_bitmap"] and values["len"] != MAP):
        return None
    if values["csum"]:
        total = sum(int.from_bytes(head[at : at + 2], "big") for at in range(0, SIZE, 2))
        if total % _ONES:
            return None
    return values


@dataclasses.dataclass
class _Unfinished:
    """A message of which fragments are to come.

    Attributes:
        command: the message.
        sequence: its number, 0 of a map of ports.
        left: bytes to come.
    """

    command: Command
    sequence: int
    left: int


class RDSRule:
    """Follows a connection.

    Args:
        flow: the number of the flow.
        name: what the active end connected to.
    """

    queue = ""
    unmatched = 0

    def __init__(self, flow: int, name: str = "") -> None:
        self.name = name
        self.shown: list[ShownMessage] = []
        #: by side: messages that are not acknowledged, in the order of their numbers
        self._waiting: tuple[dict[int, Command], dict[int, Command]] = ({}, {})
        self._unfinished: list[_Unfinished | None] = [None, None]

    def expect(self, sent: Sequence[Sent]) -> None:
        """See `CommandRule`; every message says all that is needed."""

    def take(self, message: Message, head: bytes) -> Sequence[Command]:
        """See `CommandRule`."""
        values = header_at(message, head) if message.kind == "SEND" else None
        if values is None:
            return ()
        self.shown.append(ShownMessage(message.first_frame, _CONTENTS))
        ended = self._acknowledged(1 - message.side, values["ack"], message)
        if values["len"] or values["sequence"]:
            ended += self._fragment(message, values)
        return ended

    def _acknowledged(self, side: int, number: int, message: Message) -> list[Command]:
        """The messages that an acknowledgement covers."""
        waiting = self._waiting[side]
        ended = []
        for sequence in [sequence for sequence in waiting if sequence <= number]:
            command = waiting[sequence]
            if command.start <= message.start:
                command.end, command.outcome = message.start, "answered"
                command.status, command.ok = "acknowledged", True
                ended.append(waiting.pop(sequence))
        return ended

    def _fragment(self, message: Message, values: Mapping[str, Any]) -> list[Command]:
        side, sequence = message.side, values["sequence"]
        size = (message.size or SIZE) - SIZE
        unfinished = self._unfinished[side]
        ended: list[Command] = []
        if unfinished is not None and unfinished.sequence != sequence:
            self._unfinished[side] = unfinished = None  # the rest was lost; it is sent again as another message
        if unfinished is None:
            command = self._begin(message, values)
            unfinished = _Unfinished(command, sequence, values["len"])
        command = unfinished.command
        command.moved += size
        command.sent = message.end
        join(command, message, "request", _CONTENTS)
        unfinished.left -= size
        self._unfinished[side] = unfinished if unfinished.left > 0 else None
        if sequence:
            again = self._waiting[side].get(sequence)
            if again is not None and again is not command:  # sent again on a new connection
                again.outcome = "unanswered"
                ended.append(again)
            self._waiting[side][sequence] = command
        elif unfinished.left <= 0:  # nothing acknowledges a map of ports
            command.outcome, command.by_design = "open", True
            ended.append(command)
        return ended

    @staticmethod
    def _begin(message: Message, values: Mapping[str, Any]) -> Command:
        command = new_command(message, "rds", values["sequence"])
        command.kind = "Congestion map" if values["cong_bitmap"] else "Message"
        command.size = values["len"]
        command.detail = "" if values["cong_bitmap"] else f"port {values['sport']} → {values['dport']}"
        if values["retransmitted"]:
            command.detail += ", sent again"
        return command

    def finish(self, *, over: bool) -> Sequence[Command]:
        """See `CommandRule`."""
        left = [command for waiting in self._waiting for command in waiting.values()]
        left += [each.command for each in self._unfinished if each is not None and each.command not in left]
        for command in left:
            command.outcome = "unanswered" if over else "open"
        for waiting in self._waiting:
            waiting.clear()
        self._unfinished = [None, None]
        return sorted(left, key=lambda command: command.start)


class RDSProtocol:
    """Reliable Datagram Sockets."""

    name = "rds"
    title = "RDS"
    head = SIZE
    #: messages whose checksums are right, with numbers that follow each other
    needed = 3
    private: Mapping[str, PrivateData] = {
        message: PrivateData(MESSAGING_NUMBERS[header], header)
        for message, header in (("REQ", RDSConnection), ("REP", RDSConnection))
    }

    def serves(self, connection: Connection) -> bool:
        """Ports 16385 and 18634."""
        return connection.service_id in _SERVICES

    def proves(self, connection: Connection) -> bool:
        """The private data name the two addresses of the connection, and a version that exists."""
        private = connection.active.private
        if not self.serves(connection) or private is None:
            return False
        for header in (RDSConnection, RDSConnection6):
            if len(private) >= header.size:
                values = header.read(private)
                if values["major"] in VERSIONS and not any(private[header.size :]) and values["minor_mask"]:
                    return True
        return False

    def is_command(self, message: Message, head: bytes) -> bool:
        """A header whose checksum is right."""
        values = header_at(message, head)
        return values is not None and bool(values["csum"])

    def pairs(self, sent: Sequence[Sent], initiator: int) -> int:
        """Messages of a side with a right checksum whose number is one more than that of the one before."""
        found = last = 0
        for each in sent:
            if each.message.side != initiator or not self.is_command(each.message, each.head):
                continue
            sequence = int.from_bytes(each.head[_SEQUENCE], "big")
            found += 0 < sequence == last + 1
            last = sequence
        return found

    def rule(self, flow: int, verdict: CarriedProtocol, connection: Connection | None) -> RDSRule:
        """The rule of a connection."""
        return RDSRule(flow, "" if connection is None else f"port {(connection.service_id or 0) & 0xFFFF}")

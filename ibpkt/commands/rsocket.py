"""rsockets: how they are recognised, and what each message of a stream does.

A stream has no commands, so every RDMA WRITE with immediate data is one of its own, which the acknowledgement ends.

Source: rdma-core, librdmacm/rsocket.c.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ibpkt.analysis.results.message import Message
from ibpkt.commands.command import Command
from ibpkt.commands.open_commands import join, new_command
from ibpkt.commands.recognition import CarriedProtocol, PrivateData, Sent
from ibpkt.commands.shown_messages import ShownMessage
from ibpkt.management import Connection
from ibpkt.protocols.mad.service import IP_CM
from ibpkt.protocols.upper.messaging_contents import MESSAGING_NUMBERS, RSOCKET_BIG, RSOCKET_MESSAGE
from ibpkt.protocols.upper.rsocket import (
    CONTROL,
    CONTROLS,
    DATA,
    ENTRIES,
    MAPPING,
    OPERATIONS,
    UPDATE,
    VERSION,
    RSocketBuffer,
    RSocketConnection,
    RSocketDatagram,
    RSocketDatagram6,
)

_VALUE_BITS = 29
_VALUE = (1 << _VALUE_BITS) - 1
_DATAGRAMS = {header.leaf("version").default: header for header in (RSocketDatagram, RSocketDatagram6)}  # type: ignore[attr-defined]
#: outcomes of messages: of the command, whether it succeeded
_ENDED = {"completed": ("answered", True), "refused": ("answered", False), "flushed": ("unanswered", None),
          "unanswered": ("unanswered", None), "sent": ("answered", True)}  # fmt: skip


class RSocketRule:
    """Follows a connection.

    Args:
        flow: the number of the flow.
        name: what the active end connected to.
        big: by side, whether it is a big-endian machine.
    """

    queue = ""
    unmatched = 0

    def __init__(self, flow: int, name: str = "", big: tuple[bool, bool] = (False, False)) -> None:
        self.name = name
        self.shown: list[ShownMessage] = []
        self._big = big
        self._sent = [0, 0]

    def expect(self, sent: Sequence[Sent]) -> None:
        """See `CommandRule`; every message says all that is needed."""

    def take(self, message: Message, head: bytes) -> Sequence[Command]:
        """See `CommandRule`."""
        if message.kind == "SEND":
            self._datagram(head, message.first_frame)
            return ()
        if message.kind != "WRITE":
            return ()
        self._sent[message.side] += 1
        command = new_command(message, "rsocket", self._sent[message.side])
        command.size = message.size
        command.kind, command.detail = "Direct write", f"VA 0x{message.address or 0:x}"
        if message.immediate is not None:
            self._message(command, message)
        command.outcome, command.ok = _ENDED.get(message.outcome, ("open", None))
        if command.outcome == "answered":
            command.end = message.completed if message.completed is not None else message.end
            command.status = "acknowledged" if command.ok else "refused"
            if command.ok:
                command.moved = message.size or 0
        join(command, message, "request", 0)
        return (command,)

    def _message(self, command: Command, message: Message) -> None:
        """What immediate data say."""
        number = message.immediate or 0
        operation, value = number >> _VALUE_BITS, number & _VALUE
        command.kind = OPERATIONS.get(operation, f"Operation {operation}")
        command.detail = f"{value}"
        if operation == DATA and message.size not in (None, value):
            command.detail = f"says {value} bytes"
        elif operation == DATA:
            command.detail = f"VA 0x{message.address or 0:x}"
        elif operation == UPDATE:
            command.detail = f"{value} credits"
        elif operation == MAPPING:
            command.detail = f"entry {value & 0xFFFF}"
        elif operation == CONTROL:
            command.kind, command.detail = CONTROLS.get(value, f"Control {value}"), ""
        big = operation == UPDATE and message.size == RSocketBuffer.size and self._big[1 - message.side]
        self.shown.append(ShownMessage(message.last_frame or 0, RSOCKET_BIG if big else RSOCKET_MESSAGE))

    def _datagram(self, head: bytes, frame: int) -> None:
        header = _DATAGRAMS.get(head[0]) if head else None
        if header is not None and len(head) >= header.size and head[1] == header.size:
            self.shown.append(ShownMessage(frame, MESSAGING_NUMBERS[header]))

    def finish(self, *, over: bool) -> Sequence[Command]:
        """See `CommandRule`."""
        return ()


class RSocketProtocol:
    """rsockets."""

    name = "rsocket"
    title = "rsockets"
    head = RSocketDatagram6.size
    needed = 1
    private: Mapping[str, PrivateData] = {
        message: PrivateData(MESSAGING_NUMBERS[header], header)
        for message, header in (("REQ", RSocketConnection), ("REP", RSocketConnection))
    }

    def serves(self, connection: Connection) -> bool:
        """Programs choose their ports."""
        return False

    def proves(self, connection: Connection) -> bool:
        """Version, flags, zeros, a list of two entries, and keys: about 60 bits are fixed."""
        if (connection.service_id or 0) >> 24 != IP_CM or not _is_rsocket(connection.active.private):
            return False
        answer = connection.passive.private
        return answer is None or _is_rsocket(answer)

    def is_command(self, message: Message, head: bytes) -> bool:
        """Messages are WRITEs; no SEND is one."""
        return False

    def pairs(self, sent: Sequence[Sent], initiator: int) -> int:
        """None: SENDs say nothing."""
        return 0

    def rule(self, flow: int, verdict: CarriedProtocol, connection: Connection | None) -> RSocketRule:
        """The rule of a connection."""
        if connection is None or verdict.initiator is None or connection.active.private is None:
            return RSocketRule(flow)
        active, passive = (
            private is not None and bool(RSocketConnection.read(private)["net"])
            for private in (connection.active.private, connection.passive.private)
        )
        big = (passive, active) if verdict.initiator else (active, passive)
        return RSocketRule(flow, f"port {connection.service_id & 0xFFFF}", big)


def _is_rsocket(private: bytes | None) -> bool:
    if private is None or len(private) < RSocketConnection.size:
        return False
    values = RSocketConnection.read(private)
    return bool(
        values["version"] == VERSION
        and not values["flags_reserved"]
        and not values["reserved"]
        and values["target_sgl_length"] == ENTRIES
        and values["target_sgl_key"]
        and values["buffer_key"]
        and values["buffer_length"]
        and not any(private[RSocketConnection.size :])
    )

"""What an iSCSI PDU over iSER says, read by the declarations' places."""

from __future__ import annotations

from typing import Any

from ibpkt.commands.open_commands import NamedMemory
from ibpkt.commands.scsi_words import CDB, answer_words, scsi_words, succeeded
from ibpkt.protocols.upper.iscsi import BEFORE_CDB, BHS, ISCSICommand, ISCSIReject, ISCSIResponse, ISCSISense
from ibpkt.protocols.upper.iscsi_names import (
    EVENTS,
    FROM_TARGET,
    LOGIN_STATUSES,
    LOGOUT_RESPONSES,
    OPCODES,
    REJECT_REASONS,
    RESPONSES,
    TASK_FUNCTIONS,
    TASK_RESPONSES,
)
from ibpkt.protocols.upper.iscsi_text import text_pairs
from ibpkt.protocols.upper.iser import ISER, PDU_BY_FIRST_BYTE
from ibpkt.schema import Header

#: bytes before the data segment, without additional header segments
CONTROL = ISER.size + BHS
_OPCODE = ISER.read(ISER.write({}))["opcode"]


class ISERPDU:
    """A PDU.

    Args:
        head: the first bytes of a SEND.

    Attributes:
        head: these bytes.
        opcode: its kind, without the bit for immediate delivery.
        header: its declaration.
        name: of its kind.
        from_target: whether targets send it.
        values: raw values of its basic header segment.
    """

    __slots__ = ("from_target", "head", "header", "name", "opcode", "values")

    def __init__(self, head: bytes) -> None:
        self.head = head
        self.header: Header = PDU_BY_FIRST_BYTE[head[ISER.size]]
        self.values: dict[str, Any] = self.header.read(head, ISER.size)
        self.opcode: int = self.values["opcode"]
        self.name = OPCODES[self.opcode]
        self.from_target = bool(self.opcode & FROM_TARGET)

    @property
    def tag(self) -> int:
        """The initiator task tag."""
        return int(self.values["initiatortasktag"])

    @property
    def transfer_tag(self) -> int:
        """The target transfer tag."""
        return int(self.values["targettransfertag"])

    @property
    def data_length(self) -> int:
        """Bytes of the data segment, without padding."""
        return int(self.values["datasegmentlength"])

    @property
    def size(self) -> int:
        """Bytes of the whole message as its lengths tell."""
        return CONTROL + 4 * int(self.values["totalahslength"]) + (self.data_length + 3) // 4 * 4

    @property
    def data(self) -> bytes:
        """The data segment, as far as the capture has it."""
        start = CONTROL + 4 * int(self.values["totalahslength"])
        return self.head[start : start + self.data_length]

    @property
    def pairs(self) -> dict[str, str]:
        """The text parameters."""
        return dict(text_pairs(self.data))

    @property
    def refused(self) -> ISERPDU | None:
        """The PDU that a Reject is about: only its basic header segment is there."""
        data = self.data
        if len(data) < BHS or data[0] not in PDU_BY_FIRST_BYTE:
            return None
        return ISERPDU(bytes(ISER.size) + data)

    def regions(self) -> tuple[NamedMemory, ...]:
        """The memory that a command names."""
        header = ISER.read(self.head)
        length = int(self.values.get("expected_length", 0))
        found = []
        if header["wsv"]:
            found.append(NamedMemory(header["write_stag"], header["write_base_offset"], length))
        if header["rsv"]:
            found.append(NamedMemory(header["read_stag"], header["read_base_offset"], length))
        return tuple(found)

    # -- requests in words --------------------------------------------------------------------------------------------

    @property
    def is_scsi(self) -> bool:
        """Whether it is a SCSI Command."""
        return self.header is ISCSICommand

    @property
    def words(self) -> tuple[str, str]:
        """What a request is, and what it is about."""
        if self.is_scsi:
            return scsi_words(self.head[ISER.size + BEFORE_CDB : ISER.size + BEFORE_CDB + CDB])
        if "function" in self.values:
            function = self.values["function"]
            named = TASK_FUNCTIONS.get(function, f"Task management function {function}")
            return named, f"tag 0x{self.values['referencedtasktag']:08x}"
        kind = self.name.removesuffix(" Request")
        if kind == "Login":
            return kind, self.pairs.get("TargetName", "")
        if "event" in self.values:
            event = self.values["event"]
            return kind, EVENTS.get(event, f"event {event}")
        return kind, ""

    # -- responses in words -------------------------------------------------------------------------------------------

    def answer(self) -> tuple[str, bool]:
        """The status that a response tells in words, and whether it is success."""
        values = self.values
        if self.header is ISCSIResponse:
            if values["response"]:
                return RESPONSES.get(values["response"], f"response 0x{values['response']:02x}"), False
            return answer_words(values["status"], self._sense()), succeeded(values["status"])
        if self.name == "Login Response":
            status = values["status"]
            return LOGIN_STATUSES.get(status, f"status 0x{status:04x}"), not status
        if self.header is ISCSIReject:
            reason = values["reason"]
            return f"Reject: {REJECT_REASONS.get(reason, f'reason 0x{reason:02x}')}", False
        if "response" in values:
            names = LOGOUT_RESPONSES if self.name == "Logout Response" else TASK_RESPONSES
            response = values["response"]
            return names.get(response, f"response {response}"), not response
        return "answered", True

    def _sense(self) -> bytes:
        data = self.data
        if len(data) < ISCSISense.size:
            return b""
        length = ISCSISense.read(data)["senselength"]
        return data[ISCSISense.size : ISCSISense.size + length]


def is_control(head: bytes) -> bool:
    """Whether a message begins as an iSCSI PDU over iSER does: where no flag says so, no memory is named."""
    if len(head) < CONTROL or head[ISER.size] not in PDU_BY_FIRST_BYTE:
        return False
    values = ISER.read(head)
    if values["opcode"] != _OPCODE or values["rsvd"]:
        return False
    if not values["wsv"] and (values["write_stag"] or values["write_base_offset"]):
        return False
    return bool(values["rsv"] or not (values["read_stag"] or values["read_base_offset"]))

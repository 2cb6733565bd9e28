"""What an SRP information unit says, read by the declarations' places."""

from __future__ import annotations

from typing import Any

from ibpkt.commands.open_commands import NamedMemory
from ibpkt.commands.scsi_words import CDB, answer_words, scsi_words, succeeded
from ibpkt.protocols.upper.srp import (
    UNIT_BY_TYPE,
    SRPCommand,
    SRPDirect,
    SRPImmediate,
    SRPIndirect,
    SRPResponse,
    SRPResponseData,
    SRPTaskManagement,
)
from ibpkt.protocols.upper.srp_names import FORMATS, RESPONSES, TASK_FUNCTIONS
from ibpkt.schema import Header, number_of

_DIRECT, _INDIRECT, _IMMEDIATE = (number_of(FORMATS, name) for name in ("Direct", "Indirect", "Immediate"))
#: bytes of a command before descriptors
_COMMAND = SRPCommand.size + CDB
#: the bit of a type that says that the target sends it: but a target's request is answered without it
_FROM_TARGET = 0x80


class SRPUnit:
    """An information unit.

    Args:
        head: the first bytes of a SEND, which `is_unit`.

    Attributes:
        head: these bytes.
        header: its declaration.
        values: its raw values.
        from_target: whether targets send it.
    """

    __slots__ = ("from_target", "head", "header", "values")

    def __init__(self, head: bytes) -> None:
        self.head = head
        self.header: Header = UNIT_BY_TYPE[head[0]]
        self.values: dict[str, Any] = self.header.read(head)
        self.from_target = bool(head[0] & _FROM_TARGET)

    @property
    def tag(self) -> int:
        """What joins it with its answer."""
        return int(self.values["tag"])

    @property
    def words(self) -> tuple[str, str]:
        """What a request is, and what it is about."""
        if self.header is SRPCommand:
            return scsi_words(self.head[SRPCommand.size : _COMMAND])
        if self.header is SRPTaskManagement:
            function = self.values["function"]
            named = TASK_FUNCTIONS.get(function, f"Task management function 0x{function:02x}")
            return named, f"tag 0x{self.values['task_tag']:x}"
        return self.header.title, ""

    def answer(self, *, manages: bool) -> tuple[str, bool]:
        """The status that a response tells in words, and whether it is success.

        Args:
            manages: it answers a task management function.
        """
        values = self.values
        if self.header is not SRPResponse:
            return "answered", True
        if values["rspvalid"] and len(self.head) >= SRPResponse.size + SRPResponseData.size:
            code = SRPResponseData.read(self.head, SRPResponse.size)["response_code"]
            if code or manages:
                return RESPONSES.get(code, f"response {code}"), not code
        start = SRPResponse.size + self._response_data
        sense = self.head[start : start + values["sense_length"]] if values["snsvalid"] else b""
        return answer_words(values["status"], sense), succeeded(values["status"])

    @property
    def _response_data(self) -> int:
        return int(self.values["response_length"]) if self.values["rspvalid"] else 0

    def buffers(self) -> tuple[list[NamedMemory], int, int]:
        """The memory that a command names, the bytes of data that it moves, and the bytes of its descriptors."""
        values, at = self.values, _COMMAND + 4 * int(self.values["add_cdb_words"])
        start, total, found = at, 0, []
        for kind, count in ((values["out_format"], values["out_count"]), (values["in_format"], values["in_count"])):
            if kind == _INDIRECT and len(self.head) >= at + SRPIndirect.size:
                total += SRPIndirect.read(self.head, at)["total_length"]
                at += SRPIndirect.size
                ends = at + SRPDirect.size * count
                while at < ends and len(self.head) >= at + SRPDirect.size:
                    found.append(self._direct(at))
                    at += SRPDirect.size
                at = ends
            elif kind == _DIRECT and len(self.head) >= at + SRPDirect.size:
                found.append(self._direct(at))
                total += found[-1].length
                at += SRPDirect.size
            elif kind == _IMMEDIATE and len(self.head) >= at + SRPImmediate.size:
                total += SRPImmediate.read(self.head, at)["length"]
                at += SRPImmediate.size
        return found, total, at - start

    def _direct(self, at: int) -> NamedMemory:
        values = SRPDirect.read(self.head, at)
        return NamedMemory(values["key"], values["address"], values["length"])

    @property
    def immediate(self) -> int:
        """Bytes of data in a command itself."""
        return self.buffers()[1] if self.values["out_format"] == _IMMEDIATE else 0

    @property
    def needs(self) -> int:
        """Bytes of the whole unit, as its fields say, without data in a command."""
        values, header = self.values, self.header
        if header is SRPCommand:
            return _COMMAND + 4 * int(values["add_cdb_words"]) + self.buffers()[2]
        if header is SRPResponse:
            return header.size + self._response_data + (int(values["sense_length"]) if values["snsvalid"] else 0)
        return header.size + int(values.get("sense_length", 0))

    def fits(self, size: int) -> bool:
        """Whether a message of so many bytes can be this unit: what it does not use is zero, its lengths agree."""
        values, header = self.values, self.header
        if any(is_set(values[field.name]) for field in header.wire if field.reserved):
            return False
        if header is SRPCommand:
            if max(values["out_format"], values["in_format"]) > _IMMEDIATE or values["in_format"] == _IMMEDIATE:
                return False
            least = self.needs
            # data in the command begin where the login said, a little behind its descriptor
            return size >= least + self.immediate if self.immediate else size == least
        return size == self.needs


def is_set(value: Any) -> bool:
    """Whether a field that should be zero is not."""
    return any(value) if isinstance(value, bytes) else bool(value)


def is_unit(head: bytes) -> bool:
    """Whether a message can begin as an information unit does."""
    return bool(head) and head[0] in UNIT_BY_TYPE and len(head) >= UNIT_BY_TYPE[head[0]].size

"""The command rule of SRP: one channel between an initiator port and a target port.

An SRP_CMD or SRP_TSK_MGMT begins a command, and so do the target's credit and event requests; the unit with its tag
that follows from the other end ends it.  Between them the target reads or writes the memory that its descriptors name.

Source: SCSI RDMA Protocol (SRP), T10/1415-D revision 16a, 5 and 6.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ibpkt.analysis.results.message import Message
from ibpkt.commands.command import Command
from ibpkt.commands.kinds import LENGTH, TRUNCATED
from ibpkt.commands.open_commands import NamedMemory, OpenCommand, join, new_command
from ibpkt.commands.scsi_tasks import queue_of, tasks_ended
from ibpkt.commands.srp_unit import SRPUnit, is_unit
from ibpkt.commands.tag_rule import Ending, TagRule
from ibpkt.protocols.upper.scsi_contents import SCSI_NUMBERS
from ibpkt.protocols.upper.srp import (
    UNIT_BY_TYPE,
    SRPCommand,
    SRPCreditRequest,
    SRPCreditResponse,
    SRPEventRequest,
    SRPEventResponse,
    SRPResponse,
    SRPTaskManagement,
)

#: tags of the target's requests are its own: beside those of the initiator they have a bit more
_OWN = 1 << 64
#: bytes of the shortest unit
_SHORTEST = min(header.size for header in UNIT_BY_TYPE.values())


class SRPRule(TagRule[SRPUnit]):
    """Follows a channel."""

    def take(self, message: Message, head: bytes) -> Sequence[Command]:
        """See `CommandRule`."""
        if message.kind != "SEND":
            self.data(message)
            return ()
        if not is_unit(head):
            if message.size is not None and message.size < _SHORTEST:
                self.remarks.note(TRUNCATED, message, what="an information unit", has=message.size, least=_SHORTEST)
            return ()
        unit = SRPUnit(head)
        if message.size is not None and unit.needs > message.size:
            self.remarks.note(LENGTH, message, what=unit.header.title, says=unit.needs, has=message.size)
        if self.initiator is None:
            self.initiator = 1 - message.side if unit.from_target else message.side
        if (message.side != self.initiator) != unit.from_target:
            return ()
        if unit.header is SRPCommand or unit.header is SRPTaskManagement:
            return self._begin(unit.tag, message, unit)
        if unit.header is SRPCreditRequest or unit.header is SRPEventRequest:
            return self._begin(_OWN | unit.tag, message, unit)
        if unit.header is SRPResponse:
            return self.answer(unit.tag, message, head)
        if unit.header is SRPCreditResponse or unit.header is SRPEventResponse:
            return self.answer(_OWN | unit.tag, message, head)
        return (self._logout(message, unit),)

    def _begin(self, tag: int, message: Message, unit: SRPUnit) -> Sequence[Command]:
        command = new_command(message, "srp", unit.tag)
        command.kind, command.detail = unit.words
        memory: list[NamedMemory] = []
        if unit.header is SRPCommand:
            memory, size, _ = unit.buffers()
            command.queue = queue_of(unit.values["lun"])
            command.size = size or None
            command.moved = unit.immediate
        join(command, message, "request", SCSI_NUMBERS[unit.header])
        return self.begin(tag, OpenCommand(command, unit, tuple(memory)))

    @staticmethod
    def _logout(message: Message, unit: SRPUnit) -> Command:
        """A logout: nobody answers it, the connection ends."""
        command = new_command(message, "srp", unit.tag)
        command.kind, command.detail = unit.words
        command.by_design = True
        join(command, message, "request", SCSI_NUMBERS[unit.header])
        return command

    def ends_others(self, opened: OpenCommand[SRPUnit]) -> Callable[[int, OpenCommand[SRPUnit]], bool] | None:
        """Tasks that a task management function ends."""
        values = opened.said.values
        if opened.said.header is not SRPTaskManagement:
            return None
        return tasks_ended(opened.command.kind, values["task_tag"], values["lun"])

    def ending(self, said: SRPUnit, head: bytes) -> Ending:
        """What a response says."""
        unit = SRPUnit(head)
        words, ok = unit.answer(manages=said.header is SRPTaskManagement)
        return Ending(words, ok, SCSI_NUMBERS[unit.header])

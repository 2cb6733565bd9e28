"""The command rule of iSER: one connection of an iSCSI session.

A SCSI Command begins a command, and so do logins, texts, pings, task management and logouts; the response with its
initiator task tag ends it.  Between them the target reads or writes the memory that its STags name, or the initiator
sends unsolicited data of that tag.

Source: RFC 7143, 11; RFC 7145, 7.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ibpkt.analysis.results.message import Message
from ibpkt.commands.command import Command
from ibpkt.commands.iser_pdu import ISERPDU, is_control
from ibpkt.commands.kinds import LENGTH, TRUNCATED
from ibpkt.commands.open_commands import OpenCommand, join, moved, new_command
from ibpkt.commands.scsi_tasks import queue_of, tasks_ended
from ibpkt.commands.tag_rule import Ending, TagRule
from ibpkt.protocols.upper.iscsi import (
    ISCSIAsynchronous,
    ISCSIDataOut,
    ISCSILogin,
    ISCSINopIn,
    ISCSINopOut,
    ISCSIReject,
    ISCSISnack,
    ISCSITaskManagement,
)
from ibpkt.protocols.upper.iscsi_names import NO_TAG
from ibpkt.protocols.upper.iser import ISER
from ibpkt.protocols.upper.scsi_contents import SCSI_NUMBERS

_CONTENTS = SCSI_NUMBERS[ISER]
#: tags of a target's pings are its own: beside those of the initiator they have a bit more
_PING = 1 << 32


class ISERRule(TagRule[ISERPDU]):
    """Follows a connection."""

    def take(self, message: Message, head: bytes) -> Sequence[Command]:
        """See `CommandRule`."""
        if message.kind != "SEND":
            self.data(message)
            return ()
        if not is_control(head):
            if message.size is not None and message.size < ISER.size:
                self.remarks.note(TRUNCATED, message, what="a message", has=message.size, least=ISER.size)
            return ()
        pdu = ISERPDU(head)
        if message.size is not None and pdu.size > message.size:
            self.remarks.note(LENGTH, message, what=pdu.name, says=pdu.size, has=message.size)
        if self.initiator is None:
            self.initiator = 1 - message.side if pdu.from_target else message.side
        if (message.side != self.initiator) != pdu.from_target:
            return ()
        return self._from_target(message, pdu) if pdu.from_target else self._from_initiator(message, pdu)

    def _from_initiator(self, message: Message, pdu: ISERPDU) -> Sequence[Command]:
        if pdu.header is ISCSIDataOut:
            self._unsolicited(message, pdu)
            return ()
        if pdu.header is ISCSINopOut and pdu.tag == NO_TAG:  # the answer to a ping of the target
            return self.answer(_PING | pdu.transfer_tag, message, pdu.head)
        if pdu.header is ISCSISnack:
            return ()
        if pdu.header is ISCSILogin:
            self.name = pdu.pairs.get("TargetName", self.name)
        return self._begin(pdu.tag, message, pdu)

    def _from_target(self, message: Message, pdu: ISERPDU) -> Sequence[Command]:
        if pdu.header is ISCSINopIn and pdu.tag == NO_TAG:
            # without a transfer tag it only tells sequence numbers
            return self._begin(_PING | pdu.transfer_tag, message, pdu) if pdu.transfer_tag != NO_TAG else ()
        if pdu.header is ISCSIAsynchronous:
            return (self._event(message, pdu),)
        if pdu.header is ISCSIReject:  # it carries the header of what is refused
            refused = pdu.refused
            return self.answer(refused.tag, message, pdu.head) if refused and not refused.from_target else ()
        return self.answer(pdu.tag, message, pdu.head)

    def _begin(self, tag: int, message: Message, pdu: ISERPDU) -> Sequence[Command]:
        command = new_command(message, "iser", tag & NO_TAG)
        command.kind, command.detail = pdu.words
        if pdu.is_scsi:
            command.queue = queue_of(pdu.values["lun"])
            command.size = pdu.values["expected_length"] or None
            command.moved = pdu.data_length
        join(command, message, "request", _CONTENTS)
        return self.begin(tag, OpenCommand(command, pdu, pdu.regions()))

    def _event(self, message: Message, pdu: ISERPDU) -> Command:
        """An Asynchronous Message: nobody answers it."""
        command = new_command(message, "iser", pdu.tag)
        command.kind, command.detail = pdu.words
        command.by_design = True
        join(command, message, "request", _CONTENTS)
        return command

    def _unsolicited(self, message: Message, pdu: ISERPDU) -> None:
        found = self.commands.of_tag(pdu.tag, message.start)
        if found is not None:
            moved(found.command, message, pdu.data_length)
            join(found.command, message, "data", _CONTENTS)

    def ends_others(self, opened: OpenCommand[ISERPDU]) -> Callable[[int, OpenCommand[ISERPDU]], bool] | None:
        """Tasks that a task management function ends."""
        values = opened.said.values
        if opened.said.header is not ISCSITaskManagement:
            return None
        return tasks_ended(opened.command.kind, values["referencedtasktag"], values["lun"])

    def ending(self, said: ISERPDU, head: bytes) -> Ending:
        """What a response says."""
        return Ending(*ISERPDU(head).answer(), _CONTENTS)

"""The command rule of iSER: one connection of an iSCSI session.

A SCSI Command begins a command, and so do logins, texts, pings, task management and logouts; the response with its
initiator task tag ends it.  Between them the target reads or writes the memory that its STags name, or the initiator
sends unsolicited data of that tag.

Source: RFC 7143, 11; RFC 7145, 7.
"""

from __future__ import annotations

from collections.abc import Sequence

from ibpkt.analysis.results.message import Message
from ibpkt.commands.command import Command
from ibpkt.commands.iser_pdu import ISERPDU, is_control
from ibpkt.commands.open_commands import OpenCommand, OpenCommands, join, moved, new_command
from ibpkt.commands.recognition import Sent
from ibpkt.protocols.upper.contents import number_of_contents
from ibpkt.protocols.upper.iscsi import (
    ISCSIAsynchronous,
    ISCSIDataOut,
    ISCSILogin,
    ISCSINopIn,
    ISCSINopOut,
    ISCSIReject,
    ISCSISnack,
)
from ibpkt.protocols.upper.iscsi_names import NO_TAG, REJECT_REASONS
from ibpkt.protocols.upper.iser import ISER

_CONTENTS = number_of_contents(ISER)
#: tags of a target's pings are its own: beside those of the initiator they have a bit more
_PING = 1 << 32


class ISERRule:
    """Follows a connection.

    Args:
        flow: the number of the flow.
        initiator: the side that sends commands; None: the PDUs tell it.

    Attributes:
        name: the target's name, of a login.
    """

    def __init__(self, flow: int, initiator: int | None) -> None:
        self.name: str = ""
        self._flow, self._initiator = flow, initiator
        self._commands: OpenCommands[ISERPDU] = OpenCommands()

    @property
    def queue(self) -> str:
        """Nothing: commands have a logical unit, connections have none."""
        return ""

    @property
    def unmatched(self) -> int:
        """Responses without a command."""
        return self._commands.unmatched

    def expect(self, sent: Sequence[Sent]) -> None:
        """See `CommandRule`; every PDU says all that is needed."""

    # -- messages -----------------------------------------------------------------------------------------------------

    def take(self, message: Message, head: bytes) -> Sequence[Command]:
        """See `CommandRule`."""
        if message.kind != "SEND":
            found = None if message.side == self._initiator else self._commands.of_memory(message)
            if found is not None:
                moved(found.command, message, message.size or 0)
                join(found.command, message, "data", 0)
            return ()
        if not is_control(head):
            return ()
        pdu = ISERPDU(head)
        if self._initiator is None:
            self._initiator = 1 - message.side if pdu.from_target else message.side
        if (message.side != self._initiator) != pdu.from_target:
            return ()
        return self._from_target(message, pdu) if pdu.from_target else self._from_initiator(message, pdu)

    def _from_initiator(self, message: Message, pdu: ISERPDU) -> Sequence[Command]:
        if pdu.header is ISCSIDataOut:
            self._unsolicited(message, pdu)
            return ()
        if pdu.header is ISCSINopOut and pdu.tag == NO_TAG:  # the answer to a ping of the target
            return self._answer(_PING | pdu.transfer_tag, message, pdu)
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
            return self._event(message, pdu)
        if pdu.header is ISCSIReject:
            return self._refuse(message, pdu)
        return self._answer(pdu.tag, message, pdu)

    def _begin(self, tag: int, message: Message, pdu: ISERPDU) -> Sequence[Command]:
        command = new_command(message, "iser", tag & NO_TAG)
        command.kind, command.detail = pdu.words
        if pdu.is_scsi:
            command.queue = f"LUN {pdu.values['lun']}"
            command.size = pdu.values["expected_length"] or None
            command.moved = pdu.data_length
        join(command, message, "request", _CONTENTS)
        opened = OpenCommand(command, pdu, pdu.regions())
        began = self._commands.begin(tag, opened)
        if began.early is not None:
            early, head = began.early
            return (self._end(opened, early, ISERPDU(head)),)
        return () if began.replaced is None else (self._unanswered(began.replaced, "unanswered"),)

    def _answer(self, tag: int, message: Message, pdu: ISERPDU) -> Sequence[Command]:
        found = self._commands.end(tag, message, pdu.head)
        if not found:
            return ()
        *replaced, last = found
        return [*(self._unanswered(each, "unanswered") for each in replaced), self._end(last, message, pdu)]

    def _end(self, opened: OpenCommand[ISERPDU], message: Message, pdu: ISERPDU) -> Command:
        command = opened.command
        command.end = message.start
        command.status, command.ok = pdu.answer()
        command.outcome = "answered"
        join(command, message, "response", _CONTENTS)
        return command

    def _refuse(self, message: Message, pdu: ISERPDU) -> Sequence[Command]:
        """A Reject carries the header of what is refused."""
        refused = pdu.refused
        if refused is None or refused.from_target:
            return ()
        ended = self._answer(refused.tag, message, pdu)
        if ended:
            reason = pdu.values["reason"]
            ended[-1].status = f"Reject: {REJECT_REASONS.get(reason, f'reason 0x{reason:02x}')}"
            ended[-1].ok = False
        return ended

    def _event(self, message: Message, pdu: ISERPDU) -> Sequence[Command]:
        """An Asynchronous Message: nobody answers it."""
        command = new_command(message, "iser", pdu.tag)
        command.kind, command.detail = pdu.words
        command.by_design = True
        join(command, message, "request", _CONTENTS)
        return (command,)

    def _unsolicited(self, message: Message, pdu: ISERPDU) -> None:
        found = self._commands.of_tag(pdu.tag, message.start)
        if found is not None:
            moved(found.command, message, pdu.data_length)
            join(found.command, message, "data", _CONTENTS)

    @staticmethod
    def _unanswered(opened: OpenCommand[ISERPDU], outcome: str) -> Command:
        opened.command.outcome = outcome
        return opened.command

    def finish(self, *, over: bool) -> Sequence[Command]:
        """See `CommandRule`."""
        return [self._unanswered(each, "unanswered" if over else "open") for each in self._commands.finish()]

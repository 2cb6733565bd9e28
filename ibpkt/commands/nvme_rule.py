"""The command rule of NVMe over Fabrics: one queue, which is one connection.

A SEND of 64 bytes or more from the host begins a command; the SEND of 16 bytes with its identifier that follows from
the controller ends it.  Between them the controller reads or writes the memory that the command's descriptor names.
Messages come in the order of their ends, which is not quite that of their beginnings: an acknowledgement may be late.
So a response waits for its command, and times decide which command of an identifier it is for.

Source: NVM Express Base 2.0, 3.3.3; NVMe over RDMA 1.0, 2.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from ibpkt.analysis.results.message import Message
from ibpkt.analysis.results.message_table import MessageTable
from ibpkt.arrays import Ints
from ibpkt.commands.command import Command, MessagePart
from ibpkt.commands.command_table import TakenColumns
from ibpkt.commands.kinds import LENGTH, TRUNCATED
from ibpkt.commands.nvme_columns import NVMeColumns, QueueState
from ibpkt.commands.nvme_words import NVMeEntry, contents_of_response, detail_of, kind_of, size_of
from ibpkt.commands.open_commands import NamedMemory, OpenCommand, join, new_command
from ibpkt.commands.recognition import Sent
from ibpkt.commands.send_heads import SendHeads
from ibpkt.commands.shown_messages import ShownMessage
from ibpkt.commands.tag_rule import Ending, TagRule
from ibpkt.protocols.upper.nvme_completions import NVMeCompletion
from ibpkt.protocols.upper.nvme_contents import NVME_NUMBERS
from ibpkt.protocols.upper.nvme_fabrics import NVMeConnectData, NVMeDiscoveryLog
from ibpkt.protocols.upper.nvme_status import SUCCESS, status_value, status_words

#: bytes of a command without data in the capsule
_ENTRY = 64
_COMPLETION = NVMeCompletion.size
_SQID, _CID, _STATUS = (NVMeCompletion.leaf(name).bit // 8 for name in ("sqid", "cid", "status"))
_SUBNQN = NVMeConnectData.leaf("subnqn").bit // 8
_NQN = 256
_CONNECT_DATA, _DISCOVERY_LOG = NVME_NUMBERS[NVMeConnectData], NVME_NUMBERS[NVMeDiscoveryLog]


@functools.lru_cache(maxsize=1024)
def _status(field: int, fabrics: bool) -> tuple[str, bool]:
    """A status in words, and whether it is success."""
    return status_words(field, fabrics=fabrics), status_value(field) == SUCCESS


class NVMeRule(TagRule[NVMeEntry]):
    """Follows a queue.

    Args:
        flow: the number of the flow.
        host: the side that sends commands; None: the first that does.
        queue: its number; None where connection management did not say.
    """

    def __init__(self, flow: int, host: int | None, queue: int | None) -> None:
        super().__init__(flow, host)
        self._number = queue

    @property
    def queue(self) -> str:
        """ "admin", its number, or "" for unknown."""
        if self._number is None:
            return ""
        return str(self._number) if self._number else "admin"

    def state(self) -> QueueState | None:
        """The queue, if its messages may be followed as columns: an I/O queue of which all is known."""
        if not self._number or self.initiator is None or self.commands.waiting:
            return None
        return QueueState(self._flow, self._number, self.initiator, self.commands)

    def expect(self, sent: Sequence[Sent]) -> None:
        """See `CommandRule`."""
        for each in sent:
            if each.message.side == self.initiator and len(each.head) >= _ENTRY:
                entry = NVMeEntry(each.head)
                if entry.connects is not None:
                    self._number = entry.connects
                elif entry.admin_only and self._number is None:
                    self._number = 0
            elif each.message.size == _COMPLETION == len(each.head) and not self._number:
                self._number = int.from_bytes(each.head[_SQID : _SQID + 2], "little") or self._number

    @staticmethod
    def take_columns(
        queues: Sequence[QueueState], messages: MessageTable, places: Ints, heads: SendHeads
    ) -> TakenColumns:
        """See `ColumnRule`."""
        return NVMeColumns([*queues], messages, places, heads).take(heads)

    def take(self, message: Message, head: bytes) -> Sequence[Command]:
        """See `CommandRule`."""
        if message.kind != "SEND":
            found = self.data(message)
            if found is not None:
                self._data(found.said, message, head)
            return ()
        if self.initiator is None and len(head) >= _ENTRY:
            self.initiator = message.side
        if message.side == self.initiator:
            if len(head) >= _ENTRY:
                return self._command(message, head)
            self._cut(message, "a command capsule", _ENTRY)
        elif message.size == _COMPLETION and len(head) >= _COMPLETION:
            return self._response(message, head)
        elif self.initiator is not None:
            self._cut(message, "a response capsule", _COMPLETION)
        return ()

    def _cut(self, message: Message, what: str, least: int) -> None:
        """A message that is no capsule, and not only since the capture has cut it."""
        if message.size is not None and message.size < least:
            self.remarks.note(TRUNCATED, message, what=what, has=message.size, least=least)

    def _command(self, message: Message, head: bytes) -> Sequence[Command]:
        entry = NVMeEntry(head)
        if entry.fabrics and entry.connects is not None:
            self._number = entry.connects
            if entry.in_capsule:
                self._connects(head[_ENTRY:])
        elif self._number is None and entry.admin_only:
            self._number = 0
        command = new_command(message, "nvme", entry.cid)
        command.size = size_of(entry)
        if entry.in_capsule and message.size is not None:
            command.moved = message.size - _ENTRY
            if entry.length > command.moved:
                self.remarks.note(
                    LENGTH, message, what="the descriptor of data in the capsule", says=entry.length, has=command.moved
                )
        join(command, message, "request", 0)
        memory = () if entry.key is None else (NamedMemory(entry.key, entry.address, entry.length),)
        return self.begin(entry.cid, OpenCommand(command, entry, memory))

    def _data(self, entry: NVMeEntry, message: Message, head: bytes) -> None:
        """Data that have headers: of a Connect, read by the controller, and of a discovery log page, written by it."""
        if message.kind == "READ" and entry.connects is not None:
            self._connects(head)
            if len(head) >= NVMeConnectData.size:
                self.shown.append(ShownMessage(message.closed, _CONNECT_DATA))
        elif message.kind == "WRITE" and entry.discovers(self._number) and message.address == entry.address:
            self.shown.append(ShownMessage(message.first_frame, _DISCOVERY_LOG))

    def _connects(self, data: bytes) -> None:
        """The data of a Connect."""
        if len(data) >= _SUBNQN + _NQN:
            self.name = data[_SUBNQN : _SUBNQN + _NQN].rstrip(b"\0").decode("ascii", "backslashreplace")

    def _response(self, message: Message, head: bytes) -> Sequence[Command]:
        number = int.from_bytes(head[_SQID : _SQID + 2], "little")
        if number and not self._number:
            self._number = number
        return self.answer(int.from_bytes(head[_CID : _CID + 2], "little"), message, head)

    def ending(self, said: NVMeEntry, head: bytes) -> Ending:
        """What a completion says."""
        field = int.from_bytes(head[_STATUS : _STATUS + 2], "little")
        words, ok = _status(field, said.fabrics)
        return Ending(words, ok, contents_of_response(said, self._number))

    def describe(self, opened: OpenCommand[NVMeEntry]) -> None:
        """What the number of the queue decides: an opcode means two things."""
        command, entry = opened.command, opened.said
        command.queue = self.queue
        command.kind = kind_of(entry, self._number)
        command.detail = detail_of(entry, self._number)
        command.by_design = entry.waits_for_events(self._number)
        if command.parts:
            first = command.parts[0]
            contents = entry.contents(self._number)
            command.parts[0] = MessagePart(first.role, contents, first.first_frame, first.last_frame, first.frames)

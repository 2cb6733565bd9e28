"""The command rule of NVMe over Fabrics: one queue, which is one connection.

A SEND of 64 bytes or more from the host begins a command; the SEND of 16 bytes with its identifier that follows from
the controller ends it.  Between them the controller reads or writes the memory that the command's descriptor names.
Messages come in the order of their ends, which is not quite that of their beginnings: an acknowledgement may be late.
So a response waits for its command, and times decide which command of an identifier it is for.

Source: NVM Express Base 2.0, 3.3.3; NVMe over RDMA 1.0, 2.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from ibpkt.analysis.results.message import Message
from ibpkt.commands.command import Command, MessagePart
from ibpkt.commands.nvme_words import NVMeEntry, contents_of_response, detail_of, kind_of, size_of
from ibpkt.commands.recognition import Sent
from ibpkt.protocols.upper.nvme_completions import NVMeCompletion
from ibpkt.protocols.upper.nvme_fabrics import NVMeConnectData
from ibpkt.protocols.upper.nvme_status import SUCCESS, status_value, status_words

#: bytes of a command without data in the capsule
_ENTRY = 64
_COMPLETION = NVMeCompletion.size
#: responses that wait for their commands, and commands under way: queues have at most so many entries
_LIMIT = 1 << 16
_SQID, _CID, _STATUS = (NVMeCompletion.leaf(name).bit // 8 for name in ("sqid", "cid", "status"))
_SUBNQN = NVMeConnectData.leaf("subnqn").bit // 8
_NQN = 256


class _Open:
    """A command under way: with what it said."""

    __slots__ = ("command", "entry")

    def __init__(self, command: Command, entry: NVMeEntry) -> None:
        self.command, self.entry = command, entry


class NVMeRule:
    """Follows a queue.

    Args:
        flow: the number of the flow.
        host: the side that sends commands; None: the first that does.
        queue: its number; None where connection management did not say.

    Attributes:
        name: the subsystem's NQN.
        unmatched: responses without a command.
    """

    def __init__(self, flow: int, host: int | None, queue: int | None) -> None:
        self.name: str = ""
        self.unmatched: int = 0
        self._flow, self._host, self._number = flow, host, queue
        self._open: dict[int, list[_Open]] = {}
        self._by_key: dict[int, list[_Open]] = {}
        self._early: OrderedDict[int, tuple[Message, bytes]] = OrderedDict()

    @property
    def queue(self) -> str:
        """ "admin", its number, or "" for unknown."""
        if self._number is None:
            return ""
        return str(self._number) if self._number else "admin"

    def expect(self, sent: Sequence[Sent]) -> None:
        """See `CommandRule`."""
        for each in sent:
            if each.message.side == self._host and len(each.head) >= _ENTRY:
                entry = NVMeEntry(each.head)
                if entry.connects is not None:
                    self._number = entry.connects
                elif entry.admin_only and self._number is None:
                    self._number = 0
            elif each.message.size == _COMPLETION == len(each.head) and not self._number:
                self._number = int.from_bytes(each.head[_SQID : _SQID + 2], "little") or self._number

    # -- messages -----------------------------------------------------------------------------------------------------

    def take(self, message: Message, head: bytes) -> Sequence[Command]:
        """See `CommandRule`."""
        if message.kind != "SEND":
            self._data(message, head)
            return ()
        if self._host is None and len(head) >= _ENTRY:
            self._host = message.side
        if message.side == self._host:
            return self._command(message, head) if len(head) >= _ENTRY else ()
        if message.size == _COMPLETION and len(head) >= _COMPLETION:
            return self._response(message, head)
        return ()

    def _command(self, message: Message, head: bytes) -> Sequence[Command]:
        entry = NVMeEntry(head)
        if entry.fabrics and entry.connects is not None:
            self._number = entry.connects
            if entry.in_capsule:
                self._connects(head[_ENTRY:])
        elif self._number is None and entry.admin_only:
            self._number = 0
        command = Command(
            0, self._flow, message.side, "nvme", "", entry.cid, "", message.first_frame, message.last_frame or
            message.first_frame, message.start, message.end,
        )  # fmt: skip
        command.size = size_of(entry)
        if entry.in_capsule and message.size is not None:
            command.moved = message.size - _ENTRY
        self._join(command, message, "request", 0)
        waiting = _Open(command, entry)
        ended: list[Command] = []
        early = self._early.get(entry.cid)
        if early is not None and early[0].start >= command.start:
            del self._early[entry.cid]
            self._answer(waiting, *early)
            return [command]
        under_way = self._open.setdefault(entry.cid, [])
        under_way.append(waiting)
        if len(under_way) > 2:  # the identifier is in use again: nobody answers the oldest
            ended.append(self._close(under_way.pop(0), "unanswered"))
        if entry.key is not None:
            self._by_key.setdefault(entry.key, []).append(waiting)
        return ended

    def _connects(self, data: bytes) -> None:
        """The data of a Connect."""
        if len(data) >= _SUBNQN + _NQN:
            self.name = data[_SUBNQN : _SUBNQN + _NQN].rstrip(b"\0").decode("ascii", "backslashreplace")

    def _response(self, message: Message, head: bytes) -> Sequence[Command]:
        cid = int.from_bytes(head[_CID : _CID + 2], "little")
        number = int.from_bytes(head[_SQID : _SQID + 2], "little")
        if number and not self._number:
            self._number = number
        fitting = [each for each in self._open.get(cid, ()) if each.command.start <= message.start]
        if not fitting:
            self._early[cid] = (message, head)
            if len(self._early) > _LIMIT:
                self._early.popitem(last=False)
                self.unmatched += 1
            return ()
        found = fitting[-1]
        ended = [self._close(each, "unanswered") for each in fitting[:-1]]
        left = [each for each in self._open[cid] if each not in fitting]
        if left:
            self._open[cid] = left
        else:
            del self._open[cid]
        self._forget_key(found)
        for each in fitting[:-1]:
            self._forget_key(each)
        self._answer(found, message, head)
        return [*ended, found.command]

    def _answer(self, found: _Open, message: Message, head: bytes) -> None:
        command, entry = found.command, found.entry
        field = int.from_bytes(head[_STATUS : _STATUS + 2], "little")
        command.end = message.start
        command.status = status_words(field, fabrics=entry.fabrics)
        command.ok = status_value(field) == SUCCESS
        command.outcome = "answered"
        self._join(command, message, "response", contents_of_response(entry, self._number))
        self._describe(found)

    def _data(self, message: Message, head: bytes) -> None:
        """A READ or a WRITE of the controller: of the last command under way that named this memory."""
        if message.r_key is None or message.side == self._host:
            return
        address = message.address or 0
        for each in reversed(self._by_key.get(message.r_key, ())):
            entry, command = each.entry, each.command
            if command.start <= message.start and entry.address <= address < entry.address + max(entry.length, 1):
                command.moved += message.size or 0
                command.data_start = message.start if command.data_start is None else command.data_start
                end = message.completed if message.kind == "READ" else message.end
                if end is not None:
                    command.data_end = end if command.data_end is None else max(end, command.data_end)
                if entry.connects is not None and message.kind == "READ":
                    self._connects(head)
                self._join(command, message, "data", 0)
                return

    # -- commands -----------------------------------------------------------------------------------------------------

    @staticmethod
    def _join(command: Command, message: Message, role: str, contents: int) -> None:
        last = message.last_frame or message.first_frame
        if message.kind == "READ":  # its last packet is that of the answer
            last = max(last, message.closed)
        command.last_frame = max(command.last_frame, last)
        command.retransmissions += message.retransmissions
        command.refusals += message.refusals
        frames = (*message.frames, message.closed) if message.frames else ()
        command.parts.append(MessagePart(role, contents, message.first_frame, last, frames))

    def _forget_key(self, each: _Open) -> None:
        key = each.entry.key
        if key is not None and key in self._by_key:
            self._by_key[key] = [other for other in self._by_key[key] if other is not each]
            if not self._by_key[key]:
                del self._by_key[key]

    def _describe(self, each: _Open) -> None:
        command = each.command
        command.queue = self.queue
        command.kind = kind_of(each.entry, self._number)
        command.detail = detail_of(each.entry, self._number)
        command.by_design = each.entry.waits_for_events(self._number)
        if command.parts:
            command.parts[0] = command.parts[0]._replace(contents=each.entry.contents(self._number))

    def _close(self, each: _Open, outcome: str) -> Command:
        self._describe(each)
        each.command.outcome = "open" if each.command.by_design else outcome
        return each.command

    def finish(self, *, over: bool) -> Sequence[Command]:
        """See `CommandRule`."""
        self.unmatched += len(self._early)
        self._early.clear()
        left = [each for under_way in self._open.values() for each in under_way]
        self._open.clear()
        self._by_key.clear()
        left.sort(key=lambda each: each.command.start)
        return [self._close(each, "unanswered" if over else "open") for each in left]

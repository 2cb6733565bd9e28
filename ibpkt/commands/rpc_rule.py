"""The command rule of NFS and of other programs of ONC RPC over RDMA: one connection.

A SEND with a call begins a command, the SEND with a reply of its XID ends it; either side may call.  The call lends
memory of the caller: read chunks that the other side READs (arguments, or the whole call), write chunks into which it
WRITEs data of the reply, and a reply chunk for a reply that is too long for a SEND.  What was READ and WRITTEN belongs
to the command that names this memory.  Messages come in the order of their ends, which is not quite that of their
beginnings, so replies and data wait for their calls.

Source: RFC 8166, 3 and 4; RFC 8267 for which data of NFS move in chunks.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from ibpkt.analysis.results.message import Message
from ibpkt.commands.command import Command, MessagePart
from ibpkt.commands.recognition import Sent
from ibpkt.commands.rpc_credits import RPCCredits
from ibpkt.commands.rpc_messages import (
    ELSEWHERE,
    MemorySegment,
    RPCReading,
    could_be,
    read_message,
    segments_named,
    writes_bytes,
)
from ibpkt.commands.rpc_words import detail_of, kind_of, protocol_of, replies_of, size_of, status_of
from ibpkt.protocols.upper.nfs_contents import LONG_CALL, MESSAGE, NFS

#: replies, and READs and WRITEs, that wait for their calls
_LIMIT = 1 << 12


class _WaitingCall:
    """A call under way: with what it said."""

    __slots__ = ("command", "reading", "written")

    def __init__(self, command: Command, reading: RPCReading) -> None:
        self.command, self.reading = command, reading
        self.written: list[tuple[Message, bytes]] = []

    @property
    def segments(self) -> list[MemorySegment]:
        reading = self.reading
        return [*reading.reads, *reading.writes, *reading.reply]


class RPCRule:
    """Follows a connection.

    Args:
        flow: the number of the flow.
        client: the side that connected, or whose calls claimed the connection; None where nothing tells it.

    Attributes:
        name: the version of NFS.
        unmatched: replies without a call.
        credits: how many calls may be under way, and how long as many were.
    """

    queue = ""

    def __init__(self, flow: int, client: int | None) -> None:
        self.name: str = ""
        self.unmatched: int = 0
        self.credits: RPCCredits = RPCCredits()
        self._flow, self._client = flow, client
        self._open: dict[tuple[int, int], _WaitingCall] = {}
        self._by_key: dict[int, list[_WaitingCall]] = {}
        self._early: OrderedDict[tuple[int, int], tuple[Message, bytes]] = OrderedDict()
        self._loose: OrderedDict[int, tuple[Message, bytes]] = OrderedDict()

    def expect(self, sent: Sequence[Sent]) -> None:
        """See `CommandRule`."""

    # -- messages -----------------------------------------------------------------------------------------------------

    def take(self, message: Message, head: bytes) -> Sequence[Command]:
        """See `CommandRule`."""
        if message.kind != "SEND":
            self._data(message, head)
            return ()
        if not could_be(head):
            return ()
        found = read_message(head)
        if found is None:
            return ()
        if found.error or found.answered or (found.kind == ELSEWHERE and not self._is_call(found)):
            return self._reply(message, head, found)
        if found.call is not None or found.kind == ELSEWHERE:
            return self._call(message, found, head)
        return ()

    @staticmethod
    def _is_call(found: RPCReading) -> bool:
        return any(not segment.position for segment in found.reads)

    def _call(self, message: Message, found: RPCReading, head: bytes) -> Sequence[Command]:
        command = Command(
            0, self._flow, message.side, "rpc", "", found.xid, "", message.first_frame, message.last_frame or
            message.first_frame, message.start, message.end,
        )  # fmt: skip
        found.whole &= message.size is not None and len(head) >= message.size
        waiting = _WaitingCall(command, found)
        _join(command, message, "request", MESSAGE)
        self._describe(waiting)
        ended: list[Command] = []
        key = message.side, found.xid
        before = self._open.pop(key, None)
        if before is not None:  # called again, or an XID that is used again: nobody answers the first
            ended.append(self._close(before, "unanswered"))
        self._open[key] = waiting
        for segment in waiting.segments:
            under_way = self._by_key.setdefault(segment.key, [])
            if waiting not in under_way:
                under_way.append(waiting)
        self.credits.begin(message.start, message.side)
        for frame, (loose, data) in list(self._loose.items()):
            if loose.start >= message.start and self._belongs(waiting, loose, data):
                del self._loose[frame]
        early = self._early.pop(key, None)
        if early is not None:
            answer = read_message(early[1])
            if answer is not None and early[0].start >= message.start:
                ended += self._reply(*early, answer)
        return ended

    def _reply(self, message: Message, head: bytes, found: RPCReading) -> Sequence[Command]:
        key = 1 - message.side, found.xid
        waiting = self._open.get(key)
        if waiting is None or waiting.command.start > message.start:
            self._early[key] = message, head
            if len(self._early) > _LIMIT:
                self._early.popitem(last=False)
                self.unmatched += 1
            return ()
        del self._open[key]
        self._forget_keys(waiting)
        self.credits.end(message.start, 1 - message.side, found.credits)
        self._answer(waiting, message, head, found)
        return [waiting.command]

    def _answer(self, waiting: _WaitingCall, message: Message, head: bytes, found: RPCReading) -> None:
        """The results are read by what the call was."""
        command, call = waiting.command, waiting.reading.call
        here, apart, long = replies_of(waiting.reading)
        contents = here
        if found.kind == ELSEWHERE and not found.error:
            contents = MESSAGE
            result = self._long_reply(waiting, long) or found
        else:
            contents = apart if writes_bytes(found) else here
            result = found if found.error else read_message(head, contents) or found
        command.end = message.start
        command.status, command.ok = status_of(call, result)
        command.outcome = "answered"
        if call is not None and call[0] == NFS and command.kind == "READ" and contents == here:
            command.moved += len(result.values.get("data", b"")) and result.values["data_length"]
        _join(command, message, "response", contents)

    @staticmethod
    def _long_reply(waiting: _WaitingCall, contents: int) -> RPCReading | None:
        """A reply in a reply chunk: it begins where the chunk begins."""
        reply = waiting.reading.reply
        if not reply:
            return None
        for place, part in enumerate(waiting.command.parts):
            for message, head in waiting.written:
                if message.first_frame == part.first_frame and message.address == reply[0].address and head:
                    waiting.command.parts[place] = part._replace(contents=contents)
                    return read_message(head, contents)
        return None

    def _data(self, message: Message, head: bytes) -> None:
        """A READ or a WRITE: of the call under way that lends this memory."""
        if message.r_key is None:
            return
        for waiting in reversed(self._by_key.get(message.r_key, ())):
            if self._belongs(waiting, message, head):
                return
        self._loose[message.first_frame] = message, head
        if len(self._loose) > _LIMIT:
            self._loose.popitem(last=False)

    def _belongs(self, waiting: _WaitingCall, message: Message, head: bytes) -> bool:
        """Whether a READ or a WRITE moves memory that a call lends; then it belongs to the command."""
        command, reading = waiting.command, waiting.reading
        if message.side == command.side or command.start > message.start or message.r_key is None:
            return False
        reads = message.kind == "READ"
        address = message.address or 0
        segment = segments_named(reading.reads if reads else [*reading.writes, *reading.reply], message.r_key, address)
        if segment is None:
            return False
        end = message.completed if reads else message.end
        if reads and not segment.position and reading.kind == ELSEWHERE:
            self._long_call(waiting, head)
            _join(command, message, "request", 0)
        elif not reads and segment in reading.reply:
            waiting.written.append((message, head[:_HEAD]))
            _join(command, message, "response", 0)
        else:
            command.moved += message.size or 0
            command.data_start = message.start if command.data_start is None else min(command.data_start, message.start)
            if end is not None:
                command.data_end = end if command.data_end is None else max(end, command.data_end)
            _join(command, message, "data", 0)
        return True

    def _long_call(self, waiting: _WaitingCall, head: bytes) -> None:
        """A call in a read chunk, of which the capture shows the first bytes."""
        found = read_message(head, LONG_CALL) if head else None
        if found is None or found.call is None or waiting.reading.call is not None:
            return
        reading = waiting.reading
        reading.call, reading.operations, reading.values = found.call, found.operations, found.values
        reading.told, reading.whole = found.told, found.whole
        self._describe(waiting)

    # -- commands -----------------------------------------------------------------------------------------------------

    def _describe(self, waiting: _WaitingCall) -> None:
        command, reading = waiting.command, waiting.reading
        command.protocol = protocol_of(reading.call)
        command.kind = kind_of(reading)
        command.detail = detail_of(reading)
        command.size = size_of(reading, command.kind)
        if reading.call is not None and reading.call[0] == NFS:
            version = f"NFS version {reading.call[1]}"
            minor = reading.values.get("minorversion")
            self.name = version if minor is None else f"{version}.{minor}"
        if command.kind == "WRITE" and "data" in reading.values:
            command.moved = reading.values["data_length"]

    def _forget_keys(self, waiting: _WaitingCall) -> None:
        for segment in waiting.segments:
            left = [other for other in self._by_key.get(segment.key, ()) if other is not waiting]
            if left:
                self._by_key[segment.key] = left
            else:
                self._by_key.pop(segment.key, None)

    def _close(self, waiting: _WaitingCall, outcome: str) -> Command:
        self._forget_keys(waiting)
        waiting.command.outcome = outcome
        return waiting.command

    def finish(self, *, over: bool) -> Sequence[Command]:
        """See `CommandRule`."""
        self.unmatched += len(self._early)
        self._early.clear()
        self._loose.clear()
        left = sorted(self._open.values(), key=lambda waiting: waiting.command.start)
        self._open.clear()
        return [self._close(waiting, "unanswered" if over else "open") for waiting in left]


#: bytes of a reply in a reply chunk that are read
_HEAD = 4096


def _join(command: Command, message: Message, role: str, contents: int) -> None:
    last = message.last_frame or message.first_frame
    if message.kind == "READ":  # its last packet is that of the answer
        last = max(last, message.closed)
    command.last_frame = max(command.last_frame, last)
    command.retransmissions += message.retransmissions
    command.refusals += message.refusals
    frames = (*message.frames, message.closed) if message.frames else ()
    command.parts.append(MessagePart(role, contents, message.first_frame, last, frames))

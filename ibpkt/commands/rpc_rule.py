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
from ibpkt.commands.command import Command
from ibpkt.commands.kinds import COUNT, IDENTIFIER_IN_USE, LENGTH, RESPONSE_ALONE, TRUNCATED, CommandRemarks
from ibpkt.commands.open_commands import NamedMemory, OpenCommand, OpenCommands, join, moved, moved_bytes, new_command
from ibpkt.commands.recognition import Sent
from ibpkt.commands.rpc_credits import RPCCredits
from ibpkt.commands.rpc_heads import FIXED, could_be
from ibpkt.commands.rpc_messages import ELSEWHERE, RPCReading, read_message, segments_named, writes_bytes
from ibpkt.commands.rpc_words import detail_of, kind_of, protocol_of, replies_of, size_of, status_of
from ibpkt.protocols.upper.nfs_contents import NFS
from ibpkt.protocols.upper.rpc_contents import LONG_CALL, MESSAGE
from ibpkt.protocols.upper.rpc_over_rdma import RPCRDMARead, RPCRDMAReadEnd, RPCRDMAWriteEnd, RPCRDMAWriteSegment

#: bytes of the word that says whether a list goes on, and the headers behind which it stands
_WORD = 4
_LISTS = frozenset(each.name for each in (RPCRDMARead, RPCRDMAReadEnd, RPCRDMAWriteSegment, RPCRDMAWriteEnd))
#: READs and WRITEs that wait for their calls
_LIMIT = 1 << 12


class WaitingCall(OpenCommand[RPCReading]):
    """A call under way.

    Attributes:
        written: what was written into its reply chunk.
    """

    __slots__ = ("written",)

    def __init__(self, command: Command, said: RPCReading) -> None:
        segments = (*said.reads, *said.writes, *said.reply)
        super().__init__(command, said, tuple(NamedMemory(each.key, each.address, each.size) for each in segments))
        self.written: list[tuple[Message, bytes]] = []


class RPCRule:
    """Follows a connection.

    Args:
        flow: the number of the flow.

    Attributes:
        name: the version of NFS.
        remarks: what is wrong with messages.
        credits: how many calls may be under way, and how long as many were.
    """

    queue = ""

    def __init__(self, flow: int) -> None:
        self.name: str = ""
        self.credits: RPCCredits = RPCCredits()
        self.remarks: CommandRemarks = CommandRemarks(flow)
        #: by the side that calls, and the XID; a call that comes again is nobody's twice
        self._calls: OpenCommands[tuple[int, int], RPCReading] = OpenCommands(1)
        self._loose: OrderedDict[int, tuple[Message, bytes]] = OrderedDict()

    @property
    def unmatched(self) -> int:
        """Replies without a call."""
        return self._calls.unmatched

    @property
    def given_up(self) -> int:
        """Calls that were given up, since too many were under way."""
        return self._calls.given_up

    def expect(self, sent: Sequence[Sent]) -> None:
        """See `CommandRule`."""

    # -- messages -----------------------------------------------------------------------------------------------------

    def take(self, message: Message, head: bytes) -> Sequence[Command]:
        """See `CommandRule`."""
        if message.kind != "SEND":
            self._data(message, head)
            return ()
        if not could_be(head):
            if message.size is not None and message.size < FIXED:
                self.remarks.note(TRUNCATED, message, what="a message", has=message.size, least=FIXED)
            return ()
        found = read_message(head)
        if found is None:
            return ()
        self._check(message, head, found)
        if found.error or found.answered or (found.kind == ELSEWHERE and not self._is_call(found)):
            return self._reply(message, head, found)
        if found.call is not None or found.kind == ELSEWHERE:
            return self._call(message, head, found)
        return ()

    def _check(self, message: Message, head: bytes, found: RPCReading) -> None:
        """A message whose lengths and counts do not fit, as far as the capture has all of it."""
        stop = found.stop
        if stop is None or message.size is None or len(head) < message.size:
            return
        if stop.reason != "malformed":
            if stop.had < _WORD and stop.layer in _LISTS:
                self.remarks.note(LENGTH, message, what="the end of its chunk lists", says=_WORD, has=stop.had)
        elif found.counts_more:
            self.remarks.note(COUNT, message, what="the compound", says=found.told, has=len(found.operations))
        else:
            self.remarks.note(
                LENGTH, message, what=f"{stop.layer} at byte {stop.offset}", says=stop.needed, has=stop.had
            )

    @staticmethod
    def _is_call(found: RPCReading) -> bool:
        return any(not segment.position for segment in found.reads)

    def _call(self, message: Message, head: bytes, found: RPCReading) -> Sequence[Command]:
        command = new_command(message, "rpc", found.xid)
        found.whole = message.size is not None and len(head) >= message.size
        waiting = WaitingCall(command, found)
        join(command, message, "request", MESSAGE)
        self._describe(waiting)
        if command.kind == "WRITE" and "data" in found.values:
            command.moved = min(found.values["data_length"], message.size or 0)
        began = self._calls.begin((message.side, found.xid), waiting)
        # called again, or an XID that is used again: nobody answers the first
        ended = [] if began.replaced is None else [_closed(began.replaced, "unanswered")]
        for each in ended:
            self.remarks.note(IDENTIFIER_IN_USE, command, identifier=f"0x{found.xid:08x}", earlier=each.first_frame)
        if began.given_up is not None:
            ended.append(_closed(began.given_up, "open"))
        for each in ended:
            each.over = message.start if each.outcome == "unanswered" else None
            self.credits.give_up(message.start, each.side)
        self.credits.begin(message.start, message.side)
        for frame, (loose, data) in list(self._loose.items()):
            if loose.start >= message.start and self._belongs(waiting, loose, data):
                del self._loose[frame]
        if began.early is not None:
            answer = read_message(began.early[1])
            if answer is not None:
                ended.append(self._answer(waiting, *began.early, answer))
        return ended

    def _reply(self, message: Message, head: bytes, found: RPCReading) -> Sequence[Command]:
        waiting = self._calls.end((1 - message.side, found.xid), message, head)
        return [self._answer(waiting[0], message, head, found)] if waiting else ()

    def _answer(self, waiting: OpenCommand[RPCReading], message: Message, head: bytes, found: RPCReading) -> Command:
        """The results are read by what the call was."""
        assert isinstance(waiting, WaitingCall)
        self.credits.end(message.start, 1 - message.side, found.credits)
        command, call = waiting.command, waiting.said.call
        here, apart, long = replies_of(waiting.said)
        contents = here
        if found.kind == ELSEWHERE and not found.error:
            contents = MESSAGE
            result = self._long_reply(waiting, long) or found
        else:
            contents = apart if writes_bytes(found) else here
            result = found if found.error else read_message(head, contents) or found
            self._check(message, head, result)
        command.end = message.start
        command.status, command.ok = status_of(call, result)
        command.outcome = "answered"
        if command.kind == "READ" and "data" in result.values:
            command.moved += min(result.values["data_length"], message.size or 0)
        join(command, message, "response", contents)
        return command

    @staticmethod
    def _long_reply(waiting: WaitingCall, contents: int) -> RPCReading | None:
        """A reply in a reply chunk: it begins where the chunk begins."""
        reply = waiting.said.reply
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
        if message.r_key is None or any(self._belongs(each, message, head) for each in self._calls.of_key(message)):
            return
        self._loose[message.first_frame] = message, head
        if len(self._loose) > _LIMIT:
            self._loose.popitem(last=False)

    def _belongs(self, waiting: OpenCommand[RPCReading], message: Message, head: bytes) -> bool:
        """Whether a READ or a WRITE moves memory that a call lends; then it belongs to the command."""
        assert isinstance(waiting, WaitingCall)
        command, reading = waiting.command, waiting.said
        if message.side == command.side or command.start > message.start or message.r_key is None:
            return False
        reads = message.kind == "READ"
        address = message.address or 0
        segment = segments_named(reading.reads if reads else [*reading.writes, *reading.reply], message.r_key, address)
        if segment is None:
            return False
        if reads and not segment.position and reading.kind == ELSEWHERE:
            self._long_call(waiting, head)
            join(command, message, "request", 0)
        elif not reads and segment in reading.reply:
            waiting.written.append((message, head[:_HEAD]))
            join(command, message, "response", 0)
        else:
            moved(command, message, moved_bytes(message))
            join(command, message, "data", 0)
        return True

    def _long_call(self, waiting: WaitingCall, head: bytes) -> None:
        """A call in a read chunk, of which the capture shows the first bytes."""
        found = read_message(head, LONG_CALL) if head else None
        if found is None or found.call is None or waiting.said.call is not None:
            return
        reading = waiting.said
        reading.call, reading.operations, reading.values = found.call, found.operations, found.values
        reading.told, reading.whole, reading.wrapped = found.told, False, found.wrapped
        self._describe(waiting)

    # -- commands -----------------------------------------------------------------------------------------------------

    def _describe(self, waiting: WaitingCall) -> None:
        command, reading = waiting.command, waiting.said
        command.protocol = protocol_of(reading.call)
        command.kind = kind_of(reading)
        command.detail = detail_of(reading)
        command.size = size_of(reading, command.kind)
        if reading.call is not None and reading.call[0] == NFS:
            version = f"NFS version {reading.call[1]}"
            minor = reading.values.get("minorversion")
            self.name = version if minor is None else f"{version}.{minor}"

    def finish(self, *, over: bool) -> Sequence[Command]:
        """See `CommandRule`."""
        self._loose.clear()
        left = self._calls.finish()
        for (_, xid), message in self._calls.alone:
            self.remarks.note(RESPONSE_ALONE, message, identifier=f"0x{xid:08x}")
        return [_closed(each, "unanswered" if over else "open") for each in left]


def _closed(waiting: OpenCommand[RPCReading], outcome: str) -> Command:
    waiting.command.outcome = outcome
    return waiting.command


#: bytes of a reply in a reply chunk that are read
_HEAD = 4096

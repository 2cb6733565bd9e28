"""9P over RDMA: how it is recognised, and its calls, which answers with their tag end.

Source: 9P2000, intro(5); Linux, net/9p/trans_rdma.c.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ibpkt.analysis.results.message import Message
from ibpkt.commands.byte_places import byte_of, bytes_of
from ibpkt.commands.command import Command
from ibpkt.commands.open_commands import OpenCommand, join, new_command
from ibpkt.commands.recognition import CarriedProtocol, PrivateData, Sent
from ibpkt.commands.shown_messages import ShownMessage
from ibpkt.commands.tag_rule import Ending, TagRule
from ibpkt.management import Connection
from ibpkt.protocols.mad.service import ip_service_id
from ibpkt.protocols.upper.messaging_contents import MESSAGING_NUMBERS
from ibpkt.protocols.upper.ninep import ERRORS, FLUSH, PORT, TYPES, VERSION, NineP

_SERVICE = ip_service_id("TCP", PORT)
_CONTENTS = MESSAGING_NUMBERS[NineP]
_LENGTH, _TYPE, _TAG = bytes_of(NineP, "length"), byte_of(NineP, "type"), bytes_of(NineP, "tag")
#: of a flush, the tag of the call that nobody waits for any more
_OLD_TAG = slice(NineP.size, NineP.size + 2)
#: with what the version that a client asks for begins
_NAME = b"9P2000"


def kind_at(message: Message, head: bytes) -> int | None:
    """The type of a message; None if it is none, by its length and its type."""
    if message.size is None or len(head) < NineP.size:
        return None
    if int.from_bytes(head[_LENGTH], "little") != message.size:
        return None
    kind = head[_TYPE]
    return kind if kind in TYPES else None


class NinePRule(TagRule[int | None]):
    """Follows a connection.

    Args:
        flow: the number of the flow.
        initiator: the client.
    """

    def take(self, message: Message, head: bytes) -> Sequence[Command]:
        """See `CommandRule`."""
        kind = kind_at(message, head) if message.kind == "SEND" else None
        if kind is None:
            return ()
        tag = int.from_bytes(head[_TAG], "little")
        self.shown.append(ShownMessage(message.first_frame, _CONTENTS))
        if kind & 1:
            return () if message.side == self.initiator else self.answer(tag, message, head)
        if self.initiator is None:
            self.initiator = message.side
        command = new_command(message, "9p", tag)
        command.kind = TYPES[kind].removeprefix("T")
        command.size = message.size
        join(command, message, "request", _CONTENTS)
        flushed = head[_OLD_TAG] if kind == FLUSH and len(head) >= _OLD_TAG.stop else None
        return self.begin(tag, OpenCommand(command, None if flushed is None else int.from_bytes(flushed, "little")))

    def ends_others(self, opened: OpenCommand[int | None]) -> Callable[[int, OpenCommand[int | None]], bool] | None:
        """The call that a flush names, if it has not been answered."""
        flushed = opened.said
        return None if flushed is None else lambda tag, each: tag == flushed

    def ending(self, said: int | None, head: bytes) -> Ending:
        """An answer is the call's own, or an error."""
        kind = head[_TYPE]
        return Ending(TYPES[kind], kind not in ERRORS, _CONTENTS)


class NinePProtocol:
    """9P over RDMA."""

    name = "9p"
    title = "9P"
    head = 64
    #: the length of a message and a version that it names are 80 bits
    needed = 1
    private: Mapping[str, PrivateData] = {}

    def serves(self, connection: Connection) -> bool:
        """Port 5640."""
        return connection.service_id == _SERVICE

    def proves(self, connection: Connection) -> bool:
        """There are no private data."""
        return False

    def is_command(self, message: Message, head: bytes) -> bool:
        """A call, as long as it says."""
        kind = kind_at(message, head)
        return kind is not None and not kind & 1

    def pairs(self, sent: Sequence[Sent], initiator: int) -> int:
        """A Tversion of the client that names 9P2000, and the Rversion with its tag."""
        asked: set[bytes] = set()
        found = 0
        for each in sent:
            kind = kind_at(each.message, each.head)
            if kind == VERSION and each.message.side == initiator and _NAME in each.head:
                asked.add(each.head[_TAG])
            elif kind == VERSION + 1 and each.message.side != initiator and each.head[_TAG] in asked:
                found += 1
        return found

    def rule(self, flow: int, verdict: CarriedProtocol, connection: Connection | None) -> NinePRule:
        """The rule of a connection."""
        return NinePRule(flow, verdict.initiator)

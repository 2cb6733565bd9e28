"""What protocols share whose messages are shown with their headers, and that have no commands here."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence

from ibpkt.analysis.results.message import Message
from ibpkt.commands.command import Command
from ibpkt.commands.recognition import CarriedProtocol, PrivateData, Sent
from ibpkt.commands.shown_messages import ShownMessage
from ibpkt.management import Connection

#: what a SEND is, a number of `ibpkt.protocols.upper.contents.CONTENTS`; 0 where it is none of the protocol
ContentsOf = Callable[[Message, bytes], int]


class HeaderRule:
    """Follows a connection.

    Args:
        contents_of: what a SEND is.
    """

    name = queue = ""
    unmatched = 0

    def __init__(self, contents_of: ContentsOf) -> None:
        self.shown: list[ShownMessage] = []
        self._contents_of = contents_of

    def expect(self, sent: Sequence[Sent]) -> None:
        """See `CommandRule`; every message says all that is needed."""

    def take(self, message: Message, head: bytes) -> Sequence[Command]:
        """See `CommandRule`."""
        contents = self._contents_of(message, head) if message.kind == "SEND" else 0
        if contents:
            self.shown.append(ShownMessage(message.first_frame, contents))
        return ()

    def finish(self, *, over: bool) -> Sequence[Command]:
        """See `CommandRule`."""
        return ()


class HeaderProtocol(ABC):
    """A protocol with such a rule; a subclass recognises it.

    Attributes:
        name: as of an `UpperProtocol`.
        head: likewise.
        needed: likewise.
        private: likewise.
    """

    name: str
    head: int
    needed: int = 1
    private: Mapping[str, PrivateData] = {}

    @abstractmethod
    def contents_of(self, message: Message, head: bytes) -> int:
        """See `ContentsOf`."""

    def serves(self, connection: Connection) -> bool:
        """See `UpperProtocol`."""
        return False

    def proves(self, connection: Connection) -> bool:
        """See `UpperProtocol`."""
        return False

    def is_command(self, message: Message, head: bytes) -> bool:
        """See `UpperProtocol`."""
        return bool(self.contents_of(message, head))

    def pairs(self, sent: Sequence[Sent], initiator: int) -> int:
        """See `UpperProtocol`: here the messages of the initiator that are of the protocol."""
        return sum(each.message.side == initiator and self.is_command(each.message, each.head) for each in sent)

    def rule(self, flow: int, verdict: CarriedProtocol, connection: Connection | None) -> HeaderRule:
        """See `UpperProtocol`."""
        return HeaderRule(self.contents_of)

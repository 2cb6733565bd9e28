"""What command rules share whose commands and responses have tags: NVMe, iSER, SRP, and those of plug-ins."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from ibpkt.analysis.results.message import Message
from ibpkt.commands.command import Command
from ibpkt.commands.kinds import IDENTIFIER_IN_USE, RESPONSE_ALONE, CommandRemarks
from ibpkt.commands.open_commands import OpenCommand, OpenCommands, join, moved, moved_bytes
from ibpkt.commands.recognition import Sent
from ibpkt.commands.shown_messages import ShownMessage

_Said = TypeVar("_Said")


class Ending(NamedTuple):
    """What a response says.

    Attributes:
        status: in words.
        ok: whether it is success.
        contents: what the message is, a number of `CONTENTS`.
    """

    status: str
    ok: bool
    contents: int


class TagRule(ABC, Generic[_Said]):
    """Follows a connection; a subclass reads the messages.

    Args:
        flow: the number of the flow.
        initiator: the side that sends commands; None: the messages tell it.

    Attributes:
        name: what the initiator connects to, "" where the capture does not show it.
        initiator: as the argument, or as the messages told.
        commands: those under way.
        remarks: what is wrong with messages.
        shown: messages that have headers, whether they belong to commands or not.
    """

    def __init__(self, flow: int, initiator: int | None) -> None:
        self.name: str = ""
        self.remarks: CommandRemarks = CommandRemarks(flow)
        self.shown: list[ShownMessage] = []
        self.initiator = initiator
        self.commands: OpenCommands[int, _Said] = OpenCommands()
        self._flow = flow

    @property
    def queue(self) -> str:
        """Nothing: commands have a logical unit, connections have none."""
        return ""

    @property
    def unmatched(self) -> int:
        """Responses without a command."""
        return self.commands.unmatched

    @property
    def given_up(self) -> int:
        """Commands that were given up, since too many were under way."""
        return self.commands.given_up

    def expect(self, sent: Sequence[Sent]) -> None:
        """See `CommandRule`; every message says all that is needed."""

    @abstractmethod
    def ending(self, said: _Said, head: bytes) -> Ending:
        """What a response says.

        Args:
            said: what its command says.
            head: the first bytes of the response.
        """

    def describe(self, opened: OpenCommand[_Said]) -> None:
        """A command ends: what could not be said of it before; a subclass that can say all at once has nothing here."""

    def data(self, message: Message) -> OpenCommand[_Said] | None:
        """A READ or WRITE: of the last command under way that named this memory, if the target sent it."""
        if message.side == self.initiator:
            return None
        found = self.commands.of_memory(message)
        if found is not None:
            _moved(found, message)
        elif message.r_key is not None:
            self.commands.keep_data(message)
        return found

    def begin(self, tag: int, opened: OpenCommand[_Said]) -> list[Command]:
        """A command begins: those that have ended with it."""
        began = self.commands.begin(tag, opened)
        for message in began.data:
            _moved(opened, message)
        if began.early is not None:
            return [self.close(opened, *began.early), *self._ended_by(opened)]
        ended = [] if began.replaced is None else [self._replaced(began.replaced, opened)]
        return ended if began.given_up is None else [*ended, self._unanswered(began.given_up, "open")]

    def answer(self, tag: int, message: Message, head: bytes) -> list[Command]:
        """A response comes: the commands that have ended with it, last the one that it is for."""
        found = self.commands.end(tag, message, head)
        if not found:
            return []
        replaced = [self._replaced(each, found[-1]) for each in found[:-1]]
        return [*replaced, self.close(found[-1], message, head), *self._ended_by(found[-1])]

    def ends_others(self, opened: OpenCommand[_Said]) -> Callable[[int, OpenCommand[_Said]], bool] | None:
        """Which commands under way a command has ended that succeeded: an abort, a reset; None: none.

        Args:
            opened: the command.

        Returns:
            Whether it has ended one of those that began before it, by its tag.
        """
        return None

    def _ended_by(self, opened: OpenCommand[_Said]) -> list[Command]:
        """The commands that nobody answers any more since another one has ended them: their tags are free."""
        chosen = self.ends_others(opened) if opened.command.ok else None
        if chosen is None:
            return []
        start = opened.command.start
        over = self.commands.release(lambda tag, each: each.command.start < start and chosen(tag, each))
        return [self._unanswered(each, at=opened.command.end) for each in over]

    def _replaced(self, opened: OpenCommand[_Said], by: OpenCommand[_Said]) -> Command:
        """Another command has taken its identifier."""
        earlier, later = opened.command, by.command
        self.remarks.note(IDENTIFIER_IN_USE, later, identifier=f"0x{later.identifier:x}", earlier=earlier.first_frame)
        return self._unanswered(opened, at=later.start)

    def close(self, opened: OpenCommand[_Said], message: Message, head: bytes) -> Command:
        """Its response has come."""
        command = opened.command
        command.end = message.start
        command.status, command.ok, contents = self.ending(opened.said, head)
        command.outcome = "answered"
        join(command, message, "response", contents)
        self.describe(opened)
        return command

    def _unanswered(self, opened: OpenCommand[_Said], outcome: str = "unanswered", at: int | None = None) -> Command:
        self.describe(opened)
        command = opened.command
        command.outcome, command.over = "open" if command.by_design else outcome, at
        return command

    def finish(self, *, over: bool) -> Sequence[Command]:
        """See `CommandRule`."""
        left = self.commands.finish()
        for tag, message in self.commands.alone:
            self.remarks.note(RESPONSE_ALONE, message, identifier=f"0x{tag:x}")
        return [self._unanswered(each, "unanswered" if over else "open") for each in left]


def _moved(opened: OpenCommand[_Said], message: Message) -> None:
    """A READ or WRITE moved data of a command."""
    moved(opened.command, message, moved_bytes(message))
    join(opened.command, message, "data", 0)

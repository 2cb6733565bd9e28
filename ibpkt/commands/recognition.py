"""Which protocol a connection carries: by connection management, else by its messages, else as the caller says.

What private data prove outranks a port; a port alone is a hypothesis that the first message must confirm; content alone
needs several messages that match each other (`UpperProtocol.pairs`).  The verdict keeps its reason.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from ibpkt.analysis.results.message import Message
from ibpkt.analysis.results.message_table import MessageTable
from ibpkt.arrays import Ints
from ibpkt.commands.command import Command
from ibpkt.commands.command_table import TakenColumns
from ibpkt.commands.kinds import CommandRemarks
from ibpkt.commands.send_heads import SendHeads
from ibpkt.management import Connection
from ibpkt.schema import Header

#: how a protocol was found, and how sure that is
SURE = {"told": 1.0, "private data": 1.0, "port and content": 0.999, "content": 0.999999}
#: messages of which is remembered what they are: an undecided connection is looked at again and again, from both sides
REMEMBERED = 256
#: bytes of the beginning of a SEND that any protocol here needs: those of a message of RPC-over-RDMA
MOST_HEAD = 4160


class CarriedProtocol(NamedTuple):
    """What a connection carries.

    Attributes:
        protocol: its name.
        how: a key of `SURE`.
        initiator: the side of the flow that sends commands; None where it is not known.
    """

    protocol: str
    how: str
    initiator: int | None

    @property
    def sure(self) -> float:
        """How likely it is right, from 0 to 1."""
        return SURE[self.how]


@dataclasses.dataclass(slots=True)
class Sent:
    """A SEND with the first bytes of its payload.

    Attributes:
        message: the message.
        head: its first bytes, as far as the capture has them.
    """

    message: Message
    head: bytes


class CommandRule(Protocol):
    """Follows the commands of one connection: what begins one, what ends it, which memory it moves.

    Attributes:
        name: what the initiator connects to, where the capture shows it.
    """

    name: str

    @property
    def unmatched(self) -> int:
        """Responses without a command, since the capture began later."""

    @property
    def queue(self) -> str:
        """Which of several connections between the same two it is, for people."""

    def expect(self, sent: Sequence[Sent]) -> None:
        """Look at the messages by whose content the connection was recognised, before they are taken one by one."""

    def take(self, message: Message, head: bytes) -> Sequence[Command]:
        """Take a message of the connection, and return the commands that have ended with it.

        Args:
            message: any message of the connection.
            head: the first bytes of a SEND, as far as the capture has them; none of others.
        """

    def finish(self, *, over: bool) -> Sequence[Command]:
        """Return what is still open.

        Args:
            over: the connection is over; else the capture ends.
        """


class CallCredits(Protocol):
    """How many commands one end lets the other have under way.

    Attributes:
        granted: by the last answer; None where the capture shows none.
        exhausted: nanoseconds during which as many were under way.
    """

    granted: int | None
    exhausted: int


@runtime_checkable
class CreditedRule(Protocol):
    """A rule of a protocol in which answers grant credits."""

    @property
    def credits(self) -> CallCredits:
        """What was granted."""


@runtime_checkable
class RemarkingRule(Protocol):
    """A rule that finds out what is wrong with messages."""

    @property
    def remarks(self) -> CommandRemarks:
        """What it has found."""


@runtime_checkable
class ColumnRule(Protocol):
    """A rule that can follow the messages of many connections at once, as columns."""

    def state(self) -> Any:
        """What `take_columns` needs of the connection; None where its messages are to be taken one by one."""

    @staticmethod
    def take_columns(states: Sequence[Any], messages: MessageTable, places: Ints, heads: SendHeads) -> TakenColumns:
        """Take the messages of some connections of a batch.

        What is under way on them is exchanged with their rules.

        Args:
            states: of the connections, by number of flow, ascending.
            messages: those of the batch.
            places: of those of these connections.
            heads: the beginnings of SENDs.
        """


class PrivateData(NamedTuple):
    """What the private data of a message of connection management are.

    Attributes:
        contents: a number of `ibpkt.protocols.upper.contents.CONTENTS`.
        header: the one with which they begin.
    """

    contents: int
    header: Header


class UpperProtocol(Protocol):
    """What recognises a protocol, and follows it: one for each, in `ibpkt.commands.known.PROTOCOLS`.

    Attributes:
        name: the value of `Command.protocol`.
        title: its name for people.
        head: bytes of the beginning of a SEND that it needs at most; `MOST_HEAD` or fewer, but for plug-ins.
        needed: how many pairs of command and response claim a connection by content alone.
        private: what the private data of REQ, REP and REJ are; "REQ by IP" where those of the RDMA IP CM service are
            others.
    """

    name: str
    title: str
    head: int
    needed: int
    private: Mapping[str, PrivateData]

    def serves(self, connection: Connection) -> bool:
        """Whether the service is the protocol's own, by number."""

    def proves(self, connection: Connection) -> bool:
        """Whether the private data prove it."""

    def is_command(self, message: Message, head: bytes) -> bool:
        """Whether a SEND can be a command."""

    def pairs(self, sent: Sequence[Sent], initiator: int) -> int:
        """How many of these SENDs of a connection are commands with their responses.

        Args:
            sent: in the order of their times.
            initiator: the side whose commands are looked for.
        """

    def rule(self, flow: int, verdict: CarriedProtocol, connection: Connection | None) -> CommandRule:
        """A rule for a connection.

        Args:
            flow: the number of the flow.
            verdict: what was decided about it.
            connection: how it was established, if the capture shows it.
        """

"""One connection, as it is watched: undecided, carrying a protocol, or of no interest."""

from __future__ import annotations

from collections.abc import Sequence

from ibpkt.analysis.results.finding import Finding
from ibpkt.analysis.results.message import Message
from ibpkt.commands.command import Command
from ibpkt.commands.known import PROTOCOLS
from ibpkt.commands.recognition import CarriedProtocol, CommandRule, RemarkingRule, Sent, UpperProtocol
from ibpkt.commands.shown_messages import ShownMessage
from ibpkt.management import Connection

#: messages of an unknown connection that are looked at, of both sides together: of a deep queue, the responses to the
#: first commands come behind all of these
LOOKED_AT = 128
#: SENDs that must have come before one counts what fits
_STEP = 4


class ConnectionWatch:
    """Decides what a connection carries, and follows it.

    Args:
        flow: the number of its flow.
        found: the connection, and the side of its active end, where the capture shows how it was established.
        told: what the caller says that it carries; None for nothing.
    """

    def __init__(self, flow: int, found: tuple[Connection, int] | None, told: str | None = None) -> None:
        self.flow = flow
        self.verdict: CarriedProtocol | None = None
        self.rule: CommandRule | None = None
        self.uninteresting: bool = False
        #: address and queue pair of both ends
        self.ends: frozenset[tuple[str, int]] = frozenset()
        self.commands = 0
        self.errors = 0
        #: packets of messages that have headers, whether they belong to commands or not
        self.shown: list[ShownMessage] = []
        self._connection = None if found is None else found[0]
        self._active = None if found is None else found[1]
        self._held: list[Sent] = []
        self._sends = 0
        self._hypothesis: UpperProtocol | None = None
        if told is not None:
            self._claim(PROTOCOLS[told], CarriedProtocol(told, "told", self._active))
        elif self._connection is not None:
            self._by_connection(self._connection)

    def _by_connection(self, connection: Connection) -> None:
        for protocol in PROTOCOLS.values():
            if protocol.proves(connection):
                self._claim(protocol, CarriedProtocol(protocol.name, "private data", self._active))
                return
            if protocol.serves(connection):
                self._hypothesis = protocol
                return

    def _claim(self, protocol: UpperProtocol, verdict: CarriedProtocol) -> None:
        self.verdict = verdict
        self.rule = protocol.rule(self.flow, verdict, self._connection)
        self.shown = getattr(self.rule, "shown", self.shown)

    def take(self, message: Message, head: bytes) -> list[Command]:
        """Take a message; the commands that have ended with it."""
        if self.rule is not None:
            return [*self.rule.take(message, head)]
        if self.uninteresting:
            return []
        self._held.append(Sent(message, head))
        if message.kind == "SEND":
            self._sends += 1
            self._decide()
        if self.rule is None and len(self._held) >= LOOKED_AT:
            self.uninteresting = True
            self._held.clear()
        return self._replay()

    def _decide(self) -> None:
        """By content: of a hypothesis one command suffices; of others, at any port, several pairs must match."""
        last = self._held[-1]
        port = self._hypothesis
        if port is not None and port.is_command(last.message, last.head):
            self._claim(port, CarriedProtocol(port.name, "port and content", last.message.side))
            return
        if self._sends % _STEP and self._sends < LOOKED_AT - _STEP:
            return
        sends = sorted((each for each in self._held if each.message.kind == "SEND"), key=lambda e: e.message.start)
        for protocol in PROTOCOLS.values():
            for side in (0, 1):
                if protocol.pairs(sends, side) >= protocol.needed:
                    self._claim(protocol, CarriedProtocol(protocol.name, "content", side))
                    assert self.rule is not None
                    self.rule.expect(sends)
                    return

    def _replay(self) -> list[Command]:
        if self.rule is None or not self._held:
            return []
        held, self._held = self._held, []
        return [command for each in held for command in self.rule.take(each.message, each.head)]

    def remarks(self) -> list[Finding]:
        """What is wrong with messages, since the last call."""
        if self.verdict is None or not isinstance(self.rule, RemarkingRule):
            return []
        return self.rule.remarks.fetch(self.verdict.protocol)

    def finish(self, *, over: bool) -> Sequence[Command]:
        """No more messages come."""
        if self.rule is None and not self.uninteresting and self._sends:
            self._sends = 0  # with those that there are, however many
            self._decide()
        return [*self._replay(), *(self.rule.finish(over=over) if self.rule is not None else ())]

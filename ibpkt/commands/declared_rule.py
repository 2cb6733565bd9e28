"""Protocols above SENDs that plug-ins declare: how they are recognised, and how their commands are followed."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from typing import Any

from ibpkt.analysis.results.message import Message
from ibpkt.commands.command import Command
from ibpkt.commands.kinds import TRUNCATED, kind_of_rule
from ibpkt.commands.open_commands import NamedMemory, OpenCommand, join, new_command
from ibpkt.commands.recognition import CarriedProtocol, PrivateData, Sent
from ibpkt.commands.tag_rule import Ending, TagRule
from ibpkt.management import Connection
from ibpkt.packet import dissect_message
from ibpkt.protocols.upper.contents import number_of_contents
from ibpkt.protocols.upper.declared import SendProtocol
from ibpkt.schema import Header

Values = dict[str, Any]

#: pairs among the messages that are looked at, as a power of two, and the chance that random ones are taken for them
_CANDIDATES, _BAR = 12, 20
#: what no number of messages reaches
_NEVER = 1 << 30
#: bits of private data that prove a protocol
_PROOF = 24
#: bytes behind the header that a rule may need
_MORE = 64


class DeclaredProtocol:
    """A protocol of a plug-in.

    Args:
        declared: its declaration.
    """

    def __init__(self, declared: SendProtocol) -> None:
        self.declared = declared
        self.name: str = declared.name
        self.title: str = declared.request.protocol or declared.name
        self.head: int = max(header.size for header in (declared.request, declared.response)) + _MORE
        self.private: Mapping[str, PrivateData] = {}
        if declared.private is not None:
            kind = PrivateData(number_of_contents(declared.private), declared.private)
            self.private = dict.fromkeys(("REQ", "REP"), kind)
        #: as many pairs as leave one in a million connections of random messages
        evidence = declared.pair_bits - _CANDIDATES
        self.needed: int = max(2, -(-_BAR // evidence)) if evidence > 0 else _NEVER

    def serves(self, connection: Connection) -> bool:
        """The declared service IDs and ports."""
        return connection.service_id in self.declared.services

    def proves(self, connection: Connection) -> bool:
        """Private data with enough fixed bits."""
        header, private = self.declared.private, connection.active.private
        if header is None or private is None or len(private) < header.size:
            return False
        return self.declared.bits(header) >= _PROOF and _keeps(header, header.read(private))

    def is_command(self, message: Message, head: bytes) -> bool:
        """A SEND with the fixed values of a request, as long as it says, that the plug-in's own check accepts."""
        values = self._values(self.declared.request, message, head)
        if values is None:
            return False
        if self.declared.kind:
            leaf = self.declared.request.leaf(self.declared.kind)
            if leaf.enum and self.declared.request.leaf_value(leaf, values, {}) not in leaf.enum:
                return False
        return self.declared.check is None or bool(self.declared.check(values))

    @staticmethod
    def _values(header: Header, message: Message, head: bytes) -> Values | None:
        """The values of a header with which a message can begin."""
        if message.size is None or message.size < header.size or len(head) < header.size:
            return None
        values = header.read(head)
        return values if header.length(values) <= message.size and _keeps(header, values) else None

    def pairs(self, sent: Sequence[Sent], initiator: int) -> int:
        """Requests with the response that has their tag, after them."""
        waiting: set[Any] = set()
        found = 0
        declared = self.declared
        for each in sent:
            if each.message.side == initiator:
                if self.is_command(each.message, each.head):
                    waiting.add(declared.request.read(each.head)[declared.tag])
                continue
            values = self._values(declared.response, each.message, each.head)
            if values is not None and values[declared.tag] in waiting:
                waiting.discard(values[declared.tag])
                found += 1
        return found

    def rule(self, flow: int, verdict: CarriedProtocol, connection: Connection | None) -> DeclaredRule:
        """The rule of a connection."""
        return DeclaredRule(flow, verdict.initiator, self)


class Exchange:
    """A request and its response, as far as they have come: the values of their headers."""

    __slots__ = ("answered", "asked")

    def __init__(self, asked: Values) -> None:
        self.asked = asked
        self.answered: Values = {}


class DeclaredRule(TagRule[Exchange]):
    """Follows a connection.

    Args:
        flow: the number of the flow.
        initiator: the side that sends commands; None: the first that does.
        protocol: what is followed.
    """

    def __init__(self, flow: int, initiator: int | None, protocol: DeclaredProtocol) -> None:
        super().__init__(flow, initiator)
        self._protocol = protocol
        self._declared = protocol.declared

    def take(self, message: Message, head: bytes) -> Sequence[Command]:
        """See `CommandRule`."""
        if message.kind != "SEND":
            self.data(message)
            return ()
        declared = self._declared
        if self.initiator in (None, message.side) and self._protocol.is_command(message, head):
            self.initiator = message.side
            return self._begin(message, head)
        header = declared.request if message.side == self.initiator else declared.response
        if message.size is not None and message.size < header.size and self.initiator is not None:
            self.remarks.note(TRUNCATED, message, what=header.title, has=message.size, least=header.size)
        elif message.side != self.initiator and len(head) >= header.size:
            values = header.read(head)
            if _keeps(header, values):
                return self.answer(values[declared.tag], message, head)
        return ()

    def _begin(self, message: Message, head: bytes) -> Sequence[Command]:
        declared, header = self._declared, self._declared.request
        values = header.read(head)
        command = new_command(message, declared.name, int(values[declared.tag]))
        command.kind = self._word(header, declared.kind, values) if declared.kind else header.title
        command.queue = header.leaf(declared.queue).text(values[declared.queue]) if declared.queue else ""
        command.detail = self._detail(values)
        if declared.size in values:
            command.size = int(values[declared.size])
            command.moved = min(_behind(number_of_contents(header), message, head), command.size)
        regions: tuple[NamedMemory, ...] = ()
        if declared.memory is not None:
            key, address, length = declared.memory
            regions = (NamedMemory(values[key], values[address], values[length] if length else 1 << 64),)
        join(command, message, "request", number_of_contents(header))
        return self.begin(values[declared.tag], OpenCommand(command, Exchange(values), regions))

    @staticmethod
    def _word(header: Header, name: str, values: Values) -> str:
        leaf = header.leaf(name)
        value = header.leaf_value(leaf, values, {header.key: values})
        return str(leaf.enum.get(value, f"{leaf.label} {value}"))

    def _detail(self, values: Values) -> str:
        header = self._declared.request
        parts = []
        for text, name, _, _ in string.Formatter().parse(self._declared.detail):
            value = "" if name is None else self._text(header, name, values)
            parts.append(text + value)
        return "".join(parts)

    @staticmethod
    def _text(header: Header, name: str, values: Values) -> str:
        leaf = header.leaf(name)
        return leaf.text(header.leaf_value(leaf, values, {header.key: values}))

    def ending(self, said: Exchange, head: bytes) -> Ending:
        """What a response says."""
        declared, header = self._declared, self._declared.response
        values = said.answered = header.read(head)
        contents = number_of_contents(header)
        if not declared.status:
            return Ending("answered", True, contents)
        word = self._word(header, declared.status, values)
        return Ending(word, values[declared.status] in declared.success, contents)

    def close(self, opened: OpenCommand[Exchange], message: Message, head: bytes) -> Command:
        """Its response has come, maybe with data."""
        command = super().close(opened, message, head)
        if command.size is not None:
            behind = _behind(number_of_contents(self._declared.response), message, head)
            command.moved += min(behind, command.size - command.moved)
        return command

    def describe(self, opened: OpenCommand[Exchange]) -> None:
        """Sizes that only the response has, and what the plug-in reports."""
        said, command = opened.said, opened.command
        if command.size is None and self._declared.size in said.answered:
            command.size = int(said.answered[self._declared.size])
        for rule in self._declared.expert:
            if rule.when(said.asked, said.answered):
                self.remarks.note(kind_of_rule(rule), command, **{**said.answered, **said.asked})


def _behind(contents: int, message: Message, head: bytes) -> int:
    """Bytes of a message behind its headers: data."""
    layers, _ = dissect_message(head, contents)
    return max(0, (message.size or 0) - sum(layer.size for layer in layers))


def _keeps(header: Header, values: Mapping[str, Any]) -> bool:
    """Whether fixed fields have their values, and reserved ones are zero."""
    return all(values[field.name] == field.default for field in header.wire if field.fixed or field.reserved)

"""What is wrong with a plug-in's protocol above SENDs: what it claims of others, and how long it takes."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from ibpkt.analysis.results.message import Message
from ibpkt.batch import Batch
from ibpkt.commands.declared_rule import DeclaredProtocol
from ibpkt.commands.follower import CommandFollower
from ibpkt.commands.known import PROTOCOLS
from ibpkt.commands.recognition import Sent, UpperProtocol
from ibpkt.protocols import Plugin, SendProtocol
from ibpkt.schema import Header
from ibpkt.stats.protocol_check import CLAIMS, SLOW, ProtocolProblem

#: random messages that are tried, and messages of its own
_TRIALS, _OWN = 50_000, 200
#: bytes of random messages
_SIZES = (4, 16, 20, 32, 64, 72, 128, 1024)


class ForeignMessages:
    """Follows the messages of captures without the plug-in's protocol, and makes random ones.

    Args:
        plugin: the plug-in.
    """

    def __init__(self, plugin: Plugin) -> None:
        self._plugin = plugin
        self._names = frozenset(each.name for each in plugin.protocols)
        self._follower: CommandFollower | None = None
        self._last = 0
        self._claimed: list[ProtocolProblem] = []

    def add(self, batch: Batch) -> None:
        """Take packets; numbers that begin again are those of another capture."""
        if not self._names or not len(batch):
            return
        if self._follower is None or int(batch.frames.number_of[0]) <= self._last:
            self._end()
            self._follower = CommandFollower()
        self._last = int(batch.frames.number_of[-1])
        self._follower.add(batch)

    def _end(self) -> None:
        if self._follower is None:
            return
        self._follower.finish()
        for each in self._follower.connections():
            if each.protocol in self._names:
                sentence = f"{each.protocol} claims a foreign connection ({each.how}), with {each.commands} commands"
                self._claimed.append(
                    ProtocolProblem("claim", f"{sentence}: {each.initiator} to {each.target}, flow {each.flow}")
                )

    def problems(self) -> Iterator[ProtocolProblem]:
        """There are no more: what is wrong."""
        self._end()
        yield from self._claimed
        for declared in self._plugin.protocols:
            protocol = PROTOCOLS[declared.name]
            if not isinstance(protocol, DeclaredProtocol):
                yield ProtocolProblem("name", f"there is a protocol {declared.name} already")
                continue
            yield from _recognition(protocol)
            yield from _random_claims(protocol)
            yield from _taken_by_others(protocol)
            yield from _speed(protocol)
            _call_rules(declared)


def _recognition(protocol: DeclaredProtocol) -> Iterator[ProtocolProblem]:
    declared = protocol.declared
    proof = declared.private is not None and declared.bits(declared.private)
    if not (declared.pair_bits or declared.services or proof):
        sentence = "nothing shows which connections carry it: name a port, or fix a field at a value other than 0"
        yield ProtocolProblem("claim", f"{declared.name}: {sentence}")


def _message(side: int, size: int) -> Message:
    """A SEND of which only side and size count."""
    return Message(1, side, 1, "SEND", "RC", 0, 1, 0, size=size)


def _random_claims(protocol: DeclaredProtocol) -> Iterator[ProtocolProblem]:
    """Messages of random bytes and of zeros."""
    source, taken, name = random.Random(1), 0, protocol.name
    heads = [source.randbytes(size) for size in _SIZES for _ in range(_TRIALS // len(_SIZES))]
    for head in heads:
        taken += protocol.is_command(_message(0, len(head)), head)
    if taken > CLAIMS * len(heads):
        sentence = f"{name} takes {taken} of {len(heads)} random messages for requests"
        yield ProtocolProblem("claim", f"{sentence}; the bar is one in {1 / CLAIMS:.0f}: fix fields, or check=")
    if any(protocol.is_command(_message(0, size), bytes(size)) for size in _SIZES):
        yield ProtocolProblem("claim", f"{name} takes messages of zeros for requests")


def _speed(protocol: DeclaredProtocol) -> Iterator[ProtocolProblem]:
    """How long it takes to look at a message that can be its own."""
    source, header = random.Random(4), protocol.declared.request
    heads = [_own_message(header, source) for _ in range(_OWN)]
    started = time.process_time()
    for head in heads:
        protocol.is_command(_message(0, len(head)), head)
    each = (time.process_time() - started) / len(heads)
    if each > SLOW:
        sentence = f"{protocol.name} takes {each * 1e6:.0f} µs for a message; at most {SLOW * 1e6:.0f} are bearable"
        yield ProtocolProblem("speed", sentence)


def _call_rules(declared: SendProtocol) -> None:
    """Call the functions of its rules with random values: one that raises switches the plug-in off."""
    source = random.Random(3)
    for rule in declared.expert:
        for _ in range(_OWN):
            asked, answered = (each.read(source.randbytes(each.size)) for each in (declared.request, declared.response))
            rule.when(asked, answered)
            rule.when(asked, {})


def _taken_by_others(protocol: DeclaredProtocol) -> Iterator[ProtocolProblem]:
    """Messages of its own that another protocol takes for its."""
    source, declared = random.Random(2), protocol.declared
    sent: list[Sent] = []
    for _ in range(_OWN):
        request = _own_message(declared.request, source)
        response = bytearray(_own_message(declared.response, source))
        values = declared.response.read(bytes(response))
        values[declared.tag] = declared.request.read(request)[declared.tag]
        for side, head in ((0, request), (1, declared.response.write(values))):
            sent.append(Sent(_message(side, len(head)), head))
    for name, other in PROTOCOLS.items():
        if other is not protocol and _claims(other, sent):
            yield ProtocolProblem("overlap", f"messages of {declared.name} can be taken for those of {name}")


def _own_message(header: Header, source: random.Random) -> bytes:
    values = header.read(source.randbytes(header.size))
    values.update({field.name: field.default for field in header.wire if field.fixed or field.reserved})
    if header.tail is not None:
        values[header.tail.name] = b""
    return header.write(values)[: header.size]


def _claims(other: UpperProtocol, sent: list[Sent]) -> bool:
    return other.pairs(sent, 0) >= other.needed or other.pairs(sent, 1) >= other.needed

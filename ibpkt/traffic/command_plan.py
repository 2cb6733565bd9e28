"""Workloads of storage protocols: commands, the data that they move, and responses, each when its cause has come.

The initiator (end a) keeps commands under way up to the depth of its queue.  The target (end b) takes a command, moves
its data by READ or WRITE after the time that its device needs, and answers.  The truth has a record for each command.
"""

from __future__ import annotations

import abc
import dataclasses
import itertools
import random
from collections import deque
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ibpkt.errors import CallerError
from ibpkt.schema import Header
from ibpkt.traffic.message import WorkRequest
from ibpkt.traffic.operations import operation_named
from ibpkt.traffic.payload import Store, memory_source
from ibpkt.traffic.simulated_network import NS
from ibpkt.traffic.truth import Record
from ibpkt.traffic.workload import REGION, Workload

if TYPE_CHECKING:
    from ibpkt.traffic.conversation import Conversation

#: the sides
INITIATOR, TARGET = 0, 1
#: memory is lent in pages
PAGE = 4096
#: nanoseconds that a device needs, on average
DEVICE_NS = 20_000


@dataclasses.dataclass
class PlannedCommand:
    """A command under way.

    Attributes:
        identifier: what joins it with its response.
        kind: its name in the specification.
        size: bytes that it moves; 0 for none.
        to_target: whether they go to the target.
        r_key, address: the initiator's memory.
        failed: the target refuses it.
        start: when it was posted, in picoseconds.
    """

    identifier: int
    kind: str
    size: int
    to_target: bool
    r_key: int
    address: int
    failed: bool
    start: int


class CommandQueue:
    """The commands of one conversation.

    Attributes:
        waiting: by side, makes the messages that are to be sent next.
        under_way: commands without a response.
        issued: commands so far.
    """

    def __init__(self) -> None:
        self.waiting: tuple[deque[Callable[[int], WorkRequest]], ...] = (deque(), deque())
        self.under_way: dict[int, PlannedCommand] = {}
        self.issued = 0


class CommandPlan(Workload):
    """Draws commands by their shares and sizes evenly; a subclass makes the messages of a protocol.

    Args:
        rng: chance.
        pmtu: path MTU.
        shares: of kinds of commands.
        sizes: the smallest and the largest, in bytes.
        depth: commands of a conversation that may be under way.
        errors: the share of commands that the target refuses.
        limit: commands in all, None for no end.
        store: takes the bytes of messages.
    """

    #: the protocol's name
    name = ""
    #: shares of commands where none are given
    usual = ""
    #: bytes of which sizes are a multiple
    unit = 512

    def __init__(
        self,
        rng: random.Random,
        pmtu: int,
        shares: Mapping[str, float],
        sizes: tuple[int, int],
        depth: int,
        errors: float,
        limit: int | None,
        store: Store,
    ) -> None:
        super().__init__(rng, pmtu, "RC")
        known = {name.casefold().replace(" ", "-"): name for name in self.kinds()}
        self._kinds: list[str] = []
        for name in shares:
            plain = name.casefold().replace(" ", "-").replace("_", "-")
            if plain not in known:
                raise CallerError(f"{self.name} has no command {name!r}", name=name, known=known)
            self._kinds.append(known[plain])
        if not shares or min(shares.values()) < 0 or sum(shares.values()) <= 0:
            raise CallerError("commands have shares above 0")
        if not 0 <= errors <= 1:
            raise CallerError(f"the share of errors is between 0 and 1, not {errors!r}")
        self._steps = list(itertools.accumulate(shares.values()))
        low, high = (max(self.unit, -(-size // self.unit) * self.unit) for size in sizes)
        self._low, self._units = low, (high - low) // self.unit + 1
        self._depth, self._errors, self._left = depth, errors, limit
        self._store = store
        self._queues: dict[int, CommandQueue] = {}
        #: takes the records of commands; None where nobody wants them
        self.keep: Callable[[Record], None] | None = None
        self.stamp: Callable[[int], Any] = int

    # -- what a protocol says -----------------------------------------------------------------------------------------

    @abc.abstractmethod
    def kinds(self) -> Mapping[str, int]:
        """The commands that can be asked for, by name: 0 moves nothing, 1 to the target, 2 to the initiator."""

    @abc.abstractmethod
    def request(self, command: PlannedCommand, conversation: Conversation) -> bytes:
        """The message that begins a command."""

    @abc.abstractmethod
    def response(self, command: PlannedCommand, conversation: Conversation) -> bytes:
        """The message that ends it."""

    @abc.abstractmethod
    def status(self, command: PlannedCommand) -> str:
        """How it ends, in words."""

    def identifier(self, number: int, queue: CommandQueue) -> int:
        """What identifies a command among those under way.

        Args:
            number: of the command in its conversation, from 0.
            queue: its queue.
        """
        while (number & 0xFFFF) in queue.under_way:
            number += 1
        return number & 0xFFFF

    # -- messages -----------------------------------------------------------------------------------------------------

    def next(self, conversation: Conversation, side: int, now: int) -> WorkRequest | None:
        """The next message of one side."""
        queue = self._queues.setdefault(conversation.number, CommandQueue())
        waiting = queue.waiting[side]
        if not waiting and side == INITIATOR and len(queue.under_way) < self._depth and self._left != 0:
            if self._left is not None:
                self._left -= 1
            return self._ask(conversation, queue, now)
        return waiting.popleft()(now) if waiting else None

    def _ask(self, conversation: Conversation, queue: CommandQueue, now: int) -> WorkRequest:
        chance = self.rng.random
        number = chance() * self._steps[-1]
        kind = self._kinds[next(place for place, step in enumerate(self._steps) if number < step)]
        moves = self.kinds()[kind]
        size = self._low + int(chance() * self._units) * self.unit if moves else 0
        identifier = self.identifier(queue.issued, queue)
        queue.issued += 1
        address = conversation.bases[INITIATOR] + (int(chance() * (REGION - size)) & -PAGE)
        r_key = conversation.r_keys[INITIATOR] | identifier & 0xFF
        failed = self._errors > 0 and chance() < self._errors
        command = PlannedCommand(identifier, kind, size, moves == 1, r_key, address, failed, now)
        queue.under_way[identifier] = command
        message = self._send(conversation, INITIATOR, now, self.request(command, conversation))
        message.taken = lambda at: self._taken(conversation, queue, command, at)
        return message

    def _taken(self, conversation: Conversation, queue: CommandQueue, command: PlannedCommand, now: int) -> None:
        """The target has a command: its device works."""
        delay = int(DEVICE_NS * (0.5 + self.rng.random())) * NS

        def ready(now: int, packet: Any, uid: int) -> None:
            if command.size and not command.failed:
                self._post(conversation, TARGET, now, lambda at: self._move(conversation, queue, command, at))
            if not (command.to_target and command.size) or command.failed:
                self._post(conversation, TARGET, now, lambda at: self._answer(conversation, queue, command, at))

        conversation.ends[TARGET].network.at(now + delay, ready)

    def _post(self, conversation: Conversation, side: int, now: int, make: Callable[[int], WorkRequest]) -> None:
        if not conversation.over:
            self._queues[conversation.number].waiting[side].append(make)
            conversation.requesters[side].pump(now)

    def _move(self, conversation: Conversation, queue: CommandQueue, command: PlannedCommand, now: int) -> WorkRequest:
        """The target READs or WRITEs the memory that a command lends."""
        operation = operation_named("READ" if command.to_target else "WRITE")
        message = self.make(conversation, TARGET, now, operation, command.size, command.address)
        message.r_key = command.r_key
        message.source = memory_source(command.r_key, command.address)
        if command.to_target:
            message.done = lambda at: self._post(
                conversation, TARGET, at, lambda then: self._answer(conversation, queue, command, then)
            )
        return message

    def _answer(
        self, conversation: Conversation, queue: CommandQueue, command: PlannedCommand, now: int
    ) -> WorkRequest:
        message = self._send(conversation, TARGET, now, self.response(command, conversation))
        message.taken = lambda at: self._ended(conversation, queue, command, at)
        return message

    def _ended(self, conversation: Conversation, queue: CommandQueue, command: PlannedCommand, now: int) -> None:
        """The initiator has the response."""
        if queue.under_way.pop(command.identifier, None) is not None:
            self._record(conversation, command, now)
        if not conversation.over:
            conversation.requesters[INITIATOR].pump(now)

    def _send(self, conversation: Conversation, side: int, now: int, data: bytes) -> WorkRequest:
        message = self.make(conversation, side, now, operation_named("SEND"), len(data), None)
        message.source = self._store.lend(data)
        return message

    # -- the truth ----------------------------------------------------------------------------------------------------

    def _record(self, conversation: Conversation, command: PlannedCommand, now: int | None) -> None:
        if self.keep is None:
            return
        self.keep(
            {
                "record": "command", "conversation": conversation.number, "protocol": self.name, "kind": command.kind,
                "identifier": command.identifier, "bytes": command.size or None,
                "moved": 0 if command.failed else command.size,
                "status": None if now is None else self.status(command),
                "ok": None if now is None else not command.failed,
                "start": self.stamp(command.start), "end": None if now is None else self.stamp(now),
            }
        )  # fmt: skip

    def finish(self, conversation: Conversation) -> None:
        """A conversation is over: its commands have no responses."""
        queue = self._queues.pop(conversation.number, None)
        for command in queue.under_way.values() if queue is not None else ():
            self._record(conversation, command, None)


def plain_header(header: Header, values: Mapping[str, Any]) -> bytes:
    """The bytes of a header that has no tail, or an empty one."""
    return header.write({field.name: values.get(field.name, field.default) for field in header.wire})

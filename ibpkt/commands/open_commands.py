"""Commands under way on a connection: by the tag that joins them to their responses, and by the memory they name.

Messages come in the order of their ends, which is not quite that of their beginnings: an acknowledgement may be late.
So responses and data wait for their command, and times decide which command of a tag or of memory they are for.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterator
from typing import Generic, NamedTuple, Protocol, TypeVar

from ibpkt.analysis.results.message import Message
from ibpkt.commands.command import Command, MessagePart

#: responses that wait for their commands
_LIMIT = 1 << 16
#: READs and WRITEs that wait for their commands, and the nanoseconds after which no command comes for them any more: as
#: long as a requester usually waits for an acknowledgement that was lost
_LATEST_DATA, MOST_LATE = 64, 5_000_000_000
#: commands under way on a connection, many times more than credits allow; where responses are not in the capture, there
#: would be ever more
MOST_OPEN = 1 << 14
#: responses without a command that are remembered
_ALONE = 64
#: how a message ends that a NAK refused
REFUSED = "refused"

_Said = TypeVar("_Said")
_Tag = TypeVar("_Tag", bound=Hashable)


class NamedMemory(NamedTuple):
    """Memory that a command lets the other end read or write.

    Attributes:
        key: its R_Key.
        address: its first byte.
        length: bytes.
    """

    key: int
    address: int
    length: int


class OpenCommand(Generic[_Said]):
    """A command under way.

    Attributes:
        command: it.
        said: what its request says, as the protocol reads it.
        regions: the memory that it names.
    """

    __slots__ = ("command", "regions", "said")

    def __init__(self, command: Command, said: _Said, regions: tuple[NamedMemory, ...] = ()) -> None:
        self.command: Command = command
        self.said: _Said = said
        self.regions: tuple[NamedMemory, ...] = regions


class Began(NamedTuple, Generic[_Said]):
    """What the beginning of a command means for others.

    Attributes:
        replaced: a command whose tag is in use again: nobody answers it.
        given_up: the oldest command, where too many are under way: its response may still come.
        early: the response that has come already.
        data: the READs and WRITEs of its memory that have ended already.
    """

    replaced: OpenCommand[_Said] | None
    given_up: OpenCommand[_Said] | None
    early: tuple[Message, bytes] | None
    data: list[Message]


class LaterCommands(Protocol[_Tag, _Said]):
    """Commands under way, with their tags, of which objects are made where somebody asks for them."""

    def make(self) -> list[tuple[_Tag, OpenCommand[_Said]]]:
        """The objects, in the order in which they came; their tags differ."""
        ...


class OpenCommands(Generic[_Tag, _Said]):
    """The commands under way of one connection.

    Args:
        most: commands of one tag that may be under way: one more, and nobody answers the oldest.
    """

    def __init__(self, most: int = 2) -> None:
        #: responses whose commands never came
        self.unmatched: int = 0
        #: commands that were given up, since too many were under way
        self.given_up: int = 0
        #: the last of them, with their tags
        self.alone: list[tuple[_Tag, Message]] = []
        #: the commands under way, as long as nobody has asked for their objects
        self.later: LaterCommands[_Tag, _Said] | None = None
        self._most = most
        self._count = 0
        self._made: dict[_Tag, list[OpenCommand[_Said]]] = {}
        self._by_key: dict[int, list[OpenCommand[_Said]]] = {}
        self._early: OrderedDict[_Tag, tuple[Message, bytes]] = OrderedDict()
        self._early_data: deque[Message] = deque(maxlen=_LATEST_DATA)

    @property
    def _open(self) -> dict[_Tag, list[OpenCommand[_Said]]]:
        """Those under way by their tags."""
        if self.later is not None:
            later, self.later = self.later, None
            for tag, each in later.make():
                self._add(tag, each)
        return self._made

    def begin(self, tag: _Tag, each: OpenCommand[_Said]) -> Began[_Said]:
        """A command begins; it is under way unless its response has come."""
        data = self._claim(each) if self._early_data else []
        early = self._early.get(tag)
        if early is not None and early[0].start >= each.command.start:
            del self._early[tag]
            return Began(None, None, early, data)
        replaced = self._add(tag, each)
        return Began(replaced, self._oldest() if self._count > MOST_OPEN else None, None, data)

    def keep_data(self, message: Message) -> None:
        """A READ or WRITE of memory that no command under way names: the command may end later."""
        self._early_data.append(message)

    def _claim(self, each: OpenCommand[_Said]) -> list[Message]:
        """What has been read and written of the memory that a command names, since it began."""
        start, waiting = each.command.start, self._early_data
        while waiting and waiting[0].start < start - MOST_LATE:
            waiting.popleft()
        claimed = [message for message in waiting if message.start >= start and _names(each, message)]
        for message in claimed:
            waiting.remove(message)
        return claimed

    def _add(self, tag: _Tag, each: OpenCommand[_Said]) -> OpenCommand[_Said] | None:
        """A command is under way; returns the one that nobody answers any more since its tag is in use again."""
        under_way = self._open.setdefault(tag, [])
        self._count += 1
        under_way.append(each)
        for region in each.regions:
            known = self._by_key.setdefault(region.key, [])
            if not known or known[-1] is not each:
                known.append(each)
        return self._forget(tag, under_way[0]) if len(under_way) > self._most else None

    def _oldest(self) -> OpenCommand[_Said]:
        """Forget the command whose tag has been in use longest."""
        tag, under_way = next(iter(self._open.items()))
        self.given_up += 1
        return self._forget(tag, under_way[0])

    def end(self, tag: _Tag, message: Message, head: bytes) -> list[OpenCommand[_Said]]:
        """A response comes: the command that it is for, last, behind those of the tag that nobody answers any more.

        None at all where the command is not there yet: then the response waits for it.
        """
        fitting = [each for each in self._open.get(tag, ()) if each.command.start <= message.start]
        for each in fitting:
            self._forget(tag, each)
        if not fitting:
            self._early[tag] = (message, head)
            if len(self._early) > _LIMIT:
                self._alone(*self._early.popitem(last=False))
        return fitting

    def _alone(self, tag: _Tag, early: tuple[Message, bytes]) -> None:
        self.unmatched += 1
        self.alone = [*self.alone[1 - _ALONE :], (tag, early[0])]

    def release(self, ended: Callable[[_Tag, OpenCommand[_Said]], bool]) -> list[OpenCommand[_Said]]:
        """Forget the commands under way that another command has ended, in the order in which they came."""
        over = [(tag, each) for tag, under_way in self._open.items() for each in under_way if ended(tag, each)]
        return [self._forget(tag, each) for tag, each in over]

    @property
    def waiting(self) -> bool:
        """Whether responses or data wait for their commands."""
        return bool(self._early or self._early_data)

    def under_way(self) -> list[OpenCommand[_Said]]:
        """The commands under way, in the order in which they came, as far as their tags differ."""
        return [each for under_way in self._open.values() for each in under_way]

    def replace(self, later: LaterCommands[_Tag, _Said]) -> None:
        """Other commands are under way, and no others; no response waits for them."""
        self._clear()
        self.later = later

    def _clear(self) -> None:
        self.later = None
        self._made.clear()
        self._by_key.clear()
        self._count = 0

    def of_tag(self, tag: _Tag, at: int) -> OpenCommand[_Said] | None:
        """The command of a tag that had begun at a time."""
        for each in reversed(self._open.get(tag, ())):
            if each.command.start <= at:
                return each
        return None

    def of_key(self, message: Message) -> Iterator[OpenCommand[_Said]]:
        """The commands under way before a READ or WRITE that named its R_Key, the last first."""
        if message.r_key is not None and self._open:
            for each in reversed(self._by_key.get(message.r_key, ())):
                if each.command.start <= message.start:
                    yield each

    def of_memory(self, message: Message) -> OpenCommand[_Said] | None:
        """The last command under way that named the memory that a READ or WRITE is about."""
        return next((each for each in self.of_key(message) if _names(each, message)), None)

    def _forget(self, tag: _Tag, each: OpenCommand[_Said]) -> OpenCommand[_Said]:
        self._count -= 1
        left = [other for other in self._open[tag] if other is not each]
        if left:
            self._open[tag] = left
        else:
            del self._open[tag]
        for region in each.regions:
            known = self._by_key.get(region.key)
            if known is not None:
                known[:] = [other for other in known if other is not each]
                if not known:
                    del self._by_key[region.key]
        return each

    def finish(self) -> list[OpenCommand[_Said]]:
        """No more messages come: what is still under way, in the order of its beginning."""
        for tag, early in self._early.items():
            self._alone(tag, early)
        left = [each for under_way in self._open.values() for each in under_way]
        self._early.clear()
        self._early_data.clear()
        self._clear()
        return sorted(left, key=lambda each: each.command.start)


def _names(each: OpenCommand[_Said], message: Message) -> bool:
    """Whether a command names the memory that a READ or WRITE is about."""
    address = message.address or 0
    return any(
        key == message.r_key and start <= address < start + max(length, 1) for key, start, length in each.regions
    )


def join(command: Command, message: Message, role: str, contents: int) -> None:
    """A message belongs to a command.

    Args:
        command: the command.
        message: the message.
        role: as of a `MessagePart`.
        contents: as of a `MessagePart`.
    """
    last = message.last_frame or message.first_frame
    if message.kind == "READ":  # its last packet is that of the answer
        last = max(last, message.closed)
    command.last_frame = max(command.last_frame, last)
    command.retransmissions += message.retransmissions
    command.refusals += message.refusals
    frames = (*message.frames, message.closed) if message.frames else ()
    command.parts.append(MessagePart(role, contents, message.first_frame, last, frames))


def moved_bytes(message: Message) -> int:
    """The bytes that a READ or WRITE moved: the data of a READ come with its answer, what is refused moves nothing.

    Args:
        message: the message.
    """
    if message.outcome == REFUSED or (message.kind == "READ" and message.completed is None):
        return 0
    return message.size or 0


def moved(command: Command, message: Message, size: int) -> None:
    """A message moved data of a command.

    Args:
        command: the command.
        message: the message.
        size: bytes of data.
    """
    command.moved += size
    command.data_start = message.start if command.data_start is None else min(command.data_start, message.start)
    end = message.completed if message.kind == "READ" else message.end
    if end is not None:
        command.data_end = end if command.data_end is None else max(end, command.data_end)


def new_command(message: Message, protocol: str, tag: int) -> Command:
    """A command that a message begins."""
    return Command(
        0, message.flow, message.side, protocol, "", tag, "", message.first_frame,
        message.last_frame or message.first_frame, message.start, message.end,
    )  # fmt: skip

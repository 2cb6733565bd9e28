"""The command rule of NVMe over Fabrics for many messages at once: what `NVMeRule` says of each, as columns.

Where a queue does what queues do, nothing goes message by message: of each identifier a command and a response come in
turn, and the memory that the controller reads or writes is that of the last command that named its key.  Queues that do
anything else among the messages of a batch are left to the rule, with all that is under way on them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ibpkt.analysis.results.message_table import OUTCOME_NAMES, MessageTable
from ibpkt.arrays import Array, Bools, Ints, Octets
from ibpkt.commands.command import Command, MessagePart
from ibpkt.commands.command_table import NONE, CommandColumns, TakenColumns, known
from ibpkt.commands.nvme_words import NVMeEntry, detail_of
from ibpkt.commands.open_commands import REFUSED, NamedMemory, OpenCommand, OpenCommands
from ibpkt.commands.send_heads import SendHeads
from ibpkt.protocols import OPERATIONS
from ibpkt.protocols.upper.nvme_commands import IN_CAPSULE, KEYED, NVMeCommand
from ibpkt.protocols.upper.nvme_completions import NVMeCompletion
from ibpkt.protocols.upper.nvme_contents import NVME_NUMBERS
from ibpkt.protocols.upper.nvme_names import FABRICS, IO_OPCODES
from ibpkt.protocols.upper.nvme_status import SUCCESS, status_value, status_words
from ibpkt.schema import Header

_SEND, _READ = OPERATIONS.index("SEND"), OPERATIONS.index("READ")
_REFUSED = OUTCOME_NAMES.index(REFUSED)
_ENTRY, _COMPLETION = 64, NVMeCompletion.size
_RESPONSE = NVME_NUMBERS[NVMeCompletion]
_LATEST = (1 << 63) - 1
_CID_BITS, _KEY_BITS = 16, 32


def _field(rows: Octets, header: Header, name: str) -> Ints:
    """A field of whole bytes, low byte first, of headers that begin rows."""
    leaf = header.leaf(name)
    start, size = leaf.bit // 8, leaf.width // 8
    wide = np.zeros((len(rows), 8), np.uint8)
    wide[:, :size] = rows[:, start : start + size]
    numbers: Ints = wide.view("<i8")[:, 0].astype(np.int64, copy=False)
    return numbers


class QueueState(NamedTuple):
    """A queue, as its rule knows it.

    Attributes:
        flow: the number of its flow.
        number: of the queue, not 0.
        initiator: the side that sends commands.
        commands: those under way.
    """

    flow: int
    number: int
    initiator: int
    commands: OpenCommands[int, NVMeEntry]


#: columns of `_Begun` that are kept while a command is under way
_KEPT = (
    "first", "last", "request", "start", "sent", "data_start", "data_end", "moved", "retransmissions", "refusals",
)  # fmt: skip


class UnderWay:
    """The commands of a queue that are under way at the end of a batch: see `LaterCommands`.

    Args:
        queue: the queue.
        values: what `_KEPT` names, shape (n, k).
        entries: their submission queue entries, shape (n, 64).
        parts: the messages of each so far.
    """

    def __init__(self, queue: QueueState, values: Ints, entries: Octets, parts: list[list[MessagePart]]) -> None:
        self._queue, self.values, self.entries, self.parts = queue, values, entries, parts

    @classmethod
    def of(cls, queue: QueueState) -> UnderWay:
        """Those of a queue now."""
        later = queue.commands.later
        if isinstance(later, UnderWay):
            return later
        opened = queue.commands.under_way()
        values = np.array([_kept(each.command) for each in opened], np.int64).reshape(-1, len(_KEPT))
        entries = np.frombuffer(b"".join(each.said.entry for each in opened), np.uint8).reshape(-1, _ENTRY)
        return cls(queue, values, entries, [each.command.parts for each in opened])

    def __len__(self) -> int:
        return len(self.parts)

    def make(self) -> list[tuple[int, OpenCommand[NVMeEntry]]]:
        """Their objects, by command identifier."""
        made = []
        for values, entry, parts in zip(self.values, self.entries, self.parts, strict=True):
            said = NVMeEntry(entry.tobytes())
            memory = () if said.key is None else (NamedMemory(said.key, said.address, said.length),)
            made.append((said.cid, OpenCommand(_command(self._queue, said, known(values), parts), said, memory)))
        return made


def _kept(command: Command) -> list[int]:
    """What `_KEPT` names of a command."""
    return [
        NONE if value is None else value
        for value in (
            command.first_frame, command.last_frame, command.parts[0].last_frame, command.start, command.sent,
            command.data_start, command.data_end, command.moved, command.retransmissions, command.refusals,
        )
    ]  # fmt: skip


def _command(queue: QueueState, said: NVMeEntry, values: Sequence[Any], parts: list[MessagePart]) -> Command:
    """The object of a command, by what `_KEPT` names, without its response."""
    first, last, _, start, sent, data_start, data_end, size, resent, refused = values
    return Command(
        0, queue.flow, queue.initiator, "nvme", _kind(said.opcode), said.cid, str(queue.number), first, last,
        start, sent, data_start, data_end, None, said.length or None, size, detail=detail_of(said, 1),
        retransmissions=resent, refusals=refused, parts=parts,
    )  # fmt: skip


class _Begun:
    """Commands that have begun, before the batch or in it: columns of shape (n,), and entries of shape (n, 64)."""

    queue: Ints
    position: Ints
    entry: Octets
    first: Ints
    last: Ints
    request: Ints  # its last packet
    start: Ints
    sent: Ints
    data_start: Ints
    data_end: Ints
    moved: Ints
    retransmissions: Ints
    refusals: Ints

    def __init__(self, before: list[UnderWay], messages: _Messages, rows: Ints) -> None:
        #: messages of commands that began before
        self.parts = [parts for each in before for parts in each.parts]
        count = len(self.parts)
        queue = np.repeat(np.arange(len(before)), [len(each) for each in before])
        self.queue = np.concatenate((queue, messages.queue[rows]))
        self.position = np.concatenate((np.arange(-count, 0), rows))
        kept = np.concatenate([each.values for each in before])
        for column, (name, values) in enumerate(messages.new(rows).items()):
            setattr(self, name, np.concatenate((kept[:, column], values)))
        self.entry = np.concatenate((*(each.entries for each in before), messages.entries))
        entry = self.entry
        self.opcode: Octets = entry[:, 0]
        self.cid: Ints = _field(entry, NVMeCommand, "cid")
        self.address: Array = _field(entry, NVMeCommand, "sgl_address").view(np.uint64)
        low, rest = _field(entry, NVMeCommand, "sgl_low"), _field(entry, NVMeCommand, "sgl_rest")
        descriptor = entry[:, NVMeCommand.leaf("sgl_type").bit // 8]
        keyed = descriptor >> 4 == KEYED
        self.length: Ints = np.where(keyed, low, low | (rest & 0xFF) << 24)
        self.key: Ints = np.where(keyed & (self.length > 0), rest, NONE)
        self.in_capsule: Bools = descriptor == (IN_CAPSULE[0] << 4 | IN_CAPSULE[1])

    def kept(self, rows: Ints) -> Ints:
        """What `_KEPT` names of some of them, shape (n, k)."""
        return np.stack([getattr(self, name)[rows] for name in _KEPT], axis=1)


class _Messages:
    """The messages of some flows of a batch.

    Args:
        table: all messages.
        places: theirs.
        queues: the queues that these flows are, by number of flow.
        heads: the beginnings of SENDs.
    """

    def __init__(self, table: MessageTable, places: Ints, queues: list[QueueState], heads: SendHeads) -> None:
        every = len(places) == len(table)
        self._column = {
            name: table.column(name) if every else table.column(name)[places]
            for name in (
                "flow", "side", "operation", "size", "first_frame", "last_frame", "start", "end", "address", "r_key",
                "completed", "retransmissions", "refusals", "closed", "remote", "outcome",
            )
        }  # fmt: skip
        flows = np.array([queue.flow for queue in queues], np.int64)
        self.queue: Ints = np.searchsorted(flows, self["flow"])
        self.bad: Bools = np.zeros(len(queues), np.bool_)
        mine = self["side"] == np.array([queue.initiator for queue in queues])[self.queue]
        sends = self["operation"] == _SEND
        self.requests: Ints = np.flatnonzero(sends & mine)
        self.responses: Ints = np.flatnonzero(sends & ~mine)
        self.moving: Ints = np.flatnonzero(~sends & ~mine & (self["remote"] != 0))
        self.entries: Octets = self._beginnings(heads, self.requests, _ENTRY)
        self.completions: Octets = self._beginnings(heads, self.responses, _COMPLETION)
        self.refuse(self.responses[self["size"][self.responses] != _COMPLETION])
        unanswered = (self["operation"] == _READ) & (self["completed"] < 0)
        self.refuse(self.moving[(unanswered | (self["outcome"] == _REFUSED))[self.moving]])

    def __getitem__(self, name: str) -> Array:
        return self._column[name]

    def refuse(self, rows: Ints) -> None:
        """These messages are not what the queues of a batch should have."""
        self.bad[self.queue[rows]] = True

    def _beginnings(self, heads: SendHeads, rows: Ints, size: int) -> Octets:
        found, enough = heads.first_bytes(self["first_frame"][rows], size)
        self.refuse(rows[~enough])
        return found

    def drop_heads(self, heads: SendHeads) -> None:
        """Take out the beginnings of messages of queues that are not left to their rules."""
        rows = np.flatnonzero(~self.bad[self.queue])
        read = self["operation"][rows] == _READ
        heads.drop(np.where(read, self["closed"][rows], self["first_frame"][rows]))

    def last_packet(self, rows: Ints) -> Ints:
        """The last packet of each message: of a READ that of its answer."""
        last = np.where(self["last_frame"][rows] != 0, self["last_frame"][rows], self["first_frame"][rows])
        read = self["operation"][rows] == _READ
        return np.where(read, np.maximum(last, self["closed"][rows]), last)

    def new(self, rows: Ints) -> dict[str, Ints]:
        """What `_KEPT` names of commands that begin with these messages, by name, in its order."""
        none = np.full(len(rows), NONE)
        last = self.last_packet(rows)
        return {
            "first": self["first_frame"][rows],
            "last": last,
            "request": last,
            "start": self["start"][rows],
            "sent": self["end"][rows],
            "data_start": none,
            "data_end": none,
            "moved": np.zeros(len(rows), np.int64),
            "retransmissions": self["retransmissions"][rows].astype(np.int64),
            "refusals": self["refusals"][rows].astype(np.int64),
        }


class NVMeColumns:
    """The messages of some queues in a batch, and what they come to.

    Args:
        queues: the queues, by number of flow, ascending.
        table: the messages of the batch.
        places: those of these queues.
        heads: the beginnings of SENDs.
    """

    def __init__(self, queues: list[QueueState], table: MessageTable, places: Ints, heads: SendHeads) -> None:
        self._queues, self._places = queues, places
        self._messages = messages = _Messages(table, places, queues, heads)
        self._begun = _Begun([UnderWay.of(queue) for queue in queues], messages, messages.requests)
        self._shift = len(self._begun.parts)
        self._span = len(places) + self._shift + 1
        messages.bad[self._begun.queue[self._begun.opcode == FABRICS]] = True
        self._check_capsules()
        #: by command the response, an index of the responses; -1 where there is none
        self._response: Ints = np.full(len(self._begun.cid), -1)
        self._match_responses()
        #: messages that moved data, and the commands whose they are
        self._moved, self._mover = self._match_data()
        self._good: Bools = ~messages.bad[self._begun.queue]

    def take(self, heads: SendHeads) -> TakenColumns:
        """The commands that have ended; what is under way is handed to the rules."""
        messages = self._messages
        messages.drop_heads(heads)
        self._move_data()
        ended = np.flatnonzero(self._good & (self._response >= 0))
        ended = ended[np.argsort(self._response[ended], kind="stable")]
        columns = self._ended(ended) if len(ended) else None
        still = np.flatnonzero(self._good & (self._response < 0))
        self._hand_over(still)
        left = frozenset(queue.flow for queue, bad in zip(self._queues, messages.bad.tolist(), strict=True) if bad)
        return TakenColumns(columns, left)

    # -- what belongs together ----------------------------------------------------------------------------------------

    def _check_capsules(self) -> None:
        begun, messages, first = self._begun, self._messages, self._shift
        inside = begun.in_capsule[first:]
        there = messages["size"][messages.requests] - _ENTRY
        begun.moved[first:] = np.where(inside, there, 0)
        messages.refuse(messages.requests[inside & (begun.length[first:] > there)])

    def _match_responses(self) -> None:
        """Of each identifier of a queue commands and responses come in turn."""
        begun, messages = self._begun, self._messages
        rows, count = messages.responses, len(begun.cid)
        keys = np.concatenate((
            begun.queue << _CID_BITS | begun.cid,
            messages.queue[rows] << _CID_BITS | _field(messages.completions, NVMeCompletion, "cid"),
        ))  # fmt: skip
        order = np.argsort(keys * self._span + np.concatenate((begun.position, rows)) + self._shift)
        keys, command = keys[order], order < count
        follows = np.zeros(len(keys), np.bool_)
        follows[1:] = keys[1:] == keys[:-1]
        before = np.zeros(len(keys), np.bool_)
        before[1:] = command[:-1]
        messages.bad[keys[np.where(follows, command == before, ~command)] >> _CID_BITS] = True
        answered = np.flatnonzero(follows[1:] & command[:-1] & ~command[1:])
        responses = order[answered + 1] - count
        self._response[order[answered]] = responses
        early = messages["start"][rows[responses]] < begun.start[order[answered]]
        messages.refuse(rows[responses[early]])

    def _match_data(self) -> tuple[Ints, Ints]:
        """Data are of the last command before them that named their key."""
        begun, messages, rows = self._begun, self._messages, self._messages.moving
        naming = np.flatnonzero(begun.key != NONE)
        if not len(naming) or not len(rows):
            messages.refuse(rows)
            return rows[:0], rows[:0]
        keys, named = np.unique(begun.queue[naming] << _KEY_BITS | begun.key[naming], return_inverse=True)
        wanted = messages.queue[rows] << _KEY_BITS | messages["r_key"][rows].astype(np.int64)
        key = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        times = named * self._span + begun.position[naming] + self._shift
        order = np.argsort(times)
        last = np.searchsorted(times[order], key * self._span + rows + self._shift) - 1
        found = (keys[key] == wanted) & (last >= 0) & (named[order[last]] == key)
        messages.refuse(rows[~found])  # their commands may end later
        rows, mover = rows[found], naming[order[last[found]]]
        distance = messages["address"][rows].astype(np.int64, copy=False).view(np.uint64) - begun.address[mover]
        response = self._response[mover]
        ends = np.full(len(mover), _LATEST)
        ends[response >= 0] = messages.responses[response[response >= 0]]
        fits = distance < np.maximum(begun.length[mover], 1).astype(np.uint64)
        fits &= (begun.start[mover] <= messages["start"][rows]) & (ends > rows)
        messages.refuse(rows[~fits])
        return rows, mover

    # -- what they come to --------------------------------------------------------------------------------------------

    def _move_data(self) -> None:
        begun, messages = self._begun, self._messages
        good = self._good[self._mover]
        rows, mover = self._moved, self._mover = self._moved[good], self._mover[good]
        np.add.at(begun.moved, mover, np.maximum(messages["size"][rows], 0))
        first = np.where(begun.data_start == NONE, _LATEST, begun.data_start)
        np.minimum.at(first, mover, messages["start"][rows])
        begun.data_start = np.where(first == _LATEST, NONE, first)
        # READs without an answer are left to the rules
        end = np.where(messages["operation"][rows] == _READ, messages["completed"][rows], messages["end"][rows])
        np.maximum.at(begun.data_end, mover, end)
        np.maximum.at(begun.last, mover, messages.last_packet(rows))
        np.add.at(begun.retransmissions, mover, messages["retransmissions"][rows])
        np.add.at(begun.refusals, mover, messages["refusals"][rows])

    def _ended(self, rows: Ints) -> CommandColumns:
        begun, messages = self._begun, self._messages
        responses = messages.responses[self._response[rows]]
        begun.last[rows] = np.maximum(begun.last[rows], messages.last_packet(responses))
        begun.retransmissions[rows] += messages["retransmissions"][responses]
        begun.refusals[rows] += messages["refusals"][responses]
        fields = _field(messages.completions[self._response[rows]], NVMeCompletion, "status")
        codes, kind = np.unique(begun.queue[rows] << 8 | begun.opcode[rows], return_inverse=True)
        kinds = [(str(self._queues[code >> 8].number), _kind(code & 0xFF)) for code in codes.tolist()]
        end = messages["start"][responses]

        distinct, status = np.unique(fields, return_inverse=True)
        statuses = [(status_words(field), status_value(field) == SUCCESS) for field in distinct.tolist()]

        def make() -> list[Command]:
            made = self._make(rows)
            last = messages.last_packet(responses).tolist()
            first = messages["first_frame"][responses].tolist()
            for command, which, at, one, other in zip(made, status.tolist(), end.tolist(), first, last, strict=True):
                command.end, command.outcome = at, "answered"
                command.status, command.ok = statuses[which]
                command.parts.append(MessagePart("response", _RESPONSE, one, other))
            return made

        length = begun.length[rows]
        flows = np.array([queue.flow for queue in self._queues], np.int64)
        return CommandColumns(
            "nvme", self._places[responses], flows[begun.queue[rows]], kind, kinds, begun.cid[rows], begun.first[rows],
            begun.last[rows], begun.start[rows], begun.sent[rows], end, begun.data_start[rows], begun.data_end[rows],
            np.where(length > 0, length, NONE), status, statuses, make,
        )  # fmt: skip

    def _make(self, rows: Ints) -> list[Command]:
        """The objects of some commands, without their responses."""
        begun = self._begun
        columns = zip(
            begun.queue[rows].tolist(), begun.entry[rows], begun.kept(rows), self._parts(rows), strict=True
        )  # fmt: skip
        return [
            _command(self._queues[queue], NVMeEntry(entry.tobytes()), known(values), parts)
            for queue, entry, values, parts in columns
        ]

    def _parts(self, rows: Ints) -> list[list[MessagePart]]:
        """The messages of some commands, without their responses."""
        begun, moved = self._begun, self._data_parts(rows)
        contents = NVMeEntry(bytes(_ENTRY)).contents(1)
        return [
            [
                MessagePart("request", contents, first, request),
                *(begun.parts[place][1:] if place < self._shift else ()),
                *moved.get(place, ()),
            ]
            for place, first, request in zip(
                rows.tolist(), begun.first[rows].tolist(), begun.request[rows].tolist(), strict=True
            )
        ]

    def _data_parts(self, rows: Ints) -> dict[int, list[MessagePart]]:
        """The messages that moved data of some commands, by command."""
        wanted = np.zeros(len(self._good), np.bool_)
        wanted[rows] = True
        chosen = wanted[self._mover]
        messages, moving = self._messages, self._moved[chosen]
        found: dict[int, list[MessagePart]] = {}
        for mover, first, last in zip(
            self._mover[chosen].tolist(), messages["first_frame"][moving].tolist(),
            messages.last_packet(moving).tolist(), strict=True,
        ):  # fmt: skip
            found.setdefault(mover, []).append(MessagePart("data", 0, first, last))
        return found

    def _hand_over(self, rows: Ints) -> None:
        """The queues have what is under way."""
        begun = self._begun
        rows = rows[np.argsort(begun.queue[rows], kind="stable")]
        values, entries, parts = begun.kept(rows), begun.entry[rows], self._parts(rows)
        first = np.searchsorted(begun.queue[rows], np.arange(len(self._queues) + 1)).tolist()
        for number, (state, bad) in enumerate(zip(self._queues, self._messages.bad.tolist(), strict=True)):
            if not bad:
                own = slice(first[number], first[number + 1])
                state.commands.replace(UnderWay(state, values[own], entries[own], parts[own]))


def _kind(opcode: int) -> str:
    return IO_OPCODES.get(opcode, f"Opcode 0x{opcode:02x}")

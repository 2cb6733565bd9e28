"""The command rule of NVMe over Fabrics for many messages at once: what `NVMeRule` says of each, as columns.

Where a queue does what queues do, nothing goes message by message: of each identifier a command and a response come in
turn, and the memory that the controller reads or writes is that of the last command that named its key.  Queues that do
anything else among the messages of a batch are left to the rule, with all that is under way on them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.analysis.results.message_table import MessageTable
from ibpkt.arrays import Array, Bools, Ints, Octets
from ibpkt.commands.command import Command, MessagePart
from ibpkt.commands.command_table import NONE, CommandColumns, TakenColumns, known
from ibpkt.commands.nvme_words import NVMeEntry, detail_of
from ibpkt.commands.open_commands import NamedMemory, OpenCommand, OpenCommands
from ibpkt.commands.send_heads import SendHeads
from ibpkt.protocols import OPERATIONS
from ibpkt.protocols.upper.nvme_commands import IN_CAPSULE, KEYED, NVMeCommand
from ibpkt.protocols.upper.nvme_completions import NVMeCompletion
from ibpkt.protocols.upper.nvme_contents import NVME_NUMBERS
from ibpkt.protocols.upper.nvme_names import FABRICS, IO_OPCODES
from ibpkt.protocols.upper.nvme_status import SUCCESS, status_value, status_words
from ibpkt.schema import Header

_SEND, _READ = OPERATIONS.index("SEND"), OPERATIONS.index("READ")
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


#: columns of `_Begun` of which objects are made
_COLUMNS = (
    "queue", "first", "last", "request", "start", "sent", "data_start", "data_end", "moved", "retransmissions",
    "refusals",
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

    def __init__(self, before: list[tuple[int, OpenCommand[NVMeEntry]]], messages: _Messages, rows: Ints) -> None:
        #: messages of commands that began before
        self.parts = [each.command.parts for _, each in before]
        new = messages.new(rows)
        count = len(before)
        for name, values in _carried(before).items():
            setattr(self, name, np.concatenate((np.array(values, np.int64), new[name])) if count else new[name])
        entries = [np.frombuffer(each.said.entry, np.uint8).reshape(1, _ENTRY) for _, each in before]
        self.entry = np.concatenate((*entries, messages.entries)) if count else messages.entries
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


def _carried(before: list[tuple[int, OpenCommand[NVMeEntry]]]) -> dict[str, list[int]]:
    """The columns of commands that began before."""

    def number(value: int | None) -> int:
        return NONE if value is None else value

    every = [each.command for _, each in before]
    return {
        "queue": [queue for queue, _ in before],
        "position": [*range(-len(before), 0)],
        "first": [each.first_frame for each in every],
        "last": [each.last_frame for each in every],
        "request": [each.parts[0].last_frame for each in every],
        "start": [each.start for each in every],
        "sent": [number(each.sent) for each in every],
        "data_start": [number(each.data_start) for each in every],
        "data_end": [number(each.data_end) for each in every],
        "moved": [each.moved for each in every],
        "retransmissions": [each.retransmissions for each in every],
        "refusals": [each.refusals for each in every],
    }


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
                "completed", "retransmissions", "refusals", "closed", "remote",
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
        others = np.flatnonzero(~sends)  # nobody wants what begins in them
        read = self["operation"][others] == _READ
        heads.drop(np.where(read, self["closed"][others], self["first_frame"][others]))
        self.entries: Octets = self._beginnings(heads, self.requests, _ENTRY)
        self.completions: Octets = self._beginnings(heads, self.responses, _COMPLETION)
        self.refuse(self.responses[self["size"][self.responses] != _COMPLETION])

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
        rows = np.concatenate((self.requests, self.responses))
        heads.drop(self["first_frame"][rows[~self.bad[self.queue[rows]]]])

    def last_packet(self, rows: Ints) -> Ints:
        """The last packet of each message: of a READ that of its answer."""
        last = np.where(self["last_frame"][rows] != 0, self["last_frame"][rows], self["first_frame"][rows])
        read = self["operation"][rows] == _READ
        return np.where(read, np.maximum(last, self["closed"][rows]), last)

    def new(self, rows: Ints) -> dict[str, Ints]:
        """The columns of commands that begin with these messages."""
        none = np.full(len(rows), NONE)
        last = self.last_packet(rows)
        return {
            "queue": self.queue[rows],
            "position": rows,
            "first": self["first_frame"][rows],
            "last": last,
            "request": last.copy(),
            "start": self["start"][rows],
            "sent": self["end"][rows],
            "data_start": none,
            "data_end": none.copy(),
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
        before = [(number, each) for number, queue in enumerate(queues) for each in queue.commands.under_way()]
        self._begun = _Begun(before, messages, messages.requests)
        self._span = len(places) + len(before) + 1
        self._shift = len(before)
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
            return rows[:0], rows[:0]
        keys, named = np.unique(begun.queue[naming] << _KEY_BITS | begun.key[naming], return_inverse=True)
        wanted = messages.queue[rows] << _KEY_BITS | messages["r_key"][rows].astype(np.int64)
        key = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        times = named * self._span + begun.position[naming] + self._shift
        order = np.argsort(times)
        last = np.searchsorted(times[order], key * self._span + rows + self._shift) - 1
        found = (keys[key] == wanted) & (last >= 0) & (named[order[last]] == key)
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
        completed = messages["completed"][rows]
        end = np.where(
            messages["operation"][rows] == _READ, np.where(completed < 0, NONE, completed), messages["end"][rows]
        )
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
        begun, moved, made = self._begun, self._data_parts(rows), []
        contents = NVMeEntry(bytes(_ENTRY)).contents(1)
        columns = zip(*(known(getattr(begun, name)[rows]) for name in _COLUMNS), strict=True)
        for place, entry, values in zip(rows.tolist(), begun.entry[rows], columns, strict=True):
            queue, first, last, request, start, sent, data_start, data_end, size, resent, refused = values
            state, said = self._queues[queue], NVMeEntry(entry.tobytes())
            before = begun.parts[place][1:] if place < self._shift else ()
            parts = [MessagePart("request", contents, first, request), *before, *moved.get(place, ())]
            command = Command(
                0, state.flow, state.initiator, "nvme", _kind(said.opcode), said.cid, str(state.number), first, last,
                start, sent, data_start, data_end, None, said.length or None, size, detail=detail_of(said, 1),
                retransmissions=resent, refusals=refused, parts=parts,
            )  # fmt: skip
            made.append(command)
        return made

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
        """The rules have what is under way."""
        by_queue: list[list[OpenCommand[NVMeEntry]]] = [[] for _ in self._queues]
        begun = self._begun
        for queue, entry, command in zip(begun.queue[rows].tolist(), begun.entry[rows], self._make(rows), strict=True):
            said = NVMeEntry(entry.tobytes())
            memory = () if said.key is None else (NamedMemory(said.key, said.address, said.length),)
            by_queue[queue].append(OpenCommand(command, said, memory))
        for state, bad, opened in zip(self._queues, self._messages.bad.tolist(), by_queue, strict=True):
            if not bad:
                state.commands.replace([(each.said.cid, each) for each in opened])


def _kind(opcode: int) -> str:
    return IO_OPCODES.get(opcode, f"Opcode 0x{opcode:02x}")

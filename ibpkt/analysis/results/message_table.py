"""Messages as columns: what a batch has ended is a table, and objects are made of it only where somebody asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import overload

import numpy as np

from ibpkt.analysis.columns.transport import SERVICES
from ibpkt.analysis.results.message import OUTCOMES, Message
from ibpkt.arrays import Array, Bools, Ints
from ibpkt.protocols import OPERATIONS

#: what the capture does not show
NONE = -1
#: outcomes by their numbers
OUTCOME_NAMES = tuple(OUTCOMES)
#: columns in the order of `Message`, integers; in brackets what stands for unknown
COLUMNS = (
    "flow",
    "side",
    "number",
    "operation",  # index in OPERATIONS
    "service",  # index in SERVICES
    "first_psn",
    "first_frame",
    "start",
    "last_psn",  # (NONE)
    "last_frame",
    "end",
    "size",  # (NONE)
    "packets",
    "address",  # the 64 bits as a signed number, where it names memory
    "r_key",  # likewise
    "immediate",  # (NONE)
    "responded",  # (NONE)
    "completed",  # (NONE)
    "retransmissions",
    "refusals",
    "outcome",  # index in OUTCOME_NAMES
    "nak",  # (NONE)
    "whole",
    "closed",
    "invalidated",  # (NONE)
    "remote",  # 1 where it names memory
)


class MessageTable(Sequence[Message]):
    """Messages in the order of their ends.  Its items are objects; `column` gives all of them as arrays.

    Args:
        columns: arrays of shape (n,), by the names in `COLUMNS`; None for no messages.
        frames: the packets with the payload of each message, where that was asked for.
    """

    def __init__(self, columns: Mapping[str, Array] | None = None, frames: Sequence[Ints] | None = None) -> None:
        self._parts = [] if columns is None else [(columns, frames)]
        self._columns: dict[str, Array] = {}
        self._objects: list[Message] | None = None

    def __len__(self) -> int:
        return sum(len(columns["flow"]) for columns, _ in self._parts)

    @overload
    def __getitem__(self, place: int) -> Message: ...
    @overload
    def __getitem__(self, place: slice) -> list[Message]: ...
    def __getitem__(self, place: int | slice) -> Message | list[Message]:
        return self.objects[place]

    def __iter__(self) -> Iterator[Message]:
        return iter(self.objects)

    def column(self, name: str) -> Array:
        """A column, shape (n,), by its name in `COLUMNS`."""
        if name not in self._columns:
            parts = [columns[name] for columns, _ in self._parts]
            self._columns[name] = parts[0] if len(parts) == 1 else np.concatenate(parts or [np.zeros(0, np.int64)])
        return self._columns[name]

    def add(self, other: MessageTable) -> None:
        """Put others behind these."""
        self._parts += [part for part in other._parts if len(part[0]["flow"])]
        self._columns, self._objects = {}, None

    def sort(self) -> None:
        """Put them in the order of the packets with which they ended."""
        closed = self.column("closed")
        if (closed[1:] < closed[:-1]).any():
            self._take(np.argsort(closed, kind="stable"))

    def sort_by_end(self) -> None:
        """Put them in the order of the packets with which they ended, then of flows; those without one come last."""
        closed = self.column("closed")
        ended = np.where(closed == 0, np.iinfo(np.int64).max, closed)
        self._take(np.lexsort((self.column("number"), self.column("side"), self.column("flow"), ended)))

    def with_flows(self, numbers: Ints) -> MessageTable:
        """The same messages with other numbers of their flows.

        Args:
            numbers: the new number, by the old one.
        """
        columns = {name: self.column(name) for name in COLUMNS} if self._parts else None
        if columns is None:
            return MessageTable()
        return MessageTable({**columns, "flow": numbers[columns["flow"]]}, self._frames())

    def chosen(self, which: Bools) -> MessageTable:
        """Some of them.

        Args:
            which: shape (n,).
        """
        if which.all():
            return self
        some = MessageTable()
        some.add(self)
        some._take(np.flatnonzero(which))
        return some

    def _take(self, places: Ints) -> None:
        frames = self._frames()
        columns = {name: self.column(name)[places] for name in COLUMNS}
        self._parts = [(columns, None if frames is None else [frames[place] for place in places.tolist()])]
        self._columns, self._objects = {}, None

    def _frames(self) -> list[Ints] | None:
        if all(frames is None for _, frames in self._parts):
            return None
        none = np.zeros(0, np.int64)
        return [each for columns, frames in self._parts for each in frames or [none] * len(columns["flow"])]

    @property
    def objects(self) -> list[Message]:
        """The messages as objects, made once."""
        if self._objects is None:
            self._objects = self._made() if self._parts else []
        return self._objects

    def _made(self) -> list[Message]:
        column = self.column
        remote = column("remote") != 0
        lists = zip(
            column("flow").tolist(), column("side").tolist(), column("number").tolist(), column("operation").tolist(),
            column("service").tolist(), column("first_psn").tolist(), column("first_frame").tolist(),
            column("start").tolist(), _known(column("last_psn")), column("last_frame").tolist(),
            column("end").tolist(), _known(column("size")), column("packets").tolist(),
            _where(column("address").astype(np.int64, copy=False).view(np.uint64), remote),
            _where(column("r_key"), remote), _known(column("immediate")), _known(column("responded")),
            _known(column("completed")), column("retransmissions").tolist(), column("refusals").tolist(),
            column("outcome").tolist(), _known(column("nak")), column("whole").tolist(), column("closed").tolist(),
            _known(column("invalidated")), strict=True,
        )  # fmt: skip
        result = [
            Message(
                of, end, number, OPERATIONS[operation], SERVICES[service], first, first_frame, start, last,
                last_frame, last_time, size, packets, va, r_key, immediate, responded, done, retransmissions,
                refusals, OUTCOME_NAMES[outcome], nak, bool(whole), closed, [], invalidated,
            )
            for (
                of, end, number, operation, service, first, first_frame, start, last, last_frame, last_time, size,
                packets, va, r_key, immediate, responded, done, retransmissions, refusals, outcome, nak, whole,
                closed, invalidated,
            ) in lists
        ]  # fmt: skip
        packets_of = self._frames()
        if packets_of is not None:
            for message, frames in zip(result, packets_of, strict=True):
                message.frames = frames.tolist()
        return result


def _known(values: Array) -> list[int | None]:
    """Numbers, None where they are not known."""
    return _where(values, values != NONE)


def _where(values: Array, chosen: Bools) -> list[int | None]:
    """Numbers, None where they are not meant."""
    if chosen.all():
        numbers: list[int | None] = values.tolist()
        return numbers
    some = np.full(len(values), None, object)
    some[chosen] = values[chosen]
    found: list[int | None] = some.tolist()
    return found

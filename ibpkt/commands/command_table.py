"""Commands that have ended, as columns where they were found as columns; objects are made where somebody asks."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, overload

import numpy as np

from ibpkt.arrays import Array, Bools, Ints
from ibpkt.commands.command import LONGEST, Command

#: a number that the capture does not show
NONE = -(1 << 63)


@dataclasses.dataclass(frozen=True)
class CommandColumns:
    """Answered commands of one protocol as columns, each of shape (n,), in the order of their answers.

    Attributes:
        protocol: its name.
        place: the place of the message that ended each, among those of the batch.
        flow: the number of its flow.
        kind: an index of ``kinds``.
        kinds: queue and name of a kind.
        identifier: as of a `Command`.
        first, last: ``first_frame`` and ``last_frame`` of a `Command`.
        start, sent, end: as of a `Command`.
        data_start, data_end: as of a `Command`, `NONE` where no data was moved.
        size: as of a `Command`, `NONE` where it has no data.
        status: an index of ``statuses``.
        statuses: a status in words, and whether it is success.
        make: makes the objects of some rows.
    """

    protocol: str
    place: Ints
    flow: Ints
    kind: Ints
    kinds: Sequence[tuple[str, str]]
    identifier: Ints
    first: Ints
    last: Ints
    start: Ints
    sent: Ints
    end: Ints
    data_start: Ints
    data_end: Ints
    size: Ints
    status: Ints
    statuses: Sequence[tuple[str, bool]]
    make: Callable[[], list[Command]]

    def __len__(self) -> int:
        return len(self.place)

    @property
    def ok(self) -> Bools:
        """Whether each succeeded."""
        return np.array([good for _, good in self.statuses], np.bool_)[self.status]

    def latency(self) -> Ints:
        """`Command.latency` of each, `NONE` where the clock was set back."""
        return _spans(self.start, self.end)

    def until_data(self) -> Ints:
        """`Command.until_data` of each, `NONE` likewise and without data."""
        return _spans(self.start, self.data_end)

    def device(self) -> Ints:
        """`Command.device` of each, `NONE` likewise."""
        latest = np.int64(LONGEST)
        data = np.where(self.data_start >= self.sent, self.data_start, latest)
        first = np.minimum(data, np.where(self.end >= self.sent, self.end, latest))
        return np.where((first == latest) | (self.sent == NONE), NONE, _spans(self.sent, first))


def _spans(start: Ints, end: Ints) -> Ints:
    """Nanoseconds, at most `LONGEST`; `NONE` where the end comes before the start."""
    spans = np.where(end - start < 0, LONGEST, end - start)  # those of more than 63 bits start over
    return np.where(end >= start, spans, NONE)


class TakenColumns(NamedTuple):
    """What came of messages.

    Attributes:
        columns: the commands that have ended with them; None for none.
        left: the numbers of the flows that are left to their rules.
    """

    columns: CommandColumns | None
    left: frozenset[int]


class CommandTable(Sequence[Command]):
    """Commands in the order of their ends.  Its items are objects.

    Args:
        objects: commands that were found one by one.
        places: of each the place of the message that ended it, ascending.
        columns: those that were found as columns, or None.
    """

    def __init__(
        self, objects: list[Command], places: list[int] | None = None, columns: CommandColumns | None = None
    ) -> None:
        self.single = objects
        self.columns = columns
        self._places = places
        self._first = 0
        self._objects: list[Command] | None = None if columns is not None else objects

    def number_from(self, first: int) -> None:
        """Number the commands.

        Args:
            first: the number of the first.
        """
        self._first = first
        if self.columns is None:
            for number, command in enumerate(self.single, first):
                command.number = number

    def __len__(self) -> int:
        return len(self.single) + (0 if self.columns is None else len(self.columns))

    @overload
    def __getitem__(self, place: int) -> Command: ...
    @overload
    def __getitem__(self, place: slice) -> list[Command]: ...
    def __getitem__(self, place: int | slice) -> Command | list[Command]:
        return self.objects[place]

    def __iter__(self) -> Iterator[Command]:
        return iter(self.objects)

    @property
    def alone(self) -> CommandColumns | None:
        """The columns, where all of them are columns."""
        return self.columns if not self.single else None

    @property
    def objects(self) -> list[Command]:
        """All of them, made once."""
        if self._objects is None:
            assert self.columns is not None
            made = self.columns.make()
            if self.single:
                places = np.concatenate((self.columns.place, np.array(self._places, np.int64)))
                together = [*made, *self.single]
                made = [together[place] for place in np.argsort(places, kind="stable").tolist()]
            for number, command in enumerate(made, self._first):
                command.number = number
            self._objects = made
        return self._objects


def known(values: Array) -> list[int | None]:
    """Numbers, None for `NONE`."""
    missing = values == NONE
    if not missing.any():
        numbers: list[int | None] = values.tolist()
        return numbers
    some = values.astype(object)
    some[missing] = None
    found: list[int | None] = some.tolist()
    return found

"""What ``ibpkt commands`` prints for people: a line for each command, and what they come to."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np

from ibpkt.arrays import Ints, numbered
from ibpkt.commands.command import Command
from ibpkt.commands.command_latency import CommandLatency
from ibpkt.commands.command_table import NONE, CommandColumns, CommandTable
from ibpkt.errors import escape_text
from ibpkt.output.line_fit import Cells, FittedColumn, LineFit
from ibpkt.output.quantities import count_text, span_text
from ibpkt.output.table_fit import TableFit, wrapped

#: lines are printed as commands end, so nothing is measured; a long cell takes the room that another one leaves
_COLUMNS = (
    FittedColumn("start", 10, True, 10), FittedColumn("latency", 9, True, 9), FittedColumn("queue", 5, True, 5),
    FittedColumn("command", 20, False, 16), FittedColumn("bytes", 8, True, 7), FittedColumn("id", 6, True, 6),
    FittedColumn("status", 24, False, 14), FittedColumn("packets", 9, False, 9),
)  # fmt: skip
_FIRST_TO_GO = ("id", "packets", "bytes", "queue", "start")
#: hexadecimal digits of identifiers, where they are not eight
_DIGITS = {"nvme": 4, "srp": 16}


#: nanoseconds up to which their float, in seconds, is nearer to them than to any others
_FLOAT_IS_SURE = 10**15
#: times of captures have few digits, so the same latencies come again
_known_span_text = functools.lru_cache(1 << 14)(span_text)
#: kinds whose medians the last lines name
_MEDIANS = 2


class CommandLines:
    """Commands as lines, and the sentences below them.

    Args:
        fit: how long lines may be, and which columns are wanted.
        measured: all lines are printed at once, so that columns are as wide as their cells.

    Attributes:
        heading: the titles of the columns; empty where lines are measured, which have it with them.
        first_time: the time of the capture's first packet, in nanoseconds since the epoch.
        now: the latest time so far.
    """

    def __init__(self, fit: TableFit = TableFit(), measured: bool = False) -> None:  # noqa: B008  # immutable
        self._fit, self._measured = fit, measured
        self._lines = LineFit(_COLUMNS, fit, _FIRST_TO_GO)
        self.heading: str = "" if measured else self._lines.heading
        self.restart()

    def restart(self) -> None:
        """Another capture begins."""
        self.first_time = -1
        self.now = 0
        self._all = self._unanswered = self._refused = self._by_design = 0
        self._waits = ""
        self._latency = CommandLatency()

    def see(self, first: int, last: int) -> None:
        """Packets come.

        Args:
            first: the time of the capture's first packet.
            last: the latest of these.
        """
        self.first_time = first if self.first_time < 0 else self.first_time
        self.now = max(self.now, last)

    def __call__(self, commands: Sequence[Command]) -> str:
        """A line for each."""
        columns_alone = commands.alone if isinstance(commands, CommandTable) else None
        if columns_alone is not None and not self._measured:
            return self._lines.lines(self._cells_of(columns_alone))
        rows = [self._cells(command) for command in commands]
        if not self._measured:
            return "".join(map(self._lines.line, rows))
        columns = []
        for column, cells in zip(_COLUMNS, zip(*rows, strict=True), strict=True):
            width = max(len(column.title), *(len(str(cell)) for cell in cells))
            columns.append(column._replace(width=width, least=width))
        self._lines = LineFit(columns, self._fit, _FIRST_TO_GO)
        return self._lines.heading + "".join(map(self._lines.line, rows))

    def _cells(self, command: Command) -> tuple[object, ...]:
        latency = command.latency
        shown = "" if command.by_design else self._waiting(command.start, command.over)
        if latency is not None:
            shown = span_text(latency)
        status = command.status if command.status is not None else _NO_ANSWER[command.outcome]
        if command.last_frame != command.first_frame:
            packets = f"{command.first_frame}-{command.last_frame}"
        else:
            packets = str(command.first_frame)
        identifier = f"0x{command.identifier:0{_DIGITS.get(command.protocol, 8)}x}"
        return (
            f"{(command.start - self.first_time) / 1e9:.3f} s", shown, escape_text(command.queue),
            command.kind, "" if command.size is None else command.size, identifier, status,
            packets,
        )  # fmt: skip

    def _waiting(self, start: int, over: int | None = None) -> str:
        """How long a command has waited at least: until something else ended it, or until now."""
        return f"> {span_text(max((self.now if over is None else over) - start, 0))}"

    def _cells_of(self, columns: CommandColumns) -> list[Cells]:
        """The same of many, column by column, without an object of each."""
        queues, kinds = zip(*((escape_text(queue), kind) for queue, kind in columns.kinds), strict=True)
        kind = columns.kind.tolist()
        latency = columns.latency()
        spans, span = numbered(latency)
        latencies = [_known_span_text(value) for value in spans.tolist()]
        if len(spans) and spans[0] == NONE:
            waiting = np.flatnonzero(span == 0)
            span[waiting] = len(spans) + np.arange(len(waiting))
            latencies += [self._waiting(start) for start in columns.start[waiting].tolist()]
        digits = _DIGITS.get(columns.protocol, 8)
        sizes, size = numbered(columns.size)
        packets = zip(columns.first.tolist(), columns.last.tolist(), strict=True)
        return [
            self._starts(columns.start),
            Cells(latencies, span.tolist()),
            Cells(queues, kind),
            Cells(kinds, kind),
            Cells(["" if value == NONE else str(value) for value in sizes.tolist()], size.tolist()),
            Cells([f"0x{identifier:0{digits}x}" for identifier in columns.identifier.tolist()]),
            Cells([status for status, _ in columns.statuses], columns.status.tolist()),
            Cells([f"{first}-{last}" if last != first else str(first) for first, last in packets]),
        ]

    def _starts(self, start: Ints) -> Cells:
        """When each began; those of a millisecond have one text."""
        since = start - self.first_time
        milliseconds, which = numbered((since + 500_000) // 1_000_000)
        texts = [f"{value / 1e3:.3f} s" for value in milliseconds.tolist()]
        # half a millisecond, and what a float does not tell from it, is rounded as its float is
        alone = np.flatnonzero((since < 0) | (since > _FLOAT_IS_SURE) | (since % 1_000_000 == 500_000))
        which[alone] = len(texts) + np.arange(len(alone))
        return Cells(texts + [f"{value / 1e9:.3f} s" for value in since[alone].tolist()], which.tolist())

    def count(self, commands: CommandTable) -> None:
        """Count commands, whether their lines are printed or not."""
        for command in commands.single:
            self._count(command)
        if commands.columns is not None:
            self._all += len(commands.columns)
            self._refused += int((~commands.columns.ok).sum())
        self._latency.add_table(commands)

    def _count(self, command: Command) -> None:
        self._all += 1
        self._refused += command.ok is False
        if command.status is None:
            if command.by_design:
                self._by_design += 1
                self._waits = command.kind
            else:
                self._unanswered += 1

    def below(self) -> str:
        """What all commands come to."""
        parts = [count_text(self._all, "command"), f"{self._unanswered:,} unanswered", f"{self._refused:,} refused"]
        if self._by_design:
            parts.append(f"{self._by_design:,} open by design ({self._waits})")
        text = self._lines.remark() + "\n" + wrapped(f"{', '.join(parts)}.", self._fit.width)
        medians = [
            f"{kind} {span_text(round(median))}"
            for kind in self._latency.kinds()[:_MEDIANS]
            if (median := self._latency.median(kind)) is not None
        ]
        return text + (f"Median {', '.join(medians)}.\n" if medians else "")


_NO_ANSWER = {"open": "open", "unanswered": "no answer", "answered": ""}

"""What ``ibpkt commands`` makes of the commands: lines, the slowest, one with its packets, latency, depth."""

from __future__ import annotations

import abc
import heapq
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ibpkt.batch import Batch
from ibpkt.cli.commands_text import CommandLines
from ibpkt.cli.terminal import table_width
from ibpkt.commands.command import Command
from ibpkt.commands.command_data import CommandData
from ibpkt.commands.command_depth import CommandDepth
from ibpkt.commands.command_latency import CommandLatency
from ibpkt.commands.command_table import CommandTable
from ibpkt.errors import CallerError, escape_text
from ibpkt.io.atomic import whole_file
from ibpkt.io.source import Capture, open, open_joined
from ibpkt.output.quantities import moment_text, span_text
from ibpkt.output.report import Report
from ibpkt.output.summary import SummaryLines
from ibpkt.output.table_fit import wrapped
from ibpkt.schema.value_types import seconds

if TYPE_CHECKING:
    from ibpkt.commands.command_waits import CommandWaits  # it needs all of the analysis


class CommandView(abc.ABC):
    """Takes the commands of one capture, and writes what it makes of them."""

    @abc.abstractmethod
    def take(self, commands: CommandTable) -> None:
        """Commands that have ended, as far as they are wanted."""

    @abc.abstractmethod
    def finish(self) -> None:
        """There are no more."""

    def below(self) -> str:
        """Text below it."""
        return ""


class ListView(CommandView):
    """A line for each, as they end.

    Args:
        report: where they go.
        lines: what counts them.
    """

    def __init__(self, report: Report[Any], lines: CommandLines) -> None:
        self._report, self._lines = report, lines

    def take(self, commands: CommandTable) -> None:
        """Write them."""
        self._lines.count(commands)
        self._report.add(commands)

    def finish(self) -> None:
        """All are written."""

    def below(self) -> str:
        """What they come to."""
        return self._lines.below()


class SlowestView(ListView):
    """Those that took longest; one without an answer took at least until the end of the capture.

    Args:
        report: where they go.
        lines: what counts them.
        number: how many.
        waits: what they waited for underneath; None where packets were left out, which incidents need.
        name: of the capture.
    """

    def __init__(
        self, report: Report[Any], lines: CommandLines, number: int, waits: CommandWaits | None, name: str
    ) -> None:
        super().__init__(report, lines)
        self._number, self._waits, self._name = number, waits, name
        self._kept: list[tuple[int, int, Command]] = []
        self._open: list[Command] = []

    def take(self, commands: CommandTable) -> None:
        """Keep the slowest of them."""
        self._lines.count(commands)
        for command in commands:
            if command.latency is not None:
                self._keep(command.latency, command)
            elif not command.by_design:
                self._open.append(command)

    def _keep(self, latency: int, command: Command) -> None:
        heapq.heappush(self._kept, (latency, -command.number, command))
        if len(self._kept) > self._number:
            heapq.heappop(self._kept)

    def finish(self) -> None:
        """Write them, the slowest first."""
        for command in self._open:
            self._keep(self._lines.now - command.start, command)
        self._report.add([command for _, _, command in sorted(self._kept, reverse=True)])

    def below(self) -> str:
        """What all come to, and how many of these the transport held up."""
        text = super().below()
        slowest = [command for _, _, command in sorted(self._kept, reverse=True)]
        blamed = {} if self._waits is None else self._waits.blamed(slowest)
        if self._waits is not None:
            text += self._held_up(slowest, self._waits) + self._next_lines(slowest, blamed, self._waits)
        resent = sum(command.retransmissions > 0 for command in slowest)
        if resent and not blamed:
            text += f"Packets of {resent} of these {len(slowest)} were sent again: `ibpkt expert` says why.\n"
        return text

    def _held_up(self, slowest: Sequence[Command], waits: CommandWaits) -> str:
        """What each of them waited for underneath."""
        text = ""
        for command in slowest:
            for wait in waits.of(command, self._lines.now)[:1]:
                size = "" if command.size is None else f" of {command.size} bytes"
                took = (self._lines.now if command.until is None else command.until) - command.start
                incident = f" (incident {wait.incident})" if wait.incident else ""
                sentence = (
                    f"{command.kind}{size} in packet {command.first_frame} took {span_text(took)}: "
                    f"{span_text(wait.nanoseconds)} of it waiting for {wait.timers}{incident}."
                )
                text += wrapped(sentence, table_width())
        return text

    def _next_lines(
        self, slowest: Sequence[Command], blamed: Mapping[int, Sequence[Command]], waits: CommandWaits
    ) -> str:
        """How many of them each incident held up, and the line that prints it."""
        text = ""
        for number, commands in sorted(blamed.items(), key=lambda each: (-len(each[1]), each[0])):
            until = next(iter(waits.incidents[number - 1].waits), "")
            which = "The one above" if len(slowest) == 1 else f"{len(commands)} of these {len(slowest)}"
            one = len(commands) == 1
            if until in _AWAITED:
                which += f" {'waits' if one else 'wait'} for {until}"
            else:
                which += " is held up" if one else " are held up"
            text += f"{which}:\n  ibpkt expert --incident {number} {shlex.quote(escape_text(self._name))}\n"
        return text


#: numbers of commands that have an identifier, of which a sentence names the first
_MOST_NAMED = 10
#: what ends a wait that a command can be said to wait for; others are the ends of connections
_AWAITED = frozenset({"ACK timers", "NAKs", "RNR timers", "later responses", "resumes"})


class FollowedCommand(NamedTuple):
    """Which command is asked for.

    Attributes:
        number: its number in the capture, or its identifier.
        by_identifier: whether it is the identifier, which the table shows; several commands may have it.
    """

    number: int
    by_identifier: bool

    def __str__(self) -> str:
        return f"with the id {self.number:#06x}" if self.by_identifier else str(self.number)

    def is_this(self, command: Command) -> bool:
        """Whether a command is it."""
        return self.number == (command.identifier if self.by_identifier else command.number)


def followed(text: str) -> FollowedCommand:
    """What ``--follow`` names: a number from 1 in decimal digits, an identifier as the table shows it.

    Raises:
        ValueError: neither.
    """
    by_identifier = text.lower().startswith("0x")
    number = int(text, 16 if by_identifier else 10)
    if number < (not by_identifier):
        raise ValueError(text)
    return FollowedCommand(number, by_identifier)


class FollowView(CommandView):
    """One command with all its packets.

    Args:
        report: where it goes.
        wanted: which command.
        capture: the capture, which is read again for the packets.
        lines: what makes its line.
        payload: the file that gets its data, or None.
    """

    def __init__(
        self,
        report: Report[Any],
        wanted: FollowedCommand,
        capture: Capture,
        lines: CommandLines,
        payload: str | None = None,
    ) -> None:
        self._report, self._wanted, self._capture, self._lines = report, wanted, capture, lines
        self._payload = payload
        self._numbers: list[int] = []
        self._count = 0
        self._found: Command | None = None

    def take(self, commands: CommandTable) -> None:
        """Look for it."""
        self._count += len(commands)
        for command in commands:
            if self._wanted.is_this(command):
                self._found = command
                self._numbers.append(command.number)

    def finish(self) -> None:
        """Write it.

        Raises:
            CallerError: there is no such command, or there are several; nothing was written.
        """
        if self._found is None:
            raise CallerError(f"there is no command {self._wanted} among {self._count}")
        if len(self._numbers) > 1:
            numbers = ", ".join(map(str, sorted(self._numbers)[:_MOST_NAMED]))
            more = " …" if len(self._numbers) > _MOST_NAMED else ""
            raise CallerError(f"{len(self._numbers)} commands have this id, name one by its number: {numbers}{more}")
        self._report.begin(self._capture.name, self._capture.files)
        self._report.add([self._found])
        if self._payload is not None:
            data = CommandData(self._found)
            for batch in self._again():
                data.add(batch)
            with whole_file(self._payload) as out:
                out.write(data.data())

    def _again(self) -> Iterator[Batch]:
        """The packets of the capture, once more."""
        files = self._capture.files
        with open_joined(list(files)) if files else open(self._capture.name) as again:
            yield from again.batches()

    def below(self) -> str:
        """Its packets."""
        assert self._found is not None
        frames = sorted({frame for part in self._found.parts for frame in (*part.frames, part.first_frame) if frame})
        text = ["\n", wrapped(escape_text(self._found.detail), table_width()) if self._found.detail else ""]
        for batch in self._again():
            chosen = np.isin(batch.frames.number_of, frames)
            if chosen.any():
                text.append(b"".join(SummaryLines().render(batch.select(chosen))).decode())
        return "".join(text)


class LatencyView(CommandView):
    """Percentiles by kind and queue.

    Args:
        report: where they go.
    """

    def __init__(self, report: Report[Any]) -> None:
        self._report = report
        self._latency = CommandLatency()

    def take(self, commands: CommandTable) -> None:
        """Count them."""
        self._latency.add_table(commands)

    def finish(self) -> None:
        """Write the table."""
        self._report.add_table(self._latency.rows, self._latency.rows)


class DepthView(CommandView):
    """Commands under way, over time.

    Args:
        report: where it goes.
        lines: know when the capture began.
        interval: in nanoseconds, None for one that fills a page.
    """

    def __init__(self, report: Report[Any], lines: CommandLines, interval: int | None) -> None:
        self._report, self._lines, self._interval = report, lines, interval
        self._depth = CommandDepth()

    def take(self, commands: CommandTable) -> None:
        """Count them."""
        self._depth.add_table(commands)

    def finish(self) -> None:
        """Write the table."""
        rows = self._depth.rows(self._interval)
        first = self._lines.first_time
        self._report.add_table(
            lambda: [{**row, "start": seconds(row["start"])} for row in rows],
            lambda: [{**row, "start": moment_text(row["start"] - first)} for row in rows],
        )

    def below(self) -> str:
        """How long the intervals are, where they are not as asked."""
        length = self._depth.length(self._interval)
        if self._interval is None or length <= self._interval:
            return ""
        return f"intervals of {span_text(length)}: there would be too many of {span_text(self._interval)}\n"

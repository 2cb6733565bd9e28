"""How long commands of a kind did not end although some were waiting: what trouble below them did to a program.

A flow that stands still costs nothing while another queue goes on.  What counts is the longest time, while a command
waits, in which none of its kind ends in the whole capture.
"""

from __future__ import annotations

import array
from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.commands.command import Command

#: commands of a kind that are looked at, those that took longest
MOST = 64
#: stands for commands that the capture has no answer of
_NEVER = (1 << 63) - 1


class CommandStall(NamedTuple):
    """A time in which no command of a kind ended.

    Attributes:
        protocol: the name of the protocol.
        kind: of the commands.
        queue: of the first one that waited.
        frame: its first packet.
        start: its time, in nanoseconds since the epoch.
        span: nanoseconds.
    """

    protocol: str
    kind: str
    queue: str
    frame: int
    start: int
    span: int


class _CommandTimes:
    """The commands of one kind."""

    def __init__(self) -> None:
        self.starts, self.ends = array.array("q"), array.array("q")
        self.flows, self.frames = array.array("q"), array.array("q")
        self.queues: dict[int, str] = {}  # of flows


class CommandStalls:
    """Collects the times of commands that move data; 32 bytes a command."""

    def __init__(self) -> None:
        self._kinds: dict[tuple[str, str], _CommandTimes] = {}

    def add(self, command: Command) -> None:
        """Count a command."""
        if command.by_design or command.size is None or command.queue == "admin":
            return
        times = self._kinds.setdefault((command.protocol, command.kind), _CommandTimes())
        times.starts.append(command.start)
        times.ends.append(_NEVER if command.end is None else command.end)
        times.flows.append(command.flow)
        times.frames.append(command.first_frame)
        times.queues.setdefault(command.flow, command.queue)

    def longest(self, flows: frozenset[int], start: int, end: int, last: int) -> CommandStall | None:
        """The longest time without an end of a command, of those that some flows had under way in a span of time.

        Args:
            flows: their numbers.
            start, end: the span, in nanoseconds since the epoch.
            last: the end of the capture.
        """
        found: list[CommandStall] = []
        for (protocol, kind), times in self._kinds.items():
            starts, ends = _column(times.starts), _column(times.ends)
            own = np.isin(_column(times.flows), list(flows))
            inside = np.flatnonzero(own & (starts <= end) & (ends >= start) & (starts < last))
            until = np.minimum(ends[inside], last)
            answered = np.append(np.sort(ends[ends < last]), last)
            for at in np.argsort(starts[inside] - until, kind="stable")[:MOST].tolist():
                row, begin = int(inside[at]), int(starts[inside[at]])
                low, high = np.searchsorted(answered, (begin, until[at]), "right")
                span = int(np.diff(answered[low:high], prepend=begin, append=until[at]).max())
                found.append(
                    CommandStall(protocol, kind, times.queues[times.flows[row]], times.frames[row], begin, span)
                )
        return max(found, key=lambda stall: stall.span, default=None)


def _column(values: array.array[int]) -> Ints:
    return np.frombuffer(values, np.int64)

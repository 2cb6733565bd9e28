"""Queue depth: how many commands were under way, over time.

A command is under way from its first packet to the first packet of its response, or to what ended it without one.
Commands that wait for events are left out: they are under way by design.
"""

from __future__ import annotations

import array
from typing import Any

import numpy as np

from ibpkt.arrays import Ints, distinct
from ibpkt.commands.command import Command
from ibpkt.commands.command_table import CommandTable

#: intervals where the caller names no length, and at most
INTERVALS, MOST_INTERVALS = 20, 10_000
#: before all times: those before 1970 are negative
_EARLIEST = -(1 << 63)


class CommandDepth:
    """Collects when commands began and ended; 16 bytes a command."""

    def __init__(self) -> None:
        self._spans: dict[tuple[int, str], tuple[array.array[int], array.array[int]]] = {}
        self._last = _EARLIEST

    def add(self, command: Command) -> None:
        """Count a command."""
        if command.by_design:
            return
        key = command.flow, command.queue
        starts, ends = self._spans.setdefault(key, (array.array("q"), array.array("q")))
        starts.append(command.start)
        until = command.until
        ends.append(until if until is not None else np.iinfo(np.int64).max)
        self._last = max(self._last, command.start, command.start if until is None else until)

    def add_table(self, commands: CommandTable) -> None:
        """Count commands."""
        for command in commands.single:
            self.add(command)
        columns = commands.columns
        if columns is None:
            return
        self._last = max(self._last, int(columns.start.max()), int(columns.end.max()))
        for flow in distinct(columns.flow).tolist():
            rows = np.flatnonzero(columns.flow == flow)
            queue = columns.kinds[int(columns.kind[rows[0]])][0]
            for values, span in zip(
                (columns.start, columns.end),
                self._spans.setdefault((flow, queue), (array.array("q"), array.array("q"))),
                strict=True,
            ):
                span.frombytes(values[rows].tobytes())

    def most(self, flow: int) -> int:
        """The most that were under way at once in a flow."""
        return max(
            (int(_steps(*spans)[1].max(initial=0)) for (of, _), spans in self._spans.items() if of == flow), default=0
        )

    def length(self, interval: int | None = None) -> int:
        """Nanoseconds of an interval: as many as are asked for, or more where there would be over `MOST_INTERVALS`.

        Args:
            interval: what is asked for; None for one that makes about `INTERVALS` of them.
        """
        span = self._last - self._first()
        return max(interval or span // INTERVALS + 1, span // MOST_INTERVALS + 1)

    def _first(self) -> int:
        return min((spans[0][0] for spans in self._spans.values()), default=self._last)

    def rows(self, interval: int | None = None) -> list[dict[str, Any]]:
        """A row for each queue and interval: the time-weighted mean and the most.

        Args:
            interval: see `length`.
        """
        found: list[dict[str, Any]] = []
        first, length = self._first(), self.length(interval)
        for (flow, queue), spans in sorted(self._spans.items()):
            times, depth = _steps(*spans)
            times = np.minimum(times, self._last)
            for start in range(first, self._last, length):
                mean, most, begun = _within(times, depth, start, min(start + length, np.iinfo(np.int64).max))
                if most:
                    found.append(
                        {
                            "flow": flow, "queue": queue, "start": start, "commands": begun,
                            "mean_depth": round(mean, 3), "max_depth": most,
                        }
                    )  # fmt: skip
        return found


def _steps(starts: array.array[int], ends: array.array[int]) -> tuple[Ints, Ints]:
    """The times at which the depth changes, and what it is from then on; at one time ends come before beginnings."""
    times = np.concatenate((np.frombuffer(ends, np.int64), np.frombuffer(starts, np.int64)))
    change = np.concatenate((np.full(len(ends), -1), np.full(len(starts), 1)))
    order = np.argsort(times, kind="stable")
    return times[order], np.cumsum(change[order])


def _within(times: Ints, depth: Ints, start: int, end: int) -> tuple[float, int, int]:
    """Mean and most of the depth in an interval, and how many commands began in it."""
    low, high = np.searchsorted(times, (start, end))
    before = int(depth[low - 1]) if low else 0
    inside = np.concatenate((np.array([before]), depth[low:high]))
    spans = np.diff(np.concatenate((np.array([start]), times[low:high], np.array([end]))))
    begun = int((np.diff(inside) > 0).sum())
    return float((inside * spans).sum() / (end - start)), int(inside[spans > 0].max()), begun

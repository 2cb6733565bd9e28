"""Latency of commands by kind and queue: percentiles of the whole, and the medians of its parts."""

from __future__ import annotations

import array
from collections.abc import Sequence
from typing import Any

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.commands.command import Command
from ibpkt.commands.command_table import NONE, CommandTable

#: columns of the rows
COLUMNS = (
    "protocol", "queue", "kind", "commands", "errors", "bytes", "min_us", "p50_us", "p90_us", "p99_us", "max_us",
    "mean_us", "device_p50_us", "data_p50_us",
)  # fmt: skip


class _Spans:
    """The spans of one kind of command."""

    def __init__(self) -> None:
        self.commands = self.errors = self.bytes = 0
        self.whole, self.device, self.data = array.array("q"), array.array("q"), array.array("q")


class CommandLatency:
    """Collects spans; up to 24 bytes a command."""

    def __init__(self) -> None:
        self._spans: dict[tuple[str, str, str], _Spans] = {}

    def add(self, command: Command) -> None:
        """Count a command; of those that wait for events the latency says nothing."""
        key = command.protocol, command.queue, command.kind
        spans = self._spans.setdefault(key, _Spans())
        spans.commands += 1
        spans.errors += command.ok is False
        spans.bytes += command.size or 0
        if command.by_design:
            return
        for value, column in (
            (command.latency, spans.whole),
            (command.device, spans.device),
            (command.until_data, spans.data),
        ):
            if value is not None:
                column.append(value)

    def add_table(self, commands: CommandTable) -> None:
        """Count commands."""
        for command in commands.single:
            self.add(command)
        columns = commands.columns
        if columns is None:
            return
        measured = columns.latency(), columns.device(), columns.until_data()
        for number, (queue, kind) in enumerate(columns.kinds):
            rows = columns.kind == number
            spans = self._spans.setdefault((columns.protocol, queue, kind), _Spans())
            spans.commands += int(rows.sum())
            spans.errors += int((rows & ~columns.ok).sum())
            spans.bytes += int(columns.size[rows & (columns.size != NONE)].sum())
            for values, column in zip(measured, (spans.whole, spans.device, spans.data), strict=True):
                column.frombytes(values[rows & (values != NONE)].tobytes())

    def median(self, kind: str) -> float | None:
        """The median of all commands of a kind, in nanoseconds; None where none was answered."""
        values = [np.frombuffer(spans.whole, np.int64) for (_, _, of), spans in self._spans.items() if of == kind]
        joined = np.concatenate(values) if values else np.zeros(0, np.int64)
        return float(np.median(joined)) if len(joined) else None

    def kinds(self) -> list[str]:
        """The kinds of commands that moved data on queues other than the admin queue, most bytes first."""
        sums: dict[str, int] = {}
        for (_, queue, kind), spans in self._spans.items():
            if queue != "admin" and spans.bytes:
                sums[kind] = sums.get(kind, 0) + spans.bytes
        return sorted(sums, key=lambda kind: -sums[kind])

    def rows(self) -> list[dict[str, Any]]:
        """A row for each kind and queue."""
        found = []
        for (protocol, queue, kind), spans in sorted(self._spans.items()):
            whole = np.frombuffer(spans.whole, np.int64)
            row: dict[str, Any] = {
                "protocol": protocol, "queue": queue, "kind": kind, "commands": spans.commands,
                "errors": spans.errors, "bytes": spans.bytes,
            }  # fmt: skip
            points = (0, 50, 90, 99, 100)
            values = _percentiles(whole, points) if len(whole) else [None] * len(points)
            names = ("min_us", "p50_us", "p90_us", "p99_us", "max_us")
            row.update({name: _us(value) for name, value in zip(names, values, strict=True)})
            row["mean_us"] = _us(whole.mean()) if len(whole) else None
            for name, column in (("device_p50_us", spans.device), ("data_p50_us", spans.data)):
                row[name] = _us(np.median(np.frombuffer(column, np.int64))) if len(column) else None
            found.append(row)
        return found


def _percentiles(values: Ints, points: Sequence[int]) -> list[float]:
    """The same as `numpy.percentile`, which imports masked arrays; that takes longer than many a capture.

    Args:
        values: at least one, shape (n,).
        points: from 0 to 100.
    """
    ascending = np.sort(values)
    place = (len(values) - 1) * (np.array(points) / 100)
    below = np.floor(place).astype(np.int64)
    low, high = ascending[below], ascending[np.minimum(below + 1, len(values) - 1)]
    share = place - below
    found = np.where(share < 0.5, low + (high - low) * share, high - (high - low) * (1 - share))
    return [float(value) for value in found.tolist()]


def _us(nanoseconds: Any) -> float | None:
    return None if nanoseconds is None else round(float(nanoseconds) / 1000, 3)

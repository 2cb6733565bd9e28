"""What ``ibpkt messages`` adds messages up to: latency, queue depth, remote memory."""

from __future__ import annotations

import abc
import math
from typing import Any

from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.message import Message
from ibpkt.analysis.results.tables import ENDS
from ibpkt.analysis.verbs.latency import Latencies, Latency
from ibpkt.analysis.verbs.memory_regions import MemoryRegions, owner_of
from ibpkt.analysis.verbs.queue_depth import ROOM, Interval, QueueDepth
from ibpkt.analysis.verbs.summary_rows import DEPTH, LATENCY, REGION, depth_row, latency_row, region_rows
from ibpkt.output.quantities import moment_text
from ibpkt.output.table import Row

#: characters of the longest bar
BAR = 40


class MessageSummary(abc.ABC):
    """What the messages of a capture add up to.

    Attributes:
        key: of its rows in JSON.
        columns: names of the values in CSV.
        absence: the sentence where there are no rows.
        first_to_go: columns in the order in which too wide a table leaves them out; None for those on the right.
        first_time: the time of the capture's first packet, in nanoseconds since the epoch.
    """

    first_to_go: tuple[str, ...] | None = None
    key: str
    columns: tuple[str, ...]
    absence: str
    first_time = 0

    @abc.abstractmethod
    def add(self, message: Message, flow: Flow | None, now: int) -> None:
        """Count a message that has ended.

        Args:
            message: the message.
            flow: its flow, where it is known.
            now: the latest time so far, in nanoseconds since the epoch.
        """

    @abc.abstractmethod
    def rows(self) -> list[Row]:
        """The result for programs."""

    @abc.abstractmethod
    def shown(self) -> list[Row]:
        """The result as a table for people."""

    def below(self) -> str:
        """Text below that table: what is left out."""
        return "".join(f"{sentence}\n" for sentence in self.remarks())

    def members(self) -> Row:
        """What JSON has besides the rows."""
        return {}

    def remarks(self) -> list[str]:
        """What is left out, in sentences."""
        return [_LEFT_OUT[name].format(count) for name, count in self.members().items() if name in _LEFT_OUT and count]


#: what is left out, by the key in JSON
_LEFT_OUT = {
    "left_out": "{} messages of other flows are left out",
    "refused": "{} messages were refused and touched nothing",
    "given_up": "{} regions that were quiet for long have been left out",
}


class LatencySummary(MessageSummary):
    """Percentiles by flow, end and kind; below the table, histograms of completion."""

    key: str = "latency"
    columns: tuple[str, ...] = LATENCY
    absence: str = "no message was answered"
    first_to_go: tuple[str, ...] | None = (
        "others",
        "p99_9_us",
        "mean_us",
        "response_p99_us",
        "min_us",
        "response_p50_us",
        "p90_us",
        "completed",
    )

    def __init__(self) -> None:
        self._latencies = Latencies()

    def add(self, message: Message, flow: Flow | None, now: int) -> None:
        """Count a message."""
        self._latencies.add(message)

    def rows(self) -> list[Row]:
        """A row for each flow, end and kind."""
        return list(map(latency_row, self._latencies))

    def shown(self) -> list[Row]:
        """The same without histograms."""
        return [{name: row[name] for name in LATENCY} for row in self.rows()]

    def below(self) -> str:
        """The histograms."""
        return "".join(_histogram(latency) for latency in self._latencies if latency.completion.count > 1)


def _histogram(latency: Latency) -> str:
    steps = list(latency.completion.steps())
    most = max(count for _, _, count in steps)
    widths = [max(len(_span(step[at])) for step in steps) for at in (0, 1)]
    digits = len(str(most))
    end = "others" if latency.flow is None or latency.side is None else f"{latency.flow}{ENDS[latency.side]}"
    lines = [f"\n{end} {latency.kind}: from the first packet to the completion\n"]
    for low, high, count in steps:
        bar = "#" * (-(-count * BAR // most))
        line = f"  {_span(low):>{widths[0]}} to {_span(high):>{widths[1]}}  {count:>{digits}}  {bar}"
        lines.append(line.rstrip() + "\n")
    return "".join(lines)


def _span(nanoseconds: int) -> str:
    for unit, name in ((1_000_000_000, "s"), (1_000_000, "ms"), (1000, "µs")):
        if nanoseconds >= unit:
            return f"{nanoseconds / unit:.3g} {name}" if nanoseconds < 1000 * unit else f"{nanoseconds // unit} {name}"
    return f"{nanoseconds} ns"


class DepthSummary(MessageSummary):
    """Outstanding messages by flow, end and interval, and those of all together where there are several ends.

    Args:
        interval: its length in nanoseconds; None for one that fills a page.
    """

    key: str = "depth"
    columns: tuple[str, ...] = DEPTH
    absence: str = "no message was outstanding"

    def __init__(self, interval: int | None) -> None:
        self._depth = QueueDepth() if interval is None else QueueDepth(interval, ROOM)

    def add(self, message: Message, flow: Flow | None, now: int) -> None:
        """Count a message."""
        self._depth.add(message, now)

    def _intervals(self) -> tuple[Interval, ...]:
        return (*self._depth, *self._depth.total())

    def rows(self) -> list[Row]:
        """A row for each interval."""
        return list(map(depth_row, self._intervals()))

    def shown(self) -> list[Row]:
        """The same with times since the first packet, and bars."""
        return list(map(self._line, self._intervals()))

    def _line(self, interval: Interval) -> dict[str, Any]:
        row = depth_row(interval)
        return {
            "flow": "all" if interval.side is None else f"{interval.flow}{ENDS[interval.side]}",
            "time": moment_text(max(0, interval.start - self.first_time)),
            **{name: row[name] for name in ("mean", "peak", "begun")},
            "": "#" * min(BAR, math.ceil(interval.mean) if interval.peak is None else interval.peak),
        }

    def below(self) -> str:
        """How long the intervals are."""
        depth = self._depth
        line = f"intervals of {_span(depth.length)}\n" if self._intervals() else ""
        if depth.asked is not None and depth.length > depth.asked:
            line = f"intervals of {_span(depth.length)}: there would be too many of {_span(depth.asked)}\n"
        return line + super().below()

    def members(self) -> Row:
        """The length of the intervals, and the messages that are left out."""
        return {"length": self._depth.length / 1e9, "left_out": self._depth.left_out}


class MemorySummary(MessageSummary):
    """The regions of remote memory that were touched.

    Attributes:
        memory: where they are collected.
    """

    key: str = "regions"
    columns: tuple[str, ...] = REGION
    absence: str = "no message accessed remote memory"

    def __init__(self) -> None:
        self.memory: MemoryRegions = MemoryRegions()

    def add(self, message: Message, flow: Flow | None, now: int) -> None:
        """Count a message."""
        self.memory.add(message, owner_of(message, flow))

    def rows(self) -> list[Row]:
        """A row for each region."""
        return region_rows(self.memory)

    def shown(self) -> list[Row]:
        """The same in hexadecimal; columns in which no region has a value are left out."""
        lines = []
        for row in self.rows():
            line = dict(row, r_key=f"0x{row['r_key']:08x}", address=f"0x{row['address']:016x}")
            line["other_keys"] = " ".join(f"0x{key:08x}" for key in row["other_keys"]) or None
            lines.append({name: value for name, value in line.items() if name not in ("first", "last")})
        idle = {name for name in REGION[4:] if all(line.get(name) in (0, None) for line in lines)}
        return [{name: value for name, value in line.items() if name not in idle} for line in lines]

    def members(self) -> Row:
        """What touched nothing, and what was given up."""
        return {"refused": self.memory.refused, "given_up": self.memory.given_up}


def make_summary(kind: str, interval: int | None) -> MessageSummary | None:
    """The summary of a name: ``latency``, ``depth`` (by intervals of so many nanoseconds) or ``memory``; else None."""
    if kind == "depth":
        return DepthSummary(interval)
    return {"latency": LatencySummary, "memory": MemorySummary}[kind]() if kind else None

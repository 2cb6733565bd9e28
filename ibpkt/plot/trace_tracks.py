"""Tracks of a trace: hosts, and on each host queue pairs and queues of commands, with a row for each span at a time."""

from __future__ import annotations

import bisect
from collections.abc import Callable
from typing import Any

#: tracks of a trace; what comes later shares one: nobody looks at more, and viewers become slow
MOST_TRACKS = 5000
#: the host and the track of these
OTHERS = ("other hosts", "other queue pairs")
#: numbers that each track has for its rows
_MOST_ROWS = 10_000
#: an event of the Trace Event Format, which Chrome and Perfetto read
TraceEvent = dict[str, Any]


class TraceRows:
    """Rows of one track. Viewers nest the spans of a row, so those that overlap need rows of their own.

    Args:
        new: makes another row and returns its number in the trace.
    """

    def __init__(self, new: Callable[[int], int]) -> None:
        self._new = new
        self._rows: list[tuple[int, int]] = []  # of each row the end of its last span, and its number; ascending

    def place(self, start: int, end: int) -> int:
        """The row of a span: one that is free again at its start, else a new one.

        Args:
            start: in nanoseconds.
            end: likewise; spans come in the order of their ends, or a row may go unused.
        """
        at = bisect.bisect_right(self._rows, start, key=lambda row: row[0])
        row = self._rows.pop(at - 1)[1] if at else self._new(len(self._rows) + 1)
        bisect.insort(self._rows, (end, row))
        return row


class TraceTracks:
    """Hosts and tracks of a trace, numbered as they come.

    Args:
        write: takes each event that names one.
        top: the name of the one above all hosts.
    """

    def __init__(self, write: Callable[[TraceEvent], object], top: str) -> None:
        self._write = write
        self._top = top
        self._hosts: dict[str, int] = {}
        self._tracks: dict[tuple[str, str], TraceRows] = {}
        self._count = 0

    def host(self, name: str) -> int:
        """The number of a host: what the format calls a process."""
        number = self._hosts.get(name)
        if number is None:
            number = self._hosts[name] = len(self._hosts) + 1
            self._named("process_name", number, 0, name)
            order = 0 if name == self._top else number
            self._write(_event("M", number, 0, name="process_sort_index", args={"sort_index": order}))
        return number

    def place(self, host: str, track: str, start: int, end: int) -> tuple[int, int]:
        """The numbers of the host and of the row of a track where a span has room: what the format calls a thread.

        Args:
            host: its name.
            track: its name on that host.
            start, end: of the span, in nanoseconds.
        """
        if (host, track) not in self._tracks and len(self._tracks) >= MOST_TRACKS:
            host, track = OTHERS
        number = self.host(host)
        rows = self._tracks.get((host, track))
        if rows is None:
            order = len(self._tracks) * _MOST_ROWS
            rows = self._tracks[host, track] = TraceRows(lambda row: self._row(number, track, order, row))
        return number, rows.place(start, end)

    def _row(self, host: int, track: str, order: int, row: int) -> int:
        self._count += 1
        self._named("thread_name", host, self._count, track if row == 1 else f"{track} ({row})")
        # tracks stand in the order in which they come, each with all its rows
        self._write(_event("M", host, self._count, name="thread_sort_index", args={"sort_index": order + row}))
        return self._count

    def _named(self, what: str, host: int, row: int, name: str) -> None:
        self._write(_event("M", host, row, name=what, args={"name": name}))


def _event(phase: str, host: int, row: int, **more: object) -> TraceEvent:
    return {"ph": phase, "pid": host, "tid": row, **more}


def span(place: tuple[int, int], name: str, category: str, start: int, end: int, **args: object) -> TraceEvent:
    """A span of time; start and end are nanoseconds from the beginning of the trace."""
    ts, dur = start / 1000, max(0, end - start) / 1000
    return _event("X", *place, name=name, cat=category, ts=ts, dur=dur, args=_known(args))


def mark(place: tuple[int, int], name: str, category: str, time: int, **args: object) -> TraceEvent:
    """A mark at a time, in nanoseconds from the beginning of the trace."""
    return _event("i", *place, name=name, cat=category, ts=time / 1000, s="t", args=_known(args))


def arrow(number: int, name: str, source: tuple[int, int, int], target: tuple[int, int, int]) -> list[TraceEvent]:
    """An arrow between two spans.

    Args:
        number: its own.
        name: what it means.
        source: host, row, and a time in the span where it begins, as in `span`.
        target: likewise where it ends.
    """
    (host, row, left), (other, its_row, arrives) = source, target
    return [
        _event("s", host, row, name=name, cat="arrow", id=number, ts=left / 1000),
        _event("f", other, its_row, name=name, cat="arrow", id=number, ts=arrives / 1000, bp="e"),
    ]


def _known(args: dict[str, object]) -> dict[str, object]:
    """Without what the capture does not show."""
    return {name: value for name, value in args.items() if value is not None and value != ""}

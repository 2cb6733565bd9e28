"""What is printed while packets come: a table that is drawn again in its place, or what has changed in it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from ibpkt.cli.terminal import output, terminal_height, terminal_width
from ibpkt.errors import escape_text

T = TypeVar("T")

EVERY = 1.0
"""Seconds between two looks at what has changed."""

#: between two looks, at least so many times as long passes as a look takes
_REST = 10
_UP = "\x1b[{}F"
_ERASE_BELOW = "\x1b[J"


class Pace:
    """When to look next: after `EVERY` seconds, and never for more than a tenth of the time."""

    def __init__(self) -> None:
        self._next = time.monotonic() + EVERY

    def look(self, action: Callable[[], object]) -> None:
        """Do something, if it is time for it."""
        begin = time.monotonic()
        if begin >= self._next:
            action()
            end = time.monotonic()
            self._next = end + max(EVERY, _REST * (end - begin))


class Screen:
    """Lines that are drawn again in their place, on a terminal that can; `is_there` tells."""

    def __init__(self) -> None:
        self.is_there: bool = sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        self._drawn = 0

    def draw(self, lines: Sequence[str]) -> None:
        """Draw some lines where the last ones were, as far as they fit."""
        room, width = max(1, terminal_height() - 1), max(1, terminal_width() - 1)
        shown = list(lines)
        if len(shown) > room:
            shown = [*shown[: room - 1], f"… {len(shown) - room + 1} more lines"]
        text = "\n".join(line[:width] for line in shown) + "\n"
        output().write((self._back() + text).encode())
        output().flush()
        self._drawn = len(shown)

    def wipe(self) -> None:
        """Take the lines away."""
        if self._drawn:
            output().write(self._back().encode())
            output().flush()
        self._drawn = 0

    def _back(self) -> str:
        return _UP.format(self._drawn) + _ERASE_BELOW if self._drawn else ""


class TableWatch(Generic[T]):
    """Shows results that change: on a terminal all of them, in their place; elsewhere those that have changed.

    Args:
        results: gives them as they are now.
        record: a result as values: it has changed where they have.
        text: some results as a table.
        heading: a line above it.
    """

    def __init__(
        self,
        results: Callable[[], Sequence[T]],
        record: Callable[[T], Any],
        text: Callable[[Sequence[T]], str],
        heading: Callable[[], str],
    ) -> None:
        self._results, self._record, self._text, self._heading = results, record, text, heading
        self._pace = Pace()
        self._screen = Screen()
        self._before: set[str] = set()

    def look(self) -> None:
        """Show them, if it is time for it."""
        self._pace.look(self._show)

    def _show(self) -> None:
        results = self._results()
        if self._screen.is_there:
            self._screen.draw([escape_text(self._heading()), *self._text(results).splitlines()])
            return
        values = [repr(self._record(result)) for result in results]
        changed = [result for result, value in zip(results, values, strict=True) if value not in self._before]
        self._before = set(values)
        if changed:
            output().write(f"{escape_text(self._heading())}\n{self._text(changed)}".encode())
            output().flush()

    def end(self) -> None:
        """Make room for the result."""
        self._screen.wipe()


def progress_is_shown() -> bool:
    """Whether standard error is a terminal on which a line can be drawn again in its place."""
    return sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def clock(seconds: float) -> str:
    """How long something has been going on: ``0:07``, ``1:02:03``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


class Rates:
    """The line above a table: how much has come, and how fast it comes.

    Args:
        name: of the capture.
        dropped: how many packets were dropped; None where nobody knows.
    """

    def __init__(self, name: str, dropped: Callable[[], int | None] = lambda: None) -> None:
        self._name, self._dropped = name, dropped
        self._begin = self._last = time.monotonic()
        self._packets = self._bytes = 0
        self._new_packets = self._new_bytes = 0

    def add(self, packets: int, size: int) -> None:
        """Some packets have come; ``size`` is their bytes on the wire."""
        self._new_packets += packets
        self._new_bytes += size

    def line(self) -> str:
        """The line; rates are those since it was asked for before."""
        now = time.monotonic()
        seconds = max(now - self._last, 1e-9)
        packets, bits = self._new_packets / seconds, self._new_bytes * 8 / seconds
        self._packets += self._new_packets
        self._bytes += self._new_bytes
        self._last, self._new_packets, self._new_bytes = now, 0, 0
        dropped = self._dropped()
        lost = "" if dropped is None else f", {dropped:,} dropped"
        amount = f"{self._packets:,} packets{lost}"
        return f"{self._name} {clock(now - self._begin)}: {amount}; {packets:,.0f} packets/s, {bits / 1e6:,.1f} Mbit/s"

"""Steps that choose packets: by number, by time, by a display filter."""

from __future__ import annotations

import abc
import datetime
import re
from collections import Counter

import numpy as np
from numpy.typing import NDArray

from ibpkt.arguments import checked
from ibpkt.batch import Batch
from ibpkt.edit.buffer import subset
from ibpkt.errors import CallerError

_RANGE = re.compile(r"(\d+)?(-)?(\d+)?")
_EPOCH = re.compile(r"([+-])?(\d+)(?:\.(\d+))?")
_CLOCK = re.compile(r"(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)?")
_LATEST = (1 << 63) - 1
#: no packet has a number as large
ENDLESS = _LATEST


class _Selection(abc.ABC):
    """What steps have in common that only choose."""

    def __init__(self) -> None:
        self.left: Counter[str] = Counter()
        self.done = False

    @checked
    def apply(self, batch: Batch) -> Batch:
        """The packets that are chosen."""
        return subset(batch, self.rows(batch))

    @abc.abstractmethod
    def rows(self, batch: Batch) -> NDArray[np.bool_]:
        """Which packets are chosen, shape (n,)."""


class Numbered(_Selection):
    """The packets with certain numbers.

    Args:
        text: numbers from 1, and ranges with both ends in them: ``1-100,205,300-``.
        rest: the others instead.

    Raises:
        CallerError: the text is no list of ranges.
    """

    @checked
    def __init__(self, text: str, *, rest: bool = False) -> None:
        super().__init__()
        self.rest = rest
        self.ranges: list[tuple[int, int]] = [self._range(part.strip(), text) for part in text.split(",")]
        self._last = max(high for _, high in self.ranges)

    @staticmethod
    def _range(part: str, text: str) -> tuple[int, int]:
        match = _RANGE.fullmatch(part)
        if match is None or not part.strip("-"):
            raise CallerError(f"{text!r} is not a list of packet numbers, such as 1-100,205,300-")
        low = int(match[1] or 1)
        high = int(match[3]) if match[3] else ENDLESS if match[2] else low
        if low > high or not 0 < low < ENDLESS:
            raise CallerError(f"packet numbers begin with 1 and increase; {part!r} does not")
        return low, min(high, ENDLESS)

    @checked
    def rows(self, batch: Batch) -> NDArray[np.bool_]:
        """Which packets have such a number, shape (n,)."""
        numbers = batch.frames.number_of
        chosen = np.zeros(len(batch), np.bool_)
        for low, high in self.ranges:
            chosen |= (numbers >= low) & (numbers <= high)
        self.done: bool = not self.rest and int(numbers[-1]) >= self._last
        return ~chosen if self.rest else chosen


class Between(_Selection):
    """The packets of a span of time: from its begin, until its end, at which it does not have a packet any more.

    Args:
        begin: RFC 3339 (``2026-11-21T12:00:00.5Z``; UTC where no zone is given), seconds since 1970, or, after a ``+``,
            seconds since the first packet; None for no limit.
        end: likewise.

    Raises:
        CallerError: a text that is not a time.
    """

    @checked
    def __init__(self, begin: str | None = None, end: str | None = None) -> None:
        super().__init__()
        self.begin: tuple[int, bool] | None = None if begin is None else moment(begin)
        self.end: tuple[int, bool] | None = None if end is None else moment(end)

    @checked
    def rows(self, batch: Batch) -> NDArray[np.bool_]:
        """Which packets are in the span, shape (n,)."""
        frames = batch.frames
        chosen = np.ones(len(batch), np.bool_)
        if self.begin is not None:
            chosen &= frames.time >= self._time(self.begin, frames.first_time)
        if self.end is not None:
            chosen &= frames.time < self._time(self.end, frames.first_time)
        return chosen

    @staticmethod
    def _time(given: tuple[int, bool], first: int) -> int:
        nanoseconds, relative = given
        # what lies beyond numpy's integers lies beyond every packet
        return max(-_LATEST, min(nanoseconds + (first if relative else 0), _LATEST))


def moment(text: str) -> tuple[int, bool]:
    """A time as nanoseconds, and whether it counts from the first packet; see `Between`."""
    if match := _EPOCH.fullmatch(text.strip()):
        sign = -1 if match[1] == "-" else 1
        return sign * (int(match[2]) * 1_000_000_000 + _fraction(match[3])), match[1] == "+"
    if match := _CLOCK.fullmatch(text.strip()):
        zone = (match[4] or "Z").upper()
        try:
            clock = datetime.datetime.fromisoformat(f"{match[1]}T{match[2]}{zone}")
        except ValueError as error:
            raise CallerError(f"{text!r} is not a time: {error}") from None
        return int(clock.timestamp()) * 1_000_000_000 + _fraction(match[3]), False
    raise CallerError(f"{text!r} is not a time; write 2026-11-21T12:00:00Z, seconds since 1970, or +1.5")


def _fraction(digits: str | None) -> int:
    return int((digits or "")[:9].ljust(9, "0"))


class Matching(_Selection):
    """The packets that a display filter matches.

    Args:
        text: the filter.

    Raises:
        CallerError: the filter is wrong.
    """

    @checked
    def __init__(self, text: str) -> None:
        super().__init__()
        from ibpkt import filter as display  # late: only if there is a filter

        self._filter = display.compile(text)

    @checked
    def rows(self, batch: Batch) -> NDArray[np.bool_]:
        """Which packets match, shape (n,)."""
        return self._filter.rows(batch)

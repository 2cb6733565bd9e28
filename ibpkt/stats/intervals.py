"""``stats io``: packets, bytes and any field by intervals of time, for several filters side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ibpkt.arrays import grouped, run_lengths, run_starts
from ibpkt.batch import Batch
from ibpkt.errors import CallerError
from ibpkt.schema.value_types import seconds
from ibpkt.stats.tally import Row

if TYPE_CHECKING:
    from ibpkt.batch.fields import DisplayField
    from ibpkt.filter import Filter

#: what can be told of a field in an interval
SUMMARIES = ("count", "sum", "min", "max", "avg")
#: what is counted without a field
PLAIN = ("packets", "bytes")

#: sums that are kept, at most: an interval has one for each measure and filter
MOST = 500_000


class Measure:
    """One column of the table.

    Args:
        text: ``packets``, ``bytes``, or ``SUMMARY(field)`` with a summary of `SUMMARIES`.

    Raises:
        CallerError: neither, or no such field.
    """

    def __init__(self, text: str) -> None:
        from ibpkt.batch.fields import DATE, field_named
        from ibpkt.schema import TIME, WORDS

        self.text = text
        self.summary, _, rest = text.partition("(")
        self.summary = self.summary.lower()
        self.field: DisplayField | None = None
        self.time = False
        if text in PLAIN:
            return
        if self.summary not in SUMMARIES or not rest.endswith(")"):
            raise CallerError(
                f"{text!r} is neither {', '.join(PLAIN)} nor {'/'.join(SUMMARIES)}(FIELD)",
                name=self.summary,
                known=(*PLAIN, *SUMMARIES),
            )
        self.field = field_named(rest[:-1].strip())
        if self.summary != "count" and (self.field.leaf.kind.binary or self.field.leaf.kind is WORDS):
            raise CallerError(f"{self.field.name} is no number; it can only be counted")
        self.time = self.field.leaf.kind in (TIME, DATE)

    def values(self, batch: Batch) -> np.ma.MaskedArray[Any, Any]:
        """What is summed up, one row a packet, masked where a packet does not have it."""
        if self.field is None:
            data = np.ones(len(batch), np.int64) if self.text == "packets" else batch.frames.frame_len
            return np.ma.MaskedArray(data)
        column = self.field.column(batch)
        if self.summary != "count":
            return column
        missing = np.ma.getmaskarray(column).reshape(len(batch), -1).all(axis=1)
        return np.ma.MaskedArray(np.ones(len(batch), np.int64), missing)

    def result(self, count: int, total: Any, low: Any, high: Any) -> Any:
        """What is told of the sums; times in seconds, as texts that keep nanoseconds; None where there is nothing."""
        if self.summary == "count":
            return count
        if self.summary == "avg" and count:
            total = total / count if not self.time else total // count
        value = {"min": low, "max": high, "avg": total if count else None}.get(self.summary, total)
        return seconds(value) if self.time and value is not None else value


class Intervals:
    """Sums by interval.

    Args:
        interval: seconds; 0 for the whole capture as one.
        measures: see `Measure`.
        filters: display filters, side by side; none for all packets.

    Raises:
        CallerError: an interval that is below zero, a measure that does not exist, or a filter that cannot be read.
    """

    KEY = "intervals"

    def __init__(
        self, interval: float = 1.0, measures: Sequence[str] = PLAIN, filters: Sequence[str | Filter] = ()
    ) -> None:
        if not 0 <= interval < math.inf:
            raise CallerError(f"an interval has seconds, or 0 for all of the capture, not {interval}")
        self.step = max(1, round(interval * 1e9)) if interval else 0
        self.measures = [Measure(text) for text in dict.fromkeys(measures)]
        self.filters: list[Filter | None] = [_compiled(each) for each in filters] or [None]
        self.start: int | None = None
        self.last = 0
        #: by interval, then filter and measure: count, sum, lowest, highest
        self.sums: dict[int, list[list[list[Any]]]] = {}

    @property
    def columns(self) -> tuple[str, ...]:
        """``start`` and ``end`` (seconds since the first packet), and each measure, behind its filter's text."""
        texts = ["" if each is None else f"{each.text}: " for each in self.filters]
        return ("start", "end", *(text + measure.text for text in texts for measure in self.measures))

    def add(self, batch: Batch) -> None:
        """Count the packets of a batch.

        Raises:
            CallerError: the capture has too many intervals.
        """
        if not len(batch):
            return
        if self.start is None:
            self.start = batch.frames.first_time
        relative = batch.frames.time - self.start
        self.last = max(self.last, int(relative.max()))
        number = relative // self.step if self.step else np.zeros(len(batch), np.int64)
        for key in np.unique(number[run_starts(number)]).tolist():
            self._interval(key)  # it is told whether or not a filter lets a packet of it through
        columns = [measure.values(batch) for measure in self.measures]
        for place, wanted in enumerate(self.filters):
            chosen = np.ones(len(batch), np.bool_) if wanted is None else wanted.rows(batch)
            for which, column in enumerate(columns):
                there = chosen & ~np.ma.getmaskarray(column)
                self._add(place, which, number[there], np.asarray(column.data)[there])

    def _add(self, place: int, which: int, numbers: Any, values: Any) -> None:
        order, borders, keys = grouped(numbers)
        if not len(keys):
            return
        ordered = values[order]
        wide = ordered.astype(object) if ordered.dtype.kind in "ui" and ordered.dtype.itemsize == 8 else ordered
        lows, highs = np.minimum.reduceat(ordered, borders), np.maximum.reduceat(ordered, borders)
        totals = np.add.reduceat(wide if wide.dtype == object else wide.astype(np.int64), borders)
        counts = run_lengths(borders, len(ordered))
        for key, count, total, low, high in zip(
            keys.tolist(), counts.tolist(), totals.tolist(), lows.tolist(), highs.tolist(), strict=True
        ):
            sums = self._interval(key)[place][which]
            sums[0] += count
            sums[1] += total
            sums[2] = low if sums[2] is None else min(sums[2], low)
            sums[3] = high if sums[3] is None else max(sums[3], high)

    def _interval(self, key: int) -> list[list[list[Any]]]:
        if key not in self.sums:
            most = MOST // (len(self.filters) * len(self.measures) or 1)
            if len(self.sums) >= most:
                raise CallerError(
                    f"the capture has more than {most} intervals of {self.step / 1e9} s; ask for longer ones"
                )
            self.sums[key] = [[[0, 0, None, None] for _ in self.measures] for _ in self.filters]
        return self.sums[key]

    def rows(self) -> list[Row]:
        """The intervals from the first with a packet to the last.

        Those without packets are there too, unless they are by far the most.
        """
        if not self.sums:
            return []
        keys = sorted(self.sums)
        if keys[-1] - keys[0] <= 10 * len(keys) + 1000:
            keys = list(range(keys[0], keys[-1] + 1))
        empty = [[[0, 0, None, None] for _ in self.measures] for _ in self.filters]
        rows = []
        for key in keys:
            values = [
                measure.result(*sums)
                for by_measure in self.sums.get(key, empty)
                for measure, sums in zip(self.measures, by_measure, strict=True)
            ]
            end = (key + 1) * self.step if self.step else self.last
            rows.append(dict(zip(self.columns, (seconds(key * self.step), seconds(end), *values), strict=True)))
        return rows

    def shown(self) -> list[Row]:
        """The same."""
        return self.rows()


def _compiled(wanted: str | Filter) -> Filter:
    if not isinstance(wanted, str):
        return wanted
    from ibpkt import filter  # late: only if there is a filter

    return filter.compile(wanted)

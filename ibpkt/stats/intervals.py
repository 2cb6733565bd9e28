"""``stats io``: packets, bytes and fields by intervals of time, for several filters side by side."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from ibpkt.arguments import checked
from ibpkt.arrays import Array, Ints, grouped, run_lengths, run_starts
from ibpkt.batch import Batch
from ibpkt.errors import CallerError
from ibpkt.schema.value_types import seconds
from ibpkt.stats.statistic import Row, SummedStatistic

if TYPE_CHECKING:
    from ibpkt.batch.fields import DisplayField
    from ibpkt.filter import Filter

#: how the values of a field in an interval are summed up
SUMMARIES = ("count", "sum", "min", "max", "avg")
#: what is counted without a field
PLAIN = ("packets", "bytes")

#: the most sums kept: an interval has one for each measure and filter
MAX_SUMS = 500_000


class Measure:
    """One column of the table.

    Args:
        text: ``packets``, ``bytes``, or ``SUMMARY(field)`` with a summary of `SUMMARIES`.

    Raises:
        CallerError: neither, or no such field.
    """

    summary: str

    def __init__(self, text: str) -> None:
        from ibpkt.batch.fields import DATE, field_named
        from ibpkt.schema import TIME, WORDS

        self.text = text
        self.summary, _, rest = text.partition("(")
        self.summary = self.summary.lower()
        self.field: DisplayField | None = None
        self.time: bool = False
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
            raise CallerError(f"{self.field.name} is not a number; it can only be counted")
        self.time = self.field.leaf.kind in (TIME, DATE)

    def values(self, batch: Batch) -> np.ma.MaskedArray[Any, Any]:
        """The values to sum up, one a packet, masked if a packet lacks the field."""
        if self.field is None:
            data = np.ones(len(batch), np.int64) if self.text == "packets" else batch.frames.frame_len
            return np.ma.MaskedArray(data)
        column = self.field.column(batch)
        if self.summary != "count":
            return column
        missing = np.ma.getmaskarray(column).reshape(len(batch), -1).all(axis=1)
        return np.ma.MaskedArray(np.ones(len(batch), np.int64), missing)

    def result(self, count: int, total: Any, low: Any, high: Any) -> Any:
        """The result of the sums; times in seconds, as texts that keep nanoseconds; None if there are no values."""
        if self.summary == "count":
            return count
        if self.summary == "avg" and count:
            total = total / count if not self.time else total // count
        value = {"min": low, "max": high, "avg": total if count else None}.get(self.summary, total)
        return seconds(value) if self.time and value is not None else value


class IntervalCounts(NamedTuple):
    """What a batch holds.

    Attributes:
        start: the time of the capture's first packet, in nanoseconds.
        last: the time of the latest packet, since that.
        intervals: the numbers of those with packets.
        sums: an item for each filter, measure and interval: the numbers of these, count, sum, minimum, maximum.
    """

    start: int
    last: int
    intervals: list[int]
    sums: list[tuple[int, int, int, int, Any, Any, Any]]


class Intervals(SummedStatistic):
    """Sums by interval.

    Args:
        interval: seconds; 0 for the whole capture as one.
        measures: see `Measure`.
        filters: display filters, side by side; none for all packets.

    Raises:
        CallerError: a negative interval, an unknown measure, or a filter that cannot be parsed.
    """

    KEY: ClassVar[str] = "intervals"

    @checked
    def __init__(
        self, interval: float = 1.0, measures: Sequence[str] = PLAIN, filters: Sequence[str | Filter] = ()
    ) -> None:
        if not 0 <= interval < math.inf:
            raise CallerError(f"an interval is a number of seconds, or 0 for the whole capture, not {interval}")
        self.step: int = max(1, round(interval * 1e9)) if interval else 0
        self.measures: list[Measure] = [Measure(text) for text in dict.fromkeys(measures)]
        self.filters: list[Filter | None] = [_compiled(text) for text in filters] or [None]
        self.start: int | None = None
        self.last: int = 0
        #: by interval, then filter and measure: count, sum, minimum, maximum
        self.sums: dict[int, list[list[list[Any]]]] = {}

    @property
    def columns(self) -> tuple[str, ...]:
        """``start`` and ``end`` (seconds since the first packet), and each measure after its filter's text."""
        prefixes = ["" if passed is None else f"{passed.text}: " for passed in self.filters]
        return ("start", "end", *(prefix + measure.text for prefix in prefixes for measure in self.measures))

    @property
    def fields(self) -> tuple[str, ...]:
        """Those of its measures and filters."""
        measured = [measure.field.name for measure in self.measures if measure.field is not None]
        filtered = [name for passed in self.filters if passed is not None for name in passed.fields]
        return tuple(dict.fromkeys(measured + filtered))

    @checked
    def batch_counts(self, batch: Batch) -> IntervalCounts | None:
        """What a batch holds; None where it is empty."""
        if not len(batch):
            return None
        start = batch.frames.first_time if self.start is None else self.start
        relative = batch.frames.time - start
        number = relative // self.step if self.step else np.zeros(len(batch), np.int64)
        intervals: list[int] = np.unique(number[run_starts(number)]).tolist()
        counts = IntervalCounts(start, int(relative.max()), intervals, [])
        columns = [measure.values(batch) for measure in self.measures]
        for filter_index, display_filter in enumerate(self.filters):
            passed = np.ones(len(batch), np.bool_) if display_filter is None else display_filter.rows(batch)
            for measure_index, column in enumerate(columns):
                rows = passed & ~np.ma.getmaskarray(column)
                sums = _sums(number[rows], np.asarray(column.data)[rows])
                counts.sums.extend((filter_index, measure_index, *each) for each in sums)
        return counts

    @checked
    def merge(self, counts: IntervalCounts | None) -> None:
        """Count what a batch holds.

        Raises:
            CallerError: the capture has too many intervals.
        """
        if counts is None:
            return
        self.start = counts.start
        self.last = max(self.last, counts.last)
        for key in counts.intervals:
            self._interval(key)  # an interval is listed even if no packet in it passes a filter
        for filter_index, measure_index, key, count, total, low, high in counts.sums:
            sums = self._interval(key)[filter_index][measure_index]
            sums[0] += count
            sums[1] += total
            sums[2] = low if sums[2] is None else min(sums[2], low)
            sums[3] = high if sums[3] is None else max(sums[3], high)

    def _interval(self, key: int) -> list[list[list[Any]]]:
        if key not in self.sums:
            limit = MAX_SUMS // (len(self.filters) * len(self.measures) or 1)
            if len(self.sums) >= limit:
                raise CallerError(
                    f"the capture has more than {limit} intervals of {self.step / 1e9} s; ask for longer ones"
                )
            self.sums[key] = [[[0, 0, None, None] for _ in self.measures] for _ in self.filters]
        return self.sums[key]

    @checked
    def begin(self, time: int) -> None:
        """The time from which intervals are counted."""
        self.start = time

    @property
    def is_full(self) -> bool:
        """Never: too many intervals are an error."""
        return False

    def rows(self) -> list[Row]:
        """The intervals from the first with a packet to the last.

        Intervals without packets are included, unless they are the great majority.
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
            rows.append(self.row(seconds(key * self.step), seconds(end), *values))
        return rows


def _sums(numbers: Ints, values: Array) -> Iterator[tuple[int, int, Any, Any, Any]]:
    """Sums of values by interval: its number, then count, sum, minimum, maximum."""
    order, borders, keys = grouped(numbers)
    if not len(keys):
        return iter(())
    ordered = values[order]
    wide = ordered.astype(object) if ordered.dtype.kind in "ui" and ordered.dtype.itemsize == 8 else ordered
    lows, highs = np.minimum.reduceat(ordered, borders), np.maximum.reduceat(ordered, borders)
    totals = np.add.reduceat(wide if wide.dtype == object else wide.astype(np.int64), borders)
    counts = run_lengths(borders, len(ordered))
    return zip(keys.tolist(), counts.tolist(), totals.tolist(), lows.tolist(), highs.tolist(), strict=True)


def _compiled(display_filter: str | Filter) -> Filter:
    if not isinstance(display_filter, str):
        return display_filter
    from ibpkt import filter  # late: the grammar takes time to import

    return filter.compile(display_filter)

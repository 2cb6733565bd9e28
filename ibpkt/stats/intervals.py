"""``stats io``: packets, bytes and any field by intervals of time, for several filters side by side."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ibpkt.batch import Batch
from ibpkt.errors import CallerError
from ibpkt.fields import DisplayField, field_named
from ibpkt.schema.kinds import WORDS
from ibpkt.stats.endpoints import seconds
from ibpkt.stats.tally import Mask

#: what can be told of a field in an interval
SUMMARIES = ("count", "sum", "min", "max", "avg")

#: intervals in one capture, at most; more mean that the interval is too short for it
MOST = 1_000_000


class Measure:
    """One column of the table.

    Args:
        text: ``packets``, ``bytes``, or ``SUMMARY(field)`` with a summary of `SUMMARIES`.

    Raises:
        CallerError: neither, or no such field.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.summary, _, rest = text.partition("(")
        self.field: DisplayField | None = None
        if text in ("packets", "bytes"):
            return
        if self.summary not in SUMMARIES or not rest.endswith(")"):
            raise CallerError(
                f"{text!r} is neither packets, bytes nor {'/'.join(SUMMARIES)}(FIELD)",
                name=self.summary,
                known=("packets", "bytes", *SUMMARIES),
            )
        self.field = field_named(rest[:-1])
        if self.field.leaf.kind.binary or self.field.leaf.kind is WORDS:
            raise CallerError(f"{self.field.name} is no number")

    def values(self, batch: Batch) -> np.ma.MaskedArray[Any, Any]:
        """What is summed up, one row a packet, masked where a packet does not have it."""
        if self.field is None:
            data = np.ones(len(batch), np.int64) if self.text == "packets" else batch.frames.frame_len
            return np.ma.MaskedArray(data)
        return self.field.column(batch)


class Intervals:
    """Sums by interval.

    Args:
        interval: seconds.
        measures: see `Measure`.
        filters: names and functions that choose rows of a batch, side by side; none for all packets.

    Raises:
        CallerError: an interval that is not above zero, or a measure that does not exist.
    """

    KEY = "intervals"

    def __init__(
        self,
        interval: float = 1.0,
        measures: Sequence[str] = ("packets", "bytes"),
        filters: Sequence[tuple[str, Callable[[Batch], Mask]]] = (),
    ) -> None:
        if not 0 < interval < math.inf:
            raise CallerError(f"an interval is above zero seconds, not {interval}")
        self.step = max(1, round(interval * 1e9))
        self.measures = [Measure(text) for text in measures]
        self.filters = list(filters) or [("", lambda batch: np.ones(len(batch), np.bool_))]
        self.start: int | None = None
        #: by interval, then filter and measure: count, sum, lowest, highest
        self.sums: dict[int, list[list[list[Any]]]] = {}

    def add(self, batch: Batch, rows: Mask | None = None) -> None:
        """Count a batch, or the rows of it that a mask of shape (n,) chooses."""
        if not len(batch):
            return
        if self.start is None:
            self.start = batch.frames.first_time
        number = (batch.frames.time - self.start) // self.step
        for place, (_, choose) in enumerate(self.filters):
            chosen = choose(batch) if rows is None else choose(batch) & rows
            for which, measure in enumerate(self.measures):
                column = measure.values(batch)
                there = chosen & ~np.ma.getmaskarray(column)
                self._add(place, which, number[there], np.asarray(column.data)[there])

    def _add(self, place: int, which: int, numbers: Any, values: Any) -> None:
        keys, groups = np.unique(numbers, return_inverse=True)
        if not len(keys):
            return
        order = np.argsort(groups, kind="stable")
        borders = np.flatnonzero(np.diff(groups[order], prepend=-1))
        ordered = values[order]
        wide = ordered.astype(object) if ordered.dtype.kind in "ui" and ordered.dtype.itemsize == 8 else ordered
        lows, highs = np.minimum.reduceat(ordered, borders), np.maximum.reduceat(ordered, borders)
        totals = np.add.reduceat(wide if wide.dtype == object else wide.astype(np.int64), borders)
        counts = np.diff(np.append(borders, len(ordered)))
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
            if len(self.sums) >= MOST:
                raise CallerError(
                    f"the capture has more than {MOST} intervals of {self.step / 1e9} s; ask for longer ones"
                )
            self.sums[key] = [[[0, 0, None, None] for _ in self.measures] for _ in self.filters]
        return self.sums[key]

    def rows(self) -> list[dict[str, Any]]:
        """``start`` and ``end`` (seconds since the first packet), and each measure, behind its filter's text.

        Intervals without packets are there too, unless they are by far the most.
        """
        if not self.sums:
            return []
        keys = sorted(self.sums)
        if keys[-1] - keys[0] <= 10 * len(keys) + 1000:
            keys = list(range(keys[0], keys[-1] + 1))
        empty = [[[0, 0, None, None] for _ in self.measures] for _ in self.filters]
        rows = []
        for key in keys:
            row: dict[str, Any] = {"start": seconds(key * self.step), "end": seconds((key + 1) * self.step)}
            for (name, _), sums in zip(self.filters, self.sums.get(key, empty), strict=True):
                for measure, (count, total, low, high) in zip(self.measures, sums, strict=True):
                    value = {
                        "count": count,
                        "min": low,
                        "max": high,
                        "avg": total / count if count else None,
                    }.get(measure.summary, total)
                    row[f"{name}: {measure.text}" if name else measure.text] = value
            rows.append(row)
        return rows

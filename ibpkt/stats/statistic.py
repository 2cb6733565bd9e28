"""What every kind of statistic offers."""

from __future__ import annotations

import abc
from collections.abc import Collection, Iterable, Sequence
from typing import Any, ClassVar

from ibpkt.arguments import checked
from ibpkt.batch import Batch

Row = dict[str, Any]


class Statistic(abc.ABC):
    """Counts a capture, batch by batch.

    Attributes:
        KEY: the name under which JSON lists the rows.
    """

    KEY: ClassVar[str]

    @property
    @abc.abstractmethod
    def columns(self) -> tuple[str, ...]:
        """The names of the columns, in order."""

    @property
    def fields(self) -> tuple[str, ...]:
        """Display-filter names of what it reads; `Capture.follow` takes them where the analysis computes some."""
        return ()

    @abc.abstractmethod
    def add(self, batch: Batch) -> None:
        """Count the packets of a batch."""

    @abc.abstractmethod
    def rows(self) -> list[Row]:
        """The result: flat rows, with the names of `columns` as keys."""

    def shown(self) -> list[Row]:
        """The rows as a table for people shows them: without the columns of `hidden`."""
        rows = self.rows()
        hidden = self.hidden(rows)
        return [{name: value for name, value in row.items() if name not in hidden} for row in rows]

    @checked
    def hidden(self, rows: Sequence[Row]) -> Collection[str]:
        """The columns that say nothing to people in these rows."""
        return ()

    @property
    def first_to_go(self) -> Sequence[str] | None:
        """The columns in the order in which a table leaves them out that is too wide; None for those on the right."""
        return None

    @property
    def remarks(self) -> Iterable[str]:
        """What could not be counted because memory is bounded, in sentences."""
        return ()

    @checked
    def row(self, *values: Any) -> Row:
        """A row of values, one for each of `columns`."""
        return dict(zip(self.columns, values, strict=True))


class SummedStatistic(Statistic):
    """One that sums up what batches hold, so that other processes can count them: see `in_parallel`."""

    @abc.abstractmethod
    def batch_counts(self, batch: Batch) -> Any:
        """What a batch holds, for `merge`; it can be pickled.  Nothing is counted yet."""

    @abc.abstractmethod
    def merge(self, counts: Any) -> None:
        """Count what `batch_counts` has said of a batch; the batches come in their order."""

    @checked
    def add(self, batch: Batch) -> None:
        """Count the packets of a batch."""
        self.merge(self.batch_counts(batch))

    @checked
    def begin(self, time: int) -> None:
        """The time of the capture's first packet, in nanoseconds since the epoch, where that packet is not counted."""

    @property
    @abc.abstractmethod
    def is_full(self) -> bool:
        """There may be more keys than memory: those that are counted separately depend on the batches then."""

"""Findings of a batch as columns; `Finding` objects are made only on demand."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibpkt.analysis.results.finding import Finding, FindingType
from ibpkt.arrays import Array, Ints
from ibpkt.batch import Frames

#: returns facts by name, one list per fact, for some of the findings (by place)
Facts = Callable[[Ints], dict[str, list[Any]]]


@dataclasses.dataclass(frozen=True, slots=True)
class FindingColumns:
    """The packets of a batch with one kind of finding; valid as long as the batch is.

    Attributes:
        kind: the kind of finding.
        rows: the packets' places in the batch, shape (n,).
        facts: the values in their sentences.
    """

    kind: FindingType
    rows: Ints
    facts: Facts = lambda places: {}

    @classmethod
    def of(cls, kind: FindingType, rows: Ints, **columns: Array | str) -> FindingColumns:
        """Packets in any order, and their facts as columns of shape (n,) in that order, or a text for all of them."""
        order = np.argsort(rows, kind="stable")

        def facts(some: Ints) -> dict[str, list[Any]]:
            return {
                name: [values] * len(some) if isinstance(values, str) else values[order[some]].tolist()
                for name, values in columns.items()
            }

        return cls(kind, rows[order], facts)

    def __len__(self) -> int:
        return len(self.rows)

    def chosen(self, which: NDArray[np.bool_]) -> FindingColumns:
        """Some of them, by a mask of shape (n,)."""
        places = np.flatnonzero(which)
        return FindingColumns(self.kind, self.rows[places], lambda some: self.facts(places[some]))

    def findings(self, frames: Frames, flows: Ints | None = None, limit: int | None = None) -> Iterator[Finding]:
        """The findings, in the order of the rows.

        Args:
            frames: the packets of the batch.
            flows: the number of each packet's flow, by its place in the batch; None if not known.
            limit: maximum number of findings.
        """
        places = np.arange(len(self.rows) if limit is None else min(limit, len(self.rows)))
        if not len(places):
            return
        rows = self.rows[places]
        belong = np.zeros(len(rows), np.int64) if flows is None else flows[rows]
        yield from self._made(places, frames.numbers(rows), frames.time[rows], belong)

    def findings_of(self, frame: Ints, time: Ints, flow: Ints) -> Iterator[Finding]:
        """The same where the rows are places in these columns: numbers of packets, their times and flows."""
        rows = self.rows
        yield from self._made(np.arange(len(rows)), frame[rows], time[rows], flow[rows])

    def _made(self, places: Ints, frame: Ints, when: Ints, belong: Ints) -> Iterator[Finding]:
        facts = self.facts(places)
        lists = frame.tolist(), when.tolist(), belong.tolist()
        for place, (number, time, flow) in enumerate(zip(*lists, strict=True)):
            yield Finding(self.kind, number, time, flow, {name: values[place] for name, values in facts.items()})

"""``stats mad``: management datagrams by class, method and attribute, with answers, response times and failures."""

from __future__ import annotations

import collections
from collections.abc import Collection, Iterator, Sequence
from typing import ClassVar

import numpy as np

from ibpkt.batch import Batch
from ibpkt.management.transactions import ANSWERED, Transaction, Transactions
from ibpkt.protocols import MAD
from ibpkt.protocols.mad.base import RESPONSE, operation
from ibpkt.stats.statistic import Row, Statistic
from ibpkt.stats.tally import Tally, words

_KEY = tuple(MAD.leaf(name) for name in ("mgmtclass", "method", "attributeid"))

#: the outcome of an answer without an error
GOOD = "OK"


class _Answers:
    """The outcomes of the requests of one kind; times in ns."""

    def __init__(self) -> None:
        self.answered = self.unanswered = self.repeats = self.failed = 0
        self.total = 0
        self.minimum: int | None = None
        self.maximum: int | None = None
        self.failures: collections.Counter[str] = collections.Counter()

    def add(self, transaction: Transaction) -> None:
        self.repeats += transaction.repeats
        answer, took = transaction.answer, transaction.took
        if answer is None:
            self.unanswered += 1
            return
        self.answered += 1
        if answer.outcome != GOOD:
            self.failed += 1
            self.failures[answer.outcome] += 1
        if took is not None:
            self.total += took
            self.minimum = took if self.minimum is None else min(self.minimum, took)
            self.maximum = took if self.maximum is None else max(self.maximum, took)


class MadCounts(Statistic):
    """Management datagrams by operation.  Requests and answers have separate rows; a request's row has its outcomes.

    ``answered``, ``unanswered`` and ``repeats`` count transactions, not packets: an answer of many segments is one.
    Times are from the first request to the first packet of its answer.
    """

    KEY: ClassVar[str] = "mad"

    def __init__(self) -> None:
        self.transactions: Transactions = Transactions()
        self._packets = Tally(len(_KEY), 2)
        self._answers: dict[tuple[int, int, int], _Answers] = {}
        self._ended = False

    @property
    def columns(self) -> tuple[str, ...]:
        """``operation`` with its three numbers, packets and bytes, then the outcomes of requests; times in ms."""
        return (
            "operation", "class", "method", "attribute", "packets", "bytes", "answered", "unanswered", "repeats",
            "min_ms", "avg_ms", "max_ms", "failed", "failures",
        )  # fmt: skip

    @property
    def first_to_go(self) -> tuple[str, ...]:
        """The columns in the order in which a table leaves them out that is too wide."""
        return ("repeats", "min_ms", "max_ms", "bytes", "failures", "avg_ms", "failed")

    def add(self, batch: Batch) -> None:
        """Count the management datagrams of a batch."""
        lengths = batch.frames.frame_len
        for shape in batch.shapes:
            place = shape.index(MAD)
            if place is None:
                continue
            keys = np.stack([word for leaf in _KEY for word in words(shape.column(place, leaf).values)], axis=1)
            sums = np.stack([np.ones(len(shape), np.int64), lengths[shape.rows].astype(np.int64)], axis=1)
            self._packets.add(keys, sums, batch.frames.time[shape.rows])
        for transaction in self.transactions.add(batch):
            self._count(transaction)

    def _count(self, transaction: Transaction) -> None:
        request = transaction.request
        if request is not None:
            key = (request.mgmtclass, request.method, request.attributeid)
            self._answers.setdefault(key, _Answers()).add(transaction)

    @property
    def remarks(self) -> Iterator[str]:
        """What could not be counted because memory is bounded."""
        if self.transactions.given_up:
            limit = self.transactions.limit
            yield f"{self.transactions.given_up} requests count as unanswered because {limit} newer ones were open"

    def rows(self) -> list[Row]:
        """A row for each class, method and attribute, sorted by their numbers; None for what only requests have."""
        if not self._ended:
            self._ended = True
            for transaction in self.transactions.finish():
                self._count(transaction)
        tallied = self._packets.sums()
        return [
            self._operation((mgmtclass, method, attribute), packets, size)
            for (mgmtclass, method, attribute), (packets, size) in zip(
                tallied.keys.tolist(), tallied.sums.tolist(), strict=True
            )
        ]

    def _operation(self, key: tuple[int, int, int], packets: int, size: int) -> Row:
        mgmtclass, method, attribute = key
        answers = self._answers.get(key) if method in ANSWERED and not method & RESPONSE else None
        outcomes: tuple[object, ...] = (None,) * 8
        if answers is not None:
            timed = answers.minimum is not None
            outcomes = (
                answers.answered, answers.unanswered, answers.repeats,
                _ms(answers.minimum), answers.total / answers.answered / 1e6 if timed else None, _ms(answers.maximum),
                answers.failed, "; ".join(f"{name}: {count}" for name, count in answers.failures.most_common()),
            )  # fmt: skip
        name = operation(mgmtclass, method, attribute)
        return self.row(name, *key, packets, size, *outcomes)

    def hidden(self, rows: Sequence[Row]) -> Collection[str]:
        """The numbers of class, method and attribute, which the operation names."""
        return ("class", "method", "attribute")


def _ms(span: int | None) -> float | None:
    return None if span is None else span / 1e6

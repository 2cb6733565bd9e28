"""Matches requests and answers of management datagrams: response times, repeats and outcomes.

A request and its answer have the same class, attribute and TransactionID, and swapped addresses.  Only the lower half
of the TransactionID counts: the upper half belongs to the requester's kernel, and a tap in front of the kernel does not
see it.  A request that is sent again before its answer is a repeat.  The datagrams that RMPP sends to acknowledge or
end a transfer are neither requests nor answers.  Memory is bounded: beyond ``limit`` open requests the oldest are
given up.

Source: IBA 1, 13.4 and 13.6.
"""

from __future__ import annotations

import itertools
from collections import OrderedDict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibpkt.arguments import checked
from ibpkt.arrays import raw_list
from ibpkt.batch import Batch, Shape
from ibpkt.management.cm_messages import envelope, in_packet_order
from ibpkt.protocols import MAD, RMPP
from ibpkt.protocols.mad.base import CLIENT_HALF, METHODS, RESPONSE, RMPP_TYPES

#: open requests that are kept
LIMIT = 100_000
#: methods that have an answer; Set has the answer of Get
ANSWERED = frozenset(
    method
    for method, name in METHODS.items()
    if not method & RESPONSE and (method | RESPONSE in METHODS or name == "Set")
)
#: RMPP types that do not control a transfer
_DATA = [kind for kind, name in RMPP_TYPES.items() if name in ("None", "DATA")]
_LEAVES = tuple(MAD.leaf(name) for name in ("mgmtclass", "method", "status", "attributeid", "transactionid"))


class Datagram(NamedTuple):
    """What identifies a management datagram and its transaction.

    Attributes:
        frame: the number of its packet, from 1.
        time: nanoseconds since the epoch.
        source: the address of its sender, as the packet's line shows it.
        destination: the address of its receiver.
        mgmtclass, method, status, attributeid, transactionid: raw values of its header.
        outcome: the status of an answer in words.
    """

    frame: int
    time: int
    source: str
    destination: str
    mgmtclass: int
    method: int
    status: int
    attributeid: int
    transactionid: int
    outcome: str


class Transaction(NamedTuple):
    """A request and its answer.

    Attributes:
        request: the first datagram of the request; None if only the answer is in the capture.
        answer: the first datagram of the answer, None if there is none.
        repeats: how often the request was sent again before it was answered.
    """

    request: Datagram | None
    answer: Datagram | None
    repeats: int

    @property
    def took(self) -> int | None:
        """From the first request to the answer, in nanoseconds."""
        return None if self.request is None or self.answer is None else self.answer.time - self.request.time


class _OpenTransaction:
    """A request that waits for its answer, or for the rest of it."""

    __slots__ = ("answered", "repeats", "request")

    def __init__(self, request: Datagram) -> None:
        self.request = request
        self.repeats = 0
        self.answered = False


_Key = tuple[int, int, int, str, str]


def _key(datagram: Datagram, requester: str, responder: str) -> _Key:
    return datagram.mgmtclass, datagram.attributeid, datagram.transactionid & CLIENT_HALF, requester, responder


class Transactions:
    """Matches requests and answers, batch by batch.

    Args:
        limit: open requests that are kept.

    Attributes:
        given_up: requests reported as unanswered before the end of the capture because too many were open.
    """

    @checked
    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = limit
        self.given_up: int = 0
        # oldest first; finding the first key of a dict takes longer and longer as keys are removed
        self._open: OrderedDict[_Key, _OpenTransaction] = OrderedDict()

    @checked
    def add(self, batch: Batch) -> Iterator[Transaction]:
        """Process a batch; gives the transactions that are answered in it, and those that are given up."""
        for _, _, transactions in self.matched(batch):
            yield from transactions

    @checked
    def matched(self, batch: Batch) -> Iterator[tuple[Datagram, Datagram | None, list[Transaction]]]:
        """Process a batch; gives each datagram and what `take` gives for it."""
        for datagram in datagrams(batch):
            yield datagram, *self._take(datagram)

    @checked
    def take(self, datagram: Datagram) -> tuple[Datagram | None, list[Transaction]]:
        """Process a datagram; gives the first request that it answers or repeats, and what `add` gives."""
        return self._take(datagram)

    def _take(self, datagram: Datagram) -> tuple[Datagram | None, list[Transaction]]:
        if datagram.method & RESPONSE:
            return self._answer(datagram)
        return self._request(datagram) if datagram.method in ANSWERED else (None, [])

    def finish(self) -> Iterator[Transaction]:
        """The requests that were not answered."""
        for transaction in self._open.values():
            if not transaction.answered:
                yield Transaction(transaction.request, None, transaction.repeats)
        self._open.clear()

    def _request(self, datagram: Datagram) -> tuple[Datagram | None, list[Transaction]]:
        key = _key(datagram, datagram.source, datagram.destination)
        known = self._open.get(key)
        if known is not None and not known.answered:
            known.repeats += 1
            return known.request, []
        if known is not None:  # the ID is reused
            del self._open[key]
        self._open[key] = _OpenTransaction(datagram)
        if len(self._open) > self.limit:
            oldest = self._open.pop(next(iter(self._open)))
            if not oldest.answered:
                self.given_up += 1
                return None, [Transaction(oldest.request, None, oldest.repeats)]
        return None, []

    def _answer(self, datagram: Datagram) -> tuple[Datagram | None, list[Transaction]]:
        known = self._open.get(_key(datagram, datagram.destination, datagram.source))
        if known is None:
            return None, [Transaction(None, datagram, 0)]
        if known.answered:  # later segments belong to the same answer
            return known.request, []
        known.answered = True
        return known.request, [Transaction(known.request, datagram, known.repeats)]


def datagrams(batch: Batch) -> Iterator[Datagram]:
    """The requests and answers of a batch, in packet order."""
    rows: list[tuple[int, Datagram]] = []
    for shape in batch.shapes:
        place = shape.index(MAD)
        if place is not None:
            pairs = zip(shape.rows.tolist(), _of_shape(shape, place), strict=True)
            rows += itertools.compress(pairs, _is_message(shape))
    return in_packet_order(rows)


def _of_shape(shape: Shape, place: int) -> Iterator[Datagram]:
    columns = [raw_list(shape.column(place, leaf).values) for leaf in _LEAVES]
    outcomes = [text or "" for text in raw_list(shape.column(place, MAD.leaf("outcome")).values)]
    return map(Datagram, *envelope(shape, place), *columns, outcomes)


def _is_message(shape: Shape) -> NDArray[np.bool_]:
    """Which rows carry a request or an answer rather than control a transfer."""
    place = shape.index(RMPP)
    if place is None:
        return np.ones(len(shape), np.bool_)
    return np.isin(shape.column(place, RMPP.leaf("rmpptype")).values, _DATA)

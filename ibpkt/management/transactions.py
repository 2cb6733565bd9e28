"""Requests and answers of management datagrams: which belong together, how long it took, what came of it.

A request and its answer have the same class, attribute and TransactionID, and their addresses are swapped.  Of the
TransactionID the lower half counts: the upper half is the business of the requester's kernel, which a tap in front of
the kernel does not see.  A request that comes again before its answer is a repeat.  What RMPP sends to acknowledge or
to end a transfer is neither request nor answer.  Memory is bounded: of more than ``limit`` requests the oldest are
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

from ibpkt.arrays import raw_list
from ibpkt.batch import Batch, Shape
from ibpkt.management.cm_messages import addresses_of
from ibpkt.protocols import MAD, RMPP
from ibpkt.protocols.mad.base import METHODS, RMPP_TYPES

#: requests that are remembered
LIMIT = 100_000
#: the bit that makes a method its answer
RESPONSE = 0x80
#: methods that are answered; a Set is answered as a Get is
ANSWERED = frozenset(
    method
    for method, name in METHODS.items()
    if not method & RESPONSE and (method | RESPONSE in METHODS or name == "Set")
)
#: RMPP types of what is no control of a transfer
_DATA = [kind for kind, name in RMPP_TYPES.items() if name in ("None", "DATA")]
#: the half of a TransactionID that is the client's
_OWN = (1 << 32) - 1
_LEAVES = tuple(MAD.leaf(name) for name in ("mgmtclass", "method", "status", "attributeid", "transactionid"))


class Datagram(NamedTuple):
    """What of a management datagram tells where it belongs.

    Attributes:
        frame: its number, from 1.
        time: nanoseconds since the epoch.
        source: the address of its sender, as the packet's line shows it.
        destination: that of its receiver.
        mgmtclass, method, status, attributeid, transactionid: raw values of its header.
        outcome: what the status of an answer says.
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
    """A request, and its answer.

    Attributes:
        request: as it came first; an answer whose request is not in the capture has none.
        answer: the first datagram of it, None where there is none.
        repeats: how often the request came again before it was answered.
    """

    request: Datagram | None
    answer: Datagram | None
    repeats: int

    @property
    def took(self) -> int | None:
        """From the first request to the answer, in nanoseconds."""
        return None if self.request is None or self.answer is None else self.answer.time - self.request.time


class _OpenTransaction:
    """A request that may be answered, or whose answer may go on."""

    __slots__ = ("answered", "repeats", "request")

    def __init__(self, request: Datagram) -> None:
        self.request = request
        self.repeats = 0
        self.answered = False


_Key = tuple[int, int, int, str, str]


def _key(datagram: Datagram, requester: str, responder: str) -> _Key:
    return datagram.mgmtclass, datagram.attributeid, datagram.transactionid & _OWN, requester, responder


class Transactions:
    """Matches requests and answers, batch by batch.

    Args:
        limit: requests that are remembered.

    Attributes:
        given_up: requests that were given unanswered before the end, since there were too many.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = limit
        self.given_up = 0
        # oldest first; a dict would look for its first key ever longer
        self._open: OrderedDict[_Key, _OpenTransaction] = OrderedDict()

    def add(self, batch: Batch) -> Iterator[Transaction]:
        """Take a batch; gives the transactions that are answered with it, and those that are given up."""
        for datagram in datagrams(batch):
            yield from self.take(datagram)[1]

    def take(self, datagram: Datagram) -> tuple[Datagram | None, list[Transaction]]:
        """Take one; gives the first request that it answers or repeats, and what `add` gives."""
        if datagram.method & RESPONSE:
            return self._answer(datagram)
        return self._request(datagram) if datagram.method in ANSWERED else (None, [])

    def finish(self) -> Iterator[Transaction]:
        """The requests that nobody has answered."""
        for each in self._open.values():
            if not each.answered:
                yield Transaction(each.request, None, each.repeats)
        self._open.clear()

    def _request(self, datagram: Datagram) -> tuple[Datagram | None, list[Transaction]]:
        key = _key(datagram, datagram.source, datagram.destination)
        known = self._open.get(key)
        if known is not None and not known.answered:
            known.repeats += 1
            return known.request, []
        if known is not None:  # the ID is used again
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
    """The requests and answers of a batch, in the order of the packets."""
    found: list[tuple[int, Datagram]] = []
    for shape in batch.shapes:
        place = shape.index(MAD)
        if place is not None:
            there = _carries(shape)
            found += itertools.compress(zip(shape.rows.tolist(), _of_shape(shape, place), strict=True), there)
    for _, datagram in sorted(found, key=lambda pair: pair[0]):
        yield datagram


def _of_shape(shape: Shape, place: int) -> Iterator[Datagram]:
    numbers, times = shape.frames.number_of[shape.rows].tolist(), shape.frames.time[shape.rows].tolist()
    columns = [raw_list(shape.column(place, leaf).values) for leaf in _LEAVES]
    outcomes = [text or "" for text in raw_list(shape.column(place, MAD.leaf("outcome")).values)]
    return map(Datagram, numbers, times, *addresses_of(shape, place), *columns, outcomes)


def _carries(shape: Shape) -> NDArray[np.bool_]:
    """Which rows carry a request or an answer, and do not only control a transfer."""
    place = shape.index(RMPP)
    if place is None:
        return np.ones(len(shape), np.bool_)
    return np.isin(shape.column(place, RMPP.leaf("rmpptype")).values, _DATA)

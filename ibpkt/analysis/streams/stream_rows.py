"""Streams: what one address sends to one queue pair of another; of datagrams, what one queue pair sends.

A stream is known by two words: the numbers of both addresses, and the queue pair that it goes to with the one that it
comes from (which only datagrams name).
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import SERVICES, Transport
from ibpkt.analysis.streams.key_table import KeyTable
from ibpkt.analysis.streams.named_arrays import NamedArrays
from ibpkt.arrays import Array, Bools, Ints, rows_where
from ibpkt.protocols import PSN_MASK

UD = SERVICES.index("UD")
#: bits of the second word below the queue pair that a stream goes to: a queue pair or `UNKNOWN_QP`, plus 1
SENDER_BITS = 25
_SENDER = (1 << SENDER_BITS) - 1
#: bits of the number of an address in the first word
ADDRESS_BITS = 32
ADDRESS_MASK = (1 << ADDRESS_BITS) - 1
#: streams without a flow that are kept, before the others are put together
MAX_DEAD = 1 << 12


def words_of(columns: Transport) -> tuple[Ints, Ints]:
    """The words of the streams of some packets, shape (n,) each."""
    first = columns.source.astype(np.int64) << ADDRESS_BITS | columns.destination
    second = columns.destqp.astype(np.int64) << SENDER_BITS
    datagrams = columns.service == UD
    if datagrams.any():
        second |= np.where(datagrams, columns.srcqp.astype(np.int64) + 1, 0)
    return first, second


def swapped(first: Array) -> Array:
    """The first words of what comes back."""
    back: Array = (first & ADDRESS_MASK) << ADDRESS_BITS | first >> ADDRESS_BITS
    return back


def source_of(first: Array) -> Array:
    """The numbers of the senders' addresses."""
    number: Array = first >> ADDRESS_BITS
    return number


def destination_of(first: Array) -> Array:
    """The numbers of the receivers' addresses."""
    number: Array = first & ADDRESS_MASK
    return number


def queue_of(second: Array) -> Array:
    """The queue pairs that streams go to."""
    queue: Array = second >> SENDER_BITS
    return queue


def sender_of(second: Array) -> Array:
    """The queue pairs that datagrams come from; -1 for those that do not say."""
    sender: Array = (second & _SENDER) - 1
    return sender


def answering(first: Array, second: Array) -> tuple[Array, Array]:
    """The words of the datagrams that come back; of the second -1 where they cannot be known."""
    sender = sender_of(second)
    known = (sender >= 0) & (sender <= PSN_MASK)
    return swapped(first), np.where(known, sender << SENDER_BITS | queue_of(second) + 1, -1)


class StreamRows:
    """Streams by row.

    Within a batch, a stream may have further rows, one for each connection that its queue pair is used for: they are
    behind all others, and `settle` puts the last of each in the place of the stream.

    Attributes:
        columns: ``first`` and ``second`` (the words), ``flow`` (its row, -1 for none), ``side`` (that sends),
            ``path`` (counts up as a side takes streams).
        count: rows in use.
    """

    def __init__(self) -> None:
        self.columns = NamedArrays(
            {
                "first": (np.int64, 0),
                "second": (np.int64, 0),
                "flow": (np.int32, -1),
                "side": (np.int8, 0),
                "path": (np.int32, 0),
                "base": (np.int32, -1),
            }
        )
        self.count = 0
        self._keys = KeyTable()

    def __len__(self) -> int:
        return len(self._keys)

    def rows_of(self, first: Ints, second: Ints, wanted: Bools | None) -> Ints:
        """The rows of the streams of packets, shape (n,); new streams get rows if they are ``wanted``, others -1."""
        rows = self._keys.find(first, second)
        unknown = rows < 0 if wanted is None else (rows < 0) & wanted
        if unknown.any():
            places = rows_where(unknown)
            rows[places] = self.learn(first[places], second[places])
        return rows

    def find(self, first: Ints, second: Ints) -> Ints:
        """The rows of some streams, -1 for none."""
        return self._keys.find(first, second)

    def learn(self, first: Ints, second: Ints) -> Ints:
        """The rows of streams that were not found, shape (n,); there must be no further rows of others then."""
        rows, fresh = self._keys.learn(first, second)
        self.columns.reserve(self.count + len(fresh))
        added = slice(self.count, self.count + len(fresh))
        self.columns["first"][added], self.columns["second"][added] = first[fresh], second[fresh]
        self.count += len(fresh)
        return rows

    def add_further(self, streams: Ints) -> Ints:
        """Further rows of some streams, until `settle`."""
        self.columns.reserve(self.count + len(streams))
        rows = np.arange(self.count, self.count + len(streams))
        base = self.base_of(streams)
        self.columns.reset(rows)
        for name in ("first", "second"):
            self.columns[name][rows] = self.columns[name][base]
        self.columns["base"][rows] = base
        self.count += len(streams)
        return rows

    def base_of(self, streams: Ints) -> Ints:
        """The streams that rows belong to: themselves, or what they are further rows of."""
        base = self.columns["base"][streams].astype(np.int64)
        return np.where(base < 0, streams, base)

    def settle(self, over: Bools | None) -> None:
        """The end of a batch.

        Args:
            over: which flows have ended, by row; None for no change.
        """
        columns = self.columns
        further = np.arange(len(self._keys), self.count)
        if len(further):
            base = columns["base"][further].astype(np.int64)
            for name in ("flow", "side", "path"):
                columns[name][base] = columns[name][further]
            columns.reset(further)
            self.count = len(self._keys)
        if over is None:
            return
        flow = columns["flow"][: self.count]
        flow[(flow >= 0) & over[flow]] = -1
        alive = rows_where(flow >= 0)
        if self.count - len(alive) > max(MAX_DEAD, len(alive)):
            for name in ("first", "second", "flow", "side", "path"):
                columns[name][: len(alive)] = columns[name][alive]
            columns.reset(np.arange(len(alive), self.count))
            self.count = len(alive)
            self._keys.rebuild(columns["first"][: self.count], columns["second"][: self.count])

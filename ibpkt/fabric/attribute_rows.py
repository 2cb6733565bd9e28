"""Rows of one attribute of management datagrams: what is known of each datagram, and the bytes of the attribute.

Fields are read from those bytes when they are asked for, by the declaration of the attribute.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Array, Bools, Ints, Octets, raw_list
from ibpkt.batch.frames import bytes_in, number_in
from ibpkt.fabric.directed_routes import NOWHERE
from ibpkt.schema import Header, Leaf


class Envelope(NamedTuple):
    """What is known of datagrams besides their attribute, a column each, shape (n,), as narrow as its values allow.

    Attributes:
        frame: numbers of the packets.
        time: nanoseconds since the epoch.
        interface: numbers of the interfaces of the capture.
        source, destination: LIDs of the LRH, 0 without one.
        method: of the MAD.
        status: without the direction bit.
        transaction: TransactionIDs.
        modifier: AttributeModifiers.
        route: the directed route, a number of `DirectedRoutes`; `NOWHERE` where the datagram is LID routed.
    """

    frame: Ints
    time: Ints
    interface: Array
    source: Array
    destination: Array
    method: Array
    status: Array
    transaction: Array
    modifier: Array
    route: Array

    def select(self, rows: Array) -> Envelope:
        """Some of the rows."""
        return Envelope(*(column[rows] for column in self))


class AttributeRows:
    """Datagrams, or records of tables, with one attribute.

    Args:
        header: its declaration.
        envelope: what is known besides.
        data: the bytes of the attribute, shape (n, size of the header).

    Attributes:
        header, envelope, data: the same.
    """

    def __init__(self, header: Header, envelope: Envelope, data: Octets) -> None:
        self.header = header
        self.envelope = envelope
        self.data = data

    def __len__(self) -> int:
        return len(self.data)

    def column(self, name: str) -> Array:
        """A number of each row, shape (n,); (n, count) where it is in rows."""
        if not len(self.data):  # of the same type as if there were any: those of GUIDs do not mix with others
            return _column(np.zeros((1, self.header.size), np.uint8), self.header.leaf(name))[:0]
        return _column(self.data, self.header.leaf(name))

    def numbers(self, name: str) -> Ints:
        """The same as 64-bit integers."""
        return self.column(name).astype(np.int64)

    def words(self, name: str) -> list[str]:
        """The names of an enumerated value, ``""`` where a value has none."""
        enum = self.header.leaf(name).enum
        return [enum.get(value, "") for value in self.column(name).tolist()]

    def texts(self, name: str) -> list[str]:
        """A text of each row without the zeros after it; bytes that are no UTF-8 are kept as their numbers."""
        return [
            bytes(raw).partition(b"\0")[0].decode("utf-8", "backslashreplace") for raw in raw_list(self.column(name))
        ]

    def column_of(self, name: str, rows: Ints) -> Array:
        """The same of some rows, without a copy of what else is known of these."""
        return AttributeRows(self.header, self.envelope, self.data[rows]).column(name)

    def select(self, rows: Array) -> AttributeRows:
        """Some of the rows: their places, or which of them."""
        return AttributeRows(self.header, self.envelope.select(rows), self.data[rows])

    def where(self, wanted: Bools) -> AttributeRows:
        """Those rows that are wanted, themselves if all are."""
        return self if wanted.all() else self.select(np.flatnonzero(wanted))

    @property
    def good(self) -> Bools:
        """Which rows are without an error."""
        good: Bools = self.envelope.status == 0
        return good

    @property
    def directed(self) -> Bools:
        """Which rows have a directed route."""
        there: Bools = self.envelope.route != NOWHERE
        return there


def _column(data: Octets, leaf: Leaf) -> Array:
    if leaf.wide:
        return bytes_in(data, leaf.bit // 8, leaf.width // 8)
    if leaf.count > 1:
        if leaf.width == leaf.stride == 8:
            return bytes_in(data, leaf.bit // 8, leaf.count)
        parts = [number_in(data, leaf.bit + at * leaf.stride, leaf.width) for at in range(leaf.count)]
        return np.stack(parts, axis=1)
    return number_in(data, leaf.bit, leaf.width)


def no_envelope() -> Envelope:
    """That of no datagrams."""
    kinds = np.int32, np.int32, np.int32, np.uint8, np.uint16, np.uint64, np.uint32, np.int32
    columns: list[Array] = [np.zeros(0, kind) for kind in kinds]
    return Envelope(np.zeros(0, np.int64), np.zeros(0, np.int64), *columns)

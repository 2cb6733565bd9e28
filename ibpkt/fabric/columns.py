"""Attributes of management datagrams by columns: one table for each attribute, not one object for each packet.

A batch has its packets grouped by their headers already, so that all datagrams with one attribute lie in few shapes.
What is wanted of them is copied out at once: who asks whom, by which route, and the bytes of the attribute; fields are
read from those bytes when they are asked for, by the declaration of the attribute.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Array, Bools, Ints, Octets, gather, raw_list
from ibpkt.batch import Batch, Shape
from ibpkt.batch.frames import bytes_in, number_in
from ibpkt.fabric.directed_routes import NOWHERE, DirectedRoutes
from ibpkt.protocols import LRH, MAD, RMPP, SMPDirected
from ibpkt.protocols.link import PERMISSIVE
from ibpkt.protocols.mad.subn import DirectedPaths
from ibpkt.schema import Header

#: the direction bit of a directed-route SMP, which is no part of its status
_DIRECTION = 0x8000
#: bit 7 of a method: an answer
ANSWER = 0x80


class Envelope(NamedTuple):
    """What is known of datagrams besides their attribute, a column each, shape (n,).

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
    interface: Ints
    source: Ints
    destination: Ints
    method: Array
    status: Array
    transaction: Array
    modifier: Ints
    route: Ints

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
        leaf = self.header.leaf(name)
        if not len(self.data):
            return np.zeros((0,) if leaf.count == 1 and not leaf.wide else (0, leaf.count), np.int64)
        if leaf.wide:
            return bytes_in(self.data, leaf.bit // 8, leaf.width // 8)
        if leaf.count > 1:
            if leaf.width == leaf.stride == 8:
                return bytes_in(self.data, leaf.bit // 8, leaf.count)
            parts = [number_in(self.data, leaf.bit + at * leaf.stride, leaf.width) for at in range(leaf.count)]
            return np.stack(parts, axis=1)
        return number_in(self.data, leaf.bit, leaf.width)

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
            bytes(raw).split(b"\0", 1)[0].decode("utf-8", "backslashreplace") for raw in raw_list(self.column(name))
        ]

    def column_of(self, name: str, rows: Ints) -> Array:
        """The same of some rows, without a copy of what else is known of these."""
        return AttributeRows(self.header, self.envelope, self.data[rows]).column(name)

    def select(self, rows: Array) -> AttributeRows:
        """Some of the rows: their places, or which of them."""
        return AttributeRows(self.header, self.envelope.select(rows), self.data[rows])

    @property
    def answers(self) -> Bools:
        """Which rows are answers without an error."""
        envelope = self.envelope
        good: Bools = (envelope.method & ANSWER != 0) & (envelope.status == 0)
        return good

    @property
    def directed(self) -> Bools:
        """Which rows have a directed route."""
        there: Bools = self.envelope.route != NOWHERE
        return there


class AttributeColumns:
    """Collects the datagrams of some attributes, batch by batch.

    Args:
        headers: the declarations of the attributes that are wanted.

    Attributes:
        routes: the directed routes of all of them.
        datagrams: management datagrams so far, of whatever kind.
        start, end: when the first and the last of them were captured, in nanoseconds since the epoch.
        mixed: directed routes that begin or end at a LID; these are left out, as what they reach is not known.
        cut: datagrams whose attribute the capture does not hold.
    """

    def __init__(self, headers: Iterable[Header]) -> None:
        self.routes: DirectedRoutes = DirectedRoutes()
        self.datagrams: int = 0
        self.start: int = 0
        self.end: int = 0
        self.mixed: int = 0
        self.cut: int = 0
        self._chunks: dict[Header, list[tuple[Envelope, Octets]]] = {header: [] for header in headers}

    def add(self, batch: Batch) -> None:
        """Take what is wanted out of a batch."""
        for shape in batch.shapes:
            place = shape.index(MAD)
            if place is None:
                continue
            self.datagrams += len(shape)
            times = shape.frames.time[shape.rows]
            self.start = min(int(times.min()), self.start or int(times.min()))
            self.end = max(int(times.max()), self.end)
            if shape.stop is not None and shape.stop[0] == "cut":
                self.cut += len(shape)
            at = next((at for at in range(place + 1, len(shape.headers)) if shape.headers[at] in self._chunks), None)
            if at is None:
                continue
            header = shape.headers[at]
            rows = envelope_of(shape, place, self._routes(shape, place))
            lost = rows.route < NOWHERE
            self.mixed += int(lost.sum())
            if (left_out := lost | in_segments(shape)).any():
                chosen = np.flatnonzero(~left_out)
                self._take(header, rows.select(chosen), shape, shape.position(at)[chosen])
            else:
                self._take(header, rows, shape, shape.position(at))

    def _take(self, header: Header, rows: Envelope, shape: Shape, starts: Ints) -> None:
        self._chunks[header].append((rows, gather(shape.frames.data, starts, header.size)))

    def rows(self, header: Header) -> AttributeRows:
        """All datagrams with an attribute so far, in the order of the packets."""
        chunks = self._chunks[header]
        if not chunks:
            none = np.zeros(0, np.int64)
            empty = Envelope(*[none] * len(Envelope._fields))._replace(transaction=none.astype(np.uint64))
            return AttributeRows(header, empty, np.zeros((0, header.size), np.uint8))
        if len(chunks) > 1:
            envelopes = [envelope for envelope, _ in chunks]
            whole = Envelope(*(np.concatenate(columns) for columns in zip(*envelopes, strict=True)))
            data = np.concatenate([data for _, data in chunks])
            order = np.argsort(whole.frame, kind="stable")
            chunks[:] = [(whole.select(order), data[order])]
        return AttributeRows(header, *chunks[0])

    def _routes(self, shape: Shape, place: int) -> Ints:
        """The number of each row's directed route; `NOWHERE` for LID routed, less for those that are mixed."""
        directed, paths = shape.index(SMPDirected), shape.index(DirectedPaths)
        if directed is None:
            return np.full(len(shape), NOWHERE, np.int64)
        if paths is None:  # cut before its route
            return np.full(len(shape), NOWHERE - 1, np.int64)
        hops = shape.column(place, MAD.leaf("classspecific")).values & 0xFF
        ports = shape.column(paths, DirectedPaths.leaf("initialpath")).values
        found = self.routes.numbers(hops, ports)
        for name in ("drslid", "drdlid"):
            found[shape.column(directed, SMPDirected.leaf(name)).values != PERMISSIVE] = NOWHERE - 1
        return found


def in_segments(shape: Shape) -> Bools:
    """Which rows are segments of tables, which are read as a whole."""
    place = shape.index(RMPP)
    if place is None:
        return np.zeros(len(shape), np.bool_)
    active: Bools = shape.column(place, RMPP.leaf("active")).values != 0
    return active


def envelope_of(shape: Shape, place: int, route: Ints) -> Envelope:
    """What is known of the datagrams of a shape besides their attribute.

    Args:
        shape: the packets.
        place: where the MAD header is in their chain.
        route: their directed routes.
    """
    frames, rows = shape.frames, shape.rows
    link = shape.index(LRH)
    ends = (
        [np.zeros(len(shape), np.int64)] * 2
        if link is None
        else [shape.column(link, LRH.leaf(name)).values.astype(np.int64) for name in ("slid", "dlid")]
    )
    leaves = (MAD.leaf(name) for name in ("method", "status", "transactionid", "attributemodifier"))
    method, status, transaction, modifier = (np.ascontiguousarray(shape.column(place, leaf).values) for leaf in leaves)
    if shape.index(SMPDirected) is not None:
        status = status & (_DIRECTION - 1)
    return Envelope(
        frame=frames.number_of[rows],
        time=frames.time[rows],
        interface=frames.interface[rows].astype(np.int64),
        source=ends[0],
        destination=ends[1],
        method=method,
        status=status,
        transaction=transaction.astype(np.uint64),
        modifier=modifier.astype(np.int64),
        route=route,
    )

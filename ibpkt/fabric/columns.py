"""Attributes of management datagrams by columns: one table for each attribute, not one object for each packet.

A batch has its packets grouped by their headers already, so that all datagrams with one attribute lie in few shapes.
What is wanted of them is copied out at once: who asks whom, by which route, and the bytes of the attribute; fields are
read from those bytes when they are asked for, by the declaration of the attribute.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ibpkt.arrays import Bools, Ints
from ibpkt.batch import Batch, Shape
from ibpkt.fabric.attribute_rows import AttributeRows, Envelope
from ibpkt.fabric.directed_routes import NOWHERE, DirectedRoutes
from ibpkt.fabric.growing_rows import GrowingRows
from ibpkt.protocols import LRH, MAD, RMPP, SMPDirected
from ibpkt.protocols.link import PERMISSIVE
from ibpkt.protocols.mad.base import RESPONSE, RETURNING
from ibpkt.protocols.mad.subn import DirectedPaths
from ibpkt.schema import Header


class AttributeColumns:
    """Collects the datagrams of some attributes, batch by batch, answers and requests apart.

    Args:
        headers: the declarations of the attributes that are wanted.
        asked: those of which what requests hold is wanted, too.

    Attributes:
        routes: the directed routes of all of them.
        datagrams: management datagrams so far, of whatever kind.
        start, end: when the first and the last of them were captured, in nanoseconds since the epoch.
        mixed: directed routes that begin or end at a LID; these are left out, as what they reach is not known.
        cut: datagrams whose attribute the capture does not hold.
    """

    def __init__(self, headers: Iterable[Header], asked: Iterable[Header] = ()) -> None:
        self.routes: DirectedRoutes = DirectedRoutes()
        self.datagrams: int = 0
        self.start: int = 0
        self.end: int = 0
        self.mixed: int = 0
        self.cut: int = 0
        wanted, data = list(headers), set(asked)
        self._answers = {header: GrowingRows(header) for header in wanted}
        self._requests = {header: GrowingRows(header, data=header in data) for header in wanted}

    def add(self, batch: Batch) -> None:
        """Take what is wanted out of a batch."""
        for shape in batch.shapes:
            place = shape.index(MAD)
            if place is None:
                continue
            times = shape.frames.time[shape.rows]
            first, last = int(times.min()), int(times.max())
            self.start = min(first, self.start) if self.datagrams else first
            self.end = max(last, self.end) if self.datagrams else last
            self.datagrams += len(shape)
            if shape.stop is not None and shape.stop[0] == "cut":
                self.cut += len(shape)
            at = next((at for at in range(place + 1, len(shape.headers)) if shape.headers[at] in self._answers), None)
            if at is None:
                continue
            rows = envelope_of(shape, place, self._routes(shape, place))
            lost = rows.route < NOWHERE
            self.mixed += int(lost.sum())
            kept = ~(lost | in_segments(shape))
            answers = rows.method & RESPONSE != 0
            header, starts = shape.headers[at], shape.position(at)
            for pile, mine in ((self._answers, kept & answers), (self._requests, kept & ~answers)):
                if mine.any():
                    chosen = np.flatnonzero(mine)
                    pile[header].take(rows.select(chosen), shape.frames.data, starts[chosen])

    def answers(self, header: Header) -> AttributeRows:
        """All answers with an attribute so far, in the order of the packets."""
        return self._answers[header].rows()

    def requests(self, header: Header) -> AttributeRows:
        """All requests with an attribute so far, in the order of the packets; with data only where that is wanted."""
        return self._requests[header].rows()

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
        [np.zeros(len(shape), np.int32)] * 2
        if link is None
        else [shape.column(link, LRH.leaf(name)).values.astype(np.int32) for name in ("slid", "dlid")]
    )
    leaves = (MAD.leaf(name) for name in ("method", "status", "transactionid", "attributemodifier"))
    method, status, transaction, modifier = (np.ascontiguousarray(shape.column(place, leaf).values) for leaf in leaves)
    if shape.index(SMPDirected) is not None:
        status = status & (RETURNING - 1)
    return Envelope(
        frame=frames.numbers(rows),
        time=frames.time[rows],
        interface=frames.interface[rows].astype(np.int32),
        source=ends[0],
        destination=ends[1],
        method=method.astype(np.uint8),
        status=status.astype(np.uint16),
        transaction=transaction.astype(np.uint64),
        modifier=modifier.astype(np.uint32),
        route=route.astype(np.int32),
    )

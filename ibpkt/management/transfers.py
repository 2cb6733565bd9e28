"""RMPP: transfers of many segments, put together again.

Segments of a transfer have the same class, attribute, TransactionID (its lower half, see
`ibpkt.management.transactions`) and addresses, and numbers from 1.  Each brings the header of its class again, which
counts in its length.  The transfer is there when the last segment and all before it are; they may come in any order and
more than once.  The other side acknowledges and moves the window on; ABORT and STOP end a transfer from either side.
What is there of one that has not been finished is its bytes up to the first segment that is missing.

Memory is bounded: of more than ``limit`` bytes of segments, or ``most`` transfers, the oldest transfer is given up.

Source: IBA 1, 13.6.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from ibpkt.batch import Batch, Shape
from ibpkt.management.cm_messages import addresses_of
from ibpkt.protocols import MAD, RMPP, SA
from ibpkt.protocols.annotation_headers import OUTCOMES, RMPPData
from ibpkt.protocols.mad.base import CLASSES, RMPP_TYPES
from ibpkt.protocols.mad.sa import RECORDS
from ibpkt.protocols.mad.vendor import RMPP_CLASSES
from ibpkt.schema import number_of
from ibpkt.schema.value_types import raw_list

#: bytes of segments that wait for others
LIMIT = 64 << 20
#: transfers that wait for segments
MOST = 100_000
#: a segment's number is believed up to here: what is beyond cannot wait for all before it
_FURTHEST = LIMIT // 200
_OWN = (1 << 32) - 1  # the half of a TransactionID that is the client's
_DATA, _ACK, _STOP, _ABORT = (number_of(RMPP_TYPES, name) for name in ("DATA", "ACK", "STOP", "ABORT"))
_ENDED = {_STOP: "stopped", _ABORT: "aborted"}
_IN_MAD = tuple(MAD.leaf(name) for name in ("mgmtclass", "attributeid", "transactionid"))
_IN_RMPP = tuple(RMPP.leaf(name) for name in ("rmpptype", "active", "first", "last", "rmppstatus", "data1", "data2"))
_SUBNADM = number_of(CLASSES, "SubnAdm")
OUTCOME = {name: number for number, name in OUTCOMES.items()}


class Transfer(NamedTuple):
    """A transfer.

    Attributes:
        outcome: one of `annotation_headers.OUTCOMES`; unfinished where the capture ends, or was too long.
        status: the RMPPStatus with which it was aborted or stopped, else 0.
        mgmtclass, attributeid: raw values of its datagrams.
        attributeoffset: from record to record in units of 8 bytes, 0 where the class has none.
        transactionid: that of its first segment.
        source: the address of its sender, as the packet's line shows it.
        destination: that of its receiver.
        frames: the segments' numbers of packets, from 1, in the order of the segments; those that are missing are not.
        repeats: segments that came again.
        missing: segments that have not come, up to the last that has.
        window: the last segment that the receiver has asked for, 0 where it never has.
        announced: the PayloadLength of the first segment: all data, with the class's header of each segment; or 0.
        last: the number of the packet that ended it, or of its last segment.
        time: of that packet, in nanoseconds since the epoch.
        data: what it carried, up to the first segment that is missing.
    """

    outcome: str
    status: int
    mgmtclass: int
    attributeid: int
    attributeoffset: int
    transactionid: int
    source: str
    destination: str
    frames: tuple[int, ...]
    repeats: int
    missing: int
    window: int
    announced: int
    last: int
    time: int
    data: bytes


class Segment(NamedTuple):
    """A datagram of RMPP.

    Attributes:
        frame: its number, from 1.
        time: nanoseconds since the epoch.
        source, destination: as in `Transfer`.
        mgmtclass, attributeid, transactionid, rmpptype, active, first, last, rmppstatus, data1, data2: raw values.
        attributeoffset: as in `Transfer`.
        header: bytes of the class's header.
        data: what is behind it.
    """

    frame: int
    time: int
    source: str
    destination: str
    mgmtclass: int
    attributeid: int
    transactionid: int
    rmpptype: int
    active: int
    first: int
    last: int
    rmppstatus: int
    data1: int
    data2: int
    attributeoffset: int
    header: int
    data: bytes

    @property
    def single(self) -> bool:
        """Whether it is the first and the last of its transfer at once."""
        return self.rmpptype == _DATA and bool(self.first and self.last)

    @property
    def key(self) -> _Key:
        """Which transfer it belongs to."""
        ends = self.source, self.destination
        if self.rmpptype == _ACK:
            ends = self.destination, self.source
        return self.mgmtclass, self.attributeid, self.transactionid & _OWN, *ends


_Key = tuple[int, int, int, str, str]


class _OpenTransfer:
    """A transfer under way."""

    __slots__ = ("announced", "first", "frames", "last", "newest", "parts", "repeats", "size", "window")

    def __init__(self, first: Segment) -> None:
        self.first = first
        self.newest = first
        self.parts: dict[int, bytes] = {}
        self.frames: dict[int, int] = {}
        self.announced = 0
        self.last = 0  # the number of the last segment, once it has come
        self.repeats = 0
        self.window = 0
        self.size = 0

    def take(self, segment: Segment) -> int:
        """Take a segment of data; gives the bytes by which it has grown."""
        self.newest = segment
        number = segment.data1
        if number in self.parts:
            self.repeats += 1
            return 0
        if not 0 < number <= _FURTHEST:
            return 0
        data = segment.data
        if number == 1:
            self.announced = segment.data2
        if segment.last:
            data = data[: max(segment.data2 - segment.header, 0)]
            self.last = self.last or number
        self.parts[number], self.frames[number] = data, segment.frame
        self.size += len(data)
        return len(data)

    @property
    def complete(self) -> bool:
        return 0 < self.last <= len(self.parts) and all(number in self.parts for number in range(1, self.last + 1))

    def end(self, outcome: str, by: Segment) -> Transfer:
        newest = max(self.parts, default=0)
        data = []
        for number in range(1, (self.last or newest) + 1):
            if number not in self.parts:
                break
            data.append(self.parts[number])
        first = self.first
        return Transfer(
            outcome,
            by.rmppstatus if by.rmpptype in _ENDED else 0,
            first.mgmtclass,
            first.attributeid,
            first.attributeoffset,
            first.transactionid,
            first.source,
            first.destination,
            tuple(self.frames[number] for number in sorted(self.frames)),
            self.repeats,
            max(newest - len(self.parts), 0),
            self.window,
            self.announced,
            by.frame,
            by.time,
            b"".join(data),
        )


class Transfers:
    """Puts transfers together, batch by batch.

    Args:
        limit: bytes of segments that are kept.
        most: transfers that are kept.
        ends: packets that are known to bring the last segment that ever comes of a transfer that is not finished.

    Attributes:
        given_up: transfers that were given unfinished before the end, since there was too much of them.
    """

    def __init__(self, limit: int = LIMIT, most: int = MOST, ends: Collection[int] = ()) -> None:
        self.ends = ends
        self.limit = limit
        self.most = most
        self.given_up = 0
        self._open: dict[_Key, _OpenTransfer] = {}  # oldest first
        self._done: dict[_Key, int] = {}  # the first frames of those whose segments may come again
        self._size = 0

    def add(self, batch: Batch) -> Iterator[Transfer]:
        """Take a batch; gives the transfers that end with it, and those that are given up."""
        for segment in segments(batch):
            yield from self.take(segment)[1]

    def take(self, segment: Segment) -> tuple[int | None, list[Transfer]]:
        """Take one; gives the packet of the first segment where this is another one, and what `add` gives."""
        if segment.rmpptype == _DATA:
            return self._data(segment)
        if segment.rmpptype == _ACK:
            known = self._open.get(segment.key)
            if known is not None:
                known.window = max(known.window, segment.data2)
        elif segment.rmpptype in _ENDED:
            turned = segment._replace(source=segment.destination, destination=segment.source)
            for key in (segment.key, turned.key):  # either side may end it
                if key in self._open:
                    return None, [self._close(key).end(_ENDED[segment.rmpptype], segment)]
        return None, []

    def finish(self) -> Iterator[Transfer]:
        """The transfers that have not come to their end."""
        for each in self._open.values():
            yield each.end("unfinished", each.newest)
        self._open.clear()
        self._size = 0

    def _data(self, segment: Segment) -> tuple[int | None, list[Transfer]]:
        key = segment.key
        known = self._open.get(key)
        if known is None:
            if segment.single or not 0 < segment.data1 <= _FURTHEST:
                return None, []
            done = self._done.get(key)
            if done is not None and segment.data1 != 1:  # it comes again, behind the end of its transfer
                return done, []
            self._done.pop(key, None)
            known = self._open[key] = _OpenTransfer(segment)
        first = min(known.frames.values(), default=segment.frame)
        self._size += known.take(segment)
        ended = []
        if known.complete:
            ended.append(self._close(key).end("complete", segment))
            self._done[key] = first
            if len(self._done) > self.most:
                del self._done[next(iter(self._done))]
        elif segment.frame in self.ends:
            ended.append(self._close(key).end("unfinished", segment))
        while self._open and (self._size > self.limit or len(self._open) > self.most):
            oldest = self._close(next(iter(self._open)))
            self.given_up += 1
            ended.append(oldest.end("unfinished", oldest.newest))
        return (first if first != segment.frame else None), ended

    def _close(self, key: _Key) -> _OpenTransfer:
        known = self._open.pop(key)
        self._size -= known.size
        return known


def segments(batch: Batch) -> Iterator[Segment]:
    """The datagrams of a batch that belong to transfers, in the order of the packets."""
    found: list[tuple[int, Segment]] = []
    for shape in batch.shapes:
        place = shape.index(RMPP)
        if place is not None and shape.column(place, RMPP.leaf("active")).values.any():
            found += zip(shape.rows.tolist(), _of_shape(shape, place), strict=True)
    found = [(row, segment) for row, segment in found if segment.active]
    for _, segment in sorted(found, key=lambda pair: pair[0]):
        yield segment


def _of_shape(shape: Shape, place: int) -> Iterator[Segment]:
    numbers, times = shape.frames.number_of[shape.rows].tolist(), shape.frames.time[shape.rows].tolist()
    mad = shape.index(MAD)
    assert mad is not None  # RMPP follows it
    columns = [raw_list(shape.column(mad, leaf).values) for leaf in _IN_MAD]
    columns += [raw_list(shape.column(place, leaf).values) for leaf in _IN_RMPP]
    header = next((header for header in RMPP_CLASSES if header in shape.headers), None)
    size = RMPP_CLASSES[header] if header else 0
    offsets = [0] * len(shape)
    if header is SA:
        offsets = raw_list(shape.column(shape.headers.index(SA), SA.leaf("attributeoffset")).values)
    starts = shape.position(place) + RMPP.size + size
    view = shape.frames.view
    data = [bytes(view[start:end]) for start, end in zip(starts.tolist(), shape.payload[1].tolist(), strict=True)]
    return map(Segment, numbers, times, *addresses_of(shape, place), *columns, offsets, [size] * len(shape), data)


def contents(transfer: Transfer) -> bytes:
    """What a transfer carried as it stands behind a `RMPPTable`: records as they are, else framed."""
    if transfer.mgmtclass == _SUBNADM and transfer.attributeid in RECORDS:
        return transfer.data
    return RMPPData.write({"length": RMPPData.size + len(transfer.data), "data": transfer.data})

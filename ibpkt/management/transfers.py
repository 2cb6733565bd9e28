"""RMPP: reassembles transfers of many segments.

Segments of a transfer have the same class, attribute, TransactionID (its lower half, see
`ibpkt.management.transactions`) and addresses, and are numbered from 1.  Each repeats the header of its class, which
counts in its length.  A transfer is complete with its last segment and all before it; they may arrive in any order and
more than once.  The receiver acknowledges and advances the window; ABORT and STOP end a transfer from either side.
The data of an unfinished transfer is its bytes up to the first missing segment.

Memory is bounded: beyond ``limit`` bytes of segments, or ``most`` transfers, the oldest transfer is given up.

Source: IBA 1, 13.6.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from ibpkt.arguments import checked
from ibpkt.arrays import byte_strings, raw_list
from ibpkt.batch import Batch, Shape
from ibpkt.management.cm_messages import envelope, in_packet_order
from ibpkt.protocols import MAD, RMPP, SA
from ibpkt.protocols.annotation_headers import OUTCOMES, RMPPData
from ibpkt.protocols.mad.base import CLASSES, CLIENT_HALF, RMPP_TYPES
from ibpkt.protocols.mad.sa import RECORDS
from ibpkt.protocols.mad.vendor import RMPP_CLASSES
from ibpkt.schema import number_of

#: bytes of segments that are kept for reassembly
LIMIT = 64 << 20
#: transfers that are kept for reassembly
MAX_TRANSFERS = 100_000
#: the highest plausible segment number: the segments before a higher one would not fit in memory
_MAX_SEGMENT = LIMIT // 200
_DATA, _ACK, _STOP, _ABORT = (number_of(RMPP_TYPES, name) for name in ("DATA", "ACK", "STOP", "ABORT"))
_CONTROL_OUTCOMES = {_STOP: "stopped", _ABORT: "aborted"}
_IN_MAD = tuple(MAD.leaf(name) for name in ("mgmtclass", "attributeid", "transactionid"))
_IN_RMPP = tuple(RMPP.leaf(name) for name in ("rmpptype", "active", "first", "last", "rmppstatus", "data1", "data2"))
_SUBNADM = number_of(CLASSES, "SubnAdm")
OUTCOME = {name: number for number, name in OUTCOMES.items()}


class Transfer(NamedTuple):
    """A transfer.

    Attributes:
        outcome: one of `annotation_headers.OUTCOMES`; unfinished if the capture ended first or memory ran out.
        status: the RMPPStatus of the ABORT or STOP, else 0.
        mgmtclass, attributeid: raw values of its datagrams.
        attributeoffset: from record to record in units of 8 bytes, 0 if the class has none.
        transactionid: the TransactionID of its first segment.
        source: the address of its sender, as the packet's line shows it.
        destination: the address of its receiver.
        frames: the packet numbers of the segments that arrived, from 1, in the order of the segments.
        repeats: segments that arrived again.
        missing: segments that did not arrive, up to the last that did.
        window: the last segment that the receiver asked for, 0 if it never did.
        announced: the PayloadLength of the first segment: all data, with the class's header of each segment; or 0.
        last: the number of the packet that ended it, or of its last segment.
        time: the time of that packet, in nanoseconds since the epoch.
        data: what it carried, up to the first missing segment.
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
        frame: the number of its packet, from 1.
        time: nanoseconds since the epoch.
        source, destination: as in `Transfer`.
        mgmtclass, attributeid, transactionid, rmpptype, active, first, last, rmppstatus, data1, data2: raw values.
        attributeoffset: as in `Transfer`.
        header: bytes of the class's header.
        data: what follows it.
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
        """Whether it is the only segment of its transfer."""
        return self.rmpptype == _DATA and bool(self.first and self.last)

    @property
    def key(self) -> _Key:
        """Identifies its transfer."""
        ends = self.source, self.destination
        if self.rmpptype == _ACK:
            ends = self.destination, self.source
        return self.mgmtclass, self.attributeid, self.transactionid & CLIENT_HALF, *ends


_Key = tuple[int, int, int, str, str]


class _OpenTransfer:
    """A transfer in progress."""

    __slots__ = ("announced", "first", "frames", "last", "newest", "parts", "repeats", "size", "window")

    def __init__(self, first: Segment) -> None:
        self.first = first
        self.newest = first
        self.parts: dict[int, bytes] = {}
        self.frames: dict[int, int] = {}
        self.announced = 0
        self.last = 0  # the number of the last segment, once it has arrived
        self.repeats = 0
        self.window = 0
        self.size = 0

    def take(self, segment: Segment) -> int:
        """Add a segment of data; gives the bytes that it added."""
        self.newest = segment
        number = segment.data1
        if number in self.parts:
            self.repeats += 1
            return 0
        if not 0 < number <= _MAX_SEGMENT:
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
            by.rmppstatus if by.rmpptype in _CONTROL_OUTCOMES else 0,
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
    """Reassembles transfers, batch by batch.

    Args:
        limit: bytes of segments that are kept.
        most: transfers that are kept.
        ends: packets that, from an earlier pass, are known to carry the last segment of an unfinished transfer.

    Attributes:
        given_up: transfers reported as unfinished before the end of the capture because memory is bounded.
    """

    @checked
    def __init__(self, limit: int = LIMIT, most: int = MAX_TRANSFERS, ends: Collection[int] = ()) -> None:
        self.ends = ends
        self.limit = limit
        self.most = most
        self.given_up: int = 0
        self._open: dict[_Key, _OpenTransfer] = {}  # oldest first
        self._done: dict[_Key, int] = {}  # the first frames of complete transfers, whose segments may arrive again
        self._size = 0

    @checked
    def add(self, batch: Batch) -> Iterator[Transfer]:
        """Process a batch; gives the transfers that end in it, and those that are given up."""
        for segment in segments(batch):
            yield from self.take(segment)[1]

    @checked
    def take(self, segment: Segment) -> tuple[int | None, list[Transfer]]:
        """Process a segment; gives the packet of the first segment if it is another one, and what `add` gives."""
        if segment.rmpptype == _DATA:
            return self._data(segment)
        if segment.rmpptype == _ACK:
            known = self._open.get(segment.key)
            if known is not None:
                known.window = max(known.window, segment.data2)
        elif segment.rmpptype in _CONTROL_OUTCOMES:
            reverse = segment._replace(source=segment.destination, destination=segment.source)
            for key in (segment.key, reverse.key):  # either side may end it
                if key in self._open:
                    return None, [self._close(key).end(_CONTROL_OUTCOMES[segment.rmpptype], segment)]
        return None, []

    @checked
    def keeps(self, segment: Segment) -> bool:
        """Whether the data of a segment are those of its number in a transfer that goes on: it was not there before."""
        known = self._open.get(segment.key)
        return known is not None and known.frames.get(segment.data1) == segment.frame

    def finish(self) -> Iterator[Transfer]:
        """The transfers that are unfinished at the end of the capture."""
        for transfer in self._open.values():
            yield transfer.end("unfinished", transfer.newest)
        self._open.clear()
        self._size = 0

    def _data(self, segment: Segment) -> tuple[int | None, list[Transfer]]:
        key = segment.key
        known = self._open.get(key)
        if known is None:
            if segment.single or not 0 < segment.data1 <= _MAX_SEGMENT:
                return None, []
            done = self._done.get(key)
            if done is not None and segment.data1 != 1:  # it arrives again, after its transfer is complete
                return done, []
            self._done.pop(key, None)
            known = self._open[key] = _OpenTransfer(segment)
        first = next(iter(known.frames.values()), segment.frame)  # packets come in their order
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
    """The datagrams of a batch that belong to transfers, in packet order."""
    rows: list[tuple[int, Segment]] = []
    for shape in batch.shapes:
        place = shape.index(RMPP)
        if place is not None and shape.column(place, RMPP.leaf("active")).values.any():
            rows += zip(shape.rows.tolist(), _of_shape(shape, place), strict=True)
    return in_packet_order([(row, segment) for row, segment in rows if segment.active])


def _of_shape(shape: Shape, place: int) -> Iterator[Segment]:
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
    data = byte_strings(shape.frames.data, starts, shape.payload[1])
    return map(Segment, *envelope(shape, place), *columns, offsets, [size] * len(shape), data)


def contents(transfer: Transfer) -> bytes:
    """The data of a transfer as it follows an `RMPPTable`: records as they are, anything else framed."""
    if transfer.mgmtclass == _SUBNADM and transfer.attributeid in RECORDS:
        return transfer.data
    return RMPPData.write({"length": RMPPData.size + len(transfer.data), "data": transfer.data})

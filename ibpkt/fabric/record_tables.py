"""Records that subnet administration answers with: single ones, and tables of many segments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.batch import Batch, Shape
from ibpkt.fabric.attribute_rows import AttributeRows, Envelope
from ibpkt.fabric.columns import AttributeColumns, envelope_of, in_segments
from ibpkt.fabric.directed_routes import NOWHERE
from ibpkt.management.transfers import Segment, Transfer, Transfers, segments
from ibpkt.protocols import MAD, RMPP, SA
from ibpkt.protocols.mad.base import RESPONSE, RMPP_TYPES
from ibpkt.protocols.mad.sa import RECORDS
from ibpkt.schema import Header, number_of

#: bytes in which AttributeOffset counts, and those of a segment's data
_UNIT, _ROOM = 8, MAD.fills - MAD.size - RMPP.size - SA.size
_DATA = number_of(RMPP_TYPES, "DATA")


#: tables that are put together at a time: one by one, what is known of each takes more than its records
_AT_ONCE = 1024
#: incomplete tables that are named
MOST_INCOMPLETE = 64


class IncompleteTable(NamedTuple):
    """A table of which segments are missing.

    Attributes:
        name: its attribute.
        frames: the packets of the segments that there are.
        records: records before the first gap.
    """

    name: str
    frames: tuple[int, ...]
    records: int


class RecordTables:
    """Collects the tables of some records, batch by batch.

    Args:
        headers: the declarations of the records that are wanted.

    Attributes:
        incomplete: the first tables of which segments are missing.
    """

    def __init__(self, headers: Iterable[Header]) -> None:
        self.incomplete: list[IncompleteTable] = []
        self._wanted = set(headers)
        self._transfers = Transfers()
        self._envelopes: dict[int, Envelope] = {}
        self._tables: dict[Header, list[AttributeRows]] = {header: [] for header in self._wanted}
        self._single: dict[Header, list[AttributeRows]] = {header: [] for header in self._wanted}  # not put together

    def add(self, batch: Batch) -> None:
        """Take the segments out of a batch."""
        if not any(RMPP in shape.headers and SA in shape.headers for shape in batch.shapes):
            return
        for shape in batch.shapes:
            place = shape.index(MAD)
            if place is not None and SA in shape.headers and (rows := _first_segments(shape)).size:
                whole = envelope_of(shape, place, np.full(len(shape), NOWHERE, np.int64)).select(rows)
                for at, frame in enumerate(whole.frame.tolist()):
                    self._envelopes[frame] = whole.select(np.array([at]))
        for segment in segments(batch):
            header = RECORDS.get(segment.attributeid)
            if header not in self._wanted or not _whole_segment(segment):
                self._envelopes.pop(segment.frame, None)
                continue
            if segment.single:
                size = max(segment.data2 - segment.header, 0) if segment.data2 else len(segment.data)
                self._take(header, segment.attributeoffset, segment.data[:size], segment.frame)
                continue
            for transfer in self._transfers.take(segment)[1]:
                self._end(transfer)
            if not self._transfers.keeps(segment):  # it came before, or its transfer is at its end
                self._envelopes.pop(segment.frame, None)

    def finish(self) -> None:
        """The capture is at its end."""
        for transfer in self._transfers.finish():
            self._end(transfer)

    def rows(self, header: Header, single: AttributeColumns) -> AttributeRows:
        """The records of one kind that answers hold, in the order of the packets.

        Args:
            header: the declaration of the record.
            single: datagrams with one record.
        """
        alone = single.answers(header)
        alone = alone.where(alone.good)
        tables = [*self._tables[header], *self._single[header]]
        if not tables:
            return alone
        every = _together(header, [alone, *tables])
        return every.select(np.argsort(every.envelope.frame, kind="stable"))

    def _end(self, transfer: Transfer) -> None:
        header = RECORDS.get(transfer.attributeid)
        if header is None or not transfer.frames:
            for frame in transfer.frames:
                self._envelopes.pop(frame, None)
            return
        count = self._take(header, transfer.attributeoffset, transfer.data, transfer.frames[0])
        if transfer.outcome != "complete" and len(self.incomplete) < MOST_INCOMPLETE:
            self.incomplete.append(IncompleteTable(header.name, transfer.frames, count))

    def _take(self, header: Header, offset: int, data: bytes, frame: int) -> int:
        """Keep the records of a table; gives how many there are."""
        envelope = self._envelopes.pop(frame, None)
        stride = offset * _UNIT
        if envelope is None or not envelope.method[0] & RESPONSE or envelope.status[0] or stride < _whole(header):
            return 0
        count = len(data) // stride
        if not count and len(data) >= _whole(header):  # the last record may be shorter than its distance
            count = 1
        count += 1 if count and len(data) - count * stride >= _whole(header) else 0
        if count:
            filled = data.ljust(count * stride + header.size, b"\0")
            records = np.frombuffer(filled, np.uint8, count * stride).reshape(count, stride)
            block = np.zeros((count, header.size), np.uint8)
            size = min(stride, header.size)
            block[:, :size] = records[:, :size]
            single = self._single[header]
            single.append(AttributeRows(header, Envelope(*(np.repeat(column, count) for column in envelope)), block))
            if len(single) >= _AT_ONCE:
                self._tables[header].append(_together(header, single))
                single.clear()
        return count


def _together(header: Header, rows: Sequence[AttributeRows]) -> AttributeRows:
    envelope = Envelope(*(np.concatenate(columns) for columns in zip(*(each.envelope for each in rows), strict=True)))
    return AttributeRows(header, envelope, np.concatenate([each.data for each in rows]))


def _first_segments(shape: Shape) -> Ints:
    """The first segments of tables, by their rows: they say what is known of all records."""
    place = shape.index(RMPP)
    if place is None:
        return np.zeros(0, np.int64)
    number, kind = (shape.column(place, RMPP.leaf(name)).values for name in ("segmentnumber", "rmpptype"))
    return np.flatnonzero(in_segments(shape) & (number == 1) & (kind == _DATA))


def _whole_segment(segment: Segment) -> bool:
    """Whether the capture has all data of a segment; what follows a cut one would lie at the wrong place."""
    size = _ROOM
    if segment.last and 0 < segment.data2 <= _ROOM + segment.header:
        size = segment.data2 - segment.header
    return segment.rmpptype != _DATA or len(segment.data) >= size


def _whole(header: Header) -> int:
    """The bytes of a record without padding at its end."""
    return max(field.bit + field.width for field in header.fields if not field.reserved) // 8

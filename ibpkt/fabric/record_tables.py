"""Records that subnet administration answers with: single ones, and tables of many segments."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Octets
from ibpkt.batch import Batch
from ibpkt.fabric.attribute_rows import ANSWER, AttributeRows, Envelope
from ibpkt.fabric.columns import AttributeColumns, envelope_of, in_segments
from ibpkt.fabric.directed_routes import NOWHERE
from ibpkt.management.transfers import Segment, Transfer, Transfers, segments
from ibpkt.protocols import MAD, RMPP, SA
from ibpkt.protocols.mad.base import RMPP_TYPES
from ibpkt.protocols.mad.sa import RECORDS
from ibpkt.schema import Header, number_of

#: bytes in which AttributeOffset counts, and those of a segment's data
_UNIT, _ROOM = 8, MAD.fills - MAD.size - RMPP.size - SA.size
_DATA = number_of(RMPP_TYPES, "DATA")


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
        incomplete: tables of which segments are missing.
    """

    def __init__(self, headers: Iterable[Header]) -> None:
        self.incomplete: list[IncompleteTable] = []
        self._wanted = set(headers)
        self._transfers = Transfers()
        self._envelopes: dict[int, Envelope] = {}
        self._tables: dict[Header, list[tuple[Envelope, Octets, int]]] = {header: [] for header in self._wanted}
        self._count = 0

    def add(self, batch: Batch) -> None:
        """Take the segments out of a batch."""
        if not any(RMPP in shape.headers and SA in shape.headers for shape in batch.shapes):
            return
        for shape in batch.shapes:
            place = shape.index(MAD)
            if place is not None and SA in shape.headers and (rows := np.flatnonzero(in_segments(shape))).size:
                whole = envelope_of(shape, place, np.full(len(shape), NOWHERE, np.int64)).select(rows)
                for at, frame in enumerate(whole.frame.tolist()):
                    self._envelopes[frame] = whole.select(np.array([at]))
        for segment in segments(batch):
            header = RECORDS.get(segment.attributeid)
            if header not in self._wanted or not _whole_segment(segment):
                continue
            if segment.single:
                size = max(segment.data2 - segment.header, 0) if segment.data2 else len(segment.data)
                self._take(header, segment.attributeoffset, segment.data[:size], segment.frame)
                continue
            for transfer in self._transfers.take(segment)[1]:
                self._end(transfer)

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
        tables = self._tables[header]
        if not tables:
            return alone
        envelopes = [alone.envelope]
        for envelope, _, count in tables:
            envelopes.append(Envelope(*(np.repeat(column, count) for column in envelope)))
        whole = Envelope(*(np.concatenate(columns) for columns in zip(*envelopes, strict=True)))
        data = np.concatenate([alone.data, *(data for _, data, _ in tables)])
        order = np.argsort(whole.frame, kind="stable")
        return AttributeRows(header, whole.select(order), data[order])

    def _end(self, transfer: Transfer) -> None:
        header = RECORDS.get(transfer.attributeid)
        if header is None or not transfer.frames:
            return
        count = self._take(header, transfer.attributeoffset, transfer.data, transfer.frames[0])
        if transfer.outcome != "complete":
            self.incomplete.append(IncompleteTable(header.name, transfer.frames, count))

    def _take(self, header: Header, offset: int, data: bytes, frame: int) -> int:
        """Keep the records of a table; gives how many there are."""
        envelope = self._envelopes.get(frame)
        stride = offset * _UNIT
        if envelope is None or not envelope.method[0] & ANSWER or envelope.status[0] or stride < _whole(header):
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
            self._tables[header].append((envelope, block, count))
        return count


def _whole_segment(segment: Segment) -> bool:
    """Whether the capture has all data of a segment; what follows a cut one would lie at the wrong place."""
    size = _ROOM
    if segment.last and 0 < segment.data2 <= _ROOM + segment.header:
        size = segment.data2 - segment.header
    return segment.rmpptype != _DATA or len(segment.data) >= size


def _whole(header: Header) -> int:
    """The bytes of a record without padding at its end."""
    bits = 0
    for field in header.fields:
        if not field.reserved:
            bits = max(bits, field.bit + field.width * max(field.count, 1))
    return bits // 8

"""Rows that grow batch by batch, each column in one array, so that they never take twice their memory."""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Array, Ints, Octets, gather
from ibpkt.fabric.attribute_rows import AttributeRows, Envelope, no_envelope
from ibpkt.schema import Header

#: arrays grow by this part of what they have room for, and at first to this many rows
_GROWTH, _FIRST = 4, 256


class GrowingRows:
    """Collects datagrams with one attribute.

    Args:
        header: its declaration.
        data: keep the bytes of the attribute.
    """

    def __init__(self, header: Header, *, data: bool = True) -> None:
        self._header = header
        self._size = header.size if data else 0
        self._columns: list[Array] = [*no_envelope(), np.zeros((0, self._size), np.uint8)]
        self._count = 0
        self._lent = False  # somebody has views of the arrays, which may not move then

    def take(self, envelope: Envelope, data: Octets, starts: Ints) -> None:
        """Add datagrams.

        Args:
            envelope: what is known of them.
            data: the bytes of a batch.
            starts: where the attributes begin in it.
        """
        first, self._count = self._count, self._count + len(starts)
        if self._lent or self._count > len(self._columns[0]):
            self._make_room(first)
        for column, more in zip(self._columns, envelope, strict=False):
            column[first : self._count] = more
        if self._size:
            self._columns[-1][first : self._count] = gather(data, starts, self._size)

    def rows(self) -> AttributeRows:
        """All of them, in the order of the packets."""
        if not self._lent:
            self._fit(self._count)
            frame = self._columns[0]
            if (frame[1:] < frame[:-1]).any():
                order = np.argsort(frame, kind="stable")
                for column in self._columns:
                    column[:] = column[order]
        self._lent = True
        *envelope, data = self._columns
        return AttributeRows(self._header, Envelope(*envelope), data)

    def _make_room(self, kept: int) -> None:
        if self._lent:
            self._columns = [column[:kept].copy() for column in self._columns]
        self._lent = False
        self._fit(max(self._count + self._count // _GROWTH, _FIRST))

    def _fit(self, room: int) -> None:
        for column in self._columns:
            column.resize((room, *column.shape[1:]), refcheck=False)

"""Rows that grow batch by batch, and are put together column by column, so that they never take twice their memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from ibpkt.arrays import Array, Ints, Octets, gather
from ibpkt.fabric.attribute_rows import AttributeRows, Envelope, no_envelope
from ibpkt.schema import Header


class GrowingRows:
    """Collects datagrams with one attribute.

    Args:
        header: its declaration.
        data: keep the bytes of the attribute.
    """

    def __init__(self, header: Header, *, data: bool = True) -> None:
        self._header = header
        self._size = header.size if data else 0
        self._pieces: list[list[Array]] = [[] for _ in range(len(Envelope._fields) + 1)]

    def take(self, envelope: Envelope, data: Octets, starts: Ints) -> None:
        """Add datagrams.

        Args:
            envelope: what is known of them.
            data: the bytes of a batch.
            starts: where the attributes begin in it.
        """
        held = gather(data, starts, self._size) if self._size else np.zeros((len(starts), 0), np.uint8)
        columns: list[Array] = [*envelope, held]
        for pieces, column in zip(self._pieces, columns, strict=True):
            pieces.append(column)

    def rows(self) -> AttributeRows:
        """All of them, in the order of the packets."""
        if not self._pieces[0]:
            return AttributeRows(self._header, no_envelope(), np.zeros((0, self._size), np.uint8))
        if len(self._pieces[0]) > 1:
            for pieces in self._pieces:
                pieces[:] = [_joined(pieces)]
        frame = self._pieces[0][0]
        if (frame[1:] < frame[:-1]).any():
            order = np.argsort(frame, kind="stable")
            for pieces in self._pieces:
                pieces[0] = pieces[0][order]
        *envelope, data = (pieces[0] for pieces in self._pieces)
        return AttributeRows(self._header, Envelope(*envelope), data)


def _joined(pieces: list[Array]) -> np.ndarray[Any, Any]:
    """The pieces one after the other; each is given up when it is copied."""
    whole = np.empty((sum(map(len, pieces)), *pieces[0].shape[1:]), pieces[0].dtype)
    at = 0
    for number, piece in enumerate(pieces):
        whole[at : at + len(piece)] = piece
        at += len(piece)
        pieces[number] = piece[:0].copy()
    return whole

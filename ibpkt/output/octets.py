"""Bytes as hexadecimal digits, for whole columns."""

from __future__ import annotations

import binascii
import functools
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibpkt.output.pieces import Literal, Matrix, Piece


class Octets(Piece):
    """Rows of as many bytes each.

    Args:
        block: shape (n, size), size at least 1.
        colons: put a colon between bytes, as tshark shows them.
    """

    def __init__(self, block: NDArray[np.uint8], *, colons: bool = False) -> None:
        self.block = block
        self.colons = colons

    def columns(self) -> tuple[list[str]]:
        """The texts."""
        return ([text.decode() for text in self.encoded(len(self.block))],)

    def matrix(self, count: int) -> Matrix:
        """The texts, a byte at a time out of a table."""
        count, size = self.block.shape
        text: Matrix = _table(self.colons)[self.block].view(np.uint8).reshape(count, -1)
        return np.ascontiguousarray(text[:, : size * 3 - 1]) if self.colons else text

    def encoded(self, count: int) -> list[bytes]:
        """The texts as bytes."""
        text = self.matrix(count)
        return list(text.view(f"S{text.shape[1]}").reshape(len(text)).tolist())


class Stretches(Piece):
    """Bytes of any length, one stretch a row.

    Args:
        values: the bytes; None counts as none.
        colons: put a colon between bytes.
    """

    def __init__(self, values: Sequence[bytes | None], *, colons: bool = False) -> None:
        self.values = values
        self.colons = colons

    def columns(self) -> tuple[list[str]]:
        """The texts."""
        return ([text.decode() for text in self.encoded(len(self.values))],)

    def encoded(self, count: int) -> list[bytes]:
        """The texts as bytes."""
        between = (":",) if self.colons else ()
        return [binascii.hexlify(value, *between) if value else b"" for value in self.values]


@functools.cache
def _table(colons: bool) -> NDArray[np.void]:
    """The texts of 0 to 255."""
    texts = b"".join(b"%02x:" % number if colons else b"%02x" % number for number in range(256))
    return np.frombuffer(texts, f"V{len(texts) // 256}")


def octets(values: NDArray[Any], *, colons: bool = False) -> Piece:
    """A column of bytes: rows of one length, or an array of objects; as a literal where all are the same."""
    if values.dtype == object:
        return Stretches(values.tolist(), colons=colons)
    if values.size == 0 or (values == values[0]).all():
        data = values[0].tobytes() if len(values) else b""
        return Literal(data.hex(":") if colons else data.hex())
    return Octets(values, colons=colons)

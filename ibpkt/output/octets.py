"""Bytes as hexadecimal digits, for whole columns."""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from ibpkt.output.pieces import Literal, Matrix, Piece, Texts


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


@functools.cache
def _table(colons: bool) -> NDArray[np.void]:
    """The texts of 0 to 255."""
    texts = b"".join(b"%02x:" % number if colons else b"%02x" % number for number in range(256))
    return np.frombuffer(texts, f"V{len(texts) // 256}")


def octets(block: NDArray[np.uint8], *, colons: bool = False) -> Piece:
    """Rows of bytes as `Octets` or, where all are the same, as a literal."""
    if block.size and (block == block[0]).all():
        data = block[0].tobytes()
        return Literal(data.hex(":") if colons else data.hex())
    return Octets(block, colons=colons) if block.size else Texts([""] * len(block), safe=True)

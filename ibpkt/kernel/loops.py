"""Loops over the packets of a batch in C (`kernel.c`), for a wheel that is compiled.

They know no header: places, sizes, masks and polynomials are given.  A wheel of pure Python lacks them; then `COMPILED`
is false, and their callers do the same with NumPy.  Both give the same results: `tests/kernel` holds that, and every
other test passes with either.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibpkt.arrays import Array, Ints, Octets

#: the environment variable that, set to anything, has NumPy do all
PURE = "IBPKT_PURE"

try:
    from ibpkt.kernel import compiled as _compiled
except ImportError:  # there is none, or it cannot be loaded: NumPy gives the same results
    COMPILED = False
else:
    COMPILED = not os.environ.get(PURE)


class CrcTables(NamedTuple):
    """What a reflected CRC of up to 32 bits is computed with.

    Attributes:
        table: what each byte does to the register so many bytes later, shape (16, 256).
        fold: what 64 bits weigh, those that come first and the next, 16 bytes later and 64 bytes later, shape (4,).
    """

    table: NDArray[np.uint32]
    fold: NDArray[np.uint64]


@functools.lru_cache(maxsize=8)
def crc_tables(polynomial: int, width: int) -> CrcTables:
    """The tables of a CRC.

    Args:
        polynomial: as it is usually written, without its highest bit.
        width: of the register in bits.
    """
    reflected = int(f"{polynomial:0{width}b}"[::-1], 2)
    entries = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        entries = np.where(entries & 1, entries >> 1 ^ np.uint32(reflected), entries >> 1).astype(np.uint32)
    table = [entries]
    while len(table) < 16:
        table.append(table[0][table[-1] & 0xFF] ^ table[-1] >> np.uint32(8))

    def weight(power: int) -> int:
        """x to a power modulo the polynomial, the lowest power in the highest of 64 bits."""
        remainder = 1
        for _ in range(power):
            remainder <<= 1
            if remainder >> width:
                remainder ^= 1 << width | polynomial
        return int(f"{remainder:064b}"[::-1], 2)

    # the product of two reflected words is one power too high
    powers = [128 + 64 - 1, 128 - 1, 512 + 64 - 1, 512 - 1]
    return CrcTables(np.array(table, np.uint32), np.array([weight(power) for power in powers], np.uint64))


#: bytes of a mask, at most
LONGEST_MASK = 256


def crcs(
    tables: CrcTables, data: Octets, begin: Ints, end: Ints, register: int, mask: bytes = b""
) -> NDArray[np.uint32]:
    """The register of a CRC after each of some ranges of a buffer.

    Args:
        tables: those of the CRC.
        data: the buffer.
        begin: where the ranges begin, shape (n,).
        end: where they end, likewise.
        register: before each of them.
        mask: bits to set in the first bytes of each before they are read; the buffer stays as it is.

    Raises:
        IndexError: a range does not lie in the buffer.
    """
    out = np.empty(len(begin), np.uint32)
    begin, end = np.ascontiguousarray(begin, np.int64), np.ascontiguousarray(end, np.int64)
    _compiled.crcs(tables.table, tables.fold, data, begin, end, register, mask, out)
    return out


#: pieces of a line, at most
MOST_PIECES = 170
#: how a piece is written, as `kernel.c` has it: as its bytes are; as integers in decimal, with blanks or zeros before
#: them; as bytes in hexadecimal; any larger number is that of a character between bytes in hexadecimal
COPIED, BLANKS, ZEROS, HEX = -1, -2, -3, 0

PieceMemory = tuple[Array | bytes, Ints | None, int, Ints | None, int, int]
"""A column of texts: the buffer; where each begins, or None; the distance from one to the next then (the size of an
integer); the bytes of each, or None; those of all then (of an integer the characters); and how they are written."""


def lay_out(page: Octets, at: Ints, pieces: Sequence[PieceMemory]) -> None:
    """Write rows of text, each from one piece after the other.

    Args:
        page: where to write.
        at: where each row begins, shape (n,).
        pieces: the columns, `MOST_PIECES` at most.

    Raises:
        IndexError: a text does not lie in its buffer, or has no room in the page.
    """
    _compiled.lay_out(page, np.ascontiguousarray(at, np.int64), tuple(pieces))


def records(
    data: Octets, at: int, stop: int, *, header: int, length: int, little: bool, limit: int
) -> tuple[Ints, int]:
    """The places of records that follow one another, each with its length in its header.

    Args:
        data: the buffer.
        at: where the first one begins.
        stop: where they end at the latest.
        header: bytes of a header.
        length: the byte of the header at which the four of the length begin; they do not count the header.
        little: the lowest of these comes first.
        limit: how many are wanted at most.

    Returns:
        Their places, and where the next one begins.
    """
    out = np.empty(min(limit, max(0, stop - at) // header + 1), np.int64)
    found, end = _compiled.records(data, at, stop, header, length, little, out)
    return out[:found], end

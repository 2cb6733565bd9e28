"""Numbers and addresses as text, many at once: matrices of ASCII bytes, a row a number.

Digits are looked up in tables, four decimal or two hexadecimal ones at a time; long runs of bytes are converted to
hexadecimal by arithmetic, which is then faster than a table.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibpkt.arrays import Ints

Matrix = NDArray[np.uint8]


def decimal_sizes(values: NDArray[Any], least: int, most: int) -> int | Ints:
    """The number of decimal digits of integers.

    Args:
        values: shape (n,).
        least: the smallest of them, not negative.
        most: the largest.

    Returns:
        Shape (n,), or one number if it is the same for all.
    """
    first, last = len(str(least)), len(str(most))
    if first == last:
        return last
    sizes = np.full(len(values), first, np.int64)
    for digits in range(first, last):
        sizes += values >= 10**digits
    return sizes


def decimal_digits(values: NDArray[Any], width: int) -> Matrix:
    """The last ``width`` decimal digits of non-negative integers, zero-padded, shape (n, width)."""
    inner = _four_digits()
    chunks = -(-width // 4)
    block = np.empty((len(values), chunks), np.uint32)
    number = np.uint64 if width > 9 else np.uint32
    values = values.astype(number)
    for place in range(chunks - 1, 0, -1):
        rest: NDArray[Any] = values // number(10_000)
        block[:, place] = inner.take((values - rest * number(10_000)).astype(np.intp), mode="clip")
        values = rest
    block[:, 0] = inner.take(values.astype(np.intp), mode="clip")
    return block.view(np.uint8)[:, chunks * 4 - width :]


def hexadecimal_digits(values: NDArray[Any], digits: int) -> Matrix:
    """The last hexadecimal digits of unsigned integers, zero-padded, shape (n, digits)."""
    size = values.dtype.itemsize
    octets = values.astype(values.dtype.newbyteorder(">")).view(np.uint8).reshape(len(values), size)
    text = _two_digits()[octets].view(np.uint8).reshape(len(values), size * 2)
    if digits <= size * 2:
        return text[:, size * 2 - digits :]
    padded = np.full((len(values), digits), ord("0"), np.uint8)
    padded[:, digits - size * 2 :] = text
    return padded


def hexed(octets: Matrix) -> Matrix:
    """Bytes in hexadecimal, shape (2 * n,)."""
    nibbles = octets.astype("<u2")
    low = nibbles << 8
    nibbles >>= 4
    nibbles |= low
    nibbles &= 0x0F0F  # the high nibble first, as in text
    letters = np.add(nibbles, 0x0606, out=low)
    letters >>= 4
    letters &= 0x0101  # 1 for a to f
    letters *= ord("a") - ord("9") - 1
    nibbles += letters
    nibbles += 0x3030
    return nibbles.view(np.uint8)


def paired(octets: Matrix, between: str) -> Matrix:
    """Rows of bytes, shape (n, size), in hexadecimal with a character between them, shape (n, 3 * size - 1)."""
    count, size = octets.shape
    text = np.full(count * size * 3, ord(between), np.uint8)
    pairs: NDArray[np.uint16] = np.ndarray((count * size,), np.uint16, text, strides=(3,))
    pairs[:] = hexed(octets.reshape(-1)).view(np.uint16)
    return text.reshape(count, size * 3)[:, : size * 3 - 1]


def dotted(values: NDArray[np.uint32]) -> Matrix:
    """IPv4 addresses, shape (n, 16): the text is the bytes that are not zero."""
    inner, last = _octets()
    text = np.empty((len(values), 4), np.uint32)
    for place, shift in enumerate((24, 16, 8, 0)):
        text[:, place] = (last if shift == 0 else inner)[values >> np.uint32(shift) & np.uint32(255)]
    return text.view(np.uint8)


@functools.cache
def _four_digits() -> NDArray[np.uint32]:
    return np.frombuffer(b"".join(b"%04d" % number for number in range(10_000)), np.uint32)


@functools.cache
def _two_digits() -> NDArray[np.uint16]:
    return np.frombuffer(bytes(range(256)).hex().encode(), np.uint16)


@functools.cache
def _octets() -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """The texts of 0 to 255 in four bytes, padded with zero bytes: with a dot after them, and without."""
    inner = b"".join(f"{octet}.".encode().ljust(4, b"\0") for octet in range(256))
    last = b"".join(f"{octet}".encode().ljust(4, b"\0") for octet in range(256))
    return np.frombuffer(inner, np.uint32), np.frombuffer(last, np.uint32)

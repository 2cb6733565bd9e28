"""The three CRCs of InfiniBand: ICRC, VCRC and LPCRC.

Their parameters stand on the declarations (`ibpkt.protocols.link`); faster implementations than crcmod are used where
they are installed (zlib always, `isal` and `anycrc` with the extra ``fast``).

Source: IBA 1, 7.8 (with the vectors that the tests use).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibpkt.protocols import VCRC

try:
    from isal.isal_zlib import crc32 as crc32
except ImportError:
    from zlib import crc32 as crc32

Numbers = NDArray[np.uint32]

#: the ICRC of the eight bytes of ones that stand for the LRH of a RoCE packet, from which the computation goes on
ONES = crc32(b"\xff" * 8)


class Status(StrEnum):
    """What can be said of a CRC in a captured packet."""

    GOOD = "good"
    BAD = "bad"
    ABSENT = "absent"  # the packet on the wire does not have it, or it is in another fragment
    CUT = "cut"  # the capture's snap length left it out
    ZERO = "zero"  # zero bytes: the sender's adapter fills them in behind the tap


#: statuses by their number in columns
STATUSES = tuple(Status)


class Check(NamedTuple):
    """The verdict on one CRC.

    Attributes:
        status: see `Status`.
        stored: the bytes in the packet, in their order there; empty where there are none.
        computed: the bytes that should be there; empty where that cannot be known.
        cause: the known mistake that explains a bad one, or "".
    """

    status: Status
    stored: bytes = b""
    computed: bytes = b""
    cause: str = ""

    def __bool__(self) -> bool:
        """Whether it was verified and is good."""
        return self.status is Status.GOOD

    @property
    def number(self) -> str:
        """The stored bytes as Wireshark shows them."""
        return f"0x{self.stored.hex()}"


@functools.cache
def crc16() -> Callable[[Any], int]:
    """The CRC of VCRC and LPCRC, as a function of a buffer."""
    how = VCRC.crc
    assert how is not None  # it is declared
    calc: Callable[[Any], int]
    try:
        from anycrc import CRC
    except ImportError:
        import crcmod

        # crcmod's initCrc is what comes out for no data, after the final inversion
        generator, start = 1 << how.width | how.polynomial, how.init ^ how.xorout
        calc = crcmod.mkCrcFun(generator, initCrc=start, rev=how.reflected, xorOut=how.xorout)
    else:
        calc = CRC(
            how.width, how.polynomial, init=how.init, refin=how.reflected, refout=how.reflected, xorout=how.xorout
        ).calc
    return calc


def icrc_bytes(number: int) -> bytes:
    """An ICRC as it is stored."""
    return number.to_bytes(4, "little")


def vcrc_bytes(number: int) -> bytes:
    """A VCRC or LPCRC as it is stored."""
    return number.to_bytes(2, "little")


#: ranges up to this size are copied out of the buffer, which is faster than looking at them in place
COPIED = 1024
#: bytes that are copied at a time: they stay in the nearest cache, and their memory is used again
PIECE = 64 << 10


def crc32_many(data: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64], seed: int) -> Numbers:
    """The CRC-32 of many ranges of a buffer, each continuing ``seed``."""
    return _many(data, starts, ends, lambda pieces: map(crc32, pieces, itertools.repeat(seed)))


def crc16_many(data: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]) -> Numbers:
    """The CRC-16 of many ranges of a buffer."""
    calc = crc16()
    return _many(data, starts, ends, lambda pieces: map(calc, pieces))


def _many(
    data: NDArray[np.uint8],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    calc: Callable[[Iterable[Any]], Iterable[int]],
) -> Numbers:
    """One call a range; the loops run in C.  Ranges of one size are taken out of the buffer together."""
    sizes = np.maximum(ends - starts, 0)
    order = np.argsort(np.minimum(sizes, 0xFFFF).astype(np.uint16), kind="stable")  # sorted by bytes: much faster
    result = np.empty(len(sizes), np.uint32)
    pieces = itertools.chain.from_iterable(_pieces(data, starts[order], sizes[order]))
    result[order] = np.fromiter(calc(pieces), np.uint32, len(sizes))
    return result


def _pieces(data: NDArray[np.uint8], starts: NDArray[np.int64], sizes: NDArray[np.int64]) -> Iterator[Iterable[Any]]:
    """The ranges; those of one size stand together."""
    begins = np.flatnonzero(np.diff(sizes, prepend=-1))
    ends = [*begins[1:].tolist(), len(sizes)]
    for begin, end, size in zip(begins.tolist(), ends, sizes[begins].tolist(), strict=True):
        if 0 < size <= COPIED:
            windows: NDArray[Any] = np.ndarray((len(data) - size + 1,), f"V{size}", data, strides=(1,))
            most = PIECE // size
            for first in range(begin, end, most):
                yield windows[starts[first : min(first + most, end)]].tolist()
        else:
            yield (data.data[start : start + size] for start in starts[begin:end].tolist())

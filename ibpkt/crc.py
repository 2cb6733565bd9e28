"""The three CRCs of InfiniBand: ICRC, VCRC and LPCRC.

The parameters stand here once, as crcmod takes them; faster implementations are used where they are installed
(zlib always, `isal` and `anycrc` with the extra ``fast``).

Source: IBA 1, 7.8; sheet 04-crc (with the vectors that the tests use).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

try:
    from isal.isal_zlib import crc32 as crc32
except ImportError:
    from zlib import crc32 as crc32

#: polynomials with their top bit; both CRCs are reflected, start from ones and are inverted at the end
ICRC_POLYNOMIAL = 0x104C11DB7
VCRC_POLYNOMIAL = 0x1100B
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
    calc: Callable[[Any], int]
    try:
        from anycrc import CRC
    except ImportError:
        import crcmod

        # crcmod's initCrc is what comes out for no data, after the final inversion
        calc = crcmod.mkCrcFun(VCRC_POLYNOMIAL, initCrc=0, rev=True, xorOut=0xFFFF)
    else:
        calc = CRC(16, VCRC_POLYNOMIAL & 0xFFFF, init=0xFFFF, refin=True, refout=True, xorout=0xFFFF).calc
    return calc


def icrc_bytes(number: int) -> bytes:
    """An ICRC as it is stored."""
    return number.to_bytes(4, "little")


def vcrc_bytes(number: int) -> bytes:
    """A VCRC or LPCRC as it is stored."""
    return number.to_bytes(2, "little")


def crc32_many(buffer: memoryview, starts: Sequence[int], ends: Sequence[int], seed: int) -> NDArray[np.uint32]:
    """The CRC-32 of many ranges of a buffer, each continuing ``seed``."""
    return np.array([crc32(buffer[start:end], seed) for start, end in zip(starts, ends, strict=True)], np.uint32)


def crc16_many(buffer: memoryview, starts: Sequence[int], ends: Sequence[int]) -> NDArray[np.uint16]:
    """The CRC-16 of many ranges of a buffer."""
    calc = crc16()
    return np.array([calc(buffer[start:end]) for start, end in zip(starts, ends, strict=True)], np.uint16)

"""The CRCs of many packets, by isal or zlib and by anycrc; `ibpkt.packet.crc` computes those of one.

The fastest implementation that is installed is taken: isal (the extra ``fast``) before zlib for CRC-32, anycrc before
crcmod for CRC-16.  All give the same numbers; a test holds that.

Source: IBA 1, 7.8.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ibpkt.packet import crc_bytes, crc_function, crc_parameters
from ibpkt.protocols import ICRC, VCRC

try:
    from isal.isal_zlib import crc32 as crc32
except ImportError:
    from zlib import crc32 as crc32

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ibpkt.schema import Header

    Numbers = NDArray[np.uint32]

#: CRCs as they are stored
icrc_bytes: functools.partial[bytes] = functools.partial(crc_bytes, ICRC)
vcrc_bytes: functools.partial[bytes] = functools.partial(crc_bytes, VCRC)


@functools.cache
def crc16() -> Callable[[Any], int]:
    """The CRC of VCRC and LPCRC, as a function of a buffer."""
    try:
        from anycrc import CRC
    except ImportError:
        return crc_function(VCRC)
    declared = crc_parameters(VCRC)
    calc: Callable[[Any], int] = CRC(
        declared.width,
        declared.polynomial,
        init=declared.init,
        refin=declared.reflected,
        refout=declared.reflected,
        xorout=declared.xorout,
    ).calc
    return calc


@functools.cache
def calculator(which: Header) -> Callable[[Any], int]:
    """A CRC as a function of a buffer."""
    return crc32 if which is ICRC else crc16()


#: ranges up to this many bytes are copied out of the buffer, which is faster than a view of each
COPIED = 1024
#: ranges that are not worth being sorted by size
FEW = 32
#: bytes that are copied at a time: they stay in the nearest cache, and their memory is used again
PIECE = 64 << 10


def crc32_many(data: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64], before: bytes) -> Numbers:
    """The CRC-32 of many ranges of a buffer, each continued from that of the bytes ``before``."""
    seed = crc32(before)
    return _many(data, starts, ends, lambda pieces: map(crc32, pieces, itertools.repeat(seed)))


def crc16_many(data: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]) -> Numbers:
    """The CRC-16 of many ranges of a buffer."""
    calc = crc16()
    return _many(data, starts, ends, lambda pieces: map(calc, pieces))


def crc_many(
    which: Header, data: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64], before: bytes
) -> Numbers:
    """One of the two, as a header declares it; only an ICRC has bytes ``before``."""
    from ibpkt.kernel import loops  # late, for NumPy

    if loops.COMPILED:
        return crcs_with_mask(which, data, starts, ends, before, b"")
    return crc32_many(data, starts, ends, before) if which is ICRC else crc16_many(data, starts, ends)


def crcs_with_mask(
    which: Header,
    data: NDArray[np.uint8],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    before: bytes,
    mask: bytes,
) -> Numbers:
    """The same, by the compiled kernel, with the bits of a mask set in the first bytes of each range."""
    from ibpkt.kernel import loops  # late, for NumPy

    declared = crc_parameters(which)
    register = calculator(which)(before) ^ declared.xorout
    found = loops.crcs(loops.crc_tables(declared.polynomial, declared.width), data, starts, ends, register, mask)
    found ^= declared.xorout
    return found


def crcs_in_place(
    which: Header, data: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64], seeds: list[int]
) -> Numbers:
    """The CRCs of long ranges of a buffer, each continued from a seed (a CRC-16 from that of nothing)."""
    import numpy as np

    view = data.data
    pieces = [view[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    found = map(crc32, pieces, seeds) if which is ICRC else map(crc16(), pieces)
    return np.fromiter(found, np.uint32, len(pieces))


def _many(
    data: NDArray[np.uint8],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    calc: Callable[[Iterable[Any]], Iterable[int]],
) -> Numbers:
    """One call per range; the loops run in C.  Ranges of one size are taken out of the buffer together."""
    import numpy as np  # late: the CRCs of one packet need no NumPy

    if len(starts) < FEW:
        view = data.data
        few = [view[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
        return np.fromiter(calc(few), np.uint32, len(few))
    sizes = np.maximum(ends - starts, 0)
    order = np.argsort(np.minimum(sizes, 0xFFFF).astype(np.uint16), kind="stable")  # sorted by bytes: much faster
    result = np.empty(len(sizes), np.uint32)
    pieces = itertools.chain.from_iterable(_pieces(data, starts[order], sizes[order]))
    result[order] = np.fromiter(calc(pieces), np.uint32, len(sizes))
    return result


def _pieces(data: NDArray[np.uint8], starts: NDArray[np.int64], sizes: NDArray[np.int64]) -> Iterator[Iterable[Any]]:
    """The ranges, those of one size together."""
    import numpy as np

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

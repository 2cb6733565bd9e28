"""Wrong ICRCs that a known implementation computes and accepts: its packets arrive.

`ibpkt.packet.diagnosis` names the cause of any wrong CRC of one packet; here many packets are judged at once.
"""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Array, Bools, Ints
from ibpkt.batch import crc
from ibpkt.batch.batch import Batch
from ibpkt.batch.shape import Shape
from ibpkt.packet import STATUSES, Status
from ibpkt.protocols import BTH, FETH, ICRC

_BAD = STATUSES.index(Status.BAD)


def rxe_flush_icrc(batch: Batch) -> Bools:
    """Which packets are FLUSHes with the ICRC that Linux's rxe computes for them, not the specified one.

    It covers the packet as specified, and then the bytes from BTH on once more, with no field replaced by ones.  rxe
    (seen in 6.12) sends and accepts it, so such a packet is intact.

    Returns:
        Shape (n,); False for a FLUSH with the specified ICRC.

    Source: IBA 1, 7.8.1, and annex A19 for FLUSH.
    """
    found = np.zeros(len(batch), np.bool_)
    for shape in batch.shapes:
        found[shape.rows] = rxe_flushes(shape)
    return found


def rxe_flushes(shape: Shape) -> Bools:
    """The same of the packets of one shape."""
    result = np.zeros(len(shape), np.bool_)
    checks = shape.checks(ICRC) if FETH in shape.headers else None
    if checks is None:
        return result
    bad = np.flatnonzero(checks.status == _BAD)
    result[bad] = mistaken_flush_icrc(shape, bad) == checks.stored[bad]
    return result


def mistaken_flush_icrc(shape: Shape, rows: Ints) -> Array:
    """The ICRCs that Linux's rxe computes for FLUSHes (see `rxe_flush_icrc`).

    Args:
        shape: FLUSHes.
        rows: which of them, shape (n,).

    Returns:
        As they are stored, shape (n,).
    """
    checks, place = shape.checks(ICRC), shape.index(BTH)
    assert checks is not None
    assert place is not None
    data = shape.frames.data
    starts, ends = shape.position(place)[rows], shape.closing[ICRC].at[rows]
    # the CRC so far, from the bytes that should be stored
    once = checks.computed[rows].byteswap()
    columns = (starts.tolist(), ends.tolist(), once.tolist())
    twice = [crc.crc32(data[start:end], seed) for start, end, seed in zip(*columns, strict=True)]
    stored: Array = np.array(twice, np.uint32).byteswap()
    return stored

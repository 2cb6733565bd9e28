"""Checksums and CRCs of many packets, written into them: what `ibpkt.build` does for one.

Everything that makes or changes packets by the batch ends here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ibpkt.arguments import checked
from ibpkt.batch import Batch, Shape
from ibpkt.batch.checksums import checksum_at
from ibpkt.craft.checksums import Rows
from ibpkt.packet import STATUSES, Status
from ibpkt.protocols import CRCS
from ibpkt.schema import Header

_STORED = (STATUSES.index(Status.GOOD), STATUSES.index(Status.BAD), STATUSES.index(Status.ZERO))


@checked
def seal(batch: Batch, *, checksums: bool = True, crcs: bool = True, rows: Rows | None = None) -> None:
    """Write the header checksums and the CRCs that the packets should have into the batch's buffer.

    A packet whose capture does not hold the bytes that a CRC covers keeps what it has, and an absent CRC stays absent.

    Args:
        batch: the packets; their lengths and all other fields are final.
        checksums: write the checksums that are not optional: that of IPv4.
        crcs: write ICRC, then VCRC or LPCRC, which covers it.
        rows: which packets, shape (n,); None for all.
    """
    for shape in batch.shapes:
        chosen = None if rows is None else rows[shape.rows]
        if chosen is not None and not chosen.any():
            continue
        if checksums:
            for index, header in enumerate(shape.headers):
                if header.checksum is None or header.checksum.optional:
                    continue
                if (sums := checksum_at(shape, index)) is not None:
                    sums.write(shape.frames, sums.computable if chosen is None else sums.computable & chosen)
        if crcs:
            for which, checks, stored in stored_crcs(shape):
                if chosen is not None:
                    stored &= chosen
                shape.frames.write(shape.closing[which].at[stored], 0, which.size * 8, checks.computed[stored])
        shape.forget()


@checked
def stored_crcs(shape: Shape) -> Iterator[tuple[Header, Any, Rows]]:
    """The CRCs of a shape, to be written in this order: the ICRC first, for the others cover it.

    Yields:
        The CRC, its checks after the one before was written, and which packets have it stored whole, shape (n,).
    """
    for which in CRCS:
        if which in shape.closing:
            shape.forget()  # what was read before the last CRC was written
            checks = shape.checks(which)
            if checks is not None:
                yield which, checks, np.isin(checks.status, _STORED)

"""Checksums and CRCs of many packets, written into them: what `ibpkt.build` does for one.

Everything that makes or changes packets by the batch ends here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ibpkt.batch import Batch
from ibpkt.craft.checksums import checksum_at
from ibpkt.packet import STATUSES, Status
from ibpkt.protocols import CLOSED_BY, ICRC, IPv4

_HERE = (STATUSES.index(Status.GOOD), STATUSES.index(Status.BAD), STATUSES.index(Status.ZERO))


def seal(batch: Batch, *, checksums: bool = True, crcs: bool = True, rows: NDArray[np.bool_] | None = None) -> None:
    """Write the IPv4 checksums and the CRCs that the packets should have into the batch's buffer.

    A packet whose capture does not hold the bytes that a CRC covers keeps what it has, as does a CRC that is not there.

    Args:
        batch: the packets; their lengths and all other fields are as they shall be.
        checksums: write the IPv4 header checksums.
        crcs: write ICRC, then VCRC or LPCRC, which covers it.
        rows: which packets, shape (n,); None for all.
    """
    for shape in batch.shapes:
        chosen = None if rows is None else rows[shape.rows]
        if chosen is not None and not chosen.any():
            continue
        if checksums:
            for index, header in enumerate(shape.headers):
                if header is IPv4 and (each := checksum_at(shape, index)) is not None:
                    each.write(shape.frames, each.there if chosen is None else each.there & chosen)
        if crcs:
            closing = [which for which in dict.fromkeys((ICRC, *CLOSED_BY.values())) if which in shape.closing]
            for which in closing:
                shape.forget()  # what was read before this CRC was written
                checks = shape.checks(which)
                if checks is None:
                    continue
                there = np.isin(checks.status, _HERE)
                if chosen is not None:
                    there &= chosen
                shape.frames.write(shape.closing[which].at[there], 0, which.size * 8, checks.computed[there])
        shape.forget()

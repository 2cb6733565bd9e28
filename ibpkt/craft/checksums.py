"""Internet checksums computed again where packets were changed; `ibpkt.batch.checksums` knows how."""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Bools
from ibpkt.batch import Batch
from ibpkt.batch.checksums import checksum_at

Rows = Bools


def right_sums(batch: Batch) -> dict[int, Rows]:
    """Which packets have a right checksum, shape (n,), by the place of its header in the chain."""
    right: dict[int, Rows] = {}
    for shape in batch.shapes:
        for index in range(len(shape.headers)):
            sums = checksum_at(shape, index)
            if sums is not None:
                rows = right.setdefault(index, np.zeros(len(batch), np.bool_))
                rows[shape.rows] = sums.computable & (sums.stored == sums.computed)
    return right


def redo_sums(batch: Batch, rows: Rows, right: dict[int, Rows] | None = None) -> None:
    """Write the right checksums, the inner ones first: those of datagrams cover what is inside.

    Args:
        batch: the packets.
        rows: which of them, shape (n,).
        right: those that were right before, as `right_sums` found them; None for all.
    """
    nowhere = np.zeros(len(batch), np.bool_)
    for shape in batch.shapes:
        for index in reversed(range(len(shape.headers))):
            chosen = rows[shape.rows]
            if right is not None:
                chosen = chosen & right.get(index, nowhere)[shape.rows]
            sums = checksum_at(shape, index) if chosen.any() else None
            if sums is not None:
                sums.write(shape.frames, chosen & sums.computable & (sums.stored != sums.computed))
        shape.forget()

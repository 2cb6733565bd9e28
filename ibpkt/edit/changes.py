"""The step that changes bytes in place, and computes the checksums and CRCs of the changed packets again.

What was right before is right afterwards, and what was wrong stays wrong, unless the caller wants it repaired: an
edit of another field must not hide a flipped bit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ibpkt.arguments import checked
from ibpkt.batch import Batch
from ibpkt.craft.checksums import Rows, redo_sums, right_sums
from ibpkt.craft.seal import stored_crcs
from ibpkt.edit.buffer import fresh, note
from ibpkt.errors import CallerError
from ibpkt.packet import STATUSES, Status
from ibpkt.protocols import ICRC
from ibpkt.schema import Header

#: what to do with checksums and CRCs
REDO = {
    "good": "redo those that were right, of the packets that were changed",
    "keep": "touch none",
    "fix": "redo those of the packets that were changed, the wrong ones too",
    "all": "redo those of every packet",
}
_GOOD, _CUT = STATUSES.index(Status.GOOD), STATUSES.index(Status.CUT)

CRC_CUT = "cut by the capture; CRCs left as they were"
CRC_MOVED = "of another structure than before; CRCs left as they were"


class Change(Protocol):
    """Something that changes bytes of packets in place.

    Attributes:
        left: see `ibpkt.edit.Step`.
        structural: whether headers or lengths may differ afterwards.
    """

    @property
    def left(self) -> Counter[str]:
        """See above."""

    @property
    def structural(self) -> bool:
        """See above."""

    def change(self, batch: Batch) -> Rows:
        """Change the packets; returns which were, shape (n,)."""


class Verdicts:
    """Which checksums and CRCs of a batch are right.

    Args:
        batch: the packets.
    """

    def __init__(self, batch: Batch) -> None:
        count = len(batch)
        self.sums: dict[int, Rows] = right_sums(batch)
        self.crcs: dict[Header, Rows] = {}
        self.places: dict[Header, NDArray[np.int64]] = {}
        for shape in batch.shapes:
            for which in shape.closing:
                checks = shape.checks(which)
                if checks is not None:
                    right = self.crcs.setdefault(which, np.zeros(count, np.bool_))
                    right[shape.rows] = checks.status == _GOOD
                    places = self.places.setdefault(which, np.full(count, -1, np.int64))
                    places[shape.rows] = shape.closing[which].at


class Changes:
    """Change packets in place.

    Args:
        changes: what to change, in this order.
        crc: what to do with checksums and CRCs, one of `REDO`.

    Raises:
        CallerError: no such choice.
    """

    @checked
    def __init__(self, changes: Sequence[Change], crc: str = "good") -> None:
        if crc not in REDO:
            raise CallerError(f"checksums and CRCs cannot be treated as {crc!r}", name=crc, known=REDO)
        self.changes = changes
        self.crc = crc
        self.done = False
        self._left: Counter[str] = Counter()

    @property
    def left(self) -> Counter[str]:
        """What could not be done; see `ibpkt.edit.Step`."""
        return sum((change.left for change in self.changes), self._left)

    @checked
    def apply(self, batch: Batch) -> Batch:
        """The same packets, changed."""
        before = Verdicts(batch) if self.crc == "good" else None
        changed = np.full(len(batch), self.crc == "all")
        for change in self.changes:
            changed |= change.change(batch)
            if change.structural:
                batch = Batch(fresh(batch.frames))
            else:
                for shape in batch.shapes:
                    shape.forget()
        if self.crc != "keep" and changed.any():
            self._redo(batch, changed, before)
        return batch

    def _redo(self, batch: Batch, changed: Rows, before: Verdicts | None) -> None:
        for shape in batch.shapes:
            chosen = changed[shape.rows]
            if not chosen.any():
                continue
            cut = np.zeros(len(shape), np.bool_)
            moved = np.zeros(len(shape), np.bool_)
            for which, checks, stored in stored_crcs(shape):
                cut |= chosen & (checks.status == _CUT)
                redo = chosen & stored
                if before is not None:
                    redo &= before.crcs[which][shape.rows] if which in before.crcs else False
                if before is not None and which in before.places:
                    same = before.places[which][shape.rows] == shape.closing[which].at
                    moved |= redo & ~same
                    redo &= same
                at = shape.closing[which].at[redo]
                shape.frames.write(at, 0, which.size * 8, checks.computed[redo])
            note(self._left, CRC_CUT, cut)
            note(self._left, CRC_MOVED, moved)
            shape.forget()
        redo_sums(batch, changed, None if before is None else before.sums)


def seal_as_before(batch: Batch, rows: Rows, wrong: NDArray[np.uint32], blank: Rows) -> None:
    """Write CRCs into packets that were put together again; those that were wrong stay wrong by the same bits.

    Args:
        batch: the packets.
        rows: which of them, shape (n,).
        wrong: the bits in which the ICRC differed from what it should have been, shape (n,).
        blank: whose ICRC was zero, as with adapters that fill it in later, shape (n,).
    """
    for shape in batch.shapes:
        chosen = rows[shape.rows]
        if not chosen.any():
            continue
        for which, checks, stored in stored_crcs(shape):
            here = chosen & stored
            numbers = checks.computed[here]
            if which is ICRC:
                numbers = np.where(blank[shape.rows][here], np.uint32(0), numbers ^ wrong[shape.rows][here])
            shape.frames.write(shape.closing[which].at[here], 0, which.size * 8, numbers)
        shape.forget()

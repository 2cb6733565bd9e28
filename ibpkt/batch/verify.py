"""Verification of the CRCs of many packets; `ibpkt.packet.verify` verifies those of one.

Source: IBA 1, 7.8 and annexes A16, A17.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibpkt.batch import crc
from ibpkt.packet import STATUSES, Status
from ibpkt.packet.coverage import coverage
from ibpkt.protocols import BTH, CLOSED_BY, ICRC
from ibpkt.schema import Header

if TYPE_CHECKING:
    from ibpkt.batch.shape import Shape


class Checks(NamedTuple):
    """The verdicts on one CRC of the packets of a shape.

    Attributes:
        status: the index of each packet's status in `ibpkt.packet.STATUSES`, shape (n,).
        stored: the stored bytes as a big-endian number (as Wireshark shows them), 0 where there are none, shape (n,).
        computed: what should be stored, likewise.
    """

    status: NDArray[np.uint8]
    stored: NDArray[np.uint32]
    computed: NDArray[np.uint32]


def verify_many(shape: Shape, which: Header) -> Checks | None:
    """The verdicts on one CRC of all packets of a shape; None where the shape does not have it."""
    ends = shape.closing.get(which)
    if ends is None:
        return None
    count = len(shape.rows)
    status = ends.status.copy()
    stored = np.zeros(count, np.uint32)
    computed = np.zeros(count, np.uint32)
    present = np.flatnonzero(status == STATUSES.index(Status.GOOD))
    if len(present):
        at = ends.at[present]
        stored[present] = shape.frames.number(at, 0, which.size * 8)
        numbers = _icrc_many(shape, present, at) if which is ICRC else _vcrc_many(shape, which, present, at)
        swapped = numbers.byteswap()
        computed[present] = swapped if which is ICRC else swapped >> np.uint32(16)
        status[present] = verdicts(stored[present], computed[present])
    return Checks(status, stored, computed)


def verdicts(stored: NDArray[np.uint32], computed: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """The indexes in `STATUSES` for stored CRCs and what they should be."""
    wrong = np.where(stored == 0, STATUSES.index(Status.ZERO), STATUSES.index(Status.BAD))
    return np.where(stored == computed, STATUSES.index(Status.GOOD), wrong).astype(np.uint8)


def _vcrc_many(shape: Shape, which: Header, rows: NDArray[np.int64], at: NDArray[np.int64]) -> NDArray[np.uint32]:
    first = next(index for index, header in enumerate(shape.headers) if CLOSED_BY.get(header) is which)
    starts = shape.position(first)[rows]
    return crc.crc16_many(shape.frames.data, starts, at)


def _icrc_many(shape: Shape, rows: NDArray[np.int64], at: NDArray[np.int64]) -> NDArray[np.uint32]:
    """The ICRCs; variant fields are overwritten with ones in the buffer, and restored afterwards.

    One call on the packet in place is twice as fast as a copy of the headers and a second call on the rest.
    """
    cover = coverage(shape.headers)
    assert cover is not None
    first, instead_of_lrh = cover
    saved = masked_fields(shape, rows)
    try:
        starts = shape.position(first)[rows]
        return crc.crc32_many(shape.frames.data, starts, at, instead_of_lrh)
    finally:
        for view, place, before in saved:
            view[place] = before


def masked_fields(
    shape: Shape, rows: NDArray[np.int64]
) -> list[tuple[NDArray[np.void], NDArray[np.int64], NDArray[np.void]]]:
    """Overwrite variant fields with ones in the buffer; returns windows, places in them, and what was there."""
    cover = coverage(shape.headers)
    assert cover is not None
    saved = []
    for index, mask in _masks(shape, cover[0]):
        view = shape.frames.windows(len(mask))
        place = shape.position(index)[rows]
        before = view[place]
        words = before.view(np.uint64).reshape(len(rows), len(mask) // 8).copy()
        for column, bits in enumerate(mask.view(np.uint64)):
            if bits:
                words[:, column] |= bits
        view[place] = words.view(before.dtype).reshape(len(rows))
        saved.append((view, place, before))
    return saved


def _masks(shape: Shape, first: int) -> list[tuple[int, NDArray[np.uint8]]]:
    """The bits to set, by runs of adjacent headers: (index of the first header, mask over the run, in whole words)."""
    runs: list[tuple[int, bytes]] = []
    last = shape.headers.index(BTH)
    for index in range(first, last + 1):
        mask = shape.headers[index].variant_mask()
        if runs and shape.side_by_side(index - 1, index):
            runs[-1] = (runs[-1][0], runs[-1][1] + mask)
        else:
            runs.append((index, mask))
    return [(index, np.frombuffer(_whole_words(mask.rstrip(b"\0")), np.uint8)) for index, mask in runs if any(mask)]


def _whole_words(mask: bytes) -> bytes:
    # behind the last variant bits there is the rest of BTH, and the ICRC
    return mask + bytes(-len(mask) % 8)

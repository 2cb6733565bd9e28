"""Verification of the CRCs of many packets; `ibpkt.packet.verify` verifies those of one.

Source: IBA 1, 7.8 and annexes A16, A17.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibpkt.batch import crc
from ibpkt.kernel import loops
from ibpkt.packet import STATUSES, Status
from ibpkt.packet.coverage import coverage
from ibpkt.protocols import BTH, CLOSED_BY, ICRC, Chain
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


class Overwritten(NamedTuple):
    """Bytes of the buffer that are overwritten for a moment.

    Attributes:
        windows: of their size, at every place of the buffer.
        place: which of them, shape (n,).
        before: what was there, shape (n,).
    """

    windows: NDArray[np.void]
    place: NDArray[np.int64]
    before: NDArray[np.void]


def restore(saved: list[Overwritten]) -> None:
    """Write back what was there, the last first."""
    for windows, place, before in reversed(saved):
        windows[place] = before


def begin_and_seed(headers: Chain, which: Header) -> tuple[int, bytes]:
    """The index of the first header that a CRC covers, and the bytes that it reads before it; they have that CRC."""
    if which is not ICRC:
        return next(index for index, header in enumerate(headers) if CLOSED_BY.get(header) is which), b""
    cover = coverage(headers)
    assert cover is not None
    return cover


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
        computed[present] = as_stored(which, numbers)
        status[present] = verdicts(stored[present], computed[present])
    return Checks(status, stored, computed)


def as_stored(which: Header, numbers: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """CRCs as big-endian numbers of the bytes that are stored, which is low byte first."""
    return numbers.byteswap() >> np.uint32(32 - 8 * which.size)


def verdicts(stored: NDArray[np.uint32], computed: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """The indexes in `STATUSES` for stored CRCs and what they should be."""
    wrong = np.where(stored == 0, STATUSES.index(Status.ZERO), STATUSES.index(Status.BAD))
    return np.where(stored == computed, STATUSES.index(Status.GOOD), wrong).astype(np.uint8)


def _vcrc_many(shape: Shape, which: Header, rows: NDArray[np.int64], at: NDArray[np.int64]) -> NDArray[np.uint32]:
    starts = shape.position(begin_and_seed(shape.headers, which)[0])[rows]
    return crc.crc_many(which, shape.frames.data, starts, at, b"")


def _icrc_many(shape: Shape, rows: NDArray[np.int64], at: NDArray[np.int64]) -> NDArray[np.uint32]:
    """The ICRCs; variant fields are overwritten with ones in the buffer, and restored afterwards.

    One call on the packet in place is twice as fast as a copy of the headers and a second call on the rest.
    """
    first, instead_of_lrh = begin_and_seed(shape.headers, ICRC)
    if loops.COMPILED and (mask := _one_mask(shape, first)) is not None:
        return crc.crcs_with_mask(ICRC, shape.frames.data, shape.position(first)[rows], at, instead_of_lrh, mask)
    saved = masked_fields(shape, rows)
    try:
        starts = shape.position(first)[rows]
        return crc.crc32_many(shape.frames.data, starts, at, instead_of_lrh)
    finally:
        restore(saved)


def masked_fields(shape: Shape, rows: NDArray[np.int64]) -> list[Overwritten]:
    """Overwrite variant fields with ones in the buffer; returns what was there."""
    saved = []
    for index, bits in variant_masks(shape, begin_and_seed(shape.headers, ICRC)[0]):
        # behind the last variant bits there is the rest of BTH, and the ICRC
        mask = np.frombuffer(bits + bytes(-len(bits) % 8), np.uint64)
        view = shape.frames.windows(8 * len(mask))
        place = shape.position(index)[rows]
        before = view[place]
        words = before.view(np.uint64).reshape(len(rows), len(mask)) | mask
        view[place] = words.view(before.dtype).reshape(len(rows))
        saved.append(Overwritten(view, place, before))
    return saved


def _one_mask(shape: Shape, first: int) -> bytes | None:
    """The bits to set from the first header on that a CRC covers; None where they lie elsewhere in each packet."""
    mask = bytearray()
    for index, bits in variant_masks(shape, first):
        distance = shape.position(index) - shape.position(first)
        if (distance != distance[0]).any() or distance[0] + len(bits) > loops.LONGEST_MASK:
            return None
        mask += bytes(int(distance[0]) - len(mask)) + bits
    return bytes(mask)


def variant_masks(shape: Shape, first: int) -> list[tuple[int, bytes]]:
    """The bits to set, by runs of adjacent headers: the index of the first header, and a mask over the run."""
    runs: list[tuple[int, bytes]] = []
    last = shape.headers.index(BTH)
    for index in range(first, last + 1):
        mask = shape.headers[index].variant_mask()
        if runs and shape.side_by_side(index - 1, index):
            runs[-1] = (runs[-1][0], runs[-1][1] + mask)
        else:
            runs.append((index, mask))
    return [(index, mask.rstrip(b"\0")) for index, mask in runs if any(mask)]

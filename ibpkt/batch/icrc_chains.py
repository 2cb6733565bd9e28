"""The ICRCs of all packets of a batch, verified in chains.

The register of a CRC that has run over a packet and over its right CRC holds one known value.  So the bytes between a
packet and the next one, the header of a record and that of Ethernet, are overwritten for a moment by a pattern that
leads from this value to the one with which the next packet begins.  Then a CRC over many packets is one call over the
buffer as it lies there, and right if the last register is.

A wrong packet always shows.  Two wrong ones in one chain hide each other with a probability of 2^-32, which is that of
a wrong packet whose ICRC is right.  The packets of a chain that is wrong are verified one by one.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ibpkt.arrays import Array, Bools, Ints
from ibpkt.batch import crc
from ibpkt.batch.verify import Checks, masked_fields, verdicts, verify_many
from ibpkt.packet import STATUSES, Status
from ibpkt.packet.coverage import coverage
from ibpkt.protocols import ICRC

if TYPE_CHECKING:
    from ibpkt.batch.shape import Shape

#: packets of a chain
LENGTH = 32
#: bytes between two packets of a chain, at least (the pattern has its effect in the last four) and at most
MIN_GAP, MAX_GAP = 4, 255
#: gaps of different sizes that are bridged in a batch, those that occur most
MOST_GAPS = 16
#: packets of a batch from which on chains are worth their while
WORTH = 256
_ONES = 0xFFFFFFFF
_GOOD = STATUSES.index(Status.GOOD)


@functools.cache
def _residue() -> int:
    """What a CRC-32 gives for anything and the CRC-32 of that."""
    return crc.crc32(crc.crc32(b"").to_bytes(ICRC.size, "little"))


@functools.lru_cache(maxsize=4096)
def bridge(gap: int, seed: int) -> bytes:
    """Bytes that lead from the end of a packet with a right ICRC to the beginning of another.

    Args:
        gap: how many.
        seed: the CRC-32 of what stands before the other packet.
    """
    table = [crc.crc32(bytes([byte]), _ONES) ^ _ONES for byte in range(256)]
    by_top = {entry >> 24: byte for byte, entry in enumerate(table)}
    zeros = bytes(gap - ICRC.size)
    register = seed ^ _ONES
    for _ in range(ICRC.size):  # backwards, a byte at a time
        byte = by_top[register >> 24]
        register = (register ^ table[byte]) << 8 & _ONES | byte
    last = register ^ crc.crc32(zeros, _residue()) ^ _ONES
    return zeros + last.to_bytes(ICRC.size, "little")


class ICRCChains:
    """The verdicts on the ICRCs of the shapes of a batch, which are reached together.

    Args:
        shapes: those that have an ICRC, of one batch.  They are copied, so that shapes may refer to this object: a
            circle would keep their buffer alive.
    """

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self._shapes = [copy.copy(shape) for shape in shapes]
        self._checks: list[Checks | None] | None = None

    def checks(self, index: int) -> Checks | None:
        """The verdicts on the packets of one of the shapes."""
        if self._checks is None:
            self._checks = self._verify()
            self._shapes = []
        return self._checks[index]

    def _verify(self) -> list[Checks | None]:
        shapes = self._shapes
        frames = shapes[0].frames
        begin, at = np.full(len(frames), -1, np.int64), np.zeros(len(frames), np.int64)
        which = np.zeros(len(frames), np.int64)
        seeds: list[bytes] = []
        present: list[Ints] = []
        for shape in shapes:
            closing = shape.closing[ICRC]
            chosen = np.flatnonzero(closing.status == _GOOD)
            present.append(chosen)
            cover = coverage(shape.headers)
            assert cover is not None
            if cover[1] not in seeds:
                seeds.append(cover[1])
            rows = shape.rows[chosen]
            begin[rows], at[rows] = shape.position(cover[0])[chosen], closing.at[chosen]
            which[rows] = seeds.index(cover[1])
        rows = np.flatnonzero(begin >= 0)
        begin, at, which = begin[rows], at[rows], which[rows]
        gaps = begin[1:] - at[:-1] - ICRC.size
        if len(rows) < WORTH or (gaps < 0).any():
            return [verify_many(shape, ICRC) for shape in shapes]
        computed = self._compute(present, begin, at, which, gaps, seeds)
        by_row = np.zeros(len(frames), np.uint32)
        known = np.zeros(len(frames), np.bool_)
        known[rows[computed[0]]], by_row[rows[computed[0]]] = True, computed[1]
        return [_result(shape, chosen, known, by_row) for shape, chosen in zip(shapes, present, strict=True)]

    def _compute(
        self, present: list[Ints], begin: Ints, at: Ints, which: Ints, gaps: Ints, seeds: list[bytes]
    ) -> tuple[Ints, Array]:
        """The packets of chains that are wrong, and their ICRCs."""
        data = self._shapes[0].frames.data
        starting = [crc.crc32(before) for before in seeds]
        saved: list[tuple[Array, Ints, Array]] = []
        try:
            for shape, chosen in zip(self._shapes, present, strict=True):
                saved += masked_fields(shape, chosen)
            heads = self._bridge(at, which, gaps, starting, saved)
            starts = np.flatnonzero(heads)
            ends = np.append(starts[1:], len(begin)) - 1
            view = data.data
            pieces = zip(begin[starts].tolist(), (at[ends] + ICRC.size).tolist(), which[starts].tolist(), strict=True)
            register = [crc.crc32(view[first:last], starting[seed]) for first, last, seed in pieces]
            wrong = np.array(register) != _residue()
            if not wrong.any():
                return np.zeros(0, np.int64), np.zeros(0, np.uint32)
            suspects = np.flatnonzero(np.repeat(wrong, ends - starts + 1))
            computed = np.zeros(len(suspects), np.uint32)
            for number, before in enumerate(seeds):
                some = which[suspects] == number
                places = suspects[some]
                computed[some] = crc.crc32_many(data, begin[places], at[places], before)
            return suspects, computed
        finally:
            for windows, place, before_that in reversed(saved):
                windows[place] = before_that

    def _bridge(
        self, at: Ints, which: Ints, gaps: Ints, starting: list[int], saved: list[tuple[Array, Ints, Array]]
    ) -> Bools:
        """Overwrite the bytes between packets; returns which packets begin a chain."""
        frames = self._shapes[0].frames
        heads = np.ones(len(at), np.bool_)
        heads[1:] = (gaps < MIN_GAP) | (gaps > MAX_GAP)
        # before the head of a chain it does no harm
        kinds = np.where(heads[1:], 0, gaps * len(starting) + which[1:])
        heads[::LENGTH] = True
        counts = np.bincount(kinds)
        counts[0] = 0
        usual = np.flatnonzero(counts)
        if len(usual) > MOST_GAPS:
            usual = usual[np.argsort(-counts[usual], kind="stable")[:MOST_GAPS]]
            heads[1:] |= ~np.isin(kinds, usual)
        for kind in usual.tolist():
            gap, seed = divmod(kind, len(starting))
            place = at[:-1] + ICRC.size if counts[kind] == len(kinds) else at[:-1][kinds == kind] + ICRC.size
            windows = frames.windows(gap)
            saved.append((windows, place, windows[place]))
            windows[place] = np.frombuffer(bridge(gap, starting[seed]), windows.dtype)[0]
        return heads


def _result(shape: Shape, present: Ints, known: Bools, computed: Array) -> Checks:
    """The verdicts on the packets of a shape: what is not known to be otherwise is right."""
    count = len(shape)
    status = shape.closing[ICRC].status.copy()
    stored = np.zeros(count, np.uint32)
    stored[present] = shape.frames.number(shape.closing[ICRC].at[present], 0, ICRC.size * 8)
    suspects = np.flatnonzero(known[shape.rows])
    if not len(suspects):
        return Checks(status, stored, stored)
    should = stored.copy()
    should[suspects] = computed[shape.rows[suspects]].byteswap()
    status[suspects] = verdicts(stored[suspects], should[suspects])
    return Checks(status, stored, should)


def chain_icrcs(shapes: Sequence[Shape]) -> None:
    """Let the ICRCs of the shapes of a batch be verified together, once one of them is asked for."""
    some = [shape for shape in shapes if ICRC in shape.closing]
    if sum(map(len, some)) >= WORTH:
        chains = ICRCChains(some)
        for index, shape in enumerate(some):
            shape.chains = chains, index

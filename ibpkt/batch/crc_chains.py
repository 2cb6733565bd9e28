"""The CRCs of all packets of a batch, verified in chains: ICRCs, and VCRCs of packets whose ICRC is right.

The register of a CRC that has run over a packet and over its right CRC holds one known value.  So the bytes between a
packet and the next one, the header of a record and that of Ethernet, are overwritten for a moment by a pattern that
leads from this value to the one with which the next packet begins.  Then a CRC over many packets is one call over the
buffer as it lies there, and right if the last register is.

A wrong packet always shows.  Two wrong ones in one chain hide each other with a probability of 2^-32 (ICRC), which is
that of a wrong packet whose ICRC is right, or of 2^-16 (VCRC).  So only packets whose ICRC is right are in a chain of
VCRCs, and where many are wrong no chain is trusted.  The packets of a chain that is wrong are verified one by one.
"""

from __future__ import annotations

import copy
import functools
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from numpy.typing import NDArray

from ibpkt.arrays import Array, Bools, Ints, among, distinct, new_places, rows_where
from ibpkt.batch import crc
from ibpkt.batch.verify import (
    Checks,
    Overwritten,
    as_stored,
    begin_and_seed,
    masked_fields,
    restore,
    verdicts,
    verify_many,
)
from ibpkt.packet import STATUSES, Status
from ibpkt.protocols import ICRC, VCRC
from ibpkt.schema import Header

if TYPE_CHECKING:
    from ibpkt.batch.shape import Shape


class ChainLimits(NamedTuple):
    """How long the chains of a CRC are.

    Attributes:
        packets: of a chain, at most.
        span: bytes from its first packet to the beginning of its last, a power of two.
        wrong: the share of chains that may be wrong; above it all packets of the batch are verified one by one.
    """

    packets: int
    span: int
    wrong: float


#: The same damage at two places hides itself at a distance of 65535 bytes only in the CRC-16 (its polynomial is
#: primitive), so never in a chain that is shorter.
OF_ICRC, OF_VCRC = ChainLimits(32, 1 << 40, 1.0), ChainLimits(16, 1 << 15, 1 / 32)
#: bytes between two packets of a chain, at least (the pattern has its effect in the last ones) and at most
MIN_GAP, MAX_GAP = 4, 255
#: gaps of different sizes that are bridged in a batch, those that occur most
MOST_GAPS = 16
#: packets of a batch from which on chains are worth their while
WORTH = 256
#: the environment variable that, set to anything, has each CRC verified by itself
EACH = "IBPKT_EACH_CRC"
_GOOD = STATUSES.index(Status.GOOD)


@functools.cache
def _residue(which: Header) -> int:
    """What a CRC gives for anything and the right CRC of that."""
    calc = crc.calculator(which)
    return calc(calc(b"").to_bytes(which.size, "little"))


@functools.lru_cache(maxsize=4096)
def bridge(which: Header, gap: int, seed: int) -> bytes:
    """Bytes that lead from the end of a packet with a right CRC to the beginning of another.

    Args:
        which: the CRC.
        gap: how many.
        seed: the CRC of what stands before the other packet.
    """
    assert which.crc is not None
    calc, ones = crc.calculator(which), which.crc.xorout
    # a byte's effect on a register of zeros: CRCs are linear but for where they begin and end
    table = [calc(bytes([byte ^ which.crc.init & 0xFF])) ^ calc(bytes([which.crc.init & 0xFF])) for byte in range(256)]
    top = which.crc.width - 8
    by_top = {entry >> top: byte for byte, entry in enumerate(table)}
    zeros = bytes(gap - which.size)
    register = seed ^ ones
    for _ in range(which.size):  # backwards, a byte at a time
        byte = by_top[register >> top]
        register = (register ^ table[byte]) << 8 & ones | byte
    last = register ^ calc(calc(b"").to_bytes(which.size, "little") + zeros) ^ ones
    return zeros + last.to_bytes(which.size, "little")


class _Doubted(NamedTuple):
    """Packets of a batch that are not known to be right by a chain.

    Attributes:
        rows: their places in the batch, ascending, shape (n,).
        computed: their CRCs, likewise.
    """

    rows: Ints
    computed: Array

    def any_of(self, shape: Shape) -> bool:
        """Whether one of them has this shape."""
        return bool(len(self.rows)) and bool(among(shape.rows, self.rows).any())


class CRCChains:
    """The verdicts on one CRC of the shapes of a batch, which are reached together.

    Args:
        which: the CRC.
        shapes: those that have it, of one batch.  They are copied, so that shapes may refer to this object: a circle
            would keep their buffer alive.
        inner: what the chains of another CRC say of these shapes, each with its number there or None: only packets
            whose other CRC is right are verified in chains.  None for no such condition.
    """

    def __init__(
        self, which: Header, shapes: Sequence[Shape], inner: Sequence[tuple[CRCChains, int] | None] | None = None
    ) -> None:
        self.which = which
        self._limits = OF_ICRC if which is ICRC else OF_VCRC
        self._inner = inner
        self._shapes = [copy.copy(shape) for shape in shapes]
        for shape in self._shapes:
            shape.chains = {}
        self._verified: _Doubted | list[Checks | None] | None = None

    def checks(self, index: int) -> Checks | None:
        """The verdicts on the packets of one of the shapes."""
        verified = self._verify()
        return verified[index] if isinstance(verified, list) else _result(self.which, self._shapes[index], verified)

    def statuses(self, index: int) -> NDArray[np.uint8] | None:
        """Their statuses alone: what is stored is read only where it is doubted."""
        verified = self._verify()
        if isinstance(verified, list):
            checks = verified[index]
            return None if checks is None else checks.status
        shape = self._shapes[index]
        if verified.any_of(shape):
            return _result(self.which, shape, verified).status
        return shape.closing[self.which].status.copy()

    def _trusted(self, index: int) -> Bools | None:
        """The packets of a shape whose inner CRC is right; None for all."""
        if self._inner is None:
            return None
        chains = self._inner[index]
        status = None if chains is None else chains[0].statuses(chains[1])
        if status is None:
            return np.zeros(len(self._shapes[index]), np.bool_)
        right: Bools = status == _GOOD
        return None if right.all() else right

    def _verify(self) -> _Doubted | list[Checks | None]:
        """The packets that are not known to be right, or, where chains are not worth it, the verdicts on all."""
        if self._verified is None:
            self._verified = self._verify_together()
            if self._verified is None:
                self._verified = [verify_many(shape, self.which) for shape in self._shapes]
            self._inner = None
        return self._verified

    def _verify_together(self) -> _Doubted | None:
        which, shapes = self.which, self._shapes
        frames = shapes[0].frames
        begin, at = np.full(len(frames), -1, np.int64), np.zeros(len(frames), np.int64)
        seed_of = np.zeros(len(frames), np.int64)
        doubted = np.zeros(len(frames), np.bool_)
        seeds: list[bytes] = []
        present: list[Ints] = []
        for index, shape in enumerate(shapes):
            closing = shape.closing[which]
            chosen = np.flatnonzero(closing.status == _GOOD)
            present.append(chosen)
            first, before = begin_and_seed(shape.headers, which)
            if before not in seeds:
                seeds.append(before)
            rows = shape.rows[chosen]
            begin[rows], at[rows] = shape.position(first)[chosen], closing.at[chosen]
            seed_of[rows] = seeds.index(before)
            trusted = self._trusted(index)
            if trusted is not None:
                doubted[shape.rows[~trusted]] = True
        rows = np.flatnonzero(begin >= 0)
        begin, at, seed_of, doubted = begin[rows], at[rows], seed_of[rows], doubted[rows]
        gaps = begin[1:] - at[:-1] - which.size
        if len(rows) < WORTH or (gaps < 0).any():
            return None
        computed = self._compute(present, begin, at, seed_of, doubted, seeds)
        return None if computed is None else _Doubted(rows[computed[0]], computed[1])

    def _compute(
        self, present: list[Ints], begin: Ints, at: Ints, seed_of: Ints, doubted: Bools, seeds: list[bytes]
    ) -> tuple[Ints, Array] | None:
        """The packets that are doubted or of chains that are wrong, and their CRCs; None where too many chains are."""
        which, data = self.which, self._shapes[0].frames.data
        starting = [crc.calculator(which)(before) for before in seeds]
        saved: list[Overwritten] = []
        try:
            if which is ICRC:
                for shape, chosen in zip(self._shapes, present, strict=True):
                    saved += masked_fields(shape, chosen)
            linked = np.flatnonzero(~doubted)
            wrong = self._wrong(begin[linked], at[linked], seed_of[linked], starting)
            if wrong is None:
                return None
            suspects = rows_where(doubted)
            if len(wrong):
                suspects = distinct(suspects, linked[wrong])
            computed = np.zeros(len(suspects), np.uint32)
            for number, before in enumerate(seeds if len(suspects) else ()):
                some = seed_of[suspects] == number
                places = suspects[some]
                computed[some] = crc.crc_many(which, data, begin[places], at[places], before)
            return suspects, computed
        finally:
            restore(saved)

    def _wrong(self, begin: Ints, at: Ints, seed_of: Ints, starting: list[int]) -> Ints | None:
        """Which packets are in wrong chains; None where more chains are wrong than may be."""
        which, data = self.which, self._shapes[0].frames.data
        saved: list[Overwritten] = []
        try:
            heads = self._bridge(begin, at, seed_of, starting, saved)
            starts = np.flatnonzero(heads)
            ends = np.append(starts[1:], len(begin)) - 1
            firsts, lasts = begin[starts], at[ends] + which.size
            register = crc.crcs_in_place(
                which, data, firsts, lasts, [starting[seed] for seed in seed_of[starts].tolist()]
            )
        finally:
            restore(saved)
        wrong = register != _residue(which)
        if not wrong.any():
            return np.zeros(0, np.int64)
        if wrong.mean() > self._limits.wrong:
            return None
        return np.flatnonzero(np.repeat(wrong, ends - starts + 1))

    def _bridge(self, begin: Ints, at: Ints, seed_of: Ints, starting: list[int], saved: list[Overwritten]) -> Bools:
        """Overwrite the bytes between packets; returns which packets begin a chain."""
        which, limits = self.which, self._limits
        frames = self._shapes[0].frames
        gaps = begin[1:] - at[:-1] - which.size
        heads = np.ones(len(at), np.bool_)
        heads[1:] = (gaps < MIN_GAP) | (gaps > MAX_GAP)
        # before the head of a chain it does no harm
        kinds = np.where(heads[1:], 0, gaps * len(starting) + seed_of[1:])
        heads[:: limits.packets] = True
        stretch = begin // limits.span
        heads[1:] |= stretch[1:] != stretch[:-1]
        counts = np.bincount(kinds)
        counts[:1] = 0
        usual = np.flatnonzero(counts)
        if len(usual) > MOST_GAPS:
            usual = usual[np.argsort(-counts[usual], kind="stable")[:MOST_GAPS]]
            heads[1:] |= ~np.isin(kinds, usual)
        for kind in usual.tolist():
            gap, seed = divmod(kind, len(starting))
            place = at[:-1] + which.size if counts[kind] == len(kinds) else at[:-1][kinds == kind] + which.size
            windows = frames.windows(gap)
            saved.append(Overwritten(windows, place, windows[place]))
            windows[place] = np.frombuffer(bridge(which, gap, starting[seed]), windows.dtype)[0]
        return heads


def _result(which: Header, shape: Shape, doubted: _Doubted) -> Checks:
    """The verdicts on the packets of a shape: what is not known to be otherwise is right."""
    closing = shape.closing[which]
    status = closing.status.copy()
    present = rows_where(status == _GOOD)
    stored = np.zeros(len(shape), np.uint32)
    stored[present] = shape.frames.number(closing.at[present], 0, which.size * 8)
    if not doubted.any_of(shape):
        return Checks(status, stored, stored)
    place = new_places(doubted.rows, len(shape.frames))[shape.rows]
    suspects = rows_where(place >= 0)
    should = stored.copy()
    should[suspects] = as_stored(which, doubted.computed[place[suspects]])
    status[suspects] = verdicts(stored[suspects], should[suspects])
    return Checks(status, stored, should)


def chain_crcs(shapes: Sequence[Shape]) -> None:
    """Let ICRCs and VCRCs of the shapes of a batch be verified together, once one of them is asked for."""
    if os.environ.get(EACH):
        return
    _chain(ICRC, shapes)
    _chain(VCRC, shapes)


def _chain(which: Header, shapes: Sequence[Shape]) -> None:
    some = [shape for shape in shapes if which in shape.closing]
    if sum(map(len, some)) < WORTH:
        return
    chains = CRCChains(which, some, None if which is ICRC else [shape.chains.get(ICRC) for shape in some])
    for index, shape in enumerate(some):
        shape.chains[which] = chains, index

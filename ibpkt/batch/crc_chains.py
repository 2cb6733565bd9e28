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
import itertools
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibpkt.arrays import Array, Bools, Ints, Words, among, distinct, new_places, rows_where
from ibpkt.batch import crc
from ibpkt.batch.verify import (
    Checks,
    Overwritten,
    as_stored,
    begin_and_seed,
    masked_fields,
    restore,
    variant_masks,
    verdicts,
    verify_many,
)
from ibpkt.kernel import loops
from ibpkt.packet import STATUSES, Status
from ibpkt.protocols import ICRC, VCRC
from ibpkt.schema import Header

if TYPE_CHECKING:
    from ibpkt.batch.frames import Frames
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


#: bytes of the buffer that are verified at a time
STRETCH = 1 << 21


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
        seed_of, mask_of = np.zeros(len(frames), np.int64), np.zeros(len(frames), np.int64)
        doubted = np.zeros(len(frames), np.bool_)
        seeds: list[bytes] = []
        masks = [b""]
        inner: list[tuple[Ints, Ints, bytes]] = []
        for index, shape in enumerate(shapes):
            closing = shape.closing[which]
            chosen = rows_where(closing.status == _GOOD)
            first, before = begin_and_seed(shape.headers, which)
            if before not in seeds:
                seeds.append(before)
            rows = shape.rows if len(chosen) == len(shape) else shape.rows[chosen]
            begin[rows], at[rows] = shape.position(first)[chosen], closing.at[chosen]
            seed_of[rows] = seeds.index(before)
            for header, mask in variant_masks(shape, first) if which is ICRC else ():
                if header != first:
                    inner.append((rows, shape.position(header)[chosen], mask))
                    continue
                if mask not in masks:
                    masks.append(mask)
                mask_of[rows] = masks.index(mask)
            trusted = self._trusted(index)
            if trusted is not None:
                doubted[shape.rows[~trusted]] = True
        rows = rows_where(begin >= 0)
        if len(rows) < len(frames):
            begin, at, seed_of, mask_of = begin[rows], at[rows], seed_of[rows], mask_of[rows]
            doubted = doubted[rows]
        linked = rows_where(~doubted)
        if len(linked) < WORTH or (begin[1:] - at[:-1] < which.size).any():
            return None
        starting = [crc.calculator(which)(before) for before in seeds]
        chained = _Chained(which, frames, begin[linked], at[linked], seed_of[linked], starting)
        chained.add_patches(mask_of[linked], masks)
        for some, place, mask in inner:
            chained.add_mask(np.searchsorted(rows[linked], some), place, mask)
        wrong = chained.wrong()
        if wrong is None:
            return None
        suspects = rows_where(doubted)
        if len(wrong):
            suspects = distinct(suspects, linked[wrong])
        return _Doubted(rows[suspects], self._alone(rows[suspects], begin[suspects], at[suspects]))

    def _alone(self, rows: Ints, begin: Ints, at: Ints) -> Array:
        """The CRCs of some packets, one by one."""
        computed = np.zeros(len(rows), np.uint32)
        saved: list[Overwritten] = []
        try:
            for shape in self._shapes if len(rows) else ():
                chosen = rows_where(among(shape.rows, rows))
                if self.which is ICRC:
                    saved += masked_fields(shape, chosen)
                places = np.searchsorted(rows, shape.rows[chosen])
                before = begin_and_seed(shape.headers, self.which)[1]
                data = shape.frames.data
                computed[places] = crc.crc_many(self.which, data, begin[places], at[places], before)
        finally:
            restore(saved)
        return computed


class _Patch(NamedTuple):
    """Bytes that are overwritten before many packets, or in them.

    Attributes:
        rows: which packets, ascending, shape (n,).
        place: where the bytes begin in the buffer, likewise.
        words: of 64 bits that are overwritten.
        keep: bits that stay of each word, for one packet or one after the other for many, shape (k,).
        set: bits that are set, likewise.
    """

    rows: Ints
    place: Ints
    words: int
    keep: Words
    set: Words

    def repeated(self, count: int) -> _Patch:
        """The same with the bits of so many packets."""
        return self._replace(keep=np.tile(self.keep, count), set=np.tile(self.set, count))


class _Chained:
    """Packets that are verified together.

    Args:
        which: the CRC.
        frames: the packets in their buffer.
        begin: where what the CRC covers begins in each, ascending, shape (n,).
        at: where the CRC lies, likewise.
        seed_of: which of ``starting`` each begins with, likewise.
        starting: the CRCs of what stands before packets.
    """

    def __init__(
        self, which: Header, frames: Frames, begin: Ints, at: Ints, seed_of: Ints, starting: list[int]
    ) -> None:
        self.which, self._frames = which, frames
        self._begin, self._at, self._seed_of, self._starting = begin, at, seed_of, starting
        self._limits = OF_ICRC if which is ICRC else OF_VCRC
        self._heads = np.zeros(len(at), np.bool_)
        self._patches: list[_Patch] = []

    def add_mask(self, rows: Ints, place: Ints, mask: bytes) -> None:
        """Have bits set in some packets while they are verified."""
        self._add(rows, place, b"\xff" * len(mask), mask)

    def add_patches(self, mask_of: Ints, masks: list[bytes]) -> None:
        """Bridge the gaps between packets, and set the bits with which packets begin: both are one patch.

        Args:
            mask_of: which of the masks each packet begins with, shape (n,).
            masks: bits to set, of whole bytes; the first is none.
        """
        gaps, heads, limits = np.zeros(len(self._at), np.int64), self._heads, self._limits
        gaps[1:] = self._begin[1:] - self._at[:-1] - self.which.size
        heads |= (gaps < MIN_GAP) | (gaps > MAX_GAP)
        # before the head of a chain it does no harm
        kinds = np.where((gaps < MIN_GAP) | (gaps > MAX_GAP), 0, gaps * len(self._starting) + self._seed_of)
        heads[:: limits.packets] = True
        if limits.span <= int(self._begin[-1]):
            stretch = self._begin // limits.span
            heads[1:] |= stretch[1:] != stretch[:-1]
        counts = np.bincount(kinds)
        counts[:1] = 0
        usual = rows_where(counts)
        if len(usual) > MOST_GAPS:
            usual = usual[np.argsort(-counts[usual], kind="stable")[:MOST_GAPS]]
            unusual = ~np.isin(kinds, usual)
            heads |= unusual
            kinds[unusual] = 0
        kinds = kinds * len(masks) + mask_of
        for kind in rows_where(np.bincount(kinds)).tolist():
            bridged, mask = divmod(kind, len(masks))
            gap, seed = divmod(bridged, len(self._starting))
            if gap or mask:
                rows = rows_where(kinds == kind)
                pattern = bridge(self.which, gap, self._starting[seed]) if gap else b""
                keep = bytes(gap) + b"\xff" * len(masks[mask])
                self._add(rows, self._begin[rows] - gap, keep, pattern + masks[mask])

    def _add(self, rows: Ints, place: Ints, keep: bytes, bits: bytes) -> None:
        # behind the last variant bits there is the rest of BTH, and the ICRC
        more = -len(bits) % 8
        kept, bits_set = np.frombuffer(keep + b"\xff" * more, np.uint64), np.frombuffer(bits + bytes(more), np.uint64)
        self._patches.append(_Patch(rows, place, len(kept), kept, bits_set))

    def wrong(self) -> Ints | None:
        """Which packets are in wrong chains; None where more chains are wrong than may be."""
        begin, limits = self._begin, self._limits
        # a stretch of the buffer at a time stays in the cache while its packets are overwritten, read and restored
        stretches = np.arange(int(begin[0]), int(begin[-1]) + 1, STRETCH)
        edges = np.append(distinct(np.searchsorted(begin, stretches)), len(begin))
        self._heads[edges[:-1]] = True
        starts = rows_where(self._heads)
        ends = np.append(starts[1:], len(begin)) - 1
        firsts, lasts = begin[starts], self._at[ends] + self.which.size
        seeds = [self._starting[seed] for seed in self._seed_of[starts].tolist()]
        chains = np.searchsorted(starts, edges).tolist()
        parts = [np.searchsorted(patch.rows, edges) for patch in self._patches]
        most = [int(np.diff(cuts).max()) for cuts in parts]
        patches = [patch.repeated(count) for patch, count in zip(self._patches, most, strict=True)]
        register = np.empty(len(starts), np.uint32)
        steps = (zip(cuts[:-1].tolist(), cuts[1:].tolist(), strict=True) for cuts in parts)
        for (low, high), *cuts in zip(itertools.pairwise(chains), *steps, strict=True):
            saved: list[Overwritten] = []
            try:
                for patch, (first, end) in zip(patches, cuts, strict=True):
                    if first < end:
                        self._overwrite(patch, slice(first, end), saved)
                register[low:high] = crc.crcs_in_place(
                    self.which, self._frames.data, firsts[low:high], lasts[low:high], seeds[low:high]
                )
            finally:
                restore(saved)
        wrong = register != _residue(self.which)
        if not wrong.any():
            return np.zeros(0, np.int64)
        if wrong.mean() > limits.wrong:
            return None
        return rows_where(np.repeat(wrong, ends - starts + 1))

    def _overwrite(self, patch: _Patch, some: slice, saved: list[Overwritten]) -> None:
        place = patch.place[some]
        windows = self._frames.windows(8 * patch.words)
        before = windows[place]
        after = before.view(np.uint64)
        after = after & patch.keep[: len(after)]
        after |= patch.set[: len(after)]
        saved.append(Overwritten(windows, place, before))
        windows[place] = after.view(before.dtype)


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
    if loops.COMPILED or os.environ.get(EACH):
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

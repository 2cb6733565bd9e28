"""Changes of packets between two taps: which fields differ, and whether they may.

Switches and routers may change fields that the ICRC does not cover: those changes are counted, a row for each
flow, field and pair of values.  CE and FECN, which are set under congestion, are reported packet by packet, and so is
every change that is not permitted.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.transport import CE
from ibpkt.analysis.compare.tap_table import HeaderLayout, TapTable, mix_keys
from ibpkt.arrays import Array, Bools, Ints
from ibpkt.packet import STATUSES, Status
from ibpkt.protocols import BTH, ICRC, graph, renewed
from ibpkt.schema.field import Field, Leaf

#: different rewrites that are counted separately; all others are counted together
REWRITES = 16_384
_FECN = BTH.leaf("fecn")
_GOOD, _ZERO = STATUSES.index(Status.GOOD), STATUSES.index(Status.ZERO)


class PacketChange(NamedTuple):
    """A field that differs: its display-filter name, and its values at A and at B as text."""

    field: str
    a: str
    b: str

    def __str__(self) -> str:
        return f"{self.field} {self.a} → {self.b}" if self.a or self.b else self.field


class ComparedField(NamedTuple):
    """A leaf that both packets have, the bits at which it lies in their heads, and whether it may change."""

    leaf: Leaf
    a: int
    b: int
    variant: bool

    def change(self, a: Array, b: Array) -> PacketChange:
        """Its change between the heads of a packet."""
        return PacketChange(self.leaf.filter, text(a, self.a, self.leaf), text(b, self.b, self.leaf))


class ChangeMasks(NamedTuple):
    """Which pairs of packets have changed; arrays have the shape (n,).

    Attributes:
        ce: a switch has marked it: CE at the tap at which it arrives, not where it comes from.
        fecn: likewise FECN in BTH.
        changed: something differs that the ICRC covers, or the ICRC itself.
    """

    ce: Bools
    fecn: Bools
    changed: Bools


@renewed
@functools.lru_cache(maxsize=4096)
def compared_fields(a: HeaderLayout, b: HeaderLayout) -> tuple[ComparedField, ...]:
    """The leaves to compare in packets of two layouts; of each kind of header the innermost counts."""
    announcing: set[Leaf] = set()
    if a.stack != b.stack:  # then these say so once more
        for header, rules in graph().rules.items():
            announcing.update(leaf for rule in rules for leaf in rule.on)
            if header.extent is not None:
                announcing.add(header.leaf(header.extent.field))
    fields: list[ComparedField] = []
    for index, header in enumerate(a.headers):
        if header not in b.headers or header in a.headers[index + 1 :]:
            continue
        outside = index < a.covered and b.headers.index(header) < b.covered
        for field in header.wire:
            if field.count > 1 or (header.checksum is not None and field.name == header.checksum.field):
                continue  # a checksum changes with any other field
            variant = outside or field.variant
            leaves: tuple[Leaf, ...] = field.parts if _divided(field) else (field,)
            fields += [
                ComparedField(leaf, a.place(leaf), b.place(leaf), variant)
                for leaf in leaves
                if not (variant and leaf in announcing)
            ]
    return tuple(fields)


def _divided(field: Field) -> bool:
    """Whether parts show every bit of a field, always."""
    return (
        bool(field.parts)
        and all(part.when is None for part in field.parts)
        and (sum(part.width for part in field.parts) == field.width)
    )


def values(heads: Array, bit: int, leaf: Leaf) -> Array:
    """A leaf as numbers, shape (n,); what is longer than 64 bits as numbers that differ where it differs."""
    first, last = bit // 8, (bit + leaf.width - 1) // 8
    words: list[Array] = []
    for begin in range(first, last + 1, 8):
        word = np.zeros(len(heads), np.uint64)
        for byte in range(begin, min(begin + 8, last + 1)):
            word = word << np.uint64(8) | heads[:, byte]
        words.append(word)
    if leaf.width > 64:
        return mix_keys(*words)
    shift = (last + 1) * 8 - bit - leaf.width
    number = words[0] if len(words) == 1 else words[0] << np.uint64(8 * (last - first - 7)) | words[1]
    return number >> np.uint64(shift) & np.uint64((1 << leaf.width) - 1)


def text(head: Array, bit: int, leaf: Leaf) -> str:
    """A leaf of one packet as text."""
    first, last = bit // 8, (bit + leaf.width - 1) // 8
    number = int.from_bytes(head[first : last + 1].tobytes(), "big") >> ((last + 1) * 8 - bit - leaf.width)
    number &= (1 << leaf.width) - 1
    return leaf.text(number.to_bytes(leaf.width // 8, "big") if leaf.wide else number)


class Rewritten(NamedTuple):
    """How often a field was changed in the same way, by flow."""

    flow: int
    change: PacketChange


class PacketChanges:
    """Compares packets.

    Args:
        layouts: those of `TapRegistry`; the list grows.

    Attributes:
        rewrites: how many packets a field that may change was changed in, by flow, field and values.
        others: packets whose rewrites are beyond the limit.
    """

    def __init__(self, layouts: list[HeaderLayout]) -> None:
        self._layouts = layouts
        self.rewrites: dict[Rewritten, int] = {}
        self.others: int = 0

    def compare(self, a: TapTable, b: TapTable, from_a: Bools) -> ChangeMasks:
        """Compare packets, and count what may change.

        Args:
            a: packets at tap A.
            b: the same packets at tap B.
            from_a: whether each went from A to B, shape (n,).
        """
        ce, fecn = np.zeros(len(a), np.bool_), np.zeros(len(a), np.bool_)
        changed = (a.stored != b.stored) & a.verifiable & b.verifiable & (a.status != _ZERO) & (b.status != _ZERO)
        for rows, first, second in self._pairs(a, b):
            alike = first.headers[first.covered :] == second.headers[second.covered :]
            both = a.verifiable[rows] & b.verifiable[rows]
            if alike:
                changed[rows] |= (a.computed[rows] != b.computed[rows]) & both
            else:  # the ICRC covers other headers at each tap, so only whether it is right can be compared
                changed[rows] = ((a.status[rows] == _GOOD) != (b.status[rows] == _GOOD)) & both
            if first.stack != second.stack:
                self._count(a.flow[rows], "encapsulation", first.stack, second.stack)
            for compared, differ, before, after in self._differences(a, b, rows, first, second):
                at = rows[differ]
                if not compared.variant:
                    if alike or compared.leaf.header in first.headers[first.headers.index(BTH) :]:
                        changed[at] = True
                    continue
                ecn = compared.leaf.name == "ecn" and compared.leaf.header.role == "network"
                if ecn or compared.leaf is _FECN:
                    marked = np.where(from_a[at], after[differ], before[differ]) == (CE if ecn else 1)
                    (ce if ecn else fecn)[at[marked]] = True
                    differ = differ[~marked]
                self._tally(a, b, rows, differ, compared, before, after)
        return ChangeMasks(ce, fecn, changed)

    def fields(self, a: TapTable, b: TapTable) -> list[PacketChange]:
        """What differs in one packet that must not, headers first."""
        first, second = self._layouts[int(a.layout[0])], self._layouts[int(b.layout[0])]
        changes = [
            compared.change(a.heads[0], b.heads[0])
            for compared in compared_fields(first, second)
            if not compared.variant
            and (values(a.heads, compared.a, compared.leaf) != values(b.heads, compared.b, compared.leaf))[0]
        ]
        if a.size[0] != b.size[0]:
            changes.append(PacketChange("size", str(int(a.size[0])), str(int(b.size[0]))))
        if not changes and a.computed[0] != b.computed[0] and first.headers == second.headers:
            changes.append(PacketChange("payload", "", ""))
        if a.stored[0] != b.stored[0]:
            leaf = ICRC.leaf("crc")
            changes.append(PacketChange(leaf.filter, leaf.text(int(a.stored[0])), leaf.text(int(b.stored[0]))))
        return changes

    def _pairs(self, a: TapTable, b: TapTable) -> Iterator[tuple[Ints, HeaderLayout, HeaderLayout]]:
        both = a.layout.astype(np.int64) << 32 | b.layout
        for number in np.unique(both).tolist():
            yield np.flatnonzero(both == number), self._layouts[number >> 32], self._layouts[number & 0xFFFFFFFF]

    def _differences(
        self, a: TapTable, b: TapTable, rows: Ints, first: HeaderLayout, second: HeaderLayout
    ) -> Iterator[tuple[ComparedField, Ints, Array, Array]]:
        """The leaves that differ in any packet: which packets, and the values in all."""
        heads, others = (a.heads, b.heads) if len(rows) == len(a) else (a.heads[rows], b.heads[rows])
        unlike = (heads != others).any(axis=0) if first.headers == second.headers else None
        for compared in compared_fields(first, second):
            if unlike is not None and not unlike[compared.a // 8 : (compared.a + compared.leaf.width + 7) // 8].any():
                continue
            before, after = values(heads, compared.a, compared.leaf), values(others, compared.b, compared.leaf)
            differ = np.flatnonzero(before != after)
            if len(differ):
                yield compared, differ, before, after

    def _tally(
        self, a: TapTable, b: TapTable, rows: Ints, differ: Ints, compared: ComparedField, before: Array, after: Array
    ) -> None:
        flows = a.flow[rows[differ]]
        keys = mix_keys(flows, before[differ], after[differ])
        _, at, counts = np.unique(keys, return_index=True, return_counts=True)
        for place, count in zip(at.tolist(), counts.tolist(), strict=True):
            row = int(rows[differ[place]])
            self._add(Rewritten(int(flows[place]), compared.change(a.heads[row], b.heads[row])), count)

    def _count(self, flows: Array, field: str, before: str, after: str) -> None:
        for flow, count in zip(*(column.tolist() for column in np.unique(flows, return_counts=True)), strict=True):
            self._add(Rewritten(flow, PacketChange(field, before, after)), count)

    def _add(self, rewritten: Rewritten, count: int) -> None:
        if rewritten in self.rewrites or len(self.rewrites) < REWRITES:
            self.rewrites[rewritten] = self.rewrites.get(rewritten, 0) + count
        else:
            self.others += count

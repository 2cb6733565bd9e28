"""Packets that are not RDMA: what they are, and whether some look like RoCEv2 on a port that nobody named."""

from __future__ import annotations

import numpy as np

from ibpkt.arguments import checked
from ibpkt.arrays import Bools, Ints
from ibpkt.batch import Batch, Shape
from ibpkt.protocols import BTH, ICRC, OPCODES, UDP
from ibpkt.schema import Header, Leaf

#: names that are counted separately
MAX_NAMES = 1000
#: the share of a port's packets that must look like BTH
_ENOUGH = 0.9
#: the fields of BTH that tell it from other bytes, and the values that they may have; None for any but 0
_MARKS: tuple[tuple[Leaf, tuple[int, ...] | None], ...] = (
    (BTH.leaf("opcode"), tuple(OPCODES)),
    (BTH.leaf("tver"), (0,)),
    (BTH.leaf("reserved6a"), (0,)),
    (BTH.leaf("reserved7"), (0,)),
    (BTH.leaf("p_key"), None),
)
_PORTS = 1 << 16


def is_rdma(shape: Shape) -> bool:
    """Whether the packets of a shape are InfiniBand or RoCE."""
    return any(header.group.startswith("infiniband") for header in shape.headers)


class OtherTraffic:
    """Counts packets that are not RDMA, batch by batch.

    Attributes:
        packets: all packets, RDMA too.
        rdma: those that are.
    """

    def __init__(self) -> None:
        self.packets: int = 0
        self.rdma: int = 0
        self._names: dict[str, int] = {}
        self._alike = np.zeros(_PORTS, np.int64)  # packets by port that look like BTH
        self._to_port = np.zeros(_PORTS, np.int64)

    @checked
    def add(self, batch: Batch) -> None:
        """Count the packets of a batch."""
        self.packets += len(batch)
        for shape in batch.shapes:
            if is_rdma(shape):
                self.rdma += len(shape)
            else:
                self._count(shape)

    @property
    def names(self) -> dict[str, int]:
        """Packets by what they carry, the most first; for those of UDP that is not known, ``UDP``."""
        return dict(sorted(self._names.items(), key=lambda item: -item[1]))

    @property
    def roce_ports(self) -> list[int]:
        """UDP ports whose packets look like RoCEv2, those with the most packets first."""
        found = np.flatnonzero((self._alike > 0) & (self._alike >= _ENOUGH * self._to_port))
        return sorted(found.tolist(), key=lambda port: -int(self._to_port[port]))

    @property
    def hint(self) -> str:
        """What to try where RoCEv2 may be at another port; empty where nothing looks like it."""
        ports = self.roce_ports
        if not ports:
            return ""
        return f"RoCE on another port? UDP {ports[0]} looks like BTH, try --roce-port {ports[0]}"

    @property
    def absence(self) -> str:
        """Where there is no RDMA packet, a clause that says so and what there is instead; else empty."""
        if self.rdma:
            return ""
        if not self.packets:
            return "no packets"
        shares = [f"{percent(count, self.packets)} {name}" for name, count in list(self.names.items())[:3]]
        return "; ".join(filter(None, [f"no RoCE or other RDMA packets: {', '.join(shares)}", self.hint]))

    def _count(self, shape: Shape) -> None:
        last = shape.headers[shape.annotations - 1] if shape.annotations else None
        if last is UDP:
            self._look_at_ports(shape)
        leaf = None if last is None else _carried(last)
        if last is None or leaf is None:
            self._add(last.protocol or last.name if last is not None else "unknown", len(shape))
            return
        numbers, counts = np.unique(shape.column(shape.annotations - 1, leaf).values, return_counts=True)
        for number, count in zip(numbers.tolist(), counts.tolist(), strict=True):
            name = leaf.enum.get(number) or ("LLC" if number < _LENGTHS and last.group == "eth" else "")
            self._add(name or f"{last.protocol or last.name} {number:#x}", count)

    def _add(self, name: str, count: int) -> None:
        if name not in self._names and len(self._names) >= MAX_NAMES:
            name = "others"
        self._names[name] = self._names.get(name, 0) + count

    def _look_at_ports(self, shape: Shape) -> None:
        ports = shape.column(shape.annotations - 1, UDP.leaf("dstport")).values.astype(np.int64)
        self._to_port += np.bincount(ports, minlength=_PORTS)
        self._alike += np.bincount(ports[_looks_like_bth(shape)], minlength=_PORTS)


#: an Ethertype below is a length
_LENGTHS = 1536


def _carried(header: Header) -> Leaf | None:
    """The field of a header that names what it carries."""
    return next((leaf for leaf in header.leaves if leaf.enum is not None and leaf.name in _CARRIED), None)


#: what such fields are called
_CARRIED = ("type", "etype", "proto", "protocol", "nxt", "next_header")


def _looks_like_bth(shape: Shape) -> Bools:
    """Whether what follows UDP could be BTH and all that belongs to it, shape (n,)."""
    starts, ends = shape.payload
    sizes = ends - starts
    fits: Bools = (sizes >= BTH.size + ICRC.size) & (sizes % 4 == 0)
    rows = np.flatnonzero(fits)
    fits[rows] = _has_marks(shape, starts[rows])
    return fits


def _has_marks(shape: Shape, starts: Ints) -> Bools:
    found = np.ones(len(starts), np.bool_)
    for leaf, allowed in _MARKS:
        values = shape.frames.number(starts, leaf.bit, leaf.width)
        found &= values != 0 if allowed is None else np.isin(values, allowed)
    return found


def percent(part: int, whole: int) -> str:
    """A share in percent: as few digits as say something, and 100 % and 0 % only where that is all and nothing."""
    share = 100 * part / whole if whole else 0.0
    if part in (0, whole) or 10 <= share < 99:
        return f"{share:.0f} %"
    if share >= 99:
        return f"{share:.1f} %" if share < 99.95 else ">99.9 %"
    return f"{share:.1f} %" if share >= 0.1 else "<0.1 %"

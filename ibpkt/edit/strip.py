"""The step that takes off what was put around packets: VLAN tags, and what mirrors, tunnels and captures add.

The buffer stays: a packet that loses its front begins later, and for a tag the bytes before it move up to it.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.batch import Batch, Shape
from ibpkt.craft.checksums import redo_sums, right_sums
from ibpkt.edit.buffer import Picked
from ibpkt.errors import CallerError
from ibpkt.protocols import (
    ERF,
    ERSPAN2,
    ERSPAN3,
    ETHERNET,
    GRE,
    INFINIBAND,
    LRH,
    RAW_IP,
    SLL,
    SLL2,
    VLAN,
    VXLAN,
    ERFEthernet,
    ERFExtension,
    ERSPANPlatform,
    Ethernet,
    FlowControl,
    GREChecksum,
    GREKey,
    GRESequence,
    IPv4,
    IPv6,
    Loopback,
)
from ibpkt.schema import Header

#: what can be taken off
KINDS = ("vlan", "mirror", "capture", "all")

_TUNNEL = {VXLAN, GRE, GREChecksum, GREKey, GRESequence, ERSPAN2, ERSPAN3, ERSPANPlatform}
_CAPTURE = {ERF, ERFExtension, ERFEthernet, SLL, SLL2, Loopback}
#: the link type of packets that begin with a header
_BEGINS = {Ethernet: ETHERNET, IPv4: RAW_IP, IPv6: RAW_IP, LRH: INFINIBAND, FlowControl: INFINIBAND}

FRAGMENT = "a part of a mirrored packet; nothing taken off"
NO_LINK = "of a kind that has no link type of its own; nothing taken off"


class Strip:
    """Take off what was put around packets.

    Args:
        what: ``vlan`` (the tags, of tunnelled packets the inner ones too), ``mirror`` (all that stands before the
            packet inside VXLAN, GRE or ERSPAN), ``capture`` (ERF, SLL and loopback headers) or ``all``.

    Raises:
        CallerError: nothing of that name can be taken off.
    """

    def __init__(self, what: str = "all") -> None:
        if what not in KINDS:
            raise CallerError(f"{what!r} cannot be stripped", name=what, known=KINDS)
        self.vlan = what in ("vlan", "all")
        self.fronts = (_TUNNEL if what in ("mirror", "all") else set()) | (
            _CAPTURE if what in ("capture", "all") else set()
        )
        self.left: Counter[str] = Counter()
        self.done = False

    def apply(self, batch: Batch) -> Batch:
        """The packets without it, over the same buffer."""
        if self.fronts:
            batch = self._without_fronts(batch)
        if self.vlan:
            while any(VLAN in shape.headers for shape in batch.shapes):
                after = _without_tags(batch)
                if after is batch:
                    break
                batch = after
        return batch

    def _without_fronts(self, batch: Batch) -> Batch:
        frames = Picked(batch.frames)
        for name in ("start", "captured", "wirelen", "link", "erf_headers"):
            setattr(frames, name, getattr(frames, name).copy())
        changed = False
        for shape in batch.shapes:
            last = max((i for i, header in enumerate(shape.headers) if header in self.fronts), default=-1)
            if last < 0 or last + 1 >= len(shape.headers):
                continue
            link = _BEGINS.get(shape.headers[last + 1])
            if link is None:
                self.left[NO_LINK] += len(shape)
                continue
            rows, begin = shape.rows, shape.position(last + 1)
            end, wire = _ends(shape, last)
            whole = begin <= end
            if not whole.all():
                self.left[FRAGMENT] += int((~whole).sum())
                rows, begin, end, wire = rows[whole], begin[whole], end[whole], wire[whole]
            frames.start[rows] = begin
            frames.captured[rows] = end - begin
            frames.wirelen[rows] = np.maximum(wire - begin, end - begin)
            frames.link[rows] = link
            frames.erf_headers[rows] = 0
            changed = True
        return Batch(frames) if changed else batch


def _ends(shape: Shape, last: int) -> tuple[Ints, Ints]:
    """Where the contents of the header at ``last`` end, in the capture and on the wire, as indexes in the buffer."""
    frames, rows = shape.frames, shape.rows
    start = frames.start[rows]
    wire = start + frames.wirelen[rows]
    partial = np.zeros(len(rows), np.bool_)
    for index, header in enumerate(shape.headers[: last + 1]):
        at = shape.position(index)
        if header.extent is not None and shape.headers[last] in _TUNNEL:
            length = _number(shape, header, header.extent.field, at)
            says = at + length * header.extent.scale + header.extent.add
            silent = (length == 0) if header.extent.zero else np.zeros(len(rows), np.bool_)
            wire = np.where(silent, wire, np.minimum(wire, says))
        if header.partial and header in _TUNNEL:
            partial |= _number(shape, header, header.partial, at) != 0
    end = np.minimum(start + frames.captured[rows], wire)
    if partial.any():
        # the mirror has cut the packet: its own length says how long it was
        for index, header in enumerate(shape.headers[last + 1 :], last + 1):
            if header.extent is not None:
                at = shape.position(index)
                says = at + _number(shape, header, header.extent.field, at) * header.extent.scale + header.extent.add
                wire = np.where(partial, np.maximum(wire, says), wire)
                break
    return end, wire


def _number(shape: Shape, header: Header, name: str, at: Ints) -> Ints:
    leaf = header.leaf(name)
    return shape.frames.number(at, leaf.bit, leaf.width).astype(np.int64)


def _without_tags(batch: Batch) -> Batch:
    """The packets without their innermost run of VLAN tags; the headers before it move up to what follows."""
    frames = Picked(batch.frames)
    for name in ("start", "captured", "wirelen"):
        setattr(frames, name, getattr(frames, name).copy())
    right = right_sums(batch)
    changed = np.zeros(len(batch), np.bool_)
    for shape in batch.shapes:
        tags = [index for index, header in enumerate(shape.headers) if header is VLAN]
        if not tags:
            continue
        last = first = tags[-1]
        while shape.headers[first - 1] is VLAN:
            first -= 1
        if shape.headers[first - 1] not in (Ethernet, SLL):
            continue  # a type that does not stand at the end of the header in front
        size = (last + 1 - first) * VLAN.size
        _shorten(shape, first, size)
        # what stands before the type field of the header in front goes up to the type field of the last tag
        at, rows = shape.position(first), shape.rows
        before = at - 2 - frames.start[rows]
        for length in np.unique(before).tolist():
            same = before == length
            begin = frames.start[rows[same]]
            frames.write_block(begin + size, frames.block(begin, length).copy())
        frames.start[rows] += size
        frames.captured[rows] -= size
        frames.wirelen[rows] -= size
        changed[rows] = True
    if not changed.any():
        return batch
    result = Batch(frames)
    redo_sums(result, changed, right)
    return result


def _shorten(shape: Shape, first: int, size: int) -> None:
    """Take bytes off the lengths of the headers around."""
    for index, header in enumerate(shape.headers[:first]):
        lengths = [(header.extent.field, header.extent.scale)] if header.extent else []
        if header is ERF:
            lengths = [("wlen", 1), ("rlen", 1)]
        at = shape.position(index)
        for name, scale in lengths:
            leaf = header.leaf(name)
            length = _number(shape, header, name, at)
            change = (length != 0) & (length * scale >= size)
            shape.frames.write(at[change], leaf.bit, leaf.width, length[change] - size // scale)

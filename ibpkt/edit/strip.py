"""The steps that take something off packets: payloads, VLAN tags, and what mirrors, tunnels and captures add.

The buffer stays: a packet that loses its first headers begins later; where a tag goes, the bytes before it move up.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from ibpkt.arguments import checked
from ibpkt.arrays import Ints
from ibpkt.batch import Batch, Shape
from ibpkt.craft.checksums import redo_sums, right_sums
from ibpkt.edit.buffer import fresh, note
from ibpkt.errors import CallerError
from ibpkt.protocols import CLOSED_BY, INFINIBAND, VLAN, Chain, graph, link_of
from ibpkt.schema import Header

#: what can be taken off: headers of these roles, and VLAN tags
KINDS: dict[str, tuple[str, ...]] = {
    "vlan": (),
    "mirror": ("tunnel",),
    "capture": ("capture",),
    "all": ("tunnel", "capture"),
}

FRAGMENT = "a part of a mirrored packet; nothing taken off"
NO_LINK = "of a kind that has no link type of its own; nothing taken off"
COMMENT = "payload cut by ibpkt edit"


class CutPayload:
    """Cut each packet in the capture after its headers.

    Its length on the wire stays, so that every program sees that it was cut; in pcapng a comment says by what.

    Args:
        keep: bytes of the payload that stay.
    """

    @checked
    def __init__(self, keep: int = 0) -> None:
        if keep < 0:
            raise CallerError(f"{keep} bytes of payload cannot be kept")
        self.keep = keep
        self.left: Counter[str] = Counter()
        self.done = False

    @checked
    def apply(self, batch: Batch) -> Batch:
        """The packets, cut; the buffer is the same."""
        frames = batch.frames
        captured = frames.captured.copy()
        for shape in batch.shapes:
            here = shape.payload[0] - frames.start[shape.rows] + self.keep
            # what has no payload keeps its CRCs
            has = shape.payload[1] - shape.payload[0] > self.keep
            captured[shape.rows[has]] = np.minimum(captured[shape.rows], here)[has]
        cut = np.flatnonzero(captured < frames.captured)
        if not len(cut):
            return batch
        result = fresh(frames)
        result.captured = captured
        result.comments = dict(frames.comments)
        for row in cut.tolist():
            result.comments[row] = (*result.comments.get(row, ()), COMMENT)
        return Batch(result)


class Strip:
    """Take off what was put around packets.

    Args:
        what: ``vlan`` (the tags, of tunnelled packets the inner ones too), ``mirror`` (all that stands before the
            packet inside the innermost tunnel: VXLAN, GRE, ERSPAN …), ``capture`` (ERF, SLL and loopback headers) or
            ``all``.

    Raises:
        CallerError: nothing of that name can be taken off.
    """

    @checked
    def __init__(self, what: str = "all") -> None:
        if what not in KINDS:
            raise CallerError(f"{what!r} cannot be stripped", name=what, known=KINDS)
        self.vlan: bool = what in ("vlan", "all")
        self.roles: tuple[str, ...] = KINDS[what]
        self.left: Counter[str] = Counter()
        self.done = False

    @checked
    def apply(self, batch: Batch) -> Batch:
        """The packets without it, over the same buffer."""
        if self.roles:
            batch = self._without_outer(batch)
        if self.vlan:
            while any(VLAN in shape.headers for shape in batch.shapes):
                after = _without_tags(batch)
                if after is batch:
                    break
                batch = after
        return batch

    def _without_outer(self, batch: Batch) -> Batch:
        frames = fresh(batch.frames)
        for name in ("start", "captured", "wirelen", "link", "erf_headers"):
            setattr(frames, name, getattr(frames, name).copy())
        changed = False
        for shape in batch.shapes:
            last = max((i for i, header in enumerate(shape.headers) if header.role in self.roles), default=-1)
            if last < 0 or last + 1 >= len(shape.headers):
                continue
            link = _link_type(shape.headers[last + 1])
            if link is None:
                self.left[NO_LINK] += len(shape)
                continue
            rows, begin = shape.rows, shape.position(last + 1)
            end, wire = _ends(shape, last)
            whole = begin <= end
            note(self.left, FRAGMENT, ~whole)
            if not whole.all():
                rows, begin, end, wire = rows[whole], begin[whole], end[whole], wire[whole]
            frames.start[rows] = begin
            frames.captured[rows] = end - begin
            frames.wirelen[rows] = np.maximum(wire - begin, end - begin)
            frames.link[rows] = link
            frames.erf_headers[rows] = 0
            changed = True
        return Batch(frames) if changed else batch


def _link_type(first: Header) -> int | None:
    """The link type of packets that begin with a header; None where there is none."""
    if first.role == "link" and first in CLOSED_BY:
        return INFINIBAND  # flow-control packets, too, come from such a link
    try:
        return link_of(first)
    except CallerError:
        return None


def _carries_tag(headers: Chain) -> bool:
    """Whether the last of these headers ends with the type that announces a tag, and no CRC covers it."""
    leaves = [rule.on[0] for rule in graph().rules.get(headers[-1], ()) if (VLAN,) in rule.chains and len(rule.on) == 1]
    ends = any(leaf.bit + leaf.width == headers[-1].size * 8 for leaf in leaves)
    return ends and not any(header in CLOSED_BY for header in headers)


def _ends(shape: Shape, last: int) -> tuple[Ints, Ints]:
    """Where the contents of the header at ``last`` end, in the capture and on the wire, as indexes in the buffer."""
    frames, rows = shape.frames, shape.rows
    start = frames.start[rows]
    wire = start + frames.wirelen[rows]
    partial = np.zeros(len(rows), np.bool_)
    for index, header in enumerate(shape.headers[: last + 1]):
        at = shape.position(index)
        if header.extent is not None and shape.headers[last].role == "tunnel":
            declared, length = _declared(shape, header, at)
            unknown = (length == 0) if header.extent.zero else np.zeros(len(rows), np.bool_)
            wire = np.where(unknown, wire, np.minimum(wire, declared))
        if header.partial and header.role == "tunnel":
            partial |= _number(shape, header, header.partial, at) != 0
    end = np.minimum(start + frames.captured[rows], wire)
    if partial.any():
        # the mirror has cut the packet: its own length field says how long it was
        for index, header in enumerate(shape.headers[last + 1 :], last + 1):
            if header.extent is not None:
                declared, _ = _declared(shape, header, shape.position(index))
                wire = np.where(partial, np.maximum(wire, declared), wire)
                break
    return end, wire


def _declared(shape: Shape, header: Header, at: Ints) -> tuple[Ints, Ints]:
    """Where a header at ``at`` says that its contents end, and what its length field holds."""
    assert header.extent is not None
    length = _number(shape, header, header.extent.field, at)
    return at + length * header.extent.scale + header.extent.add, length


def _number(shape: Shape, header: Header, name: str, at: Ints) -> Ints:
    leaf = header.leaf(name)
    return shape.frames.number(at, leaf.bit, leaf.width).astype(np.int64)


def _without_tags(batch: Batch) -> Batch:
    """The packets without their innermost run of VLAN tags; the headers before it move up to what follows."""
    frames = fresh(batch.frames)
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
        if not _carries_tag(shape.headers[:first]):
            continue
        size = (last + 1 - first) * VLAN.size
        _shorten(shape, first, size)
        # the bytes before the type field of the header in front move up to the type field of the last tag
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
        lengths += [(name, 1) for name in header.record or ()]
        at = shape.position(index)
        for name, scale in lengths:
            leaf = header.leaf(name)
            length = _number(shape, header, name, at)
            change = (length != 0) & (length * scale >= size)
            shape.frames.write(at[change], leaf.bit, leaf.width, length[change] - size // scale)

"""The tree of a packet: its headers, their fields, the bits of these, and which bytes each of them has."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from ibpkt.batch import Batch, Shape
from ibpkt.batch.checksums import CHECKSUM_STATUSES, ChecksumStatus, checksum_verdicts
from ibpkt.batch.fields import Occurrence
from ibpkt.output.column_text import display, field_text, strings
from ibpkt.packet import STATUSES, Status
from ibpkt.protocols import CRCS
from ibpkt.schema import Derived, Header, Leaf, Part

#: characters of a value that are shown
MOST = 400
#: bytes of a payload that are shown
SHOWN = 32


class TreeNode(NamedTuple):
    """A line of the tree.

    Attributes:
        depth: 0 for headers, 1 for fields, 2 for parts of fields.
        key: of headers: its name and which of that name it is, so that the same header of another packet can be found.
        text: what it says.
        field: the name of the field in filters, "" where there is none.
        start, end: its bytes in the packet, the last one excluded; equal where it has none of its own.
        is_wrong: it is wrong, or says what is.
    """

    depth: int
    key: str
    text: str
    field: str
    start: int
    end: int
    is_wrong: bool = False


def tree_nodes(batch: Batch, *, verify: bool = True, without: Collection[Header] = ()) -> list[TreeNode]:
    """The nodes of one packet in the order of their lines, all of them.

    Args:
        batch: of that packet alone.
        verify: verify CRCs and checksums.
        without: headers that are left out.
    """
    (shape,) = batch.shapes
    nodes: list[TreeNode] = []
    seen: dict[str, int] = {}
    origin = int(batch.frames.start[0])
    for place, header in enumerate(shape.headers):
        if header in without:
            continue
        seen[header.name] = seen.get(header.name, 0) + 1
        key = f"{header.name} {seen[header.name]}"
        start, end = (int(where[0]) - origin for where in (shape.position(place), shape.end(place)))
        title = f"[{header.title}]" if header.generated else f"{header.title} ({header.name}), {end - start} bytes"
        if place >= shape.annotations:  # its bytes are not these of the packet
            start = end = 0
        nodes.append(TreeNode(0, key, title, header.filter, start, end))
        for leaf in header.leaves:
            node = _node(shape, Occurrence(leaf, place), key, start, end)
            if node is not None:
                nodes.append(node if place < shape.annotations else node._replace(start=0, end=0))
    nodes += _body(shape, batch, origin)
    nodes += _closing(shape, origin, verify=verify)
    for problem in _problems(batch, shape, verify=verify):
        nodes.append(TreeNode(0, "problem", f"[{problem}]", "", 0, 0, True))
    return nodes


def node_at(nodes: list[TreeNode], byte: int) -> int | None:
    """The place of the narrowest node that has a byte of the packet; of equal ones the first."""
    having = [(node.end - node.start, place) for place, node in enumerate(nodes) if node.start <= byte < node.end]
    return min(having)[1] if having else None


def _node(shape: Shape, occurrence: Occurrence, key: str, start: int, end: int) -> TreeNode | None:
    """The line of a field; None where the packet lacks it."""
    leaf = occurrence.leaf
    text = field_text(shape, occurrence, display, skip_empty=True)
    if text is None:
        return None
    (value,) = strings(text[0], 1)
    if text[1] is not None and not (text[1][0] and value):
        return None
    if len(value) > MOST:
        value = f"{value[:MOST]}…"
    line = f"{leaf.label}: {value}"
    first, last = _bytes(leaf, start, end)
    if isinstance(leaf, Derived):
        line = f"[{line}]"
    return TreeNode(2 if isinstance(leaf, Part) else 1, key, line, leaf.filter, first, last)


def _bytes(leaf: Leaf, start: int, end: int) -> tuple[int, int]:
    """Where the bytes of a field are in the packet."""
    if leaf is leaf.header.tail_leaf:
        return start + leaf.header.size, end
    if leaf.bit < 0:
        return start, start
    bits = leaf.bit + leaf.width if leaf.count == 1 else leaf.bit + leaf.stride * leaf.count
    return start + leaf.bit // 8, min(start + (bits + 7) // 8, end)


def _body(shape: Shape, batch: Batch, origin: int) -> list[TreeNode]:
    """Payload, pad bytes, and what follows the packet."""
    found = []
    for name, starts, ends in (
        ("Payload", *shape.payload),
        ("Pad", shape.payload[1], shape.pad_end),
        ("Trailer", *shape.trailer),
    ):
        first, last = int(starts[0]), int(ends[0])
        if first >= last:
            continue
        data = batch.frames.data[first : min(last, first + SHOWN)].tobytes().hex()
        more = "…" if last - first > SHOWN else ""
        count = f"{last - first} byte{'' if last - first == 1 else 's'}"
        found.append(TreeNode(0, name, f"{name} ({count}): {data}{more}", "", first - origin, last - origin))
    return found


def _closing(shape: Shape, origin: int, *, verify: bool) -> list[TreeNode]:
    """The CRCs behind the packet, and the verdicts on them."""
    found = []
    for crc in CRCS:
        if (closing := shape.closing.get(crc)) is None:
            continue
        start = int(shape.closing_at(crc)[0])
        checks = shape.checks(crc) if verify else None
        verdict = STATUSES[int((closing if checks is None else checks).status[0])]
        wrong = verdict in (Status.BAD, Status.ZERO)
        if not (wrong or verdict is Status.GOOD):  # cut, or not there
            found.append(TreeNode(0, crc.name, f"{crc.title}: [{verdict}]", "", 0, 0))
            continue
        digits = crc.size * 2
        stored = int(shape.frames.number(shape.closing_at(crc), 0, crc.size * 8)[0])
        said = "" if checks is None else f" [{verdict}]"
        if wrong and checks is not None:
            said = f" [{verdict}, should be 0x{int(checks.computed[0]):0{digits}x}]"
        text = f"{crc.title}: 0x{stored:0{digits}x}{said}"
        place = start - origin
        found.append(TreeNode(0, crc.name, text, crc.leaves[0].filter, place, place + crc.size, wrong))
    return found


def _problems(batch: Batch, shape: Shape, *, verify: bool) -> list[str]:
    """What else is wrong, in sentences."""
    found = [str(batch.stops[0])] if 0 in batch.stops else []
    found += map(str, batch.disagreements.get(0, ()))
    if verify:
        bad = CHECKSUM_STATUSES.index(ChecksumStatus.BAD)
        for header, status, stored, computed in checksum_verdicts(shape):
            if np.any(status == bad):
                found.append(f"{header.name} checksum is 0x{stored[0]:04x}, should be 0x{computed[0]:04x}")
    found += [f"comment: {comment}" for comment in batch.frames.comments.get(0, ())]
    return found

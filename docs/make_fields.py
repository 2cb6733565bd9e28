"""Writes `fields.md`, the reference of the fields, out of the declarations: ``python docs/make_fields.py``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ibpkt.batch.fields import PACKET_LEAVES, UNLISTED_LEAVES, fields
from ibpkt.protocols import CLOSED_BY, headers
from ibpkt.protocols.annotation_headers import GENERATED
from ibpkt.protocols.upper.contents import inner_headers
from ibpkt.schema import Derived, Header, Leaf

PAGE = Path(__file__).with_name("fields.md")
#: an enumeration of more values than this is not spelled out
SPELLED = 8
TITLES = """\
# Fields

<!-- Written by `python docs/make_fields.py`; do not edit. -->

Every name that `-e`, `Capture.columns` and the JSON formats know, by the header in which it stands. The names are
Wireshark's wherever Wireshark has the field. `ibpkt fields GLOB` prints the same at a shell.

- *bits*: the bits of the header that the field takes, counted from its first bit, which is 0. A field of a
  table is there several times, `every` so many bits. A field without bits is computed from others.
- *meaning*: the label, what the specification says of it, its unit, and the names of its values where they are few.
  *Reserved* bits are fields too, so that nothing of a packet is lost.
- The header itself is a field, whose value is its bytes, under the name that follows its title.
"""


def page() -> str:
    """The page."""
    return TITLES + "".join(_sections())


def _sections() -> Iterator[str]:
    yield "\n## The packet as a whole\n\nThese stand in no header.\n"
    yield _table([(leaf, "") for leaf in (*PACKET_LEAVES, *UNLISTED_LEAVES)])
    for header in headers():
        if header not in CLOSED_BY.values():
            yield f"\n## {header.name}: {header.title}, `{header.filter}`\n\n{_about(header)}\n"
            yield _table([(leaf, _bits(leaf)) for leaf in header.leaves])
    for group in dict.fromkeys(header.group for header in inner_headers()):
        inner = {leaf.filter: leaf for header in inner_headers() if header.group == group for leaf in header.leaves}
        yield f"\n## Within the structures of `{group}`\n\nWhere they stand, lengths before them tell.\n"
        yield _table([(leaf, "") for leaf in inner.values()])
    yield "\n# What other packets say\n\nThese no packet has: `management.md` tells what they are.\n"
    for header in GENERATED:
        yield f"\n## {header.name}: {header.title}, `{header.filter}`\n\n"
        yield _table([(leaf, "") for leaf in header.leaves])


def _about(header: Header) -> str:
    size = f"At least {header.size} bytes" if header.tail else f"{header.size} bytes"
    source = header.source
    return f"{size}. Source: {source}." if source else f"{size}."


def _bits(leaf: Leaf) -> str:
    if isinstance(leaf, Derived):
        return ""
    if leaf is leaf.header.tail_leaf:
        return f"{leaf.header.size * 8}–"
    first, last = leaf.bit, leaf.bit + leaf.width - 1
    place = f"{first}" if first == last else f"{first}–{last}"
    return f"{place}, {leaf.count} times every {leaf.stride}" if leaf.count > 1 else place


def _meaning(leaf: Leaf) -> str:
    text = f"{leaf.label} ({leaf.doc})" if leaf.doc else leaf.label
    if leaf.unit:
        text += f", in {leaf.unit}"
    if leaf.when:
        text += f"; where {leaf.header.leaf(leaf.when[0]).filter} is {leaf.when[1]}"
    if 0 < len(leaf.enum) <= SPELLED:
        text += ": " + ", ".join(f"{number} {name}" for number, name in leaf.enum.items())
    if leaf.also:
        text += "; also " + ", ".join(f"`{name}`" for name in leaf.also)
    return text


def _table(rows: list[tuple[Leaf, str]]) -> str:
    known = fields()
    lines = ["\n| field | bits | type | meaning |\n|---|---|---|---|\n"]
    for leaf, bits in rows:
        assert leaf in known[leaf.filter].leaves
        cells = (f"`{leaf.filter}`", bits, leaf.kind.name, _meaning(leaf).replace("|", "\\|"))
        lines.append(f"| {' | '.join(cells)} |\n")
    return "".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

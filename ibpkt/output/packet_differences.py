"""What distinguishes two packets, field by field, as people read it: the explanation of a failed comparison."""

from __future__ import annotations

import difflib
import functools
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ibpkt.errors import CallerError
from ibpkt.packet import Check, Layer, Packet, decode
from ibpkt.protocols import CRCS, LINKS, headers, renewed
from ibpkt.schema import Derived, Field, Header, Leaf

if TYPE_CHECKING:
    from ibpkt.craft.drafts import Draft

#: parts of a packet that are no fields, and may be ignored by these names
BODY = ("payload", "pad", "trailer")
#: bytes of a payload that are shown around the first one that differs
_SHOWN = 16
#: packets of two lists whose differences are shown in full
_PACKETS = 3


class FieldDifference(NamedTuple):
    """One difference between two packets.

    Attributes:
        name: the field (``BTH.psn``, ``VLAN[1].id`` of the second VLAN), the header or the part of the packet.
        left: the byte of the left packet at which it lies, None where the packet has no such bytes.
        right: likewise, of the right packet.
        text: the two values.
    """

    name: str
    left: int | None
    right: int | None
    text: str

    def __str__(self) -> str:
        places = [str(place) for place in dict.fromkeys((self.left, self.right)) if place is not None]
        at = f"byte {' / '.join(places)}: " if places else ""
        return f"{at}{self.name}: {self.text}"


def differences(left: Packet, right: Packet, ignore: Iterable[str] = ()) -> list[FieldDifference]:
    """What distinguishes two packets, in the order of their bytes.

    Args:
        left: a packet.
        right: another.
        ignore: what may differ: fields as ``bth.psn`` or by their names in display filters, whole headers (``ipv4``),
            ``icrc``, ``vcrc``, ``payload``, ``pad``, ``trailer``.

    Raises:
        CallerError: there is nothing of that name to ignore; it suggests the nearest.
    """
    ignored = _Ignored(ignore)
    found = list(_differences(left, right, ignored))
    if not found and not ignored.names and left.data != right.data:  # bytes that no part of the packets counts
        at = next((place for place, pair in enumerate(zip(left.data, right.data, strict=False)) if pair[0] != pair[1]),
                  min(len(left.data), len(right.data)))  # fmt: skip
        found = [FieldDifference("bytes", at, at, _bytes_text(left.data[at:], right.data[at:]))]
    return found


def explanation(left: Packet, right: Packet, ignore: Iterable[str] = ()) -> list[str]:
    """The differences of two packets as lines, after a line that says what is compared; no lines where there are none.

    Args:
        left: a packet.
        right: another.
        ignore: as `differences` takes it.

    Raises:
        CallerError: as `differences`.
    """
    found = differences(left, right, ignore)
    return [f"{_path(left)} == {_path(right)}", *map(str, found)] if found else []


def list_explanation(left: Sequence[Any], right: Sequence[Any], ignore: Iterable[str] = ()) -> list[str]:
    """The differences of two lists of packets as lines; those of the first packets in full.

    Args:
        left: packets, and anything else.
        right: likewise.
        ignore: as `differences` takes it.

    Raises:
        CallerError: as `differences`.
    """
    ignore = tuple(ignore)
    unequal = []
    for index, pair in enumerate(zip(left, right, strict=False)):
        if all(isinstance(item, Packet) for item in pair):
            lines = explanation(*pair, ignore)
        else:
            lines = [] if pair[0] == pair[1] else [f"{pair[0]!r} == {pair[1]!r}"]
        if lines:
            unequal.append((index, lines))
    if not unequal and len(left) == len(right):
        return []
    found = [f"{len(left)} packets == {len(right)} packets"]
    for index, lines in unequal[:_PACKETS]:
        found += [f"packet {index + 1} (index {index}): {lines[0]}", *(f"  {line}" for line in lines[1:])]
    if len(unequal) > _PACKETS:
        found.append(f"and {len(unequal) - _PACKETS} more packets differ")
    longer = left if len(left) > len(right) else right
    if len(left) != len(right):
        least = min(len(left), len(right))
        side = "left" if longer is left else "right"
        found.append(f"only {side}, from index {least} on: {len(longer) - least}, first {_path(longer[least])}")
    return found


def layer_explanation(left: Layer, right: Layer) -> list[str]:
    """The differences of two layers as lines, with the bytes at which they lie in their packets."""
    if left.header is not right.header:
        return [f"{left.name} == {right.name}", f"left: {left!r}", f"right: {right!r}"]
    return [f"{left.name} == {right.name}", *map(str, _fields(left, right, left.name, _Ignored(())))]


def draft_explanation(left: Draft, right: Draft) -> list[str]:
    """The differences of two drafts as lines: what only one of them gives, and what they give differently."""
    lines = [f"{left.header.name} == {right.header.name}"]
    if left.header is not right.header:
        return [*lines, f"left: {left!r}", f"right: {right!r}"]
    for name in dict.fromkeys([*left.raw, *right.raw]):
        texts = [_display(side.header.by_name.get(name), side.raw.get(name)) for side in (left, right)]
        if texts[0] != texts[1]:
            lines.append(f"{left.header.name}.{name}: {texts[0]} != {texts[1]}")
    return lines


def _path(item: Any) -> str:
    if not isinstance(item, Packet):
        return repr(item)
    return f"{'/'.join(layer.name for layer in item.layers) or 'no header'} ({len(item.data)} bytes)"


class _Ignored:
    """What may differ.

    Attributes:
        names: the parts of a packet.
        headers: the headers.
        leaves: the fields and parts of fields.
    """

    def __init__(self, names: Iterable[str]) -> None:
        if isinstance(names, str):
            names = (names,)
        if not isinstance(names, Iterable):
            raise CallerError(f"ignore takes names, such as bth.psn and icrc, not {names!r}")
        known = ignorable()
        self.names: set[str] = set()
        self.headers: set[Header] = set()
        self.leaves: set[Leaf] = set()
        for name in names:
            found = known.get(name.lower()) if isinstance(name, str) else None
            if found is None:
                raise CallerError(f"there is nothing to ignore of the name {name!r}", name=str(name), known=known)
            self.names.add(name.lower())
            self.headers |= {each for each in found if isinstance(each, Header)}
            self.leaves |= {each for each in found if isinstance(each, Leaf)}

    def bits(self, header: Header) -> int:
        """The bits of a header that may differ, as a number of its size."""
        if header in self.headers:
            return (1 << header.size * 8) - 1
        bits = 0
        for leaf in self.leaves:
            if leaf.header is header and leaf.bit >= 0:
                for row in range(leaf.count):
                    shift = header.size * 8 - leaf.bit - row * leaf.stride - leaf.width
                    bits |= ((1 << leaf.width) - 1) << shift
        return bits


@renewed
@functools.cache
def ignorable() -> dict[str, tuple[Header | Leaf, ...]]:
    """What may be ignored, by every name that it has."""
    found: dict[str, list[Header | Leaf]] = {name: [] for name in BODY}
    for header in headers():
        found.setdefault(header.key, []).append(header)
        for leaf in header.leaves:
            if not isinstance(leaf, Derived) and header not in CRCS:
                for name in dict.fromkeys((f"{header.key}.{leaf.name}", leaf.filter, *leaf.also)):
                    found.setdefault(name.lower(), []).append(leaf)
    return {name: tuple(members) for name, members in found.items()}


def _differences(left: Packet, right: Packet, ignored: _Ignored) -> Iterator[FieldDifference]:
    if left.link != right.link:
        yield FieldDifference("link type", None, None, f"{_link(left)} != {_link(right)}")
    yield from _layers(left, right, ignored)
    starts = [sum(layer.size for layer in packet.layers) for packet in (left, right)]
    for name in BODY:
        ours, theirs = getattr(left, name), getattr(right, name)
        places = starts if name != "trailer" else [len(packet.data) - len(packet.trailer) for packet in (left, right)]
        if ours != theirs and name not in ignored.names:
            yield _body(name, ours, theirs, places)
        starts = [start + len(part) for start, part in zip(starts, (ours, theirs), strict=True)]
    for which in CRCS:
        if which not in ignored.headers:
            yield from _crc(which, left, right)
    if left.stop != right.stop and not ignored.names:
        yield FieldDifference("decoding", None, None, f"{left.stop or 'complete'} != {right.stop or 'complete'}")


def _layers(left: Packet, right: Packet, ignored: _Ignored) -> Iterator[FieldDifference]:
    sides = [[layer for layer in packet.layers if layer.header not in ignored.headers] for packet in (left, right)]
    names = [[layer.name for layer in side] for side in sides]
    matcher = difflib.SequenceMatcher(a=names[0], b=names[1], autojunk=False)
    for what, start, end, other_start, other_end in matcher.get_opcodes():
        if what == "equal":
            for ours, theirs in zip(sides[0][start:end], sides[1][other_start:other_end], strict=True):
                yield from _fields(ours, theirs, _numbered(ours, sides[0]), ignored)
            continue
        for layer in sides[0][start:end]:
            yield FieldDifference(layer.name, layer.offset, None, f"only left: {layer!r}")
        for layer in sides[1][other_start:other_end]:
            yield FieldDifference(layer.name, None, layer.offset, f"only right: {layer!r}")


def _numbered(layer: Layer, layers: Collection[Layer]) -> str:
    """The name of a layer, with its place among those of the same name, from the second one on."""
    before = [other for other in layers if other.header is layer.header and other.offset < layer.offset]
    return f"{layer.name}[{len(before)}]" if before else layer.name


def _fields(left: Layer, right: Layer, name: str, ignored: _Ignored) -> Iterator[FieldDifference]:
    header = left.header
    kept = ~ignored.bits(header)
    for field in header.wire:
        items = [layer.raw[field.name] if field.count > 1 else (layer.raw[field.name],) for layer in (left, right)]
        for row, (ours, theirs) in enumerate(zip(*items, strict=True)):
            shift = header.size * 8 - field.bit - row * field.stride - field.width
            if not (header.bits(field, ours) ^ header.bits(field, theirs)) << shift & kept:
                continue
            label = f"{name}.{field.name}{f'[{row}]' if field.count > 1 else ''}"
            parts = _parts(field, left, right, ignored) if field.parts else []
            for part in parts:
                yield _pair(f"{name}.{part.name}", part.bit, part, left, right)
            if not parts:
                at = (field.bit + row * field.stride) // 8
                text = f"{field.display(ours)} != {field.display(theirs)}"
                yield FieldDifference(label, left.offset + at, right.offset + at, text)
    tail = header.tail_leaf
    if tail and tail not in ignored.leaves and header not in ignored.headers:
        ours, theirs = (layer.raw.get(tail.name, b"") for layer in (left, right))
        if ours != theirs:
            places = [layer.offset + header.size for layer in (left, right)]
            yield _body(f"{name}.{tail.name}", ours, theirs, places)


def _parts(field: Field, left: Layer, right: Layer, ignored: _Ignored) -> list[Leaf]:
    """The parts that say all that distinguishes two values of a field; none where they do not."""
    differing: list[Leaf] = []
    covered = 0
    for part in field.parts:
        ours, theirs = left.raw_value(part.name), right.raw_value(part.name)
        if ours is not None and theirs is not None:
            covered |= ((1 << part.width) - 1) << (field.width - part.offset - part.width)
            if ours != theirs and part not in ignored.leaves:
                differing.append(part)
    bits = left.raw[field.name] ^ right.raw[field.name]
    return differing if not bits & ~covered else []


def _pair(name: str, bit: int, leaf: Leaf, left: Layer, right: Layer) -> FieldDifference:
    texts = [leaf.display(layer.raw_value(leaf.name)) for layer in (left, right)]
    return FieldDifference(name, left.offset + bit // 8, right.offset + bit // 8, f"{texts[0]} != {texts[1]}")


def _display(leaf: Leaf | None, raw: Any) -> str:
    if raw is None:
        return "not given"
    return repr(raw) if leaf is None else leaf.display(raw)


def _body(name: str, left: bytes, right: bytes, places: Sequence[int]) -> FieldDifference:
    first = next((at for at, (ours, theirs) in enumerate(zip(left, right, strict=False)) if ours != theirs), None)
    at = min(len(left), len(right)) if first is None else first
    return FieldDifference(name, places[0] + at, places[1] + at, _bytes_text(left, right, at))


def _bytes_text(left: bytes, right: bytes, at: int = 0) -> str:
    """How bytes differ: their number, and those from the first difference on."""
    if len(left) != len(right):
        counts = f"{len(left)} bytes != {len(right)} bytes"
    else:
        unequal = sum(ours != theirs for ours, theirs in zip(left, right, strict=True))
        counts = f"{unequal} of {len(left)} bytes differ"
    shown = [f"{side[at : at + _SHOWN].hex(' ')}{' …' if len(side) > at + _SHOWN else ''}" for side in (left, right)]
    return f"{counts}, from its byte {at} on {shown[0] or 'nothing'} != {shown[1] or 'nothing'}"


def _crc(which: Header, left: Packet, right: Packet) -> Iterator[FieldDifference]:
    checks: list[Check] = [getattr(packet, which.key) for packet in (left, right)]
    if checks[0].stored == checks[1].stored and checks[0].status == checks[1].status:
        return
    ours, theirs = (
        f"{check.number} [{check.status.value}]" if check.stored else check.status.value for check in checks
    )
    places = [packet.crc_places.get(which) for packet in (left, right)]
    yield FieldDifference(which.name, places[0], places[1], f"{ours} != {theirs}")


def _link(packet: Packet) -> str:
    link = packet.link
    if isinstance(link, Header):
        return link.name
    return next((name for name, number in LINKS.items() if number == link), str(link))


def as_packet(item: Any, like: Any = None) -> Packet:
    """A packet, or bytes decoded by the link type of another packet.

    Raises:
        CallerError: it is something else, or there is no packet whose link type tells how to decode bytes.
    """
    if isinstance(item, Packet):
        return item
    if isinstance(item, bytes | bytearray | memoryview):
        if isinstance(like, Packet):
            return decode(item, like.link, roce_port=like.roce_port)
        raise CallerError("one of the two must be a packet, whose link type says how to decode the bytes of the other")
    raise CallerError(f"a packet or its bytes can be compared, not {type(item).__name__}")

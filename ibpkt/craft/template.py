"""Packet templates: the headers of a stack as one number, into which values, lengths and checksums are put.

Packets with the same headers, in which values are given for the same fields, differ in little.  So the first packet of
a stack makes a template (`ibpkt.craft.builder` asks the graph what announces what), and every packet is made from one.
Which fields are computed, and how, stands on the declarations: extent, tail, checksum, pad, record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ibpkt.batch import crc
from ibpkt.craft.drafts import Draft
from ibpkt.errors import CallerError
from ibpkt.packet.coverage import coverage
from ibpkt.protocols import BTH, CLOSED_BY, CRCS, ICRC, VCRC, Chain, Graph
from ibpkt.schema import Field, Header, Leaf


class GivenField(NamedTuple):
    """A field whose value the caller gives: the header's place in the stack, and the shift of each of its items."""

    place: int
    field: Field
    largest: int  # -1 where the value is no plain number
    shifts: tuple[int, ...]


class LengthField(NamedTuple):
    """A length field: bytes that it always counts, bytes per unit, the largest count, and its shift."""

    leaf: Leaf
    always: int
    scale: int
    largest: int
    shift: int


class PadField(NamedTuple):
    """The field that counts pad bytes.

    Attributes:
        place: the header's place in the stack.
        name: the field's name.
        carried: bytes of the headers after that one, which pad bytes fill up to whole words with the payload.
        shift: of the field; -1 where its value is given.
    """

    place: int
    name: str
    carried: int
    shift: int


class CRCInput(NamedTuple):
    """What the CRCs are computed from, where that is known without a look at the packet.

    Attributes:
        mask: the bits of the headers that the ICRC reads as ones, as a number.
        covered: the byte of the headers at which the ICRC starts.
        seed: the CRC to start from.
        vcrc: whether a VCRC closes the packet.
    """

    mask: int
    covered: int
    seed: int
    vcrc: bool


class PacketTemplate(NamedTuple):
    """How to build the packets of one stack.

    Attributes:
        number: the headers as one number, with all that does not change from packet to packet.
        size: bytes of the headers.
        given: the fields that the caller gives.
        lengths: the length fields, innermost first.
        pad: the field that counts pad bytes; None where no header has one.
        checksums: the shift and the bits of each checksummed header, and the shift of its checksum.
        closing: zeros in the place of the CRCs.
        crcs: how to compute the CRCs; None where the packet has to be decoded to find their places.
    """

    number: int
    size: int
    given: tuple[GivenField, ...]
    lengths: tuple[LengthField, ...]
    pad: PadField | None
    checksums: tuple[tuple[int, int, int], ...]
    closing: bytes
    crcs: CRCInput | None

    def make(
        self,
        stack: Sequence[Draft],
        payload: bytes,
        pad: bytes | None,
        icrc: bytes | None,
        vcrc: bytes | None,
        trailer: bytes,
    ) -> bytes:
        """A packet, with zeros in place of its CRCs where `crcs` is None.

        Raises:
            CallerError: a value that does not fit its field, or a length that no field can hold.
        """
        number, size, given, lengths, pad_field, checksums, closing, crcs = self  # quicker than one by one
        for place, field, largest, shifts in given:
            draft = stack[place]
            value = draft.raw[field.name]
            if type(value) is int and 0 <= value <= largest:
                number |= value << shifts[0]
            elif field is draft.header.tail_leaf:
                number |= int.from_bytes(value, "big") << shifts[0]
            elif field.count == 1:
                number |= draft.header.bits(field, value) << shifts[0]
            elif len(value) != field.count:
                raise CallerError(
                    f"{draft.header.name}.{field.name} has {field.count} rows, not {len(value)}", name=field.name
                )
            else:
                for item, shift in zip(value, shifts, strict=True):
                    number |= draft.header.bits(field, item) << shift
        if pad_field is None:
            body = payload + (pad or b"")
        else:
            place, name, carried, shift = pad_field
            if shift < 0:
                body = payload + (bytes(stack[place].raw[name]) if pad is None else pad)
            else:
                count = -(carried + len(payload)) & 3 if pad is None else len(pad) & 3
                body = payload + (bytes(count) if pad is None else pad)
                number |= count << shift
        carried = len(body)
        for leaf, always, scale, largest, shift in lengths:
            units, rest = divmod(always + carried, scale)
            if rest or not 0 <= units <= largest:
                raise _unfit(leaf, always + carried, scale)
            number |= units << shift
        for start, bits, shift in checksums:
            # the sum of 16-bit words with their carries added is the remainder by 65535, and zero only for zeros
            words = number >> start & bits
            number |= (0xFFFF ^ (words % 0xFFFF or (words and 0xFFFF))) << shift
        headers = number.to_bytes(size, "big")
        if crcs is None:
            return headers + body + closing + trailer
        mask, start, seed, has_vcrc = crcs
        if icrc is None:
            covered = (number | mask).to_bytes(size, "big")[start:]
            icrc = crc.icrc_bytes(crc.crc32(covered + body, seed))
        data = headers + body + icrc
        if has_vcrc:
            data += crc.vcrc_bytes(crc.crc16()(data)) if vcrc is None else vcrc
        return data + trailer


def template_of(
    stack: Sequence[Draft], given: Sequence[Draft], icrc: int | None = None, vcrc: int | None = None
) -> PacketTemplate:
    """The template for packets like this one.

    Args:
        stack: the headers, with what was given and what announces the next header.
        given: the headers with what was given alone.
        icrc: bytes of the ICRC that is stored, None where it is computed.
        vcrc: bytes of the VCRC or LPCRC, likewise.

    Raises:
        CallerError: a name that a header does not have, or a size that no field can hold.
    """
    headers = tuple(draft.header for draft in stack)
    sizes = [draft.size for draft in stack]
    closed = {CLOSED_BY[header] for header in headers if header in CLOSED_BY}
    part = icrc is None and any(header.is_part(raw) for header, raw in stack)  # the ICRC is in the last fragment
    icrc_size = ICRC.size if ICRC in closed and icrc != 0 and not part else 0
    link_crc = next((which for which in CRCS if which is not ICRC and which in closed), None)
    closing = bytes(icrc_size + (link_crc.size if link_crc and vcrc != 0 else 0))
    pad = next((index for index, header in enumerate(headers) if header.pad), None)
    number, remaining = 0, sum(sizes)
    fields: list[GivenField] = []
    lengths: list[LengthField] = []
    checksums: list[tuple[int, int, int]] = []
    pad_field: PadField | None = None
    for index, (header, size) in enumerate(zip(headers, sizes, strict=True)):
        raw = given[index].raw
        end = (remaining - size) * 8  # bits after this header
        tail_end, end = end, end + (size - header.size) * 8
        values = dict(stack[index].raw)
        for field in header.wire:
            if field.name in raw:
                blank: Any = bytes(field.width // 8) if field.wide else 0
                values[field.name] = (blank,) * field.count if field.count > 1 else blank
                last = end + _shift(header, field)
                plain = field.count == 1 and not field.wide and not field.little
                shifts = tuple(last - row * field.stride for row in range(field.count))
                fields.append(GivenField(index, field, (1 << field.width) - 1 if plain else -1, shifts))
        if header.tail and header.tail_leaf:
            if header.tail.name in raw:
                fields.append(GivenField(index, header.tail_leaf, -1, (tail_end,)))
                values[header.tail.name] = bytes(size - header.size)
            if header.tail.field not in raw:
                leaf, (units, rest) = header.leaf(header.tail.field), divmod(size - header.tail.add, header.tail.scale)
                if rest or not 0 <= units < 1 << leaf.width:
                    raise _unfit(leaf, size - header.tail.add, header.tail.scale)
                values[leaf.name] = units
        if header.extent and header.extent.field not in raw:
            always = remaining + icrc_size - header.extent.add
            lengths.append(_length(header, header.extent.field, always, header.extent.scale, end))
            values[header.extent.field] = 0
        if header.checksum and header.checksum.field in header.computed and header.checksum.field not in raw:
            words = (tail_end + 8 * (size & 1), (1 << (size & ~1) * 8) - 1)
            checksums.append((*words, end + _shift(header, header.leaf(header.checksum.field))))
            values[header.checksum.field] = 0
        if index == pad:
            shift = -1 if header.pad in raw else end + _shift(header, header.leaf(header.pad))
            pad_field = PadField(index, header.pad, sum(after.size for after in headers[index + 1 :]), shift)
            values.setdefault(header.pad, 0)
        number |= int.from_bytes(header.write(values), "big") << tail_end
        remaining -= size
    whole = sum(sizes)
    lengths.reverse()
    if record := headers[0].record:
        around = sum(header.size for header in headers if header.group == headers[0].group)
        for name, left_out in ((record.total, 0), (record.packet, around)):
            if name not in given[0].raw:
                end = (whole - headers[0].size) * 8
                lengths.append(_length(headers[0], name, whole + len(closing) - left_out, 1, end))
    crcs = None
    if icrc in (None, ICRC.size) and vcrc in (None, link_crc.size if link_crc else vcrc):
        crcs = _crc_input(headers, sizes, given)
    return PacketTemplate(
        number=number,
        size=whole,
        given=tuple(fields),
        lengths=tuple(lengths),
        pad=pad_field,
        checksums=tuple(checksums),
        closing=closing,
        crcs=crcs,
    )


def _shift(header: Header, leaf: Leaf) -> int:
    """The bits of a header, without its tail, that follow a leaf (the first item of rows)."""
    return header.size * 8 - leaf.bit - leaf.width


def _unfit(leaf: Leaf, size: int, scale: int) -> CallerError:
    name = f"{leaf.header.name}.{leaf.name}"
    return CallerError(f"{name} counts units of {scale} bytes in {leaf.width} bits and cannot express {size} bytes")


def _length(header: Header, name: str, always: int, scale: int, end: int) -> LengthField:
    leaf = header.leaf(name)
    return LengthField(leaf, always, scale, (1 << leaf.width) - 1, end + _shift(header, leaf))


def _crc_input(headers: Chain, sizes: Sequence[int], given: Sequence[Draft]) -> CRCInput | None:
    """How to compute the CRCs; None where their places must be found: lengths are given, or packets nest."""
    cover = coverage(headers)
    link_crcs = [CLOSED_BY[header] for header in headers if header in CLOSED_BY and header is not BTH]
    if cover is None or headers.count(BTH) != 1 or headers[0].record:
        return None
    if link_crcs and (link_crcs != [VCRC] or CLOSED_BY.get(headers[0]) is not VCRC):
        return None
    for header, raw in given:
        if not {header.extent and header.extent.field, header.tail and header.tail.field, header.pad}.isdisjoint(raw):
            return None
    first, instead_of_lrh = cover
    mask, remaining = 0, sum(sizes[first:])
    for header, size in zip(headers[first:], sizes[first:], strict=True):
        mask |= int.from_bytes(header.variant_mask(), "big") << (remaining - header.size) * 8
        remaining -= size
        if header is BTH:
            break
    return CRCInput(mask, sum(sizes[:first]), crc.crc32(instead_of_lrh), bool(link_crcs))


class TemplateFamily:
    """The templates of one stack in which values are given for certain fields.

    Args:
        link: the link type, or the first header where no link type begins with it.
        rules: the graph by which they were made.
        given: the headers with what was given.
        deciding: fields whose values decide what a template looks like (`ibpkt.craft.announce.deciding_fields`).

    Attributes:
        fills: the bytes of payload up to which zeros fill a datagram of fixed size; 0 for any number.
        templates: by the values of those fields, and the sizes of variable parts.
    """

    __slots__ = ("_deciding", "_tails", "fills", "link", "rules", "templates")

    def __init__(
        self, link: int | Header, rules: Graph, given: Sequence[Draft], deciding: Sequence[tuple[int, str]]
    ) -> None:
        self.link: int | Header = link
        self.rules: Graph = rules
        self._deciding = tuple((place, name) for place, name in deciding if name in given[place].raw)
        tails = [(place, draft.header.tail) for place, draft in enumerate(given) if draft.header.tail]
        self._tails = tuple((place, tail.name) for place, tail in tails if tail.name in given[place].raw)
        datagram = next((place for place, draft in enumerate(given) if draft.header.fills), None)
        self.fills: int = (
            0
            if datagram is None
            else max(0, given[datagram].header.fills - sum(draft.size for draft in given[datagram:]))
        )
        self.templates: dict[tuple[Any, ...], PacketTemplate] = {}

    def key(self, stack: Sequence[Draft]) -> tuple[Any, ...]:
        """Under which a packet's template is remembered."""
        key = tuple([stack[place].raw[name] for place, name in self._deciding])
        return (*key, *[len(stack[place].raw[name]) for place, name in self._tails]) if self._tails else key

"""What building packets of one stack comes to, found out once.

The first packet of a stack is built step by step (`ibpkt.craft.builder`): the graph is asked what announces what, and
the packet is decoded to find where its CRCs belong.  Packets with the same headers, in which the same fields are given,
differ in little: their headers are one number, in which the given values and the lengths are put in at known places.
A plan is believed only after it has made the first packet again, byte for byte.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ibpkt.batch import crc
from ibpkt.craft.drafts import Draft
from ibpkt.packet.coverage import coverage
from ibpkt.protocols import BTH, CLOSED_BY, ERF, MAD, RMPP, VCRC, Graph, IPv4
from ibpkt.schema import Field, Header, Leaf, Part


class Given(NamedTuple):
    """A field whose value the caller gives: the header's place in the stack, and the shift of each of its items."""

    place: int
    field: Field
    largest: int  # -1 where the value is no plain number
    shifts: tuple[int, ...]


class LengthField(NamedTuple):
    """A length field: bytes that it always counts, bytes a unit, the largest count, its shift."""

    always: int
    scale: int
    largest: int
    shift: int


class PacketTemplate(NamedTuple):
    """How to build packets of one stack.

    Attributes:
        template: the headers as one number, with all that does not change from packet to packet.
        size: bytes of the headers.
        given: the fields that the caller gives.
        lengths: the length fields.
        behind: bytes of the headers behind BTH, which pad bytes make whole words with the payload.
        pad_shift: the shift of BTH.PadCnt.
        checksums: the shift, the bits and the shift of the checksum of each IPv4 header.
        mask: the bits that the ICRC reads as ones, as a number.
        covered: the bytes of the headers at which the ICRC starts.
        seed: the CRC to start from.
        vcrc: whether a VCRC closes the packet.
    """

    template: int
    size: int
    given: tuple[Given, ...]
    lengths: tuple[LengthField, ...]
    behind: int
    pad_shift: int
    checksums: tuple[tuple[int, int, int], ...]
    mask: int
    covered: int
    seed: int
    vcrc: bool

    def make(
        self,
        stack: Sequence[Draft],
        payload: bytes,
        pad: bytes | None,
        icrc: bytes | None,
        vcrc: bytes | None,
        trailer: bytes,
    ) -> bytes | None:
        """A packet; None where a length does not fit, which `ibpkt.craft.builder` knows how to tell.

        Raises:
            CallerError: a value that does not fit its field.
        """
        number = self.template
        for place, field, largest, shifts in self.given:
            each = stack[place]
            value = each.raw[field.name]
            if type(value) is int and 0 <= value <= largest:
                number |= value << shifts[0]
            elif field.count == 1:
                number |= each.header.bits(field, value) << shifts[0]
            else:
                if len(value) != field.count:
                    return None
                for item, shift in zip(value, shifts, strict=True):
                    number |= each.header.bits(field, item) << shift
        if pad is None:
            count = -(self.behind + len(payload)) & 3
            body = payload + bytes(count)
            number |= count << self.pad_shift
        else:
            body = payload + pad
            number |= (len(pad) & 3) << self.pad_shift
        for always, scale, largest, shift in self.lengths:
            count, rest = divmod(always + len(body), scale)
            if rest or not 0 <= count <= largest:
                return None
            number |= count << shift
        for start, bits, shift in self.checksums:
            # the sum of 16-bit words with their carries added is the remainder by 65535, and never zero
            number |= (0xFFFF ^ ((number >> start & bits) % 0xFFFF or 0xFFFF)) << shift
        headers = number.to_bytes(self.size, "big")
        if icrc is None:
            covered = (number | self.mask).to_bytes(self.size, "big")[self.covered :]
            icrc = crc.icrc_bytes(crc.crc32(covered + body, self.seed))
        data = headers + body + icrc
        if self.vcrc:
            data += crc.vcrc_bytes(crc.crc16()(data)) if vcrc is None else vcrc
        return data + trailer


def template_of(
    stack: Sequence[Draft], given: Sequence[Draft], values: Sequence[Mapping[str, Any]], icrc_size: int
) -> PacketTemplate | None:
    """The plan for packets like this one; None where they have to be built step by step.

    Args:
        stack: the headers, with what was given and what announces the next header.
        given: the headers with what was given alone.
        values: all values of this packet, by header.
        icrc_size: bytes of the ICRC.
    """
    headers = tuple(each.header for each in stack)
    cover = coverage(headers)
    if cover is None or headers.count(BTH) != 1 or ERF in headers or "padcnt" in given[headers.index(BTH)].raw:
        return None
    closing = [CLOSED_BY[header] for header in headers if header in CLOSED_BY and header is not BTH]
    if closing and (closing != [VCRC] or CLOSED_BY.get(headers[0]) is not VCRC):
        return None
    size = sum(header.size for header in headers)
    number, mask, start = 0, 0, 0
    places, lengths, checksums = [], [], []
    for index, (header, gave) in enumerate(zip(headers, given, strict=True)):
        below = (size - start - header.size) * 8  # bits behind this header
        if header.tail and (header.tail.name in gave.raw or header.tail.field in gave.raw):
            return None
        fixed = dict(values[index])
        changing = set(gave.raw)
        if header is BTH:
            changing.add("padcnt")
        if header.extent:
            if header.extent.field in gave.raw:
                return None
            changing.add(header.extent.field)
            leaf = header.leaf(header.extent.field)
            always = size - start + icrc_size - header.extent.add
            lengths.append(
                LengthField(always, header.extent.scale, (1 << leaf.width) - 1, below + _shift(header, leaf))
            )
        if header is IPv4 and "checksum" not in gave.raw:
            changing.add("checksum")
            bits = (1 << header.size * 8) - 1
            checksums.append((below, bits, below + _shift(header, header.leaf("checksum"))))
        for field in header.wire:
            if field.name not in changing:
                continue
            blank: Any = bytes(field.width // 8) if field.wide else 0
            fixed[field.name] = (blank,) * field.count if field.count > 1 else blank
            if field.name in gave.raw:
                last = below + _shift(header, field)
                plain = field.count == 1 and not field.wide and not field.little
                shifts = tuple(last - row * field.stride for row in range(field.count))
                places.append(Given(index, field, (1 << field.width) - 1 if plain else -1, shifts))
        number |= int.from_bytes(header.write(fixed), "big") << below
        if cover[0] <= index <= headers.index(BTH):
            mask |= int.from_bytes(header.variant_mask(), "big") << below
        start += header.size
    transport = headers.index(BTH)
    behind = sum(header.size for header in headers[transport + 1 :])
    return PacketTemplate(
        template=number,
        size=size,
        given=tuple(places),
        lengths=tuple(lengths),
        behind=behind,
        pad_shift=behind * 8 + _shift(BTH, BTH.leaf("padcnt")),
        checksums=tuple(checksums),
        mask=mask,
        covered=sum(header.size for header in headers[: cover[0]]),
        seed=crc.crc32(cover[1]),
        vcrc=bool(closing),
    )


def _shift(header: Header, leaf: Leaf) -> int:
    """The bits of a header that lie behind a leaf (the first item of rows)."""
    return header.size * 8 - leaf.bit - leaf.width


def steering(headers: Sequence[Header], rules: Graph, peek: int) -> tuple[tuple[int, str], ...]:
    """The fields whose values decide what a plan looks like: (the header's place in the stack, the field's name).

    Args:
        headers: the stack.
        rules: the graph.
        peek: bits of the first header at which the graph looks before it reads it.

    Those before BTH say how the packet is read, and so where its CRCs lie.
    """
    if BTH not in headers:
        return ()
    leaves: set[Leaf] = {field for field in headers[0].wire if field.bit < peek}
    for header in headers[: headers.index(BTH)]:
        for rule in rules.rules.get(header, ()):
            leaves.update(rule.on)
            leaves.update(rule.require[:1] if rule.require else ())
        if header.partial:
            leaves.add(header.leaf(header.partial))
    names = {(leaf.header, leaf.header.parent(leaf).name if isinstance(leaf, Part) else leaf.name) for leaf in leaves}
    names |= {(MAD, "mgmtclass"), (RMPP, "rmppflags")}  # queue pairs, and the lengths of tables
    return tuple((index, name) for index, header in enumerate(headers) for owner, name in names if owner is header)


class TemplateFamily:
    """The plans of one stack in which certain fields are given, by the values of those that steer.

    Args:
        link: the link type.
        steering: those of `steering` that are given.

    Attributes:
        plans: the plans; None where a packet has to be built step by step.
    """

    __slots__ = ("link", "plans", "steering")

    def __init__(self, link: int | Header, steering: tuple[tuple[int, str], ...]) -> None:
        self.link = link
        self.steering = steering
        self.plans: dict[tuple[Any, ...], PacketTemplate | None] = {}

    def key(self, stack: Sequence[Draft]) -> tuple[Any, ...]:
        """Under which plan a packet falls."""
        return tuple([stack[index].raw[name] for index, name in self.steering])

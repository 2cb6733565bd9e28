"""Packets that are right but for exactly one rule.  The rules are read from the declarations of the headers.

A packet says which rule it breaks in its comments, which stay with it when it is written to a capture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hypothesis import assume, strategies as st

from ibpkt.arguments import checked
from ibpkt.batch import crc
from ibpkt.craft.announce import computed_fields
from ibpkt.craft.builder import build
from ibpkt.craft.drafts import Draft
from ibpkt.errors import CallerError
from ibpkt.packet import Packet, decode
from ibpkt.packet.coverage import HeaderAt, invariant
from ibpkt.protocols import BTH, CLOSED_BY, CRCS, ICRC, LPCRC, OPCODES, VCRC
from ibpkt.schema import Field, Header

#: what the comment of a packet begins with
PREFIX = "breaks one rule: "

RULES = {
    "fixed field": "a field that has one valid value has another",
    "reserved bits": "reserved bits are not zero",
    "length": "a length field contradicts the packet",
    "checksum": "a header checksum is wrong",
    "next header": "a field announces a header that is not there",
    "opcode": "BTH has a reserved operation code",
    "pad count": "what follows BTH is not a multiple of four bytes, since the pad is missing",
    "pad bytes": "the pad is not zero",
    # only packets without a BTH have an LPCRC
    **{which.name: f"the {which.name} is wrong" for which in CRCS if which is not LPCRC},
}
"""The kinds of rules that a packet with ``valid="almost"`` may break, and what that means."""


class BrokenRule(NamedTuple):
    """The one rule that a packet breaks.

    Attributes:
        kind: one of `RULES`.
        where: the field, ``IPv4.checksum``, or the CRC.
    """

    kind: str
    where: str

    def __str__(self) -> str:
        return f"{PREFIX}{self.kind}, {self.where}"


@checked
def broken_rule(packet: Packet) -> BrokenRule | None:
    """The rule that a packet of ``packets(valid="almost")`` breaks; None for a packet of another kind."""
    for comment in packet.comments:
        if comment.startswith(PREFIX):
            kind, _, where = comment.removeprefix(PREFIX).partition(", ")
            return BrokenRule(kind, where)
    return None


def breakable(drafts: Sequence[Draft], payload: bytes) -> list[tuple[BrokenRule, int, Field | None]]:
    """The rules that a packet can break: each with the place of its header and the field, where it is about one."""
    rules: list[tuple[BrokenRule, int, Field | None]] = []
    for place, (header, _) in enumerate(drafts):
        for kind, field in _fields(header):
            rules.append((BrokenRule(kind, f"{header.name}.{field.name}"), place, field))
    bth = next(place for place, draft in enumerate(drafts) if draft.header is BTH)
    rules.append((BrokenRule("opcode", f"{BTH.name}.opcode"), bth, None))
    if sum(draft.header.size for draft in drafts[bth + 1 :]) + len(payload) & 3:
        rules += [(BrokenRule(kind, f"{BTH.name}.{BTH.pad}"), bth, None) for kind in ("pad count", "pad bytes")]
    return rules


def _fields(header: Header) -> Iterator[tuple[str, Field]]:
    """The fields of a header that stand under a rule, with the kind of rule."""
    announcing = computed_fields(header) - set(header.computed)
    for field in header.wire:
        if field.count > 1 or field.wide:
            continue
        if field.fixed:
            yield "fixed field", field
        elif field.reserved:
            yield "reserved bits", field
        elif header.extent is not None and field.name == header.extent.field:
            yield "length", field
        elif header.checksum is not None and field.name == header.checksum.field and not header.checksum.optional:
            yield "checksum", field
        elif field.name in announcing and header is not BTH:
            yield "next header", field


@st.composite
def with_one_fault(
    draw: st.DrawFn, drafts: list[Draft], payload: bytes, link: str | int, number: int, wanted: str | None
) -> Packet:
    """A packet that is right but for one rule.

    Args:
        draw: given by hypothesis.
        drafts: the headers of a valid packet.
        payload: its payload.
        link: its link type.
        number: decides on the rule; any.
        wanted: the kind of rule; None for any.
    """
    valid = build(*drafts, payload=payload, link=link)
    choices = breakable(drafts, payload)
    for which in CRCS:
        if which in valid.crc_places and which.name in RULES:
            choices.append((BrokenRule(which.name, which.name), -1, None))
    if wanted is not None:
        choices = [choice for choice in choices if choice[0].kind == wanted]
        assume(choices)  # a packet whose payload needs no pad, say
    # every rule alike, but the reserved fields, of which there are many, as one
    rules = list(dict.fromkeys(rule.kind if rule.kind == "reserved bits" else rule for rule, _, _ in choices))
    broken = rules[number % len(rules)]
    rule, place, field = draw(st.sampled_from([choice for choice in choices if broken in (choice[0], choice[0].kind)]))
    if rule.kind in ("pad count", "pad bytes"):
        size = -sum(draft.header.size for draft in drafts[place + 1 :]) - len(payload) & 3
        pad = b"" if rule.kind == "pad count" else bytes([draw(st.integers(1, 255))] * size)
        try:
            packet = build(*drafts, payload=payload, pad=pad, link=link, strict=False)
        except CallerError:
            assume(False)  # a length in front counts words, so that no packet can be without its pad
            raise
    elif field is not None or rule.kind == "opcode":
        name = "opcode" if field is None else field.name
        right = valid.layers[place].raw[name]
        codes = [code for code in range(256) if code not in OPCODES]
        wrong = draw(st.sampled_from(codes) if field is None else st.integers(0, (1 << field.width) - 1))
        assume(wrong != right)
        packet = decode(_edited(valid, place, name, wrong), link)
    else:
        which = next(each for each in CRCS if each.name == rule.kind)
        at = valid.crc_places[which]
        stored = int.from_bytes(valid.data[at : at + which.size], "big")
        wrong = stored ^ draw(st.integers(1, (1 << which.size * 8) - 1))
        given = {which.key: wrong.to_bytes(which.size, "big")}
        packet = build(*drafts, payload=payload, link=link, icrc=given.get(ICRC.key), vcrc=given.get(VCRC.key))
    if rule.kind in ("fixed field", "reserved bits", "checksum", "pad bytes"):
        assume(packet.stop is None and not packet.disagreements)
    elif rule.kind == "length":
        assume(packet.stop is not None or packet.disagreements)
    elif rule.kind == "next header":
        assume([layer.header for layer in packet.layers] != [one for one, _ in drafts])
    packet.comments = (str(rule),)
    return packet


def _edited(valid: Packet, place: int, name: str, value: int) -> bytes:
    """The bytes of a packet with one field changed, and with what is computed from that field made right again."""
    data = bytearray(valid.data)
    layer = valid.layers[place]
    header = layer.header
    raw = {**layer.raw, name: value}
    checksum = header.checksum
    if checksum is not None and not checksum.datagram and not checksum.optional and name != checksum.field:
        words = int.from_bytes(header.write({**raw, checksum.field: 0}), "big")
        raw[checksum.field] = 0xFFFF ^ (words % 0xFFFF or (words and 0xFFFF))
    data[layer.offset : layer.offset + layer.size] = header.write(raw)
    places = [HeaderAt(each.header, each.offset) for each in valid.layers]
    for which in CRCS:
        at = valid.crc_places.get(which)
        if at is None:
            continue
        if which is ICRC:
            before, covered, _ = invariant(bytes(data), places, at) or (b"", b"", 0)
            stored = crc.icrc_bytes(crc.crc32(covered, crc.crc32(before)))
        else:
            begin = next(each.offset for each in valid.layers if CLOSED_BY.get(each.header) is which)
            stored = crc.vcrc_bytes(crc.crc16()(bytes(data[begin:at])))
        data[at : at + which.size] = stored
    return bytes(data)

"""Headers and packets, valid and nearly so."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from ibpkt import protocols
from ibpkt.craft.announce import computed_fields
from ibpkt.craft.builder import build
from ibpkt.craft.carriers import by_link
from ibpkt.craft.drafts import Draft
from ibpkt.craft.stacks import payload_size
from ibpkt.craft.stacks import stacks as all_stacks
from ibpkt.errors import CallerError
from ibpkt.packet import Packet
from ibpkt.protocols import CLOSED_BY, OPCODES, link_type
from ibpkt.schema import Field, Header

#: chains that carry BTH, by link type; the shortest first, since examples shrink towards it
CARRIERS = by_link()


def values(field: Field) -> SearchStrategy[Any]:
    """Raw values of a field: integers, or bytes, or tuples of them for rows."""
    one: SearchStrategy[Any]
    if field.wide:
        one = st.binary(min_size=field.width // 8, max_size=field.width // 8)
    else:
        one = st.integers(0, (1 << field.width) - 1)
        if field.enum:
            one = st.sampled_from(sorted(value for value in field.enum if value < 1 << field.width)) | one
    return st.tuples(*[one] * field.count) if field.count > 1 else one


@st.composite
def _draft(draw: st.DrawFn, header: Header, valid: bool) -> Draft:
    closed = computed_fields(header) | header.constrained | {header.partial} if valid else set()
    raw = {}
    for field in header.wire:
        if field.name in closed or (valid and field.reserved):
            continue
        # most fields keep their defaults in most examples: those are the packets that people can read
        if draw(st.booleans()):
            raw[field.name] = draw(values(field))
    if header.tail and draw(st.booleans()):
        unit = header.tail.scale
        largest = ((1 << header.leaf(header.tail.field).width) - 1) * unit + header.tail.add - header.size
        raw[header.tail.name] = draw(st.integers(0, min(largest, 40) // unit).map(lambda count: count * unit).flatmap(
            lambda size: st.binary(min_size=size, max_size=size)
        ))  # fmt: skip
    return Draft(header, raw)


@st.composite
def _built(draw: st.DrawFn, drafts: list[Draft], payload: bytes, link: str | int, valid: bool) -> Packet:
    try:
        return build(*drafts, payload=payload, link=link, force=not valid)
    except CallerError:
        if valid:
            raise
    for each in drafts:  # no length fits what was drawn, so any will do
        for name in (each.header.extent and each.header.extent.field, each.header.tail and each.header.tail.field):
            if name and name not in each.raw:
                each.raw[name] = draw(values(each.header.by_name[name]))  # type: ignore[arg-type]  # a field
    return build(*drafts, payload=payload, link=link, force=True)


def headers(header: Header | str) -> SearchStrategy[dict[str, Any]]:
    """Raw values of all fields of a header, reserved ones too: what `Header.write` takes.

    Args:
        header: its declaration or its name.
    """
    declared = protocols.header_named(header) if isinstance(header, str) else header
    return st.fixed_dictionaries({field.name: values(field) for field in declared.wire})


@st.composite
def packets(
    draw: st.DrawFn,
    link: str | int | None = None,
    service: str | None = None,
    opcode: int | None = None,
    valid: bool = True,
    max_payload: int = 256,
) -> Packet:
    """Packets with a transport header, decoded.

    Args:
        draw: given by hypothesis.
        link: a link type of `CARRIERS`, by name or number; None for any.
        service: RC, UC, RD, UD, XRC or CNP; None for any.
        opcode: an operation code; None for any.
        valid: lengths, announced headers, pad and CRCs are right and reserved bits zero; else anything goes.
        max_payload: bytes.

    Raises:
        CallerError: no such link type or service.
    """
    names = list(CARRIERS)
    if link is not None:
        number = link_type(link)
        names = [name for name in CARRIERS if link_type(name) == number]
        if not names:
            raise CallerError(f"there is no way to make packets for link type {link}", name=str(link), known=CARRIERS)
    chosen = [each for each in OPCODES.values() if opcode in (None, each.code) and service in (None, each.service)]
    if not chosen:
        services = {each.service for each in OPCODES.values()}
        raise CallerError(f"there is no service {service!r} with opcode {opcode}", name=str(service), known=services)
    # what is inside first, and one choice for what carries it: a simpler carrier then fits all that was drawn before it
    operation = draw(st.sampled_from(chosen))
    payload = draw(st.binary(max_size=max_payload)) if operation.payload and operation.size != 0 else b""
    inner = [draw(_draft(header, valid)) for header in (protocols.header_named("BTH"), *operation.headers)]
    inner[0].raw["opcode"] = operation.code
    name, carrier = draw(st.sampled_from([(name, carrier) for name in names for carrier in CARRIERS[name]]))
    drafts = [*(draw(_draft(header, valid)) for header in map(protocols.header_named, carrier)), *inner]
    if valid and operation.service == "UD":
        for each in drafts:  # queue pairs 0 and 1 would announce a MAD
            for field in ("destqp", "srcqp"):
                if each.raw.get(field, 0 if field in each.header.by_name else 2) < 2:
                    each.raw[field] = 2
    return draw(_built(drafts, payload, name, valid))


@st.composite
def stacks(draw: st.DrawFn, header: Header | str | None = None, valid: bool = True, max_payload: int = 64) -> Packet:
    """Packets of any kind that the protocol graph knows, decoded: management datagrams, tunnels, raw packets too.

    Args:
        draw: given by hypothesis.
        header: a header that stands in them, None for any.
        valid: as of `packets`; a management datagram's data may be anything all the same.
        max_payload: bytes, where the headers do not say how many there must be.
    """
    known = all_stacks()
    wanted = protocols.header_named(header) if isinstance(header, str) else header
    if wanted is not None and wanted not in known:
        raise CallerError(f"{wanted.name} closes a packet and carries nothing; ask for packets()", name=wanted.name)
    stack = known[draw(st.sampled_from(list(known))) if wanted is None else wanted]
    size = payload_size(stack.headers)
    payload = draw(st.binary(min_size=size or 0, max_size=max_payload if size is None else size))
    drafts = [draw(_draft(each, valid)) for each in reversed(stack.headers)][::-1]
    return draw(_built(drafts, payload, stack.link, valid))


@st.composite
def mutated(draw: st.DrawFn, packet: Packet | bytes) -> bytes:
    """Bytes that are nearly those of a packet: some bits flipped, cut short, or with bytes in front or behind.

    Args:
        draw: given by hypothesis.
        packet: where to start.
    """
    data = bytearray(bytes(packet))
    for place in draw(st.lists(st.integers(0, max(0, len(data) * 8 - 1)), max_size=4)):
        if data:
            data[place // 8] ^= 0x80 >> place % 8
    if draw(st.booleans()):
        del data[draw(st.integers(0, len(data))) :]
    if draw(st.booleans()):
        data += draw(st.binary(max_size=16))
    return bytes(data)


def any_header() -> SearchStrategy[Header]:
    """Any declared header that stands in a packet (the CRCs close one)."""
    closing = set(CLOSED_BY.values())
    return st.sampled_from([header for header in protocols.headers() if header not in closing])

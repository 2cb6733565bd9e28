"""Strategies for headers and packets, valid and nearly valid."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from ibpkt import protocols
from ibpkt.arguments import checked, one_of, whole_number
from ibpkt.craft.announce import computed_fields
from ibpkt.craft.builder import build
from ibpkt.craft.carriers import by_link, carrier_named
from ibpkt.craft.drafts import Draft, raw_values
from ibpkt.craft.stacks import payload_size, stacks as all_stacks
from ibpkt.errors import CallerError
from ibpkt.packet import Packet
from ibpkt.protocols import BTH, CLOSED_BY, OPCODES, Chain, Opcode, link_type
from ibpkt.schema import Field, Header, Part
from ibpkt.strategies.almost_valid import RULES, with_one_fault

#: the chains of headers that carry BTH, by link type; the shortest first, since examples shrink towards it
CARRIERS = by_link()


@checked
def values(field: Field) -> SearchStrategy[Any]:
    """Raw values of a field: integers, or bytes, or tuples of them for rows."""
    item: SearchStrategy[Any]
    if field.wide:
        item = st.binary(min_size=field.width // 8, max_size=field.width // 8)
    else:
        item = st.integers(0, (1 << field.width) - 1)
        if field.enum:
            item = st.sampled_from(sorted(value for value in field.enum if value < 1 << field.width)) | item
    return st.tuples(*[item] * field.count) if field.count > 1 else item


_MANY_BITS = st.tuples(*[st.booleans()] * 20)


@st.composite
def _draft(draw: st.DrawFn, header: Header, valid: bool) -> Draft:
    skipped = computed_fields(header) | header.constrained | {header.partial} if valid else set()
    raw = {}
    for field in header.wire:
        if field.name in skipped or (valid and field.reserved):
            continue
        # in most examples most fields keep their defaults, so that people can read them
        if draw(st.booleans()):
            raw[field.name] = draw(values(field))
    if header.tail and draw(st.booleans()):
        unit = header.tail.unit
        largest = ((1 << header.leaf(header.tail.field).width) - 1) * unit + header.tail.add - header.size
        raw[header.tail.name] = draw(st.integers(0, min(largest, 40) // unit).map(lambda count: count * unit).flatmap(
            lambda size: st.binary(min_size=size, max_size=size)
        ))  # fmt: skip
    return Draft(header, raw)


@st.composite
def _built(draw: st.DrawFn, drafts: list[Draft], payload: bytes, link: str | int, valid: bool) -> Packet:
    try:
        return build(*drafts, payload=payload, link=link, strict=valid)
    except CallerError:
        if valid:
            raise
    for draft in drafts:  # no length fits what was drawn, so draw any
        header = draft.header
        for name in (header.extent and header.extent.field, header.tail and header.tail.field):
            if name and name not in draft.raw:
                draft.raw[name] = draw(values(header.by_name[name]))  # type: ignore[arg-type]  # a field
    return build(*drafts, payload=payload, link=link, strict=False)


@checked
def headers(header: Header | str) -> SearchStrategy[dict[str, Any]]:
    """Raw values of all fields of a header, reserved ones included, as `Header.write` takes them.

    Args:
        header: its declaration or its name.
    """
    declared = protocols.header_named(header) if isinstance(header, str) else header
    return st.fixed_dictionaries({field.name: values(field) for field in declared.wire})


@checked
def packets(
    link: str | int | None = None,
    service: str | None = None,
    opcode: int | None = None,
    valid: bool | str = True,
    max_payload: int = 256,
    *,
    carrier: str | None = None,
    headers: str | Sequence[Header | str] = (),
    fields: Mapping[str, Any] | None = None,
    payload: bytes | SearchStrategy[bytes] | None = None,
    rule: str | None = None,
) -> SearchStrategy[Packet]:
    """Packets with a transport header, decoded.

    Args:
        link: a link type of `CARRIERS`, by name or number; None for any.
        service: RC, UC, RD, UD, XRC or CNP; None for any.
        opcode: an opcode; None for any.
        valid: True: lengths, next headers, pad and CRCs are right and reserved bits zero.  "almost": the same but for
            one rule, which `broken_rule` names.  False: anything goes.
        max_payload: the maximum number of bytes.
        carrier: the headers in front of BTH: a name out of `ibpkt.craft.carriers`, or a chain as
            ``Ethernet/IPv4/UDP``.
        headers: headers that a packet has, by name or declaration; ``"GRH/BTH/RETH"`` is the same as a list of them.
        fields: values by field, ``{"bth.psn": 5}``, or strategies for them; the packets have the headers of all.
        payload: the payload, or a strategy for it; only operations that take a payload are drawn then.
        rule: with "almost", the kind of rule that is broken, one of `RULES`; None for any.

    Raises:
        CallerError: no such link type, carrier, service, header or field, or none that go together; while drawing: a
            value that does not fit its field.
    """
    if isinstance(valid, str) and valid != "almost":
        raise CallerError(f"valid is True, False or 'almost', not {valid!r}", name=valid, known=("almost",))
    if rule is not None and valid != "almost":
        raise CallerError("rule goes with valid='almost', which breaks one", name="rule")
    if rule is not None:
        one_of(rule, "rule", RULES)
    operations = [row for row in OPCODES.values() if opcode in (None, row.code) and service in (None, row.service)]
    if not operations:
        services = {row.service for row in OPCODES.values()}
        raise CallerError(f"there is no service {service!r} with opcode {opcode}", name=str(service), known=services)
    whole_number(max_payload, "max_payload", 0)
    carriers = _carriers(link, carrier)
    given = _given(fields or {})
    names = headers.split("/") if isinstance(headers, str) and headers else headers
    wanted = [one if isinstance(one, Header) else protocols.header_named(one) for one in names]
    required = dict.fromkeys([*wanted, *(header for header, _ in given)])
    if payload is not None:
        if not isinstance(payload, bytes | SearchStrategy):
            raise CallerError(f"payload is bytes or a strategy for them, not {payload!r}")
        operations = [row for row in operations if row.payload and row.size != 0]
    transport = {BTH, *(header for row in OPCODES.values() for header in row.headers)}
    carried = [header for header in required if header not in transport]
    operations = [row for row in operations if all(one in (BTH, *row.headers) for one in required if one in transport)]
    carriers = [(name, chain) for name, chain in carriers if all(one in chain for one in carried)]
    if not operations or not carriers:
        asked = ", ".join(header.name for header in required) or "a payload"
        raise CallerError(f"no packet of those that are asked for has {asked}")
    return _packets(operations, carriers, valid, max_payload, given, payload, rule)


def _carriers(link: str | int | None, carrier: str | None) -> list[tuple[str, Chain]]:
    """Link types and chains of headers that are asked for."""
    if carrier is not None:
        named = carrier_named(carrier)
        if link is not None and link_type(link) != link_type(named.link):
            raise CallerError(f"the carrier {carrier} has the link type {named.link}, not {link}", name=carrier)
        return [(named.link, named.chain)]
    names = list(CARRIERS)
    if link is not None:
        number = link_type(link)
        names = [name for name in CARRIERS if link_type(name) == number]
        if not names:
            raise CallerError(f"no strategy makes packets of link type {link}", name=str(link), known=CARRIERS)
    return [(name, tuple(map(protocols.header_named, chain))) for name in names for chain in CARRIERS[name]]


def _given(fields: Mapping[str, Any]) -> dict[tuple[Header, str], Any]:
    """Values and strategies by header and field."""
    keys = {header.key: header for header in protocols.headers()}
    given = {}
    for path, value in fields.items():
        key, dot, name = str(path).partition(".")
        if not dot or key.lower() not in keys:
            raise CallerError(f"fields are named header.field, as in bth.psn, not {path!r}", name=key, known=keys)
        header = keys[key.lower()]
        header.leaf(name)  # it names the nearest where there is none
        given[header, name] = value
    return given


@st.composite
def _packets(
    draw: st.DrawFn,
    operations: list[Opcode],
    carriers: list[tuple[str, Chain]],
    valid: bool | str,
    max_payload: int,
    given: dict[tuple[Header, str], Any],
    payload: bytes | SearchStrategy[bytes] | None,
    rule: str | None,
) -> Packet:
    # drawn first, and of many draws: hypothesis makes examples alike, and of the same rule, most of all at their ends
    number = zlib.crc32(bytes(draw(_MANY_BITS))) if valid == "almost" else 0
    # the inner headers are drawn before their carrier, so that an example can shrink to a simpler carrier
    operation = draw(st.sampled_from(operations))
    right = bool(valid)
    body = b""
    if payload is not None:
        body = payload if isinstance(payload, bytes) else draw(payload)
        if not isinstance(body, bytes):
            raise CallerError(f"payload draws bytes, not {body!r}")
    elif operation.payload and operation.size != 0:
        body = draw(st.binary(max_size=max_payload))
    inner = [draw(_draft(header, right)) for header in (BTH, *operation.headers)]
    inner[0].raw["opcode"] = operation.code
    name, carrier = draw(st.sampled_from(carriers))
    drafts = [*(draw(_draft(header, right)) for header in carrier), *inner]
    if right and operation.service == "UD":
        for draft in drafts:  # queue pairs 0 and 1 would mean that a MAD follows
            for field in ("destqp", "srcqp"):
                if draft.raw.get(field, 0 if field in draft.header.by_name else 2) < 2:
                    draft.raw[field] = 2
    for (header, leaf), value in given.items():
        drawn = draw(value) if isinstance(value, SearchStrategy) else value
        for draft in drafts:
            if draft.header is header:
                _set(draft, leaf, drawn)
    if valid == "almost":
        return draw(with_one_fault(drafts, body, name, number, rule))
    return draw(_built(drafts, body, name, right))


def _set(draft: Draft, name: str, value: Any) -> None:
    """Set a field of a draft, or a part of one.

    Raises:
        CallerError: a value that does not fit.
    """
    leaf = draft.header.leaf(name)
    whole = draft.header.parent(leaf).name if isinstance(leaf, Part) else name
    kept = {whole: draft.raw[whole]} if whole != name and whole in draft.raw else {}
    draft.raw.update(raw_values(draft.header, {**kept, name: value}))


@st.composite
@checked
def stacks(draw: st.DrawFn, header: Header | str | None = None, valid: bool = True, max_payload: int = 64) -> Packet:
    """Packets of any kind in the protocol graph, decoded, with management datagrams, tunnels and raw packets.

    Args:
        draw: given by hypothesis.
        header: a header that they contain, None for any.
        valid: as in `packets`; the data of a management datagram may still be anything.
        max_payload: the maximum number of bytes, unless the headers determine it.
    """
    whole_number(max_payload, "max_payload", 0)
    by_header = all_stacks()
    required = protocols.header_named(header) if isinstance(header, str) else header
    if required is not None and required not in by_header:
        raise CallerError(f"{required.name} ends a packet and carries nothing; use packets()", name=required.name)
    stack = by_header[draw(st.sampled_from(list(by_header))) if required is None else required]
    size = payload_size(stack.headers)
    payload = draw(st.binary(min_size=size or 0, max_size=max_payload if size is None else size))
    drafts = [draw(_draft(inner, valid)) for inner in reversed(stack.headers)][::-1]
    return draw(_built(drafts, payload, stack.link, valid))


@st.composite
@checked
def mutated(draw: st.DrawFn, packet: Packet | bytes) -> bytes:
    """The bytes of a packet with some bits flipped, the end cut off, or bytes appended.

    Args:
        draw: given by hypothesis.
        packet: the original.
    """
    data = bytearray(bytes(packet))
    for bit in draw(st.lists(st.integers(0, max(0, len(data) * 8 - 1)), max_size=4)):
        if data:
            data[bit // 8] ^= 0x80 >> bit % 8
    if draw(st.booleans()):
        del data[draw(st.integers(0, len(data))) :]
    if draw(st.booleans()):
        data += draw(st.binary(max_size=16))
    return bytes(data)


def any_header() -> SearchStrategy[Header]:
    """Any declared header but the CRCs, which end a packet."""
    crcs = set(CLOSED_BY.values())
    return st.sampled_from([header for header in protocols.headers() if header not in crcs])

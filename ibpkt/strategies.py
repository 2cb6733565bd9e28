"""hypothesis strategies made from the declarations.

    from hypothesis import given
    from ibpkt import strategies

    @given(strategies.packets(link="ethernet", service="RC"))
    def test_my_decoder(packet):
        assert my_decoder(bytes(packet)).psn == packet.bth.psn

Every header, opcode and encapsulation is reachable, and what fails shrinks to small packets with plain values.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from ibpkt import protocols
from ibpkt.build import Draft, build, computed_fields
from ibpkt.errors import CallerError
from ibpkt.packet import Packet
from ibpkt.protocols.graph import CLOSED_BY, link_type
from ibpkt.protocols.opcodes import OPCODES
from ibpkt.schema import Field, Header

#: chains that carry BTH, by link type; the shortest first, since examples shrink towards it
CARRIERS: dict[str, tuple[tuple[str, ...], ...]] = {
    "infiniband": (("LRH",), ("LRH", "GRH")),
    "ethernet": (
        ("Ethernet", "IPv4", "UDP"),
        ("Ethernet", "IPv6", "UDP"),
        ("Ethernet", "GRH"),
        ("Ethernet", "VLAN", "IPv4", "UDP"),
        ("Ethernet", "VLAN", "VLAN", "IPv6", "UDP"),
        ("Ethernet", "VLAN", "GRH"),
        ("Ethernet", "IPv4", "UDP", "VXLAN", "Ethernet", "IPv4", "UDP"),
        ("Ethernet", "IPv4", "GRE", "GRESequence", "ERSPAN2", "Ethernet", "IPv4", "UDP"),
        ("Ethernet", "IPv4", "GRE", "GRESequence", "ERSPAN3", "Ethernet", "IPv4", "UDP"),
        ("Ethernet", "IPv4", "GRE", "Ethernet", "IPv4", "UDP"),
    ),
    "raw": (("IPv4", "UDP"), ("IPv6", "UDP")),
    "sll": (("SLL", "IPv4", "UDP"),),
    "sll2": (("SLL2", "IPv6", "UDP"),),
    "erf": (("ERF", "LRH"), ("ERF", "LRH", "GRH"), ("ERF", "ERFEthernet", "Ethernet", "IPv4", "UDP")),
    "loop": (("Loopback", "IPv4", "UDP"),),
}

#: fields that a valid packet may not choose freely, beside those that are computed
_FIXED = {
    "IPv4": {"version", "flags", "frag_offset_words"},
    "IPv6": {"version"},
    "GRH": {"ipver"},
    "LRH": {"lver"},
    "BTH": {"tver"},
    "GRE": {"flags_and_version"},
    "ERSPAN3": {"ft", "o"},
    "ERF": {"types", "flags"},
}


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
    closed = computed_fields(header) | _FIXED.get(header.name, set()) | {header.partial} if valid else set()
    raw = {}
    for field in header.wire:
        if field.name in closed or (valid and field.reserved):
            continue
        # most fields keep their defaults in most examples: those are the packets that people can read
        if draw(st.booleans()):
            raw[field.name] = draw(values(field))
    return Draft(header, raw)


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
    name = draw(st.sampled_from(names))
    carrier = draw(st.sampled_from(CARRIERS[name]))
    operation = draw(st.sampled_from(chosen))
    stack = [*map(protocols.header_named, carrier), protocols.header_named("BTH"), *operation.headers]
    drafts = [draw(_draft(header, valid)) for header in stack]
    drafts[len(carrier)].raw["opcode"] = operation.code
    payload = draw(st.binary(max_size=max_payload)) if operation.payload and operation.service != "CNP" else b""
    if valid and operation.service == "UD":
        for each in drafts:  # queue pairs 0 and 1 would announce a MAD
            for field in ("destqp", "srcqp"):
                if each.raw.get(field, 0 if field in each.header.by_name else 2) < 2:
                    each.raw[field] = 2
    return build(*drafts, payload=payload, link=name, force=not valid)


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


def register() -> None:
    """What hypothesis' entry point calls: ``from_type(ibpkt.Packet)`` gives packets."""
    st.register_type_strategy(Packet, packets())

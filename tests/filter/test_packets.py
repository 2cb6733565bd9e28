"""Filters over columns, over single packets, and spelled out in Python over what each packet says of itself."""

from __future__ import annotations

import operator

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ibpkt
from ibpkt import filter, strategies
from ibpkt.fields import Virtual, Whole, field_named, fields
from ibpkt.schema import BYTES, DEC, HEX, IPV4, IPV6, MAC, Derived
from tests.stacks import batch_of

from .merged import crafted

PACKETS = [data for _, _, _, _, data in crafted()]

COMPARE = {
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
}
NUMERIC = sorted(
    name
    for name, field in fields().items()
    if all(leaf.kind in (DEC, HEX, IPV4) and not isinstance(leaf, Virtual | Derived) for leaf in field.leaves)
    and name.startswith(("infiniband.", "ip.", "udp.", "vlan.", "eth.", "gre.", "vxlan.", "erspan."))
)
OCTETS = sorted(
    name
    for name, field in fields().items()
    if all(
        leaf.kind in (MAC, IPV6, BYTES) and leaf.width and not isinstance(leaf, Virtual | Whole)
        for leaf in field.leaves
    )
)


def values_of(packet: ibpkt.Packet, name: str) -> list:
    """All values of a field, outermost first, by the packet's own decoding."""
    leaves = field_named(name).leaves
    found: list = []
    for layer in packet.layers:
        for leaf in leaves:
            if leaf.header is layer.header and (value := layer.raw_value(leaf.name)) is not None:
                found += value if isinstance(value, tuple) else [value]
    return found


def written(name: str, value: int | bytes) -> str:
    leaf = field_named(name).leaf
    if leaf.kind is IPV4 or leaf.kind is IPV6 or leaf.kind is MAC:
        return leaf.kind.text(value)
    return value.hex(":") if isinstance(value, bytes) else hex(value)


@st.composite
def asked(draw, packets):
    """A filter, and a function of a packet that says the same."""
    kind = draw(st.sampled_from(("compare", "compare", "slice", "exists", "set", "not", "and", "or")))
    if kind in ("and", "or"):
        (left, first), (right, second) = draw(asked(packets)), draw(asked(packets))
        if kind == "and":
            return f"({left}) and ({right})", lambda packet: first(packet) and second(packet)
        return f"{left} or ({right})", lambda packet: first(packet) or second(packet)
    if kind == "not":
        text, part = draw(asked(packets))
        return f"!({text})", lambda packet: not part(packet)
    name = draw(st.sampled_from(NUMERIC))
    if kind == "exists":
        return name, lambda packet: bool(values_of(packet, name))
    if kind == "slice":
        name = draw(st.sampled_from(OCTETS))
        size = field_named(name).leaf.width // 8
        start = draw(st.integers(0, size - 1))
        length = draw(st.integers(1, size - start))
        near = [value for packet in packets for value in values_of(packet, name)]
        wanted = draw(st.sampled_from(near))[start : start + length] if near else bytes(length)
        part = lambda packet: any(value[start : start + length] == wanted for value in values_of(packet, name))  # noqa: E731
        return f"{name}[{start}:{length}] == {wanted.hex(':')}", part
    near = [value for packet in packets for value in values_of(packet, name)]
    value = draw(st.sampled_from(near) if near else st.just(0))
    if kind == "set":
        high = min(value + draw(st.integers(0, 3)), (1 << field_named(name).leaf.width) - 1)
        text = f"{name} in {{{written(name, value)} .. {written(name, high)}}}"
        return text, lambda packet: any(value <= each <= high for each in values_of(packet, name))
    sign = draw(st.sampled_from(sorted(COMPARE)))
    quantifier = draw(st.sampled_from(("", "any ", "all ")))
    every = quantifier == "all " or (not quantifier and sign == "!=")

    def holds(packet):
        tests = [COMPARE[sign](each, value) for each in values_of(packet, name)]
        return bool(tests) and (all if every else any)(tests)

    return f"{quantifier}{name} {sign} {written(name, value)}", holds


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.data())
def test_columns_say_what_packets_say(data):
    """Expressions over a batch, over each packet alone, and spelled out in Python."""
    packets = data.draw(
        st.lists(strategies.packets(max_payload=16, valid=data.draw(st.booleans())), min_size=1, max_size=4)
    )
    packets += [ibpkt.decode(each, 1) for each in data.draw(st.lists(st.sampled_from(PACKETS), max_size=3))]
    text, wanted = data.draw(asked(packets))
    batch = batch_of([bytes(each) for each in packets], [each.link for each in packets])
    chosen = filter.compile(text)
    rows = chosen.rows(batch).tolist()
    again = [batch[row] for row in range(len(batch))]
    assert rows == [bool(wanted(each)) for each in again], text
    assert rows == [chosen(each) for each in again], text

"""Surgery on packets of any bytes: a packet or one sentence, never another error."""

from __future__ import annotations

import contextlib

from hypothesis import given, strategies as st

import ibpkt
from ibpkt import fragment, ip_fragment, reassemble
from ibpkt.craft.carriers import CARRIERS
from ibpkt.errors import CallerError
from ibpkt.packet import Packet
from ibpkt.protocols import ICRC, LINKS
from ibpkt.strategies import any_header, mutated, packets, stacks


@st.composite
def any_packets(draw):
    """Packets that are right, nearly right, wrong, cut, or of another link type than they say."""
    packet = draw(packets() | stacks() | packets(valid=False) | stacks(valid=False))
    how = draw(st.sampled_from(("as it is", "mutated", "cut", "other link")))
    if how == "mutated":
        return ibpkt.decode(draw(mutated(packet)), packet.link)
    if how == "cut":
        size = draw(st.integers(0, len(packet.data)))
        return ibpkt.decode(packet.data[:size], packet.link, wirelen=len(packet.data))
    if how == "other link":
        return ibpkt.decode(packet.data, draw(st.sampled_from(sorted(LINKS.values()))))
    return packet


def whole(packet):
    return len(packet.data) == packet.wirelen


@given(st.data(), any_packets())
def test_any_packet(data, packet):
    names = [layer.name for layer in packet.layers] or ["Ethernet"]
    header = data.draw(any_header())
    name = data.draw(st.sampled_from(names))
    strict, flag = data.draw(st.booleans()), data.draw(st.booleans())
    icrc = data.draw(st.sampled_from((None, "right", "wrong", "none", "flip 5 bits", 7, b"abcd")))
    payload = data.draw(st.none() | st.binary(max_size=9))
    operations = {
        "replace": lambda: packet.replace(payload=payload, icrc=icrc, lengths=flag, crcs=not flag),
        "vcrc": lambda: packet.replace(vcrc=icrc if isinstance(icrc, str) else None, trailer=payload, pad=payload),
        "insert": lambda: packet.insert(header, after=name, strict=strict, lengths=flag),
        "before": lambda: packet.insert(header, before=name, strict=strict, crcs=flag),
        "remove": lambda: packet.remove(name, strict=strict, lengths=flag),
        "encapsulate": lambda: packet.encapsulate(data.draw(st.sampled_from(sorted(CARRIERS))), strict=strict),
        "around": lambda: packet.encapsulate("Ethernet", header, strict=strict),
        "decapsulate": lambda: packet.decapsulate(all=flag),
        "fragment": lambda: fragment(packet, 8, strict=False),
        "ip_fragment": lambda: ip_fragment(packet, 64, strict=strict),
        "reassemble": lambda: reassemble([packet, packet], strict=strict),
    }
    for operation in operations.values():
        with contextlib.suppress(CallerError):
            made = operation()
            for each in made if isinstance(made, list) else [made]:
                if isinstance(each, Packet):
                    assert bytes(each) is not None
                    assert each.crc_places.get(ICRC, 0) <= len(each.data)
    if whole(packet):
        assert packet.decapsulate(all=True).data in packet.data

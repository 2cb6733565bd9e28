"""IP fragments of packets."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import assume, given, strategies as st

import ibpkt
from ibpkt import build, draft, ip_fragment
from ibpkt.errors import CallerError
from ibpkt.protocols import BTH
from ibpkt.strategies import packets

V4 = build("Ethernet", draft("IPv4", id=77), "UDP", BTH(psn=5), payload=bytes(range(250)) * 12)
V6 = build("Ethernet", "IPv6", "UDP", BTH(psn=5), payload=bytes(range(250)) * 12)


def contents(fragment):
    """What an IPv4 or IPv6 fragment carries, its offset, and whether more follow: RFC 791 and 8200 in the plain."""
    at = next(layer.offset for layer in fragment.layers if layer.name in ("IPv4", "IPv6"))
    data = fragment.data[at:]
    if data[0] >> 4 == 4:
        words = int.from_bytes(data[6:8], "big")
        return data[(data[0] & 15) * 4 : int.from_bytes(data[2:4], "big")], (words & 0x1FFF) * 8, words >> 13 & 1
    end, header, at = 40 + int.from_bytes(data[4:6], "big"), data[6], 40
    while header in (0, 43):  # hop-by-hop, routing
        header, at = data[at], at + 8 + data[at + 1] * 8
    assert header == 44
    words = int.from_bytes(data[at + 2 : at + 4], "big")
    return data[at + 8 : end], words & 0xFFF8, words & 1


def check(packet, fragments, mtu):
    """Together they are the packet, and none is larger than allowed."""
    joined = b""
    for fragment in fragments:
        data, offset, more = contents(fragment)
        assert offset == len(joined)
        assert bool(more) == (fragment is not fragments[-1])
        assert len(data) % 8 == 0 or not more
        network = next(layer for layer in fragment.layers if layer.name in ("IPv4", "IPv6"))
        assert len(fragment.data) - network.offset <= mtu + (2 if "LRH" in fragment else 0)
        joined += data
    first = next(layer for layer in packet.layers if layer.name in ("IPv4", "IPv6"))
    assert first.offset >= 0
    assert joined in packet.data
    return joined


@pytest.mark.parametrize("packet", [V4, V6], ids=["IPv4", "IPv6"])
@given(mtu=st.integers(60, 3200))
def test_fragments_are_the_packet(packet, mtu):
    fragments = ip_fragment(packet, mtu)
    if fragments == [packet]:
        assert len(packet.data) - 14 <= mtu
        return
    joined = check(packet, fragments, mtu)
    assert joined == packet.data[14 + (20 if packet is V4 else 40) :]
    assert len({fragment.ethernet.type for fragment in fragments}) == 1


@given(packets(max_payload=400), st.integers(56, 300))
def test_any_packet(packet, mtu):
    if not any(layer.name in ("IPv4", "IPv6") for layer in packet.layers):
        with pytest.raises(CallerError, match="no IP header"):
            ip_fragment(packet, mtu)
        return
    network = next(layer for layer in packet.layers if layer.name in ("IPv4", "IPv6"))
    assume(mtu >= network.size + 16)
    fragments = ip_fragment(packet, mtu, strict=False)
    if fragments != [packet]:
        assert packet.data.endswith(check(packet, fragments, mtu))


def test_fields_of_fragments():
    fragments = ip_fragment(V4, 1500)
    assert [fragment.ipv4.frag_offset for fragment in fragments] == [0, 1480, 2960]
    assert [(fragment.ipv4.mf, fragment.ipv4.id) for fragment in fragments] == [(1, 77), (1, 77), (0, 77)]
    assert {fragment.ipv4.proto for fragment in fragments} == {17}
    smaller = ip_fragment(fragments[1], 800)
    assert [fragment.ipv4.frag_offset for fragment in smaller] == [1480, 1480 + 776]
    assert [bool(fragment.ipv4.mf) for fragment in smaller] == [True, True]
    v6 = ip_fragment(V6.insert("HopByHop", after="IPv6"), 1500)
    assert [layer.name for layer in v6[0].layers[:4]] == ["Ethernet", "IPv6", "HopByHop", "Fragment"]
    assert v6[0].fragment.nxt == 17
    assert v6[0].ipv6.src == ipaddress.IPv6Address("::")


CUT = ibpkt.decode(V4.data[:900], "ethernet", wirelen=len(V4.data))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: ip_fragment(V4.replace(ipv4__df=1), 1500), ["Don't Fragment", "strict=False"]),
        (lambda: ip_fragment(V4, 27), ["27", "room for eight bytes", "20 bytes"]),
        (lambda: ip_fragment(V4, "1500"), ["mtu", "'1500'"]),
        (lambda: ip_fragment(V4, -1), ["mtu", "-1"]),
        (lambda: ip_fragment(V4, 1500, strict=1), ["strict", "True or False"]),
        (lambda: ip_fragment(ip_fragment(V6, 1500)[0], 800), ["fragment already"]),
        (lambda: ip_fragment(build("LRH", "BTH"), 1500), ["no IP header", "LRH, BTH"]),
        (lambda: ip_fragment(V4.data, 1500), ["packet is a Packet"]),
        (lambda: ip_fragment(CUT, 500), ["cut", "900 of"]),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(make, words):
    with pytest.raises(CallerError) as raised:
        make()
    for word in words:
        assert word in str(raised.value)


def test_do_not_fragment_is_taken_off_when_not_strict():
    assert not ip_fragment(V4.replace(ipv4__df=1), 1500, strict=False)[0].ipv4.df

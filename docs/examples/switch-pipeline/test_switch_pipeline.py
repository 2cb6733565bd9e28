"""The pipeline, tested with every RoCE packet that ibpkt can make."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import HealthCheck, assume, given, settings, strategies as st
from switch_pipeline import Route, Switch, Tunnel

import ibpkt
from ibpkt import strategies

NEXT_HOP, OWN = "02:00:00:00:00:99", "02:00:00:00:00:0a"
TUNNEL_PORT = 7


def mac(text):
    return bytes.fromhex(text.replace(":", ""))


def switch(port=1):
    """Every packet goes to one port."""
    route = Route(port, mac(NEXT_HOP), mac(OWN))
    tunnel = Tunnel(
        vni=4711,
        src=ipaddress.IPv4Address("192.0.2.1"),
        dst=ipaddress.IPv4Address("192.0.2.2"),
        next_hop=mac(NEXT_HOP),
        own=mac(OWN),
    )
    everywhere = map(ipaddress.ip_network, ("0.0.0.0/0", "::/0"))
    return Switch(routes=dict.fromkeys(everywhere, route), tunnels={TUNNEL_PORT: tunnel})


def expected(packet, marked):
    """What the packet is when it leaves: ibpkt computes the checksum and the CRCs."""
    changes = {"ethernet__dst": NEXT_HOP, "ethernet__src": OWN}
    if packet.layers[network(packet)].name == "IPv4":
        changes["ipv4__ttl"] = packet.ipv4.ttl - 1
        if marked and packet.ipv4.ecn in (1, 2):
            changes["ipv4__ecn"] = "CE"
    else:
        changes["ipv6__hlim"] = packet.ipv6.hlim - 1
        if marked and packet.ipv6.ecn in (1, 2):
            changes["ipv6__ecn"] = 3
    return packet.replace(**changes)


def network(packet):
    """The place of the outermost IP header among the layers; 0 where there is none."""
    return next((place for place, layer in enumerate(packet) if layer.name in ("IPv4", "IPv6")), 0)


def hops(packet):
    layer = packet.layers[network(packet)]
    return layer.ttl if layer.name == "IPv4" else layer.hlim


routed = strategies.packets(link="ethernet").filter(lambda packet: network(packet) and hops(packet) > 1)
quick = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])


@quick
@given(routed, st.integers(0, 200))
def test_routing_changes_what_it_must_and_nothing_else(packet, queue):
    port, frame = switch().process(bytes(packet), queue)
    leaving = ibpkt.decode(frame, "ethernet")
    assert port == 1
    assert leaving == expected(packet, marked=queue > 100)
    assert leaving.icrc.status == "good"


@quick
@given(routed, st.integers(0, 200))
def test_the_icrc_of_the_sender_survives(packet, queue):
    """What a switch may change is not covered: the sender's own four bytes are still right."""
    _, frame = switch().process(bytes(packet), queue)
    assert ibpkt.decode(frame, "ethernet").icrc.stored == packet.icrc.stored


@quick
@given(routed)
def test_a_tunnel_carries_the_frame_unchanged(packet):
    assume("VXLAN" not in packet)
    _, plain = switch().process(bytes(packet))
    port, frame = switch(TUNNEL_PORT).process(bytes(packet))
    outer = ibpkt.decode(frame, "ethernet")
    assert port == TUNNEL_PORT
    assert frame.endswith(plain)
    assert [layer.name for layer in outer][:4] == ["Ethernet", "IPv4", "UDP", "VXLAN"]
    assert (outer.vxlan.vni, outer.icrc.status, outer.stop, outer.disagreements) == (4711, "good", None, ())


@pytest.mark.parametrize("tags", [(), (0x8100,), (0x88A8, 0x8100), (0x9100, 0x8100)])
def test_tags(tags):
    """802.1Q, 802.1ad, and the older QinQ; `build` announces the first of them unless it is told."""
    headers = [ibpkt.draft("Ethernet"), *(ibpkt.draft("VLAN") for _ in tags), ibpkt.draft("IPv4"), ibpkt.draft("UDP")]
    for header, tag in zip(headers, tags, strict=False):
        header.raw["type" if header.header.name == "Ethernet" else "etype"] = tag
    packet = ibpkt.build(*headers, ibpkt.draft("BTH"), payload=b"hello")
    assert ibpkt.decode(switch().process(packet.data)[1], "ethernet") == expected(packet, marked=False)


@quick
@given(strategies.packets(link="ethernet").filter(lambda packet: network(packet) and hops(packet) <= 1))
def test_a_packet_at_its_last_hop_is_dropped(packet):
    model = switch()
    assert model.process(bytes(packet)) is None
    assert model.counters["dropped"] == 1


@quick
@given(strategies.packets(link="ethernet").flatmap(strategies.mutated))
def test_no_frame_breaks_it(frame):
    """Frames that are nearly packets: it may route or drop them, and it must not raise."""
    switch().process(frame)


@pytest.mark.parametrize("name", ["rc_write.pcap"])
def test_a_recorded_capture(name, captures):
    model = switch()
    with ibpkt.open(captures / name) as capture:
        roce = [packet for packet in capture if "BTH" in packet]
    for packet in roce:
        _, frame = model.process(packet.data, queue=101)
        assert ibpkt.decode(frame, "ethernet").icrc.status == "good"
    assert model.counters["routed"] == len(roce) == 120

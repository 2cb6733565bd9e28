"""The plug-in at work: what it declares survives a round trip, and has fields and texts of its own."""

import telemetry  # registers the header

from ibpkt import build, decode, draft


def probe(**values):
    return build(
        draft("Ethernet"),
        draft("IPv4"),
        draft("UDP", dstport=9000),
        draft(telemetry.Telemetry, **values),
        link="ethernet",
    )


def test_a_probe_comes_back():
    packet = decode(probe(hops=3, sent=1500, switch="leaf-7").data, "ethernet")
    assert [layer.name for layer in packet] == ["Ethernet", "IPv4", "UDP", "Telemetry"]
    assert (packet.telemetry.hops, packet.telemetry.switch) == (3, "leaf-7")
    assert packet.telemetry.micros == 1.5
    assert bytes(packet) == packet.data


def test_its_tree_says_what_fields_mean():
    tree = str(probe(hops=3, sent=1500, switch="leaf-7"))
    assert "Switch Telemetry (Telemetry), 16 bytes" in tree
    assert "[Sent in microseconds: 1.5 µs]" in tree

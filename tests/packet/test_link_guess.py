"""`ibpkt.decode` without ``link=``: which link type it takes, and what it says."""

from __future__ import annotations

import importlib
import pickle

import pytest
from hypothesis import given, strategies as st

import ibpkt
from ibpkt import strategies
from ibpkt.craft.carriers import CARRIERS
from ibpkt.packet import link_guess
from ibpkt.packet.decode import GUESSED
from ibpkt.protocols import LINKS
from tests.support.stacks import carrier as built

decode_module = importlib.import_module("ibpkt.packet.decode")
SMALL = ("BTH", "RETH")


def crafted(*names, payload=b"hello", **options):
    return ibpkt.build(*map(ibpkt.draft, names), payload=payload, **options).data


@pytest.mark.parametrize("carrier", [carrier for carrier in CARRIERS.values() if carrier.link in GUESSED])
def test_a_whole_packet_is_recognised(carrier):
    data = crafted(*carrier.headers, *SMALL)
    packet = ibpkt.decode(data)
    assert packet == ibpkt.decode(data, carrier.link)
    assert (packet.link, packet.link_guessed, packet.stop) == (LINKS[carrier.link], True, None)
    assert not ibpkt.decode(data, carrier.link).link_guessed
    assert not pickle.loads(pickle.dumps(ibpkt.decode(data, carrier.link))).link_guessed
    assert not packet.replace(bth__psn=7).link_guessed


@pytest.mark.parametrize("carrier", ["native", "native-global", "rocev2", "rocev1", "raw"])
def test_a_wrong_crc_changes_nothing(carrier):
    carrier = CARRIERS[carrier]
    data = crafted(*carrier.headers, *SMALL, icrc=b"\1\2\3\4")
    assert ibpkt.decode(data).link == LINKS[carrier.link]


@pytest.mark.parametrize(
    ("data", "link"),
    [
        (bytes.fromhex("ffffffffffff0200000000010806"), "ethernet"),
        (crafted("Ethernet", "IPv4", "UDP", "BTH")[:30], "ethernet"),
        (crafted("LRH", "BTH", "RETH")[:24], "infiniband"),
        (crafted("LRH", "BTH")[:10], "infiniband"),
        (b"", "infiniband"),
    ],
    ids=["ARP", "cut Ethernet", "cut in RETH", "cut in BTH", "nothing"],
)
def test_a_sentence_says_what_was_tried(data, link):
    packet = ibpkt.decode(data)
    assert packet.link == LINKS[link]
    assert f"read as {link}, since no link= was given; as " in str(packet.stop)
    for other in set(GUESSED) - {link}:
        assert f"as {other} " in packet.stop.hint
    assert ibpkt.decode(data, link).stop == packet.stop._replace(hint="")
    with pytest.raises(ibpkt.PacketError, match="since no link= was given"):
        ibpkt.decode(data, strict=True)


def test_a_crc_that_is_right_leaves_nothing_to_say():
    """It confirms the link type of a packet that cannot be read to its end; one that is wrong does not."""
    data = built("local", 0x1F).data
    packet, other = ibpkt.decode(data), ibpkt.decode(data[:-6] + bytes(byte ^ 1 for byte in data[-6:]))
    assert str(packet.stop) == "what follows BTH at byte 20 is not known (8 bytes)"
    assert str(other.stop).startswith(f"{packet.stop}; read as infiniband, since no link= was given;")


def test_the_sentence_names_the_headers():
    packet = ibpkt.decode(crafted("Ethernet", "IPv4", "UDP", "BTH")[:30])
    assert str(packet.stop) == (
        "malformed: IPv4 at byte 14 needs 20 bytes, 16 are there; read as ethernet, since no link= was given; "
        "as infiniband it is LRH/RWH, as raw nothing fits"
    )


@given(st.binary(max_size=200) | strategies.packets().flatmap(strategies.mutated))
def test_no_bytes_raise(data):
    packet = ibpkt.decode(data)
    assert bytes(packet) == data
    assert packet.link in [LINKS[name] for name in GUESSED]
    assert packet.stop is None or packet.stop.hint or packet.icrc or packet.vcrc or packet.lpcrc


@given(st.data(), st.sampled_from(["infiniband", "ethernet"]))
def test_a_valid_packet_needs_no_link(data, link):
    packet = data.draw(strategies.packets(link=link))
    found = ibpkt.decode(packet.data)
    assert found.link == packet.link or found.icrc or found.vcrc or found.lpcrc


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"data": "text"}, "data is bytes or a packet, not 'text'; encode the text first"),
        ({"data": None}, "data is bytes or a packet, not None"),
        ({"data": 5}, "data is bytes or a packet, not 5"),
        ({"data": [1, 2]}, "data is bytes or a packet, not [1, 2]"),
        ({"link": "ehternet"}, "there is no link type 'ehternet'; did you mean ethernet?"),
        ({"link": "nolink"}, f"there is no link type 'nolink'; there are {', '.join(LINKS)}"),
        ({"link": 1.5}, "a link type is a whole number, not 1.5"),
        ({"wirelen": 70.0}, "wirelen is a whole number, not 70.0"),
        ({"time": 1 << 70}, "time is from -9223372036854775807 to 9223372036854775807, not 1180591620717411303424"),
        ({"number": -1}, "number is from 0 to 9223372036854775807, not -1"),
        ({"roce_port": 65536}, "roce_port is from 0 to 65535, not 65536"),
        ({"roce_port": True}, "roce_port is a whole number, not True"),
        ({"strict": "yes"}, "strict is True or False, not 'yes'"),
        ({"roce_port": None, "time": 7}, "roce_port is a whole number, not None"),
    ],
)
def test_wrong_arguments(given, sentence):
    with pytest.raises(ibpkt.CallerError) as caught:
        ibpkt.decode(**{"data": bytes(20), **given})
    assert str(caught.value) == sentence


def test_what_has_bytes_is_decoded():
    data = crafted("LRH", "BTH")
    packet = ibpkt.decode(data, "infiniband")
    for form in (bytearray(data), memoryview(data), packet):
        assert ibpkt.decode(form, "infiniband") == packet


def reading(data, link):
    """What speaks for one reading: headers less what speaks against it."""
    packet = ibpkt.decode(data, link, wirelen=len(WHOLE))
    found = decode_module._reading(packet, link, -1)
    assert (found.name, found.preferred, found.read) == (link, -1, bool(packet.layers))
    return found, packet


WHOLE = crafted("Ethernet", "IPv4", "UDP", "BTH", "RETH")
BAD_ICRC = crafted("Ethernet", "IPv4", "UDP", "BTH", "RETH", icrc=b"\1\2\3\4")


@pytest.mark.parametrize(
    ("data", "link", "layers", "against", "sure"),
    [
        (WHOLE, "ethernet", 5, 0, True), (BAD_ICRC, "ethernet", 5, 0, False), (WHOLE[:30], "ethernet", 1, 1, False),
        (WHOLE[:40], "ethernet", 2, 1, False), (b"\2" * 12 + b"\x12\x34" + bytes(40), "ethernet", 1, 2, False),
        (BAD_ICRC[:14] + b"\x55" + BAD_ICRC[15:], "ethernet", 5, 1, False),
    ],
    ids=["whole", "wrong ICRC", "cut in IPv4", "cut in UDP", "unknown", "wrong version"],
)  # fmt: skip
def test_what_speaks_against_a_reading(data, link, layers, against, sure):
    """A header that is cut or does not fit one, one that is not known two, a contradiction or a wrong version one."""
    found, packet = reading(data, link)
    assert (len(packet.layers), found.score, found.sure) == (layers, layers - against, sure)
    assert packet.disagreements == ()


def fits(data, link, wirelen=None):
    return link_guess._fits(ibpkt.decode(data, link, wirelen=wirelen))


def test_how_many_headers_are_no_chance():
    """Two where all was read, three of a part; what capture tools put in front does not count."""
    assert fits(BAD_ICRC, "ethernet")
    assert fits(crafted("LRH", "BTH", payload=b"", icrc=b"\1\2\3\4"), "infiniband")
    sizes = {13: False, 33: False, 34: False, 41: False, 42: True, 53: True, 54: True}
    assert {size: fits(BAD_ICRC[:size], "ethernet", len(BAD_ICRC)) for size in sizes} == sizes
    assert not fits(b"\2" * 12 + b"\x12\x34" + bytes(40), "ethernet")


@pytest.mark.parametrize("name", ["native", "rocev2", "raw", "sll", "sll2", "erf"])
def test_bytes_of_any_link_type(name):
    """Those that `ibpkt.decode` does not try are recognised as well, by their ICRC or without it."""
    carrier = CARRIERS[name]
    for more in ({}, {"icrc": b"\1\2\3\4"}):
        assert link_guess.decode_unlabelled(crafted(*carrier.headers, *SMALL, **more)).link == LINKS[carrier.link]


def test_bytes_of_no_link_type():
    with pytest.raises(ibpkt.CallerError, match="the bytes do not say their link type"):
        link_guess.decode_unlabelled(b"\xff" * 60)


def test_what_contradicts_itself_fits_nothing():
    """A length that is too large, or a version that does not exist: either is enough."""
    length = ibpkt.decode(BAD_ICRC, "ethernet").replace(udp__length=4000, icrc=b"\1\2\3\4").data
    assert ibpkt.decode(length, "ethernet").disagreements
    assert not fits(length, "ethernet")
    lrh = crafted("LRH", "BTH", "RETH", icrc=b"\1\2\3\4")
    wrong = bytes([lrh[0] | 0x0F]) + lrh[1:]  # LVer is 0
    assert fits(lrh, "infiniband")
    assert not ibpkt.decode(wrong, "infiniband").disagreements
    assert not fits(wrong, "infiniband")

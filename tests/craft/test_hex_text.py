"""Hex dumps as tools print them become packets."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import ibpkt
from ibpkt import CallerError, build, decode, draft, from_hexdump, from_hexdumps
from tests.support.shared import captures

FOLDER = Path(__file__).parent / "hexdumps"
PACKET = (FOLDER / "packet.bin").read_bytes()
WORDS = ("od_-x.txt", "hexdump.txt")
ONE = [path for path in sorted(FOLDER.glob("*.txt")) if not path.name.startswith(("tcpdump", "tshark"))]
MANY = sorted(FOLDER.glob("t*.txt"))


def read(path):
    return path.read_text(encoding="utf-8")


def recorded():
    with ibpkt.open(FOLDER / "packets.pcap") as capture:
        return list(capture)


@pytest.mark.parametrize("path", [path for path in ONE if path.name not in WORDS], ids=lambda path: path.stem)
def test_one_packet(path):
    packet = from_hexdump(read(path))
    assert packet.data == PACKET
    assert packet.link == 1
    assert packet.icrc
    assert from_hexdump(read(path), "infiniband").link == 247
    assert [each.data for each in from_hexdumps(read(path) + "\n\n" + read(path))] == [PACKET, PACKET]


@pytest.mark.parametrize("path", MANY, ids=lambda path: path.stem)
def test_many_packets(path):
    whole = path.stem in ("tcpdump_-xx", "tcpdump_-XX", "tshark_-x")  # the others lack the Ethernet header
    packets = from_hexdumps(read(path))
    assert [packet.data for packet in packets] == [packet.data[0 if whole else 14 :] for packet in recorded()]
    assert {packet.link for packet in packets} == {1 if whole else 101}
    assert [packet.number for packet in packets] == [1, 2, 3]
    with pytest.raises(CallerError, match="the text holds 3 packets; from_hexdumps gives them all"):
        from_hexdump(read(path))


def _unfitting():
    syn = build(draft("Ethernet"), draft("IPv4", proto=6), payload=bytes(20)).data
    with pytest.raises(CallerError, match="the bytes do not say their link type"):
        from_hexdump(syn.hex())
    return syn


def test_packets_that_fit_no_link_type_have_that_of_the_others():
    syn = _unfitting()
    packets = from_hexdumps(f"{syn.hex()}\n\n{PACKET.hex()}\n\n{syn.hex()}")
    assert [(packet.data, packet.link) for packet in packets] == [(syn, 1), (PACKET, 1), (syn, 1)]
    native = build("LRH", "BTH", payload=b"hello").data
    with pytest.raises(CallerError, match="the bytes do not say their link type"):
        from_hexdumps("\n\n".join(data.hex() for data in (syn, PACKET, native)))


def test_what_wireshark_has_put_together_is_no_packet():
    dump = decode(PACKET, 1).hexdump("wireshark")
    together = f"Frame ({len(PACKET)} bytes):\n{dump}Reassembled RPCoRDMA Message (2 bytes):\n0000  00 00   ..\n\n"
    assert [packet.data for packet in from_hexdumps(together + dump)] == [PACKET, PACKET]
    assert len(from_hexdumps(f"mine ({len(PACKET)} bytes):\n{dump}")) == 1  # no heading of Wireshark


@pytest.mark.parametrize("name", WORDS)
def test_words_are_refused(name):
    with pytest.raises(CallerError, match="line 1: these are words, whose bytes may be swapped; dump bytes"):
        from_hexdump(read(FOLDER / name))


@pytest.mark.parametrize(
    "text",
    [
        PACKET.hex(" "),
        PACKET.hex(":"),
        PACKET.hex("-").upper(),
        "0x" + PACKET.hex(),
        ", ".join(f"0x{byte:02x}" for byte in PACKET),
        "\n".join(PACKET.hex()[at : at + 60] for at in range(0, len(PACKET) * 2, 60)),
        f"pkt = bytes({{{', '.join(map(str, PACKET))}}});",
        "uint8_t p[] = { /* Ethernet {0x99} */ " + ",\n".join(f"0x{byte:x}" for byte in PACKET) + ", // end\n };",
        '"' + "".join(f"\\x{byte:02x}" for byte in PACKET) + '"',
        "\ufeff\x1b[36m" + (FOLDER / "xxd.txt").read_text(encoding="utf-8") + "\x1b[0m",
        "From: me\n\n" + (FOLDER / "tshark_-x.txt").read_text(encoding="utf-8").split("\n\n")[1].replace("\n", "\r\n"),
    ],
)
def test_other_ways_to_write_them(text):
    assert from_hexdump(text).data == PACKET


def test_input_of_text2pcap():
    text = (
        "# a comment\n#TEXT2PCAP nothing\nI 2026-01-01 00:00:00.5\n000000 02 00 00 00 00 02 02 00\n000008 00 00 00 01 "
    )
    assert from_hexdump(text, "ethernet").data == PACKET[:12]
    assert from_hexdump("0000 41 42 43 ABC", "ethernet").data == b"ABC"


@given(
    st.binary(min_size=1, max_size=100), st.sampled_from(["annotated", "od", "plain", "tcpdump", "wireshark", "xxd"])
)
def test_our_own_dumps_come_back(data, form):
    packet = decode(data, "ethernet")
    assert from_hexdump(packet.hexdump(form), "ethernet").data == data


@given(st.text(max_size=200) | st.text("0123456789abcdefx:*|{},\\ \n", max_size=300))
def test_any_text(text):
    """A packet, or one sentence."""
    try:
        packets = from_hexdumps(text, "ethernet")
    except CallerError as error:
        packets = str(error).splitlines()
        assert len(packets) == 1
    assert packets


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the text holds no hex dump"),
        ("\n \n", "the text holds no hex dump"),
        ("hello", "line 1: expected pairs of hexadecimal digits, not 'hello'"),
        ("0200\n020", "line 2: expected pairs of hexadecimal digits, not '0'"),
        ("00000000: 0200\n00000010: 0300", "line 2: the offset is 0x10, but 0x2 bytes come before it"),
        ("char p[] = {0x100}", "a C array of bytes holds 0x00 to 0xff, not '0x100'"),
        ("0102030405", "the bytes do not say their link type (link), which is one of null, loop, ethernet"),
    ],
)
def test_errors(text, says):
    with pytest.raises(CallerError) as caught:
        from_hexdump(text)
    assert str(caught.value).startswith(says)


def test_wrong_arguments():
    with pytest.raises(CallerError, match="a hex dump is a text, not bytes"):
        from_hexdump(b"00")
    with pytest.raises(CallerError, match="did you mean ethernet"):
        from_hexdump("00", "ethernt")


@pytest.mark.sweep
@pytest.mark.parametrize("path", captures(), ids=lambda path: path.name)
def test_the_link_type_is_found(path):
    """Of every shape in every capture, by its bytes alone: where it is found, it is right."""
    seen = set()
    try:
        with ibpkt.open(path) as capture:
            for packet in capture:
                shape = tuple(layer.header for layer in packet.layers)
                if shape in seen or packet.stop or packet.wirelen != len(packet.data):
                    continue
                seen.add(shape)
                try:
                    found = from_hexdump(packet.data.hex())
                except CallerError:
                    assert not any((packet.icrc, packet.vcrc, packet.lpcrc))
                else:
                    assert found.link == packet.link
    except ibpkt.CaptureError:
        pass


def test_a_port_of_ones_own():
    packet = build("IPv4", draft("UDP", dstport=5), "BTH", roce_port=5)
    assert "BTH" in from_hexdump(packet.hexdump("plain"), roce_port=5)
    assert "BTH" not in from_hexdump(packet.hexdump("plain"), "raw")


def test_random_bytes_are_rarely_taken_for_packets():
    dice = random.Random(1)
    taken = 0
    for _ in range(200):
        try:
            from_hexdump(dice.randbytes(60).hex())
        except CallerError:
            continue
        taken += 1
    assert taken < 10

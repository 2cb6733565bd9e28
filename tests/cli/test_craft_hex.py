"""``ibpkt craft hex``."""

from __future__ import annotations

from pathlib import Path

import ibpkt
from tests.support.command import run

DUMPS = Path(__file__).parents[1] / "craft" / "hexdumps"


def recorded(path):
    with ibpkt.open(path) as capture:
        return list(capture)


def test_dumps_become_a_capture(tmp_path):
    result = run("craft", "hex", DUMPS / "tcpdump_-XX.txt", "-w", tmp_path / "out.pcap")
    assert result == (0, "", "")
    assert recorded(tmp_path / "out.pcap") == recorded(DUMPS / "packets.pcap")


def test_standard_input_is_the_default():
    shown = run("craft", "hex", stdin=(DUMPS / "xxd.txt").read_bytes())
    assert shown.code == 0
    assert "RC SEND Only QP=0x000011 PSN=8" in shown.out
    assert run("craft", "hex", "-", stdin=(DUMPS / "xxd.txt").read_bytes()) == shown
    tree = run("craft", "hex", "-V", stdin=(DUMPS / "xxd.txt").read_bytes()).out
    assert "Invariant CRC: " in tree


def test_the_link_type():
    named = run("craft", "hex", "--link", "infiniband", stdin=b"0002000000060000 04 00 ffff 00000000 00000000")
    assert "RC SEND Only" in named.out
    numbered = run("craft", "hex", "--link", "247", stdin=b"0002000000060000 04 00 ffff 00000000 00000000")
    assert numbered == named
    wrong = run("craft", "hex", "--link", "infinband", stdin=b"00")
    assert (wrong.code, wrong.out) == (2, "")
    assert wrong.err == "ibpkt: -: there is no link type 'infinband'; did you mean infiniband?\n"


def test_errors():
    words = run("craft", "hex", DUMPS / "od_-x.txt")
    assert words.err.endswith("od_-x.txt: line 1: these are words, whose bytes may be swapped; dump bytes "
                              "(od -Ax -tx1, xxd)\n")  # fmt: skip
    assert run("craft", "hex", stdin=b"").err == "ibpkt: -: the text holds no hex dump\n"
    assert run("craft", "hex", "nosuch.txt").err == "ibpkt: nosuch.txt: no such file\n"
    assert run("craft", "hex", stdin=b"\xff\xfe\x00").code == 2


def test_a_port_of_ones_own():
    packet = ibpkt.build("IPv4", ibpkt.draft("UDP", dstport=5), "BTH", roce_port=5)
    assert "RC SEND Only" in run("craft", "hex", "--roce-port", "5", stdin=packet.hexdump("plain").encode()).out

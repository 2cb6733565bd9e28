"""The bytes of a packet as hex dumps and as C."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import ibpkt
from ibpkt import CallerError, build, decode, draft, from_hexdump
from ibpkt.output.hex_forms import FORMS

DUMPS = Path(__file__).parents[1] / "craft" / "hexdumps"
PACKET = decode((DUMPS / "packet.bin").read_bytes(), "ethernet")
COMPILER = shutil.which("cc")


def recorded():
    with ibpkt.open(DUMPS / "packets.pcap") as capture:
        return list(capture)


@pytest.mark.parametrize(("form", "file"), [("xxd", "xxd.txt"), ("od", "od_-Ax_-tx1.txt"), ("plain", "xxd_-p.txt")])
def test_as_the_tool_of_that_name(form, file):
    """Recorded dumps leave out repeated lines, where the tool does so by itself."""
    theirs = (DUMPS / file).read_text(encoding="utf-8").splitlines()
    ours = PACKET.hexdump(form).splitlines()
    assert [line for line in theirs if line not in ours] == ["*"] * ("*" in theirs)
    assert len(ours) >= len(theirs)


@pytest.mark.parametrize(("form", "file"), [("tcpdump", "tcpdump_-XX.txt"), ("wireshark", "tshark_-x.txt")])
def test_as_the_tools_that_print_captures(form, file):
    theirs = [line.rstrip() for line in (DUMPS / file).read_text(encoding="utf-8").splitlines() if "0" in line]
    ours = [line for packet in recorded() for line in packet.hexdump(form).splitlines()]
    assert ours == [line for line in theirs if not line.startswith("IP ")]


def test_the_annotated_dump():
    packet = build("LRH", draft("BTH", psn=7), payload=b"hello")
    assert packet.hexdump() == packet.hexdump("annotated")
    lines = packet.hexdump().splitlines()
    assert lines[:4] == [
        "0000  00 02 00 00 00 08 00 00                          ........          LRH",
        "0008  04 30 ff ff 00 00 00 00 00 00 00 07              .0..........      BTH",
        "0014  68 65 6c 6c 6f                                   hello             Payload",
        "0019  00 00 00                                         ...               Pad",
    ]
    assert [line.split()[-1] for line in lines[4:]] == ["ICRC", "VCRC"]


@given(st.binary(min_size=1, max_size=70), st.sampled_from(sorted(FORMS)))
def test_any_bytes(data, form):
    text = decode(data, "ethernet").hexdump(form)
    assert text.endswith("\n")
    assert from_hexdump(text, "ethernet").data == data


def test_no_such_form():
    with pytest.raises(CallerError, match=r"no form 'tcpdumps' of a hex dump; there are annotated, .*mean tcpdump"):
        PACKET.hexdump("tcpdumps")
    with pytest.raises(CallerError, match="form is text, not 5"):
        PACKET.hexdump(5)


# -- C ----------------------------------------------------------------------------------------------------------------


def test_a_c_array():
    packet = build("LRH", draft("BTH", psn=7), payload=b"hello")
    assert packet.to_c_array("send_only").startswith(
        "static const unsigned char send_only[] = {\n"
        "    /* LRH, bytes 0 to 7 */\n"
        "    0x00, 0x02, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00,\n"
        "    /* BTH, bytes 8 to 19 */\n"
        "    0x04, 0x30, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x07,\n"
        "    /* Payload, bytes 20 to 24 */\n"
    )
    assert from_hexdump(packet.to_c_array()) == packet


@given(st.binary(min_size=1, max_size=70))
def test_any_array_comes_back(data):
    assert from_hexdump(decode(data, "infiniband").to_c_array(), "infiniband").data == data


@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")
def test_it_compiles(tmp_path):
    source = PACKET.to_c_array("frame")
    main = "int main(void) { fwrite(frame, 1, sizeof frame, stdout); return 0; }\n"
    (tmp_path / "frame.c").write_text(f"#include <stdio.h>\n{source}{main}", encoding="utf-8")
    subprocess.run(
        [COMPILER, "-Wall", "-Werror", "-std=c99", "-o", tmp_path / "frame", tmp_path / "frame.c"], check=True
    )
    assert subprocess.run([tmp_path / "frame"], capture_output=True, check=True).stdout == PACKET.data


def test_wrong_names():
    for wrong in ("", "1st", "no name", "static", "a-b"):
        with pytest.raises(CallerError, match="name takes a name in C"):
            PACKET.to_c_array(wrong)
    with pytest.raises(CallerError, match="name is text, not 5"):
        PACKET.to_c_array(5)
    with pytest.raises(CallerError, match="has no bytes"):
        decode(b"", "ethernet").to_c_array()

"""``ibpkt check``; its outputs as a whole are in ``golden/``."""

from __future__ import annotations

import json

import pytest

import ibpkt
from ibpkt.packet import STATUSES
from tests.support.command import CAPTURES, pcap, picked, run

KEYS = {"frame", "layer", "what", "stored", "computed", "cause"}
INTACT = ("rc_write.pcap", "vlan_write.pcap", "ipv6_write_bw.pcap", "ib_small.pcap", "ib_small_erf.pcap")


def checked(*names, code=None, **options):
    result = run("check", "--format", "json", *names, **options)
    assert code is None or result.code == code
    return [json.loads(line) for line in result.lines]


@pytest.mark.parametrize("name", INTACT)
def test_an_intact_capture(name):
    (told,) = checked(f"captures/{name}", code=0)
    assert told["problems"] == []
    assert told["icrc"]["good"] == sum(told["icrc"].values()) > 0


def test_one_object_a_file_with_the_documented_keys():
    told = checked("captures/corrupt_write.pcap", "captures/derived_empty.pcap", code=1)
    assert [each["file"] for each in told] == ["captures/corrupt_write.pcap", "captures/derived_empty.pcap"]
    for each in told:
        assert set(each) == {"file", "packets", "icrc", "vcrc", "lpcrc", "problems"}
        for crc in ("icrc", "vcrc", "lpcrc"):
            assert list(each[crc]) == list(map(str, STATUSES))
        for problem in each["problems"]:
            assert set(problem) == KEYS
            assert isinstance(problem["frame"], int)
            assert all(isinstance(problem[key], str) for key in KEYS - {"frame"})


def test_text_and_json_tell_the_same():
    lines = run("check", "captures/corrupt_write.pcap").lines
    (told,) = checked("captures/corrupt_write.pcap")
    assert len(lines) == len(told["problems"]) + 1
    for line, problem in zip(lines, told["problems"], strict=False):
        assert int(line.split()[0]) == problem["frame"]
        assert problem["stored"] in line
        assert problem["computed"] in line
        assert problem["cause"] in line


def test_what_is_told_is_what_the_packets_say():
    (told,) = checked("captures/corrupt_write.pcap")
    with ibpkt.open(CAPTURES / "corrupt_write.pcap") as capture:
        packets = {packet.number: packet for packet in capture}
    bad = {number for number, packet in packets.items() if packet.icrc.status == "bad"}
    assert {problem["frame"] for problem in told["problems"] if problem["layer"] == "ICRC"} == bad
    for problem in told["problems"]:
        if problem["layer"] == "ICRC":
            check = packets[problem["frame"]].icrc
            assert problem["stored"] == check.number
            assert problem["computed"] == f"0x{check.computed.hex()}"
            assert problem["cause"] == check.cause


def test_the_flipped_bit_that_it_names_is_the_one():
    """Flip it back, and the packet is good."""
    (told,) = checked("captures/corrupt_write.pcap")
    tried = 0
    with ibpkt.open(CAPTURES / "corrupt_write.pcap") as capture:
        packets = {packet.number: packet for packet in capture}
    for problem in told["problems"]:
        words = problem["cause"].split()
        if problem["layer"] == "ICRC" and problem["cause"].endswith("of the payload"):
            packet = packets[problem["frame"]]
            start = sum(layer.size for layer in packet.layers)
            data = bytearray(packet.data)
            data[start + int(words[7])] ^= 1 << int(words[4])
            assert ibpkt.decode(bytes(data), packet.link).icrc
            tried += 1
    assert tried > 20


@pytest.mark.parametrize(("stored", "status"), [(bytes(4), "zero"), (b"\x01\x02\x03\x04", "bad")])
def test_zeros_in_place_of_the_icrc_are_no_problem(stored, status):
    data = ibpkt.decode(_one_packet(), "ethernet").data
    (told,) = checked("-", stdin=pcap([data[:-4] + stored]), code=0 if status == "zero" else 1)
    assert told["icrc"][status] == 1
    assert told["file"] == "-"


def test_what_the_capture_cut_off_is_no_problem():
    (told,) = checked("captures/derived_snap64.pcap", code=0)
    assert told["icrc"]["cut"] > 100


def test_vcrc_of_native_packets():
    data = bytearray(_one_packet("ib_small.pcap"))
    data[-1] ^= 1
    (told,) = checked("-", stdin=pcap([bytes(data)], link=247), code=1)
    (problem,) = told["problems"]
    assert (told["icrc"]["good"], told["vcrc"]["bad"]) == (1, 1)
    assert (problem["layer"], problem["what"]) == ("VCRC", "bad")
    assert "of the stored VCRC" in problem["cause"]


def test_a_length_that_disagrees():
    data = bytearray(_one_packet())
    data[38:40] = (1000).to_bytes(2, "big")  # UDP length
    (told,) = checked("-", stdin=pcap([bytes(data)]), code=1)
    problem = told["problems"][0]
    assert (problem["layer"], problem["what"], problem["stored"]) == ("UDP", "length disagrees", "1000 bytes")


def test_a_file_that_is_not_there_does_not_hide_the_others():
    result = run("check", "nosuch.pcap", "captures/rc_write.pcap")
    assert result.lines == ["captures/rc_write.pcap: 163 packets; ICRC 120 good; 0 problems"]


def _one_packet(name="rc_write.pcap", number=30):
    return picked(name, number)[40:]

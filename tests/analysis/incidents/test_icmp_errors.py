"""ICMP errors that quote RoCE packets; the errors are laid out here as RFC 792, RFC 1191 and RFC 4443 do."""

from __future__ import annotations

import struct
from ipaddress import IPv4Address, IPv6Address

import pytest

from tests.analysis.incidents.changed import added, made
from tests.analysis.incidents.told import incidents

ETHERNET = bytes.fromhex("020000000001 020000000099")
ROUTER, ONE, TWO = "10.0.0.254", "10.0.0.1", "10.0.0.2"


def ipv4(source, target, protocol, payload, length=None):
    head = struct.pack(">BBHHHBBH", 0x45, 0, length or 20 + len(payload), 7, 0x4000, 64, protocol, 0)
    return head + IPv4Address(source).packed + IPv4Address(target).packed + payload


def ipv6(source, target, protocol, payload, length=None):
    head = struct.pack(">IHBB", 6 << 28, length or len(payload), protocol, 64)
    return head + IPv6Address(source).packed + IPv6Address(target).packed + payload


def udp(port=4791):
    """The eight bytes of the quoted packet that every router sends."""
    return struct.pack(">HHHH", 51000, port, 4136, 0)


def error(kind, code, quoted, mtu=0):
    """An error from the router to the host that has sent the quoted packet."""
    message = struct.pack(">BBHHH", kind, code, 0, 0, mtu) + quoted
    return ETHERNET + b"\x08\x00" + ipv4(ROUTER, ONE, 1, message)


QUOTED = ipv4(ONE, TWO, 17, udp(), 4156)


def told(tmp_path, *frames):
    """The incidents that the errors bring."""
    path = made(tmp_path / "made.pcap")
    known = {each.title for each in incidents(path)}
    return [each for each in incidents(added(path, [*frames], tmp_path / "out.pcap")) if each.title not in known]


def test_fragmentation_needed(tmp_path):
    (found,) = told(tmp_path, error(3, 4, QUOTED, 1500), error(3, 4, QUOTED, 1500))
    assert (found.cause, str(found.severity), found.where) == ("mismatch", "warning", f"{ONE} > {TWO}")
    assert f"{ROUTER} passes 1,500 bytes at most, the packet has 4,156" in found.sentence
    assert found.title.startswith("2 ICMP errors say")
    assert len(found.flows) == 6
    assert (found.first_frame, found.last_frame) == (601, 602)


def test_an_old_router_says_no_mtu(tmp_path):
    (found,) = told(tmp_path, error(3, 4, QUOTED))
    assert f"{ROUTER} says: fragmentation needed" in found.sentence


@pytest.mark.parametrize(
    ("kind", "code", "cause", "words"),
    [
        (3, 3, "peer-gone", "port unreachable"),
        (3, 1, "peer-gone", "host unreachable"),
        (3, 13, "peer-gone", "prohibited by a filter"),
        (3, 200, "peer-gone", "unreachable"),
        (11, 0, "mismatch", "time to live exceeded"),
    ],
)
def test_what_else_a_router_says(kind, code, cause, words, tmp_path):
    (found,) = told(tmp_path, error(kind, code, QUOTED))
    assert (found.cause, str(found.severity), found.where) == (cause, "warning", f"{ONE} > {TWO}")
    assert f"{ROUTER} says: {words}" in found.sentence


def test_packet_too_big_of_ipv6(tmp_path):
    quoted = ipv6("fd00::1", "fd00::2", 17, udp(), 4136)
    message = struct.pack(">BBHI", 2, 0, 0, 1280) + quoted
    frame = ETHERNET + b"\x86\xdd" + ipv6("fd00::fe", "fd00::1", 58, message)
    (found,) = told(tmp_path, frame)
    assert (found.cause, found.where) == ("mismatch", "fd00::1 > fd00::2")
    assert "fd00::fe passes 1,280 bytes at most, the packet has 4,176" in found.sentence


@pytest.mark.parametrize(
    "frame",
    [
        error(3, 4, ipv4(ONE, TWO, 17, udp(53), 4156), 1500),  # about DNS
        error(3, 4, ipv4(ONE, TWO, 6, udp(), 4156), 1500),  # about TCP
        error(8, 0, QUOTED),  # a ping that carries such bytes
        error(11, 1, QUOTED),  # time of reassembly exceeded: by the target itself
        error(3, 4, b"", 1500),
        error(3, 4, QUOTED[:25], 1500),
        ETHERNET + b"\x08\x00" + ipv4(ROUTER, ONE, 1, b"\x03"),
    ],
    ids=["DNS", "TCP", "ping", "reassembly", "nothing quoted", "cut", "no ICMP header"],
)
def test_what_says_nothing_of_roce(frame, tmp_path):
    assert told(tmp_path, frame) == []

"""Hop limits, the classes of congestion notifications, and RoCE without a class."""

from __future__ import annotations

import pytest

from tests.analysis.incidents.changed import added, changed, made
from tests.analysis.incidents.test_icmp_errors import ETHERNET, ONE, TWO, ipv4
from tests.analysis.incidents.told import incidents
from tests.support.command import run

FORTH, BACK = f"ip.src == {ONE}", f"ip.src == {TWO}"


def titled(path, word):
    return [incident for incident in incidents(path) if word in incident.title]


# -- hop limits -------------------------------------------------------------------------------------------------------


def test_answers_have_passed_routers_and_requests_cannot(tmp_path):
    path = changed(made(tmp_path / "made.pcap"), "ip.ttl", 1, FORTH, tmp_path)
    assert titled(path, "hop limit") == []  # nothing says that there is a router
    path = changed(path, "ip.ttl", 62, BACK, tmp_path)
    (found,) = titled(path, "hop limit")
    assert (found.cause, str(found.severity), found.where) == ("mismatch", "warning", f"{ONE} > {TWO}")
    assert "what comes back has passed 2 routers" in found.sentence
    assert len(found.flows) == 6


def test_one_ethernet_address_of_several_hosts(tmp_path):
    path = made(tmp_path / "made.pcap", "--pairs", "2")
    path = changed(path, "eth.dst", "02:00:00:00:00:fe", f"{FORTH} or ip.src == 10.0.0.3", tmp_path)
    assert titled(path, "hop limit") == []
    path = changed(path, "ip.ttl", 1, FORTH, tmp_path)
    (found,) = titled(path, "hop limit")
    assert (str(found.severity), found.where) == ("note", f"{ONE} > {TWO}")
    assert "02:00:00:00:00:fe may be a router, it is the Ethernet address of 10.0.0.4, too" in found.sentence


def test_a_hop_limit_of_one_within_a_subnet_is_none_of_it(tmp_path):
    path = changed(made(tmp_path / "made.pcap", "--pairs", "2"), "ip.ttl", 1, "ip", tmp_path)
    assert titled(path, "hop limit") == []


# -- congestion notifications -----------------------------------------------------------------------------------------


#: notifications, by their operation code (annex A17, A17.9.3)
CNP = "infiniband.bth.opcode == 0x81"


@pytest.fixture
def congested(tmp_path):
    """Data in DSCP 26, and notifications in DSCP 48."""
    path = made(tmp_path / "made.pcap", "--ce", "0.05")
    path = changed(path, "ip.dsfield.dscp", 26, f"not {CNP}", tmp_path)
    return changed(path, "ip.dsfield.dscp", 48, CNP, tmp_path)


def test_notifications_in_a_class_of_their_own(congested):
    assert titled(congested, "notification") == []


@pytest.mark.costly
@pytest.mark.parametrize(
    ("dscp", "ecn", "words"),
    [
        (26, 0, "{n} congestion notifications have the class of the data: DSCP 26"),
        (0, 0, "{n} congestion notifications have no class: DSCP 0, the data has DSCP 26"),
        (48, 3, "{n} congestion notifications are marked, too"),
    ],
)
def test_notifications_that_wait(dscp, ecn, words, congested, tmp_path):
    count = len(run("decode", "-Y", CNP, congested).lines)
    assert count > 3
    path = changed(congested, "ip.dsfield.dscp", dscp, CNP, tmp_path)
    path = changed(path, "ip.dsfield.ecn", ecn, CNP, tmp_path)
    (found,) = titled(path, "notification")
    assert (found.title, str(found.severity), found.where) == (words.format(n=count), "note", f"{TWO} > {ONE}")


# -- no class ---------------------------------------------------------------------------------------------------------


def test_one_pair_of_hosts_has_no_class(tmp_path):
    path = changed(made(tmp_path / "made.pcap", "--pairs", "2"), "ip.dsfield.dscp", 26, "ip", tmp_path)
    assert titled(path, "DSCP 0") == []
    second = "ip.addr == 10.0.0.3"
    (found,) = titled(changed(path, "ip.dsfield.dscp", 0, second, tmp_path), "DSCP 0")
    assert (found.cause, str(found.severity)) == ("mismatch", "note")
    assert sorted(found.where.split(" > ")) == ["10.0.0.3", "10.0.0.4"]
    assert found.title.endswith("flows have DSCP 0, 1 other pair of hosts has a class")
    nobody = changed(path, "ip.dsfield.dscp", 0, "ip", tmp_path)
    assert titled(nobody, "DSCP 0") == []


def test_other_traffic_in_the_same_class(tmp_path):
    path = changed(made(tmp_path / "made.pcap"), "ip.dsfield.dscp", 0, "ip", tmp_path)
    segment = ETHERNET + b"\x08\x00" + ipv4(ONE, TWO, 6, bytes(1400))
    assert titled(added(path, [segment] * 20, tmp_path / "few.pcap"), "DSCP 0") == []
    (found,) = titled(added(path, [segment] * 200, tmp_path / "many.pcap"), "DSCP 0")
    size = sum(int(line) for line in run("decode", "-T", "fields", "-e", "frame.len", path).lines)
    others = 200 * len(segment)
    assert f"{others / (size + others):.0%} of the bytes in DSCP 0 are no RDMA" in found.title
    assert str(found.severity) == "note"
    other = bytearray(segment)
    other[15] = 8 << 2
    assert titled(added(path, [bytes(other)] * 200, tmp_path / "other.pcap"), "DSCP 0") == []

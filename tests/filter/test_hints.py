"""A field that no packet has: nothing matches, and a hint says so once."""

from __future__ import annotations

import pytest

from ibpkt import filter
from tests.support.command import CAPTURES, run
from tests.support.stacks import batch_of, carrier

WRITE, READ = CAPTURES / "rc_write.pcap", CAPTURES / "rc_read.pcap"


@pytest.mark.parametrize("command", [("decode",), ("check",), ("check", "--format", "json")])
def test_a_field_that_no_packet_has(command):
    found = run(*command, "-Y", "infiniband.mad.method == 1 or vlan", WRITE, READ)
    hint = "ibpkt: hint: no packet has infiniband.mad.method or vlan, which the filter asks for"
    assert found.code == 0
    assert found.err.splitlines() == [hint]


def test_a_field_that_some_file_has():
    found = run("decode", "-Y", "infiniband.reth.va == 1", CAPTURES / "cm_reject.pcap", WRITE)
    assert (found.code, found.err) == (0, "")


def test_fields_that_packets_have():
    found = run("decode", "-Y", "infiniband.bth.psn == 0xffffff and infiniband.payload and frame.comment", WRITE)
    assert (found.code, found.out, found.err) == (0, "", "")


def test_a_file_without_packets(tmp_path):
    path = tmp_path / "empty.pcap"
    path.write_bytes(WRITE.read_bytes()[:24])
    assert run("decode", "-Y", "vlan", path).err == ""


def test_what_a_batch_lacks():
    batch = batch_of([carrier("RoCEv2 IPv4", payload=b"").data], 1)
    found = filter.compile("vlan.id == 3 or ip.ttl == 3 or infiniband.icrc.computed or infiniband.payload or udp")
    assert found.absent(batch) == ("vlan.id", "infiniband.payload")
    assert found.absent(batch, ["ip.ttl", "vlan.id"]) == ("vlan.id",)
    assert found.absent(batch_of([], 1)) == found.fields


def test_fields_that_depend_on_others():
    """An AETH is there; whether its last bits are an error code or a timer, its first bits say."""
    nak = carrier("RoCEv1", 0x11, b"", aeth={"syndrome": 0x61}).data
    found = filter.compile("infiniband.aeth.syndrome.error_code == 1 and infiniband.aeth.syndrome.timer == 1")
    assert found.absent(batch_of([nak], 1)) == ("infiniband.aeth.syndrome.timer",)

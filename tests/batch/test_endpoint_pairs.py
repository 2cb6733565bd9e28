"""Numbers of pairs of endpoints: the same for ever, in both directions, whoever carries the packet."""

from __future__ import annotations

import ipaddress

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import ibpkt
from ibpkt.batch import Batch, endpoint_pairs
from ibpkt.batch.endpoint_pairs import MOST_SHARDS, pair_hashes, shard_numbers
from ibpkt.errors import CallerError
from ibpkt.protocols import AETH, BTH, GRH, LRH, UDP, Ethernet, IPv4, link_type
from tests.support.shared import OWN

WORD = (1 << 64) - 1
SPACES = {"ip": 0x9E3779B97F4A7C15, "lid": 0xC2B2AE3D27D4EB4F, "mac": 0x165667B19E3779F9}


def mix(number):
    """The finaliser of SplitMix64, in whole numbers of Python."""
    number &= WORD
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & WORD
    number = (number ^ number >> 27) * 0x94D049BB133111EB & WORD
    return number ^ number >> 31


def address(text):
    """What the page says of an address."""
    if text.startswith("LID: "):
        return mix(mix(SPACES["lid"]) + int(text.removeprefix("LID: ")))
    if text.count(":") == 5 and "::" not in text and len(text) == 17:
        return mix(mix(SPACES["mac"]) + int(text.replace(":", ""), 16))
    known = ipaddress.ip_address(text.removeprefix("GID: "))
    number = int(known) | (0xFFFF << 32 if known.version == 4 else 0)
    return mix(mix((number >> 64) + SPACES["ip"]) + (number & WORD))


def test_the_finaliser_is_the_published_one():
    """The first outputs of SplitMix64 from the seed 1234567, as its reference implementation prints them."""
    golden = 0x9E3779B97F4A7C15
    assert [mix(1234567 + golden * n) for n in (1, 2, 3)] == [
        6457827717110365317, 3203168211198807973, 9817491932198370423,
    ]  # fmt: skip


def lines(name):
    """The endpoints of the packets, as `decode` shows them: LIDs where there are any."""
    with ibpkt.open(OWN / name) as capture:
        for packet in capture:
            if "LRH" in packet:
                yield f"LID: {packet.lrh.slid}", f"LID: {packet.lrh.dlid}"
            elif "IPv4" in packet or "IPv6" in packet:
                layer = packet["IPv4"] if "IPv4" in packet else packet["IPv6"]
                yield str(layer.src), str(layer.dst)
            elif "Ethernet" in packet:
                yield str(packet.ethernet.src), str(packet.ethernet.dst)
            else:
                yield None


@pytest.mark.parametrize("name", ["rc_write.pcap", "ib_small.pcap", "rping_ipv6.pcap", "vlan_write.pcap"])
def test_hashes_are_what_the_module_says(name):
    with ibpkt.open(OWN / name) as capture:
        hashes = np.concatenate([pair_hashes(batch) for batch in capture.batches()]).tolist()
    expected = [0 if ends is None else mix(address(ends[0]) + address(ends[1])) for ends in lines(name)]
    assert hashes == expected


@pytest.mark.parametrize(
    "name", ["ib_small.pcap", "nvmeof.pcap", "derived_snap64.pcap", "vlan_write.pcap", "guest_any_sll2.pcap"]
)
def test_packets_that_need_no_walk_have_the_hash_of_a_walk(name, monkeypatch):
    with ibpkt.open(OWN / name) as capture:
        batch = next(capture.batches())
        quick = pair_hashes(batch).tolist()
        nothing = np.zeros(0, np.int64), np.zeros((0, 2), np.uint32)
        monkeypatch.setattr(endpoint_pairs, "_plain", lambda frames: nothing)
        assert quick == pair_hashes(batch).tolist()


@settings(max_examples=200)
@given(st.binary(min_size=38, max_size=60), st.booleans())
def test_bytes_at_random_have_the_hash_of_a_walk(data, like_roce):
    if like_roce:  # but for one byte, perhaps
        data = (
            data[:12]
            + bytes.fromhex("0800 45")
            + data[15:23]
            + bytes([17])
            + data[24:36]
            + (4791).to_bytes(2, "big")
            + data[38:]
        )
    batch = Batch.of([data], 1)
    plain = endpoint_pairs._plain
    quick = pair_hashes(batch).tolist()
    try:
        endpoint_pairs._plain = lambda frames: (np.zeros(0, np.int64), np.zeros((0, 2), np.uint32))
        assert quick == pair_hashes(batch).tolist()
    finally:
        endpoint_pairs._plain = plain


def pair(*headers):
    packet = ibpkt.build(*headers, BTH(opcode="RC Acknowledge"), AETH)
    return pair_hashes(Batch.of([bytes(packet)], packet.link)).tolist()[0]


def test_both_directions_and_an_ipv4_address_and_its_gid_are_one_pair():
    there = pair(Ethernet, IPv4(src="192.0.2.1", dst="192.0.2.7"), UDP)
    assert there != 0
    assert there == pair(Ethernet, IPv4(src="192.0.2.7", dst="192.0.2.1"), UDP)
    assert there == pair(Ethernet, GRH(sgid="::ffff:192.0.2.1", dgid="::ffff:192.0.2.7"))
    assert there != pair(Ethernet, IPv4(src="192.0.2.1", dst="192.0.2.8"), UDP)


def test_lids_count_where_there_are_any():
    local = pair(LRH(slid=3, dlid=9))
    assert local == pair(LRH(slid=9, dlid=3), GRH(sgid="2001:db8::1", dgid="2001:db8::2"))
    assert local != pair(LRH(slid=3, dlid=8))


@settings(max_examples=40)
@given(st.integers(1, MOST_SHARDS))
def test_every_packet_has_a_shard(shards):
    with ibpkt.open(OWN / "ib_small.pcap") as capture:
        for batch in capture.batches():
            numbers = shard_numbers(batch, shards)
            assert ((numbers >= 0) & (numbers < shards)).all()


@pytest.mark.parametrize("shards", [0, -1, MOST_SHARDS + 1])
def test_too_few_or_too_many(shards):
    with pytest.raises(CallerError, match=f"1 to {MOST_SHARDS} shards"):
        shard_numbers(Batch.of([], 1), shards)


def test_pairs_are_spread_evenly():
    """A thousand pairs of hosts over eight shards: each gets its part within five standard deviations."""
    with ibpkt.open(OWN / "rc_write.pcap") as capture:
        frame = next(iter(packet.data for packet in capture if "BTH" in packet))
    frames = []
    for host in range(1000):
        changed = bytearray(frame)
        changed[28:30] = host.to_bytes(2, "big")
        frames.append(bytes(changed))
    counts = np.bincount(shard_numbers(Batch.of(frames, link_type(1)), 8), minlength=8)
    assert abs(counts - 125).max() < 5 * (1000 / 8 * 7 / 8) ** 0.5

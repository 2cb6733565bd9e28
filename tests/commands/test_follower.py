"""What the follower of commands keeps, and what it does not look at."""

from __future__ import annotations

import weakref

import ibpkt
from ibpkt.commands.follower import CommandFollower
from ibpkt.management import ConnectionEnd
from ibpkt.management.cm import connect
from tests.support.exchanges import ask, batches, tell
from tests.support.shared import OWN


def test_no_batch_is_kept():
    """The buffer of a batch is used again for the next: nothing of the analysis or of the commands refers to it."""
    follower, before = CommandFollower(), []
    with ibpkt.open(OWN / "nvmeof.pcap") as capture:
        for batch in capture.batches(max_packets=200):
            assert all(frames() is None for frames in before)
            before.append(weakref.ref(batch.frames))
            follower.add_table(batch)
            del batch
    assert len(before) > 1


def test_management_datagrams_carry_no_commands(tmp_path):
    """SENDs to QP 1 are looked at by no protocol, however many they are, where the capture shows a connection."""
    path = tmp_path / "connections.pcap"
    with ibpkt.create(path) as out:
        for number in range(8):
            active, passive = (
                ConnectionEnd(address, ip=address, comm_id=number + 1, qpn=number + 2, psn=number)
                for address in ("10.0.0.1", "10.0.0.2")
            )
            for packet in connect(active=active, passive=passive, port=4420):
                out.write(packet, time=10**18 + number)
    follower = CommandFollower()
    with ibpkt.open(path) as capture:
        for batch in capture.batches():
            assert not len(follower.add_table(batch))
    assert follower._watched
    assert all(watch.uninteresting for watch in follower._watched.values())
    # but an option that says what they carry decides
    follower = CommandFollower({1: "nvme"})
    with ibpkt.open(path) as capture:
        for batch in capture.batches():
            follower.add_table(batch)
    assert any(watch.rule is not None for watch in follower._watched.values())


def test_only_the_first_flows_are_looked_at_for_what_they_carry(monkeypatch):
    """Where none of them carries anything, and the capture shows no connection."""
    monkeypatch.setattr("ibpkt.commands.follower.MOST_BY_CONTENT", 3)
    packets = []
    for number in range(5):
        near, far = ("10.0.0.1", 0x200 + number), ("10.0.0.2", 0x300 + number)
        psn = 1000 * number
        packets += [ask(psn, source=near, target=far), tell(psn, 1, source=far, target=near)]
    follower = CommandFollower()
    for batch in batches(packets, 2):
        follower.add(batch)
    assert len(follower._watched) == 3


def test_damaged_packets_are_not_taken_for_intact(tmp_path):
    """Unless the ICRC is not to be looked at: then a command counts that nothing else shows to have come."""
    path = tmp_path / "damaged.pcap"
    with ibpkt.open(OWN / "nvmeof.pcap") as capture, ibpkt.create(path, link="ethernet") as out:
        for packet in capture:
            data = bytes(packet)
            is_capsule = "bth" in [layer.header.key for layer in packet.layers] and packet.bth.opcode == 4
            out.write(data[:-1] + bytes([data[-1] ^ is_capsule]), time=packet.time)
    counts = []
    for options in ({}, {"verify": True}, {"verify": False}):
        follower, found = CommandFollower(**options), 0
        with ibpkt.open(path) as capture:
            for batch in capture.batches():
                found += len(follower.add_table(batch))
        counts.append(found + len(follower.finish()))
    assert counts[0] == counts[1] < counts[2]

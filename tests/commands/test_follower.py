"""What the follower of commands keeps, and what it does not look at."""

from __future__ import annotations

import collections
import types
import weakref

import pytest

import ibpkt
from ibpkt.analysis.analyser import Analyser
from ibpkt.commands.follower import CommandFollower
from ibpkt.management import ConnectionEnd
from ibpkt.management.cm import connect
from tests.commands import hand_made_messages as m
from tests.commands.hand_made_connection import HandMadeConnection
from tests.commands.test_storage_scenes import known_only_after_its_release, nvme, nvme_read, released_amid_commands
from tests.support.exchanges import ask, batches, tell
from tests.support.hand_made import HandMadeCapture
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


def made(tmp_path, scene):
    """The path of a capture of a scene."""
    capture = HandMadeCapture()
    scene(capture)
    return capture.save(tmp_path / "scene.pcap")


def followed(path, size=1000, **options):
    """A follower behind the end of a capture, its commands, and the findings of each batch."""
    follower, commands, findings = CommandFollower(**options), [], []
    with ibpkt.open(str(path)) as capture:
        for batch in capture.batches(max_packets=size):
            commands += follower.add(batch)
            findings.append([finding.kind.name for finding in follower.findings])
    commands += follower.finish()
    findings.append([finding.kind.name for finding in follower.findings])
    return follower, commands, findings


def two_queues(capture):
    """Two commands fail on the first; of the second, one has no response when its connection is released."""
    link, other = nvme(capture), nvme(capture, 2, queues=(0x33, 0x44))
    for cid, status in ((1, 0), (2, 0x281), (3, 0), (4, 0x002)):
        nvme_read(link, cid, status=status)
        nvme_read(other, cid)
    other.send(0, m.blocks(m.NVME_READ, 5, 5, 4096))
    other.release()


@pytest.mark.parametrize("few", [1, 1 << 60])
@pytest.mark.parametrize("size", [1, 13, 1000])
def test_commands_are_numbered_and_counted(tmp_path, size, few, monkeypatch):
    """From 1 on through all batches, in the order of their ends; each counts on its connection, and those that fail."""
    monkeypatch.setattr("ibpkt.commands.follower.FEW", few)
    follower, commands, _findings = followed(made(tmp_path, two_queues), size)
    assert [command.number for command in commands] == [*range(1, 10)]
    failed = collections.Counter(command.flow for command in commands if command.ok is False)
    count = collections.Counter(command.flow for command in commands)
    found = {each.flow: (each.commands, each.errors) for each in follower.connections()}
    assert found == {flow: (count[flow], failed[flow]) for flow in count}
    assert sorted(found.values()) == [(4, 2), (5, 0)]


@pytest.mark.parametrize("size", [1, 1000])
def test_queue_pairs_of_a_flow(tmp_path, size):
    """Also of one that is over, until it is forgotten; none of a flow without commands."""
    follower, commands, _findings = followed(made(tmp_path, two_queues), size)
    first, last = commands[0].flow, commands[-1].flow
    for _ in range(2):
        assert (follower.queue_pairs(first), follower.queue_pairs(last)) == ({0x11, 0x22}, {0x33, 0x44})
        assert follower.queue_pairs(999) == set()
    assert {(each.initiator, each.target) for each in follower.connections()} == {("10.0.0.1", "10.0.0.2")}
    assert follower.forget(last) == "nvme"
    assert (follower.forget(last), follower.forget(999), follower.queue_pairs(last)) == ("", "", set())
    assert [each.flow for each in follower.connections()] == [first]


@pytest.mark.parametrize("size", [7, 1000])
def test_ends_of_a_flow_that_no_connection_management_shows(tmp_path, size):
    def by_content(capture):
        link = HandMadeConnection(capture)
        for cid in range(8):
            nvme_read(link, cid)

    follower, commands, _findings = followed(made(tmp_path, by_content), size)
    assert len(commands) == 8
    (found,) = follower.connections()
    assert (found.how, found.initiator, found.target) == ("content", "10.0.0.1", "10.0.0.2")
    assert follower.queue_pairs(found.flow) == {0x11, 0x22}


def test_all_flows_are_looked_at_where_one_carries_something(tmp_path, monkeypatch):
    monkeypatch.setattr("ibpkt.commands.follower.MOST_BY_CONTENT", 2)

    def several(capture):
        links = [HandMadeConnection(capture, queues=(number, number + 0x100)) for number in range(0x20, 0x26)]
        for cid in range(8):
            nvme_read(links[0], cid)
        for link in links[1:]:
            capture.wait(1e6)
            link.send(0, b"of no protocol")
            for cid in range(8):
                nvme_read(link, cid)

    follower, commands, _findings = followed(made(tmp_path, several), 30)
    assert len(follower._watched) == 6
    assert len(commands) == 48


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_when_a_connection_was_released(tmp_path, size):
    """Commands without a response are over then; those with one are not, and nothing is where it was not released."""
    _follower, commands, _findings = followed(made(tmp_path, released_amid_commands), size)
    with ibpkt.open(str(tmp_path / "scene.pcap")) as capture:
        *_, release, _answer = (packet.time for packet in capture)
    assert [(each.outcome, each.over) for each in commands] == [
        ("answered", None), ("unanswered", release), ("unanswered", release),
    ]  # fmt: skip

    _follower, commands, _findings = followed(made(tmp_path, known_only_after_its_release), size)
    assert [each.over is None for each in commands if each.by_design] == [True]
    assert [each.over is None for each in commands if not each.by_design] == [False]

    def goes_on(capture):
        nvme(capture).send(0, m.blocks(m.NVME_READ, 5, 5, 4096))

    _follower, commands, _findings = followed(made(tmp_path, goes_on), size)
    assert [(each.outcome, each.over) for each in commands] == [("open", None)]


def test_findings_come_with_the_batch_that_shows_them(tmp_path):
    def identifier_in_use(capture):
        link = nvme(capture)
        link.send(0, m.blocks(m.NVME_READ, 1, 5, 4096))
        link.send(0, m.blocks(m.NVME_READ, 1, 6, 4096))
        link.send(0, m.blocks(m.NVME_READ, 1, 7, 4096))
        for _ in range(20):
            link.send(0, m.blocks(m.NVME_READ, 2, 8, 512))
            link.send(1, m.completion(2), 8)

    *_, findings = followed(made(tmp_path, identifier_in_use), 4)
    at = [number for number, each in enumerate(findings) if each]
    assert [each for each in findings if each] == [["command-identifier-in-use"]]
    assert at[0] < len(findings) // 2


def test_rules_that_do_not_say_what_they_gave_up():
    """Those of plug-ins need not."""
    follower = CommandFollower()
    follower._watched[1] = types.SimpleNamespace(rule=types.SimpleNamespace(given_up=3))
    follower._watched[2] = types.SimpleNamespace(rule=object())
    assert follower.given_up == 3


@pytest.mark.parametrize("own", [True, False])
def test_flows_that_carry_nothing_leave_nothing_behind(own):
    """The beginnings of their messages are no longer kept, also if a caller feeds the analyser."""
    packets = [each for number in range(200) for each in (ask(number), tell(number, number + 1))]
    analyser = None if own else Analyser()
    follower = CommandFollower(analyser=analyser)
    for batch in batches(packets, 20):
        if analyser is None:
            follower.add(batch)
        else:
            follower.follow(batch, analyser.add(batch))
    assert [watch.uninteresting for watch in follower._watched.values()] == [True]
    assert follower._heads._kept < 20 * 200
    assert not any(follower._choice.wants(flow) for flow in follower._watched)


def test_a_capture_without_rdma():
    follower = CommandFollower()
    packets = [ibpkt.build("Ethernet", "IPv4", "UDP", payload=b"text") for _ in range(3)]
    for batch in batches(packets, 2):
        assert follower.add(batch) == []
    assert follower.finish() == []

"""Which connections carry a known protocol, and that nothing else is claimed."""

import random

import pytest

import ibpkt
from ibpkt import traffic
from ibpkt.analysis.results.message import Message
from ibpkt.commands import CommandFollower
from ibpkt.commands.command_depth import CommandDepth
from ibpkt.commands.decode_as import decode_as
from ibpkt.commands.known import PROTOCOLS
from ibpkt.commands.recognition import MOST_HEAD, Sent
from ibpkt.errors import CallerError
from ibpkt.protocols.upper.contents import CONTENTS
from tests.commands.test_nvme_truth import RECORDED, WHOLE, found_in, truth_of
from tests.support.command import run
from tests.support.shared import OWN

needs_recordings = pytest.mark.skipif(not RECORDED.is_dir(), reason="needs the recordings in ../shared")
RECORDED_BEFORE = RECORDED.parent
FOREIGN = sorted(
    path for folder in (OWN, RECORDED, RECORDED_BEFORE) if folder.is_dir() for path in folder.glob("*.pcap")
    if "nvmeof" not in path.name and "nfs" not in path.name
)  # fmt: skip


def followed(path, size=None, limit=None, **options):
    follower = CommandFollower(**options)
    commands = []
    with ibpkt.open(str(path)) as capture:
        for batch in capture.batches(max_packets=size, limit=limit):
            commands += follower.add(batch)
            del batch
    return [*commands, *follower.finish()], list(follower.connections())


#: what recordings carry, by the beginning of their names
CARRIED = {"iser": "iser", "srp": "srp", "rsocket": "rsocket", "rs": "rsocket", "rds": "rds", "libfabric": "rxd"}


@pytest.mark.sweep
@pytest.mark.parametrize("path", FOREIGN, ids=[path.stem for path in FOREIGN])
def test_nothing_else_is_claimed(path):
    """Random payloads, zeros, a private protocol, and every other protocol."""
    carried = CARRIED.get(path.stem.partition("_")[0]) if path.stem != "srp_login_reject" else None
    commands, connections = followed(path)
    assert {each.protocol for each in (*commands, *connections)} == ({carried} if carried else set())


@needs_recordings
def test_the_reason_is_kept():
    commands, connections = followed(RECORDED / "nvmeof_qd4_mix.pcap")
    assert {connection.how for connection in connections} == {"private data"}
    assert [connection.queue for connection in connections] == ["admin", "1", "2"]
    assert {connection.name for connection in connections} == {"nqn.2026-01.lab:sub1"}
    assert {connection.initiator for connection in connections} == {"192.168.77.2"}
    assert sum(connection.commands for connection in connections) == len(commands)


@needs_recordings
def test_a_capture_that_begins_after_the_connect():
    commands, connections = followed(RECORDED / "nvmeof_nosetup_qd1.pcap")
    truth = truth_of("nvmeof_nosetup_qd1")
    assert {connection.how for connection in connections} == {"content"}
    assert [connection.queue for connection in connections] == ["1", "2", "admin"]
    assert all(connection.sure < 1 for connection in connections)
    for kind, key in (("Read", "bytes_read"), ("Write", "bytes_written")):
        assert sum(command.size for command in commands if command.kind == kind) == truth[key]
    assert not [command.kind for command in commands if command.kind.startswith("Opcode")]


@needs_recordings
@pytest.mark.parametrize("name", WHOLE)
def test_depth_never_above_what_the_host_had_under_way(name):
    """The tap is beside the target: it sees a command later than the host, and its response earlier."""
    depth = CommandDepth()
    # the tracepoints count every Connect on queue 0
    commands = [command for command in found_in(name) if command.kind != "Connect"]
    for command in commands:
        depth.add(command)
    found = {}
    for command in commands:
        queue = f"q{0 if command.queue == 'admin' else command.queue}"
        found[queue] = max(found.get(queue, 0), depth.most(command.flow))
    most = {}
    for queue, count in truth_of(name)["max_queue_depth"].items():
        most[queue.partition(":")[2]] = max(most.get(queue.partition(":")[2], 0), count)
    assert all(count <= most[queue] for queue, count in found.items())
    assert found.keys() == most.keys()


@needs_recordings
def test_latency_is_below_that_of_the_host():
    commands = found_in("nvmeof_qd4_mix")
    truth = truth_of("nvmeof_qd4_mix")["latency_us_host_driver"]
    for kind, key in (("Read", "nvme_cmd_read"), ("Write", "nvme_cmd_write")):
        spans = [command.latency / 1000 for command in commands if command.kind == kind]
        assert len(spans) == truth[key]["n"]
        assert max(spans) < truth[key]["max"]
        assert 0.3 < (sum(spans) / len(spans)) / truth[key]["mean"] < 1
        parts = [command for command in commands if command.kind == kind]
        assert all(0 <= command.device <= command.latency for command in parts)
        assert all(command.until_data is None or command.until_data <= command.latency for command in parts)


@needs_recordings
def test_lost_beneath():
    """One READ is never answered, since its request is never sent again; events wait by design."""
    commands = found_in("nvmeof_loss_after_tap_2pct")
    assert len(commands) == 225
    assert [(command.first_frame, command.outcome) for command in commands
            if command.status is None and not command.by_design] == [(853, "unanswered")]  # fmt: skip
    assert sum(command.by_design for command in commands) == 2
    slow = sorted((command for command in commands if command.latency), key=lambda command: -command.latency)[:5]
    assert [(command.kind, command.first_frame, command.last_frame) for command in slow] == [
        ("Keep Alive", 990, 993), ("Write", 917, 928), ("Read", 132, 136), ("Property Set", 1068, 1071),
        ("Keep Alive", 977, 980),
    ]  # fmt: skip


@pytest.mark.family("batches")
@needs_recordings
@pytest.mark.parametrize(("size", "limit"), [(1, 250), (7, 600), (100, None)])
def test_batches_do_not_matter(size, limit):
    path = RECORDED / "nvmeof_qd16_mix.pcap"
    whole = followed(path, limit=limit)
    assert len(whole[0]) > 20
    assert followed(path, size, limit) == whole


@needs_recordings
def test_as_the_caller_says():
    """Without connection management and with too little content, `--decode-as` decides."""
    path = RECORDED / "nvmeof_nosetup_qd1.pcap"
    _, connections = followed(path, decode_as=decode_as(["qp 26,nvme", "QP 0x1d , NVMe"]))
    assert {connection.how for connection in connections} >= {"content"}
    _, forced = followed(RECORDED / "private_protocol.pcap", decode_as=dict.fromkeys(range(1 << 10), "nvme"))
    assert {connection.how for connection in forced} == {"told"}


@pytest.mark.parametrize("text", ["29,nvme", "qp x,nvme", "qp 29", "qp 29,nvmf", "qp 0x1000000,nvme"])
def test_what_decode_as_does_not_understand(text):
    with pytest.raises(CallerError):
        decode_as([text])


def send(side, size, start):
    return Message(1, side, 1, "SEND", "RC", 0, 1, start, size=size)


def test_random_messages_are_no_commands():
    """A hundred thousand SENDs of sizes that capsules have: what looks like one by chance never pairs three times."""
    protocol = PROTOCOLS["nvme"]
    chance = random.Random(1)
    sizes, claims, alone = (64, 16, 128, 68, 1088), 0, 0
    for _ in range(1000):
        sent = []
        for number in range(100):
            size = chance.choice(sizes)
            head = bytes(size) if chance.random() < 0.1 else chance.randbytes(size)
            sent.append(Sent(send(chance.randrange(2), size, number), head))
        alone += sum(protocol.is_command(each.message, each.head) for each in sent)
        claims += any(protocol.pairs(sent, side) >= protocol.needed for side in (0, 1))
    assert claims == 0
    assert alone <= 5


def test_responses_without_commands_prove_nothing():
    protocol = PROTOCOLS["nvme"]
    sent = [Sent(send(number % 2, 16, number), bytes(16)) for number in range(100)]
    assert protocol.pairs(sent, 0) == protocol.pairs(sent, 1) == 0


@pytest.mark.parametrize(("first_frame", "recognised"), [(1, True), (112, False)], ids=["connected", "not connected"])
def test_many_flows_without_commands_end_the_search(first_frame, recognised, tmp_path, monkeypatch):
    """Contents are looked for in the first thousand flows; a connection that the capture shows is always looked at."""
    monkeypatch.setattr("ibpkt.commands.follower.MOST_BY_CONTENT", 10)
    sends, storage, whole = (tmp_path / name for name in ("sends.pcap", "storage.pcap", "whole.pcap"))
    scene = traffic.Traffic(1, conversations=40, operations="SEND=1", sizes=(16, 100), messages=400)
    with ibpkt.create(sends, link=scene.link) as sink:
        for batch in scene.batches():
            sink.write_batch(batch)
    assert run("edit", OWN / "nvmeof.pcap", "--frames", f"{first_frame}-", "-w", storage).code == 0
    assert {each.protocol for each in followed(storage)[1]} == {"nvme"}
    assert run("edit", "--append", sends, storage, "-w", whole).code == 0
    assert {each.protocol for each in followed(whole, 100)[1]} == ({"nvme"} if recognised else set())


@needs_recordings
def test_private_data_of_connection_management():
    """Three attempts are refused, then one is accepted."""
    path = RECORDED / "nvmeof_target_removed.pcap"
    names = ["nvme-rdma.cm.req.qid", "nvme-rdma.cm.rsp.crqsize", "nvme-rdma.cm.rej.status"]
    with ibpkt.open(str(path)) as capture:
        columns = capture.follow(names).columns(names)
    assert columns[names[0]].compressed().tolist() == [0, 1, 2, 0, 0, 0, 0, 1, 2]
    assert columns[names[1]].compressed().tolist() == [32, 64, 64, 32, 64, 64]
    assert columns[names[2]].compressed().tolist() == [0, 0, 0]


@needs_recordings
def test_packets_know_their_command():
    """Headers where a message begins, and the number of the command in each of its packets.

    Read once, packets lack what a later batch decides.
    """
    path = RECORDED / "nvmeof_qd4_mix.pcap"
    commands, _ = followed(path, frames=True)
    names = ["nvme.cmd.slba", "nvme.cqe.cid", "infiniband.upper.command"]
    with ibpkt.open(str(path)) as capture:
        once = capture.follow(names).columns(names)
    with ibpkt.open(str(path)) as capture:
        columns = capture.follow(names, twice=True).columns(["frame.number", *names])
    frames = columns["frame.number"]
    for name in names:
        assert 0 < once[name].count() <= columns[name].count()
        there = ~once[name].mask
        assert (once[name][there] == columns[name][there]).all()
    blocks = {command.first_frame for command in commands if command.kind in ("Read", "Write")}
    assert {int(frame) for frame, there in zip(frames, ~columns[names[0]].mask, strict=True) if there} == blocks
    answered = {part.first_frame for command in commands for part in command.parts if part.role == "response"}
    assert {int(frame) for frame, there in zip(frames, ~columns[names[1]].mask, strict=True) if there} == answered
    belongs = {int(frame): int(number) for frame, number in zip(frames, columns[names[2]].filled(0), strict=True)}
    for command in commands:
        assert belongs[command.first_frame] == command.number


def test_protocols_are_known_by_the_names_that_they_have():
    assert [protocol.name for protocol in PROTOCOLS.values()] == [*PROTOCOLS]
    assert max(protocol.head for protocol in PROTOCOLS.values()) == MOST_HEAD


def test_private_data_have_the_numbers_of_their_contents():
    for protocol in PROTOCOLS.values():
        for kind in protocol.private.values():
            assert CONTENTS[kind.contents].headers[0] is kind.header

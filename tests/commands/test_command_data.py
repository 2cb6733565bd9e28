"""`commands --follow ID --payload FILE` writes what the command moved, as the generator says what memory holds."""

import json

import pytest

import ibpkt
from ibpkt.batch import Batch
from ibpkt.commands import CommandFollower
from ibpkt.commands.command_data import CommandData
from ibpkt.protocols import LINKS
from ibpkt.traffic.payload import memory
from tests.commands import hand_made_messages as m
from tests.commands.test_storage_scenes import nvme, nvme_read
from tests.support.command import run
from tests.support.hand_made import HandMadeCapture
from tests.support.shared import OWN


@pytest.mark.costly
@pytest.mark.parametrize("workload", ["nvme", "nfs"])
def test_data_are_those_of_the_memory(tmp_path, workload):
    capture, target = tmp_path / "made.pcap", tmp_path / "data"
    asked = ("--workload", workload, "--messages", "12", "--pmtu", "1024", "--size", "3000..9000", "--loss", "0.02")
    assert run("craft", "traffic", *asked, "-w", capture).code == 0
    rows = json.loads(run("commands", "--format", "json", capture).out)["commands"]
    chosen = [row for row in rows if row["bytes"] and row["moved"] == row["bytes"]][:6]
    assert {row["kind"].casefold() for row in chosen} == {"read", "write"}
    for row in chosen:
        assert run("commands", "--follow", row["command"], "--payload", target, "--format", "json", capture).code == 0
        data = target.read_bytes()
        first = run("decode", "-T", "jsonl", "-e", "infiniband.reth.va", "-e", "infiniband.reth.r_key", "-A", "-Y",
                    f"infiniband.upper.command == {row['command']} and infiniband.reth", capture).out  # fmt: skip
        reth = json.loads(first.splitlines()[0])
        key, address = (int(str(_only(reth[name])), 0) for name in ("infiniband.reth.r_key", "infiniband.reth.va"))
        assert data == memory(key, address, row["bytes"])


def _only(value):
    return value[0] if isinstance(value, list) else value


def test_data_in_the_capsule(tmp_path):
    """The Connect of a real capture: 1,024 bytes behind the command, with the name of the subsystem."""
    target = tmp_path / "data"
    rows = json.loads(run("commands", "--format", "json", OWN / "nvmeof.pcap").out)["commands"]
    number = next(row["command"] for row in rows if row["kind"] == "Connect")
    assert run("commands", "--follow", number, "--payload", target, OWN / "nvmeof.pcap").code == 0
    assert len(target.read_bytes()) in (0, 1024)


def test_payload_goes_with_follow(tmp_path):
    result = run("commands", "--payload", tmp_path / "data", OWN / "nvmeof.pcap")
    assert (result.code, "--payload goes with --follow" in result.err) == (2, True)


def test_data_of_both_directions(tmp_path):
    """Of WRITEs and of the answers to READs, in the order of memory; an acknowledgement has none."""
    capture = HandMadeCapture()
    link = nvme(capture)
    nvme_read(link, 1)
    link.send(0, m.blocks(m.NVME_WRITE, 2, 3, 4096))
    link.read(1, 0x1000, 3, b"".join(bytes([number]) * 1024 for number in range(4)))
    link.send(1, m.completion(2), 3)
    link.send(0, m.entry(m.NVME_WRITE, 3, size=512, inside=True) + b"A" * 512)
    link.send(1, m.completion(3))
    with ibpkt.open(str(capture.save(tmp_path / "data.pcap"))) as opened:
        packets = [packet.data for packet in opened]
    batch = Batch.of(packets, LINKS["ethernet"])
    follower = CommandFollower(frames=True)
    found = [*follower.add(batch), *follower.finish()]
    data = []
    for command in found:
        collected = CommandData(command)
        collected.add(batch)
        data.append(collected.data())
    assert data == [bytes(4096), b"".join(bytes([number]) * 1024 for number in range(4)), b"A" * 512]
    for command in found:
        assert CommandData(command).data() == b""  # of a capture that lacks its packets

"""Shards as files: every packet once, in its order, with its time and interface."""

from __future__ import annotations

import numpy as np
import pytest

import ibpkt
from ibpkt.batch.endpoint_pairs import shard_numbers
from ibpkt.errors import CallerError, CaptureError
from ibpkt.io.shards import ShardWriter, shard_name
from tests.support.shared import OWN


def write(path, folder, shards, at_a_time=50):
    with ibpkt.open(path) as capture, ShardWriter(str(folder), shards, "x.pcapng") as writer:
        for batch in capture.batches(at_a_time):
            writer.add(batch, capture.reader.interfaces)
    return writer.packets.tolist()


def packets(path):
    with ibpkt.open(path) as capture:
        return [
            (packet.data, packet.time, packet.wirelen, packet.comments, packet.link)
            for packet in capture
        ], [(interface.link, interface.name) for interface in capture.reader.interfaces]  # fmt: skip


@pytest.mark.parametrize(
    "name", ["ib_small.pcap", "nvmeof.pcap", "derived_two_interfaces.pcapng", "derived_comments.pcapng"]
)
def test_every_packet_is_in_the_file_of_its_shard(name, tmp_path):
    shards = 5
    counts = write(OWN / name, tmp_path, shards)
    with ibpkt.open(OWN / name) as capture:
        numbers = np.concatenate([shard_numbers(batch, shards) for batch in capture.batches()])
    every, _ = packets(OWN / name)
    assert counts == np.bincount(numbers, minlength=shards).tolist()
    for number in range(shards):
        path = tmp_path / f"shard-{number}-of-5" / "x.pcapng"
        mine = [each for each, place in zip(every, numbers.tolist(), strict=True) if place == number]
        assert path.exists() == bool(mine)
        if mine:
            assert packets(path)[0] == mine


def test_a_shard_that_has_nothing_any_more_has_no_file(tmp_path):
    write(OWN / "ib_small.pcap", tmp_path, 4)
    before = {path.parent.name for path in tmp_path.rglob("*.pcapng")}
    write(OWN / "rc_read.pcap", tmp_path, 4)
    after = {path.parent.name for path in tmp_path.rglob("*.pcapng")}
    assert len(after) < len(before)


def test_after_an_exception_nothing_is_there(tmp_path):
    def interrupted():
        with ibpkt.open(OWN / "ib_small.pcap") as capture, ShardWriter(str(tmp_path), 4, "x.pcapng") as writer:
            for batch in capture.batches(100):
                writer.add(batch)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_directory_that_cannot_be(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CaptureError, match="cannot be used as a directory of shards"):
        write(OWN / "rc_read.pcap", tmp_path / "file", 2)


@pytest.mark.parametrize(
    ("capture", "name"),
    [
        ("a/rc.pcap", "rc.pcapng"), ("rc.pcap.gz", "rc.pcapng"), ("x.1", "x.1.pcapng"), (".pcap", "capture.pcapng"),
        ("trace_00042_20261121.pcapng.zst", "trace_00042_20261121.pcapng"),
    ],
)  # fmt: skip
def test_names(capture, name):
    assert shard_name(capture) == name


def test_a_pipe_has_no_name():
    with pytest.raises(CallerError, match="standard input has no name"):
        shard_name("-")

"""``ibpkt shard``: what the commands say of the shards is, together, what they say of the capture."""

from __future__ import annotations

import collections
import json

import numpy as np
import pytest

import ibpkt
from ibpkt.batch.endpoint_pairs import shard_numbers
from tests.support.command import run
from tests.support.many_pairs import many_pairs


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    return many_pairs(tmp_path_factory.mktemp("pairs"))


#: what depends on which flows and packets the capture has besides
NUMBERS = {"flow", "also"}
FRAMES = {"frame", "first_frame", "last_frame", "ended_frame"}


def rows(command, key, path, numbers=None):
    """The rows of a command, with the packet numbers of the whole capture."""
    found = json.loads(run(command, "--format", "json", path).out)[key]
    result = []
    for row in found:
        row = {name: value for name, value in row.items() if name not in NUMBERS}
        if numbers is not None:
            for name in FRAMES & set(row):
                row[name] = row[name] and int(numbers[row[name] - 1])
            if "because" in row:
                row["because"] = [int(numbers[frame - 1]) for frame in row["because"]]
        result.append(json.dumps(row))
    return collections.Counter(result)


@pytest.mark.costly
@pytest.mark.parametrize(("command", "key"), [("flows", "flows"), ("messages", "messages"), ("expert", "findings")])
def test_what_the_shards_say(mixed, command, key, tmp_path):
    done = run("shard", mixed, "--shards", "3", "-o", tmp_path)
    assert (done.code, done.out) == (0, "")
    with ibpkt.open(mixed) as capture:
        shard = np.concatenate([shard_numbers(batch, 3) for batch in capture.batches()])
    together = collections.Counter()
    for number in range(3):
        path = tmp_path / f"shard-{number}-of-3" / "many_pairs.pcapng"
        together += rows(command, key, path, np.flatnonzero(shard == number) + 1)
    whole = rows(command, key, mixed)
    assert together == whole
    assert sum(whole.values()) >= 10


def test_files_and_a_filter(tmp_path):
    done = run("shard", "-Y", "infiniband.bth", "-o", tmp_path, "captures/rc_read.pcap", "captures/rc_write.pcap")
    assert done.err == f"ibpkt: 200 packets in 2 files below {tmp_path}/\n"
    assert sorted(path.name for path in tmp_path.rglob("*.pcapng")) == ["rc_read.pcapng", "rc_write.pcapng"]
    assert len({path.parent for path in tmp_path.rglob("*.pcapng")}) == 1  # the same two hosts


def test_joined(tmp_path):
    done = run("shard", "--join", "-o", tmp_path, "captures/rc_write.pcap", "captures/rc_read.pcap")
    assert "282 packets" in done.err
    assert [path.name for path in tmp_path.rglob("*.pcapng")] == ["rc_write.pcapng"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("captures/rc_read.pcap", "Missing option '-o'"),
        ("-o x --shards 0 captures/rc_read.pcap", "0 is not in the range"),
        ("-o x captures/derived_gz.pcap.gz other/derived_gz.pcap", "would both become derived_gz.pcapng"),
    ],
)
def test_refusals(words, sentence):
    done = run("shard", *words.split())
    assert done.code == 2
    assert sentence in done.err


def test_a_pipe():
    done = run("shard", "-", "-o", "x", stdin=b"")
    assert done.code == 2
    assert "standard input has no name" in done.err

"""``ibpkt cluster``: what one process says of the captures, read as one."""

from __future__ import annotations

import json

import polars as pl
import pytest

from tests.support.command import run
from tests.support.many_pairs import many_pairs

FILES = ("captures/nvmeof.pcap", "captures/corrupt_write.pcap")


@pytest.mark.parametrize(("kind", "command"), [("flows", "flows"), ("messages", "messages"), ("findings", "expert")])
def test_the_rows_are_those_of_one_process(kind, command, tmp_path):
    capture = many_pairs(tmp_path)
    every = ["--severity", "chat"] if command == "expert" else []
    one = json.loads(run(command, "--format", "json", *every, capture).out)[kind]
    done = run("cluster", kind, "--shards", "3", capture)
    assert (done.code, done.err) == (0, "")
    rows = list(map(json.loads, done.lines))
    named = [{name: value for name, value in row.items() if name in rows[0]} for row in one]
    assert sorted(map(json.dumps, rows)) == sorted(map(json.dumps, named))


def test_files_as_one():
    done = run("cluster", "flows", "--format", "json", "-j", "2", *FILES)
    found = json.loads(done.out)
    assert found["files"] == list(FILES)
    one = json.loads(run("flows", "--join", "--format", "json", *FILES).out)
    assert [flow["packets"] for flow in found["flows"]] == [flow["packets"] for flow in one["flows"]]


def test_csv_and_tables(tmp_path):
    done = run("cluster", "messages", "--format", "csv", FILES[0])
    assert done.lines[0].startswith("flow,side,number,kind")
    assert run("cluster", "messages", "-T", "parquet", "-o", tmp_path, FILES[0]).out == ""
    table = pl.scan_parquet(f"{tmp_path}/messages/**/*.parquet", hive_partitioning=True).collect()
    assert table.height == len(done.lines) - 1
    assert set(table["file"]) == {FILES[0]}


def test_a_file_that_is_cut():
    done = run("cluster", "flows", "--shards", "2", "captures/derived_cut_in_record.pcap")
    assert done.code == 3
    assert done.err.count("\n") == 1
    assert done.lines


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        ("flows nowhere.pcap", 3, "nowhere.pcap: no such file"),
        ("flow captures/rc_read.pcap", 2, "flows"),
        ("flows -", 2, "a pipe can be read once"),
        ("flows --storage x captures/rc_read.pcap", 2, "--storage takes KEY=VALUE, not 'x'"),
        ("flows -T parquet captures/rc_read.pcap", 2, "name it with -o DIR"),
        ("flows --shards 999 captures/rc_read.pcap", 2, "999 is not in the range"),
    ],
)
def test_refusals(words, code, sentence):
    done = run("cluster", *words.split())
    assert done.code == code
    assert sentence in done.err

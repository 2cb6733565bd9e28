"""``-T parquet`` and ``-T arrow`` of analyses: the rows are those of JSON."""

from __future__ import annotations

import json

import polars as pl
import pytest

from tests.support.command import run

CAPTURES = ("captures/corrupt_write.pcap", "captures/nvmeof.pcap", "captures/ib_small.pcap")


def rows_of(folder, table):
    frame = pl.scan_parquet(f"{folder}/{table}/**/*.parquet", hive_partitioning=True).collect()
    rows = {}
    for row in frame.iter_rows(named=True):
        rows.setdefault(row.pop("file"), []).append({name: value for name, value in row.items() if name != "date"})
    return rows, frame


def plain(value, kind):
    """A value of JSON as the table has it; times apart."""
    return json.dumps(value) if kind == pl.String and not isinstance(value, str | None) else value


@pytest.mark.costly
@pytest.mark.parametrize(
    ("command", "options", "tables"),
    [
        ("flows", ["--limit", "0"], {"flows": "flows"}),
        ("messages", [], {"messages": "messages"}),
        ("commands", [], {"commands": "commands"}),
        ("expert", [], {"findings": "findings", "incidents": "incidents"}),
        ("expert", ["--severity", "error", "--kind", "icrc-bad"], {"findings": "findings", "incidents": "incidents"}),
    ],
)
def test_rows_are_those_of_json(command, options, tables, tmp_path):
    done = run(command, "-T", "parquet", "-o", tmp_path, *options, *CAPTURES)
    assert (done.code, done.out) == (0, "")
    objects = [json.loads(line) for line in run(command, "--format", "json", *options, *CAPTURES).lines]
    for table, key in tables.items():
        rows, frame = rows_of(tmp_path, table)
        compared = 0
        for each in objects:
            for got, expected in zip(rows.get(each["file"], []), each[key], strict=True):
                assert set(got) <= set(expected)
                for name, value in ((name, expected[name]) for name in got):
                    if isinstance(frame.schema[name], pl.Datetime):
                        assert (got[name] is None) == (value is None)
                    else:
                        assert got[name] == plain(value, frame.schema[name]), name
                    compared += 1
        assert compared


def test_tables_of_fabrics(tmp_path):
    assert run("fabric", "-T", "parquet", "-o", tmp_path, "captures/ib_small.pcap").code == 0
    (subnet,) = json.loads(run("fabric", "--format", "json", "captures/ib_small.pcap").out)["subnets"]
    for table in ("nodes", "links", "events", "problems"):
        rows, frame = rows_of(tmp_path, table)
        (got,) = rows.values()
        names = [name for name in frame.columns if name in subnet[table][0] and frame.schema[name] != TIME]
        expected = [{name: plain(member[name], frame.schema[name]) for name in names} for member in subnet[table]]
        assert in_any_order([{name: row[name] for name in names} for row in got]) == in_any_order(expected)
        assert {row["subnet"] for row in got} == {1}
        assert len(names) >= 4


TIME = pl.Datetime("ns", "UTC")


def in_any_order(rows):
    return sorted(map(json.dumps, rows))


def test_a_run_that_fails_leaves_nothing(tmp_path):
    done = run("flows", "-T", "parquet", "-o", tmp_path, "captures/rc_read.pcap", "no such file.pcap")
    assert done.code == 3
    assert [path.parent.name for path in tmp_path.rglob("part-*")] == ["file=captures%2Frc_read.pcap"]


def test_an_error_in_the_middle_leaves_nothing(tmp_path, monkeypatch):
    from ibpkt.cli import flows

    def fail(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(flows.FlowRanking, "add", fail)
    done = run("flows", "-T", "parquet", "-o", tmp_path, "captures/rc_read.pcap")
    assert done.code == 130
    assert not list(tmp_path.rglob("*part*"))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("flows -T parquet", "-T parquet writes into a directory: name it with -o DIR"),
        ("flows -o DIR", "-o goes with -T parquet and -T arrow"),
        ("messages -T arrow -o DIR --latency", "--latency makes no table: -T arrow goes without it"),
        ("commands -T arrow -o DIR --depth", "--depth makes no table"),
        ("expert -T parquet -o DIR --summary", "--summary makes no table"),
        ("fabric -T parquet -o DIR --path 1 2", "--path makes no table"),
    ],
)
def test_refusals(words, sentence, tmp_path):
    command, *options = words.replace("DIR", str(tmp_path)).split()
    done = run(command, *options, "captures/rc_read.pcap")
    assert done.code == 2
    assert sentence in done.err
    assert not list(tmp_path.iterdir())


def test_flows_are_limited_only_where_somebody_asks(tmp_path):
    assert run("flows", "-T", "parquet", "-o", tmp_path / "all", "captures/nvmeof.pcap").err == ""
    assert run("flows", "-T", "parquet", "-o", tmp_path / "one", "--limit", "1", "captures/nvmeof.pcap").code == 0
    _, every = rows_of(tmp_path / "all", "flows")
    _, one = rows_of(tmp_path / "one", "flows")
    assert every.height > 1
    assert one.height == 1

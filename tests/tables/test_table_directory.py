"""Directories of tables: what is in the files, under which day, and what an interruption leaves."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow.ipc
import pyarrow.parquet
import pytest

from ibpkt.analysis.results.finding import Finding, FindingTypes
from ibpkt.errors import CallerError, CaptureError
from ibpkt.tables import TABLES, TableDirectory, table_directory
from ibpkt.tables.table_directory import MOST_OPEN, partition

FINDINGS = TABLES["findings"]
KIND = FindingTypes("test").note("made-up", "nothing", "nothing")
DAY = 86_400_000_000_000


def finding(frame, day):
    return Finding(KIND, frame, day * DAY + 5, 0, {})


def fill(path, capture, rows, form="parquet", table=FINDINGS):
    with TableDirectory(str(path), form, [table]).writing(capture) as tables:
        for piece in rows:
            tables.add(table.name, piece)


def files(path):
    return sorted(str(file.relative_to(path)) for file in path.rglob("part-*"))


def read(path):
    return pl.scan_parquet(f"{path}/findings/**/*.parquet", hive_partitioning=True).collect()


def test_rows_stand_under_the_day_of_their_time(tmp_path):
    fill(tmp_path, "a b/ü=.pcap", [[finding(1, 20_000), finding(2, 20_001)], [finding(3, 20_000)]])
    assert [name.split("/")[1] for name in files(tmp_path)] == ["date=2024-10-04", "date=2024-10-05"]
    table = read(tmp_path)
    assert table.filter(pl.col("date").cast(str) == "2024-10-04")["frame"].to_list() == [1, 3]
    assert set(table["file"]) == {"a b/ü=.pcap"}
    for row in table.iter_rows(named=True):
        assert row["time"].date() == row["date"]


def test_days_before_the_epoch(tmp_path):
    fill(tmp_path, "a.pcap", [[Finding(KIND, 1, -1, 0, {})]])
    assert "date=1969-12-31" in files(tmp_path)[0]


def test_times_that_jump_open_few_files_and_lose_nothing(tmp_path, monkeypatch):
    real, most = os.open, [0]

    def count(*arguments, **options):
        most[0] = max(most[0], len(list(Path("/proc/self/fd").iterdir())))
        return real(*arguments, **options)

    before = len(list(Path("/proc/self/fd").iterdir()))
    monkeypatch.setattr(os, "open", count)
    monkeypatch.setattr(table_directory, "MOST_FILES", 20)
    days = np.random.default_rng(1).permutation(np.repeat(np.arange(15), 2)).tolist()
    fill(tmp_path, "a.pcap", [[finding(frame, day)] for frame, day in enumerate(days)])
    table = read(tmp_path)
    assert sorted(table["frame"]) == list(range(30))
    assert before + MOST_OPEN < most[0] <= before + 24
    assert len(files(tmp_path)) == 21
    assert any(name.endswith("part-1.parquet") for name in files(tmp_path))
    dated = table.filter(pl.col("date").is_not_null())
    assert 20 < dated.height < 30
    assert (dated["time"].dt.date() == dated["date"]).all()


def test_another_analysis_replaces_the_rows_of_its_capture_only(tmp_path):
    fill(tmp_path, "a.pcap", [[finding(1, 10), finding(2, 11)]])
    fill(tmp_path, "b.pcap", [[finding(3, 10)]])
    fill(tmp_path, "a.pcap", [[finding(4, 12)]])
    assert sorted(read(tmp_path)["frame"]) == [3, 4]
    assert not (tmp_path / "findings" / "date=1970-01-12").exists()  # the day that nothing is left of


def test_nothing_found_is_an_empty_file(tmp_path):
    fill(tmp_path, "a.pcap", [])
    assert files(tmp_path) == ["findings/date=__HIVE_DEFAULT_PARTITION__/file=a.pcap/part-0.parquet"]
    assert read(tmp_path).height == 0
    fill(tmp_path, "a.pcap", [[finding(1, 10)]])
    assert read(tmp_path)["frame"].to_list() == [1]
    assert len(files(tmp_path)) == 1


def test_an_exception_leaves_what_was_there(tmp_path):
    fill(tmp_path, "a.pcap", [[finding(1, 10)]])

    def rows():
        yield [finding(2, 11)]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fill(tmp_path, "a.pcap", rows())
    assert read(tmp_path)["frame"].to_list() == [1]
    assert not list(tmp_path.rglob(".ibpkt-*"))


def test_arrow_files(tmp_path):
    fill(tmp_path, "a.pcap", [[finding(1, 10)]], form="arrow")
    (name,) = files(tmp_path)
    table = pyarrow.ipc.open_file(tmp_path / name).read_all()
    assert table["frame"].to_pylist() == [1]
    about = {key.decode(): value.decode() for key, value in table.schema.metadata.items()}
    assert about == {"ibpkt.table": "findings", "ibpkt.schema": "1", "ibpkt.file": "a.pcap"}


def test_parquet_files_say_what_they_are(tmp_path):
    fill(tmp_path, "a.pcap", [[finding(1, 10)]])
    schema = pyarrow.parquet.read_schema(tmp_path / files(tmp_path)[0])
    assert schema.metadata[b"ibpkt.schema"] == b"1"
    assert schema.field("time").metadata[b"meaning"] == b"time of that packet"


def test_a_directory_has_one_format_and_one_schema(tmp_path):
    fill(tmp_path, "a.pcap", [])
    with pytest.raises(CallerError, match="has the table findings as parquet, schema 1, not arrow, schema 1"):
        fill(tmp_path, "a.pcap", [], form="arrow")
    with pytest.raises(CallerError, match="not parquet, schema 2: name another directory"):
        fill(tmp_path, "a.pcap", [], table=FINDINGS._replace(version=2))
    with pytest.raises(CallerError, match="with other columns, as a plug-in adds them"):
        fill(tmp_path, "a.pcap", [], table=FINDINGS._replace(columns=FINDINGS.columns[:3]))
    fill(tmp_path, "a.pcap", [], form="arrow", table=TABLES["incidents"])  # another table


def test_what_cannot_be_a_directory(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CaptureError, match="cannot be written"):
        TableDirectory(str(tmp_path / "file" / "tables"), "parquet", [FINDINGS])
    (tmp_path / ".ibpkt").mkdir()
    for note in (b"[]", b"[", b"\xff"):
        (tmp_path / ".ibpkt" / "findings.json").write_bytes(note)
        with pytest.raises(CallerError, match="as something else"):
            TableDirectory(str(tmp_path), "parquet", [FINDINGS])
    with pytest.raises(CallerError, match="did you mean parquet"):
        TableDirectory(str(tmp_path), "parket", [FINDINGS])


@pytest.mark.parametrize("capture", ["../x.pcap", "/etc/passwd", ".", "..", "", "-", "a" * 5000, "ü" * 100, "\udc80"])
def test_no_name_leaves_the_directory(capture):
    name = partition(capture)
    assert "/" not in name
    assert len(name.encode()) <= 255
    assert partition(capture + "x") != name

"""Flows, messages and findings as LazyFrames are those of `ibpkt.analysis`."""

from __future__ import annotations

import polars as pl
import pytest

import ibpkt
from ibpkt.analysis import findings_table, flows_table, messages_table
from ibpkt.analysis.whole_capture import flows
from ibpkt.tables import scans
from tests.support.shared import OWN

PATHS = [str(OWN / name) for name in ("rc_read.pcap", "corrupt_write.pcap", "mix_all_ops.pcap")]
SCANS = {
    "flows": (ibpkt.scan_flows, flows_table, pl.col("packets") > 100),
    "messages": (ibpkt.scan_messages, messages_table, pl.col("kind") == "WRITE"),
    "findings": (ibpkt.scan_findings, findings_table, pl.col("kind") == "icrc-bad"),
}


def whole(table):
    frames = []
    for path in PATHS:
        with ibpkt.open(path) as capture:
            frame = pl.from_arrow(table(capture))
        frames.append(frame.select(pl.lit(path).alias("file"), pl.all()))
    return pl.concat(frames)


@pytest.mark.costly
@pytest.mark.parametrize(("scan", "table", "condition"), SCANS.values(), ids=SCANS)
def test_a_query_on_a_scan_is_a_query_on_the_tables(scan, table, condition):
    expected = whole(table)
    assert expected.filter(condition).height > 0
    for query in (
        lambda frame: frame,
        lambda frame: frame.filter(condition),
        lambda frame: frame.filter(condition & pl.col("file").str.contains("corrupt")).select("file", "flow"),
        lambda frame: frame.select("flow").slice(1, 3),
        lambda frame: frame.select(pl.len()),
        lambda frame: frame.group_by("file").agg(pl.len()).sort("file"),
    ):
        assert query(scan(PATHS)).collect().equals(query(expected.lazy()).collect())


def test_rows_come_in_pieces(monkeypatch):
    monkeypatch.setattr(scans, "CHUNK", 7)
    expected = whole(messages_table)
    assert ibpkt.scan_messages(PATHS).collect().equals(expected)
    assert ibpkt.scan_messages(PATHS).head(9).collect().equals(expected.head(9))


def test_a_filter_on_the_file_opens_no_other():
    frame = ibpkt.scan_flows([PATHS[0], "no such file.pcap"])
    assert frame.filter(pl.col("file") == PATHS[0]).collect().height == 1
    with pytest.raises(ibpkt.CaptureError):
        frame.collect()


def test_only_wanted_columns_are_made(monkeypatch):
    made = []
    real = scans.arrow_rows
    monkeypatch.setattr(
        scans, "arrow_rows", lambda rows, columns, schema: made.append(schema.names) or real(rows, columns, schema)
    )
    ibpkt.scan_flows(PATHS[0]).filter(pl.col("packets") > 0).select("a").collect()
    assert made == [["packets", "a"]]


def test_a_capture_without_flows(tmp_path):
    with ibpkt.create(tmp_path / "empty.pcap"):
        pass
    with ibpkt.open(tmp_path / "empty.pcap") as capture:
        assert list(flows(capture)) == []
    assert ibpkt.scan_flows(tmp_path / "empty.pcap").collect().height == 0


def test_without_polars(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "polars", None)
    with pytest.raises(ibpkt.CallerError, match=r"scan_flows needs polars: pip install 'ibpkt\[arrow\]'"):
        ibpkt.scan_flows(PATHS[0])

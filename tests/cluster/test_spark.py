"""A real local cluster of Spark with Python workers of its own, one of which is killed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import ibpkt
from ibpkt.cluster import PairAnalysis, register_spark, run_spark
from ibpkt.errors import CallerError, CaptureError
from tests.cluster.test_adapters import KilledOnce, rotated
from tests.cluster.test_pair_analysis import plain, single
from tests.support.shared import OWN, REPOSITORY

COLUMNS = "frame.* eth.* ip.* udp.* infiniband.lrh.* infiniband.bth.* infiniband.atomiceth.* infiniband.payload"


@pytest.fixture(scope="module")
def session():
    sql = pytest.importorskip("pyspark.sql", reason="pyspark is not installed: pip install 'ibpkt[spark]'")
    pytest.importorskip("pandas", reason="pandas, which Spark needs, is not installed: pip install 'ibpkt[spark]'")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("there is no Java, which Spark needs")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("PYTHONPATH", os.pathsep.join([str(REPOSITORY), os.environ.get("PYTHONPATH", "")]))
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        builder = sql.SparkSession.builder.master("local[2, 4]").config("spark.ui.enabled", "false")
        builder = builder.config("spark.ui.showConsoleProgress", "false").config("spark.sql.shuffle.partitions", "4")
        with builder.getOrCreate() as session:
            session.sparkContext.setLogLevel("OFF")
            register_spark(session)
            yield session


@pytest.mark.slow
def test_a_worker_that_is_killed(session, tmp_path):
    whole, pieces = rotated(tmp_path)
    analysis = KilledOnce(pieces, 4)
    analysis.flag = str(tmp_path / "flag")
    result = run_spark(analysis, session)
    assert (tmp_path / "flag").exists()
    assert plain(result.flows, result.messages, result.findings) == single([whole])


@pytest.mark.slow
def test_a_file_that_is_missing(session):
    with pytest.raises(CaptureError, match=r"^nowhere\.pcap: no such file$"):
        run_spark(PairAnalysis(["nowhere.pcap"], 2), session)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mix_all_ops.pcap", "ib_small.pcap"])
def test_packets_are_those_that_polars_scans(session, name):
    path = str(OWN / name)
    rows = session.read.format("ibpkt").option("columns", COLUMNS).load(path)
    wanted = ibpkt.scan_captures(path, COLUMNS.split()).collect()
    assert rows.columns == wanted.columns
    found = pl.from_arrow(rows.toArrow())
    nanoseconds = wanted.with_columns(pl.selectors.temporal().to_physical())
    assert found["frame.number"].to_list() == nanoseconds["frame.number"].to_list()
    assert_frame_equal(found, nanoseconds.cast(dict(found.schema)))
    assert found.width > 50
    assert found.height > 10


@pytest.mark.slow
def test_a_partition_is_a_file(session, tmp_path):
    whole, pieces = rotated(tmp_path)
    rows = session.read.format("ibpkt").option("columns", "frame.len, ip.src").load(str(tmp_path / "rotated-*.pcapng"))
    assert rows.rdd.getNumPartitions() == len(pieces) > 2
    found = pl.from_arrow(rows.toArrow())
    assert set(found["file"]) == set(pieces)
    wanted = ibpkt.scan_captures(whole, ["frame.len", "ip.src"]).collect()
    order = ["frame.len", "ip.src"]
    assert sorted(found.select(order).rows(), key=str) == sorted(wanted.select(order).rows(), key=str)
    listed = session.read.format("ibpkt").load([f"file://{piece}" for piece in pieces[:2]])
    assert {row.file for row in listed.select("file").distinct().collect()} == {f"file://{each}" for each in pieces[:2]}
    assert "infiniband.bth.opcode" in listed.columns  # the usual ones


@pytest.mark.slow
def test_the_example_of_the_page(session, tmp_path):
    whole, _ = rotated(tmp_path)
    page = (REPOSITORY / "docs" / "cluster.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```text\n(import pyarrow.*?applyInArrow.*?)```", page, re.DOTALL)
    names = {"session": session}
    exec(example.replace("captures/rotated-*.pcap", str(tmp_path / "rotated-*.pcapng")), names)
    found = {(row.a, row.b): row.silence_ns for row in names["silences"].collect()}
    packets = ibpkt.scan_captures(whole, ["frame.time_epoch", "ip.src", "ip.dst"]).collect()
    wanted = {
        pair: times["frame.time_epoch"].to_physical().sort().diff().max()
        for pair, times in packets.with_columns(
            pl.min_horizontal("ip.src", "ip.dst").alias("a"), pl.max_horizontal("ip.src", "ip.dst").alias("b")
        ).group_by("a", "b")
    }
    assert len(wanted) > 5
    assert found == wanted


@pytest.mark.slow
def test_at_a_shell(session, tmp_path):
    """In a process of its own: a session that is there would be taken."""
    _, pieces = rotated(tmp_path)
    words = ["-m", "ibpkt", "cluster", "flows", "--format", "csv"]
    done = subprocess.run([sys.executable, *words, "--spark", "local[2]", *pieces], capture_output=True, text=True)
    one = subprocess.run([sys.executable, *words, "--shards", "1", *pieces], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, one.stdout), done.stderr
    bad = subprocess.run([sys.executable, *words, "--spark", "nonsense", *pieces], capture_output=True, text=True)
    assert bad.returncode == 2
    assert "Spark with the master nonsense has failed" in bad.stderr
    assert "Traceback" not in bad.stderr


def test_what_is_no_session():
    with pytest.raises(CallerError, match="session is a SparkSession of pyspark, not 'x'"):
        run_spark(PairAnalysis([str(OWN / "rc_read.pcap")], 1), "x")


def test_without_pyspark(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspark", None)
    monkeypatch.setitem(sys.modules, "pyspark.sql.datasource", None)
    with pytest.raises(CallerError, match=r"Spark needs pyspark: pip install 'ibpkt\[spark\]'"):
        register_spark(object())

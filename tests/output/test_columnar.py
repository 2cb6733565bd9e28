"""What the columnar formats hold, read back by others, is the Arrow table."""

from __future__ import annotations

import csv
import io

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet
import pytest

import ibpkt
from ibpkt.errors import CallerError
from ibpkt.output import arrow
from ibpkt.output.columnar import FORMATS, Columnar
from tests.support.shared import OWN, captures

NAMES = ("frame.*", "ip.src", "infiniband.bth.*", "infiniband.payload", "infiniband.icrc.status")


def written(path, form, names=NAMES, size=40):
    renderer = Columnar(form, names)
    pieces = [renderer.header()]
    with ibpkt.open(path) as capture:
        # the facts that `arrow.table` asks for, too: addresses within IP over InfiniBand
        capture.follow(field.name for field in arrow.chosen_fields(names))
        for batch in capture.batches(size):
            pieces += renderer.render(batch)
    return b"".join([*pieces, renderer.footer()])


def table(path, names=NAMES):
    with ibpkt.open(path) as capture:
        return arrow.table(capture, names)


@pytest.mark.sweep
@pytest.mark.parametrize("path", captures(), ids=lambda path: path.name)
def test_arrow_and_parquet(path):
    expected = table(path)
    assert pa.ipc.open_stream(written(path, "arrow")).read_all().equals(expected)
    assert pyarrow.parquet.read_table(io.BytesIO(written(path, "parquet"))).equals(expected)


def test_metadata_goes_with_the_columns():
    read = pyarrow.parquet.read_schema(io.BytesIO(written(OWN / "rc_write.pcap", "parquet")))
    assert read.field("frame.len").metadata[b"unit"] == b"bytes"


def test_polars_and_duckdb_read_parquet(tmp_path):
    expected = table(OWN / "mix_all_ops.pcap")
    (tmp_path / "packets.parquet").write_bytes(written(OWN / "mix_all_ops.pcap", "parquet"))
    assert pl.read_parquet(tmp_path / "packets.parquet").equals(pl.from_arrow(expected))
    query = f"select sum(\"frame.len\"), count(*) from '{tmp_path}/packets.parquet'"
    assert duckdb.connect().execute(query).fetchone() == (sum(expected["frame.len"].to_pylist()), len(expected))


@pytest.mark.parametrize("name", ["mix_all_ops.pcap", "derived_comments.pcapng", "derived_empty.pcap"])
def test_csv(name):
    expected = table(OWN / name)
    rows = list(csv.DictReader(io.StringIO(written(OWN / name, "csv").decode())))
    assert len(rows) == len(expected)
    for column in ("frame.number", "infiniband.bth.psn", "ip.src", "frame.comment", "infiniband.icrc.status"):
        assert [row[column] for row in rows] == ["" if v is None else str(v) for v in expected[column].to_pylist()]
    payloads = [b"" if v is None else v for v in expected["infiniband.payload"].to_pylist()]
    assert [row["infiniband.payload"] for row in rows] == [payload.hex() for payload in payloads]
    nanoseconds = expected["frame.time_relative"].cast(pa.int64()).to_pylist()
    assert [round(float(row["frame.time_relative"]) * 1e9) for row in rows] == nanoseconds


@pytest.mark.costly
def test_a_list_is_one_value_in_csv():
    names = ["infiniband.linearforwardingtable.*", "infiniband.*port*"]
    rows = csv.reader(io.StringIO(written(OWN / "ib_small.pcap", "csv", names).decode()))
    assert len({len(row) for row in rows}) == 1


@pytest.mark.parametrize("name", ["infiniband.aeth.msn", "infiniband.payload", "frame.comment"])
def test_a_column_alone_has_no_empty_lines(name):
    """Readers of CSV take an empty line for no row."""
    text = written(OWN / "rc_write.pcap", "csv", [name]).decode()
    expected = ["" if value is None else getattr(value, "hex", lambda v=value: str(v))() for value in table(
        OWN / "rc_write.pcap", [name]
    )[name].to_pylist()]  # fmt: skip
    assert "" in expected
    assert "\n\n" not in text
    assert [row for (row,) in csv.reader(io.StringIO(text))] == [name, *expected]


@pytest.mark.parametrize("form", FORMATS)
def test_names_that_do_not_exist(form):
    with pytest.raises(CallerError, match="did you mean"):
        Columnar(form, ["infiniband.bth.psm"])

"""Arrow tables, polars frames and SQL give what the columns of the batches say."""

from __future__ import annotations

import os
import subprocess
import sys

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import given, strategies as st

import ibpkt
from ibpkt.batch.fields import fields
from ibpkt.errors import CallerError
from ibpkt.output import arrow
from ibpkt.output.polars import scan_captures
from ibpkt.schema import Derived, Field, Part
from tests.support.first_packets import first_of_shapes
from tests.support.shared import OWN, captures


@pytest.mark.sweep
@pytest.mark.parametrize("path", captures(), ids=lambda path: path.name)
def test_every_value_of_every_field(path):
    """Each value of a table is the value that a packet has: the last of its name, None where there is none."""
    chosen = arrow.chosen_fields(["*"])
    schema = arrow.schema(chosen)
    with ibpkt.open(path).follow() as capture:
        batches = first_of_shapes(capture.batches())
        table = pa.Table.from_batches([arrow.record_batch(batch, chosen, schema) for batch in batches], schema)
    with ibpkt.open(path).follow() as capture:
        packets = [packet for _, packet in zip(range(25), capture, strict=False)]
    there_are = {layer.header for packet in packets for layer in (*packet, *packet.annotations)}
    for name in table.schema.names:
        if pa.types.is_temporal(table.schema.field(name).type):
            continue  # below
        leaves = [leaf for leaf in fields()[name].leaves if isinstance(leaf, Field | Part | Derived)]
        if not leaves:
            continue  # it stands in no header
        values = table[name].slice(0, len(packets))
        if there_are.isdisjoint([leaf.header for leaf in leaves]):
            assert values.null_count == len(packets), name
            continue
        for packet, value in zip(packets, values.to_pylist(), strict=True):
            there = [
                (leaf, raw)
                for layer in (*packet, *packet.annotations)
                for leaf in leaves
                if leaf.header is layer.header and (raw := layer.raw_value(leaf.name)) is not None
            ]
            assert value == (plain(*there[-1], value) if there else None), (name, packet.number)


def plain(leaf, raw, like):
    """What a table holds for a raw value: numbers and bytes as they are, addresses and strings as texts."""
    if isinstance(like, list):
        return [plain(leaf, item, other) for item, other in zip(raw, like, strict=True)]
    return leaf.kind.text(raw) if isinstance(like, str) else raw


def test_times_keep_their_nanoseconds():
    with ibpkt.open(OWN / "derived_nsec.pcap") as capture:
        expected = [packet.time for packet in capture]
    with ibpkt.open(OWN / "derived_nsec.pcap") as capture:
        table = arrow.table(capture, ["frame.time_epoch", "frame.time_relative"])
    assert table["frame.time_epoch"].cast(pa.int64()).to_pylist() == expected
    assert table["frame.time_relative"].cast(pa.int64()).to_pylist() == [time - expected[0] for time in expected]
    assert str(table.schema.field("frame.time_epoch").type) == "timestamp[ns, tz=UTC]"


def test_types_and_metadata_come_from_the_declarations():
    form = arrow.schema(arrow.chosen_fields(["infiniband.bth.*", "infiniband.reth.*", "infiniband.grh.sgid"]))
    types = {column.name: str(column.type) for column in form}
    assert types["infiniband.bth.opcode"] == "uint8"
    assert types["infiniband.bth.psn"] == "uint32"
    assert types["infiniband.bth.se"] == "bool"
    assert types["infiniband.reth.va"] == "uint64"
    assert types["infiniband.grh.sgid"] == "string"
    assert form.field("infiniband.reth.dmalen").metadata[b"unit"] == b"bytes"


def test_a_table_without_names_has_the_usual_columns():
    with ibpkt.open(OWN / "mix_all_ops.pcap") as capture:
        table = arrow.table(capture)
    assert {"frame.number", "ip.src", "infiniband.bth.psn", "infiniband.reth.va"} <= set(table.schema.names)
    assert not any(name.startswith("infiniband.mad") for name in table.schema.names)


def test_names_that_do_not_exist():
    with pytest.raises(CallerError, match=r"did you mean infiniband\.bth\.psn"):
        arrow.chosen_fields(["infiniband.bth.psm"])


def test_a_scan_gives_the_rows_of_all_files_and_decodes_what_is_asked(monkeypatch):
    decoded = []
    real = arrow.record_batch
    monkeypatch.setattr(
        arrow, "record_batch", lambda *given: decoded.append([f.name for f in given[1]]) or real(*given)
    )
    frame = scan_captures([OWN / "rc_write.pcap", str(OWN / "rc_r*.pcap")])
    counts = frame.group_by("file").agg(pl.len()).sort("file").collect()
    expected = {}
    for name in ("rc_read.pcap", "rc_write.pcap"):
        with ibpkt.open(OWN / name) as capture:
            expected[str(OWN / name)] = sum(1 for _ in capture)
    assert dict(counts.iter_rows()) == expected
    assert decoded == []  # the number of rows needs no column
    acks = frame.filter(pl.col("infiniband.bth.opcode") == 17).select("infiniband.bth.psn").collect()
    assert {name for names in decoded for name in names} == {"infiniband.bth.opcode", "infiniband.bth.psn"}
    psns = []
    for name in ("rc_write.pcap", "rc_read.pcap"):
        with ibpkt.open(OWN / name) as capture:
            psns += [packet.bth.psn for packet in capture if "BTH" in packet and packet.bth.opcode == 17]
    assert acks["infiniband.bth.psn"].to_list() == psns
    assert frame.head(5).collect().height == 5


def test_of_what_a_filter_does_not_want_only_its_own_columns_are_decoded(monkeypatch):
    decoded = []
    real = arrow.record_batch
    monkeypatch.setattr(
        arrow,
        "record_batch",
        lambda *given: decoded.append((len(given[0]), *(f.name for f in given[1]))) or real(*given),
    )
    frame = scan_captures(OWN / "mix_all_ops.pcap", ["infiniband.*", "frame.*"])
    few = (
        frame.filter(pl.col("infiniband.bth.opcode") == 19).select("infiniband.reth.va", "infiniband.payload").collect()
    )
    with ibpkt.open(OWN / "mix_all_ops.pcap") as capture:
        packets = list(capture)
    asked = [packet for packet in packets if "BTH" in packet and packet.bth.opcode == 19]
    assert few.height == len(asked) > 0
    assert decoded == [
        (len(packets), "infiniband.bth.opcode"),
        (len(asked), "infiniband.payload", "infiniband.reth.va"),  # in the order of the scan
    ]
    with ibpkt.open(OWN / "mix_all_ops.pcap") as capture:
        table = pl.from_arrow(capture.to_arrow(["infiniband.*", "frame.*"]))
    assert few.equals(table.filter(pl.col("infiniband.bth.opcode") == 19).select(few.columns))


QUERIES = {
    "a field": lambda frame: frame.filter(pl.col("infiniband.bth.opcode") == 17),
    "null": lambda frame: frame.filter(pl.col("infiniband.bth.opcode").is_null()),
    "two": lambda frame: frame.filter((pl.col("frame.len") > 70) & (pl.col("ip.src") == "192.168.77.1")),
    "file and field": lambda frame: frame.filter(
        pl.col("file").str.contains("read") & (pl.col("infiniband.bth.psn") > 3)
    ),
    "nothing": lambda frame: frame.filter(pl.col("frame.len") > 1_000_000),
    "head": lambda frame: frame.filter(pl.col("infiniband.bth.opcode") == 17).head(3),
    "slice": lambda frame: frame.slice(10, 5),
    "bad": lambda frame: frame.filter(pl.col("infiniband.icrc.status") == "bad"),
    "deltas": lambda frame: frame.filter(pl.col("frame.number") % 3 == 0).select(
        "frame.time_delta", "frame.time_delta_displayed", "frame.number"
    ),
    "group": lambda frame: frame.group_by("file", "infiniband.bth.opcode").agg(pl.len()).sort(pl.all()),
}


@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES)
def test_a_query_on_a_scan_is_a_query_on_the_table(query):
    names = ["frame.*", "ip.*", "infiniband.bth.*", "infiniband.payload", "infiniband.icrc.status"]
    paths = [str(OWN / name) for name in ("rc_read.pcap", "corrupt_write.pcap", "mix_all_ops.pcap")]
    frames = []
    for path in paths:
        with ibpkt.open(path) as capture:
            table = pl.from_arrow(capture.to_arrow(names))
        frames.append(pl.select(pl.lit(path).repeat_by(table.height).explode().alias("file")).hstack(table))
    whole = pl.concat(frames, how="vertical")
    assert query(scan_captures(paths, names)).collect().equals(query(whole.lazy()).collect())


def test_a_filter_on_the_file_opens_no_other():
    frame = scan_captures([OWN / "rc_read.pcap", "no such file.pcap"])
    assert frame.filter(pl.col("file").str.ends_with("rc_read.pcap")).select(pl.len()).collect().item() > 0


def test_the_methods_of_captures_and_batches():
    with ibpkt.open(OWN / "rc_read.pcap") as capture:
        table = capture.to_arrow(["frame.number", "infiniband.aeth.*"])
    with ibpkt.open(OWN / "rc_read.pcap") as capture:
        parts = [batch.to_arrow(["frame.number", "infiniband.aeth.*"]) for batch in capture.batches(50)]
    assert len(parts) > 1
    assert pa.Table.from_batches(parts).equals(table)
    assert ibpkt.scan_captures is scan_captures


@pytest.mark.costly
@pytest.mark.parametrize(
    ("lacking", "code"),
    [
        ("pyarrow", "next(ibpkt.open('rc_read.pcap').batches()).to_arrow()"),
        ("pyarrow", "ibpkt.open('rc_read.pcap').to_arrow()"),
        ("pyarrow", "ibpkt.scan_captures('rc_read.pcap')"),
        ("polars", "ibpkt.scan_captures('rc_read.pcap')"),
    ],
)
def test_without_the_extra_one_sentence_says_what_to_install(lacking, code):
    program = f"import sys; sys.modules[{lacking!r}] = None\nimport ibpkt\n"
    program += f"try: {code}\nexcept ibpkt.CallerError as error: print(error)"
    path = str(OWN.parent)
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=OWN,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.endswith(
        f"need{'s polars' if lacking == 'polars' else ' pyarrow'}: pip install 'ibpkt[arrow]'\n"
    )


def test_import_does_not_load_the_extras():
    program = "import sys, ibpkt, ibpkt.io.source; print({'pyarrow', 'polars', 'duckdb'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], cwd=OWN.parent, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_a_scan_of_nothing():
    with pytest.raises(CallerError, match="no file matches"):
        scan_captures("no such folder/*.pcap")
    with pytest.raises(ibpkt.CaptureError):
        scan_captures("no such file.pcap").collect()


def test_sql_over_a_table_and_over_parquet(tmp_path):
    with ibpkt.open(OWN / "mix_all_ops.pcap") as capture:
        packets = arrow.table(capture)
    opcode = '"infiniband.bth.opcode"'
    query = f"select {opcode}, count(*) from {{}} where {opcode} is not null group by 1 order by 1"
    database = duckdb.connect()
    database.register("packets", packets)
    found = database.execute(query.format("packets")).fetchall()
    codes, counts = np.unique(packets["infiniband.bth.opcode"].drop_null().to_numpy(), return_counts=True)
    assert found == list(zip(codes.tolist(), counts.tolist(), strict=True))
    pyarrow.parquet.write_table(packets, tmp_path / "packets.parquet")
    assert database.execute(query.format(f"'{tmp_path}/packets.parquet'")).fetchall() == found


@st.composite
def raw_columns(draw):
    """Few raw values in many rows: integers of any width, or bytes of any size."""
    size = draw(st.sampled_from([1, 2, 4, 6, 8, 9, 16, 24]))
    rows = draw(st.lists(st.integers(0, 3), min_size=1, max_size=700))
    if draw(st.booleans()) and size in (1, 2, 4, 8):
        numbers = st.integers(0, (1 << 8 * size) - 1)
        return np.array(draw(st.lists(numbers, min_size=4, max_size=4)), f"u{size}")[rows]
    return np.frombuffer(draw(st.binary(min_size=4 * size, max_size=4 * size)), np.uint8).reshape(4, size)[rows]


@given(raw_columns())
def test_different_values_of_a_column(values):
    rows, which = arrow._different(values)
    np.testing.assert_array_equal(values[rows[which]], values)
    assert len({row.tobytes() for row in values}) == len(rows)


@given(st.lists(st.text(max_size=5), max_size=4), st.lists(st.integers(0, 100), max_size=40))
def test_texts_are_looked_up_as_pyarrow_does_it(texts, rows):
    texts = ["", *(text.replace("\0", "") for text in texts)]
    index = np.array([row % len(texts) for row in rows], np.int64)
    missing = index == 0
    expected = pa.array([None if row == 0 else texts[row] for row in index.tolist()], pa.string())
    found = arrow._looked_up(texts, index, missing)
    found.validate(full=True)
    assert found.equals(expected)

"""Arrow tables, polars frames and SQL give what the columns of the batches say."""

from __future__ import annotations

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest

import ibpkt
from ibpkt import arrow
from ibpkt.errors import CallerError
from ibpkt.fields import fields
from ibpkt.lazy import scan_captures
from ibpkt.schema import Derived, Field, Part

from .shared import OWN, captures


@pytest.mark.parametrize("path", captures(), ids=lambda path: path.name)
def test_every_value_of_every_field(path):
    """Each value of a table is the value that a packet has: the last of its name, None where there is none."""
    with ibpkt.open(path) as capture:
        table = arrow.table(capture, ["*"])
    with ibpkt.open(path) as capture:
        packets = [packet for _, packet in zip(range(60), capture, strict=False)]
    for name in table.schema.names:
        if pa.types.is_temporal(table.schema.field(name).type):
            continue  # below
        leaves = [leaf for leaf in fields()[name].leaves if isinstance(leaf, Field | Part | Derived)]
        if not leaves:
            continue  # it stands in no header
        for packet, value in zip(packets, table[name].slice(0, len(packets)).to_pylist(), strict=True):
            there = [
                (leaf, raw)
                for layer in packet
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
    assert all(set(names) == {"infiniband.bth.opcode", "infiniband.bth.psn"} for names in decoded)
    psns = []
    for name in ("rc_write.pcap", "rc_read.pcap"):
        with ibpkt.open(OWN / name) as capture:
            psns += [packet.bth.psn for packet in capture if "BTH" in packet and packet.bth.opcode == 17]
    assert acks["infiniband.bth.psn"].to_list() == psns
    assert frame.head(5).collect().height == 5


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

"""Captures as a format of Spark: packets as rows, one partition a file.  Needs the extra ``spark``, and Java.

register_spark(session)
session.read.format("ibpkt").option("columns", "ip.src ip.dst infiniband.bth.*").load("captures/*.pcap")
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ibpkt.arguments import checked
from ibpkt.cluster.storage import opened
from ibpkt.errors import CallerError, optional_package
from ibpkt.output import arrow
from ibpkt.output.polars import FILE, paths_of
from ibpkt.protocols import ROCE_PORT

if TYPE_CHECKING:
    import pyarrow as pa

    from ibpkt.batch.fields import DisplayField

#: the name of the format
FORMAT = "ibpkt"
#: packets that are handed to Spark at once
BATCH_PACKETS = 1 << 14
#: what begins options that are for fsspec
STORAGE = "storage."


@checked
def register_spark(session: Any) -> None:
    """Let a Spark session read captures: ``session.read.format("ibpkt").load("captures/*.pcap")``.

    The rows are packets: ``file``, and a column a display-filter field, as `ibpkt.scan_captures` has them.  Spark has
    no unsigned integers and no nanoseconds: integers are wider, times are nanoseconds in 64 bits.  A file is a
    partition; Spark asks for all columns, so choose few.

    Options: ``columns``, display-filter names or patterns separated by spaces, by default the usual ones;
    ``roce_port``; ``storage.NAME``, an option of fsspec.  `load` takes a path, a pattern, an address that fsspec knows,
    or a list of those.

    Args:
        session: a ``SparkSession`` of pyspark 4.

    Raises:
        CallerError: that is no session, or pyspark or pyarrow is not installed.
    """
    arrow.needs_pyarrow()
    with optional_package(partial(CallerError, "Spark needs pyspark: pip install 'ibpkt[spark]'")):
        from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

    if not hasattr(session, "dataSource"):
        raise CallerError(f"session is a SparkSession of pyspark 4, not {type(session).__name__}")

    class CaptureReader(DataSourceReader):
        """Reads a file a task."""

        def __init__(self, options: Mapping[str, str]) -> None:
            self.options = {name.lower(): value for name, value in options.items()}

        def partitions(self) -> list[Any]:
            """The files."""
            return [InputPartition(path) for path in _paths(self.options)]

        def read(self, partition: Any) -> Iterator[pa.RecordBatch]:
            """The packets of a file."""
            return _rows(partition.value, self.options)

    class CaptureSource(DataSource):
        """The format."""

        @classmethod
        def name(cls) -> str:
            """What it is called."""
            return FORMAT

        def schema(self) -> str:
            """The columns as SQL declares them."""
            return ", ".join(f"`{name}` {_sql_type(kind)}" for name, kind in _columns(self.options))

        def reader(self, schema: Any) -> CaptureReader:
            """What reads the rows."""
            return CaptureReader(self.options)

    session.dataSource.register(CaptureSource)


def _paths(options: Mapping[str, str]) -> Sequence[str]:
    """The files that ``load`` was given."""
    given = (
        json.loads(options["paths"]) if "paths" in options else [options[name] for name in ["path"] if name in options]
    )
    if not given:
        raise CallerError("there is no capture to read: load(PATH)")
    return [path for name in given for path in ([name] if "://" in name else paths_of(name))]


def _chosen(options: Mapping[str, str]) -> list[DisplayField]:
    """The fields that ``columns`` names."""
    return arrow.chosen_fields(options.get("columns", "").replace(",", " ").split())


def _columns(options: Mapping[str, str]) -> list[tuple[str, pa.DataType]]:
    """The names of the columns, and the types that they have in Arrow where Spark reads them."""
    import pyarrow as pa

    table = arrow.schema(_chosen(options))
    return [(FILE, pa.string()), *((field.name, _spark_type(field.type)) for field in table)]


def _spark_type(kind: pa.DataType) -> pa.DataType:
    """The narrowest type of Spark that holds all values of a type of Arrow."""
    import pyarrow as pa

    if pa.types.is_list(kind):
        return pa.list_(_spark_type(kind.value_type))
    if pa.types.is_temporal(kind):
        return pa.int64()
    wider = {pa.uint8(): pa.int16(), pa.uint16(): pa.int32(), pa.uint32(): pa.int64(), pa.uint64(): pa.decimal128(20)}
    return wider.get(kind, kind)


def _sql_type(kind: pa.DataType) -> str:
    """A type as SQL names it."""
    import pyarrow as pa

    if pa.types.is_list(kind):
        return f"ARRAY<{_sql_type(kind.value_type)}>"
    names = {
        pa.bool_(): "BOOLEAN",
        pa.int16(): "SMALLINT",
        pa.int32(): "INT",
        pa.int64(): "BIGINT",
        pa.decimal128(20): "DECIMAL(20, 0)",
        pa.float64(): "DOUBLE",
        pa.binary(): "BINARY",
        pa.string(): "STRING",
    }
    return names[kind]


def _rows(path: str, options: Mapping[str, str]) -> Iterator[pa.RecordBatch]:
    """The packets of a file, in the types of Spark."""
    import pyarrow as pa

    chosen = _chosen(options)
    table = arrow.schema(chosen)
    wanted = pa.schema(_columns(options))
    storage = {name.removeprefix(STORAGE): value for name, value in options.items() if name.startswith(STORAGE)}
    with contextlib.ExitStack() as stack:
        capture = opened([path], storage, int(options.get("roce_port", ROCE_PORT)), stack)
        capture.follow(field.name for field in chosen)
        for batch in capture.batches(BATCH_PACKETS):
            rows = arrow.record_batch(batch, chosen, table)
            files = pa.repeat(path, len(batch))
            columns = [files, *(column.cast(kind) for column, kind in zip(rows.columns, wanted.types[1:], strict=True))]
            yield pa.RecordBatch.from_arrays(columns, schema=wanted)
            del batch, rows  # its buffer is used again for the next

"""Messages, flows and findings as columns: NumPy arrays, or Arrow tables (with the extra ``arrow``)."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ibpkt.analysis.results.tables import FINDINGS, FLOWS, MESSAGES, ResultColumn
from ibpkt.analysis.whole_capture import findings, flows, messages
from ibpkt.arguments import checked
from ibpkt.arrays import Array, objects
from ibpkt.io.source import Capture

if TYPE_CHECKING:
    import pyarrow as pa

Columns = dict[str, np.ma.MaskedArray[Any, Any]]

#: rows that are turned into columns at a time
CHUNK = 1 << 16
_TYPES: dict[str, Any] = {"integer": np.int64, "hex": np.uint64, "number": np.float64, "boolean": np.bool_}


@checked
def messages_columns(capture: Capture) -> Columns:
    """The messages of a capture as columns, see `columns_of`."""
    return columns_of(messages(capture), MESSAGES)


@checked
def flows_columns(capture: Capture) -> Columns:
    """The flows of a capture as columns, see `columns_of`."""
    return columns_of(flows(capture), FLOWS)


@checked
def findings_columns(capture: Capture) -> Columns:
    """The findings of a capture as columns, see `columns_of`; facts are JSON text."""
    return columns_of(findings(capture), FINDINGS)


def columns_of(rows: Iterable[Any], columns: Sequence[ResultColumn]) -> Columns:
    """Objects as columns.

    Args:
        rows: messages, flows or findings.
        columns: the columns: `MESSAGES`, `FLOWS` or `FINDINGS` of `ibpkt.analysis.results.tables`.

    Returns:
        One array per column, masked where a value is not known.  Integers have 64 bits, those that people
        read in hexadecimal are unsigned; times are ``datetime64[ns]`` (UTC), texts are objects.
    """
    parts = [[_array(column, chunk) for column in columns] for chunk in _chunks(rows)]
    if not parts:
        parts = [[_array(column, []) for column in columns]]
    return {column.name: _joined([part[at] for part in parts]) for at, column in enumerate(columns)}


@checked
def messages_table(capture: Capture) -> pa.Table:
    """The messages of a capture as an Arrow table, see `table_of`."""
    return table_of(messages(capture), MESSAGES)


@checked
def flows_table(capture: Capture) -> pa.Table:
    """The flows of a capture as an Arrow table, see `table_of`."""
    return table_of(flows(capture), FLOWS)


@checked
def findings_table(capture: Capture) -> pa.Table:
    """The findings of a capture as an Arrow table, see `table_of`; facts are JSON text."""
    return table_of(findings(capture), FINDINGS)


def table_of(rows: Iterable[Any], columns: Sequence[ResultColumn]) -> pa.Table:
    """Objects as an Arrow table; the metadata of each column has its meaning.

    Args:
        rows: messages, flows or findings.
        columns: the columns of the table.

    Raises:
        CallerError: pyarrow is not installed.
    """
    from ibpkt.output.arrow import needs_pyarrow

    needs_pyarrow()
    import pyarrow as pa

    schema = arrow_schema(columns)
    return pa.Table.from_batches((arrow_rows(chunk, columns, schema) for chunk in _chunks(rows)), schema)


def arrow_schema(columns: Sequence[ResultColumn]) -> pa.Schema:
    """The schema of an Arrow table of results; the metadata of each column has its meaning."""
    import pyarrow as pa

    types = {
        "integer": pa.int64(),
        "hex": pa.uint64(),
        "number": pa.float64(),
        "boolean": pa.bool_(),
        "text": pa.string(),
        "object": pa.string(),
        "time": pa.timestamp("ns", "UTC"),
    }
    return pa.schema(
        [pa.field(column.name, types[column.kind], metadata={"meaning": column.meaning}) for column in columns]
    )


def arrow_rows(rows: Sequence[Any], columns: Sequence[ResultColumn], schema: pa.Schema) -> pa.RecordBatch:
    """Some results as an Arrow record batch.

    Args:
        rows: the results.
        columns: the columns.
        schema: their `arrow_schema`.
    """
    import pyarrow as pa

    arrays = [pa.array(_values(column, rows), field.type) for column, field in zip(columns, schema, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _chunks(rows: Iterable[Any]) -> Iterator[list[Any]]:
    source = iter(rows)
    while chunk := list(itertools.islice(source, CHUNK)):
        yield chunk


def _joined(parts: list[tuple[Array, Array]]) -> np.ma.MaskedArray[Any, Any]:
    values, masks = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    return np.ma.MaskedArray(values, masks)


def _values(column: ResultColumn, chunk: Sequence[Any]) -> list[Any]:
    """The values of a column, objects as JSON text."""
    values = [column.of(item) for item in chunk]
    return [json.dumps(value) for value in values] if column.kind == "object" else values


def _array(column: ResultColumn, chunk: list[Any]) -> tuple[Array, Array]:
    """Values, and a mask of those that are not known."""
    values = _values(column, chunk)
    mask = np.array([value is None for value in values], np.bool_)
    if column.kind in ("text", "object"):
        data = objects(values)
    elif column.kind == "time":
        data = np.array([value or 0 for value in values], np.int64).astype("datetime64[ns]")
    else:
        data = np.array([value or 0 for value in values], _TYPES[column.kind])
    return data, mask

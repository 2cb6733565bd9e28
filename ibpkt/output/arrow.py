"""Columns as Arrow tables, for pyarrow, Parquet, polars and duckdb.  Needs the extra ``arrow``.

Types follow from the declarations: unsigned integers as narrow as their field, flags as booleans, addresses as text,
payloads as bytes, times as timestamps with nanoseconds.  Each column carries its unit and meaning as metadata.
"""

from __future__ import annotations

import fnmatch
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ibpkt.arguments import checked
from ibpkt.arrays import Bools, Ints, first_rows, numbered, raw_list
from ibpkt.batch import Batch
from ibpkt.batch.fields import DisplayField, field_named, fields
from ibpkt.errors import CallerError, optional_package, reserve
from ibpkt.schema import Leaf
from ibpkt.schema.value_types import BYTES, DEC, FLAG, HEX, NUMBER, TIME

if TYPE_CHECKING:
    import pyarrow as pa

    from ibpkt.io.source import Capture

#: bytes that a process must be able to get to load pyarrow: with fewer its allocators end the process
LEAST_MEMORY = 192 << 20
#: the default columns, as patterns of display-filter names
DEFAULT_COLUMNS = (
    "frame.number", "frame.time_epoch", "frame.len", "frame.cap_len", "frame.protocols", "frame.stop",
    "eth.src", "eth.dst", "ip.src", "ip.dst", "ip.dsfield.ecn", "ipv6.src", "ipv6.dst", "udp.srcport", "udp.dstport",
    "infiniband.lrh.*", "infiniband.grh.*", "infiniband.bth.*", "infiniband.deth.*", "infiniband.reth.*",
    "infiniband.aeth.*", "infiniband.atomiceth.*", "infiniband.atomicacketh.*", "infiniband.immdt*", "infiniband.ieth*",
    "infiniband.icrc.status", "infiniband.vcrc.status",
)  # fmt: skip


def chosen_fields(names: Sequence[str] = (), *, crc: bool = True) -> list[DisplayField]:
    """The fields that match some names or patterns (``infiniband.bth.*``), in order and without repeats.

    Args:
        names: the names and patterns; none for `DEFAULT_COLUMNS`.
        crc: include the verdicts on CRCs in the usual columns.

    Raises:
        CallerError: a name that is no field, or a pattern that no field matches.
    """
    known = fields()
    matched: dict[str, DisplayField] = {}
    for name in names or DEFAULT_COLUMNS:
        if name in known:
            matched[name] = known[name]
            continue
        matching = fnmatch.filter(known, name)
        if matching:
            matched.update((match, known[match]) for match in matching)
        elif names:
            matched[name] = field_named(name)  # raises
    if not names and not crc:
        matched = {name: field for name, field in matched.items() if not name.endswith(".status")}
    return list(matched.values())


def arrow_type(leaf: Leaf) -> pa.DataType:
    """The type of a leaf's column; a leaf that repeats is a list."""
    import pyarrow as pa

    if leaf.kind is TIME:
        item = pa.timestamp("ns", "UTC") if leaf.name == "frame.time_epoch" else pa.duration("ns")
    elif leaf.kind is FLAG:
        item = pa.bool_()
    elif leaf.kind in (DEC, HEX):
        bits = leaf.width or 4 * leaf.digits or 64  # a field outside of headers is as wide as it prints
        item = next(getattr(pa, f"uint{size}")() for size in (8, 16, 32, 64) if size >= bits)
    elif leaf.kind is NUMBER:
        item = pa.float64()
    elif leaf.kind is BYTES:
        item = pa.binary()
    else:
        item = pa.string()
    return pa.list_(item) if leaf.count > 1 else item


def schema(chosen: Iterable[DisplayField]) -> pa.Schema:
    """The schema of a table of some fields.  A column's metadata: ``label``, ``unit``, ``meaning``."""
    import pyarrow as pa

    return pa.schema(
        [
            pa.field(
                field.name,
                arrow_type(max(field.leaves, key=lambda leaf: leaf.width)),
                metadata={"label": field.leaf.label, "unit": field.leaf.unit, "meaning": field.leaf.doc},
            )
            for field in chosen
        ]
    )


def record_batch(batch: Batch, chosen: Sequence[DisplayField], table_schema: pa.Schema) -> pa.RecordBatch:
    """The columns of a batch; null if a packet lacks a field, the innermost value if it has several.

    Args:
        batch: the packets.
        chosen: the fields.
        table_schema: their `schema`.
    """
    import pyarrow as pa

    arrays = [_array(field, batch, column.type) for field, column in zip(chosen, table_schema, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=table_schema)


def _array(field: DisplayField, batch: Batch, data_type: pa.DataType) -> pa.Array:
    import pyarrow as pa

    if not any(field.occurrences(shape) for shape in batch.shapes):  # as of most fields of a table of all
        return pa.nulls(len(batch), data_type)
    column = field.column(batch)
    missing = np.asarray(np.ma.getmaskarray(column), np.bool_)
    if missing.ndim > 1:
        missing = np.all(missing.reshape(len(batch), -1), axis=1)
    if missing.all():
        return pa.nulls(len(batch), data_type)
    values = np.asarray(column.data)
    kind = field.leaf.kind
    if pa.types.is_list(data_type):
        rows = values.tolist() if values.ndim == 2 else [raw_list(row) for row in values]
        return pa.array(rows, data_type, mask=missing)
    if pa.types.is_timestamp(data_type) or pa.types.is_duration(data_type):
        return pa.array(values, pa.int64(), mask=missing).view(data_type)
    if pa.types.is_integer(data_type) or pa.types.is_boolean(data_type):
        return pa.array(values.astype(str(data_type)), data_type, mask=missing)
    if pa.types.is_floating(data_type):
        numbers = [None if absent else float(value) for value, absent in zip(values, missing, strict=True)]
        return pa.array(numbers, data_type)
    if pa.types.is_binary(data_type):
        items = raw_list(values)
        return pa.array([None if absent else item for item, absent in zip(items, missing, strict=True)], data_type)
    present = np.flatnonzero(~missing)
    if values.dtype == object:
        texts = np.full(len(batch), None, object)
        texts[present] = kind.printable(values[present])
        return pa.array(texts, data_type, from_pandas=True)
    rows, which = _different(values[present])
    index = np.zeros(len(batch), np.int64)
    index[present] = which + 1
    return _looked_up(["", *kind.printable(values[present[rows]])], index, missing)


def _looked_up(texts: Sequence[str], index: Ints, missing: Bools) -> pa.Array:
    """Texts out of a table, of which the first is empty and that of the missing ones; faster than `pyarrow` does it."""
    import pyarrow as pa

    encoded = np.array([text.encode() for text in texts])
    sizes = np.array([len(text.encode()) for text in texts], np.int32)[index]
    cells = encoded[index].view(np.uint8).reshape(len(index), encoded.itemsize)
    data = cells[np.arange(cells.shape[1]) < sizes[:, None]]
    ends = np.zeros(len(index) + 1, np.int32)
    np.cumsum(sizes, out=ends[1:])
    bits = pa.py_buffer(np.packbits(~missing, bitorder="little"))
    return pa.StringArray.from_buffers(len(index), pa.py_buffer(ends), pa.py_buffer(data), bits)


def _different(values: NDArray[Any]) -> tuple[Ints, Ints]:
    """A row of each value that occurs in a column of integers, shape (n,), or of bytes, shape (n, size); its number.

    Returns:
        The rows, shape (m,), and for each row of the column which of them has its value, shape (n,).
    """
    octets = np.ascontiguousarray(values).view(np.uint8).reshape(len(values), -1)
    whole = np.zeros((len(octets), -(-octets.shape[1] // 8) * 8), np.uint8)
    whole[:, : octets.shape[1]] = octets
    first, *others = whole.view(np.int64).T
    different, index = numbered(first)
    for word in others:
        words, place = numbered(word)
        different, index = numbered(index * len(words) + place)
    return first_rows(index, len(different)), index


def record_batches(capture: Capture, names: Sequence[str] = ()) -> Iterator[pa.RecordBatch]:
    """The columns of a capture, a batch at a time.

    Args:
        capture: it is read to its end.
        names: fields, or patterns of them; none for `DEFAULT_COLUMNS`.

    Raises:
        CallerError: as `chosen_fields`.
    """
    needs_pyarrow()
    chosen = chosen_fields(names)
    table_schema = schema(chosen)
    capture.follow(field.name for field in chosen)
    for batch in capture.batches():
        yield record_batch(batch, chosen, table_schema)


@checked
def table(capture: Capture, names: Sequence[str] = ()) -> pa.Table:
    """The packets as an Arrow table, a row each; null if a packet lacks the field.

    The table is in memory as a whole; `record_batches` gives it batch by batch.

    Args:
        capture: one that has not been read yet; it is read to its end.
        names: display-filter names, or patterns of them (``infiniband.bth.*``); none for the usual columns.

    Raises:
        CallerError: no such field, or pyarrow is not installed.
    """
    needs_pyarrow()
    import pyarrow as pa

    return pa.Table.from_batches(record_batches(capture, names), schema(chosen_fields(names)))


@checked
def batch_to_arrow(batch: Batch, names: Sequence[str] = ()) -> pa.RecordBatch:
    """The packets of a batch as an Arrow record batch, a row each; see `table`.

    Raises:
        CallerError: no such field, or pyarrow is not installed.
    """
    needs_pyarrow()
    chosen = chosen_fields(names)
    return record_batch(batch, chosen, schema(chosen))


def needs_pyarrow() -> None:
    """Check that pyarrow is installed.

    Raises:
        CallerError: pyarrow is not installed.
        ResourceError: it cannot be loaded.
    """
    if "pyarrow" not in sys.modules:
        reserve(LEAST_MEMORY, "pyarrow")
    missing = partial(CallerError, "Arrow, Parquet and CSV need pyarrow: pip install 'ibpkt[arrow]'")
    with optional_package(missing):
        import pyarrow  # noqa: F401  # only a check

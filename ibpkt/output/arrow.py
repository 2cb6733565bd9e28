"""Columns as Arrow tables, for pyarrow, Parquet, polars and duckdb.  Needs the extra ``arrow``.

Types come out of the declarations: unsigned integers as narrow as their field, flags as booleans, addresses as their
texts, payloads as bytes, times as timestamps with nanoseconds.  Each column carries its unit and meaning as metadata.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ibpkt.arrays import raw_list
from ibpkt.batch import Batch
from ibpkt.batch.fields import DisplayField, field_named, fields
from ibpkt.errors import CallerError
from ibpkt.schema import Leaf
from ibpkt.schema.value_types import BYTES, DEC, FLAG, HEX, NUMBER, TIME

if TYPE_CHECKING:
    import pyarrow as pa

    from ibpkt.io.source import Capture

#: the columns of a table for which nobody named any, as patterns of display-filter names
USUAL = (
    "frame.number", "frame.time_epoch", "frame.len", "frame.cap_len", "frame.protocols", "frame.stop",
    "eth.src", "eth.dst", "ip.src", "ip.dst", "ip.dsfield.ecn", "ipv6.src", "ipv6.dst", "udp.srcport", "udp.dstport",
    "infiniband.lrh.*", "infiniband.grh.*", "infiniband.bth.*", "infiniband.deth.*", "infiniband.reth.*",
    "infiniband.aeth.*", "infiniband.atomiceth.*", "infiniband.atomicacketh.*", "infiniband.immdt*", "infiniband.ieth*",
    "infiniband.icrc.status", "infiniband.vcrc.status",
)  # fmt: skip


def chosen_fields(names: Sequence[str] = (), *, crc: bool = True) -> list[DisplayField]:
    """The fields of some names or patterns (``infiniband.bth.*``), each once, in their order; none for `USUAL`.

    Args:
        names: the names.
        crc: with the verdicts on CRCs among the usual ones.

    Raises:
        CallerError: a name that is no field, or a pattern that no field matches.
    """
    known = fields()
    found: dict[str, DisplayField] = {}
    for name in names or USUAL:
        if name in known:
            found[name] = known[name]
            continue
        matching = fnmatch.filter(known, name)
        if matching:
            found.update((each, known[each]) for each in matching)
        elif names:
            found[name] = field_named(name)  # says what is wrong with it
    if not names and not crc:
        found = {name: field for name, field in found.items() if not name.endswith(".status")}
    return list(found.values())


def arrow_type(leaf: Leaf) -> pa.DataType:
    """The type of the column of a leaf; rows of tables are lists."""
    import pyarrow as pa

    if leaf.kind is TIME:
        one = pa.timestamp("ns", "UTC") if leaf.name == "frame.time_epoch" else pa.duration("ns")
    elif leaf.kind is FLAG:
        one = pa.bool_()
    elif leaf.kind in (DEC, HEX):
        bits = leaf.width or 4 * leaf.digits or 64  # what stands in no header is as wide as it prints
        one = next(each for size, each in _integers() if size >= bits)
    elif leaf.kind is NUMBER:
        one = pa.float64()
    elif leaf.kind is BYTES:
        one = pa.binary()
    else:
        one = pa.string()
    return pa.list_(one) if leaf.count > 1 else one


def _integers() -> tuple[tuple[int, pa.DataType], ...]:
    import pyarrow as pa

    return (8, pa.uint8()), (16, pa.uint16()), (32, pa.uint32()), (64, pa.uint64())


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


def record_batch(batch: Batch, chosen: Sequence[DisplayField], form: pa.Schema) -> pa.RecordBatch:
    """The columns of a batch; null where a packet does not have a field, the innermost where it has several.

    Args:
        batch: the packets.
        chosen: the fields.
        form: their `schema`.
    """
    import pyarrow as pa

    arrays = [_array(field, batch, column.type) for field, column in zip(chosen, form, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=form)


def _array(field: DisplayField, batch: Batch, wanted: pa.DataType) -> pa.Array:
    import pyarrow as pa

    column = field.column(batch)
    missing = np.asarray(np.ma.getmaskarray(column), np.bool_)
    if missing.ndim > 1:
        missing = np.all(missing.reshape(len(batch), -1), axis=1)
    if missing.all():
        return pa.nulls(len(batch), wanted)
    values = np.asarray(column.data)
    kind = field.leaf.kind
    if pa.types.is_list(wanted):
        rows = values.tolist() if values.ndim == 2 else [raw_list(row) for row in values]
        return pa.array(rows, wanted, mask=missing)
    if pa.types.is_timestamp(wanted) or pa.types.is_duration(wanted):
        return pa.array(values, pa.int64(), mask=missing).cast(wanted)
    if pa.types.is_integer(wanted) or pa.types.is_boolean(wanted):
        return pa.array(values.astype(wanted.to_pandas_dtype()), wanted, mask=missing)
    if pa.types.is_floating(wanted):
        numbers = [None if lacks else float(value) for value, lacks in zip(values, missing, strict=True)]
        return pa.array(numbers, wanted)
    if pa.types.is_binary(wanted):
        pieces = raw_list(values)
        return pa.array([None if lacks else piece for piece, lacks in zip(pieces, missing, strict=True)], wanted)
    texts = np.full(len(batch), None, object)
    there = np.flatnonzero(~missing)
    texts[there] = kind.printable(values[there])
    return pa.array(texts, wanted, from_pandas=True)


def record_batches(capture: Capture, names: Sequence[str] = ()) -> Iterator[pa.RecordBatch]:
    """The columns of a capture, a batch at a time.

    Args:
        capture: it is read to its end.
        names: fields, or patterns of them; none for `USUAL`.

    Raises:
        CallerError: as `chosen_fields`.
    """
    needs_pyarrow()
    chosen = chosen_fields(names)
    form = schema(chosen)
    capture.follow(field.name for field in chosen)
    for batch in capture.batches():
        yield record_batch(batch, chosen, form)


def table(capture: Capture, names: Sequence[str] = ()) -> pa.Table:
    """The packets as an Arrow table, a row each; null where a packet does not have the field.

    It is all in memory at once; `record_batches` gives it piece by piece.

    Args:
        capture: one that has not been read yet; it is read to its end.
        names: display-filter names, or patterns of them (``infiniband.bth.*``); none for the usual columns.

    Raises:
        CallerError: no such field, or pyarrow is not installed.
    """
    needs_pyarrow()
    import pyarrow as pa

    return pa.Table.from_batches(record_batches(capture, names), schema(chosen_fields(names)))


def batch_to_arrow(batch: Batch, names: Sequence[str] = ()) -> pa.RecordBatch:
    """The packets of a batch as an Arrow record batch, a row each; see `table`.

    Raises:
        CallerError: no such field, or pyarrow is not installed.
    """
    needs_pyarrow()
    chosen = chosen_fields(names)
    return record_batch(batch, chosen, schema(chosen))


def needs_pyarrow() -> None:
    """Say in one sentence what is missing.

    Raises:
        CallerError: pyarrow is not installed.
    """
    try:
        import pyarrow  # noqa: F401  # only whether it is there
    except ImportError:
        raise CallerError("Arrow, Parquet and CSV need pyarrow: pip install 'ibpkt[arrow]'") from None

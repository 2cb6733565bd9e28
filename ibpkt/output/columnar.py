"""``-T csv``, ``-T arrow`` (an IPC stream) and ``-T parquet``: typed columns, one row a packet.

`docs/export.md` describes them.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ibpkt.batch import Batch
from ibpkt.batch.fields import DisplayField
from ibpkt.output import arrow
from ibpkt.output.document import Renderer


class _Sink(io.BytesIO):
    """The file that a pyarrow writer writes to: its bytes are taken away as they come."""

    _taken = 0

    def tell(self) -> int:
        return self._taken + super().tell()

    def take(self) -> bytes:
        """What was written since the last call."""
        written = self.getvalue()
        self._taken += len(written)
        self.seek(0)
        self.truncate()
        return written


class Columnar(Renderer):
    """A renderer of one of the formats.

    Args:
        form: ``csv``, ``arrow`` or ``parquet``.
        names: display-filter names or patterns of them; none for the usual columns.
        crc: verify the CRCs for the usual columns.

    Attributes:
        fields: the columns.

    Raises:
        CallerError: no such field, or pyarrow is not installed.
    """

    at_a_time: int | None = 16384
    sequential = True

    def __init__(self, form: str, names: Sequence[str] = (), *, crc: bool = True) -> None:
        arrow.needs_pyarrow()
        self.fields: list[DisplayField] = arrow.chosen_fields(names, crc=crc)
        self._asked = [field for field in self.fields if field.name in names]
        self.schema: Any = arrow.schema(self.fields)
        self._sink = _Sink()
        self._writer = _WRITERS[form](self._sink, self.schema)

    @property
    def asked(self) -> Sequence[DisplayField]:
        """The columns that were asked for by their names, not by patterns."""
        return self._asked

    def header(self) -> bytes:
        """The first bytes of the file."""
        return self._sink.take()

    def render(self, batch: Batch) -> Iterator[bytes]:
        """The columns of a batch."""
        self._writer.write_batch(arrow.record_batch(batch, self.fields, self.schema))
        yield self._sink.take()

    def footer(self) -> bytes:
        """The last bytes of the file."""
        self._writer.close()
        return self._sink.take()


#: where a line of numbers has none
_EMPTY_LINE = re.compile(rb"^(?=\n)", re.MULTILINE)


class _CSV:
    """CSV has no bytes: they are written in hexadecimal, lists as values separated by commas.

    Where there is one column, a packet without a value is ``""``: readers of CSV take an empty line for no row.
    """

    def __init__(self, sink: _Sink, schema: Any) -> None:
        import pyarrow as pa
        import pyarrow.csv

        self._schema = pa.schema([(column.name, self._type(column.type)) for column in schema])
        self._writer = pyarrow.csv.CSVWriter(sink, self._schema)
        self._sink = sink
        self._is_alone = len(self._schema) == 1

    @staticmethod
    def _type(column_type: Any) -> Any:
        import pyarrow as pa

        as_text = pa.types.is_binary(column_type) or pa.types.is_list(column_type)
        # intervals are in seconds with nine decimals, as everywhere else
        if as_text:
            return pa.string()
        return pa.decimal128(38, 9) if pa.types.is_duration(column_type) else column_type

    def write_batch(self, batch: Any) -> None:
        import pyarrow as pa

        columns = [self._column(column, field.type) for column, field in zip(batch.columns, self._schema, strict=True)]
        start = len(self._sink.getvalue())
        if self._is_alone and pa.types.is_string(columns[0].type):
            columns = [columns[0].fill_null("")]
        self._writer.write_batch(pa.RecordBatch.from_arrays(columns, schema=self._schema))
        if self._is_alone and columns[0].null_count:
            self._sink.seek(start)
            self._sink.write(_EMPTY_LINE.sub(b'""', self._sink.getvalue()[start:]))

    @staticmethod
    def _column(column: Any, column_type: Any) -> Any:
        import decimal

        import pyarrow as pa

        if pa.types.is_binary(column.type):
            return pa.array([None if value is None else value.hex() for value in column.to_pylist()], column_type)
        if pa.types.is_list(column.type):
            texts = [None if row is None else ",".join(map(str, row)) for row in column.to_pylist()]
            return pa.array(texts, column_type)
        if pa.types.is_duration(column.type):
            spans = column.cast(pa.int64()).to_pylist()
            return pa.array([None if span is None else decimal.Decimal(span).scaleb(-9) for span in spans], column_type)
        return column

    def close(self) -> None:
        self._writer.close()


def _stream(sink: _Sink, schema: Any) -> Any:
    import pyarrow.ipc

    return pyarrow.ipc.new_stream(sink, schema)


class RowGroups:
    """A Parquet file: collects record batches into row groups, as large as memory allows.

    Args:
        sink: a binary stream.
        schema: of the batches.
    """

    ROWS = 1 << 16
    BYTES = 16 << 20

    def __init__(self, sink: Any, schema: Any) -> None:
        import pyarrow.parquet

        self._writer = pyarrow.parquet.ParquetWriter(sink, schema, compression="zstd")
        self._pending: list[Any] = []

    def write_batch(self, batch: Any) -> None:
        """Take the next rows."""
        self._pending.append(batch)
        rows = sum(pending.num_rows for pending in self._pending)
        if rows >= self.ROWS or sum(pending.nbytes for pending in self._pending) >= self.BYTES:
            self._write()

    def _write(self) -> None:
        import pyarrow as pa

        if self._pending:
            self._writer.write_table(pa.Table.from_batches(self._pending))
            self._pending.clear()

    def close(self) -> None:
        """Write what is left, and the end of the file."""
        self._write()
        self._writer.close()


_WRITERS: dict[str, Callable[[_Sink, Any], Any]] = {"csv": _CSV, "arrow": _stream, "parquet": RowGroups}
FORMATS = tuple(_WRITERS)

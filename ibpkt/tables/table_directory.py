"""A directory of tables: a file for each table, day and capture, so that captures are added and replaced one by one.

``DIR/flows/date=2026-11-21/file=rc_write.pcap/part-0.parquet``: duckdb, polars, pyarrow and Spark read ``date`` and
``file`` out of the path (Hive's way of partitioning).  A row stands under the day of its time, in UTC.  A table without
rows is a file without rows, so that a capture in which nothing was found is not one that was never looked at.
"""

from __future__ import annotations

import contextlib
import glob
import json
import os
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

import numpy as np

from ibpkt.analysis.arrow_tables import CHUNK, arrow_rows, arrow_schema
from ibpkt.arguments import checked
from ibpkt.errors import CallerError
from ibpkt.io.atomic import cannot_write, whole_file
from ibpkt.io.export import NOTES
from ibpkt.output.arrow import needs_pyarrow
from ibpkt.output.columnar import RowGroups
from ibpkt.tables.result_tables import ResultTable

#: formats of the files
FORMATS = ("parquet", "arrow")
#: the day of rows without a time, as Hive and its readers write it
NO_DAY = "__HIVE_DEFAULT_PARTITION__"
#: days of one table that rows are collected for at a time
MOST_OPEN = 8
#: files of one table and capture, and days: with times that jump through years, rows of further days have no day
MOST_FILES = 128
#: bytes of a file's name in a path
LONGEST = 200


class TableDirectory:
    """A directory of tables, which is created if it does not exist.

    Args:
        path: the directory.
        form: one of `FORMATS`.
        tables: the tables that are written.

    Raises:
        CallerError: pyarrow is not installed, or the directory has a table of another format or schema.
        CaptureError: the directory cannot be created.
    """

    @checked
    def __init__(self, path: str, form: str, tables: Sequence[ResultTable]) -> None:
        if form not in FORMATS:
            raise CallerError(f"there is no format {form!r} of tables", name=form, known=FORMATS)
        needs_pyarrow()
        self.path = path
        self.form = form
        self.tables = {table.name: table for table in tables}
        for table in tables:
            self._note(table)

    def _note(self, table: ResultTable) -> None:
        """Note the schema of a table, or see that it is the one that the directory has."""
        schema = [[column.name, column.kind] for column in table.columns]
        note = {"table": table.name, "format": self.form, "version": table.version, "columns": schema}
        path = os.path.join(self.path, NOTES, f"{table.name}.json")
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, encoding="utf-8") as file:
                known = json.load(file)
        except FileNotFoundError:
            with whole_file(path) as stream:
                stream.write(json.dumps(note).encode() + b"\n")
            return
        except ValueError:  # not JSON
            known = None
        except OSError as error:
            raise cannot_write(path, error) from error
        if known != note:
            about = known if isinstance(known, dict) else {}
            has = f"{about.get('format')}, schema {about.get('version')}" if about else "something else"
            mine = f"{self.form}, schema {table.version}"
            why = f"{has}, not {mine}" if has != mine else "with other columns, as a plug-in adds them"
            raise CallerError(f"{self.path} has the table {table.name} as {why}: name another directory")

    @contextlib.contextmanager
    @checked
    def writing(self, capture: str) -> Iterator[CaptureTables]:
        """The tables of a capture, to be filled: they replace those that the directory has of it.

        The files take their names at the end of the block; after an exception nothing has changed.

        Args:
            capture: its name, which is the value of the column ``file``.

        Raises:
            CaptureError: a file cannot be written.
        """
        with contextlib.ExitStack() as stack:
            tables = CaptureTables(self, capture, stack)
            try:
                yield tables
                tables.finish()
            except BaseException:
                tables.abandon()
                raise
            stack.pop_all().close()
            tables.remove_others()


class CaptureTables:
    """The tables of one capture."""

    def __init__(self, directory: TableDirectory, capture: str, stack: contextlib.ExitStack) -> None:
        self._files = {name: _TableFiles(directory, table, capture, stack) for name, table in directory.tables.items()}

    def add(self, table: str, rows: Sequence[Any]) -> None:
        """Add results to a table.

        Raises:
            CaptureError: a file cannot be written.
        """
        files = self._files[table]
        for low in range(0, len(rows), CHUNK):
            files.add(rows[low : low + CHUNK] if len(rows) > CHUNK else rows)

    def finish(self) -> None:
        """There are no more rows."""
        for files in self._files.values():
            files.finish()

    def abandon(self) -> None:
        """Their files will be removed: nothing more is written to them."""
        for files in self._files.values():
            files.abandon()

    def remove_others(self) -> None:
        """Remove what the directory has of an earlier analysis of the capture and this one has not replaced."""
        for files in self._files.values():
            files.remove_others()


def partition(capture: str) -> str:
    """The part of a path that stands for a capture."""
    name = quote(os.fsencode(capture), safe="")
    if len(name) > LONGEST:
        import hashlib

        name = f"{hashlib.sha256(os.fsencode(capture)).hexdigest()[:32]}-{quote(os.path.basename(capture))[-100:]}"
    return f"file={name}"


def has_tables(path: str, capture: str) -> bool:
    """Whether a directory has tables of a capture."""
    return bool(glob.glob(os.path.join(glob.escape(path), "*", "date=*", glob.escape(partition(capture)))))


class _TableFiles:
    """The files of one table and one capture, by day."""

    def __init__(
        self, directory: TableDirectory, table: ResultTable, capture: str, stack: contextlib.ExitStack
    ) -> None:
        self._root = os.path.join(directory.path, table.name)
        self._form, self._table, self._stack = directory.form, table, stack
        self._partition = partition(capture)
        about = {"ibpkt.table": table.name, "ibpkt.schema": str(table.version), "ibpkt.file": capture}
        self._schema = arrow_schema(table.columns).with_metadata(about)
        self._open: dict[str, Any] = {}
        self._parts: dict[str, int] = {}
        self.paths: set[str] = set()

    def add(self, rows: Sequence[Any]) -> None:
        batch = arrow_rows(rows, self._table.columns, self._schema)
        if not self._table.time:
            self._writer(NO_DAY).write_batch(batch)
            return
        days = np.asarray(batch.column(self._table.time).cast("int64").fill_null(np.iinfo(np.int64).min))
        days = days.astype("datetime64[ns]").astype("datetime64[D]")
        if (days == days[0]).all():
            self._writer(_day(days[0])).write_batch(batch)
            return
        for day in np.unique(days):
            self._writer(_day(day)).write_batch(batch.take(np.flatnonzero(days == day)))

    def _writer(self, day: str) -> Any:
        if len(self.paths) >= MOST_FILES and day not in self._open:
            day = NO_DAY
        writer = self._open.pop(day, None)
        if writer is None:
            if len(self._open) >= MOST_OPEN:
                self._open.pop(next(each for each in self._open if each != NO_DAY)).close()
            writer = self._begun(day)
        self._open[day] = writer  # the last in order, that was used last
        return writer

    def _begun(self, day: str) -> Any:
        """A new file of a day."""
        number = self._parts[day] = self._parts.get(day, -1) + 1
        folder = os.path.join(self._root, f"date={day}", self._partition)
        try:
            os.makedirs(folder, exist_ok=True)
        except OSError as error:
            raise cannot_write(folder, error) from error
        path = os.path.join(folder, f"part-{number}.{self._form}")
        self.paths.add(path)
        stream = self._stack.enter_context(whole_file(path))
        if self._form == "parquet":
            return RowGroups(stream, self._schema)
        import pyarrow.ipc

        return pyarrow.ipc.new_file(stream, self._schema)

    def finish(self) -> None:
        if not self.paths:
            self._begun(NO_DAY).close()
        for writer in self._open.values():
            writer.close()

    def abandon(self) -> None:
        for writer in self._open.values():  # one that is still open complains where nobody hears it
            with contextlib.suppress(Exception):
                writer.close()

    def remove_others(self) -> None:
        pattern = os.path.join(glob.escape(self._root), "date=*", glob.escape(self._partition), "part-*")
        for path in glob.glob(pattern):
            if path not in self.paths:
                with contextlib.suppress(OSError):
                    os.unlink(path)
                    os.removedirs(os.path.dirname(path))  # those that are empty now


def _day(day: Any) -> str:
    return NO_DAY if np.isnat(day) else str(day)

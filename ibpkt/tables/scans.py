"""Flows, messages and findings of captures as polars LazyFrames.  Needs the extra ``arrow``.

A capture is analysed when a query runs, in memory that does not grow with it; a filter on ``file`` alone opens no
other.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ibpkt.analysis.arrow_tables import CHUNK, arrow_rows, arrow_schema
from ibpkt.analysis.results.tables import ResultColumn
from ibpkt.analysis.whole_capture import findings, flows, messages
from ibpkt.arguments import checked
from ibpkt.errors import CallerError, optional_package
from ibpkt.io import source
from ibpkt.output.arrow import needs_pyarrow
from ibpkt.output.polars import FILE, first_rows, is_left_out, paths_of
from ibpkt.protocols import ROCE_PORT
from ibpkt.tables.result_tables import TABLES

if TYPE_CHECKING:
    import polars as pl

Paths = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]


@checked
def scan_flows(files: Paths, *, roce_port: int = ROCE_PORT) -> pl.LazyFrame:
    """The flows of some captures as a LazyFrame: ``file``, and the columns of the table ``flows``.

    Args:
        files: a path, a pattern (``captures/*.pcap``, ``**`` for folders below), or several of them.
        roce_port: the UDP destination port that means RoCEv2.

    Raises:
        CallerError: no file matches, or polars or pyarrow is not installed.
        CaptureError: while the query runs: a file cannot be read, or is no capture.
    """
    return _scan("flows", flows, files, roce_port)


@checked
def scan_messages(files: Paths, *, roce_port: int = ROCE_PORT) -> pl.LazyFrame:
    """The messages of some captures as a LazyFrame, see `scan_flows`."""
    return _scan("messages", messages, files, roce_port)


@checked
def scan_findings(files: Paths, *, roce_port: int = ROCE_PORT) -> pl.LazyFrame:
    """The findings of some captures as a LazyFrame, see `scan_flows`; facts are JSON text."""
    return _scan("findings", findings, files, roce_port)


def _scan(table: str, results: Callable[[source.Capture], Iterator[Any]], files: Paths, roce_port: int) -> pl.LazyFrame:
    needs_pyarrow()
    with optional_package(partial(CallerError, f"scan_{table} needs polars: pip install 'ibpkt[arrow]'")):
        import polars as pl
        from polars.io.plugins import register_io_source

    paths = paths_of(files)
    columns = TABLES[table].columns
    empty = pl.from_arrow(arrow_schema(columns).empty_table())
    assert isinstance(empty, pl.DataFrame)
    types = {FILE: pl.String(), **empty.schema}

    def frames(
        with_columns: list[str] | None, predicate: pl.Expr | None, n_rows: int | None, batch_size: int | None
    ) -> Iterator[pl.DataFrame]:
        return first_rows(all_frames(with_columns, predicate), n_rows)

    def all_frames(with_columns: list[str] | None, predicate: pl.Expr | None) -> Iterator[pl.DataFrame]:
        tested = set(() if predicate is None else predicate.meta.root_names())
        wanted = [column for column in columns if with_columns is None or column.name in {*with_columns, *tested}]
        projected = [name for name in types if with_columns is None or name in with_columns]
        for path in paths:
            if is_left_out(path, predicate):
                continue
            with source.open(path, roce_port=roce_port) as capture:
                for rows in _chunks(results(capture)):
                    frame = _frame(rows, wanted, path)
                    yield (frame if predicate is None else frame.filter(predicate)).select(projected)

    return register_io_source(frames, schema=types)


def _chunks(results: Iterator[Any]) -> Iterator[list[Any]]:
    rows: list[Any] = []
    for result in results:
        rows.append(result)
        if len(rows) == CHUNK:
            yield rows
            rows = []
    yield rows


def _frame(rows: Sequence[Any], columns: Sequence[ResultColumn], path: str) -> pl.DataFrame:
    import polars as pl

    names = pl.DataFrame({FILE: [path]}).select(pl.col(FILE).repeat_by(len(rows)).explode(empty_as_null=False))
    if not columns:
        return names
    frame = pl.from_arrow(arrow_rows(rows, columns, arrow_schema(columns)))
    assert isinstance(frame, pl.DataFrame)
    return names.hstack(frame)

"""Captures as a polars LazyFrame: only the columns that a query asks for are decoded.  Needs the extra ``arrow``.

import ibpkt
import polars as pl

ibpkt.scan_captures("captures/*.pcap").filter(pl.col("infiniband.bth.opcode") == 17).group_by("file").len().collect()
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ibpkt.arguments import checked
from ibpkt.batch import Batch
from ibpkt.batch.fields import DisplayField
from ibpkt.errors import CallerError, optional_package
from ibpkt.io import source
from ibpkt.output import arrow
from ibpkt.protocols import ROCE_PORT

if TYPE_CHECKING:
    import polars as pl

#: the column with the name of a packet's file
FILE = "file"


@checked
def scan_captures(
    files: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    columns: Sequence[str] = ("*",),
    *,
    roce_port: int = ROCE_PORT,
) -> pl.LazyFrame:
    """The packets of some captures as a LazyFrame: ``file``, and a column a display-filter field.

    A query decodes only the columns that it uses, and reads no further than it needs.  The columns of its filter are
    decoded for all packets, the others only for packets that pass the filter; a filter on ``file`` alone opens no other
    file.  A truncated capture gives the packets that it holds.

    Args:
        files: a path, a pattern (``captures/*.pcap``, ``**`` for folders below), or several of them.
        columns: display-filter names or patterns of them.
        roce_port: the UDP destination port that means RoCEv2.

    Raises:
        CallerError: no file matches, no such field, or polars or pyarrow is not installed.
        CaptureError: while the query runs: a file cannot be read, or is no capture.
    """
    arrow.needs_pyarrow()
    with optional_package(partial(CallerError, "scan_captures needs polars: pip install 'ibpkt[arrow]'")):
        import polars as pl
        from polars.io.plugins import register_io_source

    paths = paths_of(files)
    chosen = arrow.chosen_fields(columns)
    empty = pl.from_arrow(arrow.schema(chosen).empty_table())
    assert isinstance(empty, pl.DataFrame)
    types = {FILE: pl.String(), **empty.schema}

    def frames(
        with_columns: list[str] | None, predicate: pl.Expr | None, n_rows: int | None, batch_size: int | None
    ) -> Iterator[pl.DataFrame]:
        return first_rows(all_frames(with_columns, predicate, n_rows), n_rows)

    def all_frames(
        with_columns: list[str] | None, predicate: pl.Expr | None, most: int | None
    ) -> Iterator[pl.DataFrame]:
        projected = [name for name in types if with_columns is None or name in with_columns]
        tested = set(() if predicate is None else predicate.meta.root_names())
        early = tested | ({"frame.time_delta_displayed"} & set(projected))  # in a scan all packets count as displayed
        first = [field for field in chosen if predicate is not None and field.name in early]
        later = [field for field in chosen if field.name in projected and field not in first]
        for path in paths:
            if is_left_out(path, predicate):
                continue
            with source.open(path, roce_port=roce_port) as capture:
                capture.follow(field.name for field in (*first, *later))
                for batch in capture.batches(limit=most if predicate is None else None):
                    if predicate is None:
                        frame = _frame(batch, later, path)
                    else:
                        frame = _frame(batch, first, path)
                        rows = frame.select(predicate).to_series().fill_null(False).to_numpy()
                        frame = frame.filter(rows)
                        if frame.is_empty():
                            continue
                        if later:
                            frame = frame.hstack(_frame(batch.select(rows) if not rows.all() else batch, later))
                    yield frame.select(projected)

    return register_io_source(frames, schema=types)


def is_left_out(path: str, predicate: pl.Expr | None) -> bool:
    """Whether a filter that looks at nothing but the file's name lets no row of a file pass."""
    import polars as pl

    if predicate is None or set(predicate.meta.root_names()) != {FILE}:
        return False
    return pl.DataFrame({FILE: [path]}).filter(predicate).is_empty()


def first_rows(frames: Iterator[pl.DataFrame], count: int | None) -> Iterator[pl.DataFrame]:
    """Frames until they have so many rows together, all of them for None; what comes behind is never made."""
    for frame in frames:
        yield frame if count is None else frame.head(count)
        if count is not None:
            count -= min(count, frame.height)
            if not count:
                return


def _frame(batch: Batch, columns: Sequence[DisplayField], path: str | None = None) -> pl.DataFrame:
    """Columns of a batch, with the column of the file's name if a path is given."""
    import polars as pl

    frame = pl.from_arrow(arrow.record_batch(batch, columns, arrow.schema(columns))) if columns else pl.DataFrame()
    assert isinstance(frame, pl.DataFrame)
    if path is None:
        return frame
    # a query for the file alone still has a row a packet
    return pl.select(pl.lit(path).repeat_by(len(batch)).explode().alias(FILE)).hstack(frame)


def paths_of(files: str | os.PathLike[str] | Sequence[str | os.PathLike[str]]) -> list[str]:
    """The paths that some patterns match, in the order of their names.

    Raises:
        CallerError: no file matches one.
    """
    patterns = [files] if isinstance(files, str | os.PathLike) else list(files)
    paths: list[str] = []
    for pattern in (os.fspath(file) for file in patterns):
        matching = sorted(glob.glob(pattern, recursive=True)) if glob.has_magic(pattern) else [pattern]
        if not matching:
            raise CallerError(f"no file matches {pattern!r}", name=pattern)
        paths += matching
    return paths

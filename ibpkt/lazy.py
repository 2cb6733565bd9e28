"""Captures as a polars LazyFrame: only the columns that a query asks for are decoded.  Needs the extra ``arrow``.

import polars as pl
from ibpkt.lazy import scan_captures

scan_captures("captures/*.pcap").filter(pl.col("infiniband.bth.opcode") == 17).group_by("file").len().collect()
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ibpkt import arrow, source
from ibpkt.errors import CallerError
from ibpkt.protocols.graph import ROCE_PORT

if TYPE_CHECKING:
    import polars as pl

#: the column that tells from which file a packet is
FILE = "file"


def scan_captures(
    files: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    columns: Sequence[str] = ("*",),
    *,
    roce_port: int = ROCE_PORT,
) -> pl.LazyFrame:
    """The packets of some captures as a LazyFrame: ``file``, and a column a display-filter field.

    A query decodes the columns that it uses and no others, and reads no further than it needs; rows that its filter
    does not want are dropped batch by batch.  A capture that is cut gives what it holds.

    Args:
        files: a path, a pattern (``captures/*.pcap``, ``**`` for folders below), or several of them.
        columns: display-filter names or patterns of them.
        roce_port: the UDP destination port that means RoCEv2.

    Raises:
        CallerError: no file matches, no such field, or polars or pyarrow is not installed.
        CaptureError: while the query runs: a file cannot be read, or is no capture.
    """
    arrow.needs_pyarrow()
    try:
        import polars as pl
        from polars.io.plugins import register_io_source
    except ImportError:
        raise CallerError("this needs polars: pip install 'ibpkt[arrow]'") from None

    paths = _paths(files)
    chosen = arrow.chosen_fields(columns)
    empty = pl.from_arrow(arrow.schema(chosen).empty_table())
    assert isinstance(empty, pl.DataFrame)
    types = {FILE: pl.String(), **empty.schema}

    def frames(
        with_columns: list[str] | None, predicate: pl.Expr | None, n_rows: int | None, batch_size: int | None
    ) -> Iterator[pl.DataFrame]:
        wanted = [field for field in chosen if with_columns is None or field.name in with_columns]
        form = arrow.schema(wanted)
        left = n_rows
        for path in paths:
            with source.open(path, roce_port=roce_port) as capture:
                for batch in capture.batches(limit=left if predicate is None else None):
                    height = len(batch)
                    # a query for nothing but the file still has as many rows as there are packets
                    frame = pl.DataFrame({FILE: [path]}).select(pl.col(FILE).repeat_by(height).explode())
                    if wanted:
                        columns = pl.from_arrow(arrow.record_batch(batch, wanted, form))
                        assert isinstance(columns, pl.DataFrame)
                        frame = frame.hstack(columns)
                    if predicate is not None:
                        frame = frame.filter(predicate)
                    frame = frame.select([name for name in types if with_columns is None or name in with_columns])
                    if left is not None:
                        frame = frame.head(left)
                        left -= frame.height
                    yield frame
                    if left == 0:
                        return

    return register_io_source(frames, schema=types)


def _paths(files: str | os.PathLike[str] | Sequence[str | os.PathLike[str]]) -> list[str]:
    given = [files] if isinstance(files, str | os.PathLike) else list(files)
    paths: list[str] = []
    for name in given:
        each = os.fspath(name)
        matching = sorted(glob.glob(each, recursive=True)) if glob.has_magic(each) else [each]
        if not matching:
            raise CallerError(f"no file matches {each!r}", name=each)
        paths += matching
    return paths

"""Compression of what is written, by the file's suffix; `compression` is the opposite."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any, BinaryIO

from ibpkt.errors import CaptureError, optional_package

SUFFIXES = {".gz": "gzip", ".zst": "zstd", ".lz4": "lz4", ".xz": "xz", ".bz2": "bz2"}


def by_suffix(name: str) -> tuple[str, str | None]:
    """The name without the suffix of a compression, and that compression or None."""
    stem, suffix = os.path.splitext(name)
    kind = SUFFIXES.get(suffix.lower())
    return (name, None) if kind is None else (stem, kind)


@contextlib.contextmanager
def compressed(stream: BinaryIO, kind: str, name: str) -> Iterator[BinaryIO]:
    """A stream that compresses into another; leaving the block ends it, and the other stays open.

    Raises:
        CaptureError: the compression needs a package that is not installed.
    """
    reason = f"compressing with {kind} needs a package: pip install ibpkt[compression]"
    with optional_package(partial(CaptureError, name, reason)):
        out = _open(stream, kind)
    try:
        yield out
    except BaseException:
        with contextlib.suppress(Exception):
            out.close()
        raise
    out.close()


def _open(stream: BinaryIO, kind: str) -> Any:
    """The library's own file object; raises ImportError.  The same bytes give the same file: no name and no date."""
    if kind == "gzip":
        try:
            from isal import igzip
        except ImportError:
            import gzip

            return gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=stream, mtime=0)
        return igzip.IGzipFile(filename="", mode="wb", fileobj=stream, mtime=0)
    if kind == "zstd":
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
        return zstd.ZstdFile(stream, "wb")
    if kind == "lz4":
        import lz4.frame

        return lz4.frame.LZ4FrameFile(stream, "wb")
    if kind == "xz":
        import lzma

        return lzma.LZMAFile(stream, "wb")
    import bz2

    return bz2.BZ2File(stream, "wb")

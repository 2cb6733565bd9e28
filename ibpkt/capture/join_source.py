"""The captures of a join: when each begins, found out without keeping it open."""

from __future__ import annotations

import os
import stat
from typing import BinaryIO

from ibpkt.capture.reader import CaptureReader, open_capture
from ibpkt.capture.records import Records
from ibpkt.errors import CallerError, CaptureError

READ_AHEAD = 64 << 10
"""Bytes that are read to see when a file begins."""

Source = str | os.PathLike[str] | BinaryIO


class JoinSource:
    """One of the captures of a join.

    A file is opened to see when it begins, closed, and opened again when its turn comes; a pipe stays open.

    Args:
        source: a path, ``-`` for standard input, or a binary file object.

    Attributes:
        name: for messages.
        first_time: the time of its first packet in nanoseconds since 1970; None where it has no packet.
        size: its bytes; None for a pipe.
        damage: why not even the first packet can be read, or None.

    Raises:
        CaptureError: it cannot be read, or is no capture.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        reader = open_capture(source, read_ahead=READ_AHEAD)
        self.name: str = reader.name
        self.size: int | None = reader.size
        self.comments: list[str] = []
        chunk = next(reader.records(max_bytes=READ_AHEAD, max_records=1), None)
        self.first_time: int | None = None if chunk is None else int(chunk.time[0])
        self.damage: CaptureError | None = reader.damage
        self._begun: tuple[CaptureReader, Records] | None = None
        if chunk is not None and not can_reopen(source):
            self._begun = reader, chunk
        else:
            reader.close()

    def open(self) -> tuple[CaptureReader, Records | None]:
        """The reader, and the records that it has read already.  Raises CaptureError."""
        if self._begun is not None:
            begun, self._begun = self._begun, None
            return begun
        return open_capture(self.source, read_ahead=READ_AHEAD), None

    def close(self) -> None:
        """Close what is still open and was never asked for."""
        if self._begun is not None:
            self._begun[0].close()
            self._begun = None

    def reopened(self) -> Source:
        """What to open to read it once more.

        Raises:
            CallerError: it is no file that could be read twice.
        """
        if not can_reopen(self.source):
            raise CallerError(f"{self.name} is no file, and cannot be read twice")
        return self.source


def can_reopen(source: Source) -> bool:
    """Whether a source can be closed and opened again: a regular file, by its path."""
    return isinstance(source, str | os.PathLike) and os.fspath(source) != "-" and os.path.isfile(source)


def identity(source: Source) -> object:
    """Equal for sources that are the same file, however they are written."""
    if not isinstance(source, str | os.PathLike):
        return id(source)
    path = os.fspath(source)
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return path
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else path

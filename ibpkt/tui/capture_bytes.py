"""The bytes of a capture where they can be read at any place, by several readers at once.

A plain file is read where it lies.  What can be read only once, or only from its beginning (a pipe, a compressed file),
is copied into a temporary file that has no name, while it is already being shown.
"""

from __future__ import annotations

import contextlib
import io
import os
import stat
import sys
import tempfile
import threading
from typing import Any, BinaryIO, cast

from ibpkt.capture import CaptureReader, open_capture
from ibpkt.capture.compression import BrokenStream, RawStream, Stream, decompressed, open_file
from ibpkt.errors import CaptureError, sentence

#: bytes that are copied at once
PIECE = 1 << 20
#: seconds after which a file is asked again whether it has grown
PATIENCE = 0.1


class CaptureBytes:
    """The bytes of one capture.

    Args:
        source: a path, or a binary file object.
        name: what to call it in messages.
        follow: the file may grow, and its end is not the end of the capture.

    Attributes:
        name: likewise.
        copied: why the bytes are copied: ``a pipe``, the name of a compression, or "".

    Raises:
        CaptureError: it cannot be opened.
    """

    def __init__(self, source: str | BinaryIO, name: str, *, follow: bool = False) -> None:
        self.name = name
        self.copied: str = ""
        self._broken: BrokenStream | None = None
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._path = source if isinstance(source, str) and not follow else None
        file, _, self._is_ours = open_file(source, name)
        try:
            status = os.fstat(file.fileno())
            if stat.S_ISDIR(status.st_mode):
                raise CaptureError(name, "is a directory")
            stream, kind = decompressed(RawStream(file), name)
        except (OSError, BrokenStream) as error:
            raise CaptureError(name, sentence(error) if isinstance(error, OSError) else str(error)) from error
        self._source = file
        if kind is None and stat.S_ISREG(status.st_mode):
            self._file: BinaryIO = file
            self._ended = not follow
            return
        self.copied = kind or "a pipe"
        if kind is None:
            self._path = None
        self._file = cast(BinaryIO, tempfile.TemporaryFile(buffering=0))  # noqa: SIM115  # closed with this
        self._ended = False
        threading.Thread(target=self._copy, args=(stream,), name="copy", daemon=True).start()

    def _copy(self, stream: Stream) -> None:
        """Write what the stream brings into the temporary file."""
        piece = memoryview(bytearray(PIECE))
        try:
            at = 0
            while not self._closed.is_set() and (count := stream.readinto(piece)):
                at += self._write(piece[:count], at)
        except BrokenStream as error:
            self._broken = error
        except OSError as error:
            if not self._closed.is_set():
                self._broken = BrokenStream(f"cannot be copied: {sentence(error)}")
        except ValueError:  # closed meanwhile
            pass
        self._ended = True

    def _write(self, piece: memoryview, at: int) -> int:
        with self._lock:
            self._file.seek(at)
            left = piece
            while len(left):
                left = left[self._file.write(left) :]
        return len(piece)

    @property
    def size(self) -> int:
        """The bytes that are there so far."""
        with contextlib.suppress(OSError, ValueError):
            return os.fstat(self._file.fileno()).st_size
        return 0

    @property
    def is_growing(self) -> bool:
        """More bytes may come."""
        return not self._ended

    def read_into(self, into: memoryview, at: int) -> int:
        """Fill the front of a buffer with the bytes from a place on, as far as they are there; how many they are."""
        if sys.platform != "win32" and hasattr(os, "preadv"):
            return os.preadv(self._file.fileno(), [into], at)
        with self._lock:  # one position for all readers
            self._file.seek(at)
            return cast("int | None", self._file.readinto(into)) or 0  # type: ignore[attr-defined]

    def read(self, at: int, size: int) -> bytes:
        """Some bytes; fewer where the file has become shorter."""
        piece = bytearray(size)
        with memoryview(piece) as view:
            try:
                count = self.read_into(view, at)
            except (OSError, ValueError):
                count = 0
        return bytes(piece[:count])

    def reader(self, stop: threading.Event) -> CaptureReader:
        """A reader of the capture from its beginning, which waits where more may come.

        Args:
            stop: ends the waiting.

        Raises:
            CaptureError: it is no capture.
        """
        return open_capture(cast(BinaryIO, _TailReader(self, stop)), name=self.name)

    def another_reader(self, stop: threading.Event) -> CaptureReader:
        """The same for those who do not need the place of packets: they get the file itself, unless it grows.

        The analysis of a file looks ahead: what later packets show is known when a filter asks for it.

        Args:
            stop: ends the waiting.

        Raises:
            CaptureError: it is no capture.
        """
        if self._path is None:
            return self.reader(stop)
        return open_capture(self._path, name=self.name)

    def close(self) -> None:
        """End the copying, and give the temporary file back."""
        self._closed.set()
        self._ended = True
        if self._is_ours and self._source is not self._file and not self.copied:
            self._source.close()


class _TailReader(io.RawIOBase):
    """A file object that waits at the end of the bytes for more."""

    def __init__(self, source: CaptureBytes, stop: threading.Event) -> None:
        self._source = source
        self._stop = stop
        self._at = 0

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, into: Any) -> int:
        """Wait for a byte; 0 at the end of the capture."""
        while not self._stop.is_set():
            is_last = not self._source.is_growing  # before the read: what comes after it is seen by the next
            count = self._source.read_into(into, self._at)
            if count:
                self._at += count
                return count
            if is_last:
                if self._source._broken is not None:
                    raise self._source._broken
                return 0
            self._stop.wait(PATIENCE)
        return 0

"""Bytes in: a path, standard input or a binary file object, decompressed by content, as a stream.

Nothing here waits to fill a buffer: `readinto` returns what one read of the underlying file brought, so that a live
pipe shows each packet as it comes, and decompression holds no more than its window and a few kilobytes.
"""

from __future__ import annotations

import io
import os
import select
import stat
import sys
import time
import zlib
from collections.abc import Callable
from functools import partial
from typing import Any, BinaryIO, Protocol

from ibpkt.errors import CaptureError, optional_package, sentence

MAGICS = {
    b"\x1f\x8b": "gzip",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"\x04\x22\x4d\x18": "lz4",
    b"\xfd7zXZ\x00": "xz",
    b"BZh": "bz2",
}
LONGEST_MAGIC = max(map(len, MAGICS))

READ = 1 << 16  # compressed bytes a read
# A decompressor that meets bad data throws away what the failing call had decoded.  Small calls lose little.
FEED = 1 << 12  # compressed bytes a call
TAKE = 1 << 14  # decompressed bytes a call
MEMORY = 1 << 28  # xz: no dictionary beyond this


class BrokenStream(Exception):
    """The rest of the stream cannot be read.  The text is a clause for a CaptureError."""


class Stream(Protocol):
    """Bytes in order."""

    def readinto(self, into: memoryview) -> int:
        """Fill the front of ``into``; wait only while no byte is there.  0 is the end.  Raises BrokenStream."""

    def ready(self) -> bool:
        """Whether the next `readinto` would return at once."""


class RawStream:
    """The bytes of the file itself.

    Attributes:
        position: bytes read so far, from the beginning of the file where that is known.
        size: bytes of the whole file, None for what has no size (pipes, sockets).
        descriptor: of a file whose bytes these are, None for other file objects.
        is_regular: it is a regular file.
    """

    def __init__(self, file: Any) -> None:
        self.position: int = 0
        self.size: int | None = None
        self.descriptor: int | None = None  # not of a file that this one decompresses
        self.is_regular: bool = False
        self._returned = b""
        # A buffered file waits to fill what it is given, even with readinto1 (which reads on where its buffer was
        # not enough).  So take what it has read ahead, and then read from what is below it.
        self._buffered: Any = file if hasattr(file, "peek") and isinstance(_below(file), io.RawIOBase) else None
        self._file = file if self._buffered is None else _below(file)
        self._readinto: Callable[[memoryview], int | None] | None = getattr(
            self._file, "readinto1", getattr(self._file, "readinto", None)
        )
        if isinstance(file, io.BytesIO):
            self.position, self.size = file.tell(), file.getbuffer().nbytes
        elif isinstance(_below(file), io.FileIO):
            self.descriptor = file.fileno()
            status = os.fstat(self.descriptor)
            if stat.S_ISREG(status.st_mode):
                self.is_regular = True
                self.position, self.size = file.tell(), status.st_size

    def head(self, wanted: int) -> bytes:
        """The first bytes, fewer than ``wanted`` only at the end of the file; `readinto` gives them again."""
        kept = bytearray()
        piece = memoryview(bytearray(wanted))
        while len(kept) < wanted and (count := self.readinto(piece[: wanted - len(kept)])):
            kept += piece[:count]
        self._returned = bytes(kept) + self._returned
        return bytes(kept)

    def readinto(self, into: memoryview) -> int:
        """See `Stream.readinto`."""
        return self._give_back(into) if self._returned else self._read(into)

    def _give_back(self, into: memoryview) -> int:
        """Return bytes that were read ahead."""
        count = min(len(into), len(self._returned))
        into[:count] = self._returned[:count]
        self._returned = self._returned[count:]
        return count

    def ready(self) -> bool:
        """See `Stream.ready`; False also where that cannot be known."""
        if self.is_regular or self._returned:
            return True
        if self.descriptor is None:
            return False
        try:
            return bool(select.select([self.descriptor], [], [], 0)[0])
        except (OSError, ValueError):  # Windows selects sockets only; descriptors beyond 1023
            return False

    def _read(self, into: memoryview) -> int:
        try:
            if self._buffered is not None:
                # peek waits only where nothing was read ahead, and then makes one read.
                self._returned = self._buffered.read1(len(self._buffered.peek()))
                self._buffered = None
                if self._returned:
                    self.position += len(self._returned)
                    return self._give_back(into)
            count = self._read_once(into)
            while count is None:  # a non-blocking descriptor without data
                time.sleep(0.01)
                count = self._read_once(into)
        except OSError as error:
            raise BrokenStream(f"cannot be read: {sentence(error)}") from error
        except BrokenStream:
            raise
        except Exception as error:  # whatever a caller's own file object raises
            raise BrokenStream(f"cannot be read: {str(error) or type(error).__name__}") from error
        self.position += count
        return count

    def _read_once(self, into: memoryview) -> int | None:
        if self._readinto is not None:
            return self._readinto(into)
        piece = self._file.read(min(len(into), READ))
        if piece is None:
            return None
        if isinstance(piece, str):
            raise BrokenStream("opened as text: open it in binary mode")
        into[: len(piece)] = piece
        return len(piece)


def _below(file: Any) -> Any:
    """The raw file under a buffered one, or the file itself."""
    return getattr(file, "raw", file)


class _Gzip:
    """zlib's decompressor with the interface of all the others."""

    def __init__(self) -> None:
        self._inflate = zlib.decompressobj(31)
        self.needs_input = True

    def decompress(self, data: bytes | memoryview, max_length: int) -> bytes:
        left = self._inflate.unconsumed_tail
        out = self._inflate.decompress(left + data if left else data, max_length)
        # zlib may have taken all the input and yet hold output back: ask again until it gives less than allowed.
        self.needs_input = not self._inflate.unconsumed_tail and len(out) < max_length
        return out

    @property
    def eof(self) -> bool:
        return self._inflate.eof

    @property
    def unused_data(self) -> bytes:
        return self._inflate.unused_data


def _decompressor(kind: str) -> Callable[[], Any]:
    """A factory of decompressors for one member or frame; raises ImportError."""
    if kind == "gzip":
        try:
            from isal import igzip_lib
        except ImportError:
            return _Gzip
        return lambda: igzip_lib.IgzipDecompressor(flag=igzip_lib.DECOMP_GZIP)
    if kind == "zstd":
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
        return zstd.ZstdDecompressor
    if kind == "lz4":
        import lz4.frame

        return lz4.frame.LZ4FrameDecompressor  # type: ignore[no-any-return]
    if kind == "xz":
        import lzma

        return lambda: lzma.LZMADecompressor(memlimit=MEMORY)
    import bz2

    return bz2.BZ2Decompressor


class DecompressedStream:
    """The decompressed bytes of a stream of one or more members (gzip) or frames (zstd, lz4, xz, bz2)."""

    def __init__(self, raw: RawStream, kind: str, make: Callable[[], Any]) -> None:
        self._raw = raw
        self._kind = kind
        self._make = make
        self._one = make()
        self._page = bytearray(READ)
        self._input = memoryview(b"")  # read and not yet fed
        self._output = memoryview(b"")  # decoded and not yet given out
        self._ended = False
        self._broken: BrokenStream | None = None

    def ready(self) -> bool:
        """See `Stream.ready`.  Decodes ahead, since bytes that can be read need not decode to any."""
        try:
            while not self._output and not self._ended:
                if self._hungry() and not (self._raw.ready() and self._more()):
                    return self._ended
                self._output = memoryview(self._decode())
        except BrokenStream as error:
            self._broken = error
        return True

    def readinto(self, into: memoryview) -> int:
        """See `Stream.readinto`."""
        done = 0
        while done < len(into):
            if self._output:
                count = min(len(into) - done, len(self._output))
                into[done : done + count] = self._output[:count]
                self._output = self._output[count:]
                done += count
            elif self._ended or (done and self._hungry()):
                break  # give what there is before waiting for more
            else:
                try:
                    if not self._hungry() or self._more():
                        self._output = memoryview(self._decode())
                except BrokenStream as error:
                    self._broken = error
        if not done and self._broken is not None:
            raise self._broken
        return done

    def _hungry(self) -> bool:
        """Whether nothing can be decoded without more input."""
        return not self._input and bool(self._one.eof or self._one.needs_input)

    def _more(self) -> bool:
        """Read more input, waiting for it; False at the end."""
        try:
            count = self._raw.readinto(memoryview(self._page))
        except BrokenStream:
            self._ended = True
            raise
        if not count:
            self._ended = True
            if not self._one.eof:
                raise BrokenStream(f"the {self._kind} data ends too early")
            return False
        # A copy, since the decompressor may still refer to what it was fed.
        self._input = memoryview(bytes(self._page[:count]))
        return True

    def _decode(self) -> bytes:
        """Feed one piece and take one piece, which may be empty."""
        if self._one.eof:
            # Zero bytes between and after members are padding (tapes, xz), the rest is the next member.
            self._input = memoryview(bytes(self._input).lstrip(b"\0"))
            if not self._input:
                return b""
            self._one = self._make()
        piece = self._input[:FEED] if self._one.needs_input else memoryview(b"")
        try:
            out: bytes = self._one.decompress(piece, TAKE)
        except MemoryError:
            raise
        except Exception as error:  # each library has its own errors
            self._ended = True
            raise BrokenStream(f"broken {self._kind} data ({str(error) or type(error).__name__})") from error
        self._input = self._input[len(piece) :]
        if self._one.eof and self._one.unused_data:
            self._input = memoryview(self._one.unused_data + bytes(self._input))
        return out


def open_file(source: str | os.PathLike[str] | BinaryIO, name: str | None) -> tuple[BinaryIO, str, bool]:
    """The binary file of a source, its name for messages, and whether the reader must close it.

    ``-`` is standard input.  Raises CaptureError.
    """
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        if path == "-":
            if sys.stdin is None:
                raise CaptureError(name or "-", "standard input is closed")
            return sys.stdin.buffer, name or "-", False
        try:
            return open(path, "rb", buffering=0), name or path, True
        except (OSError, ValueError) as error:
            raise CaptureError(name or path, sentence(error)) from error
    if name is None:
        own = getattr(source, "name", None)
        name = own if isinstance(own, str) else "<stream>"
    return source, name, False


def decompressed(raw: RawStream, name: str) -> tuple[Stream, str | None]:
    """The stream of a file's content, and the name of its compression.  Raises CaptureError and BrokenStream."""
    head = raw.head(LONGEST_MAGIC)
    kind = next((kind for magic, kind in MAGICS.items() if head.startswith(magic)), None)
    if kind is None and head[1:4] == b"\x2a\x4d\x18" and 0x50 <= head[0] <= 0x5F:
        kind = "zstd"  # a skippable frame: pzstd begins with one
    if kind is None:
        return raw, None
    reason = f"compressed with {kind}, which needs a package: pip install ibpkt[compression]"
    with optional_package(partial(CaptureError, name, reason)):
        make = _decompressor(kind)
    return DecompressedStream(raw, kind, make), kind

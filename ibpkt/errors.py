"""What can go wrong, and whose fault it is.

Three branches: what the *file* did wrong (`CaptureError`), what the *packet* did wrong (`PacketError`),
what the *caller* did wrong (`CallerError`).  Each carries its facts as attributes and says them in one sentence;
the command line prints that sentence and the exit code, never a traceback.
"""

from __future__ import annotations

import errno
import functools
from collections.abc import Iterable
from typing import Any


def escape_text(text: str) -> str:
    """Text out of a file, or its name: what does not print (controls, direction marks) is written as an escape."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def sentence(error: OSError) -> str:
    """What the operating system says, as a clause."""
    if error.errno == errno.ENOENT:
        return "no such file"
    text = error.strerror or str(error) or type(error).__name__
    return text[0].lower() + text[1:]


class IbpktError(Exception):
    """The root of every error that ibpkt raises on purpose."""


class CaptureError(IbpktError):
    """A capture file that cannot be read, not to its end, or not be written.

    Attributes:
        file: the name of the file, ``-`` for standard input.
        reason: what is wrong, without the file's name.
        offset: the byte in the (decompressed) file at which it shows, or None.
        packet: the number of the packet (from 1) that could not be read, or None.
    """

    def __init__(self, file: str, reason: str, *, offset: int | None = None, packet: int | None = None) -> None:
        self.file = file
        self.reason = reason
        self.offset = offset
        self.packet = packet
        where = f" in packet {packet}" if packet is not None else ""
        at = f" at byte {offset}" if offset is not None else ""
        super().__init__(escape_text(f"{file}: {reason}{where}{at}"))

    def __reduce__(self) -> tuple[Any, ...]:
        return functools.partial(type(self), offset=self.offset, packet=self.packet), (self.file, self.reason)


class PacketError(IbpktError):
    """A packet that could not be decoded to its end (raised by ``decode(…, strict=True)`` only).

    Attributes:
        reason: ``cut`` (by the capture's snap length), ``malformed`` or ``unknown``.
        layer: the name of the header that was wanted.
        offset: the byte in the packet at which that header begins.
        needed: the number of bytes that it needs, or None.
        had: the number of bytes that were there.
    """

    def __init__(self, message: str, *, reason: str, layer: str, offset: int, needed: int | None, had: int) -> None:
        self.reason = reason
        self.layer = layer
        self.offset = offset
        self.needed = needed
        self.had = had
        super().__init__(message)

    def __reduce__(self) -> tuple[Any, ...]:
        return functools.partial(type(self), **vars(self)), self.args


class CallerError(IbpktError, ValueError):
    """A name, a value or an option that does not exist or does not fit.

    Attributes:
        name: what was given.
        suggestions: the nearest names that exist, best first.
    """

    def __init__(self, message: str, *, name: str = "", known: Iterable[str] = ()) -> None:
        self.name = name
        import difflib  # late: it takes as long to import as a small capture to decode

        self.suggestions = tuple(difflib.get_close_matches(name, list(known), n=3, cutoff=0.6))
        hint = f"; did you mean {' or '.join(self.suggestions)}?" if self.suggestions else ""
        super().__init__(message + hint)

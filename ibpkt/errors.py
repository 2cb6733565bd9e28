"""Errors, by whose fault they are.

The *file* is at fault (`CaptureError`), the *packet* (`PacketError`), the *caller* (`CallerError`), or the *machine*
(`ResourceError`).  Each error carries its facts as attributes and states them in one sentence; the command line prints
that sentence, never a traceback.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from typing import Any


def escape_text(text: str) -> str:
    """Text from a file, or its name, with unprintable characters (controls, direction marks) escaped."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def sentence(error: OSError | ValueError) -> str:
    """What the operating system says, or Python about a path that it does not even ask the system for, as a clause."""
    if not isinstance(error, OSError):  # each version of Python says it with other words
        return "embedded null byte" if "embedded null" in str(error) else str(error)
    if error.errno == errno.ENOENT:
        return "no such file"
    text = error.strerror or str(error) or type(error).__name__
    return text[0].lower() + text[1:]


class IbpktError(Exception):
    """The base of all errors that ibpkt raises."""


class CaptureError(IbpktError):
    """A capture file that cannot be read, cannot be read to its end, or cannot be written.

    Attributes:
        file: the name of the file, ``-`` for standard input.
        reason: what is wrong, without the file's name.
        offset: the position in the (decompressed) file in bytes, or None.
        packet: the number of the packet (from 1) that could not be read, or None.
    """

    def __init__(self, file: str, reason: str, *, offset: int | None = None, packet: int | None = None) -> None:
        self.file = file
        self.reason = reason
        self.offset = offset
        self.packet = packet
        in_packet = f" in packet {packet}" if packet is not None else ""
        at_byte = f" at byte {offset}" if offset is not None else ""
        super().__init__(escape_text(f"{file}: {reason}{in_packet}{at_byte}"))

    def __reduce__(self) -> tuple[Any, ...]:
        return functools.partial(type(self), offset=self.offset, packet=self.packet), (self.file, self.reason)


class PacketError(IbpktError):
    """A packet that could not be decoded to its end (raised by ``decode(…, strict=True)`` only).

    Attributes:
        reason: ``cut`` (by the capture's snap length), ``malformed`` or ``unknown``.
        layer: the name of the header that could not be decoded.
        offset: its offset in the packet, in bytes.
        needed: the bytes that it needs, or None.
        had: the bytes that the packet has for it.
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


class ResourceError(IbpktError):
    """The machine has too little of something: memory, processes; or a package is there and cannot be loaded."""


class CallerError(IbpktError, ValueError):
    """A name, a value or an option that does not exist or is not valid.

    Attributes:
        name: the name that was given.
        suggestions: the nearest names that exist, best first.
    """

    def __init__(self, message: str, *, name: str = "", known: Iterable[str] = ()) -> None:
        self.name = name
        import difflib  # late: importing it takes as long as decoding a small capture

        names = [str(each) for each in (sorted(known) if isinstance(known, Set) else known)]
        telling = [each for each in names if len(each) > _TOO_SHORT or name.startswith(each)]
        self.suggestions: tuple[str, ...] = tuple(difflib.get_close_matches(name, telling, n=3, cutoff=0.6))
        hint = f"; did you mean {' or '.join(self.suggestions)}?" if self.suggestions else _all_of(names, message)
        super().__init__(message + hint)


#: names of so few letters are like any
_TOO_SHORT = 2
#: names, and characters of them, that a sentence may list
_MOST_NAMES, _LONGEST_LIST = 20, 160


def _all_of(names: Sequence[str], message: str) -> str:
    """What there is, where it is not much and the message does not say it already."""
    if not names or len(names) > _MOST_NAMES or all(each in message for each in names):
        return ""
    listed = ", ".join(names)
    return f"; there {'is' if len(names) == 1 else 'are'} {listed}" if len(listed) <= _LONGEST_LIST else ""


def root_cause(error: BaseException) -> str:
    """What is behind an error, in a line."""
    while (behind := error.__cause__ or error.__context__) is not None:
        error = behind
    return " ".join(str(error).split()) or type(error).__name__


@contextlib.contextmanager
def optional_package(missing: Callable[[], IbpktError]) -> Iterator[None]:
    """Imports of a package that need not be installed, for ``with``.

    Args:
        missing: makes the error to raise where it is not installed.

    Raises:
        IbpktError: it is not installed.
        ResourceError: it is, and cannot be loaded: there is too little memory, or it is broken.
    """
    try:
        yield
    except ImportError as error:
        if isinstance(error, ModuleNotFoundError) and not _is_there(error.name):
            raise missing() from error
        raise ResourceError(f"{error.name or 'a package'} cannot be loaded: {root_cause(error)}") from error


def _is_there(name: str | None) -> bool:
    """Whether a package is installed that Python has not found: its directory could not be read, or lacks a part."""
    top = (name or "").partition(".")[0]
    if not name or None in (sys.modules.get(name, name), sys.modules.get(top, top)):  # so a program hides a package
        return False
    import importlib.machinery  # late: it is seldom asked

    ends = ("", *importlib.machinery.all_suffixes())
    return any(os.path.lexists(os.path.join(path, top + end)) for path in sys.path for end in ends)


def reserve(size: int, package: str) -> None:
    """See that a package can get memory, where it would end the process instead of saying so.

    Args:
        size: bytes of addresses; none of them is touched.
        package: what needs them.

    Raises:
        ResourceError: there are not so many.
    """
    import mmap  # late: commands that do without are quicker

    # private where there is such a thing: a limit of data (RLIMIT_DATA) does not count what could be shared
    private = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
    try:
        mmap.mmap(-1, size, **private).close()
    except (OSError, ValueError) as error:
        raise ResourceError(f"there is too little memory for {package}") from error

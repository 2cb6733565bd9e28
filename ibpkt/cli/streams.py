"""The standard streams, also where the process was started without some of them, as daemons are, or they fail."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from typing import Any, BinaryIO

from ibpkt.errors import CaptureError


class _ClosedOutput(io.FileIO):
    """Standard output of a process that has none: whoever writes nothing to it does not miss it."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except OSError as error:
            raise OSError(error.errno, "standard output is closed") from error


def prepare() -> None:
    """Put something in the place of streams that are closed; what is printed is UTF-8, with a newline after a line.

    No file that is opened later gets one of their three numbers, which libraries print to.
    """
    for descriptor, mode in ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(descriptor)
        except OSError:
            null = os.open(os.devnull, mode)
            if null != descriptor:
                os.dup2(null, descriptor)
                os.close(null)
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(_ClosedOutput(1, "w", closefd=False)), "utf-8")
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115  # as long as we run
    if isinstance(sys.stdout, io.TextIOWrapper):  # on every system the same bytes, as what is written past it
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")


def standard_input() -> BinaryIO:
    """Standard input for bytes.

    Raises:
        CaptureError: it is closed.
    """
    if sys.stdin is None:
        raise CaptureError("-", "standard input is closed")
    return sys.stdin.buffer


def tell(sentence: str) -> None:
    """Print a sentence on standard error; that nobody can read it is no reason to stop."""
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(f"ibpkt: {sentence}\n")
        sys.stderr.flush()


def flush_output() -> None:
    """Write what is left for standard output.

    Raises:
        OSError: it cannot be written, and is dropped; the interpreter does not try again.
    """
    try:
        sys.stdout.flush()
    except OSError:
        _drop(sys.stdout)
        raise
    finally:
        with contextlib.suppress(ValueError):
            try:
                sys.stderr.flush()
            except OSError:
                _drop(sys.stderr)


def _drop(stream: Any) -> None:
    """Let what a stream holds and what it gets from now on go nowhere."""
    try:
        descriptor = stream.fileno()
    except (OSError, ValueError):  # not of the system
        return
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, descriptor)
    os.close(null)

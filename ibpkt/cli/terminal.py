"""Standard output, colours, and remarks on standard error."""

from __future__ import annotations

import io
import os
import shutil
import sys
from typing import Any, BinaryIO, cast

import click

from ibpkt.cli.progress_line import wipe
from ibpkt.cli.streams import tell
from ibpkt.errors import escape_text


class TerminalOutput(io.RawIOBase):
    """Standard output on a terminal that also shows the progress line: the line is wiped before anything is written."""

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, data: Any) -> int:
        """Write after wiping the line."""
        wipe()
        return sys.stdout.buffer.write(data)

    def flush(self) -> None:
        """Flush what was written."""
        stream = sys.stdout  # at the end of a process that was started without one it is None again
        if stream is not None and not stream.buffer.closed:
            stream.buffer.flush()


def output() -> BinaryIO:
    """Standard output for bytes: text is written as UTF-8 whatever the locale says."""
    if sys.stdout.isatty() and sys.stderr.isatty():
        return cast(BinaryIO, _TERMINAL)  # it has no descriptor: nobody may write past it
    return sys.stdout.buffer


_TERMINAL = TerminalOutput()


def say(sentence: str) -> None:
    """Print a sentence on standard error, after what was written so far."""
    sys.stdout.flush()
    wipe()
    tell(sentence)


def refuse_binary(target: str, otherwise: str) -> None:
    """See that no packets are written to a terminal.

    Args:
        target: where ``-w`` says that they go; ``-`` is standard output.
        otherwise: what to do where that is meant.

    Raises:
        click.UsageError: they would be.
    """
    if target == "-" and sys.stdout.isatty():
        raise click.UsageError(f"-w - writes packets, which are binary, to the terminal: pipe them, or {otherwise}")


def terminal_width() -> int:
    """The columns of the terminal, or what COLUMNS says; 80 where output goes elsewhere."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() or "COLUMNS" in os.environ else 80


def terminal_height() -> int:
    """The lines of the terminal, or what LINES says; 24 where output goes elsewhere."""
    return shutil.get_terminal_size().lines if sys.stdout.isatty() or "LINES" in os.environ else 24


def table_width() -> int | None:
    """The columns that a table may have: those of the terminal, or what COLUMNS says; None where neither is known."""
    if sys.stdout.isatty() or os.environ.get("COLUMNS"):
        return shutil.get_terminal_size().columns
    return None


def use_color(choice: str) -> bool:
    """Whether to use colours: ``always``, ``never``, or ``auto`` (on a terminal, unless NO_COLOR is set)."""
    if choice == "auto":
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return choice == "always"


def remark(name: str, sentence: str) -> None:
    """Print a remark about a file on standard error, after what was written about it."""
    say(f"{escape_text(name)}: {sentence}")


def remark_given_up(name: str, flows: int, what: str = "flows") -> None:
    """Say how many flows, or other things, of a file were given up, if any were."""
    if flows:
        remark(name, f"there were too many {what} at once: {flows} were given up early")

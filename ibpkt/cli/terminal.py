"""Standard output, colours, and remarks on standard error."""

from __future__ import annotations

import os
import shutil
import sys
from typing import BinaryIO

import click

from ibpkt.errors import escape_text


def output() -> BinaryIO:
    """Standard output for bytes: text is written as UTF-8 whatever the locale says."""
    return sys.stdout.buffer


def use_color(choice: str) -> bool:
    """Whether to use colours: ``always``, ``never``, or ``auto`` (on a terminal, unless NO_COLOR is set)."""
    if choice == "auto":
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return choice == "always"


def terminal_width() -> int:
    """Columns of the terminal that standard output is; 80 where it is none."""
    return shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() else 80


def remark(name: str, sentence: str) -> None:
    """Print a remark about a file on standard error, after what was written about it."""
    sys.stdout.flush()
    click.echo(f"ibpkt: {escape_text(name)}: {sentence}", err=True)


def remark_given_up(name: str, flows: int) -> None:
    """Say how many flows of a file were given up, if any were."""
    if flows:
        remark(name, f"there were too many flows at once: {flows} were given up early")

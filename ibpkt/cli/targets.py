"""What a command may write over: no file that it reads, and not what it writes elsewhere."""

from __future__ import annotations

import os
from collections.abc import Iterable

import click

from ibpkt.errors import escape_text


def is_same_file(one: str, other: str) -> bool:
    """Whether two names are of one file, which need not exist yet; standard input and output are no files."""
    if "-" in (one, other):
        return False
    if os.path.isfile(one) and os.path.exists(other):
        return os.path.samefile(one, other)
    return os.path.realpath(one) == os.path.realpath(other)


def refuse_own_input(target: str, names: Iterable[str], option: str, otherwise: str) -> None:
    """See that a capture is not replaced by what is made out of it, which nobody can undo.

    Args:
        target: the file to write.
        names: the captures.
        option: the option that names the file.
        otherwise: what to do instead.

    Raises:
        click.UsageError: it would be.
    """
    for name in names:
        if os.path.isfile(target) and is_same_file(target, name):
            raise click.UsageError(f"{option} {escape_text(target)} would replace a FILE that is read: {otherwise}")

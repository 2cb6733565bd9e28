"""Captures wherever they are: paths, and whatever fsspec reads, in ranges and without a copy on disk."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, BinaryIO

from ibpkt.errors import CallerError, CaptureError, optional_package, root_cause
from ibpkt.io import source


def opened(
    files: Sequence[str], storage: Mapping[str, Any], roce_port: int, stack: contextlib.ExitStack
) -> source.Capture:
    """Some captures as one.

    Args:
        files: paths, or addresses that fsspec knows.
        storage: options for fsspec.
        roce_port: the UDP destination port that means RoCEv2.
        stack: closes them.

    Raises:
        CallerError: fsspec is needed and not installed.
        CaptureError: a file cannot be opened.
    """
    sources: list[str | BinaryIO] = [_remote(name, storage, stack) if "://" in name else name for name in files]
    if len(sources) == 1:
        return stack.enter_context(source.open(sources[0], roce_port=roce_port))
    return stack.enter_context(source.open_joined(sources, roce_port=roce_port))


def _remote(name: str, storage: Mapping[str, Any], stack: contextlib.ExitStack) -> BinaryIO:
    protocol = name.partition("://")[0]
    with optional_package(partial(CallerError, f"{protocol}:// needs fsspec: pip install 'ibpkt[cluster]'")):
        import fsspec
    try:
        file: BinaryIO = fsspec.open(name, "rb", **storage).open()
    except (OSError, ValueError, ImportError) as error:
        raise CaptureError(name, f"cannot be opened: {root_cause(error)}") from error
    stack.callback(file.close)
    return file

"""Exports of many captures: a directory with one file per capture.

An export that is complete and up to date is not made again.  A note in the hidden directory ``.ibpkt`` records what it
was made from: size and time of the capture, and the settings.  The note is written last, so an export without one does
not count.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO

from ibpkt.errors import CallerError, CaptureError, sentence
from ibpkt.io.atomic import whole_file

#: hidden directory in which a directory of results notes what it holds
NOTES = ".ibpkt"


class ExportDirectory:
    """A directory of exports.

    Args:
        path: the directory; it is created if it does not exist.
        suffix: what the names of the exports end in, as ``.parquet``.
        settings: what besides the capture determines the contents, fit for JSON.

    Raises:
        CaptureError: the directory cannot be created.
    """

    def __init__(self, path: str, suffix: str, settings: Mapping[str, Any]) -> None:
        self.path = path
        self.suffix = suffix
        self.settings: dict[str, Any] = json.loads(json.dumps(settings))  # as it will be read again
        self._sources: dict[str, list[int]] = {}  # size and time of captures before they were read
        try:
            os.makedirs(os.path.join(path, NOTES), exist_ok=True)
        except OSError as error:
            raise CaptureError(path, f"cannot be used as a directory of exports: {sentence(error)}") from error

    def target(self, capture: str) -> str:
        """The file of a capture's export."""
        return os.path.join(self.path, os.path.basename(capture) + self.suffix)

    def check(self, captures: Sequence[str]) -> None:
        """See that no two captures have the same export.

        Raises:
            CallerError: two have, or one is standard input.
        """
        taken: dict[str, str] = {}
        for capture in captures:
            if capture == "-":
                raise CallerError("standard input has no name for a file in a directory of exports; use -w")
            other = taken.setdefault(self.target(capture), capture)
            if os.path.abspath(other) != os.path.abspath(capture):
                raise CallerError(f"{other} and {capture} would both become {self.target(capture)}")

    def has(self, capture: str) -> bool:
        """Whether the export of a capture exists, is complete, and was made from the capture as it is now.

        Raises:
            CallerError: it was made from another capture, which still exists.
        """
        note = self._note(capture)
        if note is None:
            return False
        source = note.pop("capture", "")
        if note == self._state(capture):
            return True
        if source != os.path.realpath(capture) and os.path.exists(source):
            mismatch = f"{self.target(capture)} was made from {source}, not from {capture}"
            raise CallerError(f"{mismatch}: name another directory, or --force it")
        return False

    def outdated(self, captures: Sequence[str], force: bool = False) -> tuple[str, ...]:
        """The captures to export, as they are now; call it before any of them is read.

        Args:
            captures: without repetitions.
            force: export those too whose export is up to date.

        Raises:
            CallerError: see `check` and `has`.
        """
        self.check(captures)
        names = tuple(name for name in captures if force or not self.has(name))
        self._sources.update((name, _size_and_time(name)) for name in names)
        return names

    @contextlib.contextmanager
    def writing(self, capture: str) -> Iterator[BinaryIO]:
        """A stream for the export of a capture; the file takes its name at the end of the block.

        Raises:
            CaptureError: it cannot be written; nothing is left of it.
        """
        self._sources.setdefault(capture, _size_and_time(capture))
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self._note_file(capture))
        with whole_file(self.target(capture)) as stream:
            yield stream

    def done(self, capture: str) -> None:
        """Note that the export of a capture is complete and need not be made again.

        Raises:
            CaptureError: the note cannot be written.
        """
        note = {**self._state(capture), "source": self._sources.pop(capture), "capture": os.path.realpath(capture)}
        with whole_file(self._note_file(capture)) as stream:
            stream.write(json.dumps(note).encode() + b"\n")

    def _note_file(self, capture: str) -> str:
        return os.path.join(self.path, NOTES, os.path.basename(self.target(capture)) + ".json")

    def _note(self, capture: str) -> dict[str, Any] | None:
        try:
            with open(self._note_file(capture), encoding="utf-8") as file:
                note = json.load(file)
        except (OSError, ValueError):
            return None
        return note if isinstance(note, dict) else None

    def _state(self, capture: str) -> dict[str, Any]:
        """What a note would hold now."""
        export = _size_and_time(self.target(capture))
        return {"settings": self.settings, "source": _size_and_time(capture), "export": export}


def _size_and_time(path: str) -> list[int]:
    """Size in bytes and modification time in nanoseconds; empty if there is no file."""
    try:
        status = os.stat(path)
    except OSError:
        return []
    return [status.st_size, status.st_mtime_ns]

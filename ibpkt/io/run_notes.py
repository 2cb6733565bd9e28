"""What runs over many files have done so far, so that an interrupted one goes on where it was.

A note is the result of one file.  Its name is a hash of all that the result depends on: the file's content, its name,
the version of ibpkt and the settings.  So a note is right or not there, whoever reads it and in which order.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from ibpkt.errors import CaptureError, sentence
from ibpkt.io.atomic import whole_file

#: the form of notes
FORMAT = "ibpkt run note 1"
_SUFFIX = ".note"


class RunNote(NamedTuple):
    """The result of a file.

    Attributes:
        about: values that JSON has.
        out: what was written to standard output.
        err: what was written to standard error.
    """

    about: dict[str, Any]
    out: bytes
    err: bytes


class RunNotes:
    """The notes of a directory, which is created if it does not exist.

    Args:
        path: the directory.
        settings: what results depend on besides the files, fit for JSON.

    Raises:
        CaptureError: the directory cannot be created.
    """

    def __init__(self, path: str, settings: Mapping[str, Any]) -> None:
        self._path = path
        self._settings = json.dumps(settings, sort_keys=True)
        try:
            os.makedirs(path, exist_ok=True)
        except OSError as error:
            raise CaptureError(path, f"cannot be used as a directory of results: {sentence(error)}") from error

    def key(self, name: str) -> str:
        """The name of a file's note: a hash of its content, its name, the settings; empty where it cannot be read."""
        try:
            with open(name, "rb") as file:
                content = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError:
            return ""
        return hashlib.sha256(json.dumps([FORMAT, self._settings, name, content]).encode()).hexdigest()

    def read(self, key: str) -> RunNote | None:
        """A note; None where there is none, or it is damaged."""
        try:
            with open(self._file(key), "rb") as file:
                line = file.readline()
                about = json.loads(line)
                if not isinstance(about, dict) or about.pop("format", None) != FORMAT:
                    return None
                out = file.read(about.pop("out"))
                return RunNote(about, out, file.read())
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write(self, key: str, note: RunNote) -> None:
        """Keep a note, whole or not at all.

        Raises:
            CaptureError: it cannot be written.
        """
        about = {"format": FORMAT, "out": len(note.out), **note.about}
        with whole_file(self._file(key)) as stream:
            stream.write(json.dumps(about).encode() + b"\n")
            stream.write(note.out)
            stream.write(note.err)

    def _file(self, key: str) -> str:
        return os.path.join(self._path, key + _SUFFIX)

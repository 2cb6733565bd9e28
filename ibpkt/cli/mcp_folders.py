"""The folders that an assistant may read: names become captures in them, or an error."""

from __future__ import annotations

import itertools
import os
import stat
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ibpkt.errors import CaptureError, escape_text, sentence

#: endings of captures, before those of compression
ENDINGS = (".pcap", ".pcapng", ".ntar", ".cap", ".erf")
PACKED = (".gz", ".bz2", ".xz", ".zst", ".lz4")
#: captures that are listed, and files that are looked at for it
MOST_LISTED = 1000
MOST_SEEN = 100_000
#: characters of a name
_LONGEST = 4096


class FolderFile(NamedTuple):
    """A capture in a folder.

    Attributes:
        folder: the folder, without symbolic links.
        name: its path from there, likewise.
        state: what tells whether it has changed: size and time.
    """

    folder: str
    name: str
    state: tuple[int, int]


class CaptureFolders:
    """Folders whose captures may be read.

    A name is a path from one of the folders, or a whole path. Symbolic links are followed first: what counts is where a
    file is. Anyone with write access to the folders is trusted.

    Args:
        names: the folders.

    Raises:
        CaptureError: one is not there, or is no folder.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.folders: list[str] = []
        for name in names:
            try:
                path = os.path.realpath(name, strict=True)
                os.scandir(path).close()
            except OSError as error:
                raise CaptureError(name, sentence(error)) from error
            self.folders.append(path)
        self.folders = list(dict.fromkeys(self.folders))

    def find(self, name: str) -> FolderFile:
        """The capture of a name.

        Raises:
            CaptureError: no folder has it; the error does not tell whether it is elsewhere. Or several have it.
        """
        unknown = CaptureError(name[:_LONGEST], "there is no such capture in the folders of this server")
        if not name or len(name) > _LONGEST or "\0" in name:
            raise unknown
        found = {file[:2]: file for folder in self.folders if (file := self._in(os.path.join(folder, name)))}
        if not found:
            raise unknown
        if len(found) > 1:
            raise CaptureError(name, f"{len(found)} folders have it: give its whole path")
        return next(iter(found.values()))

    def _in(self, path: str) -> FolderFile | None:
        """The file behind a path, if it is a regular file in a folder."""
        try:
            real = os.path.realpath(path, strict=True)
            found = os.stat(real)
        except (OSError, ValueError):  # a name that the file system cannot have
            return None
        # the innermost folder, where they lie in one another
        homes = [folder for folder in self.folders if real.startswith(folder.rstrip(os.sep) + os.sep)]
        if not homes or not stat.S_ISREG(found.st_mode):
            return None
        home = max(homes, key=len)
        return FolderFile(home, os.path.relpath(real, home), (found.st_size, found.st_mtime_ns))

    def listing(self) -> dict[str, object]:
        """The captures of all folders: names, folders and sizes; and whether there are more."""
        rows = list(itertools.islice(self._captures(), MOST_LISTED + 1))
        captures = [
            {"file": escape_text(file.name), "folder": escape_text(file.folder), "bytes": file.state[0]}
            for file in rows[:MOST_LISTED]
        ]
        return {"captures": captures, "more": len(rows) > MOST_LISTED}

    def _captures(self) -> Iterator[FolderFile]:
        seen = set()
        for path in itertools.islice(self._paths(), MOST_SEEN):
            lower = path.lower()
            for ending in PACKED:
                lower = lower.removesuffix(ending)
            file = self._in(path) if lower.endswith(ENDINGS) else None
            if file is not None and file not in seen:  # links lead to files that have been listed
                seen.add(file)
                yield file

    def _paths(self) -> Iterator[str]:
        for folder in self.folders:
            for place, names, files in os.walk(folder):
                # a folder in another one is walked by itself
                names[:] = sorted(name for name in names if os.path.join(place, name) not in self.folders)
                yield from (os.path.join(place, name) for name in sorted(files))

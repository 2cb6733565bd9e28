"""An object of JSON whose long list comes last in it and is known first."""

from __future__ import annotations

import tempfile
from typing import Any

from ibpkt.cli.common import output
from ibpkt.output.table import json_text

#: bytes of main memory; what is more goes to a temporary file
ROOM = 1 << 20


class Spool:
    """The items of the list, of which there may be millions."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(max_size=ROOM)  # noqa: SIM115  # closed by write
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, item: Any) -> None:
        """Keep an item for later."""
        self._file.write(((", " if self._count else "") + json_text(item)).encode())
        self._count += 1

    def write(self, head: dict[str, Any], key: str | None) -> None:
        """Print a line with the object, and forget the items.

        Args:
            head: what stands before the list.
            key: of the list, None to leave it out.
        """
        start = json_text(head)
        out = output()
        with self._file as file:
            if key is None:
                out.write(f"{start}\n".encode())
                return
            out.write(f"{start[:-1]}, {json_text(key)}: [".encode())
            file.seek(0)
            while piece := file.read(1 << 20):
                out.write(piece)
        out.write(b"]}\n")

"""Traces as files: JSON in the Trace Event Format, written as events come."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import BinaryIO

from ibpkt.plot.trace_tracks import TraceEvent


class TraceFile:
    """Writes events to a file.

    Args:
        out: the file; it stays open.
    """

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
        self._between = '{"displayTimeUnit":"ns","traceEvents":[\n'

    def write(self, event: TraceEvent) -> None:
        """Write the next event."""
        self._out.write((self._between + self._encode(event)).encode())
        self._between = ",\n"

    def end(self, about: Mapping[str, object]) -> None:
        """There are no more.

        Args:
            about: what viewers show about the whole trace.
        """
        begin = "\n" if self._between == ",\n" else self._between
        self._out.write(f'{begin}],"otherData":{self._encode(about)}}}\n'.encode())

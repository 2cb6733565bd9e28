"""The packets that a display filter lets through, found in the background."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ibpkt.arrays import Ints
from ibpkt.errors import CallerError, CaptureError
from ibpkt.filter import Filter
from ibpkt.io.source import Capture
from ibpkt.tui.background_pace import BackgroundPace
from ibpkt.tui.capture_bytes import CaptureBytes


class FilteredRows:
    """Reads a capture once more and keeps the packets that match: 4 bytes a packet that does.

    Args:
        wanted: the filter.
        source: the bytes of the capture.
        roce_port: the UDP destination port that means RoCEv2.

    Attributes:
        wanted: likewise.
        looked_at: packets that have been looked at.
        is_complete: all of them have.
        trouble: why it ended early, in a sentence; "" where it did not.
    """

    def __init__(self, wanted: Filter, source: CaptureBytes, *, roce_port: int) -> None:
        self.wanted: Filter = wanted
        self.looked_at: int = 0
        self.is_complete: bool = False
        self.trouble: str = ""
        self._source = source
        self._roce_port = roce_port
        self._parts: list[NDArray[np.uint32]] = []
        self._joined: NDArray[np.uint32] = np.zeros(0, np.uint32)

    def run(self, pace: BackgroundPace) -> None:
        """Look at the capture to its end, or until it is stopped."""
        try:
            with Capture(self._source.another_reader(pace.stop), roce_port=self._roce_port) as capture:
                capture.follow(self.wanted.fields)
                for batch in capture.batches():
                    if not pace.step():
                        return
                    rows = np.flatnonzero(self.wanted.rows(batch))
                    if len(rows):
                        self._parts.append((batch.frames.number_of[rows] - 1).astype(np.uint32))
                    self.looked_at += len(batch)
                    del batch  # its buffer is used again for the next
        except (CallerError, CaptureError) as error:
            self.trouble = str(error)
        self.is_complete = not pace.stop.is_set()

    def rows(self) -> Ints:
        """The packets found so far, ascending."""
        count = len(self._parts)  # others may be added meanwhile
        if count:
            self._joined = np.concatenate([self._joined, *self._parts[:count]])
            del self._parts[:count]
        return self._joined.astype(np.int64)

"""Progress on standard error, while a capture is read."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator

from ibpkt.batch import Batch
from ibpkt.cli.progress_line import ProgressLine, wipe
from ibpkt.io.source import Capture

#: seconds of work before the line appears
PATIENCE = 1.0


def with_progress(batches: Iterator[Batch], *captures: Capture, label: str = "") -> Iterator[Batch]:
    """The batches, with a progress line where reading takes long and standard error is a terminal.

    Args:
        batches: of the captures.
        captures: what is read; of a pipe nobody knows how much is left.
        label: text before the bar.
    """
    sizes = [size for capture in captures if (size := capture.reader.size) is not None]
    if len(sizes) < len(captures) or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield from batches
        return
    begin = time.monotonic()
    line = ProgressLine(sum(sizes), label, begin)
    packets = 0
    try:
        for batch in batches:
            count = len(batch)
            yield batch
            packets += count
            del batch
            if time.monotonic() - begin > PATIENCE:
                line.update(sum(capture.reader.position for capture in captures), packets)
    finally:
        wipe()

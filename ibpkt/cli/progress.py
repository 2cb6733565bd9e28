"""A progress bar on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any

from ibpkt.batch import Batch
from ibpkt.io.source import Capture

#: seconds of work before the bar appears
PATIENCE = 1.0


def with_progress(
    batches: Iterator[Batch], capture: Capture, *, to_file: bool = False, label: str = ""
) -> Iterator[Batch]:
    """The batches, with a progress bar where reading takes long and standard error is a terminal.

    Args:
        batches: of the capture.
        capture: what is read.
        to_file: nothing goes to standard output, so that a terminal there does not matter.
        label: text before the bar.
    """
    size = capture.reader.size
    if size is None or not sys.stderr.isatty() or (sys.stdout.isatty() and not to_file):
        yield from batches
        return
    begin = time.monotonic()
    bar: Any = None
    packets = 0
    try:
        for batch in batches:
            yield batch
            packets += len(batch)
            del batch
            if bar is None and time.monotonic() - begin > PATIENCE:
                bar = _bar(size, label)
            if bar is not None:
                bar.update(0, completed=capture.reader.position, packets=packets)
    finally:
        if bar is not None:
            bar.stop()


def _bar(size: int, label: str) -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

    bar = Progress(
        TextColumn(label, markup=False),
        BarColumn(),
        TextColumn("{task.fields[packets]:,} packets"),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    bar.add_task("", total=size, packets=0)
    bar.start()
    return bar

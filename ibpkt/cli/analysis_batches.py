"""How the commands read captures whose packets go through the analysis."""

from __future__ import annotations

from collections.abc import Iterator

from ibpkt.batch import Batch
from ibpkt.cli.files import Files, collect_seldom
from ibpkt.io.source import Capture

#: the size of batches: many packets share the steps of the analysis, and stay in the cache; half as many packets again
#: take no less time, and 30 MiB more
BATCH_PACKETS, BATCH_BYTES = 40960, 5 << 20


#: the size of batches where packets are large and little is kept of them: commands move data
LARGE_BATCH = 65536, 32 << 20


def analysis_batches(
    inputs: Files, capture: Capture, size: tuple[int, int] = (BATCH_PACKETS, BATCH_BYTES)
) -> Iterator[Batch]:
    """All packets of a capture, with a progress bar, in batches that suit the analysis.

    Args:
        inputs: what reads it.
        capture: the capture.
        size: packets and bytes of a batch.
    """
    collect_seldom()
    packets, size_bytes = size
    return inputs.read(capture, max_packets=packets, max_bytes=size_bytes)

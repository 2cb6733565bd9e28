"""A picture of a whole capture."""

from __future__ import annotations

from ibpkt.arguments import checked
from ibpkt.io.source import Capture
from ibpkt.plot.capture_plot import PlotOptions
from ibpkt.plot.chart import Picture
from ibpkt.plot.kinds import make_plot


@checked
def plot(
    capture: Capture,
    kind: str,
    *,
    flow: int | None = None,
    interval: int | None = None,
    since: int | None = None,
    until: int | None = None,
    verify: bool = True,
) -> Picture:
    """A picture of a capture, as data: `picture_bytes` makes a file of it.

    Args:
        capture: one that has not been read yet; it is read to its end.
        kind: one of `ibpkt.plot.kinds.KINDS`: "sequence", "throughput" …
        flow: the number of the flow that is wanted; None for the one that says most, or for all.
        interval: nanoseconds of an interval; None for one that suits the picture.
        since: nanoseconds from the first packet from which on it is drawn; None for the first RDMA packet.
        until: likewise where it ends; None for the last one.
        verify: verify ICRCs; otherwise damaged packets are taken for intact.

    Raises:
        CallerError: there is no such kind, or no such flow in the capture, or an interval is not positive.
    """
    options = PlotOptions(capture.name, (), flow, interval, since, until, verify)
    drawn = make_plot(kind, options)
    for batch in capture.batches():
        drawn.add(batch)
        del batch  # its buffer is reused for the next
    return drawn.picture()

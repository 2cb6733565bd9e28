"""A picture of a whole capture."""

from __future__ import annotations

import os
from contextlib import nullcontext

from ibpkt.analysis.results.flow import Flow
from ibpkt.arguments import checked, one_of
from ibpkt.io.source import Capture, open as open_capture
from ibpkt.plot.capture_plot import PlotOptions
from ibpkt.plot.chart import Picture
from ibpkt.plot.picture_kinds import OF_FLOW, make_plot


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
        kind: one of `ibpkt.plot.picture_kinds.KINDS`: "sequence", "throughput" …
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


@checked
def plot_flow(
    flow: Flow,
    capture: Capture | str | os.PathLike[str],
    kind: str = "sequence",
    *,
    interval: int | None = None,
    since: int | None = None,
    until: int | None = None,
    verify: bool = True,
) -> Picture:
    """A picture of a flow: `plot` with its number.

    Args:
        flow: a flow of the capture; it has been found with the same packets.
        capture: one that has not been read yet, or the file that it is in; it is read to its end.
        kind: "sequence", "latency" or "depth".
        interval: see `plot`.
        since: likewise.
        until: likewise.
        verify: likewise.

    Raises:
        CallerError: as `plot`, or the kind is not one of a single flow.
        CaptureError: the file cannot be opened.
    """
    one_of(kind, "picture of a flow", sorted(OF_FLOW))
    with open_capture(capture) if not isinstance(capture, Capture) else nullcontext(capture) as source:
        return plot(source, kind, flow=flow.number, interval=interval, since=since, until=until, verify=verify)

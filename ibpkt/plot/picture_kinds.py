"""The kinds of pictures by the names that the command line knows."""

from __future__ import annotations

import importlib

from ibpkt.arguments import one_of
from ibpkt.plot.capture_plot import CapturePlot, PlotOptions

#: what each shows
KINDS = {
    "sequence": "PSNs over time of one flow: what is sent, acknowledged, refused, sent again",
    "throughput": "bits a second on the wire, by sender",
    "latency": "how long operations and storage commands took, as distributions",
    "depth": "messages and storage commands under way, over time",
    "congestion": "marks of switches, notifications and pauses, below the throughput",
    "matrix": "who talks to whom",
    "topology": "switches, adapters and links of the fabric, where management traffic tells of them",
}
#: those that have no axis of time, and those of a single flow
TIMELESS, OF_FLOW = frozenset({"latency", "matrix", "topology"}), frozenset({"sequence", "latency", "depth"})
#: those whose intervals can have a length
OF_INTERVALS = frozenset({"throughput", "depth", "congestion"})


def make_plot(kind: str, options: PlotOptions) -> CapturePlot:
    """What draws a kind of picture.

    Args:
        kind: one of `KINDS`.
        options: what is wanted.

    Raises:
        CallerError: there is no such kind.
    """
    name = one_of(kind, "picture", KINDS)
    module = importlib.import_module(f"ibpkt.plot.{name}")  # late: each needs another part of the analysis
    plot: CapturePlot = getattr(module, f"{name.capitalize()}Plot")(options)
    return plot

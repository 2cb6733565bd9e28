"""The page of a whole capture."""

from __future__ import annotations

from ibpkt.arguments import checked
from ibpkt.io.source import Capture
from ibpkt.plot.capture_plot import PlotOptions
from ibpkt.report.collector import ReportCollector
from ibpkt.report.page import needs_jinja, page
from ibpkt.report.sections import file_view


@checked
def report(capture: Capture, *, verify: bool = True) -> str:
    """The page of a capture as HTML.

    Args:
        capture: one that has not been read yet; it is read to its end.
        verify: verify ICRCs; otherwise damaged packets are taken for intact.

    Raises:
        CallerError: jinja2 is not installed.
    """
    needs_jinja()
    collector = ReportCollector(PlotOptions(capture.name, tuple(capture.files), verify=verify))
    for batch in capture.batches():
        collector.add(batch)
        del batch  # its buffer is reused for the next
    collector.finish()
    return page([file_view(collector, capture, "f1")])

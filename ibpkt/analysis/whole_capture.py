"""The flows, messages and findings of a whole capture, as iterators."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ibpkt.analysis.analyser import Analyser, AnalysisResult
from ibpkt.analysis.results.finding import Finding
from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.message import Message
from ibpkt.arguments import checked
from ibpkt.io.source import Capture


def analysis_results(capture: Capture, analyser: Analyser) -> Iterator[AnalysisResult]:
    """The result of each batch of a capture, then that of its end."""
    for batch in capture.batches():
        yield analyser.add(batch)
        del batch  # its buffer is reused for the next
    yield analyser.finish()


@checked
def flows(capture: Capture, *, paths: bool = True, **options: Any) -> Iterator[Flow]:
    """The flows of a capture, in the order in which they end.

    Args:
        capture: one that has not been read yet; it is read to its end.
        paths: they have what packets say of their path (`Side.path`).
        options: see `Analyser`.
    """
    for result in analysis_results(capture, Analyser(messages=False, paths=paths, **options)):
        yield from result.flows


@checked
def messages(capture: Capture, **options: Any) -> Iterator[Message]:
    """The messages of a capture, in the order in which they end.

    Args:
        capture: one that has not been read yet; it is read to its end.
        options: see `Analyser`.
    """
    for result in analysis_results(capture, Analyser(**options)):
        yield from result.messages


@checked
def findings(capture: Capture) -> Iterator[Finding]:
    """All that `ibpkt expert` reports, in the order of the packets, as far as `FindingsInOrder` tells; last, findings
    about packets that are past which only the end of the capture shows.

    Args:
        capture: one that has not been read yet; it is read to its end.
    """
    from ibpkt.analysis.checks.expert import Expert  # late: flows and messages do without its rules
    from ibpkt.analysis.checks.findings_in_order import FindingsInOrder

    expert, order = Expert(), FindingsInOrder(at_once=capture.reader.size is None)
    for batch in capture.batches():
        batch_findings = order.add(expert.findings(batch), batch.frames.number_at(0))
        del batch  # its buffer is reused for the next
        yield from batch_findings
    yield from order.finish([*expert.finish()])

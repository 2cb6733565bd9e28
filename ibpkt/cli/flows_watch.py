"""Flows while their packets come: those that have changed, or all of them in a table in its place."""

from __future__ import annotations

from collections.abc import Callable

from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.flow_ranking import FlowRanking
from ibpkt.batch import Batch
from ibpkt.cli.flows_text import FlowsShown
from ibpkt.cli.selection import Selection
from ibpkt.cli.watching import Rates, TableWatch


class FlowsWatch:
    """Shows the flows of an analysis that goes on.

    Args:
        name: of the capture.
        analyser: the analysis.
        shown: writes flows.
        rank: makes a ranking.
        selection: which flows are wanted.
        dropped: how many packets were dropped; None where nobody knows.
    """

    def __init__(
        self,
        name: str,
        analyser: Analyser,
        shown: FlowsShown,
        rank: Callable[[], FlowRanking],
        selection: Selection,
        dropped: Callable[[], int | None] = lambda: None,
    ) -> None:
        self._analyser, self._rank, self._selection = analyser, rank, selection
        self._rates = Rates(name, dropped)
        self._ended: list[Flow] = []
        self._watch = TableWatch(self._flows, shown.record, shown.table, self._rates.line)

    def add(self, batch: Batch, ended: list[Flow]) -> None:
        """A batch was analysed; some flows may have ended with it."""
        self._rates.add(len(batch), int(batch.frames.wirelen.sum()))
        self._ended += ended
        self.look()

    def _flows(self) -> list[Flow]:
        ranking = self._rank()
        ranking.add(self._ended)
        self._ended = list(ranking)  # those that are not shown now will not be shown later
        ranking.add(self._selection.flows(self._analyser.running_flows()))
        return list(ranking)

    def look(self) -> None:
        """Show them, if it is time for it."""
        self._watch.look()

    def end(self) -> None:
        """Make room for the result."""
        self._watch.end()

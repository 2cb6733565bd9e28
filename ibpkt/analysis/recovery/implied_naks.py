"""Answers that show that the response to an earlier READ or atomic is missing.

Source: IBA 1, 9.7.5.1.3.
"""

from __future__ import annotations

from collections.abc import Iterable

from ibpkt.analysis.recovery.kinds import IMPLIED_NAK
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.run_state import run_from_ints, run_to_ints
from ibpkt.analysis.recovery.verdict import Verdict
from ibpkt.protocols import PSN_MASK

MAX_OPEN = 64


class ImpliedNaks:
    """Responses that are missing so far.  A response that was only overtaken comes before anything asks for it again.

    Attributes:
        given_up: missing responses that were told undecided, since there were too many.
    """

    def __init__(self) -> None:
        self._open: list[tuple[Run, int, int]] = []  # the answer, the missing PSNs
        self.given_up = 0

    def answer(self, run: Run, reads: Iterable[tuple[int, int]]) -> list[Verdict]:
        """An answer came.

        Args:
            run: the answer, or responses.
            reads: the PSNs of READs and atomics whose responses were not complete before it, ascending.
        """
        if self._open and run.kind is RunKind.RESPONSES:  # what it has was only overtaken
            self._open = [found for found in self._open if not run.first <= found[1] < run.end]
        missing = [(max(first, run.acked), min(end, run.first)) for first, end in reads]
        missing = [(first, end) for first, end in missing if first < end]
        if missing:
            self._open.append((run, missing[0][0], missing[-1][1]))
        if len(self._open) <= MAX_OPEN:
            return []
        self.given_up += 1
        return [_verdict(*self._open.pop(0))]

    def repeated(self, run: Run) -> list[Verdict]:
        """Requests are sent again: what they ask for was lost, not overtaken."""
        if not self._open:
            return []
        told = [found for found in self._open if run.first < found[2]]
        self._open = [found for found in self._open if found not in told]
        return [_verdict(*found) for found in told]

    def finish(self) -> list[Verdict]:
        """The capture ends: nothing has brought what is missing."""
        told, self._open = self._open, []
        return [_verdict(*found) for found in told]

    def rows(self) -> list[tuple[int, ...]]:
        """What is open, as integers."""
        return [(first, end, *run_to_ints(run)) for run, first, end in self._open]

    def restore(self, rows: Iterable[tuple[int, ...]]) -> None:
        """Go on with what was open."""
        for first, end, *values in rows:
            run = run_from_ints(values)
            assert run is not None
            self._open.append((run, first, end))


def _verdict(run: Run, first: int, end: int) -> Verdict:
    facts = {"psn": run.first & PSN_MASK, "missing": first & PSN_MASK}
    return Verdict(IMPLIED_NAK, run, 1, facts, (run.frame,), run.first, run.end)

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

    Then the requester may have dropped the one that overtook it, and asks for that again.  While it has to go back
    already, it takes no notice of what else is missing.

    Attributes:
        given_up: missing responses that were told undecided, since there were too many.
        next: the PSN up to which a repetition under way has come; -1 for none.
    """

    def __init__(self) -> None:
        self._open: list[tuple[Run, int, int]] = []  # the answer, the missing PSNs
        self._overtook: list[tuple[Run, int, int]] = []  # likewise, where these have come
        self.given_up = 0
        self.next = -1

    def answer(self, run: Run, reads: Iterable[tuple[int, int]]) -> list[Verdict]:
        """An answer came.

        Args:
            run: the answer, or responses.
            reads: the PSNs of READs and atomics whose responses were not complete before it, ascending.
        """
        if self._open and run.kind is RunKind.RESPONSES:  # what it has was only overtaken
            came = [found for found in self._open if run.first <= found[1] < run.end]
            self._open = [found for found in self._open if found not in came]
            self._overtook = [*self._overtook, *came][-MAX_OPEN:]
        missing = [(max(first, run.acked), min(end, run.first)) for first, end in reads]
        missing = [(first, end) for first, end in missing if first < end]
        if missing and not 0 <= self.next <= missing[0][0]:
            self._open.append((run, missing[0][0], missing[-1][1]))
        if len(self._open) <= MAX_OPEN:
            return []
        self.given_up += 1
        return [_verdict(*self._open.pop(0))]

    def requests(self, run: Run) -> list[Verdict]:
        """Requests.  Where they are sent again, what they ask for was lost, not overtaken."""
        if not run.again:
            self.next = -1
            return []
        self.next = run.end
        if not self._open and not self._overtook:
            return []
        missing = [found for found in self._open if run.first < found[2]]
        dropped = [found for found in self._overtook if run.reads and run.first == found[0].first]
        self._open = [found for found in self._open if found not in missing]
        self._overtook = [found for found in self._overtook if found not in dropped]
        told: list[tuple[Run, int, int]] = []
        for found in sorted((*missing, *dropped), key=lambda found: found[0].frame):
            if all(found[1] < before[1] for before in told):
                told.append(found)
        return [_verdict(*found) for found in told]

    def finish(self) -> list[Verdict]:
        """The capture ends: nothing has brought what is missing."""
        told, self._open, self._overtook = self._open, [], []
        return [_verdict(*found) for found in told]

    def rows(self) -> list[tuple[int, ...]]:
        """What is open, and what was overtaken, as integers."""
        both = ((0, self._open), (1, self._overtook))
        return [(came, first, end, *run_to_ints(run)) for came, some in both for run, first, end in some]

    def restore(self, rows: Iterable[tuple[int, ...]]) -> None:
        """Go on with what was open."""
        for came, first, end, *values in rows:
            run = run_from_ints(values)
            assert run is not None
            (self._overtook if came else self._open).append((run, first, end))


def _verdict(run: Run, first: int, end: int) -> Verdict:
    facts = {"psn": run.first & PSN_MASK, "missing": first & PSN_MASK}
    return Verdict(IMPLIED_NAK, run, 1, facts, (run.frame,), run.first, run.end)

"""Copies of requests that the network made: whether they have reached the responder.

The capture may have them only.  Where the responder answers one, it gets the others, too; it need not answer each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ibpkt.analysis.recovery.kinds import DUPLICATE_REQUEST
from ibpkt.analysis.recovery.logged_requests import LoggedRequests, Range
from ibpkt.analysis.recovery.responder_verdicts import run_verdicts
from ibpkt.analysis.recovery.run import Run
from ibpkt.analysis.recovery.run_state import run_from_ints, run_to_ints
from ibpkt.analysis.recovery.verdict import Verdict

MAX_COPIES = 64


class CopiedRequests:
    """The copies of one half that are not answered, until one is.

    Attributes:
        arrive: the responder has answered a copy.
        given_up: copies that were dropped undecided, since there were too many.
    """

    def __init__(self) -> None:
        self.arrive = False
        self.given_up = 0
        self._unanswered: list[tuple[Run, int, int]] = []  # and their PSNs

    def settle(self, entry: LoggedRequests, *, may_be_lost: bool) -> Iterator[Verdict]:
        """Nothing will change what is known of some copies.

        Args:
            entry: the copies.
            may_be_lost: packets are lost behind the tap: those that are not answered may be among them.
        """
        answered, others = entry.split(entry.duplicates, entry.answers)
        yield from run_verdicts(DUPLICATE_REQUEST, entry, answered, entry.proof)
        self.arrive |= bool(answered)
        if not may_be_lost:
            self._unanswered += [(entry.pieces[0], *part) for part in others]
        if self.arrive:
            yield from self._tell()
        elif len(self._unanswered) > MAX_COPIES:
            del self._unanswered[0]
            self.given_up += 1

    def _tell(self) -> Iterator[Verdict]:
        for run, first, end in self._unanswered:
            whole: list[Range] = [(first, end)]
            yield from run_verdicts(DUPLICATE_REQUEST, LoggedRequests([run], 0, 0), whole, ())
        self._unanswered.clear()

    def rows(self) -> list[tuple[int, ...]]:
        """Those that are not answered, as integers."""
        return [(first, end, *run_to_ints(run)) for run, first, end in self._unanswered]

    def restore(self, rows: Iterable[tuple[int, ...]]) -> None:
        """Go on with those that were not answered."""
        for first, end, *values in rows:
            run = run_from_ints(values)
            assert run is not None
            self._unanswered.append((run, first, end))

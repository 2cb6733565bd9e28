"""ACKs of what was not sent: the capture lacks the requests, or the ACKs are wrong; later requests show which."""

from __future__ import annotations

from ibpkt.analysis.recovery.responder_verdicts import early_verdict, unsent_verdict
from ibpkt.analysis.recovery.run import Run
from ibpkt.analysis.recovery.run_state import run_from_ints, run_to_ints
from ibpkt.analysis.recovery.verdict import Verdict

MAX_ACKS = 64
#: ACKs whose requests come just behind them that show that the capture has answers too early, not one wrong ACK
MANY_EARLY = 3
#: nanoseconds that an answer may come before its request where the clocks of two capture points differ
MOST_EARLY = 1_000_000


class UnsentAcks:
    """The ACKs of one half whose requests were not seen so far.

    Attributes:
        open: ACKs of requests that the capture has not shown yet.
        early: ACKs whose requests came soon behind them, `MANY_EARLY` at most: if so many do, all others may, too.
        given_up: ACKs reported as wrong without proof, because too many of them were open.
    """

    def __init__(self) -> None:
        self.given_up = 0
        self.open: list[Run] = []
        self.early: list[Run] = []

    def add(self, run: Run) -> list[Verdict]:
        """Add ACKs of requests that were not seen yet; returns the verdict on the oldest if too many are open."""
        if self.are_early:
            return []
        self.open.append(run)
        if len(self.open) <= MAX_ACKS:
            return []
        self.given_up += 1
        return [unsent_verdict(self.open.pop(0))]

    def decide(self, run: Run) -> tuple[int, list[Verdict]]:
        """Requests show whether the capture lacks the ones before, or an ACK was wrong.

        Returns:
            The PSN up to which correct ACKs prove that requests were received, -1 for none; and verdicts on the others.
        """
        if run.end <= run.sent:
            return -1, []
        missed, told = -1, []
        unsent, self.open = self.open, []
        for ack in unsent:
            is_soon = run.time - ack.last_time <= MOST_EARLY
            if run.sent <= ack.first < run.first:
                missed = max(missed, ack.end)
            elif is_soon and ack.first >= run.first:
                (self.early if ack.first < run.end else self.open).append(ack)
            else:
                told.append(unsent_verdict(ack))
        if self.are_early:
            del self.early[MANY_EARLY:]
            self.open = []
            told.append(early_verdict(self.early, run))
        return missed, told

    @property
    def are_early(self) -> bool:
        """Whether the capture has the answers of this half before their requests."""
        return len(self.early) >= MANY_EARLY

    def finish(self, *, begun: bool) -> list[Verdict]:
        """The connection or the capture is over.

        Args:
            begun: the capture has its beginning, and so all of its requests.
        """
        left, self.open = self.open, []
        if not self.are_early:
            left, self.early = sorted([*self.early, *left], key=_frame), []
        return [unsent_verdict(run) for run in left if begun]

    def rows(self) -> list[tuple[int, ...]]:
        """Those that are kept, as integers."""
        return [(is_early, *run_to_ints(run)) for is_early, runs in enumerate((self.open, self.early)) for run in runs]

    def fill(self, rows: list[tuple[int, ...]]) -> None:
        """Take over such rows."""
        self.open, self.early = (
            list(filter(None, (run_from_ints(run) for is_early, *run in rows if is_early == which))) for which in (0, 1)
        )


def _frame(run: Run) -> int:
    return run.frame

"""ACKs of what was not sent: the capture lacks the requests, or the ACKs are wrong; later requests show which."""

from __future__ import annotations

from ibpkt.analysis.recovery.responder_verdicts import unsent_verdict
from ibpkt.analysis.recovery.run import Run
from ibpkt.analysis.recovery.run_state import run_from_ints, run_to_ints
from ibpkt.analysis.recovery.verdict import Verdict

MAX_ACKS = 64


class UnsentAcks:
    """The ACKs of one half whose requests were not seen so far.

    Attributes:
        open: ACKs of requests that the capture has not shown yet.
        given_up: ACKs reported as wrong without proof, because too many of them were open.
    """

    def __init__(self) -> None:
        self.given_up = 0
        self.open: list[Run] = []

    def add(self, run: Run) -> list[Verdict]:
        """Add ACKs of requests that were not seen yet; returns the verdict on the oldest if too many are open."""
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
        unsent, self.open = self.open, []
        missed = [ack for ack in unsent if run.sent <= ack.first < run.first]
        told = [unsent_verdict(ack) for ack in unsent if ack not in missed]
        return max((ack.end for ack in missed), default=-1), told

    def finish(self, *, begun: bool) -> list[Verdict]:
        """The connection or the capture is over.

        Args:
            begun: the capture has its beginning, and so all of its requests.
        """
        left, self.open = self.open, []
        return [unsent_verdict(run) for run in left if begun]

    def rows(self) -> list[tuple[int, ...]]:
        """Those that are kept, as integers."""
        return [run_to_ints(run) for run in self.open]

    def fill(self, rows: list[tuple[int, ...]]) -> None:
        """Take over such rows."""
        self.open = list(filter(None, map(run_from_ints, rows)))

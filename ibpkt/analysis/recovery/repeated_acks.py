"""Repeated ACKs: which duplicates they answer, and those that nothing explains.

Source: IBA 1, 9.7.5.1.2 and 9.7.7.2.
"""

from __future__ import annotations

import itertools

from ibpkt.analysis.recovery.logged_requests import LoggedRequests
from ibpkt.analysis.recovery.request_log import RequestLog
from ibpkt.analysis.recovery.responder_verdicts import ghost_verdict
from ibpkt.analysis.recovery.run import Run
from ibpkt.analysis.recovery.run_state import run_from_ints, run_to_ints
from ibpkt.analysis.recovery.verdict import Verdict
from ibpkt.protocols import CREDITS, VALUE

MAX_ACKS = 64


def _brings_credits(run: Run) -> bool:
    """Whether ACKs grant any credits, and not as many as one likes (IBA 1, 9.7.7.2)."""
    return (CREDITS[run.code & VALUE] or 0) > 0


class RepeatedAcks:
    """The repeated ACKs of one half that nothing explains so far.

    Args:
        log: the requests that they may answer; what they answer is noted there.

    Attributes:
        open: ACKs that nothing explains so far.
        given_up: ACKs that were dropped undecided, since there were too many.
    """

    def __init__(self, log: RequestLog) -> None:
        self.given_up = 0
        self._log = log
        self.open: list[Run] = []

    def add(self, run: Run) -> None:
        """Nothing explains these so far."""
        self.open.append(run)
        if len(self.open) > MAX_ACKS:
            del self.open[0]
            self.given_up += 1

    def assign(self, run: Run, since: int = 0) -> Run | None:
        """Give repeated ACKs to the duplicates that they answer, of runs from one on; returns those that are left.

        The latest runs get them first: those before may not have arrived, which the requester sent again.
        """
        left, log = run.packets, self._log
        answered: list[LoggedRequests] = []
        for entry in itertools.islice(log.entries, max(since, log.passing(run.end - 1)), None):
            if entry.expected > run.end and not log.copies:
                break
            if entry.reads or entry.untold or not entry.duplicates or entry.frame > run.last_frame:
                continue
            if self._may_answer(entry, run):
                answered.append(entry)
        for entry in reversed(answered):
            taken = min(left, entry.packets(entry.duplicates) - entry.answers)
            if taken > 0:
                entry.answers += taken
                entry.proof.append(run.frame)
                left -= taken
                if not left:
                    return None
        return run.replace(packets=left)

    def _may_answer(self, entry: LoggedRequests, run: Run) -> bool:
        """Whether its duplicates came when the responder expected the PSN behind repeated ACKs.

        Copies lie within a run that was fed before as one; once a request that was sent behind them is acknowledged,
        so are they.
        """
        expected = run.end
        if entry.copy:
            return run.acked <= entry.sent and entry.end <= expected <= entry.expected
        if self._log.keeps:
            return entry.expected <= expected <= entry.after.expected
        return entry.expected == expected

    def explain(self) -> None:
        """The log has changed: they may be rows that began before the requests which they answer."""
        since, self._log.changed = self._log.changed, len(self._log.entries)
        if self.open:
            self.open = [left for run in self.open if (left := self.assign(run, since)) is not None]

    def tell(self, frame: int, acked: int) -> list[Verdict]:
        """Those that nothing explains any more: something sent later was answered.

        Args:
            frame: the packet that comes now.
            acked: up to where answers prove that requests were received.
        """
        told = [run for run in self.open if run.last_frame < frame and run.sent < acked]
        if not told:
            return []
        self.open = [run for run in self.open if run not in told]
        return self._ghosts(told)

    def finish(self) -> list[Verdict]:
        """The connection or the capture is over: nothing explains those that are left."""
        left, self.open = self.open, []
        return self._ghosts(left)

    def _ghosts(self, runs: list[Run]) -> list[Verdict]:
        """Those of some that say nothing new; others bring credits, which a responder may send at any time."""
        known = self._log.base is not None
        return [ghost_verdict(run) for run in runs if known and not (run.end == run.acked and _brings_credits(run))]

    def first_of(self, end: int, frame: int) -> Run | None:
        """The first that nothing explains so far, behind a packet, that acknowledges the PSNs below ``end``."""
        return next((run for run in self.open if run.end >= end and run.frame > frame), None)

    def rows(self) -> list[tuple[int, ...]]:
        """Those that are kept, as integers."""
        return [run_to_ints(run) for run in self.open]

    def fill(self, rows: list[tuple[int, ...]]) -> None:
        """Take over such rows."""
        self.open = list(filter(None, map(run_from_ints, rows)))

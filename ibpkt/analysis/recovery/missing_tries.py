"""Which of several tries of a request a NAK speaks of, and what it says of each.

A responder asks for a PSN only when something behind it arrives, and asks once.  So nothing that came before that has
brought the PSN.  A try was lost if the responder had all before it by then; else it may have been dropped because one
before it was missing.  Where packets before it come again before the NAK, it does not show whether it answers these.

Source: IBA 1, 9.7.4.1.2 and 9.7.5.2.8.
"""

from __future__ import annotations

import dataclasses

from ibpkt.analysis.recovery.flow_timers import FlowTimers
from ibpkt.analysis.recovery.logged_requests import LoggedRequests, Range
from ibpkt.analysis.recovery.request_log import RequestLog
from ibpkt.analysis.recovery.run import Run

#: the index of a run, and PSNs of it
Part = tuple[int, int, int]


@dataclasses.dataclass(slots=True)
class MissingTries:
    """What the responder had not got when it sent a NAK of a sequence error.

    Attributes:
        log: the requests.
        nak: the NAK.
        answered: the later repetition that it may answer; None if it answers the run that seemed to bring the PSN.
        tries: where the PSN came, before anything behind it that the NAK can answer.
        until: the time from which on nothing came that the NAK can answer.
        lacking: what the responder lacked when that repetition came; empty if nothing shows that.
    """

    log: RequestLog
    nak: Run
    answered: LoggedRequests | None
    tries: list[Part]
    until: int
    lacking: list[Part]

    @classmethod
    def of(cls, log: RequestLog, at: int, nak: Run, timers: FlowTimers) -> MissingTries:
        """What a NAK shows.

        Args:
            log: the requests.
            at: the index of the run that seemed to bring the PSN.
            nak: the NAK.
            timers: how long answers take.
        """
        psn, since, until = nak.first, nak.time - timers.latest_answer, nak.time - timers.soonest_answer
        answered, since = log.answered_later(at, psn, nak, since, until)
        lacking = log.lacking(at, psn, nak) if answered is not None else []
        return cls(log, nak, answered, log.tries(at, psn, nak.frame, since), until, lacking)

    @property
    def refused(self) -> list[Part]:
        """What was not accepted, as the log takes it."""
        known = {index for index, *_ in self.lacking}
        return sorted([*self.lacking, *(part for part in self.tries if part[0] not in known)])

    def judged(self) -> tuple[list[tuple[LoggedRequests, Range]], list[tuple[LoggedRequests, Range]]]:
        """What was lost or dropped, or executed with an answer that was lost; and what was lost, as it seems."""
        log, psn = self.log, self.nak.first
        at, _, end = self.tries[0]
        open_ = [(index, first, min(behind, end)) for index, first, behind in self.lacking if index <= at]
        known, lost = {index for index, *_ in self.lacking}, list[Part]()
        for part in self.tries:
            if part[0] not in known:
                is_open = not log.has_all_before(part[0], psn, self.nak.frame) and (
                    part is not self.tries[-1]
                    or log.comes_behind_again(part[0], psn, part[2], self.nak.frame, self.until)
                )
                (open_ if is_open else lost).append(part)
        if self.lacking and self.lacking[-1][0] > at:  # in the repetition that it answers, all before it came
            lost.append(self.lacking[-1])
        return self._runs(open_), self._runs(lost)

    def _runs(self, parts: list[Part]) -> list[tuple[LoggedRequests, Range]]:
        return [(self.log.entries[at], (first, end)) for at, first, end in sorted(parts)]

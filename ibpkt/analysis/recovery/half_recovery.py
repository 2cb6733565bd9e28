"""One half that is not clean: its runs go to the queue of its requester and to the model of its responder."""

from __future__ import annotations

from ibpkt.analysis.recovery.flow_end import FateKind
from ibpkt.analysis.recovery.flow_timers import FlowTimers
from ibpkt.analysis.recovery.responder_model import RCResponderModel
from ibpkt.analysis.recovery.retransmission_queue import RetransmissionQueue
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.verdict import Verdict

_REQUESTS = RunKind.REQUESTS  # asked for with each run


class HalfRecovery:
    """The parts of a half that is not clean.

    Args:
        expected: the PSN that the responder expects, unwrapped; None where the capture began in the middle.
        reliable: requests are answered; not so on UC.

    Attributes:
        timers: what is known of its timers.
        queue: what its requester does.
        responder: what its responder does; None on UC.
    """

    def __init__(self, expected: int | None, *, reliable: bool) -> None:
        self.timers = FlowTimers()
        self.queue = RetransmissionQueue(self.timers, known_beginning=expected is not None, reliable=reliable)
        self.responder = RCResponderModel(expected, self.timers) if reliable else None

    @property
    def how(self) -> str:
        """How the half recovers from losses, "go-back-n" or "selective-repeat"; "" where none has shown that."""
        if self.responder is not None and self.responder.keeps_early:
            return "selective-repeat"
        return "go-back-n" if self.queue.goes_back else ""

    def feed(self, run: Run) -> list[Verdict]:
        """Take the next run, in the order of first packets."""
        queue, responder = self.queue, self.responder
        if run.kind is not _REQUESTS:
            verdicts = queue.answer(run)
            return verdicts if responder is None else verdicts + responder.answer(run, queue.late_responses)
        verdicts = queue.feed(run)
        if responder is not None:
            if queue.reopened is not None:
                responder.reopen(queue.reopened)
                queue.reopened = None
            verdicts += responder.feed(run)
        return verdicts

    def finish(self, now: int, acked: int, acked_time: int) -> list[Verdict]:
        """The connection or the capture is over.

        Args:
            now: the time of the capture's last packet, in nanoseconds since the epoch.
            acked: the PSN up to which requests are proven to be received.
            acked_time: when the answer came that moved it.
        """
        verdicts = self.queue.finish(now, acked, acked_time)
        return verdicts if self.responder is None else verdicts + self.responder.finish(acked, acked_time)

    def fate(self, now: int) -> tuple[FateKind, int]:
        """How it ended, and the PSN of the first message that did not complete (`FlowEnd.fate`)."""
        kind, psn = self.queue.end.fate(now)
        if kind in ("open", "unanswered") and self.responder is not None and self.responder.answers_first:
            return "unknown", psn
        return kind, psn

"""One half that is not clean: its runs go to the model of its responder and to the queue of its requester."""

from __future__ import annotations

from ibpkt.analysis.recovery.flow_timers import FlowTimers
from ibpkt.analysis.recovery.responder_model import ResponderModel
from ibpkt.analysis.recovery.retransmission_queue import RetransmissionQueue
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.verdict import Verdict


class HalfRecovery:
    """The parts of a half that is not clean.

    Attributes:
        timers: what is known of its timers.
        queue: what its requester does.
        responder: what its responder does.
    """

    def __init__(self, expected: int | None) -> None:
        """Begin with the first run.

        Args:
            expected: the PSN that the responder expects, unwrapped; None where the capture began in the middle.
        """
        self.timers = FlowTimers()
        self.queue = RetransmissionQueue(self.timers, known_beginning=expected is not None)
        self.responder = ResponderModel(expected)

    def feed(self, run: Run) -> list[Verdict]:
        """Take the next run, in the order of first packets."""
        if run.kind is RunKind.REQUESTS:
            return [*self.queue.feed(run), *self.responder.feed(run)]
        return [*self.queue.answer(run), *self.responder.answer(run)]

    def finish(self, now: int) -> list[Verdict]:
        """The connection or the capture is over; ``now`` is the time of the capture's last packet."""
        return [*self.queue.finish(now), *self.responder.finish()]

"""How the requests of one end of a connection ended: refused, given up, closed, or still open.

Source: IBA 1, 9.7.6.1.3 (retries), 9.7.5.2.8 (RNR NAK), 9.9.3 (what an error does to the requests behind it).
"""

from __future__ import annotations

from typing import Literal

from ibpkt.analysis.recovery.flow_timers import MIN_LATE, FlowTimers
from ibpkt.analysis.recovery.kinds import RETRIES_EXHAUSTED, RNR_RETRIES_EXHAUSTED
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.run_state import State, number, run_from_ints, run_to_ints, table
from ibpkt.analysis.recovery.verdict import Verdict
from ibpkt.protocols import PSN_MASK, RNR_TIMER_MS, VALUE

FateKind = Literal["open", "refused", "exhausted", "rnr-exhausted", "unanswered", "unknown", "closed"]
#: timeouts in a row after which silence means that the requester gave up, if CM did not say how many
MIN_TRIES = 2
#: an RNR retry count that never ends
FOR_EVER = 7
#: the highest retry count: its field has three bits
MOST_TRIES = 7


def rnr_wait(run: Run) -> int:
    """The delay that an RNR NAK asks for, in nanoseconds."""
    return round(RNR_TIMER_MS[run.code & VALUE] * 1_000_000)


class FlowEnd:
    """Whether the requester of a half goes on, and at which PSN it ended if not.

    Attributes:
        tries: timeouts in a row at one PSN.
        awaited: what is not acknowledged asks for an answer.
    """

    def __init__(self, timers: FlowTimers) -> None:
        self._timers = timers
        self.tries: int = 0
        self.awaited: bool = False
        self._tried_psn = -1
        self._tried: list[int] = []  # the frames of the tries, the last few
        self._again_end = self._again_frame = -1  # up to where answers were repeated, and the last such packet
        self._acked = self._sent = -1
        self._last_request: Run | None = None
        self._last_life = 0  # when the requester was last seen to work
        self._rnr: Run | None = None  # an RNR NAK after which its PSN has not come again
        self._rnr_psn, self._rnr_count = -1, 0
        self._nak_psn, self._nak_time = -1, 0  # of a NAK after which this PSN has not come again
        self._refused: Run | None = None
        self._closed = 0

    # -- what happens -----------------------------------------------------------------------------------------------

    def request(self, run: Run) -> None:
        """The requester sends."""
        self._last_request = run
        if run.end > self._sent:
            self._sent = run.end
        self._last_life = run.last_time
        if self._rnr is not None and run.first <= self._rnr_psn < run.end:
            self._rnr = None
        if run.first <= self._nak_psn < run.end:
            self._nak_psn = -1

    def alive(self, time: int) -> None:
        """The requester was seen to work otherwise: it answered a request of the other end."""
        self._last_life = max(self._last_life, time)

    def progress(self, acked: int) -> None:
        """The requests below a PSN have been received."""
        if acked <= self._acked:
            return
        self._acked = acked
        self.tries, self._tried_psn, self._tried = 0, -1, []
        if acked > self._rnr_psn:
            self._rnr, self._rnr_psn, self._rnr_count = None, -1, 0

    def timed_out(self, run: Run, *, has_part: bool = False) -> int:
        """The requester sends again since its timer expired; how often in a row it has.

        Each try begins with the same PSN, but that packet of it may have been lost before the tap.  As long as there
        was no answer, the tap may not see any, and the requester may have got one.

        Args:
            run: the beginning of what it sends.
            has_part: it asks for the rest of a READ: it has the responses before that.
        """
        if (has_part or self._acked < 0) and run.first > self._tried_psn:
            self.tries, self._tried = 0, []
        self._tried_psn = min(self._tried_psn, run.first) if self.tries else run.first
        self.tries += 1
        self._tried = [*self._tried[-7:], run.frame]
        return self.tries

    def answered_again(self, run: Run) -> None:
        """The responder repeats answers, also behind requests that come later than the first of them."""
        self._again_end, self._again_frame = run.end, run.last_frame

    @property
    def _is_answered(self) -> bool:
        """Whether all that was sent was answered once more behind the last try."""
        return bool(self._tried) and self._again_end >= self._sent and self._again_frame > self._tried[-1]

    def answer(self, run: Run) -> None:
        """The responder sends a NAK."""
        if run.kind is RunKind.NAK_FATAL and self._refused is None:
            self._refused = run
        elif run.kind is RunKind.NAK_RNR:
            self._rnr_count = self._rnr_count + run.packets if run.first == self._rnr_psn else run.packets
            self._rnr, self._rnr_psn = run, run.first
        elif run.kind is RunKind.NAK_SEQUENCE:
            self._nak_psn, self._nak_time = run.first, run.last_time

    def close(self, time: int) -> None:
        """The connection ends here: it is released, or another one takes its queue pair."""
        self._closed = self._closed or time

    # -- what follows -----------------------------------------------------------------------------------------------

    def fate(self, now: int) -> tuple[FateKind, int]:
        """How it ended, and the PSN of the first message that did not complete.

        Args:
            now: the time of the last packet of the whole capture, in nanoseconds since the epoch.
        """
        until = self._closed or now
        if self._refused is not None:
            return "refused", self._refused.first
        if self._is_rnr_exhausted(until):
            return "rnr-exhausted", self._rnr_psn
        if self._is_exhausted(until):
            return "exhausted", self._tried_psn if self.tries else self._acked
        if self._is_unanswered(until):
            return "unanswered", self._acked
        if self._closed:
            return "closed", max(self._acked, 0)
        return ("unknown", self._acked) if self._is_over(until) else ("open", -1)

    def finish(self, now: int) -> list[Verdict]:
        """What is to be told when the capture or the connection is over."""
        kind, psn = self.fate(now)
        if kind == "exhausted" and self._last_request is not None:
            facts = {"psn": psn & PSN_MASK, "count": self.tries}
            frames = tuple(self._tried) or (self._last_request.frame,)
            return [Verdict(RETRIES_EXHAUSTED, self._last_request, 1, facts, frames, psn, psn + 1)]
        if kind == "rnr-exhausted" and self._rnr is not None:
            facts = {"psn": psn & PSN_MASK, "count": self._rnr_count}
            return [Verdict(RNR_RETRIES_EXHAUSTED, self._rnr, 1, facts, (self._rnr.frame,), psn, psn + 1)]
        return []

    def _is_exhausted(self, now: int) -> bool:
        timers = self._timers
        if self.tries:
            most = MOST_TRIES if timers.retry_count < 0 else timers.retry_count
            # the answer to the last try may have arrived, unless that was the last that the requester had; one that
            # has retried more often retries without end, as Linux does with a count of 7
            may_be_answered = self._is_answered or self._acked < 0  # or the tap does not see answers
            is_last = self.tries == most if may_be_answered else self.tries >= min(MIN_TRIES, most)
        else:  # without any answer the responder may be out of the tap's sight
            is_last = timers.retry_count == 0 and timers.declared > 0 and 0 <= self._acked < self._sent
        return is_last and timers.silence_is_final(self._last_life, now)

    def _is_unanswered(self, now: int) -> bool:
        """Whether a request got no ACK although others had, was never repeated, and there was time for that.

        A requester that has got a NAK instead sends again at once, or when its timer expires (IBA 1, 9.7.6.1.3).
        """
        under_way = self.awaited and 0 <= self._acked < self._sent and not self.tries and self._rnr is None
        since = max(self._last_life, self._nak_time) if self._nak_psn >= self._acked else self._last_life
        return under_way and self._timers.silence_is_long(since, now)

    def _is_over(self, now: int) -> bool:
        """Whether a requester that was seen to try once has come to an end, though the capture does not show which."""
        is_tried = 0 < self.tries < MIN_TRIES and 0 <= self._acked < self._sent
        longest = (MOST_TRIES + 1) * self._timers.longest_for_certain()
        return is_tried and self._rnr is None and now - self._last_life >= longest

    def _is_rnr_exhausted(self, now: int) -> bool:
        if self._rnr is None or self._last_request is None or self._timers.rnr_retry == FOR_EVER:
            return False  # without any request, the tap does not see those that follow the RNR NAK either
        learned = self._timers.learned()
        timer = self._timers.longest() if learned or self._timers.declared > 0 else 2 * MIN_LATE
        since = max(self._rnr.last_time, self._last_life)
        return now - since >= max(3 * rnr_wait(self._rnr), timer)

    # -- state ------------------------------------------------------------------------------------------------------

    def state(self) -> State:
        """All that is kept, but the timers."""
        return {
            "tries": self.tries,
            "tried_psn": self._tried_psn,
            "acked": self._acked,
            "sent": self._sent,
            "last_life": self._last_life,
            "rnr_psn": self._rnr_psn,
            "rnr_count": self._rnr_count,
            "closed": self._closed,
            "nak_psn": self._nak_psn,
            "nak_time": self._nak_time,
            "again_end": self._again_end,
            "again_frame": self._again_frame,
            "tried": [tuple(self._tried)],
            "runs": [run_to_ints(run) for run in (self._last_request, self._rnr, self._refused)],
        }

    def restore(self, state: State) -> None:
        """Go on from a state."""
        self.tries, self._tried_psn = number(state, "tries"), number(state, "tried_psn")
        self._acked, self._sent = number(state, "acked"), number(state, "sent")
        self._last_life, self._closed = number(state, "last_life"), number(state, "closed")
        self._rnr_psn, self._rnr_count = number(state, "rnr_psn"), number(state, "rnr_count")
        self._nak_psn, self._nak_time = number(state, "nak_psn"), number(state, "nak_time")
        self._again_end, self._again_frame = number(state, "again_end"), number(state, "again_frame")
        self._tried = list(table(state, "tried")[0])
        self._last_request, self._rnr, self._refused = map(run_from_ints, table(state, "runs"))

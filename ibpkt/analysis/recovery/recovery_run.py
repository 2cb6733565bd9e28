"""A recovery: the requester goes back and sends again."""

from __future__ import annotations

import dataclasses
import enum
import functools
from typing import Any

from ibpkt.analysis.recovery.flow_timers import FlowTimers
from ibpkt.analysis.recovery.run import Run
from ibpkt.analysis.recovery.run_state import run_from_ints, run_to_ints
from ibpkt.analysis.results.finding import duration
from ibpkt.protocols import PSN_MASK

#: how a sentence ends that leaves open whether a NAK or the timer was the cause
OR_TIMEOUT = ", or after a timeout"


class Cause(enum.IntEnum):
    """Why requests are sent again, numbered as `ibpkt.protocols.analysis_facts.CAUSES`."""

    NAK = 1
    RNR_NAK = 2
    RESPONSE = 3
    TIMEOUT = 4
    UNKNOWN = 5

    __hash__ = int.__hash__  # an enum's own takes long, and every run of a recovery asks for its sentence


@dataclasses.dataclass(slots=True)
class Recovery:
    """A recovery under way.

    Attributes:
        number: counts the recoveries of a half, from 1.
        cause: why it began.
        psn: the PSN that was asked for, or that the timer was for.
        waited: nanoseconds of silence before it, of a timeout; since the NAK, if it answers one.
        first, next: the PSN that it began at, and the one that would come next.
        time, last_time, last_frame: when it began; its latest packet.
        last_number: the place of that in the order of sending; -1 where it is not known.
        acked: up to where answers before it proved that requests were received.
        before_answers: it began before the capture has shown an answer.
        judged: whether its timeout was needless has been decided.
        asked_frame: the packet that asked for it, or from which its wait counts; 0 for none.
        packets: how many it has sent again.
        repeated_acks: how many ACKs of what was acknowledged before have come since.
        sent: the end of what the responder may have taken before it.
        or_timeout: a NAK is its cause, or its timer: so long has the requester waited.
        run: the run that it began with.
    """

    number: int
    cause: Cause
    psn: int
    waited: int
    first: int
    next: int
    time: int
    last_time: int
    last_frame: int
    acked: int
    before_answers: bool
    judged: bool
    run: Run
    asked_frame: int = 0
    packets: int = 0
    repeated_acks: int = 0
    sent: int = 1 << 62
    or_timeout: bool = False
    last_number: int = -1

    def is_continued_by(self, run: Run, timers: FlowTimers) -> bool:
        """Whether a repetition goes on with this recovery: not before its next PSN, and not because of the timer.

        The timer would begin at the oldest PSN without an answer: while such a PSN is before the next one, a pause is
        only a pause, as slow requesters make them.  Ahead of it, packets were lost, and the timer has just begun anew;
        unless no more can have been sent between than those from the next one on.
        """
        if run.first < self.next or run.frame <= self.last_frame:
            return False
        is_next = self.is_next(run) and run.acked < self.next
        return run.time - self.last_time < (timers.longest() if is_next else timers.least_next_timeout())

    def is_next(self, run: Run) -> bool:
        """Whether a run begins with the next PSN, or as many packets are missing before it as PSNs from that one on."""
        lost = run.number - self.last_number - 1 if run.number >= 0 and self.last_number >= 0 else 0
        return self.next in (run.first, run.first - lost)

    def began_behind(self, run: Run) -> bool:
        """Whether a run was sent before it began, as the order of sending shows."""
        return 0 <= run.number < self.run.number

    def extend(self, run: Run) -> None:
        """A run goes on with it."""
        if run.end > self.next:
            self.next = run.end
        self.last_time, self.last_frame = run.last_time, run.last_frame
        self.last_number = run.number + run.packets - 1 if run.number >= 0 else -1
        self.packets += run.packets

    def needless_since(
        self, acked: int, acked_time: int, least_latency: int, most_latency: int, asked: int = -1
    ) -> bool:
        """Whether an answer shows that the one for the original was under way when the timer expired.

        It comes sooner behind the repetition than any answer can, and not too late for the original; or more ACKs come
        than packets were sent again.  That it acknowledges more than has been sent again shows nothing: the ACK of a
        duplicate has the PSN of the latest request (IBA 1, 9.7.4.1.1).  But two do, of which the second acknowledges
        more than the first, or asks for more: nothing that came again has brought the responder that far.  An answer to
        what only the repetition has brought to it cannot have been under way before.

        Args:
            acked: up to where the answer acknowledges.
            acked_time: when it came, in nanoseconds since the epoch.
            least_latency, most_latency: how long answers take, in nanoseconds.
            asked: the PSN that a NAK behind that answer asks for; -1 for none.
        """
        if acked <= self.psn or self.acked > self.psn or acked > self.sent:
            return False
        after = acked_time - self.time
        too_soon = 0 < after < least_latency and self.waited + after <= most_latency
        advances = self.next < self.run.first_ack < acked or self.next < acked < asked
        return too_soon or advances or 1 + self.repeated_acks > self.packets

    def sentence(self) -> str:
        """Why, as the end of a sentence that says what was sent again."""
        if self.cause is Cause.UNKNOWN and self.before_answers:
            return "for a reason from before the first answer in the capture"
        return _sentence(self.cause, self.psn & PSN_MASK, self.waited, self.or_timeout)


@functools.lru_cache(maxsize=256)
def _sentence(cause: Cause, psn: int, waited: int, or_timeout: bool) -> str:
    """Of a cause; kept, since every run of a recovery asks for its sentence."""
    if cause is Cause.TIMEOUT:
        return f"after a timeout of {duration(waited)}"
    sentence = _SENTENCES[cause].format(psn=psn)
    return f"{duration(waited)} {sentence}{OR_TIMEOUT}" if or_timeout else sentence


_SENTENCES = {
    Cause.NAK: "after the NAK for PSN {psn}",
    Cause.RNR_NAK: "after the RNR NAK for PSN {psn}",
    Cause.RESPONSE: "since the response to PSN {psn} is missing",
    Cause.UNKNOWN: "for a reason that the capture does not show; an answer may have been lost behind the tap",
}


def recovery_to_ints(recovery: Recovery | None) -> tuple[int, ...]:
    """A recovery as integers; none for no recovery."""
    if recovery is None:
        return ()
    values = (getattr(recovery, field.name) for field in dataclasses.fields(recovery) if field.name != "run")
    return (*map(int, values), *run_to_ints(recovery.run))


def recovery_from_ints(values: tuple[int, ...]) -> Recovery | None:
    """The recovery of these integers."""
    if not values:
        return None
    names = [field.name for field in dataclasses.fields(Recovery) if field.name != "run"]
    run = run_from_ints(values[len(names) :])
    assert run is not None
    fields: dict[str, Any] = dict(zip(names, values, strict=False))
    fields |= {name: bool(fields[name]) for name in ("judged", "before_answers", "or_timeout")}
    return Recovery(**fields | {"cause": Cause(fields["cause"]), "run": run})

"""One half of a reliable connection, simulated packet by packet, and what a tap on its path sees of it.

The requester goes back to what a NAK asks for, or to its oldest unacknowledged PSN when nothing moves; the responder
drops what comes early and works through a queue.  Requests and answers get lost before the tap or behind it.
"""

from __future__ import annotations

import dataclasses
import random
from collections import Counter, deque

from ibpkt.analysis.recovery.run import Run, RunKind

#: steps without progress after which the requester sends again
TIMER = 40


@dataclasses.dataclass
class Faults:
    """How often, of 1,000: requests lost before the tap and behind it, answers lost before it and behind it."""

    before: int = 0
    behind: int = 0
    answers_before: int = 0
    answers_behind: int = 0


@dataclasses.dataclass
class Seen:
    """A packet at the tap.

    Attributes:
        what: ``request``, ``ack`` or ``nak``.
        psn: its PSN.
        arrived: it reached the other end.
    """

    what: str
    psn: int
    arrived: bool = True


@dataclasses.dataclass
class SimulatedHalf:
    """A half.

    Attributes:
        messages, window: packets to send, and how many may be outstanding.
        lag: steps that a packet takes from the tap to the responder, or back.
        ack_every: the responder acknowledges so many packets at once, and each duplicate by itself.
        seen: the packets at the tap.
        truth: what happened at the responder: ``duplicates``, ``naks``; ``lost-behind`` of the requests at the tap.
    """

    source: random.Random
    faults: Faults
    messages: int = 100
    window: int = 12
    lag: int = 6
    ack_every: int = 1
    seen: list[Seen] = dataclasses.field(default_factory=list)
    truth: Counter[str] = dataclasses.field(default_factory=Counter)
    _next: int = 0
    _oldest: int = 0
    _silent: int = 0
    _expected: int = 0
    _asked: bool = False
    _requests: deque[tuple[int, int]] = dataclasses.field(default_factory=deque)
    _answers: deque[tuple[int, str, int]] = dataclasses.field(default_factory=deque)

    def run(self) -> SimulatedHalf:
        """Send everything."""
        step = 0
        while self._oldest < self.messages and step < 100_000:
            step += 1
            self._silent += 1
            if self._silent > TIMER:
                self._next, self._silent = self._oldest, 0
            if self._next < min(self.messages, self._oldest + self.window):
                self._send(step)
            if self._requests and self._requests[0][0] <= step:
                self._respond(step, self._requests.popleft()[1])
            while self._answers and self._answers[0][0] <= step:
                self._take(*self._answers.popleft()[1:])
        while self._requests:
            self._respond(step, self._requests.popleft()[1])
        return self

    def _lost(self, often: int) -> bool:
        return self.source.randrange(1000) < often

    def _send(self, step: int) -> None:
        psn, self._next = self._next, self._next + 1
        if self._lost(self.faults.before):
            return
        lost = self._lost(self.faults.behind)
        self.seen.append(Seen("request", psn, not lost))
        self.truth["lost-behind"] += lost
        if not lost:
            self._requests.append((step + self.lag, psn))

    def _respond(self, step: int, psn: int) -> None:
        if psn == self._expected:
            self._expected, self._asked = psn + 1, False
            if not self._expected % self.ack_every or self._expected == self.messages:
                self._answer(step, "ack", psn)
        elif psn < self._expected:
            self.truth["duplicates"] += 1
            self._answer(step, "ack", self._expected - 1)
        elif not self._asked:
            self._asked = True
            self._answer(step, "nak", self._expected)

    def _answer(self, step: int, what: str, psn: int) -> None:
        self.truth["naks"] += what == "nak"
        if self._lost(self.faults.answers_before):
            return
        lost = self._lost(self.faults.answers_behind)
        self.seen.append(Seen(what, psn, not lost))
        if not lost:
            self._answers.append((step + self.lag, what, psn))

    def _take(self, what: str, psn: int) -> None:
        proven = psn if what == "nak" else psn + 1
        if proven > self._oldest:
            self._oldest, self._silent = proven, 0
            self._next = max(self._next, proven)
        if what == "nak":
            self._next, self._silent = max(psn, self._oldest), 0


def cut_runs(seen: list[Seen], cuts: frozenset[int] = frozenset()) -> list[Run]:
    """The runs of what a tap saw, in its order: request runs and negative or repeated answers.

    Args:
        seen: the packets.
        cuts: indexes of packets at which a run is cut although nothing ends it there.
    """
    runs: list[Run] = []
    latest = {"request": -1, "answer": -1}  # the run that the next packet may continue
    sent = acked = acked_time = advancing = 0
    for index, packet in enumerate(seen):
        frame = index + 1
        time = frame * 1000
        stream = "request" if packet.what == "request" else "answer"
        last = runs[latest[stream]] if latest[stream] >= 0 else None
        if packet.what == "request":
            ahead = acked if acked > packet.psn else -1
            again = packet.psn < sent
            goes_on = last is not None and packet.psn == last.end and last.again == again
            flips = goes_on and again and (packet.psn < acked) != (last.acked > last.first)
            run = Run(
                RunKind.REQUESTS, packet.psn, packet.psn + 1, 1, frame, frame, time, time, sent, acked, acked_time
            )
            run = run.replace(ahead=ahead)
            sent = max(sent, packet.psn + 1)
        else:
            advances = packet.what == "ack" and packet.psn >= acked
            kind = RunKind.NAK_SEQUENCE if packet.what == "nak" else RunKind.REPEATED_ACK
            goes_on = last is not None and kind is RunKind.REPEATED_ACK is last.kind and packet.psn == last.first
            run = Run(kind, packet.psn, packet.psn + 1, 1, frame, frame, time, time, sent, acked, acked_time)
            proven = packet.psn + (packet.what == "ack")
            if proven > acked:
                acked, acked_time = proven, time
            at = latest["request"]
            if advances:
                advancing += at >= 0 and runs[at].again and packet.psn < runs[at].end
                latest["answer"] = -1
                continue
        if goes_on and last is not None and index not in cuts and not (stream == "request" and flips):
            end = run.end if stream == "request" else last.end
            last = last.replace(end=end, packets=last.packets + 1, last_frame=frame, last_time=time)
            if stream == "request":
                last, advancing = last.replace(ahead=max(last.ahead, run.ahead), behind=last.behind + advancing), 0
            runs[latest[stream]] = last
            continue
        runs.append(run.replace(after=last.last_frame if goes_on and last is not None else 0))
        if stream == "request":
            runs[-1], advancing = runs[-1].replace(behind=advancing if goes_on else 0), 0
        latest[stream] = len(runs) - 1
    return runs

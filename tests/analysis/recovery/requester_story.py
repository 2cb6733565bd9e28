"""Stories of one half in a few words, and the runs that they are, so that a test reads as a table.

A story is a list of events, separated by commas, each with its time in microseconds:

``0 send 0-3``       four requests, one a microsecond; a PSN alone is one packet
``7 read 8-15``      one READ that takes eight PSNs
``9 cut 4-5``        requests that go on where the ones before ended, behind a cut by a batch
``9 bad 3``          a request with a wrong ICRC: seen, and in no run
``20 ack 3``         an ACK up to that PSN, which is no event: the next runs only know of it
``20 nak 4``, ``20 rnr 4`` (timer of 0.64 ms), ``20 fatal 4``, ``20 repeat 3`` (an ACK of what was acknowledged before)
``20 resp 8-10``     responses; they are an event only behind a hole, or below what was answered

``late`` behind requests or responses: something sent later has overtaken them; ``skip N``: their sender sent N packets
before them that are not in the capture.  A story that begins with ``v4:`` has IPv4 Identifications, so all else is in
the order of sending; without it nothing of that is known.  ``900 end``: the capture ends.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable

from ibpkt.analysis.recovery.flow_timers import FlowTimers
from ibpkt.analysis.recovery.retransmission_queue import RetransmissionQueue
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.verdict import Verdict

#: nanoseconds; a story begins here
EPOCH = 1_700_000_000_000_000_000
#: the syndrome of an RNR NAK of 0.64 ms
RNR_SYNDROME = 0x2C
_EVENT = re.compile(r"(\d+) (\w+)(?: (\d+)(?:-(\d+))?)?((?: late| skip \d+| reads)*)$")
_ANSWERS = {
    "nak": (RunKind.NAK_SEQUENCE, 0x60),
    "rnr": (RunKind.NAK_RNR, RNR_SYNDROME),
    "fatal": (RunKind.NAK_FATAL, 0x62),
    "repeat": (RunKind.REPEATED_ACK, 0x1F),
    "unsent": (RunKind.ACK_OF_UNSENT, 0x1F),
}


@dataclasses.dataclass
class Story:
    """The events of a story: runs, and `damaged` ones; when it ends, and up to where it is acknowledged then."""

    events: list[tuple[str, Run]]
    now: int
    acked: int
    acked_time: int

    def tell(
        self, *, known: bool = True, timers: FlowTimers | None = None, reliable: bool = True
    ) -> tuple[list[Verdict], RetransmissionQueue]:
        """The verdicts of a queue that is fed with the story, and the queue."""
        queue = RetransmissionQueue(timers or FlowTimers(), known_beginning=known, reliable=reliable)
        verdicts = [verdict for name, run in self.events for verdict in feed(queue, name, run)]
        return verdicts + queue.finish(self.now, self.acked, self.acked_time), queue


def feed(queue: RetransmissionQueue, name: str, run: Run) -> list[Verdict]:
    """Feed a queue with an event."""
    if name == "bad":
        queue.damaged(run)
        return []
    return queue.feed(run) if run.kind is RunKind.REQUESTS else queue.answer(run)


def story(text: str, start: int = 0) -> Story:
    """The story of a text; PSNs count from ``start``."""
    text = " ".join(text.split())
    ordered = text.startswith("v4:")
    events: list[tuple[str, Run]] = []
    sent = acked = start
    acked_time, frame, now = 0, 0, 0
    for event in text.removeprefix("v4:").split(","):
        match = _EVENT.match(event.strip())
        assert match, event
        micros, name, low, high, flags = match.groups()
        time, first = EPOCH + int(micros) * 1000, start + int(low or 0)
        end = start + int(high or low or 0) + 1
        now = time
        if name == "end":
            break
        frame += 1
        skipped = re.search(r"skip (\d+)", flags)
        run = Run(
            RunKind.REQUESTS, first, end, end - first, frame, frame, time, time, sent,
            acked if acked_time else 0, acked_time,
            late=int("late" in flags) if ordered else -1,
            skipped=int(skipped[1]) if skipped else 0 if ordered else -1,
            after=(frame - 1) * (name == "cut"),
            reads=name == "read" or "reads" in flags,
        )  # fmt: skip
        if name in _ANSWERS:
            kind, code = _ANSWERS[name]
            events.append((name, run.replace(kind=kind, code=code, packets=1, late=-1, skipped=-1)))
            if name in ("nak", "rnr", "fatal") and first > acked:
                acked, acked_time = first, time
        elif name in ("ack", "resp"):
            behind_hole = name == "resp" and (first > acked or first < acked)
            if behind_hole:
                last = time + (end - first - 1) * 1000
                run = run.replace(kind=RunKind.RESPONSES, last_time=last, last_frame=frame + end - first - 1)
                events.append((name, run))
                frame = run.last_frame
            if end > acked:
                acked, acked_time = end, time
        else:
            count = 1 if name == "read" else end - first
            frame += count - 1
            run = run.replace(packets=count, last_frame=frame, last_time=time + (count - 1) * 1000)
            events.append((name, run))
            if name != "bad":
                sent = max(sent, end)
            now = run.last_time
    return Story(events, now, acked, acked_time)


def totals(verdicts: Iterable[Verdict]) -> dict[str, int]:
    """Packets by kind of finding."""
    counts: Counter[str] = Counter()
    for verdict in verdicts:
        counts[verdict.kind.name] += verdict.packets
    return dict(counts)

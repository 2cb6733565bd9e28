"""What findings say of one half of a flow: the requests of one end, and the answers to them.

Kept are only the events that tell why something was sent again, and not more than `MOST` of a kind.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from ibpkt.analysis.incidents.case import Case
from ibpkt.analysis.results.finding import Finding
from ibpkt.protocols import PSN_MASK

Value = TypeVar("Value")

#: events of a kind that a half keeps
MOST = 1024
#: runs that came too early for one PSN, which a half keeps
MOST_EARLY = 64
#: PSNs that have arrived late, which a half keeps
MOST_ARRIVED = 4096
#: more than packets have numbers
MOST_FRAMES = 1 << 62


class PSNSpan(NamedTuple):
    """Some PSNs and the packet that tells of them.

    Attributes:
        first, last: modulo 2^24.
        frame, time: of the packet.
        packets: how many.
        answers: they are answers.
        where: "before the tap", "behind the tap" or "".
    """

    first: int
    last: int
    frame: int
    time: int
    packets: int
    answers: bool
    where: str = ""

    def has(self, psn: int) -> bool:
        """Whether a PSN is among them."""
        return (psn - self.first) & PSN_MASK <= (self.last - self.first) & PSN_MASK

    def meets(self, first: int, last: int) -> bool:
        """Whether any of some PSNs is among them."""
        return self.has(first) or (self.first - first) & PSN_MASK <= (last - first) & PSN_MASK


# faster than calling the classes
_span = functools.partial(tuple.__new__, PSNSpan)


class Repetition(NamedTuple):
    """Requests that were sent again.

    Attributes:
        why: the number of the reason (see `ibpkt.protocols.analysis_facts.CAUSES`).
        psns: which.
        until: when the last of them was sent, in nanoseconds since the epoch.
        waited: nanoseconds of silence before.
        asked: the packet that asked for them, or from which the wait counts; 0 for none.
        answered: the capture has seen an answer to the first of them before.
        recovery: the number of the recovery, of which they may be a part.
    """

    why: int
    psns: PSNSpan
    until: int
    waited: int
    asked: int
    answered: bool
    recovery: int


_make_repetition = functools.partial(tuple.__new__, Repetition)


class Unexplained(NamedTuple):
    """Events of a half that no repetition followed; see `HalfEvents`."""

    naks: dict[int, tuple[int, int]]
    rnrs: dict[int, tuple[int, int, int]]
    implied: dict[int, tuple[int, int]]
    undecided: dict[int, Finding]


class HalfEvents:
    """The events of one half, by kind; in lists, since most halves have few events, and a deque takes as much as 60."""

    __slots__ = (
        "arrived",
        "ends",
        "gaps",
        "implied",
        "incomplete",
        "late",
        "led_to",
        "losses",
        "lost",
        "naks",
        "needless",
        "repeated",
        "repetitions",
        "rnrs",
        "stops",
        "timeouts",
        "undecided",
        "unread",
    )  # fmt: skip

    def __init__(self) -> None:
        self.repetitions: list[Repetition] = []
        self.naks: dict[int, tuple[int, int]] = {}  # packet: time, PSN
        self.rnrs: dict[int, tuple[int, int, int]] = {}  # packet: time, PSN, delay
        self.implied: dict[int, tuple[int, int]] = {}  # packet: time, missing PSN
        self.gaps: list[int] = []  # PSNs whose response the tap has missed
        self.stops: dict[int, list[Finding]] = {}  # expected PSN: what came too early
        self.late: list[PSNSpan] = []
        self.lost: list[PSNSpan] = []
        self.losses: list[PSNSpan] = []  # that wait: what is lost may arrive late
        self.led_to: dict[int, Case] = {}  # packets that show a loss, and what that is a part of
        self.arrived: dict[tuple[int, bool], int] = {}  # the packet in which a PSN has arrived late, and of an answer
        self.repeated: dict[int, Finding] = {}  # first packet: requests that were executed before
        self.undecided: dict[int, Finding] = {}  # likewise: the request or its answer was lost
        self.timeouts: set[int] = set()  # first packets of repetitions after a timeout
        self.needless: set[int] = set()  # first packets of repetitions whose answer was under way
        self.unread: list[PSNSpan] = []  # messages that nobody answered
        self.incomplete: list[tuple[int, int]] = []  # packet and time of messages that lack packets
        self.ends: list[Finding] = []  # how it broke

    def prune(self, frame: int) -> Unexplained:
        """Forget what is before a packet; what that leaves unexplained is returned."""
        old = Unexplained(
            _taken(self.naks, frame), _taken(self.rnrs, frame), _taken(self.implied, frame),
            _taken(self.undecided, frame),
        )  # fmt: skip
        _taken(self.repeated, frame)
        if self.timeouts:
            self.timeouts = {number for number in self.timeouts if number >= frame}
        if self.needless:
            self.needless = {number for number in self.needless if number >= frame}
        self.stops = {psn: spans for psn, spans in self.stops.items() if spans[-1].frame >= frame}
        self.arrived = {psn: number for psn, number in self.arrived.items() if number >= frame}
        self.led_to = {number: case for number, case in self.led_to.items() if number >= frame}
        for spans in (self.late, self.lost):
            del spans[: next((at for at, span in enumerate(spans) if span.frame >= frame), len(spans))]
        return old

    def arrival(self, loss: PSNSpan) -> int:
        """The packet in which what seemed to be lost, since something asked for it, has arrived late; 0 for none."""
        found = self.arrived.get((loss.first, loss.answers), 0)
        if found and loss.last != loss.first:
            found = min(found, self.arrived.get((loss.last, loss.answers), 0))
        return found if found > loss.frame else 0


def _keep(values: list[Value], value: Value) -> None:
    """Add a value to those that are kept; the oldest goes where there are too many."""
    values.append(value)
    if len(values) > MOST:
        del values[0]


def _taken(events: dict[int, Value], frame: int) -> dict[int, Value]:
    """Take out the events before a packet."""
    return {number: events.pop(number) for number in [number for number in events if number < frame]}


def span_of(finding: Finding) -> PSNSpan:
    """The PSNs that a finding is about."""
    _, frame, time, _, facts, packets, _, subject = finding
    psn, get = facts["psn"], facts.get
    answers = subject is not None and subject.answers
    return _span((psn, get("last", psn), frame, time, packets, answers, get("where", "")))


def _repetition(half: HalfEvents, finding: Finding) -> None:
    _, frame, time, _, facts, packets, because, subject = finding
    assert subject is not None
    _, answers, until, answered = subject
    psn, get = facts["psn"], facts.get
    span = _span((psn, get("last", psn), frame, time, packets, answers, ""))  # repetitions have no place
    asked = because[0] if because and because[0] < frame else 0
    half.repetitions.append(
        _make_repetition((facts["why"], span, until, get("waited", 0), asked, answered, get("recovery", 0)))
    )


def _nak(half: HalfEvents, finding: Finding) -> None:
    half.naks[finding.frame] = finding.time, finding.facts["psn"]


def _rnr(half: HalfEvents, finding: Finding) -> None:
    half.rnrs[finding.frame] = finding.time, finding.facts["psn"], finding.facts["timer"]


def _implied(half: HalfEvents, finding: Finding) -> None:
    half.implied[finding.frame] = finding.time, finding.facts["missing"]
    _keep(half.gaps, finding.facts["missing"])


def _early(half: HalfEvents, finding: Finding) -> None:
    expected = finding.facts["expected"]
    spans = half.stops.get(expected)
    if spans is None:
        half.stops[expected] = [finding]
    elif len(spans) < MOST_EARLY:
        spans.append(finding)


def _late(half: HalfEvents, finding: Finding) -> None:
    span = span_of(finding)
    _keep(half.late, span)
    if len(half.arrived) < MOST_ARRIVED:
        half.arrived[span.first, span.answers] = half.arrived[span.last, span.answers] = finding.frame


def _lost(half: HalfEvents, finding: Finding) -> None:
    span, lost = span_of(finding), half.lost
    half.losses.append(span)
    lost.append(span)  # as `_keep` does: these are many
    if len(lost) > MOST:
        del lost[0]


def _repeated(half: HalfEvents, finding: Finding) -> None:
    half.repeated[finding.frame] = finding


def _undecided(half: HalfEvents, finding: Finding) -> None:
    half.undecided[finding.frame] = finding


def _timeout(half: HalfEvents, finding: Finding) -> None:
    half.timeouts.add(finding.frame)


def _needless(half: HalfEvents, finding: Finding) -> None:
    half.needless.add(finding.frame)


def _unread(half: HalfEvents, finding: Finding) -> None:
    half.unread.append(span_of(finding))


def _incomplete(half: HalfEvents, finding: Finding) -> None:
    _keep(half.incomplete, (finding.frame, finding.time))


def _end(half: HalfEvents, finding: Finding) -> None:
    if len(half.ends) < MOST:
        half.ends.append(finding)


#: what is noted of a finding, by the name of its kind
NOTES: dict[str, Callable[[HalfEvents, Finding], None]] = {
    "retransmission": _repetition,
    "nak-sequence": _nak,
    "rnr-nak": _rnr,
    "implied-nak": _implied,
    "out-of-sequence": _early,
    "out-of-order": _late,
    "reordered-or-lost": _late,
    "lost": _lost,
    "duplicate-request": _repeated,
    "request-or-answer-lost": _undecided,
    "timeout": _timeout,
    "spurious-timeout": _needless,
    "unanswered": _unread,
    "message-incomplete": _incomplete,
    "retries-exhausted": _end,
    "rnr-retries-exhausted": _end,
    "nak-refused": _end,
}

"""An incident: findings that have one cause at one place, and what they cost."""

from __future__ import annotations

import dataclasses
from typing import Any

from ibpkt.analysis.incidents.place import IncidentPlace
from ibpkt.analysis.results.finding import Severity, duration
from ibpkt.conveniences import extensible

#: what ends the waits of flows that came to their end
THE_END = "the end"
_IN_WORDS = {"DREQs": "disconnect requests"}
#: what can be behind findings; scripts use these names
CAUSES = {
    "loss": "packets do not arrive",
    "corruption": "packets arrive damaged",
    "reordering": "packets of a flow overtake one another",
    "duplication": "the network or the capture makes copies of packets",
    "capture-loss": "the capture misses packets that did arrive",
    "receiver-not-ready": "the receiver has no receive request posted",
    "access-refused": "the responder refuses a request: a wrong key, address, or permission",
    "peer-gone": "requests are repeated, and nothing comes back",
    "slow-responder": "answers take longer than the requester waits",
    "congestion": "switches mark packets, since a queue is long",
    "pause": "a port stops its neighbour from sending",
    "path-change": "packets take another way",
    "mismatch": "the two ends are not configured alike",
    "connection-refused": "connection management says no",
    "violation": "somebody breaks a rule of the protocol",
}


@extensible
@dataclasses.dataclass(frozen=True)
class Incident:
    """What went wrong at one place for one reason.  Times are nanoseconds since the epoch, spans nanoseconds.

    Attributes:
        cause: one of `CAUSES`.
        severity: of the worst that it led to.
        where: the place, or the direction, as precisely as the capture shows it.
        flows: the numbers of the flows that it concerns, ascending; `MOST_FLOWS` at most.
        names: the first of them with their ends.
        carries: what connection management said that the first of them is for; "" where it said nothing.
        all_flows: how many flows the capture has.
        first_frame, last_frame: the first packet and the last that show it.
        start, end: their times.
        packets: how many packets its findings concern.
        cost: for how long flows stood still, all together.
        waits: how often they did and for how long, by what ended it; ``the end`` for flows that came to their end.
        resent: bytes of payload that were sent again, or, where copies were made, are there again.
        share: these as a share of all payload of the flows.
        evidence: how many packets the findings of each kind concern, by the name of the kind.
        title: what it is, in a few words.
        verdict: the sentence that says where and since when.
        story: what happened the time that cost most, event by event.
        advice: what to do.
        place: ``where`` in its parts; None where nobody has told them.
    """

    cause: str
    severity: Severity
    where: str
    flows: tuple[int, ...]
    names: tuple[str, ...]
    carries: str
    all_flows: int
    first_frame: int
    last_frame: int
    start: int
    end: int
    packets: int
    cost: int
    waits: dict[str, tuple[int, int]]
    resent: int
    share: float
    evidence: dict[str, int]
    title: str
    verdict: str
    story: tuple[str, ...]
    advice: str
    place: IncidentPlace | None = None

    @property
    def sentence(self) -> str:
        """What happened, where, and what it cost."""
        story = f" {told(self.story)}" if self.story else ""
        return f"{self.verdict[:1].upper()}{self.verdict[1:]}.{story}"

    @property
    def costs(self) -> list[str]:
        """How long flows stood still, by what ended it: ``144.3 ms, ended by 22 NAKs``."""
        return [_ended(until, *wait) for until, wait in self.waits.items()]

    @property
    def again(self) -> str:
        """What became of the bytes of `resent`: nobody sent a copy again."""
        return "there twice" if self.cause == "duplication" else "sent again"

    @property
    def rank(self) -> tuple[Any, ...]:
        """Incidents stand in this order: what costs most comes first."""
        return (-self.cost, -self.resent, -self.severity, -self.packets, self.first_frame, self.cause, self.where)


def _ended(until: str, count: int, span: int) -> str:
    if until == THE_END:
        return f"{duration(span)} to the end of the capture"
    what = _IN_WORDS.get(until, until)
    return f"{duration(span)}, ended by {count:,} {what.removesuffix('s') if count == 1 else what}"


def told(story: tuple[str, ...]) -> str:
    """What happened, event by event, as a sentence."""
    text = "; ".join(story)
    return f"{text[:1].upper()}{text[1:]}."


#: flows of an incident that are listed
MOST_FLOWS = 10_000

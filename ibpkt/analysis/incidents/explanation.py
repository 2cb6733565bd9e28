"""What explains a repetition, or the end of a connection: the case, the place, since when progress stopped."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ibpkt.analysis.incidents.case import Case
from ibpkt.analysis.incidents.place import Reach
from ibpkt.analysis.results.finding import FindingType


class Spot(NamedTuple):
    """A case at a place, as seen from one half of a flow.

    Attributes:
        case: the case.
        reach: which part of the way.
        side: the end that asked; -1 where that is not known.
        answers: it is about the way of the answers.
    """

    case: Case
    reach: Reach
    side: int
    answers: bool = False


class Dropped(NamedTuple):
    """A packet in the capture that its receiver drops.

    Attributes:
        frame, time: number, and nanoseconds since the epoch.
        case: why.
        side: the end that asked; -1 where that is not known.
        answers: it is an answer.
        until: those behind it are dropped, too, up to this time; 0 for none.
        psn: its PSN, as it arrived; -1 where that is not known.
    """

    frame: int
    time: int
    case: Case
    side: int
    answers: bool
    until: int = 0
    psn: int = -1

    def is_within(self, first: int, last: int) -> bool:
        """Whether it, or one behind it, was sent between two times."""
        return self.time <= last and first <= max(self.time, self.until)


class Event(NamedTuple):
    """A finding that belongs to an explanation.

    Attributes:
        kind: its kind.
        frame, time: its packet.
        packets: how many it concerns.
    """

    kind: FindingType
    frame: int
    time: int
    packets: int = 1


#: gives what happened, event by event: texts take longer than all else, and only those of the worst time are shown
Story = Callable[[], tuple[str, ...]]


def untold() -> tuple[str, ...]:
    """A story of which nothing is known."""
    return ()


class Explanation(NamedTuple):
    """What explains something.

    Attributes:
        spot: the case and the place.
        frame, since: the packet that progress stopped at, and when, in nanoseconds since the epoch.
        events: the findings that belong to it, besides the repetition itself.
        story: what happened.
    """

    spot: Spot
    frame: int
    since: int
    events: tuple[Event, ...] = ()
    story: Story = untold

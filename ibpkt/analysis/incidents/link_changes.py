"""Changes of link addresses: another way of the packets, or a flipped bit.

A bit that flips in a MAC header leaves the ICRC right.  A route that changes stays changed for more than one packet,
and its new address is rarely one bit away from the old one; so a change by one bit that is undone by the flow's next
change, in a capture with damaged packets, is damage.
"""

from __future__ import annotations

from typing import NamedTuple

from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.case import Case
from ibpkt.analysis.incidents.place import IncidentPlace, Reach

#: the kind of finding; its facts have the value before and now
LINK = "route-link"
#: changes that are kept until the end
MOST = 4096
_HEX = str.maketrans("", "", ":-")


class LinkChange(NamedTuple):
    """A change.

    Attributes:
        flow: the number of the flow.
        source, target: the addresses of the sender and the receiver.
        frame, time: the packet that shows it.
        what, before, now: the field, and its values.
        selected: it is wanted.
    """

    flow: int
    source: str
    target: str
    frame: int
    time: int
    what: str
    before: str
    now: str
    selected: bool

    def place(self, damaged: bool) -> tuple[Case, IncidentPlace]:
        """What it is, and where."""
        if damaged:
            return cases.DAMAGED, IncidentPlace(Reach.BEFORE, self.source, self.target)
        return cases.REROUTED, IncidentPlace(Reach.WAY, self.source, self.target)


class LinkChanges:
    """The changes of a capture, until it is known what they are.

    Attributes:
        changes: the first of them.
    """

    def __init__(self) -> None:
        self.changes: list[LinkChange] = []

    def flipped(self) -> set[int]:
        """The places of those that are one flipped bit, and of those that undo it."""
        found: set[int] = set()
        last: dict[tuple[int, str, str, str], int] = {}
        for at, change in enumerate(self.changes):
            key = change.flow, change.source, change.target, change.what
            back = last.pop(key, None)
            if back is not None and self.changes[back].before == change.now and _one_bit(change.before, change.now):
                found |= {back, at}
            else:
                last[key] = at
        return found


def _one_bit(before: str, now: str) -> bool:
    """Whether two addresses differ in one bit."""
    try:
        apart = int(before.translate(_HEX), 16) ^ int(now.translate(_HEX), 16)
    except ValueError:
        return False
    return apart.bit_count() == 1

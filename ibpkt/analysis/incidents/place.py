"""Where something happens, as seen from the tap: in a direction, before the tap or behind it, or at a host."""

from __future__ import annotations

import enum
from typing import NamedTuple


class Reach(enum.IntEnum):
    """Which part of the way between two hosts."""

    __hash__ = int.__hash__  # an enum's own takes long, and cases are looked up by place for each finding

    BEFORE = 0  # between the sender and the tap
    BEHIND = 1  # between the tap and the receiver
    WAY = 2  # anywhere between the sender and the receiver
    BETWEEN = 3  # between the two, in either direction
    SENDER = 4  # the sender itself
    RECEIVER = 5  # the receiver itself
    TAP = 6  # the capture


class IncidentPlace(NamedTuple):
    """A place.

    Attributes:
        reach: which part of the way.
        source, target: the addresses of the sender and the receiver, "" where they are not known.
    """

    reach: Reach
    source: str
    target: str

    def __str__(self) -> str:
        source, target = self.source or "?", self.target or "?"
        match self.reach:
            case Reach.BEFORE:
                return f"before the tap, from {source}"
            case Reach.BEHIND:
                return f"behind the tap, towards {target}"
            case Reach.WAY:
                return f"{source} > {target}"
            case Reach.BETWEEN:
                return f"between {' and '.join(sorted((source, target)))}"
            case Reach.SENDER:
                return source
            case Reach.RECEIVER:
                return target
        return "the tap"

    @property
    def phrase(self) -> str:
        """As it stands in a sentence."""
        match self.reach:
            case Reach.WAY:
                return f"on the way from {self.source or '?'} to {self.target or '?'}"
            case Reach.SENDER | Reach.RECEIVER:
                return f"at {self}"
            case Reach.TAP:
                return "at the tap"
        return str(self)

    def packet_ends(self, backward: bool) -> tuple[str, str]:
        """The sender and the receiver of a packet that is about this place, or that goes the other way."""
        return (self.target, self.source) if backward else (self.source, self.target)

    @property
    def hosts(self) -> frozenset[str]:
        """Both addresses."""
        return frozenset((self.source, self.target))

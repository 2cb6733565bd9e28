"""How far a responder is known to be, as its answers show."""

from __future__ import annotations

from ibpkt.analysis.recovery.run_state import State, number


class ResponderPosition:
    """Up to where answers have acknowledged the requests of a half.

    The first answer of a capture may be one of many: only what comes after it shows where the responder is.

    Attributes:
        first, first_time: up to where the first answer acknowledged, and when it came; -1 before there was one.
        is_located: an answer has shown where the responder is: one that went further than the first, or a NAK.
        highest: up to where answers were noted at last.
    """

    def __init__(self) -> None:
        self.first, self.first_time = -1, 0
        self.is_located = False
        self.highest = -1

    @property
    def has_answered(self) -> bool:
        """An answer has been seen."""
        return self.first >= 0

    def acknowledge(self, acked: int, time: int) -> bool:
        """An answer acknowledges what is below a PSN; whether that is more than before."""
        if self.first < 0:
            self.first, self.first_time = acked, time
        if acked <= self.highest:
            return False
        self.highest = acked
        self.is_located = self.is_located or acked > self.first
        return True

    def knows(self, psn: int, sent: int | None) -> bool:
        """Whether it is located, or all that happened to a PSN, sent first at a time, came after the first answer."""
        return self.is_located or (0 <= self.first <= psn and sent is not None and sent > self.first_time)

    def state(self) -> State:
        """What is kept, by the names that states of this version have for it; `highest` the next answer sets anew."""
        return {"_first_acked": self.first, "_first_acked_time": self.first_time, "_is_located": int(self.is_located)}

    def restore(self, state: State) -> None:
        """Go on from a state."""
        self.first, self.first_time = number(state, "_first_acked"), number(state, "_first_acked_time")
        self.is_located = bool(number(state, "_is_located"))

"""The messages in which commands can be: those of flows that notify, until it is known what a flow carries.

A program learns of a SEND, and of a WRITE with immediate data: every command begins with one of them.
"""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Bools, Ints
from ibpkt.protocols import OPERATIONS

_SEND = OPERATIONS.index("SEND")


class WantedMessages:
    """Chooses messages for `CommandFollower`: an analyser makes no objects of the others.

    Attributes:
        unwanted: by the number of a flow, whether it carries no known protocol; the last element is that of all flows
            with higher numbers.
    """

    def __init__(self) -> None:
        self.unwanted: Bools = np.zeros(1, np.bool_)
        self._talking: Bools = np.zeros(1, np.bool_)
        self._closed_at: int | None = None

    def note_requests(self, flows: Ints, operations: Ints) -> None:
        """See `ibpkt.analysis.reassembly.message_choice.MessageChoice`."""
        self._note_talking(flows[operations == _SEND])

    def choose(self, flows: Ints, operations: Ints, immediate: Ints) -> Bools:
        """See `ibpkt.analysis.reassembly.message_choice.MessageChoice`."""
        self._note_talking(flows[(operations == _SEND) | (immediate >= 0)])
        wanted: Bools = self._talking[np.minimum(flows, len(self._talking) - 1)] & self.may_choose(flows)
        return wanted

    def _note_talking(self, flows: Ints) -> None:
        if len(flows):  # the last element is that of all flows with higher numbers, as in `unwanted`
            self._talking = _with_room(self._talking, int(flows.max()) + 1)
            self._talking[flows] = True

    def may_choose(self, flows: Ints) -> Bools:
        """See `ibpkt.analysis.reassembly.message_choice.MessageChoice`."""
        wanted: Bools = ~self.unwanted[np.minimum(flows, len(self.unwanted) - 1)]
        return wanted

    def wants(self, flow: int) -> bool:
        """Whether messages of a flow are wanted, if it has any that notify."""
        return not self.unwanted[min(flow, len(self.unwanted) - 1)]

    def ignore(self, flow: int) -> None:
        """A flow carries no known protocol."""
        self.unwanted = _with_room(self.unwanted, flow + 1)
        self.unwanted[flow] = True

    def close(self, last: int) -> None:
        """No flow is wanted that has a higher number than this one."""
        if self._closed_at is None:
            self._closed_at = last + 1
            self.unwanted = _with_room(self.unwanted, last + 1)
            self.unwanted[last + 1 :] = True

    def reopen(self) -> None:
        """Flows are wanted again, those that began since then included."""
        if self._closed_at is not None:
            self.unwanted[self._closed_at :] = False
            self._closed_at = None


def _with_room(flags: Bools, number: int) -> Bools:
    """Flags with a place for a number; new ones are like the last."""
    if number < len(flags):
        return flags
    more = np.full(2 * number + 2, flags[-1])
    more[: len(flags)] = flags
    return more

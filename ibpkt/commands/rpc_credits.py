"""Credits of RPC-over-RDMA: how many calls may be under way, and how long as many were.

Source: RFC 8166, 3.3.1: a reply grants them; one call may be sent before the first reply.
"""

from __future__ import annotations


class RPCCredits:
    """Counts the calls of one side.

    Attributes:
        granted: by the last reply; None before it.
        most: calls that were under way at once.
        exhausted: nanoseconds during which as many were under way as were granted.
    """

    def __init__(self) -> None:
        self.granted: int | None = None
        self.most: int = 0
        self.exhausted: int = 0
        self._side: int | None = None
        self._open = 0
        self._since: int | None = None

    def begin(self, time: int, side: int) -> None:
        """A call."""
        if self._side is None:
            self._side = side
        if side == self._side:
            self._count(time, 1)

    def end(self, time: int, side: int, granted: int) -> None:
        """A reply to a call of this side; a grant of 0 counts as 1."""
        if side == self._side:
            self.granted = max(granted, 1)
            self._count(time, -1)

    def give_up(self, time: int, side: int) -> None:
        """A call of this side is not under way any more: nobody answers it."""
        if side == self._side:
            self._count(time, -1)

    def _count(self, time: int, change: int) -> None:
        self._open += change
        self.most = max(self.most, self._open)
        exhausted = self.granted is not None and self._open >= self.granted
        if exhausted and self._since is None:
            self._since = time
        elif not exhausted and self._since is not None:
            self.exhausted += max(time - self._since, 0)
            self._since = None

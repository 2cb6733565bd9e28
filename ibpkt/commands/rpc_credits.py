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
        if side != self._side:
            return
        self._open += 1
        self.most = max(self.most, self._open)
        if self.granted is not None and self._open >= self.granted and self._since is None:
            self._since = time

    def end(self, time: int, side: int, granted: int) -> None:
        """A reply to a call of this side; a grant of 0 counts as 1."""
        if side != self._side:
            return
        self._open -= 1
        self.granted = max(granted, 1)
        if self._since is not None and self._open < self.granted:
            self.exhausted += max(time - self._since, 0)
            self._since = None

"""The receive requests of a responder, and what became of them."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from ibpkt.protocols import CREDITS


class ReceiveCompletion(NamedTuple):
    """A receive request that was used.

    Attributes:
        outcome: "success"; else why not: "length-error", "access-error", "flushed".
        data: what a SEND has brought.
        size: bytes of the message, for a WRITE with Immediate those that were written.
        immediate: the immediate data, four bytes, or None.
        invalidated: the key that the message has made invalid, or None.
        source_qpn: UD: the queue pair that sent the datagram.
    """

    outcome: str
    data: bytes = b""
    size: int = 0
    immediate: bytes | None = None
    invalidated: int | None = None
    source_qpn: int | None = None


class ReceiveQueue:
    """Receive requests in order.

    Attributes:
        unlimited: there is always another one, of any size.
        sizes: bytes of those that are posted; None takes any number.
    """

    def __init__(self, unlimited: bool) -> None:
        self.unlimited = unlimited
        self.sizes: deque[int | None] = deque()

    def __len__(self) -> int:
        return len(self.sizes)

    @property
    def empty(self) -> bool:
        """Whether a SEND finds no receive request."""
        return not self.unlimited and not self.sizes

    def take(self) -> int | None:
        """Use the next one: how many bytes it takes, None for any number."""
        return self.sizes.popleft() if self.sizes else None

    def credit_code(self) -> int:
        """The code of the largest number of credits that there are receive requests for."""
        unlimited = CREDITS.index(None)
        if self.unlimited:
            return unlimited
        return max(code for code in range(unlimited) if (CREDITS[code] or 0) <= len(self.sizes))

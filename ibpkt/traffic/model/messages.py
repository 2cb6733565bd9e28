"""What a responder keeps of the messages that it takes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ibpkt.protocols import Opcode
from ibpkt.traffic.model.memory import MemoryRegion


class RefusedRequestError(Exception):
    """A request that is answered by a NAK or an RNR NAK."""

    def __init__(self, syndrome: int, outcome: str) -> None:
        super().__init__(outcome)
        self.syndrome = syndrome
        self.outcome = outcome


@dataclass
class OpenMessage:
    """A SEND or WRITE of which packets are missing.

    Attributes:
        operation: SEND or WRITE.
        room: SEND: bytes that the receive request takes, None for any number.
        data: SEND: what has come.
        region: WRITE: where to write; None for no bytes.
        address: WRITE: of the next byte.
        left: WRITE: bytes that are still to come.
        size: bytes that have come.
    """

    operation: str
    room: int | None = None
    data: bytearray = field(default_factory=bytearray)
    region: MemoryRegion | None = None
    address: int = 0
    left: int = 0
    size: int = 0


class SavedAnswer(NamedTuple):
    """What the responder keeps of a request that has a response of its own, to answer a duplicate.

    Attributes:
        row: the operation.
        psn: its first PSN.
        span: the PSNs of the response.
        values: of the request's extended headers.
        result: what an atomic operation found.
    """

    row: Opcode
    psn: int
    span: int
    values: Any
    result: int

"""Traffic as adapters would have it: conversations that obey the transport's rules, with faults, and the truth of them.

from ibpkt import traffic

scene = traffic.Traffic(seed=1, operations="WRITE=3,READ=1", packets=1000, faults=traffic.Faults(loss=0.01))
for batch in scene.batches():
    ...
scene.truth.count("lost")
"""

from __future__ import annotations

from ibpkt.traffic.faults import At, Faults
from ibpkt.traffic.message import AtomicWrite, CmpSwap, FetchAdd, Flush, Read, Request, Send, Write
from ibpkt.traffic.model import (
    AnswerChecker,
    Completion,
    Memory,
    MemoryRegion,
    ReceiveCompletion,
    Requester,
    Responder,
    WrongAnswer,
)
from ibpkt.traffic.operations import OPERATIONS
from ibpkt.traffic.scene import Traffic, conversation
from ibpkt.traffic.truth import COUNTERS, EVENTS, Truth, TruthLines, read

__all__ = [
    "COUNTERS",
    "EVENTS",
    "OPERATIONS",
    "AnswerChecker",
    "At",
    "AtomicWrite",
    "CmpSwap",
    "Completion",
    "Faults",
    "FetchAdd",
    "Flush",
    "Memory",
    "MemoryRegion",
    "Read",
    "ReceiveCompletion",
    "Request",
    "Requester",
    "Responder",
    "Send",
    "Traffic",
    "Truth",
    "TruthLines",
    "Write",
    "WrongAnswer",
    "conversation",
    "read",
]

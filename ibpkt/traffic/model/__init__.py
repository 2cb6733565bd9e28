"""Requester and responder as objects that take packets and give packets: a model to test an adapter against."""

from __future__ import annotations

from ibpkt.traffic.model.answers import AnswerChecker, WrongAnswer
from ibpkt.traffic.model.memory import Memory, MemoryRegion
from ibpkt.traffic.model.receive_queue import ReceiveCompletion
from ibpkt.traffic.model.requester import Completion, Requester
from ibpkt.traffic.model.responder import Responder

__all__ = [
    "AnswerChecker",
    "Completion",
    "Memory",
    "MemoryRegion",
    "ReceiveCompletion",
    "Requester",
    "Responder",
    "WrongAnswer",
]

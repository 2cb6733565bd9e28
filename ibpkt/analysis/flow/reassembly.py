"""Reassembly of messages from requests in PSN order, and checks of their form.

Source: IBA 1, 9.7.4.1.
"""

from __future__ import annotations

import dataclasses
from collections import deque
from typing import TYPE_CHECKING

import numpy as np

from ibpkt.analysis.columns.transport import (
    HAS_DMALEN,
    HAS_IMMEDIATE,
    HAS_PAYLOAD,
    HAS_REMOTE,
    INVALIDATES,
    OPERATION_OF,
    POSITION_OF,
    POSITIONS,
)
from ibpkt.analysis.flow.sequence import EarlyPackets, PacketView, Results, detached, unwrap
from ibpkt.analysis.results.finding import FindingTypes
from ibpkt.analysis.results.flow import Flow, Side
from ibpkt.analysis.results.message import Message
from ibpkt.protocols import ATOMIC_SIZE, OPCODES, OPERATIONS, PMTUS, PSN_MASK, by_operation, tabulated

_MESSAGES = FindingTypes("messages")
MESSAGE_ORDER = _MESSAGES.error(
    "message-order",
    "{operation} instead of {wanted}",
    "The requester is broken, or the capture misses the packets in between.",
    "IBA 1, 9.7.4.1.3",
)
MESSAGE_LENGTH = _MESSAGES.error(
    "message-length",
    "The {operation} announces {said} bytes but carries {carried}",
    "The requester is broken; the responder refuses it (NAK Invalid Request).",
    "IBA 1, 9.7.4.1.6",
)
PAYLOAD_SIZE = _MESSAGES.error(
    "payload-size",
    "A {position} packet carries {size} bytes, but the path MTU is {pmtu}",
    "First and middle packets carry exactly the path MTU, others at most that; the two ends disagree about it.",
    "IBA 1, 9.7.4.1.6",
)

if TYPE_CHECKING:
    from ibpkt.analysis.flow.response_tracker import ResponseTracker

FIRST, MIDDLE, LAST, ONLY = (POSITIONS.index(name) for name in ("first", "middle", "last", "only"))
READ, ACK = OPERATIONS.index("READ"), OPERATIONS.index("ACK")
#: as lists: indexing them is faster than indexing arrays
POSITION, OPERATION = tabulated(POSITION_OF.tolist), tabulated(OPERATION_OF.tolist)
_BEGINS, _GOES_ON = (FIRST, ONLY), (FIRST, MIDDLE)
_HAS_REMOTE, _HAS_DMALEN, _HAS_PAYLOAD = (tabulated(table.tolist) for table in (HAS_REMOTE, HAS_DMALEN, HAS_PAYLOAD))
_HAS_IMMEDIATE, _INVALIDATES = (tabulated(table.tolist) for table in (HAS_IMMEDIATE, INVALIDATES))
#: which response answers the requests of an operation, 0 where an acknowledgement does
RESPONSE_TO = by_operation(lambda opcode: 0 if opcode.answer in ("", "ACK") else OPERATIONS.index(opcode.answer))
#: operations that an acknowledgement does not answer: they have responses of their own
ANSWERED = tabulated(lambda: set(np.flatnonzero(RESPONSE_TO).tolist()))
#: kinds of messages whose packets carry them
CARRYING = tabulated(lambda: {opcode.operation for opcode in OPCODES.values() if opcode.verbs and opcode.payload})
#: services without acknowledgements
SILENT = ("UC", "UD")
#: packets that wait for one that is missing before them
MAX_EARLY = 1 << 12
#: messages that wait for their answers, and those that do where there was none so far
MAX_PENDING, MAX_PENDING_UNANSWERED = 1 << 14, 1 << 10


def learn_pmtu(flow: Flow, position: int, size: int) -> None:
    """The payload of a packet shows the path MTU, or what it must be at least."""
    if position in (FIRST, MIDDLE):
        if size in PMTUS:
            flow.pmtu = size
    elif flow.pmtu_least < size <= PMTUS[-1]:
        flow.pmtu_least = min(pmtu for pmtu in PMTUS if pmtu >= size)


class Reassembly:
    """The messages of one end of a flow.

    Attributes:
        flow, side, stats: the flow, the end that requests, and its counters.
        top: the PSN after the highest one used so far; None before the first packet.
        next_in_order: the next PSN to assemble; those from it up to `top` are missing, or wait for a missing one.
        epsn: the PSN that the responder expects next, as far as the tap can know.
        una: the oldest unacknowledged PSN.
        pending: messages that are not completely answered, oldest first.
        open: the message whose last packet has not come yet.
    """

    next_in_order: int
    epsn: int
    una: int

    def __init__(self, flow: Flow, side: int, results: Results) -> None:
        self.answers: ResponseTracker
        self.flow = flow
        self.side = side
        self.stats: Side = flow.sides[side]
        self.results = results
        self.top: int | None = None
        self.next_in_order = self.epsn = self.una = 0
        self.pending: deque[Message] = deque()
        self.count: int = 0
        self.open: Message | None = None
        self.lost_start: bool = True  # what comes before is not known: a message may begin outside of the capture
        self.early: EarlyPackets = EarlyPackets()
        self.length_unknown: Message | None = None  # a READ whose sequence numbers cannot be counted yet
        self.declared_length: int = 0  # the length that the open WRITE names
        self.silent = False

    @property
    def max_pending(self) -> int:
        """Messages that may wait for answers."""
        return MAX_PENDING if self.answers.any_response else MAX_PENDING_UNANSWERED

    def _assemble(self, packet: PacketView, psn: int, span: int) -> None:
        """The packet is the next in order."""
        self._add_packet(packet, psn, span)
        self.next_in_order = psn + span
        while self.early and self.next_in_order in self.early:
            packet, span = self.early.pop(self.next_in_order)
            self._add_packet(detached(packet), self.next_in_order, span)
            self.next_in_order += span

    def skip(self, upto: int) -> None:
        """What is missing before a number will not come: messages lose their beginning there."""
        for psn, early, span in self.early.below(upto):
            if psn >= self.next_in_order:
                self._lose_start(psn)
                self._add_packet(detached(early), psn, span)
                self.next_in_order = psn + span
        self._lose_start(upto)
        if self.next_in_order in self.early:
            early, span = self.early.pop(self.next_in_order)
            self._assemble(detached(early), self.next_in_order, span)

    def _lose_start(self, psn: int) -> None:
        if psn > self.next_in_order:
            self.next_in_order = psn
            self.lost_start = True
            if self.open is not None:
                self.open.whole = False

    def _add_packet(self, packet: PacketView, psn: int, span: int) -> None:
        position, operation = POSITION[packet.opcode], OPERATION[packet.opcode]
        message = self.open
        kind = OPERATIONS[operation]
        if position in _BEGINS:
            if message is not None:
                self._end_early(packet, psn, message)
            message = self._begin_message(packet, psn, kind)
            self.lost_start = False
        elif message is None or message.kind != kind:
            if message is not None:
                self._end_early(packet, psn, message)
            elif not self.lost_start:
                self.results.report(
                    MESSAGE_ORDER,
                    packet,
                    self.flow,
                    operation=OPCODES[packet.opcode].name,
                    wanted="the start of a message",
                )
            message = self._begin_message(packet, psn, kind)
            message.whole, message.size = False, None
            self.lost_start = False
        self._add_payload(packet, message, position, operation)
        message.last_frame, message.end = packet.frame, packet.time
        if position in _GOES_ON:
            self.open = message
        else:
            self.open = None
            message.last_psn = (psn + span - 1) & PSN_MASK
            if operation == READ and (packet.cut or (packet.dmalen > self.flow.pmtu_least and self.flow.pmtu is None)):
                self.length_unknown = message
            if self.silent or kind == "WRITE":
                self._end_message(packet, message)
        self.results.set_fact("message", packet.row, message.number)

    def _begin_message(self, packet: PacketView, psn: int, kind: str) -> Message:
        self.count += 1
        opcode = packet.opcode
        flow = self.flow
        message = Message(
            flow.number, self.side, self.count, kind, flow.service, psn & PSN_MASK, packet.frame, packet.time
        )
        message.size = 0
        if packet.cut:
            message.whole, message.size = False, None
        elif _HAS_REMOTE[opcode]:
            message.address, message.r_key = packet.va, packet.r_key
            if _HAS_DMALEN[opcode] and not _HAS_PAYLOAD[opcode]:
                message.size = packet.dmalen
            elif kind == "ATOMIC":
                message.size = ATOMIC_SIZE
        if kind == "WRITE" and _HAS_DMALEN[opcode]:
            self.declared_length = packet.dmalen
        if len(self.pending) >= MAX_PENDING_UNANSWERED and len(self.pending) >= self.max_pending:
            self.results.ended(self.pending.popleft(), self.stats)
        self.pending.append(message)
        return message

    def _add_payload(self, packet: PacketView, message: Message, position: int, operation: int) -> None:
        if packet.cut:
            message.whole, message.size = False, None
        elif _HAS_IMMEDIATE[packet.opcode]:
            message.immediate = packet.immediate
        elif _INVALIDATES[packet.opcode]:
            message.invalidated = packet.immediate
        if operation == READ:
            return
        message.packets += 1
        if message.size is not None and message.kind in CARRYING:
            message.size += packet.size
        if self.results.payload:
            message.frames.append(packet.frame)
        pmtu = self.flow.pmtu
        if pmtu is None or packet.cut:
            return
        wrong = packet.size != pmtu if position in _GOES_ON else packet.size > pmtu
        if wrong or (position == LAST and packet.size == 0):
            self.results.report(
                PAYLOAD_SIZE, packet, self.flow, position=POSITIONS[position], size=packet.size, pmtu=pmtu
            )

    def _end_message(self, packet: PacketView, message: Message) -> None:
        if message.kind == "WRITE" and message.whole and message.size != self.declared_length:
            self.results.report(
                MESSAGE_LENGTH,
                packet,
                self.flow,
                operation=message.kind,
                said=self.declared_length,
                carried=message.size,
            )
        if self.silent:
            message.outcome = "sent" if message.whole else "incomplete"
            message.completed = None
            self.pending.remove(message)
            self.una = self.next_in_order
            self.results.ended(message, self.stats)

    def snapshot(self, message: Message) -> Message:
        """A message that ends now.  If it is still being sent, packets that follow do not change what is given."""
        if message is not self.open:
            return message
        size = self.declared_length if message.kind == "WRITE" and message.size is not None else message.size
        return dataclasses.replace(message, size=size, whole=False, frames=[*message.frames])

    def _end_early(self, packet: PacketView, psn: int, message: Message) -> None:
        """A message ends without its end."""
        message.last_psn = (psn - 1) & PSN_MASK
        message.whole = False
        self.open = None
        if not self.lost_start:
            self.results.report(
                MESSAGE_ORDER,
                packet,
                self.flow,
                operation=OPCODES[packet.opcode].name,
                wanted=f"the rest of the {message.kind} that began in packet {message.first_frame}",
            )
        if self.silent:
            message.outcome = "incomplete"
            self.pending.remove(message)
            self.results.ended(message, self.stats)

    def _learn_read_span(self, psn: int, packet: PacketView) -> None:
        """The next request shows how many numbers a READ has used, and so the path MTU."""
        message, self.length_unknown = self.length_unknown, None
        assert message is not None
        first = unwrap(message.first_psn, psn)
        if message.size is None:
            self.set_read_span(message, psn)
            return
        fits = [pmtu for pmtu in PMTUS if -(-message.size // pmtu) == psn - first]
        if fits:
            if len(fits) == 1:
                self.flow.pmtu = fits[0]
            self.set_read_span(message, psn)

    def set_read_span(self, message: Message, end: int) -> None:
        """A READ uses the PSNs below ``end``."""
        message.last_psn = (end - 1) & PSN_MASK
        if self.top is not None and self.top < end:
            self.top = self.next_in_order = end
            self.epsn = max(self.epsn, end)

    def set_pmtu(self, pmtu: int) -> None:
        """A response shows the path MTU."""
        self.flow.pmtu = pmtu
        message, self.length_unknown = self.length_unknown, None
        if message is not None and message.size is not None and self.top is not None:
            first = unwrap(message.first_psn, self.top)
            self.set_read_span(message, first - (-message.size // pmtu))

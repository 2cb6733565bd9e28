"""Messages out of requests in the order of their sequence numbers, and whether they are well formed.

Source: IBA 1, 9.7.4.1.
"""

from __future__ import annotations

import dataclasses
from collections import deque
from typing import TYPE_CHECKING

from ibpkt.analysis.columns.transport import (
    HAS_IMMEDIATE,
    HAS_REMOTE,
    HAS_RETH,
    INVALIDATES,
    OPERATION_OF,
    OPERATIONS,
    POSITION_OF,
    POSITIONS,
)
from ibpkt.analysis.flow.sequence import PSN_MASK, EarlyPackets, PacketView, Results, detached, unwrap
from ibpkt.analysis.results.finding import FindingType, Severity
from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.message import Message
from ibpkt.protocols import ATOMIC_SIZE, OPCODES, PMTUS

MESSAGE_ORDER = FindingType(
    "message-order",
    Severity.ERROR,
    "messages",
    "{operation} instead of {wanted}",
    "The requester is broken, or the capture misses the packets in between.",
    "IBA 1, 9.7.4.1.3",
)
MESSAGE_LENGTH = FindingType(
    "message-length",
    Severity.ERROR,
    "messages",
    "The {operation} announces {said} bytes but carries {carried}",
    "The requester is broken; the responder refuses it (NAK Invalid Request).",
    "IBA 1, 9.7.4.1.6",
)
PAYLOAD_SIZE = FindingType(
    "payload-size",
    Severity.ERROR,
    "messages",
    "A {position} packet carries {size} bytes, but the path MTU is {pmtu}",
    "First and middle packets carry exactly the path MTU, others at most that; the two ends disagree about it.",
    "IBA 1, 9.7.4.1.6",
)

if TYPE_CHECKING:
    from ibpkt.analysis.flow.response_tracker import ResponseTracker

FIRST, MIDDLE, LAST, ONLY = (POSITIONS.index(name) for name in ("first", "middle", "last", "only"))
READ, ACK = OPERATIONS.index("READ"), OPERATIONS.index("ACK")
#: as lists, which are faster to look into than arrays
POSITION, OPERATION = POSITION_OF.tolist(), OPERATION_OF.tolist()
_BEGINS, _GOES_ON = (FIRST, ONLY), (FIRST, MIDDLE)
_HAS_REMOTE, _HAS_RETH, _HAS_IMMEDIATE, _INVALIDATES = (
    table.tolist() for table in (HAS_REMOTE, HAS_RETH, HAS_IMMEDIATE, INVALIDATES)
)
#: operations that an acknowledgement does not answer: they have responses of their own
ANSWERED = frozenset(OPERATIONS.index(name) for name in ("READ", "ATOMIC", "FLUSH", "ATOMIC WRITE"))
#: kinds of messages whose packets carry them
CARRYING = ("SEND", "WRITE", "ATOMIC WRITE")
#: services that nobody acknowledges
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
        flow, side, mine: the flow, the end, and what is counted of it.
        top: the sequence number behind the highest that was ever used; None before the first packet.
        asm: the next that messages are made of; what is between `asm` and `top` is missing or waits for that.
        epsn: what the responder expects next, as far as the tap can know.
        una: the oldest that nobody has answered.
        pending: messages that nobody has answered in full, oldest first.
        open: the message that is not at its end.
    """

    def __init__(self, flow: Flow, side: int, results: Results) -> None:
        self.answers: ResponseTracker
        self.flow = flow
        self.side = side
        self.mine = flow.sides[side]
        self.results = results
        self.top: int | None = None
        self.asm = self.epsn = self.una = 0
        self.pending: deque[Message] = deque()
        self.count = 0
        self.open: Message | None = None
        self.lost_start = True  # what comes before is not known: a message may begin outside of the capture
        self.early = EarlyPackets()
        self.length_unknown: Message | None = None  # a READ whose sequence numbers cannot be counted yet
        self.declared_length = 0  # the length that the open WRITE names
        self.silent = False

    @property
    def most_pending(self) -> int:
        """Messages that may wait for answers."""
        return MAX_PENDING if self.answers.seen else MAX_PENDING_UNANSWERED

    def _assemble(self, seen: PacketView, psn: int, span: int) -> None:
        """The packet is the next in order."""
        self._build(seen, psn, span)
        self.asm = psn + span
        while self.early and self.asm in self.early:
            seen, span = self.early.pop(self.asm)
            self._build(detached(seen), self.asm, span)
            self.asm += span

    def skip(self, upto: int) -> None:
        """What is missing before a number will not come: messages lose their beginning there."""
        for psn, early, span in self.early.below(upto):
            if psn >= self.asm:
                self._tear(psn)
                self._build(detached(early), psn, span)
                self.asm = psn + span
        self._tear(upto)
        if self.asm in self.early:
            early, span = self.early.pop(self.asm)
            self._assemble(detached(early), self.asm, span)

    def _tear(self, psn: int) -> None:
        if psn > self.asm:
            self.asm = psn
            self.lost_start = True
            if self.open is not None:
                self.open.whole = False

    def _build(self, seen: PacketView, psn: int, span: int) -> None:
        position, operation = POSITION[seen.opcode], OPERATION[seen.opcode]
        message = self.open
        kind = OPERATIONS[operation]
        if position in _BEGINS:
            if message is not None:
                self._unfinished(seen, psn, message)
            message = self._new(seen, psn, kind)
            self.lost_start = False
        elif message is None or message.kind != kind:
            if message is not None:
                self._unfinished(seen, psn, message)
            elif not self.lost_start:
                self.results.report(
                    MESSAGE_ORDER, seen, self.flow, operation=OPCODES[seen.opcode].name, wanted="the start of a message"
                )
            message = self._new(seen, psn, kind)
            message.whole, message.size = False, None
            self.lost_start = False
        self._carries(seen, message, position, operation)
        message.last_frame, message.end = seen.frame, seen.time
        if position in _GOES_ON:
            self.open = message
        else:
            self.open = None
            message.last_psn = (psn + span - 1) & PSN_MASK
            if operation == READ and (seen.cut or (seen.dmalen > self.flow.pmtu_least and self.flow.pmtu is None)):
                self.length_unknown = message
            if self.silent or kind == "WRITE":
                self._close(seen, message)
        self.results.set_fact("message", seen.row, message.number)

    def _new(self, seen: PacketView, psn: int, kind: str) -> Message:
        self.count += 1
        opcode = seen.opcode
        flow = self.flow
        message = Message(flow.number, self.side, self.count, kind, flow.service, psn & PSN_MASK, seen.frame, seen.time)
        message.size = 0
        if seen.cut:
            message.whole, message.size = False, None
        elif _HAS_REMOTE[opcode]:
            message.address, message.r_key = seen.va, seen.r_key
            if kind in ("READ", "FLUSH"):
                message.size = seen.dmalen
            elif kind == "ATOMIC":
                message.size = ATOMIC_SIZE
        if kind == "WRITE" and _HAS_RETH[opcode]:
            self.declared_length = seen.dmalen
        if len(self.pending) >= MAX_PENDING_UNANSWERED and len(self.pending) >= self.most_pending:
            self.results.ended(self.pending.popleft(), self.mine)
        self.pending.append(message)
        return message

    def _carries(self, seen: PacketView, message: Message, position: int, operation: int) -> None:
        if seen.cut:
            message.whole, message.size = False, None
        elif _HAS_IMMEDIATE[seen.opcode]:
            message.immediate = seen.immediate
        elif _INVALIDATES[seen.opcode]:
            message.invalidated = seen.immediate
        if operation == READ:
            return
        message.packets += 1
        if message.size is not None and message.kind in CARRYING:
            message.size += seen.size
        if self.results.payload:
            message.frames.append(seen.frame)
        pmtu = self.flow.pmtu
        if pmtu is None or seen.cut:
            return
        wrong = seen.size != pmtu if position in _GOES_ON else seen.size > pmtu
        if wrong or (position == LAST and seen.size == 0):
            self.results.report(PAYLOAD_SIZE, seen, self.flow, position=POSITIONS[position], size=seen.size, pmtu=pmtu)

    def _close(self, seen: PacketView, message: Message) -> None:
        if message.kind == "WRITE" and message.whole and message.size != self.declared_length:
            self.results.report(
                MESSAGE_LENGTH, seen, self.flow, operation=message.kind, said=self.declared_length, carried=message.size
            )
        if self.silent:
            message.outcome = "sent" if message.whole else "incomplete"
            message.completed = None
            self.pending.remove(message)
            self.una = self.asm
            self.results.ended(message, self.mine)

    def as_it_is(self, message: Message) -> Message:
        """A message that ends now.  If it is still being sent, packets that follow do not change what is given."""
        if message is not self.open:
            return message
        size = self.declared_length if message.kind == "WRITE" and message.size is not None else message.size
        return dataclasses.replace(message, size=size, whole=False, frames=[*message.frames])

    def _unfinished(self, seen: PacketView, psn: int, message: Message) -> None:
        """A message ends without its end."""
        message.last_psn = (psn - 1) & PSN_MASK
        message.whole = False
        self.open = None
        if not self.lost_start:
            self.results.report(
                MESSAGE_ORDER,
                seen,
                self.flow,
                operation=OPCODES[seen.opcode].name,
                wanted=f"the rest of the {message.kind} that began in packet {message.first_frame}",
            )
        if self.silent:
            message.outcome = "incomplete"
            self.pending.remove(message)
            self.results.ended(message, self.mine)

    def _stretch(self, psn: int, seen: PacketView) -> None:
        """The next request shows how many numbers a READ has used, and so the path MTU."""
        message, self.length_unknown = self.length_unknown, None
        assert message is not None
        first = unwrap(message.first_psn, psn)
        if message.size is None:
            self.spread(message, psn)
            return
        fits = [pmtu for pmtu in PMTUS if -(-message.size // pmtu) == psn - first]
        if fits:
            if len(fits) == 1:
                self.flow.pmtu = fits[0]
            self.spread(message, psn)

    def spread(self, message: Message, behind: int) -> None:
        """A READ uses the numbers up to ``behind``."""
        message.last_psn = (behind - 1) & PSN_MASK
        if self.top is not None and self.top < behind:
            self.top = self.asm = behind
            self.epsn = max(self.epsn, behind)

    def learn(self, pmtu: int) -> None:
        """A response shows the path MTU."""
        self.flow.pmtu = pmtu
        message, self.length_unknown = self.length_unknown, None
        if message is not None and message.size is not None and self.top is not None:
            first = unwrap(message.first_psn, self.top)
            self.spread(message, first - (-message.size // pmtu))

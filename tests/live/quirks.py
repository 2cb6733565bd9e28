"""What rxe, the Linux kernel's RoCE, does otherwise than the specification; each with the rule.

The tests of this folder name these where they meet them; elsewhere the kernel is held to the rules.
"""

from __future__ import annotations

import zlib
from collections import Counter
from typing import Any

import ibpkt
from ibpkt.packet import Packet
from ibpkt.protocols import PSN_MASK, Opcode
from ibpkt.traffic import Responder
from ibpkt.traffic.model.framing import TransportPacket
from ibpkt.traffic.model.responder import OpenMessage, RefusedRequestError, SavedAnswer

#: opcodes
READ, FLUSH = 0x0C, 0x1C
#: kernels that know FLUSH and ATOMIC WRITE (IBA 1, annex A19); the others drop them like reserved opcodes
PLACES = ("6.12",)
#: kernels that take a SEND Only or Last longer than the path MTU, against IBA 1, 9.7.4.1.6 (NAK, Invalid Request)
LONG_SENDS = ("6.1",)


def icrc_of_flush(frame: bytes) -> bytes:
    """The ICRC that rxe computes for a FLUSH, and wants, from a frame with the right one.

    Its table of opcodes gives FLUSH no place for a payload.  So it takes all of the packet for the payload, from BTH
    on, and these bytes enter the CRC a second time, as they are.

    Rule: IBA 1, 7.8.1: every byte enters once.
    """
    packet = ibpkt.decode(frame, "ethernet")
    assert packet.icrc.status == "good", packet
    crc = zlib.crc32(frame[packet.bth.offset : -4], int.from_bytes(frame[-4:], "little"))
    return crc.to_bytes(4, "little")


UNASKED = "a duplicate is acknowledged unasked"
STALE_PSN = "a duplicate is acknowledged with the PSN of the newest request but READs"
INNER_READ = "a READ repeated from an inner packet on is answered by Middle and Last, not First or Only"
ONCE_INNER = "a READ that was repeated from an inner packet on is not answered from an earlier one on"
SILENT_FLUSH = "a duplicate FLUSH is answered only if its PSN is that of another request, or 0"
BEHIND_RNR = "a sequence NAK behind an RNR NAK"
NO_ROOM = "a SEND too long for its receive request is a Remote Operational Error"
NO_WINDOW = "a SEND that invalidates no window's key is acknowledged, with the old MSN"
SHORT_WRITE = "a WRITE that ends with a full packet may be shorter than its RETH says"
FULL_MIDDLE = "a WRITE First or Middle may bring the last bytes that its RETH announces"
LONG_SEND = "the length of a SEND's packets is not checked"
#: what rxe does otherwise than the model, with the rule
RULES = {
    UNASKED: "none: IBA 1, 9.7.5.1.2 leaves it open",
    STALE_PSN: "IBA 1, 9.7.5.1.2: the PSN of the newest request that was executed",
    INNER_READ: "IBA 1, 9.7.5.1.3: the response to a READ begins with First or Only",
    ONCE_INNER: "IBA 1, 9.7.5.1.3: a duplicate is answered again",
    SILENT_FLUSH: "IBA 1, annex A19: as a READ, it is answered again",
    BEHIND_RNR: "IBA 1, 9.7.5.2.8: what follows is dropped silently",
    NO_ROOM: "IBA 1, 9.7.4.1.6: Invalid Request",
    NO_WINDOW: "IBA 1, 9.7.5.2.4: Remote Access Error",
    SHORT_WRITE: "IBA 1, 9.7.4.1.6: Invalid Request",
    FULL_MIDDLE: "IBA 1, 9.7.4.1.6: Invalid Request",
    LONG_SEND: "IBA 1, 9.7.4.1.6: Invalid Request",
}
ACCESS, OPERATIONAL = 0x62, 0x63
#: the PSNs of a request of which the kernel has kept nothing
UNUSED = (0, -1)


class RxeResponder(Responder):
    """The model with rxe's own ways.

    Args:
        release: of the kernel.
        **options: as those of `ibpkt.traffic.Responder`.

    Attributes:
        met: how often each of its own ways has made a difference.
    """

    def __init__(self, release: str, **options: Any) -> None:
        super().__init__(**options)
        self.release = release
        self.met: Counter[str] = Counter()
        self._acknowledged = self.expected_psn - 1 & PSN_MASK
        self._inner = False
        self._repeated: dict[int, int] = {}
        self._slots = [UNUSED] * options["responder_resources"]
        self._flushed: set[int] = set()
        self._executed = 0

    def _answer_again(self, request: TransportPacket) -> list[Packet]:
        row = request.row
        if row.answer == "ACK":
            self.met[UNASKED] += not request.ack_request
            self.met[STALE_PSN] += self._acknowledged != self.expected_psn - 1 & PSN_MASK
            return self._acknowledge(request, self._acknowledged, self._ack_syndrome())
        answers = super()._answer_again(request) if row.access != "read" else self._read_again(request)
        if row.access == "flush" and not any(within(request.psn, slot) for slot in self._slots):
            self.met[SILENT_FLUSH] += len(answers)
            return []
        return answers

    def _read_again(self, request: TransportPacket) -> list[Packet]:
        begin = next((saved.psn for saved in self._saved if self._covers(saved, request.psn)), request.psn)
        self._inner = begin != request.psn
        answers = super()._answer_again(request)
        if answers and request.values["va"] < self._repeated.get(begin, 0):
            self.met[ONCE_INNER] += 1
            answers = []
        if answers and self._inner:
            self.met[INNER_READ] += 1
            self._repeated[begin] = request.values["va"]
        self._inner = False
        return answers

    def hidden_by_flush(self, psn: int) -> bool:
        """Whether the kernel finds a FLUSH where it looks for another request."""
        return any(within(psn, self._slots[slot]) for slot in self._flushed)

    @staticmethod
    def _covers(saved: SavedAnswer, psn: int) -> bool:
        return saved.row.access == "read" and (psn - saved.psn & PSN_MASK) < saved.span

    def _send(
        self, request: TransportPacket, answer: str, psn: int, payloads: list[bytes], values: dict[str, Any]
    ) -> list[Packet]:
        if not self._inner:
            return super()._send(request, answer, psn, payloads, values)
        return super()._send(request, answer, psn - 1, [b"", *payloads], values)[1:]

    def _execute(self, request: TransportPacket) -> list[Packet]:
        answers = super()._execute(request)
        last = self.expected_psn - 1 & PSN_MASK
        if request.row.access != "read":
            self._acknowledged = last
        if request.row.answer != "ACK":
            slot = self._executed % len(self._slots)
            self._executed += 1
            self._flushed.discard(slot)
            if request.row.access == "flush":
                self._flushed.add(slot)
            else:
                self._slots[slot] = request.psn, last
            if self._slots[slot] == UNUSED:
                self._slots[slot] = 0, 0
        return answers

    def _take_early(self, request: TransportPacket) -> list[Packet]:
        if self._rnr_sent:
            self.met[BEHIND_RNR] += 1
            self._rnr_sent = False
        return super()._take_early(request)

    def _check_length(self, row: Opcode, size: int) -> None:
        try:
            super()._check_length(row, size)
        except RefusedRequestError:
            if row.operation != "SEND" or self.release not in LONG_SENDS:
                raise
            self.met[LONG_SEND] += 1

    def _receive_payload(self, message: OpenMessage, payload: bytes) -> None:
        try:
            super()._receive_payload(message, payload)
        except RefusedRequestError as refusal:
            self.met[NO_ROOM] += 1
            raise RefusedRequestError(OPERATIONAL, refusal.outcome) from None

    def _take(self, request: TransportPacket) -> list[Packet]:
        answers = super()._take(request)
        if self.state == "ERR" and "r_key" in request.values and request.row.operation == "SEND":
            (nak,) = answers
            if nak.aeth.syndrome == ACCESS:
                self.met[NO_WINDOW] += 1
                return [nak.replace(aeth__syndrome=0x1F)] if request.ack_request else []
        return answers

    def _write_payload(self, message: OpenMessage, row: Opcode, payload: bytes) -> None:
        ends = row.position in ("last", "only")
        if ends and len(payload) == self.queue_pair.pmtu < message.left:
            self.met[SHORT_WRITE] += 1
            message.left = len(payload)
        goes_on = not ends and len(payload) == self.queue_pair.pmtu == message.left
        self.met[FULL_MIDDLE] += goes_on
        message.left += goes_on
        super()._write_payload(message, row, payload)
        message.left -= goes_on


def within(psn: int, psns: tuple[int, int]) -> bool:
    """Whether a PSN is one of those from the first to the last, which may wrap around."""
    first, last = psns
    return psns != UNUSED and (psn - first & PSN_MASK) <= (last - first & PSN_MASK)


def unpredictable(model: Responder, packet: Packet) -> bool:
    """Whether the kernel's answer depends on what other requests have left in its notes.

    To a duplicate READ of no bytes it gives the right answer, a NAK, or none: it compares the address with that of the
    request before, for it did not note the one of this.

    Of a FLUSH it does not note the PSN, so that the place keeps that of an older request (0 where there was none), and
    the FLUSH is found in place of a request with that PSN.
    """
    psn, opcode = packet.bth.psn, packet.bth.opcode
    if (psn - model.expected_psn) & PSN_MASK < 1 << 23:
        return False
    if opcode == READ and not packet.reth.dmalen:
        return True
    return isinstance(model, RxeResponder) and opcode != FLUSH and model.hidden_by_flush(psn)


def panics(model: Responder, packet: Packet) -> bool:
    """Whether a packet makes the kernel panic: it invalidates the key of a window that is invalid already.

    rxe_invalidate_mw() drops references to a region that the window no longer has.
    """
    key = int.from_bytes(packet.ieth.r_key, "big") if hasattr(packet, "ieth") else None
    region = model.memory.regions.get(key)
    return region is not None and not region.valid

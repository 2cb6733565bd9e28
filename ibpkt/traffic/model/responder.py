"""The responder of a queue pair: it takes request packets, changes memory and receive queue, and gives the answers.

It works at once: `Responder.receive` gives every packet that a request causes.  What a rule leaves to the implementer
is said at the place: an ACK is sent where it is asked for, and never for several requests together.

Source: IBA 1, 9.7.4 (what is checked, in which order), 9.7.5 (what is answered), 9.8 (UC, UD), annex A14 (XRC), and the
memory placement extensions of IBA 1.5 (FLUSH, ATOMIC WRITE).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any

from ibpkt.arguments import one_of, shown, whole_number
from ibpkt.errors import CallerError
from ibpkt.packet import Packet
from ibpkt.protocols import (
    ACCESSES,
    ACK,
    ATOMIC_SIZE,
    CREDITS,
    LARGEST_MESSAGE,
    NAK,
    NAK_CODES,
    OPCODES,
    PSN_MASK,
    RNR_NAK,
    VALUE_BITS,
    Opcode,
    psn_distance,
)
from ibpkt.traffic.model.framing import ORDERS, PacketPath, QueuePair, TransportPacket
from ibpkt.traffic.model.memory import Memory, MemoryRegion, rights
from ibpkt.traffic.model.messages import OpenMessage, RefusedRequestError, SavedAnswer
from ibpkt.traffic.model.receive_queue import ReceiveCompletion, ReceiveQueue
from ibpkt.traffic.operations import response_codes
from ibpkt.traffic.workload import Q_KEY

#: the states of a queue pair in which a responder takes requests, and others
STATES = ("RESET", "INIT", "RTR", "RTS", "ERR")
#: the operation whose messages take a receive request with their first packet
SEND = "SEND"
WHOLE_REGION = 1
PERSISTENCE = 2

_BY_NAME = {name: NAK << VALUE_BITS | code for code, name in NAK_CODES.items()}
_SEQUENCE, _INVALID, _ACCESS = (_BY_NAME[name] for name in list(NAK_CODES.values())[:3])


class Responder:
    """The responder of one queue pair.

    Args:
        service: RC, UC, UD or XRC.
        qpn: its number, to which requests are addressed.
        peer_qpn: the requester's, to which answers go.
        first_psn: the PSN that it expects first.
        pmtu: path MTU in bytes.
        p_key: partition key.
        q_key: UD: the key that datagrams must bear.
        memory: regions; None for an empty `Memory`.
        access: what the queue pair lets requests do: "read", "write", "atomic", "flush".
        receives: receive requests to begin with, of any size; None for an endless supply.
        rnr_timer: the code that RNR NAKs bear, 0 to 31.
        responder_resources: READs and atomic operations that it can answer again; 0 refuses them.
        order: "psn" drops what comes early, "any" keeps it until the gap is filled.
        link: the link type of bytes that are given to `receive`.
        check_icrc: drop packets whose ICRC is wrong.

    Attributes:
        queue_pair: service, numbers, path MTU, keys.
        memory: its regions.
        receive_queue: its receive requests.
        completions: those that were used, in order.
        expected_psn: the PSN of the next request.
        msn: messages completed, modulo 2^24.
        state: "RTR" or "RTS" takes requests; "ERR" after a fatal error.

    Raises:
        CallerError: an argument out of its range.
    """

    def __init__(
        self,
        *,
        service: str = "RC",
        qpn: int = 0x11,
        peer_qpn: int = 0x12,
        first_psn: int = 0,
        pmtu: int = 1024,
        p_key: int = 0xFFFF,
        q_key: int = Q_KEY,
        memory: Memory | None = None,
        access: Iterable[str] = ACCESSES,
        receives: int | None = None,
        rnr_timer: int = 12,
        responder_resources: int = 16,
        order: str = "psn",
        link: int | str = "ethernet",
        check_icrc: bool = True,
    ) -> None:
        self.queue_pair: QueuePair = QueuePair(service, qpn, peer_qpn, pmtu, p_key, q_key, check_icrc)
        whole_number(first_psn, "first_psn", 0, PSN_MASK)
        whole_number(rnr_timer, "rnr_timer", 0, 31)
        whole_number(responder_resources, "responder_resources", 0, 255)
        one_of(order, "order", ORDERS)
        if memory is not None and not isinstance(memory, Memory):
            raise CallerError(f"memory is an ibpkt.traffic.Memory, not {shown(memory)}")
        self.memory: Memory = Memory() if memory is None else memory
        self.access: frozenset[str] = rights("access", access)
        self.receive_queue: ReceiveQueue = ReceiveQueue(receives is None)
        self.completions: list[ReceiveCompletion] = []
        self.expected_psn: int = first_psn
        self.msn: int = 0
        self.rnr_timer = rnr_timer
        self.order = order
        self.link = link
        self._state = "RTR"
        self._open: OpenMessage | None = None
        self._saved: deque[SavedAnswer] = deque(maxlen=responder_resources)
        self._early: dict[int, TransportPacket] = {}
        self._nak_sent = False  # for a gap that is still there
        self._rnr_sent = False  # for a request that has not come again
        self._dropping = False  # UC: the rest of a message of which something is missing
        if receives is not None:
            self.post_receive(count=receives)

    @property
    def state(self) -> str:
        """The state of the queue pair."""
        return self._state

    @state.setter
    def state(self, state: str) -> None:
        one_of(state, "state", STATES)
        self._state = state
        if state == "ERR":
            self._open = None
            self._early.clear()
            while len(self.receive_queue):
                self.receive_queue.take()
                self.completions.append(ReceiveCompletion("flushed"))

    def post_receive(self, size: int | None = None, count: int = 1) -> None:
        """Post receive requests.

        Args:
            size: bytes that each takes; None for any number.
            count: of them.

        Raises:
            CallerError: a negative number.
        """
        whole_number(count, "count", 0, 1 << 20)
        if size is not None:
            whole_number(size, "size", 0, LARGEST_MESSAGE)
        self.receive_queue.sizes.extend([size] * count)

    def receive(self, packet: Packet | bytes) -> list[Packet]:
        """Take a packet from the wire.

        Args:
            packet: decoded, or the bytes of a frame.

        Returns:
            The answers, in order: on the way back of that packet, from its destination to its source.
        """
        request = self.queue_pair.accept(packet, self.link, "request")
        if request is None or self._state not in ("RTR", "RTS"):
            return []
        if self.queue_pair.service == "UD":
            return self._take_datagram(request)
        if self.queue_pair.service == "UC":
            return self._take_unacknowledged(request)
        ahead = psn_distance(request.psn, self.expected_psn)
        if ahead < 0:
            return self._answer_again(request)
        if ahead > 0:
            return self._take_early(request)
        answers = self._take(request)
        while self.expected_psn in self._early and not self._rnr_sent and self._state != "ERR":
            answers += self._take(self._early.pop(self.expected_psn))
        self._early = {psn: kept for psn, kept in self._early.items() if psn_distance(psn, self.expected_psn) > 0}
        if self._early and not self._nak_sent and not self._rnr_sent:
            answers += self._nak_sequence(request)
        return answers

    # -- what arrives in order, early, or again -------------------------------------------------------------------

    def _take(self, request: TransportPacket) -> list[Packet]:
        """The request that is expected."""
        self._nak_sent = self._rnr_sent = False
        try:
            return self._execute(request)
        except RefusedRequestError as refusal:
            nak = self._acknowledge(request, request.psn, refusal.syndrome)
            if refusal.outcome == "rnr":
                self._rnr_sent = True
                self._early.clear()  # the requester sends all of it again
            else:
                self._fail(refusal.outcome)
            return nak

    def _take_early(self, request: TransportPacket) -> list[Packet]:
        """One NAK tells of a gap; after an RNR NAK the requester knows already that it has to go back."""
        if self._rnr_sent:
            return []
        if self.order == "any":
            self._early.setdefault(request.psn, request)
        return [] if self._nak_sent else self._nak_sequence(request)

    def _nak_sequence(self, request: TransportPacket) -> list[Packet]:
        self._nak_sent = True
        return self._acknowledge(request, self.expected_psn, _SEQUENCE)

    def _answer_again(self, request: TransportPacket) -> list[Packet]:
        """A duplicate: acknowledged, read or answered again, and never executed a second time."""
        row, values = request.row, request.values
        if row.answer == "ACK":
            newest = self.expected_psn - 1 & PSN_MASK
            return self._acknowledge(request, newest, self._ack_syndrome()) if request.ack_request else []
        span = self._span(row, values)
        for saved in self._saved:
            inside = psn_distance(request.psn, saved.psn)
            if saved.row is not row or not 0 <= inside <= inside + span <= saved.span:
                continue
            if row.access == "read":
                region = self._region(row, values["r_key"], values["va"], values["dmalen"])
                within = values["va"] == saved.values["va"] + inside * self.queue_pair.pmtu
                if values["dmalen"] and (region is None or not within or values["r_key"] != saved.values["r_key"]):
                    continue
                return self._read(request, region)
            if row.access == "atomic":
                return self._respond(request, [b""], saved.result)
            return self._respond(request, [b""])
        return []

    # -- execution ------------------------------------------------------------------------------------------------

    def _execute(self, request: TransportPacket) -> list[Packet]:
        """Check a request in the order of IBA 1, 9.7.4.1, and execute it.

        Raises:
            RefusedRequestError: it is not executed.
        """
        row = request.row
        self._check_sequence(row)
        if row.access and row.access not in self.access:
            raise RefusedRequestError(_INVALID, "access-error")
        if row.answer not in ("", "ACK"):
            if not self._saved.maxlen:
                raise RefusedRequestError(_INVALID, "access-error")
            return self._execute_answered(request)
        self._check_receive(row)
        self._check_length(row, len(request.payload))
        message = self._message(request)
        if row.access:
            self._write_payload(message, row, request.payload)
        else:
            self._receive_payload(message, request.payload)
        if row.position in ("last", "only"):
            self._complete(request, message)
        self.expected_psn = request.psn + 1 & PSN_MASK
        return self._acknowledge(request, request.psn, self._ack_syndrome()) if request.ack_request else []

    def _check_sequence(self, row: Opcode) -> None:
        """First opens a message, Middle and Last go on with one of the same operation, Only stands for itself."""
        begins = row.position in ("first", "only")
        if begins != (self._open is None) or (self._open is not None and self._open.operation != row.operation):
            raise RefusedRequestError(_INVALID, "sequence-error")

    def _check_receive(self, row: Opcode) -> None:
        """A SEND takes its receive request with its first packet, a WRITE with Immediate with its last."""
        if takes_receive(row) and self.receive_queue.empty:
            raise RefusedRequestError(RNR_NAK << VALUE_BITS | self.rnr_timer, "rnr")

    def _check_length(self, row: Opcode, size: int) -> None:
        pmtu = self.queue_pair.pmtu
        fits = {"first": size == pmtu, "middle": size == pmtu, "last": 1 <= size <= pmtu, "only": size <= pmtu}
        if not fits[row.position]:
            raise RefusedRequestError(_INVALID, "length-error")

    def _message(self, request: TransportPacket) -> OpenMessage:
        """The message to which a packet belongs."""
        row, values = request.row, request.values
        if self._open is not None:
            return self._open
        message = OpenMessage(row.operation)
        if row.access:
            size = values.get("dmalen", len(request.payload))
            if size > LARGEST_MESSAGE:
                raise RefusedRequestError(_INVALID, "length-error")
            message.address, message.left = values["va"], size
            if size:
                message.region = self._reach(row, values["r_key"], values["va"], size)
        elif takes_receive(row):
            message.room = self.receive_queue.take()
        self._open = message
        return message

    def _write_payload(self, message: OpenMessage, row: Opcode, payload: bytes) -> None:
        expected = min(message.left, self.queue_pair.pmtu)
        ends = row.position in ("last", "only")
        if len(payload) != expected or ends != (len(payload) == message.left):
            raise RefusedRequestError(_INVALID, "length-error")
        if message.region is not None:
            message.region.write(message.address, payload)
        message.address += len(payload)
        message.left -= len(payload)
        message.size += len(payload)

    @staticmethod
    def _receive_payload(message: OpenMessage, payload: bytes) -> None:
        message.size += len(payload)
        if message.room is not None and message.size > message.room:
            raise RefusedRequestError(_INVALID, "length-error")
        message.data += payload

    def _complete(self, request: TransportPacket, message: OpenMessage) -> None:
        """The last packet of a message has come."""
        row, values = request.row, request.values
        invalidated = None
        if "r_key" in values and "va" not in values:
            invalidated = int.from_bytes(values["r_key"], "big")
            if not self.memory.invalidate(invalidated):
                raise RefusedRequestError(_ACCESS, "access-error")
        self._open = None
        self.msn = self.msn + 1 & PSN_MASK
        if row.access:
            if takes_receive(row):
                self.receive_queue.take()
                self.completions.append(ReceiveCompletion("success", b"", message.size, values.get("immdt")))
        elif row.operation == SEND:
            self.completions.append(
                ReceiveCompletion(
                    "success", bytes(message.data), message.size, values.get("immdt"), invalidated, values.get("srcqp")
                )
            )

    # -- requests that have a response of their own ---------------------------------------------------------------

    def _execute_answered(self, request: TransportPacket) -> list[Packet]:
        """READ, atomic operations, FLUSH and ATOMIC WRITE."""
        row, values = request.row, request.values
        size = ATOMIC_SIZE if row.access == "atomic" else values["dmalen"]
        if size > LARGEST_MESSAGE:
            raise RefusedRequestError(_INVALID, "length-error")
        region = None
        if row.access == "flush":
            self._check_flush(values)
        elif size or row.access != "read":
            region = self._reach(row, values["r_key"], values["va"], size)
        if row.size is not None and (size != row.size or len(request.payload) != row.size):
            raise RefusedRequestError(_INVALID, "length-error")
        if ATOMIC_SIZE in (row.size, size if row.access == "atomic" else 0) and values["va"] % ATOMIC_SIZE:
            raise RefusedRequestError(_INVALID, "alignment-error")
        result = 0
        if row.access == "atomic" and region is not None:
            result = self._change(row, region, values)
        elif row.access == "write" and region is not None:
            region.write(values["va"], request.payload)
        span = self._span(row, values)
        self._saved.append(SavedAnswer(row, request.psn, span, values, result))
        self.msn = self.msn + 1 & PSN_MASK
        self.expected_psn = request.psn + span & PSN_MASK
        return self._read(request, region) if row.access == "read" else self._respond(request, [b""], result)

    def _check_flush(self, values: Any) -> None:
        """A FLUSH of a whole region does not look at address and length."""
        region = self.memory.regions.get(values["r_key"])
        whole = values["sel"] == WHOLE_REGION
        begin, size = (region.address, 0) if whole and region is not None else (values["va"], values["dmalen"])
        if region is None or not region.allows("flush", begin, size):
            raise RefusedRequestError(_ACCESS, "access-error")
        if values["plt"] & PERSISTENCE and not region.persistent:
            raise RefusedRequestError(_ACCESS, "access-error")

    def _change(self, row: Opcode, region: MemoryRegion, values: Any) -> int:
        """Execute an atomic operation: what it found."""
        found = self.memory.number(region, values["va"])
        if "FETCH_ADD" in row.verbs:
            self.memory.set_number(region, values["va"], found + values["swapdt"] & (1 << 64) - 1)
        elif found == values["cmpdt"]:
            self.memory.set_number(region, values["va"], values["swapdt"])
        return found

    def _span(self, row: Opcode, values: Any) -> int:
        """The PSNs that a request takes: one for each packet of a READ's response."""
        return max(1, -(-values["dmalen"] // self.queue_pair.pmtu)) if row.access == "read" else 1

    def _reach(self, row: Opcode, r_key: int, address: int, size: int) -> MemoryRegion:
        region = self._region(row, r_key, address, size)
        if region is None:
            raise RefusedRequestError(_ACCESS, "access-error")
        return region

    def _region(self, row: Opcode, r_key: int, address: int, size: int) -> MemoryRegion | None:
        return self.memory.find(r_key, row.access, address, size)

    # -- UC and UD ------------------------------------------------------------------------------------------------

    def _take_unacknowledged(self, request: TransportPacket) -> list[Packet]:
        """UC: a message with a gap or an error is dropped whole, and nothing is answered."""
        begins = request.row.position in ("first", "only")
        if begins:
            self._open = None
            self._dropping = False
        elif self._dropping or request.psn != self.expected_psn:
            self._open = None
            self._dropping = True
        self.expected_psn = request.psn + 1 & PSN_MASK
        if not self._dropping:
            try:
                self._execute(request._replace(ack_request=False))
            except RefusedRequestError:
                self._open = None
                self._dropping = True
        return []

    def _take_datagram(self, request: TransportPacket) -> list[Packet]:
        """UD: whoever knows the Q_Key may send, and a datagram without a receive request is lost."""
        if request.values["q_key"] != self.queue_pair.q_key or self.receive_queue.empty:
            return []
        if len(request.payload) <= self.queue_pair.pmtu:
            try:
                self._execute(request._replace(ack_request=False))
            except RefusedRequestError:
                self._open = None
        return []

    # -- answers --------------------------------------------------------------------------------------------------

    def _ack_syndrome(self) -> int:
        return ACK << VALUE_BITS | (CREDITS.index(None) if self._shared else self.receive_queue.credit_code())

    @property
    def _shared(self) -> bool:
        """Whether the receive requests belong to several queue pairs, so that credits are not counted."""
        return self.queue_pair.service == "XRC"

    def _acknowledge(self, request: TransportPacket, psn: int, syndrome: int) -> list[Packet]:
        """An Acknowledge packet: an ACK or a NAK."""
        return self._send(request, "ACK", psn, [b""], {"syndrome": syndrome})

    def _respond(self, request: TransportPacket, payloads: list[bytes], result: int = 0) -> list[Packet]:
        values = {"syndrome": self._ack_syndrome(), "origremdt": result}
        return self._send(request, request.row.answer, request.psn, payloads, values)

    def _read(self, request: TransportPacket, region: MemoryRegion | None) -> list[Packet]:
        """The response to a READ, from memory as it is now."""
        values, pmtu = request.values, self.queue_pair.pmtu
        data = b"" if region is None else region.read(values["va"], values["dmalen"])
        return self._respond(request, [data[at : at + pmtu] for at in range(0, len(data), pmtu)] or [b""])

    def _send(
        self, request: TransportPacket, answer: str, psn: int, payloads: list[bytes], values: dict[str, Any]
    ) -> list[Packet]:
        path = PacketPath.of_packet(request.packet, back=True)
        pair, last = self.queue_pair, len(payloads) - 1
        codes = response_codes(pair.service, answer)
        values["msn"] = self.msn
        return [
            pair.compose(
                path,
                OPCODES[codes[(3 if at == 0 else 2) if at == last else (0 if at == 0 else 1)]],
                psn + at,
                values,
                payload,
            )
            for at, payload in enumerate(payloads)
        ]

    def _fail(self, outcome: str) -> None:
        """The queue pair goes into error; a message that was under way has used its receive request."""
        if self._open is not None and self._open.operation == SEND:
            self.completions.append(ReceiveCompletion(outcome, b"", self._open.size))
        self.state = "ERR"


def takes_receive(row: Opcode) -> bool:
    """Whether a request packet uses a receive request."""
    if not row.access:
        return row.operation == SEND and row.position in ("first", "only")
    return any("immdt" in header.by_name for header in row.headers)

"""The requester of a queue pair as an object: it posts requests as packets, takes the answers and retransmits.

What it sends and when is decided by the engines of `ibpkt.traffic`'s simulation; here their messages become packets,
and packets that come become what the engines know.

Source: IBA 1, 9.7 and 9.9.
"""

from __future__ import annotations

import heapq
import itertools
from collections import deque
from typing import Any, NamedTuple

from ibpkt.arguments import one_of, whole_number
from ibpkt.errors import CallerError
from ibpkt.packet import Packet
from ibpkt.protocols import ACK, CREDITS, NAK, NAK_CODES, OPCODES, PSN_MASK, RNR_NAK, VALUE, VALUE_BITS, psn_distance
from ibpkt.traffic.conversation import Setup
from ibpkt.traffic.frame_builder import filled_fields
from ibpkt.traffic.message import Request, WorkRequest
from ibpkt.traffic.model.framing import ORDERS, PacketPath, QueuePair, TransportPacket
from ibpkt.traffic.operations import codes
from ibpkt.traffic.payload import message as pattern
from ibpkt.traffic.requester_engine import RequesterEngine
from ibpkt.traffic.simulated_network import (
    ACK_REQUEST,
    COLUMNS,
    NS,
    OPCODE,
    SOLICITED,
    SYNDROME,
    WIDTH,
    Handler,
    Wire,
    copy_ended,
    signed,
)
from ibpkt.traffic.unacknowledged import UnacknowledgedRequester
from ibpkt.traffic.workload import Q_KEY, Workload

_NAK_SEQUENCE = NAK << VALUE_BITS | next(code for code, name in NAK_CODES.items() if "Sequence" in name)


class Completion(NamedTuple):
    """A request that has come to its end.

    Attributes:
        request: as it was posted.
        outcome: "success", "remote-access-error", "invalid-request", "remote-operational-error", "retry-exceeded",
            "rnr-retry-exceeded", "bad-response", or "flushed" where an earlier one had an error.
        data: what a READ has brought; the eight bytes that an atomic operation found, as a number in network order.
    """

    request: Request
    outcome: str
    data: bytes = b""


class EngineHost:
    """What a requester's engine needs around it: an end, a lane, a clock, and where messages come from.

    Attributes:
        sent: packets that the engine has sent and nobody has fetched.
        waiting: messages that it may begin.
        ended: those that have come to their end, with the outcome.
    """

    origin = 0
    slow = False
    next = 0
    note = None

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.end = self.lane = self.network = self.conversation = self
        self.dead = False
        self.sends = self.received = 0
        self.sent = 0
        self.free: list[int] = [0]
        self.now: int = 0
        self.packets: deque[tuple[Wire, Any]] = deque()
        self.waiting: deque[WorkRequest] = deque()
        self.outcomes: deque[tuple[WorkRequest, str]] = deque()
        self._timers: list[tuple[int, int, Handler]] = []
        self._ties = itertools.count()

    # -- as an end, a lane and a responder ------------------------------------------------------------------------

    def count(self, *names: str) -> None:
        """Counters are kept by the simulation only."""

    def report(self, what: str, now: int, uid: int, packet: Any, **more: Any) -> None:
        """Events are kept by the simulation only."""

    def report_sending(self, what: str, now: int, wire: Wire, message: WorkRequest | None) -> None:
        """Likewise."""

    def on_request(self, now: int, packet: Any, uid: int) -> None:
        """Packets are fetched, not delivered."""

    def send(self, now: int, wire: Wire, handler: Handler, packet: Any) -> int:
        """Take a packet of the engine's."""
        self.packets.append((wire, packet))
        return now

    # -- as a network ---------------------------------------------------------------------------------------------

    def at(self, time: int, handler: Handler) -> None:
        """Call a handler at a time, in picoseconds."""
        heapq.heappush(self._timers, (time, next(self._ties), handler))

    @property
    def next_timer(self) -> int | None:
        """When the next handler is to be called, or None."""
        return self._timers[0][0] if self._timers else None

    def run(self, now: int) -> None:
        """Let time pass."""
        self.now = max(self.now, now)
        while self._timers and self._timers[0][0] <= self.now:
            heapq.heappop(self._timers)[2](self.now, None, -1)

    # -- as a conversation ----------------------------------------------------------------------------------------

    def next_message(self, end: Any, now: int) -> WorkRequest | None:
        """The next message, None where nothing is posted."""
        return self.waiting.popleft() if self.waiting else None

    def ended(self, end: Any, message: WorkRequest, now: int, outcome: str) -> None:
        """A message has come to its end."""
        self.outcomes.append((message, outcome))

    def died(self, now: int) -> None:
        """The queue pair is in error: what was not begun is flushed."""
        while self.waiting:
            self.outcomes.append((self.waiting.popleft(), "flushed"))


class Requester:
    """The requester of one queue pair.

    Times are nanoseconds from any beginning; they never go back.

    Args:
        service: RC, UC, UD or XRC.
        qpn: its number, to which answers are addressed.
        peer_qpn: the responder's.
        first_psn: the PSN of its first request.
        pmtu: path MTU in bytes.
        p_key: partition key.
        q_key: UD: the key that datagrams bear.
        r_key: the key of requests that are posted without one.
        address: of remote memory, for requests without one.
        xrc_srq: XRC: the shared receive queue at the responder.
        carrier: the headers in front of BTH, a name or chain as in `ibpkt.craft.carriers`.
        path: a packet whose headers in front of BTH are taken instead.
        window: PSNs that are outstanding, at most.
        depth: requests that are outstanding, at most; others wait.
        max_reads: READs and atomic operations that are outstanding, at most.
        coalesce: requests for which one ACK is asked for.
        count_credits: obey the credits in ACKs.
        retry_count: retransmissions without progress before it gives up, 0 to 7.
        rnr_retry: RNR NAKs in a row before it gives up, 0 to 6; 7 is no limit.
        timeout_code: the local ACK timeout is 4.096 µs times two to the power of this.
        order: "psn" goes back to the lost packet, "any" sends that packet alone again.
        check_icrc: drop packets whose ICRC is wrong.

    Attributes:
        queue_pair: service, numbers, path MTU, keys.
        completions: requests that have come to their end, in order.

    Raises:
        CallerError: an argument out of its range.
    """

    def __init__(
        self,
        *,
        service: str = "RC",
        qpn: int = 0x12,
        peer_qpn: int = 0x11,
        first_psn: int = 0,
        pmtu: int = 1024,
        p_key: int = 0xFFFF,
        q_key: int = Q_KEY,
        r_key: int = 0,
        address: int = 0,
        xrc_srq: int = 0,
        carrier: str = "rocev2",
        path: Packet | None = None,
        window: int = 64,
        depth: int = 16,
        max_reads: int = 16,
        coalesce: int = 4,
        count_credits: bool = False,
        retry_count: int = 7,
        rnr_retry: int = 7,
        timeout_code: int = 14,
        order: str = "psn",
        check_icrc: bool = True,
    ) -> None:
        self.queue_pair: QueuePair = QueuePair(service, qpn, peer_qpn, pmtu, p_key, q_key, check_icrc)
        whole_number(first_psn, "first_psn", 0, PSN_MASK)
        whole_number(xrc_srq, "xrc_srq", 0, PSN_MASK)
        one_of(order, "order", ORDERS)
        limits = {
            "window": window, "depth": depth, "max_reads": max_reads, "coalesce": coalesce,
            "retry_count": retry_count, "rnr_retry": rnr_retry, "timeout_code": timeout_code,
        }  # fmt: skip
        for name, value in limits.items():
            whole_number(value, name, 0, 1 << 22)  # the setup knows the limit of each
        if not isinstance(carrier, str):
            raise CallerError(f"carrier is a name or a chain of headers, not {carrier!r}")
        self._path = PacketPath.of_carrier(carrier, (qpn, peer_qpn)) if path is None else PacketPath.of_packet(path)
        self._defaults = self._reach(r_key, address)
        self._further = {"xrcsrq": xrc_srq, "srcqp": qpn}
        setup = Setup(
            pmtu=pmtu, window=window, depth=depth, max_reads=max_reads, coalesce=coalesce, retry_count=retry_count,
            rnr_retry=rnr_retry, timeout_code=timeout_code, credits=1 if count_credits else None,
            recovery="selective" if order == "any" else "go-back-n",
        )  # fmt: skip
        host: Any = EngineHost(setup)
        self._host: EngineHost = host
        self._acknowledged = service not in ("UC", "UD")
        engine = RequesterEngine if self._acknowledged else UnacknowledgedRequester
        self._engine: Any = engine(host, host, first_psn)
        self._engine.responder = host
        self._ids = itertools.count()
        self._posted: dict[int, tuple[Request, bytes]] = {}
        self._parts: dict[int, dict[int, bytes]] = {}
        self.completions: list[Completion] = []

    @property
    def state(self) -> str:
        """The state of the queue pair, "RTS" or "ERR"."""
        return "ERR" if self._host.dead else "RTS"

    @property
    def next_timeout(self) -> int | None:
        """When `tick` has something to do, in nanoseconds; None for never."""
        time = self._host.next_timer
        return None if time is None else -(-time // NS)

    @property
    def outstanding(self) -> int:
        """Requests that were posted and have not come to their end."""
        return len(self._posted)

    def post(self, *requests: Request, r_key: int | None = None, now: int | None = None) -> list[Packet]:
        """Post requests.

        Args:
            *requests: made by `ibpkt.traffic.Write`, `Read`, `Send` and so on.
            r_key: the key of remote memory; None for that of the requester.
            now: the time in nanoseconds; None for that of the last call.

        Returns:
            The packets that may be sent now.

        Raises:
            CallerError: no request, one that the service does not have, or one that is longer than a packet can be.
        """
        messages = [self._work_request(request, r_key) for request in requests]
        if self._host.dead:
            self.completions += [Completion(request, "flushed") for request in requests]
            return []
        for message, request, data in messages:
            self._posted[message.id] = request, data
            self._host.waiting.append(message)
        return self._go_on(now)

    def receive(self, packet: Packet | bytes, now: int | None = None) -> list[Packet]:
        """Take a packet from the wire.

        Args:
            packet: decoded, or the bytes of a frame.
            now: the time in nanoseconds; None for that of the last call.

        Returns:
            What is to be sent: retransmissions, and requests that have waited.
        """
        answer = self.queue_pair.accept(packet, self._path.link, "response")
        self._host.run(self._time(now))
        if answer is not None and self._acknowledged and not self._host.dead:
            self._take(answer)
        return self._go_on(now)

    def tick(self, now: int) -> list[Packet]:
        """Let time pass.

        Args:
            now: the time in nanoseconds.

        Returns:
            What is to be sent again since no answer came.
        """
        return self._go_on(now)

    # -- requests -------------------------------------------------------------------------------------------------

    def _work_request(self, request: Request, r_key: int | None) -> tuple[WorkRequest, Request, bytes]:
        if not isinstance(request, Request):
            raise CallerError(f"requests are made by ibpkt.traffic.Write, Read, Send and so on, not {request!r}")
        if request.rnr or request.side != "a":
            raise CallerError("a requester sends for itself: rnr= and side= belong to simulated conversations")
        operation, service = request.operation, self.queue_pair.service
        own = codes(operation, service)
        if (service == "UD" or operation.single) and request.size > self.queue_pair.pmtu:
            raise CallerError(f"a {operation.name} of {service} has at most {self.queue_pair.pmtu} bytes, the path MTU")
        if operation.fixed > 0 and request.size != operation.fixed:
            raise CallerError(f"{operation.name} has {operation.fixed} bytes, not {request.size}")
        message = WorkRequest(next(self._ids), operation, request.size, own, self._host.now)
        if operation.remote:
            default_key, default_address = self._defaults
            key, place = self._reach(
                default_key if r_key is None else r_key, default_address if request.address is None else request.address
            )
            message.r_key, message.va = key, signed(place)
            if request.denied:
                Workload.deny(message)
        message.extra = request.value or 0
        message.extra2 = self.queue_pair.q_key if service == "UD" else request.compare or 0
        return message, request, pattern(message.id, request.size) if request.data is None else request.data

    @staticmethod
    def _reach(r_key: int, address: int) -> tuple[int, int]:
        whole_number(r_key, "r_key", 0, (1 << 32) - 1)
        whole_number(address, "address", 0, (1 << 64) - 1)
        return r_key, address

    def _time(self, now: int | None) -> int:
        if now is None:
            return self._host.now
        whole_number(now, "now", 0, 1 << 62)
        return now * NS

    def _go_on(self, now: int | None) -> list[Packet]:
        """Let the engine send what it may, and fetch it."""
        host = self._host
        host.run(self._time(now))
        if not host.dead:
            self._engine.pump(host.now)
            host.run(host.now)
        packets = []
        while host.packets:
            wire, packet = host.packets.popleft()
            packets.append(self._compose(wire, packet))
            if not self._acknowledged:
                copy_ended(packet)
        while host.outcomes:
            self._end(*host.outcomes.popleft())
        return packets

    def _compose(self, wire: Wire, packet: Any) -> Packet:
        _, _, message, place = packet
        columns = dict(zip(COLUMNS, wire, strict=True))
        row = OPCODES[columns["opcode"]]
        values: dict[str, int] = dict(self._further)
        for header in row.headers:
            for name, column in filled_fields(header).items():
                if column in columns:
                    values[name] = columns[column] & (1 << header.leaf(name).width) - 1
        _, data = self._posted[message.id]
        begin = place * self.queue_pair.pmtu
        payload = data[begin : begin + columns["size"]] if row.payload else b""
        flags = columns["flags"]
        bits = {"a": int(flags & ACK_REQUEST > 0), "se": int(flags & SOLICITED > 0)}
        return self.queue_pair.compose(self._path, row, columns["psn"], values, payload, **bits)

    # -- answers --------------------------------------------------------------------------------------------------

    def _take(self, answer: TransportPacket) -> None:
        """Tell the engine of an answer; one to what was never sent says nothing."""
        engine, now = self._engine, self._host.now
        psn = engine.una + psn_distance(answer.psn, engine.una & PSN_MASK)
        if psn >= engine.top:
            return
        syndrome = answer.values.get("syndrome", ACK << VALUE_BITS)
        kind, value = syndrome >> VALUE_BITS, syndrome & VALUE
        wire = [0] * WIDTH
        wire[OPCODE], wire[SYNDROME] = answer.row.code, syndrome
        limit = answer.values.get("msn", 0) + (CREDITS[value] or 0 if kind == ACK else 0)
        packet = (tuple(wire), psn, None, limit)
        if answer.row.operation != "ACK":
            if kind == ACK:
                self._take_data(answer, packet)
        elif kind == ACK:
            engine.on_ack(now, packet, -1)
        elif kind == RNR_NAK:
            engine.on_rnr(now, packet, -1)
        elif syndrome == _NAK_SEQUENCE:
            engine.on_nak(now, packet, -1)
        elif kind == NAK and value in NAK_CODES:
            engine.on_fatal(now, packet, -1)

    def _take_data(self, answer: TransportPacket, packet: Any) -> None:
        """A response came: its payload is kept, and taken if the engine takes the packet."""
        psn, engine = packet[1], self._engine
        message = next((each for each in engine.flight if each.first <= psn <= each.last), None)
        if message is None or message.operation.answer != answer.row.operation:
            return  # no answer to this request
        last = psn == message.last
        size = 0
        if message.operation.reads:
            size = message.size - (psn - message.first) * self.queue_pair.pmtu if last else self.queue_pair.pmtu
        if len(answer.payload) != size or last != (answer.row.position in ("last", "only")):
            if psn == engine.una:
                engine.fail(self._host.now, "bad-response")
            return
        found = answer.values.get("origremdt")
        data = answer.payload if found is None else found.to_bytes(8, "big")
        self._parts.setdefault(message.id, {})[psn] = data
        engine.on_data(self._host.now, packet, -1)

    def _end(self, message: WorkRequest, outcome: str) -> None:
        request, _ = self._posted.pop(message.id)
        parts = self._parts.pop(message.id, {})
        if not self._acknowledged:
            outcome = "success"  # it was sent, nobody will know more
        data = b"".join(parts[psn] for psn in sorted(parts)) if outcome == "success" else b""
        self.completions.append(Completion(request, outcome, data))

"""The state machine for the other side: it drives a requester of somebody else, which the model's responder answers."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import ClassVar

from hypothesis import note, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from ibpkt.packet import Packet, decode
from ibpkt.protocols import NAK, OPCODES, PSN_MASK, RNR_NAK, VALUE_BITS, psn_distance
from ibpkt.strategies.state_machine import (
    ADDRESS,
    FATES,
    FIRST_PSNS,
    OUTSTANDING,
    PEER_QPN,
    QPN,
    READ_WRITE_KEY,
    REMEMBERED,
    ConnectionSetup,
    damaged,
    drawn_requests,
    known_operations,
)
from ibpkt.traffic import Memory, Request, Requester, Responder
from ibpkt.traffic.model.answers import described, structural
from ibpkt.traffic.model.framing import PacketPath

#: waits without progress after which the network is kind for once, since a requester may give up
PATIENCE = 2
#: waits after which everything must be complete, if the network is kind
ENOUGH = 20


class WrongRequest(AssertionError):
    """A requester has not sent, retransmitted or completed as it must."""


class RCRequesterMachine(RuleBasedStateMachine):
    """Drives a requester of a reliable connection, whose packets the model's responder answers.

    Every packet must be well formed, have the next PSN or repeat an earlier packet, and be one that the responder
    takes.  Requests must complete in order, with the right data, not before they are executed, and in the end all of
    them.  Override `connect`, `post`, `receive`, `tick` and `completed`.

    Attributes:
        pmtu: path MTU in bytes.
        carrier: the headers in front of BTH, as in `ibpkt.craft.carriers`.
        operations: names of the operations that the requester has; None for all of RC but the SEND with Invalidate.
        region_size: bytes of remote memory.
        timeout: nanoseconds after which the requester must have retransmitted what has no answer.
    """

    pmtu: ClassVar[int] = 256
    carrier: ClassVar[str] = "rocev2"
    operations: ClassVar[Sequence[str] | None] = None
    region_size: ClassVar[int] = 1024
    timeout: ClassVar[int] = 4_096 << 14

    # -- to be overridden -----------------------------------------------------------------------------------------

    def connect(self, setup: ConnectionSetup) -> None:
        """Make a queue pair: its number is ``setup.qpn``, and ``setup.memory`` what is at the other end."""
        raise NotImplementedError("connect() of the subclass makes the requester's queue pair")

    def post(self, request: Request, r_key: int) -> list[bytes]:
        """Post a request to the remote address ``request.address``; returns the frames that are sent."""
        raise NotImplementedError("post() of the subclass posts a request")

    def receive(self, packet: bytes) -> list[bytes]:
        """Give the requester a frame; returns the frames that it sends."""
        raise NotImplementedError("receive() of the subclass gives a frame to the requester")

    def tick(self, now: int) -> list[bytes]:
        """Let time pass up to ``now`` nanoseconds; returns the frames that are sent."""
        raise NotImplementedError("tick() of the subclass lets time pass")

    def completed(self) -> list[bytes]:
        """What requests have brought that are complete, in order: data of a READ, empty for others."""
        raise NotImplementedError("completed() of the subclass gives the requests that are complete")

    # -- the connection -------------------------------------------------------------------------------------------

    @initialize(first_psn=st.sampled_from(FIRST_PSNS), receives=st.integers(0, 3))
    def _begin(self, first_psn: int, receives: int) -> None:
        contents = bytes((at * 7 + (at >> 8) + 1) & 0xFF for at in range(self.region_size))
        memories = [Memory(), Memory(), Memory()]
        for memory in memories:
            memory.register(contents, address=ADDRESS, r_key=READ_WRITE_KEY)
        self._link = PacketPath.of_carrier(self.carrier, (PEER_QPN, QPN)).link
        self._responder = Responder(
            qpn=QPN, peer_qpn=PEER_QPN, first_psn=first_psn, pmtu=self.pmtu, memory=memories[0], receives=receives,
            rnr_timer=1, link=self._link,
        )  # fmt: skip
        # a requester and a responder without a network between them say how it must end
        self._ideal = Requester(
            qpn=PEER_QPN, peer_qpn=QPN, pmtu=self.pmtu, r_key=READ_WRITE_KEY, depth=1 << 10, first_psn=first_psn
        )
        self._ideal_responder = Responder(
            qpn=QPN, peer_qpn=PEER_QPN, pmtu=self.pmtu, memory=memories[1], first_psn=first_psn
        )
        self._first_psns: list[int] = []
        self._read: dict[int, set[bytes]] = {}
        self._next_psn = first_psn
        self._sent: dict[int, Packet] = {}
        self._answers: deque[Packet] = deque(maxlen=REMEMBERED)
        self._now = 0
        self._waits = 0
        self._executed = 0
        self.connect(ConnectionSetup(PEER_QPN, QPN, first_psn, self.pmtu, 1, memories[2]))

    @property
    def _outstanding(self) -> int:
        return len(self._ideal.completions) - len(self.completed())

    # -- what happens ---------------------------------------------------------------------------------------------

    @precondition(lambda self: self._outstanding < OUTSTANDING)
    @rule(data=st.data(), fates=st.lists(st.sampled_from(FATES), max_size=5))
    def request(self, data: st.DataObject, fates: list[str]) -> None:
        """Post one to three requests, and let the network have its way with the packets."""
        one = drawn_requests(tuple(self.operations or known_operations()), self.pmtu, self.region_size)
        for request in data.draw(st.lists(one, min_size=1, max_size=3)):
            packets = self._ideal.post(request)
            self._first_psns.append(packets[0].bth.psn)
            for packet in packets:
                for answer in self._ideal_responder.receive(packet):
                    self._ideal.receive(answer)
            self._carry(self.post(request, READ_WRITE_KEY), fates)

    @precondition(lambda self: self._outstanding)
    @rule(fates=st.lists(st.sampled_from(FATES), max_size=3))
    def wait(self, fates: list[str]) -> None:
        """Let time pass until the requester must have sent again what has no answer."""
        self._waits += 1
        self._now += self.timeout
        if self._waits > PATIENCE:
            self._responder.post_receive(count=3)
            fates = []
        self._carry(self.tick(self._now), fates)

    @precondition(lambda self: self._answers)
    @rule(back=st.integers(0, REMEMBERED - 1))
    def repeat(self, back: int) -> None:
        """The network delivers an old answer once more."""
        answer = self._answers[-1 - back % len(self._answers)]
        note(f"<- {described(answer)}")
        self._carry(self.receive(answer.data), ())

    @rule(count=st.integers(1, 3))
    def give_receives(self, count: int) -> None:
        """The responder posts receive requests."""
        self._responder.post_receive(count=count)

    def teardown(self) -> None:
        """With a kind network everything completes."""
        if not hasattr(self, "_responder") or self._failed:
            return
        self._responder.post_receive(count=1 << 10)
        for _ in range(ENOUGH):
            if not self._outstanding:
                break
            self._now += self.timeout
            self._carry(self.tick(self._now), ())
        if self._outstanding:
            raise WrongRequest(f"{self._outstanding} requests do not complete, though nothing is lost any more")
        own, ideal = (each.memory.regions[READ_WRITE_KEY].data for each in (self._responder, self._ideal_responder))
        if own != ideal:
            at = next(at for at, pair in enumerate(zip(own, ideal, strict=True)) if pair[0] != pair[1])
            raise WrongRequest(f"byte {at} of remote memory is {own[at]} in the end, not {ideal[at]}")

    # -- the network ----------------------------------------------------------------------------------------------

    _failed = False

    def _carry(self, frames: Sequence[bytes], fates: Sequence[str]) -> None:
        """Carry packets to the responder and its answers back, until neither end has anything to say."""
        try:
            self._exchange([self._checked(frame) for frame in frames], deque(fates))
            self._compare_completions()
        except AssertionError:
            self._failed = True
            raise

    def _exchange(self, packets: Sequence[Packet], fates: deque[str]) -> None:
        waiting, overtaken = deque(packets), deque[Packet]()
        while waiting or overtaken:
            if not waiting:
                waiting, overtaken = overtaken, waiting
            packet = waiting.popleft()
            fate = fates.popleft() if fates else FATES[0]
            if fate == "overtaken":
                overtaken.append(packet)
                continue
            if fate == "lost":
                note(f"lost: {described(packet)}")
                continue
            answers = self._answer(damaged(packet) if fate == "damaged" else packet)
            if fate == "twice":
                answers += self._answer(packet)
            for answer in answers:
                note(f"{'lost' if fate == 'answer lost' else '<-'} {described(answer)}")
                if fate != "answer lost":
                    waiting.extend(self._checked(frame) for frame in self.receive(answer.data))

    def _answer(self, packet: Packet) -> list[Packet]:
        note(f"-> {described(packet)}")
        before = self._responder.msn
        answers = self._responder.receive(packet)
        self._executed += psn_distance(self._responder.msn, before)
        self._waits = 0 if self._responder.msn != before else self._waits
        for answer in answers:
            self._read.setdefault(answer.bth.psn, set()).add(answer.payload)
            syndrome = answer.aeth.syndrome if "AETH" in answer else 0
            if syndrome >> VALUE_BITS == NAK and self._responder.state == "ERR":
                raise WrongRequest(f"{described(packet)} is refused: {answer.aeth.verdict}")
            if syndrome >> VALUE_BITS != RNR_NAK:
                self._answers.append(answer)
        return answers

    def _checked(self, frame: bytes) -> Packet:
        """A packet of the requester: well formed, with the next PSN, or one that was sent before."""
        packet = decode(bytes(frame), self._link)
        if wrong := structural(packet):
            raise WrongRequest(f"{described(packet)} is wrong: {'; '.join(wrong)}")
        bth = packet.bth
        row = OPCODES.get(bth.opcode)
        if row is None or (row.service, row.kind) != ("RC", "request") or bth.destqp != QPN:
            raise WrongRequest(f"{described(packet)} to queue pair {bth.destqp} is no request of this connection")
        span = max(1, -(-packet.reth.dmalen // self.pmtu)) if row.access == "read" else 1
        if bth.psn == self._next_psn:
            for at in range(span):
                self._sent[bth.psn + at & PSN_MASK] = packet
            self._next_psn = bth.psn + span & PSN_MASK
            return packet
        before = self._sent.get(bth.psn)
        if before is None:
            raise WrongRequest(f"{described(packet)} skips PSNs: the next one is {self._next_psn}")
        if (row.access != "read" or before.bth.opcode != bth.opcode) and self._contents(before) != self._contents(
            packet
        ):
            raise WrongRequest(f"{described(packet)} repeats a PSN with other contents than {described(before)} had")
        return packet

    @staticmethod
    def _contents(packet: Packet) -> tuple[object, ...]:
        extended = [(layer.name, layer.raw) for layer in packet.layers if layer.header.role == "extended"]
        return packet.bth.opcode, extended, packet.payload

    def _was_read(self, psn: int, data: bytes, size: int) -> bool:
        """Whether responses had these bytes: a repeated READ brings what later WRITEs have left (IBA 1, 9.7.5)."""
        for at in range(0, len(data), self.pmtu):
            if data[at : at + self.pmtu] not in self._read.get(psn + at // self.pmtu & PSN_MASK, ()):
                return False
        return len(data) == size

    def _compare_completions(self) -> None:
        done = [bytes(each) for each in self.completed()]
        if len(done) > self._executed:
            raise WrongRequest(f"{len(done)} requests are complete, though only {self._executed} were executed")
        for at, (data, ideal) in enumerate(zip(done, self._ideal.completions, strict=False)):
            expected = ideal.data if ideal.request.operation.reads else b""
            if data != expected and not (expected and self._was_read(self._first_psns[at], data, len(expected))):
                raise WrongRequest(f"request {at + 1} ({ideal.request.operation}) brought {data!r}, not {expected!r}")

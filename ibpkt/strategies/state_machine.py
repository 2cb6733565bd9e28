"""State machines that drive an adapter of somebody else: random requests over a network that loses, copies and damages.

A test subclasses one of them, overrides the methods that reach the adapter, and lets hypothesis run it:

    class MyResponder(strategies.RCMachine):
        def connect(self, setup):
            self.nic = ...

        def deliver(self, packet):
            return self.nic.receive(packet)

    TestMyResponder = MyResponder.TestCase
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from hypothesis import note, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from ibpkt.packet import Packet, decode
from ibpkt.protocols import ACCESSES, ICRC, PSN_MASK
from ibpkt.strategies.forged_requests import DROPPED, REFUSED, RequestForger, row_of
from ibpkt.traffic import AnswerChecker, Memory, Request, Requester, Responder, WrongAnswer
from ibpkt.traffic.model.answers import described
from ibpkt.traffic.model.framing import PacketPath
from ibpkt.traffic.operations import OPERATIONS, codes, has

QPN, PEER_QPN = 0x11, 0x12
READ_WRITE_KEY, READ_KEY = 0x1100, 0x2200
ADDRESS, GUARDED_ADDRESS = 0x7F00_0000_1000, 0x7F00_0010_0000
#: packets of a run that may come again
REMEMBERED = 64
#: requests that may be outstanding when another one is posted
OUTSTANDING = 6
#: the end of the sequence numbers comes first, where mistakes are made
FIRST_PSNS = (0, PSN_MASK, PSN_MASK, PSN_MASK - 1, PSN_MASK // 2)

#: what becomes of a packet on its way
FATES = ("delivered", "lost", "twice", "overtaken", "damaged", "answer lost")


class ConnectionSetup(NamedTuple):
    """What an adapter must know of a connection.

    Attributes:
        qpn: its queue pair, to which requests are addressed.
        peer_qpn: the requester's, to which its answers go.
        first_psn: of the first request.
        pmtu: path MTU in bytes.
        rnr_timer: the code that its RNR NAKs bear.
        memory: what requests may reach, by key, with rights and contents (`ibpkt.traffic.MemoryRegion`).
    """

    qpn: int
    peer_qpn: int
    first_psn: int
    pmtu: int
    rnr_timer: int
    memory: Memory


class RCMachine(RuleBasedStateMachine):
    """Drives a responder of a reliable connection, and compares each of its answers with the model's.

    It posts requests of all kinds, loses, copies, reorders and damages packets, repeats old ones, leaves the receive
    queue empty, and sends what must be dropped or refused.  Override `connect`, `deliver` and `post_receive`; with
    `read_memory` and `received` it compares contents as well.

    Attributes:
        pmtu: path MTU in bytes.
        carrier: the headers in front of BTH, as in `ibpkt.craft.carriers`.
        operations: names of the operations that the adapter has (`ibpkt.traffic.OPERATIONS`); None for all of RC but
            the SEND with Invalidate, for which there is no key to invalidate.
        region_size: bytes of the memory that requests may reach.
        acks_may_wait: the adapter may send an ACK with the answer to a later packet.
    """

    pmtu: ClassVar[int] = 256
    carrier: ClassVar[str] = "rocev2"
    operations: ClassVar[Sequence[str] | None] = None
    region_size: ClassVar[int] = 1024
    acks_may_wait: ClassVar[bool] = False

    # -- to be overridden -----------------------------------------------------------------------------------------

    def connect(self, setup: ConnectionSetup) -> None:
        """Make a queue pair, in place of one that may be there, without receive requests."""
        raise NotImplementedError("connect() of the subclass makes the adapter's queue pair")

    def deliver(self, packet: bytes) -> list[bytes]:
        """Give the adapter a frame; returns the frames that it sends."""
        raise NotImplementedError("deliver() of the subclass gives a frame to the adapter")

    def post_receive(self) -> None:
        """Post one receive request that takes a message of any size."""
        raise NotImplementedError("post_receive() of the subclass posts a receive request")

    def settle(self) -> list[bytes]:
        """The frames that the adapter still sends at the end: ACKs that were waiting."""
        return []

    def read_memory(self, address: int, size: int) -> bytes | None:
        """The bytes of the adapter's memory; None where they cannot be looked at."""
        return None

    def received(self) -> list[bytes] | None:
        """What SENDs of at least a byte have brought since `connect`; None where it cannot be looked at."""
        return None

    # -- the connection -------------------------------------------------------------------------------------------

    @initialize(first_psn=st.sampled_from(FIRST_PSNS), receives=st.integers(0, 3))
    def _begin(self, first_psn: int, receives: int) -> None:
        self._connect(first_psn)
        self._post_receives(receives)

    def _connect(self, first_psn: int) -> None:
        contents = bytes((at * 7 + (at >> 8) + 1) & 0xFF for at in range(self.region_size))
        memories = (Memory(), Memory())
        for memory in memories:
            memory.register(contents, address=ADDRESS, r_key=READ_WRITE_KEY, access=ACCESSES)
            memory.register(contents, address=GUARDED_ADDRESS, r_key=READ_KEY, access=("read",))
        own, theirs = memories
        model = Responder(
            qpn=QPN, peer_qpn=PEER_QPN, first_psn=first_psn, pmtu=self.pmtu, memory=own, receives=0, rnr_timer=1
        )
        self._requester = Requester(
            qpn=PEER_QPN, peer_qpn=QPN, first_psn=first_psn, pmtu=self.pmtu, r_key=READ_WRITE_KEY, address=ADDRESS,
            carrier=self.carrier, coalesce=2,
        )  # fmt: skip
        path = PacketPath.of_carrier(self.carrier, (PEER_QPN, QPN))
        model.link = path.link
        self._checker = AnswerChecker(model, acks_may_wait=self.acks_may_wait)
        self._forger = RequestForger(
            self._requester.queue_pair, path, own.regions[READ_WRITE_KEY], own.regions[READ_KEY]
        )
        self._history: deque[Packet] = deque(maxlen=REMEMBERED)
        self._now = 0
        self.connect(ConnectionSetup(QPN, PEER_QPN, first_psn, self.pmtu, model.rnr_timer, theirs))

    @property
    def model(self) -> Responder:
        """The responder with which the adapter is compared."""
        return self._checker.model

    def _post_receives(self, count: int) -> None:
        for _ in range(count):
            self.model.post_receive()
            self.post_receive()

    # -- what happens ---------------------------------------------------------------------------------------------

    @precondition(lambda self: self._requester.outstanding < OUTSTANDING)
    @rule(data=st.data(), fates=st.lists(st.sampled_from(FATES), max_size=5))
    def request(self, data: st.DataObject, fates: list[str]) -> None:
        """Post one to three requests, and let the network have its way with the packets."""
        names = self.operations or [
            name for name, each in OPERATIONS.items() if has(each, "RC") and not each.invalidates
        ]
        requests = data.draw(
            st.lists(drawn_requests(tuple(names), self.pmtu, self.region_size), min_size=1, max_size=3)
        )
        self._carry(self._requester.post(*requests, now=self._now), fates)

    @precondition(lambda self: self._requester.next_timeout is not None)
    @rule(fates=st.lists(st.sampled_from(FATES), max_size=3))
    def wait(self, fates: list[str]) -> None:
        """Let time pass until the requester sends again what has no answer."""
        self._now = max(self._now, self._requester.next_timeout or 0)
        self._carry(self._requester.tick(self._now), fates)

    @precondition(lambda self: self._history)
    @rule(back=st.integers(0, REMEMBERED - 1))
    def repeat(self, back: int) -> None:
        """The network delivers an old packet once more."""
        self._deliver(self._history[-1 - back % len(self._history)])

    @rule(count=st.integers(1, 3))
    def give_receives(self, count: int) -> None:
        """Post receive requests."""
        self._post_receives(count)

    @rule(what=st.sampled_from(list(DROPPED)))
    def drop(self, what: str) -> None:
        """A packet that must be dropped silently."""
        note(f"a request with {what}")
        self._deliver(self._forger.dropped(what, self.model.expected_psn), remember=False)

    @rule(ahead=st.integers(1, 3))
    def skip(self, ahead: int) -> None:
        """A packet comes, and those in front of it are missing."""
        early = self._forger.request(self.model.expected_psn + ahead & PSN_MASK, row_of("WRITE", "only"), b"data")
        self._deliver(early, remember=False)

    @rule(
        what=st.sampled_from(list(REFUSED)),
        first_psn=st.sampled_from(FIRST_PSNS),
        receives=st.integers(0, 3),
        outstanding=st.booleans(),
    )
    def refuse(self, what: str, first_psn: int, receives: int, outstanding: bool) -> None:
        """A request that must be refused; then the queue pair is silent, and another one takes its place."""
        if not outstanding:
            self._connect(first_psn)
        self._post_receives(1)
        note(what)
        for packet in self._forger.refused(what, self.model.expected_psn):
            self._deliver(packet)
        self._deliver(self._forger.dropped("a wrong ICRC", self.model.expected_psn), remember=False)
        for packet in list(self._history)[-2:]:
            self._deliver(packet)
        self._connect(first_psn)
        self._post_receives(receives)

    def teardown(self) -> None:
        """Nothing may be missing at the end."""
        if hasattr(self, "_checker"):
            self._checker.check_settled(self.settle())

    # -- the network ----------------------------------------------------------------------------------------------

    def _carry(self, packets: Sequence[Packet], fates: Sequence[str]) -> None:
        """Carry packets to the adapter and its answers back, until neither end has anything to say."""
        waiting, overtaken, left = deque(packets), deque[Packet](), deque(fates)
        while waiting or overtaken:
            if not waiting:
                waiting, overtaken = overtaken, waiting
            packet = waiting.popleft()
            fate = left.popleft() if left else FATES[0]
            if fate == "lost":
                note(f"lost: {described(packet)}")
            elif fate == "overtaken":
                overtaken.append(packet)
            elif fate == "damaged":
                self._deliver(damaged(packet), remember=False)
            else:
                answers = self._deliver(packet)
                if fate == "twice":
                    answers += self._deliver(packet)
                for answer in answers if fate != "answer lost" else ():
                    waiting.extend(self._requester.receive(answer, self._now))
        if self._requester.state == "ERR":
            self._connect(self.model.expected_psn)

    def _deliver(self, packet: Packet, remember: bool = True) -> list[Packet]:
        note(f"-> {described(packet)}")
        if remember:
            self._history.append(packet)
        answers = self._checker.check(packet, self.deliver(packet.data))
        for answer in answers:
            note(f"<- {described(answer)}")
        self._compare_contents()
        return answers

    def _compare_contents(self) -> None:
        for region in self.model.memory.regions.values():
            data = self.read_memory(region.address, len(region.data))
            if data is not None and bytes(data) != bytes(region.data):
                at = next(at for at, pair in enumerate(zip(data, region.data, strict=True)) if pair[0] != pair[1])
                raise WrongAnswer(f"memory at 0x{region.address + at:x} holds {data[at]}, not {region.data[at]}")
        received = self.received()
        if received is not None:
            expected = [each.data for each in self.model.completions if each.outcome == "success" and each.data]
            got = [bytes(each) for each in received if each]
            if got != expected:
                raise WrongAnswer(f"SENDs have brought {got!r}, not {expected!r}")


def damaged(packet: Packet) -> Packet:
    """The packet with a bit flipped in front of the ICRC."""
    data = bytearray(packet.data)
    data[packet.crc_places[ICRC] - 1] ^= 1
    return decode(bytes(data), packet.link)


def known_operations() -> list[str]:
    """The operations of a reliable connection, but for those that need a key to invalidate."""
    return [name for name, each in OPERATIONS.items() if has(each, "RC") and not each.invalidates]


@st.composite
def drawn_requests(draw: st.DrawFn, names: tuple[str, ...], pmtu: int, region_size: int) -> Request:
    """A request that fits a region.

    Args:
        draw: given by hypothesis.
        names: of the operations.
        pmtu: path MTU, around which sizes lie.
        region_size: bytes of the region.
    """
    operation = OPERATIONS[draw(st.sampled_from(names))]
    codes(operation, "RC")
    most = min(pmtu, region_size) if operation.single else region_size
    size = 8
    if not operation.size_fixed:
        edges = [edge for edge in (0, 1, 3, 4, pmtu - 1, pmtu, pmtu + 1, 2 * pmtu, 3 * pmtu - 2) if edge <= most]
        size = draw(st.sampled_from(edges))
    place = draw(st.integers(0, (region_size - size) // 8)) * 8 if operation.remote else 0
    value: Any = draw(st.integers(0, 0xFFFFFFFF)) if operation.draws else None
    start = draw(st.integers(0, 255))
    return Request(
        operation,
        size,
        None if operation.reads else bytes((start + at) & 0xFF for at in range(size)),
        value=value,
        address=ADDRESS + place if operation.remote else None,
        compare=draw(st.sampled_from((0, value))) if operation.compares else None,
    )

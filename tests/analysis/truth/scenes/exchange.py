"""An exchange between two queue pairs, packet by packet: what its ends send, and what a tap between them sees of it."""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from typing import NamedTuple

from ibpkt import Draft, Packet, build, draft
from ibpkt.management import ConnectionEnd
from ibpkt.management.cm import CMExchange

CARRIERS = ("ipv4", "ipv4-no-identification", "ipv6", "rocev1", "native")
#: those that differ most: Identifications, none, and none of IP at all
THREE_CARRIERS = ("ipv4", "ipv6", "native")
START = 1_790_000_000 * 10**9
MICROSECOND = 1000
#: a magic number of pcap: times in nanoseconds
NANOSECOND_PCAP = 0xA1B23C4D
PSN_MASK = 0xFFFFFF
UNLIMITED = 0x1F
NAK, RNR_NAK = 0x60, 0x20
SEQUENCE_ERROR, INVALID_REQUEST, REMOTE_ACCESS, REMOTE_OPERATION = range(4)
ICRC_SIZE = 4
BTH_SIZE, FETH_SIZE, RETH_SIZE = 12, 4, 16
#: bytes of a packet up to the BTH
BEHIND_BTH = {"ipv4": 54, "ipv4-no-identification": 54, "ipv6": 74, "rocev1": 66, "native": 20}
#: memory of the responder
VA, R_KEY = 0x10000, 0x1234


class End(NamedTuple):
    """An end of a connection: its host, and its queue pair."""

    host: int
    qpn: int

    @property
    def ipv4(self) -> str:
        return f"10.0.0.{self.host}"

    @property
    def ipv6(self) -> str:
        return f"fd00::{self.host}"

    @property
    def mac(self) -> str:
        return f"02:00:00:00:00:{self.host:02x}"


class Frame(NamedTuple):
    """A packet that was sent."""

    data: bytes
    link: int


A, B = End(1, 0x11), End(2, 0x22)
#: two more hosts, whose traffic shows that the tap is on
C, D = End(3, 0x33), End(4, 0x44)
DATAGRAMS = 10
#: how those datagrams end
OTHERS = DATAGRAMS * ("sent",)


class Exchange:
    """What the ends send, in order of sending, and what passes the tap, when."""

    def __init__(self, carrier: str = "ipv4", pmtu: int = 1024, service: str = "RC") -> None:
        self.carrier = carrier
        self.pmtu = pmtu
        self.service = service
        self.now = 0.0  # microseconds
        self.snap = 65535  # bytes of a packet that the capture keeps
        self.ports: dict[int, int] = {}  # the hosts by whose addresses others go
        self.m = 0  # the M bit
        self.requester, self.responder = A, B
        self._identification: Counter[tuple[int, int]] = Counter()
        self._records: list[tuple[float, Frame]] = []

    def between(self, requester: End, responder: End) -> Exchange:
        """What follows is asked by this end, and answered by that one."""
        self.requester, self.responder = requester, responder
        return self

    def begin(self, psn: int = 99, syndrome: int = UNLIMITED) -> Exchange:
        """A SEND and its ACK, with which the capture begins before anything goes wrong."""
        return self.tap(self.send(psn)).wait(20).tap(self.ack(psn, 1, syndrome)).wait(50)

    # what the ends send

    def message(
        self, operation: str, psn: int, packets: int = 1, *, r_key: int = R_KEY, size: int | None = None,
        immediate: bool = False, **bth: int,
    ) -> list[Frame]:  # fmt: skip
        """A SEND or a WRITE of so many packets, of which the last asks for an ACK.

        All of them are full, but the last where a size is given.
        """
        frames = []
        size = packets * self.pmtu if size is None else size
        for number, position in enumerate(positions(packets)):
            headers = []
            is_last = number == packets - 1
            if operation == "RDMA WRITE" and number == 0:
                headers = [draft("RETH", va=VA, r_key=r_key, dmalen=size)]
            opcode = f"{self.service} {operation} {position}"
            if is_last and immediate:
                opcode += " with Immediate"
                headers.append(draft("ImmDt", immdt=1))
            payload = bytes(size - number * self.pmtu if is_last else self.pmtu)
            asks = int(is_last and self.service == "RC")
            frames.append(self._request(opcode, psn + number, *headers, payload=payload, a=asks, **bth))
        return frames

    def _request(self, opcode: str, psn: int, *headers: Draft, payload: bytes = b"", **bth: int) -> Frame:
        return self.frame(opcode, psn, *headers, payload=payload, source=self.requester, target=self.responder, **bth)

    def _answer(self, opcode: str, psn: int, *headers: Draft, payload: bytes = b"", **bth: int) -> Frame:
        return self.frame(opcode, psn, *headers, payload=payload, source=self.responder, target=self.requester, **bth)

    def send(self, psn: int, packets: int = 1, **options: int) -> list[Frame]:
        """A SEND of so many packets."""
        return self.message("SEND", psn, packets, **options)

    def sends(self, *psns: int) -> list[Frame]:
        """A SEND of one packet for each PSN."""
        return [frame for psn in psns for frame in self.send(psn)]

    def write(self, psn: int, packets: int = 1, **options: int) -> list[Frame]:
        """A WRITE of so many packets."""
        return self.message("RDMA WRITE", psn, packets, **options)

    def read(self, psn: int, packets: int = 1, va: int = VA, r_key: int = R_KEY, size: int | None = None) -> Frame:
        """A READ that so many packets answer, all of them full where no size is given."""
        reth = draft("RETH", va=va, r_key=r_key, dmalen=packets * self.pmtu if size is None else size)
        return self._request("RC RDMA READ Request", psn, reth, a=1)

    def fetch_add(self, psn: int, operand: int = 1) -> Frame:
        """An atomic."""
        return self._request("RC FetchAdd", psn, draft("AtomicETH", va=VA, r_key=R_KEY, swapdt=operand, cmpdt=0), a=1)

    def send_with(self, operation: str, psn: int, *headers: Draft, size: int = 256) -> Frame:
        """A request of one packet with headers of its own."""
        return self._request(operation, psn, *headers, payload=bytes(size), a=1)

    def answer_with(self, operation: str, psn: int, *headers: Draft, size: int = 0) -> Frame:
        """An answer with headers of its own."""
        return self._answer(operation, psn, *headers, payload=bytes(size))

    def flush(self, psn: int, va: int = VA, as_rxe: bool = True) -> Frame:
        """A FLUSH of 64 bytes; Linux's rxe runs its ICRC over the packet, and from the BTH on once more."""
        reth = draft("RETH", va=va, r_key=R_KEY, dmalen=64)
        frame = self.frame("RC FLUSH", psn, draft("FETH", sel=0, plt=1), reth)
        if not as_rxe:
            return frame
        data = frame.data
        from_bth = data[-ICRC_SIZE - BTH_SIZE - FETH_SIZE - RETH_SIZE : -ICRC_SIZE]
        icrc = zlib.crc32(from_bth, int.from_bytes(data[-ICRC_SIZE:], "little"))
        return Frame(data[:-ICRC_SIZE] + icrc.to_bytes(ICRC_SIZE, "little"), frame.link)

    def atomic_write(self, psn: int, va: int = VA) -> Frame:
        """An ATOMIC WRITE."""
        return self.frame("RC ATOMIC WRITE", psn, draft("RETH", va=va, r_key=R_KEY, dmalen=8), payload=bytes(8))

    def ack(self, psn: int, msn: int, syndrome: int = UNLIMITED, **bth: int) -> Frame:
        """An ACK."""
        return self._answer("RC Acknowledge", psn, draft("AETH", syndrome=syndrome, msn=msn), **bth)

    def nak(self, psn: int, msn: int, code: int = SEQUENCE_ERROR) -> Frame:
        """A NAK, by default of a PSN sequence error."""
        return self.ack(psn, msn, NAK | code)

    def rnr_nak(self, psn: int, msn: int, timer: int = 14) -> Frame:
        """An RNR NAK; the timer with code 14 is 1.28 ms."""
        return self.ack(psn, msn, RNR_NAK | timer)

    def response(self, psn: int, msn: int, packets: int = 1, size: int | None = None) -> list[Frame]:
        """The response to a READ; with no size in its packets (0) that to a FLUSH or an ATOMIC WRITE."""
        frames = []
        for number, position in enumerate(positions(packets)):
            headers = [] if position == "Middle" else [draft("AETH", syndrome=UNLIMITED, msn=msn)]
            payload = bytes(self.pmtu if size is None else size)
            opcode = f"RC RDMA READ response {position}"
            frames.append(self._answer(opcode, psn + number, *headers, payload=payload))
        return frames

    def atomic_response(self, psn: int, msn: int) -> Frame:
        """The answer to an atomic."""
        headers = [draft("AETH", syndrome=UNLIMITED, msn=msn), draft("AtomicAckETH", origremdt=7)]
        return self._answer("RC ATOMIC Acknowledge", psn, *headers)

    def frame(
        self, opcode: str, psn: int, *headers: Draft, payload: bytes = b"", source: End = A, target: End = B, **bth: int
    ) -> Frame:
        """Any packet, with the next IP identification that its sender has for these two addresses."""
        source, target = (end._replace(host=self.ports.get(end.host, end.host)) for end in (source, target))
        self._identification[source.host, target.host] += 1
        bth.setdefault("m", self.m)
        chain = [
            *self._network(source, target, self._identification[source.host, target.host]),
            draft("BTH", opcode=opcode, destqp=target.qpn, psn=psn & PSN_MASK, **bth),
            *headers,
        ]
        packet = build(*chain, payload=payload)
        assert isinstance(packet.link, int)
        return Frame(packet.data, packet.link)

    def _network(self, source: End, target: End, identification: int) -> list[Draft]:
        if self.carrier == "native":
            return [draft("LRH", slid=source.host, dlid=target.host)]
        ethernet = draft("Ethernet", src=source.mac, dst=target.mac)
        if self.carrier == "rocev1":
            return [ethernet, draft("GRH", sgid=source.ipv6, dgid=target.ipv6, hoplmt=64)]
        udp = draft("UDP", srcport=0xC000)
        if self.carrier == "ipv6":
            return [ethernet, draft("IPv6", src=source.ipv6, dst=target.ipv6), udp]
        identification = identification if self.carrier == "ipv4" else 0
        return [ethernet, draft("IPv4", src=source.ipv4, dst=target.ipv4, id=identification), udp]

    def migrate(self, *ends: End) -> None:
        """The connection goes on by its alternate path, to other ports of these ends."""
        self.ports, self.m = {end.host: 10 + end.host for end in ends}, 1

    # connection management

    def management(self, number: int, psn: int = 100, depth: int = 4) -> CMExchange:
        """How the two connect and release.

        Args:
            number: of the connection.
            psn: with which the requests of the requester begin.
            depth: how many READs and atomics of either end the other one takes at a time.
        """
        asks, answers = (
            ConnectionEnd(
                "", qpn=end.qpn, psn=first, comm_id=comm_id, responder_resources=depth, initiator_depth=depth
            )
            for end, first, comm_id in (
                (self.requester, 5000, number), (self.responder, psn, 100 + number)
            )
        )  # fmt: skip
        carrier = self._network(self.requester, self.responder, 0)
        return CMExchange(active=asks, passive=answers, carrier=carrier, service_id=1, path_mtu=self.pmtu, tid=number)

    def manage(self, messages: list[Packet], every: float = 1000) -> Exchange:
        """Connection management passes the tap."""
        for message in messages:
            assert isinstance(message.link, int)
            self.tap(Frame(message.data, message.link)).wait(every)
        return self

    # what the tap sees

    def cut_behind_bth(self) -> None:
        """The capture keeps nothing of a packet behind its BTH."""
        self.snap = BEHIND_BTH[self.carrier]

    def tap(self, *frames: Frame | list[Frame], every: float = 2) -> Exchange:
        """These pass it, some microseconds after one another."""
        for frame in _flat(frames):
            self._records.append((self.now, frame))
            self.now += every
        return self

    def miss(self, *frames: Frame | list[Frame], every: float = 2) -> Exchange:
        """These pass it as well, and it does not see them."""
        self.now += every * len(_flat(frames))
        return self

    def wait(self, microseconds: float) -> Exchange:
        """Nothing passes it for so long."""
        self.now += microseconds
        return self

    def others_go_on(self, microseconds: float) -> Exchange:
        """Two other hosts send datagrams now and then: the tap is on, and sees nothing of these two."""
        for psn in range(DATAGRAMS):
            deth = draft("DETH", q_key=0x1000, srcqp=C.qpn)
            datagram = self.frame("UD SEND Only", psn, deth, payload=bytes(8), source=C, target=D)
            self.wait(microseconds / DATAGRAMS).tap(datagram)
        return self

    @property
    def last(self) -> int:
        """The number of the packet that passed last."""
        return len(self._records)

    def pcap(self) -> bytes:
        """All that passed, as a capture."""
        link = self._records[0][1].link
        parts = [struct.pack("<IHHiIII", NANOSECOND_PCAP, 2, 4, 0, 0, self.snap, link)]
        for time, frame in self._records:
            seconds, nanoseconds = divmod(START + round(time * MICROSECOND), 10**9)
            size = len(frame.data)
            kept = frame.data[: self.snap]
            parts.append(struct.pack("<IIII", seconds, nanoseconds, len(kept), size) + kept)
        return b"".join(parts)


def positions(packets: int) -> list[str]:
    """What the packets of a message are."""
    return ["Only"] if packets == 1 else ["First", *["Middle"] * (packets - 2), "Last"]


def damaged(frame: Frame) -> Frame:
    """A bit of the payload flipped on the way: its ICRC is wrong."""
    data = bytearray(frame.data)
    data[-20] ^= 1
    return Frame(bytes(data), frame.link)


def _flat(frames: tuple[Frame | list[Frame], ...]) -> list[Frame]:
    return [one for frame in frames for one in (frame if isinstance(frame, list) else [frame])]

"""Random conversations with a responder: what a requester does right, and what it does wrong on purpose.

A conversation is a setting and moves.  What a move sends depends on the moves before it, and on the responder model:
`Teller` turns moves into packets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import hypothesis.strategies as st

import ibpkt
from ibpkt.packet import Packet
from ibpkt.protocols import PSN_MASK
from ibpkt.traffic import AtomicWrite, CmpSwap, FetchAdd, Flush, Read, Requester, Responder, Send, Write
from tests.live.peer import after

#: bytes of the kernel's memory: those that requests use, and all that may be reached
USED, ALL = 1 << 14, 1 << 16
#: bytes of it that a memory window opens, from the beginning
WINDOW = 8192
PMTUS = (256, 512, 1024, 2048, 4096)
#: what a queue pair may permit, with the bits of ibv_qp_attr
RIGHTS = {"write": 2, "read": 4, "atomic": 8, "flush": 0x100}
WRONG_KEY = 0xDEAD00
VISIBLE = 1


class Setting(NamedTuple):
    """How the queue pair is made."""

    family: int
    first_psn: int
    pmtu: int
    receives: int
    room: int
    resources: int
    access: frozenset[str]
    window: bool


class Message(NamedTuple):
    """A message: what it does, with how many bytes, where, and what is wrong with it."""

    operation: str
    size: int
    offset: int
    number: int
    twist: str
    place: int


class Again(NamedTuple):
    """Packets that were sent before come again: as many, from that place in the list of all."""

    place: int
    count: int


class Inner(NamedTuple):
    """A READ comes again from an inner packet of its response on."""

    place: int
    skip: int


class Recover(NamedTuple):
    """All that the responder has not taken comes again."""


class PostReceive(NamedTuple):
    """The kernel posts receive requests."""

    count: int


Move = Message | Again | Inner | Recover | PostReceive

OPERATIONS: dict[str, Callable[[Message, bytes, int, int], Any]] = {
    "WRITE": lambda m, data, address, key: Write(data, address=address),
    "WRITE imm": lambda m, data, address, key: Write(data, address=address, imm=m.number & 0xFFFFFFFF),
    "SEND": lambda m, data, address, key: Send(data),
    "SEND imm": lambda m, data, address, key: Send(data, imm=m.number & 0xFFFFFFFF),
    "SEND inv": lambda m, data, address, key: Send(data, invalidate=key),
    "READ": lambda m, data, address, key: Read(len(data), address=address),
    "FetchAdd": lambda m, data, address, key: FetchAdd(m.number, address=address & ~7),
    "CmpSwap": lambda m, data, address, key: CmpSwap(0, m.number, address=address & ~7),
    "ATOMIC WRITE": lambda m, data, address, key: AtomicWrite(m.number.to_bytes(8, "big"), address=address & ~7),
    "FLUSH": lambda m, data, address, key: Flush(len(data), address=address),
}
#: what is done to the packets of a message; those that stand here often are right
TWISTS = (
    *[""] * 20, "lost", "swapped", "twice", "quiet", "key", "beyond", "odd", "length", "headless", "unfinished",
    "short", "shrunk", "long", "icrc", "p_key", "window",
)  # fmt: skip


def settings() -> st.SearchStrategy[Setting]:
    """Queue pairs."""
    near = st.integers(-6, 2).map(lambda number: number & PSN_MASK)
    usual = frozenset(RIGHTS)
    return st.builds(
        Setting,
        family=st.sampled_from([4, 6]),
        first_psn=st.one_of(near, st.integers(0, PSN_MASK)),
        pmtu=st.sampled_from(PMTUS),
        receives=st.integers(0, 6),
        room=st.sampled_from([4136, 4136, 1000]),
        resources=st.sampled_from([4, 4, 16, 1]),
        access=st.one_of(*[st.just(usual)] * 4, st.sampled_from(sorted(RIGHTS)).map(lambda right: usual - {right})),
        window=st.sampled_from([False, False, True]),
    )


def moves(operations: tuple[str, ...]) -> st.SearchStrategy[Move]:
    """What happens next."""
    size = st.one_of(st.integers(0, 9), st.integers(0, 600), st.integers(0, 9000), st.sampled_from(PMTUS))
    message = st.builds(
        Message,
        operation=st.sampled_from(operations),
        size=size,
        offset=st.integers(0, 4000),
        number=st.integers(0, (1 << 64) - 1),
        twist=st.sampled_from(TWISTS),
        place=st.integers(0, 40),
    )
    return st.one_of(
        *[message] * 5,
        st.builds(Again, st.integers(0, 40), st.integers(1, 3)),
        st.builds(Inner, st.integers(0, 5), st.integers(1, 8)),
        st.just(Recover()),
        st.builds(PostReceive, st.integers(1, 2)),
    )


def conversations(operations: tuple[str, ...]) -> st.SearchStrategy[tuple[Setting, list[Move]]]:
    """A queue pair, and what happens to it."""
    return st.tuples(settings(), st.lists(moves(operations), min_size=3, max_size=12))


class Teller:
    """Turns moves into packets to a responder.

    Args:
        setting: of the queue pair.
        model: the responder's model, which knows what it expects.
        before: the headers before BTH.
        address: of the memory.
        key: of the memory, and that of a window or None.
    """

    def __init__(
        self, setting: Setting, model: Responder, before: tuple[Any, ...], address: int, keys: tuple[int, int | None]
    ) -> None:
        self.setting, self.model = setting, model
        self.address, (self.key, self.window) = address, keys
        pair = model.queue_pair
        self.ends = {"qpn": pair.peer_qpn, "peer_qpn": pair.qpn, "pmtu": pair.pmtu}
        self.path = ibpkt.build(*before, ibpkt.draft("BTH"))
        self.psn = setting.first_psn
        self.sent: list[Packet] = []

    def tell(self, move: Move) -> list[Packet]:
        """The packets of a move."""
        packets = self._packets(move)
        if isinstance(move, Message):
            self.sent += packets
        return packets

    def _packets(self, move: Move) -> list[Packet]:
        sent = self.sent
        if isinstance(move, Message):
            return self._message(move)
        if isinstance(move, Again) and sent:
            place = move.place % len(sent)
            return sent[place : place + move.count]
        if isinstance(move, Inner):
            reads = [packet for packet in sent if packet.bth.opcode == 0x0C and packet.reth.dmalen > self.setting.pmtu]
            return [self._inner(reads[move.place % len(reads)], move.skip)] if reads else []
        if isinstance(move, Recover):
            ahead = {}
            for packet in sent:
                distance = (packet.bth.psn - self.model.expected_psn) & PSN_MASK
                if distance < 1 << 23 and packet.icrc:
                    ahead[distance] = packet
            return [ahead[distance] for distance in sorted(ahead)]
        return []

    def _inner(self, read: Packet, skip: int) -> Packet:
        pmtu, reth = self.setting.pmtu, read.reth
        skip = 1 + (skip - 1) % ((reth.dmalen - 1) // pmtu)
        return read.replace(
            bth__psn=after(read.bth.psn, skip), reth__va=reth.va + skip * pmtu, reth__dmalen=reth.dmalen - skip * pmtu
        )

    def _message(self, move: Message) -> list[Packet]:
        setting, twist = self.setting, move.twist
        size = setting.pmtu + 4 + move.size % 64 if twist == "long" else min(move.size, 3 * setting.pmtu + 5)
        data = bytes((move.number + index * 7) & 0xFF for index in range(size))
        place = self.address + (ALL - 4 if twist == "beyond" else move.offset)
        if twist == "long":
            setting = setting._replace(pmtu=4096)
        key = self.window if twist == "window" and self.window is not None else self.key
        request = OPERATIONS[move.operation](
            move, data, place, WRONG_KEY if twist == "key" or self.window is None else self.window
        )
        requester = Requester(
            **{**self.ends, "pmtu": setting.pmtu}, first_psn=self.psn, path=self.path, coalesce=1,
            r_key=WRONG_KEY if twist == "key" else key,
        )  # fmt: skip
        packets = requester.post(request)
        span = -(-len(data) // self.setting.pmtu) or 1 if move.operation == "READ" else len(packets)
        if move.operation == "FLUSH":
            packets = [packet.replace(feth__plt=VISIBLE) for packet in packets]
        self.psn = after(self.psn, span)
        return self._twisted(packets, twist, move)

    def _twisted(self, packets: list[Packet], twist: str, move: Message) -> list[Packet]:
        at = move.place % len(packets)
        chosen = packets[at]
        if twist == "lost":
            del packets[at]
        elif twist == "swapped":
            packets.insert(0, packets.pop(at))
        elif twist == "twice":
            packets.insert(at, chosen)
        elif twist == "quiet":
            packets = [packet.replace(bth__a=0) for packet in packets]
        elif twist == "odd" and hasattr(chosen, "atomiceth"):
            packets = [packet.replace(atomiceth__va=chosen.atomiceth.va + 4) for packet in packets]
        elif twist == "odd" and move.operation == "ATOMIC WRITE":
            packets = [packet.replace(reth__va=chosen.reth.va + 4) for packet in packets]
        elif twist == "length" and move.operation.startswith(("WRITE", "ATOMIC WRITE")):
            packets[0] = packets[0].replace(reth__dmalen=packets[0].reth.dmalen + 4)
        elif twist == "shrunk" and len(packets) > 1 and move.operation.startswith("WRITE"):
            packets[0] = packets[0].replace(reth__dmalen=self.setting.pmtu)
        elif twist == "headless" and len(packets) > 1:
            packets = [packet.replace(bth__psn=after(packet.bth.psn, -1)) for packet in packets[1:]]
            self.psn = after(self.psn, -1)
        elif twist == "unfinished" and len(packets) > 1:
            packets.pop()
            self.psn = after(self.psn, -1)
        elif twist == "short" and len(packets) > 1:
            packets[0] = packets[0].replace(payload=packets[0].payload[:-4])
        elif twist == "icrc":
            packets[at] = ibpkt.decode(chosen.data[:-1] + bytes([chosen.data[-1] ^ 0x55]), "ethernet")
        elif twist == "p_key":
            packets[at] = chosen.replace(bth__p_key=0x1234)
        return packets

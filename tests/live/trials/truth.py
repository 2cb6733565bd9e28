"""What is known of a trial without its captures: what was posted, sent, seen, received, and counted; as a JSON file."""

from __future__ import annotations

import json
import math
import struct
from pathlib import Path
from typing import Any, NamedTuple

from ibpkt.protocols import PSN_MASK
from tests.live.trials.cable import Cable, Fault

_ETHERNET, _UDP, _BTH = 14, 8, 12
_IP_SIZES = {0x0800: 20, 0x86DD: 40}
#: opcodes by their lowest five bits: the operation within a service
_READ_REQUEST, _READ_RESPONSES, _ACK, _ATOMIC_ACK = 0x0C, range(0x0D, 0x11), 0x11, 0x12
_WITH_AETH = (0x0D, 0x0F, 0x10, _ACK, _ATOMIC_ACK)
_OPERATION, _NAK, _RNR_NAK = 0x1F, 3, 1
#: of a syndrome: a NAK whose code says that the PSN is wrong
SEQUENCE_ERROR = 0x60


class Frame(NamedTuple):
    """A frame as its sender sent it, read without ibpkt.

    Attributes:
        node: the sender.
        qpn: of the receiver.
        opcode, psn: of its BTH.
        syndrome: of its AETH; -1 without one.
        read: how many bytes a READ request asks for; -1 in others.
    """

    node: int
    qpn: int
    opcode: int
    psn: int
    syndrome: int = -1
    read: int = -1

    @classmethod
    def of(cls, node: int, data: bytes) -> Frame:
        """What the bytes say."""
        (ethertype,) = struct.unpack_from(">H", data, 12)
        bth = _ETHERNET + _IP_SIZES[ethertype] + _UDP
        opcode, qpn, psn = data[bth], *(int.from_bytes(data[bth + at : bth + at + 3]) for at in (5, 9))
        header = bth + _BTH
        operation = opcode & _OPERATION
        syndrome = data[header] if operation in _WITH_AETH else -1
        read = struct.unpack_from(">I", data, header + 12)[0] if operation == _READ_REQUEST else -1
        return cls(node, qpn, opcode, psn, syndrome, read)

    @property
    def is_answer(self) -> bool:
        """Whether it answers, and does not ask."""
        return (self.opcode & _OPERATION) in (*_READ_RESPONSES, _ACK, _ATOMIC_ACK)

    @property
    def is_sequence_nak(self) -> bool:
        """Whether it asks for a PSN."""
        return self.syndrome == SEQUENCE_ERROR

    @property
    def is_refusal(self) -> bool:
        """Whether it is a NAK that ends the connection."""
        return self.syndrome >> 5 == _NAK and not self.is_sequence_nak

    @property
    def is_rnr_nak(self) -> bool:
        """Whether its sender had no receive request."""
        return self.syndrome >> 5 == _RNR_NAK

    def proves(self, psn: int) -> bool:
        """Whether it shows, as an answer, that its sender has received a PSN; a NAK names the one that it lacks."""
        lacks = self.is_sequence_nak or self.is_rnr_nak
        return (self.psn - lacks - psn) & PSN_MASK < 1 << 23

    def psns(self, mtu: int) -> int:
        """How many PSNs it takes."""
        return max(1, math.ceil(self.read / mtu))


class Work(NamedTuple):
    """A work request.

    Attributes:
        pair: the index of its queue pairs.
        node: which posted it.
        kind: as a message would be told: WRITE, SEND, READ or ATOMIC.
        size: in bytes.
        address, r_key, immediate: None where it has none.
        status: as ibverbs words it; "" for one that never completed.
    """

    pair: int
    node: int
    kind: str
    size: int
    address: int | None = None
    r_key: int | None = None
    immediate: int | None = None
    status: str = ""

    def packets(self, mtu: int) -> int:
        """How many PSNs it takes."""
        return 1 if self.kind == "ATOMIC" else max(1, math.ceil(self.size / mtu))


class Pair(NamedTuple):
    """Two queue pairs that talk, by node.

    Attributes:
        qpns: their numbers.
        psns: with which each begins to ask.
        destroyed: of a node that destroyed its queue pair meanwhile: how many frames it had received by then.
    """

    qpns: dict[int, int]
    psns: dict[int, int]
    destroyed: dict[int, int]


class Truth(NamedTuple):
    """All that is known.

    Attributes:
        name: of the trial, and of its files.
        kind: what was tried.
        plan: how it was drawn, for a reader.
        service: RC, UC or UD.
        mtu: the path MTU.
        pairs: the queue pairs.
        work: in the order in which it was posted.
        counters: of each node, by how much they rose.
        frames: in the order in which they were sent.
        taps: the numbers of the frames that each tap has seen, packet by packet.
        received: those that each node has been sent, in that order.
        ledger: what the cable did.
    """

    name: str
    kind: str
    plan: dict[str, Any]
    service: str
    mtu: int
    pairs: list[Pair]
    work: list[Work]
    counters: dict[int, dict[str, int]]
    frames: list[Frame]
    taps: dict[str, list[int]]
    received: dict[int, list[int]]
    ledger: list[Fault]

    @classmethod
    def of(cls, cable: Cable, **known: Any) -> Truth:
        """With what a cable knows of it."""
        return cls(
            frames=[Frame.of(*sent) for sent in cable.sent],
            taps={name: [each.number for each in seen] for name, seen in cable.taps.items()},
            received={node: [each.number for each in seen] for node, seen in cable.received.items()},
            ledger=cable.ledger,
            **known,
        )

    @classmethod
    def read(cls, path: Path) -> Truth:
        """Out of a file."""
        known = json.loads(path.read_text(encoding="ascii"))
        return cls(
            **known | {
                "pairs": [Pair(*map(_by_node, [*each, {}][:3])) for each in known["pairs"]],
                "work": [Work(*each) for each in known["work"]],
                "counters": _by_node(known["counters"]),
                "frames": [Frame(*each) for each in known["frames"]],
                "received": _by_node(known["received"]),
                "ledger": [Fault(*each) for each in known["ledger"]],
            }
        )  # fmt: skip

    def write(self, path: Path) -> None:
        """Into a file, a line for each attribute."""
        lines = [
            f"{json.dumps(name)}: {json.dumps(value, separators=(',', ':'))}" for name, value in self._asdict().items()
        ]
        path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="ascii")

    def pair_of(self, frame: Frame) -> int:
        """The index of its queue pairs."""
        receiver = 3 - frame.node
        return next(at for at, pair in enumerate(self.pairs) if pair.qpns[receiver] == frame.qpn)

    def begins(self) -> list[int]:
        """The first PSN of each work request."""
        following = {(at, node): psn for at, pair in enumerate(self.pairs) for node, psn in pair.psns.items()}
        found = []
        for each in self.work:
            found.append(following[each.pair, each.node])
            following[each.pair, each.node] = (found[-1] + each.packets(self.mtu)) & PSN_MASK
        return found


def _by_node(values: dict[str, Any]) -> dict[int, Any]:
    return {int(node): value for node, value in values.items()}

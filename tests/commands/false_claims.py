"""Messages that belong to no protocol, or to another one, and what is claimed of them.

    python -m tests.commands.false_claims [--messages 1000000] [--seed 1]

Prints for each sort of messages how many were tried, in connections of as many as are looked at, and how many
connections a protocol claimed that is not theirs.  Exit code 1 where one was.

A connection is claimed where enough requests have their responses (`UpperProtocol.pairs`); more messages never make
fewer pairs, so that looking once at all of them finds what looking after each of them would find.
"""

from __future__ import annotations

import argparse
import functools
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ibpkt import traffic
from ibpkt.analysis.results.message import Message
from ibpkt.commands.connection_watch import LOOKED_AT, ConnectionWatch
from ibpkt.commands.known import PROTOCOLS
from ibpkt.commands.recognition import Sent

#: sizes that messages of known protocols have, and others
SIZES = (4, 16, 20, 28, 32, 40, 48, 64, 68, 72, 80, 100, 128, 160, 256, 512, 1088, 4096)
#: bytes that have most reserved fields at 0, and the version that RPC over RDMA has
PLAIN = bytes((0, 0, 0, 0, 0, 0, 1, 2, 0x40, 0x80))


class Tried(NamedTuple):
    """What came out of one sort of messages.

    Attributes:
        sort: what they are.
        messages: how many.
        claimed: connections that a foreign protocol claimed, and which one.
    """

    sort: str
    messages: int
    claimed: list[str]


Maker = Callable[[random.Random, int], tuple[bytes, int]]


def _random(chance: random.Random, number: int) -> tuple[bytes, int]:
    return chance.randbytes(chance.choice(SIZES)), chance.randrange(2)


def _zeros(chance: random.Random, number: int) -> tuple[bytes, int]:
    return bytes(chance.choice(SIZES)), number & 1


def _plain(chance: random.Random, number: int) -> tuple[bytes, int]:
    """Few values, most of them zero, so that numbers repeat: fields match each other by chance."""
    return bytes(chance.choices(PLAIN, k=chance.choice(SIZES))), number & 1


def _counted(chance: random.Random, number: int) -> tuple[bytes, int]:
    """A private protocol: a number that request and response share, and one opcode."""
    head = (number // 2).to_bytes(4, "little") + bytes((number & 1, 1, 0, 0))
    return head.ljust(chance.choice((16, 64)), b"\0"), number & 1


@functools.cache
def messages_of(workload: str) -> list[tuple[bytes, int]]:
    """Messages of a protocol, with their sides."""
    scene = traffic.Traffic(2, workload=workload, messages=LOOKED_AT, pmtu=4096, queue_depth=4)
    heads: list[tuple[bytes, int]] = []
    ports: dict[int, int] = {}
    for batch in scene.batches():
        for packet in batch:
            if packet.payload and packet["bth"].opcode == 0x04:
                side = ports.setdefault(packet["bth"].destqp, len(ports))
                heads.append((bytes(packet.payload), side))
    assert len(heads) >= LOOKED_AT
    return heads


def _mutated(workload: str) -> Maker:
    def make(chance: random.Random, number: int) -> tuple[bytes, int]:
        known = messages_of(workload)
        data, side = known[number % len(known)]
        changed = bytearray(data)
        for _ in range(chance.randrange(1, 9)):
            changed[chance.randrange(len(changed))] = chance.choice((0, 1, 0xFF, chance.randrange(256)))
        return bytes(changed), side

    return make


#: sorts of messages, and the protocol whose they are
SORTS: dict[str, tuple[Maker, str]] = {
    "random bytes": (_random, ""),
    "zeros": (_zeros, ""),
    "few values": (_plain, ""),
    "a private protocol": (_counted, ""),
    "mutated messages of NVMe over Fabrics": (_mutated("nvme"), "nvme"),
    "mutated messages of NFS": (_mutated("nfs"), "nfs"),
}


def connections(make: Maker, messages: int, seed: int) -> Iterator[list[Sent]]:
    """Connections of as many messages as are looked at."""
    chance = random.Random(seed)
    for begin in range(0, messages, LOOKED_AT):
        sent = []
        for number in range(min(LOOKED_AT, messages - begin)):
            head, side = make(chance, number)
            sent.append(Sent(Message(1, side, 1, "SEND", "RC", 0, number + 1, number, size=len(head)), head))
        yield sent


def claims(sent: Sequence[Sent], own: str) -> list[str]:
    """The foreign protocols that claim a connection."""
    return [
        name
        for name, protocol in PROTOCOLS.items()
        if name != own and any(protocol.pairs(sent, side) >= protocol.needed for side in (0, 1))
    ]


def tried(sort: str, messages: int, seed: int) -> Tried:
    """Try messages of one sort."""
    make, own = SORTS[sort]
    found = [name for sent in connections(make, messages, seed) for name in claims(sent, own)]
    return Tried(sort, messages, found)


def watched(sort: str, messages: int, seed: int) -> list[str]:
    """The same by the watch that takes one message after the other."""
    make, own = SORTS[sort]
    found = []
    for sent in connections(make, messages, seed):
        watch = ConnectionWatch(1, None)
        for each in sent:
            watch.take(each.message, each.head)
        watch.finish(over=False)
        if watch.verdict is not None and watch.verdict.protocol != own:
            found.append(watch.verdict.protocol)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="What is claimed of messages that belong to no protocol.")
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    wrong = 0
    for sort in SORTS:
        result = tried(sort, given.messages // len(SORTS), given.seed)
        wrong += len(result.claimed)
        names = f" ({', '.join(sorted(set(result.claimed)))})" if result.claimed else ""
        print(f"{sort:40} {result.messages:9,} messages tried, {len(result.claimed)} connections claimed{names}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

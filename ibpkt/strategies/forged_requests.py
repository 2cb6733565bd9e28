"""Requests that break a rule of a reliable connection on purpose: what a responder must drop, what it must refuse.

Source: IBA 1, 9.6 (dropped silently) and 9.7.4.1 (refused by a NAK).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ibpkt.packet import Packet
from ibpkt.protocols import ATOMIC_SIZE, FULL_MEMBER, OPCODES, Opcode
from ibpkt.traffic.model.framing import PacketPath, QueuePair
from ibpkt.traffic.model.memory import MemoryRegion

#: fields of BTH that a forged request may set
BITS = ("p_key", "destqp", "tver")


class RequestForger:
    """Makes requests of a requester that goes wrong.

    Args:
        pair: the queue pair of the requester.
        path: the headers in front of BTH.
        region: memory that the responder lets read, write and change.
        guarded: memory that it lets only read.
    """

    def __init__(self, pair: QueuePair, path: PacketPath, region: MemoryRegion, guarded: MemoryRegion) -> None:
        self.pair = pair
        self.path = path
        self.region = region
        self.guarded = guarded

    def request(self, psn: int, row: Opcode, payload: bytes = b"", **values: Any) -> Packet:
        """A request to the first bytes of the region, unless other values are given."""
        bits: dict[str, int] = {name: values.pop(name) for name in BITS if name in values}
        bits.setdefault("a", 1)
        reach = {"va": self.region.address, "r_key": self.region.r_key, "dmalen": len(payload)}
        return self.pair.compose(self.path, row, psn, {**reach, **values}, payload, **bits)

    def dropped(self, what: str, psn: int) -> Packet:
        """A WRITE that must be dropped silently, for a reason out of `DROPPED`."""
        write = row_of("WRITE", "only")
        return DROPPED[what](self, psn, write)

    def refused(self, what: str, psn: int) -> list[Packet]:
        """Requests of which the last must be refused, for a reason out of `REFUSED`."""
        return list(REFUSED[what](self, psn))


def row_of(operation: str, position: str, service: str = "RC") -> Opcode:
    """The first request packet of an operation at a place in its message."""
    return next(
        row
        for row in OPCODES.values()
        if (row.service, row.kind, row.operation, row.position) == (service, "request", operation, position)
    )


def _wrong_icrc(forger: RequestForger, psn: int, row: Opcode) -> Packet:
    packet = forger.request(psn, row, b"data")
    return packet.replace(bth__psn=psn, payload=b"Data", crcs=False)


DROPPED: dict[str, Callable[[RequestForger, int, Opcode], Packet]] = {
    "a wrong ICRC": _wrong_icrc,
    "another DestQP": lambda forger, psn, row: forger.request(psn, row, b"data", destqp=forger.pair.peer_qpn ^ 0x100),
    "another partition": lambda forger, psn, row: forger.request(psn, row, b"data", p_key=FULL_MEMBER | 0x1234),
    "another header version": lambda forger, psn, row: forger.request(psn, row, b"data", tver=1),
    "an opcode of UC": lambda forger, psn, row: forger.request(psn, row_of("WRITE", "only", "UC"), b"data"),
}
"""What must be dropped silently."""


def _of_length(said: int, sent: int) -> Callable[[RequestForger, int], Sequence[Packet]]:
    """A WRITE that announces another number of bytes than it carries."""

    def make(forger: RequestForger, psn: int) -> Sequence[Packet]:
        return [forger.request(psn, row_of("WRITE", "only"), b"x" * sent, dmalen=said)]

    return make


def _in_message(operation: str, *positions: str) -> Callable[[RequestForger, int], Sequence[Packet]]:
    """Packets of one operation, whose places in a message do not follow each other."""

    def make(forger: RequestForger, psn: int) -> Sequence[Packet]:
        full = bytes(forger.pair.pmtu)
        return [
            forger.request(psn + at, row_of(operation, position), full, dmalen=3 * len(full))
            for at, position in enumerate(positions)
        ]

    return make


def _reaching(operation: str, **values: Any) -> Callable[[RequestForger, int], Sequence[Packet]]:
    """A request to memory that it must not reach; ``beyond`` is counted from the last byte of the region."""

    def make(forger: RequestForger, psn: int) -> Sequence[Packet]:
        row = row_of(operation, "only")
        size = ATOMIC_SIZE
        payload = bytes(size) if row.payload else b""
        given = dict(values)
        where = forger.guarded if given.pop("guarded", False) else forger.region
        va = where.address + (len(where.data) - size + given.pop("beyond") if "beyond" in given else 0)
        key = where.r_key ^ given.pop("key", 0)
        return [forger.request(psn, row, payload, dmalen=size, va=va + given.pop("askew", 0), r_key=key)]

    return make


REFUSED: dict[str, Callable[[RequestForger, int], Sequence[Packet]]] = {
    "a WRITE with a wrong R_Key": _reaching("WRITE", key=0x5500),
    "a READ with a wrong R_Key": _reaching("READ", key=0x5500),
    "an atomic with a wrong R_Key": _reaching("ATOMIC", key=0x5500),
    "a WRITE beyond the region": _reaching("WRITE", beyond=1),
    "a READ beyond the region": _reaching("READ", beyond=1),
    "a READ in front of the region": _reaching("READ", askew=-1),
    "a WRITE without the right": _reaching("WRITE", guarded=True),
    "an atomic without the right": _reaching("ATOMIC", guarded=True),
    "an atomic that is not aligned": _reaching("ATOMIC", askew=4),
    "a WRITE shorter than its DMALen": _of_length(9, 8),
    "a WRITE longer than its DMALen": _of_length(7, 8),
    "a WRITE Only longer than the path MTU": lambda forger, psn: _of_length(*[forger.pair.pmtu + 4] * 2)(forger, psn),
    "a SEND Only longer than the path MTU": lambda forger, psn: [
        forger.request(psn, row_of("SEND", "only"), bytes(forger.pair.pmtu + 4))
    ],
    "a WRITE First shorter than the path MTU": lambda forger, psn: [
        forger.request(psn, row_of("WRITE", "first"), b"four", dmalen=forger.pair.pmtu + 4)
    ],
    "a Middle without a First": _in_message("WRITE", "middle"),
    "a Last without a First": _in_message("SEND", "last"),
    "an Only inside a message": _in_message("WRITE", "first", "only"),
    "a First inside a message": _in_message("WRITE", "first", "first"),
    "a SEND inside a WRITE": lambda forger, psn: [
        *_in_message("WRITE", "first")(forger, psn),
        forger.request(psn + 1, row_of("SEND", "middle"), bytes(forger.pair.pmtu)),
    ],
}
"""What must be refused by a NAK, whereupon the queue pair is in error."""

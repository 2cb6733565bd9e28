"""An RC connection whose packets are packed by hand, with the connection management before and after it.

Source: IBA 1, 9.4 to 9.7, and 12.6 for connection management.
"""

from __future__ import annotations

import struct
from collections.abc import Collection

from tests.support.hand_made import HandMadeCapture, bth, ip4, roce

A, B, C = "10.0.0.1", "10.0.0.2", "10.0.0.3"
PMTU = 1024
#: opcodes of RC: first, middle, last and only of SENDs and WRITEs, with immediate data, with invalidation
SEND, WRITE = (0x00, 0x01, 0x02, 0x04), (0x06, 0x07, 0x08, 0x0A)
SEND_INVALIDATE = (0x00, 0x01, 0x16, 0x17)
READ, READ_RESPONSES, ACKNOWLEDGE = 0x0C, (0x0D, 0x0E, 0x0F, 0x10), 0x11
UD_SEND, GSI_KEY = 0x64, 0x80010000
UNLIMITED, NAK_SEQUENCE, NAK_ACCESS = 0x1F, 0x60, 0x62
TCP_SERVICE = 0x01060000
REQ, REJ, REP, RTU, DREQ, DREP = 0x10, 0x12, 0x13, 0x14, 0x15, 0x16
CONSUMER_REJECT = 28


class HandMadeConnection:
    """Side 0 is the active end.

    Args:
        capture: gets the packets.
        ends: the addresses.
        queues: the queue pairs.
        psns: the first PSNs that they send.
    """

    def __init__(
        self,
        capture: HandMadeCapture,
        ends: tuple[str, str] = (A, B),
        queues: tuple[int, int] = (0x11, 0x22),
        psns: tuple[int, int] = (0x100, 0x5000),
    ) -> None:
        self.capture, self._ends, self._queues = capture, ends, queues
        self.psn, self.msn = list(psns), [0, 0]

    def packet(
        self, side: int, opcode: int, psn: int, headers: bytes = b"", payload: bytes = b"", *, ack: int = 0
    ) -> None:
        pad = -len(payload) % 4
        body = bth(opcode, self._queues[1 - side], psn, pad=pad, ack=ack) + headers + payload + bytes(pad)
        self._put(side, body, self._queues[0])

    def _put(self, side: int, body: bytes, port: int) -> None:
        number = len(self.capture.frames)
        frame = roce(self._ends[side], self._ends[1 - side], body, number=number, port=0xC000 + port)
        self.capture.put(frame)

    # -- requests and answers -----------------------------------------------------------------------------------

    def acknowledge(self, side: int, psn: int | None = None, syndrome: int = UNLIMITED, msn: int | None = None) -> None:
        """A side answers what the other has sent."""
        aeth = struct.pack("!I", syndrome << 24 | (self.msn[1 - side] if msn is None else msn))
        self.packet(side, ACKNOWLEDGE, self.psn[1 - side] - 1 if psn is None else psn, aeth)

    def _train(
        self,
        side: int,
        opcodes: tuple[int, ...],
        data: bytes,
        first: bytes,
        last: bytes,
        lost: Collection[int],
        ack: bool,
    ) -> None:
        parts = [data[at : at + PMTU] for at in range(0, len(data), PMTU)] or [b""]
        for at, part in enumerate(parts):
            ends = at == len(parts) - 1
            opcode = opcodes[3] if len(parts) == 1 else opcodes[0] if not at else opcodes[2] if ends else opcodes[1]
            if at not in lost:
                headers = (first if not at else b"") + (last if ends else b"")
                self.packet(side, opcode, self.psn[side] + at, headers, part, ack=int(ends))
        self.psn[side] += len(parts)
        self.msn[side] += 1
        if ack:
            self.acknowledge(1 - side)

    def send(
        self, side: int, data: bytes, invalidate: int | None = None, *, lost: Collection[int] = (), ack: bool = True
    ) -> None:
        last = b"" if invalidate is None else struct.pack("!I", invalidate)
        self._train(side, SEND if invalidate is None else SEND_INVALIDATE, data, b"", last, lost, ack)

    def write(
        self, side: int, address: int, key: int, size: int, *, lost: Collection[int] = (), ack: bool = True
    ) -> None:
        reth = struct.pack("!QII", address, key, size)
        self._train(side, WRITE, bytes(size), reth, b"", lost, ack)

    def read(
        self, side: int, address: int, key: int, data: bytes, *, answered: bool = True, lost: Collection[int] = ()
    ) -> int:
        """A READ and its answer; returns its PSN."""
        psn = self.psn[side]
        self.packet(side, READ, psn, struct.pack("!QII", address, key, len(data)), ack=1)
        self.psn[side] += max(1, -(-len(data) // PMTU))
        self.msn[side] += 1
        if answered:
            self.respond(1 - side, psn, data, lost=lost)
        return psn

    def respond(self, side: int, psn: int, data: bytes, *, lost: Collection[int] = ()) -> None:
        """The answer to a READ."""
        first, middle, last, only = READ_RESPONSES
        aeth = struct.pack("!I", UNLIMITED << 24 | self.msn[1 - side])
        parts = [data[at : at + PMTU] for at in range(0, len(data), PMTU)] or [b""]
        for at, part in enumerate(parts):
            ends = at == len(parts) - 1
            opcode = only if len(parts) == 1 else first if not at else last if ends else middle
            if at not in lost:
                self.packet(side, opcode, psn + at, b"" if opcode == middle else aeth, part)

    # -- connection management ----------------------------------------------------------------------------------

    def manage(self, side: int, attribute: int, data: bytes) -> None:
        """A datagram of connection management."""
        mad = struct.pack("!BBBBIQHHI", 1, 7, 2, 3, 0, self._queues[0], attribute, 0, 0) + data.ljust(232, b"\0")
        self._put(side, bth(UD_SEND, 1, len(self.capture.frames)) + struct.pack("!II", GSI_KEY, 1) + mad, 1)

    def _comm_ids(self, side: int) -> bytes:
        """The Communication IDs as a side orders them: its own first."""
        ids = (0xAA00 + self._queues[0], 0xBB00 + self._queues[1])
        return struct.pack("!II", *ids[:: 1 if side == 0 else -1])

    def request(self, service: int, private: bytes = b"") -> None:
        """REQ; the Starting PSN is that with which the other end begins (IBA 1, 12.7.31)."""
        if service >> 24 == 1:
            addresses = b"".join(bytes(12) + ip4(end) for end in self._ends)
            private = struct.pack("!BBH", 0, 0x40, 0x9999) + addresses + private
        gids = b"".join(bytes(10) + b"\xff\xff" + ip4(end) for end in self._ends)
        data = self._comm_ids(0)[:4] + struct.pack("!IQQII", 0, service, 0x0002C90300000001, 0, 0)
        data += struct.pack("!IIII", self._queues[0] << 8 | 16, 16, 20 << 3, self.psn[1] << 8 | 20 << 3 | 7)
        data += struct.pack("!HBBHH", 0xFFFF, 3 << 4 | 7, 15 << 4, 0xFFFF, 0xFFFF) + gids
        data += struct.pack("!IBBBB", 3, 0, 64, 0, 14 << 3) + bytes(44) + private.ljust(92, b"\0")
        self.manage(0, REQ, data)

    def connect(self, service: int, private: bytes = b"", reply: bytes = b"") -> HandMadeConnection:
        """REQ, REP, RTU."""
        self.request(service, private)
        data = self._comm_ids(1) + struct.pack("!IIII", 0, self._queues[1] << 8, 0, self.psn[0] << 8)
        self.manage(1, REP, data + struct.pack("!BBBBQ", 16, 16, 0, 7 << 5, 0x0002C90300000002) + reply)
        self.manage(0, RTU, self._comm_ids(0))
        return self

    def release(self, side: int = 0) -> None:
        """DREQ, DREP."""
        self.manage(side, DREQ, self._comm_ids(side) + struct.pack("!I", self._queues[1 - side] << 8))
        self.manage(1 - side, DREP, self._comm_ids(1 - side))

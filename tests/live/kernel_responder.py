"""A queue pair of the kernel's behind the interface of the model: `receive` takes packets and gives the answers."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from typing import Any

import ibpkt
from ibpkt.packet import Packet
from tests.live.lab.live import Kernel, LabTimeout
from tests.live.makers import ADDRESSES, MACS, SOURCE_PORT
from tests.live.quirks import FLUSH, icrc_of_flush

#: a witness answers within milliseconds; only a machine that is very busy needs the rest
PATIENCE = 20
#: seconds for answers that are overtaken by the witness's
GRACE = 3
#: where BTH's destination queue pair begins in a frame over IPv4 and IPv6, in bytes
QPN_AT = {0x0800: 14 + 20 + 8 + 5, 0x86DD: 14 + 40 + 8 + 5}

_numbers = itertools.count(0x800000)


def path(family: int) -> tuple[Any, ...]:
    """What stands before BTH on the way to the kernel."""
    return (
        ibpkt.draft("Ethernet", **MACS),
        ibpkt.draft(f"IPv{family}", **ADDRESSES[family]),
        ibpkt.draft("UDP", srcport=SOURCE_PORT),
    )


def addressed_to(frame: bytes) -> int:
    """The destination queue pair of a frame from the kernel."""
    at = QPN_AT[int.from_bytes(frame[12:14], "big")]
    return int.from_bytes(frame[at : at + 3], "big")


class Witness:
    """A second queue pair: it answers after the first has answered all that was sent before.

    The kernel takes frames in their order.  A duplicate of a READ is answered as often as it comes.
    """

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.qpn = next(_numbers)
        self.pair = kernel.rc(self.qpn, recvs=0, timeout=21)
        self.question = ibpkt.build(
            *path(4),
            ibpkt.draft("BTH", opcode="RC RDMA READ Request", destqp=self.pair["qpn"], psn=0, a=1),
            ibpkt.draft("RETH", va=self.pair["va"], r_key=self.pair["rkey"], dmalen=4),
        ).data
        self.wait()

    def wait(self) -> None:
        """Wait until the kernel has taken what was sent before."""
        self.kernel.send(self.question)
        self.kernel.recv(PATIENCE, lambda frame: addressed_to(frame) == self.qpn)


class KernelResponder:
    """A reliable connection of the kernel's.

    Attributes:
        qpn: our queue pair.
        pair: what the guest says of its own: qpn, va, rkey.
    """

    def __init__(self, kernel: Kernel, witness: Witness, **options: Any) -> None:
        self.kernel, self.witness = kernel, witness
        self.qpn = next(_numbers)
        self.pair = kernel.rc(self.qpn, timeout=21, **options)

    def receive(self, packets: Sequence[Packet], expected: int) -> list[Packet]:
        """Send packets, and take the answers: all that come, and wait a while for those that are expected."""
        for packet in packets:
            data = packet.data
            if packet.bth.opcode == FLUSH and packet.icrc:
                data = data[:-4] + icrc_of_flush(data)
            self.kernel.send(data)
        self.witness.wait()
        answers: list[Packet] = []
        end = time.monotonic() + GRACE
        while True:
            try:
                frame = self.kernel.recv(max(end - time.monotonic(), 0) if len(answers) < expected else 0, self._ours)
            except LabTimeout:
                return answers
            answers.append(self._read(frame))

    def late(self, patience: float) -> list[Packet]:
        """The first answer that comes within seconds, if one comes."""
        try:
            return [self._read(self.kernel.recv(patience, self._ours))]
        except LabTimeout:
            return []

    def state(self) -> str:
        """The state of the queue pair."""
        return self.kernel.state(self.pair["qpn"])["state"]

    def close(self) -> None:
        """Destroy the queue pair."""
        self.kernel.destroy(self.pair["qpn"])

    def _ours(self, frame: bytes) -> bool:
        return addressed_to(frame) == self.qpn

    @staticmethod
    def _read(frame: bytes) -> Packet:
        """An answer; it must be read to its end, with a good ICRC, and ibpkt must make the same."""
        packet = ibpkt.decode(frame, "ethernet")
        assert packet.icrc.status == "good", packet
        assert packet.stop is None, packet
        assert not packet.disagreements, packet
        assert packet.replace().data == packet.data, packet
        return packet

"""Our end of a queue pair of the kernel's: what it sends is crafted by ibpkt, what comes back is read by ibpkt."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import pytest

import ibpkt
from ibpkt.packet import Packet
from tests.live.lab.live import Kernel, LabTimeout
from tests.live.makers import Head, head
from tests.live.quirks import FLUSH, icrc_of_flush

Make = Callable[[int, Sequence[Head], bytes, bytes | None], bytes]

#: seconds that count as silence, where the kernel has no reason to answer at all
QUIET = 0.6
#: an answer takes a millisecond; only a machine that is very busy needs the rest
PATIENCE = 20
#: the first PSNs of ours and the kernel's: both wrap around within a test
FIRST, THEIR_FIRST = 0xFFFFFE, 0xFFFFFF
FLUSHES = (FLUSH, "RC FLUSH")
#: the kernel waits 2**21 * 4.096 µs = 8.6 s before it sends again: no test of ours answers that late
UNHURRIED = 21

_numbers = itertools.count(0x100)


def after(psn: int, count: int = 1) -> int:
    """The PSN that many packets on."""
    return (psn + count) & 0xFFFFFF


class Peer:
    """Our end of one queue pair.

    Attributes:
        qpn: our queue pair, another one for each peer: late packets of earlier tests are not ours.
        qp: what the guest says of its queue pair: qpn, va, rkey.
        psn: our next PSN.
    """

    def __init__(self, kernel: Kernel, make: Make, family: int, kind: str, options: dict[str, Any]) -> None:
        self.kernel, self.make, self.family, self.kind = kernel, make, family, kind
        self.qpn, self.psn = next(_numbers), FIRST
        if kind == "ud":
            self.qp = kernel.ud(family=family, sq_psn=THEIR_FIRST, **options)
        else:
            connect = {"rc": kernel.rc, "uc": kernel.uc}[kind]
            options = {"timeout": UNHURRIED, **options}
            self.qp = connect(self.qpn, rq_psn=FIRST, sq_psn=THEIR_FIRST, family=family, **options)
        self.msn = 0

    # -- crafting -----------------------------------------------------------------------------------------------

    def craft(
        self, opcode: str | int, *heads: Head, payload: bytes = b"", icrc: bytes | None = None, **bth: Any
    ) -> bytes:
        """A frame to the kernel's queue pair; a FLUSH with the ICRC that the kernel wants, unless one is given."""
        fields = {"opcode": opcode, "destqp": self.qp["qpn"], **bth}
        stack = [head("BTH", **fields), *heads]
        frame = self.make(self.family, stack, payload, icrc)
        if icrc is None and opcode in FLUSHES:
            frame = self.make(self.family, stack, payload, icrc_of_flush(frame))
        return frame

    def request(self, opcode: str | int | None, *heads: Head, payload: bytes = b"", **bth: Any) -> int:
        """Send a request with our next PSN (or a given one, which does not count); returns its PSN."""
        if "psn" not in bth:
            bth["psn"], self.psn = self.psn, after(self.psn)
        bth.setdefault("a", int(self.kind == "rc"))
        self.kernel.send(self.craft(opcode, *heads, payload=payload, **bth))
        return bth["psn"]

    def respond(self, opcode: str, psn: int, *heads: Head, payload: bytes = b"") -> None:
        """Send a response."""
        self.kernel.send(self.craft(opcode, *heads, payload=payload, psn=psn))

    def aeth(self, syndrome: int = 0x1F) -> Head:
        """What acknowledges one request more, or refuses it."""
        self.msn += syndrome < 0x20
        return head("AETH", syndrome=syndrome, msn=self.msn)

    def placed(self, psn: int, *, msn: int | None = None) -> Packet:
        """The next packet to us, the answer to a FLUSH or an ATOMIC WRITE: a READ response without data."""
        response = self.answer()
        assert (response.bth.opcode, response.aeth.verdict, response.payload) == (0x10, "ACK credits=unlimited", b"")
        assert response.bth.psn == psn
        assert msn is None or response.aeth.msn == msn
        return response

    def acknowledge(self, psn: int, syndrome: int = 0x1F) -> None:
        """Send an acknowledgement, or a NAK."""
        self.respond("RC Acknowledge", psn, self.aeth(syndrome))

    def region(self, length: int, offset: int = 0, **values: Any) -> Head:
        """A range of the kernel's memory."""
        return head("RETH", **{"va": self.qp["va"] + offset, "r_key": self.qp["rkey"], "dmalen": length, **values})

    def atomic(self, offset: int, **values: Any) -> Head:
        """Eight bytes of the kernel's memory, for an atomic operation."""
        return head("AtomicETH", **{"va": self.qp["va"] + offset, "r_key": self.qp["rkey"], **values})

    # -- what comes back ----------------------------------------------------------------------------------------

    def answer(self) -> Packet:
        """The next packet to us.  Every one must be read to its end, with a good ICRC, and ibpkt must make the same."""
        packet = ibpkt.decode(self.kernel.recv(PATIENCE, self._ours), "ethernet")
        right = packet.replace().data
        if packet.bth.opcode == FLUSH:
            assert packet.data == right[:-4] + icrc_of_flush(right), packet
            assert "as Linux rxe computes it for FLUSH" in packet.icrc.cause
        else:
            assert packet.icrc.status == "good", packet
            assert packet.data == right, packet
        assert packet.stop is None, packet
        assert not packet.disagreements, packet
        assert f"ipv{self.family}" in [layer.header.key for layer in packet.layers]
        return packet

    def acknowledged(self, psn: int, *, msn: int | None = None) -> Packet:
        """The next packet to us, an ACK."""
        ack = self.answer()
        assert (ack.bth.opcode, ack.aeth.verdict) == (0x11, "ACK credits=unlimited"), ack
        assert ack.bth.psn == psn
        assert msn is None or ack.aeth.msn == msn
        return ack

    def refused(self, psn: int, syndrome: int) -> Packet:
        """The next packet to us, a NAK."""
        nak = self.answer()
        assert (nak.bth.opcode, nak.aeth.syndrome, nak.bth.psn) == (0x11, syndrome, psn), nak
        return nak

    def silence(self, seconds: float = QUIET) -> None:
        """Nothing comes."""
        with pytest.raises(LabTimeout):
            self.kernel.recv(seconds, self._ours)

    def unheard(self, length: int = 4, seconds: float = QUIET) -> None:
        """What was sent before, to the first bytes of memory, was dropped without a word.

        Nothing comes, and the next answer is that to a right request, which then finds the memory as it was filled.
        The kernel takes packets in their order, so the second half holds however slow it is.
        """
        self.silence(seconds)
        psn = self.request("RC RDMA WRITE Only", self.region(4, 4096), payload=b"next")
        self.acknowledged(psn, msn=1)
        assert self.kernel.memory(4096, 4) == b"next"
        assert self.kernel.memory(0, length) == self.kernel.pattern(0, length)

    def state(self) -> str:
        return self.kernel.state(self.qp["qpn"])["state"]

    def _ours(self, frame: bytes) -> bool:
        packet = ibpkt.decode(frame, "ethernet")
        return "bth" in [layer.header.key for layer in packet.layers] and packet.bth.destqp == self.qpn

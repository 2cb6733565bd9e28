"""Traffic with a kernel to which something is done, and the capture of it.

Our end is a requester or a responder of `ibpkt.traffic`, which obeys the transport's rules, so that what is wrong in
the capture is what was done.  The tap is our port: what the guest's queueing disciplines do to what it sends, they do
before the tap; what its policing does to what it is sent, behind it.
"""

from __future__ import annotations

import contextlib
import itertools
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ibpkt import build, draft
from ibpkt.traffic import Memory, Request, Requester, Responder
from tests.live.kernel_responder import addressed_to, path
from tests.live.lab.live import HOST_IP4, Kernel, LabTimeout
from tests.support.capture_files import pcap

_numbers = itertools.count(0xA00000)
#: seconds after which a conversation ends, whatever has become of it
LONGEST = 40
#: the kernel's memory, and its rights
MEMORY = 1 << 16


class Tap:
    """The frames between the guest and us, with their times, as a capture.

    Args:
        kernel: the guest.
        path: where the capture gets.
    """

    def __init__(self, kernel: Kernel, path: Path) -> None:
        self.path = path
        self._kernel = kernel
        self._frames: list[tuple[int, bytes]] = []
        self._lock = threading.Lock()

    def __enter__(self) -> Tap:
        self._kernel.drain()
        self._kernel.tap = self._take
        return self

    def __exit__(self, *exception: object) -> None:
        self._kernel.tap = None
        with self._lock:
            records = [(*divmod(when, 10**9), frame) for when, frame in self._frames]
        self.path.write_bytes(pcap(records, magic=0xA1B23C4D))  # nanoseconds, Ethernet

    def _take(self, frame: bytes) -> None:
        with self._lock:  # the time, too: frames of both directions are in the order of their times
            self._frames.append((time.time_ns(), frame))


class Asking:
    """We ask, and the kernel answers.

    Args:
        kernel: the guest.
        setup: of its queue pair, as `Kernel.rc` takes it.
        ours: of our requester.
    """

    def __init__(self, kernel: Kernel, setup: dict[str, Any] | None = None, **ours: Any) -> None:
        self.kernel, self.qpn = kernel, next(_numbers)
        self.pair = kernel.rc(self.qpn, rq_psn=100, sq_psn=200, timeout=21, **(setup or {}))
        self.address, self.key = self.pair["va"], self.pair["rkey"]
        settings = {"pmtu": 1024, "timeout_code": 15, "retry_count": 3, "coalesce": 1, **ours}
        self.requester = Requester(
            qpn=self.qpn, peer_qpn=self.pair["qpn"], first_psn=100, r_key=self.key, address=self.address,
            path=build(*path(4), draft("BTH")), **settings,
        )  # fmt: skip

    def ask(self, *requests: Request, r_key: int | None = None, seconds: float = LONGEST) -> list[str]:
        """Have requests executed, one behind the other; returns how each has ended."""
        before = len(self.requester.completions)
        end = time.monotonic() + seconds
        packets = self.requester.post(*requests, r_key=r_key, now=time.monotonic_ns())
        while True:
            for packet in packets:
                self.kernel.send(packet.data)
            if not self.requester.outstanding or time.monotonic() > end:
                return [done.outcome for done in self.requester.completions[before:]]
            wake = self.requester.next_timeout
            wait = 0.5 if wake is None else min(0.5, max(0.0, (wake - time.monotonic_ns()) / 1e9))
            try:
                frame = self.kernel.recv(wait, lambda frame: addressed_to(frame) == self.qpn)
                packets = self.requester.receive(frame, time.monotonic_ns())
            except LabTimeout:
                packets = self.requester.tick(time.monotonic_ns())


class Answering:
    """The kernel asks, and we answer.

    Args:
        kernel: the guest.
        setup: of its queue pair, as `Kernel.rc` takes it.
    """

    def __init__(self, kernel: Kernel, **setup: Any) -> None:
        self.kernel, self.qpn = kernel, next(_numbers)
        self.pair = kernel.rc(self.qpn, rq_psn=200, sq_psn=100, **{"timeout": 15, "retry": 7, **setup})
        memory = Memory()
        self.region = memory.register(MEMORY)
        self.responder = Responder(
            qpn=self.qpn, peer_qpn=self.pair["qpn"], first_psn=100, pmtu=self.pair["mtu"], memory=memory
        )
        self.posted = self.done = 0

    def write(self, count: int, length: int) -> None:
        """The kernel posts WRITEs to our memory."""
        for _ in range(count):
            self.kernel.post_write(self.pair["qpn"], self.region.address, self.region.r_key, length=length)
        self.posted += count

    def answer(self, most: int | None = None, seconds: float = LONGEST) -> list[str]:
        """Answer until all that was posted has ended, or so many packets have come; returns how each has ended."""
        ended, taken, end = [], 0, time.monotonic() + seconds
        while self.done < self.posted and time.monotonic() < end and (most is None or taken < most):
            try:
                frame = self.kernel.recv(0.1, lambda frame: addressed_to(frame) == self.qpn)
            except LabTimeout:
                ended += self._ended()
                continue
            taken += 1
            for answer in self.responder.receive(frame):
                self.kernel.send(answer.data)
        return ended

    def wait(self, seconds: float = LONGEST) -> list[str]:
        """Say nothing until all that was posted has ended."""
        ended, end = [], time.monotonic() + seconds
        while self.done < self.posted and time.monotonic() < end:
            time.sleep(0.1)
            ended += self._ended()
        return ended

    def _ended(self) -> list[str]:
        found = [each["status_text"] for each in self.kernel.completions()]
        self.done += len(found)
        return found


def interface(kernel: Kernel) -> str:
    """The name of the guest's port."""
    status, text = kernel.shell(f"ip -o route get {HOST_IP4}")
    assert status == 0, text
    words = text.split()
    return words[words.index("dev") + 1]


@contextlib.contextmanager
def shaped(kernel: Kernel, discipline: str) -> Iterator[None]:
    """Meanwhile a queueing discipline does something to what the guest sends: ``netem loss 5%``."""
    name = interface(kernel)
    status, text = kernel.shell(f"tc qdisc replace dev {name} root {discipline}")
    assert status == 0, text
    try:
        yield
    finally:
        kernel.shell(f"tc qdisc del dev {name} root")


@contextlib.contextmanager
def policed(kernel: Kernel, largest: int) -> Iterator[None]:
    """Meanwhile frames of more bytes do not get into the guest."""
    name = interface(kernel)
    police = f"action police rate 10gbit burst 10m mtu {largest} conform-exceed drop/ok"
    for command in (f"qdisc add dev {name} clsact", f"filter add dev {name} ingress matchall {police}"):
        status, text = kernel.shell(f"tc {command}")
        assert status == 0, text
    try:
        yield
    finally:
        kernel.shell(f"tc qdisc del dev {name} clsact")

"""A cable between two guests, with three taps, in each of whose four stretches frames get lost, copied and overtaken.

    node 2 --0-- requester --1-- middle --2-- responder --3-- node 1

Every frame has a number, in the order in which the guests sent them, by which the taps and the ledger name it.
"""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from tests.live.faulty_wire import HELD, NONE, Faults, Stretch
from tests.live.lab.live import Kernel, LabError, LabTimeout
from tests.support.capture_files import pcap

TAPS = ("requester", "middle", "responder")
STRETCHES = len(TAPS) + 1
Ways = dict[int, Sequence[Faults]]
PERFECT: Ways = {1: (NONE,) * STRETCHES, 2: (NONE,) * STRETCHES}
_DIFFERENT_SEEDS = 1000


class Fault(NamedTuple):
    """An entry of the ledger.

    Attributes:
        number: of the frame.
        stretch: 0 is that of node 2, 3 that of node 1.
        fault: ``lost``, ``copied`` or ``overtaken``.
    """

    number: int
    stretch: int
    fault: str


class Passed(NamedTuple):
    """A frame at a tap, or at its receiver: when, and its number."""

    time: int
    number: int


class Cable:
    """The cable.

    Args:
        ways: for each node what happens to the frames that it sends, in the stretches 0 to 3.
        seed: of what happens to whom.

    Attributes:
        sent: the node that sent each frame, and its bytes.
        taps: what each tap has seen, by its name.
        received: what has arrived at each node.
        ledger: what has happened.
    """

    def __init__(self, ways: Ways = PERFECT, seed: int = 0) -> None:
        self.sent: list[tuple[int, bytes]] = []
        self.taps: dict[str, list[Passed]] = {name: [] for name in TAPS}
        self.received: dict[int, list[Passed]] = {1: [], 2: []}
        self.ledger: list[Fault] = []
        self._lock = threading.Lock()
        self._ways = {
            node: [
                Stretch[int](each, _DIFFERENT_SEEDS * seed + 10 * node + at, functools.partial(self._note, at))
                for at, each in enumerate(faults)
            ]
            for node, faults in ways.items()
        }

    def _note(self, stretch: int, fault: str, number: int) -> None:
        self.ledger.append(Fault(number, stretch, fault))

    @contextmanager
    def between(self, node2: Kernel, node1: Kernel) -> Iterator[Cable]:
        """Carry what two guests send each other."""
        over = threading.Event()
        ways = (
            (2, node2, node1, self._ways[2], [*(self.taps[name] for name in TAPS), self.received[1]]),
            (1, node1, node2, self._ways[1][::-1], [*(self.taps[name] for name in TAPS[::-1]), self.received[2]]),
        )
        threads = [threading.Thread(target=self._carry, args=(*way, over), daemon=True) for way in ways]
        for thread in threads:
            thread.start()
        try:
            yield self
        finally:
            over.set()
            for thread in threads:
                thread.join()

    def _carry(
        self, node: int, source: Kernel, sink: Kernel, stretches: list[Stretch[int]], ends: list[list[Passed]],
        over: threading.Event,
    ) -> None:  # fmt: skip
        while not over.is_set():
            try:
                moving = [self._take(node, source.recv(HELD))]
            except LabTimeout:
                moving = []
            except LabError:
                return
            for stretch, end in zip(stretches, ends, strict=True):
                carried = [each for number in moving for each in stretch.carry(number)]
                moving = carried if moving else stretch.carry(None)
                with self._lock:  # the time, too: what a tap sees of both directions is in the order of its times
                    end += [Passed(time.time_ns(), number) for number in moving]
            for number in moving:
                try:
                    sink.send(self.sent[number][1])
                except LabError:
                    return

    def _take(self, node: int, frame: bytes) -> int:
        with self._lock:
            self.sent.append((node, frame))
            return len(self.sent) - 1

    def capture(self, tap: str) -> bytes:
        """What a tap has seen, as a file with nanoseconds."""
        records = [(*divmod(when, 10**9), self.sent[number][1]) for when, number in self.taps[tap]]
        return pcap(records, magic=0xA1B23C4D)

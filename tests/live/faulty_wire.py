"""A cable between two guests on which packets get lost, copied and overtaken, with a tap in its middle.

Every fault is in the ledger, so that findings about the capture can be compared with it.  A fault is before the tap or
behind it, seen from the sender.
"""

from __future__ import annotations

import functools
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from tests.live.lab.live import Kernel, LabError, LabTimeout
from tests.support.capture_files import pcap

T = TypeVar("T")
#: seconds after which a frame that is held back goes on, if no others come that overtake it
HELD = 0.004
#: frames that come before one that is overtaken
MOST_OVERTAKE = 3
#: where the PSN of a RoCEv2 packet stands in an Ethernet frame with IPv4
_PSN = slice(51, 54)
#: seconds without a frame after which Linux may leave out Identifications, so that nothing shows what was lost
_TICK = 0.001


class Faults(NamedTuple):
    """Shares of the frames of one direction to which something happens.

    Attributes:
        lost: it does not come through.
        copied: it comes twice.
        overtaken: up to three that are sent later come first.
    """

    lost: float = 0
    copied: float = 0
    overtaken: float = 0


NONE = Faults()


class Stretch(Generic[T]):
    """A part of a cable, in one direction.

    Args:
        faults: what happens there.
        seed: of what happens to whom.
        note: called with ``lost``, ``copied`` or ``overtaken`` and the frame.

    Attributes:
        lost: the last frame has been.
    """

    def __init__(self, faults: Faults, seed: int, note: Callable[[str, T], None]) -> None:
        self._faults, self._random, self._note = faults, random.Random(seed), note
        self.lost = False
        #: a frame, how many may still overtake it, until when, and whether one has
        self._held: list[tuple[T, int, float, bool]] = []

    def carry(self, frame: T | None) -> list[T]:
        """What comes out at the other end when a frame goes in; None for nothing, as time passes."""
        now, self.lost = time.monotonic(), False
        passed: list[T] = []
        if frame is not None:
            drawn = self._random.random()
            faults = self._faults
            if drawn < faults.lost:
                self.lost = True
                self._note("lost", frame)
            elif drawn < faults.lost + faults.copied:
                self._note("copied", frame)
                passed += [frame, frame]
            elif drawn < faults.lost + faults.copied + faults.overtaken:
                self._held.append((frame, self._random.randint(1, MOST_OVERTAKE) + 1, now + HELD, False))
            else:
                passed.append(frame)
        kept, late = [], []
        for held, count, until, overtaken in self._held:
            left, overtaken = count - (frame is not None), overtaken or bool(passed)
            if left <= 0 or now >= until:
                if overtaken:
                    self._note("overtaken", held)
                late.append(held)
                kept = [(*each[:3], True) for each in kept]  # they were sent before it
            else:
                kept.append((held, left, until, overtaken))
        self._held = kept
        return passed + late


class FaultyWire:
    """The cable.

    Args:
        path: where the capture gets.
        asking, answering: what happens to the frames of node 2, which asks, and of node 1: before and behind the tap.
        seed: of what happens to whom.

    Attributes:
        ledger: what has happened, as ``"asking before lost"``; of these ``"asking before lost between others"`` counts
            those whose Identifications are missing between packets that follow one another at once, and ``"asking
            behind lost again"`` those whose PSN has come through before.
    """

    def __init__(
        self, path: Path, asking: tuple[Faults, Faults] = (NONE, NONE), answering: tuple[Faults, Faults] = (NONE, NONE),
        seed: int = 0,
    ) -> None:  # fmt: skip
        self.ledger: Counter[str] = Counter()
        self._path = path
        self._frames: list[tuple[int, bytes]] = []
        self._lock = threading.Lock()
        self._ways = [
            [
                Stretch[bytes](each, 4 * seed + 2 * way + at, functools.partial(self._note, f"{who} {place}"))
                for at, (each, place) in enumerate(zip(faults, ("before", "behind"), strict=True))
            ]
            for way, (who, faults) in enumerate((("asking", asking), ("answering", answering)))
        ]

    def _note(self, where: str, fault: str, _: bytes) -> None:
        self.ledger[f"{where} {fault}"] += 1

    @contextmanager
    def between(self, asking: Kernel, answering: Kernel) -> Iterator[FaultyWire]:
        """Carry what two guests send each other; at the end the capture is written."""
        over = threading.Event()
        ways = ((asking, answering, "asking", self._ways[0]), (answering, asking, "answering", self._ways[1]))
        threads = [threading.Thread(target=self._carry, args=(*way, over), daemon=True) for way in ways]
        for thread in threads:
            thread.start()
        try:
            yield self
        finally:
            over.set()
            for thread in threads:
                thread.join()
            records = [(*divmod(when, 10**9), frame) for when, frame in self._frames]
            self._path.write_bytes(pcap(records, magic=0xA1B23C4D))  # nanoseconds, Ethernet

    def _carry(self, source: Kernel, sink: Kernel, who: str, way: list[Stretch[bytes]], over: threading.Event) -> None:
        before, behind = way
        lost, last = 0, 0.0  # frames since the last one that the tap has seen, and when that was
        come: set[bytes] = set()  # PSNs
        while not over.is_set():
            try:
                frame = source.recv(HELD)
            except LabTimeout:
                frame = None
            except LabError:
                return
            try:
                passed = before.carry(frame)
                lost += before.lost
                if passed:
                    now = time.monotonic()
                    self.ledger[f"{who} before lost between others"] += lost if now - last < _TICK else 0
                    lost, last = 0, now
                for seen in passed:
                    with self._lock:  # the time, too: frames of both directions are in the order of their times
                        self._frames.append((time.time_ns(), seen))
                    for arrived in behind.carry(seen):
                        come.add(arrived[_PSN])
                        sink.send(arrived)
                    self.ledger[f"{who} behind lost again"] += behind.lost and seen[_PSN] in come
                if frame is None:
                    for arrived in behind.carry(None):
                        sink.send(arrived)
            except LabError:
                return

"""Is a capture intact?  Counts of CRC verdicts, and a problem for each thing that is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ibpkt import protocols
from ibpkt.batch import Batch
from ibpkt.packet import STATUSES, Packet, Status

CRCS = {header.key: header for header in protocols.CRCS}
_BAD = STATUSES.index(Status.BAD)


class Problem(NamedTuple):
    """Something wrong with a packet.

    Attributes:
        frame: the packet's number, from 1.
        layer: the header or CRC that is wrong.
        what: what is wrong with it.
        stored: what the packet says, as text ("0x…" for a CRC, bytes for a length).
        computed: what it should say, likewise; "" where that is not known.
        cause: the known mistake that explains it, or "".
    """

    frame: int
    layer: str
    what: str
    stored: str
    computed: str
    cause: str

    def __str__(self) -> str:
        should = f", should be {self.computed}" if self.computed else ""
        cause = f" ({self.cause})" if self.cause else ""
        return f"{self.frame:5d}  {self.layer} {self.what}: {self.stored}{should}{cause}"


class IntegrityReport:
    """What is known of a capture, batch by batch.

    Attributes:
        packets: packets seen.
        counts: for each CRC the number of packets by status; packets that cannot have it are not counted.
        problems: the number of problems found.
    """

    def __init__(self) -> None:
        self.packets = 0
        self.counts = {name: dict.fromkeys(map(str, STATUSES), 0) for name in CRCS}
        self.problems = 0

    def merge(self, other: IntegrityReport) -> None:
        """Add what is known of other packets."""
        self.packets += other.packets
        self.problems += other.problems
        for name, counts in other.counts.items():
            for status, count in counts.items():
                self.counts[name][status] += count

    def add(self, batch: Batch) -> Iterator[Problem]:
        """Count a batch, and give its problems in the order of the packets."""
        self.packets += len(batch)
        wrong = {*batch.disagreements, *(row for row, stop in batch.stops.items() if stop.reason == "malformed")}
        for name, which in CRCS.items():
            for shape, checks in batch.verify(which):
                for status, count in enumerate(np.bincount(checks.status, minlength=len(STATUSES)).tolist()):
                    self.counts[name][STATUSES[status]] += count
                wrong.update(shape.rows[checks.status == _BAD].tolist())
        for row in sorted(wrong):
            for problem in problems(batch[row]):
                self.problems += 1
                yield problem


def problems(packet: Packet) -> Iterator[Problem]:
    """Everything that is wrong with a packet."""
    frame = packet.number or 1
    for disagreement in packet.disagreements:
        layer, field, says, there = disagreement
        yield Problem(frame, layer, f"{field} disagrees", f"{says} bytes", f"{there} bytes", "")
    if packet.stop is not None and packet.stop.reason == "malformed":
        stop = packet.stop
        yield Problem(
            frame, stop.layer, "malformed", f"{stop.had} bytes at byte {stop.offset}", f"{stop.needed} bytes", ""
        )
    for name, which in CRCS.items():
        check = getattr(packet, name)
        if check.status is Status.BAD:
            yield Problem(frame, which.name, "bad", check.number, f"0x{check.computed.hex()}", check.cause)

"""Is a capture intact?  Counts CRC verdicts, and reports each wrong CRC and length as a problem."""

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
        layer: the name of the header or CRC.
        what: what is wrong with it.
        stored: the value in the packet, as text ("0x…" for a CRC, bytes for a length).
        computed: the right value, likewise; "" if it is not known.
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
    """The verdicts on a capture, batch by batch.

    Attributes:
        packets: the number of packets.
        counts: for each CRC the number of packets by status; packets that cannot have the CRC are not counted.
        problems: the number of problems.
    """

    def __init__(self) -> None:
        self.packets: int = 0
        self.counts: dict[str, dict[str, int]] = {name: dict.fromkeys(map(str, STATUSES), 0) for name in CRCS}
        self.problems: int = 0

    def merge(self, other: IntegrityReport) -> None:
        """Add the counts of another report."""
        self.packets += other.packets
        self.problems += other.problems
        for name, counts in other.counts.items():
            for status, count in counts.items():
                self.counts[name][status] += count

    def add(self, batch: Batch) -> Iterator[Problem]:
        """Count a batch; gives its problems in packet order."""
        self.packets += len(batch)
        wrong = {*batch.disagreements, *(row for row, stop in batch.stops.items() if stop.reason == "malformed")}
        for name, crc in CRCS.items():
            for shape, checks in batch.verify(crc):
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
        layer, field, stated, actual = disagreement
        yield Problem(frame, layer, f"{field} disagrees", f"{stated} bytes", f"{actual} bytes", "")
    if packet.stop is not None and packet.stop.reason == "malformed":
        stop = packet.stop
        yield Problem(
            frame, stop.layer, "malformed", f"{stop.had} bytes at byte {stop.offset}", f"{stop.needed} bytes", ""
        )
    for name, crc in CRCS.items():
        check = getattr(packet, name)
        if check.status is Status.BAD:
            yield Problem(frame, crc.name, "bad", check.number, f"0x{check.computed.hex()}", check.cause)

"""Is a capture intact?  Counts CRC verdicts, and reports each wrong CRC, checksum and length as a problem."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from ibpkt import protocols
from ibpkt.arguments import checked
from ibpkt.batch import Batch
from ibpkt.batch.checksums import CHECKSUM_STATUSES, ChecksumStatus, checksum_verdicts
from ibpkt.packet import STATUSES, Packet, Status

CRCS = {header.key: header for header in protocols.CRCS}
_BAD = STATUSES.index(Status.BAD)
_WRONG_SUM = CHECKSUM_STATUSES.index(ChecksumStatus.BAD)


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

    @checked
    def merge(self, other: IntegrityReport) -> None:
        """Add the counts of another report."""
        self.packets += other.packets
        self.problems += other.problems
        for name, counts in other.counts.items():
            for status, count in counts.items():
                self.counts[name][status] += count

    @checked
    def add(self, batch: Batch) -> Iterator[Problem]:
        """Count a batch; gives its problems in packet order."""
        self.packets += len(batch)
        wrong = {*batch.disagreements, *(row for row, stop in batch.stops.items() if stop.reason == "malformed")}
        for name, crc in CRCS.items():
            for shape, checks in batch.verify(crc):
                for status, count in enumerate(np.bincount(checks.status, minlength=len(STATUSES)).tolist()):
                    self.counts[name][STATUSES[status]] += count
                wrong.update(shape.rows[checks.status == _BAD].tolist())
        checksums = _checksum_problems(batch)
        for row in sorted(wrong | checksums.keys()):
            for problem in _problems(batch[row], checksums.get(row, ())):
                self.problems += 1
                yield problem


@checked
def problems(packet: Packet) -> Iterator[Problem]:
    """Everything that is wrong with a packet."""
    batch = Batch.of_packet(packet) if isinstance(packet.link, int) else None
    return _problems(packet, () if batch is None else _checksum_problems(batch).get(0, ()))


def _checksum_problems(batch: Batch) -> dict[int, list[Problem]]:
    """The wrong checksums of a batch, by the packet's place in it."""
    found: dict[int, list[Problem]] = {}
    for shape in batch.shapes:
        for header, status, stored, computed in checksum_verdicts(shape):
            for place in np.flatnonzero(status == _WRONG_SUM).tolist():
                row = int(shape.rows[place])
                values = f"0x{stored[place]:04x}", f"0x{computed[place]:04x}"
                problem = Problem(batch.frames.number_at(row), header.name, "checksum bad", *values, "")
                found.setdefault(row, []).append(problem)
    return found


def _problems(packet: Packet, checksums: Iterable[Problem]) -> Iterator[Problem]:
    frame = packet.number or 1
    for disagreement in packet.disagreements:
        layer, field, stated, actual = disagreement
        yield Problem(frame, layer, f"{field} disagrees", f"{stated} bytes", f"{actual} bytes", "")
    if packet.stop is not None and packet.stop.reason == "malformed":
        stop = packet.stop
        yield Problem(
            frame, stop.layer, "malformed", f"{stop.had} bytes at byte {stop.offset}", f"{stop.needed} bytes", ""
        )
    yield from checksums
    for name, crc in CRCS.items():
        check = getattr(packet, name)
        if check.status is Status.BAD:
            yield Problem(frame, crc.name, "bad", check.number, f"0x{check.computed.hex()}", check.cause)

"""``stats opcodes``: packets and bytes by operation, with CRC verdicts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import ClassVar, NamedTuple

import numpy as np

from ibpkt.arguments import checked
from ibpkt.arrays import Ints
from ibpkt.batch import Batch
from ibpkt.packet import STATUSES
from ibpkt.protocols import BTH, ICRC, VCRC
from ibpkt.schema import Header
from ibpkt.stats.statistic import Row, SummedStatistic

_VERDICTS = tuple((crc, f"{crc.name.lower()}_{status}") for crc in (ICRC, VCRC) for status in STATUSES)


class OpcodeCounts(NamedTuple):
    """What a batch holds.

    Attributes:
        packets: by opcode, shape (256,).
        bytes: likewise.
        verdicts: for each CRC that is verified: packets by opcode and status, shape (256, statuses).
    """

    packets: Ints
    bytes: Ints
    verdicts: dict[Header, Ints]


class Opcodes(SummedStatistic):
    """Packets with a transport header by opcode; of several such headers the innermost counts.

    Args:
        verify: verify every ICRC and VCRC, and count the verdicts.
    """

    KEY: ClassVar[str] = "opcodes"

    @checked
    def __init__(self, verify: bool = False) -> None:
        #: for each CRC in `verdicts`: packets by opcode and status
        self.packets, self.bytes, self.verdicts = _no_counts((ICRC, VCRC) if verify else ())

    @property
    def columns(self) -> tuple[str, ...]:
        """``opcode``, ``name``, ``packets``, ``bytes``; with ``verify`` ``icrc_good`` and so on, a column a verdict."""
        verdicts = (name for crc, name in _VERDICTS if crc in self.verdicts)
        return ("opcode", "name", "packets", "bytes", *verdicts)

    @checked
    def batch_counts(self, batch: Batch) -> OpcodeCounts:
        """What a batch holds."""
        counts = _no_counts(self.verdicts)
        leaf = BTH.leaf("opcode")
        lengths = batch.frames.frame_len
        for shape in batch.shapes:
            index = shape.index(BTH)
            if index is None:
                continue
            codes = shape.column(index, leaf).values
            sizes = lengths if len(shape) == len(batch) else lengths[shape.rows]
            if codes.strides[0] == 0:  # one opcode in all packets, as in most shapes
                counts.packets[codes[0]] += len(codes)
                counts.bytes[codes[0]] += sizes.sum()
            else:
                counts.packets[:] += np.bincount(codes, minlength=256)
                # bincount sums as float, which is exact up to 2**53: more than a batch holds
                counts.bytes[:] += np.bincount(codes, sizes, 256).astype(np.int64)
            for crc, verdicts in counts.verdicts.items():
                checks = shape.checks(crc)
                if checks is not None:
                    cells = codes.astype(np.int64) * len(STATUSES) + checks.status
                    verdicts += np.bincount(cells, minlength=verdicts.size).reshape(verdicts.shape)
        return counts

    @checked
    def merge(self, counts: OpcodeCounts) -> None:
        """Count what a batch holds."""
        self.packets += counts.packets
        self.bytes += counts.bytes
        for crc, verdicts in counts.verdicts.items():
            self.verdicts[crc] += verdicts

    @property
    def is_full(self) -> bool:
        """Never."""
        return False

    def rows(self) -> list[Row]:
        """The opcodes that occur, sorted."""
        names = BTH.leaf("opcode").enum
        return [
            self.row(
                code,
                names.get(code, f"Unknown ({code})"),
                int(self.packets[code]),
                int(self.bytes[code]),
                *(count for verdicts in self.verdicts.values() for count in verdicts[code].tolist()),
            )
            for code in np.flatnonzero(self.packets).tolist()
        ]

    @checked
    def hidden(self, rows: Sequence[Row]) -> Collection[str]:
        """The verdicts that no packet got."""
        return {name for _, name in _VERDICTS if not any(row.get(name) for row in rows)}


def _no_counts(crcs: Iterable[Header]) -> OpcodeCounts:
    empty = {crc: np.zeros((256, len(STATUSES)), np.int64) for crc in crcs}
    return OpcodeCounts(np.zeros(256, np.int64), np.zeros(256, np.int64), empty)

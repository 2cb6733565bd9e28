"""``stats opcodes``: packets and bytes by operation, with CRC verdicts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

import numpy as np

from ibpkt.arguments import checked
from ibpkt.arrays import Ints
from ibpkt.batch import Batch
from ibpkt.packet import STATUSES
from ibpkt.protocols import BTH, ICRC, VCRC
from ibpkt.schema import Header
from ibpkt.stats.statistic import Row, Statistic

_VERDICTS = tuple((crc, f"{crc.name.lower()}_{status}") for crc in (ICRC, VCRC) for status in STATUSES)


class Opcodes(Statistic):
    """Packets with a transport header by opcode; of several such headers the innermost counts.

    Args:
        verify: verify every ICRC and VCRC, and count the verdicts.
    """

    KEY: ClassVar[str] = "opcodes"

    @checked
    def __init__(self, verify: bool = False) -> None:
        self.packets: Ints = np.zeros(256, np.int64)
        self.bytes: Ints = np.zeros(256, np.int64)
        #: for each CRC: packets by opcode and status
        self.verdicts: dict[Header, Ints] = {
            crc: np.zeros((256, len(STATUSES)), np.int64) for crc in (ICRC, VCRC) if verify
        }

    @property
    def columns(self) -> tuple[str, ...]:
        """``opcode``, ``name``, ``packets``, ``bytes``; with ``verify`` ``icrc_good`` and so on, a column a verdict."""
        verdicts = (name for crc, name in _VERDICTS if crc in self.verdicts)
        return ("opcode", "name", "packets", "bytes", *verdicts)

    @checked
    def add(self, batch: Batch) -> None:
        """Count the packets of a batch."""
        leaf = BTH.leaf("opcode")
        lengths = batch.frames.frame_len
        for shape in batch.shapes:
            index = shape.index(BTH)
            if index is None:
                continue
            codes = shape.column(index, leaf).values
            sizes = lengths if len(shape) == len(batch) else lengths[shape.rows]
            if codes.strides[0] == 0:  # one opcode in all packets, as in most shapes
                self.packets[codes[0]] += len(codes)
                self.bytes[codes[0]] += sizes.sum()
            else:
                self.packets += np.bincount(codes, minlength=256)
                # bincount sums as float, which is exact up to 2**53: more than a batch holds
                self.bytes += np.bincount(codes, sizes, 256).astype(np.int64)
            for crc, verdicts in self.verdicts.items():
                checks = shape.checks(crc)
                if checks is not None:
                    cells = codes.astype(np.int64) * len(STATUSES) + checks.status
                    verdicts += np.bincount(cells, minlength=verdicts.size).reshape(verdicts.shape)

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

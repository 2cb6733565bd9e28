"""``stats opcodes``: packets and bytes by operation, and how many of them are intact."""

from __future__ import annotations

import numpy as np

from ibpkt.batch import Batch
from ibpkt.packet import STATUSES
from ibpkt.protocols import BTH, ICRC, VCRC
from ibpkt.stats.tally import Row

_VERDICTS = tuple((which, status, f"{which.name.lower()}_{status}") for which in (ICRC, VCRC) for status in STATUSES)


class Opcodes:
    """Packets with a transport header, by operation code; of several such headers the innermost counts.

    Args:
        verify: verify every ICRC and VCRC, and count the verdicts too.
    """

    KEY = "opcodes"

    def __init__(self, verify: bool = False) -> None:
        self.packets = np.zeros(256, np.int64)
        self.bytes = np.zeros(256, np.int64)
        #: by CRC: packets by code and status
        self.verdicts = {which: np.zeros((256, len(STATUSES)), np.int64) for which in (ICRC, VCRC) if verify}

    @property
    def columns(self) -> tuple[str, ...]:
        """``opcode``, ``name``, ``packets``, ``bytes``; if verified, ``icrc_good`` and so on, a column a verdict."""
        verdicts = (name for which, _, name in _VERDICTS if which in self.verdicts)
        return ("opcode", "name", "packets", "bytes", *verdicts)

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
            if codes.strides[0] == 0:  # one code in all of them, as most shapes have
                self.packets[codes[0]] += len(codes)
                self.bytes[codes[0]] += sizes.sum()
            else:
                self.packets += np.bincount(codes, minlength=256)
                # exact: a float would lose bytes above 2**53, which no batch holds
                self.bytes += np.bincount(codes, sizes, 256).astype(np.int64)
            for which, verdicts in self.verdicts.items():
                checks = shape.checks(which)
                if checks is not None:
                    kinds = codes.astype(np.int64) * len(STATUSES) + checks.status
                    verdicts += np.bincount(kinds, minlength=verdicts.size).reshape(verdicts.shape)

    def rows(self) -> list[Row]:
        """The codes that there are, in their order."""
        leaf = BTH.leaf("opcode")
        return [
            dict(
                zip(
                    self.columns,
                    (
                        code,
                        leaf.enum.get(code, f"Unknown ({code})"),
                        int(self.packets[code]),
                        int(self.bytes[code]),
                        *(number for verdicts in self.verdicts.values() for number in verdicts[code].tolist()),
                    ),
                    strict=True,
                )
            )
            for code in np.flatnonzero(self.packets).tolist()
        ]

    def shown(self) -> list[Row]:
        """The same without verdicts that no packet got."""
        rows = self.rows()
        empty = {name for _, _, name in _VERDICTS if not any(row.get(name) for row in rows)}
        return [{name: value for name, value in row.items() if name not in empty} for row in rows]

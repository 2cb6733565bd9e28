"""``stats opcodes``: packets and bytes by operation."""

from __future__ import annotations

from typing import Any

import numpy as np

from ibpkt.batch import Batch
from ibpkt.protocols.transport import BTH
from ibpkt.stats.tally import Mask, shapes_of


class Opcodes:
    """Packets with a transport header, by operation code."""

    KEY = "opcodes"

    def __init__(self) -> None:
        self.packets = np.zeros(256, np.int64)
        self.bytes = np.zeros(256, np.int64)

    def add(self, batch: Batch, rows: Mask | None = None) -> None:
        """Count a batch, or the rows of it that a mask of shape (n,) chooses."""
        leaf = BTH.leaf("opcode")
        for shape, places in shapes_of(batch, rows):
            index = shape.index(BTH)
            if index is None:
                continue
            codes = shape.column(index, leaf).values[places]
            lengths = shape.frames.frame_len[shape.rows[places]]
            if codes.strides[0] == 0:  # one code in all of them, as most shapes have
                self.packets[codes[0]] += len(codes)
                self.bytes[codes[0]] += int(lengths.sum())
                continue
            self.packets += np.bincount(codes, minlength=256)
            self.bytes += np.bincount(codes, lengths.astype(np.float64), 256).astype(np.int64)

    def rows(self) -> list[dict[str, Any]]:
        """``opcode``, ``name``, ``packets``, ``bytes``; in the order of the codes."""
        leaf = BTH.leaf("opcode")
        return [
            {
                "opcode": code,
                "name": leaf.enum.get(code, f"Unknown ({code})"),
                "packets": int(self.packets[code]),
                "bytes": int(self.bytes[code]),
            }
            for code in np.flatnonzero(self.packets).tolist()
        ]

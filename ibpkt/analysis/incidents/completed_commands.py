"""When commands of NVMe over Fabrics were completed: what they had announced may not be used any more.

The controller answers a command with a response capsule, which names it by its identifier; the host may then take its
memory away.  Responses are known by their size, and looked up only for a command whose key was refused.

Source: NVM Express Base 2.0, 3.3.3.2; NVM Express RDMA Transport 1.0, 2.2.2.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from ibpkt.analysis.columns.transport import BEGINS, ENDS, REQUEST, Transport
from ibpkt.arrays import Array, Ints
from ibpkt.protocols import OPERATIONS
from ibpkt.protocols.upper.nvme_completions import NVMeCompletion

#: responses that are kept
MOST = 1 << 15
_SENDS = np.array([operation.startswith("SEND") for operation in OPERATIONS], np.bool_)
_COMMAND = NVMeCompletion.leaf("cid").bit // 8


class CompletedCommands:
    """Remembers the last responses."""

    def __init__(self) -> None:
        self._pieces: deque[tuple[Ints, Ints, Ints, Array]] = deque()  # flows, sides, frames, identifiers
        self._count = 0

    def add(self, columns: Transport, flows: Ints, requesters: Ints) -> None:
        """Take the packets of a batch that have a BTH.

        Args:
            columns: the packets.
            flows: the number of each one's flow, 0 for none.
            requesters: see `Analyser.requesters`.
        """
        rows = np.flatnonzero(columns.size == NVMeCompletion.size)
        if not len(rows):
            return
        whole = BEGINS[columns.opcode[rows]] & ENDS[columns.opcode[rows]] & _SENDS[columns.operation[rows]]
        whole &= (columns.kind[rows] == REQUEST) & (flows[rows] > 0) & (requesters[rows] >= 0)
        frames, rows = columns.batch.frames, rows[whole][-MOST:]
        places, start = columns.rows[rows], columns.payload_at[rows].astype(np.int64)
        whole = frames.start[places] + frames.captured[places] - start >= NVMeCompletion.size
        rows, start = rows[whole], start[whole]
        if not len(rows):
            return
        data = np.frombuffer(frames.view, np.uint8)
        identifiers = data[start + _COMMAND].astype(np.int64) | data[start + _COMMAND + 1].astype(np.int64) << 8
        self._pieces.append((flows[rows], requesters[rows], columns.frame[rows].astype(np.int64), identifiers))
        self._count += len(rows)
        while self._count - len(self._pieces[0][0]) >= MOST:
            self._count -= len(self._pieces.popleft()[0])

    def first(self, flow: int, side: int, command: int, after: int, before: int) -> int:
        """The packet in which an end of a flow has completed a command, between two packets; 0 for none."""
        for flows, sides, frames, identifiers in self._pieces:
            found = (flows == flow) & (sides == side) & (identifiers == command) & (frames > after) & (frames < before)
            if found.any():
                return int(frames[np.flatnonzero(found)[0]])
        return 0

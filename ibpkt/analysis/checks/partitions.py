"""The P_Keys of both directions of a flow: two queue pairs that talk to each other share a partition."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ibpkt.analysis.checks.finding_columns import FindingColumns
from ibpkt.analysis.columns.directions import DirectionState, PacketDirections
from ibpkt.analysis.columns.transport import Transport
from ibpkt.analysis.results.finding import FindingTypes
from ibpkt.arrays import Ints
from ibpkt.protocols import FULL_MEMBER

_PATH = FindingTypes("path", "IBA 1, 10.9.2")
DIFFERENT_PARTITIONS = _PATH.error(
    "p-key-directions",
    "P_Key {now:#06x}, but the other direction of the flow has {before:#06x}",
    "The two ends are configured for different partitions; a receiver that checks P_Keys drops these packets.",
)
BOTH_LIMITED = _PATH.error(
    "p-key-limited",
    "Both directions of the flow have limited membership, with P_Key {now:#06x}",
    "Limited members may talk to full members only; a receiver that checks P_Keys drops these packets.",
)

_NONE = -1


class PartitionChecks:
    """Compares the first P_Keys of both directions, batch by batch; `path_changes` reports later changes."""

    def __init__(self) -> None:
        self._directions = DirectionState(p_key=_NONE)

    def add(self, packets: Transport, flows: Ints) -> Iterator[FindingColumns]:
        """What a batch shows.

        Args:
            packets: of the batch, those with BTH.
            flows: the numbers of their flows, shape (n,), 0 where that is not known.
        """
        of_packets = PacketDirections.of(packets, flows)
        directions = of_packets.distinct
        if not len(directions):
            return
        fresh = ~self._directions.known(directions)
        at = self._directions.places(directions)
        if not fresh.any():
            return
        rows = of_packets.firsts()[fresh]
        directions, at = directions[fresh], at[fresh]
        now = packets.p_key[rows].astype(np.int64)
        self._directions["p_key"][at] = now
        before = self._directions.get("p_key", directions ^ 1)
        # if both directions begin in one batch, the later one reports
        other = np.minimum(np.searchsorted(directions, directions ^ 1), len(directions) - 1)
        second = (directions[other] != directions ^ 1) | (rows[other] < rows)
        comparable = (before != _NONE) & second
        apart = comparable & ((now ^ before) & (FULL_MEMBER - 1) != 0)
        limited = comparable & ~apart & ((now | before) & FULL_MEMBER == 0)
        for kind, which in ((DIFFERENT_PARTITIONS, apart), (BOTH_LIMITED, limited)):
            if which.any():
                yield FindingColumns.of(kind, packets.rows[rows[which]], now=now[which], before=before[which])

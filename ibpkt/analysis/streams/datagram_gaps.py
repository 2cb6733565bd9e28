"""Datagrams that are missing: a queue pair numbers all that it sends by UD, whatever the destination.

Source: IBA 1, 9.8.3.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import REQUEST, Transport
from ibpkt.analysis.results.finding import FindingTypes
from ibpkt.analysis.streams.key_table import KeyTable
from ibpkt.analysis.streams.named_arrays import NamedArrays
from ibpkt.analysis.streams.half_order import small_order
from ibpkt.analysis.streams.psn_windows import MAX_PSN_DISTANCE, signed
from ibpkt.analysis.streams.stream_rows import UD
from ibpkt.arrays import Bools, Ints, run_starts
from ibpkt.protocols import PSN_MASK

_SEQUENCE = FindingTypes("sequence")
DATAGRAM_GAP = _SEQUENCE.note(
    "datagram-gap",
    "{count:datagram|datagrams} of this queue pair missing before PSN {psn}",
    "They were lost, and nothing retransmits them; or they were sent where the tap does not see them.",
    "IBA 1, 9.8.3",
)
#: queue pairs up to this one are for management; their PSNs mean nothing
LAST_MANAGEMENT_QP = 1
#: queue pairs whose next PSNs are kept
LIMIT = 1 << 17


class DatagramGaps:
    """Finds gaps in the PSNs of queue pairs that send datagrams.

    Args:
        limit: queue pairs whose PSNs are kept; beyond that, those idle longest are forgotten.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._keys = KeyTable()
        self._senders = NamedArrays(
            {"address": (np.int64, 0), "qpn": (np.int64, 0), "expected": (np.int32, -1), "last_frame": (np.int64, 0)}
        )

    def add(self, columns: Transport, valid: Bools) -> tuple[Ints, Ints]:
        """Take a batch.

        Args:
            columns: its packets.
            valid: those that reach the transport.

        Returns:
            The packets before which datagrams are missing, and how many, shape (g,) each.
        """
        source = columns.srcqp
        chosen = valid & (columns.service == UD) & (columns.kind == REQUEST)
        chosen &= (source > LAST_MANAGEMENT_QP) & (source <= PSN_MASK)
        rows = np.flatnonzero(chosen)
        if not len(rows):
            return rows, rows
        address, qpn = columns.source[rows].astype(np.int64), source[rows].astype(np.int64)
        senders = self._keys.find(address, qpn)
        unknown = np.flatnonzero(senders < 0)
        if len(unknown):
            self._learn(senders, unknown, address, qpn)
        order = small_order(senders)
        rows, senders = rows[order], senders[order]
        psn = columns.psn[rows].astype(np.int64)
        starts = run_starts(senders)
        stops = np.append(starts[1:], len(rows))
        ahead, base = self._ahead(psn, senders, starts)
        # a packet that is late moves nothing; one that is far away begins anew
        missing = np.where((ahead > 0) & (ahead <= MAX_PSN_DISTANCE), ahead, 0)
        del base
        last = stops - 1
        self._senders["expected"][senders[last]] = self._expected[last] & PSN_MASK
        self._senders["last_frame"][senders[last]] = columns.frame[rows[last]]
        self._forget()
        found = np.flatnonzero(missing)
        found = found[np.argsort(rows[found])]
        return rows[found], missing[found]

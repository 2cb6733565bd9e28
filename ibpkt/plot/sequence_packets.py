"""The packets of a sequence graph: time, PSN and what they are, of the flows that may be drawn."""

from __future__ import annotations

import enum

import numpy as np
from numpy.typing import NDArray

from ibpkt.analysis.analyser import AnalysisResult
from ibpkt.analysis.columns.transport import REQUEST, RESPONSE, SERVICES, Transport
from ibpkt.arrays import Ints
from ibpkt.plot.thinning import column_of, extremes
from ibpkt.protocols import ACK, HALF_OF_PSNS, NAK, OPERATIONS, PSN_MASK, RNR_NAK, VALUE_BITS

#: packets that are kept; when there are more, flows with little trouble go, and then packets between others
ROOM = 4_000_000
#: flows that stay then, and columns of which each keeps the lowest packet and the highest
_FLOWS, _COLUMNS = 16, 16_384
_ACK, _UD = OPERATIONS.index("ACK"), SERVICES.index("UD")
_DTYPE = np.dtype(
    [("time", np.int64), ("frame", np.int64), ("flow", np.int32), ("psn", np.int32), ("what", np.int8),
     ("asker", np.int8), ("again", np.bool_), ("marked", np.bool_), ("datagram", np.bool_), ("syndrome", np.int16)]
)  # fmt: skip


class SequenceKind(enum.IntEnum):
    """What a packet is in a sequence graph."""

    REQUEST = 0
    RESPONSE = 1  # with data, of a READ or an atomic operation
    ACK = 2
    NAK = 3
    RNR = 4


class SequencePackets:
    """Collects packets of connections as they come.

    Attributes:
        seen: packets of connections, those that were dropped for room included.
        thinned: packets were dropped for room.
    """

    def __init__(self) -> None:
        self.seen: int = 0
        self.thinned: bool = False
        self._parts: list[NDArray[np.void]] = []
        self._kept = 0

    def add(self, columns: Transport, result: AnalysisResult, requesters: Ints) -> None:
        """Take the packets of a batch.

        Args:
            columns: those that have a BTH.
            result: what the analysis says of the batch, with the facts ``flow`` and ``retransmission``.
            requesters: which side asked, see `Analyser.requesters`.
        """
        numbers = result.packets.get("flow")
        if not len(columns) or numbers is None:
            return
        flows = numbers if len(numbers) == len(columns) else numbers[columns.rows]
        kinds = columns.kind
        wanted = (flows > 0) & (requesters >= 0) & ((kinds == REQUEST) | (kinds == RESPONSE))
        rows = np.flatnonzero(wanted)
        self.seen += len(rows)
        part = np.zeros(len(rows), _DTYPE)
        part["time"], part["frame"], part["flow"] = columns.time[rows], columns.frame[rows], flows[rows]
        part["psn"], part["asker"] = columns.psn[rows], requesters[rows]
        part["what"] = _kinds(columns, rows)
        part["syndrome"] = columns.syndrome[rows]
        part["datagram"] = columns.service[rows] == _UD
        part["marked"] = columns.ce[rows] | (columns.fecn[rows] != 0)
        again = result.packets.get("retransmission")
        if again is not None:
            again = again if len(again) == len(columns) else again[columns.rows]
            part["again"] = again[rows] != 0
        self._parts.append(part)
        self._kept += len(part)
        self._correct(result)
        if self._kept > ROOM:
            self._make_room()

    def correct(self, result: AnalysisResult) -> None:
        """Take what the end of the capture shows of packets."""
        self._correct(result)

    def _correct(self, result: AnalysisResult) -> None:
        """Later facts replace earlier ones."""
        for name, frames, values in result.later:
            if name not in ("flow", "retransmission") or not self._parts:
                continue
            field = "again" if name == "retransmission" else name
            for part in self._parts:
                here = np.searchsorted(part["frame"], frames)
                found = here < len(part)
                found[found] = part["frame"][here[found]] == frames[found]
                part[field][here[found]] = values[found] if field == "flow" else values[found] != 0

    def _make_room(self) -> None:
        """Only flows that are likely to be drawn stay, and of those no more than a picture can show."""
        self.thinned = True
        every = np.concatenate(self._parts)
        leading = self._ranked(every)[:_FLOWS]
        kept = [self._thin(every[every["flow"] == flow], max(_COLUMNS, ROOM // (4 * _FLOWS))) for flow in leading]
        whole = np.concatenate(kept)
        self._parts = [whole[np.argsort(whole["frame"], kind="stable")]]
        self._kept = len(whole)

    def _thin(self, packets: NDArray[np.void], columns: int) -> NDArray[np.void]:
        if len(packets) <= columns:
            return packets
        positions = positions_of(packets)
        low, high = int(packets["time"].min()), int(packets["time"].max())
        places = column_of(packets["time"], low, high, columns)
        kinds = packets["what"].astype(np.int64) * 8 + packets["asker"] * 4 + packets["again"] * 2 + packets["marked"]
        groups = kinds * columns + places
        chosen = np.unique(np.concatenate(extremes(groups, positions)))
        return packets[chosen]

    def connected(self) -> list[int]:
        """The same without datagrams."""
        every = np.concatenate(self._parts) if self._kept else np.zeros(0, _DTYPE)
        return self._ranked(every[~every["datagram"]])

    def flows(self) -> list[int]:
        """Numbers of the flows, the one with the most trouble first; where there is none, the largest.

        Datagrams, of which nothing is acknowledged, come last.
        """
        return self._ranked(np.concatenate(self._parts)) if self._kept else []

    @staticmethod
    def _ranked(packets: NDArray[np.void]) -> list[int]:
        flows = packets["flow"]
        sizes = np.bincount(flows)
        trouble = np.bincount(flows, (packets["again"] != 0) | (packets["what"] >= SequenceKind.NAK), len(sizes))
        datagrams = np.bincount(flows, packets["datagram"], len(sizes)) > 0
        order = np.lexsort((-sizes, -trouble, datagrams))
        return [number for number in order.tolist() if sizes[number]]

    def of(self, *flows: int) -> NDArray[np.void]:
        """The packets of flows in the order of the capture.

        Returns:
            A record array: ``time``, ``frame``, ``flow``, ``psn``, ``what`` (a `SequenceKind`), ``asker`` (the side
            that asked), ``again``, ``marked``, ``syndrome``.
        """
        if not self._parts:
            return np.zeros(0, _DTYPE)
        return np.concatenate([part[np.isin(part["flow"], flows)] for part in self._parts])


def _kinds(columns: Transport, rows: Ints) -> Ints:
    """What packets are."""
    found = np.where(columns.kind[rows] == RESPONSE, SequenceKind.RESPONSE, SequenceKind.REQUEST).astype(np.int64)
    codes = columns.syndrome[rows].astype(np.int64) >> VALUE_BITS
    bare = (columns.kind[rows] == RESPONSE) & (columns.operation[rows] == _ACK)
    found[bare & (codes == ACK)] = SequenceKind.ACK
    found[bare & (codes == RNR_NAK)] = SequenceKind.RNR
    found[bare & (codes == NAK)] = SequenceKind.NAK
    return found


def positions_of(packets: NDArray[np.void]) -> Ints:
    """PSNs counted on past 2^24, from 0 at the first one of each side that asks; shape (n,)."""
    found = np.zeros(len(packets), np.int64)
    for side in (0, 1):
        rows = np.flatnonzero(packets["asker"] == side)
        if len(rows):
            psns = packets["psn"][rows].astype(np.int64)
            steps = (np.diff(psns, prepend=psns[0]) + HALF_OF_PSNS & PSN_MASK) - HALF_OF_PSNS
            found[rows] = np.cumsum(steps)
    return found

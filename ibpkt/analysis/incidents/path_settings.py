"""How flows between two hosts are set up: traffic class, ECN, UDP source port, and whether the capture has both ways.

Looked at is the first packet with payload of each direction of a flow in each batch.  Said is only what differs between
flows of the same two hosts in the same direction; what switches do with it is not on the wire.

Sources: RFC 2474 and 3168; RoCEv2 annex A17, A17.9.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from ibpkt.analysis.columns.directions import PacketDirections
from ibpkt.analysis.columns.transport import SERVICES, Transport
from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.incident_groups import IncidentGroups
from ibpkt.analysis.incidents.place import IncidentPlace, Reach
from ibpkt.analysis.results.finding import Severity
from ibpkt.arrays import Ints
from ibpkt.protocols import UDP, IPv4, IPv6

#: pairs of hosts that are told apart, and flows of each
MOST_PAIRS, MOST_FLOWS = 1024, 4096
#: directions of flows that are looked at
MOST_SEEN = 8192
#: the queue pair of general management, whose datagrams are set up in their own way
MANAGEMENT = 1
#: flows that share a port before that is told
FEW = 4
#: requests without any answer before the capture is said to have one direction
MANY = 8
_RELIABLE = np.array([service in ("RC", "XRC") for service in SERVICES], np.bool_)


@dataclasses.dataclass(slots=True)
class _Pair:
    """What one host sends to another.

    Attributes:
        settings: by flow the DSCP, whether it takes part in ECN, and the UDP source port, as its first packets have it.
        packets: of reliable services.
        frame, time: the first of its packets.
    """

    settings: dict[int, tuple[int, bool, int]] = dataclasses.field(default_factory=dict)
    packets: int = 0
    frame: int = 0
    time: int = 0


class PathSettings:
    """What hosts send to one another, batch by batch."""

    def __init__(self) -> None:
        self._pairs: dict[tuple[str, str], _Pair] = {}
        self._seen: set[int] = set()  # directions whose settings are known

    def add(self, columns: Transport, flows: Ints, of_packets: PacketDirections) -> None:
        """Take the packets of a batch that have a BTH.

        Args:
            columns: the packets.
            flows: the number of each one's flow, 0 for none.
            of_packets: their directions.
        """
        rows = of_packets.firsts()
        if not len(rows):
            return
        self._count(columns, rows, of_packets.count(_RELIABLE[columns.service]))
        if len(self._seen) >= MOST_SEEN:
            return
        fresh = np.array([direction not in self._seen for direction in of_packets.distinct.tolist()], np.bool_)
        rows = rows[fresh & (columns.size[rows] > 0) & (columns.destqp[rows] != MANAGEMENT)][:MOST_FLOWS]
        self._seen.update(of_packets.keys[rows].tolist())
        self._note(columns, flows, rows)

    def tell(self, groups: IncidentGroups) -> None:
        """What differs, as incidents."""
        for (source, target), pair in self._pairs.items():
            way = IncidentPlace(Reach.WAY, source, target)
            settings = pair.settings
            without = [flow for flow, (_, takes_part, _) in settings.items() if not takes_part]
            if 0 < len(without) < len(settings):
                groups.observe(cases.WITHOUT_ECN, way, Severity.NOTE, pair.frame, pair.time, without)
            classes = {dscp for dscp, _, _ in settings.values()}
            if len(classes) > 1:
                groups.observe(cases.OTHER_CLASS, way, Severity.NOTE, pair.frame, pair.time, list(settings))
            ports = {port for _, _, port in settings.values()}
            if len(settings) >= FEW and len(ports) == 1 and ports != {0}:
                groups.observe(cases.ONE_PORT, way, Severity.NOTE, pair.frame, pair.time, list(settings))
            if pair.packets >= MANY and (target, source) not in self._pairs and source != target:
                place = IncidentPlace(Reach.TAP, source, target)
                groups.observe(cases.ONE_DIRECTION, place, Severity.NOTE, pair.frame, pair.time, list(settings))

    def _note(self, columns: Transport, flows: Ints, rows: Ints) -> None:
        """The settings of some packets."""
        dscp = columns.field(IPv4, "dscp")[rows] | columns.field(IPv6, "dscp")[rows]
        ecn = columns.field(IPv4, "ecn")[rows] | columns.field(IPv6, "ecn")[rows]
        port = columns.field(UDP, "srcport")[rows]
        lists = (columns.source[rows], columns.destination[rows], flows[rows], dscp, ecn != 0, port)
        text = columns.addresses.text
        for source, target, flow, klass, takes_part, number in zip(*(each.tolist() for each in lists), strict=True):
            pair = self._pair(text(source), text(target))
            if pair is not None and len(pair.settings) < MOST_FLOWS:
                pair.settings.setdefault(flow, (klass, takes_part, number))

    def _count(self, columns: Transport, rows: Ints, counts: Ints) -> None:
        """Packets by their hosts."""
        source, target = columns.source[rows], columns.destination[rows]
        order = np.lexsort((rows, target, source))
        begins = np.flatnonzero(np.append(True, np.diff(source[order]) | np.diff(target[order])))
        sums, firsts = np.add.reduceat(counts[order], begins), order[begins]
        lists = (source[firsts], target[firsts], columns.frame[rows[firsts]], columns.time[rows[firsts]], sums)
        text = columns.addresses.text
        for one, other, frame, time, count in zip(*(each[:MOST_PAIRS].tolist() for each in lists), strict=True):
            pair = self._pair(text(one), text(other))
            if pair is None:
                continue
            pair.packets += count
            if not pair.frame or frame < pair.frame:
                pair.frame, pair.time = frame, time

    def _pair(self, source: str, target: str) -> _Pair | None:
        pair = self._pairs.get((source, target))
        if pair is None and len(self._pairs) < MOST_PAIRS:
            pair = self._pairs[source, target] = _Pair()
        return pair

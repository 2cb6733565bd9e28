"""RoCEv1 one way and RoCEv2 the other way between the same two ports.

An adapter sends in the version of the GID that its queue pair has, so two ends that have chosen GIDs of different
types never hear each other.  Which index of its GID table an end has chosen is not on the wire.

Source: RoCE annex A16, and RoCEv2 annex A17.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from ibpkt.analysis.columns.directions import DirectionTable, PacketDirections
from ibpkt.analysis.columns.transport import Transport
from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.ethernet_addresses import ethernet_addresses
from ibpkt.analysis.incidents.incident_groups import IncidentGroups
from ibpkt.analysis.incidents.place import IncidentPlace, Reach
from ibpkt.analysis.results.finding import Severity
from ibpkt.arrays import Bools, Ints, first_rows, numbered
from ibpkt.protocols import UDP, Ethernet

#: directions of flows that are looked at: the first of the capture
MOST_SEEN = 8192


@dataclasses.dataclass(slots=True)
class _Sent:
    """What one port sends to another.

    Attributes:
        versions: of RoCE.
        flows: that are sent so.
        frame, time: of the first packet.
    """

    frame: int
    time: int
    versions: set[int] = dataclasses.field(default_factory=set)
    flows: set[int] = dataclasses.field(default_factory=set)


class CarrierVersions:
    """The versions of RoCE between ports, batch by batch."""

    def __init__(self) -> None:
        self._sent: dict[tuple[str, str], _Sent] = {}
        self._seen = DirectionTable(np.int8)
        self._seen_count = 0

    def add(self, columns: Transport, flows: Ints, of_packets: PacketDirections) -> None:
        """Take the packets of a batch that have a BTH.

        Args:
            columns: the packets.
            flows: the number of each one's flow, 0 for none.
            of_packets: their directions.
        """
        if self._seen_count >= MOST_SEEN:
            return
        fresh = np.flatnonzero(self._seen[of_packets.distinct] < 0)
        if not len(fresh):
            return
        rows = np.sort(of_packets.firsts()[fresh])[: MOST_SEEN - self._seen_count]
        self._seen[of_packets.keys[rows]] = 1
        self._seen_count += len(rows)
        second = _is_version_2(columns)[rows]
        # hosts are few, and their flows many: the ports of the first packet are those of all between the same two
        ways = columns.source[rows] << _SOURCE | columns.destination[rows] << _TARGET | second
        different, which = numbered(ways)
        firsts = first_rows(which, len(different))
        ends = (ethernet_addresses(columns, rows[firsts], name) for name in ("src", "dst"))
        lists = (columns.frame[rows[firsts]], columns.time[rows[firsts]], second[firsts])
        for way, (source, target, frame, time, two) in enumerate(
            zip(*ends, *(each.tolist() for each in lists), strict=True)
        ):
            if not source:
                continue
            sent = self._sent.setdefault((source, target), _Sent(frame, time))
            if frame < sent.frame:
                sent.frame, sent.time = frame, time
            sent.versions.add(2 if two else 1)
            sent.flows.update(flows[rows[which == way]].tolist())

    def tell(self, groups: IncidentGroups) -> None:
        """Ports that do not hear each other."""
        for (source, target), sent in self._sent.items():
            back = self._sent.get((target, source))
            if back is None or sent.versions != {2} or back.versions != {1}:
                continue
            place = IncidentPlace(Reach.BETWEEN, source, target)
            first = min(sent, back, key=lambda each: each.frame)
            flows = sorted(sent.flows | back.flows)
            groups.observe(cases.OTHER_VERSION, place, Severity.WARNING, first.frame, first.time, flows)


#: where the numbers of addresses begin, above a bit for the version
_SOURCE, _TARGET = 32, 1


def _is_version_2(columns: Transport) -> Bools:
    """Which packets are RoCEv2: on Ethernet, in UDP."""
    found = np.zeros(len(columns), np.bool_)
    for (shape, _), places in zip(columns.parts, columns.places, strict=True):
        found[places] = shape.index(UDP) is not None and shape.index(Ethernet) is not None
    return found

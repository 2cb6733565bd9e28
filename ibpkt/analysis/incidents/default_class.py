"""RoCE without a class (DSCP 0): where other hosts have one, or beside other traffic in the same class.

The class says which packets switches must not drop.  What a switch does with a class is not on the wire,
so all of it is a note.

Sources: RFC 2474, 4.1; RoCEv2 annex A17, A17.4.5.2.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.incident_groups import IncidentGroups
from ibpkt.analysis.incidents.path_settings import PathSettings
from ibpkt.analysis.incidents.place import IncidentPlace, Reach
from ibpkt.analysis.results.finding import Severity
from ibpkt.batch import Batch
from ibpkt.protocols import BTH, IPv4, IPv6

#: the share of other traffic in the class of RoCE from which on it is reported, and its packets
SHARE, PACKETS = 0.1, 100


class DefaultClass:
    """Traffic in DSCP 0, batch by batch."""

    def __init__(self) -> None:
        self._packets = self._bytes = 0  # that are no RDMA

    def add(self, batch: Batch) -> None:
        """Take a batch."""
        for shape in batch.shapes:
            if shape.index(BTH) is not None:
                continue
            for header in (IPv4, IPv6):
                place = shape.index(header)
                if place is not None:
                    plain = shape.column(place, header.leaf("dscp")).values == 0
                    self._packets += int(np.count_nonzero(plain))
                    self._bytes += int(shape.frames.lengths(shape.rows)[plain].sum())

    def tell(self, groups: IncidentGroups, settings: PathSettings) -> None:
        """RoCE that has no class."""
        ways = settings.ways()
        without = [way for way in ways if way.classes == {0}]
        classed = {frozenset(way.ends) for way in ways if way.classes != {0}}
        shared = sum(way.bytes for way in without)
        is_shared = self._packets >= PACKETS and self._bytes >= SHARE * shared
        for way in without:
            place = IncidentPlace(Reach.WAY, *way.ends)
            back = IncidentPlace(Reach.WAY, *reversed(way.ends))
            if frozenset(way.ends) in classed:
                continue  # said by the difference between the directions, or the flows
            if classed and not groups.tells(cases.NO_CLASS, back):
                others = len(classed)
                groups.at(cases.NO_CLASS, place).detail = (
                    "1 other pair of hosts has" if others == 1 else (f"{others:,} other pairs of hosts have")
                )
                groups.observe(cases.NO_CLASS, place, Severity.NOTE, way.frame, way.time, way.flows)
            elif is_shared and not classed and not groups.tells(cases.SHARED_CLASS, back):
                share = self._bytes / (self._bytes + shared)
                groups.at(cases.SHARED_CLASS, place).detail = f"{share:.0%} of the bytes in DSCP 0 are no RDMA"
                groups.observe(cases.SHARED_CLASS, place, Severity.NOTE, way.frame, way.time, way.flows)

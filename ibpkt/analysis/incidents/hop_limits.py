"""Packets that no router passes on, although their way has one: they have a hop limit of 1.

A queue pair whose GID is link-local, or of RoCEv1, sends with a hop limit that is meant for its own subnet.  That there
is a router shows in one of two ways: what comes back has passed some (its hop limit is a little below a usual one), or
the Ethernet address that the packets go to is that of several hosts.  A host may have several addresses, too, so the
second is only a note.

Sources: RFC 791, RFC 1812, 5.3.1; RFC 8200, 3; RoCEv2 annex A17, A17.4.5.2.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict

import numpy as np

from ibpkt.analysis.columns.directions import DirectionTable, PacketDirections
from ibpkt.analysis.columns.transport import Transport
from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.ethernet_addresses import ethernet_addresses
from ibpkt.analysis.incidents.incident_groups import IncidentGroups
from ibpkt.analysis.incidents.place import IncidentPlace, Reach
from ibpkt.analysis.results.finding import Severity
from ibpkt.arrays import Ints, first_rows, numbered
from ibpkt.protocols import IPv4, IPv6

#: ways between hosts that are kept, and flows of each
MOST, MOST_FLOWS = 4096, 1024
#: with which hop limits hosts usually begin, and how many routers a way has at most
USUAL, ROUTERS = (64, 128, 255), 16
#: addresses of an Ethernet address that are kept; more than one is what counts
MOST_ADDRESSES = 8


@dataclasses.dataclass(slots=True)
class _RoutedWay:
    """What one host sends to another with one hop limit.

    Attributes:
        frame, time: of the first packet.
        mac: the Ethernet address that it goes to; "" for none.
        flows: that are sent so, if the limit is 1.
    """

    frame: int
    time: int
    mac: str
    flows: set[int] = dataclasses.field(default_factory=set)


class HopLimits:
    """The hop limits of all directions, batch by batch: of the first packet of each."""

    def __init__(self) -> None:
        self._seen = DirectionTable(np.int8)
        self._ways: dict[tuple[str, str, int], _RoutedWay] = {}
        self._hosts: defaultdict[str, set[str]] = defaultdict(set)  # by Ethernet address

    def add(self, columns: Transport, flows: Ints, of_packets: PacketDirections) -> None:
        """Take the packets of a batch that have a BTH.

        Args:
            columns: the packets.
            flows: the number of each one's flow, 0 for none.
            of_packets: their directions.
        """
        distinct = of_packets.distinct
        if not len(distinct) or len(self._ways) >= MOST:
            return
        fresh = np.flatnonzero(self._seen[distinct] < 0)
        if not len(fresh):
            return
        self._seen[distinct[fresh]] = 1
        rows = of_packets.firsts()[fresh]
        hops = (columns.field(IPv4, "ttl")[rows] | columns.field(IPv6, "hlim")[rows]).astype(np.int64)
        rows, hops = rows[hops > 0], hops[hops > 0]
        ways = columns.source[rows] << _SOURCE | columns.destination[rows] << _TARGET | hops
        different, which = numbered(ways)
        firsts = first_rows(which, len(different))
        macs = ethernet_addresses(columns, rows[firsts], "dst")
        lists = (columns.source, columns.destination, columns.frame, columns.time)
        text = columns.addresses.text
        told = zip(*(each[rows[firsts]].tolist() for each in lists), hops[firsts].tolist(), macs, strict=True)
        for place, (source, target, frame, time, limit, mac) in zip(firsts.tolist(), told, strict=True):
            ends = text(source), text(target)
            if mac and len(self._hosts[mac]) < MOST_ADDRESSES:
                self._hosts[mac].add(ends[1])
            found = self._ways.setdefault((*ends, limit), _RoutedWay(frame, time, mac))
            if limit == 1 and len(found.flows) < MOST_FLOWS:
                found.flows.update(flows[rows[which == which[place]]].tolist())

    def tell(self, groups: IncidentGroups) -> None:
        """Ways that have a router, and packets that it does not pass on."""
        passed: dict[tuple[str, str], int] = {}
        for source, target, limit in self._ways:
            routers = next((usual - limit for usual in USUAL if 0 < usual - limit <= ROUTERS), 0)
            passed[source, target] = max(passed.get((source, target), 0), routers)
        for (source, target, limit), way in self._ways.items():
            if limit != 1:
                continue
            routers, others = passed.get((target, source), 0), sorted(self._hosts[way.mac] - {target})
            if routers:
                many = "1 router" if routers == 1 else f"{routers} routers"
                detail, severity = f"what comes back has passed {many}", Severity.WARNING
            elif others and _is_ipv4(target) == _is_ipv4(others[0]):
                detail = f"{way.mac} may be a router, it is the Ethernet address of {others[0]}, too"
                severity = Severity.NOTE
            else:
                continue
            place = IncidentPlace(Reach.WAY, source, target)
            tally = groups.at(cases.HOP_LIMIT, place)
            tally.detail = tally.detail or detail
            groups.observe(cases.HOP_LIMIT, place, severity, way.frame, way.time, sorted(way.flows - {0}))


#: where the numbers of addresses begin, above the hop limit
_SOURCE, _TARGET = 32, 8


def _is_ipv4(address: str) -> bool:
    return ":" not in address

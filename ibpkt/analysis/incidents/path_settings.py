"""How flows between two hosts are set up: traffic class, ECN, UDP source port, and whether the capture has both ways.

Looked at is the first packet with payload of each direction of a flow, and of traffic classes and VLANs the first that
is no congestion notification.  Said is only what differs between flows of the same two hosts, or between the directions
of a flow; what switches do with it is not on the wire: equal source ports get one path from a hash of addresses and
ports, different ones may still share a link.

Sources: RFC 2474 and 3168; RoCEv2 annex A17, A17.9; IBA 1, 7.6.5 and 8.3.3.
"""

from __future__ import annotations

import dataclasses
import math
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.directions import DirectionTable, PacketDirections
from ibpkt.analysis.columns.transport import CNP, ENDS, Transport
from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.incident_groups import IncidentGroups
from ibpkt.analysis.incidents.place import IncidentPlace, Reach
from ibpkt.analysis.results.finding import Severity
from ibpkt.arrays import Array, Bools, Ints, first_rows, in_order, numbered, rows_where, run_starts
from ibpkt.protocols import GRH, LRH, PMTUS, UDP, VLAN, IPv4, IPv6, by_opcode
from ibpkt.protocols.encapsulation.ip import FIRST_DYNAMIC_PORT

#: pairs of hosts that are told apart: the first of the capture
MOST_PAIRS = 1024
#: directions of flows that are looked at: the first with payload
MOST_SEEN = 8192
#: the queue pair of general management, whose datagrams are set up in their own way
MANAGEMENT = 1
#: flows that share a port before that is told
FEW = 4
#: times fewer paths than flows share the bytes, before that is told
FEWER = 3
#: requests without any answer before the capture is said to have one direction
MANY = 8
#: where the number of the source stands above that of the destination
_SOURCE = 32
#: bits of ECN below the DSCP in a traffic class
_ECN_BITS = 2
#: bits of a service level
_LEVEL_BITS = LRH.leaf("sl").width
#: what may differ between the directions of a flow, and its unit
_DIFFERENCES = (
    (cases.OTHER_CLASS_BACK, "dscp", "DSCP"),
    (cases.OTHER_CLASS_BACK, "level", "SL"),
    (cases.TAGGED_ONE_WAY, "tagged", ""),
)
#: packets that are as long as the path MTU
_IS_FULL = ~ENDS
#: by bytes of payload, those beyond the largest as one
_IS_PMTU = np.isin(np.arange(max(PMTUS) + 2), PMTUS)
_IS_RELIABLE = by_opcode(lambda opcode: opcode.service in ("RC", "XRC"), np.bool_)


class SettingColumns(NamedTuple):
    """How directions of flows are set up, as the first packet with payload of each says; columns of shape (n,).

    Attributes:
        pair: the number of the pair of hosts.
        flow: the number of the flow.
        direction: its number.
        dscp: the traffic class.
        takes_part: in ECN.
        port: the UDP source port, 0 for none.
    """

    pair: Array
    flow: Array
    direction: Array
    dscp: Array
    takes_part: Array
    port: Array

    def at(self, which: Array | slice) -> SettingColumns:
        """Some of them."""
        return SettingColumns(*(column[which] for column in self))


_NO_ROWS: Ints = np.zeros(0, np.int64)
_NO_SETTINGS = SettingColumns(*(np.zeros(0, kind) for kind in (*(np.int64,) * 4, np.bool_, np.int64)))


class PathClass(NamedTuple):
    """The class of one direction of a flow, as its first packet says.

    Attributes:
        dscp: of the IP header, or of the GRH.
        level: the service level, in the LRH.
        tagged: it has a VLAN tag.
    """

    dscp: int
    level: int
    tagged: bool

    @classmethod
    def of(cls, number: int) -> PathClass:
        """The class that a number stands for: of many flows numbers are kept."""
        return cls(number >> _LEVEL_BITS + 1, number >> 1 & (1 << _LEVEL_BITS) - 1, bool(number & 1))


class HostWay(NamedTuple):
    """What one host sends to another over IP.

    Attributes:
        ends: the addresses of the two.
        classes: the DSCPs of its flows.
        flows: their numbers.
        bytes: of them, with headers.
        frame, time: of the first packet.
    """

    ends: tuple[str, str]
    classes: set[int]
    flows: list[int]
    bytes: int
    frame: int
    time: int


@dataclasses.dataclass(slots=True)
class _Pair:
    """What one host sends to another.

    Attributes:
        number: its own.
        packets: of reliable services.
        frame, time: the first of its packets.
        last: the time of the last one.
    """

    number: int
    packets: int = 0
    frame: int = 0
    time: int = 0
    last: int = 0


class PathSettings:
    """What hosts send to one another, batch by batch."""

    def __init__(self) -> None:
        self._pairs: dict[tuple[str, str], _Pair] = {}
        self._pair_keys: Ints = np.zeros(0, np.int64)  # of the addresses of these
        self._settings: list[SettingColumns] = []
        self._of_pairs: dict[int, SettingColumns] | None = None  # the same by pair, until there are more
        self._seen = DirectionTable(np.int16)  # the places of directions whose settings are known, in the next two
        self._bytes: Ints = np.zeros(MOST_SEEN, np.int64)  # of the frames, from the first with payload on
        self._mtu: Ints = np.zeros(MOST_SEEN, np.int64)  # the path MTU, as full packets show it
        self._seen_count = 0
        self._classes = DirectionTable()  # see `PathClass.of`

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
        self._count(columns, rows, of_packets.lasts(), of_packets.count(_IS_RELIABLE.take(columns.opcode)))
        begun = self._begin(columns, flows, of_packets) if self._seen_count < MOST_SEEN else _NO_ROWS
        self._measure(columns, of_packets, begun)

    def _begin(self, columns: Transport, flows: Ints, of_packets: PacketDirections) -> Ints:
        """Look at directions that have not been looked at: the first packet with payload of each of them."""
        fresh = self._seen[of_packets.distinct] < 0
        if not fresh.any():
            return _NO_ROWS
        carry = rows_where((columns.size > 0) & (columns.destqp != MANAGEMENT))
        rows = np.sort(of_packets.firsts_of(carry, fresh))[: MOST_SEEN - self._seen_count]
        others = rows_where(columns.operation != CNP)
        if self._seen_count + len(rows) == MOST_SEEN:  # nothing behind the last one counts, whatever the batch has
            others = others[: np.searchsorted(others, rows[-1], "right")]
        self._note_classes(columns, of_packets, of_packets.firsts_of(others, fresh))
        if len(rows):
            directions = of_packets.keys[rows]
            self._seen[directions] = np.arange(self._seen_count, self._seen_count + len(rows))
            self._seen_count += len(rows)
            self._note(columns, flows, of_packets.keys, rows)
        return rows

    def _measure(self, columns: Transport, of_packets: PacketDirections, begun: Ints) -> None:
        """Count bytes, and see sizes of full packets.

        Args:
            columns, of_packets: the packets, and their directions.
            begun: the packets with which directions have begun to count.
        """
        seen = self._seen[of_packets.distinct]
        counted = rows_where(seen >= 0)
        if not len(counted):
            return
        places = of_packets.places
        sums = np.bincount(places + 1, columns.length, len(seen) + 1)[1:]
        if len(begun):
            first = np.zeros(len(seen) + 1, np.int64)
            first[places[begun]] = begun
            early = rows_where(np.arange(len(places)) < first[places])
            sums -= np.bincount(places[early] + 1, columns.length[early], len(seen) + 1)[1:]
        self._bytes[seen[counted]] += sums[counted].astype(np.int64)
        full = rows_where(_IS_FULL.take(columns.opcode) & (np.append(seen, -1)[places] >= 0))
        if len(full):
            size = columns.size.take(full)
            known = _IS_PMTU.take(size, mode="clip")
            self._mtu[seen[places[full[known]]]] = size[known]

    def _measured(self, column: Ints, directions: Array) -> Ints:
        """What was measured of some directions; 0 for those that were not looked at."""
        places = self._seen[directions]
        return np.where(places >= 0, column[places], 0)

    def tell(self, groups: IncidentGroups) -> None:
        """What differs, as incidents."""
        for (source, target), pair in self._pairs.items():
            way = IncidentPlace(Reach.WAY, source, target)
            settings = self._of(pair)
            flows: list[int] = settings.flow.tolist()
            without: list[int] = settings.flow[~settings.takes_part].tolist()
            if 0 < len(without) < len(flows):
                groups.observe(cases.WITHOUT_ECN, way, Severity.NOTE, pair.frame, pair.time, without)
            if (settings.dscp != settings.dscp[:1]).any():
                groups.observe(cases.OTHER_CLASS, way, Severity.NOTE, pair.frame, pair.time, flows)
            self._tell_ports(groups, way, pair)
            self._tell_mtus(groups, way, pair)
            if pair.packets >= MANY and (target, source) not in self._pairs and source != target:
                place = IncidentPlace(Reach.TAP, source, target)
                groups.observe(cases.ONE_DIRECTION, place, Severity.NOTE, pair.frame, pair.time, flows)
        for (source, target), pair in self._pairs.items():
            self._tell_directions(groups, IncidentPlace(Reach.WAY, source, target), pair)

    def _tell_mtus(self, groups: IncidentGroups, way: IncidentPlace, pair: _Pair) -> None:
        """Flows whose directions have packets of different sizes; told once for both directions."""
        back = IncidentPlace(way.reach, way.target, way.source)
        if groups.tells(cases.OTHER_MTU_BACK, back):
            return
        settings = self._of(pair)
        there = self._measured(self._mtu, settings.direction)
        here = self._measured(self._mtu, settings.direction ^ 1)
        apart = np.flatnonzero((there > 0) & (here > 0) & (there != here))
        if len(apart):
            groups.at(cases.OTHER_MTU_BACK, way).detail = f"{there[apart[0]]} bytes there, {here[apart[0]]} back"
            which: list[int] = settings.flow[apart].tolist()
            groups.observe(cases.OTHER_MTU_BACK, way, Severity.NOTE, pair.frame, pair.time, which)

    def _tell_ports(self, groups: IncidentGroups, way: IncidentPlace, pair: _Pair) -> None:
        """Flows that share UDP source ports: a hash has fewer paths to choose from than there are flows."""
        settings = self._of(pair)
        flows: list[int] = settings.flow.tolist()
        of_flows = self._measured(self._bytes, settings.direction)
        ports, which = numbered(settings.port)
        of_ports = np.bincount(which, of_flows)
        low = np.flatnonzero((settings.port > 0) & (settings.port < FIRST_DYNAMIC_PORT))
        if len(low):
            groups.at(cases.LOW_PORTS, way).detail = f"{settings.port[low[0]]}"
            groups.observe(
                cases.LOW_PORTS, way, Severity.NOTE, pair.frame, pair.time, settings.flow[low].tolist()
            )  # fmt: skip
        if len(flows) < FEW or not ports.all():
            return  # few, or native
        if len(ports) == 1:
            groups.observe(cases.ONE_PORT, way, Severity.NOTE, pair.frame, pair.time, flows)
        elif FEWER * _spread(of_ports) <= _spread(of_flows):
            # of several ports with as many bytes that of the first flow
            port = settings.port[np.argmax(of_ports[which])]
            share = of_ports.max() / of_ports.sum()
            case = cases.FEW_PORTS
            groups.at(case, way).detail = (
                f"{len(ports)} UDP source ports, {share:.0%} of the bytes in port {port}: "
                f"{_spread(of_ports):.1f} paths at most"
            )
            groups.observe(case, way, Severity.NOTE, pair.frame, pair.time, flows)

    def _tell_directions(self, groups: IncidentGroups, way: IncidentPlace, pair: _Pair) -> None:
        """Flows whose other direction has another class, or no VLAN tag; told once for both directions."""
        settings = self._of(pair)
        here, there = self._classes[settings.direction], self._classes[settings.direction ^ 1]
        apart_at = np.flatnonzero((here != there) & (here >= 0) & (there >= 0))
        if not len(apart_at):
            return
        lists = (settings.flow[apart_at].tolist(), here[apart_at].tolist(), there[apart_at].tolist())
        differing = [(flow, PathClass.of(own), PathClass.of(back)) for flow, own, back in zip(*lists, strict=True)]
        ways = (way, IncidentPlace(way.reach, way.target, way.source))
        for case, name, unit in _DIFFERENCES:
            if name == "dscp" and any(groups.tells(cases.OTHER_CLASS, each) for each in ways):
                continue  # that is said already
            apart: dict[tuple[int, int], list[int]] = {}
            for flow, own, back in differing:
                if getattr(own, name) != getattr(back, name) and not groups.tells(case, ways[1]):
                    apart.setdefault((getattr(own, name), getattr(back, name)), []).append(flow)
            for (out, back_again), which in apart.items():
                tally = groups.at(case, way)
                tally.detail = tally.detail or (f"{unit} {out} there, {back_again} back" if unit else "")
                groups.observe(case, way, Severity.NOTE, pair.frame, pair.time, which)

    def _note_classes(self, columns: Transport, of_packets: PacketDirections, rows: Ints) -> None:
        """The classes of the first packets of some directions, unless earlier packets have said them."""
        rows = rows[self._classes[of_packets.keys[rows]] < 0]
        if not len(rows):
            return
        of_ip = columns.field(IPv4, "dscp")[rows] | columns.field(IPv6, "dscp")[rows]
        dscp = of_ip | columns.field(GRH, "tclass")[rows] >> _ECN_BITS
        tagged: Bools = columns.field(VLAN, "etype")[rows] != 0
        level = columns.field(LRH, "sl")[rows].astype(np.int64)
        numbers = (dscp.astype(np.int64) << _LEVEL_BITS | level) << 1 | tagged
        self._classes[of_packets.keys[rows]] = numbers

    def _note(self, columns: Transport, flows: Ints, directions: Ints, rows: Ints) -> None:
        """The settings of some packets."""
        dscp = columns.field(IPv4, "dscp")[rows] | columns.field(IPv6, "dscp")[rows]
        ecn = columns.field(IPv4, "ecn")[rows] | columns.field(IPv6, "ecn")[rows]
        port = columns.field(UDP, "srcport")[rows]
        text = columns.addresses.text
        ways, which = numbered(columns.source[rows] << _SOURCE | columns.destination[rows])  # few, flows are many
        pairs = np.full(len(ways), -1, np.int64)
        firsts = first_rows(which, len(ways))
        for way in np.argsort(firsts).tolist():
            first = rows[firsts[way]]
            pair = self._pair(text(int(columns.source[first])), text(int(columns.destination[first])))
            if pair is not None:
                pairs[way] = pair.number
        lists = (pairs[which], flows[rows], directions[rows], dscp, ecn != 0, port)
        self._settings.append(SettingColumns(*lists).at(pairs[which] >= 0))
        self._of_pairs = None

    def _of(self, pair: _Pair) -> SettingColumns:
        """The settings of a pair, the first one of each flow, in their order."""
        if not self._settings:
            return _NO_SETTINGS
        if self._of_pairs is None:
            every = SettingColumns(*map(np.concatenate, zip(*self._settings, strict=True)))
            order = in_order(every.pair)
            begins = run_starts(every.pair[order])
            pieces = np.split(order, begins[1:])
            self._of_pairs = {int(every.pair[rows[0]]): _of_flows(every.at(rows)) for rows in pieces if len(rows)}
        return self._of_pairs.get(pair.number, _NO_SETTINGS)

    def heard(self, source: str, target: str) -> int:
        """When a host has sent the last packet to another, in nanoseconds since the epoch; 0 for never."""
        pair = self._pairs.get((source, target))
        return 0 if pair is None else pair.last

    def flows(self, source: str, target: str) -> list[int]:
        """The numbers of the flows in which a host has sent payload to another."""
        pair = self._pairs.get((source, target))
        return [] if pair is None else self._of(pair).flow.tolist()

    def classes(self, source: str, target: str) -> set[int]:
        """The DSCPs of these flows."""
        pair = self._pairs.get((source, target))
        return set() if pair is None else set(self._of(pair).dscp.tolist())

    def ways(self) -> list[HostWay]:
        """What hosts have sent to one another over UDP."""
        found = []
        for ends, pair in self._pairs.items():
            settings = self._of(pair)
            settings = settings.at(settings.port > 0)
            if len(settings.flow):
                count = int(self._measured(self._bytes, settings.direction).sum())
                classes, flows = set(settings.dscp.tolist()), settings.flow.tolist()
                found.append(HostWay(ends, classes, flows, count, pair.frame, pair.time))
        return found

    def _count(self, columns: Transport, rows: Ints, lasts: Ints, counts: Ints) -> None:
        """Packets by their hosts, and the times of the first and the last."""
        source, target = columns.source[rows], columns.destination[rows]
        order = np.lexsort((rows, target, source))
        begins = np.flatnonzero(np.append(True, np.diff(source[order]) | np.diff(target[order])))
        sums, firsts = np.add.reduceat(counts[order], begins), order[begins]
        ended = np.maximum.reduceat(columns.time[lasts][order], begins)
        keys = source[firsts] << _SOURCE | target[firsts]
        known = np.isin(keys, self._pair_keys)
        by_row = np.argsort(rows[firsts])
        room = MOST_PAIRS - len(self._pair_keys)
        taken = by_row[known[by_row] | (np.cumsum(~known[by_row]) <= room)]
        self._pair_keys = np.append(self._pair_keys, keys[taken[~known[taken]]])
        at = firsts[taken]
        first = rows[at]
        lists = (source[at], target[at], columns.frame[first], columns.time[first], ended[taken], sums[taken])
        text = columns.addresses.text
        for one, other, frame, time, last, count in zip(*(each.tolist() for each in lists), strict=True):
            pair = self._pair(text(one), text(other))
            if pair is None:
                continue
            pair.packets += count
            pair.last = max(pair.last, last)
            if not pair.frame or frame < pair.frame:
                pair.frame, pair.time = frame, time

    def _pair(self, source: str, target: str) -> _Pair | None:
        pair = self._pairs.get((source, target))
        if pair is None and len(self._pairs) < MOST_PAIRS:
            pair = self._pairs[source, target] = _Pair(len(self._pairs))
        return pair


def _of_flows(settings: SettingColumns) -> SettingColumns:
    """The first setting of each flow."""
    _, firsts = np.unique(settings.flow, return_index=True)
    if len(firsts) < len(settings.flow):
        return settings.at(np.sort(firsts))
    return settings


def _spread(counts: Array) -> float:
    """To how many equal shares counts come: e to the power of their entropy."""
    shares = counts[counts > 0] / max(1, counts.sum())
    return math.exp(-float((shares * np.log(shares)).sum())) if len(shares) else 0.0

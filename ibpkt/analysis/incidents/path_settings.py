"""How flows between two hosts are set up: traffic class, ECN, UDP source port, and whether the capture has both ways.

Looked at is the first packet with payload of each direction of a flow in each batch, and of traffic classes and VLANs
the first packet at all.  Said is only what differs between flows of the same two hosts, or between the directions of a
flow; what switches do with it is not on the wire: equal source ports get one path from a hash of addresses and ports,
different ones may still share a link.

Sources: RFC 2474 and 3168; RoCEv2 annex A17, A17.9; IBA 1, 7.6.5 and 8.3.3.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.directions import DirectionState, PacketDirections
from ibpkt.analysis.columns.transport import CNP, ENDS, Transport
from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.incident_groups import IncidentGroups
from ibpkt.analysis.incidents.place import IncidentPlace, Reach
from ibpkt.analysis.results.finding import Severity
from ibpkt.arrays import Array, Bools, Ints
from ibpkt.protocols import GRH, LRH, PMTUS, UDP, VLAN, IPv4, IPv6, by_opcode

#: pairs of hosts that are told apart, and flows of each
MOST_PAIRS, MOST_FLOWS = 1024, 4096
#: directions of flows that are looked at
MOST_SEEN = 8192
#: the queue pair of general management, whose datagrams are set up in their own way
MANAGEMENT = 1
#: source ports of RoCE are in the dynamic range (RFC 6335)
FIRST_PORT = 49152
#: flows that share a port before that is told
FEW = 4
#: times fewer paths than flows share the bytes, before that is told
FEWER = 3
#: requests without any answer before the capture is said to have one direction
MANY = 8
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


class PathSetting(NamedTuple):
    """How one direction of a flow is set up, as its first packet with payload says.

    Attributes:
        direction: its number.
        dscp: the traffic class.
        takes_part: in ECN.
        port: the UDP source port, 0 for none.
    """

    direction: int
    dscp: int
    takes_part: bool
    port: int


# faster than calling the class
_make_setting = functools.partial(tuple.__new__, PathSetting)


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
        settings: by flow.
        packets: of reliable services.
        frame, time: the first of its packets.
        last: the time of the last one.
    """

    settings: dict[int, PathSetting] = dataclasses.field(default_factory=dict)
    packets: int = 0
    frame: int = 0
    time: int = 0
    last: int = 0


class PathSettings:
    """What hosts send to one another, batch by batch.

    Args:
        state: has the columns "bytes", and "mtu" for the path MTU as full packets show it.
    """

    def __init__(self, state: DirectionState) -> None:
        self._pairs: dict[tuple[str, str], _Pair] = {}
        self._seen: set[int] = set()  # directions whose settings are known
        self._classes: dict[int, int] = {}  # by direction, see `PathClass.of`
        self._state = state

    def add(self, columns: Transport, flows: Ints, of_packets: PacketDirections, places: Ints) -> None:
        """Take the packets of a batch that have a BTH.

        Args:
            columns: the packets.
            flows: the number of each one's flow, 0 for none.
            of_packets: their directions.
            places: of these in the state, in the order of `of_packets.distinct`.
        """
        rows = of_packets.firsts()
        if not len(rows):
            return
        self._count(columns, rows, of_packets.lasts(), of_packets.count(_IS_RELIABLE.take(columns.opcode)))
        sums = np.bincount(of_packets.places + 1, columns.length, len(of_packets.distinct) + 1)[1:]
        self._state["bytes"][places] += sums.astype(np.int64)
        full = np.flatnonzero(_IS_FULL.take(columns.opcode) & (of_packets.places >= 0))
        if len(full):
            size = columns.size.take(full)
            known = _IS_PMTU.take(size, mode="clip")
            self._state["mtu"][places.take(of_packets.places.take(full[known]))] = size[known]
        if len(self._seen) >= MOST_SEEN:
            return
        fresh = np.array([direction not in self._seen for direction in of_packets.distinct.tolist()], np.bool_)
        if not fresh.any():
            return
        rows = rows[fresh]
        self._note_classes(columns, of_packets, rows[columns.operation[rows] != CNP])
        rows = rows[(columns.size[rows] > 0) & (columns.destqp[rows] != MANAGEMENT)][:MOST_FLOWS]
        if len(rows):
            self._seen.update(of_packets.keys[rows].tolist())
            self._note(columns, flows, of_packets.keys, rows)

    def tell(self, groups: IncidentGroups) -> None:
        """What differs, as incidents."""
        for (source, target), pair in self._pairs.items():
            way = IncidentPlace(Reach.WAY, source, target)
            settings = pair.settings
            without = [flow for flow, setting in settings.items() if not setting.takes_part]
            if 0 < len(without) < len(settings):
                groups.observe(cases.WITHOUT_ECN, way, Severity.NOTE, pair.frame, pair.time, without)
            if len({setting.dscp for setting in settings.values()}) > 1:
                groups.observe(cases.OTHER_CLASS, way, Severity.NOTE, pair.frame, pair.time, list(settings))
            self._tell_ports(groups, way, pair)
            self._tell_mtus(groups, way, pair)
            if pair.packets >= MANY and (target, source) not in self._pairs and source != target:
                place = IncidentPlace(Reach.TAP, source, target)
                groups.observe(cases.ONE_DIRECTION, place, Severity.NOTE, pair.frame, pair.time, list(settings))
        for (source, target), pair in self._pairs.items():
            self._tell_directions(groups, IncidentPlace(Reach.WAY, source, target), pair)

    def _tell_mtus(self, groups: IncidentGroups, way: IncidentPlace, pair: _Pair) -> None:
        """Flows whose directions have packets of different sizes; told once for both directions."""
        back = IncidentPlace(way.reach, way.target, way.source)
        if groups.tells(cases.OTHER_MTU_BACK, back):
            return
        flows = list(pair.settings)
        keys = np.array([setting.direction for setting in pair.settings.values()], np.int64)
        there, here = self._state.get("mtu", keys), self._state.get("mtu", keys ^ 1)
        apart = np.flatnonzero((there > 0) & (here > 0) & (there != here)).tolist()
        if apart:
            groups.at(cases.OTHER_MTU_BACK, way).detail = f"{there[apart[0]]} bytes there, {here[apart[0]]} back"
            which = [flows[at] for at in apart]
            groups.observe(cases.OTHER_MTU_BACK, way, Severity.NOTE, pair.frame, pair.time, which)

    def _tell_ports(self, groups: IncidentGroups, way: IncidentPlace, pair: _Pair) -> None:
        """Flows that share UDP source ports: a hash has fewer paths to choose from than there are flows."""
        settings = pair.settings
        keys = np.array([setting.direction for setting in settings.values()], np.int64)
        of_flows = self._state.get("bytes", keys)
        ports, which = np.unique([setting.port for setting in settings.values()], return_inverse=True)
        of_ports = np.bincount(which.reshape(-1), of_flows)
        low = [flow for flow, setting in settings.items() if 0 < setting.port < FIRST_PORT]
        if low:
            groups.at(cases.LOW_PORTS, way).detail = f"{settings[low[0]].port}"
            groups.observe(cases.LOW_PORTS, way, Severity.NOTE, pair.frame, pair.time, low)
        if len(settings) < FEW or not ports.all() or not of_ports.any():
            return  # native, or so many flows that the bytes of these were forgotten
        if len(ports) == 1:
            groups.observe(cases.ONE_PORT, way, Severity.NOTE, pair.frame, pair.time, list(settings))
        elif FEWER * _spread(of_ports) <= _spread(of_flows):
            # of several ports with as many bytes that of the first flow
            port = next(
                setting.port
                for setting, at in zip(settings.values(), which.tolist(), strict=True)
                if of_ports[at] == of_ports.max()
            )
            share = of_ports.max() / of_ports.sum()
            case = cases.FEW_PORTS
            groups.at(case, way).detail = (
                f"{len(ports)} UDP source ports, {share:.0%} of the bytes in port {port}: "
                f"{_spread(of_ports):.1f} paths at most"
            )
            groups.observe(case, way, Severity.NOTE, pair.frame, pair.time, list(settings))

    def _tell_directions(self, groups: IncidentGroups, way: IncidentPlace, pair: _Pair) -> None:
        """Flows whose other direction has another class, or no VLAN tag; told once for both directions."""
        classes = self._classes
        differing = [
            (flow, PathClass.of(here), PathClass.of(there))
            for flow, (direction, _, _, _) in pair.settings.items()
            if (here := classes.get(direction)) != (there := classes.get(direction ^ 1))
            and here is not None
            and there is not None
        ]
        if not differing:
            return
        ways = (way, IncidentPlace(way.reach, way.target, way.source))
        for case, name, unit in _DIFFERENCES:
            if name == "dscp" and any(groups.tells(cases.OTHER_CLASS, each) for each in ways):
                continue  # that is said already
            apart: dict[tuple[int, int], list[int]] = {}
            for flow, own, back in differing:
                if getattr(own, name) != getattr(back, name) and not groups.tells(case, ways[1]):
                    apart.setdefault((getattr(own, name), getattr(back, name)), []).append(flow)
            for (there, back_again), which in apart.items():
                tally = groups.at(case, way)
                tally.detail = tally.detail or (f"{unit} {there} there, {back_again} back" if unit else "")
                groups.observe(case, way, Severity.NOTE, pair.frame, pair.time, which)

    def _note_classes(self, columns: Transport, of_packets: PacketDirections, rows: Ints) -> None:
        """The classes of the first packets of some directions, unless earlier packets have said them."""
        new = [direction not in self._classes for direction in of_packets.keys[rows].tolist()]
        rows = rows[np.array(new, np.bool_)]
        if not len(rows):
            return
        of_ip = columns.field(IPv4, "dscp")[rows] | columns.field(IPv6, "dscp")[rows]
        dscp = of_ip | columns.field(GRH, "tclass")[rows] >> _ECN_BITS
        tagged: Bools = columns.field(VLAN, "etype")[rows] != 0
        level = columns.field(LRH, "sl")[rows].astype(np.int64)
        numbers = (dscp.astype(np.int64) << _LEVEL_BITS | level) << 1 | tagged
        self._classes.update(zip(of_packets.keys[rows].tolist(), numbers.tolist(), strict=True))

    def _note(self, columns: Transport, flows: Ints, directions: Ints, rows: Ints) -> None:
        """The settings of some packets."""
        dscp = columns.field(IPv4, "dscp")[rows] | columns.field(IPv6, "dscp")[rows]
        ecn = columns.field(IPv4, "ecn")[rows] | columns.field(IPv6, "ecn")[rows]
        port = columns.field(UDP, "srcport")[rows]
        lists = (columns.source[rows], columns.destination[rows], flows[rows], directions[rows], dscp, ecn != 0, port)
        text = columns.addresses.text
        known: dict[tuple[int, int], _Pair | None] = {}  # flows are many, hosts are few
        for source, target, flow, *values in zip(*(each.tolist() for each in lists), strict=True):
            if (source, target) not in known:
                known[source, target] = self._pair(text(source), text(target))
            pair = known[source, target]
            if pair is not None and len(pair.settings) < MOST_FLOWS:
                pair.settings.setdefault(flow, _make_setting(values))

    def heard(self, source: str, target: str) -> int:
        """When a host has sent the last packet to another, in nanoseconds since the epoch; 0 for never."""
        pair = self._pairs.get((source, target))
        return 0 if pair is None else pair.last

    def flows(self, source: str, target: str) -> list[int]:
        """The numbers of the flows in which a host has sent payload to another."""
        pair = self._pairs.get((source, target))
        return [] if pair is None else list(pair.settings)

    def classes(self, source: str, target: str) -> set[int]:
        """The DSCPs of these flows."""
        pair = self._pairs.get((source, target))
        return set() if pair is None else {setting.dscp for setting in pair.settings.values()}

    def ways(self) -> list[HostWay]:
        """What hosts have sent to one another over UDP."""
        found = []
        for ends, pair in self._pairs.items():
            settings = {flow: setting for flow, setting in pair.settings.items() if setting.port}
            if settings:
                keys = np.array([setting.direction for setting in settings.values()], np.int64)
                count = int(self._state.get("bytes", keys).sum())
                classes = {setting.dscp for setting in settings.values()}
                found.append(HostWay(ends, classes, list(settings), count, pair.frame, pair.time))
        return found

    def _count(self, columns: Transport, rows: Ints, lasts: Ints, counts: Ints) -> None:
        """Packets by their hosts, and the times of the first and the last."""
        source, target = columns.source[rows], columns.destination[rows]
        order = np.lexsort((rows, target, source))
        begins = np.flatnonzero(np.append(True, np.diff(source[order]) | np.diff(target[order])))
        sums, firsts = np.add.reduceat(counts[order], begins), order[begins]
        ended = np.maximum.reduceat(columns.time[lasts][order], begins)
        lists = (source[firsts], target[firsts], columns.frame[rows[firsts]], columns.time[rows[firsts]], ended, sums)
        text = columns.addresses.text
        for one, other, frame, time, last, count in zip(*(each[:MOST_PAIRS].tolist() for each in lists), strict=True):
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
            pair = self._pairs[source, target] = _Pair()
        return pair


def _spread(counts: Array) -> float:
    """To how many equal shares counts come: e to the power of their entropy."""
    shares = counts[counts > 0] / max(1, counts.sum())
    return math.exp(-float((shares * np.log(shares)).sum())) if len(shares) else 0.0

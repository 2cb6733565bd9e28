"""How flows between two hosts are set up: traffic class, ECN, UDP source port, and whether the capture has both ways.

Looked at is the first packet with payload of each direction of a flow in each batch, and of traffic classes and VLANs
the first packet at all.  Said is only what differs between flows of the same two hosts, or between the directions of a
flow; what switches do with it is not on the wire: equal source ports get one path from a hash of addresses and ports,
different ones may still share a link.

Sources: RFC 2474 and 3168; RoCEv2 annex A17, A17.9; IBA 1, 7.6.5 and 8.3.3.
"""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.directions import DirectionState, PacketDirections
from ibpkt.analysis.columns.transport import CNP, ENDS, SERVICES, Transport
from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.incident_groups import IncidentGroups
from ibpkt.analysis.incidents.place import IncidentPlace, Reach
from ibpkt.analysis.results.finding import Severity
from ibpkt.arrays import Bools, Ints
from ibpkt.protocols import GRH, LRH, PMTUS, UDP, VLAN, IPv4, IPv6

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
#: what may differ between the directions of a flow, and its unit
_DIFFERENCES = (
    (cases.OTHER_CLASS_BACK, "dscp", "DSCP"),
    (cases.OTHER_CLASS_BACK, "level", "SL"),
    (cases.TAGGED_ONE_WAY, "tagged", ""),
)
#: packets that are as long as the path MTU
_IS_FULL = ~ENDS
_RELIABLE = np.array([service in ("RC", "XRC") for service in SERVICES], np.bool_)


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
    """What hosts send to one another, batch by batch."""

    def __init__(self) -> None:
        self._pairs: dict[tuple[str, str], _Pair] = {}
        self._seen: set[int] = set()  # directions whose settings are known
        self._classes: dict[int, PathClass] = {}  # by direction
        self._bytes = DirectionState(bytes=0, mtu=0)  # the path MTU as full packets show it

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
        self._count(columns, rows, of_packets.lasts(), of_packets.count(_RELIABLE[columns.service]))
        places = self._bytes.places(of_packets.distinct)
        sums = np.bincount(of_packets.places + 1, columns.length, len(of_packets.distinct) + 1)[1:]
        self._bytes["bytes"][places] += sums.astype(np.int64)
        full = np.flatnonzero(_IS_FULL[columns.opcode] & (of_packets.places >= 0))
        if len(full):
            full = full[np.isin(columns.size[full], PMTUS)]
            self._bytes["mtu"][places[of_packets.places[full]]] = columns.size[full]
        if len(self._seen) >= MOST_SEEN:
            return
        fresh = np.array([direction not in self._seen for direction in of_packets.distinct.tolist()], np.bool_)
        if not fresh.any():
            return
        self._note_classes(columns, of_packets, rows[fresh & (columns.operation[rows] != CNP)])
        rows = rows[fresh & (columns.size[rows] > 0) & (columns.destqp[rows] != MANAGEMENT)][:MOST_FLOWS]
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
        there, here = self._bytes.get("mtu", keys), self._bytes.get("mtu", keys ^ 1)
        apart = np.flatnonzero((there > 0) & (here > 0) & (there != here)).tolist()
        if apart:
            groups.at(cases.OTHER_MTU_BACK, way).detail = f"{there[apart[0]]} bytes there, {here[apart[0]]} back"
            which = [flows[at] for at in apart]
            groups.observe(cases.OTHER_MTU_BACK, way, Severity.NOTE, pair.frame, pair.time, which)

    def _tell_ports(self, groups: IncidentGroups, way: IncidentPlace, pair: _Pair) -> None:
        """Flows that share UDP source ports: a hash has fewer paths to choose from than there are flows."""
        settings = pair.settings
        ports: Counter[int] = Counter()
        flows: Counter[int] = Counter()
        keys = np.array([setting.direction for setting in settings.values()], np.int64)
        for (flow, setting), count in zip(settings.items(), self._bytes.get("bytes", keys).tolist(), strict=True):
            ports[setting.port] += count
            flows[flow] += count
        low = [flow for flow, setting in settings.items() if 0 < setting.port < FIRST_PORT]
        if low:
            groups.at(cases.LOW_PORTS, way).detail = f"{settings[low[0]].port}"
            groups.observe(cases.LOW_PORTS, way, Severity.NOTE, pair.frame, pair.time, low)
        if len(settings) < FEW or not all(ports) or not any(ports.values()):
            return  # native, or so many flows that the bytes of these were forgotten
        if len(ports) == 1:
            groups.observe(cases.ONE_PORT, way, Severity.NOTE, pair.frame, pair.time, list(settings))
        elif FEWER * _spread(ports.values()) <= _spread(flows.values()):
            port, most = ports.most_common(1)[0]
            share = most / ports.total()
            case = cases.FEW_PORTS
            groups.at(case, way).detail = (
                f"{len(ports)} UDP source ports, {share:.0%} of the bytes in port {port}: "
                f"{_spread(ports.values()):.1f} paths at most"
            )
            groups.observe(case, way, Severity.NOTE, pair.frame, pair.time, list(settings))

    def _tell_directions(self, groups: IncidentGroups, way: IncidentPlace, pair: _Pair) -> None:
        """Flows whose other direction has another class, or no VLAN tag; told once for both directions."""
        classes = self._classes
        pairs = ((flow, setting.direction) for flow, setting in pair.settings.items())
        found = [(flow, classes.get(direction), classes.get(direction ^ 1)) for flow, direction in pairs]
        differing = [(flow, own, back) for flow, own, back in found if own and back and own != back]
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
        """The classes of the first packets of some directions."""
        of_ip = columns.field(IPv4, "dscp")[rows] | columns.field(IPv6, "dscp")[rows]
        dscp = of_ip | columns.field(GRH, "tclass")[rows] >> _ECN_BITS
        tagged: Bools = columns.field(VLAN, "etype")[rows] != 0
        level = columns.field(LRH, "sl")[rows]
        for direction, *values in zip(
            of_packets.keys[rows].tolist(), dscp.tolist(), level.tolist(), tagged.tolist(), strict=True
        ):
            self._classes.setdefault(direction, PathClass(*values))

    def _note(self, columns: Transport, flows: Ints, directions: Ints, rows: Ints) -> None:
        """The settings of some packets."""
        dscp = columns.field(IPv4, "dscp")[rows] | columns.field(IPv6, "dscp")[rows]
        ecn = columns.field(IPv4, "ecn")[rows] | columns.field(IPv6, "ecn")[rows]
        port = columns.field(UDP, "srcport")[rows]
        lists = (columns.source[rows], columns.destination[rows], flows[rows], directions[rows], dscp, ecn != 0, port)
        text = columns.addresses.text
        for source, target, flow, *values in zip(*(each.tolist() for each in lists), strict=True):
            pair = self._pair(text(source), text(target))
            if pair is not None and len(pair.settings) < MOST_FLOWS:
                pair.settings.setdefault(flow, PathSetting(*values))

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
                count = int(self._bytes.get("bytes", keys).sum())
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


def _spread(counts: Iterable[int]) -> float:
    """To how many equal shares counts come: e to the power of their entropy."""
    every = [count for count in counts if count]
    total = sum(every)
    return math.exp(-sum(count / total * math.log(count / total) for count in every)) if total else 0.0

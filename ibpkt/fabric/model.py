"""The model of a fabric: subnets, their nodes, ports and links, tables, subnet managers, events and problems.

All of it is what packets said; what no packet said is None or absent, never assumed.  ``frame`` of a thing is the
number of the packet that said it last, from 1; 0 where it follows from others.  Times are nanoseconds since the epoch.
GUIDs are numbers; `guid_text` writes them.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Octets
from ibpkt.protocols.rates import SPEEDS

#: severities of problems, the worst first
SEVERITIES = ("error", "warning", "note")
#: the row of a forwarding table that leads nowhere
NO_PATH = 0xFF
#: LIDs of a block of a forwarding table, which one datagram holds
FORWARDING_BLOCK = 64


def guid_text(guid: int) -> str:
    """A GUID as text: 16 hexadecimal digits with 0x."""
    return f"0x{guid:016x}"


class NodeKind(enum.StrEnum):
    """What a node is."""

    ADAPTER = "adapter"
    SWITCH = "switch"
    ROUTER = "router"
    GATEWAY = "gateway"


@dataclasses.dataclass(slots=True)
class FabricPort:
    """A port of a node; port 0 of a switch is the switch itself.

    Attributes:
        number: its number.
        guid: its PortGUID, None where no packet named it.
        lid: its base LID, 0 where it has none; of a switch, port 0 has it.
        lmc: it owns 2**lmc LIDs from its base LID on.
        state: PortState in words ("Active"), "" where no packet said it; likewise the next.
        physical_state: PortPhysicalState in words.
        lanes: active width in lanes, None where not known.
        speed: the name of the active lane speed, as in `ibpkt.protocols.rates.SPEEDS`, None where not known.
        widths_supported: LinkWidthSupported: a bit for each width; 0 where not known.
        widths_enabled: likewise of LinkWidthEnabled.
        speeds_supported: names of lane speeds, slowest first.
        speeds_enabled: likewise.
        mtu: NeighborMTU in bytes, None where not known.
        mtu_cap: MTUCap in bytes, likewise.
        vls: operational VLs in words ("VL0-7"), "" where not known.
        vl_cap: likewise of VLCap.
        master_lid: MasterSMLID, 0 where not known.
        gid_prefix: GidPrefix, None where not known.
        capabilities: CapabilityMask.
        p_keys: the P_Keys of its table, without empty rows.
        guids: the GUIDs of its table, its own first, 0 for empty rows before the last; () where no packet told it.
        vl_low: VLArbitrationTable of low priority: virtual lanes and their weights, in the order in which they take
            turns, up to the last that has a weight; () where no packet told one.
        vl_high: likewise of high priority.
        vl_high_limit: VLHighLimit, None where not known.
        frame: the packet that said its state last.
    """

    number: int
    guid: int | None = None
    lid: int = 0
    lmc: int = 0
    state: str = ""
    physical_state: str = ""
    lanes: int | None = None
    speed: str | None = None
    widths_supported: int = 0
    widths_enabled: int = 0
    speeds_supported: tuple[str, ...] = ()
    speeds_enabled: tuple[str, ...] = ()
    mtu: int | None = None
    mtu_cap: int | None = None
    vls: str = ""
    vl_cap: str = ""
    master_lid: int = 0
    gid_prefix: int | None = None
    capabilities: int = 0
    p_keys: tuple[int, ...] = ()
    guids: tuple[int, ...] = ()
    vl_low: tuple[tuple[int, int], ...] = ()
    vl_high: tuple[tuple[int, int], ...] = ()
    vl_high_limit: int | None = None
    frame: int = 0

    @property
    def lids(self) -> range:
        """The LIDs that it owns: the low bits of its base LID, as many as its LMC, do not count."""
        base = self.lid & -(1 << self.lmc)
        return range(base, base + (1 << self.lmc)) if self.lid else range(0)

    @property
    def gbps(self) -> float | None:
        """Data rate in Gbit/s: lanes by the lane's rate less the line coding; None where not known."""
        if self.lanes is None or self.speed is None:
            return None
        return SPEEDS[self.speed][1] * self.lanes


@dataclasses.dataclass(slots=True)
class FabricNode:
    """A node: an adapter, switch, router or gateway.

    Attributes:
        guid: its NodeGUID.
        kind: what it is.
        name: its NodeDescription, "" where no packet told it.
        num_ports: external ports.
        ports: those of which something is known, by number.
        system_guid: its SystemImageGUID.
        vendor, device, revision: as NodeInfo has them.
        forwarding: of a switch: the egress port of each LID from 0 on, uint8, `NO_PATH` where there is none; no rows
            where no packet has the table.
        unknown_blocks: blocks of that table that no packet has, although it has room for LIDs of the subnet in them.
        multicast: of a switch: the egress ports of a multicast LID, a bit for each (bit n is port n).
        sl_to_vl: VL of each SL from 0 to 15 by (ingress port, egress port); (0, 0) of an adapter.  A pair that is not
            there was not told.
        linear_top: LinearFDBTop, None where not known.
        frames: the packet that named it first, and the last that did.
    """

    guid: int
    kind: NodeKind = NodeKind.ADAPTER
    name: str = ""
    num_ports: int = 0
    ports: dict[int, FabricPort] = dataclasses.field(default_factory=dict)
    system_guid: int = 0
    vendor: int = 0
    device: int = 0
    revision: int = 0
    forwarding: Octets = dataclasses.field(default_factory=lambda: np.zeros(0, np.uint8))
    unknown_blocks: frozenset[int] = frozenset()
    multicast: dict[int, int] = dataclasses.field(default_factory=dict)
    sl_to_vl: dict[tuple[int, int], tuple[int, ...]] = dataclasses.field(default_factory=dict)
    linear_top: int | None = None
    frames: tuple[int, int] = (0, 0)

    @property
    def title(self) -> str:
        """Its name, or its GUID where it has none."""
        return self.name or guid_text(self.guid)

    def port(self, number: int) -> FabricPort:
        """A port, which is added where nothing was known of it."""
        known = self.ports.get(number)
        if known is None:
            known = self.ports[number] = FabricPort(number)
        return known

    def egress(self, lid: int) -> int:
        """The port to which its table sends a LID; `NO_PATH` where it has no row for it."""
        rows = self.rows
        return int(rows[lid]) if 0 <= lid < len(rows) else NO_PATH

    @property
    def rows(self) -> Octets:
        """The rows of its table that forward: a switch discards what is for a LID above LinearFDBTop."""
        return self.forwarding[: self.linear_top + 1] if self.linear_top else self.forwarding


@dataclasses.dataclass(slots=True)
class FabricLink:
    """A cable between two ports, each told once: the end with the lower (GUID, port) is ``a``.

    Attributes:
        a, b: its nodes.
        a_port, b_port: the numbers of its ports.
        frame: the packet that said it last.
        since: the time of the packet that named it first.
        until: of that which showed it gone, None for a link that is there at the end.
        first: the number of the packet that named it first.
        ended_by: of that which showed it gone, 0 for a link that is there at the end.
    """

    a: FabricNode
    a_port: int
    b: FabricNode
    b_port: int
    frame: int = 0
    since: int | None = None
    until: int | None = None
    first: int = 0
    ended_by: int = 0

    @property
    def ends(self) -> tuple[FabricPort, FabricPort]:
        """Its two ports, as far as they are known."""
        return self.a.port(self.a_port), self.b.port(self.b_port)

    @property
    def lanes(self) -> int | None:
        """Active width in lanes: what the narrower end says."""
        said = [port.lanes for port in self.ends if port.lanes is not None]
        return min(said, default=None)

    @property
    def speed(self) -> str | None:
        """The name of the active lane speed: what the slower end says."""
        said = [port.speed for port in self.ends if port.speed is not None]
        return min(said, key=lambda name: SPEEDS[name][0], default=None)

    @property
    def gbps(self) -> float | None:
        """Data rate in Gbit/s of that width and speed."""
        lanes, speed = self.lanes, self.speed
        return None if lanes is None or speed is None else SPEEDS[speed][1] * lanes

    @property
    def state(self) -> str:
        """PortState in words: that of the end that is not Active where one is not; "" where not known."""
        said = [port.state for port in self.ends if port.state]
        return next((state for state in said if state != "Active"), said[0] if said else "")

    @property
    def title(self) -> str:
        """``leaf02 port 4 to spine1 port 2``."""
        return f"{self.a.title} port {self.a_port} to {self.b.title} port {self.b_port}"


class ManagerState(enum.StrEnum):
    """States of a subnet manager."""

    NOT_ACTIVE = "not-active"
    DISCOVERING = "discovering"
    STANDBY = "standby"
    MASTER = "master"
    GONE = "gone"


class ManagerSpan(NamedTuple):
    """A time in which a subnet manager was in one state.

    Attributes:
        state: which.
        start: when a packet showed it first.
        end: when another state followed, None for the last.
        frame: the packet that showed it first.
        why: in words how it is known, and what led to it.
    """

    state: ManagerState
    start: int
    end: int | None
    frame: int
    why: str = ""


@dataclasses.dataclass(slots=True)
class FabricManager:
    """A subnet manager.

    Attributes:
        guid: the GUID of its port.
        node: its node, None where not known.
        port: the number of its port.
        lid: its LID, 0 where not known.
        priority: as SMInfo says, None where no packet said it.
        states: what it was, in the order of time.
    """

    guid: int
    node: FabricNode | None = None
    port: int = 0
    lid: int = 0
    priority: int | None = None
    states: list[ManagerSpan] = dataclasses.field(default_factory=list)

    @property
    def title(self) -> str:
        """The name of its node, or its port's GUID."""
        return self.node.title if self.node is not None else guid_text(self.guid)

    def was(self, state: ManagerState) -> bool:
        """Whether it ever was in a state."""
        return any(span.state is state for span in self.states)


class FabricEvent(NamedTuple):
    """Something that happened.

    Attributes:
        time: when the packet was captured that shows it.
        frame: that packet.
        what: a short stable name, as ``link-down``, ``trap``, ``takeover``.
        subject: what it happened to: a node, link, manager, group, in words.
        sentence: what happened, without a full stop.
        frames: all packets that show it, ascending.
    """

    time: int
    frame: int
    what: str
    subject: str
    sentence: str
    frames: tuple[int, ...] = ()


class FabricProblem(NamedTuple):
    """Something that is wrong.

    Attributes:
        kind: a short stable name, as ``degraded-width``.
        severity: ``error``, ``warning`` or ``note``.
        subject: what is wrong: a node, link, port or LID, in words.
        sentence: what is wrong with it, without a full stop.
        frame: the packet that shows it, 0 where the lack of packets does.
        frames: all packets that show it, ascending.
    """

    kind: str
    severity: str
    subject: str
    sentence: str
    frame: int
    frames: tuple[int, ...] = ()


class MulticastGroup(NamedTuple):
    """A multicast group.

    Attributes:
        gid: its MGID, 16 bytes.
        mlid: its LID.
        p_key: its partition.
        members: GUIDs of the ports that joined, in the order in which they did.
        frame: the packet that told it last.
    """

    gid: bytes
    mlid: int
    p_key: int
    members: tuple[int, ...]
    frame: int


class FabricService(NamedTuple):
    """A service that a port has registered with subnet administration.

    Attributes:
        service_id: its ServiceID.
        gid: the ServiceGID, 16 bytes: the port that offers it.
        p_key: its partition.
        name: its ServiceName.
        lease: for how many seconds it is registered, None for ever.
        frame: the packet that told it last.
    """

    service_id: int
    gid: bytes
    p_key: int
    name: str
    lease: int | None
    frame: int


class FabricSubscription(NamedTuple):
    """What a port wants subnet administration to report to it.

    Attributes:
        guid: the GUID of the subscriber's node, 0 where no packet names it.
        lid: its LID.
        what: which traps, in words.
        start: when it subscribed; None where only a table shows that it had.
        end: when it unsubscribed, None where it did not.
        reports: how many reports of these came to it while it was subscribed.
        unconfirmed: how many of these it did not confirm.
        frame: the packet that shows it first.
    """

    guid: int
    lid: int
    what: str
    start: int | None
    end: int | None
    reports: int
    unconfirmed: int
    frame: int


class FabricCounter(NamedTuple):
    """A counter of errors or of wrong keys of one port that was not zero when it was read.

    Attributes:
        guid: the node's GUID.
        port: the number of the port.
        name: of the counter, as the specification has it.
        value: what was read last.
        highest: the highest value that was read.
        rise: by how much it rose between the first read and the last, also if it was set to 0 in between.
        seconds: from the first read to the last, 0 for one read.
        frames: the first and the last packet that told it.
    """

    guid: int
    port: int
    name: str
    value: int
    highest: int
    rise: int
    seconds: float
    frames: tuple[int, ...]

    @property
    def per_second(self) -> float | None:
        """How fast it rose, None where it was read once."""
        return self.rise / self.seconds if self.seconds > 0 else None


@dataclasses.dataclass(slots=True)
class FabricSubnet:
    """A subnet: nodes that links or one origin's packets join.

    Attributes:
        nodes: by GUID, in the order in which they were named.
        links: those that are there at the end.
        past_links: those that were there before.
        managers: its subnet managers, masters first.
        events: what happened, in the order of time.
        problems: what is wrong, errors first.
        notes: what is not known and why, sentences without a full stop.
        path_sl: SL of the path from one LID to another, by (source, destination), as path records told it.
        path_records: how many path records told it.
        groups: multicast groups.
        services: registered services, in the order in which packets told them.
        subscriptions: who wants which traps reported, in the order in which packets show it.
        counters: counters of errors and wrong keys that were not zero, by port.
        partitions: ports of each P_Key: (node's GUID, port, full member).
        start, end: when the first and the last management datagram of the capture came.
    """

    nodes: dict[int, FabricNode] = dataclasses.field(default_factory=dict)
    links: list[FabricLink] = dataclasses.field(default_factory=list)
    past_links: list[FabricLink] = dataclasses.field(default_factory=list)
    managers: list[FabricManager] = dataclasses.field(default_factory=list)
    events: list[FabricEvent] = dataclasses.field(default_factory=list)
    problems: list[FabricProblem] = dataclasses.field(default_factory=list)
    notes: list[str] = dataclasses.field(default_factory=list)
    path_sl: dict[tuple[int, int], int] = dataclasses.field(default_factory=dict)
    path_records: int = 0
    groups: list[MulticastGroup] = dataclasses.field(default_factory=list)
    services: list[FabricService] = dataclasses.field(default_factory=list)
    subscriptions: list[FabricSubscription] = dataclasses.field(default_factory=list)
    counters: list[FabricCounter] = dataclasses.field(default_factory=list)
    partitions: dict[int, list[tuple[int, int, bool]]] = dataclasses.field(default_factory=dict)
    start: int = 0
    end: int = 0

    @property
    def switches(self) -> list[FabricNode]:
        """Its switches."""
        return [node for node in self.nodes.values() if node.kind is NodeKind.SWITCH]

    @property
    def end_nodes(self) -> list[FabricNode]:
        """Its nodes that are no switches."""
        return [node for node in self.nodes.values() if node.kind is not NodeKind.SWITCH]

    def end_ports(self) -> Iterator[tuple[FabricNode, FabricPort]]:
        """The ports that have LIDs: port 0 of switches, and those of other nodes."""
        for node in self.nodes.values():
            for port in node.ports.values():
                if port.lid and (node.kind is not NodeKind.SWITCH or port.number == 0):
                    yield node, port

    def owners(self) -> dict[int, tuple[FabricNode, FabricPort]]:
        """Which port has a LID, for each LID that is given out; of two the later counts (a problem says so)."""
        found: dict[int, tuple[FabricNode, FabricPort]] = {}
        for node, port in self.end_ports():
            for lid in port.lids:
                found[lid] = (node, port)
        return found

    def peers(self) -> dict[tuple[int, int], tuple[FabricNode, int]]:
        """The other end of each cable: by (node's GUID, port) the node and its port."""
        found: dict[tuple[int, int], tuple[FabricNode, int]] = {}
        for link in self.links:
            found[link.a.guid, link.a_port] = (link.b, link.b_port)
            found[link.b.guid, link.b_port] = (link.a, link.a_port)
        return found


@dataclasses.dataclass(slots=True)
class Fabric:
    """What the management traffic of a capture tells.

    Attributes:
        subnets: those that it saw, the one with most nodes first.
        datagrams: management datagrams of subnet management and administration, and of performance management.
        notes: what is not known and why, sentences without a full stop.
    """

    subnets: list[FabricSubnet] = dataclasses.field(default_factory=list)
    datagrams: int = 0
    notes: list[str] = dataclasses.field(default_factory=list)

"""A subnet whose management datagrams are packed by hand: walks, polls, traps, counters and records.

Source: IBA 1, 13.4 (MADs), 13.6 (RMPP), 14.2 (subnet management), 15.2 (subnet administration), 16.1 (PerfMgt).
"""

from __future__ import annotations

import dataclasses
import struct
from collections.abc import Collection, Iterable

from tests.support.hand_made import NATIVE, HandMadeCapture, bth, native

pack = struct.pack
GET, SET, TRAP, REPRESS, GET_RESP, GET_TABLE, TABLE_RESP = 0x01, 0x02, 0x05, 0x07, 0x81, 0x12, 0x92
NOTICE, DESCRIPTION, NODE_INFO, SWITCH_INFO, PORT_INFO, FORWARDING, SM_INFO = 0x02, 0x10, 0x11, 0x12, 0x15, 0x19, 0x20
NODE_RECORD, LINK_RECORD, COUNTERS = 0x11, 0x20, 0x12
SUBN, DIRECTED, ADMIN, PERF = 0x01, 0x81, 0x03, 0x04
ADAPTER, SWITCH = 1, 2
DOWN, ACTIVE = 1, 4
STANDBY, MASTER = 2, 3
PERMISSIVE, NO_PORT, UD_SEND, GSI_KEY = 0xFFFF, 0xFF, 0x64, 0x80010000
#: bytes of a table in a segment
SEGMENT = 200


@dataclasses.dataclass(eq=False)
class HandMadeNode:
    """A node; ``port_fields`` are those of its ports that differ from what `port_info` has."""

    guid: int
    kind: int
    name: str
    lid: int
    lmc: int = 0
    cables: dict[int, tuple[HandMadeNode, int]] = dataclasses.field(default_factory=dict)
    port_fields: dict[int, dict[str, int]] = dataclasses.field(default_factory=dict)
    rows: dict[int, int] = dataclasses.field(default_factory=dict)
    top: int | None = None

    @property
    def count(self) -> int:
        return 4 if self.kind == SWITCH else 1

    def node_info(self, port: int) -> bytes:
        guid = self.guid if self.kind == SWITCH else self.guid + port
        head = pack("!BBBBQQQ", 1, 1, self.kind, self.count, self.guid, self.guid, guid)
        return head + pack("!HHIB", 32, 0x1234, 1, port) + b"\x00\x02\xc9"

    def port_info(self, port: int) -> bytes:
        named = self.kind != SWITCH or port == 0
        up = port in self.cables or (self.kind == SWITCH and port == 0)
        at = {
            "state": ACTIVE if up else DOWN,
            "width": 2,
            "speed": 4,
            "mtu": 5,
            "lanes": 4,
            "m_keys": 0,
            **self.port_fields.get(port, {}),
        }
        head = pack("!QQHHI", 0, 0xFE80 << 48, self.lid if named else 0, 1, 0x02514868)
        head += pack("!HHBBBB", 0, 0, port, 3, 3, at["width"])
        head += bytes((7 << 4 | at["state"], (5 if at["state"] > DOWN else 2) << 4 | 2, self.lmc if named else 0))
        head += bytes((at["speed"] << 4 | 7, at["mtu"] << 4, 4 << 4, 0, 8, 8, 5, 0, at["lanes"] << 4))
        return (head + pack("!HHHBBBB", at["m_keys"], 0, 0, 8, 18, 16, 0x88)).ljust(64, b"\0")

    def switch_info(self) -> bytes:
        top = max(self.rows, default=0) if self.top is None else self.top
        return pack("!HHHHBBBBHHB", 0xC000, 0, 0x400, top, 0, 0, 0, 18 << 3, 0, 32, 0)

    def block(self, number: int) -> bytes:
        return bytes(self.rows.get(lid, NO_PORT) for lid in range(64 * number, 64 * number + 64))


class HandMadeSubnet:
    """Nodes, cables, and what is asked of them.

    Args:
        nodes: all of them; the first is where the manager is.
    """

    def __init__(self, *nodes: HandMadeNode) -> None:
        self.nodes, self.capture = nodes, HandMadeCapture(NATIVE)
        self.number, self.agent = 0x1000, 0x11

    def cable(self, a: HandMadeNode, a_port: int, b: HandMadeNode, b_port: int) -> None:
        a.cables[a_port], b.cables[b_port] = (b, b_port), (a, a_port)

    def cut(self, node: HandMadeNode, port: int) -> None:
        peer, other = node.cables.pop(port)
        peer.cables.pop(other, None)

    # -- datagrams ----------------------------------------------------------------------------------------------

    def next_number(self) -> int:
        self.number += 1
        return self.number

    def _put(self, source: int, target: int, queue: int, mad: bytes, lane: int) -> None:
        body = bth(UD_SEND, queue, 0) + pack("!II", GSI_KEY if queue else 0, queue) + mad
        self.capture.put(native(source, target, body, lane=lane), 20)

    def _head(
        self, kind: int, version: int, method: int, status: int, number: int, attribute: int, modifier: int
    ) -> bytes:
        return pack("!BBBBIIIHHI", 1, kind, version, method, status, self.agent, number, attribute, 0, modifier)

    def along(
        self,
        method: int,
        attribute: int,
        modifier: int,
        path: tuple[int, ...],
        data: bytes,
        *,
        number: int,
        status: int = 0,
    ) -> None:
        """A datagram along a directed route."""
        back = 0x8000 if method & 0x80 else 0
        head = self._head(DIRECTED, 1, method, (back | status) << 16 | len(path), number, attribute, modifier)
        head += pack("!QHH28x", 0, PERMISSIVE, PERMISSIVE) + data.ljust(64, b"\0")
        self._put(PERMISSIVE, PERMISSIVE, 0, head + bytes((0, *path)).ljust(64, b"\0") + bytes(64), 15)

    def ask(
        self,
        attribute: int,
        modifier: int,
        path: tuple[int, ...],
        data: bytes,
        *,
        method: int = GET,
        status: int = 0,
        answered: bool = True,
    ) -> None:
        """A request along a directed route, and its answer."""
        number = self.next_number()
        self.along(method, attribute, modifier, path, data if method == SET else b"", number=number)
        if answered:
            self.along(GET_RESP, attribute, modifier, path, data, number=number, status=status)

    def by_lid(
        self,
        source: int,
        target: int,
        method: int,
        attribute: int,
        data: bytes = b"",
        *,
        number: int,
        kind: int = SUBN,
        modifier: int = 0,
        status: int = 0,
    ) -> None:
        head = self._head(kind, 1, method, status << 16, number, attribute, modifier)
        rest = bytes(40) + (data.ljust(64, b"\0") + bytes(128) if kind == SUBN else data.ljust(192, b"\0"))
        self._put(source, target, int(kind != SUBN), head + rest, 15 if kind == SUBN else 0)

    # -- what managers and tools do -----------------------------------------------------------------------------

    def _routes(self, root: HandMadeNode) -> dict[HandMadeNode, tuple[tuple[int, ...], int]]:
        """Of each node the shortest route to it, and the port at which that arrives."""
        found: dict[HandMadeNode, tuple[tuple[int, ...], int]] = {root: ((), min(root.cables))}
        waiting = [root]
        for node in waiting:
            for port, (peer, other) in sorted(node.cables.items() if node.kind == SWITCH or node is root else ()):
                if peer not in found:
                    found[peer] = ((*found[node][0], port), other)
                    waiting.append(peer)
        return found

    def sweep(self, root: HandMadeNode | None = None, *, sets: bool = True) -> None:
        """A walk over all cables, all attributes of every node, and all tables; a master sets ports and tables."""
        routes = self._routes(root or self.nodes[0])
        method = SET if sets else GET
        for node, (path, arrives) in routes.items():
            self.ask(NODE_INFO, 0, path, node.node_info(arrives))
            self.ask(DESCRIPTION, 0, path, node.name.encode().ljust(64, b"\0"))
            for port in range(node.count + 1) if node.kind == SWITCH else (arrives,):
                self.ask(PORT_INFO, port, path, node.port_info(port), method=method)
            if node.kind == SWITCH:
                self.ask(SWITCH_INFO, 0, path, node.switch_info())
                for port, (peer, other) in sorted(node.cables.items()):
                    if routes[peer][0] != (*path, port) and routes[peer][0] != path[:-1]:
                        self.ask(NODE_INFO, 0, (*path, port), peer.node_info(other))
                for number in range(max(node.rows, default=0) // 64 + 1):
                    self.ask(FORWARDING, number, path, node.block(number), method=method)

    def poll(self, asker: int, asked: int, guid: int, priority: int, state: int, *, answered: bool = True) -> None:
        """SubnGet(SMInfo) by LID."""
        number = self.next_number()
        self.by_lid(asker, asked, GET, SM_INFO, number=number)
        if answered:
            said = pack("!QQIB", guid, 0, number, priority << 4 | state)
            self.by_lid(asked, asker, GET_RESP, SM_INFO, said, number=number)

    def hand_over(self, source: int, target: int, giver: tuple[int, int], taker: tuple[int, int]) -> None:
        """SubnSet(SMInfo) with HANDOVER; each is GUID and priority."""
        number = self.next_number()
        said = pack("!QQIB", giver[0], 0, 1, giver[1] << 4 | MASTER)
        self.by_lid(source, target, SET, SM_INFO, said, number=number, modifier=1)
        said = pack("!QQIB", taker[0], 0, 1, taker[1] << 4 | STANDBY)
        self.by_lid(target, source, GET_RESP, SM_INFO, said, number=number, modifier=1)

    def trap(
        self,
        source: int,
        trap: int,
        details: bytes,
        *,
        kind: int = 1,
        producer: int = SWITCH,
        number: int | None = None,
        repressed: bool = True,
    ) -> int:
        """A trap to the manager, which represses it; returns its number."""
        number = self.next_number() if number is None else number
        notice = pack("!BBHHHH", 0x80 | kind, 0, producer, trap, source, 0) + details
        manager = self.nodes[0].lid
        self.by_lid(source, manager, TRAP, NOTICE, notice, number=number)
        if repressed:
            self.by_lid(manager, source, REPRESS, NOTICE, notice, number=number)
        return number

    def counters(self, lid: int, port: int, *, method: int = GET, status: int = 0, **values: int) -> None:
        """PortCounters of a port, asked by the manager, a second after what was before."""
        self.capture.wait(1e6)
        number, asked = self.next_number(), pack("!BBH", 0, port, 0xFFFF if method == SET else 0)
        manager = self.nodes[0].lid
        self.by_lid(manager, lid, method, COUNTERS, asked, number=number, kind=PERF)
        names = ("symbols", "recoveries", "downed", "errors", "remote", "relay", "discards")
        read = asked + pack("!HBBHHHH", *(values.get(name, 0) for name in names)) + bytes(8)
        read += pack("!IIIII", *(values.get(name, 0) for name in ("sent", "received", "out", "into", "waits")))
        self.by_lid(lid, manager, GET_RESP, COUNTERS, read, number=number, kind=PERF, status=status)

    # -- subnet administration ----------------------------------------------------------------------------------

    def administer(
        self,
        source: int,
        target: int,
        method: int,
        attribute: int,
        data: bytes,
        *,
        number: int,
        segments: tuple[int, ...] = (0, 0, 0, 0, 0, 0),
        stride: int = 0,
    ) -> None:
        head = self._head(ADMIN, 2, method, 0, number, attribute, 0) + pack("!BBBBII", *segments)
        self._put(source, target, 1, head + pack("!QHHQ", 0, stride, 0, 0) + data.ljust(SEGMENT, b"\0"), 0)

    def table(
        self, attribute: int, records: Iterable[bytes], words: int, *, order: Collection[int] = (), asker: int = 2
    ) -> None:
        """A table by RMPP: ``words`` of eight bytes a record, and the order in which segments come."""
        number, manager = self.next_number(), self.nodes[0].lid
        self.administer(asker, manager, GET_TABLE, attribute, b"", number=number, segments=(1, 0, 0, 0, 0, 0))
        data = b"".join(record.ljust(8 * words, b"\0") for record in records)
        parts = [data[at : at + SEGMENT] for at in range(0, len(data), SEGMENT)]
        for at in order or range(len(parts)):
            last = at == len(parts) - 1
            length = len(data) + 20 * len(parts) if not at else len(parts[at]) + 20 if last else 0
            flags = 0x1F << 3 | 1 | (0 if at else 2) | (4 if last else 0)
            self.administer(
                manager,
                asker,
                TABLE_RESP,
                attribute,
                parts[at],
                number=number,
                segments=(1, 1, flags, 0, at + 1, length),
                stride=words,
            )

    def all_records(self, **options: Collection[int]) -> None:
        """Tables of all nodes and all cables."""
        nodes = [
            pack("!HH", node.lid, 0) + node.node_info(int(node.kind != SWITCH)) + node.name.encode().ljust(64, b"\0")
            for node in self.nodes
        ]
        self.table(NODE_RECORD, nodes, 14, **options)
        links = [
            pack("!HBBHH", node.lid, port, other, peer.lid, 0)
            for node in self.nodes
            for port, (peer, other) in node.cables.items()
        ]
        self.table(LINK_RECORD, links, 1)


def star() -> HandMadeSubnet:
    """Three adapters on one switch; the manager is on the first."""
    hosts = [HandMadeNode(0x100 * at, ADAPTER, f"h{at}", at) for at in (1, 2, 3)]
    leaf = HandMadeNode(0x900, SWITCH, "sw", 9, rows={1: 1, 2: 2, 3: 3, 9: 0})
    subnet = HandMadeSubnet(*hosts, leaf)
    for port, host in enumerate(hosts, 1):
        subnet.cable(host, 1, leaf, port)
    return subnet


def line(lmc: int = 0) -> HandMadeSubnet:
    """An adapter, two switches, an adapter; the adapters have several LIDs with an LMC."""
    one, other = (HandMadeNode(0x100 * at, ADAPTER, f"h{at}", 8 * at, lmc) for at in (1, 2))
    near, far = HandMadeNode(0xA00, SWITCH, "near", 3), HandMadeNode(0xB00, SWITCH, "far", 4)
    subnet = HandMadeSubnet(one, other, near, far)
    subnet.cable(one, 1, near, 1)
    subnet.cable(near, 2, far, 2)
    subnet.cable(far, 1, other, 1)
    for lid in range(1 << lmc):
        near.rows.update({8 + lid: 1, 16 + lid: 2})
        far.rows.update({8 + lid: 2, 16 + lid: 1})
    near.rows.update({3: 0, 4: 2})
    far.rows.update({3: 2, 4: 0})
    return subnet

"""A subnet manager's sweep over a subnet, crafted: the packets that would tell it."""

from __future__ import annotations

import collections
from collections.abc import Iterator

import ibpkt
from ibpkt.fabric.model import NO_PATH, FabricNode, FabricPort, FabricSubnet, NodeKind
from ibpkt.management import mad
from ibpkt.protocols import MAD
from ibpkt.protocols.mad.subn import DirectedPaths
from ibpkt.protocols.mad.subn_nodes import NODE_TYPES, NodeDescription, NodeInfo, SwitchInfo
from ibpkt.protocols.mad.subn_ports import PORT_STATES, PortInfo
from ibpkt.protocols.mad.subn_tables import LinearForwardingTable
from ibpkt.schema import Header, number_of

#: LIDs of a block of a forwarding table
BLOCK = 64


class Template:
    """A directed-route answer, or a request, with one attribute: made once, changed many times.

    Attributes:
        data: the packet.
        hop_count, path, attribute: where these begin in it, in bytes.
        transaction, modifier: likewise, in bits.
    """

    def __init__(self, header: Header, method: str) -> None:
        datagram = mad("SubnMgt (directed route)", method, header.name, path=[0, 1])
        data = ibpkt.build(*map(ibpkt.draft, ("LRH", "BTH", "DETH")), *datagram)
        self.header = header
        self.data: bytes = data.data
        places = {layer.header: layer.offset for layer in data.layers}
        self._mad, self.path, self.attribute = (places[each] for each in (MAD, DirectedPaths, header))
        self.hop_count: int = self._mad + (MAD.leaf("classspecific").bit + 8) // 8
        self.transaction, self.modifier = (
            self._mad * 8 + MAD.leaf(name).bit for name in ("transactionid", "attributemodifier")
        )

    def packet(self, route: bytes, transaction: int, modifier: int = 0, raw: bytes = b"", **fields: int) -> bytes:
        """A packet by a route; ``raw`` is the attribute's data, into which fields are written."""
        out = bytearray(self.data)
        self._set(out, self._mad, MAD, transactionid=transaction, attributemodifier=modifier, classspecific=len(route))
        out[self.path + 1 : self.path + 1 + len(route)] = route
        out[self.attribute : self.attribute + len(raw)] = raw
        self._set(out, self.attribute, self.header, **fields)
        return bytes(out)

    @staticmethod
    def _set(out: bytearray, start: int, header: Header, **fields: int) -> None:
        for name, value in fields.items():
            leaf = header.leaf(name)
            first, last = start + leaf.bit // 8, start + (leaf.bit + leaf.width - 1) // 8 + 1
            down = (last - start) * 8 - leaf.bit - leaf.width
            whole = int.from_bytes(out[first:last], "big") & ~(((1 << leaf.width) - 1) << down) | value << down
            out[first:last] = whole.to_bytes(last - first, "big")


class Sweep:
    """Walks a subnet as a manager does, from one of its adapters.

    Args:
        subnet: which.
        first: the first TransactionID.
    """

    def __init__(self, subnet: FabricSubnet, first: int = 0x1234) -> None:
        self._subnet = subnet
        self._peers = subnet.peers()
        self._number = first
        self._answers = {
            header: Template(header, "GetResp")
            for header in (NodeInfo, NodeDescription, SwitchInfo, PortInfo, LinearForwardingTable)
        }
        self._sets = Template(LinearForwardingTable, "Set")

    def packets(self) -> Iterator[bytes]:
        """All answers, and the requests that set tables."""
        origin = self._subnet.end_nodes[0]
        (own,) = list(origin.ports)[:1]
        yield self._node_info(b"", origin, own)
        routes = {origin.guid: b""}
        waiting = collections.deque([origin])
        while waiting:
            node = waiting.popleft()
            for number in sorted(node.ports):
                peer = self._peers.get((node.guid, number))
                route = routes[node.guid]
                if peer is None or (node.kind is not NodeKind.SWITCH and route):
                    continue
                reached, port = peer
                yield self._node_info(route + bytes([number]), reached, port)
                if reached.guid not in routes:
                    routes[reached.guid] = route + bytes([number])
                    waiting.append(reached)
        for guid, route in routes.items():
            yield from self._attributes(self._subnet.nodes[guid], route)

    def _next(self) -> int:
        self._number += 1
        return self._number

    def _node_info(self, route: bytes, node: FabricNode, port: int) -> bytes:
        kind = {NodeKind.ADAPTER: "CA", NodeKind.SWITCH: "Switch", NodeKind.ROUTER: "Router"}[node.kind]
        end = node.ports.get(0 if node.kind is NodeKind.SWITCH else port, FabricPort(port))
        return self._answers[NodeInfo].packet(
            route, self._next(), nodetype=number_of(NODE_TYPES, kind), numports=node.num_ports or len(node.ports),
            systemimageguid=node.guid, nodeguid=node.guid, portguid=end.guid or node.guid, localportnum=port,
        )  # fmt: skip

    def _attributes(self, node: FabricNode, route: bytes) -> Iterator[bytes]:
        name = node.name.encode()[:64]
        yield self._answers[NodeDescription].packet(route, self._next(), raw=name.ljust(64, b"\0"))
        for number, port in sorted(node.ports.items()):
            up = number == 0 or (node.guid, number) in self._peers
            yield self._answers[PortInfo].packet(
                route, self._next(), modifier=number, lid=port.lid, lmc=port.lmc, localportnum=number,
                portstate=number_of(PORT_STATES, "Active" if up else "Down"), linkwidthactive=2, linkspeedactive=4,
                linkspeedextactive=2,
            )  # fmt: skip
        if node.kind is NodeKind.SWITCH and len(node.forwarding):
            top = max((lid for lid, port in enumerate(node.forwarding.tolist()) if port != NO_PATH), default=0)
            yield self._answers[SwitchInfo].packet(route, self._next(), linearfdbtop=top)
            for block in range(-(-len(node.forwarding) // BLOCK)):
                rows = node.forwarding[block * BLOCK : (block + 1) * BLOCK].tobytes().ljust(BLOCK, bytes([NO_PATH]))
                number = self._next()
                yield self._sets.packet(route, number, modifier=block, raw=rows)
                yield self._answers[LinearForwardingTable].packet(route, number, modifier=block, raw=rows)

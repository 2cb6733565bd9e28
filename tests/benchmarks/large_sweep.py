"""A subnet manager's sweep over a large tree: ``python -m tests.benchmarks.large_sweep PODS OUT.pcap [--erf]``.

A fat tree of three levels: pods of 32 leaves and 32 middle switches, 32 adapters on each leaf, and 1,024 core switches
with a cable to each pod, all of them with 64 ports.  44 pods have 48,896 nodes: there are 49,151 unicast LIDs.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ibpkt.protocols.mad.subn_nodes import NODE_TYPES, NodeDescription, NodeInfo, SwitchInfo
from ibpkt.protocols.mad.subn_ports import PORT_STATES, PortInfo
from ibpkt.protocols.mad.subn_tables import LinearForwardingTable
from ibpkt.schema import Header, number_of
from tests.fabric.batches import LINK
from tests.fabric.sweep import BLOCK, Template

ADAPTER, SWITCH = number_of(NODE_TYPES, "CA"), number_of(NODE_TYPES, "Switch")
_ACTIVE, _DOWN = number_of(PORT_STATES, "Active"), number_of(PORT_STATES, "Down")
#: 4x EDR: LinkWidthActive, LinkSpeedActive, LinkSpeedExtActive
_RATE = {"linkwidthactive": 2, "linkspeedactive": 4, "linkspeedextactive": 2}


class PodTree:
    """The tree: nodes by number, adapters first, then leaves, middle switches and cores.

    Args:
        pods: how many; at most twice the width.
        width: cables of a switch to the level below, and to the level above.

    Attributes:
        adapters, leaves, middles, cores: how many of each.
        nodes: all of them.
    """

    def __init__(self, pods: int, width: int = 32) -> None:
        self.pods, self.width = pods, width
        self.leaves = self.middles = pods * self.width
        self.adapters = self.leaves * self.width
        self.cores = self.width * self.width
        self.first_leaf = self.adapters
        self.first_middle = self.first_leaf + self.leaves
        self.first_core = self.first_middle + self.middles
        self.nodes = self.first_core + self.cores

    @property
    def links(self) -> int:
        """Cables."""
        return self.adapters + 2 * self.leaves * self.width

    def guid(self, node: np.ndarray) -> np.ndarray:
        """NodeGUIDs."""
        return np.where(node < self.adapters, 0x0C42A10300000000, 0x248A070300000000) + node * 4

    def lid(self, node: np.ndarray) -> np.ndarray:
        """LIDs: those of switches before those of adapters."""
        switches = self.nodes - self.adapters
        return np.where(node < self.adapters, node + switches, node - self.adapters) + 1

    def peers(self, node: int) -> Iterator[tuple[int, int, int]]:
        """Port, the node behind it and that one's port."""
        if node < self.adapters:
            yield 1, self.first_leaf + node // self.width, node % self.width + 1
        elif node < self.first_middle:
            pod, at = divmod(node - self.first_leaf, self.width)
            for port in range(self.width):
                yield port + 1, (node - self.first_leaf) * self.width + port, 1
            for port in range(self.width):
                yield self.width + port + 1, self.first_middle + pod * self.width + port, at + 1
        elif node < self.first_core:
            pod, at = divmod(node - self.first_middle, self.width)
            for port in range(self.width):
                yield port + 1, self.first_leaf + pod * self.width + port, self.width + at + 1
            for port in range(self.width):
                yield self.width + port + 1, self.first_core + at * self.width + port, pod + 1
        else:
            at, port = divmod(node - self.first_core, self.width)
            for pod in range(self.pods):
                yield pod + 1, self.first_middle + pod * self.width + at, self.width + port + 1

    def table(self, switch: int) -> np.ndarray:
        """The forwarding table of a switch: up by the LID where the destination is not below, else down."""
        node = np.arange(self.nodes)
        leaf = np.where(node < self.adapters, node // self.width, -1)  # by number of the leaf
        leaf = np.where((node >= self.first_leaf) & (node < self.first_middle), node - self.first_leaf, leaf)
        middle = np.where((node >= self.first_middle) & (node < self.first_core), node - self.first_middle, -1)
        core = node - self.first_core
        pod = np.where(leaf >= 0, leaf // self.width, np.where(middle >= 0, middle // self.width, -1))
        which = np.where(middle >= 0, middle % self.width, np.where(core >= 0, core // self.width, node % self.width))
        if switch < self.first_middle:
            port = np.where(leaf == switch - self.first_leaf, node % self.width + 1, self.width + which + 1)
        elif switch < self.first_core:
            own, at = divmod(switch - self.first_middle, self.width)
            up = np.where(core >= 0, core % self.width, node // self.width % self.width)
            port = np.where(pod == own, leaf % self.width + 1, self.width + up + 1)
            # another middle switch of the pod, or a core of others, is reached by the first leaf
            astray = ((middle >= 0) & (pod == own)) | ((core >= 0) & (which != at)) | ((middle >= 0) & (which != at))
            port = np.where(astray, 1, port)
        else:
            port = np.where(core >= 0, 1, pod + 1)
        port = np.where(node == switch, 0, port)
        found = np.full(-(-(self.nodes + 1) // BLOCK) * BLOCK, 0xFF, np.uint8)
        found[self.lid(node)] = port
        return found


class LargeSweep:
    """The packets of a sweep as arrays of bytes, shape (n, bytes of a packet).

    Args:
        tree: what is walked, from its first adapter.
    """

    def __init__(self, tree: PodTree) -> None:
        self.tree = tree
        self._number = 0x1234
        self._routes = np.zeros((tree.nodes, 64), np.uint8)  # hop count, then the ports

    def chunks(self) -> Iterator[np.ndarray]:
        """All answers of the walk, then Sets of tables with their answers."""
        yield from self._walk()
        tree, nodes = self.tree, np.arange(self.tree.nodes)
        names = [f"host-{node}" if node < tree.adapters else f"switch-{node - tree.adapters}" for node in nodes]
        yield self._rows(NodeDescription, self._routes, raw=np.array(names, "S64").view(np.uint8).reshape(-1, 64))
        yield self._rows(
            PortInfo, self._routes[: tree.adapters], localportnum=1, portstate=_ACTIVE,
            lid=tree.lid(nodes[: tree.adapters]),
            **_RATE,
        )  # fmt: skip
        for switch in range(tree.adapters, tree.nodes):
            yield self._ports(switch)
            yield self._rows(SwitchInfo, self._routes[[switch]], linearfdbtop=tree.nodes)
            yield self._table(switch)

    def _walk(self) -> Iterator[np.ndarray]:
        known = np.zeros(self.tree.nodes, np.bool_)
        known[0] = True
        yield self._infos(self._routes[[0]], np.array([0]), np.array([1]))
        front = [0]
        while front:
            fresh = []
            for node in front:
                port, reached, arrival = map(np.array, zip(*self.tree.peers(node), strict=True))
                routes = np.repeat(self._routes[[node]], len(port), axis=0)
                routes[:, 0] += 1
                routes[:, routes[0, 0]] = port
                yield self._infos(routes, reached, arrival)
                new = ~known[reached]
                known[reached] = True
                self._routes[reached[new]] = routes[new]
                fresh += [int(each) for each in reached[new] if each >= self.tree.adapters]
            front = fresh

    def _infos(self, routes: np.ndarray, node: np.ndarray, port: np.ndarray) -> np.ndarray:
        guid = self.tree.guid(node)
        switch = node >= self.tree.adapters
        return self._rows(
            NodeInfo, routes, nodetype=np.where(switch, SWITCH, ADAPTER),
            numports=np.where(switch, 2 * self.tree.width, 1),
            systemimageguid=guid, nodeguid=guid, portguid=guid + ~switch, localportnum=port,
        )  # fmt: skip

    def _ports(self, switch: int) -> np.ndarray:
        port = np.arange(2 * self.tree.width + 1)
        used = np.isin(port, [0, *(each for each, _node, _port in self.tree.peers(switch))])
        lid = np.where(port == 0, self.tree.lid(np.array([switch])), 0)
        return self._rows(
            PortInfo, np.repeat(self._routes[[switch]], len(port), axis=0), modifier=port, localportnum=port, lid=lid,
            portstate=np.where(used, _ACTIVE, _DOWN), **_RATE,
        )  # fmt: skip

    def _table(self, switch: int) -> np.ndarray:
        raw = self.tree.table(switch).reshape(-1, BLOCK)
        routes = np.repeat(self._routes[[switch]], len(raw), axis=0)
        before = self._number
        halves = []
        for method in ("Set", "GetResp"):
            self._number = before
            block = np.arange(len(raw))
            halves.append(self._rows(LinearForwardingTable, routes, method, raw=raw, modifier=block))
        return np.stack(halves, axis=1).reshape(2 * len(raw), -1)  # each answer behind its request

    def _rows(
        self, header: Header, routes: np.ndarray, method: str = "GetResp", raw: np.ndarray | None = None,
        modifier: np.ndarray | int = 0, **fields: np.ndarray | int,
    ) -> np.ndarray:  # fmt: skip
        """Packets with one attribute: ``raw`` is its data, into which fields are written."""
        template, count = Template(header, method), len(routes)
        rows = np.repeat(np.frombuffer(template.data, np.uint8)[None], count, axis=0)
        rows[:, template.hop_count] = routes[:, 0]
        rows[:, template.path + 1 : template.path + routes.shape[1]] = routes[:, 1:]
        numbers = np.arange(self._number, self._number + count)
        self._number += count
        _put(rows, template.transaction, 64, numbers)
        _put(rows, template.modifier, 32, modifier)
        if raw is not None:
            rows[:, template.attribute : template.attribute + raw.shape[1]] = raw
        for name, value in fields.items():
            leaf = header.leaf(name)
            _put(rows, template.attribute * 8 + leaf.bit, leaf.width, value)
        return rows


def _put(rows: np.ndarray, bit: int, width: int, value: np.ndarray | int) -> None:
    """Write a number into each row."""
    values = np.broadcast_to(np.asarray(value, np.uint64), (len(rows),))
    first, last = bit // 8, (bit + width - 1) // 8
    down = (last + 1) * 8 - bit - width
    keep = ~(((1 << width) - 1) << down)
    for at in range(last, first - 1, -1):
        shift = 8 * (last - at)
        own = (values << np.uint64(down)) >> np.uint64(shift) if width + down <= 64 else values >> np.uint64(shift)
        rows[:, at] = (rows[:, at] & (keep >> shift & 0xFF)) | (own & np.uint64(0xFF)).astype(np.uint8)


def write_sweep(tree: PodTree, path: Path, erf: bool = False) -> int:
    """Write a sweep to a pcap file; gives how many packets it has.

    Args:
        tree: what is swept.
        path: of the file.
        erf: with an ERF header before each packet, which tshark can read.
    """
    count = 0
    with path.open("wb") as out:
        out.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 197 if erf else LINK))
        for rows in LargeSweep(tree).chunks():
            size = rows.shape[1]
            extra = 16 if erf else 0
            records = np.zeros((len(rows), 16 + extra + size), np.uint8)
            head = np.zeros((len(rows), 4), "<u4")
            times = (count + np.arange(len(rows))) * 5  # microseconds
            head[:, 0], head[:, 1] = 1_790_000_000 + times // 10**6, times % 10**6
            head[:, 2] = head[:, 3] = extra + size
            records[:, :16] = head.view(np.uint8)
            if erf:  # a time of 64 bits, type 21 (InfiniBand), flags, record length, loss counter, wire length
                records[:, 24], records[:, 25] = 21, 4
                records[:, 26:28] = records[:, 30:32] = (extra + size) >> 8, (extra + size) & 0xFF
                records[:, 30:32] = size >> 8, size & 0xFF
            records[:, 16 + extra :] = rows
            out.write(records.tobytes())
            count += len(rows)
    return count


if __name__ == "__main__":
    TREE = PodTree(int(sys.argv[1]))
    PACKETS = write_sweep(TREE, Path(sys.argv[2]), erf="--erf" in sys.argv)
    print(f"{TREE.nodes:,} nodes, {TREE.links:,} links, {PACKETS:,} packets")

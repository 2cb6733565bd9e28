"""Forwarding tables, cables and LIDs of a subnet as arrays."""

from __future__ import annotations

import dataclasses
import functools

import numpy as np

from ibpkt.arrays import Array, Bools, Ints, Octets
from ibpkt.fabric.model import FORWARDING_BLOCK, NO_PATH, FabricNode, FabricPort, FabricSubnet, NodeKind

#: where a port leads to no node that is known
NOWHERE = -1


@dataclasses.dataclass(frozen=True)
class Forwarding:
    """What decides where a packet goes.

    A channel is a switch and one of its egress ports: the switch's number times ``width`` plus the port.

    Attributes:
        switches: the switches, by number.
        ends: ports of adapters, routers and gateways that have a LID, by number.
        width: numbers of ports, port 0 included: larger than any that occurs.
        tables: egress port of each LID at each switch, `NO_PATH` where there is none, shape (switches, lids).
        is_known: which blocks of these packets have, shape (switches, blocks).
        next_node: where each channel leads: a switch, or the number of an end plus that of all switches, or `NOWHERE`.
        ingress: the port of the switch at which a channel arrives.
        lids: LIDs of the ends, ascending.
        owners: the end that each of them belongs to.
        leaf_of: the switch that each end is linked to, `NOWHERE` where none is known.
        leaf_port: the port of that switch.
    """

    switches: list[FabricNode]
    ends: list[tuple[FabricNode, FabricPort]]
    width: int
    tables: Octets
    is_known: Bools
    next_node: Ints
    ingress: Ints
    lids: Ints
    owners: Ints
    leaf_of: Ints
    leaf_port: Ints

    @classmethod
    def of(cls, subnet: FabricSubnet) -> Forwarding:
        """The arrays of a subnet."""
        switches = subnet.switches
        ends = [(node, port) for node, port in subnet.end_ports() if node.kind is not NodeKind.SWITCH]
        peers = subnet.peers()
        lids, owners = _lids(ends)
        size = max([1 + int(lids.max(initial=0)), *(len(node.forwarding) for node in switches)])
        tables = np.full((len(switches), size), NO_PATH, np.uint8)
        for row, node in zip(tables, switches, strict=True):
            row[: len(node.rows)] = node.rows
        used = [int(row[row != NO_PATH].max(initial=0)) for row in tables]
        width = 1 + max([0, *used, *(number for _guid, number in peers)])
        switch_number = {node.guid: number for number, node in enumerate(switches)}
        end_number = {(node.guid, port.number): number for number, (node, port) in enumerate(ends)}
        next_node = np.full(len(switches) * width, NOWHERE, np.int64)
        ingress = np.zeros(len(switches) * width, np.int64)
        leaf_of, leaf_port = np.full(len(ends), NOWHERE, np.int64), np.zeros(len(ends), np.int64)
        for (guid, number), (peer, peer_port) in peers.items():
            far_switch, far_end = switch_number.get(peer.guid), end_number.get((peer.guid, peer_port))
            if guid in switch_number:
                channel = switch_number[guid] * width + number
                if far_switch is not None:
                    next_node[channel], ingress[channel] = far_switch, peer_port
                elif far_end is not None:
                    next_node[channel] = len(switches) + far_end
            elif (near_end := end_number.get((guid, number))) is not None and far_switch is not None:
                leaf_of[near_end], leaf_port[near_end] = far_switch, peer_port
        is_known = np.zeros((len(switches), -(-size // FORWARDING_BLOCK)), np.bool_)
        for blocks, node in zip(is_known, switches, strict=True):
            blocks[:] = known_blocks(node, size)
        return cls(switches, ends, width, tables, is_known, next_node, ingress, lids, owners, leaf_of, leaf_port)

    @functools.cached_property
    def owner_of_lid(self) -> Ints:
        """The end that a LID belongs to, `NOWHERE` where it is none's, shape (lids of the tables,)."""
        found = np.full(self.tables.shape[1], NOWHERE, np.int64)
        found[self.lids] = self.owners
        return found

    @functools.cached_property
    def is_trunk(self) -> Bools:
        """Which channels lead to a switch."""
        trunk: Bools = (self.next_node >= 0) & (self.next_node < len(self.switches))
        return trunk

    @functools.cached_property
    def lane_tables(self) -> tuple[Array, Ints]:
        """SL to VL: the tables, shape (n, 16), of which the first is the identity, and by (channel, ingress) which.

        A pair of ports of which no packet told the table has the identity.
        """
        width = 1 + max((max(pair) for node in self.switches for pair in node.sl_to_vl), default=0)
        numbers = np.zeros((len(self.switches), width, width), np.int64)
        kinds: dict[tuple[int, ...], int] = {tuple(range(16)): 0}
        for number, node in enumerate(self.switches):
            for (entry, egress), lanes in node.sl_to_vl.items():
                numbers[number, entry, egress] = kinds.setdefault(tuple(lanes), len(kinds))
        return np.array(list(kinds), np.int64), numbers

    def lanes(self, switch: Ints, entry: Ints, egress: Ints, level: Ints) -> Ints:
        """The virtual lane on which packets leave.

        Args:
            switch: where, shape (n,).
            entry: the ports at which they came in.
            egress: those by which they leave.
            level: their SLs.
        """
        tables, numbers = self.lane_tables
        width = numbers.shape[1]
        known = (entry < width) & (egress < width)
        which = np.where(known, numbers[switch, np.where(known, entry, 0), np.where(known, egress, 0)], 0)
        lanes: Ints = tables[which, level]
        return lanes


def known_blocks(switch: FabricNode, size: int) -> Bools:
    """Which blocks packets have of a forwarding table of ``size`` LIDs: what they lack is not unreachable."""
    known: Bools = np.full(-(-size // FORWARDING_BLOCK), len(switch.forwarding) > 0)
    known[[block for block in switch.unknown_blocks if block < len(known)]] = False
    return known


def _lids(ends: list[tuple[FabricNode, FabricPort]]) -> tuple[Ints, Ints]:
    """The LIDs of the ends, ascending, and the number of the end that has each."""
    owners: dict[int, int] = {}
    for number, (_node, port) in enumerate(ends):
        owners.update(dict.fromkeys(port.lids, number))
    lids = sorted(owners)
    return np.array(lids, np.int64), np.array([owners[lid] for lid in lids], np.int64)

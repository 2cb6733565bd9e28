"""The tables of switches: unicast and multicast forwarding, SL to VL; of each block the last that was answered."""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Array, Bools, Ints
from ibpkt.fabric.last_rows import last_rows
from ibpkt.fabric.model import FORWARDING_BLOCK, NO_PATH, FabricNode
from ibpkt.fabric.node_tables import NodeTables
from ibpkt.fabric.sources import NodeRows, Sources
from ibpkt.protocols.link import FIRST_MULTICAST
from ibpkt.protocols.mad.sa_records import (
    LinearForwardingTableRecord,
    MulticastForwardingTableRecord,
    SLtoVLMappingTableRecord,
    SwitchInfoRecord,
)
from ibpkt.protocols.mad.subn_nodes import SwitchInfo
from ibpkt.protocols.mad.subn_tables import LinearForwardingTable, MulticastForwardingTable, SLtoVLMappingTable

#: LIDs of a block of the multicast table, and ports of a mask of it
_MULTICAST, _PORTS = 32, 16
#: blocks that a unicast table can have
_BLOCKS = FIRST_MULTICAST // FORWARDING_BLOCK
#: attribute modifier of a MulticastForwardingTable: block in the low 9 bits, position in the high 4
_BLOCK, _POSITION_AT = 0x1FF, 28
#: that of a SLtoVLMappingTable: ingress port above egress port
_BYTE = 0xFF


class SwitchTables(NodeTables):
    """Fills the tables of nodes.

    Args:
        sources: what packets say.
        nodes: the nodes by GUID.
    """

    def __init__(self, sources: Sources, nodes: dict[int, FabricNode]) -> None:
        super().__init__(sources, nodes)
        self._known: dict[int, Bools] = {}  # which blocks of its unicast table packets have, by node

    def fill(self) -> None:
        """Fill them: with records where the switch itself said nothing."""
        sources = self._sources
        known = sources.all_of(LinearForwardingTable)
        told = sources.records(LinearForwardingTableRecord).known()
        self._fill_unicast(told, told.rows.numbers("blocknum"))
        self._fill_unicast(known, known.rows.envelope.modifier & 0xFFFF)
        known = sources.all_of(MulticastForwardingTable)
        told = sources.records(MulticastForwardingTableRecord).known()
        modifier = known.rows.envelope.modifier
        self._fill_multicast(told, told.rows.numbers("blocknum"), told.rows.numbers("position"))
        self._fill_multicast(known, modifier & _BLOCK, modifier >> _POSITION_AT)
        known = sources.all_of(SLtoVLMappingTable)
        told = sources.records(SLtoVLMappingTableRecord).known()
        modifier = known.rows.envelope.modifier
        self._fill_lanes(told, told.rows.numbers("inputportnum"), told.rows.numbers("outputportnum"))
        self._fill_lanes(known, modifier >> 8 & _BYTE, modifier & _BYTE)
        for said in (sources.records(SwitchInfoRecord).known(), sources.all_of(SwitchInfo)):
            chosen = last_rows(said.guid)
            for guid, top in zip(
                said.guid[chosen].tolist(), said.rows.column("linearfdbtop")[chosen].tolist(), strict=True
            ):
                if guid in self._nodes:
                    self._nodes[guid].linear_top = top
        self._find_unknown()

    def _find_unknown(self) -> None:
        """The blocks of tables that have LIDs of the subnet, as far as the tables go, and that no packet has."""
        firsts: dict[int, int] = {}  # the lowest LID of the subnet in each block
        for node in self._nodes.values():
            for port in node.ports.values():
                for lid in port.lids:
                    block = lid // FORWARDING_BLOCK
                    firsts[block] = min(lid, firsts.get(block, lid))
        used = {block: first for block, first in firsts.items() if block < _BLOCKS}
        blocks, lowest = (np.array(list(column), np.int64) for column in (used.keys(), used.values()))
        for guid, known in self._known.items():
            node = self._nodes[guid]
            missing = ~known[blocks] & (lowest <= (node.linear_top or FIRST_MULTICAST))
            node.unknown_blocks = frozenset(blocks[missing].tolist())

    def _fill_unicast(self, said: NodeRows, block: Ints) -> None:
        chosen = last_rows(said.guid, block)
        chosen = chosen[block[chosen] < _BLOCKS]
        for guid, rows in _by_node(said.guid[chosen]):
            node = self._nodes.get(guid)
            if node is None:
                continue
            blocks = block[chosen][rows]
            known = self._known.setdefault(guid, np.zeros(_BLOCKS, np.bool_))
            known[blocks] = True
            table = np.full((int(np.flatnonzero(known)[-1]) + 1, FORWARDING_BLOCK), NO_PATH, np.uint8)
            table.reshape(-1)[: len(node.forwarding)] = node.forwarding
            table[blocks] = said.rows.column_of("port", chosen[rows])
            node.forwarding = table.reshape(-1)

    def _fill_multicast(self, said: NodeRows, block: Ints, position: Ints) -> None:
        chosen = last_rows(said.guid, block, position)
        masks = said.rows.select(chosen).numbers("portmask")
        for guid, rows in _by_node(said.guid[chosen]):
            node = self._nodes.get(guid)
            if node is None:
                continue
            found: dict[int, int] = {}
            for row in rows.tolist():
                first = FIRST_MULTICAST + int(block[chosen][row]) * _MULTICAST
                shift = int(position[chosen][row]) * _PORTS
                for at in np.flatnonzero(masks[row]).tolist():
                    found[first + at] = found.get(first + at, 0) | int(masks[row][at]) << shift
            node.multicast = found

    def _fill_lanes(self, said: NodeRows, ingress: Ints, egress: Ints) -> None:
        if not len(said):
            return
        chosen = last_rows(said.guid, ingress, egress)
        rows = said.rows.select(chosen)
        even, odd = rows.numbers("sltovlhighbits"), rows.numbers("sltovllowbits")
        lanes = np.stack([even, odd], axis=2).reshape(len(chosen), -1).tolist()
        for guid, first, last, row in zip(
            said.guid[chosen].tolist(), ingress[chosen].tolist(), egress[chosen].tolist(), lanes, strict=True
        ):
            if guid in self._nodes:
                self._nodes[guid].sl_to_vl[first, last] = tuple(row)


def _by_node(guids: Array) -> list[tuple[int, Ints]]:
    """The rows of each node."""
    order = np.argsort(guids, kind="stable")
    names, starts = np.unique(guids[order], return_index=True)
    return list(zip(names.tolist(), np.split(order, starts[1:]), strict=True)) if len(names) else []

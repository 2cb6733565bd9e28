"""The tables of switches: unicast and multicast forwarding, SL to VL; of each block the last that was answered."""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Array, Ints
from ibpkt.fabric.last_rows import last_rows
from ibpkt.fabric.model import NO_PATH
from ibpkt.fabric.node_tables import NodeTables
from ibpkt.fabric.sources import NodeRows
from ibpkt.protocols.link import FIRST_MULTICAST
from ibpkt.protocols.mad.sa_records import (
    LinearForwardingTableRecord,
    MulticastForwardingTableRecord,
    SLtoVLMappingTableRecord,
    SwitchInfoRecord,
)
from ibpkt.protocols.mad.subn_nodes import SwitchInfo
from ibpkt.protocols.mad.subn_tables import LinearForwardingTable, MulticastForwardingTable, SLtoVLMappingTable

#: LIDs of a block of the unicast and of the multicast table, and ports of a mask of the latter
_UNICAST, _MULTICAST, _PORTS = 64, 32, 16
#: blocks that a unicast table can have
_BLOCKS = FIRST_MULTICAST // _UNICAST
#: attribute modifier of a MulticastForwardingTable: block in the low 9 bits, position in the high 4
_BLOCK, _POSITION_AT = 0x1FF, 28
#: that of a SLtoVLMappingTable: ingress port above egress port
_BYTE = 0xFF


class SwitchTables(NodeTables):
    """Fills the tables of nodes."""

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

    def _fill_unicast(self, said: NodeRows, block: Ints) -> None:
        chosen = last_rows(said.guid, block)
        chosen = chosen[block[chosen] < _BLOCKS]
        for guid, rows in _by_node(said.guid[chosen]):
            node = self._nodes.get(guid)
            if node is None:
                continue
            blocks = block[chosen][rows]
            table = np.full((int(blocks.max()) + 1, _UNICAST), NO_PATH, np.uint8)
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

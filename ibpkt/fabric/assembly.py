"""Nodes, ports and links of the model, out of what packets say of them; of each the last word counts.

What nodes themselves answered goes before what subnet administration tells of them: that may be older.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ibpkt.fabric.attribute_rows import AttributeRows
from ibpkt.fabric.gateways import Gateways
from ibpkt.fabric.last_rows import last_rows
from ibpkt.fabric.model import FabricLink, FabricNode, FabricPort, FabricSubnet, NodeKind
from ibpkt.fabric.port_tables import PortTables
from ibpkt.fabric.sources import NodeRows, Sources
from ibpkt.fabric.switch_tables import SwitchTables
from ibpkt.protocols import FULL_MEMBER
from ibpkt.protocols.mad.sa_records import NodeRecord, P_KeyTableRecord, PortInfoRecord
from ibpkt.protocols.mad.subn_nodes import NODE_TYPES, NodeDescription, NodeInfo
from ibpkt.protocols.mad.subn_ports import MTUS, MlnxExtendedPortInfo, PortInfo
from ibpkt.protocols.mad.subn_tables import P_KeyTable
from ibpkt.protocols.rates import EXTENDED_2_SUPPORTED, EXTENDED_SUPPORTED, LANES, SPEEDS, SPEEDS_SUPPORTED, link_speed

_KINDS = {"CA": NodeKind.ADAPTER, "Switch": NodeKind.SWITCH, "Router": NodeKind.ROUTER}
#: attribute modifiers of a port: its number is in the low byte
_PORT = 0xFF


class Assembly:
    """Makes the nodes of the model.

    Args:
        sources: what packets say.
        names: names of nodes by GUID, instead of those that packets say.

    Attributes:
        nodes: all nodes by GUID.
    """

    def __init__(self, sources: Sources, names: Mapping[int, str]) -> None:
        self.nodes: dict[int, FabricNode] = {}
        self._sources = sources
        told = sources.records(NodeRecord)
        direct = sources.all_of(NodeInfo)
        self._name_nodes(told)
        self._name_nodes(direct)
        Gateways(sources).mark(self.nodes)
        self._describe(told)
        self._describe(sources.all_of(NodeDescription))
        for guid in self.nodes.keys() & names.keys():
            self.nodes[guid].name = names[guid]
        self._fill_ports()
        self._fill_partitions()
        PortTables(sources, self.nodes).fill()
        SwitchTables(sources, self.nodes).fill()

    def subnets(self) -> list[FabricSubnet]:
        """The nodes by the subnet that they belong to, with their links, the largest subnet first."""
        pieces = self._sources.pieces
        found: dict[int, FabricSubnet] = {}
        for guid, node in self.nodes.items():
            found.setdefault(pieces.piece(guid), FabricSubnet()).nodes[guid] = node
        for spans, past in ((self._sources.cables.present(), False), (self._sources.cables.past, True)):
            for span in spans:
                (a, a_port), (b, b_port) = span.ends
                link = FabricLink(
                    self.nodes[a], a_port, self.nodes[b], b_port,
                    span.last, span.since, span.until, span.first, span.ended_by,
                )  # fmt: skip
                subnet = found[pieces.piece(a)]
                (subnet.past_links if past else subnet.links).append(link)
        for subnet in found.values():
            subnet.links.sort(key=lambda link: (link.a.guid, link.a_port))
        return sorted(found.values(), key=lambda subnet: -len(subnet.nodes))

    def ports_by_guid(self) -> dict[int, tuple[FabricNode, FabricPort]]:
        """The nodes and ports by the GUIDs of ports."""
        return {
            port.guid: (node, port)
            for node in self.nodes.values()
            for port in node.ports.values()
            if port.guid is not None
        }

    def _name_nodes(self, named: NodeRows) -> None:
        rows, guids = named.rows, named.guid
        first: dict[int, int] = {}
        for guid, frame in zip(guids[::-1].tolist(), rows.envelope.frame[::-1].tolist(), strict=True):
            first[guid] = frame
        chosen = last_rows(guids)
        last = rows.select(chosen)
        numbers = [
            last.column(name).tolist() for name in ("numports", "systemimageguid", "vendorid", "deviceid", "revision")
        ]
        kinds = [_KINDS.get(word, NodeKind.ADAPTER) for word in last.words("nodetype")]
        for guid, kind, frame, ports, system, vendor, device, revision in zip(
            guids[chosen].tolist(), kinds, last.envelope.frame.tolist(), *numbers, strict=True
        ):
            node = self.nodes.setdefault(guid, FabricNode(guid))
            node.kind, node.num_ports, node.system_guid = kind, ports, system
            node.vendor, node.device, node.revision = vendor, device, revision
            begin = min(filter(None, (node.frames[0], first[guid])))
            node.frames = (begin, max(node.frames[1], frame))
        self._name_ports(named)

    def _name_ports(self, named: NodeRows) -> None:
        local = named.rows.numbers("localportnum")
        number = np.where(named.rows.column("nodetype") == _number("Switch"), 0, local)
        chosen = last_rows(named.guid, number)
        columns = named.guid[chosen].tolist(), number[chosen].tolist(), named.rows.column("portguid")[chosen].tolist()
        for guid, port, port_guid in zip(*columns, strict=True):
            self.nodes[guid].port(port).guid = port_guid

    def _describe(self, said: NodeRows) -> None:
        chosen = last_rows(said.guid)
        for guid, text in zip(said.guid[chosen].tolist(), said.rows.select(chosen).texts("nodestring"), strict=True):
            if guid in self.nodes:
                self.nodes[guid].name = text

    # -- ports --------------------------------------------------------------------------------------------------

    def _fill_ports(self) -> None:
        told = self._sources.records(PortInfoRecord, "endportlid").known()
        known = self._sources.all_of(PortInfo)
        for said, numbers in (
            (told, told.rows.numbers("portnum")),
            (known, self._sources.port_numbers(known.rows, known.guid)),
        ):
            chosen = last_rows(said.guid, numbers)
            self._set_ports(said.guid[chosen].tolist(), numbers[chosen].tolist(), said.rows.select(chosen))
        self._set_vendor_speeds()
        self._settle_lids(known)

    def _set_ports(self, guids: list[int], numbers: list[int], rows: AttributeRows) -> None:
        columns: dict[str, list[Any]] = {
            name: rows.column(name).tolist()
            for name in (
                "lid", "lmc", "linkwidthactive", "linkwidthsupported", "linkwidthenabled", "mastersmlid", "gidprefix",
                "capabilitymask", "linkspeedactive", "linkspeedextactive", "linkspeedextactive2", "vlhighlimit",
            )
        }  # fmt: skip
        words = {name: rows.words(name) for name in ("portstate", "portphysicalstate", "operationalvls", "vlcap")}
        mtus = {
            name: [int(MTUS[code]) if code in MTUS else None for code in rows.column(name).tolist()]
            for name in ("neighbormtu", "mtucap")
        }
        supported = _speeds(rows, "supported")
        enabled = _speeds(rows, "enabled")
        for row, (guid, number, frame) in enumerate(zip(guids, numbers, rows.envelope.frame.tolist(), strict=True)):
            node = self.nodes.get(guid)
            if node is None:
                continue
            port = node.port(number)
            port.lid, port.lmc = columns["lid"][row], columns["lmc"][row]
            port.state, port.physical_state = words["portstate"][row], words["portphysicalstate"][row]
            up = port.state != "Down"
            port.lanes = LANES.get(columns["linkwidthactive"][row]) if up else None
            speeds = (columns[name][row] for name in ("linkspeedactive", "linkspeedextactive", "linkspeedextactive2"))
            port.speed = link_speed(*speeds) if up else None
            port.widths_supported = columns["linkwidthsupported"][row]
            port.widths_enabled = columns["linkwidthenabled"][row]
            port.speeds_supported, port.speeds_enabled = supported[row], enabled[row]
            port.mtu, port.mtu_cap = mtus["neighbormtu"][row], mtus["mtucap"][row]
            port.vls, port.vl_cap = words["operationalvls"][row], words["vlcap"][row]
            port.master_lid, port.gid_prefix = columns["mastersmlid"][row], columns["gidprefix"][row]
            port.vl_high_limit = columns["vlhighlimit"][row]
            port.capabilities, port.frame = columns["capabilitymask"][row], frame

    def _set_vendor_speeds(self) -> None:
        """FDR10, which a vendor's own attribute tells."""
        said = self._sources.all_of(MlnxExtendedPortInfo)
        numbers = said.rows.envelope.modifier & _PORT
        chosen = last_rows(said.guid, numbers)
        rows = said.rows.select(chosen)
        for guid, number, speed in zip(
            said.guid[chosen].tolist(), numbers[chosen].tolist(), rows.words("linkspeedactive"), strict=True
        ):
            node = self.nodes.get(guid)
            port = node.ports.get(number) if node is not None else None
            if port is not None and speed in SPEEDS and port.speed is not None:
                port.speed = speed

    def _settle_lids(self, ports: NodeRows) -> None:
        """Give out LIDs where no PortInfo told them, and take them from external ports of switches."""
        for node in self.nodes.values():
            if node.kind is NodeKind.SWITCH:
                for number, port in node.ports.items():
                    if number:
                        port.lid = port.lmc = 0
        told = self._sources.records(NodeRecord)
        routed = self._sources.routed(NodeInfo)
        for named, lids in ((told, told.rows.numbers("lid")), (routed, routed.rows.envelope.source)):
            local = named.rows.numbers("localportnum").tolist()
            for guid, number, lid in zip(named.guid.tolist(), local, lids.tolist(), strict=True):
                owner = self.nodes.get(guid)
                if owner is None:
                    continue
                port = owner.port(0 if owner.kind is NodeKind.SWITCH else number)
                if lid and not port.frame:
                    port.lid = lid

    def _fill_partitions(self) -> None:
        """The P_Keys of ports; those of a switch's own port 0 with them."""
        sources = self._sources
        told = sources.records(P_KeyTableRecord).known()
        known = sources.all_of(P_KeyTable)
        for said, port, block in (
            (told, told.rows.numbers("portnum"), told.rows.numbers("blocknum")),
            (known, known.rows.envelope.modifier >> 16, known.rows.envelope.modifier & 0xFFFF),
        ):
            chosen = last_rows(said.guid, port, block)
            rows = said.rows.select(chosen)
            keys = rows.column("membershiptype").astype(np.int64) * FULL_MEMBER | rows.numbers("p_keybase")
            blocks: dict[tuple[int, int], dict[int, list[int]]] = {}
            for guid, number, at, values in zip(
                said.guid[chosen].tolist(), port[chosen].tolist(), block[chosen].tolist(), keys.tolist(), strict=True
            ):
                blocks.setdefault((guid, number), {})[at] = values
            for (guid, number), parts in blocks.items():
                node = self.nodes.get(guid)
                if node is not None:
                    keys_of_port = [key for at in sorted(parts) for key in parts[at] if key & ~FULL_MEMBER]
                    for each in _ports_meant(node, number):
                        each.p_keys = tuple(keys_of_port)


def _ports_meant(node: FabricNode, number: int) -> list[FabricPort]:
    """The port that a P_KeyTable is of: an adapter's has no number, it is that which was asked."""
    if number or node.kind is NodeKind.SWITCH:
        return [node.port(number)]
    return [port for port in node.ports.values() if port.number]


def _speeds(rows: AttributeRows, which: str) -> list[tuple[str, ...]]:
    """The lane speeds that a port can or may run at, slowest first."""
    names = (SPEEDS_SUPPORTED, EXTENDED_SUPPORTED, EXTENDED_2_SUPPORTED)  # what is enabled has the same bits
    fields = (f"linkspeed{which}", f"linkspeedext{which}", f"linkspeedext{which}2")
    columns = [rows.column(name).tolist() for name in fields]
    return [
        tuple(
            word
            for enum, code in zip(names, codes, strict=True)
            for word in enum.get(code, "").split(" or ")
            if word in SPEEDS
        )
        for codes in zip(*columns, strict=True)
    ]


def _number(name: str) -> int:
    return next(number for number, known in NODE_TYPES.items() if known == name)

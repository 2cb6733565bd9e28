"""What records tell of a subnet besides its nodes: service levels of paths, multicast groups, partitions, services."""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import raw_list
from ibpkt.fabric.model import FabricEvent, FabricService, FabricSubnet, MulticastGroup
from ibpkt.fabric.notice_events import Names
from ibpkt.fabric.sources import Sources
from ibpkt.protocols import FULL_MEMBER
from ibpkt.protocols.mad.base import METHODS
from ibpkt.protocols.mad.sa_paths import MCMemberRecord, PathRecord, ServiceRecord
from ibpkt.schema import number_of

_DELETED = number_of(METHODS, "DeleteResp")
_TABLE = number_of(METHODS, "GetTableResp")
#: the lease of a service that is registered for ever
_FOR_EVER = 0xFFFFFFFF


class SubnetRecords:
    """Fills what records tell into subnets.

    Args:
        sources: what packets say.
    """

    def __init__(self, sources: Sources) -> None:
        self._sources = sources

    def fill(self, subnet: FabricSubnet) -> list[FabricEvent]:
        """Fill a subnet; gives the events of its multicast groups and services."""
        self._fill_paths(subnet)
        self._fill_partitions(subnet)
        return [*self._fill_groups(subnet), *self._fill_services(subnet)]

    def _fill_paths(self, subnet: FabricSubnet) -> None:
        rows = self._sources.record_rows(PathRecord)
        envelope = rows.envelope
        source, destination = rows.numbers("slid"), rows.numbers("dlid")
        guids = self._sources.nodes_of(envelope.interface, source, envelope.frame)
        mine = np.flatnonzero(np.isin(guids, np.array(list(subnet.nodes), np.uint64)))
        ends = zip(source[mine].tolist(), destination[mine].tolist(), strict=True)
        subnet.path_sl = dict(zip(ends, rows.column("sl")[mine].tolist(), strict=True))
        subnet.path_records = len(mine)

    def _fill_partitions(self, subnet: FabricSubnet) -> None:
        for node in subnet.nodes.values():
            for port in node.ports.values():
                for key in port.p_keys:
                    member = (node.guid, port.number, bool(key & FULL_MEMBER))
                    subnet.partitions.setdefault(key & ~FULL_MEMBER, []).append(member)

    def _fill_groups(self, subnet: FabricSubnet) -> list[FabricEvent]:
        rows = self._sources.record_rows(MCMemberRecord)
        names = Names(subnet)
        ports = _port_guids(subnet)
        found: dict[bytes, MulticastGroup] = {}
        events: list[FabricEvent] = []
        envelope = rows.envelope
        guids = self._sources.nodes_of(envelope.interface, envelope.source, envelope.frame).tolist()
        columns = (
            guids, raw_list(rows.column("mgid")), raw_list(rows.column("portgid")), rows.column("mlid").tolist(),
            rows.column("p_key").tolist(), envelope.method.tolist(), envelope.frame.tolist(), envelope.time.tolist(),
            self._sources.table_starts(MCMemberRecord),
        )  # fmt: skip
        before: dict[bytes, MulticastGroup] = {}  # a whole table is being read
        table = 0
        for manager, gid, port_gid, mlid, p_key, method, frame, time, whole in zip(*columns, strict=True):
            member = int.from_bytes(port_gid[8:], "big")
            if manager not in subnet.nodes and member not in ports:
                continue
            if whole:
                before, found, table = found, {}, frame
            elif frame != table:
                before = {}
            group = found.get(gid) or MulticastGroup(gid, mlid, p_key, (), frame)
            if gid not in found and gid in before and not member:  # members are not told to everybody
                group = before[gid]
            joined = tuple(guid for guid in group.members if guid != member)
            if method != _DELETED and member:
                joined = (*joined, member)
            if method != _TABLE and (joined != group.members or gid not in found):
                verb = "leaves" if method == _DELETED else "joins"
                who = names.gid(port_gid)
                sentence = f"{who} {verb} multicast group {names.gid(gid)}"
                events.append(FabricEvent(time, frame, f"multicast-{verb[:-1]}", who, sentence, (frame,)))
            found[gid] = MulticastGroup(gid, mlid or group.mlid, p_key, joined, frame)
        subnet.groups = list(found.values())
        return events

    def _fill_services(self, subnet: FabricSubnet) -> list[FabricEvent]:
        rows = self._sources.record_rows(ServiceRecord)
        names, ports = Names(subnet), _port_guids(subnet)
        found: dict[tuple[int, bytes, int], FabricService] = {}
        events: list[FabricEvent] = []
        envelope = rows.envelope
        columns = (
            self._sources.nodes_of(envelope.interface, envelope.source, envelope.frame).tolist(),
            rows.column("serviceid").tolist(), raw_list(rows.column("servicegid")), rows.texts("servicename"),
            rows.column("servicep_key").tolist(), rows.column("servicelease").tolist(),
            envelope.method.tolist(), envelope.frame.tolist(), envelope.time.tolist(),
            self._sources.table_starts(ServiceRecord),
        )  # fmt: skip
        for manager, number, gid, name, p_key, lease, method, frame, time, whole in zip(*columns, strict=True):
            if manager not in subnet.nodes and int.from_bytes(gid[8:], "big") not in ports:
                continue
            if whole:
                found = {}
            key = (number, gid, p_key)
            gone = method == _DELETED
            if method != _TABLE and gone is (key in found):
                who = names.gid(gid)
                verb, what = ("takes back", "service-removed") if gone else ("offers", "service-registered")
                sentence = f"{who} {verb} service {name or hex(number)}"
                events.append(FabricEvent(time, frame, what, who, sentence, (frame,)))
            if gone:
                found.pop(key, None)
            else:
                found[key] = FabricService(number, gid, p_key, name, None if lease == _FOR_EVER else lease, frame)
        subnet.services = list(found.values())
        return events


def _port_guids(subnet: FabricSubnet) -> set[int]:
    """The GUIDs of all ports, aliases too."""
    ports = [port for node in subnet.nodes.values() for port in node.ports.values()]
    return {guid for port in ports for guid in (port.guid, *port.guids) if guid}

"""What is not known of a fabric, and why: sentences without a full stop."""

from __future__ import annotations

from ibpkt.fabric.model import FabricSubnet
from ibpkt.fabric.silence import Silence
from ibpkt.fabric.sources import FabricPackets, Sources


def capture_notes(packets: FabricPackets, sources: Sources, silence: Silence, subnets: list[FabricSubnet]) -> list[str]:
    """What the capture does not tell."""
    columns, found = packets.columns, []
    if not columns.datagrams:
        return ["no management datagrams are in the capture"]
    if not subnets:
        found.append("no packet names a node: a fabric shows by answers to SubnGet(NodeInfo), or by node records")
    if columns.cut:
        found.append(
            f"{_count(columns.cut, 'management datagram')} cut before the attribute: what it said is not known"
        )
    if columns.mixed:
        found.append(f"{_count(columns.mixed, 'route')} that begin or end at a LID, or are too long, left out")
    if silence.lacks_answers:
        share = f"{silence.unanswered:,} of {silence.requests:,} requests of subnet management"
        found.append(f"{share} have no answer in the capture")
    if sources.nameless:
        found.append(
            f"{_count(sources.nameless, 'answer')} by routes of which the way is not known: nodes, but no links"
        )
    if unplaced := sources.unplaced():
        found.append(f"{_count(unplaced, 'answer')} of nodes that no packet names")
    if sources.ambiguous:
        found.append(f"{_count(sources.ambiguous, 'row')} left out, since two subnets of the capture use their LIDs")
    for table in packets.tables.incomplete[:5]:
        found.append(f"a table of {table.name} is not whole: {_count(table.records, 'record')} before the gap")
    if packets.notices.left_out:
        found.append(f"{_count(packets.notices.left_out, 'notice')} more than are kept")
    return found


def subnet_notes(subnet: FabricSubnet) -> list[str]:
    """What is not known of a subnet."""
    found = []
    switches, peers = subnet.switches, subnet.peers()
    tables = sum(not len(node.forwarding) for node in switches)
    if tables:
        found.append(f"{tables:,} of {_count(len(switches), 'switch')} without a forwarding table in the capture")
    blocks = sum(len(node.unknown_blocks) for node in switches)
    if blocks:
        found.append(f"{_count(blocks, 'block')} of forwarding tables not in the capture")
    untold = sum(not port.state for link in subnet.links for port in link.ends)
    if untold:
        found.append(f"{untold:,} of {2 * len(subnet.links):,} ends of links without state and rate in the capture")
    alone = sum(
        port.state not in ("", "Down") and (node.guid, port.number) not in peers
        for node in switches
        for port in node.ports.values()
        if port.number
    )
    if alone:
        found.append(f"{_count(alone, 'port')} of switches up, with a neighbour that no packet names")
    nameless = sum(not node.name for node in subnet.nodes.values())
    if nameless:
        found.append(f"{nameless:,} of {_count(len(subnet.nodes), 'node')} without a description in the capture")
    return found


def _count(number: int, thing: str) -> str:
    many = "es" if thing.endswith("ch") else "s"
    return f"{number:,} {thing}{'' if number == 1 else many}"

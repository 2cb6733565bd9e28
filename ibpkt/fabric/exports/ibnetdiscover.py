"""The forms of ``ibnetdiscover``: the topology file, which ``ibsim -s`` reads, and with ``-p`` a line a port.

The lines are those of infiniband-diags (rdma-core), ibnetdiscover.c.
"""

from __future__ import annotations

from collections.abc import Iterator

from ibpkt.arguments import checked
from ibpkt.fabric.exports.text import clean_description, is_switch, lid_of, rate_text
from ibpkt.fabric.model import FabricLink, FabricNode, FabricPort, FabricSubnet, NodeKind

#: the word of the GUID's line, that of the node's line, the letter before its GUID, and the letters of ``-p``
_WORDS = {
    NodeKind.SWITCH: ("switch", "Switch", "S", "SW"),
    NodeKind.ADAPTER: ("ca", "Ca", "H", "CA"),
    NodeKind.ROUTER: ("rt", "Rt", "R", "RT"),
    NodeKind.GATEWAY: ("ca", "Ca", "H", "CA"),  # its NodeType is that of an adapter
}


@checked
def ibnetdiscover_text(subnet: FabricSubnet) -> str:
    """The topology file that ``ibnetdiscover`` prints: switches, then the other nodes, each with its cables.

    Node descriptions lose what is not printable, and quotation marks; parts that no packet told are left out.
    """
    peers = subnet.peers()
    links = _links(subnet)
    nodes = [*subnet.switches, *subnet.end_nodes]
    blocks = ["\n".join(_block(node, peers, links)) for node in nodes]
    head = f"# Topology file: {len(subnet.nodes)} nodes, {len(subnet.links)} links"
    return "\n\n".join([f"#\n{head}\n#", *blocks]) + "\n"


def _links(subnet: FabricSubnet) -> dict[tuple[int, int], FabricLink]:
    found: dict[tuple[int, int], FabricLink] = {}
    for link in subnet.links:
        found[link.a.guid, link.a_port] = found[link.b.guid, link.b_port] = link
    return found


def _block(
    node: FabricNode, peers: dict[tuple[int, int], tuple[FabricNode, int]], links: dict[tuple[int, int], FabricLink]
) -> Iterator[str]:
    """The lines of a node."""
    word, title, _letter, _short = _WORDS[node.kind]
    yield f"vendid=0x{node.vendor:x}"
    yield f"devid=0x{node.device:x}"
    if node.system_guid:
        yield f"sysimgguid=0x{node.system_guid:x}"
    itself = node.ports.get(0) or FabricPort(0)
    if is_switch(node):
        yield f"switchguid=0x{node.guid:x}({itself.guid or node.guid:x})"
    else:
        yield f"{word}guid=0x{node.guid:x}"
    line = f'{title}\t{_port_count(node)} {_quoted(node)}\t\t# "{clean_description(node.name)}"'
    if is_switch(node):
        line += f" base port 0 lid {itself.lid} lmc {itself.lmc}"
    yield line
    for number in _linked(node, peers):
        yield _port_line(node, number, *peers[node.guid, number], rate_text(links[node.guid, number]))


def _linked(node: FabricNode, peers: dict[tuple[int, int], tuple[FabricNode, int]]) -> list[int]:
    """The ports of a node that have a cable."""
    return [number for number in range(256) if (node.guid, number) in peers]


def _port_count(node: FabricNode) -> int:
    return max([node.num_ports, *node.ports])


def _quoted(node: FabricNode) -> str:
    return f'"{_WORDS[node.kind][2]}-{node.guid:016x}"'


def _port_line(node: FabricNode, number: int, peer: FabricNode, peer_port: int, rate: str) -> str:
    """A cable, from one of its ends."""
    far = f"{_quoted(peer)}[{peer_port}]"
    far_port = peer.ports.get(peer_port)
    name, lid = clean_description(peer.name), lid_of(peer, peer_port)
    if is_switch(node):
        if not is_switch(peer):
            far += f"({(far_port.guid or 0) if far_port else 0:x}) "
        return f'[{number}]\t{far}\t\t# "{name}" lid {lid} {rate}'.rstrip()
    port = node.ports.get(number) or FabricPort(number)
    if not is_switch(peer):
        far += f" ({(far_port.guid or 0) if far_port else 0:x}) "
    return (
        f'[{number}]({port.guid or 0:x}) \t{far}\t\t# lid {port.lid} lmc {port.lmc} "{name}" lid {lid} {rate}'.rstrip()
    )


@checked
def ibnetdiscover_ports(subnet: FabricSubnet) -> str:
    """A line for each port of which something is known, as ``ibnetdiscover -p`` prints them: the last port first."""
    peers = subnet.peers()
    links = _links(subnet)
    lines = []
    for node in [*subnet.switches, *subnet.end_nodes]:
        known = {number for number in node.ports if number} | set(_linked(node, peers))
        for number in sorted(known, reverse=True):
            near = f"{_short(node)} {lid_of(node, number):5d} {number:2d} 0x{_port_guid(node, number):016x}"
            name = clean_description(node.name)
            if (node.guid, number) not in peers:
                port = node.ports[number]
                rate = f"{port.lanes or '?'}x {port.speed or '???'}"
                lines.append(f"{near} {rate}{'':36}'{name}'")
                continue
            peer, peer_port = peers[node.guid, number]
            link = links[node.guid, number]
            rate = f"{link.lanes or '?'}x {link.speed or '???'}"
            far = f"{_short(peer)} {lid_of(peer, peer_port):5d} {peer_port:2d} 0x{_port_guid(peer, peer_port):016x}"
            lines.append(f"{near} {rate} - {far} ( '{name}' - '{clean_description(peer.name)}' )")
    return "".join(f"{line}\n" for line in lines)


def _port_guid(node: FabricNode, number: int) -> int:
    """The GUID of a port; a switch has that of its port 0 at all."""
    port = node.ports.get(0 if is_switch(node) else number)
    return node.guid if port is None or port.guid is None else port.guid


def _short(node: FabricNode) -> str:
    return _WORDS[node.kind][3]

"""Packets cut into IP fragments, for tests of what stands between two ends.

RoCEv2 sets Don't Fragment (annex A17, 17.9.3); a middlebox has to be right about fragments all the same.

Source: RFC 791 3.2, RFC 8200 4.5.
"""

from __future__ import annotations

from typing import Any

from ibpkt.arguments import checked, shown
from ibpkt.craft.builder import build
from ibpkt.craft.drafts import Draft, draft, raw_values
from ibpkt.craft.rebuild import as_captured, check_whole, declared_end, open_computed
from ibpkt.errors import CallerError
from ibpkt.packet import Packet
from ibpkt.protocols import RAW_IP, IPv4, IPv6, graph
from ibpkt.protocols.encapsulation.ip import Fragment, HopByHop, Routing

#: bytes that offsets count
UNIT = 8


@checked
def ip_fragment(packet: Packet, mtu: int, *, strict: bool = True) -> list[Packet]:
    """The IP fragments of a packet; its outermost IP header is the one that is repeated.

    Args:
        packet: a whole packet (not one that the capture has cut).
        mtu: bytes of an IP packet, its headers included, at most.
        strict: refuse an IPv4 packet that says Don't Fragment.

    Returns:
        The packet itself where it fits.  Else the fragments in their order, with the same identification; bytes after
        the packet are left out.

    Raises:
        CallerError: no IP header, an MTU without room for eight bytes, Don't Fragment, an IPv6 packet that is a
            fragment already, or a packet that is not whole.
    """
    check_whole(packet)
    if type(mtu) is not int or mtu < 0:
        raise CallerError(f"mtu takes a number of bytes, not {shown(mtu)}", name="mtu")
    headers = [layer.header for layer in packet.layers]
    versions = {chain[0] for chain in graph().first[RAW_IP].chains}
    place = next((index for index, header in enumerate(headers) if header in versions), None)
    if place is None:
        names = ", ".join(header.name for header in headers) or "no layer"
        raise CallerError(f"the packet has no IP header; it has {names}")
    network = packet.layers[place]
    end = min(declared_end(network) or len(packet.data), len(packet.data))
    if end - network.offset <= mtu:
        return [packet]
    if network.header is IPv4 and network.df and strict:
        raise CallerError("the packet says Don't Fragment; strict=False fragments it all the same", name="df")
    if network.header is IPv6 and Fragment in headers:
        raise CallerError("the packet is an IPv6 fragment already", name="Fragment")
    last = place
    while headers[place] is IPv6 and headers[last + 1 : last + 2] in ([HopByHop], [Routing]):  # every router reads them
        last += 1
    stack = [Draft(layer.header, dict(layer.raw)) for layer in packet.layers[: last + 1]]
    for each in stack:
        open_computed(each, set(), len(packet.data))
    start = packet.layers[last].offset + packet.layers[last].size
    before = start - network.offset + (Fragment.size if network.header is IPv6 else 0)
    room = (mtu - before) // UNIT * UNIT
    if room < UNIT:
        raise CallerError(f"an MTU of {mtu} has no room for eight bytes after {before} bytes of headers", name="mtu")
    contents = packet.data[start:end]
    mark = _mark_ipv4 if network.header is IPv4 else _mark_ipv6
    made = []
    for at in range(0, len(contents), room):
        drafts = mark(stack, at // UNIT, at + room < len(contents))
        options: dict[str, Any] = {"link": packet.link, "roce_port": packet.roce_port, "strict": False}
        made.append(as_captured(build(*drafts, payload=contents[at : at + room], **options), packet))
    return made


def _mark_ipv4(stack: list[Draft], offset: int, more: bool) -> list[Draft]:
    """The headers of one fragment; one of a fragment counts on from that one's offset."""
    raw = stack[-1].raw
    changes = {
        "flags": raw["flags"],
        "df": 0,
        "mf": more or IPv4.is_part(raw),
        "frag_offset_words": raw["frag_offset_words"] + offset,
    }
    return [*stack[:-1], Draft(IPv4, raw | raw_values(IPv4, changes))]


def _mark_ipv6(stack: list[Draft], offset: int, more: bool) -> list[Draft]:
    """The headers of one fragment: a fragment header takes over what the one before it announced."""
    header, raw = stack[-1]
    announcing = graph().rules[header][0].on[0].name
    rest = {name: value for name, value in raw.items() if name != announcing}
    fragment = draft(Fragment, nxt=raw[announcing], fragment_offset=offset, more=more)
    return [*stack[:-1], Draft(header, rest), fragment]

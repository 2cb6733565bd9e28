"""Packets put into tunnels and capture records, and taken out of them.

The packet inside stays byte for byte.  `ibpkt.edit` does it to whole captures (``edit --mirror``, ``edit --strip``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ibpkt.arguments import checked
from ibpkt.craft.announce import announced
from ibpkt.craft.builder import build
from ibpkt.craft.carriers import CARRIERS
from ibpkt.craft.drafts import Draft, draft, drafts_of
from ibpkt.craft.rebuild import as_captured, check_packet, check_whole, declared_end
from ibpkt.errors import CallerError
from ibpkt.packet import Layer, Packet, decode
from ibpkt.protocols import graph, header_named, link_of
from ibpkt.protocols.encapsulation.ip import FIRST_DYNAMIC_PORT
from ibpkt.schema import Header

#: the roles of headers that are put around a packet
AROUND = ("tunnel", "capture")


@checked
def encapsulate(
    packet: Packet,
    *headers: Draft | Header | str | Sequence[Any],
    strict: bool = True,
    link: int | str | Header | None = None,
) -> Packet:
    """A packet inside other headers; its own bytes stay as they are.

    Args:
        packet: a whole packet (not one that the capture has cut).
        *headers: what comes around it, outermost first, as `ibpkt.craft.builder.build` takes it; or the name of a
            carrier (`ibpkt.craft.carriers`, "vxlan", "gre", "erspan3", "erf" …), of which the headers up to the tunnel
            are taken, or headers that are spelt out ("Ethernet/IPv4/GRE"), with the values of `tunnel_draft`.
        strict: refuse a header that the graph does not know after the one before it.
        link: the link type of the result; None for one that begins with the first header.

    Raises:
        CallerError: a carrier without a tunnel, a stack that the graph does not know, or a packet that is not whole.
    """
    check_whole(packet)
    first = headers[0] if len(headers) == 1 else None
    of_carrier = isinstance(first, str) and (first in CARRIERS or "/" in first)
    outer = carrier_drafts(str(first)) if of_carrier else drafts_of(headers)
    if not outer:
        raise CallerError("encapsulate() needs at least one header, or the name of a carrier")
    inner = [Draft(layer.header, dict(layer.raw)) for layer in packet.layers]
    stack = announced([*outer, *inner], graph(packet.roce_port), bool(packet.payload), strict)
    made = build(*stack[: len(outer)], payload=packet.data, link=link, roce_port=packet.roce_port, strict=False)
    return as_captured(made, packet)


@checked
def decapsulate(packet: Packet, *, all: bool = False) -> Packet:
    """The packet inside a tunnel or a capture record; its own bytes stay as they are.

    A tunnel is VXLAN, GRE (with ERSPAN, where that follows it), or IP in IP; a capture record begins with a header that
    is never on the wire (ERF, SLL).  What follows the tunnelled packet, such as padding of the frame, is left out.

    Args:
        packet: any packet; of one that the capture has cut, the packet inside is cut.
        all: go on until no tunnel is left; a packet without one stays as it is.

    Raises:
        CallerError: there is no tunnel (unless ``all``), or nothing is known of what is inside.
    """
    check_packet(packet)
    last = _wrapper(packet.layers)
    if last is None:
        if all:
            return packet
        names = ", ".join(layer.name for layer in packet.layers) or "no layer"
        raise CallerError(f"the packet is in no tunnel; it has {names}")
    inside = _inside(packet, last)
    return decapsulate(inside, all=True) if all else inside


def carrier_drafts(name: str) -> list[Draft]:
    """The headers that a carrier puts around a packet: those up to its tunnel or its capture header.

    Args:
        name: the carrier's, or headers that are spelt out, of which all are meant.

    Raises:
        CallerError: a carrier without a tunnel, or no such header.
    """
    if name not in CARRIERS:
        return [tunnel_draft(header_named(part)) for part in name.split("/")]
    chain = CARRIERS[name].chain
    last = max((place for place, header in enumerate(chain) if header.role in AROUND), default=None)
    if last is None:
        known = [other for other, carrier in CARRIERS.items() if any(header.role in AROUND for header in carrier.chain)]
        raise CallerError(f"the carrier {name} has no tunnel; {', '.join(known)} have one", name=name)
    return [tunnel_draft(header) for header in chain[: last + 1]]


def tunnel_draft(header: Header, session: int = 1) -> Draft:
    """A header of a tunnel with the values that need to be there.

    Args:
        header: its declaration.
        session: the number of the tunnel, where the header has one.
    """
    # the source port of UDP, and whether an Ethernet frame follows ERSPAN III
    values = {"srcport": FIRST_DYNAMIC_PORT, "p": 1, header.session: session}
    return draft(header, **{name: value for name, value in values.items() if name in header.by_name})


def _wrapper(layers: Sequence[Layer]) -> int | None:
    """The last header of the outermost tunnel or capture record; None where there is none, or nothing in it."""
    for place, layer in enumerate(layers[:-1]):
        role, following = layer.header.role, layers[place + 1].header
        if role in AROUND and following.role != role:
            return place
        # IP in IP: extension headers, which have no addresses, may stand between the two
        if role == "network" and following.role == "network" and following.address and _has_address(layers, place):
            return place
    return None


def _has_address(layers: Sequence[Layer], place: int) -> bool:
    """Whether a header, or the one that it extends, has addresses."""
    while place and not layers[place].header.address and layers[place].header.role == "network":
        place -= 1
    return layers[place].header.role == "network" and layers[place].header.address is not None


def _inside(packet: Packet, last: int) -> Packet:
    """The packet inside the headers up to a place."""
    around, within = packet.layers[: last + 1], packet.layers[last + 1 :]
    start = within[0].offset
    wire = min([packet.wirelen, *filter(None, map(declared_end, around))])
    end = max(start, min(wire, len(packet.data)))
    if any(layer.header.is_part(layer.raw) for layer in around):  # the packet inside says how long it was as a whole
        wire = max([wire, *filter(None, map(declared_end, within))])
    inside = decode(
        packet.data[start:end], _link(within[0].header), wirelen=max(0, wire - start), roce_port=packet.roce_port
    )
    return as_captured(inside, packet)


def _link(first: Header) -> int | Header:
    """The link type of a packet, or its first header where no link type begins with it."""
    try:
        return link_of(first)
    except CallerError:
        return first

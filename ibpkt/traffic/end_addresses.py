"""Who the two sides are on the wire: the headers in front of BTH with their addresses filled in."""

from __future__ import annotations

from typing import Any

from ibpkt.craft.builder import build
from ibpkt.craft.carriers import Carrier, source_port_of
from ibpkt.craft.drafts import Draft, draft
from ibpkt.packet import Packet
from ibpkt.protocols import UDP
from ibpkt.schema import Header, Part

_SENT_BY_US = "Sent by us"
_TO_US = "Unicast to us"


def address(width: int, host: int) -> Any:
    """The address of a host, as the value of a field of so many bits: LID, IPv4 address, MAC, IPv6 address or GID.

    Args:
        width: of the field.
        host: from 1 to 65535.
    """
    if width == 16:
        return host
    high, low = host >> 8, host & 0xFF
    if width == 32:
        return f"10.0.{high}.{low}"
    if width == 48:
        return f"02:00:00:00:{high:02x}:{low:02x}"
    return f"fd00::{host:x}"


def source_port(sender: int, receiver: int) -> int:
    """The UDP source port that the Linux kernel derives from the two queue pairs."""
    mixed = sender * receiver
    mixed ^= mixed >> 20
    mixed ^= mixed >> 40
    return int(source_port_of(mixed & 0xFFFFF))


def sample(carrier: Carrier, sender: int, receiver: int, qpns: tuple[int, int], ours: bool) -> Packet:
    """A packet without payload from one host to another.

    Args:
        carrier: what carries it.
        sender: the host, as `address` takes it.
        receiver: likewise.
        qpns: the queue pairs of sender and receiver.
        ours: it was captured at the sender (Linux cooked headers say so).
    """
    inner = max((place for place, header in enumerate(carrier.chain) if header.role == "tunnel"), default=-1)
    stack: list[Draft] = []
    for place, header in enumerate(carrier.chain):
        outer = place < inner
        # the ends of a tunnel are hosts of their own
        hosts = (sender + 0x8000, receiver + 0x8000) if outer else (sender, receiver)
        values = {name: value for name, value in header.typical.items() if not (outer and _is_class(header, name))}
        values.update(_addresses(header, *hosts))
        if header is UDP:
            values["srcport"] = source_port(*qpns)
        if header.role == "capture" and "pkttype" in header.by_name:
            mac = bytes(int(part, 16) for part in address(48, sender).split(":"))
            values |= {"src": mac + bytes(2), "pkttype": _SENT_BY_US if ours else _TO_US}
        stack.append(draft(header, **values))
    stack.append(draft("BTH", opcode="RC SEND Only", destqp=qpns[1]))
    return build(*stack, link=carrier.link)


def _is_class(header: Header, name: str) -> bool:
    """Whether a part is one of the traffic class; the outer headers of a tunnel ask for none."""
    part = header.by_name[name]
    return header.path is not None and isinstance(part, Part) and header.parent(part).name == header.path.traffic_class


def _addresses(header: Header, sender: int, receiver: int) -> dict[str, Any]:
    if header.address is None:
        return {}
    _, source, destination = header.address
    width = header.leaf(source).width
    return {source: address(width, sender), destination: address(width, receiver)}


def texts(packet: Packet) -> dict[str, str]:
    """The source addresses of a packet by the key of their header, the innermost of each kind."""
    found: dict[str, str] = {}
    for layer in packet.layers:
        if layer.header.address is not None:
            leaf = layer.header.leaf(layer.header.address[1])
            found[layer.header.key] = leaf.text(layer.raw[leaf.name])
    return found

"""Packets out of a Python expression, with scapy's layers and the builder at hand."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scapy.layers.inet import IP, UDP
from scapy.layers.inet6 import IPv6
from scapy.layers.l2 import Dot1Q, Ether
from scapy.packet import Packet as ScapyPacket, Raw

from ibpkt.craft.builder import build
from ibpkt.craft.drafts import Draft, draft
from ibpkt.craft.notation import duration, moment
from ibpkt.craft.recipe import START
from ibpkt.errors import CallerError, IbpktError
from ibpkt.packet import Packet, decode
from ibpkt.protocols import IPv4 as IPv4Header, link_of
from ibpkt.scapy import LAYERS, IBLayer, Pad, install

#: headers of ibpkt for which scapy has a layer of another name; who uses them means ibpkt's UDP and IPv6 too
_OURS = {IPv4Header.name} | {
    header.name
    for header in LAYERS
    if header.role in ("capture", "link") and not header.group.startswith(("infiniband", "ipoib"))
}


def names(expression: str = "") -> dict[str, Any]:
    """What an expression can use by name.

    Args:
        expression: the expression, whose own names decide whose UDP and IPv6 are meant.

    Raises:
        CallerError: it is no expression.
    """
    install()
    found: dict[str, Any] = {layer.__name__: layer for layer in LAYERS.values()}
    found |= {"Pad": Pad, "Raw": Raw, "Ether": Ether, "Dot1Q": Dot1Q, "IP": IP}
    if not _OURS & {node.id for node in ast.walk(_tree(expression or "0")) if isinstance(node, ast.Name)}:
        found |= {"UDP": UDP, "IPv6": IPv6}
    return {**found, "ibpkt": sys.modules["ibpkt"], "build": build, "draft": draft, "Draft": Draft, "decode": decode}


def packets(
    expression: str, *, count: int = 1, interval: str = "1us", start: str = START, more: Mapping[str, Any] | None = None
) -> Iterator[Packet]:
    """The packets that an expression gives.

    It is run as it is: never give it one that you do not trust.

    Args:
        expression: Python; a packet of ibpkt or of scapy, or an iterable of them.
        count: how often what it gives is repeated; it is evaluated again each time.
        interval: time between two packets ("10us"; a number is seconds).
        start: time of the first packet (RFC 3339, or seconds since the epoch).
        more: what the expression can use by name, besides `names`.

    Raises:
        CallerError: the expression does not work, or gives something else.
    """
    time, step = moment(start), duration(interval)
    code = compile(_tree(expression), "<expression>", "eval")
    known = {**names(expression), **(more or {})}
    number = 0
    for _ in range(count):
        for packet in _evaluated(code, known):
            number += 1
            packet.time, packet.number = time, number
            yield packet
            time += step


def _tree(expression: str) -> ast.Expression:
    try:
        return ast.parse(expression.strip(), "<expression>", "eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        what = f"{error.msg} at column {error.offset}" if isinstance(error, SyntaxError) else str(error)
        raise CallerError(f"this is not a Python expression: {what}") from None


def _evaluated(code: Any, known: Mapping[str, Any]) -> Iterator[Packet]:
    try:
        yield from _packets(eval(code, dict(known)))
    except IbpktError:
        raise
    except NameError as error:
        name = error.name or ""
        raise CallerError(f"the expression uses {name!r}, which does not exist", name=name, known=known) from None
    except Exception as error:  # whatever an expression does
        text = " ".join(str(error).split())
        raise CallerError(f"the expression fails with {type(error).__name__}{text and f': {text}'}") from None


def _packets(result: Any) -> Iterator[Packet]:
    if isinstance(result, Packet):
        copy = Packet.built(result.data, result.link, result.roce_port)  # it may come more than once
        copy.wirelen, copy.comments = result.wirelen, result.comments
        yield copy
    elif isinstance(result, Draft):
        yield build(result)
    elif isinstance(result, ScapyPacket):
        for one in result:  # scapy's way to go through lists and ranges in fields
            yield _of_scapy(one)
    elif isinstance(result, Iterable) and not isinstance(result, str | bytes | bytearray | Mapping):
        for item in result:
            yield from _packets(item)
    else:
        raise CallerError(f"the expression gives {_a(result)}, and should give a packet or a list of packets")


def _a(result: Any) -> str:
    return "nothing" if result is None else f"an object of the type {type(result).__name__}"


def _of_scapy(packet: Any) -> Packet:
    """A packet of scapy's as one of ibpkt's; its link type is that of the first layer."""
    try:
        if isinstance(packet, IBLayer):
            link: int | str = link_of(packet.header)
        else:
            link = {Ether: "ethernet", IP: "raw", IPv6: "raw"}[type(packet)]
    except (CallerError, KeyError):
        raise CallerError(f"no link type begins with {type(packet).__name__}; put Ether, IP or LRH in front") from None
    return decode(bytes(packet), link)

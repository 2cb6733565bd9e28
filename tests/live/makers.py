"""The two ways to craft a frame, the builder and scapy's ``/``.  They take the same headers and leave the rest open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import ibpkt

MACS = {"src": "02:00:00:00:00:02", "dst": "02:00:00:00:00:01"}
ADDRESSES = {4: {"src": "192.168.77.2", "dst": "192.168.77.1"}, 6: {"src": "fd77::2", "dst": "fd77::1"}}
SOURCE_PORT = 0xC123


class Head(NamedTuple):
    """A header to be made: the name of its declaration, and the fields that are given."""

    name: str
    values: dict[str, Any]


def head(name: str, **values: Any) -> Head:
    return Head(name, values)


def by_builder(family: int, heads: Sequence[Head], payload: bytes, icrc: bytes | None) -> bytes:
    carrier = (
        ibpkt.draft("Ethernet", **MACS),
        ibpkt.draft(f"IPv{family}", **ADDRESSES[family]),
        ibpkt.draft("UDP", srcport=SOURCE_PORT),
    )
    return ibpkt.build(
        *carrier, *(ibpkt.draft(each.name, **each.values) for each in heads), payload=payload, icrc=icrc
    ).data


def by_scapy(family: int, heads: Sequence[Head], payload: bytes, icrc: bytes | None) -> bytes:
    from scapy.layers.inet import IP, UDP
    from scapy.layers.inet6 import IPv6
    from scapy.layers.l2 import Ether
    from scapy.packet import Raw, raw

    from ibpkt import scapy as layers

    layers.install()
    packet = Ether(**MACS) / {4: IP, 6: IPv6}[family](**ADDRESSES[family]) / UDP(sport=SOURCE_PORT)
    for each in heads:
        packet = packet / getattr(layers, each.name)(**each.values)
    if payload:
        packet = packet / Raw(payload)
    if icrc is not None:
        packet = packet / layers.ICRC(crc=int.from_bytes(icrc, "big"))
    return raw(packet)


MAKERS = {"builder": by_builder, "scapy": by_scapy}

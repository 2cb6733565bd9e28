"""The two ends of an exchange of connection management, and the headers that carry its messages."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence
from typing import Any

from ibpkt.craft.announce import computed_fields
from ibpkt.craft.carriers import carrier_named
from ibpkt.craft.drafts import Draft, draft, drafts_of
from ibpkt.errors import CallerError
from ibpkt.management.answers import way_back
from ibpkt.management.cm_connections import ConnectionEnd
from ibpkt.management.datagrams import check_number
from ibpkt.packet import Packet
from ibpkt.protocols import BTH, GSI, LRH, PERMISSIVE
from ibpkt.schema import IPV4, IPV6, Header
from ibpkt.traffic.end_addresses import sample

#: where both ends have what is not given
_PORTS = (50000, 7471)
_QPNS = (0x11, 0x12)


def routes(
    carrier: str | Sequence[Any], active: ConnectionEnd | None, passive: ConnectionEnd | None
) -> tuple[int | str | None, list[Draft], list[Draft]]:
    """The link type, and the headers in front of BTH on the way from the active end and to it."""
    link: int | str | None = None
    if isinstance(carrier, str):
        named = carrier_named(carrier)
        link = named.link
        there = _open(sample(named, 1, 2, (GSI, GSI), ours=True))
        back = _open(sample(named, 2, 1, (GSI, GSI), ours=False))
    elif isinstance(carrier, Sequence) and carrier:
        there = list(itertools.takewhile(lambda item: item.header is not BTH, drafts_of(carrier)))
        back = way_back(there)
    else:
        raise CallerError(f"expected the name of a carrier or its headers, not {carrier!r}", name="carrier")
    for end, forward, reverse in ((active, there, back), (passive, back, there)):
        if end is not None and end.address:
            _set_address(end.address, forward, reverse)
    return link, there, back


def _open(packet: Packet) -> list[Draft]:
    """The headers in front of BTH, with what the builder computes left open."""
    drafts = []
    for layer in packet.layers[: [layer.header for layer in packet.layers].index(BTH)]:
        computed = computed_fields(layer.header)
        drafts.append(Draft(layer.header, {name: raw for name, raw in layer.raw.items() if name not in computed}))
    return drafts


def _set_address(address: str, forward: Sequence[Draft], reverse: Sequence[Draft]) -> None:
    """Make an address, as the lines of packets show it, the source on one way and the destination on the other."""
    for drafts, which in ((forward, 1), (reverse, 2)):
        innermost = next((item for item in reversed(drafts) if item.header.address), None)
        if not isinstance(address, str):
            raise CallerError(f"an address is text, not {address!r}", name="address")
        if innermost is None or innermost.header.address is None:
            raise CallerError("the carrier has no addresses", name="address")
        header = innermost.header
        text = address.removeprefix(innermost.header.address[0])
        name = innermost.header.address[which]
        innermost.raw.update(draft(header, **{name: text}).raw)


def completed(end: ConnectionEnd | None, way: Sequence[Draft], place: int) -> ConnectionEnd:
    """An end with all that is left open filled in.

    Args:
        end: what was given.
        way: the headers of what it sends.
        place: 0 for the active end, 1 for the passive one.
    """
    given = end or ConnectionEnd("")
    address = _address(way, 1)
    ip = _ip(way) or f"10.0.0.{place + 1}"
    defaults: dict[str, Any] = {
        "address": address,
        "ip": ip,
        "port": _PORTS[place],
        "comm_id": place + 1,
        "ca_guid": 0x0200_0000_0000_0001 + place,
        "qpn": _QPNS[place],
        "psn": 0x1000 * (place + 1),
        "responder_resources": 1,
        "initiator_depth": 1,
        "q_key": 0x01234567,
        "private": b"",
    }
    open_fields = {name: value for name, value in defaults.items() if getattr(given, name) in (None, "")}
    return dataclasses.replace(given, **open_fields)


def _addressed(way: Sequence[Draft]) -> Draft | None:
    """The innermost header that has addresses."""
    return next((item for item in reversed(way) if item.header.address), None)


def _address(way: Sequence[Draft], which: int) -> str:
    item = _addressed(way)
    if item is None or item.header.address is None:
        return ""
    return item.header.address[0] + _text(item, which)


def _text(item: Draft, which: int) -> str:
    """The source (1) or destination (2) of a header as text."""
    assert item.header.address is not None
    leaf = item.header.leaf(item.header.address[which])
    return leaf.text(item.raw.get(leaf.name, leaf.default))  # type: ignore[attr-defined]  # it is a field


def _ip(way: Sequence[Draft]) -> str | None:
    """The IP address of the sender where an IP header carries BTH."""
    item = _addressed(way)
    if item is None or item.header.address is None or item.header.address[0]:
        return None  # LIDs and GIDs are written with what they are
    kind = item.header.leaf(item.header.address[1]).kind
    return _text(item, 1) if kind in (IPV4, IPV6) else None


def path_fields(name: str, way: Sequence[Draft], ends: tuple[ConnectionEnd, ConnectionEnd]) -> dict[str, Any]:
    """A path as a REQ or LAP describes it, by the addresses in the headers of the packets.

    Args:
        name: what the names of its fields begin with.
        way: the headers.
        ends: that end and the other one.
    """
    lids = next((item for item in way if item.header is LRH), None)
    item = _addressed(way)
    network = item if item is not None and item.header.role == "network" else None
    values: dict[str, Any] = {}
    for which, side, end in ((1, "local", ends[0]), (2, "remote", ends[1])):
        lid = PERMISSIVE if lids is None else int(_text(lids, which))
        if network is not None:
            text = _text(network, which)
            gid = IPV6.raw(text if ":" in text else f"::ffff:{text}")
        else:
            gid = _link_local(end)
        values |= {f"{name}_{side}lid": lid, f"{name}_{side}gid": gid}
    values[f"{name}_subnetlocal"] = int(network is None)
    if lids is not None:
        values[f"{name}_sl"] = lids.raw.get("sl", 0)
    header: Header | None = None if network is None else network.header
    if network is not None and header is not None and header.path is not None:
        parts = ((header.path.hop_limit, "hoplim"), (header.path.flow_label, "flowlabel"))
        values |= {f"{name}_{ours}": network.raw[theirs] for theirs, ours in parts if theirs in network.raw}
    return values


def _link_local(end: ConnectionEnd) -> bytes:
    """The GID of an end's port in its subnet: fe80::/64 and the GUID."""
    check_number("ca_guid", end.ca_guid, 64)
    return bytes.fromhex(f"fe80000000000000{end.ca_guid:016x}")

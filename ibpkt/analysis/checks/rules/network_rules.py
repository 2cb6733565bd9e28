"""Rules for link and network headers: virtual lanes, LIDs, multicast, versions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ibpkt.analysis.checks.rules.packet_rule import PacketRule, ShapeView, facts_of, texts
from ibpkt.analysis.results.finding import FindingType, FindingTypes
from ibpkt.arrays import Bools, Ints
from ibpkt.protocols import (
    BTH,
    DETH,
    FIRST_MULTICAST,
    GRH,
    LRH,
    MANAGEMENT_VL,
    MULTICAST_QP,
    PERMISSIVE,
    SMI,
    FlowControl,
    IPv4,
)
from ibpkt.protocols.graph import packet_headers
from ibpkt.schema import ROLES, Field, Leaf

_VL, _SLID, _DLID = (LRH.leaf(name) for name in ("vl", "slid", "dlid"))
_DESTQP, _SRCQP = BTH.leaf("destqp"), DETH.leaf("srcqp")

_PROTOCOL = FindingTypes("protocol")
VERSION = _PROTOCOL.error(
    "header-version",
    "{layer} {field} is {value}, should be {should}",
    "The sender is wrong, or these bytes are not such a header; the receiver drops the packet silently.",
    "IBA 1, 7.7.3, 8.3.1 and 9.2.4",
)
VL15_QP = _PROTOCOL.error(
    "vl15-qp",
    "VL15 carries a packet for QP {destqp:#08x}",
    "VL15 is for subnet management (QP0) only; the port drops everything else on it.",
    "IBA 1, 7.6.2 and 9.6.1",
)
QP0_VL = _PROTOCOL.error(
    "qp0-vl",
    "A packet for QP0 is on VL{vl}, should be on VL15",
    "The port drops subnet management packets on a data VL.",
    "IBA 1, 9.6.1 and 13.5.1",
)
VL15_GRH = _PROTOCOL.error(
    "vl15-grh",
    "A packet on VL15 has a GRH",
    "Subnet management packets never leave their subnet and have no GRH; the port drops it.",
    "IBA 1, 13.5.1",
)
NO_LID = _PROTOCOL.error(
    "lid-zero",
    "The {end} LID is 0, which is reserved",
    "The sender has no LID yet, or its address vector is wrong; no switch forwards the packet.",
    "IBA 1, 4.1.3",
)
PERMISSIVE_LID = _PROTOCOL.error(
    "permissive-lid",
    "The {end} LID is permissive (0xffff) on VL{vl}",
    "The permissive LID is for directed routes on VL15 only, before a port has a LID.",
    "IBA 1, 4.1.3",
)
MULTICAST_SOURCE = _PROTOCOL.error(
    "multicast-source",
    "The source address {source} is a multicast address",
    "A group cannot send; the sender filled in the wrong address.",
    "IBA 1, 4.1.1 and 7.7.9",
)
MULTICAST_QP_KIND = _PROTOCOL.error(
    "multicast-qp",
    "Multicast to {destination} names QP {destqp:#08x}, should be QP 0xffffff",
    "Members of the group drop the packet: multicast goes to QP 0xffffff.",
    "IBA 1, 10.5.2",
)
UNICAST_QP = _PROTOCOL.warning(
    "unicast-to-multicast-qp",
    "QP 0xffffff (multicast) at the unicast address {destination}",
    "The sender combined the QP number of a group with the address of a port.",
    "IBA 1, 10.5.2",
)
MULTICAST_GRH = _PROTOCOL.error(
    "multicast-without-grh",
    "Multicast to LID {dlid:#06x} has no GRH",
    "The GID in the GRH identifies the group; without it, receivers drop the packet.",
    "IBA 1, 8.4.1",
)
RAW_GRH = _PROTOCOL.note(
    "grh-next-header",
    "The next header of GRH is {next}, not the IBA transport: no BTH follows",
    "A raw IPv6 packet, or a GRH that was built wrongly.",
    "IBA 1, 8.3.5",
)
HOPS = _PROTOCOL.warning(
    "hop-limit-zero",
    "{layer} {field} is 0: the next router drops the packet",
    "The packet went through a routing loop, or its sender starts too low.",
    "RFC 791, RFC 8200; IBA 1, annex A17",
)
FRAGMENT = _PROTOCOL.warning(
    "fragment",
    "The {layer} packet is a fragment",
    "RoCE adapters do not reassemble fragments; the path MTU is larger than the MTU of the IP network.",
    "IBA 1, annex A17",
)
FLOW_OP = _PROTOCOL.warning(
    "flow-control-operand",
    "Flow control operand {op} is reserved",
    "Another revision of the link protocol, or noise; the port drops the packet.",
    "IBA 1, 7.9.4",
)
FLOW_VL = _PROTOCOL.warning(
    "flow-control-vl15",
    "Flow control for VL15, which has none",
    "The sending port is wrong: VL15 has no credits.",
    "IBA 1, 7.9.4",
)


def _version(leaf: Field) -> PacketRule:
    should = leaf.default
    return PacketRule(
        VERSION,
        (leaf.header,) if leaf.header.filter.startswith(LRH.group) else (leaf.header, BTH),  # IP carries much else
        lambda view: None if view.common(leaf).are_all(should) else view(leaf) != should,
        facts_of(layer=leaf.header.name, field=leaf.name, value=leaf, should=should),
    )


def _lid(kind: FindingType, leaf: Leaf, end: str, lid: int) -> PacketRule:
    def wrong(view: ShapeView) -> Bools | None:
        if not view.common(leaf).may_be(lid):
            return None
        matches: Bools = view(leaf) == lid
        if leaf is _DLID and lid == 0:
            return matches
        # subnet management works before ports have LIDs, and the simulators that it is tried with send 0
        return matches & (view(_VL) != MANAGEMENT_VL) if matches.any() else None

    return PacketRule(kind, (LRH,), wrong, facts_of(end=end, vl=_VL))


#: the first bits of an address of a group, by the width of addresses: how many, and what they are
_GROUP_PREFIX = {IPv4.leaf("dst").width: (4, 0xE), GRH.leaf("dgid").width: (8, 0xFF)}


def is_group(view: ShapeView, leaf: Leaf) -> Bools | None:
    """Which addresses are those of groups; None for none."""
    common = view.common(leaf)
    group: Bools
    if leaf.header is LRH:
        if common.first_bits(leaf.width, leaf.width).some < FIRST_MULTICAST:
            return None
        values = view(leaf)
        group = (values >= FIRST_MULTICAST) & (values != PERMISSIVE)
    else:
        bits, prefix = _GROUP_PREFIX[leaf.width]
        if not common.first_bits(bits, leaf.width).may_be(prefix):
            return None
        values = view(leaf)
        # addresses of IPv6 and GIDs are rows of bytes
        group = (values[:, 0] if values.ndim == 2 else values >> (leaf.width - bits)) == prefix
    return group if group.any() else None


def _ends(view: ShapeView) -> tuple[Leaf, Leaf] | None:
    """The leaves that say where a packet comes from and where it goes: of the header that carries BTH, else of LRH.

    LIDs may be those of a router where GIDs go further.
    """
    header = view.network or (LRH if LRH in view else None)
    if header is None or header.address is None:
        return None
    return header.leaf(header.address[1]), header.leaf(header.address[2])


def _source(view: ShapeView) -> Bools | None:
    ends = _ends(view)
    return None if ends is None else is_group(view, ends[0])


def _end(which: int) -> Callable[[ShapeView, Ints], list[str]]:
    """A fact that is the text of one of `_ends`."""

    def text(view: ShapeView, places: Ints) -> list[str]:
        ends = _ends(view)
        assert ends is not None  # it was found by them
        return view.text(ends[which], places)

    return text


def _to_group(view: ShapeView) -> Bools | None:
    ends = _ends(view)
    if ends is None:
        return None
    group = is_group(view, ends[1])
    if LRH not in view or ends[1] is _DLID:
        return group
    outer = is_group(view, _DLID)
    return group | outer if group is not None and outer is not None else outer if group is None else group


def _wrong_qp(view: ShapeView) -> Bools | None:
    group = _to_group(view)
    return group & (view(_DESTQP) != MULTICAST_QP) if group is not None else None


def _wrong_address(view: ShapeView) -> Bools | None:
    if not view.common(_DESTQP).may_be(MULTICAST_QP) or _ends(view) is None:
        return None
    wide: Bools = view(_DESTQP) == MULTICAST_QP
    if not wide.any():
        return None
    group = _to_group(view)
    return wide if group is None else wide & ~group


def _zero_hops(leaf: Leaf) -> PacketRule:
    return PacketRule(
        HOPS,
        (leaf.header, BTH),
        lambda view: None if view.common(leaf).every else view(leaf) == 0,
        facts_of(layer=leaf.header.name, field=leaf.name),
        excludes=(LRH,),  # packets that stay in their subnet need none
    )


def _fragment(header: Any) -> PacketRule:
    leaf = header.leaf(header.partial)

    def wrong(view: ShapeView) -> Bools | None:
        return view(leaf) != 0 if view.common(leaf).some else None

    return PacketRule(FRAGMENT, (header, BTH), wrong, facts_of(layer=header.name))


def _vl15_qp(view: ShapeView) -> Bools | None:
    direction: Bools = view(_VL) == MANAGEMENT_VL
    if not direction.any():
        return None
    other: Bools = view(_DESTQP) != SMI
    if DETH in view:
        other = other | (view(_SRCQP) != SMI)
    return direction & other


_destination = facts_of(destination=_end(1), destqp=_DESTQP)
RULES = (
    # the lower layers first
    *(
        _version(field)
        for role in ROLES
        for header in packet_headers()
        if header.role == role
        for field in header.fixed
    ),
    PacketRule(VL15_QP, (LRH, BTH), _vl15_qp, facts_of(destqp=_DESTQP)),
    PacketRule(
        QP0_VL, (LRH, BTH), lambda look: (look(_DESTQP) == SMI) & (look(_VL) != MANAGEMENT_VL), facts_of(vl=_VL)
    ),
    PacketRule(VL15_GRH, (LRH, GRH), lambda look: look(_VL) == MANAGEMENT_VL),
    _lid(NO_LID, _SLID, "source", 0),
    _lid(NO_LID, _DLID, "destination", 0),
    _lid(PERMISSIVE_LID, _SLID, "source", PERMISSIVE),
    _lid(PERMISSIVE_LID, _DLID, "destination", PERMISSIVE),
    PacketRule(MULTICAST_SOURCE, (BTH,), _source, facts_of(source=_end(0))),
    PacketRule(MULTICAST_SOURCE, (LRH, GRH), lambda look: is_group(look, _SLID), facts_of(source=texts(_SLID))),
    PacketRule(MULTICAST_QP_KIND, (BTH,), _wrong_qp, _destination),
    PacketRule(UNICAST_QP, (BTH,), _wrong_address, _destination),
    PacketRule(MULTICAST_GRH, (LRH, BTH), lambda look: is_group(look, _DLID), facts_of(dlid=_DLID), excludes=(GRH,)),
    PacketRule(
        RAW_GRH,
        (GRH,),
        lambda look: np.ones(len(look.shape), np.bool_),
        facts_of(next=texts(GRH.leaf("nxthdr"))),
        excludes=(BTH,),
    ),
    *(
        _zero_hops(header.leaf(header.path.hop_limit))
        for header in packet_headers()
        if header.path and header.path.hop_limit
    ),
    _fragment(IPv4),
    PacketRule(
        FLOW_OP, (FlowControl,), lambda look: look(FlowControl.leaf("op")) > 1, facts_of(op=FlowControl.leaf("op"))
    ),
    PacketRule(FLOW_VL, (FlowControl,), lambda look: look(FlowControl.leaf("vl")) == MANAGEMENT_VL),
)

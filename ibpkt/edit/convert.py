"""The step that exchanges what carries BTH: LRH for Ethernet and GRH, or for Ethernet, IP and UDP, and back.

BTH and what follows it stay.  Addresses go as `ibpkt.edit.address_map` says; traffic class, flow label and hop limit go
along, and the service level is the priority of a VLAN tag.  UDP's source port stands for the flow label as in Linux
(``rdma_flow_label_to_udp_sport``).
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibpkt.arrays import Array, Ints
from ibpkt.batch import Batch, Shape
from ibpkt.craft.carriers import source_port_of
from ibpkt.craft.seal import seal
from ibpkt.edit import address_map as addresses
from ibpkt.edit.buffer import Picked, put_together, slices, subset
from ibpkt.edit.changes import seal_as_before
from ibpkt.errors import CallerError
from ibpkt.packet import STATUSES, Status
from ibpkt.protocols import (
    BTH,
    ERF,
    ETHERNET,
    GRH,
    ICRC,
    INFINIBAND,
    LRH,
    SLL,
    SLL2,
    UDP,
    VCRC,
    VLAN,
    Chain,
    ERFEthernet,
    ERFExtension,
    Ethernet,
    IPv4,
    IPv6,
    Loopback,
)
from ibpkt.schema import Header, Leaf, number_of

#: what carries BTH, by the name of the target
TARGETS: dict[str, Chain] = {
    "native": (LRH, GRH),
    "rocev1": (GRH,),
    "rocev2": (IPv4, UDP),
    "rocev2-ipv4": (IPv4, UDP),
    "rocev2-ipv6": (IPv6, UDP),
}
#: what may stand before it, and what of that is left away
_LINK = {Ethernet, VLAN, SLL, SLL2, Loopback, ERF, ERFExtension, ERFEthernet}
#: what is there already and needs no conversion
_SAME: dict[str, tuple[Chain, ...]] = {
    "native": ((LRH,), (LRH, GRH)),
    "rocev1": ((GRH,),),
    "rocev2": ((IPv4, UDP), (IPv6, UDP)),
    "rocev2-ipv4": ((IPv4, UDP),),
    "rocev2-ipv6": ((IPv6, UDP),),
}
_SOURCES = {chain for chains in _SAME.values() for chain in chains}

_LINKS = {target: INFINIBAND if LRH in chain else ETHERNET for target, chain in TARGETS.items()}

#: the hop limit of what has none
HOPS = 64
MANAGEMENT_LANE = 15

LEFT_OUT = "nothing that could be converted; left out, for the others have another link type now"
NOT_CONVERTED = "nothing that could be converted (no InfiniBand, in a tunnel, or a fragment); left as it was"
TOO_LONG = "of a length that the target's headers cannot say; left as it was"
_BAD, _ZERO, _CUT, _ABSENT = (STATUSES.index(status) for status in (Status.BAD, Status.ZERO, Status.CUT, Status.ABSENT))


class _Path(NamedTuple):
    """What the headers before BTH say, shape (n,) or (n, size), in the words of all networks."""

    slid: Array
    dlid: Array
    sgid: NDArray[np.uint8]
    dgid: NDArray[np.uint8]
    tclass: Array
    flow: Array
    hops: Array
    sl: Array
    source_port: Array


def code(leaf: Leaf, name: str) -> int:
    """The value of an enumerated field that has a name."""
    return number_of(leaf.enum, name)


class Convert:
    """Let every InfiniBand packet be carried in another way.

    Args:
        target: ``native`` (link type 247), or ``rocev1``, ``rocev2``, ``rocev2-ipv4``, ``rocev2-ipv6`` (Ethernet).
            ``rocev2`` leaves RoCEv2 over IPv6 as it is, and takes IPv4 for what is none.
        crc: as of `ibpkt.edit.Changes`; an ICRC that was wrong is wrong by the same bits, unless it is ``fix`` or
            ``all``.

    Raises:
        CallerError: no such target.
    """

    def __init__(self, target: str, *, crc: str = "good") -> None:
        if target not in TARGETS:
            raise CallerError(f"packets cannot be converted to {target!r}", name=target, known=TARGETS)
        self.target = target
        self.repair = crc in ("fix", "all")
        self.left: Counter[str] = Counter()
        self.done = False

    def apply(self, batch: Batch) -> Batch:
        """The packets, converted, and those that stay as they are."""
        whole = _Conversion(batch, self.target)
        for shape in batch.shapes:
            whole.add(shape)
        stay = ~whole.converted & ~whole.fitting
        out = stay & (batch.frames.link != whole.link)
        for sentence, rows in ((LEFT_OUT, out), (NOT_CONVERTED, ~out & whole.foreign), (TOO_LONG, ~out & whole.long)):
            if rows.any():
                self.left[sentence] += int(rows.sum())
        changed = whole.converted | whole.relinked
        return subset(whole.result(self.repair) if changed.any() else batch, ~out)


class _Conversion:
    """One batch on its way.

    Attributes:
        converted: which packets have other headers now, shape (n,).
        fitting: which have the headers that they shall have already, shape (n,).
        foreign: which have nothing to convert, shape (n,).
        long: which are too long, or not a whole number of words, shape (n,).
        relinked: which have other link headers alone, shape (n,).
    """

    def __init__(self, batch: Batch, target: str) -> None:
        self.batch = batch
        self.target = target
        self.headers = TARGETS[target]
        count = len(batch)
        self.converted, self.fitting, self.foreign, self.long = (np.zeros(count, np.bool_) for _ in range(4))
        self.link = _LINKS[target]
        frames = batch.frames
        self.packets: list[bytes | memoryview] = [*slices(frames, frames.start, frames.start + frames.captured)]
        self.relinked = np.zeros(count, np.bool_)
        self.wire = batch.frames.wirelen.copy()
        self.wrong = np.zeros(count, np.uint32)
        self.blank = np.zeros(count, np.bool_)
        self.work: list[tuple[Ints, Ints, _Path, Ints, Array]] = []  # rows, size of link headers, path, length, QP

    def add(self, shape: Shape) -> None:
        """Convert the packets of a shape."""
        rows = shape.rows
        carrier = _carrier(shape)
        if carrier is None:
            self.foreign[rows] = True
            return
        begin, chain = carrier
        if chain in _SAME[self.target]:
            self._relink(shape, begin)
            return
        bth = shape.headers.index(BTH)
        closing = shape.closing[ICRC]
        at = shape.position(bth)
        length = closing.at + ICRC.size - at
        whole = (closing.status != _ABSENT) & (length >= BTH.size + ICRC.size)
        units = 4 if self.target == "native" else 1
        most = (1 << 11) * 4 - 1 if self.target == "native" else 0xFFFF
        fits = whole & (length % units == 0) & (sum(header.size for header in self.headers) + length <= most)
        self.foreign[rows[~whole]] = True
        self.long[rows[whole & ~fits]] = True
        if not fits.any():
            return
        chosen = np.flatnonzero(fits)
        path = _chosen(_path(shape, begin, chain), chosen)
        links = self._links(shape, chosen, begin, path, self.headers)
        self._remember(shape, rows[chosen], chosen)
        sizes = np.fromiter(map(len, links), np.int64, len(links))
        frames = shape.frames
        here = closing.status[chosen] != _CUT
        captured = frames.start[rows] + frames.captured[rows]
        ends = np.minimum(closing.at + np.where(closing.status != _CUT, ICRC.size, 0), captured)[chosen]
        bodies = slices(frames, at[chosen], ends)
        template = self._template()
        behind = [bytes(VCRC.size if self.target == "native" and there else 0) for there in here.tolist()]
        for row, link, body, end in zip(rows[chosen].tolist(), links, bodies, behind, strict=True):
            self.packets[row] = b"".join((link, template, body, end))
        extra = VCRC.size if self.target == "native" else 0
        self.wire[rows[chosen]] = sizes + len(template) + length[chosen] + extra
        self.converted[rows[chosen]] = True
        qp = shape.column(bth, BTH.leaf("destqp")).values[chosen]
        self.work.append((rows[chosen], sizes, path, length[chosen], qp))

    def _relink(self, shape: Shape, begin: int) -> None:
        """Packets whose network headers are right: they need the target's link headers at most."""
        frames, rows = shape.frames, shape.rows
        self.fitting[rows] = True
        chosen = np.flatnonzero(frames.link[rows] != self.link)
        if not len(chosen):
            return
        chain = shape.headers[begin : shape.headers.index(BTH)]
        links = self._links(shape, chosen, begin, _chosen(_path(shape, begin, chain), chosen), chain)
        rows = rows[chosen]
        at = shape.position(begin)[chosen]
        start, wire = frames.start[rows], frames.wirelen[rows]
        kept = slices(frames, at, start + np.minimum(frames.captured[rows], wire))
        for row, link, body in zip(rows.tolist(), links, kept, strict=True):
            self.packets[row] = b"".join((link, body))
        self.wire[rows] = wire - (at - start) + np.fromiter(map(len, links), np.int64, len(links))
        self.relinked[rows] = True

    def _remember(self, shape: Shape, rows: Ints, chosen: Ints) -> None:
        """Note how wrong the ICRCs are."""
        checks = shape.checks(ICRC)
        assert checks is not None
        status = checks.status[chosen]
        self.blank[rows] = status == _ZERO
        self.wrong[rows] = np.where(status == _BAD, checks.stored[chosen] ^ checks.computed[chosen], 0)

    def _template(self) -> bytes:
        """The network headers, with what is the same in all packets."""
        values: dict[Header, dict[str, int]] = {
            LRH: {"lnh": code(LRH.leaf("lnh"), "IBA global")},
            IPv4: {"flags": 2, "proto": code(IPv4.leaf("proto"), "UDP")},
            IPv6: {"nxt": code(IPv6.leaf("nxt"), "UDP")},
            UDP: {"dstport": self.batch.frames.roce_port},
        }
        return b"".join(header.write(values.get(header, {})) for header in self.headers)

    def _links(self, shape: Shape, chosen: Ints, begin: int, path: _Path, headers: Chain) -> list[bytes]:
        """What comes before the network headers: MACs, VLAN tags and the type; a tag is added for a service level."""
        if self.target == "native":
            return [b""] * len(chosen)
        name = "RoCE" if headers[0] is GRH else headers[0].name
        kind = code(Ethernet.leaf("type"), name).to_bytes(2, "big")
        before = shape.headers[:begin]
        if Ethernet in before:
            first = before.index(Ethernet)
            at = shape.position(first)[chosen]
            size = sum(header.size for header in before[first:]) - 2
            return [bytes(row) + kind for row in shape.frames.block(at, size)]
        macs = np.concatenate((addresses.mac_of_lid(path.dlid), addresses.mac_of_lid(path.slid)), axis=1)
        tag = code(Ethernet.leaf("type"), "802.1Q VLAN").to_bytes(2, "big")
        return [
            bytes(row) + (tag + VLAN.write({"priority": level & 7})[:2] if level else b"") + kind
            for row, level in zip(macs, path.sl.tolist(), strict=True)
        ]

    def result(self, repair: bool) -> Batch:
        """The batch with what was converted."""
        frames = put_together(self.batch, self.packets)
        frames.wirelen = self.wire
        changed = self.converted | self.relinked
        frames.link[changed] = self.link
        frames.erf_headers[changed] = 0
        for rows, sizes, path, length, qp in self.work:
            at = frames.start[rows] + sizes
            for header in reversed(self.headers):
                length = length + header.size
            for header in self.headers:
                _write(frames, header, at, path, length, qp)
                at = at + header.size
                length = length - header.size
        batch = Batch(frames)
        seal(batch, crcs=False, rows=self.converted)
        wrong = np.zeros_like(self.wrong) if repair else self.wrong
        blank = np.zeros_like(self.blank) if repair else self.blank
        seal_as_before(batch, self.converted, wrong, blank)
        return batch


def _carrier(shape: Shape) -> tuple[int, Chain] | None:
    """Where the network headers of a shape begin and which they are; None where it cannot be converted."""
    if BTH not in shape.headers:
        return None
    bth = shape.headers.index(BTH)
    begin = next((index for index in range(bth) if shape.headers[index] not in _LINK), bth)
    chain = shape.headers[begin:bth]
    if chain not in _SOURCES or shape.headers[:begin].count(Ethernet) > 1:
        return None
    if shape.closing.get(ICRC) is None or shape.checks(ICRC) is None:
        return None
    return begin, chain


def _chosen(path: _Path, rows: Ints) -> _Path:
    return _Path(*(column[rows] for column in path))


def _path(shape: Shape, begin: int, chain: Chain) -> _Path:
    """What the headers of a shape say."""
    count = len(shape)

    def column(header: Header, name: str) -> Array:
        return shape.column(begin + chain.index(header), header.leaf(name)).values

    def link(header: Header, name: str) -> Array:
        return shape.column(shape.headers.index(header), header.leaf(name)).values

    nothing = np.zeros(count, np.uint32)
    tclass: Array = nothing
    flow: Array = nothing
    sl: Array = nothing
    slid: Array
    dlid: Array
    hops: Array = np.full(count, HOPS, np.uint32)
    source_port: Array | None = None
    if GRH in chain:
        sgid, dgid = column(GRH, "sgid"), column(GRH, "dgid")
        tclass, flow, hops = (column(GRH, name) for name in ("tclass", "flowlabel", "hoplmt"))
    elif IPv6 in chain:
        sgid, dgid = column(IPv6, "src"), column(IPv6, "dst")
        tclass, flow, hops = (column(IPv6, name) for name in ("tclass", "flow", "hlim"))
    elif IPv4 in chain:
        sgid, dgid = (addresses.gid_of_ipv4(column(IPv4, name)) for name in ("src", "dst"))
        tclass, hops = column(IPv4, "dsfield"), column(IPv4, "ttl")
        flow = column(UDP, "srcport").astype(np.uint32) & 0x3FFF
    else:
        sgid, dgid = (addresses.gid_of_lid(column(LRH, name).astype(np.uint32)) for name in ("slid", "dlid"))
    if UDP in chain:
        source_port = column(UDP, "srcport")
    if LRH in chain:
        slid, dlid = (column(LRH, name).astype(np.uint32) for name in ("slid", "dlid"))
        sl = column(LRH, "sl")
    else:
        if Ethernet in shape.headers[:begin]:
            slid, dlid = (addresses.lid_of_mac(link(Ethernet, name)) for name in ("src", "dst"))
        else:
            slid, dlid = addresses.lid_of_gid(sgid), addresses.lid_of_gid(dgid)
        if VLAN in shape.headers[:begin]:
            sl = link(VLAN, "priority")
    if source_port is None:
        flow = flow.astype(np.uint32)
        source_port = source_port_of(flow)
    return _Path(slid, dlid, sgid, dgid, tclass, flow, hops, sl, source_port)


def _write(frames: Picked, header: Header, at: Ints, path: _Path, length: Ints, qp: Array) -> None:
    """Fill in one of the headers; ``length`` counts from its first byte to the end of the ICRC."""
    numbers: dict[str, Array] = {}
    blocks: dict[str, NDArray[np.uint8]] = {}
    if header.extent is not None:
        numbers[header.extent.field] = (length - header.extent.add) // header.extent.scale
    if header is LRH:
        lane = np.where(qp == 0, MANAGEMENT_LANE, 0)
        numbers |= {"slid": path.slid, "dlid": path.dlid, "sl": path.sl, "vl": lane}
    elif header is GRH:
        numbers |= {"tclass": path.tclass, "flowlabel": path.flow, "hoplmt": path.hops}
        blocks |= {"sgid": path.sgid, "dgid": path.dgid}
    elif header is IPv6:
        numbers |= {"tclass": path.tclass, "flow": path.flow, "hlim": path.hops}
        blocks |= {"src": path.sgid, "dst": path.dgid}
    elif header is IPv4:
        numbers |= {"dsfield": path.tclass, "ttl": path.hops}
        for name, gid, lid in (("src", path.sgid, path.slid), ("dst", path.dgid, path.dlid)):
            address, known = addresses.ipv4_of_gid(gid)
            numbers[name] = np.where(known, address, addresses.ipv4_of_lid(lid))
    elif header is UDP:
        numbers["srcport"] = path.source_port
    for name, values in numbers.items():
        leaf = header.leaf(name)
        frames.write(at, leaf.bit, leaf.width, values)
    for name, block in blocks.items():
        frames.write_block(at + header.leaf(name).bit // 8, block)

"""The step that exchanges what carries BTH: LRH for Ethernet and GRH, or for Ethernet, IP and UDP, and back.

BTH and what follows it stay.  Addresses are mapped as `ibpkt.edit.address_map` says; traffic class, flow label and hop
limit are kept, and the service level is the priority of a VLAN tag.  UDP's source port stands for the flow label as in
Linux (``rdma_flow_label_to_udp_sport``).
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibpkt.arguments import checked
from ibpkt.arrays import Array, Ints
from ibpkt.batch import Batch, Frames, Shape
from ibpkt.batch.known_mistakes import mistaken_flush_icrc, rxe_flush_icrc
from ibpkt.craft.builder import build
from ibpkt.craft.carriers import CARRIERS, source_port_of
from ibpkt.craft.drafts import draft
from ibpkt.craft.seal import seal
from ibpkt.edit import address_map as addresses
from ibpkt.edit.buffer import note, put_together, slices, subset
from ibpkt.edit.changes import seal_as_before
from ibpkt.edit.wrap import TAG_TYPE
from ibpkt.errors import CallerError
from ibpkt.packet import STATUSES, Status
from ibpkt.protocols import BTH, ICRC, INFINIBAND, LRH, MANAGEMENT_VL, SMI, UDP, VCRC, VLAN, Chain, Ethernet, link_type
from ibpkt.schema import IPV4, Header

#: the carriers of each target: the first is what packets are converted to, the others may stay
TARGETS: dict[str, tuple[str, ...]] = {
    "native": ("native-global", "native"),
    "rocev1": ("rocev1",),
    "rocev2": ("rocev2", "rocev2-ipv6"),
    "rocev2-ipv4": ("rocev2",),
    "rocev2-ipv6": ("rocev2-ipv6",),
}

#: the hop limit of what has none
HOPS = 64
#: the bits of UDP's source port that stand for a flow label
_ENTROPY = 0x3FFF

LEFT_OUT = "nothing that could be converted; left out, for the others have another link type now"
NOT_CONVERTED = "nothing that could be converted (no InfiniBand, in a tunnel, or a fragment); left as they were"
TOO_LONG = "of a length that the target's headers cannot express; left as they were"
_BAD, _ZERO, _CUT, _ABSENT = (STATUSES.index(status) for status in (Status.BAD, Status.ZERO, Status.CUT, Status.ABSENT))


class _Path(NamedTuple):
    """What the headers before BTH say, shape (n,) or (n, size), in terms that all networks share."""

    slid: Array
    dlid: Array
    sgid: NDArray[np.uint8]
    dgid: NDArray[np.uint8]
    tclass: Array
    flow: Array
    hops: Array
    sl: Array
    source_port: Array


class Convert:
    """Carry every InfiniBand packet in another way.

    Args:
        target: ``native`` (link type 247), or ``rocev1``, ``rocev2``, ``rocev2-ipv4``, ``rocev2-ipv6`` (Ethernet).
            ``rocev2`` leaves RoCEv2 over IPv6 as it is, and makes everything else RoCEv2 over IPv4.
        crc: as of `ibpkt.edit.Changes`; an ICRC that was wrong is wrong by the same bits (that of a FLUSH from Linux's
            rxe by the same mistake), unless it is ``fix`` or ``all``.

    Raises:
        CallerError: no such target.
    """

    @checked
    def __init__(self, target: str, *, crc: str = "good") -> None:
        if target not in TARGETS:
            raise CallerError(f"packets cannot be converted to {target!r}", name=target, known=TARGETS)
        self.target = target
        self.repair: bool = crc in ("fix", "all")
        self.left: Counter[str] = Counter()
        self.done = False

    @checked
    def apply(self, batch: Batch) -> Batch:
        """The packets, converted, and those that stay as they are."""
        conversion = _Conversion(batch, self.target)
        for shape in batch.shapes:
            conversion.add(shape)
        out = ~conversion.converted & ~conversion.fitting & (batch.frames.link != conversion.link)
        note(self.left, LEFT_OUT, out)
        note(self.left, NOT_CONVERTED, ~out & conversion.foreign)
        note(self.left, TOO_LONG, ~out & conversion.long)
        changed = conversion.converted | conversion.relinked
        return subset(conversion.result(self.repair) if changed.any() else batch, ~out)


class _Conversion:
    """The conversion of one batch.

    Attributes:
        converted: which packets have other headers now, shape (n,).
        fitting: which already have the headers of the target, shape (n,).
        foreign: which have nothing to convert, shape (n,).
        long: which are too long, or not a whole number of words, shape (n,).
        relinked: which have only other link headers, shape (n,).
    """

    def __init__(self, batch: Batch, target: str) -> None:
        self.batch = batch
        self.same = [_network(name) for name in TARGETS[target]]
        self.sources = {_network(name) for names in TARGETS.values() for name in names}
        self.headers = self.same[0]
        count = len(batch)
        self.converted, self.fitting, self.foreign, self.long = (np.zeros(count, np.bool_) for _ in range(4))
        self.link = link_type(CARRIERS[TARGETS[target][0]].link)
        self.vcrc = VCRC.size if self.link == INFINIBAND else 0
        frames = batch.frames
        self.packets: list[bytes | memoryview] = [*slices(frames, frames.start, frames.start + frames.captured)]
        self.relinked = np.zeros(count, np.bool_)
        self.wire = batch.frames.wirelen.copy()
        self.wrong = np.zeros(count, np.uint32)
        self.blank = np.zeros(count, np.bool_)
        self.as_rxe = rxe_flush_icrc(batch)
        self.work: list[tuple[Ints, Ints, _Path, Ints, Array]] = []  # rows, size of link headers, path, length, QP

    def add(self, shape: Shape) -> None:
        """Convert the packets of a shape."""
        rows = shape.rows
        begin = _carried_from(shape)
        chain = () if begin is None else shape.headers[begin : shape.headers.index(BTH)]
        if begin is None or chain not in self.sources:
            self.foreign[rows] = True
            return
        if chain in self.same:
            self._relink(shape, begin)
            return
        bth = shape.headers.index(BTH)
        closing = shape.closing[ICRC]
        at = shape.position(bth)
        length = closing.at + ICRC.size - at
        whole = (closing.status != _ABSENT) & (length >= BTH.size + ICRC.size)
        fits = whole & _fits(self.headers, length)
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
        captured = frames.start[rows] + frames.captured[rows]
        ends = np.minimum(closing.at + np.where(closing.status != _CUT, ICRC.size, 0), captured)[chosen]
        bodies = slices(frames, at[chosen], ends)
        _, template = _template(self.headers, frames.roce_port)
        vcrcs = [bytes(self.vcrc if complete else 0) for complete in (closing.status[chosen] != _CUT).tolist()]
        for row, link, body, vcrc in zip(rows[chosen].tolist(), links, bodies, vcrcs, strict=True):
            self.packets[row] = b"".join((link, template, body, vcrc))
        self.wire[rows[chosen]] = sizes + len(template) + length[chosen] + self.vcrc
        self.converted[rows[chosen]] = True
        qp = shape.column(bth, BTH.leaf("destqp")).values[chosen]
        self.work.append((rows[chosen], sizes, path, length[chosen], qp))

    def _relink(self, shape: Shape, begin: int) -> None:
        """Packets whose network headers are right: at most they need other link headers."""
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

    def _links(self, shape: Shape, chosen: Ints, begin: int, path: _Path, headers: Chain) -> list[bytes]:
        """What comes before the network headers: MACs, VLAN tags and the type; a tag is added for a service level."""
        if self.link == INFINIBAND:
            return [b""] * len(chosen)
        kind, _ = _template(headers, shape.frames.roce_port)
        before = shape.headers[:begin]
        if Ethernet in before:
            first = before.index(Ethernet)
            at = shape.position(first)[chosen]
            size = sum(header.size for header in before[first:]) - 2
            return [bytes(row) + kind for row in shape.frames.block(at, size)]
        macs = np.concatenate((addresses.mac_of_lid(path.dlid), addresses.mac_of_lid(path.slid)), axis=1)
        return [
            bytes(row) + (TAG_TYPE + VLAN.write({"priority": level & 7})[:2] if level else b"") + kind
            for row, level in zip(macs, path.sl.tolist(), strict=True)
        ]

    def result(self, repair: bool) -> Batch:
        """The batch, converted."""
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
        if not repair:
            self._mistake_again(batch, wrong)
        seal_as_before(batch, self.converted, wrong, blank)
        return batch

    def _mistake_again(self, batch: Batch, wrong: NDArray[np.uint32]) -> None:
        """A known mistake depends on the addresses: what made it makes it with these, too, with other wrong bits."""
        for shape in batch.shapes:
            here = np.flatnonzero((self.as_rxe & self.converted)[shape.rows])
            checks = shape.checks(ICRC) if len(here) else None
            if checks is not None:
                wrong[shape.rows[here]] = mistaken_flush_icrc(shape, here) ^ checks.computed[here]


def _network(carrier: str) -> Chain:
    """The headers of a carrier without its link headers: from the first at which an ICRC can start."""
    headers = CARRIERS[carrier].chain
    return headers[next(index for index, header in enumerate(headers) if header.icrc) :]


def _template(headers: Chain, roce_port: int) -> tuple[bytes, bytes]:
    """The EtherType that announces network headers, and these, with what is the same in all packets."""
    drafts = [draft(header, **({"df": 1} if "df" in header.by_name else {})) for header in headers]
    data = build(Ethernet, *drafts, BTH, roce_port=roce_port, strict=False).data
    size = sum(header.size for header in headers)
    return data[Ethernet.size - 2 : Ethernet.size], data[Ethernet.size : Ethernet.size + size]


def _fits(headers: Chain, length: Ints) -> NDArray[np.bool_]:
    """Whether the length fields of headers can say these lengths, which count from BTH to the end of the ICRC."""
    fits = np.ones(len(length), np.bool_)
    for header in reversed(headers):
        length = length + header.size
        if header.extent is not None:
            count, rest = np.divmod(length - header.extent.add, header.extent.scale)
            fits &= (rest == 0) & (count < 1 << header.leaf(header.extent.field).width)
    return fits


def _carried_from(shape: Shape) -> int | None:
    """Where the network headers of a shape begin; None where it cannot be converted."""
    if BTH not in shape.headers:
        return None
    begin = next((index for index, header in enumerate(shape.headers) if header.icrc), None)
    if begin is None or any(header.role not in ("capture", "link") for header in shape.headers[:begin]):
        return None
    if shape.closing.get(ICRC) is None or shape.checks(ICRC) is None:
        return None
    return begin


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
    source_port: Array | None = column(UDP, "srcport") if UDP in chain else None
    network = next((header for header in chain if header.path is not None), None)
    if network is not None and network.path is not None and network.address is not None:
        ends = [column(network, name) for name in network.address[1:]]
        numbers = network.leaf(network.address[1]).kind is IPV4
        sgid, dgid = map(addresses.gid_of_ipv4, ends) if numbers else ends
        tclass, hops = column(network, network.path.traffic_class), column(network, network.path.hop_limit)
        if network.path.flow_label:
            flow = column(network, network.path.flow_label)
        elif source_port is not None:
            flow = source_port.astype(np.uint32) & _ENTROPY
    else:
        sgid, dgid = (addresses.gid_of_lid(column(LRH, name).astype(np.uint32)) for name in ("slid", "dlid"))
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


def _write(frames: Frames, header: Header, at: Ints, path: _Path, length: Ints, qp: Array) -> None:
    """Fill in one of the headers; ``length`` counts from its first byte to the end of the ICRC."""
    numbers: dict[str, Array] = {}
    blocks: dict[str, NDArray[np.uint8]] = {}
    if header.extent is not None:
        numbers[header.extent.field] = (length - header.extent.add) // header.extent.scale
    if header is LRH:
        lane = np.where(qp == SMI, MANAGEMENT_VL, 0)
        numbers |= {"slid": path.slid, "dlid": path.dlid, "sl": path.sl, "vl": lane}
    elif header is UDP:
        numbers["srcport"] = path.source_port
    elif header.path is not None and header.address is not None:
        columns = zip(header.path, (path.tclass, path.flow, path.hops), strict=True)
        numbers |= {name: column for name, column in columns if name}
        for name, gid, lid in zip(header.address[1:], (path.sgid, path.dgid), (path.slid, path.dlid), strict=True):
            if header.leaf(name).kind is IPV4:
                address, known = addresses.ipv4_of_gid(gid)
                numbers[name] = np.where(known, address, addresses.ipv4_of_lid(lid))
            else:
                blocks[name] = gid
    for name, values in numbers.items():
        leaf = header.leaf(name)
        frames.write(at, leaf.bit, leaf.width, values)
    for name, block in blocks.items():
        frames.write_block(at + header.leaf(name).bit // 8, block)

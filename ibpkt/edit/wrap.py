"""The steps that put something around packets: a VLAN tag, or what a switch adds that mirrors them."""

from __future__ import annotations

import ipaddress
from collections import Counter
from typing import Any

import numpy as np

from ibpkt.arguments import checked
from ibpkt.batch import Batch
from ibpkt.craft.builder import build
from ibpkt.craft.carriers import CARRIERS
from ibpkt.craft.drafts import draft, raw_values
from ibpkt.craft.seal import seal
from ibpkt.craft.tunnels import tunnel_draft
from ibpkt.edit.buffer import note, put_together, slices
from ibpkt.errors import CallerError
from ibpkt.protocols import ETHERNET, ETHERTYPES, VLAN, Chain, Ethernet, IPv4
from ibpkt.schema import number_of

#: the EtherType of a VLAN tag
TAG_TYPE = number_of(ETHERTYPES, "802.1Q VLAN").to_bytes(2, "big")
NOT_ETHERNET = "of another link type than Ethernet; nothing added"
TOO_LONG = "too long for another header; left as they were"


class AddVLAN:
    """Put an 802.1Q tag after the MAC addresses of every Ethernet frame, outside the tags that it has.

    Args:
        tag: the VLAN, from 0 to 4095.
        priority: from 0 to 7.

    Raises:
        CallerError: a number that does not fit.
    """

    @checked
    def __init__(self, tag: int, priority: int = 0) -> None:
        values = raw_values(VLAN, {"id": tag, "priority": priority})
        self._bytes = TAG_TYPE + VLAN.write(values)[:2]
        self.left: Counter[str] = Counter()
        self.done = False

    @checked
    def apply(self, batch: Batch) -> Batch:
        """The frames, tagged."""
        frames = batch.frames
        macs = Ethernet.leaf("type").bit // 8
        fits = (frames.link == ETHERNET) & (frames.captured >= macs)
        note(self.left, NOT_ETHERNET, ~fits)
        ends = frames.start + frames.captured
        middle = frames.start + np.where(fits, macs, 0)
        fronts, backs = slices(frames, frames.start, middle), slices(frames, middle, ends)
        packets = [
            b"".join((front, self._bytes, back)) if fit else back
            for front, back, fit in zip(fronts, backs, fits.tolist(), strict=True)
        ]
        result = put_together(batch, packets)
        result.wirelen[fits] += len(self._bytes)
        return Batch(result)


def _tunnel(headers: Chain) -> Chain:
    """The headers of a carrier between the outer Ethernet and IPv4 and the Ethernet inside; none without a tunnel."""
    if headers[:2] != (Ethernet, IPv4) or Ethernet not in headers[2:]:
        return ()
    return headers[2 : headers.index(Ethernet, 2)]


#: what switches put around a frame, outermost first, after Ethernet and IPv4
MIRRORS = {name: chain for name, carrier in CARRIERS.items() if (chain := _tunnel(carrier.chain))}


class Mirror:
    """Put around every Ethernet frame what a switch adds that mirrors it to an analyser.

    Args:
        kind: ``vxlan``, ``gre``, ``erspan2`` or ``erspan3``.
        source: the switch's IPv4 address.
        destination: the analyser's.
        session: the VNI, or the number of the ERSPAN session; GRE has none.

    Raises:
        CallerError: no such kind, or a value that does not fit.
    """

    @checked
    def __init__(
        self, kind: str, source: str = "192.0.2.1", destination: str = "192.0.2.2", session: int | None = None
    ) -> None:
        if kind not in MIRRORS:
            raise CallerError(f"there is no mirror {kind!r}", name=kind, known=MIRRORS)
        if session is not None and not any(header.session for header in MIRRORS[kind]):
            raise CallerError(f"{kind.upper()} has no session")
        drafts = [
            draft(Ethernet, src=_mac(source), dst=_mac(destination)),
            draft(IPv4, src=source, dst=destination, flags=2),
        ]
        drafts += [tunnel_draft(header, 1 if session is None else session) for header in MIRRORS[kind]]
        packet = build(*drafts, draft(Ethernet))
        self._front = bytes(packet)[: -Ethernet.size]
        self._headers = [outer.header for outer in drafts]
        self._sequence = 0
        self.left: Counter[str] = Counter()
        self.done = False

    @checked
    def apply(self, batch: Batch) -> Batch:
        """The frames, mirrored."""
        frames = batch.frames
        ethernet = frames.link == ETHERNET
        length = frames.wirelen + len(self._front) - Ethernet.size
        fits = ethernet & (length < 1 << IPv4.leaf("len").width)
        note(self.left, NOT_ETHERNET, ~ethernet)
        note(self.left, TOO_LONG, ethernet & ~fits)
        bodies = slices(frames, frames.start, frames.start + frames.captured)
        front = self._front
        packets = [front + bytes(body) if fit else body for body, fit in zip(bodies, fits.tolist(), strict=True)]
        result = put_together(batch, packets)
        result.wirelen[fits] += len(front)
        at, rest = result.start[fits], result.wirelen[fits]
        for header in self._headers:
            if header.extent is not None:
                leaf = header.leaf(header.extent.field)
                result.write(at, leaf.bit, leaf.width, rest - header.extent.add)
            if header.sequence:
                leaf = header.leaf(header.sequence)
                numbers = np.arange(self._sequence, self._sequence + len(at)) & ((1 << leaf.width) - 1)
                result.write(at, leaf.bit, leaf.width, numbers)
                self._sequence += len(at)
            at, rest = at + header.size, rest - header.size
        around = Batch(result)
        _seal_outer(around, fits)
        return around


def _seal_outer(batch: Batch, rows: Any) -> None:
    """The checksum of the outer IPv4 header; those inside stay as they are."""
    frames = batch.frames
    fronts = frames.start[rows] + Ethernet.size
    outer = put_together(batch, slices(frames, frames.start, frames.start + Ethernet.size + IPv4.size))
    seal(Batch(outer), crcs=False, rows=rows)
    frames.write_block(fronts, outer.block(outer.start[rows] + Ethernet.size, IPv4.size))


def _mac(address: str) -> bytes:
    """A locally administered MAC address that ends like an IPv4 address."""
    try:
        return bytes((2, 0)) + ipaddress.IPv4Address(address).packed
    except ValueError as error:
        raise CallerError(f"the outer addresses are IPv4: {error}", name=address) from None

"""Dissection: the walk over the protocol graph that finds the layers of one packet.

It is lax: it returns the layers that it could read, the bytes that it could not, and why it stopped.  No input makes it
raise.  `ibpkt.batch.walk` walks the same graph over many packets at once; a test holds the two equal on every capture.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ibpkt.arguments import checked
from ibpkt.errors import CallerError
from ibpkt.packet.crc import Status
from ibpkt.packet.layers import Bounds, Disagreement, Layer, Stop
from ibpkt.protocols import (
    BTH,
    ERF,
    ERF_ETHERNET,
    ERF_LINK,
    ICRC,
    LPCRC,
    LRH,
    MAX_DEPTH,
    VCRC,
    Capacity,
    Chain,
    ERFEthernet,
    ERFExtension,
    FlowControl,
    Graph,
    Rule,
    Stride,
    annotation_graph,
    graph,
)
from ibpkt.protocols.annotation_headers import UpperMessage
from ibpkt.schema import Header

if TYPE_CHECKING:
    from ibpkt.packet.packet import Packet


#: reads a header's raw values at a byte of the data, which holds `Header.size` bytes from there
Reader = Callable[[Header, bytes, int], dict[str, Any]]


def dissect(packet: Packet, read: Reader = Header.read) -> None:
    """Find what is in a packet whose bytes and link type are set; its layers and all else are set here.

    Args:
        packet: the packet.
        read: what reads one header; `ibpkt.constructs` reads them with construct.
    """
    bounds = Bounds(len(packet.data), packet.wirelen)
    if packet.link == ERF_LINK:
        bounds.wire = packet.wirelen = _erf_wire(packet.data, bounds.wire)
    walker = _PacketWalker(packet.data, graph(packet.roce_port), bounds, read)
    walker.walk(packet.link)
    packet.layers = tuple(walker.layers)
    packet.stop = walker.stop
    packet.disagreements = tuple(walker.disagreements)
    packet._bounds = bounds
    packet._checks = {}
    _close(packet, walker)


def dissect_annotations(data: bytes, link: int) -> tuple[Layer, ...]:
    """The annotation headers of a packet (see `ibpkt.batch.annotations`); ``link`` says which come first."""
    walker = _PacketWalker(data, annotation_graph(), Bounds(len(data), len(data)))
    walker.walk(link)
    return tuple(walker.layers)


@checked
def dissect_message(data: bytes, contents: int) -> tuple[tuple[Layer, ...], Stop | None]:
    """The headers of a message of an upper protocol, and why there are no more.

    Args:
        data: its bytes, or the first of them.
        contents: what it is, a number of `ibpkt.protocols.upper.contents.CONTENTS`.

    Raises:
        CallerError: there are no such contents.
    """
    from ibpkt.protocols.upper.contents import CONTENTS  # late: most packets are of no upper protocol

    if contents not in CONTENTS:
        raise CallerError(f"there are no contents {contents}", name=str(contents))
    walker = _PacketWalker(data, annotation_graph(), Bounds(len(data), len(data)))
    walker.values = {UpperMessage.key: {"contents": contents}}
    for header in CONTENTS[contents].headers:
        walker.walk(header)
    return tuple(walker.layers), walker.stop


def _erf_wire(data: bytes, wire: int) -> int:
    """The end on the wire of a packet in an ERF record: its headers and ``wlen`` bytes; ``rlen`` may count padding."""
    if len(data) < ERF.size:
        return wire
    record = ERF.read(data)
    headers = ERF.size
    more = ERF.leaf_value(ERF.leaf("ext_header"), record, {})
    while more and headers < len(data) and headers < ERFExtension.size * MAX_DEPTH:
        more = data[headers] & 0x80  # the first bit of an extension header
        headers += ERFExtension.size
    if more:  # the capture has cut the extension headers, or they never end
        return wire
    if ERF.leaf_value(ERF.leaf("type"), record, {}) == ERF_ETHERNET:
        headers += ERFEthernet.size
    return headers + int(record["wlen"])


class _PacketWalker:
    """The walk over one packet: reads headers as the graph announces them."""

    def __init__(self, data: bytes, rules: Graph, bounds: Bounds, read: Reader = Header.read) -> None:
        self.data = data
        self.graph = rules
        self.bounds = bounds
        self.read = read
        self.layers: list[Layer] = []
        self.stop: Stop | None = None
        self.disagreements: list[Disagreement] = []
        self.values: dict[str, dict[str, Any]] = {}  # by header key, the innermost wins
        self.partial = False

    def walk(self, link: int | Header) -> None:
        if isinstance(link, Header):
            chain: Chain | None = (link,)
        else:
            first = self.graph.first.get(link)
            chain = self._announced((first,)) if first else None
        if chain is None:
            self._unknown(f"link type {link}")
            return
        queue = list(chain)
        while queue and self.stop is None:
            header = queue.pop(0)
            self._read(header)
            if self.stop is None and not queue:
                rules = self.graph.rules.get(header)
                if rules:
                    next_chain = self._announced(rules)
                    if next_chain is None:
                        self._unknown(header.name)
                    else:
                        queue.extend(next_chain)

    def _unknown(self, layer: str) -> None:
        at = self.bounds.position
        self.stop = Stop("unknown", layer, at, None, max(0, min(self.bounds.end, self.bounds.captured) - at))

    def _announced(self, rules: tuple[Rule, ...]) -> Chain | None:
        for rule in rules:
            if rule.require and self._key(rule.require[0]) != rule.require[1]:
                continue
            if rule.behind is not None and rule.behind.key not in self.values:
                continue
            if rule.times is not None:
                told = self._key(rule.times)
                if told is None or told <= rule.come(tuple(layer.header for layer in self.layers)):
                    continue
            number: int | None
            if rule.stride:
                return self._repeated(rule, rule.stride)
            if rule.peek:
                at, size = self.bounds.position, (rule.peek + 7) // 8
                window = self.data[at : at + size]
                if len(window) < size and at + size <= self.bounds.end:
                    layer = self.layers[-1].name if self.layers else "the first header"
                    self.stop = Stop("cut", layer, at, size, len(window))
                    return ()
                number = int.from_bytes(window, "big") >> (size * 8 - rule.peek) if len(window) == size else None
            else:
                number = 0
                for leaf in rule.on:
                    value = self._key(leaf)
                    number = None if value is None or number is None else number << leaf.width | value
            chain = rule.table.get(number) if number is not None else None
            if chain is None:
                chain = rule.otherwise
            if chain is not None:
                return self._within(rule.room, chain) if rule.room else chain
        return None

    def _repeated(self, rule: Rule, stride: Stride) -> Chain:
        """The next header of a table, after the gap before it; nothing where the table ends."""
        last = self.layers[-1]
        units, rest = divmod((self._key(stride.leaf) or 0) * stride.unit - last.size, stride.unit)
        assert rule.room is not None
        assert rest == 0
        if units < 0:
            first = sum(layer.header is last.header for layer in self.layers) == 1
            if first and self.bounds.position < self._limit(rule.room):
                leaf = stride.leaf
                says = last.size + units * stride.unit
                self.disagreements.append(Disagreement(leaf.header.name, leaf.name, says, last.size))
            return ()
        return self._within(rule.room, (stride.gap,) * units + rule.table[0])

    def _within(self, room: Capacity, chain: Chain) -> Chain:
        """A chain of headers where it fits, else none."""
        if room.length and room.told and self.layers[-1].header is room.start:
            available = self.bounds.end - self.layers[-1].offset
            says = self._key(room.length) or 0
            if self._key(room.told[0]) == room.told[1] and says > available:
                self.disagreements.append(Disagreement(room.length.header.name, room.length.name, says, available))
        size = sum(header.size for header in chain)
        return chain if self.bounds.position + size <= self._limit(room) else ()

    def _limit(self, room: Capacity) -> int:
        """Where the capacity ends."""
        if room.length is None or room.told is None or self._key(room.told[0]) != room.told[1]:
            return self.bounds.end
        start = next(layer.offset for layer in reversed(self.layers) if layer.header is room.start)
        return start + (self._key(room.length) or 0)

    def _key(self, leaf: Any) -> int | None:
        values = self.values.get(leaf.header.key)
        return None if values is None else leaf.header.leaf_value(leaf, values, self.values)

    def _read(self, header: Header) -> None:
        bounds, at = self.bounds, self.bounds.position
        if not self._fits(header, at, header.size):
            return
        raw = self.read(header, self.data, at)
        size = header.length(raw)
        if header.tail:
            if size < header.size:
                self.stop = Stop("malformed", header.name, at, header.size, max(size, 0))
                size = header.size
            elif not self._fits(header, at, size):
                size = max(header.size, min(bounds.end, bounds.captured) - at)
            raw[header.tail.name] = self.data[at + header.size : at + size]
        self.values = {**self.values, header.key: raw}
        self.layers.append(Layer(header, at, raw, size, self.values))
        bounds.position = at + size
        if header.extent:
            self._extent(header, raw, at, size)
        if header is LRH:
            bounds.link_claim = bounds.claim
        if header.partial and self._key(header.leaf(header.partial)):
            self.partial = True
        if header is BTH and bounds.claim is None:
            bounds.claim = bounds.wire
        if header is BTH and bounds.claim is not None and bounds.position <= bounds.claim - ICRC.size:
            bounds.claim -= ICRC.size  # the headers after BTH must leave the ICRC alone
            bounds.crcs[ICRC] = bounds.claim

    def _fits(self, header: Header, at: int, size: int) -> bool:
        bounds = self.bounds
        if len(self.layers) >= self.graph.depth or at + size > bounds.end:
            self.stop = Stop("malformed", header.name, at, size, max(0, bounds.end - at))
        elif at + size > bounds.captured:
            self.stop = Stop("cut", header.name, at, size, max(0, bounds.captured - at))
        else:
            return True
        return False

    def _extent(self, header: Header, raw: dict[str, Any], at: int, size: int) -> None:
        extent = header.extent
        assert extent is not None
        bounds = self.bounds
        value = raw[extent.field]
        if extent.zero and value == 0:
            return
        says = value * extent.scale + extent.add
        outer = bounds.claim
        available = (bounds.wire if outer is None else outer) - at
        if says > available:
            wrong = not self.partial
        elif outer is None:
            wrong = extent.behind is not None and available - says not in (0, extent.behind)
        else:
            wrong = not extent.loose and says != available
        wrong = wrong or says < size
        if wrong:
            self.disagreements.append(Disagreement(header.name, extent.field, says, available))
        if says < size or (outer is not None and (extent.yields or says > available)):
            return
        bounds.claim = at + says


def _close(packet: Packet, walker: _PacketWalker) -> None:
    """Find what follows the headers: payload, pad, CRCs and trailer."""
    bounds = packet._bounds
    data, position = packet.data, bounds.position
    body = bounds.end
    pad = 0
    if BTH.key in walker.values:
        if ICRC not in bounds.crcs or walker.partial:
            bounds.crcs.pop(ICRC, None)
            bounds.missing[ICRC] = Status.ABSENT
        if packet.stop is None or packet.stop.reason == "unknown":
            pad = walker.values[BTH.key]["padcnt"]
            if body - pad < position:
                packet.disagreements += (Disagreement("BTH", "padcnt", pad, max(0, body - position)),)
                pad = 0
    if FlowControl.key in walker.values:
        bounds.crcs[LPCRC] = body = position
    if bounds.link_claim is not None:
        bounds.crcs[VCRC] = bounds.link_claim
    for header, at in list(bounds.crcs.items()):
        if at + header.size > bounds.wire:
            del bounds.crcs[header]
            bounds.missing[header] = Status.ABSENT
        elif at + header.size > bounds.captured:
            del bounds.crcs[header]
            bounds.missing[header] = Status.CUT
    body = max(position, body)
    packet.payload = data[position : body - pad]
    packet.pad = data[body - pad : body]
    packet.trailer = data[max([body, *(at + header.size for header, at in bounds.crcs.items())]) :]

"""One packet: bytes -> `Packet` -> bytes.

`decode` walks the protocol graph over one packet.  It is lax: it returns the layers that it could read, the bytes
that it could not, and why it stopped.  No bytes whatever make it raise, unless ``strict`` asks for it.
`ibpkt.batch` walks the same graph over many packets at once; a test holds the two equal on every capture.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ibpkt import verify
from ibpkt.crc import Check, Status
from ibpkt.errors import CallerError, PacketError
from ibpkt.protocols.encapsulation.capture import ERF
from ibpkt.protocols.encapsulation.ip import Fragment, IPv4
from ibpkt.protocols.graph import ERF_LINK, ROCE_PORT, Chain, Graph, Rule, graph, link_type
from ibpkt.protocols.link import ICRC, LPCRC, LRH, VCRC
from ibpkt.protocols.transport import BTH
from ibpkt.schema import Header

#: headers in one packet, at most; more of them is an attack
MAX_DEPTH = 48


class Stop(NamedTuple):
    """Why decoding ended before the end of the headers.

    Attributes:
        reason: ``cut`` (the capture does not hold the bytes), ``malformed`` (the packet does not) or ``unknown``
            (a value announces nothing that is declared; what follows is payload).
        layer: the name of the header that was wanted; for ``unknown`` the header that announced it.
        offset: the byte in the packet at which it begins.
        needed: the bytes that it needs, None for ``unknown``.
        had: the bytes that were there.
    """

    reason: str
    layer: str
    offset: int
    needed: int | None
    had: int

    def __str__(self) -> str:
        if self.reason == "unknown":
            return f"what follows {self.layer} at byte {self.offset} is not known ({self.had} bytes)"
        what = "cut by the capture" if self.reason == "cut" else "malformed"
        return f"{what}: {self.layer} at byte {self.offset} needs {self.needed} bytes, {self.had} are there"


class Disagreement(NamedTuple):
    """A length field that says something else than its surroundings.

    Attributes:
        layer: the name of the header.
        field: the name of its length field.
        says: the bytes from the start of the header that the field counts.
        there: the bytes that its surroundings leave for it.
    """

    layer: str
    field: str
    says: int
    there: int

    def __str__(self) -> str:
        return f"{self.layer} {self.field} says {self.says} bytes, there are {self.there}"


class Layer:
    """One header of a packet.

    The leaves of its declaration are attributes with Python values (``layer.psn``); `raw` holds the wire's.

    Attributes:
        header: the declaration.
        offset: the byte of the packet at which it starts.
        raw: the raw values by name, as they stand on the wire.
        size: its size in bytes, with its variable part.
    """

    __slots__ = ("_outer", "header", "offset", "raw", "size")

    def __init__(
        self, header: Header, offset: int, raw: dict[str, Any], size: int, outer: Mapping[str, Mapping[str, Any]]
    ) -> None:
        self.header = header
        self.offset = offset
        self.raw = raw
        self.size = size
        self._outer = outer

    @property
    def name(self) -> str:
        """The name of the header."""
        return self.header.name

    def raw_value(self, name: str) -> Any:
        """The raw value of any leaf, parts and derived values included; None where its condition does not hold."""
        return self.header.leaf_value(self.header.leaf(name), self.raw, self._outer)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            leaf = self.header.leaf(name)
        except CallerError as error:
            raise AttributeError(str(error)) from None
        raw = self.header.leaf_value(leaf, self.raw, self._outer)
        return None if raw is None else leaf.value(raw)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.header.by_name]

    def __bytes__(self) -> bytes:
        return self.header.write(self.raw)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layer) and self.header is other.header and self.raw == other.raw

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = (leaf for leaf in self.header.wire if not leaf.reserved or self.raw[leaf.name])
        return f"{self.name}({', '.join(f'{leaf.name}={leaf.display(self.raw[leaf.name])}' for leaf in shown)})"


class Packet:
    """A decoded packet.

    ``packet.bth``, ``packet["BTH"]`` and ``packet[BTH]`` give a layer (the outermost of its kind, as in scapy;
    `all` gives every one), ``"RETH" in packet`` asks for one, ``bytes(packet)`` builds the packet again from
    its values, ``str(packet)`` is the tree that ``ibpkt decode -V`` prints.

    Attributes:
        link: the link type (LINKTYPE_ value).
        layers: the headers, outermost first.
        payload: what the headers carry, without padding.
        pad: the pad bytes that PadCnt counts.
        trailer: bytes behind the packet (Ethernet padding, a frame check sequence).
        wirelen: the packet's length on the wire in bytes.
        stop: why decoding ended early, or None.
        disagreements: length fields that contradict their surroundings.
        time: nanoseconds since the epoch, or None.
        number: its number in the capture, counted from 1, or None.
        roce_port: the UDP destination port that was taken for RoCEv2.
    """

    __slots__ = (
        "_bounds",
        "_checks",
        "data",
        "disagreements",
        "layers",
        "link",
        "number",
        "pad",
        "payload",
        "roce_port",
        "stop",
        "time",
        "trailer",
        "wirelen",
    )

    data: bytes
    link: int
    layers: tuple[Layer, ...]
    payload: bytes
    pad: bytes
    trailer: bytes
    wirelen: int
    stop: Stop | None
    disagreements: tuple[Disagreement, ...]
    time: int | None
    number: int | None
    roce_port: int
    _bounds: Bounds
    _checks: dict[Header, Check]

    def all(self, header: Header | str) -> tuple[Layer, ...]:
        """Every layer of a kind, outermost first."""
        name = header if isinstance(header, str) else header.name
        return tuple(layer for layer in self.layers if name in (layer.header.name, layer.header.key))

    def __getitem__(self, header: Header | str) -> Layer:
        for layer in self.all(header):
            return layer
        name = header if isinstance(header, str) else header.name
        raise CallerError(
            f"the packet has no {name}; it has {', '.join(layer.name for layer in self.layers) or 'no layer'}",
            name=name,
        )

    def __contains__(self, header: object) -> bool:
        return isinstance(header, Header | str) and bool(self.all(header))

    def __iter__(self) -> Iterator[Layer]:
        return iter(self.layers)

    def __getattr__(self, name: str) -> Layer:
        if not name.startswith("_"):
            for layer in self.layers:
                if layer.header.key == name:
                    return layer
        raise AttributeError(f"the packet has no layer or attribute {name!r}")

    @property
    def crc_places(self) -> dict[Header, int]:
        """The CRCs that the capture holds, and the bytes at which they start."""
        return self._bounds.crcs

    @property
    def icrc(self) -> Check:
        """The verdict on the ICRC."""
        return self._check(ICRC)

    @property
    def vcrc(self) -> Check:
        """The verdict on the VCRC."""
        return self._check(VCRC)

    @property
    def lpcrc(self) -> Check:
        """The verdict on the CRC of a flow-control packet."""
        return self._check(LPCRC)

    def _check(self, which: Header) -> Check:
        if which not in self._checks:
            self._checks[which] = verify.verify(self, which)
        return self._checks[which]

    def __bytes__(self) -> bytes:
        built = b"".join(map(bytes, self.layers)) + self.payload + self.pad
        for header, at in self._bounds.crcs.items():  # what lies between a packet's end and its link's is padding
            built += self.data[len(built) : at + header.size]
        return built + self.trailer

    def __len__(self) -> int:
        return len(self.data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Packet) and (self.data, self.link) == (other.data, other.link)

    def __hash__(self) -> int:
        return hash((self.data, self.link))

    def __reduce__(self) -> tuple[Any, ...]:
        return decode, (self.data, self.link)

    def __str__(self) -> str:
        from ibpkt.output import tree  # late: printing needs the batch engine, decoding does not

        return tree.packet_tree(self)

    def __repr__(self) -> str:
        layers = "/".join(layer.name for layer in self.layers) or "no layer"
        return f"<Packet {layers}, {len(self.payload)} bytes of payload{f', {self.stop}' if self.stop else ''}>"


class Bounds:
    """Where things lie in a packet, found while walking; all in bytes from its start.

    Attributes:
        position: the first byte that no header has taken.
        wire: the end of the packet on the wire.
        captured: the end of what the capture holds.
        claim: the end that the length fields agree on, None until one has spoken.
        link_claim: the end that LRH tells.
        crcs: the CRCs that are in the capture as a whole, with their places.
        missing: the status of those that are not.
    """

    __slots__ = ("captured", "claim", "crcs", "link_claim", "missing", "position", "wire")

    def __init__(self, captured: int, wire: int) -> None:
        self.position = 0
        self.captured = captured
        self.wire = wire
        self.claim: int | None = None
        self.link_claim: int | None = None
        self.crcs: dict[Header, int] = {}
        self.missing: dict[Header, Status] = {}

    @property
    def end(self) -> int:
        """The end of what headers may take."""
        return self.wire if self.claim is None else min(self.claim, self.wire)


def decode(
    data: bytes | bytearray | memoryview,
    link: int | str = "infiniband",
    *,
    wirelen: int | None = None,
    strict: bool = False,
    roce_port: int = ROCE_PORT,
    time: int | None = None,
    number: int | None = None,
) -> Packet:
    """Decode one packet.

    Args:
        data: the bytes that were captured, from the first byte of the link type's header.
        link: the link type: a LINKTYPE_ number or a name of `ibpkt.protocols.LINKS` ("ethernet", "infiniband", …).
        wirelen: the packet's length on the wire in bytes, where the capture is cut; the length of ``data`` if None.
        strict: raise where decoding stops early.
        roce_port: the UDP destination port of RoCEv2.
        time: kept on the packet: nanoseconds since the epoch.
        number: kept on the packet.

    Raises:
        CallerError: no such link type.
        PacketError: with ``strict``, what `Packet.stop` says otherwise.
    """
    packet = Packet()
    packet.data = bytes(data)
    packet.link = link_type(link)
    packet.time, packet.number, packet.roce_port = time, number, roce_port
    bounds = Bounds(len(packet.data), max(len(packet.data), wirelen or 0))
    if packet.link == ERF_LINK:
        bounds.wire = _erf_wire(packet.data, bounds.wire)
    packet.wirelen = bounds.wire
    walker = _Walker(packet.data, graph(roce_port), bounds)
    walker.walk(packet.link)
    packet.layers = tuple(walker.layers)
    packet.stop = walker.stop
    packet.disagreements = tuple(walker.disagreements)
    packet._bounds = bounds
    packet._checks = {}
    _close(packet, walker)
    if strict and packet.stop:
        stop = packet.stop
        raise PacketError(
            str(stop), reason=stop.reason, layer=stop.layer, offset=stop.offset, needed=stop.needed, had=stop.had
        )
    return packet


def _erf_wire(data: bytes, wire: int) -> int:
    """The end on the wire of a packet in an ERF record: its headers and ``wlen`` bytes; ``rlen`` may count padding."""
    if len(data) < ERF.size:
        return wire
    headers = ERF.size
    more = data[8] & 0x80
    while more and headers < len(data) and headers < 8 * MAX_DEPTH:
        more = data[headers] & 0x80
        headers += 8
    if data[8] & 0x7F == 2:
        headers += 2
    return headers + int.from_bytes(data[14:16], "big")


class _Walker:
    """The walk over one packet: reads headers as the graph announces them."""

    def __init__(self, data: bytes, rules: Graph, bounds: Bounds) -> None:
        self.data = data
        self.graph = rules
        self.bounds = bounds
        self.layers: list[Layer] = []
        self.stop: Stop | None = None
        self.disagreements: list[Disagreement] = []
        self.values: dict[str, dict[str, Any]] = {}  # by header key, the innermost wins
        self.fragment = False

    def walk(self, link: int) -> None:
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
            number: int | None
            if rule.peek:
                at, size = self.bounds.position, (rule.peek + 7) // 8
                window = self.data[at : at + size]
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
                return chain
        return None

    def _key(self, leaf: Any) -> int | None:
        values = self.values.get(leaf.header.key)
        return None if values is None else leaf.header.leaf_value(leaf, values, self.values)

    def _read(self, header: Header) -> None:
        bounds, at = self.bounds, self.bounds.position
        if not self._fits(header, at, header.size):
            return
        raw = header.read(self.data, at)
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
        if header is IPv4 or header is Fragment:
            self.fragment = bool(self._key(IPv4.leaf("mf")) if header is IPv4 else raw["more"])
        if header is BTH and bounds.claim is None:
            bounds.claim = bounds.wire
        if header is BTH and bounds.claim is not None and bounds.position <= bounds.claim - ICRC.size:
            bounds.claim -= ICRC.size  # the headers behind BTH must leave the ICRC alone
            bounds.crcs[ICRC] = bounds.claim

    def _fits(self, header: Header, at: int, size: int) -> bool:
        bounds = self.bounds
        if len(self.layers) >= MAX_DEPTH or at + size > bounds.end:
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
        there = (bounds.wire if outer is None else outer) - at
        if says > there:
            wrong = not self.fragment
        elif outer is None:
            wrong = extent.behind is not None and there - says not in (0, extent.behind)
        else:
            wrong = not extent.loose and says != there
        wrong = wrong or says < size
        if wrong:
            self.disagreements.append(Disagreement(header.name, extent.field, says, there))
        if says < size or (outer is not None and (extent.yields or says > there)):
            return
        bounds.claim = at + says


def _close(packet: Packet, walker: _Walker) -> None:
    """Find what lies behind the headers: payload, pad, CRCs and trailer."""
    bounds = packet._bounds
    data, position = packet.data, bounds.position
    body = bounds.end
    pad = 0
    if "bth" in walker.values:
        if ICRC not in bounds.crcs or walker.fragment:
            bounds.crcs.pop(ICRC, None)
            bounds.missing[ICRC] = Status.ABSENT
        if packet.stop is None or packet.stop.reason == "unknown":
            pad = walker.values["bth"]["padcnt"]
            if body - pad < position:
                packet.disagreements += (Disagreement("BTH", "padcnt", pad, max(0, body - position)),)
                pad = 0
    if "flowcontrol" in walker.values:
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

"""A decoded packet: its layers, its payload, what is wrong with it.  `ibpkt.packet.decode` makes them."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ibpkt.errors import CallerError
from ibpkt.packet import verify
from ibpkt.packet.crc import Check, Status
from ibpkt.protocols.link import ICRC, LPCRC, VCRC
from ibpkt.schema import Header


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


#: the attributes of a packet that decoding finds
_FOUND = frozenset(("_bounds", "_checks", "disagreements", "layers", "pad", "payload", "stop", "trailer"))


class Packet:
    """A decoded packet.

    ``packet.bth``, ``packet["BTH"]`` and ``packet[BTH]`` give a layer (the outermost of its kind, as in scapy;
    `all` gives every one), ``"RETH" in packet`` asks for one, ``bytes(packet)`` builds the packet again from
    its values, ``str(packet)`` is the tree that ``ibpkt decode -V`` prints.

    Attributes:
        link: the link type (LINKTYPE_ value), or the header with which decoding began.
        layers: the headers, outermost first.
        payload: what the headers carry, without padding.
        pad: the pad bytes that PadCnt counts.
        trailer: bytes behind the packet (Ethernet padding, a frame check sequence).
        wirelen: the packet's length on the wire in bytes.
        stop: why decoding ended early, or None.
        disagreements: length fields that contradict their surroundings.
        time: nanoseconds since the epoch, or None.
        number: its number in the capture, counted from 1, or None.
        comments: what is to be noted about it in a capture.
        roce_port: the UDP destination port that was taken for RoCEv2.
        annex: headers that an analysis over many packets has added; they are no part of the packet.
    """

    __slots__ = (
        "_bounds",
        "_checks",
        "annex",
        "comments",
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
    link: int | Header
    layers: tuple[Layer, ...]
    payload: bytes
    pad: bytes
    trailer: bytes
    wirelen: int
    stop: Stop | None
    disagreements: tuple[Disagreement, ...]
    time: int | None
    number: int | None
    comments: tuple[str, ...]
    roce_port: int
    annex: tuple[Layer, ...]
    _bounds: Bounds
    _checks: dict[Header, Check]

    def replace(
        self, *, payload: bytes | None = None, lengths: bool = True, crcs: bool = True, **changes: Any
    ) -> Packet:
        """This packet with some fields changed (``bth__psn=5``), built again; see `ibpkt.craft.builder.replace`."""
        from ibpkt.craft.builder import replace  # late: building is another matter

        return replace(self, payload=payload, lengths=lengths, crcs=crcs, **changes)

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

    @classmethod
    def built(cls, data: bytes, link: int | Header, roce_port: int) -> Packet:
        """A packet that is decoded when somebody asks for what is in it: who only builds need not wait for it."""
        packet = cls()
        packet.data, packet.link, packet.roce_port = data, link, roce_port
        packet.time = packet.number = None
        packet.comments = packet.annex = ()
        packet.wirelen = len(data)
        return packet

    def __getattr__(self, name: str) -> Any:
        if name in _FOUND:  # not decoded yet
            from ibpkt.packet.decode import dissect  # late: it makes packets

            dissect(self)
            return getattr(self, name)
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
        from ibpkt.packet.decode import decode  # late: it makes packets

        told: dict[str, Any] = {
            "wirelen": self.wirelen,
            "roce_port": self.roce_port,
            "time": self.time,
            "number": self.number,
        }
        kept = (None, {"comments": self.comments}) if self.comments else None
        return functools.partial(decode, **told), (self.data, self.link), kept

    def __str__(self) -> str:
        if not isinstance(self.link, int):
            return "/".join(map(repr, self.layers))
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

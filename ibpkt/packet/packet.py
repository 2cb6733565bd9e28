"""A decoded packet: its layers, its payload, its CRC verdicts.  `ibpkt.packet.decode` makes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ibpkt.arguments import shown
from ibpkt.conveniences import extensible
from ibpkt.errors import CallerError
from ibpkt.packet import verify
from ibpkt.packet.crc import Check
from ibpkt.packet.dissect import dissect
from ibpkt.packet.layers import Bounds, Disagreement, Layer, Stop
from ibpkt.protocols import ICRC, LPCRC, VCRC
from ibpkt.schema import Header

if TYPE_CHECKING:
    from ibpkt.packet.layer_types import PacketLayers
else:
    PacketLayers = object

#: the attributes of a packet that decoding finds
_FOUND = frozenset(("_bounds", "_checks", "disagreements", "layers", "pad", "payload", "stop", "trailer"))


@extensible
class Packet(PacketLayers):
    """A decoded packet.

    ``packet.bth``, ``packet["BTH"]`` and ``packet[BTH]`` give a layer (the outermost of its kind, as in scapy;
    `all` gives every one), ``"RETH" in packet`` tests for one, ``bytes(packet)`` builds the packet again from
    its values, ``str(packet)`` is the tree that ``ibpkt decode -V`` prints.

    Attributes:
        link: the link type (LINKTYPE_ value), or the header with which decoding began.
        link_guessed: whether the link type was not given, but chosen by what the bytes make as each.
        layers: the headers, outermost first.
        payload: what the headers carry, without padding.
        pad: the pad bytes that PadCnt counts.
        trailer: bytes after the packet (Ethernet padding, a frame check sequence).
        wirelen: the packet's length on the wire in bytes.
        stop: why decoding ended early, or None.
        disagreements: length fields that contradict their surroundings.
        time: nanoseconds since the epoch, or None.
        number: its number in the capture, from 1, or None.
        comments: its comments in a capture.
        roce_port: the UDP destination port of RoCEv2.
        annotations: headers that an analysis over many packets has added; they are not part of the packet.
    """

    __slots__ = (
        "_bounds",
        "_checks",
        "annotations",
        "comments",
        "data",
        "disagreements",
        "layers",
        "link",
        "link_guessed",
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
    link_guessed: bool
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
    annotations: tuple[Layer, ...]
    _bounds: Bounds
    _checks: dict[Header, Check]

    if not TYPE_CHECKING:  # the stub knows which layer it is, and what layers there are

        def all(self, header: Header | str) -> tuple[Layer, ...]:
            """Every layer of a kind, outermost first."""
            name = _name(header)
            return tuple(layer for layer in self.layers if name in (layer.header.name, layer.header.key))

        def __getitem__(self, header: Header | str) -> Layer:
            for layer in self.all(header):
                return layer
            name = _name(header)
            raise CallerError(
                f"the packet has no {name}; it has {', '.join(layer.name for layer in self.layers) or 'no layer'}",
                name=name,
            )

        def __getattr__(self, name: str) -> Any:
            if name in _FOUND:  # not decoded yet
                dissect(self)
                return getattr(self, name)
            if not name.startswith("_"):
                for layer in self.layers:
                    if layer.header.key == name:
                        return layer
            raise AttributeError(f"the packet has no layer or attribute {name!r}")

    def __contains__(self, header: object) -> bool:
        return isinstance(header, Header | str) and bool(self.all(header))

    def __iter__(self) -> Iterator[Layer]:
        return iter(self.layers)

    @classmethod
    def built(cls, data: bytes, link: int | Header, roce_port: int) -> Packet:
        """A packet that is decoded when its contents are first asked for: building alone need not wait for that."""
        packet = cls()
        packet.data, packet.link, packet.roce_port = data, link, roce_port
        packet.time = packet.number = None
        packet.link_guessed = False
        packet.comments = packet.annotations = ()
        packet.wirelen = len(data)
        return packet

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
        for header, at in self._bounds.crcs.items():  # bytes between the packet's end and the link's are padding
            built += self.data[len(built) : at + header.size]
        return built + self.trailer

    def __len__(self) -> int:
        return len(self.data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Packet) and (self.data, self.link) == (other.data, other.link)

    def __hash__(self) -> int:
        return hash((self.data, self.link))

    def __reduce__(self) -> tuple[Any, ...]:
        capture = self.wirelen, self.time, self.number, self.comments
        return _restored, (self.data, self.link, self.roce_port, *capture)


def _name(header: Header | str) -> str:
    """The name of a header by which a caller asks for a layer."""
    if isinstance(header, str):
        return header
    if isinstance(header, Header):
        return header.name
    raise CallerError(f"a layer has the name or the declaration of a header, not {shown(header)}")


def _restored(data: bytes, link: int | Header, roce_port: int, *capture: Any) -> Packet:
    """A packet out of a pickle."""
    packet = Packet.built(data, link, roce_port)
    packet.wirelen, packet.time, packet.number, packet.comments = capture
    return packet

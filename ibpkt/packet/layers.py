"""The results of decoding a packet: layers, where decoding stopped, length conflicts, and the bounds of the parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ibpkt.conveniences import extensible
from ibpkt.errors import CallerError
from ibpkt.packet.crc import Status
from ibpkt.schema import Header


class Stop(NamedTuple):
    """Why decoding ended before the end of the headers.

    Attributes:
        reason: ``cut`` (the capture does not hold the bytes), ``malformed`` (the packet does not) or ``unknown``
            (a value announces no declared header; what follows is payload).
        layer: the name of the header that did not fit; for ``unknown`` the last one before the payload.
        offset: the byte in the packet at which it begins.
        needed: the bytes that it needs, None for ``unknown``.
        had: the bytes that were there.
        hint: where no link type was given: as what it was read, and as what it could have been.
    """

    reason: str
    layer: str
    offset: int
    needed: int | None
    had: int
    hint: str = ""

    def __str__(self) -> str:
        hint = f"; {self.hint}" if self.hint else ""
        if self.reason == "unknown":
            return f"what follows {self.layer} at byte {self.offset} is not known ({self.had} bytes){hint}"
        what = "cut by the capture" if self.reason == "cut" else "malformed"
        return f"{what}: {self.layer} at byte {self.offset} needs {self.needed} bytes, {self.had} are there{hint}"


class Disagreement(NamedTuple):
    """A length field that contradicts its surroundings.

    Attributes:
        layer: the name of the header.
        field: the name of its length field.
        says: the bytes that the field counts, from the start of the header.
        there: the bytes that its surroundings leave for it.
    """

    layer: str
    field: str
    says: int
    there: int

    def __str__(self) -> str:
        return f"{self.layer} {self.field} says {self.says} bytes, there are {self.there}"


@extensible
class Layer:
    """One header of a packet.

    The leaves of its declaration are attributes with Python values (``layer.psn``); `raw` holds the raw ones.

    Attributes:
        header: the declaration.
        offset: the byte of the packet at which it starts.
        raw: the raw values by name, as on the wire.
        size: its size in bytes, its variable part included.
    """

    __slots__ = ("_outer", "header", "offset", "raw", "size")

    def __init__(
        self, header: Header, offset: int, raw: dict[str, Any], size: int, outer: Mapping[str, Mapping[str, Any]]
    ) -> None:
        self.header: Header = header
        self.offset: int = offset
        self.raw: dict[str, Any] = raw
        self.size: int = size
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

    __hash__: None  # type: ignore[assignment]


class Bounds:
    """The bounds of the parts of a packet, found by the walk; all in bytes from its start.

    Attributes:
        position: the first byte after the headers read so far.
        wire: the end of the packet on the wire.
        captured: the end of the captured bytes.
        claim: the end that the length fields agree on; None before the first of them.
        link_claim: the end that LRH gives.
        crcs: the CRCs that the capture holds whole, and where they start.
        missing: the status of those that it does not.
    """

    __slots__ = ("captured", "claim", "crcs", "link_claim", "missing", "position", "wire")

    def __init__(self, captured: int, wire: int) -> None:
        self.position: int = 0
        self.captured: int = captured
        self.wire: int = wire
        self.claim: int | None = None
        self.link_claim: int | None = None
        self.crcs: dict[Header, int] = {}
        self.missing: dict[Header, Status] = {}

    @property
    def end(self) -> int:
        """Where headers must end."""
        return self.wire if self.claim is None else min(self.claim, self.wire)

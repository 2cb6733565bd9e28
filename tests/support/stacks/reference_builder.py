"""A second builder, which knows nothing of `ibpkt.craft` and `ibpkt.packet.crc`: lengths, pad bytes and CRCs.

The CRCs and what they cover are written down here again, after IBA 1, 7.8 and without the ``variant`` marks of
the declarations, so that a mistake there shows.
"""

from __future__ import annotations

import functools
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ibpkt.protocols import LINKS
from ibpkt.schema import Header

# -- CRCs, after IBA 1, 7.8 ---------------------------------------------------------------------------------------

#: bits that count as ones, by header
MASKED = {
    "LRH": "f000000000000000",
    "GRH": "0fffffff000000ff" + "00" * 32,
    "IPv4": "00ff000000000000ff00ffff" + "00" * 8,
    "IPv6": "0fffffff000000ff" + "00" * 32,
    "UDP": "000000000000ffff",
    "BTH": "00000000ff00000000000000",
}


def icrc_of(covered: bytes, *, ones: bool = True) -> bytes:
    """The stored ICRC over bytes that have been masked already."""
    return zlib.crc32((b"\xff" * 8 if ones else b"") + covered).to_bytes(4, "little")


@functools.cache
def _table() -> tuple[int, ...]:
    table = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ 0xD008 if value & 1 else value >> 1
        table.append(value)
    return tuple(table)


def crc16_of(data: bytes) -> bytes:
    """The stored VCRC or LPCRC of some bytes."""
    register, table = 0xFFFF, _table()
    for byte in data:
        register = register >> 8 ^ table[(register ^ byte) & 0xFF]
    return (register ^ 0xFFFF).to_bytes(2, "little")


# -- building -------------------------------------------------------------------------------------------------------


class Built(NamedTuple):
    """A packet, and what is true of it."""

    name: str
    link: int
    headers: tuple[Header, ...]
    offsets: tuple[int, ...]  # where each header begins, and the end of the last
    data: bytes
    icrc_at: int | None
    vcrc_at: int | None
    lpcrc_at: int | None
    payload: bytes
    pad: bytes

    def header_at(self, name: str) -> int:
        """Where the innermost header of a kind begins."""
        return max(at for header, at in zip(self.headers, self.offsets, strict=False) if header.name == name)

    def covered(self, masked: bool = True) -> tuple[bytes, bool]:
        """What the ICRC covers, and whether eight bytes of ones stand before it."""
        assert self.icrc_at is not None
        names = [header.name for header in self.headers]
        bth = names.index("BTH")
        first = max(index for index in range(bth) if names[index] in ("LRH", "GRH", "IPv4", "IPv6"))
        start = self.offsets[first]
        body = bytearray(self.data[start : self.icrc_at])
        for index in range(first, bth + 1) if masked else ():
            for place, bits in enumerate(bytes.fromhex(MASKED.get(names[index], "")), self.offsets[index] - start):
                body[place] |= bits
        return bytes(body), names[first] != "LRH"

    def with_icrc(self, stored: bytes) -> bytes:
        """The packet with another ICRC, and a VCRC that fits."""
        assert self.icrc_at is not None
        return self._sealed(self.data[: self.icrc_at] + stored + self.data[self.icrc_at + 4 :])

    def changed(self, at: int, mask: int, *, sealed: bool = True) -> bytes:
        """The packet with some bits of one byte flipped; ``sealed``: with a VCRC that fits again."""
        data = bytearray(self.data)
        data[at] ^= mask
        return self._sealed(bytes(data)) if sealed else bytes(data)

    def _sealed(self, data: bytes) -> bytes:
        if self.vcrc_at is None:
            return data
        start = self.header_at("LRH")
        return data[: self.vcrc_at] + crc16_of(data[start : self.vcrc_at]) + data[self.vcrc_at + 2 :]


Step = tuple[Header, Mapping[str, Any]]


def build(
    link: int | str,
    steps: Sequence[Step],
    payload: bytes = b"\x11\x22\x33\x44\x55\x66\x77\x88",
    *,
    trailer: bytes = b"",
    name: str = "",
) -> Built:
    """A packet of these headers; lengths, pad count and CRCs are filled in where the steps do not set them."""
    names = [header.name for header, _ in steps]
    if "FlowControl" in names:
        payload = b""
    steps = _tabulated(steps)
    after_bth = sum(header.size for header, _ in steps[names.index("BTH") + 1 :]) if "BTH" in names else 0
    pad = bytes(-(after_bth + len(payload)) % 4) if "BTH" in names else b""
    rest = bytearray(payload + pad)
    from_icrc: int | None = None  # bytes from the ICRC on to the end
    from_vcrc: int | None = None
    parts: list[bytes] = []
    for header, given in reversed(steps):
        values = dict(given)
        size = header.size + (len(values.get(header.tail.name, b"")) if header.tail else 0)
        if header.tail:
            values.setdefault(header.tail.field, (size - header.tail.add) // header.tail.scale)
        if header.name == "BTH":
            values.setdefault("padcnt", len(pad))
            rest += bytes(4)
            from_icrc = 4
        if header.extent:
            filler = -(size + len(rest) - header.extent.add) % header.extent.scale
            rest += bytes(filler)
            from_icrc = None if from_icrc is None else from_icrc + filler
            total = size + len(rest) - header.extent.add
            values.setdefault(header.extent.field, total // header.extent.scale)
        if header.name == "LRH":
            rest += bytes(2)
            from_vcrc = 2
            from_icrc = None if from_icrc is None else from_icrc + 2
        if header.name == "ERF":
            own = sum(inner.size for inner, _ in steps if inner.name in ("ERFExtension", "ERFEthernet"))
            values.setdefault("wlen", len(rest) - own)
            values.setdefault("rlen", min(0xFFFF, len(rest) + size))
        built = header.write(values)
        if header.name == "FlowControl":
            rest = bytearray(crc16_of(built)) + rest
        rest[:0] = built
        parts.insert(0, built)
    offsets = [0]
    for part in parts:
        offsets.append(offsets[-1] + len(part))
    size = len(rest)
    icrc_at = None if from_icrc is None else size - from_icrc
    vcrc_at = None if from_vcrc is None else size - from_vcrc
    lpcrc_at = offsets[-1] if "FlowControl" in names else None
    number = LINKS[link] if isinstance(link, str) else link
    packet = Built(
        name or "/".join(names),
        number,
        tuple(header for header, _ in steps),
        tuple(offsets),
        bytes(rest) + trailer,
        icrc_at,
        vcrc_at,
        lpcrc_at,
        payload,
        pad,
    )
    if icrc_at is not None:
        body, ones = packet.covered()
        packet = packet._replace(data=packet.with_icrc(icrc_of(body, ones=ones)))
    elif vcrc_at is not None:
        packet = packet._replace(data=packet.changed(0, 0))
    return packet


def _tabulated(steps: Sequence[Step]) -> Sequence[Step]:
    """The steps with the lengths of a table of records, where RMPP's flags say that there is one."""
    names = [header.name for header, _ in steps]
    if "SA" not in names or "RMPP" not in names:
        return steps
    at = names.index("SA")
    records = [header.size for header, _ in steps[at + 1 :]]
    rmpp = dict(steps[names.index("RMPP")][1])
    if not rmpp.get("rmppflags", 0) & 1 or not records:
        return steps
    second = next((place for place in range(1, len(records)) if names[at + 1 + place] == names[at + 1]), len(records))
    rmpp.setdefault("data2", 20 + sum(records))
    if len(records) > 1:
        rmpp = {"rmppversion": 1, "rmpptype": 1, **rmpp}
    made = [(header, dict(values)) for header, values in steps]
    made[names.index("RMPP")] = (steps[names.index("RMPP")][0], rmpp)
    made[at][1].setdefault("attributeoffset", sum(records[:second]) // 8)
    return made

"""Golden packets for other people's tests: bytes, and what is true of them, in one JSON file.

``ibpkt craft vectors`` prints it; `docs/vectors.md` and the JSON Schema of ``--schema`` describe its form.  It holds
every header and every operation in every carrier, and packets that are wrong in a known way.  A value is a hash of its
place, so that all values differ and the file is the same wherever and whenever it is made.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ibpkt import protocols
from ibpkt.arguments import checked
from ibpkt.batch import Batch
from ibpkt.batch.checksums import checksum_at
from ibpkt.craft.announce import computed_fields
from ibpkt.craft.builder import build
from ibpkt.craft.carriers import CARRIERS
from ibpkt.craft.checksums import redo_sums
from ibpkt.craft.drafts import Draft
from ibpkt.craft.stacks import payload_size, stacks
from ibpkt.packet import Packet, decode
from ibpkt.packet.coverage import icrc_input
from ibpkt.protocols import BTH, CLOSED_BY, ICRC, LPCRC, MAD, OPCODES, UDP, FlowControl, graph
from ibpkt.protocols.encapsulation import ip
from ibpkt.protocols.encapsulation.ip import FIRST_DYNAMIC_PORT
from ibpkt.schema import MAC, Field, Header

FORMAT = 1
CRCS = {header.key: header for header in protocols.CRCS}
#: numbers of more bits are texts of hexadecimal digits: not every reader of JSON keeps them
NUMBER_BITS = 32
#: the carriers of wrong packets: one for each way in which CRCs cover a packet
PLAIN = ("native", "native-global", "rocev1", "rocev2", "rocev2-ipv6")
WRITE_ONLY = 0x0A
#: the kind of packets of which the file has what the ICRC is computed over
COVERAGE = "coverage"
#: payloads of these sizes, in bytes, in each of those carriers
SIZES = (0, 1, 2, 3, 4, 5, 255, 256, 1024)

#: options that say nothing, by header; other variable parts may be anything
FILL = {ip.IPv4.tail_leaf: 1, ip.HopByHop.tail_leaf: 0, ip.DestinationOptions.tail_leaf: 0}
#: values that announce nothing, by the width of their field: an operation code that is reserved, and a manufacturer's
#: (an IP protocol for experiments), and an EtherType for experiments
EXPERIMENTAL = {8: (0x15, 0xFD), 16: (0x88B5,)}


class Vector(NamedTuple):
    """One golden packet.

    Attributes:
        name: what it is, ``kind/carrier/what``; unique.
        packet: the packet, decoded.
    """

    name: str
    packet: Packet


# -- values ---------------------------------------------------------------------------------------------------------


def _hash(*where: object) -> int:
    return int.from_bytes(hashlib.sha512("/".join(map(str, where)).encode()).digest(), "big")


def _bytes(size: int, *where: object) -> bytes:
    return b"".join(_hash(*where, block).to_bytes(64, "big") for block in range(size // 64 + 1))[:size]


def _value(field: Field, *where: object) -> Any:
    items = [_hash(*where, field.name, row) & (1 << field.width) - 1 for row in range(field.count)]
    if field.kind is MAC:
        items = [item & ~(1 << 40) for item in items]  # no group address, which cannot be a source
    values = [item.to_bytes(field.width // 8, "big") for item in items] if field.wide else items
    return tuple(values) if field.count > 1 else values[0]


def _drafts(name: str, headers: Sequence[Header], opcode: int | None = None) -> list[Draft]:
    """Distinct values in all fields that are free: not computed, not reserved, and of no other packet."""
    drafts = []
    for place, header in enumerate(headers):
        closed = computed_fields(header) | header.constrained | {header.partial}
        if header.checksum:  # an optional one stands in half of them, and `_summed` makes it right
            closed -= {header.checksum.field} if header.checksum.optional and _hash(name, "sum") & 1 else set()
        free = [field for field in header.wire if field.name not in closed and not field.reserved]
        raw = {field.name: _value(field, name, place) for field in free}
        if header.tail:
            fill = FILL.get(header.tail_leaf)
            tail = _bytes(8, name, place) if fill is None else bytes([fill]) * 8
            raw[header.tail.name] = tail if _hash(name, place) & 1 else b""
        if MAD not in headers:  # queue pairs 0 and 1 would announce one
            raw |= {
                field.name: _value(field, name, place) | 2 for field in header.wire if field.name in ("destqp", "srcqp")
            }
        if header is UDP:
            raw["srcport"] |= FIRST_DYNAMIC_PORT  # no other protocol's port
        if header is BTH and opcode is not None:
            raw["opcode"] = opcode
        drafts.append(Draft(header, raw))
    return drafts


def _summed(drafts: Sequence[Draft], **options: Any) -> Packet:
    """A packet whose optional checksums are right wherever they are not 0."""
    packet = build(*drafts, **options)
    given = [(place, draft.header.checksum) for place, draft in enumerate(drafts) if draft.header.checksum]
    optional = [(place, sums.field) for place, sums in given if sums.optional and drafts[place].raw.get(sums.field)]
    if not optional:
        return packet
    batch = Batch.of_packet(packet)
    redo_sums(batch, np.ones(1, np.bool_))
    layers, (shape,) = batch[0].layers, batch.shapes
    for place, name in optional:
        known = place < len(layers) and checksum_at(shape, place) is not None
        drafts[place].raw[name] = layers[place].raw[name] if known else 0
    return build(*drafts, **options)


# -- packets --------------------------------------------------------------------------------------------------------


def vectors() -> Iterator[Vector]:
    """Every golden packet, in the order of the file."""
    yield from _coverage()
    yield from _operations()
    yield from _headers()
    for carrier in PLAIN:
        yield from _sizes(carrier)
        yield from _crcs(carrier)
        yield from _fields(carrier)
        yield from _ends(carrier)


def _stack(carrier: str, opcode: int) -> list[Header]:
    return [*CARRIERS[carrier].chain, BTH, *OPCODES[opcode].headers]


def _coverage() -> Iterator[Vector]:
    """One packet in every carrier, with all that its ICRC is computed over."""
    for carrier in CARRIERS:
        yield _write(carrier, f"{COVERAGE}/{carrier}/RC RDMA WRITE Only")


def _operations() -> Iterator[Vector]:
    for carrier in CARRIERS.values():
        for code, opcode in OPCODES.items():
            name = f"operation/{carrier.name}/{opcode.name}"
            size = _hash(name) % 14 if opcode.payload and opcode.size != 0 else 0
            drafts = _drafts(name, _stack(carrier.name, code), code)
            yield Vector(name, _summed(drafts, payload=_bytes(size, name), link=carrier.link))


def _headers() -> Iterator[Vector]:
    for header, stack in stacks().items():
        name = f"header/{stack.path}/{header.name}"
        drafts = _drafts(name, stack.headers)
        size = payload_size(stack.headers)
        yield Vector(name, _summed(drafts, payload=_bytes(8 if size is None else size, name), link=stack.link))
    credits = stacks()[FlowControl]
    for what, given in (("zero", bytes(LPCRC.size)), ("wrong", b"\x12\x34"), ("absent", b"")):
        drafts = _drafts("flow control", credits.headers)
        yield Vector(f"lpcrc/{credits.path}/{what}", build(*drafts, vcrc=given, link=credits.link))


def _write(
    carrier: str, name: str, size: int = 13, raw: dict[Header, dict[str, Any]] | None = None, **how: bytes
) -> Vector:
    """An RDMA WRITE Only with something changed: values by header, or an option of `build`."""
    drafts = _drafts(f"write/{carrier}", _stack(carrier, WRITE_ONLY), WRITE_ONLY)
    for draft in drafts:
        draft.raw.update((raw or {}).get(draft.header, {}))
    how.setdefault("pad", bytes(-size % 4))
    payload = _bytes(size, "payload")
    options: dict[str, Any] = {**how, "link": CARRIERS[carrier].link, "strict": False}
    return Vector(name, _summed(drafts, payload=payload, **options))


def _sizes(carrier: str) -> Iterator[Vector]:
    for size in SIZES:
        yield _write(carrier, f"payload/{carrier}/{size} bytes", size)
    yield _write(carrier, f"payload/{carrier}/pad bytes that are not zero", pad=b"\xaa\xbb\xcc")
    yield _write(carrier, f"payload/{carrier}/bytes behind the packet", trailer=_bytes(6, "trailer"))


def _crcs(carrier: str) -> Iterator[Vector]:
    right = _write(carrier, "").packet
    for crc, header in CRCS.items():
        if header not in right.crc_places:
            continue
        stored = getattr(right, crc).computed
        option = "icrc" if header is ICRC else "vcrc"
        for what, given in (
            ("one bit flipped", bytes([stored[0] ^ 0x10]) + stored[1:]),
            ("other byte order", stored[::-1]),
            ("without the final inversion", bytes(byte ^ 0xFF for byte in stored)),
            ("zero", bytes(header.size)),
            ("absent", b""),
        ):
            changed: dict[str, bytes] = {option: given}
            yield _write(carrier, f"{crc}/{carrier}/{what}", 13, None, **changed)


def _fields(carrier: str) -> Iterator[Vector]:
    """Single fields that are wrong, unknown or reserved; all else is made to fit."""
    for header in _stack(carrier, WRITE_ONLY):
        for field in header.wire:
            ones = (1 << field.width) - 1
            wrong: list[tuple[str, int]] = []
            if field.reserved:
                wrong.append(("reserved", ones))
            if field.fixed:
                wrong.append(("version", int(field.default) ^ 1))
            if header.extent and header.extent.field == field.name:
                length = int(_write(carrier, "").packet[header].raw[field.name])
                wrong += [("length", number & ones) for number in (0, length - 1, length + 1, ones)]
            if header.tail and header.tail.field == field.name:
                wrong += [("length", number) for number in (0, int(field.default) - 1, ones)]
            if field.name == header.pad:
                wrong += [("length", number) for number in range(4)]
            wrong += [("unknown", number) for number in _unknown(header, field)]
            for kind, number in wrong:
                yield _write(
                    carrier, f"{kind}/{carrier}/{header.name}.{field.name}={number}", raw={header: {field.name: number}}
                )
        if header.partial:
            for number in (1, 5, 0x2001):
                raw = {"flags": number >> 13, "frag_offset_words": number & 0x1FFF}
                yield _write(carrier, f"fragment/{carrier}/{header.name}={number}", raw={header: raw})


def _unknown(header: Header, field: Field) -> list[int]:
    """Values that announce nothing: reserved ones, and those meant for experiments."""
    known = set().union(*(rule.table for rule in graph().rules.get(header, ()) if rule.on == (field,)))
    return [number for number in (EXPERIMENTAL.get(field.width, ()) if known else ()) if number not in known]


def _ends(carrier: str) -> Iterator[Vector]:
    """The packet cut in the middle and at the end of each of its parts: by the capture, or on the wire."""
    whole = _write(carrier, "").packet
    starts = [layer.offset for layer in whole.layers]
    last = whole.layers[-1]
    starts += [last.offset + last.size, *whole.crc_places.values(), len(whole.data)]
    places = sorted({place for a, b in itertools.pairwise(starts) for place in (a, (a + b) // 2)})
    for how, wirelen in (("cut by the capture", len(whole.data)), ("cut on the wire", None)):
        for place in places:
            name = f"{how}/{carrier}/{place} of {len(whole.data)} bytes"
            yield Vector(name, decode(whole.data[:place], whole.link, wirelen=wirelen))


# -- the file -------------------------------------------------------------------------------------------------------


def _number(field: Field, raw: Any) -> Any:
    if isinstance(raw, tuple):
        return [_number(field, item) for item in raw]
    if isinstance(raw, bytes):
        return raw.hex()
    return raw if field.width <= NUMBER_BITS else f"{raw:0{field.width // 4}x}"


@checked
def entry(vector: Vector) -> dict[str, Any]:
    """A packet as the file has it; what a packet lacks is left out."""
    packet = vector.packet
    assert isinstance(packet.link, int)
    item: dict[str, Any] = {"name": vector.name, "link": packet.link, "hex": packet.data.hex()}
    if packet.wirelen != len(packet.data):
        item["wirelen"] = packet.wirelen
    item["layers"] = [
        {
            "header": layer.name,
            "at": layer.offset,
            "values": [_number(layer.header.leaf(name), raw) for name, raw in layer.raw.items()],  # type: ignore[arg-type]
        }
        for layer in packet.layers
    ]
    parts = (("payload", packet.payload), ("pad", packet.pad), ("trailer", packet.trailer))
    item |= {name: data.hex() for name, data in parts if data}
    closed = {CLOSED_BY.get(layer.header) for layer in packet.layers}
    for crc, header in CRCS.items():
        if header in closed:
            check = getattr(packet, crc)
            item[crc] = {"status": str(check.status), "stored": check.stored.hex()}
            if check.computed != check.stored:
                item[crc]["computed"] = check.computed.hex()
    if vector.name.startswith(f"{COVERAGE}/"):
        item[ICRC.key]["covers"] = b"".join(icrc_input(packet) or ()).hex()
    if packet.stop:
        item["stop"] = {name: value for name, value in packet.stop._asdict().items() if name != "hint"}
    if packet.disagreements:
        item["disagreements"] = [conflict._asdict() for conflict in packet.disagreements]
    return item


@checked
def declared(header: Header) -> dict[str, Any]:
    """A header as the file has it: its size in bytes, and its fields with places in bits from the left."""
    fields = []
    for field in header.wire:
        item: dict[str, Any] = {"name": field.name, "filter": field.filter, "bit": field.bit, "width": field.width}
        if field.count > 1:
            item |= {"rows": field.count, "stride": field.stride}
        marks = {"hex": field.wide or field.width > NUMBER_BITS, "little": field.little}
        marks |= {"reserved": field.reserved, "variant": field.variant}
        item |= {mark: True for mark, holds in marks.items() if holds}
        fields.append(item)
    item = {"title": header.title, "size": header.size, "fields": fields}
    if header.tail_leaf:
        item["tail"] = {"name": header.tail_leaf.name, "filter": header.tail_leaf.filter}
    return item


def text() -> str:
    """The file: a line a header and a line a packet."""
    made = list(vectors())
    links = {
        packet.link: name for name, number in protocols.LINKS.items() for _, packet in made if packet.link == number
    }
    headers = {layer.header: None for _, packet in made for layer in packet.layers}

    def lines(items: list[str]) -> str:
        return ",\n".join(items)

    def line(value: Any) -> str:
        return json.dumps(value, separators=(",", ":"))

    return (
        f'{{\n"format":{FORMAT},\n"links":{line(links)},\n"headers":{{\n'
        + lines([f"{line(header.name)}:{line(declared(header))}" for header in (*headers, *CRCS.values())])
        + '\n},\n"vectors":[\n'
        + lines([line(entry(vector)) for vector in made])
        + "\n]\n}\n"
    )


if __name__ == "__main__":
    sys.stdout.write(text())  # as `ibpkt craft vectors` does

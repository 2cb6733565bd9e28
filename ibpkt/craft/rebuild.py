"""Packets that exist, built again with something changed: fields, payload, pad, trailer and CRCs.

What follows from the change (lengths, checksums, pad, CRCs) is computed again; all else stays, however wrong.
`ibpkt.craft.surgery` changes the stack of headers itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ibpkt.arguments import bytes_of, checked, shown
from ibpkt.craft.builder import build
from ibpkt.craft.choices import check_closed
from ibpkt.craft.drafts import Draft, raw_values
from ibpkt.errors import CallerError
from ibpkt.packet import Layer, Packet
from ibpkt.protocols import CLOSED_BY, ICRC, LPCRC, VCRC, Chain
from ibpkt.schema import Header, Part

#: what the caller has changed on purpose: names of fields by the place of their header in the packet
Changes = Mapping[int, set[str]]


@checked
def replace(
    packet: Packet,
    *,
    payload: bytes | bytearray | None = None,
    pad: bytes | bytearray | None = None,
    icrc: bytes | bytearray | int | str | None = None,
    vcrc: bytes | bytearray | int | str | None = None,
    trailer: bytes | bytearray | None = None,
    lengths: bool = True,
    crcs: bool = True,
    **changes: Any,
) -> Packet:
    """A packet with some fields changed, built again.

    Args:
        packet: a whole packet (not one that the capture has cut).
        payload: another payload, None for the same.
        pad: other pad bytes; None for the same, or for those that another payload needs.
        icrc: another ICRC, right or wrong, as `ibpkt.craft.builder.build` takes it; None for what ``crcs`` says.
        vcrc: likewise, the VCRC or LPCRC.
        trailer: other bytes after the packet, None for the same.
        lengths: compute the length fields and checksums again; else they stay as they are.
        crcs: compute the CRCs again; else the stored bytes stay.
        **changes: fields by layer and name, ``bth__psn=5``.  The outermost layer of that name is meant; ``ipv4_2__ttl``
            is a field of the second.  None leaves a field open: it is computed, or takes its default.

    Raises:
        CallerError: no such layer or field, a value that does not fit, or a packet that is not whole.
    """
    stack = stack_of(packet)
    headers = tuple(draft.header for draft in stack)
    changed: dict[int, set[str]] = {}
    for path, value in changes.items():
        place, name = _field(headers, path)
        changed.setdefault(place, set()).add(_change(stack[place], name, value))
    return rebuilt(
        packet,
        stack,
        range(len(stack)),
        changed=changed,
        lengths=lengths,
        crcs=crcs,
        payload=payload,
        pad=pad,
        icrc=icrc,
        vcrc=vcrc,
        trailer=trailer,
    )


def place_of(headers: Chain, which: Header | str) -> int:
    """The place of a header in a stack.

    Args:
        headers: the stack.
        which: its declaration or its name in any case, which mean the outermost; ``ipv4_2`` is the second of its name.

    Raises:
        CallerError: the stack has none.
    """
    name = which.name if isinstance(which, Header) else which
    if not isinstance(name, str):
        raise CallerError(f"expected a header: a declaration or a name, not {shown(which)}")
    names = numbered(headers)
    wanted = name.lower()
    if wanted.endswith("_1") and wanted not in names:
        wanted = wanted[:-2]
    if wanted not in names:
        raise CallerError(f"the packet has no {name}; it has {', '.join(names) or 'no layer'}", name=name, known=names)
    return names.index(wanted)


def numbered(headers: Chain) -> list[str]:
    """The names of layers as `replace` takes them: ``ipv4``, and ``ipv4_2`` for the second."""
    return [
        header.key if (count := headers[: place + 1].count(header)) == 1 else f"{header.key}_{count}"
        for place, header in enumerate(headers)
    ]


def stack_of(packet: Packet) -> list[Draft]:
    """The headers of a packet with all their values.

    Raises:
        CallerError: the packet is not whole.
    """
    check_whole(packet)
    if packet.stop is not None and packet.stop.reason != "unknown":
        raise CallerError(f"a packet that is not whole cannot be built again ({packet.stop})")
    return [Draft(layer.header, dict(layer.raw)) for layer in packet.layers]


def check_packet(packet: object) -> None:
    """Refuse what is no packet."""
    if not isinstance(packet, Packet):
        raise CallerError(f"expected a packet, not {shown(packet)}")


def check_whole(packet: Packet) -> None:
    """Refuse what is no packet, and a packet of which the capture holds a part only."""
    check_packet(packet)
    if len(packet.data) < packet.wirelen:
        raise CallerError(
            f"a packet that the capture has cut cannot be built again: {len(packet.data)} of {packet.wirelen} bytes "
            "are there"
        )


def _field(headers: Chain, path: str) -> tuple[int, str]:
    """The place of the header and the name of the field that are meant by ``bth__psn``."""
    key, separator, name = path.partition("__")
    if not separator or not name:
        owner = next((header.key for header in headers if path in header.by_name), "")
        hint = f"; did you mean {owner}__{path}?" if owner else ""
        raise CallerError(f"{path} names no field; a field is named with its layer, as bth__psn is{hint}", name=path)
    return place_of(headers, key), name


def _change(draft: Draft, name: str, value: Any) -> str:
    """Change one field or part of a header; the name of the field that has changed."""
    header, raw = draft
    leaf = header.leaf(name)
    kept = header.parent(leaf).name if isinstance(leaf, Part) else name  # a part changes its bits of a field
    if value is None:
        raw_values(header, {name: 0} if isinstance(leaf, Part) else {})
        raw.pop(kept, None)
    else:
        raw.update(raw_values(header, {kept: raw[kept], name: value} if kept != name else {name: value}))
    return kept


def rebuilt(
    packet: Packet,
    stack: Sequence[Draft],
    origins: Sequence[int | None],
    *,
    changed: Changes | None = None,
    lengths: bool = True,
    crcs: bool = True,
    payload: bytes | bytearray | None = None,
    pad: bytes | bytearray | None = None,
    icrc: bytes | bytearray | int | str | None = None,
    vcrc: bytes | bytearray | int | str | None = None,
    trailer: bytes | bytearray | None = None,
    link: int | str | Header | None = None,
    strict: bool = False,
) -> Packet:
    """A packet built again from a stack that was made of its own.

    Args:
        packet: the packet.
        stack: the headers of the new one.
        origins: which header of the packet each of them was; None for a new one.
        changed: fields that are to stay as they are, for the caller has changed them.
        lengths: as `replace`, and all up to ``trailer``.
        crcs: likewise.
        payload: likewise.
        pad: likewise.
        icrc: likewise.
        vcrc: likewise.
        trailer: likewise.
        link: the link type, None for the packet's.
        strict: as `ibpkt.craft.builder.build`.
    """
    drafts = [Draft(header, dict(raw)) for header, raw in stack]
    if lengths:
        for draft, origin in zip(drafts, origins, strict=True):
            if origin is not None:
                open_computed(draft, (changed or {}).get(origin, set()), len(packet.data))
    places = packet.crc_places
    stored = {which: packet.data[at : at + which.size] for which, at in places.items()}
    link_crc = stored.get(VCRC, stored.get(LPCRC, b""))
    before = {CLOSED_BY[layer.header] for layer in packet.layers if layer.header in CLOSED_BY}
    check_closed([draft.header for draft in drafts], icrc, vcrc)
    if icrc is None and ICRC in before:  # where nothing needed a CRC before, the right one is computed
        icrc = None if crcs and ICRC in stored else stored.get(ICRC, b"")
    if vcrc is None and before & {VCRC, LPCRC}:
        vcrc = None if crcs and link_crc else link_crc
    options: dict[str, Any] = {
        "payload": packet.payload if payload is None else payload,
        "pad": packet.pad if payload is None and pad is None else pad,
        "icrc": icrc,
        "vcrc": vcrc,
        "trailer": packet.trailer if trailer is None else bytes_of(trailer, "trailer"),
        "link": packet.link if link is None else link,
        "roce_port": packet.roce_port,
        "strict": strict,
    }
    made = build(*drafts, **options)
    if lengths:
        if packet.trailer and trailer is None and not packet.disagreements:
            made = _with_counted_trailer(packet, made, drafts, origins, changed or {}, options)
        made = with_optional_sums(packet, made, drafts, origins, changed or {}, options)
    return as_captured(made, packet)


def as_captured(made: Packet, packet: Packet) -> Packet:
    """A packet with the time, number and comments of the one from which it was made."""
    made.time, made.number, made.comments = packet.time, packet.number, packet.comments
    return made


def open_computed(draft: Draft, changed: set[str], size: int) -> None:
    """Leave open what `build` computes of a packet of ``size`` bytes, unless it was changed on purpose."""
    header, raw = draft
    for name in header.computed:
        kept = name in changed
        if header.extent and header.extent.field == name:
            kept |= header.extent.zero and raw.get(name) == 0
        if header.record and header.record.total == name:
            kept |= raw.get(name) != size  # it may count padding that is not there
        if not kept:
            raw.pop(name, None)


def declared_end(layer: Layer) -> int | None:
    """Where a header says that its contents end, in bytes from the start of the packet; None where it does not say."""
    extent = layer.header.extent
    if extent is None or (extent.zero and layer.raw[extent.field] == 0):
        return None
    return layer.offset + int(layer.raw[extent.field]) * extent.scale + extent.add


def _with_counted_trailer(
    packet: Packet,
    made: Packet,
    drafts: Sequence[Draft],
    origins: Sequence[int | None],
    changed: Changes,
    options: Mapping[str, Any],
) -> Packet:
    """The packet with those lengths that counted its trailer counting it again: of a tunnel around a padded frame."""
    end = len(packet.data) - len(packet.trailer)
    counted, offset = False, 0
    for draft, origin in zip(drafts, origins, strict=True):
        extent, at = draft.header.extent, offset
        offset += draft.size
        if origin is None or extent is None or extent.field in changed.get(origin, ()) or extent.field in draft.raw:
            continue
        counted_bytes = (declared_end(packet.layers[origin]) or 0) - end
        if 0 < counted_bytes <= len(packet.trailer) and counted_bytes % extent.scale == 0:
            length = int(draft.header.read(made.data, at)[extent.field]) + counted_bytes // extent.scale
            draft.raw[extent.field] = min(length, (1 << draft.header.leaf(extent.field).width) - 1)
            counted = True
    return build(*drafts, **options) if counted else made


def with_optional_sums(
    packet: Packet,
    made: Packet,
    drafts: Sequence[Draft],
    origins: Sequence[int | None],
    changed: Changes,
    options: Mapping[str, Any],
) -> Packet:
    """The packet with those checksums right that need not be there, and that were right before: those of UDP."""
    summed = {
        place: origin
        for place, ((header, raw), origin) in enumerate(zip(drafts, origins, strict=True))
        if origin is not None
        and header.checksum
        and header.checksum.optional
        and raw.get(header.checksum.field)
        and header.checksum.field not in changed.get(origin, set())
    }
    if not summed:
        return made
    from ibpkt.craft.optional_sums import right_before, sum_at  # late: few packets need NumPy

    # what is inside comes first, for a checksum covers it
    for place in reversed(right_before(packet, summed)):
        header, raw = drafts[place]
        computed = sum_at(made, place, header)
        if header.checksum and computed is not None:
            raw[header.checksum.field] = computed
            made = build(*drafts, **options)
    return made

"""What `ibpkt.build` has to be told to make a given packet again, and no more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ibpkt.craft.announce import computed_fields
from ibpkt.craft.builder import build
from ibpkt.craft.drafts import Draft
from ibpkt.craft.spelling import differing
from ibpkt.errors import CallerError
from ibpkt.packet import Packet
from ibpkt.protocols import BTH, CLOSED_BY, CRCS, ICRC, LPCRC, VCRC, by_name

#: the options of `build`, and what they are where it is not told
_FOUND: dict[str, Any] = dict(build.__kwdefaults__ or {})
#: the options that take CRCs
CRC_OPTIONS = {which: VCRC.key if which is LPCRC else which.key for which in CRCS}
#: times that fields are added which turned out to differ; each may change what others are computed to be
_ROUNDS = 4


class BuildArguments(NamedTuple):
    """The arguments of a call of `ibpkt.build`.

    Attributes:
        drafts: the headers, with the fields that have to be given.
        options: the options that have to be given.
    """

    drafts: tuple[Draft, ...]
    options: dict[str, Any]


def build_arguments(packet: Packet) -> BuildArguments | None:
    """The fewest arguments with which `ibpkt.build` makes a packet again.

    None where there are none: the capture has cut the packet, or no header of it is known.
    """
    known = by_name()
    if not packet.layers or packet.wirelen != len(packet.data):
        return None
    if any(known.get(layer.name) is not layer.header for layer in packet.layers):
        return None
    found = []
    crcs = [getattr(packet, which.key) for which in packet.crc_places]
    regular = packet.stop is None and not packet.disagreements and all(crcs)
    for body in _bodies(packet):
        options = {**_FOUND, **body, "link": packet.link, "roce_port": packet.roce_port, "strict": False}
        drafts = _settled(packet, options)
        if drafts is not None:
            found.append(_fewest(packet, drafts, options))
            if regular:
                break
    return min(found, key=lambda arguments: sum(len(draft.raw) for draft in arguments.drafts) + len(arguments.options),
               default=None)  # fmt: skip


def _bodies(packet: Packet) -> Iterator[dict[str, Any]]:
    """Ways to name the bytes after the headers.

    As decoding found them; as they were built where lengths are wrong on purpose, headers are missing, or the ICRC is;
    and as a payload, since a packet that is malformed may have bytes that no part of it counts.
    """
    data, places = packet.data, packet.crc_places
    at = sum(layer.size for layer in packet.layers)
    stored = {header: data[place : place + header.size] for header, place in places.items()}
    crcs: dict[str, bytes] = {"icrc": stored.get(ICRC, b""), "vcrc": stored.get(VCRC, stored.get(LPCRC, b""))}
    yield {"payload": packet.payload, "pad": packet.pad, **crcs, "trailer": packet.trailer}
    closing = [which for which in CRCS if any(CLOSED_BY.get(layer.header) is which for layer in packet.layers)]
    for those in (closing, [which for which in closing if which is not ICRC]):
        body = data[at : len(data) - sum(which.size for which in those)]
        rest = data[at + len(body) :]
        if sum(which.size for which in those) != len(rest):
            continue
        last: dict[str, bytes] = {}
        for which in those:
            last[CRC_OPTIONS[which]], rest = rest[: which.size], rest[which.size :]
        pad = min(next((layer.raw["padcnt"] for layer in packet.layers if layer.header is BTH), 0), len(body))
        payload = {"payload": body[: len(body) - pad], "pad": body[len(body) - pad :]}
        yield {**payload, "icrc": b"", "vcrc": b"", **last, "trailer": b""}
    end = min(places.values(), default=len(data))
    yield {"payload": data[at:end], "pad": b"", **crcs, "trailer": packet.trailer}
    yield {"payload": data[at:], "pad": b"", "icrc": b"", "vcrc": b"", "trailer": b""}


def _settled(packet: Packet, options: dict[str, Any]) -> list[Draft] | None:
    """The headers with enough fields given that their bytes are those of the packet; None if that never happens."""
    drafts = []
    for layer in packet.layers:
        computed = computed_fields(layer.header)
        given = {name: value for name, value in differing(layer.header, layer.raw) if name not in computed}
        drafts.append(Draft(layer.header, given))
    for _ in range(_ROUNDS):
        try:
            built = build(*drafts, **options)
        except CallerError:  # no length that can be computed fits: all are given
            for draft, layer in zip(drafts, packet.layers, strict=True):
                draft.raw.update(layer.raw)
            continue
        if built.data == packet.data:
            return drafts
        for draft, layer in zip(drafts, packet.layers, strict=True):
            if len(built.data) < layer.offset + layer.header.size:
                return None
            for name, value in layer.header.read(built.data, layer.offset).items():
                if value != layer.raw[name]:
                    draft.raw[name] = layer.raw[name]
    return None


def _fewest(packet: Packet, drafts: list[Draft], options: dict[str, Any]) -> BuildArguments:
    """Leave out what `build` finds by itself."""
    least = {**_FOUND, "payload": options["payload"]}
    if _same(packet, drafts, least):
        options = least
    else:
        for name, value in _FOUND.items():
            if options[name] != value and _same(packet, drafts, {**options, name: value}):
                options = {**options, name: value}
    for place in range(len(drafts)):
        for name in _filled(packet, drafts, place, options):
            fewer = _without(drafts, place, name)
            if _same(packet, fewer, options):
                drafts = fewer
    ordered = [Draft(header, {name: raw[name] for name in header.by_name if name in raw}) for header, raw in drafts]
    return BuildArguments(tuple(ordered), {name: value for name, value in options.items() if value != _FOUND[name]})


def _filled(packet: Packet, drafts: list[Draft], place: int, options: dict[str, Any]) -> list[str]:
    """The given fields of a header that may get the same values where they are not given.

    Those that do where none of its fields is given, and those that are computed, a checksum say, out of the others.
    """
    header, raw = drafts[place]
    if not raw:
        return []
    try:
        built = build(*drafts[:place], header, *drafts[place + 1 :], **{**options, "strict": False})
    except CallerError:
        return list(raw)
    values = header.read(built.data, packet.layers[place].offset)
    computed = computed_fields(header)
    return [name for name, value in raw.items() if name in computed or (name in values and values[name] == value)]


def _without(drafts: list[Draft], place: int, name: str) -> list[Draft]:
    header, raw = drafts[place]
    fewer = Draft(header, {other: value for other, value in raw.items() if other != name})
    return [*drafts[:place], fewer, *drafts[place + 1 :]]


def _same(packet: Packet, drafts: list[Draft], options: dict[str, Any]) -> bool:
    try:
        built = build(*drafts, **options)
    except CallerError:
        return False
    if (built.data, built.link) != (packet.data, packet.link):
        return False
    # another port of RoCEv2 makes another packet of the same bytes
    return [layer.header for layer in built.layers] == [layer.header for layer in packet.layers]

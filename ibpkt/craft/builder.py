"""Making packets: what is left open is computed, what is given stays, however wrong.

`build` puts headers together; `replace` changes fields of a packet and builds it again.  What they compute comes out of
the declarations: what announces the next header out of the graph (`ibpkt.craft.announce`); lengths, checksums, pad and
CRCs out of the facts on the headers (`ibpkt.craft.template`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ibpkt.craft.announce import announced, deciding_fields
from ibpkt.craft.drafts import Draft, drafts_of, raw_values
from ibpkt.craft.template import TemplateFamily, template_of
from ibpkt.errors import CallerError
from ibpkt.packet import Packet, decode
from ibpkt.protocols import CRCS, ICRC, LPCRC, ROCE_PORT, VCRC, graph, link_of, link_type
from ibpkt.schema import Header, Part

_families: dict[Any, TemplateFamily] = {}
#: stacks, and templates of one of them, that are remembered
_REMEMBERED = 1024


def build(
    *drafts: Draft | Header | str | Sequence[Any],
    payload: bytes = b"",
    pad: bytes | None = None,
    icrc: bytes | None = None,
    vcrc: bytes | None = None,
    trailer: bytes = b"",
    link: int | str | Header | None = None,
    roce_port: int = ROCE_PORT,
    force: bool = False,
) -> Packet:
    """Build a packet.

    Args:
        *drafts: the headers, outermost first: drafts; declarations or names, for headers with nothing given; tuples
            and lists of all these.
        payload: what they carry.
        pad: the pad bytes; None for as many zero bytes as make all that follows BTH a multiple of four.
        icrc: the four bytes to store instead of the right ones; empty for none at all.
        vcrc: likewise, the two of a packet that begins with LRH (or the LPCRC of a flow-control packet).
        trailer: bytes after the packet.
        link: the link type, or the first header where no link type begins with it; None finds one.
        roce_port: the UDP destination port of RoCEv2.
        force: accept a header that the graph does not know after the one before it.

    Returns:
        The packet, decoded; ``bytes(packet)`` is what was built.

    Raises:
        CallerError: a stack that the graph does not know, or a length that no field can hold.
    """
    given = drafts_of(drafts)
    if not given:
        raise CallerError("a packet needs at least one header")
    rules = graph(roce_port)
    crcs = (None if icrc is None else len(icrc), None if vcrc is None else len(vcrc))
    fields = [(header, *raw) for header, raw in given]
    kind = (link, roce_port, force, bool(payload), bool(trailer), crcs, *fields)
    family = _families.get(kind)
    if family is None or family.rules is not rules:
        headers = [draft.header for draft in given]
        number = link_of(headers[0]) if link is None else link if isinstance(link, Header) else link_type(link)
        first = rules.first.get(number) if isinstance(number, int) else None
        deciding = deciding_fields(headers, rules, first.peek if first else 0)
        family = _families[_room(_families, kind)] = TemplateFamily(number, rules, given, deciding)
    key = family.key(given)
    template = family.templates.get(key)
    if template is not None:
        data = template.make(given, payload, pad, icrc, vcrc, trailer)
        if template.crcs is not None:
            return Packet.built(data, family.link, roce_port)
        return decode(_close(data, family.link, roce_port, icrc, vcrc), family.link, roce_port=roce_port)
    quick = template_of(announced(given, rules, bool(payload), force), given, *crcs)
    template = quick._replace(crcs=None)
    data = _close(template.make(given, payload, pad, icrc, vcrc, trailer), family.link, roce_port, icrc, vcrc)
    # CRCs that are computed without a look at the packet are believed once they were right
    right = quick.crcs is not None and quick.make(given, payload, pad, icrc, vcrc, trailer) == data
    family.templates[_room(family.templates, key)] = quick if right else template
    return decode(data, family.link, roce_port=roce_port)


def _room(memory: dict[Any, Any], key: Any) -> Any:
    if len(memory) >= _REMEMBERED:
        memory.clear()
    return key


def _close(data: bytes, link: int | Header, roce_port: int, icrc: bytes | None, vcrc: bytes | None) -> bytes:
    """The packet with its CRCs filled in, where decoding finds their places: the ICRC first, for the VCRC covers it."""
    for header, given in zip(CRCS, (icrc, vcrc, vcrc), strict=True):
        packet = decode(data, link, roce_port=roce_port)
        at = packet.crc_places.get(header)
        if at is None or given == b"":
            continue
        stored = getattr(packet, header.key).computed if given is None else given
        data = data[:at] + stored + data[at + header.size :]
    return data


def replace(
    packet: Packet, *, payload: bytes | None = None, lengths: bool = True, crcs: bool = True, **changes: Any
) -> Packet:
    """A packet with some fields changed, built again.

    Args:
        packet: a whole packet (not one that the capture has cut).
        payload: another payload, None for the same.
        lengths: compute the length fields and IP checksums again; else they stay as they are.
        crcs: compute the CRCs again; else the stored bytes stay.
        **changes: fields by layer and name, ``bth__psn=5``; the outermost layer of that name is meant.

    Raises:
        CallerError: no such layer or field, a value that does not fit, or a packet that is not whole.
    """
    if packet.stop is not None and packet.stop.reason != "unknown":
        raise CallerError(f"a packet that is not whole cannot be built again ({packet.stop})")
    stack = [Draft(layer.header, dict(layer.raw)) for layer in packet.layers]
    for path, value in changes.items():
        key, _, name = path.partition("__")
        index = packet.layers.index(packet[key])
        header, raw = stack[index]
        leaf = header.leaf(name)
        kept = header.parent(leaf).name if isinstance(leaf, Part) else name  # a part changes its bits of a field
        raw.update(raw_values(header, {kept: raw[kept], name: value} if kept != name else {name: value}))
    if lengths:
        for draft in stack:
            _leave_open(draft, changes, len(packet.data))
    places = packet.crc_places
    stored = {which: packet.data[at : at + which.size] for which, at in places.items()}
    link_crc = stored.get(VCRC, stored.get(LPCRC, b""))
    return build(
        *stack,
        payload=packet.payload if payload is None else payload,
        pad=None if payload is not None else packet.pad,
        icrc=None if crcs and ICRC in stored else stored.get(ICRC, b""),
        vcrc=None if crcs and link_crc else link_crc,
        trailer=packet.trailer,
        link=packet.link,
        roce_port=packet.roce_port,
        force=True,
    )


def _leave_open(draft: Draft, changes: Mapping[str, Any], size: int) -> None:
    """Leave open what `build` computes of a packet of ``size`` bytes, unless it was changed on purpose."""
    header, raw = draft
    for name in header.computed:
        kept = f"{header.key}__{name}" in changes
        if header.extent and header.extent.field == name:
            kept |= header.extent.zero and raw[name] == 0
        if header.record and header.record.total == name:
            kept |= raw[name] != size  # it may count padding that is not there
        if not kept:
            del raw[name]

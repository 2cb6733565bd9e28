"""Making packets: what is left open is computed, what is given stays, however wrong.

`build` puts headers together; `ibpkt.craft.rebuild` changes a packet and builds it again.  What is computed comes out
of the declarations: what announces the next header out of the graph (`ibpkt.craft.announce`); lengths, checksums, pad
and CRCs out of the facts on the headers (`ibpkt.craft.template`).
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

from ibpkt.arguments import bytes_of, flag, shown
from ibpkt.craft.announce import announced, deciding_fields
from ibpkt.craft.choices import FlippedBits, check_closed, check_port, crc_choice
from ibpkt.craft.drafts import Draft, drafts_of
from ibpkt.craft.template import PacketTemplate, TemplateFamily, template_of
from ibpkt.errors import CallerError
from ibpkt.packet import Check, Packet, decode
from ibpkt.protocols import CLOSED_BY, CRCS, ICRC, LPCRC, ROCE_PORT, VCRC, Graph, graph, link_of, link_type
from ibpkt.schema import Header

_families: dict[Any, TemplateFamily] = {}
#: stacks, and templates of one of them, that are remembered
_REMEMBERED = 1024


def build(
    *drafts: Draft | Header | str | Sequence[Any],
    payload: bytes | bytearray = b"",
    pad: bytes | bytearray | None = None,
    icrc: bytes | bytearray | int | str | None = None,
    vcrc: bytes | bytearray | int | str | None = None,
    trailer: bytes | bytearray = b"",
    link: int | str | Header | None = None,
    roce_port: int = ROCE_PORT,
    strict: bool = True,
    force: bool | None = None,
) -> Packet:
    """Build a packet.

    A management datagram has 256 bytes: zeros fill it up, except where ``pad`` is given.

    Args:
        *drafts: the headers, outermost first: drafts; declarations or names, for headers with nothing given; tuples
            and lists of all these.
        payload: what they carry.
        pad: the pad bytes; None for as many zero bytes as make all that follows BTH a multiple of four.
        icrc: None or ``"right"`` for the right one; ``"wrong"`` for all its bits flipped, ``"flip 3 bits"`` for three
            of them; ``"none"`` or ``b""`` for none at all; or what to store, four bytes or a number as ibpkt prints it
            (``0xdeadbeef`` stores ``de ad be ef``).
        vcrc: likewise, the two bytes of a packet that begins with LRH (or the LPCRC of a flow-control packet).
        trailer: bytes after the packet.
        link: the link type, or the first header where no link type begins with it; None finds one.
        roce_port: the UDP destination port of RoCEv2.
        strict: refuse a header that the graph does not know after the one before it.
        force: the earlier name of ``strict=False``.

    Returns:
        The packet, decoded; ``bytes(packet)`` is what was built.

    Raises:
        CallerError: a stack that the graph does not know, a length that no field can hold, or an argument that is not
            what it should be.
    """
    given = drafts_of(drafts)
    if not given:
        raise CallerError("a packet needs at least one header")
    if force is not None:
        warnings.warn("build(force=True) is build(strict=False) now", DeprecationWarning, stacklevel=2)
        strict = not force
    if strict is not True:
        flag(strict, "strict")
    if type(payload) is not bytes:
        payload = bytes_of(payload, "payload")
    if type(trailer) is not bytes:
        trailer = bytes_of(trailer, "trailer")
    if pad is not None and type(pad) is not bytes:
        pad = bytes_of(pad, "pad")
    if roce_port != ROCE_PORT:
        check_port(roce_port)
    if icrc is None and vcrc is None:
        return _built(given, payload, pad, None, None, trailer, link, roce_port, strict)
    invariant, link_crc = crc_choice("icrc", icrc, ICRC), crc_choice("vcrc", vcrc, VCRC)
    if strict:
        check_closed([draft.header for draft in given], invariant, link_crc)
    if isinstance(invariant, FlippedBits):
        right = _built(given, payload, pad, None, None, trailer, link, roce_port, strict)
        invariant = invariant.of(_right(right, ICRC))
    if isinstance(link_crc, FlippedBits):
        right = _built(given, payload, pad, invariant, None, trailer, link, roce_port, strict)
        link_crc = link_crc.of(_right(right, LPCRC if LPCRC in right.crc_places else VCRC))
    return _built(given, payload, pad, invariant, link_crc, trailer, link, roce_port, strict)


def _right(packet: Packet, which: Header) -> bytes:
    """The right CRC of a packet, for a wrong one to be made of it."""
    check: Check = getattr(packet, which.key)
    if not check.computed:
        raise CallerError(f"the packet has no {which.name} in which bits could be flipped", name=which.key)
    return check.computed


def _built(
    given: Sequence[Draft],
    payload: bytes,
    pad: bytes | None,
    icrc: bytes | None,
    vcrc: bytes | None,
    trailer: bytes,
    link: int | str | Header | None,
    roce_port: int,
    strict: bool,
) -> Packet:
    rules = graph(roce_port)
    crcs = (None if icrc is None else len(icrc), None if vcrc is None else len(vcrc))
    fields = [(header, *raw) for header, raw in given]
    kind = (link, roce_port, strict, bool(payload), bool(trailer), crcs, *fields)
    family = _families.get(kind)
    if family is None or family.rules is not rules:
        headers = [draft.header for draft in given]
        number = _link(headers[0], link, rules, strict)
        first = rules.first.get(number) if isinstance(number, int) else None
        deciding = deciding_fields(headers, rules, first.peek if first else 0)
        family = _families[_room(_families, kind)] = TemplateFamily(number, rules, given, deciding)
    if family.fills and pad is None:
        payload = payload.ljust(family.fills, b"\0")
    key = family.key(given)
    template = family.templates.get(key)
    if template is not None:
        data = template.make(given, payload, pad, icrc, vcrc, trailer)
        if template.crcs is not None:
            return Packet.built(data, family.link, roce_port)
    else:
        quick = template_of(announced(given, rules, bool(payload), strict), given, *crcs)
        template = quick._replace(crcs=None)
        data = template.make(given, payload, pad, icrc, vcrc, trailer)
    data = _close(data, given, template, (icrc, vcrc), len(trailer), family.link, roce_port)
    if key not in family.templates:
        # CRCs that are computed without a look at the packet are believed once they were right
        right = quick.crcs is not None and quick.make(given, payload, pad, icrc, vcrc, trailer) == data
        family.templates[_room(family.templates, key)] = quick if right else template
    return decode(data, family.link, roce_port=roce_port)


def _link(first: Header, link: int | str | Header | None, rules: Graph, strict: bool) -> int | Header:
    """The link type of a packet, or the header where no link type begins with it.

    Raises:
        CallerError: there is none, or none that begins with the first header.
    """
    if link is None:
        return link_of(first)
    if isinstance(link, Header):
        return link
    if not isinstance(link, int | str) or isinstance(link, bool):
        raise CallerError(f"link takes a link type by number or name, or a header, not {shown(link)}", name="link")
    number = link_type(link)
    rule = rules.first.get(number)
    known = () if rule is None else (*rule.chains, rule.otherwise or ())
    if strict and not any(chain[:1] == (first,) for chain in known):
        raise CallerError(f"{first.name} does not follow link type {link}; strict=False builds it all the same")
    return number


def _room(memory: dict[Any, Any], key: Any) -> Any:
    if len(memory) >= _REMEMBERED:
        memory.clear()
    return key


def _close(
    data: bytes,
    given: Sequence[Draft],
    template: PacketTemplate,
    crcs: tuple[bytes | None, bytes | None],
    trailer: int,
    link: int | Header,
    roce_port: int,
) -> bytes:
    """The packet with its CRCs filled in: the ICRC first, for the others cover it.

    They stand where decoding finds them, else right after the pad.  What the payload holds stays as it was given, even
    if decoding takes it for a packet.
    """
    closed = {CLOSED_BY[header] for header, _ in given if header in CLOSED_BY}
    for which, stored in zip(CRCS, (crcs[0], crcs[1], crcs[1]), strict=True):
        if which not in closed or stored == b"" or len(template.closing) < which.size:
            continue
        packet = decode(data, link, roce_port=roce_port)
        place = packet.crc_places.get(which)
        if place is not None:
            at, crc = place, getattr(packet, which.key).computed if stored is None else stored
        elif stored is not None:
            at, crc = len(data) - trailer - (len(template.closing) if which is ICRC else which.size), stored
        else:
            continue  # in another packet, or where a wrong value has put it
        data = data[:at] + crc + data[at + which.size :]
    return data

"""Making packets: what is left open is computed, what is given stays, however wrong.

`build` puts headers together; `replace` changes fields of a packet and builds it again.  What they compute comes out of
the declarations: a value that announces the next header (EtherType, OpCode, LNH …) out of the graph, a length out of
the header's extent, pad and CRCs out of the transport's rules.  `ibpkt.craft.plan` does the same for all further
packets of a stack, many times as fast.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from ibpkt.craft.drafts import Draft, raw_values
from ibpkt.craft.plan import TemplateFamily, steering, template_of
from ibpkt.errors import CallerError
from ibpkt.packet import Packet, decode
from ibpkt.protocols import (
    BTH,
    CLOSED_BY,
    DETH,
    ERF,
    ICRC,
    LPCRC,
    LRH,
    MAD,
    MANAGEMENT_VL,
    OPCODES,
    RMPP,
    ROCE_PORT,
    SA,
    SMP,
    VCRC,
    FlowControl,
    Graph,
    IPv4,
    Rule,
    SMPDirected,
    graph,
    link_type,
    renewed,
)
from ibpkt.schema import Header, Part

_families: dict[Any, TemplateFamily] = {}
#: stacks, and values that steer one of them, that are remembered
_REMEMBERED = 1024


def build(
    *drafts: Draft | Header,
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
        *drafts: the headers, outermost first: drafts, or declarations for headers with nothing given.
        payload: what they carry.
        pad: the pad bytes; None for as many zero bytes as make all behind BTH a multiple of four.
        icrc: the four bytes to store instead of the right ones; empty for none at all.
        vcrc: likewise, the two of a packet that begins with LRH (or the LPCRC of a flow-control packet).
        trailer: bytes behind the packet.
        link: the link type, or the first header where no link type begins with it; None finds one.
        roce_port: the UDP destination port of RoCEv2.
        force: accept a header that the graph does not know behind the one before it.

    Returns:
        The packet, decoded; ``bytes(packet)`` is what was built.

    Raises:
        CallerError: a stack that the graph does not know, or a length that no field can hold.
    """
    given = [each if isinstance(each, Draft) else Draft(each, {}) for each in drafts]
    if not given:
        raise CallerError("a packet needs at least one header")
    crcs = (None if icrc is None else len(icrc), None if vcrc is None else len(vcrc))
    kind = (link, roce_port, force, bool(payload), bool(trailer), crcs, *[(each.header, *each.raw) for each in given])
    family = _families.get(kind)
    if family is None:
        family = _families[_room(_families, kind)] = _family(given, link, roce_port)
    key = family.key(given)
    plan = family.plans.get(key)
    if plan is not None:
        made = plan.make(given, payload, pad, icrc, vcrc, trailer)
        if made is not None:
            return Packet.built(made, family.link, roce_port)
    stack = [Draft(each.header, dict(each.raw)) for each in given]
    _announce(stack, graph(roce_port), bool(payload), force)
    values = [_defaults(each) for each in stack]
    data = _assemble(stack, values, payload, pad, icrc, vcrc, trailer)
    data = _close(data, family.link, roce_port, icrc, vcrc)
    if key not in family.plans:
        if crcs[0] in (None, ICRC.size) and crcs[1] in (None, VCRC.size):
            plan = template_of(stack, given, values, ICRC.size)
        right = plan is not None and plan.make(given, payload, pad, icrc, vcrc, trailer) == data
        family.plans[_room(family.plans, key)] = plan if right else None
    return decode(data, family.link, roce_port=roce_port)


def _room(memory: dict[Any, Any], key: Any) -> Any:
    if len(memory) >= _REMEMBERED:
        memory.clear()
    return key


def _family(given: Sequence[Draft], link: int | str | Header | None, roce_port: int) -> TemplateFamily:
    headers = [each.header for each in given]
    rules = graph(roce_port)
    number = link_of(headers[0]) if link is None else link if isinstance(link, Header) else link_type(link)
    first = rules.first.get(number) if isinstance(number, int) else None
    deciding = steering(headers, rules, first.peek if first else 0)
    return TemplateFamily(number, tuple((index, name) for index, name in deciding if name in given[index].raw))


def _assemble(
    stack: Sequence[Draft],
    values: Sequence[dict[str, Any]],
    payload: bytes,
    pad: bytes | None,
    icrc: bytes | None,
    vcrc: bytes | None,
    trailer: bytes,
) -> bytes:
    """The packet with zeros in place of its CRCs; ``values`` are completed."""
    headers = [each.header for each in stack]
    if BTH in headers:
        transport = headers.index(BTH)
        carried = sum(header.size for header in headers[transport + 1 :]) + len(payload)
        count = stack[transport].raw.get("padcnt", -carried % 4 if pad is None else len(pad) & 3)
        values[transport]["padcnt"] = count
        padding = bytes(count) if pad is None else pad
    else:
        padding = pad or b""
    tail = b"" if icrc == b"" or BTH not in headers else bytes(ICRC.size)
    closing = VCRC if LRH in headers else LPCRC if FlowControl in headers else None
    end = bytes(closing.size) if closing and vcrc != b"" else b""
    _lengths(stack, values, len(payload) + len(padding) + len(tail))
    whole = sum(len(each.header.write(value)) for each, value in zip(stack, values, strict=True))
    _record(stack, values, whole + len(payload) + len(padding) + len(tail) + len(end))
    pieces = [each.header.write(value) for each, value in zip(stack, values, strict=True)]
    _ip_checksums(stack, values, pieces)
    return b"".join(pieces) + payload + padding + tail + end + trailer


def _close(data: bytes, link: int | Header, roce_port: int, icrc: bytes | None, vcrc: bytes | None) -> bytes:
    """The packet with its CRCs filled in: the ICRC first, for the VCRC covers it."""
    for header, given in ((ICRC, icrc), (VCRC, vcrc), (LPCRC, vcrc)):
        packet = decode(data, link, roce_port=roce_port)
        at = packet.crc_places.get(header)
        if at is None or given == b"":
            continue
        check = {ICRC: packet.icrc, VCRC: packet.vcrc, LPCRC: packet.lpcrc}[header]
        stored = check.computed if given is None else given
        data = data[:at] + stored + data[at + header.size :]
    return data


@renewed
@functools.cache
def link_of(first: Header) -> int:
    """The link type of packets that begin with a header.

    Raises:
        CallerError: there is none.
    """
    rules = graph()
    for link, rule in rules.first.items():
        if any(chain[0] is first for chain in rule.chains if chain):
            return link
    raise CallerError(f"no link type begins with {first.name}; say link=")


def _announce(stack: Sequence[Draft], rules: Graph, payload: bool, force: bool) -> None:
    """Set what announces the following headers, where it was left open."""
    headers = tuple(each.header for each in stack)
    if MAD in headers:
        _manage(stack, rules)
    if SA in headers:
        _tabulate(stack, headers, rules)
    shared: dict[tuple[int, str], int] = {}  # fields of which several parts announce
    at = 0
    while at < len(stack):
        following = headers[at + 1 :]
        step = _row(stack, at, rules, following, payload)
        if step is None:
            if following and not force:
                raise CallerError(
                    f"{following[0].name} does not follow {headers[at].name}; force=True builds it all the same",
                    name=following[0].name,
                )
            at += 1
            continue
        rule, number, length = step
        if rule is not None:
            _set_key(stack, at, rule, number, shared)
        at += max(1, length)


def _manage(stack: Sequence[Draft], rules: Graph) -> None:
    """Where management datagrams go: subnet management on queue pair 0 and VL 15, all other on queue pair 1."""
    by_header = {each.header: each.raw for each in reversed(stack)}
    chain = rules.rules[MAD][0].table.get(by_header[MAD].get("mgmtclass", -1), ())
    subnet = any(header in (SMP, SMPDirected) for header in (*by_header, *chain))
    if not subnet:
        for header, field in ((BTH, "destqp"), (DETH, "srcqp")):
            by_header.get(header, {}).setdefault(field, 1)
    elif LRH in by_header:
        by_header[LRH].setdefault("vl", MANAGEMENT_VL)


def _tabulate(stack: Sequence[Draft], headers: tuple[Header, ...], rules: Graph) -> None:
    """What says that records follow each other: RMPP's flags and length, and the distance between two of them."""
    at = headers.index(SA)
    records = headers[at + 1 :]
    rmpp = stack[headers.index(RMPP)].raw if RMPP in headers else {}
    repeated = next((rule for rule in rules.rules.get(records[0], ()) if rule.stride), None) if records else None
    if repeated and len(records) > 1:
        for name, number in (("rmppversion", 1), ("rmpptype", 1), ("rmppflags", 7)):
            rmpp.setdefault(name, number)
    if not rmpp.get("rmppflags", 0) & 1:
        return
    length = next(rule.room.length for rule in rules.rules[SA] if rule.room and rule.room.length)
    rmpp.setdefault(length.name, sum(header.size for header in headers[at:]))
    if repeated and repeated.stride:
        gaps = next((place for place, header in enumerate(records[1:]) if header is not repeated.stride.gap), 0)
        units = records[0].size // repeated.stride.unit + gaps
        stack[at].raw.setdefault(repeated.stride.leaf.name, units)


def _row(
    stack: Sequence[Draft], at: int, rules: Graph, following: tuple[Header, ...], payload: bool
) -> tuple[Rule | None, int, int] | None:
    """The row of the graph that leads on: the rule, the value of its key, and the headers it announces."""
    header = stack[at].header
    if header is BTH:
        codes = [code for code, opcode in OPCODES.items() if opcode.headers == following[: len(opcode.headers)]]
        longest = max((len(OPCODES[code].headers) for code in codes), default=0)
        codes = [code for code in codes if len(OPCODES[code].headers) == longest]
        best = min(codes, key=lambda code: (OPCODES[code].position != "only", OPCODES[code].payload != payload, code))
        return rules.rules[BTH][0], best, longest
    best_step: tuple[Rule | None, int, int] | None = None
    for rule in rules.rules.get(header, ()):
        chains = [(number, chain) for number, chain in rule.table.items() if chain]
        if rule.otherwise:
            chains.append((-1, rule.otherwise))
        for number, chain in chains:
            if rule.stride and following[:1] == (rule.stride.gap,):
                between = next((place for place, each in enumerate(following) if each is not rule.stride.gap), 0)
                chain = (rule.stride.gap,) * between + rule.table[0]
            if chain == following[: len(chain)] and (best_step is None or len(chain) > best_step[2]):
                best_step = (rule if number >= 0 else None, number, len(chain))
    return best_step if best_step or following else (None, 0, 0)


def _set_key(stack: Sequence[Draft], at: int, rule: Rule, number: int, shared: dict[tuple[int, str], int]) -> None:
    for leaf in reversed(rule.on):
        part, number = number & ((1 << leaf.width) - 1), number >> leaf.width
        place = next((i for i in range(at, -1, -1) if stack[i].header is leaf.header), None)
        if place is None:
            continue
        raw = stack[place].raw
        if isinstance(leaf, Part):
            field = leaf.header.parent(leaf)
            if raw.get(field.name) == shared.get((place, field.name)):  # open, or set here for another part
                shift = field.width - leaf.offset - leaf.width
                set_now = int(raw.get(field.name, field.default)) | part << shift
                raw[field.name] = shared[place, field.name] = set_now
        else:
            raw.setdefault(leaf.name, part)


def _defaults(each: Draft) -> dict[str, Any]:
    values = {
        field.name: (field.default,) * field.count if field.count > 1 else field.default for field in each.header.wire
    }
    values.update(each.raw)
    return values


def _lengths(stack: Sequence[Draft], values: Sequence[dict[str, Any]], behind: int) -> None:
    """Set the length fields that were left open, from the innermost header outwards."""
    size = behind
    for each, value in zip(reversed(stack), reversed(values), strict=True):
        header = each.header
        if header.tail:
            tail = value.get(header.tail.name, b"")
            length = header.size + len(tail)
            _fit(each, value, header.tail.field, length - header.tail.add, header.tail.scale)
            size += length
        else:
            size += header.size
        if header.extent:
            _fit(each, value, header.extent.field, size - header.extent.add, header.extent.scale)


def _record(stack: Sequence[Draft], values: Sequence[dict[str, Any]], size: int) -> None:
    """The two lengths of an ERF record of ``size`` bytes: all of it, and what lies behind its headers."""
    if stack[0].header is ERF:
        headers = sum(each.header.size for each in stack if each.header.group == ERF.group)
        _fit(stack[0], values[0], "rlen", size, 1)
        _fit(stack[0], values[0], "wlen", size - headers, 1)


def _fit(each: Draft, values: dict[str, Any], name: str, size: int, scale: int) -> None:
    if name in each.raw:
        return
    count, rest = divmod(size, scale)
    field = each.header.leaf(name)
    if rest or not 0 <= count < 1 << field.width:
        raise CallerError(
            f"{each.header.name}.{name} counts {scale} bytes a unit in {field.width} bits and cannot say {size} bytes"
        )
    values[name] = count


def _ip_checksums(stack: Sequence[Draft], values: Sequence[Mapping[str, Any]], pieces: list[bytes]) -> None:
    for index, each in enumerate(stack):
        if each.header is IPv4 and "checksum" not in each.raw:
            header = pieces[index]
            total = sum(int.from_bytes(header[at : at + 2], "big") for at in range(0, len(header) & ~1, 2))
            while total >> 16:
                total = (total & 0xFFFF) + (total >> 16)
            pieces[index] = header[:10] + (total ^ 0xFFFF).to_bytes(2, "big") + header[12:]


def replace(
    packet: Packet, *, payload: bytes | None = None, lengths: bool = True, crcs: bool = True, **changes: Any
) -> Packet:
    """A packet with some fields changed, built again.

    Args:
        packet: a whole packet (not one that the capture has cut).
        payload: another payload, None for the same.
        lengths: compute the length fields and IP checksums anew; else they stay as they are.
        crcs: compute the CRCs anew; else the stored bytes stay.
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
        header = stack[index].header
        if isinstance(header.leaf(name), Part):
            before = {field.name: stack[index].raw[field.name] for field in header.fields if not field.rows}
            part = header.leaf(name)
            field = header.parent(part)  # type: ignore[arg-type]  # a part, as just asked
            given = raw_values(header, {name: value})[field.name]
            bits = ((1 << part.width) - 1) << field.width - (part.bit - field.bit) - part.width
            stack[index].raw[field.name] = before[field.name] & ~bits | given & bits
        else:
            stack[index].raw.update(raw_values(header, {name: value}))
    if lengths:
        changed = set(changes)
        for each in stack:
            _open(each, changed, len(packet.data))
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


def computed_fields(header: Header, roce_port: int = ROCE_PORT) -> set[str]:
    """The fields of a header that `build` computes where they are left open."""
    names = {header.extent.field} if header.extent else set()
    if header.tail:
        names.add(header.tail.field)
    names |= {IPv4: {"checksum"}, BTH: {"padcnt"}, ERF: {"rlen", "wlen"}}.get(header, set())
    if header in CLOSED_BY.values():
        names |= {leaf.name for leaf in header.leaves}
    for rules in graph(roce_port).rules.values():
        for leaf in (leaf for rule in rules for leaf in rule.looks_at() if leaf.header is header):
            names.add(header.parent(leaf).name if isinstance(leaf, Part) else leaf.name)
    return names


def _open(each: Draft, changed: set[str], size: int) -> None:
    """Leave open what `build` computes of a packet of ``size`` bytes, unless it was changed on purpose."""
    header = each.header
    names = [header.extent.field] if header.extent else []
    if header.tail:
        names.append(header.tail.field)
    if header is IPv4:
        names.append("checksum")
    if header is BTH:
        names.append("padcnt")
    if header is ERF:
        names += ["wlen"] + ["rlen"] * (each.raw["rlen"] == size)  # it may count padding that is not there
    for name in names:
        zero = header.extent is not None and header.extent.zero and name == header.extent.field and each.raw[name] == 0
        if f"{header.key}__{name}" not in changed and not zero:
            del each.raw[name]

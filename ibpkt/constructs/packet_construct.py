"""A whole packet as a construct: RoCEv2, RoCEv1, InfiniBand, or any other link type.

Headers are parsed and built by their own constructs, the declarations.  Which header follows is not said here: parsing
walks the protocol graph as `ibpkt.decode` does, and building asks `ibpkt.build` for what was left out.  So a header or
an opcode that is registered later works at once.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import construct

from ibpkt.arguments import checked
from ibpkt.constructs.crc_field import Construct, CRCField, result
from ibpkt.craft.builder import build
from ibpkt.craft.drafts import Draft, draft
from ibpkt.errors import CallerError
from ibpkt.packet import Packet, Status
from ibpkt.packet.coverage import HeaderAt, covered, headers_of
from ibpkt.packet.dissect import dissect
from ibpkt.protocols import (
    BTH,
    CLOSED_BY,
    GRH,
    ICRC,
    LPCRC,
    ROCE_PORT,
    UDP,
    Chain,
    FlowControl,
    by_name,
    graph,
    link_type,
)
from ibpkt.schema import Header

Number = int | Callable[[Any], int]
#: CRCs that close packets, by their keys
_CRCS = {which.key: which for which in dict.fromkeys(CLOSED_BY.values())}
#: the parts of a packet besides headers; bytes before a CRC may belong to nothing
_BODY = ("payload", "pad", *(f"before_{key}" for key in _CRCS), *_CRCS, "trailer")


class PacketConstruct(Construct):
    """A packet as a construct.

    It takes all that is left of its stream, since nothing in a frame says where the frame ends: wrap it in ``Prefixed``
    or ``FixedSized`` where more follows.

    Parsing gives a Container with the headers by key (``ethernet``, ``ipv4``, ``bth``; a second one is ``ipv4_2``),
    then ``payload``, ``pad``, the CRCs (see `CRCField`) and ``trailer``.  A CRC that is absent or cut by the capture
    has no ``stored`` bytes.  Bytes before a CRC that belong to nothing are ``before_icrc`` or ``before_vcrc``.

    Building takes the same: headers in the order of the wire, with raw values, or values as people write them
    ("10.0.0.1").  What is given is kept, however wrong; lengths, pad, checksums, what announces the next header, and
    CRCs are computed where they are left out.

    Args:
        link: the link type by number or name ("ethernet", "infiniband"), or the first header.
        carrier: the header that must come right before BTH; None for any packet, with BTH or without.
        roce_port: the UDP destination port of RoCEv2, constant or a function of the context.
        wirelen: the length of the packet on the wire where a capture has cut it, constant or a function of the context;
            None for that of the data.
        strict: raise where a CRC or a length field is wrong, too.
        name: the name as a member of a Struct, where the user gives none.

    Attributes:
        subcons: the headers that it may have, and the parts after them, by name.

    Raises:
        construct.StreamError: a header does not fit into the packet; ``path`` names it.
        construct.ValidationError: the packet does not have the carrier and BTH, or with ``strict`` a wrong length.
        construct.ChecksumError: with ``strict``, a wrong CRC.
        construct.ConstructError: values from which nothing can be built.
    """

    @checked
    def __init__(
        self,
        link: int | str | Header,
        carrier: Header | None = None,
        *,
        roce_port: Number = ROCE_PORT,
        wirelen: Number | None = None,
        strict: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__()
        self.link: Header | int = link if isinstance(link, Header) else link_type(link)
        self.carrier = carrier
        self.roce_port = roce_port
        self.wirelen = wirelen
        self.strict = strict
        self.name = name
        self.crcs: dict[str, CRCField] = {
            key: CRCField(which, construct.this["_covered"][key], strict=strict) for key, which in _CRCS.items()
        }

    # -- members ------------------------------------------------------------------------------------------------

    @property
    def subcons(self) -> list[Any]:
        """The headers that the packet may have as the graph is now, and the parts after them, by name."""
        port = self.roce_port if isinstance(self.roce_port, int) else ROCE_PORT
        headers = [header.key / header for header in _reachable(self.link, port)]
        after = [name / self.crcs.get(name, construct.GreedyBytes) for name in _BODY]
        return [*headers, *after]

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_") and "crcs" in vars(self):  # else it is being copied
            for member in self.subcons:
                if member.name == name:
                    return member
        raise AttributeError(f"{self.name or type(self).__name__} has no member {name!r}")

    # -- parsing ------------------------------------------------------------------------------------------------

    def _parse(self, stream: Any, context: Any, path: str) -> Any:
        packet = Packet.built(
            construct.stream_read_entire(stream, path), self.link, construct.core.evaluate(self.roce_port, context)
        )
        packet.wirelen = max(packet.wirelen, construct.core.evaluate(self.wirelen, context) or 0)
        inner = _nested(context, stream)
        obj = construct.Container(_io=stream)
        whole = io.BytesIO(packet.data)

        def read(header: Header, data: bytes, at: int) -> dict[str, Any]:
            name = _free_name(header, obj)
            whole.seek(at)
            inner[name] = obj[name] = values = header._parsereport(whole, inner, f"{path} -> {name}")
            return flat(header, values)

        dissect(packet, read)
        self._check(packet, obj, path)
        obj["payload"], obj["pad"] = packet.payload, packet.pad
        self._parse_crcs(packet, obj, inner, path)
        obj["trailer"] = packet.trailer
        return obj

    def _check(self, packet: Packet, obj: Any, path: str) -> None:
        """Raise what the walk found wrong."""
        if packet.stop is not None and packet.stop.reason != "unknown":
            wanted = by_name().get(packet.stop.layer)
            where = f"{path} -> {_free_name(wanted, obj)}" if wanted else path
            raise construct.StreamError(str(packet.stop), path=where)
        self._check_carrier(tuple(layer.header for layer in packet.layers), path)
        if self.strict and packet.disagreements:
            wrong = packet.disagreements[0]
            raise construct.ValidationError(str(wrong), path=f"{path} -> {wrong.layer.lower()} -> {wrong.field}")

    def _check_carrier(self, headers: Chain, path: str) -> None:
        if self.carrier is None:
            return
        at = headers.index(BTH) if BTH in headers else 0
        if not at or headers[at - 1] is not self.carrier:
            stack = "/".join(header.name for header in headers)
            raise construct.ValidationError(
                f"no {self.name or 'such'} packet: it has no {BTH} right after {self.carrier} ({stack})", path=path
            )

    def _parse_crcs(self, packet: Packet, obj: Any, inner: Any, path: str) -> None:
        headers = headers_of(packet)
        end = sum(layer.size for layer in packet.layers) + len(packet.payload) + len(packet.pad)
        inner["_covered"] = construct.Container()
        places = packet.crc_places
        for which in _closing(tuple(layer.header for layer in packet.layers)):
            key = which.key
            if which not in places:
                obj[key] = result(getattr(packet, key).status)
                continue
            if end < places[which]:
                obj[f"before_{key}"] = packet.data[end : places[which]]
            end = places[which] + which.size
            data = covered(packet.data, headers, which, places[which])
            if data is None:  # the packet begins at BTH: what the ICRC covers is not here
                obj[key] = result(Status.ABSENT, packet.data[places[which] : end])
                continue
            inner["_covered"][key] = data
            obj[key] = self.crcs[key]._parsereport(
                io.BytesIO(packet.data[places[which] : end]), inner, f"{path} -> {key}"
            )

    # -- building -----------------------------------------------------------------------------------------------

    def _build(self, obj: Any, stream: Any, context: Any, path: str) -> Any:
        obj = obj or {}
        body = {name: value for name, value in obj.items() if name in _BODY}
        drafts = dict(self._drafts(obj, path))
        headers = tuple(given.header for given in drafts.values())
        self._check_carrier(headers, path)
        values, pad = self._completed(list(drafts.values()), body, context, path)
        inner = _nested(context, stream)
        out = io.BytesIO()
        places = []
        for name, header, value in zip(drafts, headers, values, strict=True):
            places.append(HeaderAt(header, out.tell()))
            inner[name] = header._build(value, out, inner, f"{path} -> {name}")
        inner.payload = bytes(body.get("payload") or b"")
        inner.pad = pad
        out.write(inner.payload + pad)
        inner["_covered"] = construct.Container()
        elsewhere = _elsewhere(drafts.values())
        for which in _closing(headers):
            key = which.key
            out.write(body.get(f"before_{key}") or b"")
            data = covered(out.getvalue(), places, which, out.tell())
            inner["_covered"][key] = b"" if data is None else data
            given = body.get(key)
            # nothing from which it could be computed, or in another packet
            if given is None and (data is None or which in elsewhere):
                given = b""
            inner[key] = self.crcs[key]._build(given, out, inner, f"{path} -> {key}")
        inner.trailer = bytes(body.get("trailer") or b"")
        out.write(inner.trailer)
        construct.stream_write(stream, out.getvalue(), len(out.getvalue()), path)
        return inner

    def _drafts(self, obj: Mapping[str, Any], path: str) -> Iterator[tuple[str, Draft]]:
        """The headers that were given, in their order."""
        known = {header.key: header for header in by_name().values()}
        for name, values in obj.items():
            if name.startswith("_") or name in _BODY:
                continue
            header = known.get(name) or known.get(re.sub(r"_\d+$", "", name))
            try:
                if header is None:
                    raise CallerError(f"there is no header {name!r}", name=name, known=known)
                yield name, draft(header, **_leaves(header, values or {}))
            except CallerError as error:
                raise construct.ConstructError(str(error), path=f"{path} -> {name}") from error

    def _completed(
        self, drafts: list[Draft], body: Mapping[str, Any], context: Any, path: str
    ) -> tuple[list[dict[str, Any]], bytes]:
        """All values of the headers, and the pad: what was given, completed by `ibpkt.build`."""
        pad, payload = body.get("pad"), bytes(body.get("payload") or b"")
        whole = all(len(raw) == len(header.wire) + (header.tail is not None) for header, raw in drafts)
        if whole and pad is not None:
            return [nested(header, raw) for header, raw in drafts], bytes(pad)
        # the value of a CRC changes no header; whether the packet has it does
        elsewhere = _elsewhere(drafts)
        crcs = [
            b"" if _left_out(body.get(key), which in elsewhere) else bytes(which.size) for key, which in _CRCS.items()
        ]
        sizes = dict(zip(_CRCS.values(), crcs, strict=True))
        closing = {which: sizes[which] for which in _closing(tuple(header for header, _ in drafts))}
        try:
            packet = build(
                *drafts,
                payload=payload,
                pad=None if pad is None else bytes(pad),
                icrc=closing.get(CLOSED_BY[BTH]),
                vcrc=next((crc for which, crc in closing.items() if which is not CLOSED_BY[BTH]), None),
                link=self.link,
                roce_port=construct.core.evaluate(self.roce_port, context),
            )
        except CallerError as error:
            raise construct.ConstructError(str(error), path=path) from error
        data = packet.data
        at = 0
        values = []
        for header, given in drafts:
            raw = {**header.read(data, at), **given}
            at += header.size
            if header.tail:
                at += len(raw.setdefault(header.tail.name, b""))
            values.append(nested(header, raw))
        end = len(data) - sum(map(len, closing.values()))
        return values, data[at + len(payload) : end]

    def _sizeof(self, context: Any, path: str) -> int:
        raise construct.SizeofError("a packet has no fixed size; its headers and CRCs have", path=path)


def flat(header: Header, values: Mapping[str, Any]) -> dict[str, Any]:
    """What construct parses, as `Header.read` gives it: a tuple for every field of a row."""
    raw: dict[str, Any] = {}
    for field in header.fields:
        if field.rows:
            for inner in field.rows:
                raw[inner.name] = tuple(row[inner.name] for row in values[field.name])
        else:
            raw[field.name] = values[field.name]
    if header.tail:
        raw[header.tail.name] = values[header.tail.name]
    return raw


def nested(header: Header, raw: Mapping[str, Any]) -> dict[str, Any]:
    """The way back: what construct builds from."""
    values: dict[str, Any] = {}
    for field in header.fields:
        if field.rows:
            names = [inner.name for inner in field.rows]
            rows = zip(*(raw[name] for name in names), strict=True)
            values[field.name] = [dict(zip(names, row, strict=True)) for row in rows]
        else:
            values[field.name] = raw[field.name]
    if header.tail:
        values[header.tail.name] = raw[header.tail.name]
    return values


def _leaves(header: Header, values: Mapping[str, Any]) -> dict[str, Any]:
    """Given values with the rows of tables as `Header.read` gives them."""
    given = {name: value for name, value in values.items() if name != "_io"}
    for field in header.fields:
        if field.rows and field.name in given:
            rows = given.pop(field.name)
            given.update({inner.name: tuple(row[inner.name] for row in rows) for inner in field.rows})
    return given


def _closing(headers: Chain) -> list[Header]:
    """The CRCs that close a packet with these headers, in the order of the wire: the inner one first."""
    return list(dict.fromkeys(CLOSED_BY[header] for header in reversed(headers) if header in CLOSED_BY))


def _elsewhere(drafts: Iterable[Draft]) -> tuple[Header, ...]:
    """The CRCs that another packet has: a fragment leaves the ICRC to the last one."""
    return (ICRC,) if any(header.is_part(raw) for header, raw in drafts) else ()


def _left_out(crc: Any, elsewhere: bool) -> bool:
    """Whether a packet is to be built without a CRC."""
    return crc == b"" or (elsewhere if crc is None else isinstance(crc, dict) and crc.get("stored") == b"")


def _written(header: Header) -> Callable[[Any], bytes]:
    """The bytes of a header whose values the context has under its key."""
    return lambda this: header.write({field.name: this[header.key][field.name] for field in header.wire})


def _nested(context: Any, stream: Any) -> Any:
    """A context below another, as construct's Struct makes it."""
    inner = construct.Container(
        _=context,
        _params=context._params,
        _root=None,
        _parsing=context._parsing,
        _building=context._building,
        _sizing=context._sizing,
        _io=stream,
        _index=context.get("_index", None),
    )
    inner["_root"] = context.get("_root", inner)
    return inner


def _free_name(header: Header, obj: Mapping[str, Any]) -> str:
    """The name of the next header of a kind: its key, with a number from the second one on."""
    name, number = header.key, 1
    while name in obj:
        number += 1
        name = f"{header.key}_{number}"
    return name


def _reachable(link: int | Header, roce_port: int) -> list[Header]:
    """The headers that packets of a link type may have, in the order in which the graph leads to them."""
    rules = graph(roce_port)
    first = () if isinstance(link, Header) else (rules.first[link],) if link in rules.first else ()
    seen: dict[Header, None] = {link: None} if isinstance(link, Header) else {}
    waiting = [*first] + [rule for header in seen for rule in rules.rules.get(header, ())]
    while waiting:
        rule = waiting.pop(0)
        for header in [header for chain in (*rule.chains, rule.otherwise or ()) for header in chain]:
            if header not in seen:
                seen[header] = None
                waiting += rules.rules.get(header, ())
    return list(seen)


RoCEv2: PacketConstruct = PacketConstruct("ethernet", UDP, name="RoCEv2")
RoCEv1: PacketConstruct = PacketConstruct("ethernet", GRH, name="RoCEv1")
InfiniBand: PacketConstruct = PacketConstruct("infiniband", name="InfiniBand")
#: a flow-control packet, the one kind of packet that has a fixed size
LinkPacket = construct.Struct(FlowControl.key / FlowControl, LPCRC.key / CRCField(LPCRC, _written(FlowControl)))

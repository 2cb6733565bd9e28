"""Recorded management datagrams, made again by their operations from what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import ibpkt
from ibpkt import Packet, build, management
from ibpkt.craft.drafts import Draft
from ibpkt.management import Datagram, mad
from ibpkt.protocols import BTH, DETH, MAD, RMPP, SA
from ibpkt.protocols.mad.base import METHODS, attribute_name
from ibpkt.protocols.mad.classes import attributes_of, class_of
from ibpkt.protocols.mad.sa import component_mask
from tests.support.shared import capture

#: flags of a packet that is no transfer, and of one that is a transfer alone
ALONE = (0, 7)


class Recraft(NamedTuple):
    """A recorded datagram that was made again.

    Attributes:
        recorded: the packet.
        made: the packet that was made.
        quirks: what its sender did that the specification does not ask for, and was given on purpose.
    """

    recorded: Packet
    made: Packet
    quirks: frozenset[str]


def recorded(name: str) -> Iterator[Packet]:
    """The whole management datagrams of a capture."""
    with ibpkt.open(capture(name)) as source:
        yield from (packet for packet in source if "MAD" in packet and packet.stop is None)


def fields_of(packet: Packet) -> dict[str, Any]:
    """What a datagram says beyond the defaults, as arguments of its operation; not what the builder computes."""
    headers = [layer.header for layer in packet.layers]
    fields: dict[str, Any] = {}
    for layer in packet.layers[headers.index(MAD) + 1 :]:
        for field in layer.header.wire:
            default = (field.default,) * field.count if field.count > 1 else field.default
            computed = layer.header is RMPP or (layer.header is SA and field.name != "sm_key")
            if layer.raw[field.name] != default and not computed:
                fields[f"{layer.header.key}__{field.name}"] = layer.raw[field.name]
    return fields


def again(packet: Packet) -> Recraft:
    """The same packet from the operation of its class, with the headers in front of BTH as they are."""
    common, headers = packet.mad, [layer.header for layer in packet.layers]
    at = headers.index(MAD)
    quirks: set[str] = set()
    fields = fields_of(packet)
    records = None
    table = METHODS[common.method].endswith("TableResp")
    if SA in headers:
        records = _subnet_administration(packet, fields, quirks) if table else None
        if not table:
            _components(packet, fields, quirks)
    path = None
    if "DirectedPaths" in packet:
        fields["initialpath"] = fields.pop("directedpaths__initialpath", ())
        path = list(packet.directedpaths.initialpath)[: 1 + (common.classspecific & 0xFF)]
    if common.status & 0x7FFF:
        fields["mad__status"] = common.status
    datagram = operation(packet)(
        tid=common.transactionid, modifier=common.attributemodifier, path=path, records=records, **fields
    )
    carrier = [Draft(layer.header, dict(layer.raw)) for layer in packet.layers[: at - 2]]
    payload = packet.payload.rstrip(b"\0")
    if payload:
        quirks.add("bytes behind the record" if packet.rmpp.rmppflags in ALONE else "segment")
    made = build(
        *carrier, draft_bth(packet), DETH, datagram, payload=packet.payload if payload else b"", link=packet.link
    )
    return Recraft(packet, made, frozenset(quirks))


def draft_bth(packet: Packet) -> Draft:
    """BTH with what only the sender knows: its PSN; Soft-RoCE asks for an acknowledgement, which nobody sends."""
    return Draft(BTH, {"psn": packet.bth.raw["psn"], "a": packet.bth.raw["a"]})


def operation(packet: Packet) -> Any:
    """The operation that made a datagram, as a function of all but its attribute."""
    common = packet.mad
    mgmtclass, method, number = common.mgmtclass, METHODS[common.method], common.attributeid
    attribute = attribute_name(mgmtclass, number) if number in attributes_of(mgmtclass) else number
    prefix = class_of(mgmtclass).prefix

    def make(**arguments: Any) -> Datagram:
        if prefix:
            return getattr(management, prefix + method)(attribute, **arguments)
        return mad(mgmtclass, method, attribute, **arguments)

    return make


def _subnet_administration(packet: Packet, fields: dict[str, Any], quirks: set[str]) -> list[dict[str, Any]] | None:
    """The records of a table; its first segment says more."""
    headers = [layer.header for layer in packet.layers]
    behind = packet.layers[headers.index(SA) + 1 :]
    if packet.mad.status:
        if packet.sa.componentmask:
            quirks.add("mask in an answer")
            fields["sa__componentmask"] = packet.sa.componentmask
        return None
    for name in [name for name in fields if name.partition("__")[0] in {layer.header.key for layer in behind}]:
        del fields[name]
    if packet.rmpp.rmppflags not in ALONE:
        quirks.add("segment")
        fields |= {f"rmpp__{name}": packet.rmpp.raw[name] for name in ("rmppflags", "data1", "data2")}
        fields["sa__attributeoffset"] = packet.sa.attributeoffset
    if packet.sa.componentmask:
        quirks.add("mask in an answer")
        fields["sa__componentmask"] = packet.sa.componentmask
    return [{field.name: layer.raw[field.name] for field in layer.header.wire} for layer in behind]


def _components(packet: Packet, fields: dict[str, Any], quirks: set[str]) -> None:
    """The components that count are given, also where they are zero; where others are not zero, the mask is given."""
    record, mask = packet.layers[-1], packet.sa.componentmask
    if packet.sa.attributeoffset:
        quirks.add("offset of one record")
        fields["sa__attributeoffset"] = packet.sa.attributeoffset
    if METHODS[packet.mad.method].endswith("Resp"):
        if mask:
            quirks.add("mask in an answer")
            fields["sa__componentmask"] = mask
        return
    for field in record.header.wire:
        if component_mask(record.header, [field.name]) & mask:
            fields[f"{record.header.key}__{field.name}"] = record.raw[field.name]
    given = [path.partition("__")[2] for path in fields if path.startswith(f"{record.header.key}__")]
    if component_mask(record.header, given) != mask:
        quirks.add("values that do not count")
        fields["sa__componentmask"] = mask

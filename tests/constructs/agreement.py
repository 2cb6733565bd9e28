"""Holds whole packets as constructs equal to `ibpkt.decode` and `ibpkt.build`."""

from __future__ import annotations

import re

import construct
import pytest

from ibpkt import Packet, build
from ibpkt.constructs import PacketConstruct
from ibpkt.constructs.packet_construct import flat
from ibpkt.craft.announce import computed_fields
from ibpkt.craft.drafts import Draft
from ibpkt.errors import CallerError
from ibpkt.packet import Status
from ibpkt.protocols import CLOSED_BY

CRCS = {which.key: which for which in CLOSED_BY.values()}
BODY = ("payload", "pad", "trailer")


def key_of(name):
    """The key of the header that a member is; a second one has a number."""
    return re.sub(r"_\d+$", "", name)


def headers_in(parsed):
    """The members of what was parsed that are headers."""
    keys = {*CRCS, *(f"before_{key}" for key in CRCS), *BODY, "_io"}
    return {name: values for name, values in parsed.items() if name not in keys}


def assert_agree(packet: Packet) -> bool:
    """A decoded packet, and its bytes through the construct; whether the construct could parse it."""
    whole = PacketConstruct(packet.link, roce_port=packet.roce_port, wirelen=packet.wirelen)
    stop = packet.stop
    if stop is not None and stop.reason != "unknown":
        with pytest.raises(construct.StreamError) as raised:
            whole.parse(packet.data)
        assert raised.value.path.startswith("(parsing)")
        if stop.layer != "the first header":
            assert key_of(raised.value.path.rpartition(" -> ")[2]) == stop.layer.lower()
        return False
    parsed = whole.parse(packet.data)
    found = headers_in(parsed)
    assert [key_of(name) for name in found] == [layer.header.key for layer in packet.layers]
    for values, layer in zip(found.values(), packet.layers, strict=True):
        assert flat(layer.header, values) == layer.raw
    for name in BODY:
        assert parsed[name] == getattr(packet, name)
    for key in CRCS:
        check = getattr(packet, key)
        if key in parsed:
            same = (parsed[key].status, parsed[key].stored, parsed[key].computed, parsed[key].good)
            assert same == (check.status, check.stored, check.computed, bool(check))
        else:
            assert check.status == "absent"
    assert whole.build(parsed) == packet.data
    return True


def assert_filled_alike(packet: Packet) -> bool:
    """What is left out is filled in as `ibpkt.build` does; whether there was anything to compare."""
    if packet.stop is not None and packet.stop.reason != "unknown":
        return False
    # without what announces the next header some packets become others: those for queue pair 0 or 1, say
    announced, sized = _filled_alike(packet, True), _filled_alike(packet, False)
    return announced or sized


def _filled_alike(packet: Packet, announcing: bool) -> bool:
    whole = PacketConstruct(packet.link, roce_port=packet.roce_port)
    parsed = whole.parse(packet.data)
    given = {}
    drafts = []
    for (name, values), layer in zip(headers_in(parsed).items(), packet.layers, strict=True):
        left_out = computed_fields(layer.header) if announcing else counted(layer.header)
        given[name] = {field: value for field, value in values.items() if field not in left_out}
        drafts.append(
            Draft(layer.header, {field: value for field, value in layer.raw.items() if field not in left_out})
        )
    given |= {"payload": packet.payload, "trailer": packet.trailer}
    options = {"payload": packet.payload, "trailer": packet.trailer, "roce_port": packet.roce_port}
    try:
        wanted = build(*drafts, link=packet.link, **options)
    except CallerError:
        with pytest.raises(construct.ConstructError, match=r"^Error in path \(building\)"):
            whole.build(given)
        return False
    if [layer.header for layer in wanted.layers] != [each.header for each in drafts]:
        return False  # the builder has put CRCs where they belong in what can be read out of these bytes
    built = whole.build(given)
    if wanted.trailer != packet.trailer or wanted.icrc.status == Status.ABSENT != packet.icrc.status:
        # a length that was given, of the record say, ends the packet before its CRCs: only the construct makes these
        missing = sum(which.size for key, which in CRCS.items() if getattr(wanted, key).status == Status.ABSENT)
        end = len(wanted.data) - len(packet.trailer) - missing
        assert len(built) == len(wanted.data)
        assert built[:end] == wanted.data[:end]
        return True
    assert built == wanted.data
    return True


def counted(header):
    """The fields of a header that follow from sizes and bytes alone."""
    names = {header.extent.field} if header.extent else set()
    names |= {header.tail.field} if header.tail else set()
    return names | {"BTH": {"padcnt"}, "IPv4": {"checksum"}}.get(header.name, set())

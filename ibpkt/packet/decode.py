"""Decoding of one packet: bytes -> `Packet`; ``bytes(packet)`` is the way back."""

from __future__ import annotations

from typing import NamedTuple

from ibpkt.arguments import bytes_of, flag, whole_number
from ibpkt.errors import PacketError
from ibpkt.packet.dissect import dissect
from ibpkt.packet.packet import Packet
from ibpkt.packet.verify import is_good
from ibpkt.protocols import ERF_LINK, ROCE_PORT, link_type
from ibpkt.schema import Header

#: the link types that are tried where none is given; of equally good ones the first is taken
GUESSED = ("infiniband", "ethernet", "raw")
#: what the reason of a `Stop` counts against a reading
_AGAINST = {"cut": 1, "malformed": 1, "unknown": 2}
#: times and lengths are 64-bit integers in batches
_LARGEST = (1 << 63) - 1


def decode(
    data: bytes | bytearray | memoryview,
    link: int | str | Header | None = None,
    *,
    wirelen: int | None = None,
    strict: bool = False,
    roce_port: int = ROCE_PORT,
    time: int | None = None,
    number: int | None = None,
) -> Packet:
    """Decode one packet.

    Its headers are read when anything that needs them is first asked for.

    Args:
        data: the bytes that were captured, from the first byte of the link type's header.
        link: the link type: a LINKTYPE_ number or a name of `ibpkt.protocols.LINKS` ("ethernet", "infiniband", …);
            or the declaration of the first header.  None tries `GUESSED` and takes the one that makes the most of the
            bytes: its CRC is good, its headers fit, its lengths agree.  `Packet.link_guessed` tells it, and the
            sentence of a `Stop` names what was tried.
        wirelen: the packet's length on the wire in bytes, if the capture has cut it; None for the length of ``data``.
        strict: raise if decoding stops early.
        roce_port: the UDP destination port of RoCEv2.
        time: kept on the packet: nanoseconds since the epoch.
        number: kept on the packet.

    Raises:
        CallerError: no such link type, or an argument of the wrong type.
        PacketError: with ``strict``, instead of setting `Packet.stop`.
    """
    packet = Packet()
    packet.data = data if type(data) is bytes else bytes_of(data, "data")
    packet.link_guessed = link is None
    if link is not None:
        packet.link = link if isinstance(link, Header) else link_type(link)
    if wirelen is not None or time is not None or number is not None or strict is not False:
        _check_numbers(wirelen, time, number)
        flag(strict, "strict")
    packet.time, packet.number, packet.roce_port = time, number, roce_port
    packet.comments = packet.annotations = ()
    packet.wirelen = max(len(packet.data), wirelen or 0)
    if link is None:
        _guess(packet)
    elif packet.link == ERF_LINK or roce_port != ROCE_PORT:  # an ERF record tells the length on the wire; no such port
        dissect(packet)
    if strict and packet.stop:
        stop = packet.stop
        raise PacketError(
            str(stop), reason=stop.reason, layer=stop.layer, offset=stop.offset, needed=stop.needed, had=stop.had
        )
    return packet


def _check_numbers(wirelen: int | None, time: int | None, number: int | None) -> None:
    limits = {"wirelen": (wirelen, 0, _LARGEST), "time": (time, -_LARGEST, _LARGEST), "number": (number, 0, _LARGEST)}
    for name, (value, low, high) in limits.items():
        if value is not None and not (type(value) is int and low <= value <= high):
            whole_number(value, name, low, high)


class _Reading(NamedTuple):
    """What the bytes are as one link type; the better of two readings is the larger.

    Attributes:
        sure: whether a CRC is good: nothing is in doubt then.
        read: whether there is a header at all.
        score: the headers, less what speaks against them: lengths that contradict each other, a header that does not
            fit or is not known, a version that does not exist.
        preferred: the earlier in `GUESSED`, the larger.
        name: the link type.
        words: the headers that were read.
    """

    sure: bool
    read: bool
    score: int
    preferred: int
    name: str
    words: str


def _guess(packet: Packet) -> None:
    """Dissect a packet as the link type that makes the most of its bytes."""
    readings = []
    for place, name in enumerate(GUESSED):
        packet.link = link_type(name)
        dissect(packet)
        reading = _reading(packet, name, -place)
        readings.append(reading)
        if reading.sure and packet.stop is None and not packet.disagreements:
            return
    best = max(readings)
    if best is not reading:
        packet.link = link_type(best.name)
        dissect(packet)
    if packet.stop and not best.sure:
        others = ", ".join(f"as {other.name} {other.words}" for other in readings if other is not best)
        hint = f"read as {best.name}, since no link= was given; {others}"
        packet.stop = packet.stop._replace(hint=hint)


def _reading(packet: Packet, name: str, preferred: int) -> _Reading:
    against = len(packet.disagreements) + (_AGAINST[packet.stop.reason] if packet.stop else 0)
    for layer in packet.layers:
        against += sum(layer.raw[field.name] != field.default for field in layer.header.fixed)
    sure = any(is_good(packet, which) for which in packet.crc_places)
    words = f"it is {'/'.join(layer.name for layer in packet.layers)}" if packet.layers else "nothing fits"
    return _Reading(sure, bool(packet.layers), len(packet.layers) - against, preferred, name, words)

"""Diagnosis of a wrong CRC: the mistakes that implementers make, tried in turn.

Only packets with a wrong CRC come here, so it may be slow.  The first mistake that explains the stored bytes exactly
is named.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from ibpkt.packet.coverage import covered, headers_of, invariant
from ibpkt.packet.crc import crc_bytes, crc_function, crc_parameters
from ibpkt.protocols import BTH, CLOSED_BY, FETH, ICRC, LRH
from ibpkt.schema import CRCParameters, Header

if TYPE_CHECKING:
    from ibpkt.packet.packet import Packet

#: the longest packet, in bits, in which a flipped bit is looked for
MAX_BITS = 9216 * 8


def cause(packet: Packet, which: Header, stored: bytes) -> str:
    """What explains that a CRC is ``stored`` and not what it should be; "" where no known mistake does."""
    if which is ICRC:
        return _icrc_cause(packet, stored)
    start = next(layer.offset for layer in packet.layers if CLOSED_BY.get(layer.header) is which)
    body = covered(packet.data, headers_of(packet), which, packet.crc_places[which])
    assert body is not None
    expected = crc_function(which)(body)
    if crc_bytes(which, expected)[::-1] == stored:
        return "stored in the other byte order"
    flipped = _flipped(expected ^ int.from_bytes(stored, "little"), which, len(body))
    return f"one bit flipped: {_name_bit(packet, start, flipped, len(body), which)}" if flipped is not None else ""


def _icrc_cause(packet: Packet, stored: bytes) -> str:
    end = packet.crc_places.get(ICRC)
    masked = None if end is None else invariant(packet.data, headers_of(packet), end)
    if masked is None:
        return ""
    crc32 = crc_function(ICRC)
    lrh_ones, body, start = masked
    plain = packet.data[start:end]
    number = int.from_bytes(stored, "little")
    expected = crc32(lrh_ones + body)
    if crc_bytes(ICRC, expected)[::-1] == stored:
        return "stored in the other byte order"
    if number == expected ^ crc_parameters(ICRC).xorout:
        return "stored without the final inversion"
    if number == crc32(lrh_ones + plain):
        return "no field replaced by ones"
    for layer in packet.layers:
        if layer.offset < start:
            continue
        for field in layer.header.fields:
            if field.variant and number == crc32(
                lrh_ones + _unmasked(body, plain, layer.offset - start, field.bit, field.width)
            ):
                return f"{field.filter} not replaced by ones"
        if layer.header is BTH:
            shared = BTH.leaf("fecn").bit // 8  # FECN, BECN and Resv6a share this byte
            if number == crc32(lrh_ones + _unmasked(body, plain, layer.offset - start, shared * 8, 8)):
                return f"byte {shared} of BTH (FECN, BECN, Resv6a) not replaced by ones"
            if number == crc32(lrh_ones + body + plain[layer.offset - start :]):
                twice = "the bytes from BTH on computed a second time"
                flush = any(each.header is FETH for each in packet.layers)
                return f"as Linux rxe computes it for FLUSH, not as specified: {twice}" if flush else twice
            break
    if lrh := next((layer for layer in packet.layers if lrh_ones and layer.header is LRH), None):
        before = packet.data[lrh.offset : lrh.offset + LRH.size]
        masked_lrh = bytes([before[0] | LRH.variant_mask()[0]]) + before[1:]
        if number in (crc32(before + body), crc32(masked_lrh + body)):
            return "LRH not replaced by ones, as it must be in a packet with GRH"
        if number == crc32(before + plain):
            return "no field replaced by ones"
    if lrh_ones and number == crc32(body):
        return "computed without the eight bytes of ones in place of LRH"
    if lrh_ones and number == crc32(plain):
        return "computed without the eight bytes of ones and with no field replaced"
    pad = len(packet.pad)
    if pad and number == crc32(lrh_ones + body[:-pad]):
        return "computed without the pad bytes"
    for extra in range(1, 4):
        if number == crc32(lrh_ones + body + bytes(extra)):
            return f"computed over {extra} more byte{'s' if extra > 1 else ''} of padding than there are"
    flipped = _flipped(expected ^ number, ICRC, len(body))
    if flipped is not None:
        return f"one bit flipped: {_name_bit(packet, start, flipped, len(body), ICRC)}"
    return ""


def _unmasked(body: bytes, plain: bytes, at: int, bit: int, width: int) -> bytes:
    """``body`` with the bits of one field as they are in the packet."""
    changed = bytearray(body)
    for place in range(bit, bit + width):
        index, weight = at + place // 8, 0x80 >> place % 8
        changed[index] = changed[index] & ~weight | plain[index] & weight
    return bytes(changed)


@functools.cache
def _syndromes(parameters: CRCParameters) -> dict[int, int]:
    """The change that one flipped bit makes to a CRC: change -> bits from that bit to the end of the data.

    Bits count in the order in which a reflected CRC takes them: the lowest bit of each byte first.
    """
    polynomial = parameters.reversed_polynomial
    change = polynomial
    distances: dict[int, int] = {}
    for distance in range(MAX_BITS):
        distances.setdefault(change, distance)
        change = change >> 1 ^ polynomial if change & 1 else change >> 1
    return distances


def _flipped(difference: int, which: Header, size: int) -> int | None:
    """The flipped bit that explains a difference of CRCs.

    Returns:
        Its index in the data of ``size`` bytes, counted as `_syndromes` does; a negative index -1-n is bit n of
        the stored CRC itself; None where no single bit explains it.
    """
    if difference and difference & (difference - 1) == 0:
        return -difference.bit_length()
    distance = _syndromes(crc_parameters(which)).get(difference)
    if distance is None or distance >= size * 8:
        return None
    return size * 8 - 1 - distance


def _name_bit(packet: Packet, start: int, index: int, size: int, which: Header) -> str:
    if index < 0:
        bit = -1 - index
        return f"bit {bit} of the stored {which.name}"
    place = start + index // 8
    weight = index % 8  # 0 is the lowest bit of its byte
    for layer in packet.layers:
        if layer.offset <= place < layer.offset + layer.size:
            bit = (place - layer.offset) * 8 + 7 - weight
            for leaf in layer.header.wire:
                for row in range(leaf.count):
                    first = leaf.bit + row * leaf.stride
                    if first <= bit < first + leaf.width:
                        at = leaf.width - 1 - (bit - first)
                        return f"bit {at} of {leaf.filter}"
            return f"bit {weight} of byte {place - layer.offset} of {layer.name}"
    body = sum(layer.size for layer in packet.layers)
    return f"bit {weight} of byte {place - body} of the payload"

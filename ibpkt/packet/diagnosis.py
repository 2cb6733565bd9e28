"""Why a CRC is wrong: the mistakes that implementers make, tried one after the other.

Only packets whose CRC is wrong come here, so it may take its time; the first mistake that explains the stored
bytes exactly is named.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from ibpkt.packet import crc
from ibpkt.packet.coverage import coverage, icrc_input
from ibpkt.protocols import BTH, CLOSED_BY, CRCS, ICRC, LRH
from ibpkt.schema import Header

if TYPE_CHECKING:
    from ibpkt.packet.packet import Packet

#: the longest packet, in bits, in which a flipped bit is looked for
MAX_BITS = 9216 * 8


def cause(packet: Packet, which: Header, stored: bytes) -> str:
    """What explains that a CRC is ``stored`` and not what it should be; "" where nothing known does."""
    if which is ICRC:
        return _icrc_cause(packet, stored)
    start = next(layer.offset for layer in packet.layers if CLOSED_BY.get(layer.header) is which)
    body = packet.data[start : packet._bounds.crcs[which]]
    should = crc.crc16()(body)
    if crc.vcrc_bytes(should)[::-1] == stored:
        return "stored in the other byte order"
    flipped = _flipped(should ^ int.from_bytes(stored, "little"), 16, len(body))
    return f"one bit flipped: {_name_bit(packet, start, flipped, len(body), which)}" if flipped is not None else ""


def _icrc_cause(packet: Packet, stored: bytes) -> str:
    masked, plain = icrc_input(packet), icrc_input(packet, variant=False)
    if masked is None or plain is None:
        return ""
    body, seed = masked
    number = int.from_bytes(stored, "little")
    should = crc.crc32(body, seed)
    if crc.icrc_bytes(should)[::-1] == stored:
        return "stored in the other byte order"
    if number == should ^ 0xFFFFFFFF:
        return "stored without the final inversion"
    if number == crc.crc32(plain[0], seed):
        return "no field replaced by ones"
    start = _start(packet)
    for layer in packet.layers:
        if layer.offset < start or layer.offset >= start + len(body):
            continue
        for field in layer.header.fields:
            if field.variant and number == crc.crc32(
                _unmasked(body, plain[0], layer.offset - start, field.bit, field.width), seed
            ):
                return f"{field.filter} not replaced by ones"
        if layer.header is BTH:
            first = layer.offset - start + 4  # FECN, BECN and Resv6a share this byte
            if number == crc.crc32(_unmasked(body, plain[0], layer.offset - start, 32, 8), seed):
                return f"byte {first - layer.offset + start} of BTH (FECN, BECN, Resv6a) not replaced by ones"
            break
    if lrh := next((layer for layer in packet.layers if seed and layer.header is LRH), None):
        before = packet.data[lrh.offset : lrh.offset + LRH.size]
        masked_lrh = bytes([before[0] | LRH.variant_mask()[0]]) + before[1:]
        if number in (crc.crc32(before + body), crc.crc32(masked_lrh + body)):
            return "LRH not replaced by ones, as it must be in a packet with GRH"
        if number == crc.crc32(before + plain[0]):
            return "no field replaced by ones"
    if seed and number == crc.crc32(body):
        return "computed without the eight bytes of ones in place of LRH"
    if seed and number == crc.crc32(plain[0]):
        return "computed without the eight bytes of ones and with no field replaced"
    pad = len(packet.pad)
    if pad and number == crc.crc32(body[:-pad], seed):
        return "computed without the pad bytes"
    for extra in range(1, 4):
        if number == crc.crc32(body + bytes(extra), seed):
            return f"computed over {extra} more byte{'s' if extra > 1 else ''} of padding than there are"
    flipped = _flipped(should ^ number, 32, len(body))
    if flipped is not None:
        return f"one bit flipped: {_name_bit(packet, start, flipped, len(body), ICRC)}"
    return ""


def _start(packet: Packet) -> int:
    cover = coverage(tuple(layer.header for layer in packet.layers))
    assert cover is not None
    return packet.layers[cover[0]].offset


def _unmasked(body: bytes, plain: bytes, at: int, bit: int, width: int) -> bytes:
    """``body`` with the bits of one field as they stand in the packet."""
    changed = bytearray(body)
    for place in range(bit, bit + width):
        index, weight = at + place // 8, 0x80 >> place % 8
        changed[index] = changed[index] & ~weight | plain[index] & weight
    return bytes(changed)


@functools.lru_cache(maxsize=2)
def _syndromes(width: int) -> dict[int, int]:
    """The change that one flipped bit makes to a reflected CRC: change -> bits from the bit to the end of the data.

    Bits count in the order in which the CRC takes them: in each byte the lowest first.
    """
    polynomial = next(which.crc.reversed_polynomial for which in CRCS if which.crc and which.crc.width == width)
    change = polynomial
    found: dict[int, int] = {}
    for distance in range(MAX_BITS):
        found.setdefault(change, distance)
        change = change >> 1 ^ polynomial if change & 1 else change >> 1
    return found


def _flipped(difference: int, width: int, size: int) -> int | None:
    """The flipped bit that explains a difference of CRCs.

    Returns:
        Its index in the data of ``size`` bytes, counted as `_syndromes` does; a negative index -1-n is bit n of
        the stored CRC itself; None where no single bit explains it.
    """
    if difference and difference & (difference - 1) == 0:
        return -difference.bit_length()
    distance = _syndromes(width).get(difference)
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

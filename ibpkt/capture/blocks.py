"""The contents of pcapng blocks, read and written: options, sections, interfaces, times, comments."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from ibpkt.arrays import Ints, Octets, gather
from ibpkt.capture.records import Interface, link_type

SECTION = 0x0A0D0D0A
INTERFACE = 1
PACKET = 2  # obsolete
SIMPLE = 3
STATISTICS = 5
ENHANCED = 6

BYTE_ORDER_MARK = 0x1A2B3C4D

_END, _COMMENT = 0, 1
_RECEIVED_DROPPED, _SYSTEM_DROPPED = 5, 7
_IF_NAME, _IF_DESCRIPTION, _IF_TSRESOL, _IF_TSOFFSET = 2, 3, 9, 14

_SECOND = 1_000_000_000  # nanoseconds
_LATEST = 2**63 - 1


def byte_order(mark: bytes) -> str | None:
    """``<`` or ``>`` by the four bytes of a section header's byte-order mark; None if they are not one."""
    return {struct.pack(order + "I", BYTE_ORDER_MARK): order for order in "<>"}.get(mark)


def _options(body: memoryview, order: str) -> Iterator[tuple[int, bytes]]:
    """Code and value of each option, until one does not fit."""
    at = 0
    while at + 4 <= len(body):
        code, length = struct.unpack_from(order + "HH", body, at)
        if code == _END or at + 4 + length > len(body):
            return
        yield code, bytes(body[at + 4 : at + 4 + length])
        at += 4 + (length + 3 & ~3)


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")


def section(body: memoryview) -> tuple[str, list[str]]:
    """Byte order and comments of a Section Header Block (its body); raises ValueError with a clause."""
    order = byte_order(bytes(body[:4]))
    if len(body) < 16 or order is None:
        raise ValueError("a section header that is too short")
    major = struct.unpack_from(order + "H", body, 4)[0]
    if major != 1:
        raise ValueError(f"a section of pcapng version {major}, which is unknown")
    return order, [_text(value) for code, value in _options(body[16:], order) if code == _COMMENT]


def interface(body: memoryview, order: str) -> Interface:
    """The interface of an Interface Description Block (its body); raises ValueError with a clause."""
    if len(body) < 8:
        raise ValueError("an interface description that is too short")
    link, snaplen = struct.unpack_from(order + "HxxI", body)
    name = description = ""
    resolution, offset = 10**6, 0
    comments: list[str] = []
    for code, value in _options(body[8:], order):
        if code == _COMMENT:
            comments.append(_text(value))
        elif code == _IF_NAME:
            name = _text(value).rstrip("\0")
        elif code == _IF_DESCRIPTION:
            description = _text(value).rstrip("\0")
        elif code == _IF_TSRESOL and len(value) == 1:
            # The top bit chooses between powers of 10 and of 2.
            resolution = 2 ** (value[0] & 0x7F) if value[0] & 0x80 else 10 ** value[0]
        elif code == _IF_TSOFFSET and len(value) == 8:
            (offset,) = struct.unpack(order + "q", value)
    return Interface(link_type(link), snaplen, name, description, resolution, offset, tuple(comments))


def dropped(body: memoryview, order: str) -> tuple[int, int] | None:
    """Interface and packets that were dropped since the capture began, by a statistics block (its body).

    None where the block does not say.
    """
    if len(body) < 12:
        return None
    (number,) = struct.unpack_from(order + "I", body)
    counts = [
        struct.unpack(order + "Q", value)[0]
        for code, value in _options(body[12:], order)
        if code in (_RECEIVED_DROPPED, _SYSTEM_DROPPED) and len(value) == 8
    ]
    return (number, sum(counts)) if counts else None


def nanoseconds(ticks: NDArray[np.uint64], source: Interface) -> Ints:
    """Ticks of an interface's clock as ns since 1970, rounded down, and clipped to what a packet can have."""
    resolution, most = source.resolution, int(ticks.max(initial=0))
    bits = resolution.bit_length() - 1
    if source.offset_s == 0 and most <= _LATEST * resolution // _SECOND:
        if _SECOND % resolution == 0:
            return ticks.astype(np.int64) * (_SECOND // resolution)
        if resolution == 1 << bits and bits <= 34:  # 2**34 * 10**9 fits into 64 bits
            fraction = (ticks & np.uint64(resolution - 1)) * np.uint64(_SECOND) >> np.uint64(bits)
            return (ticks >> np.uint64(bits)).astype(np.int64) * _SECOND + fraction.astype(np.int64)
    # Rare units and offsets, times beyond the year 2262: Python's integers are slow here and always right.
    shift = source.offset_s * _SECOND
    exact = (tick * _SECOND // resolution + shift for tick in ticks.tolist())
    return np.array([max(-_LATEST, min(time, _LATEST)) for time in exact], np.int64)


def packet_comments(data: Octets, at: Ints, end: Ints, order: str) -> dict[int, tuple[str, ...]]:
    """The comments of packets, by row, out of the options between two places of each.

    All packets advance by one option at a time, since some writers put an option on every packet.
    """
    found: dict[int, list[str]] = {}
    rows = np.flatnonzero(at + 4 <= end)
    while len(rows):
        head = gather(data, at[rows], 4).view(order + "u2").astype(np.int64)
        code, value = head[:, 0], at[rows] + 4
        after = value + head[:, 1]
        good = (code != _END) & (after <= end[rows])
        comment = good & (code == _COMMENT)
        for row, begin, stop in zip(*(column[comment].tolist() for column in (rows, value, after)), strict=True):
            found.setdefault(row, []).append(_text(data[begin:stop].tobytes()))
        rows = rows[good]
        at[rows] = value[good] + (head[good, 1] + 3 & ~3)
        rows = rows[at[rows] + 4 <= end[rows]]
    return {row: tuple(texts) for row, texts in sorted(found.items())}


# --- writing, in little endian ---

LONGEST_OPTION = 0xFFFF


def _block(kind: int, body: bytes) -> bytes:
    length = struct.pack("<I", len(body) + 12)
    return struct.pack("<I", kind) + length + body + length


def _option(code: int, value: bytes) -> bytes:
    if len(value) > LONGEST_OPTION:
        raise ValueError(f"a text of {len(value)} bytes is too long for pcapng (at most {LONGEST_OPTION})")
    return struct.pack("<HH", code, len(value)) + value + bytes(-len(value) % 4)


def _listed(options: list[tuple[int, bytes]]) -> bytes:
    return b"".join(_option(code, value) for code, value in options) + bytes(4) if options else b""


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def comment_options(texts: Iterable[str]) -> bytes:
    """Comments as the options of a block; raises ValueError with a clause."""
    return _listed([(_COMMENT, _utf8(text)) for text in texts])


def section_block(comments: Iterable[str]) -> bytes:
    """A Section Header Block that does not state the section's length; raises ValueError with a clause."""
    body = struct.pack("<IHHq", BYTE_ORDER_MARK, 1, 0, -1)
    return _block(SECTION, body + comment_options(comments))


def writable_resolution(resolution: int) -> int:
    """The clock to write for a clock of so many ticks a second: the same, or nanoseconds if it is finer or odd."""
    return resolution if resolution in _RESOLUTIONS else _SECOND


# Ticks a second -> the option's value.  Times are nanoseconds here: a finer clock would only pretend to be one.
_RESOLUTIONS = {2**power: 0x80 | power for power in range(30)} | {10**power: power for power in range(10)}


def interface_block(described: Interface) -> bytes:
    """An Interface Description Block; raises ValueError with a clause.

    Write the interface's times in its `writable_resolution`, from 1970 on.
    """
    options = [(_COMMENT, _utf8(text)) for text in described.comments]
    texts = ((_IF_NAME, described.name), (_IF_DESCRIPTION, described.description))
    options += [(code, _utf8(text)) for code, text in texts if text]
    options.append((_IF_TSRESOL, bytes([_RESOLUTIONS[writable_resolution(described.resolution)]])))
    return _block(INTERFACE, struct.pack("<HxxI", described.link, described.snaplen) + _listed(options))


def statistics_block(interface: int, time: int, dropped: int) -> bytes:
    """An Interface Statistics Block: how many packets of an interface the capturing system has dropped.

    Args:
        interface: its number.
        time: when that was known, in ns since 1970, by the interface's clock of nanoseconds.
        dropped: the packets.
    """
    body = struct.pack("<III", interface, time >> 32, time & 0xFFFFFFFF)
    return _block(STATISTICS, body + _listed([(_SYSTEM_DROPPED, struct.pack("<Q", dropped))]))


def ticks(time: Ints, resolution: int) -> NDArray[np.uint64]:
    """Ticks of a clock with a `writable_resolution` for times in ns: the last that is no later.  See `nanoseconds`."""
    if resolution == _SECOND:
        return time.astype(np.uint64)
    second, rest = np.divmod(time, _SECOND)
    ticks: Ints = second * resolution + ((rest + 1) * resolution - 1) // _SECOND
    return ticks.astype(np.uint64)

"""What stands inside the blocks of a pcapng file: options, sections, interfaces, times, comments."""

from __future__ import annotations

import struct
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ibpkt.capture.lockstep import Positions, gather
from ibpkt.capture.records import Interface, link_type

SECTION = 0x0A0D0D0A
INTERFACE = 1
PACKET = 2  # obsolete
SIMPLE = 3
ENHANCED = 6

BYTE_ORDER_MARK = 0x1A2B3C4D

_END, _COMMENT = 0, 1
_IF_NAME, _IF_DESCRIPTION, _IF_TSRESOL, _IF_TSOFFSET = 2, 3, 9, 14

_SECOND = 1_000_000_000  # nanoseconds
_LATEST = 2**63 - 1


def byte_order(mark: bytes) -> str | None:
    """``<`` or ``>``, as the four bytes of a section header's byte-order mark tell."""
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
        raise ValueError(f"a section of pcapng version {major}, which nobody has described")
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


def nanoseconds(ticks: NDArray[np.uint64], source: Interface) -> NDArray[np.int64]:
    """Times in ns since 1970, rounded down, of ticks of an interface's clock; held at the ends of 64 bits."""
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
    return np.array([max(-_LATEST - 1, min(time, _LATEST)) for time in exact], np.int64)


def packet_comments(data: NDArray[np.uint8], at: Positions, end: Positions, order: str) -> dict[int, tuple[str, ...]]:
    """The comments among the options between two places a packet, by row.

    All packets take a step at once, since some writers put an option on every packet.
    """
    found: dict[int, list[str]] = {}
    rows = np.flatnonzero(at + 4 <= end)
    while len(rows):
        head = gather(data, at[rows], 4, order + "u2").astype(np.int64)
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

"""Frames: the packets of a chunk of a capture where they lie in the buffer, with their times and lengths."""

from __future__ import annotations

import copy
import functools
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibpkt.arrays import Array, Bools, Ints, Octets, gather, new_places, windows
from ibpkt.capture.records import Records
from ibpkt.packet import Disagreement
from ibpkt.protocols import ERF, ERF_ETHERNET, ERF_LINK, MAX_DEPTH, ROCE_PORT, ERFEthernet, ERFExtension


class LengthConflict(NamedTuple):
    """A length field that contradicts the lengths around it, in some packets of a batch.

    Attributes:
        layer: the name of the header.
        field: the name of the field.
        rows: the packets' places in the batch, shape (m,).
        stated: the length in bytes that each field states, likewise.
        actual: the length that the packet has room for, likewise.
    """

    layer: str
    field: str
    rows: Ints
    stated: Ints
    actual: Ints


class AnnotationBlock(NamedTuple):
    """The annotations that follow some packets of a batch; see `ibpkt.batch.annotations`.

    Attributes:
        rows: the packets' places in the batch, ascending, shape (m,).
        start: the index in the batch's data of each annotation's first byte, likewise.
        size: their sizes in bytes, likewise.
        link: which annotation headers they have, a link type of `ibpkt.protocols.annotation_graph`, likewise.
        partial: whether what they show goes on elsewhere, so that lengths in it may be larger, likewise.
    """

    rows: Ints
    start: Ints
    size: Ints
    link: NDArray[np.int32]
    partial: Bools

    def select(self, place: Ints) -> AnnotationBlock | None:
        """The annotations of some packets, None for none; ``place`` is each packet's new place, -1 if left out."""
        kept = place[self.rows] >= 0
        if not kept.any():
            return None
        return AnnotationBlock(
            place[self.rows[kept]], self.start[kept], self.size[kept], self.link[kept], self.partial[kept]
        )


#: the size of the integer that holds so many bytes, and integers by their size
_SIZES = (1, 1, 2, 4, 4, 8, 8, 8, 8)
_BIG_ENDIAN = {size: np.dtype(f">u{size}") for size in (1, 2, 4, 8)}
_UNSIGNED = {size: np.dtype(f"u{size}") for size in (1, 2, 4, 8)}


def number_in(block: Octets, bit: int, width: int, chosen: Ints | None = None) -> Array:
    """The unsigned integers of ``width`` bits that begin ``bit`` bits into each row of a block, shape (n, size).

    Reading rows that were copied out of the buffer is several times as fast as reading rows scattered in it.

    Args:
        block: the rows.
        bit: where the numbers begin.
        width: their bits.
        chosen: the rows that are wanted; None for all.
    """
    rows, whole = block.shape
    first = bit // 8
    size = _SIZES[(bit + width - 1) // 8 - first + 1]
    if whole < size:  # three bytes are read as four
        wider = np.zeros((rows, size), np.uint8)
        wider[:, size - whole :] = block
        return number_in(wider, bit + (size - whole) * 8, width, chosen)
    first = min(first, whole - size)  # the bits may lie at the end of the row
    numbers: Array = np.ndarray((rows,), _BIG_ENDIAN[size], block, first, (whole,))
    if chosen is not None:
        numbers = numbers[chosen]
    return _extract_bits(numbers, (first + size) * 8 - bit - width, width)


def bytes_in(block: Octets, first: int, size: int) -> Octets:
    """A copy of ``size`` bytes of each row from its byte ``first`` on, shape (n, size)."""
    parts: Array = np.ndarray((len(block),), f"V{size}", block, first, (block.shape[1],))
    return parts.copy().view(np.uint8).reshape(len(block), size)


def _extract_bits(numbers: Array, shift: int, width: int) -> Array:
    """``width`` bits of big- or little-endian numbers, above the lowest ``shift``."""
    size = numbers.dtype.itemsize
    native = numbers.astype(_UNSIGNED[size])
    if shift:
        native >>= shift
    if width < size * 8 - shift:
        native &= (1 << width) - 1
    small = smallest_type(width)
    return native if small.itemsize == size else native.astype(small)


def smallest_type(width: int) -> np.dtype[Any]:
    """The smallest type of unsigned integers that holds ``width`` bits."""
    return _UNSIGNED[_SIZES[(width + 7) // 8]]


class Frames:
    """Packets in a buffer.

    Columns are read on demand from `data`, so they can be asked for as long as this object lives.

    Attributes:
        data: the buffer in which the packets lie, uint8.
        start: the index in `data` of each packet's first byte, shape (n,).
        captured: the bytes of each packet that the capture holds, shape (n,).
        wirelen: each packet's length on the wire in bytes, an ERF header included, shape (n,).
        time: nanoseconds since the epoch, shape (n,).
        link: link types, shape (n,).
        interface: numbers of the interfaces, shape (n,).
        offset: the byte in the (decompressed) file at which each record starts, shape (n,).
        first: the number of the first packet.
        comments: comments, by the packet's place.
        first_time: the time of the capture's first packet.
        previous_time: the time of the packet before these.
        previous_chosen: the time of the last packet before these that a filter selected, None without a filter.
        roce_port: the UDP destination port that means RoCEv2.
        conflicts: length fields that contradict the lengths around them, once the packets have been walked.
        annotations: annotations of some of the packets, None for none.
    """

    def __init__(
        self,
        records: Records,
        *,
        roce_port: int = ROCE_PORT,
        first_time: int | None = None,
        previous_time: int | None = None,
    ) -> None:
        self.data: Octets = records.data
        self.start: Ints = records.start
        self.captured: Ints = records.caplen
        self.wirelen: Ints = np.maximum(records.wirelen, records.caplen)
        self.time: Ints = records.time
        self.link: NDArray[np.int32] = records.link
        self.interface: NDArray[np.int32] = records.interface
        self.offset: Ints = records.offset
        self.first: int = records.first
        self.comments: dict[int, tuple[str, ...]] = records.comments
        self.roce_port = roce_port
        self.annotations: AnnotationBlock | None = None
        self.conflicts: list[LengthConflict] = []
        self._numbers: Ints | None = None  # packet numbers and time deltas, once packets have been left out
        self._deltas: Ints | None = None
        self.erf_headers: Ints = np.zeros(len(self.start), np.int64)
        erf = np.flatnonzero((self.link == ERF_LINK) & (self.captured >= ERF.size))
        if len(erf):
            self._frame_erf(erf)
        begin = int(self.time[0]) if len(self) else 0
        self.first_time: int = begin if first_time is None else first_time
        self.previous_time: int = begin if previous_time is None else previous_time
        self.previous_chosen: int | None = None

    def __len__(self) -> int:
        return len(self.start)

    @property
    def number_of(self) -> Ints:
        """The numbers of the packets, shape (n,)."""
        if self._numbers is not None:
            return self._numbers
        return np.arange(self.first, self.first + len(self), dtype=np.int64)

    def with_data(self, data: Array) -> Frames:
        """The same packets in another buffer, which begins with the same bytes."""
        part = copy.copy(self)
        part.data = data
        return part

    def annotation_frames(self) -> Frames:
        """The annotations as packets of their own, for the walk."""
        assert self.annotations is not None
        part = copy.copy(self)
        part.start, part.link = self.annotations.start, self.annotations.link
        part.captured = part.wirelen = self.annotations.size
        part.conflicts, part.annotations = [], None
        return part

    # of some packets, for there may be as many shapes in a batch as packets

    def numbers(self, rows: Ints) -> Ints:
        """`number_of` of the packets at some places."""
        return self.first + rows if self._numbers is None else self._numbers[rows]

    def relative_times(self, rows: Ints) -> Ints:
        """`time_relative` of the packets at some places."""
        return self.time[rows] - self.first_time

    def deltas(self, rows: Ints) -> Ints:
        """`time_delta` of the packets at some places."""
        return self._since(self.previous_time, rows) if self._deltas is None else self._deltas[rows]

    def displayed_deltas(self, rows: Ints) -> Ints:
        """`time_delta_displayed` of the packets at some places."""
        return self._since(self.previous_time if self.previous_chosen is None else self.previous_chosen, rows)

    def _since(self, before: int, rows: Ints) -> Ints:
        """Nanoseconds from the packet before to each of some packets; ``before``: when the one before all came."""
        return self.time[rows] - np.where(rows > 0, self.time[rows - 1], before)

    def lengths(self, rows: Ints) -> Ints:
        """`frame_len` of the packets at some places."""
        return self.wirelen[rows] - self.erf_headers[rows]

    def captured_lengths(self, rows: Ints) -> Ints:
        """`frame_cap_len` of the packets at some places."""
        inside: Ints = np.maximum(self.captured[rows] - self.erf_headers[rows], 0)
        return np.minimum(inside, self.lengths(rows))

    def number_at(self, row: int) -> int:
        """The number of the packet at that place."""
        return self.first + row if self._numbers is None else int(self._numbers[row])

    @property
    def time_relative(self) -> Ints:
        """Nanoseconds since the first packet of the capture, shape (n,)."""
        return np.subtract(self.time, self.first_time)

    @property
    def time_delta(self) -> Ints:
        """Nanoseconds since the previous packet of the capture, shape (n,)."""
        if self._deltas is not None:
            return self._deltas
        return np.diff(self.time, prepend=np.int64(self.previous_time)).astype(np.int64)

    @property
    def time_delta_displayed(self) -> Ints:
        """Nanoseconds since the previous packet that was selected (see `select`), shape (n,)."""
        previous = self.previous_time if self.previous_chosen is None else self.previous_chosen
        return np.diff(self.time, prepend=np.int64(previous)).astype(np.int64)

    def select(self, rows: Ints, previous_chosen: int | None = None) -> Frames:
        """Some of the packets, over the same buffer; they keep their numbers and their distance in time.

        Args:
            rows: their places, ascending, shape (m,).
            previous_chosen: the time of the last packet that was selected before, in nanoseconds since the epoch.
        """
        part = copy.copy(self)
        part.__dict__.pop("disagreements", None)
        for name in ("start", "captured", "wirelen", "time", "link", "interface", "offset", "erf_headers"):
            setattr(part, name, getattr(self, name)[rows])
        part._numbers, part._deltas = self.number_of[rows], self.time_delta[rows]
        part.first = int(part._numbers[0]) if len(rows) else self.first
        begin = int(part.time[0]) if len(rows) else self.first_time
        part.previous_chosen = begin if previous_chosen is None else previous_chosen
        place = new_places(rows, len(self))
        if self.comments:
            part.comments = {int(place[row]): text for row, text in self.comments.items() if place[row] >= 0}
        part.annotations = None if self.annotations is None else self.annotations.select(place)
        part.conflicts = []
        for conflict in self.conflicts:
            kept = place[conflict.rows] >= 0
            if kept.any():
                rows, stated, actual = place[conflict.rows[kept]], conflict.stated[kept], conflict.actual[kept]
                part.conflicts.append(LengthConflict(conflict.layer, conflict.field, rows, stated, actual))
        return part

    @property
    def frame_len(self) -> Ints:
        """Lengths on the wire in bytes, without ERF headers, shape (n,)."""
        return self.wirelen - self.erf_headers

    @property
    def frame_cap_len(self) -> Ints:
        """Bytes of each packet that the capture holds, without ERF headers and padding, shape (n,)."""
        inside: Ints = np.maximum(self.captured - self.erf_headers, 0)
        return np.minimum(inside, self.frame_len)

    def _frame_erf(self, rows: Ints) -> None:
        """ERF records: the packet ends ``wlen`` bytes after the headers, and their own time is finer than pcap's."""
        at = self.start[rows]
        kind, more = (self.number(at, leaf.bit, leaf.width) for leaf in map(ERF.leaf, ("type", "ext_header")))
        headers = np.full(len(rows), ERF.size, np.int64)
        more = more != 0
        cut = np.zeros(len(rows), np.bool_)
        for _ in range(MAX_DEPTH - 2):
            cut |= more & (headers >= self.captured[rows])
            more &= ~cut
            if not more.any():
                break
            following = (self.data[at + np.where(more, headers, 0)] & 0x80) != 0
            headers += np.where(more, ERFExtension.size, 0)
            more &= following
        headers += np.where(kind == ERF_ETHERNET, ERFEthernet.size, 0)
        known = ~(cut | more)  # otherwise the capture cuts the extension headers, or they do not end
        length, clock = ERF.leaf("wlen"), ERF.leaf("ts")
        self.erf_headers[rows[known]] = headers[known]
        self.wirelen = self.wirelen.copy()
        self.wirelen[rows[known]] = (headers + self.number(at, length.bit, length.width))[known]
        stamp = self.number(at, clock.bit, clock.width, little=True)
        nanoseconds = (stamp & np.uint64(0xFFFFFFFF)) * np.uint64(1_000_000_000) + np.uint64(1 << 31) >> np.uint64(32)
        self.time = self.time.copy()
        self.time[rows] = (stamp >> np.uint64(32)).astype(np.int64) * 1_000_000_000 + nanoseconds.astype(np.int64)

    @property
    def view(self) -> memoryview:
        """The buffer, for slicing."""
        return self.data.data

    def windows(self, size: int, kind: str = "V") -> Array:
        """Every stretch of ``size`` bytes of the buffer, one from each byte on; see `ibpkt.arrays.windows`."""
        return windows(self.data, size, kind)

    def number(self, at: Ints, bit: int, width: int, *, little: bool = False) -> Array:
        """The unsigned integers of ``width`` bits that begin ``bit`` bits after the bytes ``at``."""
        first = bit // 8
        size = _SIZES[(bit + width - 1) // 8 - first + 1]
        numbers = self.windows(size, "<u" if little else ">u")[at + first]
        return _extract_bits(numbers, 0 if little else (first + size) * 8 - bit - width, width)

    def write(self, at: Ints, bit: int, width: int, numbers: Array, *, little: bool = False) -> None:
        """Write unsigned integers of ``width`` bits ``bit`` bits after the bytes ``at``; the opposite of `number`.

        The bits around them stay.  The caller makes sure that the numbers fit.

        Raises:
            ValueError: the bits do not lie in eight bytes; write them with `write_block`.
        """
        first, last = bit // 8, (bit + width - 1) // 8
        size = last - first + 1
        if size > 8:
            raise ValueError(f"{width} bits at bit {bit} do not lie in eight bytes")
        shift = size * 8 - bit % 8 - width
        value = numbers.astype(np.uint64)
        if little:
            value = value.byteswap() >> np.uint64(64 - size * 8)
        value <<= np.uint64(shift)
        keep = ~(((1 << width) - 1) << shift)
        for byte in range(size):
            down = 8 * (size - 1 - byte)
            part = (value >> np.uint64(down)).astype(np.uint8)
            kept = keep >> down & 0xFF
            place = at + (first + byte)
            self.data[place] = part if kept == 0 else self.data[place] & np.uint8(kept) | part

    def block(self, at: Ints, size: int) -> Octets:
        """``size`` bytes from each of the places ``at``, shape (n, size)."""
        return gather(self.data, at, size)

    def write_block(self, at: Ints, blocks: Octets) -> None:
        """Write ``blocks``, shape (n, size), or (size,) for the same everywhere, to the places ``at``."""
        size = blocks.shape[-1]
        if size:
            self.windows(size)[at] = np.ascontiguousarray(blocks).view(f"V{size}").reshape(blocks.shape[:-1])

    @functools.cached_property
    def disagreements(self) -> dict[int, list[Disagreement]]:
        """Length fields that contradict the lengths around them, by the packet's place in the batch."""
        by_row: dict[int, list[Disagreement]] = {}
        for layer, field, *columns in self.conflicts:
            for row, stated, actual in zip(*(column.tolist() for column in columns), strict=True):
                by_row.setdefault(row, []).append(Disagreement(layer, field, stated, actual))
        return by_row

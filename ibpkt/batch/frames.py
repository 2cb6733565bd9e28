"""The packets of a chunk of a capture as they lie in the buffer, with what the capture tells of each."""

from __future__ import annotations

import copy
import functools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibpkt.arrays import Array, Ints, Octets, gather, new_places, windows
from ibpkt.capture.records import Records
from ibpkt.packet import Disagreement
from ibpkt.protocols import ERF, ERF_ETHERNET, ERF_LINK, MAX_DEPTH, ROCE_PORT, ERFEthernet, ERFExtension


class LengthConflict(NamedTuple):
    """Length fields of one header that contradict their surroundings, in some packets of a batch."""

    layer: str
    field: str
    rows: Ints
    says: Ints
    there: Ints


class AnnotationBlock(NamedTuple):
    """What has been put behind some packets of a batch; see `ibpkt.batch.annotations`.

    Attributes:
        rows: the packets' places in the batch, ascending, shape (m,).
        start: the index in the batch's data of each annotations's first byte, likewise.
        size: their sizes in bytes, likewise.
        link: with which headers they begin, as `ibpkt.protocols.graph.annotation_graph` has them, likewise.
    """

    rows: Ints
    start: Ints
    size: Ints
    link: NDArray[np.int32]

    def select(self, place: Ints) -> AnnotationBlock | None:
        """Those of some packets, None where there are none; ``place`` is each packet's new place, -1 for left out."""
        kept = place[self.rows] >= 0
        if not kept.any():
            return None
        return AnnotationBlock(place[self.rows[kept]], self.start[kept], self.size[kept], self.link[kept])


def number_in(block: Octets, bit: int, width: int) -> Array:
    """The unsigned integers of ``width`` bits that lie ``bit`` bits behind the beginnings of rows, shape (n, size).

    Rows that were copied out of the buffer are read several times as fast as those that lie scattered in it.
    """
    rows, whole = block.shape
    first, last = bit // 8, (bit + width - 1) // 8
    size = next(size for size in (1, 2, 4, 8) if size > last - first)
    if whole < size:  # three bytes, as of four
        wider = np.zeros((rows, size), np.uint8)
        wider[:, size - whole :] = block
        return number_in(wider, bit + (size - whole) * 8, width)
    first = min(first, whole - size)  # the bits may lie at the end of the row
    numbers: Array = np.ndarray((rows,), f">u{size}", block, first, (whole,))
    return _cut_out(numbers, (first + size) * 8 - bit - width, width)


def bytes_in(block: Octets, first: int, size: int) -> Octets:
    """``size`` bytes of each row, from its byte ``first`` on, shape (n, size), in a piece of their own."""
    parts: Array = np.ndarray((len(block),), f"V{size}", block, first, (block.shape[1],))
    return parts.copy().view(np.uint8).reshape(len(block), size)


def _cut_out(numbers: Array, shift: int, width: int) -> Array:
    """``width`` bits of big or little-endian numbers, those above the last ``shift``."""
    size = numbers.dtype.itemsize
    native = numbers.astype(numbers.dtype.newbyteorder("="))
    if shift:
        native >>= shift
    if width < size * 8 - shift:
        native &= (1 << width) - 1
    small = next(small for small in (1, 2, 4, 8) if small * 8 >= width)
    return native if small == size else native.astype(f"u{small}")


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
        previous_chosen: that of the packet before that a filter has chosen, None where all are.
        roce_port: the UDP destination port that means RoCEv2.
        found: length fields that contradict their surroundings, once the packets have been walked.
        annotations: what has been put behind some of them, None for nothing.
    """

    def __init__(
        self,
        records: Records,
        *,
        roce_port: int = ROCE_PORT,
        first_time: int | None = None,
        previous_time: int | None = None,
    ) -> None:
        self.data = records.data
        self.start = records.start
        self.captured = records.caplen
        self.wirelen = np.maximum(records.wirelen, records.caplen)
        self.time = records.time
        self.link = records.link
        self.interface = records.interface
        self.offset = records.offset
        self.first = records.first
        self.comments = records.comments
        self.roce_port = roce_port
        self.annotations: AnnotationBlock | None = None
        self.found: list[LengthConflict] = []
        self._numbers: Ints | None = None  # where packets have been left out: what stood in the capture
        self._deltas: Ints | None = None
        self.erf_headers = np.zeros(len(self.start), np.int64)
        erf = np.flatnonzero((self.link == ERF_LINK) & (self.captured >= ERF.size))
        if len(erf):
            self._frame_erf(erf)
        begin = int(self.time[0]) if len(self) else 0
        self.first_time = begin if first_time is None else first_time
        self.previous_time = begin if previous_time is None else previous_time
        self.previous_chosen: int | None = None

    def __len__(self) -> int:
        return len(self.start)

    @property
    def number_of(self) -> Ints:
        """The numbers of the packets, shape (n,)."""
        if self._numbers is not None:
            return self._numbers
        return np.arange(self.first, self.first + len(self), dtype=np.int64)

    def moved(self, data: Array) -> Frames:
        """The same packets, for a buffer that begins with the same contents and lies elsewhere."""
        part = copy.copy(self)
        part.data = data
        return part

    def annotation_frames(self) -> Frames:
        """The annotations as if they were packets, for the walk."""
        assert self.annotations is not None
        part = copy.copy(self)
        part.start, part.link = self.annotations.start, self.annotations.link
        part.captured = part.wirelen = self.annotations.size
        part.found, part.annotations = [], None
        return part

    def number_at(self, row: int) -> int:
        """The number of the packet at that place."""
        return self.first + row if self._numbers is None else int(self._numbers[row])

    @property
    def time_relative(self) -> Ints:
        """Nanoseconds since the first packet of the capture, shape (n,)."""
        return np.subtract(self.time, self.first_time)

    @property
    def time_delta(self) -> Ints:
        """Nanoseconds since the packet before in the capture, shape (n,)."""
        if self._deltas is not None:
            return self._deltas
        return np.diff(self.time, prepend=np.int64(self.previous_time)).astype(np.int64)

    @property
    def time_delta_displayed(self) -> Ints:
        """Nanoseconds since the packet before of those that were chosen (see `select`), shape (n,)."""
        previous = self.previous_time if self.previous_chosen is None else self.previous_chosen
        return np.diff(self.time, prepend=np.int64(previous)).astype(np.int64)

    def select(self, rows: Ints, previous_chosen: int | None = None) -> Frames:
        """Some of the packets, over the same buffer; they keep their numbers and their distance in time.

        Args:
            rows: their places, ascending, shape (m,).
            previous_chosen: the time of the packet before that was chosen, in nanoseconds since the epoch.
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
        part.found = []
        for found in self.found:
            kept = place[found.rows] >= 0
            if kept.any():
                places = place[found.rows[kept]]
                part.found.append(LengthConflict(found.layer, found.field, places, found.says[kept], found.there[kept]))
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
        """ERF records: the wire ends ``wlen`` bytes behind the headers, and their own time is finer than pcap's."""
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
        known = ~(cut | more)  # else the capture has cut the extension headers, or there is no end of them
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
        """The unsigned integers of ``width`` bits that lie ``bit`` bits behind the bytes ``at``."""
        first, last = bit // 8, (bit + width - 1) // 8
        size = next(size for size in (1, 2, 4, 8) if size > last - first)
        numbers = self.windows(size, "<u" if little else ">u")[at + first]
        return _cut_out(numbers, 0 if little else (first + size) * 8 - bit - width, width)

    def write(self, at: Ints, bit: int, width: int, numbers: Array, *, little: bool = False) -> None:
        """The other way round: put unsigned integers of ``width`` bits ``bit`` bits behind the bytes ``at``.

        The bits around them stay.  Numbers fit (the caller has seen to it); more than 64 bits go by bytes.
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
        """Put ``blocks``, shape (n, size) or (size,) for the same everywhere, at each of the places ``at``."""
        size = blocks.shape[-1]
        if size:
            self.windows(size)[at] = np.ascontiguousarray(blocks).view(f"V{size}").reshape(blocks.shape[:-1])

    @functools.cached_property
    def disagreements(self) -> dict[int, list[Disagreement]]:
        """Length fields that contradict their surroundings, by the packet's place in the batch."""
        by_row: dict[int, list[Disagreement]] = {}
        for found in self.found:
            columns = zip(found.rows.tolist(), found.says.tolist(), found.there.tolist(), strict=True)
            for row, says, there in columns:
                by_row.setdefault(row, []).append(Disagreement(found.layer, found.field, says, there))
        return by_row

"""pcapng files (draft-ietf-opsawg-pcapng): sections of blocks, every block with its length at both ends."""

from __future__ import annotations

import struct
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace

import numpy as np

from ibpkt.arrays import Ints, Octets, gather, scatter
from ibpkt.capture import blocks
from ibpkt.capture.blocks import ENHANCED, INTERFACE, PACKET, SECTION, SIMPLE, STATISTICS
from ibpkt.capture.layout import Fault, RecordBuffer, UsualLimits, limit_fault
from ibpkt.capture.lockstep import MAX_MEAN, MIN_RECORDS, guess, lane_count, walk
from ibpkt.capture.records import LEAD, MAX_RECORD, SLACK, Interface, Records, Scan
from ibpkt.capture.window import Window

# Bytes of packet blocks that are not data, padding or options; all but the last four come before the captured ones.
_AROUND = {ENHANCED: 32, PACKET: 32, SIMPLE: 16}


class Pcapng:
    """The records of a pcapng file: Enhanced, Simple and obsolete Packet blocks; other blocks are skipped.

    Damage is: a block length that is no multiple of 4, below 12 or above 256 MiB, that differs at the two ends or that
    the captured length runs over; a section or interface block too short for its fields.  A packet block of an
    interface that no block describes has neither a link type nor a unit of time: it is skipped (and not numbered),
    reading goes on, and `lost` describes the first one.
    """

    name = "pcapng"

    def __init__(self) -> None:
        self.interfaces: list[Interface] = []
        self.comments: list[str] = []
        self.dropped: dict[int, int] = {}  # by interface, as the statistics behind the last packets say
        self.lost: tuple[str, int] | None = None  # reason and offset
        self._order = "<"
        self._base = 0  # index in `interfaces` of this section's interface 0
        self._begin = 0  # offset in the file at which the section begins
        self._records = 0  # in this section, and the bytes that they took
        self._bytes = 0
        self._stop = Scan()  # why the walk ended
        self._shift = 0  # offset in the file minus index in the window's buffer

    def scan(self, window: Window, limit: int, first: int) -> Scan:
        """Take up to ``limit`` packets off the front of the window, all of one section."""
        while True:
            self._shift = window.offset - window.lo
            window.lo, settled = self._settle(window)
            if not settled:
                return self._stop
            positions, end = self._find(window, limit)
            if len(positions):
                break
            window.lo = end
            if self._stop.need or self._stop.damage:
                return self._stop

        self._records += len(positions)
        self._bytes += end - window.lo
        records = self._columns(window, positions, end, first)
        window.lo = end
        return Scan(records)

    # --- blocks ---

    def _block(self, view: memoryview, at: int, hi: int) -> tuple[int, int]:
        """Type and length of the whole block at a place; (0, 0) with `_stop` set where there is none."""
        self._stop = Scan()
        if hi - at < 12:
            self._stop.need = 12
            return 0, 0
        kind, length = struct.unpack_from(self._order + "II", view, at)
        if kind == SECTION:
            # The section's own byte order governs its length.
            order = blocks.byte_order(bytes(view[at + 8 : at + 12]))
            if order is None:
                self._stop.damage = "a section header without a byte-order mark"
                return 0, 0
            (length,) = struct.unpack_from(order + "I", view, at + 4)
        else:
            order = self._order
        if length < 12 or length % 4 or length > MAX_RECORD:
            self._stop.damage = f"a block of {length} bytes, which is not a valid length"
            return 0, 0
        if length > hi - at:
            self._stop.need = length
            return 0, 0
        (again,) = struct.unpack_from(order + "I", view, at + length - 4)
        if again != length:
            self._stop.damage = f"a block that begins with a length of {length} and ends with {again}"
            return 0, 0
        return kind, length

    def _settle(self, window: Window) -> tuple[int, bool]:
        """Read the blocks at the front of the window up to the first packet; False where there is none."""
        at, hi, view = window.lo, window.hi, window.view
        while True:
            kind, length = self._block(view, at, hi)
            if not length:
                return at, False
            body = view[at + 8 : at + length - 4]
            try:
                if kind == SECTION:
                    self._order, comments = blocks.section(body)
                    self.comments += comments
                    self._base = len(self.interfaces)
                    self._begin = at + self._shift
                    self._records = self._bytes = 0
                elif kind == INTERFACE:
                    self.interfaces.append(blocks.interface(body, self._order))
                elif kind == STATISTICS:
                    if (count := blocks.dropped(body, self._order)) is not None:
                        self.dropped[self._base + count[0]] = count[1]  # the counters run on from block to block
                elif kind in _AROUND:
                    return at, True
            except ValueError as error:
                self._stop = Scan(damage=str(error))
                return at, False
            at += length

    # --- finding packets ---

    def _find(self, window: Window, limit: int) -> tuple[Ints, int]:
        lo, hi, view = window.lo, window.hi, window.view
        mean = self._bytes / self._records if self._records else MAX_RECORD
        # Lanes end with the section, which may be short: look ahead no further than eight times what it has had.
        span = min(hi - lo, 8 * (lo + self._shift - self._begin))
        expected = int(min(span / mean, limit * 1.05))
        if expected < MIN_RECORDS or mean > MAX_MEAN:
            places, end = self._walk(view, lo, hi, limit)
            return np.array(places, np.int64), end
        return self._lockstep(window, lo + int(expected * mean) // 4 * 4, expected, limit)

    def _walk(
        self, view: memoryview, at: int, hi: int, limit: int, until: Container[int] = ()
    ) -> tuple[list[int], int]:
        """See `lockstep.Plain`.  Ends also before a block that `_settle` must read."""
        enhanced = struct.Struct(self._order + "III8xI").unpack_from
        length_at = struct.Struct(self._order + "I").unpack_from
        described = len(self.interfaces) - self._base
        places: list[int] = []
        while len(places) < limit and at not in until:
            if hi - at >= 32:  # the usual case, made short
                kind, length, interface, caplen = enhanced(view, at)
                after = at + length
                if (
                    kind == ENHANCED
                    and caplen + 32 <= length <= hi - at
                    and length & 3 == 0
                    and interface < described
                    and length_at(view, after - 4)[0] == length
                ):
                    places.append(at)
                    at = after
                    continue
            kind, length = self._block(view, at, hi)
            if not length or kind in (SECTION, INTERFACE, STATISTICS):
                break
            if kind in _AROUND:
                wrong = self._wrong_packet(view, at, kind, length)
                if wrong is not None:
                    self._stop.damage = wrong
                    break
                if self._interface(view, at, kind) < described:
                    places.append(at)
                elif self.lost is None:
                    reason = f"a packet of interface {self._interface(view, at, kind)}, which no block describes"
                    self.lost = (reason, at + self._shift)
            at += length
        return places, at

    def _interface(self, view: memoryview, at: int, kind: int) -> int:
        if kind == SIMPLE:
            return 0
        code = "I" if kind == ENHANCED else "H"
        return int(struct.unpack_from(self._order + code, view, at + 8)[0])

    def _wrong_packet(self, view: memoryview, at: int, kind: int, length: int) -> str | None:
        """Why a packet block cannot be what it says."""
        room = length - _AROUND[kind]
        if room < 0:
            return f"a packet block of {length} bytes, which is too short"
        (caplen,) = struct.unpack_from(self._order + "I", view, at + (8 if kind == SIMPLE else 20))
        if kind == SIMPLE:
            caplen = min(caplen, self._snaplen() if len(self.interfaces) > self._base else room)
        if caplen > room:
            return f"captured length {caplen} runs over its block of {length} bytes"
        return None

    def _snaplen(self) -> int:
        """Of the interface that Simple Packet Blocks belong to."""
        return self.interfaces[self._base].snaplen or MAX_RECORD

    def _lockstep(self, window: Window, stop: int, expected: int, limit: int) -> tuple[Ints, int]:
        data, lo, hi, view = window.data, window.lo, window.hi, window.view
        number = self._order + "u4"
        described = len(self.interfaces) - self._base
        head_at = struct.Struct(self._order + "4xI12xI").unpack_from
        length_at = struct.Struct(self._order + "I").unpack_from

        def advance(at: Ints) -> Ints:
            # Type, length, interface, two halves of the time, captured length.
            head = gather(data, at, 24).view(number)
            length = head[:, 1]
            after = at + length
            good = (head[:, 0] == ENHANCED) & (head[:, 2] < described) & (after <= hi)
            good &= (length >= 32) & (length & 3 == 0) & (head[:, 5] <= length - np.uint32(32))
            again = gather(data, np.where(good, after - 4, at), 4).view(number)[:, 0]
            return np.where(good & (again == length), after, at)

        def plain(at: int, until: Container[int], left: int) -> tuple[list[int], int]:
            return self._walk(view, at, hi, left, until)

        def plausible(at: int) -> bool:
            if (at - lo) % 4:
                return False
            length, caplen = head_at(view, at)
            return bool(caplen + 32 <= length <= hi - at and length_at(view, at + length - 4)[0] == length)

        pattern = struct.pack(self._order + "I", ENHANCED)
        lanes = guess(window, stop, expected, pattern, 0, plausible, step=4)  # blocks are multiples of 4 bytes
        return walk(lanes, stop, 4 * expected // lane_count(expected), limit, advance, plain)

    # --- columns ---

    def _columns(self, window: Window, positions: Ints, end: int, first: int) -> Records:
        data, lo = window.data, window.lo
        # Type, length, interface, time high, time low, captured length, length on the wire.
        head = gather(data, positions, 28).view(self._order + "u4").astype(np.int64)
        kind, length, interface = head[:, 0], head[:, 1], head[:, 2]
        ticks = head[:, 3].astype(np.uint64) << np.uint64(32) | head[:, 4].astype(np.uint64)
        caplen, wirelen = head[:, 5].copy(), head[:, 6].copy()
        header = np.full(len(positions), _AROUND[ENHANCED] - 4)
        options = positions + header + (caplen + 3 & ~3)
        mixed = not (kind == ENHANCED).all()
        if mixed:
            # The obsolete block has two bytes of interface where the enhanced one has four, two bytes of drop count
            # after them; all else is in the same place.
            short = interface >> 16 if self._order == ">" else interface & 0xFFFF
            interface = np.where(kind == PACKET, short, interface)
            simple = kind == SIMPLE
            interface[simple] = 0
            if simple.any():
                wirelen[simple] = head[simple, 2]
                caplen[simple] = np.minimum(wirelen[simple], self._snaplen())
                header[simple] = _AROUND[SIMPLE] - 4
                options[simple] = end  # they have none

        time = np.empty(len(positions), np.int64)
        link = np.empty(len(positions), np.int32)
        lowest = int(interface.min())
        used = [lowest] if lowest == interface.max() else np.unique(interface).tolist()
        for one in used:
            rows = interface == one if len(used) > 1 else slice(None)
            described = self.interfaces[self._base + one]
            time[rows] = blocks.nanoseconds(ticks[rows], described)
            link[rows] = described.link
        if mixed:
            time[kind == SIMPLE] = 0

        origin = lo - LEAD
        return Records(
            data=data[origin : end + SLACK],
            start=positions + (header - origin),
            caplen=caplen,
            wirelen=wirelen,
            time=time,
            link=link,
            interface=(interface + self._base).astype(np.int32),
            offset=positions + self._shift,
            first=first,
            comments=blocks.packet_comments(data, options, positions + length - 4, self._order),
        )


_LATEST = 2**63 - 1  # ns that fit into Records.time
_LONGEST = MAX_RECORD - 64  # captured bytes
_BLOCK = np.dtype(
    [(name, "<u4") for name in ("kind", "length", "interface", "high", "low", "caplen", "wirelen")]
)  # an Enhanced Packet Block up to its data


class PcapngWriter:
    """Records as one section of Enhanced Packet Blocks.

    An interface keeps its number, name, clock and comments where the source's interfaces are known; otherwise there
    is one with a clock of nanoseconds for each pair of link type and ``Records.interface``.

    Args:
        comments: of the section; read when the first packet comes.
    """

    name = "pcapng"
    has_comments = True
    usual: UsualLimits = UsualLimits(_LONGEST, 2**32 - 1, _LATEST, range(1 << 16))

    def __init__(self, comments: Iterable[str] = ()) -> None:
        self._comments = comments
        self._begun = False
        self._sources: list[Sequence[Interface]] = []
        self._numbers: dict[tuple[int, int, int], int] = {}  # source, interface in it, link type -> number here
        self._clocks: list[int] = []  # ticks a second by number here
        self._last = 0  # time of the last packet
        self._room = RecordBuffer()

    def admit(self, records: Records) -> Fault | None:
        """See `layout.WriterFormat.admit`."""
        for row, comments in records.comments.items():
            try:
                size = len(blocks.comment_options(comments))
            except ValueError as error:
                return Fault(row, str(error))
            if size + int(records.caplen[row]) > MAX_RECORD - 64:
                return Fault(row, "its comments are too many")
        return limit_fault(records, _LONGEST, 2**32 - 1, _LATEST)

    def prepare(self, records: Records | None, known: Sequence[Interface]) -> bytes:
        """See `layout.WriterFormat.prepare`."""
        new = b"" if self._begun else blocks.section_block(self._comments)
        self._begun = True
        source = self._source(known)
        for index, described in enumerate(known):
            new += self._describe(source, index, described)
        if records is not None:
            for index, link in _pairs(records):
                if index < len(known):
                    described = replace(known[index], link=link)
                else:
                    described = Interface(link, resolution=10**9)
                new += self._describe(source, index, described)
        return new

    def _source(self, known: Sequence[Interface]) -> int:
        for number, source in enumerate(self._sources):
            if source is known:
                return number
        self._sources.append(known)
        return len(self._sources) - 1

    def _describe(self, source: int, index: int, described: Interface) -> bytes:
        """The block of an interface that has none yet."""
        key = source, index, described.link
        if key in self._numbers:
            return b""
        self._numbers[key] = len(self._clocks)
        self._clocks.append(blocks.writable_resolution(described.resolution))
        return blocks.interface_block(described)

    def encode(self, records: Records, known: Sequence[Interface]) -> Octets:
        """See `layout.WriterFormat.encode`."""
        source = self._source(known)
        interface = np.empty(len(records), np.int64)
        ticks = np.empty(len(records), np.uint64)
        pairs = _pairs(records)
        for index, link in pairs:
            number = self._numbers[source, index, link]
            rows = (records.interface == index) & (records.link == link) if len(pairs) > 1 else slice(None)
            interface[rows] = number
            ticks[rows] = blocks.ticks(records.time[rows], self._clocks[number])

        pad = -records.caplen & 3
        after = pad + 4
        options = {row: blocks.comment_options(comments) for row, comments in records.comments.items()}
        for row, option in options.items():
            after[row] += len(option)
        out, begins, ends = self._room.lay_out(records, _BLOCK.itemsize, after)

        headers = np.empty(len(records), _BLOCK)
        headers["kind"] = ENHANCED
        headers["length"] = ends - begins
        headers["interface"] = interface
        headers["high"] = ticks >> np.uint64(32)
        headers["low"] = ticks & np.uint64(0xFFFFFFFF)
        headers["caplen"] = records.caplen
        headers["wirelen"] = records.wirelen
        scatter(out, begins, headers)
        scatter(out, ends - 4, headers["length"])
        after_data = begins + _BLOCK.itemsize + records.caplen
        for count in (1, 2, 3):
            rows = np.flatnonzero(pad == count)
            scatter(out, after_data[rows], np.zeros(len(rows), f"V{count}"))
        for row, option in options.items():
            at = int(after_data[row] + pad[row])
            out[at : at + len(option)] = np.frombuffer(option, np.uint8)
        self._last = int(records.time[-1])
        return out

    def finish(self, dropped: int) -> bytes:
        """See `layout.WriterFormat.finish`: a statistics block of the only interface; of several nobody knows."""
        if len(self._clocks) != 1 or self._clocks[0] != 10**9:
            return b""
        return blocks.statistics_block(0, self._last, dropped)


def _pairs(records: Records) -> list[tuple[int, int]]:
    """The pairs of interface and link type that occur, in the order of their first packets."""
    both = records.interface.astype(np.int64) << 32 | records.link
    if (both == both[0]).all():
        return [(int(records.interface[0]), int(records.link[0]))]
    first = np.sort(np.unique(both, return_index=True)[1])
    return list(zip(records.interface[first].tolist(), records.link[first].tolist(), strict=True))

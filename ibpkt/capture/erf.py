"""ERF files (Endace's Extensible Record Format): records and nothing else, so no magic number.

A record begins with 16 bytes: time (64 bits, little endian, seconds in the upper half and their binary fraction in
the lower), type (its top bit: extension headers follow), flags, length of the record, loss counter, length on the wire
(these three big endian).  Each extension header has 8 bytes; the top bit of its first byte says that another follows.
Ethernet records have two bytes of padding before the frame.
"""

from __future__ import annotations

import struct
from collections.abc import Container, Sequence

import numpy as np

from ibpkt.arrays import Ints, Octets, gather, scatter
from ibpkt.capture.layout import LATEST_TIME, Fault, RecordBuffer, UsualLimits, fault, limit_fault
from ibpkt.capture.lockstep import MAX_MEAN, MIN_RECORDS, guess, lane_count, walk
from ibpkt.capture.records import LEAD, SLACK, Interface, Records, Scan
from ibpkt.capture.window import Window

LINKTYPE_ERF = 197
HEADER = 16
_PAD = 48
_KNOWN = {*range(1, 28), _PAD}
_ETHERNET = (2, 11, 16, 20)  # Ethernet; the same with a colour, with a DSM colour, with a hash

_ALIGNED = 8  # cards write records at multiples of so many bytes
_MONTH = 30 * 86400
# 1990 and 2100, in seconds since 1970.
_EARLIEST, _LATEST = 631_152_000, 4_102_444_800

_header = struct.Struct("<IIBB").unpack_from
_length = struct.Struct(">H").unpack_from


class Erf:
    """The records of an ERF file, as link type 197: the data begins with the ERF header and its extension headers.

    ``caplen`` is the record's length; ``wirelen`` is the length on the wire and the bytes before the frame.  PAD
    records are skipped and not numbered.  A record length below that of its headers is damage.
    """

    name = "erf"

    def __init__(self) -> None:
        self.interfaces: list[Interface] = [Interface(LINKTYPE_ERF, resolution=1 << 32)]
        self.comments: list[str] = []
        self.lost: tuple[str, int] | None = None
        self._records = 0  # found so far, and their bytes: the mean size chooses the way to walk
        self._bytes = 0

    def scan(self, window: Window, limit: int, first: int) -> Scan:
        """Take up to ``limit`` whole records off the front of the window."""
        while True:
            lo, hi, view = window.lo, window.hi, window.view
            mean = self._bytes / self._records if self._records else 1 << 16
            expected = int(min((hi - lo) / mean, limit * 1.05))
            if expected < MIN_RECORDS or mean > MAX_MEAN:
                places, end = _walk(view, lo, hi, limit)
                positions = np.array(places, np.int64)
            else:
                positions, end = _lockstep(window, lo + int(expected * mean), expected, limit)
            if not len(positions):
                return _nothing(view, lo, hi)
            self._records += len(positions)
            self._bytes += end - lo
            records = _columns(window, positions, end, first)
            window.lo = end
            if len(records):
                return Scan(records)


def _columns(window: Window, positions: Ints, end: int, first: int) -> Records:
    data, lo = window.data, window.lo
    kind = data[positions + 8]
    if (kind & 0x7F == _PAD).any():
        positions = positions[kind & 0x7F != _PAD]
        kind = data[positions + 8]
    # `_walk` saw to it that the extension headers end inside their record.
    before = _header_sizes(data, positions, None) + 2 * np.isin(kind & 0x7F, _ETHERNET)

    stamp = gather(data, positions, 8).view("<u8").reshape(-1).astype(np.uint64)
    fraction = (stamp & np.uint64(0xFFFFFFFF)) * np.uint64(10**9) + np.uint64(1 << 31)  # to the nearest nanosecond
    lengths = gather(data, positions + 10, 6).view(">u2").astype(np.int64)
    origin = lo - LEAD
    return Records(
        data=data[origin : end + SLACK],
        start=positions - origin,
        caplen=lengths[:, 0].copy(),
        wirelen=lengths[:, 2] + before,
        time=(stamp >> np.uint64(32)).astype(np.int64) * 10**9 + (fraction >> np.uint64(32)).astype(np.int64),
        link=np.full(len(positions), LINKTYPE_ERF, np.int32),
        interface=np.zeros(len(positions), np.int32),
        offset=positions + (window.offset - lo),
        first=first,
    )


def _header_sizes(data: Octets, positions: Ints, lengths: Ints | None) -> Ints:
    """As `_headers`, for many records at once; lengths of None are known to be enough."""
    sizes = np.full(len(positions), HEADER)
    rows = np.flatnonzero(data[positions + 8] & 0x80)
    while len(rows):
        if lengths is not None:
            over = sizes[rows] >= lengths[rows]
            sizes[rows[over]] = lengths[rows[over]] + 1
            rows = rows[~over]
        at = positions[rows] + sizes[rows]
        sizes[rows] += 8
        rows = rows[data[at] & 0x80 != 0]
    return sizes


def _headers(view: memoryview, at: int, end: int) -> int:
    """Bytes of the header and the extension headers of a record; beyond its length where they run over it."""
    size = HEADER
    more = view[at + 8] & 0x80
    while more and at + size < end:
        more = view[at + size] & 0x80
        size += 8
    return size if not more else end - at + 1


def _walk(view: memoryview, at: int, hi: int, limit: int, until: Container[int] = ()) -> tuple[list[int], int]:
    """See `lockstep.Plain`."""
    places: list[int] = []
    while hi - at >= HEADER and len(places) < limit and at not in until:
        (length,) = _length(view, at + 10)
        if length < HEADER or length > hi - at:
            break
        if view[at + 8] & 0x80 and _headers(view, at, at + length) > length:
            break
        places.append(at)
        at += length
    return places, at


def _nothing(view: memoryview, lo: int, hi: int) -> Scan:
    """What is at the front of the window, where that is no whole record."""
    if hi - lo < HEADER:
        return Scan(need=HEADER)
    (length,) = _length(view, lo + 10)
    if length < HEADER:
        return Scan(damage=f"a record of {length} bytes, which is too short")
    if length > hi - lo:
        return Scan(need=length)
    return Scan(damage="extension headers that run over their record")


def _lockstep(window: Window, stop: int, expected: int, limit: int) -> tuple[Ints, int]:
    data, hi, view = window.data, window.hi, window.view
    hour = bytes(view[window.lo + 6 : window.lo + 8])  # the upper half of the seconds stays the same for 18 hours

    def advance(at: Ints) -> Ints:
        after = at + gather(data, at + 10, 2).view(">u2")[:, 0]
        # Extension headers are left to the plain walk, which looks at each of them.
        good = (after >= at + HEADER) & (after <= hi) & (data[at + 8] < 0x80)
        return np.where(good, after, at)

    def plain(at: int, until: Container[int], left: int) -> tuple[list[int], int]:
        return _walk(view, at, hi, left, until)

    def plausible(at: int) -> bool:
        after = at + _length(view, at + 10)[0]
        return view[at + 8] in _KNOWN and at + HEADER <= after <= hi - 8 and bool(view[after + 6 : after + 8] == hour)

    lanes = guess(window, stop, expected, hour, 6, plausible)
    return walk(lanes, stop, 4 * expected // lane_count(expected), limit, advance, plain)


def looks_like_erf(window: Window, size: int) -> bool:
    """Whether the first records are plausible: the first one whole, and up to three more as far as they are there.

    ERF has no magic number: what tells a record is its time, between 1990 and 2100.  Earlier times come from cards
    without a clock, and from crafted packets without a time; lengths have to fit each other instead.  It waits for no
    more than that, so that a live pipe shows its first record at once.
    """
    if not _fill(window, HEADER, size):
        return False
    (length,) = _length(window.view, window.lo + 10)
    if not _fill(window, length, size):
        return False
    at = window.lo
    before: int | None = None  # time of the last packet
    for _ in range(4):
        if window.hi - at < HEADER:
            break
        _, seconds, kind, _ = _header(window.view, at)
        (length,) = _length(window.view, at + 10)
        if kind & 0x7F not in _KNOWN or length < HEADER:
            return False
        if kind & 0x7F != _PAD:  # padding has no time
            if seconds >= _LATEST or (before is not None and abs(seconds - before) > _MONTH):
                return False
            if seconds < _EARLIEST and not _lengths_fit(window.view, at, min(at + length, window.hi)):
                return False
            before = seconds
        if length > window.hi - at:
            break
        if _headers(window.view, at, at + length) > length:
            return False
        at += length
    return before is not None


def _lengths_fit(view: memoryview, at: int, end: int) -> bool:
    """Whether a record is whole and holds no more than its packet on the wire, and what aligns the next record."""
    (length,), (wire,) = _length(view, at + 10), _length(view, at + 14)
    headers = _headers(view, at, end) + 2 * (view[at + 8] & 0x7F in _ETHERNET)
    return bool(at + length == end and headers <= length < headers + wire + _ALIGNED)


def _fill(window: Window, want: int, size: int) -> bool:
    if len(window) < want:
        window.fill(want, size)
    return len(window) >= want


_TYPES = {1: 2, 247: 21}  # link type -> ERF type: Ethernet, InfiniBand
_VARYING = 4  # the flag that says that records are as long as what they hold
_MOST = 0xFFFF  # all lengths have 16 bits
_RECORD = np.dtype(
    [("time", "<u8"), ("type", "u1"), ("flags", "u1"), ("length", ">u2"), ("lost", ">u2"), ("wirelen", ">u2")]
)


class ErfWriter:
    """Records as an ERF file.

    Ethernet and InfiniBand packets get an ERF header.  Records of link type 197 have one and stay as they are, times
    included; only the record's length becomes that of the captured bytes.  ERF has no comments and no interfaces.
    """

    name = "erf"
    has_comments = False
    usual: UsualLimits = UsualLimits(_MOST - HEADER - 2, _MOST, LATEST_TIME, tuple(_TYPES))

    def __init__(self) -> None:
        self._room = RecordBuffer()

    def admit(self, records: Records) -> Fault | None:
        """See `layout.WriterFormat.admit`."""
        ours = records.link == LINKTYPE_ERF
        foreign = ~ours & ~np.isin(records.link, list(_TYPES))
        held = f"ERF can hold only {', '.join(map(str, _TYPES))} and {LINKTYPE_ERF}"
        found = fault(records, foreign, f"its link type is {{link}}; {held}")
        if not ours.any():
            return _first(found, limit_fault(records, _MOST - _before(records), _MOST, LATEST_TIME))
        short = ours & (records.caplen < HEADER)
        found = _first(found, fault(records, short, "its ERF header is cut: {caplen} bytes are there"))
        rows = np.flatnonzero(ours & ~short)
        sizes = _header_sizes(records.data, records.start[rows], records.caplen[rows])
        cut = np.zeros(len(records), np.bool_)
        cut[rows] = sizes > records.caplen[rows]
        found = _first(found, fault(records, cut, "its ERF extension headers are cut: {caplen} bytes are there"))
        found = _first(found, fault(records, ours & (records.caplen > _MOST), "{caplen} captured bytes are too many"))
        # Times and lengths on the wire are in the records' own headers.
        others = np.flatnonzero(~ours)
        wrong = limit_fault(records.at(others), _MOST - _before(records)[others], _MOST, LATEST_TIME)
        return _first(found, wrong and Fault(int(others[wrong.row]), wrong.reason))

    def prepare(self, records: Records | None, known: Sequence[Interface]) -> bytes:
        """See `layout.WriterFormat.prepare`: there is nothing between the records."""
        return b""

    def encode(self, records: Records, known: Sequence[Interface]) -> Octets:
        """See `layout.WriterFormat.encode`."""
        before = _before(records)
        out, begins, _ = self._room.lay_out(records, before, 0)
        scatter(out, begins + 10, (records.caplen + before).astype(">u2"))
        rows = np.flatnonzero(before)
        headers = np.zeros(len(rows), _RECORD)
        seconds, rest = np.divmod(records.time[rows], 10**9)
        ticks = ((rest << 32) + 5 * 10**8) // 10**9  # the nearest
        headers["time"] = seconds.astype(np.uint64) << np.uint64(32) | ticks.astype(np.uint64)
        for link, kind in _TYPES.items():
            headers["type"][records.link[rows] == link] = kind
        headers["flags"] = _VARYING
        headers["length"] = (records.caplen + before)[rows]
        headers["wirelen"] = records.wirelen[rows]
        scatter(out, begins[rows], headers)
        padded = begins[before > HEADER] + HEADER
        scatter(out, padded, np.zeros(len(padded), "V2"))
        return out

    def finish(self, dropped: int) -> bytes:
        """See `layout.WriterFormat.finish`."""
        return b""


def _before(records: Records) -> Ints:
    """Bytes to put before each record: a header, and what pads an Ethernet frame."""
    kinds = np.zeros(len(records), np.int64)
    for link, kind in _TYPES.items():
        kinds[records.link == link] = HEADER + 2 * (kind in _ETHERNET)
    return kinds


def _first(*faults: Fault | None) -> Fault | None:
    return min((found for found in faults if found is not None), default=None)

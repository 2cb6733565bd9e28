"""pcap files (draft-ietf-opsawg-pcap): a header of 24 bytes, then records with a header of 16 bytes each."""

from __future__ import annotations

import struct
from collections.abc import Callable, Container, Sequence
from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Ints, Octets, gather, scatter, windows
from ibpkt.capture.layout import LATEST_TIME, Fault, RecordBuffer, UsualLimits, fault, limit_fault
from ibpkt.capture.lockstep import MAX_MEAN, MIN_RECORDS, guess, lane_count, walk
from ibpkt.capture.records import LEAD, MAX_RECORD, SLACK, Interface, Records, Scan, link_type
from ibpkt.capture.window import Window
from ibpkt.kernel import loops

FILE_HEADER = 24
USUAL_SNAPLEN = 262144

# magic -> (nanoseconds a tick, length of a record's header).  a1b2cd34 is Kuznetzov's patched libpcap of Linux 2.2:
# eight more bytes after the usual header (interface index, protocol, packet type).
_MAGICS = {0xA1B2C3D4: (1000, 16), 0xA1B23C4D: (1, 16), 0xA1B2CD34: (1000, 24)}


class PcapHeader(NamedTuple):
    """What the header of a pcap file says of its records.

    Attributes:
        order: of the bytes, ``<`` or ``>``.
        tick: nanoseconds of the unit of fractions of a second.
        size: bytes of the header of a record.
        snaplen: bytes of a packet that were captured, at most, as the program said that wrote it.
        network: the link type, with more in its upper half.
    """

    order: str
    tick: int
    size: int
    snaplen: int
    network: int

    @classmethod
    def of(cls, data: bytes) -> PcapHeader | None:
        """That of a file which begins with these 24 bytes; None where it is no pcap file."""
        order = byte_order(data)
        if order is None or len(data) < FILE_HEADER:
            return None
        magic, _, _, _, _, snaplen, network = struct.unpack(order + "IHHiIII", data)
        return cls(order, *_MAGICS[magic], snaplen, network)

    @property
    def ticks(self) -> int:
        """Units of a second."""
        return 1_000_000_000 // self.tick

    @property
    def longest(self) -> int:
        """Bytes of a captured packet, at most: more is beyond reason."""
        return min(max(self.snaplen, USUAL_SNAPLEN), MAX_RECORD)


class Pcap:
    """The records of a pcap file.

    A captured length is beyond reason above the file's snap length, or 262144 where that is larger (libpcap accepts
    records longer than the snap length, and so does this reader), and in any case above 256 MiB.
    """

    name = "pcap"

    def __init__(self, header: bytes) -> None:
        """``header``: the 24 bytes at the beginning of the file."""
        known = PcapHeader.of(header)
        assert known is not None  # somebody has looked at it
        self._order, self._tick, self._header = known.order, known.tick, known.size
        self._link = link_type(known.network & 0xFFFF)  # above: the frame check sequence's length, and reserved bits
        self._most = known.longest
        self.interfaces: list[Interface] = [Interface(self._link, known.snaplen, resolution=known.ticks)]
        self.comments: list[str] = []
        self.lost: tuple[str, int] | None = None
        self._length = struct.Struct(self._order + "I").unpack_from
        self._fields = struct.Struct(self._order + "4I").unpack_from
        self._records = 0  # found so far, and their bytes: the mean size chooses the way to walk
        self._bytes = 0

    def scan(self, window: Window, limit: int, first: int) -> Scan:
        """Take up to ``limit`` whole records off the front of the window."""
        lo, hi, view = window.lo, window.hi, window.view
        mean = self._bytes / self._records if self._records else MAX_RECORD
        expected = int(min((hi - lo) / mean, limit * 1.05))
        if loops.COMPILED:
            positions, end = loops.records(
                window.data, lo, hi, header=self._header, length=8, little=self._order == "<", limit=limit
            )
        elif expected < MIN_RECORDS or mean > MAX_MEAN:
            places, end = self._walk(view, lo, hi, limit)
            positions = np.array(places, np.int64)
        else:
            positions, end = self._lockstep(window, int(expected * mean), expected, limit)
        fields = gather(window.data, positions, 16).view(self._order + "u4").astype(np.int64)
        long = fields[:, 2] > self._most
        if long.any():
            count = int(long.argmax())
            positions, fields, end = positions[:count], fields[:count], int(positions[count])
        if not len(positions):
            return self._nothing(view, lo, hi)

        self._records += len(positions)
        self._bytes += end - lo
        origin = lo - LEAD
        records = Records(
            data=window.data[origin : end + SLACK],
            start=positions + (self._header - origin),
            caplen=fields[:, 2].copy(),
            wirelen=fields[:, 3].copy(),
            time=fields[:, 0] * 1_000_000_000 + fields[:, 1] * self._tick,
            link=np.full(len(positions), self._link, np.int32),
            interface=np.zeros(len(positions), np.int32),
            offset=positions + (window.offset - lo),
            first=first,
        )
        window.lo = end
        return Scan(records)

    def _nothing(self, view: memoryview, lo: int, hi: int) -> Scan:
        """What is at the front of the window, where that is no whole record."""
        if hi - lo < self._header:
            return Scan(need=self._header)
        (caplen,) = self._length(view, lo + 8)
        if caplen > self._most:
            return Scan(damage=f"captured length {caplen} is beyond reason (at most {self._most})")
        return Scan(need=self._header + caplen)

    def _walk(
        self, view: memoryview, at: int, hi: int, limit: int, until: Container[int] = ()
    ) -> tuple[list[int], int]:
        """See `lockstep.Plain`."""
        header, length = self._header, self._length
        last = hi - header
        places: list[int] = []
        put = places.append
        for _ in range(limit):  # whether a length is within reason is seen later
            if at > last or at in until:
                break
            (caplen,) = length(view, at + 8)
            after = at + header + caplen
            if after > hi:
                break
            put(at)
            at = after
        return places, at

    def _lockstep(self, window: Window, span: int, expected: int, limit: int) -> tuple[Ints, int]:
        data, lo, hi, view = window.data, window.lo, window.hi, window.view
        header, kind = self._header, self._order + "u4"
        stop = min(hi, lo + span)
        # the upper half of the seconds stays the same for 18 hours
        skip = 2 if self._order == "<" else 0
        hour = bytes(view[lo + skip : lo + skip + 2])

        lengths = windows(data[8:], 4)  # by where the header begins

        def advance(at: Ints) -> Ints:
            # whether a length is within reason is seen later
            after: Ints = at + lengths[at].view(kind)
            after += header
            np.copyto(after, at, where=after > hi)
            return after

        def plain(at: int, until: Container[int], left: int) -> tuple[list[int], int]:
            return self._walk(view, at, hi, left, until)

        lanes = guess(window, stop, expected, hour, skip, self._plausible(view, hi, hour, skip))
        return walk(lanes, stop, 4 * expected // lane_count(expected), limit, advance, plain)

    def _plausible(self, view: memoryview, hi: int, hour: bytes, skip: int) -> Callable[[int], bool]:
        """What says whether a header could be at a place: it need not be right, only mostly."""
        fields, most, header, second = self._fields, self._most, self._header, 1_000_000_000 // self._tick
        half = struct.Struct(self._order + "H").unpack_from
        (hours,) = half(hour)

        def plausible(at: int) -> bool:
            _, fraction, caplen, wirelen = fields(view, at)
            if fraction >= second or not 0 < caplen <= wirelen or caplen > most:
                return False
            after = at + header + caplen + skip
            return bool(half(view, after)[0] == hours) if after + 2 <= hi else after - skip <= hi

        return plausible


def byte_order(head: bytes) -> str | None:
    """``<`` or ``>`` if the first four bytes are those of a pcap file."""
    for order in "<>":
        if len(head) >= 4 and struct.unpack_from(order + "I", head)[0] in _MAGICS:
            return order
    return None


_RECORD = np.dtype([("seconds", "<u4"), ("fraction", "<u4"), ("caplen", "<u4"), ("wirelen", "<u4")])


class PcapWriter:
    """Records as a pcap file of one link type.  Times are rounded down to the file's microseconds or nanoseconds.

    It has no comments and no interfaces.

    Args:
        link: the link type; None for that of the first record.
        tick: nanoseconds: 1000 or 1.
    """

    name = "pcap"
    has_comments = False

    def __init__(self, link: int | None, tick: int = 1000) -> None:
        self._link = link
        self._tick = tick
        self._begun = False
        self._room = RecordBuffer()
        self.usual: UsualLimits = self._usual()

    def _usual(self) -> UsualLimits:
        links = () if self._link is None else (self._link,)
        return UsualLimits(USUAL_SNAPLEN, 2**32 - 1, LATEST_TIME, links)

    def admit(self, records: Records) -> Fault | None:
        """See `layout.WriterFormat.admit`."""
        link = int(records.link[0]) if self._link is None else self._link
        reason = f"its link type is {{link}}, that of the file {link}; pcapng holds more than one"
        found = fault(records, records.link != link, reason) or limit_fault(
            records, USUAL_SNAPLEN, 2**32 - 1, LATEST_TIME
        )
        if found is None and self._link is None:
            self._link = link
            self.usual = self._usual()
        return found

    def prepare(self, records: Records | None, known: Sequence[Interface]) -> bytes:
        """See `layout.WriterFormat.prepare`.  Without packets the link type is the known interface's, else Ethernet."""
        if self._begun:
            return b""
        self._begun = True
        if self._link is None:
            self._link = known[0].link if known else 1
        snaplen = max((one.snaplen for one in known if one.link == self._link), default=0) or USUAL_SNAPLEN
        magic = next(magic for magic, (tick, header) in _MAGICS.items() if tick == self._tick and header == 16)
        return struct.pack("<IHHiIII", magic, 2, 4, 0, 0, snaplen, self._link)

    def encode(self, records: Records, known: Sequence[Interface]) -> Octets:
        """See `layout.WriterFormat.encode`."""
        headers = np.empty(len(records), _RECORD)
        seconds, fraction = np.divmod(records.time, 10**9)
        headers["seconds"] = seconds
        headers["fraction"] = fraction // self._tick
        headers["caplen"] = records.caplen
        headers["wirelen"] = records.wirelen
        out, begins, _ = self._room.lay_out(records, _RECORD.itemsize, 0)
        scatter(out, begins, headers)
        return out

    def finish(self, dropped: int) -> bytes:
        """See `layout.WriterFormat.finish`."""
        return b""

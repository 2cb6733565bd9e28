"""Many packets at once.

A batch walks the protocol graph over all its packets together.  Each step reads one field of a whole group and splits
the group by its value, so the work grows with the number of shapes, and what is left per packet is NumPy's.
`ibpkt.packet` says what is right; a test holds every column of this module equal to it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibpkt.capture.records import SLACK, Records
from ibpkt.crc import STATUSES, Status
from ibpkt.packet import MAX_DEPTH, Disagreement, Packet, Stop, decode
from ibpkt.protocols.encapsulation.capture import ERF
from ibpkt.protocols.encapsulation.ip import Fragment, IPv4
from ibpkt.protocols.graph import ERF_LINK, ROCE_PORT, Chain, Rule, graph
from ibpkt.protocols.link import ICRC, LPCRC, LRH, VCRC, FlowControl
from ibpkt.protocols.transport import BTH
from ibpkt.schema import Header, Leaf
from ibpkt.shape import Array, Closing, Place, Shape, Values

if TYPE_CHECKING:
    from ibpkt.verify import Checks

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

#: the claim of a packet of which no length field has spoken yet
NONE = np.int64(1 << 62)
_GOOD, _ABSENT, _CUT = (STATUSES.index(status) for status in (Status.GOOD, Status.ABSENT, Status.CUT))


class Found(NamedTuple):
    """Length fields of one header that contradict their surroundings, in some packets of a batch."""

    layer: str
    field: str
    rows: Ints
    says: Ints
    there: Ints


class Batch:
    """Packets that are decoded together.

    Columns are read on demand from `data`, so they can be asked for as long as the batch lives.

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
        comments: comments, by the packet's place in the batch.
        first_time: the time of the capture's first packet.
        previous_time: the time of the packet before this batch.
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
        self._windows: dict[str, Array] = {}
        self._found: list[Found] = []
        self.erf_headers = np.zeros(len(self.start), np.int64)
        erf = np.flatnonzero((self.link == ERF_LINK) & (self.captured >= ERF.size))
        if len(erf):
            self._frame_erf(erf)
        begin = int(self.time[0]) if len(self) else 0
        self.first_time = begin if first_time is None else first_time
        self.previous_time = begin if previous_time is None else previous_time

    @classmethod
    def of(cls, packets: Iterable[bytes], link: int, **options: Any) -> Batch:
        """A batch of packets in memory, all of one link type (a LINKTYPE_ value)."""
        pieces = list(packets)
        lengths = np.array([len(piece) for piece in pieces], np.int64)
        lead = 8
        starts = lead + np.concatenate(([0], np.cumsum(lengths + lead)[:-1])).astype(np.int64) if pieces else lengths
        data = bytes(lead) + bytes(lead).join(pieces) + bytes(SLACK + lead)
        count = len(pieces)
        return cls(
            Records(
                data=np.frombuffer(bytearray(data), np.uint8),
                start=starts,
                caplen=lengths,
                wirelen=lengths.copy(),
                time=np.zeros(count, np.int64),
                link=np.full(count, link, np.int32),
                interface=np.zeros(count, np.int32),
                offset=np.zeros(count, np.int64),
                first=1,
                comments={},
            ),
            **options,
        )

    @classmethod
    def of_packet(cls, packet: Packet, **options: Any) -> Batch:
        """A batch of one decoded packet."""
        batch = cls.of([packet.data], packet.link, **options)
        batch.wirelen = np.array([packet.wirelen], np.int64)
        batch.time = np.array([packet.time or 0], np.int64)
        batch.first = packet.number or 1
        batch.roce_port = packet.roce_port
        batch.first_time = batch.previous_time = int(batch.time[0])
        return batch

    def __len__(self) -> int:
        return len(self.start)

    def __getitem__(self, row: int) -> Packet:
        """The packet at that place, decoded on its own."""
        start = int(self.start[row])
        return decode(
            self.data[start : start + int(self.captured[row])].tobytes(),
            int(self.link[row]),
            wirelen=int(self.wirelen[row]),
            roce_port=self.roce_port,
            time=int(self.time[row]),
            number=self.first + row,
        )

    def __iter__(self) -> Iterator[Packet]:
        return map(self.__getitem__, range(len(self)))

    @property
    def number_of(self) -> Ints:
        """The numbers of the packets, shape (n,)."""
        return np.arange(self.first, self.first + len(self), dtype=np.int64)

    @property
    def time_relative(self) -> Ints:
        """Nanoseconds since the first packet of the capture, shape (n,)."""
        return self.time - self.first_time

    @property
    def time_delta(self) -> Ints:
        """Nanoseconds since the packet before, shape (n,)."""
        return np.diff(self.time, prepend=np.int64(self.previous_time))

    @property
    def frame_len(self) -> Ints:
        """Lengths on the wire in bytes, without ERF headers, shape (n,)."""
        return self.wirelen - self.erf_headers

    @property
    def frame_cap_len(self) -> Ints:
        """Bytes of each packet that the capture holds, without ERF headers and padding, shape (n,)."""
        return np.minimum(np.maximum(self.captured - self.erf_headers, 0), self.frame_len)

    def _frame_erf(self, rows: Ints) -> None:
        """ERF records: the wire ends ``wlen`` bytes behind the headers, and their own time is finer than pcap's."""
        at = self.start[rows]
        kind = self.data[at + 8]
        headers = np.full(len(rows), ERF.size, np.int64)
        more = (kind & 0x80) != 0
        for _ in range(MAX_DEPTH - 2):
            more &= headers < self.captured[rows]
            if not more.any():
                break
            following = (self.data[at + np.where(more, headers, 0)] & 0x80) != 0
            headers += np.where(more, 8, 0)
            more &= following
        headers += np.where(kind & 0x7F == 2, 2, 0)
        self.erf_headers[rows] = headers
        self.wirelen = self.wirelen.copy()
        self.wirelen[rows] = headers + self.number(at, 112, 16)
        stamp = self.number(at, 0, 64, little=True)
        nanoseconds = (stamp & np.uint64(0xFFFFFFFF)).astype(np.uint64) * np.uint64(1_000_000_000) >> np.uint64(32)
        self.time = self.time.copy()
        self.time[rows] = (stamp >> np.uint64(32)).astype(np.int64) * 1_000_000_000 + nanoseconds.astype(np.int64)

    # -- reading bytes ------------------------------------------------------------------------------------------

    def windows(self, size: int, dtype: str = "V") -> Array:
        """All runs of ``size`` bytes of the buffer, one starting at each byte: indexing it gathers."""
        key = f"{dtype}{size}"
        if key not in self._windows:
            count = max(0, len(self.data) - size + 1)
            self._windows[key] = np.ndarray((count,), key, self.data, strides=(1,))
        return self._windows[key]

    def number(self, at: Ints, bit: int, width: int, *, little: bool = False) -> Array:
        """The unsigned integers of ``width`` bits that lie ``bit`` bits behind the bytes ``at``."""
        first, last = bit // 8, (bit + width - 1) // 8
        size = next(size for size in (1, 2, 4, 8) if size > last - first)
        numbers = self.windows(size, "<u" if little else ">u")[at + first]
        shift = size * 8 - bit % 8 - width
        if little:
            shift = 0
        native = numbers.astype(numbers.dtype.newbyteorder("=")) if size > 1 else numbers
        if shift:
            native >>= shift
        if width < size * 8 - shift or shift:
            native &= (1 << width) - 1
        small = next(small for small in (1, 2, 4, 8) if small * 8 >= width)
        return native if small == size else native.astype(f"u{small}")

    def block(self, at: Ints, size: int) -> NDArray[np.uint8]:
        """``size`` bytes from each of the places ``at``, shape (n, size)."""
        if size == 0:
            return np.zeros((len(at), 0), np.uint8)
        return self.windows(size)[at].view(np.uint8).reshape(len(at), size)

    # -- shapes -------------------------------------------------------------------------------------------------

    @functools.cached_property
    def shapes(self) -> tuple[Shape, ...]:
        """The shapes of the packets; every packet is in exactly one."""
        return tuple(_walk(self))

    @functools.cached_property
    def disagreements(self) -> dict[int, list[Disagreement]]:
        """Length fields that contradict their surroundings, by the packet's place in the batch."""
        _ = self.shapes
        by_row: dict[int, list[Disagreement]] = {}
        for found in self._found:
            columns = zip(found.rows.tolist(), found.says.tolist(), found.there.tolist(), strict=True)
            for row, says, there in columns:
                by_row.setdefault(row, []).append(Disagreement(found.layer, found.field, says, there))
        return by_row

    @functools.cached_property
    def stops(self) -> dict[int, Stop]:
        """Why decoding ended early, by the packet's place in the batch; unknown contents are not listed."""
        return {
            int(row): stop
            for shape in self.shapes
            if shape.stop is not None and shape.stop[0] != "unknown"
            for row in shape.rows
            if (stop := self[int(row)].stop) is not None
        }

    def verify(self, which: Header) -> list[tuple[Shape, Checks]]:
        """The verdicts on one CRC, for each shape that has it."""
        return [(shape, checks) for shape in self.shapes if (checks := shape.checks(which)) is not None]


class _State:
    """What the walk knows of each packet; all arrays are as long as the batch."""

    def __init__(self, batch: Batch) -> None:
        count = len(batch)
        self.wire = batch.wirelen  # these four count from the start of the packet
        self.captured = batch.captured
        self.claim = np.full(count, NONE)
        self.link_claim: Ints | None = None
        self.icrc: Ints | None = None
        self.fragment: Bools | None = None


class _Group:
    """Packets that have had the same headers so far."""

    __slots__ = ("chain", "distance", "places", "queue", "rows", "shift", "slack")

    def __init__(self, rows: Ints) -> None:
        self.rows = rows
        self.chain: Chain = ()
        self.places: list[Place] = []
        self.queue: Chain = ()
        self.distance = 0
        self.shift: Ints | None = None
        self.slack: int | None = None  # bytes that every packet of the group has, None if not known

    def split(self, rows: Ints) -> _Group:
        part = _Group(rows)
        part.chain, part.places, part.queue = self.chain, list(self.places), self.queue
        part.distance, part.shift = self.distance, self.shift
        return part


class _Walker:
    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.graph = graph(batch.roce_port)
        self.state = _State(batch)
        self.shapes: list[Shape] = []
        self.groups: list[_Group] = []
        self.all = np.arange(len(batch), dtype=np.int64)

    def take(self, array: Array, rows: Ints) -> Array:
        """``array[rows]``, without a copy where that is the whole array."""
        return array if len(rows) == len(self.all) else array[rows]

    def at(self, group: _Group, place: Place) -> Ints:
        starts = self.take(self.batch.start, group.rows)
        if place.shift is not None:
            return starts + (place.distance + self.take(place.shift, group.rows))  # type: ignore[no-any-return]
        return starts + place.distance  # type: ignore[no-any-return]

    def position(self, group: _Group) -> Ints | int:
        """The first byte that no header has taken, from the start of the packet."""
        return group.distance if group.shift is None else group.distance + self.take(group.shift, group.rows)

    def end(self, rows: Ints) -> Ints:
        """The end of what headers may take, from the start of the packet."""
        return np.minimum(self.take(self.state.claim, rows), self.take(self.state.wire, rows))

    # -- one step -----------------------------------------------------------------------------------------------

    def run(self) -> list[Shape]:
        links = self.batch.link
        for link in np.unique(links).tolist():
            group = _Group(np.flatnonzero(links == link))
            rule = self.graph.first.get(link)
            if rule is None:
                self.finish(group, ("unknown", f"link type {link}"))
            else:
                self.branch(group, (rule,), f"link type {link}")
        while self.groups:
            group = self.groups.pop()
            header, group.queue = group.queue[0], group.queue[1:]
            kept = self.read(group, header)
            if kept is None:
                continue
            if kept.queue:
                self.groups.append(kept)
                continue
            rules = self.graph.rules.get(header)
            if rules:
                self.branch(kept, rules, header.name)
            else:
                self.finish(kept, None)
        return self.shapes

    def branch(self, group: _Group, rules: Sequence[Rule], layer: str) -> None:
        """Split a group by what the rules announce."""
        undecided = group
        for rule in rules:
            undecided_next = self.apply(undecided, rule)
            if undecided_next is None:
                return
            undecided = undecided_next
        self.finish(undecided, ("unknown", layer))

    def apply(self, group: _Group, rule: Rule) -> _Group | None:
        """Send on the packets to which a rule applies; returns the others."""
        rows = group.rows
        chains = rule.chains
        if rule.require is not None:
            value = self.key(group, rule.require[0])
            holds = value == rule.require[1] if value is not None else np.zeros(len(rows), np.bool_)
            if not holds.all():
                rest = group.split(rows[~holds])
                if holds.any():
                    left = self.apply_table(group.split(rows[holds]), rule, chains)
                    if left is not None:
                        rest = group.split(np.sort(np.concatenate((rest.rows, left.rows))))
                return rest
        return self.apply_table(group, rule, chains)

    def apply_table(self, group: _Group, rule: Rule, chains: tuple[Chain, ...]) -> _Group | None:
        rows = group.rows
        numbers, known = self.look(group, rule)
        if numbers is None:
            branches = np.zeros(len(rows), np.int64)
        elif len(rows) and (numbers == numbers[0]).all():
            branches = np.broadcast_to(rule.branch(int(numbers[0])), len(rows))
        else:
            branches = rule.branches(numbers)
        if known is not None:
            branches = np.where(known, branches, 0)
        lowest, highest = int(branches.min()), int(branches.max())
        default = None if rule.otherwise is None else rule.otherwise
        left: _Group | None = None
        for index in range(lowest, highest + 1):
            if lowest == highest:
                part = group
            else:
                chosen = rows[branches == index]
                if not len(chosen):
                    continue
                part = group.split(chosen)
            chain = chains[index - 1] if index else default
            if chain is None:
                left = part
            elif chain:
                part.queue = chain
                self.groups.append(part)
            else:
                self.finish(part, None)
        return left

    def look(self, group: _Group, rule: Rule) -> tuple[Ints | None, Bools | None]:
        """The numbers by which a rule decides, and which packets have them (None: all)."""
        if rule.peek:
            size = (rule.peek + 7) // 8
            at = self.at(group, Place(group.distance, group.shift))
            known = self.position(group) + size <= self.take(self.state.captured, group.rows)
            return self.batch.number(at, 0, rule.peek).astype(np.int64), None if known.all() else known
        if not rule.on:
            return np.zeros(len(group.rows), np.int64), None
        numbers: Ints | None = None
        for leaf in rule.on:
            value = self.key(group, leaf)
            if value is None:
                return None, None
            numbers = value if numbers is None else numbers << leaf.width | value
        return numbers, None

    def key(self, group: _Group, leaf: Leaf) -> Ints | None:
        """The values of a leaf of the innermost such header in the chain."""
        for index in range(len(group.chain) - 1, -1, -1):
            if group.chain[index] is leaf.header:
                at = self.at(group, group.places[index])
                return self.batch.number(at, leaf.bit, leaf.width).astype(np.int64)
        return None

    def read(self, group: _Group, header: Header) -> _Group | None:
        """Take a header; returns the packets that have it whole, those that have not are finished."""
        fitting = self.fit(group, header)
        if fitting is None:
            return None
        group = fitting
        place = Place(group.distance, group.shift)
        group.chain = (*group.chain, header)
        group.places.append(place)
        group.distance += header.size
        sizes: Ints | int = header.size
        if header.tail:
            kept, sizes = self.read_tail(group, header, place)
            if kept is None:
                return None
            group = kept
        if header.extent:
            self.extent(group, header, place, sizes)
        if header is LRH:
            self.state.link_claim = self.merge(self.state.link_claim, NONE, group.rows, self.take(self.state.claim, group.rows))
        if header is IPv4 or header is Fragment:
            leaf = IPv4.leaf("mf") if header is IPv4 else Fragment.leaf("more")
            more = self.batch.number(self.at(group, place), leaf.bit, 1) != 0
            if self.state.fragment is not None or more.any():
                self.state.fragment = self.merge(self.state.fragment, np.False_, group.rows, more)
        if header is BTH:
            self.reserve_icrc(group)
        return group

    def merge(self, array: Array | None, default: Any, rows: Ints, values: Array) -> Array:
        if array is None:
            array = np.full(len(self.all), default)
        array[rows] = values
        return array

    def fit(self, group: _Group, header: Header) -> _Group | None:
        rows = group.rows
        deep = len(group.chain) >= MAX_DEPTH
        if not deep and group.shift is None:
            if group.slack is None:
                group.slack = int(np.minimum(self.end(rows), self.take(self.state.captured, rows)).min())
            if group.distance + header.size <= group.slack:
                return group
        need = self.position(group) + header.size
        malformed = np.broadcast_to(need > self.end(rows), len(rows)) | deep
        cut = ~malformed & (need > self.take(self.state.captured, rows))
        fits = ~(malformed | cut)
        if fits.all():
            return group
        if malformed.any():
            self.finish(group.split(rows[malformed]), ("malformed", header.name))
        if cut.any():
            self.finish(group.split(rows[cut]), ("cut", header.name))
        return group.split(rows[fits]) if fits.any() else None

    def read_tail(self, group: _Group, header: Header, place: Place) -> tuple[_Group | None, Ints | int]:
        """Take the variable part of a header.  Returns the group and the sizes of the header in it."""
        assert header.tail is not None
        rows = group.rows
        leaf = header.leaf(header.tail.field)
        value = self.batch.number(self.at(group, place), leaf.bit, leaf.width)
        if (value == value[0]).all():
            size = int(value[0]) * header.tail.scale + header.tail.add
            if size == header.size:
                return group, header.size
        sizes = value.astype(np.int64) * header.tail.scale + header.tail.add
        short = sizes < header.size
        before = self.position(group) - header.size
        end, captured = self.end(rows), self.take(self.state.captured, rows)
        malformed = ~short & (before + sizes > end)
        cut = ~short & ~malformed & (before + sizes > captured)
        wrong = short | malformed | cut
        taken = np.where(short, header.size, np.maximum(header.size, np.minimum(sizes, np.minimum(end, captured) - before)))
        tails = taken - header.size
        if tails.any():
            shift = np.zeros(len(self.all), np.int64) if group.shift is None else group.shift.copy()
            shift[rows] += tails
            group.shift = shift
        if not wrong.any():
            return group, sizes
        self.extent(group, header, place, taken)
        for reason, which in (("malformed", short | malformed), ("cut", cut)):
            if which.any():
                part = group.split(rows[which])
                part.chain, part.places = group.chain, list(group.places)
                self.finish(part, (reason, header.name))
        kept = group.split(rows[~wrong]) if not wrong.all() else None
        if kept is not None:
            # the extents of all rows have just been read
            kept.slack = None
            return kept, -1
        return None, -1

    def extent(self, group: _Group, header: Header, place: Place, sizes: Ints | int) -> None:
        """Believe a length field, as far as it can be true; see `ibpkt.packet._Walker._extent`."""
        extent = header.extent
        if extent is None or (isinstance(sizes, int) and sizes < 0):
            return
        state, rows = self.state, group.rows
        leaf = header.leaf(extent.field)
        value = self.batch.number(self.at(group, place), leaf.bit, leaf.width).astype(np.int64)
        at = place.distance if place.shift is None else place.distance + self.take(place.shift, rows)
        outer = self.take(state.claim, rows)
        spoken = outer != NONE
        says = value * extent.scale + extent.add
        there = np.where(spoken, outer, self.take(state.wire, rows)) - at
        over = says > there
        wrong = over & ~self.take(state.fragment, rows) if state.fragment is not None else over.copy()
        if extent.behind is not None:
            wrong |= ~spoken & ~over & (there != says) & (there != says + extent.behind)
        if not extent.loose:
            wrong |= spoken & (says != there) & ~over
        small = says < sizes
        wrong |= small
        believed = ~small & ~(spoken & (over | extent.yields))
        if extent.zero:
            silent = value == 0
            if silent.any():
                wrong &= ~silent
                believed &= ~silent
        if wrong.any():
            self.batch._found.append(Found(header.name, extent.field, rows[wrong], says[wrong], there[wrong]))
        claim = np.where(believed, at + says, outer)
        if len(rows) == len(self.all):
            state.claim = claim
        else:
            state.claim[rows] = claim
        group.slack = None

    def reserve_icrc(self, group: _Group) -> None:
        """The headers behind BTH must leave the ICRC alone."""
        state, rows = self.state, group.rows
        claim = self.take(state.claim, rows)
        if (claim == NONE).any():
            claim = np.where(claim == NONE, self.take(state.wire, rows), claim)
        room = self.position(group) <= claim - ICRC.size
        icrc = np.where(room, claim - ICRC.size, -1)
        state.icrc = self.merge(state.icrc, -1, rows, icrc)
        claim = np.where(room, icrc, claim)
        if len(rows) == len(self.all):
            state.claim = claim
        else:
            state.claim[rows] = claim
        group.slack = None

    # -- the end ------------------------------------------------------------------------------------------------

    def finish(self, group: _Group, stop: tuple[str, str] | None) -> None:
        """Make a shape of a group: find payload, pad, CRCs and trailer; see `ibpkt.packet._close`."""
        batch, state, rows = self.batch, self.state, group.rows
        shape = Shape(batch, group.chain, group.places, rows)
        shape.stop = stop
        start = self.take(batch.start, rows)
        captured = self.take(state.captured, rows)
        wire = self.take(state.wire, rows)
        position = np.broadcast_to(np.asarray(self.position(group), np.int64), len(rows))
        body = self.end(rows)
        places: dict[Header, Ints] = {}
        absent: dict[Header, Bools] = {}
        pad: Ints | int = 0
        if BTH in group.chain:
            assert state.icrc is not None
            icrc = self.take(state.icrc, rows)
            places[ICRC] = icrc
            absent[ICRC] = icrc < 0
            if state.fragment is not None:
                absent[ICRC] = absent[ICRC] | self.take(state.fragment, rows)
            if stop is None or stop[0] == "unknown":
                count = self.key(group, BTH.leaf("padcnt"))
                assert count is not None
                over = body - count < position
                if over.any():
                    there = np.maximum(0, body - position)
                    batch._found.append(Found("BTH", "padcnt", rows[over], count[over], there[over]))
                    pad = np.where(over, 0, count)
                else:
                    pad = count
        if FlowControl in group.chain:
            body = position
            places[LPCRC] = position
        if state.link_claim is not None and LRH in group.chain:
            link = self.take(state.link_claim, rows)
            places[VCRC] = np.where(link == NONE, 0, link)
            absent[VCRC] = link == NONE
        body = np.maximum(body, position)
        behind = body
        for header, at in places.items():
            missing = at + header.size > wire
            if header in absent:
                missing = missing | absent[header]
            cut = ~missing & (at + header.size > captured)
            status = np.where(missing, _ABSENT, np.where(cut, _CUT, _GOOD)).astype(np.uint8)
            shape.closing[header] = Closing(start + at, status)
            behind = np.maximum(behind, np.where(status == _GOOD, at + header.size, 0))
        end = np.minimum(captured, np.iinfo(np.int64).max)
        shape.payload = (start + np.minimum(position, end), start + np.minimum(body - pad, end))
        shape.pad_end = start + np.minimum(body, end)
        shape.trailer = (start + np.minimum(behind, end), start + end)
        self.shapes.append(shape)


def _walk(batch: Batch) -> list[Shape]:
    return _Walker(batch).run() if len(batch) else []


__all__ = ["Batch", "Found", "Values"]

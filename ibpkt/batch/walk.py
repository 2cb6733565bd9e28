"""The walk: finds the shapes of the packets of a batch.

All packets go through the protocol graph together.  Each step reads one field of a whole group and splits the group
by its value, so Python's work grows with the number of shapes, and only NumPy's with the number of packets.
`ibpkt.packet.decode` walks the same graph over one packet, and is the reference.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ibpkt.arrays import Array, Bools, Ints
from ibpkt.batch.frames import Frames, LengthConflict
from ibpkt.batch.shape import Closing, Place, Shape
from ibpkt.batch.walk_state import NO_CLAIM, WalkGroup, WalkState
from ibpkt.packet import STATUSES, Status
from ibpkt.protocols import (
    BTH,
    ICRC,
    LPCRC,
    LRH,
    VCRC,
    Capacity,
    Chain,
    FlowControl,
    Graph,
    Rule,
    Stride,
    annotation_graph,
    graph,
)
from ibpkt.schema import Header, Leaf

_GOOD, _ABSENT, _CUT = (STATUSES.index(status) for status in (Status.GOOD, Status.ABSENT, Status.CUT))


#: link types below this number are counted, which is faster than sorting them
_FEW_LINKS = 1 << 12


def walk(frames: Frames) -> list[Shape]:
    """The shapes of the packets; every packet is in exactly one.  Conflicts of lengths are added to the frames."""
    frames.conflicts.clear()
    return _BatchWalker(frames, graph(frames.roce_port)).run() if len(frames) else []


def walk_annotations(frames: Frames) -> list[Shape]:
    """The shapes of annotations; their rows and places refer to the packets of the batch."""
    assert frames.annotations is not None
    rows = frames.annotations.rows
    walker = _BatchWalker(frames.annotation_frames(), annotation_graph())
    if frames.annotations.partial.any():
        walker.state.partial = frames.annotations.partial.copy()
    shapes = walker.run()
    for conflict in walker.frames.conflicts:
        frames.conflicts.append(conflict._replace(rows=rows[conflict.rows]))
    to_annotation = np.zeros(len(frames), np.int64)
    to_annotation[rows] = frames.annotations.start - frames.start[rows]
    shifts: dict[int, Ints] = {}
    for shape in shapes:
        for index, (distance, shift) in enumerate(shape.places):
            if shift is None:
                shape.places[index] = Place(distance, to_annotation)
                continue
            if id(shift) not in shifts:
                shifts[id(shift)] = to_annotation.copy()
                shifts[id(shift)][rows] += shift
            shape.places[index] = Place(distance, shifts[id(shift)])
        shape.rows = rows[shape.rows]
    return shapes


class _BatchWalker:
    def __init__(self, frames: Frames, rules: Graph) -> None:
        self.frames = frames
        self.graph = rules
        self.state = WalkState(frames)
        self.shapes: list[Shape] = []
        self.groups: list[WalkGroup] = []
        self.all = np.arange(len(frames), dtype=np.int64)

    def take(self, array: Array, rows: Ints) -> Array:
        """``array[rows]``, without a copy where that is the whole array."""
        return array if len(rows) == len(self.all) else array[rows]

    def at(self, group: WalkGroup, place: Place) -> Ints:
        starts = self.take(self.frames.start, group.rows)
        if place.shift is not None:
            return starts + (place.distance + self.take(place.shift, group.rows))  # type: ignore[no-any-return]
        return starts + place.distance

    def position(self, group: WalkGroup) -> Ints | int:
        """The first byte after the headers read so far, from the start of the packet."""
        return group.distance if group.shift is None else group.distance + self.take(group.shift, group.rows)

    def end(self, rows: Ints) -> Ints:
        """Where headers must end, from the start of the packet."""
        return np.minimum(self.take(self.state.claim, rows), self.take(self.state.wire, rows))

    # -- one step -----------------------------------------------------------------------------------------------

    def run(self) -> list[Shape]:
        links = self.frames.link
        few = links.max() < _FEW_LINKS  # annotations have large numbers
        for link in (np.flatnonzero(np.bincount(links)) if few else np.unique(links)).tolist():
            group = WalkGroup(np.flatnonzero(links == link))
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

    def branch(self, group: WalkGroup, rules: Sequence[Rule], layer: str) -> None:
        """Split a group by the headers that rules say come next."""
        undecided = group
        for rule in rules:
            if rule.peek:
                captured_whole = self.peekable(undecided, (rule.peek + 7) // 8, layer)
                if captured_whole is None:
                    return
                undecided = captured_whole
            undecided_next = self.apply(undecided, rule)
            if undecided_next is None:
                return
            undecided = undecided_next
        self.finish(undecided, ("unknown", layer))

    def peekable(self, group: WalkGroup, size: int, layer: str) -> WalkGroup | None:
        """The packets whose next ``size`` bytes can be looked at; those that the capture cuts there are finished."""
        need = self.position(group) + size
        rows = group.rows
        cut = (need > self.take(self.state.captured, rows)) & (need <= self.end(rows))
        if not cut.any():
            return group
        self.finish(group.split(rows[cut]), ("cut", group.chain[-1].name if group.chain else "the first header"))
        return None if cut.all() else group.split(rows[~cut])

    def apply(self, group: WalkGroup, rule: Rule) -> WalkGroup | None:
        """Send on the packets to which a rule applies; return the others."""
        rows = group.rows
        chains = rule.chains
        if rule.behind is not None and rule.behind not in group.innermost:
            return group
        if rule.require is not None or rule.times is not None:
            holds = self.holds(group, rule)
            if not holds.all():
                rest = group.split(rows[~holds])
                if holds.any():
                    left = self.apply_table(group.split(rows[holds]), rule, chains)
                    if left is not None:
                        rest = group.split(np.sort(np.concatenate((rest.rows, left.rows))))
                return rest
        return self.apply_table(group, rule, chains)

    def holds(self, group: WalkGroup, rule: Rule) -> Bools:
        """For which packets a rule applies, by the value that it requires and by the number of its headers so far."""
        found: Bools = np.ones(len(group.rows), np.bool_)
        if rule.require is not None:
            value = self.leaf_values(group, rule.require[0])
            found &= value == rule.require[1] if value is not None else np.False_
        if rule.times is not None:
            told = self.leaf_values(group, rule.times)
            found &= told > rule.come(group.chain) if told is not None else np.False_
        return found

    def apply_table(self, group: WalkGroup, rule: Rule, chains: tuple[Chain, ...]) -> WalkGroup | None:
        if rule.stride:
            self.repeat(group, rule, rule.stride)
            return None
        rows = group.rows
        numbers, known = self.rule_values(group, rule)
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
        left: WalkGroup | None = None
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
            elif chain and rule.room:
                self.make_room(part, rule.room, chain)
            elif chain:
                part.queue = chain
                self.groups.append(part)
            else:
                self.finish(part, None)
        return left

    # -- headers that are repeated ------------------------------------------------------------------------------

    def repeat(self, group: WalkGroup, rule: Rule, stride: Stride) -> None:
        """Send on the packets that have another header of a repeated kind; the others are finished."""
        assert rule.room is not None
        header, rows = group.chain[-1], group.rows
        stated = self.leaf_values(group, stride.leaf)
        units = np.zeros(len(rows), np.int64) if stated is None else stated - header.size // stride.unit
        short = units < 0
        if short.any():
            if group.chain.count(header) == 1:
                wrong = short & (self.position(group) < self.limit(group, rule.room))
                sizes = (units + header.size // stride.unit) * stride.unit
                self.add_conflict(stride.leaf, rows[wrong], sizes[wrong], np.full(int(wrong.sum()), header.size))
            self.finish(group.split(rows[short]), None)
        for count in np.unique(units[~short]).tolist():
            part = group.split(rows[units == count])
            if not count:
                self.read_whole(part, rule.room)
            # no packet has room for more, so no chain of 65535 headers is built
            chain = (stride.gap,) * min(count, self.graph.depth) + rule.table[0]
            self.make_room(part, rule.room, chain, (count - min(count, self.graph.depth)) * stride.unit)

    def read_whole(self, group: WalkGroup, room: Capacity) -> None:
        """Read at once as many more headers like the last as every packet of a group has room for and whole."""
        header, rows = group.chain[-1], group.rows
        ends = np.minimum(np.minimum(self.limit(group, room), self.end(rows)), self.take(self.state.captured, rows))
        fitting = int((ends - self.position(group)).min()) // header.size
        count = min(fitting, self.graph.depth - len(group.chain))
        if count > 0:
            group.add(header, count)

    def make_room(self, group: WalkGroup, room: Capacity, chain: Chain, more: int = 0) -> None:
        """Send on the packets with room for a chain of headers and ``more`` bytes; the others are finished."""
        rows = group.rows
        limit = self.limit(group, room)
        if room.length and room.told and group.chain[-1] is room.start:
            start = group.places[-1]
            actual = self.end(rows) - (
                start.distance if start.shift is None else start.distance + self.take(start.shift, rows)
            )
            stated, decides = self.leaf_values(group, room.length), self.leaf_values(group, room.told[0])
            if stated is not None and decides is not None:
                wrong = (decides == room.told[1]) & (stated > actual)
                self.add_conflict(room.length, rows[wrong], stated[wrong], actual[wrong])
        fits = self.position(group) + sum(header.size for header in chain) + more <= limit
        if not fits.all():
            self.finish(group.split(rows[~fits]), None)
        if fits.any():
            part = group.split(rows[fits])
            part.queue = chain
            self.groups.append(part)

    def limit(self, group: WalkGroup, room: Capacity) -> Ints:
        """Where the room ends, from the start of the packet."""
        if room.length is None or room.told is None:
            return self.end(group.rows)
        start = group.innermost[room.start]
        begins = start.distance if start.shift is None else start.distance + self.take(start.shift, group.rows)
        end = self.end(group.rows)
        stated, decides = self.leaf_values(group, room.length), self.leaf_values(group, room.told[0])
        if stated is None or decides is None:
            return end
        return np.where(decides == room.told[1], begins + stated, end)

    def add_conflict(self, leaf: Leaf, rows: Ints, stated: Ints, actual: Ints) -> None:
        """Note a length field that contradicts the actual length."""
        if len(rows):
            self.frames.conflicts.append(LengthConflict(leaf.header.name, leaf.name, rows, stated, actual))

    def rule_values(self, group: WalkGroup, rule: Rule) -> tuple[Ints | None, Bools | None]:
        """The values by which a rule decides, and which packets have them (None: all)."""
        if rule.peek:
            size = (rule.peek + 7) // 8
            at = self.at(group, Place(group.distance, group.shift))
            known = self.position(group) + size <= self.take(self.state.captured, group.rows)
            return self.frames.number(at, 0, rule.peek).astype(np.int64), None if known.all() else known
        if not rule.on:
            return np.zeros(len(group.rows), np.int64), None
        numbers: Ints | None = None
        for leaf in rule.on:
            value = self.leaf_values(group, leaf)
            if value is None:
                return None, None
            numbers = value if numbers is None else numbers << leaf.width | value
        return numbers, None

    def leaf_values(self, group: WalkGroup, leaf: Leaf) -> Ints | None:
        """The values of a leaf of the innermost such header in the chain."""
        place = group.innermost.get(leaf.header)
        if place is None:
            return None
        return self.state.number(group.rows, place, leaf).astype(np.int64)

    def read(self, group: WalkGroup, header: Header) -> WalkGroup | None:
        """Read a header; return the packets that have all of it, and finish the others."""
        fitting = self.fit(group, header)
        if fitting is None:
            return None
        group = fitting
        place = group.add(header)
        sizes: Ints | int = header.size
        if header.tail:
            kept, sizes = self.read_tail(group, header, place)
            if kept is None:
                return None
            group = kept
        if header.extent:
            self.apply_extent(group, header, place, sizes)
        if header is LRH:
            self.state.link_claim = self.merge(
                self.state.link_claim, NO_CLAIM, group.rows, self.take(self.state.claim, group.rows)
            )
        if header.partial:
            leaf = header.leaf(header.partial)
            partial = self.state.number(group.rows, place, leaf) != 0
            if partial.any():
                self.state.partial = self.merge(self.state.partial, np.False_, group.rows[partial], partial[partial])
        if header is BTH:
            self.reserve_icrc(group)
        return group

    def merge(self, array: Array | None, default: Any, rows: Ints, values: Array) -> Array:
        if array is None:
            array = np.full(len(self.all), default)
        array[rows] = values
        return array

    def fit(self, group: WalkGroup, header: Header) -> WalkGroup | None:
        rows = group.rows
        deep = len(group.chain) >= self.graph.depth
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

    def read_tail(self, group: WalkGroup, header: Header, place: Place) -> tuple[WalkGroup | None, Ints | int]:
        """Read the variable part of a header; return the group and the sizes of the header in it."""
        assert header.tail is not None
        rows = group.rows
        leaf = header.leaf(header.tail.field)
        value = self.state.number(group.rows, place, leaf)
        if (value == value[0]).all():
            size = header.tail.padded(int(value[0]) * header.tail.scale + header.tail.add)
            if size == header.size:
                return group, header.size
        sizes = value.astype(np.int64) * header.tail.scale + header.tail.add
        if header.tail.align > 1:
            sizes += (header.tail.add - sizes) % header.tail.align
        short = sizes < header.size
        before = self.position(group) - header.size
        end, captured = self.end(rows), self.take(self.state.captured, rows)
        malformed = ~short & (before + sizes > end)
        cut = ~short & ~malformed & (before + sizes > captured)
        wrong = short | malformed | cut
        taken = np.where(
            short, header.size, np.maximum(header.size, np.minimum(sizes, np.minimum(end, captured) - before))
        )
        tails = taken - header.size
        if tails.any():
            shift = np.zeros(len(self.all), np.int64) if group.shift is None else group.shift.copy()
            shift[rows] += tails
            group.shift = shift
        if not wrong.any():
            return group, sizes
        self.apply_extent(group, header, place, taken)
        for reason, which in (("malformed", short | malformed), ("cut", cut)):
            if which.any():
                part = group.split(rows[which])
                part.chain, part.places, part.innermost = group.chain, list(group.places), dict(group.innermost)
                self.finish(part, (reason, header.name))
        kept = group.split(rows[~wrong]) if not wrong.all() else None
        if kept is not None:
            # -1: the extents of all rows have just been read
            kept.slack = None
            return kept, -1
        return None, -1

    def apply_extent(self, group: WalkGroup, header: Header, place: Place, sizes: Ints | int) -> None:
        """Narrow the claim by a length field, as far as the field can be true; see `ibpkt.packet.decode`."""
        extent = header.extent
        if extent is None or (isinstance(sizes, int) and sizes < 0):
            return
        state, rows = self.state, group.rows
        leaf = header.leaf(extent.field)
        value = self.state.number(group.rows, place, leaf).astype(np.int64)
        at = place.distance if place.shift is None else place.distance + self.take(place.shift, rows)
        outer = self.take(state.claim, rows)
        claimed = outer != NO_CLAIM
        stated = value * extent.scale + extent.add
        actual = np.where(claimed, outer, self.take(state.wire, rows)) - at
        if (stated == actual).all() and (stated >= sizes).all():  # as nearly always
            self.narrow(group, at + stated)
            return
        over = stated > actual
        wrong = over & ~self.take(state.partial, rows) if state.partial is not None else over.copy()
        if extent.behind is not None:
            wrong |= ~claimed & ~over & (actual != stated) & (actual != stated + extent.behind)
        if not extent.loose:
            wrong |= claimed & (stated != actual) & ~over
        small = stated < sizes
        wrong |= small
        believed = ~small & ~(claimed & (over | extent.yields))
        if extent.zero:
            zero = value == 0
            if zero.any():
                wrong &= ~zero
                believed &= ~zero
        if wrong.any():
            self.add_conflict(leaf, rows[wrong], stated[wrong], actual[wrong])
        self.narrow(group, np.where(believed, at + stated, outer))

    def narrow(self, group: WalkGroup, claim: Ints) -> None:
        """Set where packets end by the length fields read so far."""
        if len(group.rows) == len(self.all):
            self.state.claim = claim
        else:
            self.state.claim[group.rows] = claim
        group.slack = None

    def reserve_icrc(self, group: WalkGroup) -> None:
        """Keep the bytes of the ICRC from the headers that follow BTH."""
        state, rows = self.state, group.rows
        claim = self.take(state.claim, rows)
        if (claim == NO_CLAIM).any():
            claim = np.where(claim == NO_CLAIM, self.take(state.wire, rows), claim)
        room = self.position(group) <= claim - ICRC.size
        icrc = np.where(room, claim - ICRC.size, -1)
        state.icrc = self.merge(state.icrc, -1, rows, icrc)
        self.narrow(group, np.where(room, icrc, claim))

    # -- the end ------------------------------------------------------------------------------------------------

    def finish(self, group: WalkGroup, stop: tuple[str, str] | None) -> None:
        """Make a shape of a group: locate payload, pad, CRCs and trailer; see `ibpkt.packet.decode`."""
        frames, state, rows = self.frames, self.state, group.rows
        shape = Shape(frames, group.chain, group.places, rows)
        shape.stop = stop
        start = self.take(frames.start, rows)
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
            if state.partial is not None:
                absent[ICRC] = absent[ICRC] | self.take(state.partial, rows)
            if stop is None or stop[0] == "unknown":
                count = self.leaf_values(group, BTH.leaf("padcnt"))
                assert count is not None
                over = body - count < position
                if over.any():
                    actual = np.maximum(0, body - position)
                    self.add_conflict(BTH.leaf("padcnt"), rows[over], count[over], actual[over])
                    pad = np.where(over, 0, count)
                else:
                    pad = count
        if FlowControl in group.chain:
            body = position
            places[LPCRC] = position
        if state.link_claim is not None and LRH in group.chain:
            link = self.take(state.link_claim, rows)
            places[VCRC] = np.where(link == NO_CLAIM, 0, link)
            absent[VCRC] = link == NO_CLAIM
        body = np.maximum(body, position)
        closed = body
        for header, at in places.items():
            after = at + header.size
            missing = after > wire
            if header in absent:
                missing = missing | absent[header]
            cut = ~missing & (after > captured)
            if missing.any() or cut.any():
                status = np.where(missing, _ABSENT, np.where(cut, _CUT, _GOOD)).astype(np.uint8)
                closed = np.maximum(closed, np.where(status == _GOOD, after, 0))
            else:
                status = np.full(len(rows), _GOOD, np.uint8)
                closed = np.maximum(closed, after)
            shape.closing[header] = Closing(start + at, status)
        end = captured
        shape.payload = (start + np.minimum(position, end), start + np.minimum(body - pad, end))
        shape.pad_end = start + np.minimum(body, end)
        shape.trailer = (start + np.minimum(closed, end), start + end)
        self.shapes.append(shape)

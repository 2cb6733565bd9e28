"""Tables of the packets with a BTH that a tap saw, kept after their batch: keys, ICRC and header bytes.

Both taps of a comparison share one `TapRegistry`: equal addresses, flows and chains of headers have equal numbers.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibpkt.analysis.columns.addresses import Addresses, KeyNumbers
from ibpkt.analysis.columns.transport import transport
from ibpkt.analysis.compare.clocks import LATEST
from ibpkt.arrays import HASH_FACTOR, Array, Ints, Words
from ibpkt.batch import Batch, Frames, Shape
from ibpkt.packet import STATUSES, Status
from ibpkt.packet.coverage import coverage
from ibpkt.protocols import BTH, EXTENDED, ICRC, OPCODES, Chain
from ibpkt.schema.field import Leaf

#: bytes of headers that are kept of a packet: those around BTH; what does not fit is left out, the outermost first
HEAD = 112
#: flows, and pairs of addresses, that have numbers; all others share number 0
FLOWS = 16_384
#: addresses of a kind that have numbers of their own
ADDRESSES = 65_536
#: layouts that have numbers; of packets of all others only BTH is kept, and they share number 0
LAYOUTS = 4096

_VERIFIABLE = [STATUSES.index(status) for status in (Status.GOOD, Status.BAD, Status.ZERO)]
_ABSENT = STATUSES.index(Status.ABSENT)


def mix_keys(*words: Array) -> Words:
    """One number of 64 bits out of several, such that different ones are as good as never equal."""
    result = np.zeros(len(words[0]), np.uint64)
    for word in words:
        result ^= word.astype(np.uint64)
        result *= HASH_FACTOR
        result ^= result >> np.uint64(29)
        result *= np.uint64(0xBF58476D1CE4E5B9)
        result ^= result >> np.uint64(32)
    return result


class HeaderLayout(NamedTuple):
    """Headers of packets that lie in `TapTable.heads` in the same way.

    Attributes:
        stack: the headers in front of BTH, as text.
        headers: those whose bytes are kept, outermost first.
        offsets: where each begins in a row of `TapTable.heads`.
        covered: the first of them that the ICRC covers; as many as there are where it covers none.
    """

    stack: str
    headers: Chain
    offsets: tuple[int, ...]
    covered: int

    def place(self, leaf: Leaf) -> int:
        """The bit in a row of `TapTable.heads` at which a leaf of the innermost such header begins."""
        index = len(self.headers) - 1 - self.headers[::-1].index(leaf.header)
        return self.offsets[index] * 8 + leaf.bit


@dataclasses.dataclass(slots=True)
class TapTable:
    """Packets of one tap, a row each.

    Attributes:
        frame: numbers in the capture.
        time: nanoseconds since the epoch, 0 to `LATEST`; where the tap's clock jumped back, as if it had stood still.
        flow: numbers of flows, from 1; 0 for those that share a number.
        way: numbers of pairs of source and destination address, likewise; the pair itself until it has a number.
        psn: PSN.
        opcode: operation code.
        destqp: the queue pair that it goes to.
        size: bytes from BTH to the ICRC on the wire, without it.
        status: of the ICRC, in `ibpkt.packet.crc.STATUSES`.
        stored: the ICRC in the packet.
        computed: the correct ICRC.
        key: equal for packets that differ in variant fields only.
        flowkey: equal for packets of a flow, also where flows share a number.
        loose: equal for packets of the same size, operation and PSN to a queue pair of the same number anywhere.
        layout: which of `TapRegistry.layouts`.
        unpairable: whether no partner with the same `key` can come any more.
        copy: the frame of a packet of this tap with the same `key` that has a partner; 0 for none.
        heads: bytes of headers, shape (n, HEAD).
    """

    frame: Array
    time: Array
    flow: Array
    way: Array
    psn: Array
    opcode: Array
    destqp: Array
    size: Array
    status: Array
    stored: Array
    computed: Array
    key: Array
    flowkey: Array
    loose: Array
    layout: Array
    unpairable: Array
    copy: Array
    heads: Array

    def __len__(self) -> int:
        return len(self.frame)

    def at(self, rows: Array | slice) -> TapTable:
        """Some of the rows, by number, by mask or by range."""
        return TapTable(*(getattr(self, name)[rows] for name in _COLUMNS))

    @property
    def verifiable(self) -> NDArray[np.bool_]:
        """Whether the ICRC could be computed."""
        return np.isin(self.status, _VERIFIABLE)


_COLUMNS = tuple(field.name for field in dataclasses.fields(TapTable))


def concatenate(parts: Sequence[TapTable]) -> TapTable:
    """The rows of several tables, concatenated."""
    return TapTable(*(np.concatenate([getattr(part, name) for part in parts]) for name in _COLUMNS))


def _numbers(known: KeyNumbers, keys: Words) -> tuple[Ints, list[tuple[int, int]]]:
    """The numbers of keys, and for those that are new ``(number, row of the first)``."""
    before = len(known)
    numbers = known.of(keys)
    fresh, first = (column.tolist() for column in np.unique(numbers, return_index=True))
    return numbers, [(number, row) for number, row in zip(fresh, first, strict=True) if number > before]


class TapFlow(NamedTuple):
    """One direction of a queue pair: source and destination as text, the destination's queue pair, and the way."""

    source: str
    destination: str
    destqp: int
    way: int


class TapRegistry:
    """Numbers of addresses, flows and header layouts, shared by the taps of a comparison.

    Attributes:
        layouts: by number; number 0 stands for all beyond the limit.
        flows: by number; number 0 stands for all beyond the limit.
        ways: pairs of the numbers of addresses, by number.
        unnamed: packets with an address beyond the limit.
    """

    def __init__(self) -> None:
        self.layouts: list[HeaderLayout] = [HeaderLayout("others", (BTH,), (0,), 0)]
        self.flows: list[TapFlow] = [TapFlow("others", "others", 0, 0)]
        self.ways: list[tuple[int, int]] = [(0, 0)]
        self._way_of: dict[tuple[int, int], int] = {}
        self._addresses = Addresses(ADDRESSES)
        self.unnamed: int = 0
        self._flow_numbers, self._way_numbers = KeyNumbers(FLOWS), KeyNumbers(FLOWS)
        self._layout_of: dict[tuple[Chain, int], int] = {}

    def reverse(self, way: int) -> int:
        """The way back; 0 where no packet went it."""
        source, destination = self.ways[way]
        return self._way_of.get((destination, source), 0)

    def table(self, batch: Batch) -> TapTable:
        """The packets of a batch that have a BTH."""
        columns = transport(batch, self._addresses)
        count = len(columns)
        source, destination = columns.source.astype(np.uint64), columns.destination.astype(np.uint64)
        if len(self._addresses) >= ADDRESSES:
            self.unnamed += int(((source == 0) | (destination == 0)).sum())
        wires = source << np.uint64(32) | destination
        destqp = columns.destqp.astype(np.uint64)
        flowkey = mix_keys(wires, destqp)
        size, layout = np.zeros(count, np.int64), np.zeros(count, np.int32)
        status, heads = np.full(count, _ABSENT, np.uint8), np.zeros((count, HEAD), np.uint8)
        stored, computed = np.zeros(count, np.uint32), np.zeros(count, np.uint32)
        place_of = np.zeros(len(batch), np.int64)
        place_of[columns.rows] = np.arange(count)
        is_kept = np.zeros(len(batch), np.bool_)
        is_kept[columns.rows] = True
        for shape in batch.shapes:
            place = shape.index(BTH)
            if place is None or not len(shape) or not is_kept[shape.rows[0]]:
                continue
            rows = place_of[shape.rows]
            layout[rows], kept = self._layout(shape.headers, place)
            heads[rows] = _heads(shape, kept)
            begin = shape.position(place)
            end = shape.pad_end
            checks = shape.checks(ICRC)
            if checks is not None:
                status[rows], stored[rows], computed[rows] = checks
                end = np.where(checks.status == _ABSENT, end, shape.closing[ICRC].at)
            size[rows] = end - begin
        psn, opcode = columns.psn.astype(np.uint32), columns.opcode.astype(np.uint8)
        known = np.where(np.isin(status, _VERIFIABLE), computed, np.uint32(0))
        word = psn.astype(np.uint64) << np.uint64(32) | known
        look = opcode.astype(np.uint64) << np.uint64(32) | size.astype(np.uint64)
        key, loose = mix_keys(flowkey, word, look), mix_keys(destqp, psn, look)
        none, nothing = np.zeros(count, np.bool_), np.zeros(count, np.int64)
        return TapTable(
            frame=columns.frame,
            time=columns.time,
            flow=nothing,
            way=wires.astype(np.int64),
            psn=psn,
            opcode=opcode,
            destqp=destqp.astype(np.uint32),
            size=size,
            status=status,
            stored=stored,
            computed=computed,
            key=key,
            flowkey=flowkey,
            loose=loose,
            layout=layout,
            unpairable=none,
            copy=nothing,
            heads=heads,
        )

    def number(self, table: TapTable) -> None:
        """Give numbers to ways and flows.  This is not done when packets are read, so that batches do not matter."""
        wires = table.way
        table.way, fresh = _numbers(self._way_numbers, wires.astype(np.uint64))
        for number, row in fresh:
            pair = int(wires[row]) >> 32, int(wires[row]) & 0xFFFFFFFF
            self.ways.append(pair)
            self._way_of[pair] = number
        table.flow, fresh = _numbers(self._flow_numbers, table.flowkey)
        for _, row in fresh:
            pair = int(wires[row]) >> 32, int(wires[row]) & 0xFFFFFFFF
            source, destination = map(self._addresses.text, pair)
            self.flows.append(TapFlow(source, destination, int(table.destqp[row]), int(table.way[row])))

    def _layout(self, headers: Chain, bth: int) -> tuple[int, tuple[int, ...]]:
        """The number of a layout, and the places of its headers in the chain."""
        kept = _kept(headers, bth)
        if (headers[: kept[-1] + 1], bth) not in self._layout_of:
            if len(self.layouts) >= LAYOUTS:
                return 0, (bth,)
            offsets = [0]
            for index in kept:
                offsets.append(offsets[-1] + headers[index].size)
            cover = coverage(headers[: bth + 1])
            covered = len(kept) if cover is None else sum(index < cover[0] for index in kept)
            stack = "/".join(header.name for header in headers[:bth])
            self._layout_of[headers[: kept[-1] + 1], bth] = len(self.layouts)
            self.layouts.append(
                HeaderLayout(stack, tuple(headers[index] for index in kept), tuple(offsets[:-1]), covered)
            )
        return self._layout_of[headers[: kept[-1] + 1], bth], kept


@functools.lru_cache(maxsize=1024)
def _kept(headers: Chain, bth: int) -> tuple[int, ...]:
    """Which headers of a chain are kept: out to the link layer of the packet itself, in to its extended headers."""
    last = bth
    while last + 1 < len(headers) and headers[last + 1] in EXTENDED:
        last += 1
    room = HEAD - sum(header.size for header in headers[bth : last + 1])
    first = bth
    while first > 0:
        before = headers[first - 1]
        if before.role == "capture" or before.size > room:
            break
        if headers[first].role == "link" and before.role != "link":
            break  # a frame inside a tunnel begins here
        room -= before.size
        first -= 1
    return tuple(range(first, last + 1))


def _heads(shape: Shape, kept: tuple[int, ...]) -> Array:
    """The bytes of headers side by side, shape (n, HEAD)."""
    result = np.zeros((len(shape), HEAD), np.uint8)
    to = 0
    runs: list[list[int]] = []
    for index in kept:
        if runs and shape.side_by_side(index - 1, index):
            runs[-1].append(index)
        else:
            runs.append([index])
    for run in runs:
        size = sum(shape.headers[index].size for index in run)
        result[:, to : to + size] = shape.frames.block(shape.position(run[0]), size)
        to += size
    return result


class Tap:
    """The packets of one capture, as many at a time as are asked for.

    Args:
        batches: of the capture.
        registry: shared with the other tap.
        jump: a clock that goes back by more than this (ns) has been set back.

    Attributes:
        packets: all that were read.
        transport: those with a BTH.
        first: the time of the first packet, None as long as there was none.
        last: the time of the last packet returned; once the capture has ended, of its last packet.
        ended: all packets have been returned.
        jumps: how often the clock was set back.
    """

    packets: int
    transport: int

    def __init__(self, batches: Iterator[Batch], registry: TapRegistry, jump: int) -> None:
        self._batches = batches
        self._registry = registry
        self._jump = jump
        self._parts: list[TapTable] = []
        self._shift = 0
        self._before = 0
        self._latest = 0
        self.packets = self.transport = 0
        self.first: int | None = None
        self.last: int = 0
        self.ended: bool = False
        self.jumps: int = 0

    def read(self, count: int) -> TapTable | None:
        """The next packets, exactly so many unless the capture ends; None where there are no more."""
        while not self.ended and sum(map(len, self._parts)) < count:
            batch = next(self._batches, None)
            if batch is None:
                self.ended = True
                break
            self._add_batch(batch)
            del batch
        if not self._parts:
            self.last = self._latest
            return None
        rows = concatenate(self._parts) if len(self._parts) > 1 else self._parts[0]
        part, rest = rows.at(slice(0, count)), rows.at(slice(count, None))
        self._registry.number(part)
        self._parts = [rest] if len(rest) else []
        self.last = self._latest if self.ended and not len(rest) else int(part.time[-1])
        self.ended = self.ended and not len(rest)
        return part

    def _add_batch(self, batch: Batch) -> None:
        times = self._monotonic_times(batch.frames)
        self.packets += len(batch)
        rows = self._registry.table(batch)
        self.transport += len(rows)
        if len(rows):
            rows.time = times[np.searchsorted(batch.frames.number_of, rows.frame)]
            self._parts.append(rows)

    def _monotonic_times(self, frames: Frames) -> Ints:
        """The times of all packets, without jumps back."""
        shown = np.clip(frames.time, 0, LATEST)
        if self.first is None:
            self.first = self._before = int(shown[0])
        steps = np.diff(shown, prepend=np.int64(self._before))
        back = steps < -self._jump
        self.jumps += int(back.sum())
        behind = np.where(back, -steps, 0)
        # a clock that jumps to and fro adds up to more than 64 bits hold, and stays at the end of time
        over = self._shift + np.cumsum(behind, dtype=np.float64) >= LATEST
        shift = np.where(over, LATEST, self._shift + np.cumsum(behind))
        times: Ints = np.minimum(shown + shift, LATEST)
        self._before, self._shift, self._latest = int(shown[-1]), int(shift[-1]), int(times[-1])
        return times


def opcode_name(opcode: int) -> str:
    """An operation code as text."""
    return OPCODES[opcode].name if opcode in OPCODES else BTH.leaf("opcode").display(opcode)

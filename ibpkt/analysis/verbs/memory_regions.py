"""Accessed remote memory: by R_Key, how often, and how much of it more than once.

Accessed addresses that overlap or touch form one region.  The number of regions is bounded: beyond that, those that
were idle longest are dropped and counted.
"""

from __future__ import annotations

import bisect
import dataclasses
from collections import defaultdict
from collections.abc import Iterator

from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.message import Message
from ibpkt.protocols import OPCODES, tabulated

#: regions that are remembered
LIMIT = 32_768
#: other keys of a region that are named
KEYS = 16
#: outcomes of requests that the responder has executed, as far as the capture shows
DONE = ("completed", "sent")
#: outcomes of those that it has not executed
REFUSED = ("refused", "flushed")


@dataclasses.dataclass(slots=True)
class Region:
    """Addresses without a gap.

    Attributes:
        owner: the address of the end whose memory it is.
        r_key: the key.
        address: the first address.
        end: the address after the last.
        reads, writes, atomics, flushes: how often.
        read_bytes, written_bytes: how much; ATOMIC WRITEs are writes.
        again: bytes accessed that had been accessed before.
        unconfirmed: requests of which the capture does not show that they were executed.
        first, last: the times of the first request and the last, nanoseconds since the epoch.
        keys: other R_Keys of this owner used for addresses in this region.
    """

    owner: str
    r_key: int
    address: int
    end: int
    reads: int = 0
    writes: int = 0
    atomics: int = 0
    flushes: int = 0
    read_bytes: int = 0
    written_bytes: int = 0
    again: int = 0
    unconfirmed: int = 0
    first: int = 0
    last: int = 0
    keys: list[int] = dataclasses.field(default_factory=list)

    @property
    def size(self) -> int:
        """Bytes."""
        return self.end - self.address

    def absorb(self, other: Region) -> None:
        """Another region of this key becomes part of this one."""
        self.address, self.end = min(self.address, other.address), max(self.end, other.end)
        self.first, self.last = min(self.first, other.first), max(self.last, other.last)
        for name in _SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))


_SUMS = ("reads", "writes", "atomics", "flushes", "read_bytes", "written_bytes", "again", "unconfirmed")
#: what is counted of an access: how often, and its bytes
_COUNTED = {
    "read": ("reads", "read_bytes"),
    "write": ("writes", "written_bytes"),
    "atomic": ("atomics", None),
    "flush": ("flushes", None),
}
#: what messages do to memory, by their kind
_ACCESS = tabulated(lambda: {opcode.operation: opcode.access for opcode in OPCODES.values() if opcode.access})


class _KeyRegions:
    """The regions of one key: their first addresses, ascending, and themselves."""

    __slots__ = ("regions", "starts")

    def __init__(self) -> None:
        self.starts: list[int] = []
        self.regions: list[Region] = []


class MemoryRegions:
    """Collects messages.

    Args:
        limit: regions that are remembered.

    Attributes:
        refused: messages that were refused, or flushed after one that was: they accessed nothing.
        given_up: regions that were forgotten.
        empty: messages of no bytes: they touch nothing.
    """

    refused: int
    given_up: int
    empty: int

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit: int = max(1, limit)
        self.refused = self.given_up = self.empty = 0
        self._spaces: defaultdict[tuple[str, int], _KeyRegions] = defaultdict(_KeyRegions)
        self._count = 0

    def add(self, message: Message, owner: str) -> None:
        """Count a message.

        Args:
            message: one that has ended.
            owner: the address of the end that it was sent to.
        """
        if message.kind not in _ACCESS or message.address is None or message.r_key is None or message.size is None:
            return
        if message.outcome in REFUSED:
            self.refused += 1
            return
        if not message.size:
            self.empty += 1
            return
        end = message.end or message.start
        region = Region(
            owner, message.r_key, message.address, message.address + message.size, first=message.start, last=end
        )
        count, total = _COUNTED[_ACCESS[message.kind]]
        setattr(region, count, 1)
        if total is not None:
            setattr(region, total, message.size)
        region.unconfirmed = int(message.outcome not in DONE)
        self._insert(region)

    def _insert(self, region: Region) -> None:
        space = self._spaces[region.owner, region.r_key]
        starts, regions = space.starts, space.regions
        low = bisect.bisect_right(starts, region.address)
        if low and regions[low - 1].end >= region.address:
            low -= 1
        high = bisect.bisect_right(starts, region.end)
        old = regions[low:high]
        region.again += sum(
            max(0, min(overlapping.end, region.end) - max(overlapping.address, region.address)) for overlapping in old
        )
        if len(old) == 1:
            old[0].absorb(region)
            starts[low] = old[0].address
            return
        for overlapping in old:
            region.absorb(overlapping)
        starts[low:high] = [region.address]
        regions[low:high] = [region]
        self._count += 1 - len(old)
        if self._count > self.limit:
            self._give_up()

    def _give_up(self) -> None:
        """Drop the regions that were idle longest."""
        times = sorted(region.last for region in self._all())
        until = times[max(1, self.limit // 8) - 1]
        to_drop = max(1, self.limit // 8)
        for key, space in list(self._spaces.items()):
            kept = []
            for region in space.regions:
                if region.last <= until and to_drop:
                    to_drop -= 1
                    self.given_up += 1
                else:
                    kept.append(region)
            space.regions, space.starts = kept, [region.address for region in kept]
            if not kept:
                del self._spaces[key]
        self._count = sum(len(space.regions) for space in self._spaces.values())

    def _all(self) -> Iterator[Region]:
        for space in self._spaces.values():
            yield from space.regions

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Region]:
        """The regions by owner, address and key; which other keys reach them is known by now."""
        regions = sorted(self._all(), key=lambda region: (region.owner, region.address, region.r_key))
        open_: list[Region] = []  # those before that may reach into the next one; each has another key
        wanting: list[Region] = []  # those of them of which more keys are named: few, for all of these overlap
        for region in regions:
            region.keys = []
            if open_ and open_[0].owner != region.owner:
                open_, wanting = [], []
            while len(region.keys) < min(KEYS, len(open_)):
                other = open_[len(region.keys)]
                if other.end > region.address:
                    region.keys.append(other.r_key)
                else:
                    open_.remove(other)
            wanting = [earlier for earlier in wanting if earlier.end > region.address and len(earlier.keys) < KEYS]
            for earlier in wanting:
                if region.r_key not in earlier.keys:
                    earlier.keys.append(region.r_key)
            open_.append(region)
            wanting.append(region)
        return iter(regions)


def owner_of(message: Message, flow: Flow | None) -> str:
    """The address of the end whose memory a message accesses; empty where its flow is not known."""
    return "" if flow is None else flow.sides[1 - message.side].address

"""Damaged packets that came before anything else of their flow, and so belong to none yet.

Nothing of a damaged packet begins a flow.  Once its flow has trouble, the packet may explain it: a loss that it was.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ibpkt.analysis.incidents.explanation import Dropped
from ibpkt.analysis.results.flow import Flow

#: queue pairs for which packets are kept, and packets of each
MOST, MOST_PACKETS = 4096, 16


class UnassignedDrops:
    """Packets that their receiver drops, by where they go."""

    def __init__(self) -> None:
        self._packets: defaultdict[tuple[str, str, int], list[Dropped]] = defaultdict(list)

    def add(self, source: str, target: str, queue_pair: int, dropped: Dropped) -> None:
        """Keep a packet.

        Args:
            source, target: its addresses.
            queue_pair: that it goes to.
            dropped: the packet, whose side is not known.
        """
        key = source, target, queue_pair
        if (key in self._packets or len(self._packets) < MOST) and len(self._packets[key]) < MOST_PACKETS:
            self._packets[key].append(dropped)

    @property
    def any(self) -> bool:
        """There are some."""
        return bool(self._packets)

    def of(self, flow: Flow | None, swapped: bool) -> Iterator[Dropped]:
        """Those that belong to a flow, which are given up with that.

        Args:
            flow: the flow; None where it is not known.
            swapped: what is its first end is the second.
        """
        if flow is None:
            return
        for sender in (0, 1):
            end, other = flow.sides[sender], flow.sides[sender ^ 1]
            if other.qpn is not None:
                for dropped in self._packets.pop((end.address, other.address, other.qpn), ()):
                    yield dropped._replace(side=sender ^ swapped ^ dropped.answers)

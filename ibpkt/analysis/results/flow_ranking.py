"""The first flows in an order: the largest, the slowest, those with the most retransmissions."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator

from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.tables import both

#: what flows can be sorted by, the most first; `first` is the order of their first packets
ORDERS: dict[str, Callable[[Flow], float]] = {
    "bytes": lambda flow: flow.bytes,
    "packets": lambda flow: flow.packets,
    "messages": lambda flow: both(flow, lambda side: sum(side.messages.values())),
    "goodput": lambda flow: sum(flow.goodput),
    "retransmitted": lambda flow: flow.retransmitted,
    "naks": lambda flow: both(flow, lambda side: sum(side.naks.values())),
    "rnrs": lambda flow: both(flow, lambda side: side.rnrs),
    "marked": lambda flow: both(flow, lambda side: side.marked),
    "duration": lambda flow: flow.last - flow.first,
    "first": lambda flow: -flow.number,
}


class FlowRanking:
    """Keeps the first flows in an order; iterating gives them in that order.

    Args:
        order: one of `ORDERS`.
        limit: how many flows to keep; 0 for all.

    Attributes:
        left_out: how many flows were not kept.
    """

    def __init__(self, order: str = "first", limit: int = 0) -> None:
        self.left_out: int = 0
        self._key = ORDERS[order]
        self._limit = limit
        self._heap: list[tuple[float, int, Flow]] = []

    def add(self, flows: Iterable[Flow]) -> None:
        """Take flows that have ended."""
        for flow in flows:
            entry = (self._key(flow), -flow.number, flow)  # numbers differ, so that flows are never compared
            if not self._limit or len(self._heap) < self._limit:
                heapq.heappush(self._heap, entry)
            else:
                heapq.heappushpop(self._heap, entry)
                self.left_out += 1

    def __iter__(self) -> Iterator[Flow]:
        for _, _, flow in sorted(self._heap, key=lambda entry: entry[:2], reverse=True):
            yield flow

"""Counts, delays and order by flow, for comparing two taps."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibpkt.analysis.compare.differences import KINDS
from ibpkt.analysis.compare.tap_table import FLOWS
from ibpkt.arrays import Array

COUNTS = ("both", "outside-a", "outside-b", *(kind.name for kind in KINDS))
#: delays are counted in steps of an eighth of an octave, from so many nanoseconds on
_FIRST = 16
_STEPS = 8
_BUCKETS = 256


class FlowSums:
    """Sums by flow number; 0 for all flows beyond the limit."""

    def __init__(self) -> None:
        self._counts = {name: np.zeros(FLOWS + 1, np.int64) for name in COUNTS}
        self._delays: Array = np.zeros((0, _BUCKETS), np.uint32)  # grows with the flows
        self._longest = np.zeros(FLOWS + 1, np.int64)
        self._last = np.zeros(FLOWS + 1, np.int64)

    def add(self, name: str, flows: Array) -> None:
        """Count packets by flow."""
        if len(flows):
            sums = np.bincount(flows)
            self._counts[name][: len(sums)] += sums

    def total(self, name: str) -> int:
        """The sum over all flows."""
        return int(self._counts[name].sum())

    def delays(self, flows: Array, delays: Array) -> None:
        """Count delays in nanoseconds."""
        if int(flows.max(initial=0)) >= len(self._delays):
            more = np.zeros((int(flows.max()) * 3 // 2 + 1 - len(self._delays), _BUCKETS), np.uint32)
            self._delays = np.concatenate((self._delays, more))
        buckets = (_STEPS * np.log2(1 + delays / _FIRST)).astype(np.int64)
        np.add.at(self._delays, (flows, np.minimum(buckets, _BUCKETS - 1)), np.uint32(1))
        np.maximum.at(self._longest, flows, delays)

    def reordered(self, flows: Array, sent: Array, arrived: Array) -> NDArray[np.bool_]:
        """Which packets arrived after one of their flow that was sent later (RFC 4737).

        Args:
            flows: numbers of flows, shape (n,).
            sent: places in the order of the tap from which packets come.
            arrived: in the order of that at which they arrive.
        """
        order = np.lexsort((arrived, flows))
        flow = flows[order]
        begins = np.append(True, flow[1:] != flow[:-1])
        rank = np.cumsum(begins) << 40
        place = sent[order] + rank
        first = np.flatnonzero(begins)
        place[first] = np.maximum(place[first], self._last[flow[first]] + rank[first])
        most = np.maximum.accumulate(place)
        before = np.append(0, most[:-1])
        before[first] = self._last[flow[first]] + rank[first]
        late = np.zeros(len(flows), np.bool_)
        late[order] = (sent[order] + rank < before) & (flow != 0)
        last = np.append(first[1:], len(flow)) - 1
        self._last[flow[last]] = most[last] - rank[last]
        return late

    def flows(self) -> list[int]:
        """The numbers of flows that have any packets, those of their own first."""
        some = sum(counts for counts in self._counts.values())
        numbers = np.flatnonzero(some).tolist()
        return [*(number for number in numbers if number), *(number for number in numbers if not number)]

    def row(self, number: int) -> dict[str, Any]:
        """What is known of a flow: counts, and delays in seconds, None where no packet was seen at both taps."""
        counts = {name.replace("-", "_"): int(values[number]) for name, values in self._counts.items()}
        delays: dict[str, Any] = dict.fromkeys(("delay_median", "delay_p99", "delay_max"))
        if counts["both"]:
            longest = int(self._longest[number])
            sums = np.cumsum(self._delays[number])
            for name, share in (("delay_median", 0.5), ("delay_p99", 0.99)):
                bucket = int(np.searchsorted(sums, share * int(sums[-1])))
                middle = _FIRST * (2 ** ((bucket + 0.5) / _STEPS) - 1) if bucket else 0.0
                delays[name] = min(round(middle), longest) / 1e9
            delays["delay_max"] = longest / 1e9
        return {**counts, **delays}

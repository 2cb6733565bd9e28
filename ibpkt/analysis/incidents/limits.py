"""Limits that a capture must keep: ``retransmitted=0.1%,p99=2ms``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.incidents.incident import Incident
from ibpkt.analysis.results.finding import duration
from ibpkt.analysis.results.message import Message
from ibpkt.analysis.results.totals import Totals
from ibpkt.arrays import Ints
from ibpkt.errors import CallerError

#: shares of packets
SHARES = {
    "retransmitted": "packets that were sent again",
    "lost": "packets that were lost",
    "late": "packets that were overtaken",
    "duplicated": "packets that are there twice",
}
#: spans
SPANS = {
    "p50": "the median of how long messages took",
    "p90": "how long 90 % of the messages took at most",
    "p99": "how long 99 % of the messages took at most",
    "p999": "how long 99.9 % of the messages took at most",
    "longest": "how long the slowest message took",
    "stall": "how long flows stood still, all together",
}
_UNITS = {"ns": 1, "us": 1_000, "µs": 1_000, "ms": 1_000_000, "s": 1_000_000_000}
_SPAN = re.compile(r"(\d+(?:\.\d+)?)(ns|us|µs|ms|s)")
_SHARE = re.compile(r"(\d+(?:\.\d+)?)(%?)")
#: latencies within such a share of one another are counted together
_PRECISION = 64


class Limit(NamedTuple):
    """A limit.

    Attributes:
        name: one of `SHARES` or `SPANS`.
        most: the share, or nanoseconds.
    """

    name: str
    most: float

    def shown(self, value: float) -> str:
        """A value as text."""
        return f"{value:.4%}" if self.name in SHARES else duration(round(value))

    def __str__(self) -> str:
        return f"{self.name} {self.shown(self.most)}"


class Excess(NamedTuple):
    """A limit that was not kept, and the value."""

    limit: Limit
    value: float

    def __str__(self) -> str:
        limit = self.limit
        return f"{limit.name} is {limit.shown(self.value)}, more than {limit.shown(limit.most)}"


def limits(text: str) -> list[Limit]:
    """Limits as users write them, with commas between them.

    Raises:
        CallerError: there is no such limit, or its value cannot be read.
    """
    found = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, _, value = (piece.strip() for piece in part.partition("="))
        known = {**SHARES, **SPANS}
        if name not in known:
            raise CallerError(f"there is no limit {name!r}", name=name, known=known)
        pattern, form = (_SHARE, "a share, as 0.1%") if name in SHARES else (_SPAN, "a time, as 2ms")
        match = pattern.fullmatch(value)
        if match is None:
            raise CallerError(f"{name} takes {form}, not {value!r}")
        unit = 0.01 if match[2] == "%" else _UNITS.get(match[2], 1)
        found.append(Limit(name, float(match[1]) * unit))
    return found


class MessageTimes:
    """How long messages took, in memory that does not grow with their number: within 1.6 %."""

    def __init__(self) -> None:
        self._counts: Ints = np.zeros(64 * _PRECISION, np.int64)

    def add(self, messages: Iterable[Message]) -> None:
        """Take messages that have ended."""
        spans = np.array([message.latency for message in messages if message.latency], np.float64)
        if len(spans):
            places = np.floor(np.log2(spans) * _PRECISION).astype(np.int64)
            # between the ends of time, as clocks that jump say, there are 64 bits
            np.add.at(self._counts, np.minimum(places, len(self._counts) - 1), 1)

    def quantile(self, share: float) -> float:
        """Nanoseconds that such a share of the messages took at most; 0 without messages."""
        total = int(self._counts.sum())
        if not total:
            return 0.0
        place = int(np.searchsorted(np.cumsum(self._counts), max(1, share * total)))
        return float(2 ** ((place + 0.5) / _PRECISION))


def needs_messages(wanted: Iterable[Limit]) -> bool:
    """Whether messages must be known for some limits."""
    return any(limit.name in SPANS and limit.name != "stall" for limit in wanted)


def exceeded(
    wanted: Iterable[Limit], totals: Totals, latencies: MessageTimes, incidents: Iterable[Incident]
) -> list[Excess]:
    """The limits that were not kept."""
    stall = sum(incident.cost for incident in incidents)
    found = []
    for limit in wanted:
        if limit.name in SHARES:
            value = totals.share(limit.name)
        elif limit.name == "stall":
            value = float(stall)
        else:
            digits = limit.name.removeprefix("p")
            value = latencies.quantile(1.0 if limit.name == "longest" else int(digits) / 10 ** len(digits))
        if value > limit.most:
            found.append(Excess(limit, value))
    return found

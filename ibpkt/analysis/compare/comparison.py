"""The same packets at two points: what was lost, delayed, reordered, duplicated or changed between them.

    from ibpkt.analysis.compare import Comparison
    with ibpkt.open("a.pcap") as a, ibpkt.open("b.pcap") as b:
        comparison = Comparison(a.batches(), b.batches())
        for difference in comparison:
            ...
        comparison.summary()

The clocks need not be right: packets are identified by flow, PSN, operation, ICRC and order.  Memory is bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ibpkt.analysis.compare import differences
from ibpkt.analysis.compare.clocks import A_TO_B, B_TO_A, LATEST, Clock
from ibpkt.analysis.compare.differences import Difference
from ibpkt.analysis.compare.flow_sums import FlowSums
from ibpkt.analysis.compare.packet_changes import PacketChanges
from ibpkt.analysis.compare.pairing import DecidedPackets, Pairing
from ibpkt.analysis.compare.tap_table import TapTable
from ibpkt.analysis.results.finding import FindingType
from ibpkt.arguments import checked, whole_number
from ibpkt.arrays import Bools
from ibpkt.batch import Batch
from ibpkt.packet import STATUSES, Status

#: nanoseconds that a packet waits for its counterpart
WINDOW = 100_000_000
#: packets of a capture that wait for their counterparts at a time, at 300 bytes each
WAITING = 65_536
#: packets of a capture that are read before a decision
AT_ONCE = 16_384
#: nanoseconds by which a packet must be slower than the fastest to count as delayed
LATE = 1_000_000
#: the longest window in nanoseconds: 30 years, and a time and a few windows still fit into 64 bits
LONGEST = 10**18

_BAD = STATUSES.index(Status.BAD)
_WAYS = {A_TO_B: "A→B", B_TO_A: "B→A"}


class Summary(NamedTuple):
    """The summary of a comparison.

    Attributes:
        packets: read of each capture.
        transport: those of them with a BTH.
        both: packets that both taps saw.
        outside: packets outside the time span of the other capture.
        counts: differences by the name of their kind.
        forced: packets that were given up early, because too many waited.
        unnamed: packets with an address beyond the limit: their flows are not separated.
        jumps: how often each clock was set back.
        clock: the clock of B relative to that of A.
    """

    packets: tuple[int, int]
    transport: tuple[int, int]
    both: int
    outside: tuple[int, int]
    counts: dict[str, int]
    forced: int
    unnamed: int
    jumps: tuple[int, int]
    clock: Clock


class Comparison:
    """Compares two captures; iterating over it reads them, once.

    Args:
        a: the batches of one capture.
        b: of the other.
        window: nanoseconds that a packet waits for its counterpart: longer than any delay; `LONGEST` at most.
        late: nanoseconds by which a packet must be slower than the fastest in its direction to count as delayed.
        waiting: packets of a capture that wait at a time.
        at_once: packets of a capture that are read before a decision: fewer take longer.
        offset: nanoseconds that B's clock is ahead, if known; needed if the captures start at very different times.

    Raises:
        CallerError: a window or an offset that no two clocks can need.
    """

    @checked
    def __init__(
        self,
        a: Iterator[Batch],
        b: Iterator[Batch],
        *,
        window: int = WINDOW,
        late: int = LATE,
        waiting: int = WAITING,
        at_once: int = AT_ONCE,
        offset: int | None = None,
    ) -> None:
        window = whole_number(window, "the window", 1, LONGEST)
        if offset is not None:
            offset = whole_number(offset, "the offset", -LATEST, LATEST)
        self._pairing = Pairing(a, b, window=window, waiting=waiting, at_once=at_once, offset=offset)
        self._changes = PacketChanges(self._pairing.registry.layouts)
        self._late = late
        self._sums = FlowSums()

    def __iter__(self) -> Iterator[Difference]:
        """The differences in the order of time."""
        for decided in self._pairing:
            entries = self._paired(decided)
            for side in (0, 1):
                entries += self._only_at_one(decided, side)
            entries.sort(key=lambda entry: entry[0])
            for _, difference in entries:
                yield difference

    def summary(self) -> Summary:
        """The summary of what has been read so far."""
        taps, sums = self._pairing.taps, self._sums
        return Summary(
            (taps[0].packets, taps[1].packets),
            (taps[0].transport, taps[1].transport),
            sums.total("both"),
            (sums.total("outside-a"), sums.total("outside-b")),
            {kind.name: sums.total(kind.name) for kind in differences.KINDS},
            self._pairing.forced,
            self._pairing.registry.unnamed,
            (taps[0].jumps, taps[1].jumps),
            self._pairing.clocks.clock(),
        )

    def flows(self) -> list[dict[str, Any]]:
        """A row per flow: its ends, packets at each tap and at both, differences by kind, delays in seconds.

        Delays are relative to the fastest packet in the same direction.
        """
        registry, clocks = self._pairing.registry, self._pairing.clocks
        rows = []
        for number in self._sums.flows():
            flow = registry.flows[number]
            ends = {
                "flow": number,
                "source": flow.source,
                "destination": flow.destination,
                "destqp": flow.destqp,
                "way": _WAYS.get(clocks.direction(flow.way), "?"),
            }
            rows.append({**ends, **self._sums.row(number)})
        return rows

    def rewrites(self) -> list[dict[str, Any]]:
        """A row for each permitted change of a field: flow, field, its values at A and at B, packets."""
        return [
            {"flow": flow, "field": change.field, "a": change.a, "b": change.b, "packets": count}
            for (flow, change), count in sorted(self._changes.rewrites.items())
        ]

    @checked
    def flow(self, number: int) -> str:
        """A flow as text, by its number; 0 is all that belong to none."""
        flows = self._pairing.registry.flows
        flow = flows[whole_number(number, "the number of a flow", 0, len(flows) - 1)]
        return f"{flow.source} → {flow.destination} QP 0x{flow.destqp:06x}" if number else "other flows"

    # -- packets that both saw ---------------------------------------------------------------------------------------

    def _paired(self, decided: DecidedPackets) -> list[tuple[tuple[int, int, int], Difference]]:
        a, b = decided.a, decided.b
        if not len(a):
            return []
        arrives_b = self._pairing.arrives(a.way) == 1
        changes = self._changes.compare(a, b, arrives_b)
        delays = self._pairing.clocks.excess_delays(a.way, a.time, b.time - a.time)
        sent, arrived = np.where(arrives_b, a.frame, b.frame), np.where(arrives_b, b.frame, a.frame)
        overtaken = self._sums.reordered(a.flow, sent, arrived)
        self._sums.delays(a.flow, delays)
        broken = changes.changed & ((a.status == _BAD) | (b.status == _BAD))
        marks: list[tuple[FindingType, Bools, Callable[[int], dict[str, Any]]]] = [
            (differences.REORDERED, overtaken, lambda row: {}),
            (differences.DELAYED, delays > self._late, lambda row: {"delay": int(delays[row]) / 1e9}),
            (differences.CE_MARKED, changes.ce, lambda row: {}),
            (differences.FECN_SET, changes.fecn, lambda row: {}),
            (differences.CORRUPTED, broken, lambda row: self._changed(a, b, row)),
            (differences.ALTERED, changes.changed & ~broken, lambda row: self._changed(a, b, row)),
        ]
        self._sums.add("both", a.flow)
        entries = []
        for order, (kind, mask, facts) in enumerate(marks):
            rows = np.flatnonzero(mask)
            self._sums.add(kind.name, a.flow[rows])
            for row in rows.tolist():
                one = slice(row, row + 1)
                when = (int(decided.at[row]), int(a.frame[row]), order)
                entries.append((when, _difference(kind, a.at(one), b.at(one), facts(row))))
        return entries

    def _changed(self, a: TapTable, b: TapTable, row: int) -> dict[str, Any]:
        only = slice(row, row + 1)
        changes = self._changes.fields(a.at(only), b.at(only))
        return {"changes": ", ".join(str(change) for change in changes), "fields": changes}

    # -- packets that one saw ----------------------------------------------------------------------------------------

    def _only_at_one(self, decided: DecidedPackets, side: int) -> list[tuple[tuple[int, int, int], Difference]]:
        packets, outside = decided.only[side], decided.outside[side]
        name = "ab"[side]
        copy = (packets.copy != 0) & (self._pairing.arrives(packets.way) == side)
        outside = outside & ~copy
        self._sums.add(f"outside-{name}", packets.flow[outside])
        kind = (differences.ONLY_AT_A, differences.ONLY_AT_B)[side]
        self._sums.add(kind.name, packets.flow[~copy & ~outside])
        self._sums.add(differences.DUPLICATED.name, packets.flow[copy])
        entries = []
        for row in np.flatnonzero(~outside).tolist():
            one = packets.at(slice(row, row + 1))
            when = (int(decided.only_at[side][row]), int(packets.frame[row]), -1)
            a, b = (one, None) if side == 0 else (None, one)
            facts = {"of": int(one.copy[0]), "at": name.upper()} if copy[row] else {}
            entries.append((when, _difference(differences.DUPLICATED if copy[row] else kind, a, b, facts)))
        return entries


def _difference(kind: FindingType, a: TapTable | None, b: TapTable | None, facts: dict[str, Any]) -> Difference:
    one = b if a is None else a
    assert one is not None
    return Difference(
        kind,
        None if a is None else int(a.frame[0]),
        None if b is None else int(b.frame[0]),
        int(one.time[0]),
        int(one.flow[0]),
        int(one.opcode[0]),
        int(one.psn[0]),
        facts,
    )

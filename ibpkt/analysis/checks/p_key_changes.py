"""P_Keys that differ from what one end of a flow usually sends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.directions import DirectionState, PacketDirections
from ibpkt.analysis.columns.transport import Transport
from ibpkt.analysis.results.finding import Finding, FindingTypes
from ibpkt.arrays import Ints, distinct, run_lengths, run_starts

P_KEY = FindingTypes("path", "IBA 1, 9.6.1.4").error(
    "p-key-mismatch",
    "P_Key {now:#06x} in a flow that uses {usual:#06x}",
    "A connection belongs to one partition; the receiver counts a P_Key violation and drops packets with another key.",
)

#: packets in a row after which their P_Key is the usual one: the partition of the flow has changed
LASTING = 8
#: bits of the number of a flow; what a caller adds above them makes another path of the flow, with P_Keys of its own
FLOW_BITS = 40
#: no P_Key yet
_NONE = -1


class _KeyRun(NamedTuple):
    """Packets of one direction in a row that have the same P_Key.

    Attributes:
        key: the P_Key.
        packets: how many they are.
        frame, time: number and time of the first.
    """

    key: int
    packets: int
    frame: int
    time: int


#: what follows the last run of a capture
_AT_END = _KeyRun(_NONE, 0, 0, 1 << 62)


class PKeyChanges:
    """Reports each run of packets with an unusual P_Key once, when it is over.

    Which P_Key is the usual one, two packets do not show: the third decides, or the other direction of the flow.
    """

    def __init__(self) -> None:
        names = [f"{run}_{name}" for run in ("usual", "latest") for name in _KeyRun._fields]
        self._directions = DirectionState(**{name: _NONE if name.endswith("key") else 0 for name in names})
        self._found: list[Finding] = []

    def all_go_on(self, packets: Transport, of_packets: PacketDirections) -> bool:
        """Take the packets of a batch if each has the P_Key of the one before it in its direction, as nearly always."""
        places = self._directions.places(of_packets.distinct)
        latest = np.append(self._directions["latest_key"][places], _NONE)[of_packets.places]
        if ((latest != packets.p_key) & (of_packets.places >= 0)).any():
            return False
        self._directions["latest_packets"][places] += of_packets.count()
        return True

    def add(self, packets: Transport, chosen: Ints, begins: Ints, directions: Ints) -> None:
        """Take the packets of a batch.

        Args:
            packets: of the batch, those with BTH.
            chosen: the places of some of them, grouped by direction, shape (n,).
            begins: the place in ``chosen`` at which each direction begins.
            directions: the numbers of the directions, ascending.
        """
        state, places = self._directions, self._directions.places(directions)
        keys = packets.p_key[chosen].astype(np.int64)
        new_keys = run_starts(keys)
        starts = begins if len(new_keys) == 1 else distinct(new_keys, begins)
        lengths = run_lengths(starts, len(keys))
        firsts = np.searchsorted(starts, begins)
        counts = run_lengths(firsts, len(starts))
        latest = state["latest_key"][places]
        new = latest == _NONE
        goes_on = (counts == 1) & (keys[begins] == latest)
        state["latest_packets"][places[goes_on]] += lengths[firsts[goes_on]]
        for index in np.flatnonzero((counts > 1) | ~(new | goes_on)).tolist():
            rows = starts[firsts[index] : firsts[index] + counts[index]]
            columns = (keys[rows], lengths[firsts[index] :][: len(rows)], packets.frame[chosen[rows]])
            times = packets.time[chosen[rows]]
            for run in zip(*(column.tolist() for column in (*columns, times)), strict=True):
                self._take(int(places[index]), _KeyRun(*run))
        alone = new & (counts == 1)
        rows, at = chosen[begins[alone]], places[alone]
        state["latest_key"][at] = keys[begins[alone]]
        state["latest_packets"][at] = lengths[firsts[alone]]
        state["latest_frame"][at], state["latest_time"][at] = packets.frame[rows], packets.time[rows]

    def _run(self, name: str, place: int) -> _KeyRun:
        return _KeyRun(*(int(self._directions[f"{name}_{field}"][place]) for field in _KeyRun._fields))

    def _keep(self, name: str, place: int, run: _KeyRun) -> None:
        for field, value in zip(_KeyRun._fields, run, strict=True):
            self._directions[f"{name}_{field}"][place] = value

    def _take(self, place: int, run: _KeyRun) -> None:
        """The next run of a direction."""
        latest = self._run("latest", place)
        if run.key == latest.key:
            run = latest._replace(packets=latest.packets + run.packets)
        elif latest.key != _NONE:
            self._close(place, latest, run)
        self._keep("latest", place, run)

    def _close(self, place: int, latest: _KeyRun, following: _KeyRun) -> None:
        """A run of a direction is over, since another P_Key follows."""
        usual = self._run("usual", place)
        if usual.key in (_NONE, latest.key):
            self._keep("usual", place, latest._replace(packets=usual.packets + latest.packets))
        elif (
            usual.packets == 1
            and usual.key != following.key
            and (latest.packets > 1 or self._other(place) == latest.key)
        ):
            self._report(place, usual, latest.key, latest.time)
            self._keep("usual", place, latest)
        else:
            self._report(place, latest, usual.key, following.time)
            if latest.packets >= LASTING:
                self._keep("usual", place, latest)

    def _other(self, place: int) -> int:
        """The P_Key of the other direction of a flow."""
        other = self._directions.keys[place : place + 1] ^ 1
        usual, latest = (int(self._directions.get(f"{run}_key", other)[0]) for run in ("usual", "latest"))
        return latest if usual == _NONE else usual

    def _report(self, place: int, odd: _KeyRun, usual: int, until: int) -> None:
        flow = int(self._directions.keys[place]) >> 1 & (1 << FLOW_BITS) - 1
        facts = {"now": odd.key, "usual": usual, "until": until}
        self._found.append(Finding(P_KEY, odd.frame, odd.time, flow, facts, odd.packets))

    def findings(self) -> Iterator[Finding]:
        """What has been found since this was asked last."""
        found, self._found = self._found, []
        yield from found

    def finish(self) -> Iterator[Finding]:
        """At the end of the capture: runs that were not over."""
        usual, latest = self._directions["usual_key"], self._directions["latest_key"]
        for place in np.flatnonzero((usual != _NONE) & (usual != latest)).tolist():
            self._close(place, self._run("latest", place), _AT_END)
        yield from self.findings()

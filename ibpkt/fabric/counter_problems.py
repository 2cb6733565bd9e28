"""Error counters of ports that moved between two reads, and those that were not zero when they were read."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ibpkt.arrays import Array, Ints
from ibpkt.fabric.model import FabricProblem, FabricSubnet
from ibpkt.fabric.sources import Sources
from ibpkt.protocols.mad.base import METHODS
from ibpkt.protocols.mad.perf import COUNTERS, PortCounters
from ibpkt.schema import number_of

#: the port select that means all ports
_ALL = 0xFF
_SET = number_of(METHODS, "Set")
#: counters of traffic, which are no errors, by their names' endings
_TRAFFIC = ("Data", "Pkts", "Wait")


def error_counters() -> list[str]:
    """The names of the fields of PortCounters that count errors."""
    labels = [label for label in COUNTERS.values() if not label.endswith(_TRAFFIC)]
    return [field.name for field in PortCounters.fields if field.label in labels]


class CounterProblems:
    """Finds error counters that moved.

    Args:
        sources: what packets say.
    """

    def __init__(self, sources: Sources) -> None:
        rows = sources.datagrams(PortCounters)
        echoes = sources.pairs(PortCounters).asked_with(rows, _SET)  # an answer to a Set repeats what was set
        self._rows = rows.select(np.flatnonzero(rows.answers & ~echoes))
        envelope = self._rows.envelope
        self._guid: Array = sources.nodes_of(envelope.interface, envelope.source, envelope.frame)
        self._port: Ints = self._rows.numbers("portselect")

    def problems(self, subnet: FabricSubnet) -> Iterator[FabricProblem]:
        """Those of the ports of a subnet, by port and counter."""
        names = error_counters()
        chosen = np.flatnonzero((self._guid != 0) & (self._port != _ALL))
        order = chosen[np.lexsort((self._rows.envelope.frame[chosen], self._port[chosen], self._guid[chosen]))]
        if not len(order):
            return
        values = np.stack([self._rows.numbers(name)[order] for name in names], axis=1)
        interesting = np.flatnonzero(values.any(axis=0))
        guid, port = self._guid[order], self._port[order]
        fresh = np.ones(len(order), np.bool_)
        fresh[1:] = (guid[1:] != guid[:-1]) | (port[1:] != port[:-1])
        starts = np.flatnonzero(fresh).tolist()
        peers = subnet.peers()
        for begin, end in zip(starts, [*starts[1:], len(order)], strict=True):
            node = subnet.nodes.get(int(guid[begin]))
            if node is None or not values[begin:end].any():
                continue
            number = int(port[begin])
            peer = peers.get((node.guid, number))
            where = f"{node.title} port {number}"
            subject = f"{where} to {peer[0].title} port {peer[1]}" if peer is not None else where
            series = [
                (PortCounters.leaf(names[column]).label, values[begin:end, column]) for column in interesting.tolist()
            ]
            yield from self._of_port(where, subject, series, order[begin:end])

    def _of_port(self, where: str, subject: str, series: list[tuple[str, Ints]], rows: Ints) -> Iterator[FabricProblem]:
        """What the counters of one port tell: those that rose between reads, and those that were counted before."""
        times, frames = self._rows.envelope.time[rows], self._rows.envelope.frame[rows]
        span = (int(times[-1]) - int(times[0])) / 1e9
        moved, counted = [], []
        proof: set[int] = set()
        for label, values in series:
            steps = np.diff(values)
            risen = int(np.where(steps >= 0, steps, values[1:]).sum())
            if risen:
                rate = f", {risen / span:.3g} a second" if span > 0 else ""
                moved.append(f"{label} by {risen} to {int(values[-1])}{rate}")
                for step in np.flatnonzero(steps != 0).tolist():
                    proof |= {int(frames[step]), int(frames[step + 1])}
            elif values.any():
                counted.append(f"{label} {int(values.max())}")
        if moved:
            told = tuple(sorted(proof))
            sentence = f"{where}: in {span:.1f} s these counters rose: {'; '.join(moved)}"
            yield FabricProblem("errors-moved", "warning", subject, sentence, told[-1], told)
        if counted:
            sentence = f"{where} has counted {', '.join(counted)}"
            frame = int(frames[-1])
            yield FabricProblem("errors-counted", "note", subject, sentence, frame, (frame,))

"""Counters of errors and of wrong keys that moved between two reads, and those that were not zero."""

from __future__ import annotations

from collections.abc import Iterator

from ibpkt.fabric.counter_reads import CounterReads, PortSeries
from ibpkt.fabric.model import FabricCounter, FabricProblem, FabricSubnet
from ibpkt.fabric.sources import Sources


class CounterProblems:
    """Finds counters that moved.

    Args:
        sources: what packets say.
    """

    def __init__(self, sources: Sources) -> None:
        self._reads = CounterReads(sources)

    def counters(self, subnet: FabricSubnet) -> list[FabricCounter]:
        """The counters of the ports of a subnet that are not zero."""
        found = []
        for every in (self._reads.errors, self._reads.violations):
            for end, series in sorted(every.items()):
                for each in series.values() if end[0] in subnet.nodes else ():
                    values, frames = each.values.tolist(), each.frames.tolist()
                    ends = (frames[0], frames[-1])
                    found.append(FabricCounter(*end, each.name, values[-1], max(values), each.rise, each.seconds, ends))
        return found

    def problems(self, subnet: FabricSubnet) -> Iterator[FabricProblem]:
        """Those of the ports of a subnet, by port."""
        peers = subnet.peers()
        for every, moved, counted, severity in (
            (self._reads.errors, "errors-moved", "errors-counted", "warning"),
            (self._reads.violations, "key-violation", "key-violations-counted", "error"),
        ):
            for (guid, number), series in sorted(every.items()):
                node = subnet.nodes.get(guid)
                if node is None:
                    continue
                where = f"{node.title} port {number}"
                peer = peers.get((guid, number))
                link = where if peer is None else f"{where} to {peer[0].title} port {peer[1]}"
                yield from _risen(series, link, moved, severity)
                yield from _standing(series, where, link, counted)


def _risen(series: PortSeries, link: str, kind: str, severity: str) -> Iterator[FabricProblem]:
    """The counters of a port that rose, with their rates."""
    risen = [each for each in series.values() if each.rise]
    if not risen:
        return
    parts = []
    for each in risen:
        rate = f", {each.rise / each.seconds:.3g} a second" if each.seconds > 0 else ""
        last = int(each.values[-1])
        full = ", its highest value" if last == each.most else ""
        parts.append(f"{each.name} by {each.rise} to {last}{full}{rate}")
    frames = tuple(sorted(set().union(*(each.proof for each in risen))))
    span = max(each.seconds for each in risen)
    sentence = f"{link}: in {span:.1f} s these counters rose: {'; '.join(parts)}"
    yield FabricProblem(kind, severity, link, sentence, frames[-1], frames)


def _standing(series: PortSeries, where: str, link: str, kind: str) -> Iterator[FabricProblem]:
    """The counters of a port that were not zero when they were read first, and did not move."""
    standing = [each for each in series.values() if not each.rise]
    if standing:
        told = ", ".join(f"{each.name} {int(each.values.max())}" for each in standing)
        frame = max(int(each.frames[-1]) for each in standing)
        yield FabricProblem(kind, "note", link, f"{where} has counted {told}", frame, (frame,))

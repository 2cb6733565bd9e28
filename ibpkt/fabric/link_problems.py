"""What is wrong with links and nodes: slower than they could be, ends that disagree, lost, named twice."""

from __future__ import annotations

import collections
from collections.abc import Iterator

from ibpkt.fabric.link_events import lost_nodes
from ibpkt.fabric.model import FabricLink, FabricProblem, FabricSubnet, NodeKind
from ibpkt.protocols.mad.subn_ports import VL_CAPS
from ibpkt.protocols.rates import LANES, SPEEDS

#: links of a kind of which the commonest rate is what is expected
_ENOUGH = 3


class LinkProblems:
    """Finds what is wrong with the links and nodes of a subnet.

    Args:
        subnet: which.
    """

    def __init__(self, subnet: FabricSubnet) -> None:
        self._subnet = subnet

    def problems(self) -> Iterator[FabricProblem]:
        """All of them, in no order."""
        yield from (problem for _, problem in self.of_links())
        yield from self._lost()
        yield from self._flapping()
        yield from self._lids_used_twice()
        yield from self._lids_beyond_tables()

    def of_links(self) -> Iterator[tuple[FabricLink, FabricProblem]]:
        """Links that are slower than they could be, or whose ends disagree, each with what is wrong."""
        usual = self._usual_rates()
        for link in self._subnet.links:
            for problem in (*self._slower(link, usual), *self._disagreement(link)):
                yield link, problem

    def _usual_rates(self) -> dict[bool, tuple[int, str]]:
        """The commonest width and speed of links between switches, and of those to other nodes."""
        counts: dict[bool, collections.Counter[tuple[int, str]]] = {}
        for link in self._subnet.links:
            if link.lanes is not None and link.speed is not None:
                counts.setdefault(_trunk(link), collections.Counter())[link.lanes, link.speed] += 1
        found = {}
        for trunk, rates in counts.items():
            (rate, count), total = rates.most_common(1)[0], rates.total()
            if total >= _ENOUGH and count * 2 > total:
                found[trunk] = rate
        return found

    def _slower(self, link: FabricLink, usual: dict[bool, tuple[int, str]]) -> Iterator[FabricProblem]:
        """Width or speed below what both ends may use; or below that of others of its kind."""
        lanes, speed = link.lanes, link.speed
        one, other = link.ends
        if lanes is None or speed is None or link.state == "Down":
            return
        others_lanes, others_speed = usual.get(_trunk(link), (lanes, speed))
        allowed = _most_lanes(one.widths_enabled & other.widths_enabled)
        able = _most_lanes(one.widths_supported & other.widths_supported)
        if lanes < allowed:
            yield self._of(link, "degraded-width", f"runs at {lanes}x, both ends can {allowed}x and may")
        elif lanes < min(able, others_lanes):
            yield self._of(
                link, "degraded-width", f"runs at {lanes}x, both ends can {min(able, others_lanes)}x: {_enabled(lanes)}"
            )
        may = _fastest(one.speeds_enabled, other.speeds_enabled)
        can = _fastest(one.speeds_supported, other.speeds_supported)
        if _rate(speed) < _rate(may):
            yield self._of(link, "degraded-speed", f"runs at {speed}, both ends can {may} and may")
        elif _rate(speed) < _rate(others_speed):
            if _rate(speed) < _rate(can):
                best = min(can, others_speed, key=_rate)
                yield self._of(link, "degraded-speed", f"runs at {speed}, both ends can {best}: {_enabled(speed)}")
            else:
                text = f"runs at {speed}, which is all that its ends can, where others run at {others_speed}"
                yield self._of(link, "slow-link", text, "note")

    def _disagreement(self, link: FabricLink) -> Iterator[FabricProblem]:
        """Ends that disagree."""
        one, other = link.ends
        if not one.frame or not other.frame or "Down" in (one.state, other.state):
            return
        for kind, label, values in (
            ("mtu-mismatch", "MTU", (one.mtu, other.mtu)),
            ("vl-mismatch", "virtual lanes", (_told(one.vls), _told(other.vls))),
            ("width-mismatch", "width", (one.lanes, other.lanes)),
            ("speed-mismatch", "lane speed", (one.speed, other.speed)),
        ):
            if None not in values and values[0] != values[1]:
                told = f"has {label} {values[0]} at {link.a.title} and {values[1]} at {link.b.title}"
                yield self._of(link, kind, told, "error", (one.frame, other.frame))

    def _of(
        self, link: FabricLink, kind: str, told: str, severity: str = "warning", frames: tuple[int, ...] = ()
    ) -> FabricProblem:
        said = frames or tuple(sorted({port.frame for port in link.ends if port.frame}))
        return FabricProblem(kind, severity, link.title, f"{link.title} {told}", max(said, default=link.frame), said)

    def _lost(self) -> Iterator[FabricProblem]:
        lost = lost_nodes(self._subnet)
        gone = {node.guid for node, _ in lost}
        for node, last in lost:
            sentence = f"{node.title} is not reached any more: its last link, {last.title}, went down"
            yield FabricProblem("node-lost", "error", node.title, sentence, last.ended_by, (last.ended_by,))
        linked = {
            end for link in self._subnet.links for end in ((link.a.guid, link.a_port), (link.b.guid, link.b_port))
        }
        last_of = {(link.a.guid, link.a_port, link.b.guid, link.b_port): link for link in self._subnet.past_links}
        for ends, link in last_of.items():
            if ends[:2] in linked or ends[2:] in linked or gone & {link.a.guid, link.b.guid}:
                continue
            sentence = f"{link.title} is down"
            yield FabricProblem("link-down", "error", link.title, sentence, link.ended_by, (link.ended_by,))

    def _flapping(self) -> Iterator[FabricProblem]:
        downs: dict[tuple[int, int, int, int], list[FabricLink]] = {}
        for link in self._subnet.past_links:
            downs.setdefault((link.a.guid, link.a_port, link.b.guid, link.b_port), []).append(link)
        for times in downs.values():
            if len(times) > 1:
                link, frames = times[-1], tuple(sorted(each.ended_by for each in times))
                sentence = f"{link.title} went down {len(times)} times"
                yield FabricProblem("link-flaps", "warning", link.title, sentence, link.ended_by, frames)

    def _lids_used_twice(self) -> Iterator[FabricProblem]:
        users: dict[int, list[tuple[str, int]]] = {}
        for node, port in self._subnet.end_ports():
            where = node.title if node.kind is NodeKind.SWITCH else f"{node.title} port {port.number}"
            for lid in port.lids:
                users.setdefault(lid, []).append((where, port.frame))
        for lid, ports in users.items():
            if len(ports) > 1:
                names = " and ".join(name for name, _ in ports[:3])
                frames = tuple(sorted(frame for _, frame in ports if frame))
                sentence = f"LID {lid} is that of {names}"
                yield FabricProblem("duplicate-lid", "error", f"LID {lid}", sentence, max(frames, default=0), frames)

    def _lids_beyond_tables(self) -> Iterator[FabricProblem]:
        """LIDs for which the tables of switches have no room."""
        lids = self._subnet.owners()
        most = max(lids, default=0)
        for switch in self._subnet.switches:
            top = switch.linear_top
            if top and top < most:
                beyond = sum(lid > top for lid in lids)
                sentence = f"{switch.title} forwards LIDs up to {top}, and {beyond} of the subnet's LIDs lie beyond"
                yield FabricProblem("lid-beyond-table", "warning", switch.title, sentence, switch.frames[1])


def _told(words: str) -> str | None:
    """Virtual lanes in words, where a port told them."""
    return words if words in VL_CAPS.values() else None


def _trunk(link: FabricLink) -> bool:
    """Whether a link joins switches."""
    return link.a.kind is link.b.kind is NodeKind.SWITCH


def _most_lanes(mask: int) -> int:
    return max((lanes for bit, lanes in LANES.items() if mask & bit), default=0)


def _fastest(*ends: tuple[str, ...]) -> str:
    common = set(ends[0]) & set(ends[1])
    return max(common, key=_rate, default="")


def _rate(speed: str) -> float:
    return SPEEDS[speed][0] if speed in SPEEDS else 0.0


def _enabled(what: object) -> str:
    return f"only {f'{what}x' if isinstance(what, int) else what} is enabled"

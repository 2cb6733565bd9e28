"""What is wrong with subnet managers, and what traps complain of."""

from __future__ import annotations

from collections.abc import Iterator

from ibpkt.fabric.model import FabricManager, FabricProblem, FabricSubnet, ManagerSpan, ManagerState
from ibpkt.fabric.notices import NoticeSeen
from ibpkt.protocols.mad.notice import PRODUCERS, TYPES, trap_origin
from ibpkt.schema import number_of

_SECURITY = number_of(TYPES, "Security")
_URGENT = number_of(TYPES, "Urgent")
_SWITCH = number_of(PRODUCERS, "Switch")


class ManagerProblems:
    """Finds what is wrong with the managers of a subnet.

    Args:
        subnet: with its managers and events.
        traps: its traps, with the GUIDs of those that sent them.
    """

    def __init__(self, subnet: FabricSubnet, traps: list[tuple[NoticeSeen, int]]) -> None:
        self._subnet = subnet
        self._traps = traps

    def problems(self) -> Iterator[FabricProblem]:
        """All of them, in no order."""
        yield from self._masters()
        yield from self._keys()

    def _masters(self) -> Iterator[FabricProblem]:
        masters = [(manager, span) for manager in self._subnet.managers for span in _reigns(manager)]
        if not masters:
            return
        for at, (manager, span) in enumerate(masters):
            for other, later in masters[at + 1 :]:
                if manager is not other and _overlap(span, later):
                    first, second = sorted((span, later), key=lambda each: each.start)
                    ends = [each.end for each in (first, second) if each.end is not None]
                    until = f" for {(min(ends) - second.start) / 1e9:.1f} s" if ends else ""
                    sentence = f"{manager.title} and {other.title} were both master{until}"
                    yield FabricProblem(
                        "two-masters",
                        "warning",
                        sentence.partition(" were")[0],
                        sentence,
                        second.frame,
                        (first.frame, second.frame),
                    )
        alive = [manager for manager in self._subnet.managers if manager.states[-1].state is not ManagerState.GONE]
        if not any(manager.states[-1].state is ManagerState.MASTER for manager in alive):
            manager, span = max(masters, key=lambda pair: pair[1].start)
            frame = manager.states[-1].frame
            sentence = f"no master at the end: {manager.title}, the last one, does not answer any more"
            yield FabricProblem("no-master", "error", manager.title, sentence, frame, (frame,))
        elif not any(manager.states[-1].state is ManagerState.STANDBY for manager in alive):
            master, *others = (each for each in alive if each.states[-1].state is ManagerState.MASTER)
            if not others:  # else one of them is left
                sentence = f"no standby at the end: nobody takes over if {master.title} goes"
                yield FabricProblem("no-standby", "note", master.title, sentence, 0)

    def _keys(self) -> Iterator[FabricProblem]:
        """Traps that tell of refused keys, or of a link that does not work."""
        told: dict[tuple[int, int], list[NoticeSeen]] = {}
        for notice, guid in self._traps:
            if notice.generic and _complaint(notice.trap):
                told.setdefault((notice.trap, guid), []).append(notice)
        for (trap, guid), notices in told.items():
            first = notices[0]
            node = self._subnet.nodes.get(guid)
            who = node.title if node is not None else f"LID {first.issuer}"
            sentence = next(
                event.sentence for event in self._subnet.events if event.what == "trap" and first.frame in event.frames
            )
            more = f"; {len(notices)} such traps" if len(notices) > 1 else ""
            frames = tuple(notice.frame for notice in notices)
            yield FabricProblem(_complaint(trap), "error", who, sentence + more, first.frame, frames)


def _complaint(trap: int) -> str:
    """What problem a trap of the specification complains of; "" if none."""
    kind, producer = trap_origin(0, trap)
    if kind == _SECURITY:
        return "key-violation"
    return "link-errors" if kind == _URGENT and producer != _SWITCH else ""


def _reigns(manager: FabricManager) -> list[ManagerSpan]:
    return [span for span in manager.states if span.state is ManagerState.MASTER]


def _overlap(one: ManagerSpan, other: ManagerSpan) -> bool:
    return (one.end is None or other.start < one.end) and (other.end is None or one.start < other.end)

"""The events of subnet managers: who became master and why, how long nobody was, what each new walk found."""

from __future__ import annotations

from collections.abc import Iterator

from ibpkt.fabric.manager_evidence import ManagerEvidence, Shown
from ibpkt.fabric.model import FabricEvent, FabricManager, FabricSubnet, ManagerSpan, ManagerState

#: events that a walk finds
_FOUND = ("link-down", "link-up", "node-lost", "node-appeared", "lid-changed")


class ManagerEvents:
    """Tells what happened to the managers of a subnet.

    Args:
        subnet: with its managers, and the events that its links and nodes had.
        evidence: all evidence of managers.
        others: the events of links and nodes.
    """

    def __init__(self, subnet: FabricSubnet, evidence: list[ManagerEvidence], others: list[FabricEvent]) -> None:
        self._subnet = subnet
        guids = {manager.guid for manager in subnet.managers}
        self._evidence = [piece for piece in evidence if piece.guid in guids]
        self._others = others

    def events(self) -> Iterator[FabricEvent]:
        """All of them, in no order."""
        for manager in self._subnet.managers:
            for at, span in enumerate(manager.states):
                before = manager.states[at - 1] if at else None
                event = self._of_span(manager, span, before)
                if event is not None:
                    yield event
        yield from self._walks()

    def _of_span(self, manager: FabricManager, span: ManagerSpan, before: ManagerSpan | None) -> FabricEvent | None:
        who = manager.title
        priority = "" if manager.priority is None else f" (priority {manager.priority})"
        if span.state is ManagerState.MASTER:
            what, sentence = self._became_master(manager, span)
            return _event(span, what, who, sentence)
        if span.state is ManagerState.STANDBY:
            verb = "hands over and becomes" if span.why == "it handed over" else "becomes"
            return _event(span, "standby", who, f"{who}{priority} {verb} standby")
        if span.state is ManagerState.GONE and before is not None:
            if span.why == "it began anew":
                return None  # the event of its new beginning says so
            return _event(span, "manager-gone", who, f"{who}, {before.state}, does not answer any more")
        return None

    def _became_master(self, manager: FabricManager, span: ManagerSpan) -> tuple[str, str]:
        who = manager.title
        priority = "" if manager.priority is None else f" (priority {manager.priority})"
        before = [
            (other, each)
            for other in self._subnet.managers
            for each in other.states
            if each.state is ManagerState.MASTER and each.start < span.start
        ]
        if not before:
            return "master", f"{who}{priority} is master"
        other, last = max(before, key=lambda pair: pair[1].start)
        if other is manager:
            gap = _gap(last, span)
            return "takeover", f"{who} began anew and is master again; no master for {gap}"
        handed = [piece for piece in self._evidence if piece.shown is Shown.HANDED_OVER and piece.other == manager.guid]
        if any(piece.guid == other.guid and last.start <= piece.time <= span.start for piece in handed):
            return "takeover", f"{who}{priority} takes over from {other.title}, which handed over"
        silent = [
            piece
            for piece in self._evidence
            if piece.shown is Shown.SILENT and piece.guid == other.guid and last.start <= piece.time <= span.start
        ]
        if silent:
            polls = len({piece.number for piece in silent})
            reason = f"no answer to {polls} poll{'' if polls == 1 else 's'}"
            if last.end is None or last.end > span.start:
                return "takeover", f"{who}{priority} becomes master beside {other.title}: {reason}"
            gap = _gap(last, span)
            return "takeover", f"{who}{priority} takes over from {other.title}: {reason}; no master for {gap}"
        if last.end is None or last.end > span.start:
            return "takeover", f"{who}{priority} becomes master while {other.title} is"
        return "takeover", f"{who}{priority} becomes master after {other.title}"

    def _walks(self) -> Iterator[FabricEvent]:
        """Walks of masters, each with what it found up to the next."""
        walks = [piece for piece in self._evidence if piece.shown is Shown.WALK]
        for at, piece in enumerate(walks):
            if not self._is_master(piece):
                continue
            end = walks[at + 1].frame if at + 1 < len(walks) else None
            found = [
                event
                for event in self._others
                if event.what in _FOUND and event.frames[-1] >= piece.frame and (end is None or event.frames[-1] < end)
            ]
            manager = next(each for each in self._subnet.managers if each.guid == piece.guid)
            what = _changes(found) if found else "nothing changed"
            sentence = f"{manager.title} walks the subnet again: {what}"
            yield FabricEvent(piece.time, piece.frame, "resweep", manager.title, sentence, (piece.frame,))

    def _is_master(self, piece: ManagerEvidence) -> bool:
        manager = next(each for each in self._subnet.managers if each.guid == piece.guid)
        return any(
            span.state is ManagerState.MASTER
            and span.start < piece.time
            and (span.end is None or piece.time < span.end)
            for span in manager.states
        )


def _changes(found: list[FabricEvent]) -> str:
    words = {
        "link-down": ("link gone", "links gone"),
        "link-up": ("link new", "links new"),
        "node-lost": ("node lost", "nodes lost"),
        "node-appeared": ("node new", "nodes new"),
        "lid-changed": ("LID changed", "LIDs changed"),
    }
    counts = {what: sum(event.what == what for event in found) for what in words}
    return ", ".join(f"{count} {words[what][count != 1]}" for what, count in counts.items() if count)


def _gap(last: ManagerSpan, span: ManagerSpan) -> str:
    """How long there was no master between one and the next; where a clock went back, the one may have no end."""
    end = span.start if last.end is None else last.end
    return f"{max(span.start - end, 0) / 1e9:.1f} s"


def _event(span: ManagerSpan, what: str, who: str, sentence: str) -> FabricEvent:
    return FabricEvent(span.start, span.frame, what, who, sentence, (span.frame,))

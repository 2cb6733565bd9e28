"""Subnet managers: what each was, when, and why, out of the evidence in the order of time."""

from __future__ import annotations

from ibpkt.fabric.manager_evidence import ManagerEvidence, Shown
from ibpkt.fabric.model import FabricManager, FabricNode, FabricPort, ManagerSpan, ManagerState
from ibpkt.protocols.mad.subn_nodes import SM_STATES

_STATES = dict(
    zip(
        SM_STATES.values(),
        (ManagerState.NOT_ACTIVE, ManagerState.DISCOVERING, ManagerState.STANDBY, ManagerState.MASTER),
        strict=True,
    )
)
#: polls without an answer after which a manager counts as gone
_POLLS = 2


class _History:
    """One manager, as the evidence comes."""

    def __init__(self, guid: int) -> None:
        self.manager = FabricManager(guid)
        self.last_number = 0
        self.alive = 0  # when it was last seen to live
        self.silent: list[ManagerEvidence] = []

    @property
    def state(self) -> ManagerState | None:
        return self.manager.states[-1].state if self.manager.states else None

    @property
    def state_before_silence(self) -> ManagerState | None:
        """The same, of one that does not answer any more what it was before."""
        return self.manager.states[-2].state if self.state is ManagerState.GONE else self.state

    def enter(self, state: ManagerState, time: int, frame: int, why: str) -> None:
        states = self.manager.states
        if states:
            if states[-1].state is state:
                return
            states[-1] = states[-1]._replace(end=time)
        states.append(ManagerSpan(state, time, None, frame, why))

    def lives(self, time: int) -> None:
        """It was seen to live: silence before was that of the way to it, unless it began anew."""
        self.alive = time
        self.silent.clear()
        states = self.manager.states
        if self.state is ManagerState.GONE:  # never the first
            del states[-1]
            states[-1] = states[-1]._replace(end=None)

    def fell_silent(self, piece: ManagerEvidence) -> None:
        self.silent.append(piece)
        if len(self.silent) >= _POLLS and self.state not in (None, ManagerState.GONE):
            first = self.silent[0]
            self.enter(ManagerState.GONE, first.time, first.frame, "no answer to polls")

    def restarted(self, piece: ManagerEvidence) -> None:
        """A walk whose TransactionIDs begin again: another process, before which there was none for a time."""
        if self.state is not ManagerState.GONE:
            self.enter(ManagerState.GONE, self.alive, piece.frame, "it began anew")
        self.silent.clear()
        self.enter(ManagerState.DISCOVERING, piece.time, piece.frame, "it walks the subnet")


class ManagerHistory:
    """Follows all subnet managers.

    Args:
        evidence: in the order of time.
        ports: nodes and ports by the GUIDs of ports.
    """

    def __init__(self, evidence: list[ManagerEvidence], ports: dict[int, tuple[FabricNode, FabricPort]]) -> None:
        self._known: dict[int, _History] = {}
        self.evidence: list[ManagerEvidence] = evidence
        self._priorities = {piece.guid: piece.priority for piece in evidence if piece.shown is Shown.SAID}
        for piece in evidence:
            self._take(self._known.setdefault(piece.guid, _History(piece.guid)), piece)
        for guid, history in self._known.items():
            manager = history.manager
            manager.priority = self._priorities.get(guid)
            if guid in ports:
                manager.node, port = ports[guid]
                manager.port, manager.lid = port.number, port.lid

    @property
    def managers(self) -> list[FabricManager]:
        """The managers, masters first, in the order in which they became that."""
        found = [history.manager for history in self._known.values() if history.manager.states]

        def rank(manager: FabricManager) -> tuple[bool, int]:
            first = next((span for span in manager.states if span.state is ManagerState.MASTER), None)
            return (first is None, (first or manager.states[0]).start)

        return sorted(found, key=rank)

    def _take(self, history: _History, piece: ManagerEvidence) -> None:
        time, frame = piece.time, piece.frame
        if piece.shown is Shown.SILENT:
            history.fell_silent(piece)
            return
        if piece.shown is Shown.WALK:
            self._walks(history, piece)
        else:
            history.lives(time)
        if piece.shown is Shown.SAID:
            if piece.state in _STATES:
                history.enter(_STATES[piece.state], time, frame, "SMInfo says so")
        elif piece.shown is Shown.SETS:
            history.enter(ManagerState.MASTER, time, frame, "it sets ports and tables")
        elif piece.shown is Shown.HANDED_OVER:
            history.enter(ManagerState.STANDBY, time, frame, "it handed over")
        elif piece.shown is Shown.LEARNED and self._yields(history, piece):
            history.enter(ManagerState.STANDBY, time, frame, "it found a better master")
        history.alive = time

    def _walks(self, history: _History, piece: ManagerEvidence) -> None:
        again = history.state_before_silence is ManagerState.MASTER and piece.number == history.last_number
        if history.last_number and (again or piece.number < history.last_number):
            history.restarted(piece)
        else:
            history.lives(piece.time)
            if history.state is not ManagerState.MASTER:
                history.enter(ManagerState.DISCOVERING, piece.time, piece.frame, "it walks the subnet")
        history.last_number = piece.number

    def _yields(self, history: _History, piece: ManagerEvidence) -> bool:
        """Whether a manager that is no master yet becomes standby when it learns of one: a better one has the higher
        priority, or the lower GUID.
        """
        if history.state is not None and history.state is not ManagerState.DISCOVERING:
            return False
        own = self._priorities.get(piece.guid)
        if own is None or piece.priority is None:
            return True
        return (-piece.priority, piece.other) < (-own, piece.guid)

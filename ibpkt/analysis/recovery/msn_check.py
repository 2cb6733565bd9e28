"""Message sequence numbers against the messages that were completed.

Source: IBA 1, 9.7.7.1.
"""

from __future__ import annotations

from ibpkt.analysis.recovery.kinds import MSN
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.run_state import State, number, run_from_ints, run_to_ints, table
from ibpkt.analysis.recovery.verdict import Verdict
from ibpkt.protocols import PSN_MASK

_UNKNOWN = -1


class MSNCheck:
    """The MSNs of one responder.

    Answers need to be fed only where the distance between their MSN and the messages completed changes: the answer at
    which it does, and the next one.

    Args:
        offset: what the MSN is ahead of the messages counted: 0 if the capture has the beginning, None to learn it from
            the first answer.
    """

    def __init__(self, offset: int | None = 0) -> None:
        self._offset = _UNKNOWN if offset is None else offset
        self._suspect: Run | None = None  # an answer with another offset
        self._suspect_ended = 0

    @property
    def offset(self) -> int | None:
        """What the MSN is ahead of the messages counted; None where that is not known."""
        return None if self._offset == _UNKNOWN else self._offset

    @property
    def is_settled(self) -> bool:
        """No answer waits for the next one to be judged."""
        return self._suspect is None

    def feed(self, run: Run, ended: int, gapless: bool = True) -> list[Verdict]:
        """An answer with an MSN.

        Args:
            run: the answer.
            ended: how many messages end at or before what it acknowledges (READs and atomics that it answers too).
            gapless: every PSN since the answer before it is in the capture, so that `ended` can be trusted.
        """
        if run.msn < 0:
            return []
        if not gapless:
            self._offset = _UNKNOWN  # nobody knows how many messages are missing; what was suspect stays undecided
            self._suspect = None
        offset = (run.msn - ended) & PSN_MASK
        if self._offset == _UNKNOWN:
            self._offset = offset
            return []
        if self._is_right(run, offset):
            return self._tell()
        if self._suspect is not None and (self._suspect.msn - self._suspect_ended) & PSN_MASK == offset:
            verdicts = self._tell()  # twice the same: it goes on from there
            self._offset = offset
            return verdicts
        verdicts = self._tell()
        self._suspect, self._suspect_ended = run, ended
        return verdicts

    def finish(self) -> list[Verdict]:
        """The capture ends."""
        return self._tell()

    def _is_right(self, run: Run, offset: int) -> bool:
        started = run.kind is RunKind.RESPONSES  # a READ may be counted before its response is sent, or behind it
        return offset == self._offset or (started and (offset + 1) & PSN_MASK == self._offset)

    def _tell(self) -> list[Verdict]:
        run, self._suspect = self._suspect, None
        if run is None:
            return []
        facts = {"now": run.msn, "expected": (self._suspect_ended + self._offset) & PSN_MASK}
        return [Verdict(MSN, run, 1, facts, (run.frame,))]

    def state(self) -> State:
        """What is known, as integers."""
        suspect = [] if self._suspect is None else [run_to_ints(self._suspect)]
        return {"offset": self._offset, "suspect_ended": self._suspect_ended, "suspect": suspect}

    def restore(self, state: State) -> None:
        """Go on with what was known.

        Raises:
            ValueError: it is no state of this class.
        """
        self._offset, self._suspect_ended = number(state, "offset"), number(state, "suspect_ended")
        rows = table(state, "suspect")
        self._suspect = run_from_ints(rows[0]) if rows else None

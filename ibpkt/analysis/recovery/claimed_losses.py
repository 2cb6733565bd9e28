"""Packets that the responder has asked for though the tap saw them: lost behind the tap, or only late there.

An answer that acknowledges such a packet before it is sent again shows that it was late: it has come since.
"""

from __future__ import annotations

from collections.abc import Iterable

from ibpkt.analysis.recovery.run import Run
from ibpkt.analysis.recovery.run_state import run_from_ints, run_to_ints

MAX_CLAIMS = 64

#: the run of requests, the PSNs of it that a NAK asked for, and the number of that NAK
Claim = tuple[Run, int, int, int]


class ClaimedLosses:
    """Losses behind the tap that are not told yet: nothing shows so far that the packets were not late."""

    def __init__(self) -> None:
        self._claims: list[Claim] = []

    def __bool__(self) -> bool:
        return bool(self._claims)

    def add(self, claim: Claim) -> list[Claim]:
        """A NAK asks for a packet; returns those that are told now, since there are too many."""
        self._claims.append(claim)
        told, self._claims = self._claims[:-MAX_CLAIMS], self._claims[-MAX_CLAIMS:]
        return told

    def sent_again(self, run: Run) -> list[Claim]:
        """Requests: the packets that they send again were lost."""
        return self._take([claim for claim in self._claims if run.first < claim[2] and claim[1] < run.end])

    def acknowledged(self, acked: int) -> list[Claim]:
        """Requests are known to be received up to a PSN: those below were late."""
        return self._take([claim for claim in self._claims if claim[1] < acked])

    def finish(self) -> list[Claim]:
        """Nothing more comes: those that are left were lost."""
        return self._take(self._claims)

    def _take(self, taken: list[Claim]) -> list[Claim]:
        self._claims = [claim for claim in self._claims if claim not in taken]
        return taken

    def rows(self) -> list[tuple[int, ...]]:
        """What is not told yet, as integers."""
        return [(first, end, frame, *run_to_ints(run)) for run, first, end, frame in self._claims]

    def restore(self, rows: Iterable[tuple[int, ...]]) -> None:
        """Go on with what was not told."""
        for first, end, frame, *values in rows:
            run = run_from_ints(values)
            assert run is not None
            self._claims.append((run, first, end, frame))

"""Verdicts: what the parts of a half say of its runs."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

from ibpkt.analysis.recovery.run import Run
from ibpkt.analysis.results.finding import FindingType


class Verdict(NamedTuple):
    """What is said of a run, or of a part of it.

    Attributes:
        kind: the type of the finding.
        run: the run at which it is told.
        packets: how many packets it concerns.
        facts: the values in the finding's sentence.
        because: numbers of the packets that prove it, ascending.
        first, end: the PSNs of the run that are meant, unwrapped; all of it where both are -1.
    """

    kind: FindingType
    run: Run
    packets: int
    facts: dict[str, Any]
    because: tuple[int, ...] = ()
    first: int = -1
    end: int = -1


#: a verdict of its values; faster than calling the class
make_verdict = functools.partial(tuple.__new__, Verdict)

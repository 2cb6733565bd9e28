"""What becomes of a finding of a flow, by its kind: noted for its half, counted, both, or what its kind means."""

from __future__ import annotations

from typing import NamedTuple

from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.case import Case
from ibpkt.analysis.incidents.half_events import NOTES
from ibpkt.analysis.incidents.kind_cases import ONLY_CONTEXT
from ibpkt.analysis.recovery import kinds

#: what only goes with repetitions, or ends connections
_OF_HALVES = frozenset({
    "retransmission", "nak-sequence", "rnr-nak", "implied-nak", "out-of-order", "reordered-or-lost", "lost",
    "request-or-answer-lost", "spurious-timeout", "unanswered", "retries-exhausted", "rnr-retries-exhausted",
    "nak-refused", "timeout", "rnr-retry", "message-incomplete",
})  # fmt: skip
#: packets that count whatever they led to, by kind, and as what
_COUNTED = {"out-of-order": cases.OVERTAKEN, "reordered-or-lost": cases.OVERTAKEN_OR_LOST}


class FindingRoute(NamedTuple):
    """What becomes of findings of a kind.

    Attributes:
        is_noted: for its half, as `NOTES` says.
        counted: the case that its packets count to, whatever they led to.
        of_half: that is all, if its half is known.
        only_context: that is all in any case.
    """

    is_noted: bool
    counted: Case | None
    of_half: bool
    only_context: bool


#: by the name of the kind; all others mean what they mean by themselves
ROUTES = {
    name: FindingRoute(name in NOTES, _COUNTED.get(name), name in _OF_HALVES, name in ONLY_CONTEXT)
    for name in {*NOTES, *_COUNTED, *_OF_HALVES, *ONLY_CONTEXT}
}


#: the names of kinds: findings with a half of which nothing else becomes
ONLY_NOTED = {
    name
    for name, route in ROUTES.items()
    if route.is_noted
    and route.counted is None
    and (route.of_half or route.only_context)
    and name != kinds.NAK_REFUSED.name  # the history of its key is reported with it
}

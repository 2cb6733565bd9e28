"""What explains repetitions, where the packets that were dropped are unusual."""

from __future__ import annotations

import itertools

from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.explanation import Dropped
from ibpkt.analysis.incidents.half_events import HalfEvents
from ibpkt.analysis.incidents.repetition_causes import RepetitionCauses


def test_a_packet_that_is_dropped_for_two_reasons():
    """The fuzzer has found one: cases have no order.  The one that was told last is named."""
    reasons = [Dropped(5, 100, case, 0, False, psn=7) for case in (cases.DAMAGED, cases.RESPONDER_FAULT)]
    for some in itertools.permutations(reasons):
        explanation = RepetitionCauses(0, HalfEvents(), some, False).missing(7, 9, 200)
        assert explanation.spot.case is some[-1].case

"""Missing responses that come: late, or sent again."""

from __future__ import annotations

import pytest

from ibpkt.analysis.recovery.response_holes import ResponseHole
from ibpkt.analysis.recovery.run import Run, RunKind


def responses(first, end, number=-1):
    return Run(RunKind.RESPONSES, first, end, end - first, 1, 1, 0, 0, 20, 0, number=number)


@pytest.mark.parametrize(
    ("first", "asked", "behind", "number", "late"),
    [(4, False, -1, -1, True), (4, True, -1, -1, False), (2, False, -1, -1, False), (4, True, 9, 6, True),
     (4, True, 9, 10, False), (4, False, 9, 10, False), (2, False, 9, 6, True), (2, False, 9, 7, False),
     (4, False, 9, -1, True), (4, False, -1, 10, True)],
)  # fmt: skip
def test_what_fills_a_hole(first, asked, behind, number, late):
    """The order of sending tells where it is known; else whether they were asked for again, and where they begin."""
    hole = ResponseHole(4, 8, responses(8, 9, behind), asked)
    assert hole.is_filled_late(responses(first, 8, number)) is late

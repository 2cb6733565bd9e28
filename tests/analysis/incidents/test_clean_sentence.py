"""The sentence for a capture in which nothing went wrong."""

from __future__ import annotations

from collections import Counter

import pytest

from ibpkt.analysis.incidents.clean_sentence import clean_sentence
from ibpkt.analysis.results.totals import Totals


@pytest.mark.parametrize(
    ("messages", "says"),
    [
        ({("SEND", "completed"): 3}, "3 of 3 SENDs completed"),
        ({("SEND", "completed"): 3, ("SEND", "under way"): 1}, "3 of 4 SENDs completed"),
        ({("SEND", "sent"): 1}, "1 SEND sent"),
        ({("SEND", "completed"): 3, ("SEND", "sent"): 2}, "3 of 3 SENDs completed, 2 SENDs sent"),
        ({("FLUSH", "completed"): 2, ("WRITE", "sent"): 2}, "2 WRITEs sent, 2 of 2 FLUSHes completed"),
    ],
)  # fmt: skip
def test_services_without_answers_complete_nothing(messages, says):
    """What is sent over UC and UD is only known to be sent."""
    totals = Totals(flows=1, messages=Counter(messages))
    assert clean_sentence(9, 0, totals) == f"nothing went wrong in 9 packets (1 flow, {says}, nothing sent twice)"

"""Precision and recall of the facts of packets, by kind of fault: what is said is so, and what is so is said.

The tap is at the responder, and faults befall packets before the tap sees them, or behind it.  What a tap cannot know
is not asked for: `tests.analysis.precision.visible` has the rules.  Run with ``-s`` to see all.
"""

from __future__ import annotations

import pytest

from tests.analysis.precision.mixtures import ARGUMENTS, FAULTS
from tests.analysis.precision.test_facts import scored

SEEDS = range(4)
#: those that need no other arguments; the tap is at the responder
MIXES = [mix for mix in FAULTS if mix not in ARGUMENTS and mix != "heavy loss"]

#: by recovery, mixture and fact what is left: packets that have it wrongly, and that lack it though a tap can know it
LEFT = {
    # until a flow has shown that its responder keeps what comes early, a hole behind another is not looked for
    ("selective", "loss", "out_of_sequence"): (0, 3),
    ("selective", "loss of requests behind", "out_of_sequence"): (0, 2),
    ("selective", "loss behind", "out_of_sequence"): (0, 2),
    ("selective", "loss on both sides", "out_of_sequence"): (0, 2),
    ("selective", "reordering", "duplicate_request"): (0, 2),
    # a requester that goes back for a request sees no response missing: what comes again behind it seems to ask for one
    ("go-back-n", "loss on both sides", "implied_nak"): (2, 0),
    ("selective", "loss on both sides", "implied_nak"): (0, 1),
    ("go-back-n", "reordering", "implied_nak"): (3, 0),
    # late originals of responses and requests, behind their repetitions
    ("go-back-n", "reordering", "retransmission"): (2, 0),
    ("go-back-n", "reordering", "out_of_order"): (0, 2),
    ("selective", "reordering", "out_of_order"): (0, 1),
    # a READ that comes again, whose responses are overtaken, or come before it was seen: they seem to be another's
    ("go-back-n", "reordering", "duplicate_request"): (0, 2),
    ("go-back-n", "reordering behind", "duplicate_request"): (0, 3),
    ("selective", "reordering behind", "duplicate_request"): (0, 1),
    # what the responder has asked for was only late behind the tap, and is there before it comes again
    ("go-back-n", "reordering behind", "out_of_sequence"): (1, 8),
    ("selective", "reordering behind", "out_of_sequence"): (35, 49),
}


@pytest.mark.sweep
@pytest.mark.parametrize("recovery", ["go-back-n", "selective"])
@pytest.mark.parametrize("mix", MIXES)
def test_precision_and_recall(mix, recovery):
    sums: dict[str, list[int]] = {}
    for seed in SEEDS:
        scores, _, _ = scored(seed, FAULTS[mix], recovery=recovery)
        for fact, sets in scores.items():
            row = sums.setdefault(fact, [0, 0, 0])
            for place, each in enumerate(sets):
                row[place] += len(each)
    found = {}
    for fact, (wrong, missed, right) in sums.items():
        if right + wrong + missed:
            print(f"{recovery:10} {mix:24} {fact:18} {right:5} right {wrong:5} wrong {missed:5} missed")
        if wrong or missed:
            found[fact] = wrong, missed
    assert found == {fact: left for (*which, fact), left in LEFT.items() if which == [recovery, mix]}


@pytest.mark.parametrize(
    ("mix", "seed"),
    [
        # a hole behind the one that was filled; a NAK that crossed what was sent again; what was kept behind a refusal
        ("loss", 5), ("loss", 6), ("loss behind", 8), ("loss on both sides", 8), ("corruption", 8),
        ("mixture", 4), ("mixture", 6), ("mixture", 7), ("mixture", 9), ("mixture", 10),
    ],
)  # fmt: skip
def test_a_late_nak_is_not_believed_of_a_responder_that_keeps_what_comes_early(mix, seed):
    scores, _, _ = scored(seed, FAULTS[mix], recovery="selective")
    assert not scores["out_of_sequence"][0]

"""Precision and recall of the facts of packets, by kind of fault: what is said is so, and what is so is said.

The tap is at the responder, and faults befall packets before the tap sees them, or behind it.  Precision is 1, and
recall is 1 but where it cannot be: `UNDECIDABLE` says why, and how much is found at least.  Run with ``-s`` to see all.
"""

from __future__ import annotations

import pytest

from tests.analysis.precision.test_facts import scored

SEEDS = range(4)
MIXES = {
    "loss": {"loss": 0.02},
    "loss of requests": {"loss": 0.02, "only": "requests"},
    "loss of answers": {"loss": 0.02, "only": "responses"},
    "loss of requests behind": {"loss": 0.02, "behind": 1.0, "only": "requests"},
    "loss of answers behind": {"loss": 0.02, "behind": 1.0, "only": "responses"},
    "loss behind": {"loss": 0.02, "behind": 1.0},
    "loss on both sides": {"loss": 0.02, "behind": 0.5},
    "copies": {"duplicate": 0.03},
    "copies behind": {"duplicate": 0.03, "behind": 1.0},
    "reordering": {"reorder": 0.01},
    "reordering behind": {"reorder": 0.01, "behind": 1.0},
    "corruption": {"corrupt": 0.01},
    "corruption behind": {"corrupt": 0.01, "behind": 1.0},
    "not ready": {"rnr": 0.1},
    "mixture": {"loss": 0.01, "duplicate": 0.01, "reorder": 0.005, "rnr": 0.02},
}
_TAIL = "neither the packet nor one behind it came before: nothing shows that it is not new"
_EARLY = "the packet came between the one that was lost and the NAK that tells of it: nothing has told yet"
_REFUSED = "the packet came between the request that was refused and the RNR NAK that tells of it"
_HIDDEN = "what happens behind the tap it does not see"
_ANSWER = "no answer came though one was due: the request may be lost behind the tap, or the answer before it"
_KEPT = "the responder may keep what comes early, or not: the flow has not shown it yet"
_ASKED = "it may be late, or sent again and late: other packets have been sent again around it"
_SILENT = "the NAK was lost before the tap: nothing shows that the responder had asked for an earlier packet"
_COPY = "a copy of which the first was lost cannot be told from a packet that was sent again"

#: by mixture (with selective repeat only where there is a star) and fact: the recall at least, and why it is not 1
UNDECIDABLE = {
    ("loss", "retransmission"): (0.99, _TAIL),
    ("loss", "duplicate_request"): (0.97, _ANSWER),
    ("loss", "out_of_sequence"): (0.96, _SILENT),
    ("loss of answers", "retransmission"): (0.99, _TAIL),
    ("loss of answers", "duplicate_request"): (0.9, _ANSWER),
    ("loss of requests behind", "out_of_sequence"): (0.8, _EARLY),
    ("loss of answers behind", "duplicate_request"): (0.99, _ANSWER),
    ("loss behind", "out_of_sequence"): (0.6, _EARLY),
    ("loss behind", "duplicate_request"): (0.9, _ANSWER),
    ("loss on both sides", "retransmission"): (0.98, _TAIL),
    ("loss on both sides", "out_of_sequence"): (0.8, _EARLY),
    ("loss on both sides", "implied_nak"): (0.2, _HIDDEN),
    ("loss on both sides", "duplicate_request"): (0.9, _ANSWER),
    ("reordering", "out_of_order"): (0.6, _ASKED),
    ("reordering", "out_of_sequence"): (0.85, _EARLY),
    ("reordering behind", "duplicate_request"): (0.98, _HIDDEN),
    ("reordering behind", "out_of_sequence"): (0.4, _HIDDEN),
    ("corruption", "retransmission"): (0.99, _TAIL),
    ("corruption", "duplicate_request"): (0.99, _ANSWER),
    ("corruption behind", "out_of_sequence"): (0.75, _EARLY),
    ("corruption behind", "duplicate_request"): (0.95, _ANSWER),
    ("not ready", "out_of_sequence"): (0.95, _REFUSED),
    ("mixture", "retransmission"): (0.98, _TAIL),
    ("mixture", "duplicate"): (0.9, _COPY),
    ("mixture", "out_of_order"): (0.6, _ASKED),
    ("mixture", "out_of_sequence"): (0.85, _REFUSED),
    ("mixture", "duplicate_request"): (0.97, _KEPT),
}
#: what happens behind the tap alone: nothing is said of it, neither right nor wrong
INVISIBLE = {
    ("loss of answers behind", "implied_nak"),
    ("loss behind", "implied_nak"),
    ("copies behind", "duplicate_request"),
    ("reordering behind", "out_of_order"),
    ("reordering behind", "implied_nak"),
    ("corruption behind", "implied_nak"),
}
#: what is wrong, by mixture and fact: the precision at least, and why it is not 1
UNSURE = {
    ("loss on both sides", "implied_nak"): (0.8, "the requester goes back already, for what was lost behind the tap"),
    ("loss behind", "out_of_sequence"): (0.99, "the responder asked for the packet before it got its second copy"),
    ("reordering behind", "out_of_sequence"): (
        0.5,
        "what the responder has asked for was only late, and is there by now",
    ),
}


@pytest.mark.parametrize("recovery", ["go-back-n", "selective"])
@pytest.mark.parametrize("mix", MIXES)
def test_precision_and_recall(mix, recovery):
    sums: dict[str, list[int]] = {}
    for seed in SEEDS:
        scores, _, _ = scored(seed, MIXES[mix], recovery=recovery)
        for fact, sets in scores.items():
            row = sums.setdefault(fact, [0, 0, 0])
            for place, each in enumerate(sets):
                row[place] += len(each)
    for fact, (wrong, missed, right) in sums.items():
        precision = right / (right + wrong) if right + wrong else 1.0
        recall = right / (right + missed) if right + missed else 1.0
        if right + wrong + missed:
            print(f"{recovery:10} {mix:24} {fact:18} {right:5} right  precision {precision:.3f}  recall {recall:.3f}")
        if (mix, fact) in INVISIBLE:
            assert missed, f"{fact}: it does not happen"
            assert (right, wrong) == (0, 0), f"{fact}: {right} right, {wrong} wrong"
            continue
        assert precision >= UNSURE.get((mix, fact), (1.0, ""))[0], f"{fact}: {wrong} wrong, {right} right"
        assert recall >= UNDECIDABLE.get((mix, fact), (1.0, ""))[0], f"{fact}: {missed} missed, {right} right"


@pytest.mark.parametrize(
    ("mix", "seed"),
    [
        # a hole behind the one that was filled; a NAK that crossed what was sent again; what was kept behind a refusal
        ("loss", 5), ("loss", 6), ("loss behind", 8), ("loss on both sides", 8), ("corruption", 8),
        ("mixture", 4), ("mixture", 6), ("mixture", 7), ("mixture", 9), ("mixture", 10),
    ],
)  # fmt: skip
def test_a_late_nak_is_not_believed_of_a_responder_that_keeps_what_comes_early(mix, seed):
    scores, _, _ = scored(seed, MIXES[mix], recovery="selective")
    assert not scores["out_of_sequence"][0]

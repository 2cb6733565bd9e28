"""NAKs that end a connection: which messages they end, and how, and where they cut a batch."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ibpkt.analysis.reassembly.message_rows import COLUMNS, COMPLETED, FLUSHED, REFUSED, SENT, UNDECIDED
from ibpkt.analysis.reassembly.packets import Answers, Pieces
from ibpkt.analysis.reassembly.refusals import Refusal, Refusals
from ibpkt.protocols import OPERATIONS

SEND, READ, ATOMIC = (OPERATIONS.index(name) for name in ("SEND", "READ", "ATOMIC"))
HALF, NAK_FRAME, CODE = 3, 50, 2
NAK = Refusal(HALF, 20, CODE, NAK_FRAME, 5000)  # PSN 20 is refused
#: a message under way before the NAK
MESSAGE = {
    "half": HALF, "operation": SEND, "first": 20, "end": 22, "end_known": 1, "sent": 1, "first_frame": 40, "whole": 1,
    "outcome": UNDECIDED, "nak": -1, "responded": -1,
}  # fmt: skip


def rows(*messages):
    return {name: np.array([{**MESSAGE, **each}.get(name, 0) for each in messages], np.int64) for name in COLUMNS}


#: a message, and what the NAK makes of it (IBA 1, 9.7.5.2: what is before the refused request was executed, what is
#: behind it was not)
MESSAGES = [
    ("it begins with the refused PSN", {}, REFUSED),
    ("the refused PSN is its last", {"first": 19, "end": 21}, REFUSED),
    ("it is of one packet", {"end": 21}, REFUSED),
    ("it ends before the refused PSN", {"first": 18, "end": 20}, COMPLETED),
    ("it begins behind the refused PSN", {"first": 21}, FLUSHED),
    ("its end has not come", {"first": 18, "end": 0, "end_known": 0, "sent": 0, "whole": 0}, REFUSED),
    ("it begins behind, and its end has not come", {"first": 21, "end": 0, "end_known": 0, "sent": 0}, FLUSHED),
    ("it was answered before", {"outcome": COMPLETED}, None),
    ("it was sent without an answer", {"outcome": SENT}, None),
    ("it came with the NAK", {"first_frame": NAK_FRAME}, None),
    ("it came behind the NAK", {"first_frame": NAK_FRAME + 1}, None),
    ("it came just before the NAK", {"first_frame": NAK_FRAME - 1}, REFUSED),
    ("another half sends it", {"half": HALF + 1}, None),
]


@pytest.mark.parametrize(("message", "outcome"), [each[1:] for each in MESSAGES], ids=[each[0] for each in MESSAGES])
def test_what_becomes_of_a_message(message, outcome):
    table = rows(message)
    before = {name: column.copy() for name, column in table.items()}
    assert NAK.apply(table) is (outcome == REFUSED)
    if outcome is None:
        assert all((table[name] == before[name]).all() for name in COLUMNS)
        return
    said = [int(table[name][0]) for name in ("outcome", "done_frame", "done_time", "nak", "responded")]
    assert said == [outcome, NAK_FRAME, 5000, *((CODE, 5000) if outcome == REFUSED else (-1, -1))]


def test_a_message_of_the_very_first_psn_comes_before_the_second():
    """The end of a message may be 1; 0 says that it has not come."""
    table = rows({"first": 0, "end": 1})
    assert not NAK._replace(psn=1).apply(table)
    assert table["outcome"].tolist() == [COMPLETED]


@pytest.mark.parametrize(
    ("message", "end_known", "whole"),
    [
        ({}, 1, 1), ({"whole": 0}, 0, 0),
        ({"first": 18, "end": 20}, 1, 1), ({"first": 18, "end": 20, "whole": 0}, 0, 0),
        # that it was executed shows no response: so its own is missing
        ({"first": 18, "end": 20, "operation": READ}, 1, 0), ({"first": 19, "end": 20, "operation": ATOMIC}, 1, 0),
        ({"operation": READ}, 1, 1), ({"first": 21, "operation": ATOMIC}, 1, 1),
        ({"whole": 0, "outcome": COMPLETED}, 1, 0), ({"whole": 0, "half": HALF - 1}, 1, 0),
    ],
)  # fmt: skip
def test_what_is_known_of_it_then(message, end_known, whole):
    table = rows(message)
    NAK.apply(table)
    assert (table["end_known"][0], table["whole"][0]) == (end_known, whole)


def pieces(half, frame):
    none = np.zeros(len(half), np.int64)
    return Pieces(**dict.fromkeys(Pieces._fields, none) | {"half": half, "frame": frame})


def answers(half, frame):
    none = np.zeros(len(half), np.int64)
    return Answers(**dict.fromkeys(Answers._fields, none) | {"half": half, "frame": frame})


def drawn(source, halves):
    """Packets of halves, by half and as they come; what fills a hole comes later than what is behind it."""
    half = np.sort(np.array([source.choice(halves) for _ in range(source.randint(0, 14))], np.int64))
    return half, np.array([source.randint(1, 30) for _ in half], np.int64)


@pytest.mark.parametrize("seed", range(12))
def test_a_batch_is_taken_apart_at_its_naks(seed):
    """A request waits for those before it in its half; each part has the packets up to the next NAK of their half."""
    source = random.Random(seed)
    halves = [0, 1, 5]
    asked, told = drawn(source, halves), drawn(source, halves)
    told = (told[0], np.concatenate([np.sort(told[1][told[0] == half]) for half in halves]))
    naks = [Refusal(source.choice(halves), 9, 1, 2 * at, 0) for at in source.sample(range(1, 15), source.randint(1, 5))]
    refusals = Refusals()
    for each in naks:
        refusals.add(each)
    parts = refusals.take(pieces(*asked), answers(*told))

    def naks_before(half, frame):
        return sum(nak.half == half and nak.frame < frame for nak in naks)

    frames = zip(*(column.tolist() for column in asked), strict=True)
    behind, latest = [], {}
    for half, frame in frames:
        latest[half] = max(latest.get(half, 0), frame)
        behind.append(naks_before(half, latest[half]))
    answered = [naks_before(half, frame) for half, frame in zip(*(column.tolist() for column in told), strict=True)]
    most = max(sum(nak.half == half for nak in naks) for half in halves)
    assert len(parts) == most + 1
    for at, (of_requests, of_answers, then) in enumerate(parts):
        assert of_requests.tolist() == [place for place, part in enumerate(behind) if part == at]
        assert of_answers.tolist() == [place for place, part in enumerate(answered) if part == at]
        ranked = [sorted((nak for nak in naks if nak.half == half), key=lambda nak: nak.frame) for half in halves]
        assert sorted(then) == sorted(own[at] for own in ranked if at < len(own))
    assert refusals.take(pieces(*asked), answers(*told)) == []


def test_of_a_half_eight_naks_count():
    refusals, none = Refusals(), np.zeros(0, np.int64)
    for frame in range(10, 13):
        refusals.add(NAK._replace(frame=frame))
    for *_, told in refusals.take(pieces(none, none), answers(none, none)):
        refusals.apply(rows(), told)
    for frame in range(20, 30):
        refusals.add(NAK._replace(frame=frame))
        refusals.add(NAK._replace(frame=frame, half=0))
    parts = refusals.take(pieces(none, none), answers(none, none))
    counted = [each for *_, told in parts for each in told]
    assert sorted(each.frame for each in counted if each.half == HALF) == list(range(20, 25))
    assert sorted(each.frame for each in counted if each.half == 0) == list(range(20, 28))


def test_a_message_that_is_given_late_is_ended_by_an_earlier_nak():
    """Each NAK ends what those before it have not; a half gets another number, and one that is over has none."""
    refusals = Refusals()
    assert refusals.apply(rows({}), []) == []
    assert refusals.apply(rows(), [NAK, NAK._replace(psn=25, frame=60, code=4)]) == []
    refusals.move(HALF, 8)
    refusals.move(1, 2)
    late = {"half": 8, "first_frame": 55, "first": 24, "end": 26}
    table = rows({"half": 8}, late, {"half": HALF}, {"half": 8, "outcome": COMPLETED})
    assert refusals.apply(table, []) == [8]
    assert table["outcome"].tolist() == [REFUSED, REFUSED, UNDECIDED, COMPLETED]
    assert table["nak"].tolist() == [CODE, 4, -1, -1]
    refusals.forget(np.array([3, 8, 9]))
    assert refusals.apply(rows({"half": 8}), []) == []

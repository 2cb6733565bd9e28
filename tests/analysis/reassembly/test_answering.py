"""Which answer is of which message, in a batch of several halves."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt.analysis.reassembly.answering import MAX_BEHIND_A_GAP, Answering, too_short
from ibpkt.analysis.reassembly.message_rows import COLUMNS, COMPLETED, INCOMPLETE, REFUSED, UNDECIDED
from ibpkt.analysis.reassembly.packets import Answers
from ibpkt.analysis.results.message_table import NONE
from ibpkt.protocols import OPERATIONS
from tests.analysis.reassembly.scripts import CODES, table

SEND, READ = (OPERATIONS.index(name) for name in ("SEND", "READ"))
#: messages: half, operation, first PSN, the PSN behind the last (0: it has not come), whether that is a guess
MESSAGES = [
    (1, READ, 10, 13, 0), (1, SEND, 13, 14, 0), (1, SEND, 14, 0, 0), (3, READ, 5, 8, 0), (5, READ, 0, 1, 0),
    (7, READ, 20, 21, 1), (7, SEND, 40, 41, 0), (8, READ, 30, 31, 1),
]  # fmt: skip


def answering(*responses, order=None):
    """The rows of the messages in an order, and what answers them; responses: half, PSN, name."""
    order = np.arange(len(MESSAGES)) if order is None else np.array(order)
    names = ("half", "operation", "first", "end", "span_unknown")
    rows = {name: np.zeros(len(MESSAGES), np.int64) for name in COLUMNS}
    for name, column in zip(names, zip(*MESSAGES, strict=True), strict=True):
        rows[name][order] = column
    rows["outcome"][:] = UNDECIDED
    answers = [(half, psn, 0, CODES[f"RC RDMA READ response {name}"], 8, 90 + at, 0, 1)
               for at, (half, psn, name) in enumerate(responses)]  # fmt: skip
    return rows, Answering(rows, order, table(Answers, answers))


#: a response, and the message that it is of
RESPONSES = [
    (0, 11, None), (1, 9, None), (1, 10, 0), (1, 12, 0), (1, 13, 1), (1, 14, 2), (1, 900, 2), (2, 11, None),
    (3, 4, None), (3, 5, 3), (3, 7, 3), (3, 8, None), (4, 6, None), (5, 0, 4), (5, 1, None),
    (7, 19, None), (7, 39, 5), (7, 41, None), (9, 30, None),
]  # fmt: skip


@pytest.mark.parametrize("order", [None, [3, 1, 0, 2, 7, 5, 4, 6]])
def test_a_response_is_of_the_message_that_has_its_psn(order):
    """One whose end is not known may have any behind its first; of another half none has."""
    _, made = answering(*((half, psn, "Middle") for half, psn, _ in RESPONSES), order=order)
    places = range(len(MESSAGES)) if order is None else order
    assert made.owner.tolist() == [-1 if at is None else places[at] for _, _, at in RESPONSES]
    for half, psn, at in RESPONSES:
        _, made = answering((half, psn, "Middle"), order=order)
        assert made.owner.tolist() == [-1 if at is None else places[at]]


@pytest.mark.parametrize(
    ("response", "ends"),
    [
        pytest.param((7, 22, "Last"), {5: 23}, id="the last one says where its READ ends"),
        pytest.param((8, 30, "Only"), {7: 31}, id="also that it takes one PSN"),
        pytest.param((8, 33, "Middle"), {}, id="others do not"),
        pytest.param((1, 11, "Last"), {}, id="where that was known it stays"),
        pytest.param((6, 22, "Last"), {}, id="it is of no half that asks"),
        pytest.param((9, 33, "Last"), {}, id="nor one behind all that ask"),
        pytest.param((0, 22, "Last"), {}, id="nor one before all that ask"),
    ],
)
def test_the_end_of_a_read_whose_length_is_not_known(response, ends):
    rows, _ = answering(response)
    assert rows["end"].tolist() == [ends.get(at, message[3]) for at, message in enumerate(MESSAGES)]
    assert rows["span_unknown"].tolist() == [int(message[4] and at not in ends) for at, message in enumerate(MESSAGES)]


def test_without_messages_a_response_is_of_none():
    empty = {name: np.zeros(0, np.int64) for name in COLUMNS}
    response = table(Answers, [(0, 5, 0, CODES["RC RDMA READ response Only"], 8, 9, 0, 1)])
    made = Answering(empty, np.arange(0), response)
    assert made.owner.tolist() == [-1]
    assert made.match() == []


#: messages that wait for an ACK, or for something else: half, operation, first PSN, the PSN behind the last, sent, the
#: last packet of the request
WAIT = [
    (1, SEND, 10, 12, 1, 50), (1, SEND, 12, 13, 1, 60), (3, SEND, 10, 11, 1, 70), (3, READ, 11, 14, 1, 71),
    (3, SEND, 14, 0, 0, 72), (4, SEND, 0, 1, 1, 73),
]  # fmt: skip


@pytest.mark.parametrize(
    ("answers", "since"),
    [
        pytest.param([(1, 11, 55, 0)], {0: 55}, id="up to its last PSN"),
        pytest.param([(1, 10, 55, 0)], {}, id="to less of it"),
        pytest.param([(1, 11, 49, 0)], {}, id="before all of it was sent"),
        pytest.param([(1, 11, 55, 1)], {}, id="it is whole, so that it is known what it is"),
        pytest.param([(1, 12, 55, 0)], {0: 55}, id="before the next one was sent"),
        pytest.param([(1, 12, 65, 0)], {0: 65, 1: 65}, id="two at once"),
        pytest.param([(1, 11, 55, 0), (1, 12, 65, 0), (1, 12, 66, 0)], {0: 55, 1: 65}, id="the first one counts"),
        pytest.param([(1, 9, 52, 0), (1, 12, 66, 0)], {0: 66, 1: 66}, id="one that says less came before"),
        pytest.param([(1, 12, 65, 0), (1, 11, 66, 0), (3, 10, 75, 0)], {0: 65, 1: 65, 2: 75}, id="two halves"),
        pytest.param([(1, 12, 45, 0), (1, 9, 55, 0), (1, 12, 65, 0)], {0: 65, 1: 65}, id="one is of the one before"),
        pytest.param([(1, 12, 45, 0), (1, 9, 55, 0), (3, 10, 75, 0)], {2: 75}, id="two are"),
        pytest.param([(2, 12, 99, 0)], {}, id="another half"),
        pytest.param([(3, 20, 99, 0)], {2: 99}, id="a READ needs its own, and what is not all sent is not answered"),
        pytest.param([(4, 0, 80, 0)], {5: 80}, id="PSN 0"),
        pytest.param([], {}, id="nothing"),
    ],
)
def test_answers_that_may_be_acks_since_the_capture_has_cut_them(answers, since):
    names = ("half", "operation", "first", "end", "sent", "last_frame")
    rows = {name: np.zeros(len(WAIT), np.int64) for name in COLUMNS}
    rows |= {name: np.array(column) for name, column in zip(names, zip(*WAIT, strict=True), strict=True)}
    rows["outcome"][:], rows["responded"][:] = UNDECIDED, NONE
    made = [(half, psn, 0, CODES["RC Acknowledge"], 0, frame, 10 * frame, whole) for half, psn, frame, whole in answers]
    for _ in range(2):  # what is known stays
        assert Answering(rows, np.arange(len(WAIT)), table(Answers, made)).match() == []
        assert rows["maybe_time"].tolist() == [10 * since.get(at, 0) for at in range(len(WAIT))]
        assert (rows["outcome"] == UNDECIDED).all()
        made = [(*each[:6], each[6] + 1, each[7]) for each in made]


def messages(*of):
    """Rows of messages: half, operation, first PSN, the PSN behind the last, the first packet."""
    rows = {name: np.zeros(len(of), np.int64) for name in COLUMNS}
    names = ("half", "operation", "first", "end", "first_frame")
    rows |= {name: np.array(column) for name, column in zip(names, zip(*of, strict=True), strict=True)}
    for name, value in (("sent", 1), ("whole", 1), ("outcome", UNDECIDED), ("responded", NONE), ("response_whole", 1)):
        rows[name][:] = value
    rows["next_response"], rows["declared"] = rows["first"].copy(), np.full(len(of), 24)
    return rows


def answer(half, psn, acked, frame, name="RC Acknowledge"):
    return half, psn, acked, CODES[name], 8, frame, 10 * frame, 1


def test_a_response_to_what_an_ack_answers():
    """No requester takes it, and it is no part of anything."""
    rows = messages((1, SEND, 13, 14, 3))
    response = answer(1, 13, 14, 9, "RC RDMA READ response Only")
    made = Answering(rows, np.arange(1), table(Answers, [response]))
    (fault,) = made.match()
    assert (fault.kind.name, fault.half, fault.frame, fault.packets) == ("response-without-request", 1, 9, 1)
    assert made.taken == []


def test_responses_of_two_reads_between_each_other():
    rows = messages((1, READ, 10, 13, 1), (1, READ, 13, 16, 2))
    sent = [(10, "First"), (13, "First"), (11, "Middle"), (14, "Middle"), (12, "Last")]
    answers = [
        answer(1, psn, 0, 5 + at, f"RC RDMA READ response {name}") for at, (psn, name) in enumerate(sent)
    ]  # fmt: skip
    assert Answering(rows, np.arange(2), table(Answers, answers)).match() == []
    assert rows["next_response"].tolist() == [13, 15]
    assert rows["response_bytes"].tolist() == [24, 16]
    assert rows["outcome"].tolist() == [COMPLETED, UNDECIDED]


@pytest.mark.parametrize(
    ("behind", "acked", "settled"),
    [
        pytest.param(MAX_BEHIND_A_GAP, 90, 90, id="it was answered, and many began behind it"),
        pytest.param(MAX_BEHIND_A_GAP, 10, MAX_BEHIND_A_GAP + 1, id="it was answered before as many began"),
        pytest.param(MAX_BEHIND_A_GAP - 1, 90, 0, id="fewer began; those of another half do not count"),
        pytest.param(MAX_BEHIND_A_GAP, 0, 0, id="nothing was answered"),
    ],
)
def test_a_read_whose_response_must_have_come_unseen(behind, acked, settled):
    """A requester waits for the responses of its READs, and does not begin ever more."""
    sends = [(1, SEND, 1 + at, 2 + at, 2 + at) for at in range(behind)]
    rows = messages((1, READ, 0, 1, 1), *sends, *((2, SEND, at, 1 + at, 70 + at) for at in range(3)))
    answers = [answer(1, 1, 2, acked)] if acked else []
    Answering(rows, np.arange(len(rows["half"])), table(Answers, answers)).match()
    said = [int(rows[name][0]) for name in ("settled_frame", "outcome", "done_frame", "whole")]
    assert said == ([settled, COMPLETED, acked, 0] if settled else [0, UNDECIDED, 0, 1])


@pytest.mark.parametrize(
    ("read", "short"),
    [
        ({}, True), ({"early_frame": 0}, False), ({"outcome": COMPLETED}, False), ({"retransmissions": 1}, False),
        ({"response_bytes": 24}, False), ({"response_bytes": 25}, False), ({"whole": 0}, False),
        ({"response_whole": 0}, False), ({"operation": SEND}, False),
    ],
)  # fmt: skip
def test_a_read_whose_response_ends_too_early(read, short):
    rows = messages((1, READ, 10, 13, 1), (2, READ, 10, 13, 1))
    for name, value in ({"early_frame": 20, "early_time": 200, "response_bytes": 16} | read).items():
        rows[name][1] = value
    found = too_short(rows, np.array([1]))
    assert [(each.kind.name, each.half, each.frame, each.facts) for each in found] == [
        ("response-length", 2, 20, {"said": 24, "carried": 16})
    ] * short
    outcome = INCOMPLETE if short else read.get("outcome", UNDECIDED)
    assert (rows["outcome"][1], rows["done_frame"][1], rows["done_time"][1]) == (outcome, 20 * short, 200 * short)


@pytest.mark.parametrize(("operation", "outcome"), [(SEND, UNDECIDED), (READ, REFUSED), (READ, COMPLETED)])
def test_nobody_takes_a_response_to_what_has_none_or_is_over(operation, outcome):
    rows = messages((1, operation, 13, 14, 3))
    rows["outcome"][0] = outcome
    made = Answering(rows, np.arange(1), table(Answers, [answer(1, 13, 0, 9, "RC RDMA READ response Only")]))
    assert [each.kind.name for each in made.match()] == ["response-without-request"] * (operation == SEND)
    assert (made.taken, rows["response_bytes"].tolist(), rows["outcome"].tolist()) == ([], [0], [outcome])


def test_where_a_read_is_found_to_end_others_are_answered_as_before():
    rows = messages((7, READ, 20, 21, 1), (7, SEND, 40, 41, 2))
    rows["span_unknown"][0] = 1
    answers = [answer(7, 22, 23, 9, "RC RDMA READ response Last"), answer(7, 40, 41, 10)]
    assert Answering(rows, np.arange(2), table(Answers, answers)).match() == []
    assert (rows["end"].tolist(), rows["outcome"].tolist()) == ([23, 41], [UNDECIDED, COMPLETED])
    assert rows["proof_frame"].tolist() == [10, 0]

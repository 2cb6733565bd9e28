"""Which answer is of which message, in a batch of several halves."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt.analysis.reassembly.answering import Answering
from ibpkt.analysis.reassembly.message_rows import COLUMNS, UNDECIDED
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

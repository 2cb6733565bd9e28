"""Requests and answers: which belong together, against a plain search."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt.fabric import request_answers
from ibpkt.fabric.attribute_rows import Envelope, no_envelope
from ibpkt.fabric.request_answers import RequestAnswers


def envelope(rows):
    """Of rows as dictionaries of what is not 0."""
    kinds = no_envelope()._asdict()
    return Envelope(*(np.array([row.get(name, 0) for row in rows], kind.dtype) for name, kind in kinds.items()))


def pairs(answers, requests):
    return RequestAnswers(envelope(answers), envelope(requests))


ASKED = {
    "frame": 5,
    "interface": 1,
    "source": 3,
    "destination": 4,
    "transaction": 0x700000009,
    "modifier": 2,
    "route": 8,
}
TOLD = {**ASKED, "frame": 9, "source": 4, "destination": 3}


@pytest.mark.parametrize(
    ("change", "together"),
    [
        ({}, True),
        ({"transaction": 0x800000009}, True),  # the upper half is the client's, which its kernel changes
        ({"transaction": 0x700000008}, False),
        ({"interface": 0}, False),
        ({"source": 5}, False),
        ({"destination": 5}, False),
        ({"source": 3, "destination": 4}, False),
        ({"modifier": 3}, False),
        ({"route": 7}, False),
        ({"frame": 5}, True),  # one packet, in captures without the request's own number
        ({"frame": 4}, False),
    ],
)
def test_what_an_answer_has_in_common_with_its_request(change, together):
    found = pairs([{**TOLD, **change}], [ASKED])
    assert found.request.tolist() == [0 if together else -1]
    assert found.answered.tolist() == [together]


def test_two_exchanges_with_one_mark(monkeypatch):
    """Marks only find them: what they have in common is compared besides."""
    monkeypatch.setattr(request_answers, "_mixed", lambda rows, answer: np.zeros(len(rows.frame), np.uint64))
    other = {"frame": 7, "transaction": 0x700000008}
    found = pairs([{**TOLD, "frame": 6}, {**TOLD, **other, "frame": 8}], [ASKED, {**ASKED, **other}])
    assert (found.request.tolist(), found.answered.tolist()) == ([0, 1], [True, True])
    assert pairs([{**TOLD, **other}], [ASKED]).request.tolist() == [-1]


@pytest.mark.parametrize("first", [0, 1])
def test_an_exchange_that_ends_last(first):
    """Whichever of two began first."""
    asked = [{**ASKED, "transaction": at, "frame": 1 + (at != first)} for at in (0, 1)]
    told = [{**TOLD, "transaction": at, "frame": 3 + (at == first)} for at in (0, 1)]
    for answers in (told, told[::-1], [told[0]], [told[1]]):
        assert pairs(answers, asked).request.tolist() == [each["transaction"] for each in answers]


def test_exchanges_that_are_repeated():
    """Each request twice, then each answer: the second one is answered, and so is the first."""
    many = [{"transaction": at % 5, "frame": at + 1, "source": 3, "destination": 4} for at in range(10)]
    told = [{"transaction": at, "frame": at + 11, "source": 4, "destination": 3} for at in range(4)]
    found = pairs(told, many)
    assert found.request.tolist() == [5, 6, 7, 8]
    assert found.answered.tolist() == [True, True, True, True, False] * 2


def test_nothing_to_pair():
    for answers, requests in (([], [ASKED]), ([TOLD], []), ([], [])):
        found = pairs(answers, requests)
        assert (found.request.tolist(), found.answered.tolist()) == ([-1] * len(answers), [False] * len(requests))


@given(
    st.lists(
        st.tuples(st.booleans(), *(st.integers(0, most) for most in (1, 1, 2, 1, 1, 1)), st.integers(1, 2)), max_size=14
    )
)
def test_the_last_request_before_an_answer(steps):
    """A repeated request is answered once, and those before it are answered, too."""
    requests, answers = [], []
    for frame, (answer, interface, source, transaction, modifier, route, upper, method) in enumerate(steps, 1):
        ends = {"source": 9, "destination": source} if answer else {"source": source, "destination": 9}
        keys = {"interface": interface, "transaction": upper << 32 | transaction, "modifier": modifier, "route": route}
        (answers if answer else requests).append({"frame": frame, "method": method, **ends, **keys})
    found = pairs(answers, requests)

    def key(row, asker, asked):
        return row[asker], row[asked], row["interface"], row["transaction"] & 0xFFFFFFFF, row["modifier"], row["route"]

    asked = [key(row, "source", "destination") for row in requests]
    expected, answered = [], [False] * len(requests)
    for row in answers:
        mine = key(row, "destination", "source")
        before = [at for at, each in enumerate(asked) if each == mine and requests[at]["frame"] <= row["frame"]]
        expected.append(before[-1] if before else -1)
        for at in before:
            answered[at] = True
    assert found.request.tolist() == expected
    assert found.answered.tolist() == answered
    for method in (1, 2):
        asked_so = [at >= 0 and requests[at]["method"] == method for at in expected]
        assert found.asked_with(method).tolist() == asked_so

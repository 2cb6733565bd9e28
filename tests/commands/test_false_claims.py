"""A part of what ``python -m tests.commands.false_claims`` tries; it tries a million messages."""

import pytest

from tests.commands.false_claims import LOOKED_AT, SORTS, claims, connections, messages_of, tried, watched


@pytest.mark.costly
@pytest.mark.parametrize("sort", SORTS)
def test_no_foreign_message_is_claimed(sort):
    assert tried(sort, 8_000, 5).claimed == []


@pytest.mark.costly
@pytest.mark.parametrize("sort", SORTS)
def test_one_message_after_the_other_is_not_claimed_either(sort):
    assert watched(sort, 1_000, 7) == []


@pytest.mark.parametrize("workload", ["nvme", "nfs"])
def test_messages_as_they_are_belong_to_their_protocol_alone(workload):
    """Else a test above could not fail."""
    known = messages_of(workload)
    (sent,) = connections(lambda chance, number: known[number], LOOKED_AT, 1)
    assert claims(sent, "") == [workload]


@pytest.mark.slow
@pytest.mark.parametrize("sort", SORTS)
def test_a_quarter_of_a_million_messages(sort):
    assert tried(sort, 250_000 // len(SORTS), 1).claimed == []
